"""The double entry: every exact figure of the twenty-one family against the same game, played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from certify.errors import EngineError
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.decisions import Decisions
from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program
from certify.play.simulate.job import ENGINES, Job, table_sha256
from certify.play.simulate.runner import StopRule
from certify.play.tallies import Tallies
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.crosscheck.answers import BETWEEN_SEEDS, LEVEL, told
from certify.studies.crosscheck.cut_card import ShoePlan, cut_card_effect, plan_shoes, play_shoes
from certify.studies.crosscheck.result import CrosscheckResult, CrosscheckRun
from certify.studies.double_entry import POWER, Answer, Question, adjusted, games_to_see
from certify.studies.returns.round_distributions import distributions_of
from certify.studies.returns.study import rtp_study
from certify.studies.simulation.questions import (
    MAIN,
    NET,
    PAIRS,
    ROUND,
    STREAK,
    WITH_BURNOUT,
    Book,
    Run,
    fine_scales,
    policy_for,
    runs_of,
)
from certify.studies.simulation.study import (
    Means,
    compile_game,
    compile_games,
    job_for,
    means_of,
    play_games,
)
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import OPTIMAL, TwentyOneGame, require_distribution, solved

KIND = "crosscheck"

DETECT = 1e-3
FEW_GAMES = 1_000
"""Runs of so few games are played in this process: others would take longer to start."""

CUT_CARD_PART = 20
"""The interval of the cut card's effect is the error to be detected divided by this."""


@dataclass(frozen=True)
class Order:
    """What a double entry is asked; None for as many rounds or shoes as it needs.

    `detect` is the error of a mean that must be detected. `played` is another game than the one
    that is analysed, to see whether a difference would be found.
    """

    rounds: int | None = None
    shoes: int | None = None
    detect: float = DETECT
    seed: int = 1
    engine: str | None = None
    played: LoadedGame | None = None


KEPT = Order(detect=0.002)
"""What a report rests on: the error of a mean, in wagers, that is seen."""


@dataclass(frozen=True)
class Entry:
    """A double entry before its games are played.

    `shoes` has wager, exact expectation and plan of the shoes that are dealt to the cut card;
    `alpha` is the level of a single test, at the strictest; `plan` is all of it as plain data.
    """

    book: Book
    program: Program
    runs: list[Run]
    shoes: list[tuple[str, float, ShoePlan]]
    alpha: float
    plan: dict[str, Any]


def prepare(
    game: TwentyOneGame,
    strategy: str | StrategyCard,
    order: Order,
    context: Context,
    workers: int | None = None,
) -> Entry:
    """Return everything that is fixed before play; parameters and errors as `crosscheck`."""
    book = book_of(game, strategy, context)
    program = Program(order.played or game.loaded)
    runs = [
        replace(run, seed=order.seed + place * BETWEEN_SEEDS)
        for place, run in enumerate(runs_of(book, program))
    ]
    number = sum(len(run.asked) for run in runs)
    alpha = LEVEL / number
    runs = [
        replace(run, games=order.rounds or games_to_see(order.detect, run.sd, alpha))
        for run in runs
    ]
    seed = order.seed + len(runs) * BETWEEN_SEEDS
    shoes = _shoes(book, program, order, seed, context, workers)
    plan = {
        "game": game.loaded.provenance(),
        "level": LEVEL,
        "correction": "Holm",
        "runs": [run.plan() for run in runs],
        "shoes": [[wager, shoe.least_rounds, shoe.shoes, shoe.seed] for wager, _, shoe in shoes],
    }
    return Entry(book, program, runs, shoes, alpha, plan)


def crosscheck(
    game: TwentyOneGame,
    strategy: str | StrategyCard = OPTIMAL,
    order: Order | None = None,
    *,
    context: Context | None = None,
    workers: int | None = None,
) -> CrosscheckResult:
    """Return every test of played games against exact figures, and the cut card's effect.

    For a full shoe. An EngineError if the distribution of a round cannot be computed for these
    rules. `workers` change no result.
    """
    order, context = order or Order(), context or Context()
    entry = prepare(game, strategy, order, context, workers)
    program, runs, shoes, alpha = entry.program, entry.runs, entry.shoes, entry.alpha
    jobs = [job_of(program, run, order.engine) for run in runs if run.games > FEW_GAMES]
    compile_games(jobs, workers, context.progress)
    played: list[tuple[Run, Tallies]] = []
    for place, run in enumerate(runs):
        here = 1 if run.games <= FEW_GAMES else workers
        doing = f"{run.name} ({place + 1} of {len(runs)})"
        means = means_of(context.progress, here, doing, at_once=True)
        played.append((run, play_run(program, run, order.engine, means)))
    found = list(answers_of(played, alpha))
    effects = tuple(
        cut_card_effect(
            shoe,
            wager,
            exact,
            play_shoes(
                shoe, means_of(context.progress, workers, f"cut card, {wager}", at_once=True)
            ),
        )
        for wager, exact, shoe in shoes
    )
    chances = adjusted([answer.p for _, _, answer in found])
    return CrosscheckResult(
        **game.loaded.provenance(),
        strategy=entry.book.figures.strategy,
        engine=order.engine or ENGINES[0],
        seed=order.seed,
        detect=order.detect,
        level=LEVEL,
        power=POWER,
        correction="Holm",
        plan_sha256=sha256_of(entry.plan),
        runs=tuple(
            CrosscheckRun(
                name=run.name,
                procedure=run.procedure,
                policy=run.policy.name,
                policy_sha256=table_sha256(run.policy),
                games=run.games,
                seed=run.seed,
            )
            for run in runs
        ),
        tests=tuple(
            told(run.name, question, answer, chance)
            for (run, question, answer), chance in zip(found, chances, strict=True)
        ),
        cut_card=effects,
    )


