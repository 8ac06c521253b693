"""Intervals: as scipy has them, and holding as often as they say."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from scipy import stats

from certify.errors import EngineError
from certify.play.tallies import Tallies
from certify.studies.fairness.intervals import (
    around,
    bounded_mean,
    chance_of,
    deviation_of,
    difference_of_shares,
    error_of,
    family_of,
    level_of,
    mean_of,
    quantile_of,
    share,
    share_of,
)

ALONE = family_of(0.95, 1)


def ends(estimate):
    return estimate.low, estimate.high


def tallies_of(values, scale=1):
    found = Tallies.empty(("x",), (scale,))
    for value in values:
        found.record([value])
    return found


def test_the_level_of_a_family_is_divided_among_its_figures():
    assert level_of(family_of(0.95, 10)) == pytest.approx(0.005)
    assert quantile_of(family_of(0.95, 10)) == pytest.approx(stats.norm.ppf(0.9975))
    assert quantile_of(ALONE, 4) == pytest.approx(stats.t.ppf(0.975, 4))


@pytest.mark.parametrize(("confidence", "figures"), [(0.0, 1), (1.0, 1), (0.95, 0)])
def test_an_impossible_family(confidence, figures):
    with pytest.raises(EngineError, match="found"):
        family_of(confidence, figures)


@pytest.mark.parametrize("hits", [0, 1, 17, 499, 500])
@pytest.mark.parametrize("figures", [1, 40])
def test_a_share_is_that_of_clopper_and_pearson(hits, figures):
    family = family_of(0.95, figures)
    expected = stats.binomtest(hits, 500).proportion_ci(1.0 - level_of(family), method="exact")
    found = share(hits, 500, family)
    assert found.value == hits / 500
    assert ends(found) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(("hits", "games"), [(-1, 5), (6, 5), (0, 0)])
def test_an_impossible_share(hits, games):
    with pytest.raises(EngineError, match=f"found {hits} of {games}"):
        share(hits, games, ALONE)


def test_a_mean_is_that_of_student():
    values = [3, -1, 4, 1, -5, 9, 2, 6, 500]
    expected = stats.ttest_1samp(np.array(values) / 10, 0.0).confidence_interval(0.95)
    found = mean_of(tallies_of(values, scale=10), "x", ALONE)
    assert found.value == pytest.approx(np.mean(values) / 10)
    assert ends(found) == pytest.approx((expected.low, expected.high))


def test_a_share_of_games_is_of_ones():
    assert share_of(tallies_of([0, 5, 5, 0], scale=5), "x", ALONE) == share(2, 4, ALONE)
    for other in (2, 1_000):
        with pytest.raises(EngineError, match="other values than 0 and 1"):
            share_of(tallies_of([0, 1, other]), "x", ALONE)


def test_an_interval_is_cut_at_its_bounds_but_never_misses_its_figure():
    assert ends(around(0.99, 0.1, ALONE, bounds=(0.0, 1.0)))[1] == 1.0
    assert ends(around(0.01, 0.1, ALONE, bounds=(0.0, 1.0)))[0] == 0.0
    assert ends(around(1.5, 0.0, ALONE, bounds=(0.0, 1.0))) == (1.5, 1.5)


def test_a_bounded_mean_of_ones_has_the_middle_of_wilson():
    values = np.repeat([0.0, 1.0], [90, 10])
    found = bounded_mean(values, ALONE)
    wilson = stats.binomtest(10, 100).proportion_ci(0.95, method="wilson")
    assert sum(ends(found)) == pytest.approx(wilson.low + wilson.high)
    assert found.low < wilson.low < wilson.high < found.high


@pytest.mark.parametrize("level", [0.0, 0.5, 1.0])
def test_a_bounded_mean_is_no_point_and_stays_within_bounds(level):
    found = bounded_mean(np.full(1_000, level), ALONE)
    assert 0.0 <= found.low <= level <= found.high <= 1.0
    assert 0.001 < found.high - found.low < 0.01


@pytest.mark.parametrize("rare", [0.01, 0.2])
def test_a_bounded_mean_holds_as_often_as_it_says(rare):
    generator, runs, truth = np.random.default_rng(1), 1_000, 1.0 - 0.75 * rare
    distribution = [rare / 2, rare / 2, 1.0 - rare]
    drawn = generator.choice([0.0, 0.5, 1.0], size=(runs, 300), p=distribution)
    held = sum(
        found.low <= truth <= found.high for found in (bounded_mean(x, ALONE) for x in drawn)
    )
    assert 0.93 * runs < held


def test_the_figures_of_a_family_hold_together():
    generator, runs, figures, games = np.random.default_rng(2), 300, 10, 500
    family, truth = family_of(0.9, figures), np.linspace(0.05, 0.95, figures)
    held = 0
    for _ in range(runs):
        # The same numbers for all: figures that depend on each other.
        hits = (generator.random((games, 1)) < truth).sum(axis=0)
        found = [share(int(each), games, family) for each in hits]
        held += all(
            each.low <= right <= each.high for each, right in zip(found, truth, strict=True)
        )
    assert held >= 0.9 * runs - 3 * np.sqrt(0.09 * runs)


def test_a_difference_of_shares_is_that_of_its_games():
    first, second = np.zeros(10_000), np.zeros(10_000)
    first[:5_100], second[4_000:8_900] = 1.0, 1.0
    found = difference_of_shares(5_100, 4_900, 1_100, 10_000, ALONE)
    plain = around(0.02, error_of(first - second), ALONE)
    assert found.value == pytest.approx(0.02)
    assert ends(found) == pytest.approx(ends(plain), abs=2e-5)


def test_an_error_is_that_of_a_sample():
    values = [1.0, 2.0, 3.0, 4.0, 10.0]
    assert error_of(np.array(values)) == pytest.approx(statistics.stdev(values) / np.sqrt(5))


def test_a_difference_turned_round_is_its_negative():
    one = difference_of_shares(30, 10, 5, 100, ALONE)
    other = difference_of_shares(10, 30, 5, 100, ALONE)
    assert ends(one) == pytest.approx((-other.high, -other.low))


@pytest.mark.parametrize(("first", "second"), [(0, 0), (50, 0), (0, 50)])
def test_a_difference_that_never_varies_is_no_point(first, second):
    found = difference_of_shares(first, second, 0, 50, ALONE)
    assert -1.0 <= found.low < found.high <= 1.0
    assert found.low <= found.value <= found.high


def test_a_difference_holds_as_often_as_it_says():
    generator, runs = np.random.default_rng(3), 2_000
    drawn = generator.multinomial(200, [0.02, 0.05, 0.03, 0.9], size=runs)
    held = 0
    for one, other, both, _ in drawn.tolist():
        found = difference_of_shares(one + both, other + both, both, 200, ALONE)
        held += found.low <= -0.03 <= found.high
    assert abs(held / runs - 0.95) < 0.02


@pytest.mark.parametrize("wrong", [(5, 5, 6, 10), (8, 8, 5, 10), (0, 0, 0, 0)])
def test_an_impossible_difference(wrong):
    first, second, both, games = wrong
    with pytest.raises(EngineError, match="impossible"):
        difference_of_shares(first, second, both, games, ALONE)


def test_chances_and_deviations_are_one_another():
    assert chance_of(-1.96) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(2.5, 7) == pytest.approx(2 * stats.t.sf(2.5, 7))
    assert deviation_of(chance_of(3.0)) == pytest.approx(3.0)
    assert deviation_of(0.0) == 38.0


def test_one_observation_has_no_interval():
    for interval in (error_of, lambda values: bounded_mean(values, ALONE)):
        with pytest.raises(EngineError, match="2 observations at least; found 1"):
            interval(np.ones(1))
