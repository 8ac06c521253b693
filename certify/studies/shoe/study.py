"""How the shoe's composition changes every wager: effects of removal, counting, penetration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from math import ceil

from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.language.game import apply_settings
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.crosscheck.cut_card import CUT_CARD, cut_card_effect, plan_shoes, play_shoes
from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.shoe.compositions import Sample, effects, in_full, sample
from certify.studies.shoe.counts import (
    Call,
    Removals,
    calls_of,
    counts_of,
    effects_of,
    identities_of,
)
from certify.studies.shoe.result import ChanceCheck, ShoeResult, ShoeSample
from certify.studies.shoe.rounds import Rounds, Seen, deal
from certify.studies.shoe.sample import checks_of, counting_of, penetration_of, perfect_of
from certify.studies.shoe.wagers import BEST, BURNOUT, MAIN, Wager, wagers_of
from certify.studies.simulation.study import means_of
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import OPTIMAL, BlackjackGame

KIND, CUT_CARD_KIND = "shoe", "cut-card"

COMPOSITIONS = 2_000
STRATA = 20
COUNTED = 20_000
"""Shoes of which only the cards are counted; it takes seconds."""

USUAL_CUTS = {312: 260, 104: 75}
"""Cards dealt before the cut card, by the cards of a full shoe."""

USUAL_PENETRATION = 5 / 6
FEWEST_LEFT = 26
"""Cards behind the cut card that are always enough for the round in which it comes."""

MOST_COMPOSITIONS = 10_000_000
HALF_WIDTH = 2e-4
"""Half width of the interval of the cut card's effect, in main wagers."""

CHANCES_CHECKED = 2
"""Compositions whose probabilities of split rounds are computed in full, ten seconds each."""

SEED_OF_COUNTED = 1_000_003
SEED_OF_SHOES = 2_000_003
"""Added to the seed for the shoes that are only counted, and for those that are played."""

METHOD = (
    "effects of removal and the figures of every composition: exact recursion over compositions,"
    " the strategy that is optimal for the shoe held fixed, or made optimal for the composition;"
    " compositions drawn at random without replacement, one in each part of every shoe; intervals"
    " of 95 percent from the means of shoes, with a rough form of the figures, from the effects of"
    " removal, over many more shoes as control"
)


@dataclass(frozen=True)
class ShoeOrder:
    """What a study of the shoe is asked.

    `cut` cards are dealt before the cut card, by default those of `usual_cut`. `compositions` are
    random ones, rounded up to whole shoes, 0 for none; `strata` parts of equal width of each shoe
    have one round each; of `counted` shoes only the cards are counted. Bonus wagers are left out
    too where splitting can make more hands than the distribution of a round is computed for.
    `half_width` is that of the cut card's effect.
    """

    cut: int | None = None
    compositions: int = COMPOSITIONS
    strata: int = STRATA
    counted: int = COUNTED
    seed: int = 1
    with_bonus: bool = True
    with_cut_card: bool = True
    half_width: float = HALF_WIDTH

    @property
    def shoes(self) -> int:
        """Whole shoes that give at least so many compositions."""
        return ceil(self.compositions / self.strata)


def usual_cut(cards: int) -> int:
    """Return the default number of cards dealt before the cut card.

    260 of six decks, 75 of two, and otherwise five sixths, but never so many that a round might not
    be finished.

    Examples
    --------
    >>> usual_cut(312), usual_cut(104), usual_cut(416), usual_cut(52)
    (260, 75, 347, 26)
    """
    return USUAL_CUTS.get(cards, min(round(cards * USUAL_PENETRATION), cards - FEWEST_LEFT))


def checked(game: BlackjackGame, order: ShoeOrder) -> ShoeOrder:
    """Return an order with its cut and defaults, or raise an EngineError before any work."""
    return checked_order(game.shoe.size, order)


def checked_order(cards: int, order: ShoeOrder) -> ShoeOrder:
    """Return an order for so many cards; see `checked`."""
    cut = usual_cut(cards) if order.cut is None else order.cut
    if cards < FEWEST_LEFT + order.strata:
        raise EngineError(
            f"the shoe has {cards} cards; expected {FEWEST_LEFT + order.strata} or more, of which"
            f" {FEWEST_LEFT} are left behind the cut card so that the last round can be played out"
        )
    if order.strata < 1:
        raise EngineError(f"found {order.strata} parts of a shoe; expected 1 or more")
    if not order.strata <= cut <= cards - FEWEST_LEFT:
        raise EngineError(
            f"found a cut card after {cut} of {cards} cards; expected {order.strata} to"
            f" {cards - FEWEST_LEFT}, so that each of {order.strata} parts before it has a card"
            f" and the {FEWEST_LEFT} cards that a round may need are behind it"
        )
    if not 0 <= order.compositions <= MOST_COMPOSITIONS:
        raise EngineError(
            f"found {order.compositions} compositions; expected 0 to {MOST_COMPOSITIONS}"
        )
    if order.counted < 2 or order.seed < 0 or not order.half_width > 0.0:
        raise EngineError(
            "expected two shoes or more to count, a seed of 0 or more and a half width above 0;"
            f" found {order.counted}, {order.seed} and {order.half_width:g}"
        )
    return replace(order, cut=cut)


