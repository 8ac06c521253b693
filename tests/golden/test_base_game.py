"""Published figures of the base game (six decks, H17, DAS, four hands, peek, 3:2)."""

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.support.rules import rules_with

PUBLISHED_EV = -0.00615389123
PUBLISHED_BY_UPCARD = (
    -0.37240360381,
    0.09242669524,
    0.12611845778,
    0.16319034164,
    0.20348277913,
    0.23870809618,
    0.14460102687,
    0.05757242137,
    -0.04114157566,
    -0.17313880618,
)
ACCURACY = 1e-9


@pytest.fixture(scope="module")
def solution():
    rules = rules_with(decks=6, double_after_split=True, max_split_hands=4)
    return solve_optimal(shoe_values(rules, Shoe.of_decks(6), with_burnout=False))


def test_total(solution):
    assert solution.main.ev == pytest.approx(PUBLISHED_EV, rel=0, abs=ACCURACY)


def test_by_upcard(solution):
    assert np.abs(solution.main.by_upcard - PUBLISHED_BY_UPCARD).max() < ACCURACY
