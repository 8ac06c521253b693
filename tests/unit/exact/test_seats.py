"""Two seats at full size: published figures, a seat's own expectation, what thinning costs."""

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack import seats
from certify.exact.blackjack.multisets.hand_pairs import CardsLeft
from certify.exact.blackjack.multisets.split_shoe import chances_in_order
from certify.exact.blackjack.multisets.sums import Multisets
from certify.exact.blackjack.reach import reach_of
from certify.exact.blackjack.seats import (
    ROUNDING,
    seat_covariance,
    seat_hands,
    seats_suffice,
)
from certify.exact.blackjack.solve import solve_basic, solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.support.rules import rules_with

SIX = 5


def six_decks(**changes):
    rules = rules_with(decks=6, **changes)
    return solve_basic(shoe_values(rules, Shoe.of_decks(6), with_burnout=False))


@pytest.mark.slow
def test_six_decks_agree_with_the_published_covariance():
    """Wizard of Odds, Variance in blackjack: 0.499 with doubling after splits, dealer hits 17."""
    found = seat_covariance(six_decks(), with_option=False)
    assert found.covariance == pytest.approx(0.499, abs=0.0005)
    assert ROUNDING < found.error_bound < 2e-6


@pytest.mark.slow
def test_benchmark_rules_agree_with_the_published_covariance():
    """Wong, Professional Blackjack: 0.47; the dealer stands, nothing is doubled after a split."""
    solution = six_decks(dealer_hits_soft_17=False, double_after_split=False)
    found = seat_covariance(solution, with_option=False)
    assert found.covariance == pytest.approx(0.47, abs=0.005)


@pytest.mark.parametrize("with_option", [False, True])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        pytest.param(
            {"dealer_peeks": False, "surrender": "late", "resplit_aces": True},
            marks=pytest.mark.slow,
        ),
        {"dealer_peeks": False, "no_peek_loses": "original", "double_after_hit": True},
    ],
)
def test_hands_of_a_seat_make_up_its_expectation(changes, with_option):
    solution = solve_optimal(
        shoe_values(rules_with(decks=2, **changes), Shoe.of_decks(2), with_burnout=True)
    )
    reach = reach_of(solution.shoe, solution.decisions, with_option=with_option)
    figures = solution.main_burnout if with_option else solution.main
    assert figures is not None
    for upcard in (0, SIX, 9):
        hands = seat_hands(solution, reach, upcard, with_option=with_option)
        left = solution.shoe.counts - np.eye(10, dtype=np.int64)[upcard]
        found = Multisets.of(hands.keys, np.abs(hands.weights).max(axis=1))
        mean = CardsLeft(left, upcard, hits_soft_17=True).expectation(found, hands.weights)
        assert mean - 1.0 == pytest.approx(figures.by_upcard[upcard], rel=0, abs=1e-13)


def one_deck():
    rules = rules_with(decks=1, max_split_hands=2)
    return solve_optimal(shoe_values(rules, Shoe.of_decks(1), with_burnout=False))


def test_hands_are_unlikely_that_add_little_with_any_other():
    solution = one_deck()
    reach = reach_of(solution.shoe, solution.decisions, with_option=False)
    hands = seat_hands(solution, reach, SIX, with_option=False)
    left = CardsLeft(solution.shoe.counts - np.eye(10, dtype=np.int64)[SIX], SIX, True)
    weights = np.abs(hands.weights).max(axis=1)
    # Of both hands in one given order, whatever the dealer has.
    of_two = np.array([chances_in_order(left.in_order, hands.keys + key) for key in hands.keys])
    of_two *= weights * weights[:, None]
    for most in (0.0, 1e-4, 1e-2):
        likely, bound = left.likely(hands.keys, weights, most)
        lost = of_two.sum() - of_two[np.ix_(likely, likely)].sum()
        assert lost <= bound + 1e-12
        assert bound <= most
        assert (lost > bound / 30) == (most > 0.0) == (not likely.all())
    few = CardsLeft(np.eye(10, dtype=np.int64)[SIX], SIX, True)
    assert few.likely(hands.keys, weights, 1.0)[0].all()


def test_thinning_stays_within_its_bound(monkeypatch):
    solution = one_deck()

    def found(share):
        monkeypatch.setattr(seats, "MAY_BE_LEFT_OUT", share)
        return seat_covariance(solution, with_option=False)

    finest, coarse = found(0.0), found(1e-3)
    assert finest.error_bound == ROUNDING
    assert 1e-4 < coarse.error_bound <= 1e-3 + ROUNDING
    difference = finest.covariance - coarse.covariance
    assert coarse.error_bound / 1000 < difference <= coarse.error_bound


def test_whether_a_shoe_has_the_cards_for_two_seats():
    assert seats_suffice(Shoe.of_decks(1), rules_with(decks=1))
    assert not seats_suffice(Shoe((1, 0, 0, 0, 5, 0, 4, 0, 4, 12)), rules_with())


@pytest.mark.parametrize("most_hands", [1, 2, 4])
def test_a_shoe_suffices_that_has_more_points_than_two_seats_and_the_dealer_can_take(most_hands):
    # A hand draws its last card at 20, the dealer at 16; a seat that does not split may burn a ten.
    seat = max((20 + 10) + 10, most_hands * (20 + 10))
    taken = 2 * seat + (16 + 10)
    rules = rules_with(max_split_hands=most_hands)
    assert not seats_suffice(Shoe((taken, 0, 0, 0, 0, 0, 0, 0, 0, 0)), rules)
    assert seats_suffice(Shoe((taken - 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)), rules)
