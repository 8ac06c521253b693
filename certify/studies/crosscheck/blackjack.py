"""The double entry of blackjack without an option to burn cards: every wager, played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any

from certify.errors import EngineError
from certify.exact.banked.solution import Solution
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.distribution import RoundDistribution, WageredMoments
from certify.language.acts import NET, STAKE, TOTAL
from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program
from certify.play.tables import TablePolicy
from certify.runtime.context import Context
from certify.studies.banked.blackjack import first_cards_of, require_analysed
from certify.studies.banked.study import solved_within
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.crosscheck.study import KEPT, Order
from certify.studies.crosscheck.wagers import (
    Asked,
    Entry,
    compared,
    denominators,
    entry_of,
    gains_of,
    mean_of,
    of_gains,
    of_one,
    scales_of,
)
from certify.studies.kinds import main_wager
from certify.studies.returns.round_distributions import distribution_of, wagered_moments_of
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import (
    OPTIMAL,
    BlackjackGame,
    is_policy,
    require_distribution,
    solved,
    strategy_name,
)

KIND = "crosscheck-blackjack"


def prepare_blackjack(
    game: BlackjackGame, strategy: str | StrategyCard, order: Order, context: Context
) -> Entry:
    """Return everything that is fixed before play; parameters and errors as the double entry."""
    if order.shoes is not None:
        raise EngineError(f"{game.loaded.spec.game.id} deals every round from a whole shoe")
    if game.given_shoe is not None:
        raise EngineError("the double entry plays from full shoes; set decks instead of a shoe")
    require_analysed(game, strategy)
    require_distribution(game, "the double entry")
    loaded = game.loaded
    program = Program(loaded)
    solution, _ = solved(context.memory, game, strategy)
    distribution = distribution_of(game, solution, context)
    gains = distribution.outcomes()
    dealt = first_cards_of(game)
    first = None if dealt is None else solved_within(context, dealt)
    units = [net.denominator for net in gains]
    scales = scales_of(program, units if first is None else [*units, *denominators(first)])
    wagered = wagered_moments_of(distribution, solution, context)
    asked = [*_of_main(game, distribution, wagered, scales)]
    if dealt is not None and first is not None:
        asked += _of_first_cards(dealt, first, scales)
    name = strategy_name(strategy)
    policy: str | TablePolicy = name
    play = f"the policy {name}"
    if not is_policy(strategy):
        # A policy plays by itself, which is another way than that of the exact figures.
        policy = certified_play(program, solution.decisions, name=name, bought=False)
        play = "the best play for the cards seen" if strategy == OPTIMAL else "the charts"
    return entry_of(loaded, order, name, policy, play, asked, scales, gains)


def crosscheck_blackjack(
    game: BlackjackGame,
    strategy: str | StrategyCard = OPTIMAL,
    order: Order | None = None,
    *,
    context: Context | None = None,
    workers: int | None = None,
) -> CrosscheckResult:
    """Return every test of played rounds against the exact figures of blackjack.

    `strategy`: ``optimal``, ``basic``, a policy of the spec, or a strategy file's card. The main
    wager is that of the engine of the family, and wagers on the first cards are counted on what
    the procedure ``first_cards`` deals; whole rounds are played. `workers` change no result. Raises
    `EngineError` if there is no distribution of rounds for these rules.
    """
    order, context = order or Order(), context or Context()
    entry = prepare_blackjack(game, strategy, order, context)
    return compared(game.loaded, entry, order, context, workers)


def kept_blackjack_check(
    game: BlackjackGame, context: Context, workers: int | None = None
) -> CrosscheckResult:
    """Return the cross-check of the best play, looked up if it was played before."""

    def work() -> CrosscheckResult:
        return crosscheck_blackjack(game, order=KEPT, context=context, workers=workers)

    return context.kept(KIND, _key(game), CrosscheckResult, work)


def is_kept(game: BlackjackGame, context: Context) -> bool:
    """Return whether `kept_blackjack_check` has played before."""
    return context.found(KIND, _key(game), CrosscheckResult) is not None


def _key(game: BlackjackGame) -> dict[str, Any]:
    return {**game.key(), "order": [KEPT.detect, KEPT.seed]}


def _of_main(
    game: BlackjackGame,
    distribution: RoundDistribution,
    wagered: WageredMoments,
    scales: Mapping[str, int],
) -> Iterator[Asked]:
    """Yield the tests of the main wager with what follows it: its result, and what is put down."""
    spec, name = game.loaded.spec, main_wager(game.loaded)
    following = spec.following(name)
    title = spec.wagers[name].title + (", with what follows it" if following else "")
    quantity = f"{TOTAL if following else NET}.{name}"
    yield from of_gains(name, name, title, quantity, distribution.outcomes(), scales)
    # Of who never puts more down, rounding alone could make it negative.
    mean, sd = wagered.mean - 1.0, sqrt(max(wagered.variance, 0.0))
    # No distribution up to `most` is more skewed: E(x - m)^3 <= (most - m) E(x - m)^2.
    most = 2.0 * game.rules.max_split_hands - 1.0
    skewness = (most - mean) / sd if sd else 0.0
    for each in following:
        text = f"{spec.wagers[each].title}: put down"
        yield mean_of(f"{each}.stake", each, text, mean, sd, f"{STAKE}.{each}"), skewness


def _of_first_cards(
    dealt: LoadedGame, first: Solution, scales: Mapping[str, int]
) -> Iterator[Asked]:
    """Yield the tests of the wagers on the first cards."""
    for name, wager in dealt.spec.wagers.items():
        if wager.optional and name in first.wagers:
            gains = gains_of(first.together(name))
            yield from of_gains(name, name, wager.title, f"{NET}.{name}", gains, scales)
            yield from of_one(dealt, first, name, alone=True)
