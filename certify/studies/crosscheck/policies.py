"""The double entry of a game that is worked out from its spec: its policies, played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from certify.errors import StateSpaceError
from certify.language.acts import LINE, NET, TOTAL
from certify.language.game import LoadedGame
from certify.play.interpreted import PLAY
from certify.play.interpreter.program import Program
from certify.play.quantities import exact_scale, is_amount, recorded_of
from certify.play.simulate.job import ENGINES
from certify.play.simulate.runner import StopRule
from certify.play.tallies import WINDOW, Tallies
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.banked.result import BankedResult, BankedWager
from certify.studies.banked.study import banked_study
from certify.studies.crosscheck.answers import BETWEEN_SEEDS, LEVEL, told
from certify.studies.crosscheck.result import MOST_GAMES, CrosscheckResult, CrosscheckRun
from certify.studies.double_entry import (
    OTHER,
    POWER,
    Distribution,
    Mean,
    Question,
    adjusted,
    games_to_see,
)
from certify.studies.simulation.study import job_for, means_of, play_games
from certify.studies.simulation.wagers import wager_pairs

KIND = "crosscheck-policies"
DETECT = 0.01
"""Error of a mean, in units a round, for which the runs are sized."""
SEED = 1
CARDS_ALONE = "the cards alone"
NONE = "none"


@dataclass(frozen=True)
class PolicyRun:
    """The games of one policy, and what is asked of them."""

    policy: str
    questions: tuple[Question, ...]
    games: int
    seed: int

    @property
    def name(self) -> str:
        """What it is called in print."""
        return self.policy or CARDS_ALONE

    def plan(self) -> dict[str, object]:
        """Return what is fixed before the games, as plain data."""
        return {
            "policy": self.policy,
            "games": self.games,
            "seed": self.seed,
            "tests": [question.plan() for question in self.questions],
        }


def kept_policies_check(
    game: LoadedGame, context: Context, workers: int | None = None
) -> CrosscheckResult | None:
    """Return every test of policies played, looked up if they were played before.

    None where there is no policy whose exact figures are known: then nothing can be compared.
    """
    policies: Sequence[str] = tuple(_known_policies(game, context))
    if not policies:
        if banked_study(game, context=context).situations:
            return None
        policies = ("",)
    work = partial(_played, game, policies, context, workers)
    return context.kept(KIND, _key(game), CrosscheckResult, work)


def _known_policies(game: LoadedGame, context: Context) -> Iterator[str]:
    """Yield the policies of a spec that the exact engine follows."""
    for policy in game.spec.policies:
        with suppress(StateSpaceError):
            banked_study(game, policy, exact=True, context=context)
            yield policy


def is_kept(game: LoadedGame, context: Context) -> bool:
    """Return whether `kept_policies_check` has played before."""
    return context.found(KIND, _key(game), CrosscheckResult) is not None


def _key(game: LoadedGame) -> dict[str, Any]:
    return {**game.key(), "order": [DETECT, SEED]}


def _played(
    game: LoadedGame, policies: Sequence[str], context: Context, workers: int | None
) -> CrosscheckResult:
    """Return the tests of policies; they are fixed before anything is played.

    Notes
    -----
    Method: mean and distribution of what every first wager brings, and how often each row of a
        paytable comes up, from games of the compiled rules, against the exact figures of the same
        policy.
    Error: corrected for the number of tests by Holm's method.
    Source: `certify.studies.double_entry`.
    """
    figures = [
        banked_study(game, policy, exact=True, context=context)
        if policy
        else banked_study(game, exact=True, context=context)
        for policy in policies
    ]
    scales = _scales(game, figures)
    asked = [tuple(_questions(found, scales)) for found in figures]
    alpha = LEVEL / sum(map(len, asked))
    runs = [
        PolicyRun(
            policy,
            questions,
            min(
                MOST_GAMES,
                games_to_see(
                    DETECT, max(q.sd or 0.0 for q in questions if isinstance(q, Mean)), alpha
                ),
            ),
            SEED + place * BETWEEN_SEEDS,
        )
        for place, (policy, questions) in enumerate(zip(policies, asked, strict=True))
    ]
    answers = []
    for run in runs:
        tallies = _tallies(game, run, scales, context, workers)
        answers += [(run, question, question.answer(tallies, alpha)) for question in run.questions]
    chances = adjusted([answer.p for _, _, answer in answers])
    return CrosscheckResult(
        **game.provenance(),
        strategy=", ".join(run.name for run in runs),
        engine=ENGINES[0],
        seed=SEED,
        detect=DETECT,
        level=LEVEL,
        power=POWER,
        correction="Holm",
        plan_sha256=sha256_of(
            {"game": game.provenance(), "level": LEVEL, "runs": [run.plan() for run in runs]}
        ),
        runs=tuple(
            CrosscheckRun(
                name=run.name,
                procedure=PLAY,
                policy=run.policy or NONE,
                policy_sha256=sha256_of(
                    game.spec.policies[run.policy].model_dump(mode="json") if run.policy else None
                ),
                games=run.games,
                seed=run.seed,
            )
            for run in runs
        ),
        tests=tuple(
            told(run.name, question, answer, chance)
            for (run, question, answer), chance in zip(answers, chances, strict=True)
        ),
        cut_card=(),
    )


def _scales(game: LoadedGame, figures: Sequence[BankedResult]) -> dict[str, int]:
    """Return by quantity in which part of a unit what first wagers bring is a whole number."""
    program = Program(game)
    amounts = {name for name, (_, node) in recorded_of(program).items() if is_amount(node)}
    found: dict[str, int] = {}
    for each in figures:
        for name, wager in each.wagers.items():
            quantity = _quantity(name, wager)
            if wager.rtp is not None and quantity in amounts:
                nets = (Fraction((outcome.exact or {})["net"]) for outcome in wager.outcomes)
                known = found.get(quantity, exact_scale(program))
                found[quantity] = lcm(known, *(net.denominator for net in nets))
    return found


def _quantity(name: str, wager: BankedWager) -> str:
    return f"{TOTAL if len(wager.together) > 1 else NET}.{name}"


def _tallies(
    game: LoadedGame,
    run: PolicyRun,
    scales: Mapping[str, int],
    context: Context,
    workers: int | None,
) -> Tallies:
    job = job_for(
        game,
        seed=run.seed,
        policies=[run.policy] if run.policy else [],
        pairs=wager_pairs(game),
        scales=scales,
    )
    rule = StopRule(run.games, None, None, "score.1")
    tallies, _ = play_games(job, rule, means_of(context.progress, workers, run.name))
    return tallies


def _questions(found: BankedResult, scales: Mapping[str, int]) -> Iterator[Question]:
    """Yield what is asked of each first wager, and of the rows by which its parts are paid.

    `scales`: by what the amounts of each quantity are multiplied to be whole numbers.
    """
    for name, wager in found.wagers.items():
        if wager.rtp is not None:
            yield from _of_wager(found.policy, name, wager, scales)
        if wager.lines:
            yield _of_lines(found.policy, name, wager)


def _of_wager(
    policy: str, name: str, wager: BankedWager, scales: Mapping[str, int]
) -> Iterator[Question]:
    quantity = _quantity(name, wager)
    cells: dict[str, float] = {}
    squares = Fraction(0)
    mean = Fraction(0)
    for outcome in wager.outcomes:
        exact = outcome.exact or {}
        net, p = Fraction(exact["net"]), Fraction(exact["probability"])
        # Values far out are not counted one by one.
        cell = str(net) if net * scales.get(quantity, 1) in WINDOW else OTHER
        cells[cell] = cells.get(cell, 0.0) + float(p)
        mean += net * p
        squares += net * net * p

    def moments(tallies: Tallies) -> tuple[float, float, int]:
        return float(tallies.mean(quantity)), float(tallies.variance(quantity)), tallies.games

    def seen(tallies: Tallies) -> Mapping[str, int]:
        tally, one = tallies.tally(quantity), tallies.scale(quantity)
        counts = {str(Fraction(value, one)): count for value, count in tally.counts.items()}
        return {**counts, OTHER: tally.beyond.number} if tally.beyond.number else counts

    sd = float(squares - mean**2) ** 0.5
    where = f"{policy}.{name}"
    yield Mean(f"{where}.ev", name, f"{wager.title}: net of a round", float(mean), sd, moments)
    yield Distribution(f"{where}.net", name, f"{wager.title}: every net result", cells, seen)


def _of_lines(policy: str, name: str, wager: BankedWager) -> Question:
    cells = {line.row: line.probability for line in wager.lines}
    cells[NONE] = max(0.0, 1.0 - sum(cells.values()))
    rows = [NONE, *(line.row for line in wager.lines)]

    def seen(tallies: Tallies) -> Mapping[str, int]:
        counts = tallies.tally(f"{LINE}.{name}").counts
        return {row: counts.get(number, 0) for number, row in enumerate(rows)}

    text = f"{wager.title}: rows of its paytable"
    return Distribution(f"{policy}.{name}.lines", name, text, cells, seen)
