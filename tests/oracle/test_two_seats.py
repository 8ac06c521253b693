"""The engine's covariance of two seats equals the oracle's on tiny shoes."""

import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.seats import ROUNDING, seat_covariance
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.oracle.two_seats import two_seats
from tests.support.rules import rules_with

TOLERANCE = 1e-13

CASES = [
    pytest.param(shoe, changes, id=name, marks=pytest.mark.slow if slow else ())
    for name, shoe, slow, changes in (
        ("two-hands", (1, 0, 0, 0, 5, 0, 4, 0, 4, 12), True, {"max_split_hands": 2}),
        (
            "no-hole-card-original",
            (1, 0, 0, 0, 6, 0, 0, 5, 0, 11),
            False,
            {"dealer_peeks": False, "no_peek_loses": "original"},
        ),
        (
            "no-hole-card-all-aces",
            (4, 0, 0, 0, 6, 0, 0, 6, 0, 10),
            True,
            {
                "dealer_peeks": False,
                "hit_split_aces": True,
                "double_split_aces": True,
                "max_split_hands": 2,
                "surrender": "late",
            },
        ),
        (
            "double-late-surrender",
            (1, 0, 0, 0, 8, 0, 6, 0, 0, 10),
            False,
            {"double_after_hit": True, "surrender": "late"},
        ),
        ("four-hands", (1, 0, 0, 0, 4, 0, 4, 0, 5, 10), True, {}),
        ("three-hands", (2, 0, 0, 4, 4, 0, 0, 6, 0, 10), True, {"max_split_hands": 3}),
        (
            "no-hole-card-all",
            (1, 0, 0, 5, 5, 0, 0, 0, 5, 10),
            True,
            {"dealer_peeks": False, "max_split_hands": 3},
        ),
    )
]


@pytest.mark.parametrize(("shoe", "changes"), CASES)
def test_two_seats(shoe, changes):
    rules = rules_with(**changes)
    solution = solve_optimal(shoe_values(rules, Shoe(shoe), with_burnout=True))
    assert solution.main_burnout is not None
    for burnout, figures in ((False, solution.main), (True, solution.main_burnout)):
        oracle = two_seats(shoe, rules, burnout=burnout)
        found = seat_covariance(solution, with_option=burnout)
        assert float(oracle.mean) == pytest.approx(figures.ev, rel=0, abs=TOLERANCE)
        assert found.covariance == pytest.approx(float(oracle.covariance), rel=0, abs=TOLERANCE)
        assert found.error_bound == ROUNDING
