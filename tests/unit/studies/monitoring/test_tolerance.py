"""Tolerances and p-values at a single look, against figures from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from certify.studies.monitoring.references import Play
from certify.studies.monitoring.tolerance import (
    Volume,
    holm,
    p_value,
    power_of,
    tolerance,
    tolerance_on_action,
)
from certify.studies.monitoring.tolerance import test_of as distribution_of
from tests.support.monitoring import references

N = 250_000


def equal(number: float, rtp: float, *, seats: float = 1.0, correlation: float = 0.0) -> Volume:
    """Return wagers of one unit each with a return."""
    return Volume(
        wagers=number,
        stake=number,
        stake_squared=number,
        shared=number * (1.0 + correlation * (seats - 1.0)),
        net=number * (rtp - 1.0),
        wagered=number,
        returned=number * rtp,
    )


@pytest.fixture(scope="module")
def plain():
    """Six decks, the dealer hits soft 17: return 99.382 %, SD 1.160, covariance of seats 0.499."""
    main = references()["main"]
    line = replace(main.upper, mean=0.99382 - 1.0)
    assert sqrt(line.distribution.variance) == pytest.approx(1.160, abs=5e-4)
    assert main.seat_correlation * line.distribution.variance == pytest.approx(0.499, abs=1e-3)
    return replace(main, upper=line, lower=line)


def test_the_worked_example_alone(plain):
    volume = equal(N, 0.9870)
    low, high = tolerance(volume, plain, 0.95), tolerance(volume, plain, 0.99)
    assert 100 * (low.high - low.low) / 2 == pytest.approx(0.455, abs=5e-4)
    assert 100 * (high.high - high.low) / 2 == pytest.approx(0.598, abs=5e-4)
    assert (100 * low.low, 100 * low.high) == pytest.approx((98.93, 99.84), abs=0.005)
    assert (100 * high.low, 100 * high.high) == pytest.approx((98.78, 99.98), abs=0.005)
    assert volume.returned / volume.wagered < high.low
    p = p_value(volume, plain)
    assert p is not None
    assert p < 0.01


def test_the_worked_example_with_five_seats(plain):
    volume = equal(N, 0.9870, seats=5.0, correlation=plain.seat_correlation)
    low, high = tolerance(volume, plain, 0.95), tolerance(volume, plain, 0.99)
    assert 100 * (low.high - low.low) / 2 == pytest.approx(0.717, abs=5e-4)
    assert 100 * (high.high - high.low) / 2 == pytest.approx(0.942, abs=5e-4)
    # Both lines are printed: alone it would be an alert, with five seats it is nothing.
    assert 100 * (high.high_alone - high.low_alone) / 2 == pytest.approx(0.598, abs=5e-4)
    assert low.low < volume.returned / volume.wagered < high.low_alone
    p = p_value(volume, plain)
    assert p is not None
    assert p > 0.05
    assert p == pytest.approx(2 * norm.cdf(-0.00682 / (0.00717 / 1.96)), rel=1e-2)


def test_rounds_to_see_a_shift(plain):
    found = power_of("main", equal(N, 1.0), plain, 0.95, 10)
    needed = {each.shift: each.wagers for each in found.shifts}
    assert needed[0.01] == pytest.approx(141_437, rel=2e-3)
    assert needed[0.005] == pytest.approx(565_749, rel=2e-3)
    assert needed[0.0025] == pytest.approx(2.26e6, rel=3e-3)
    assert needed[0.001] == pytest.approx(14.1e6, rel=4e-3)
    again = power_of("main", equal(needed[0.01], 1.0), plain, 0.95, 10)
    assert again.detectable == pytest.approx(0.01)
    five = power_of("main", equal(N, 1.0, seats=5.0, correlation=0.5), plain, 0.95, 10)
    assert five.shifts[0].wagers == pytest.approx(3.0 * found.shifts[0].wagers)


def test_wide_tolerances_are_told_with_what_narrows_them(plain):
    few = power_of("main", equal(2_000, 1.0), plain, 0.99, 4)
    limits = tolerance(equal(2_000, 1.0), plain, 0.99)
    wagers = next(each.wagers for each in few.shifts if each.shift == 0.01)
    deviation = 2.5758293 * (plain.upper.distribution.variance / 2_000) ** 0.5
    assert (limits.high - limits.low) / 2 == pytest.approx(deviation)
    assert few.told == (
        f"main: the 99 % tolerance is {100 * limits.low:.1f} to {100 * limits.high:.1f} % at 2,000"
        f" wagers; to see a shift of 1 point takes {float(f'{wagers:.3g}'):,.0f} wagers, some"
        f" {round(wagers / 2_000 * 4 / 30.44)} months at this rate."
    )
    assert power_of("main", equal(N, 1.0), plain, 0.99, 4).told == ""


def test_uneven_stakes_count_as_fewer(plain):
    stakes = np.array([5.0] * 900 + [500.0] * 100)
    volume = replace(
        equal(stakes.size, 1.0),
        stake=float(stakes.sum()),
        stake_squared=float(stakes @ stakes),
        shared=float(stakes @ stakes),
    )
    assert volume.effective == pytest.approx(stakes.sum() ** 2 / (stakes @ stakes))
    half = tolerance(volume, plain, 0.95).high - plain.upper.mean - 1.0
    spread = sqrt(plain.upper.distribution.variance) * sqrt(stakes @ stakes) / stakes.sum()
    assert half == pytest.approx(1.959964 * spread)


def test_the_ratio_estimator_is_that_of_drawn_rounds(plain):
    random = np.random.default_rng(7)
    distribution = plain.upper.distribution
    net = random.choice(distribution.values, size=(4_000, 500), p=distribution.chances)
    wagered = np.where(np.abs(net) > 1.5, np.abs(net), 1.0)
    ratio = distribution.mean / float(wagered.mean())
    variance = float(np.var(net - ratio * wagered))
    reference = replace(plain, variance_on_action=variance)
    volume = replace(equal(500, 1.0), wagered=500 * float(wagered.mean()))
    found = tolerance_on_action(volume, reference, 0.95)
    actual = 1.0 + net.sum(axis=1) / wagered.sum(axis=1)
    half = (found.high - found.low) / 2
    assert half == pytest.approx(1.96 * float(actual.std()), rel=0.03)


def test_the_certified_moments_make_the_variance_on_action():
    main = references()["main"]
    lost = -0.0061 / 1.1362
    assert main.variance_on_action == pytest.approx(
        main.upper.distribution.variance - 2 * lost * 0.0361 + lost**2 * 0.1310, rel=1e-3
    )


@pytest.mark.parametrize("wins", [0, 3, 17, 40])
def test_few_paid_wagers_are_exactly_binomial(wins):
    number, paid = 900, 16.0
    bonus = references(Play(bonus="always"))["bonus.5"]
    volume = equal(number, wins * paid / number)
    assert distribution_of(volume, bonus) == "binomial"
    high, low = bonus.upper.distribution.chances[-1], bonus.lower.distribution.chances[-1]
    above = binomtest(wins, number, high, alternative="greater").pvalue
    below = binomtest(wins, number, low, alternative="less").pvalue
    assert p_value(volume, bonus) == pytest.approx(min(1.0, 2 * min(above, below)), rel=1e-9)
    # A return is outside the limits exactly if the p-value says so.
    limits = tolerance(volume, bonus, 0.95)
    outside = not limits.low <= wins * paid / number <= limits.high
    assert outside == (2 * min(above, below) < 0.05)


def test_many_paid_wagers_are_normal():
    bonus = references()["bonus.2"]
    assert distribution_of(equal(3_000, 0.9), bonus) == "normal"
    assert distribution_of(equal(50, 0.9), references()["main"]) == "none"
    assert p_value(equal(50, 0.9), references()["main"]) is None


def test_between_the_lines_all_is_well():
    bonus = references()["bonus.2"]
    assert bonus.lower.mean < -0.3 < -0.06 < bonus.upper.mean
    for rtp in (0.70, 0.8, 0.93):
        assert p_value(equal(1e6, rtp), bonus) == 1.0


def test_holm():
    assert holm([0.01, None, 0.04, 0.03]) == pytest.approx([0.03, None, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
