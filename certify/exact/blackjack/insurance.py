"""Insurance and even money: a wager on the hole card alone, so closed forms."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe


@dataclass(frozen=True)
class InsuranceFigures:
    """Exact figures of insurance.

    Attributes
    ----------
    p_offered : Fraction
        Probability a round that the upcard is an ace.
    ev_always : Fraction
        Expectation per unit of insurance over all rounds in which it is offered.
    best_ev : Fraction
        Expectation per unit with the two cards that make it best.
    even_money : Fraction
        What taking even money on every blackjack against an ace gains a round, in main wagers.
    """

    p_offered: Fraction
    ev_always: Fraction
    best_ev: Fraction
    even_money: Fraction


def insurance_figures(
    shoe: Shoe, *, pays: Fraction, blackjack_pays: Fraction, even_money_pays: Fraction
) -> InsuranceFigures | None:
    """Return the figures of insurance, or None if the shoe has no ace to show.

    Parameters
    ----------
    shoe : Shoe
        Undealt cards.
    pays, blackjack_pays, even_money_pays : Fraction
        Payouts to one.

    Returns
    -------
    InsuranceFigures or None
        The figures.

    Notes
    -----
    Conditioning: on an ace as upcard, where not said otherwise.
    Method: P(ten in the hole) is the share of tens among the unseen cards; exact.
    Error: none.
    Source: derived here.
    """
    counts = list(shoe.counts)
    if counts[ACE] == 0 or shoe.size < 4:
        return None
    p_offered = Fraction(counts[ACE], shoe.size)
    counts[ACE] -= 1
    cards = sum(counts)

    def ev(ten_in_hole: Fraction) -> Fraction:
        return ten_in_hole * pays - (1 - ten_in_hole)

    best = max(
        ev(Fraction(counts[TEN] - (first == TEN) - (second == TEN), cards - 2))
        for first in range(RANKS)
        for second in range(first, RANKS)
        if counts[first] and counts[second] > (first == second)
    )
    natural = Fraction(2 * counts[ACE] * counts[TEN], cards * (cards - 1))
    gain = Fraction(0)
    if natural:
        no_blackjack = 1 - Fraction(counts[TEN] - 1, cards - 2)
        gain = p_offered * natural * (even_money_pays - blackjack_pays * no_blackjack)
    return InsuranceFigures(
        p_offered=p_offered,
        ev_always=ev(Fraction(counts[TEN], cards)),
        best_ev=best,
        even_money=gain,
    )
