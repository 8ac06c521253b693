"""The double entry of any game against the house: its exact figures, and the same rules, played.

Of every wager what is put on it and what it brings, the distribution of that, and every pay line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

from certify.errors import EngineError, StateSpaceError
from certify.exact.banked.solution import BEST, Solution
from certify.language.acts import LINE, NET, STAKE, TOTAL
from certify.language.game import LoadedGame, wagers_made
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM
from certify.play.quantities import exact_scale, is_amount, recorded_of
from certify.play.simulate.job import ENGINES, table_sha256
from certify.play.simulate.runner import StopRule
from certify.play.tables import TablePolicy
from certify.play.tallies import WINDOW, Tallies
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.banked.study import checked_policy, solved_within
from certify.studies.banked.table_play import best_play_tables
from certify.studies.crosscheck.answers import LEVEL, told
from certify.studies.crosscheck.result import CrosscheckResult, CrosscheckRun
from certify.studies.crosscheck.study import FEW_GAMES, Order
from certify.studies.double_entry import (
    OTHER,
    POWER,
    Distribution,
    Mean,
    Question,
    Share,
    adjusted,
    games_to_see,
)
from certify.studies.simulation.study import job_for, means_of, play_games
from certify.studies.simulation.wagers import told_wagers

SCORE = "score.1"
PROCEDURE = "play"
MOST_SKEWED = 0.1
"""Skewness of a sum of all rounds up to which its tails are taken for those of a normal one."""

ROUND = "round"
"""What all wagers that are made are called together, among the names of tests."""

Parts = tuple[tuple[Fraction, Fraction, int], ...]
Joint = Mapping[Parts, Fraction]
"""Probabilities by stake, gain and pay line of some wagers."""

Gains = Mapping[Fraction, Fraction] | Mapping[Fraction, float]
"""Probabilities by what is won; of blackjack they are floats."""

Asked = tuple[Question, float]
"""A question, and how skewed is what it takes for normal."""


@dataclass(frozen=True)
class Entry:
    """A double entry before its rounds are played.

    Attributes
    ----------
    strategy, play : str
        Whose play is compared, by its name and in words.
    scales : dict
        By quantity, in which every amount of the exact figures is an integer.
    alpha : float
        Level of a single test, at the strictest.
    left_out : tuple of str
        Means that so few rounds do not make normal: outcomes and pay lines are compared instead.
    """

    strategy: str
    policy: str | TablePolicy
    play: str
    questions: tuple[Question, ...]
    scales: Mapping[str, int]
    games: int
    alpha: float
    left_out: tuple[str, ...]
    plan: dict[str, Any]


def prepare_wagers(game: LoadedGame, strategy: str, order: Order, context: Context) -> Entry:
    """Return everything that is fixed before play; parameters and errors as `crosscheck_wagers`."""
    if order.shoes is not None:
        raise EngineError("shoes are dealt to a cut card in games of the family twenty_one alone")
    program, strategy = Program(game), checked_policy(strategy)
    found = solved_within(context, game, strategy)
    try:
        policy, play = _play(program, found, strategy)
    except StateSpaceError as error:
        for name in program.play.policies:
            with suppress(StateSpaceError):
                found = solved_within(context, game, name)
                strategy = policy = name
                play = f"the policy {name} of the spec, since {error}"
                break
        else:
            if program.play.policies:
                also = "and no policy of the spec is followed exactly"
                raise StateSpaceError(f"{error.message}, {also}", error.place) from None
            raise
    scales = scales_of(program, denominators(found))
    whole = gains_of(found.together(*wagers_made(game)))
    asked = [*_questions(game, found, scales)]
    return entry_of(game, order, strategy, policy, play, asked, scales, whole)


def scales_of(program: Program, denominators: Iterable[int]) -> dict[str, int]:
    """Return for each amount that is recorded of a game in which parts of a unit it is counted."""
    scale = lcm(exact_scale(program), *denominators)
    recorded = recorded_of(program)
    return {name: scale for name, (_, node) in recorded.items() if is_amount(node)}


def entry_of(
    game: LoadedGame,
    order: Order,
    strategy: str,
    policy: str | TablePolicy,
    play: str,
    asked: Sequence[Asked],
    scales: Mapping[str, int],
    whole: Gains,
) -> Entry:
    """Return the double entry of some questions; `whole` is what a round brings."""
    _, sd, _ = _moments(whole)
    games = order.rounds or games_to_see(order.detect, sd, LEVEL / len(asked))
    most = MOST_SKEWED * sqrt(games)
    questions = tuple(question for question, skewness in asked if skewness <= most)
    left_out = tuple(question.identity for question, skewness in asked if skewness > most)
    alpha = LEVEL / len(questions)
    plan = {
        "game": game.provenance(),
        "level": LEVEL,
        "correction": "Holm",
        "policy": policy_sha256(game, policy),
        "games": games,
        "seed": order.seed,
        "tests": [question.plan() for question in questions],
    }
    return Entry(strategy, policy, play, questions, scales, games, alpha, left_out, plan)


def crosscheck_wagers(
    game: LoadedGame,
    strategy: str = BEST,
    order: Order | None = None,
    *,
    context: Context | None = None,
    workers: int | None = None,
) -> CrosscheckResult:
    """Return every test of played rounds against the exact figures of a game.

    `strategy`: ``optimal``, which is handed to the played game as a table of every situation, or a
    policy of the spec: the first, too, where no table can hold all situations. `workers` change no
    result. Raises `StateSpaceError` if the rules are beyond the engine.
    """
    order, context = order or Order(), context or Context()
    entry = prepare_wagers(game, strategy, order, context)
    return compared(game, entry, order, context, workers)


def compared(
    game: LoadedGame, entry: Entry, order: Order, context: Context, workers: int | None
) -> CrosscheckResult:
    """Return every test of an entry, its rounds played."""
    played = order.played or game
    workers = 1 if entry.games <= FEW_GAMES else workers
    job = job_for(
        played,
        seed=order.seed,
        policies=[entry.policy],
        procedure=PROCEDURE,
        scales=entry.scales,
        engine=order.engine,
    )
    means = means_of(context.progress, workers, "rounds")
    tallies, _ = play_games(job, StopRule(entry.games, None, None, SCORE), means)
    answers = [question.answer(tallies, entry.alpha) for question in entry.questions]
    chances = adjusted([answer.p for answer in answers])
    return CrosscheckResult(
        **game.provenance(),
        strategy=entry.strategy,
        play=entry.play,
        engine=order.engine or ENGINES[0],
        seed=order.seed,
        detect=order.detect,
        level=LEVEL,
        power=POWER,
        correction="Holm",
        plan_sha256=sha256_of(entry.plan),
        runs=(
            CrosscheckRun(
                name=PROCEDURE,
                procedure=PROCEDURE,
                policy=entry.policy if isinstance(entry.policy, str) else entry.policy.name,
                policy_sha256=policy_sha256(game, entry.policy),
                games=entry.games,
                seed=order.seed,
            ),
        ),
        tests=tuple(
            told(PROCEDURE, question, answer, chance)
            for question, answer, chance in zip(entry.questions, answers, chances, strict=True)
        ),
        cut_card=(),
        left_out=entry.left_out,
    )


def policy_sha256(game: LoadedGame, policy: str | TablePolicy) -> str:
    """Return a SHA-256 of all that a way of playing says."""
    if isinstance(policy, TablePolicy):
        return table_sha256(policy)
    own = game.spec.policies.get(policy)
    return sha256_of({policy: None if own is None else own.model_dump(mode="json")})


def _play(program: Program, found: Solution, strategy: str) -> tuple[str | TablePolicy, str]:
    """Return how it is played, and in words whose play that is."""
    if not found.decided:
        return RANDOM, "nothing is decided"
    if strategy == BEST:
        play = "the best play itself, looked up in a table of every situation"
        return best_play_tables(program, found, BEST), play
    return strategy, f"the policy {strategy} of the spec"


# What is compared ---------------------------------------------------------------------------------


def _questions(game: LoadedGame, found: Solution, scales: Mapping[str, int]) -> Iterator[Asked]:
    """Yield what is compared, wager by wager."""
    made = wagers_made(game)
    told = told_wagers(game)
    for name in told:
        own = (name, *(each for each in game.spec.following(name) if each in found.wagers))
        title = game.spec.wagers[name].title
        net = f"{TOTAL}.{name}" if len(own) > 1 else f"{NET}.{name}"
        more = ", with what follows it" if len(own) > 1 else ""
        gains = gains_of(found.together(*own))
        yield from of_gains(name, name, f"{title}{more}", net, gains, scales)
        for each in own:
            yield from of_one(game, found, each, alone=len(own) == 1)
    if len([name for name in told if name in made]) > 1:
        gains = gains_of(found.together(*made))
        yield from of_gains(ROUND, "", "All wagers made", SCORE, gains, scales)


def of_gains(
    identity: str,
    wager: str,
    title: str,
    quantity: str,
    gains: Gains,
    scales: Mapping[str, int],
) -> Iterator[Asked]:
    """Yield the tests of what a round brings: its mean, and its distribution."""
    yield _mean(f"{identity}.ev", wager, f"{title}: net", gains, quantity)
    scale = scales.get(quantity, 1)
    cells: dict[str, float] = {}
    for net, p in gains.items():
        name = str(net) if net * scale in WINDOW else OTHER
        cells[name] = cells.get(name, 0.0) + float(p)

    def seen(tallies: Tallies) -> dict[str, int]:
        tally, one = tallies.tally(quantity), tallies.scale(quantity)
        counts = {str(Fraction(value, one)): count for value, count in tally.counts.items()}
        return {**counts, OTHER: tally.beyond.number}

    yield Distribution(f"{identity}.outcomes", wager, f"{title}: all outcomes", cells, seen), 0.0


def of_one(game: LoadedGame, found: Solution, name: str, *, alone: bool) -> Iterator[Asked]:
    """Yield the tests of a single wager: stake, net, and its pay lines."""
    title = game.spec.wagers[name].title
    joint = found.together(name)
    stakes: dict[Fraction, Fraction] = {}
    for ((stake, _, _),), p in joint.items():
        stakes[stake] = stakes.get(stake, Fraction(0)) + p
    yield _mean(f"{name}.stake", name, f"{title}: put down", stakes, f"{STAKE}.{name}")
    if not alone:
        yield _mean(f"{name}.net", name, f"{title}: net", gains_of(joint), f"{NET}.{name}")
    if not found.wagers[name].lines:
        return
    for number, row in game.pay_lines(name):
        share = Share(
            f"{name}.{row.key}",
            name,
            f"{title}: {row.outcome}",
            float(found.wagers[name].lines[row.key]),
            _hits(f"{LINE}.{name}", number),
        )
        yield share, 0.0


def _mean(identity: str, wager: str, text: str, chances: Gains, quantity: str) -> Asked:
    mean, sd, skewness = _moments(chances)
    return mean_of(identity, wager, text, mean, sd, quantity), skewness


def mean_of(identity: str, wager: str, text: str, mean: float, sd: float, quantity: str) -> Mean:
    """Return the test of a mean whose standard deviation is known too."""

    def read(tallies: Tallies) -> tuple[float, float, int]:
        moments = tallies.mean(quantity), tallies.variance(quantity)
        return float(moments[0]), float(moments[1]), tallies.games

    return Mean(identity, wager, text, mean, sd, read)


def _hits(quantity: str, line: int) -> Any:
    def read(tallies: Tallies) -> dict[str, int]:
        hits = tallies.tally(quantity).counts.get(line, 0)
        return {"hit": hits, "other": tallies.games - hits}

    return read


def gains_of(joint: Joint) -> dict[Fraction, Fraction]:
    """Return the distribution of what wagers bring together."""
    found: dict[Fraction, Fraction] = {}
    for parts, p in joint.items():
        net = sum((net for _, net, _ in parts), Fraction(0))
        found[net] = found.get(net, Fraction(0)) + p
    return found


def _moments(chances: Gains) -> tuple[float, float, float]:
    """Return mean, standard deviation, and the size of the skewness."""
    mean: Fraction | float = sum((value * p for value, p in chances.items()), Fraction(0))
    variance = sum(((value - mean) ** 2 * p for value, p in chances.items()), Fraction(0))
    third = sum(((value - mean) ** 3 * p for value, p in chances.items()), Fraction(0))
    sd = sqrt(variance)
    return float(mean), sd, abs(float(third)) / sd**3 if sd else 0.0


def denominators(found: Solution) -> Iterator[int]:
    """Yield the denominators of all that wagers come to."""
    for names, outcomes in found.joint.items():
        for key in outcomes:
            yield from (amount.denominator for amount in key[: 2 * len(names)])
