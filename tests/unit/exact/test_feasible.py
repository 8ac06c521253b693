"""Shoes that are too small for a round are refused with the hand that shows it."""

import pytest

from certify.cards.shoe import Shoe
from certify.errors import InfeasibleShoeError
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.support.rules import rules_with


def solve(counts, **rules):
    return solve_optimal(shoe_values(rules_with(**rules), Shoe(counts), with_burnout=True))


@pytest.mark.parametrize(
    ("counts", "need"),
    [
        ((0, 0, 0, 0, 0, 0, 0, 0, 0, 3), "deal two cards to each side"),
        ((0, 2, 2, 2, 0, 0, 0, 0, 0, 0), "play out 2,3 against 2"),
        ((0, 0, 0, 0, 0, 0, 0, 8, 0, 0), "play out a split of 8,8 against 8"),
    ],
)
def test_too_small(counts, need):
    with pytest.raises(InfeasibleShoeError) as caught:
        solve(counts)
    assert f"the shoe of {sum(counts)} cards is too small for a round" in str(caught.value)
    assert need in str(caught.value)


def test_large_enough():
    assert solve((0, 0, 0, 0, 0, 0, 0, 0, 0, 20)).main.ev == 0.0
    assert solve((1, 1, 1, 1, 1, 1, 1, 1, 1, 40)).main.average_wagered > 1.0
