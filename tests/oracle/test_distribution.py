"""The distribution of a round is the oracle's: outcomes, wagers, streak by both readings."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.distribution import (
    RoundDistribution,
    SplitsWagered,
    round_distribution,
    split_cells,
    split_distributions,
    wagered_of_splits,
)
from certify.exact.blackjack.solve import Solution, solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.oracle.tiny_shoes import CASES, PLAIN, Case, analysed, marked

TOLERANCE = 1e-12
ORDINARY = (
    "no-split",
    "two-hands",
    "three-hands",
    "no-das",
    "no-hole-card-all",
    "no-hole-card-original-late-double",
    "double-9-11",
    "late-double-no-das",
    "aces-hit-and-double-no-das",
    "aces-everything-late-double-no-hole-card",
    "surrender",
    "no-burn-on-bust",
    "burn-late-double-s17",
    "burn-ends-hand",
)
"""Every switch, on the shoes that are quickest; the other cases are slow."""


NO_CARD_LEFT = Case(
    "no-card-left", (0, 3, 5, 5, 0, 0, 0, 3, 0, 0), replace(PLAIN, max_split_hands=2), 2
)
"""Where both hands of a pair of threes or fours are bust the dealer may have no card to draw."""


@cache
def solved(case: Case) -> Solution:
    """Return the engine's best play."""
    return solve_optimal(shoe_values(case.rules, Shoe(case.shoe), with_burnout=True))


@cache
def distributions(case: Case) -> tuple[RoundDistribution, RoundDistribution]:
    """Return the engine's distributions without and with Burnout."""
    solution = solved(case)
    splits = split_distributions(solution)
    return tuple(  # type: ignore[return-value]
        round_distribution(solution, with_option=with_option, splits=splits)
        for with_option in (False, True)
    )


@cache
def wagered(case: Case) -> SplitsWagered:
    """Return what the engine finds to be wagered in split rounds."""
    solution = solved(case)
    cells = split_cells(solution.shoe, solution.decisions)
    return wagered_of_splits(solution, solution.shoe.rules, cells)


def both(case: Case):
    analysis = analysed(case)
    return list(zip(distributions(case), (analysis.main, analysis.burnout), strict=True))


@pytest.mark.parametrize("case", [*marked(CASES, ORDINARY), *marked([NO_CARD_LEFT])])
def test_outcomes(case: Case):
    for engine, oracle in both(case):
        found = engine.outcomes()
        for value in found.keys() | oracle.distribution.keys():
            expected = float(oracle.distribution.get(Fraction(value), Fraction(0)))
            assert found.get(value, 0.0) == pytest.approx(expected, rel=0, abs=TOLERANCE)
        # So few multisets are all counted: what is bounded is rounding, and there is some.
        assert abs(sum(found.values()) - 1.0) < engine.error_bound < TOLERANCE


@pytest.mark.parametrize("case", marked(CASES, ORDINARY))
def test_streak_by_both_readings(case: Case):
    for engine, oracle in both(case):
        for reading, distribution in (
            ("net", oracle.streak_by_net),
            ("majority", oracle.streak_by_majority),
        ):
            found = engine.streak(reading)
            expected = [float(distribution.loss), float(distribution.push), float(distribution.win)]
            assert found == pytest.approx(expected, rel=0, abs=TOLERANCE)


@pytest.mark.parametrize("case", marked(CASES, ORDINARY))
def test_what_is_wagered(case: Case):
    for engine, oracle in both(case):
        found = engine.wagered_moments(wagered(case))
        expected = (
            oracle.average_wagered,
            oracle.variance_wagered,
            oracle.covariance_net_wagered,
        )
        assert (found.mean, found.variance, found.covariance_with_net) == pytest.approx(
            [float(value) for value in expected], rel=0, abs=TOLERANCE
        )