def answers_of(
    played: Sequence[tuple[Run, Tallies]], alpha: float
) -> Iterator[tuple[Run, Question, Answer]]:
    """Yield what the games of each run answer, and those of its pool together."""
    pools: dict[str, Tallies] = {}
    for run, tallies in played:
        if run.pool in pools:
            pools[run.pool].add(tallies)
        elif run.pool:
            pools[run.pool] = tallies.copy()
    for run, tallies in played:
        for question in run.of_pool:
            yield run, question, question.answer(pools[run.pool], alpha)
        for question in run.questions:
            yield run, question, question.answer(tallies, alpha)


def _key(game: TwentyOneGame) -> dict[str, Any]:
    return {**game.key(), "order": [KEPT.detect, KEPT.seed]}


def kept_crosscheck(
    game: TwentyOneGame, *, context: Context, workers: int | None = None
) -> CrosscheckResult:
    """Return the `crosscheck` that a report rests on, looked up if it was played before."""
    return context.kept(
        KIND,
        _key(game),
        CrosscheckResult,
        lambda: crosscheck(game, order=KEPT, context=context, workers=workers),
    )


def is_kept(game: TwentyOneGame, context: Context) -> bool:
    """Return whether `kept_crosscheck` was played before."""
    return context.found(KIND, _key(game), CrosscheckResult) is not None


def book_of(game: TwentyOneGame, strategy: str | StrategyCard, context: Context) -> Book:
    """Return the exact side of a double entry; parameters and errors as `crosscheck`."""
    require_distribution(game, "the double entry")
    if game.given_shoe is not None:
        raise EngineError("the double entry plays from full shoes; set decks instead of a shoe")
    solution, _ = solved(context.memory, game, strategy)
    figures = rtp_study(game, strategy, further=False, wagered=False, seats=False, context=context)
    return Book(game, solution, distributions_of(game, solution, context), figures)


def compile_ahead(game: TwentyOneGame) -> None:
    """Compile the games of a double entry and of shoes dealt, before a strategy is known.

    The tables of all strategies have one form, so that the same compiled code plays each.
    """
    program = Program(game.loaded)
    policy = certified_play(program, Decisions.blank(), name="", bought=True)
    runs = [Run("", ROUND, policy, (), 0.0, PAIRS), Run("", STREAK, policy, (), 0.0)]
    for job in (
        *(job_of(program, run, None) for run in runs),
        ShoePlan(program.game, policy, 0, 0, 0, None).job(),
    ):
        compile_game(job)


def job_of(program: Program, run: Run, engine: str | None) -> Job:
    """Return the games of a run; `engine` None for the fastest."""
    return job_for(
        program.game,
        seed=run.seed,
        policies=[run.policy],
        procedure=run.procedure,
        pairs=run.pairs,
        scales=fine_scales(program),
        engine=engine,
    )


def play_run(program: Program, run: Run, engine: str | None, means: Means) -> Tallies:
    """Return the statistics of a run; `engine` None for the fastest."""
    stop = StopRule(run.games, None, None, NET)
    return play_games(job_of(program, run, engine), stop, means)[0]


def _shoes(
    book: Book,
    program: Program,
    order: Order,
    seed: int,
    context: Context,
    workers: int | None,
) -> list[tuple[str, float, ShoePlan]]:
    """Return wager, exact expectation, and plan of the shoes that are dealt to the cut card."""
    wagers = book.figures.wagers
    exact = {MAIN: wagers.main.ev, WITH_BURNOUT: wagers.main_burnout.ev}
    strategy = book.figures.strategy
    policies = [
        policy_for(book, program, f"{strategy}, {name}", bought=name == WITH_BURNOUT)
        for name in exact
    ]
    plans = plan_shoes(
        program.game,
        [(policy, seed + 2 * place) for place, policy in enumerate(policies)],
        half_width=order.detect / CUT_CARD_PART,
        shoes=order.shoes,
        engine=order.engine,
        workers=workers,
        progress=context.progress,
    )
    return [(name, exact[name], plan) for name, plan in zip(exact, plans, strict=True)]
