"""Hands after a split: figures that others have published."""

from __future__ import annotations

import pytest

from certify.cards.shoe import Shoe
from certify.cards.split_play import SplitPlay
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.split import NET
from certify.exact.blackjack.splits.full_memory import full_memory_values
from certify.exact.blackjack.values import ShoeValues, shoe_values
from tests.support.rules import rules_with

TWO, SIX, NINE, TEN = 1, 5, 8, 9

ONE_DECK = rules_with(dealer_hits_soft_17=False, double_after_split=False, max_split_hands=2)


def values_of(rules, shoe: Shoe) -> ShoeValues:
    return shoe_values(rules, shoe, with_burnout=False)


@pytest.mark.parametrize(
    ("play", "percent"),
    [
        (SplitPlay.UNSPLIT, -0.615389123),
        (SplitPlay.CDZ, -0.615389123),
        (SplitPlay.CDP, -0.615387095),
    ],
)
def test_six_decks(play: SplitPlay, percent: float):
    """Farmer's program: H17, double any two, after splits too, four hands, aces once."""
    values = values_of(rules_with(), Shoe.of_decks(6))
    found = solve_optimal(values, split_play=play).main.ev * 100.0
    assert found == pytest.approx(percent, rel=0, abs=5.1e-10)


@pytest.mark.parametrize("play", [SplitPlay.UNSPLIT, SplitPlay.CDZ])
def test_twos_against_a_six_from_one_deck(play: SplitPlay):
    """E. Farmer, blackjacktheforum.com, on MGP's analyzer: S17, no double after a split, once."""
    solution = solve_optimal(values_of(ONE_DECK, Shoe.of_decks(1)), split_play=play)
    found = solution.split[NET, TWO, SIX]
    assert found == pytest.approx(0.1189818683947885, rel=0, abs=1e-14)


PUBLISHED_NINES = (
    0.173232943411645,
    0.172778633765097,
    0.252688077504041,
    0.339219595561846,
    0.359377292533821,
    0.34057565610755,
    0.179418224640052,
    -0.112239530063659,
    -0.324919525941,
)
"""k_c, blackjacktheforum.com: nines against 2 to T, one deck, S17, all cards of two hands known."""


def test_nines_of_one_deck_with_every_card_remembered():
    values = values_of(ONE_DECK, Shoe.of_decks(1))
    found = full_memory_values(values, NINE, range(TWO, TEN + 1))
    # Published with the wager that a dealer blackjack takes, here without.
    found[-1] -= 1.0 - values.no_blackjack_at_all[TEN, values.pairs[NINE]]
    assert found[1:] == pytest.approx(PUBLISHED_NINES[1:], rel=0, abs=1e-12)
    # Against a two the published program plays the first hand for itself alone; that it may be
    # played for what the other hand learns from it is worth this much more.
    assert found[0] - PUBLISHED_NINES[0] == pytest.approx(6.308514493e-5, rel=0, abs=1e-12)
