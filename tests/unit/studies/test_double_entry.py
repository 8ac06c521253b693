"""The tests of a double entry: right p-values, right power, corrected for their number."""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

from certify.play.tallies import Tallies
from certify.studies.double_entry import (
    OTHER,
    POWER,
    Distribution,
    Mean,
    Payment,
    Share,
    adjusted,
    games_to_see,
)

NOTHING = Tallies.empty((), ())
ALPHA = 1e-3
DIE = {str(face): 1 / 6 for face in range(1, 7)}


def mean(simulated, variance, number, *, exact=0.0, sd=None):
    question = Mean("m", "w", "t", exact, sd, lambda _: (simulated, variance, number))
    return question.answer(NOTHING, ALPHA)


def distribution(cells, counts):
    return Distribution("d", "w", "t", cells, lambda _: counts).answer(NOTHING, ALPHA)


def share(chance, hits, number, worth=1.0):
    counts = {"yes": hits, "no": number - hits}
    return Share("s", "w", "t", chance, lambda _: counts, worth).answer(NOTHING, ALPHA)


def test_a_mean():
    answer = mean(0.1, 4.0, 400)
    assert answer.statistic == pytest.approx(1.0)
    assert answer.p == pytest.approx(2 * stats.norm.sf(1.0))
    assert answer.half_width == pytest.approx(0.196, abs=1e-4)


def test_the_exact_deviation_is_taken_where_it_is_known():
    assert mean(0.1, 4.0, 400, sd=1.0).statistic == pytest.approx(2.0)


def test_a_mean_that_cannot_vary():
    assert mean(0.0, 0.0, 100).p == 1.0
    assert mean(0.1, 0.0, 100).p == 0.0


@pytest.mark.parametrize("number", [0, 29])
def test_what_hardly_happened_proves_nothing(number):
    answer = mean(9.0, 0.0, number)
    assert (answer.p, answer.detectable) == (1.0, inf)
    assert distribution(DIE, {}).p == 1.0


def test_a_distribution():
    counts = dict(zip(DIE, (90, 110, 100, 100, 120, 80), strict=True))
    expected = stats.chisquare(list(counts.values()))
    answer = distribution(DIE, counts)
    assert answer.statistic == pytest.approx(expected.statistic)
    assert answer.p == pytest.approx(expected.pvalue)
    assert answer.freedom == 5


def test_cells_that_expect_few_are_pooled():
    cells = {"often": 0.9, "seldom": 0.05, "rare": 0.03, "rarest": 0.02}
    answer = distribution(cells, {"often": 181, "seldom": 10, "rare": 5, "rarest": 4})
    assert answer.freedom == 2
    assert answer.statistic == pytest.approx(1 / 180 + 0 / 10 + 1 / 10)


def test_what_cannot_happen_is_an_error():
    assert distribution(DIE, {"1": 100, OTHER: 1}).p == 0.0
    assert distribution({"1": 1.0, "2": 0.0}, {"1": 100, "2": 1}).p == 0.0


def test_a_share_that_is_rare_is_tested_exactly():
    answer = share(0.01, 5, 100)
    exact = 2 * float(stats.binom.sf(4, 100, 0.01))
    assert answer.p == pytest.approx(exact)
    assert share(0.01, 1, 100).p == 1.0


def test_a_share_is_told_by_its_worth():
    answer = share(0.25, 300, 1_000, worth=4.0)
    assert answer.simulated == pytest.approx(1.2)
    assert answer.statistic == pytest.approx(0.05 / sqrt(0.25 * 0.75 / 1_000))


def test_a_payment_must_be_equal():
    due = Fraction(3, 2)
    right = Payment("p", "w", "t", lambda _: (due, due)).answer(NOTHING, ALPHA)
    wrong = Payment("p", "w", "t", lambda _: (due, due + Fraction(1, 10**9)))
    assert right.p == 1.0
    assert wrong.answer(NOTHING, ALPHA).p == 0.0


def test_holm():
    assert adjusted([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjusted([0.9, 0.8]) == [1.0, 1.0]
    assert adjusted([]) == []


@pytest.mark.parametrize("shift", [0.0, 1.0])
def test_a_distribution_is_seen_with_the_stated_power(shift):
    rng, number, times = np.random.default_rng(1), 2_000, 4_000
    base = np.array([0.5, 0.3, 0.15, 0.05])
    cells = {str(place): float(chance) for place, chance in enumerate(base)}
    seen = distribution(cells, dict(zip(cells, (number * base).astype(int).tolist(), strict=True)))
    moved = shift * seen.detectable
    changed = base + moved * np.array([1.0, *(-base[1:] / base[1:].sum())])
    found = rng.multinomial(number, changed, size=times)
    statistic = ((found - number * base) ** 2 / (number * base)).sum(axis=1)
    rejected = float((stats.chi2.sf(statistic, 3) < ALPHA).mean())
    assert rejected == pytest.approx(POWER if shift else ALPHA, abs=0.01)


def test_a_mean_is_seen_with_the_stated_power():
    rng, number, times = np.random.default_rng(2), 400, 20_000
    error = mean(0.0, 1.0, number).detectable
    z = rng.normal(error * sqrt(number), 1.0, size=times)
    rejected = float((2 * stats.norm.sf(np.abs(z)) < ALPHA).mean())
    assert rejected == pytest.approx(POWER, abs=0.005)


def test_so_many_games_see_the_error():
    games = games_to_see(0.01, 2.0, ALPHA)
    assert mean(0.0, 4.0, games).detectable == pytest.approx(0.01, rel=1e-4)
    assert mean(0.0, 4.0, games).detectable <= 0.01
    assert games_to_see(0.01, 0.0, ALPHA) == 2
