"""Insurance and even money equal what every deal of four cards says."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.exact.blackjack.insurance import insurance_figures

PAYS, BLACKJACK_PAYS, EVEN_MONEY_PAYS = Fraction(2), Fraction(3, 2), Fraction(1)

SHOES = (
    (2, 0, 0, 0, 1, 0, 0, 0, 1, 3),
    (1, 0, 2, 0, 0, 0, 0, 0, 0, 3),  # no second ace: no blackjack against an ace
    (3, 0, 0, 1, 0, 0, 0, 0, 0, 0),  # no ten: insurance always loses
    (2, 0, 0, 0, 0, 0, 0, 0, 0, 2),
)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("counts", SHOES)
def test_figures_are_those_of_all_deals(counts):
    cards = [rank for rank in range(RANKS) for _ in range(counts[rank])]
    deals = list(permutations(cards, 4))  # upcard, hole card, the player's two
    offered = [(hole, tuple(sorted(own))) for up, hole, *own in deals if up == ACE]

    def insured(hole: int) -> Fraction:
        return PAYS if hole == TEN else Fraction(-1)

    by_hand: dict[tuple[int, ...], list[Fraction]] = {}
    for hole, own in offered:
        by_hand.setdefault(own, []).append(insured(hole))
    gained = [
        EVEN_MONEY_PAYS - (Fraction(0) if hole == TEN else BLACKJACK_PAYS)
        for hole, own in offered
        if own == (ACE, TEN)
    ]
    found = insurance_figures(
        Shoe(counts), pays=PAYS, blackjack_pays=BLACKJACK_PAYS, even_money_pays=EVEN_MONEY_PAYS
    )
    assert found is not None
    assert found.p_offered == Fraction(len(offered), len(deals))
    assert found.ev_always == mean([insured(hole) for hole, _ in offered])
    assert found.best_ev == max(mean(results) for results in by_hand.values())
    assert found.even_money == sum(gained, Fraction(0)) / len(deals)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 4, 0, 0, 0, 0, 4), (1, 0, 0, 0, 1, 0, 0, 0, 0, 1)])
def test_no_insurance_without_an_ace_or_four_cards(counts):
    given = {"pays": PAYS, "blackjack_pays": BLACKJACK_PAYS, "even_money_pays": EVEN_MONEY_PAYS}
    assert insurance_figures(Shoe(counts), **given) is None
