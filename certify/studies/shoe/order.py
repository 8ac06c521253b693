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
OF_A_ROUND = 26
"""Cards that are always enough for a round of blackjack."""

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


def usual_cut(cards: int, of_a_round: int = OF_A_ROUND) -> int:
    """Return the default number of cards dealt before the cut card.

    260 of six decks, 75 of two, and otherwise five sixths, but never so many that a round might not
    be finished, which takes so many cards at most.

    Examples
    --------
    >>> usual_cut(312), usual_cut(104), usual_cut(416), usual_cut(52), usual_cut(52, 6)
    (260, 75, 347, 26, 43)
    """
    return min(USUAL_CUTS.get(cards, round(cards * USUAL_PENETRATION)), cards - of_a_round)


def checked_order(cards: int, order: ShoeOrder, of_a_round: int = OF_A_ROUND) -> ShoeOrder:
    """Return an order for so many cards, its cut filled in; an EngineError if it makes none.

    `of_a_round`: cards that a round takes at most; 0 before it is known.
    """
    cut = usual_cut(cards, of_a_round) if order.cut is None else order.cut
    if cards < of_a_round + order.strata:
        if of_a_round:
            why = (
                f"of which {of_a_round} are left behind the cut card so that the last round can be"
            )
            why += " played out"
        else:
            why = "from which compositions are drawn (--no-sample: effects of single cards alone)"
        raise EngineError(
            f"the shoe has {cards} cards; expected {of_a_round + order.strata} or more, {why}"
        )
    if order.strata < 1:
        raise EngineError(f"found {order.strata} parts of a shoe; expected 1 or more")
    if not order.strata <= cut <= cards - of_a_round:
        behind = f" and the {of_a_round} cards that a round may need are behind it"
        raise EngineError(
            f"found a cut card after {cut} of {cards} cards; expected {order.strata} to"
            f" {cards - of_a_round}, so that each of {order.strata} parts before it has a card"
            + (behind if of_a_round else "")
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
