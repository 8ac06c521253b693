"""The double entry of blackjack without the option to burn a card: its figures, and play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from certify.errors import EngineError, SpecError
from certify.exact.blackjack.solve import Solution
from certify.language.acts import NET, TOTAL, WAGERED
from certify.play.interpreter.program import Program
from certify.play.tallies import Tallies
from certify.runtime.context import Context
from certify.studies.banked.blackjack import STRATEGIES, first_cards_of
from certify.studies.banked.study import solved_within
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.crosscheck.study import Order
from certify.studies.crosscheck.wagers import (
    Asked,
    Entry,
    entry_of,
    gains_of,
    of_gains,
    of_one,
    play_entry,
    scales_of,
)
from certify.studies.double_entry import Mean
from certify.studies.kinds import main_wager
from certify.studies.returns.round_distributions import distribution_of
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import OPTIMAL, BlackjackGame, require_distribution, solved


def prepare_plain(game: BlackjackGame, strategy: str, order: Order, context: Context) -> Entry:
    """Return everything that is fixed before play; parameters and errors as `crosscheck_plain`."""
    if order.shoes is not None:
        raise EngineError(f"{game.loaded.spec.game.id} has no cut card to which shoes are dealt")
    if strategy not in STRATEGIES:
        raise SpecError(
            f"{game.loaded.spec.game.id} is played by the strategies {' and '.join(STRATEGIES)};"
            f" found {strategy!r}"
        )
    if game.given_shoe is not None:
        raise EngineError("the double entry plays from full shoes; set decks instead of a shoe")
    require_distribution(game, "the double entry")
    solution, _ = solved(context.memory, game, strategy)
    outcomes = distribution_of(game, solution, context).outcomes()
    gains = {net: Fraction(float(p)) for net, p in outcomes.items() if p}
    program = Program(order.played or game.loaded)
    policy = certified_play(program, solution.decisions, name=strategy, bought=False)
    denominators = [net.denominator for net in gains]
    scales = scales_of(program, denominators)
    asked = [*_of_main(game, solution, gains, scales), *_of_first_cards(game, context, scales)]
    play = f"the {strategy} strategy of the exact engine, looked up in a table of every situation"
    return entry_of(game.loaded, strategy, policy, play, asked, scales, gains, order)


def crosscheck_plain(
    game: BlackjackGame,
    strategy: str = OPTIMAL,
    order: Order | None = None,
    *,
    context: Context | None = None,
    workers: int | None = None,
) -> CrosscheckResult:
    """Return every test of played rounds against the exact figures of blackjack.

    The main wager with doubles and splits by a strategy of the family's engine, and the wagers on
    the first cards by the engine that reads them from the spec. `strategy`: ``optimal`` or
    ``basic``. `workers` change no result. Raises `SpecError` if there is no such strategy.
    """
    order, context = order or Order(), context or Context()
    entry = prepare_plain(game, strategy, order, context)
    return play_entry(game.loaded, entry, order, context, workers)


def _of_main(
    game: BlackjackGame,
    solution: Solution,
    gains: Mapping[Fraction, Fraction],
    scales: Mapping[str, int],
) -> Iterator[Asked]:
    name = main_wager(game.loaded)
    title = game.loaded.spec.wagers[name].title
    yield from of_gains(
        name, name, f"{title}, with what follows it", f"{TOTAL}.{name}", gains, scales
    )
    wagered = f"{WAGERED}.{name}"

    def read(tallies: Tallies) -> tuple[float, float, int]:
        return float(tallies.mean(wagered)), float(tallies.variance(wagered)), tallies.games

    yield (
        Mean(
            f"{name}.wagered",
            name,
            f"{title}: put down in all",
            solution.main.average_wagered,
            None,
            read,
        ),
        0.0,
    )


def _of_first_cards(
    game: BlackjackGame, context: Context, scales: Mapping[str, int]
) -> Iterator[Asked]:
    dealt = first_cards_of(game)
    if dealt is None:
        return
    found = solved_within(context, dealt)
    for name, wager in dealt.spec.wagers.items():
        if wager.optional:
            gains = gains_of(found.together(name))
            yield from of_gains(name, name, wager.title, f"{NET}.{name}", gains, scales)
            yield from of_one(dealt, found, name, alone=True)