def shoe_study(
    game: BlackjackGame,
    order: ShoeOrder | None = None,
    *,
    context: Context | None = None,
    workers: Workers | None = None,
    keep: Callable[[Sample], None] = lambda drawn: None,
) -> ShoeResult:
    """Return how the composition of the shoe changes every wager.

    Effects are those of the game's shoe, and from it shoes are dealt. `keep` receives the random
    compositions and their figures. No result depends on `workers`.

    Notes
    -----
    Conditioning: none; insurance on an ace shown.
    Method: as `METHOD` says. A round begins with equal probability at any number of cards dealt
        before the cut card.
    Error: expectations of a composition at most `solve.ERROR_BOUND`; figures from the sample have
        their intervals.
    Source: derived here.
    """
    order, context, workers = (
        checked(game, order or ShoeOrder()),
        context or Context(),
        workers or Workers(),
    )
    cut = order.cut or 0
    found = effects(game, context, workers, bonus=order.with_bonus)
    wagers = wagers_of(game, with_bonus=found.chances is not None)
    removals = Removals(start=game.shoe.array(), full=found.full, removed=found.removed)
    counts = {wager.name: counts_of(removals, wager) for wager in wagers}
    drawn = None
    if order.compositions:
        taken = sample(
            game,
            cut=cut,
            shoes=order.shoes,
            strata=order.strata,
            seed=order.seed,
            first_order=found.chances,
            context=context,
            workers=workers,
        )
        keep(taken)
        by_name = {wager.name: wager for wager in wagers}
        calls = {
            wager.name: calls_of(removals, by_name, wager, counts[wager.name]) for wager in wagers
        }
        drawn = sample_result(removals, wagers, calls, taken, order)
        if found.chances is not None:
            check = _chance_check(game, taken, context, workers)
            drawn = drawn.model_copy(update={"chance_check": check})
    return ShoeResult(
        **game.loaded.provenance(),
        strategy="optimal",
        shoe=game.shoe.by_label(),
        parameters=game.loaded.parameters_as_written(),
        cut=cut,
        payment=float(game.rules.burnout_payment),
        effects=tuple(effects_of(removals, wager) for wager in wagers),
        identities=identities_of(removals, wagers),
        counts=tuple(counts.values()),
        sample=drawn,
        cut_card=cut_card_effects(game, order, context, workers) if order.with_cut_card else (),
        error_bound=ERROR_BOUND,
        method=METHOD,
    )


def kept_shoe_study(game: BlackjackGame, *, context: Context) -> ShoeResult:
    """Return the default `shoe_study`, looked up if it was computed before."""
    order = checked(game, ShoeOrder())
    key = {**game.key(), "order": asdict(order)}
    return context.kept(KIND, key, ShoeResult, lambda: shoe_study(game, order, context=context))


def _chance_check(
    game: BlackjackGame, taken: Sample, context: Context, workers: Workers
) -> ChanceCheck:
    """Compute in full a few of the compositions that are farthest from the whole shoe."""
    few = taken.counts[:CHANCES_CHECKED, -1]
    exact = in_full(game, list(few), context=context, workers=workers)
    off = exact - taken.values[:CHANCES_CHECKED, -1, : exact.shape[1]]
    return ChanceCheck(compositions=len(few), largest=float(abs(off).max()))


def sample_result(
    removals: Removals,
    wagers: list[Wager],
    calls: dict[str, list[Call]],
    taken: Sample,
    order: ShoeOrder,
) -> ShoeSample:
    """Return the figures that follow from the random compositions.

    `calls` has by wager the counts whose gain is computed; `order` has its cut.
    """
    cut = order.cut or 0
    many = deal(removals.start, cut, order.counted, order.strata, order.seed + SEED_OF_COUNTED)
    seen = Seen(removals, Rounds(taken.counts, taken.values), many, cut, BEST)
    by_name = {wager.name: wager for wager in wagers}
    return ShoeSample(
        cut=cut,
        shoes=order.shoes,
        strata=order.strata,
        seed=order.seed,
        counted=order.counted,
        checks=checks_of(seen, wagers),
        counting=tuple(
            counting_of(seen, by_name, wager, call)
            for wager in wagers
            for call in calls[wager.name]
        ),
        perfect=tuple(perfect_of(seen, by_name, wager) for wager in wagers),
        penetration=tuple(spread for wager in wagers for spread in penetration_of(seen, wager)),
    )


def cut_card_effects(
    game: BlackjackGame, order: ShoeOrder, context: Context, workers: Workers
) -> tuple[CutCardEffect, ...]:
    """Return the effect of ending the shoe with a cut card, without Burnout and with it.

    None for a shoe that is not full, since play begins with full ones, and where the spec has no
    cut card. The cut card is at the nearest whole percent of the shoe.
    """
    is_full = game.shoe == Shoe.of_decks(game.rules.decks)
    if not is_full or CUT_CARD not in game.loaded.spec.parameters:
        return ()
    cards = game.shoe.size
    behind = round(100 * (cards - (order.cut or 0)) / cards)
    played = apply_settings(game.loaded, {CUT_CARD: behind})
    program = Program(played)
    exact = {MAIN: game.optimal.main.ev}
    gross = game.optimal.main_burnout
    if gross is not None:
        exact[BURNOUT] = gross.ev - float(game.rules.burnout_payment)
    found = []
    for place, (wager, value) in enumerate(exact.items()):
        seed = order.seed + SEED_OF_SHOES + 2 * place
        key = {**game.key(), "order": [behind, order.half_width, seed], "wager": wager}

        def play(wager: str = wager, value: float = value, seed: int = seed) -> CutCardEffect:
            policy = certified_play(
                program, game.optimal.decisions, name=f"{OPTIMAL}, {wager}", bought=wager == BURNOUT
            )
            plan = plan_shoes(
                played, policy, half_width=order.half_width, shoes=None, seed=seed, engine=None
            )
            means = means_of(context.progress, workers.processes, f"cut card, {wager}")
            return cut_card_effect(plan, wager, value, play_shoes(plan, means))

        found.append(context.kept(CUT_CARD_KIND, key, CutCardEffect, play))
    return tuple(found)
