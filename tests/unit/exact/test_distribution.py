"""The law of a round at full size: its mean is the recurrence's, its mass is one."""

from fractions import Fraction

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.exact.distribution import round_law, split_laws
from certify.exact.solve import solve_basic, solve_optimal
from certify.exact.split_law import MOST_NET
from certify.exact.values import shoe_values
from tests.support.rules import rules_with

MASS = 1e-13
MEAN = 1e-12
NETS = np.arange(-MOST_NET, MOST_NET + 1)


def check(solution):
    shoe = solution.shoe
    laws = split_laws(solution)
    for (pair, upcard), split in laws.items():
        hand = shoe.pairs[pair]
        assert split.probability.min() >= -MASS
        assert split.probability.sum() == pytest.approx(
            shoe.no_blackjack[upcard, 0, hand], abs=MASS
        )
        mean = float(split.probability.sum(axis=(1, 2)) @ NETS)
        assert mean == pytest.approx(solution.split[0, pair, upcard], abs=MEAN)
    for with_option, figures in ((False, solution.main), (True, solution.main_burnout)):
        law = round_law(solution, with_option=with_option, splits=laws)
        assert law.error_bound <= 1e-9
        outcomes = law.outcomes()
        assert sum(outcomes.values()) == pytest.approx(1.0, abs=MASS)
        mean = sum(float(value) * probability for value, probability in outcomes.items())
        assert mean == pytest.approx(figures.ev, abs=MEAN)
        for majority in (False, True):
            assert law.streak(majority=majority).sum() == pytest.approx(1.0, abs=MASS)
        assert law.probability.sum() == pytest.approx(1.0, abs=MASS)
    return laws


def solved(decks, **rules):
    changed = rules_with(decks=decks, **rules)
    return solve_optimal(shoe_values(changed, Shoe.of_decks(decks), with_burnout=True))


def test_one_deck_split_to_two_hands():
    check(solved(1, max_split_hands=2))


def test_six_decks_without_a_hole_card_split_to_two_hands():
    check(solved(6, max_split_hands=2, dealer_peeks=False, surrender="late"))


@pytest.mark.slow
def test_six_decks_split_to_four_hands():
    laws = check(solved(6))
    assert len(laws) > 40


@pytest.mark.slow
def test_two_decks_basic_strategy():
    shoe = shoe_values(rules_with(decks=2), Shoe.of_decks(2), with_burnout=True)
    check(solve_basic(shoe))


def test_more_than_four_hands_are_refused():
    with pytest.raises(EngineError, match="at most 4 hands after splits, but the rules allow 5"):
        split_laws(solved(1, max_split_hands=5))


def test_a_law_that_is_no_multiple_of_one_half():
    law = round_law(solved(1, max_split_hands=1, blackjack_pays=Fraction(6, 5)), with_option=False)
    assert Fraction(6, 5) in law.outcomes()
    with pytest.raises(EngineError, match="no multiple of one half"):
        _ = law.probability
