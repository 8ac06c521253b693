"""What a study of the shoe is asked, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from certify.errors import EngineError

COMPOSITIONS = 1_000
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

SEED_OF_COUNTED = 1_000_003
SEED_OF_SHOES = 2_000_003
"""Added to the seed for the shoes that are only counted, and for those that are played."""


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
    def given(self) -> list[str]:
        """The names of options that leave something out."""
        return ["bonus"] * (not self.with_bonus) + ["cut_card"] * (not self.with_cut_card)

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


def checked_order(cards: int, order: ShoeOrder) -> ShoeOrder:
    """Return an order for so many cards, its cut filled in; an EngineError before any work."""
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
