"""Tolerances of live results, against figures and sums made in other ways."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest

from certify.studies.certification.result import ShoeCertification
from certify.studies.certification.tolerance import _limits, tolerances_of
from tests.report.report_sample import sample_certification

PUBLISHED_BANDS = {
    10**3: (6.03, 7.19, 9.45, 11.0),
    10**4: (1.91, 2.27, 2.99, 3.48),
    10**5: (0.603, 0.719, 0.945, 1.10),
    10**6: (0.191, 0.227, 0.299, 0.348),
    10**7: (0.0603, 0.0719, 0.0945, 0.110),
}
"""Percent, for the variance 1.346 of plain six-deck blackjack; worked out by hand."""


def shoe_with(**changes: object) -> ShoeCertification:
    """Return a shoe whose main wager is changed."""
    shoe = sample_certification().shoes[0]
    main = shoe.optimal.wagers.main.model_copy(update=changes)
    wagers = shoe.optimal.wagers.model_copy(update={"main": main})
    return shoe.model_copy(update={"optimal": shoe.optimal.model_copy(update={"wagers": wagers})})


def test_bands_are_those_of_the_worked_example() -> None:
    annex = tolerances_of(shoe_with(sd=sqrt(1.346), variance=1.346))
    assert annex is not None
    main = annex.wagers[0].on_initial
    for line in main.lines:
        shown = [100 * half for half in line.half_widths]
        assert shown == pytest.approx(PUBLISHED_BANDS[line.rounds], rel=3e-3)


def test_shifts_are_seen_after_the_rounds_of_the_worked_example() -> None:
    annex = tolerances_of(shoe_with(sd=sqrt(1.346), variance=1.346))
    assert annex is not None
    rounds = [each.rounds for each in annex.wagers[0].on_initial.detections]
    assert rounds == pytest.approx([141_437, 565_749, 2_262_995, 14_143_719], rel=1e-4)


def test_seats_widen_as_in_the_worked_example() -> None:
    annex = tolerances_of(shoe_with(sd=sqrt(1.346), variance=1.346, seat_covariance=0.499))
    assert annex is not None
    factors = {each.seats: each.factor for each in annex.wagers[0].seats}
    assert factors[1] == 1.0
    assert [factors[3], factors[5], factors[7]] == pytest.approx([1.32, 1.58, 1.80], abs=0.005)


def test_the_ratio_has_the_spread_of_its_linear_form() -> None:
    """On a small joint distribution of net result and amount, summed term by term."""
    distribution = {(-2, 2): 0.1, (-1, 1): 0.4, (0, 1): 0.1, (1, 1): 0.3, (2, 2): 0.1}
    net = sum(w * p for (w, _), p in distribution.items())
    amount = sum(t * p for (_, t), p in distribution.items())
    variance = sum((w - net) ** 2 * p for (w, _), p in distribution.items())
    annex = tolerances_of(
        shoe_with(
            ev=net,
            sd=sqrt(variance),
            variance=variance,
            element_of_risk=-net / amount,
            average_wagered=amount,
            variance_wagered=sum((t - amount) ** 2 * p for (_, t), p in distribution.items()),
            covariance_net_wagered=sum(
                (w - net) * (t - amount) * p for (w, t), p in distribution.items()
            ),
        )
    )
    assert annex is not None
    turnover = annex.wagers[0].on_turnover
    assert turnover is not None
    ratio = net / amount
    linear = sum((w - ratio * t) ** 2 * p for (w, t), p in distribution.items())
    assert turnover.sd == pytest.approx(sqrt(linear) / amount, rel=1e-12)


def test_the_ratio_of_many_rounds_spreads_so_far() -> None:
    """The true distribution of the ratio after twelve rounds of a tiny game, every course of it."""
    distribution = {(-1, 1): 0.5, (1, 1): 0.3, (2, 2): 0.2}
    rounds = 7
    net = sum(w * p for (w, _), p in distribution.items())
    amount = sum(t * p for (_, t), p in distribution.items())
    linear = sum((w - net / amount * t) ** 2 * p for (w, t), p in distribution.items())
    mean = square = 0.0
    for course in product(distribution.items(), repeat=rounds):
        chance, won, wagered = 1.0, 0, 0
        for (w, t), p in course:
            chance, won, wagered = chance * p, won + w, wagered + t
        mean += chance * won / wagered
        square += chance * (won / wagered) ** 2
    exact = sqrt(square - mean**2)
    assert sqrt(linear / rounds) / amount == pytest.approx(exact, rel=0.08)


def test_without_joint_moments_the_line_is_left_out() -> None:
    annex = tolerances_of(
        shoe_with(variance_wagered=None, covariance_net_wagered=None, seat_covariance=None)
    )
    assert annex is not None
    assert annex.wagers[0].on_turnover is None
    assert annex.wagers[0].seats == ()


def test_without_a_distribution_there_is_no_annex() -> None:
    assert tolerances_of(shoe_with(sd=None)) is None


@pytest.mark.parametrize(("chance", "number"), [(0.3, 100), (0.0238, 100), (0.5, 37), (0.06, 300)])
def test_limits_of_counts_are_exact(chance: float, number: int) -> None:
    """Tails in fractions: as narrow as may be, and no narrower."""
    p = Fraction(chance)

    def below(k: int) -> Fraction:
        return sum(
            (comb(number, i) * p**i * (1 - p) ** (number - i) for i in range(k)), Fraction(0)
        )

    limits = _limits(chance, number)
    for sure, low, high in zip((0.95, 0.99), limits.lows, limits.highs, strict=True):
        tail = Fraction((1 - sure) / 2)
        assert below(low) <= tail < below(low + 1)
        assert 1 - below(high + 1) <= tail < 1 - below(high)
    assert limits.expected == pytest.approx(number * chance)


def test_single_wagers_have_the_spread_of_two_outcomes() -> None:
    shoe = sample_certification().shoes[0]
    annex = tolerances_of(shoe)
    assert annex is not None
    insurance = annex.singles[0]
    assert 3 * insurance.chance - 1 == pytest.approx(-0.0739549839, rel=1e-9)
    bonus = next(each for each in annex.singles if each.title == "Bonus on 5 wins, with Burnout")
    found = shoe.optimal.wagers.bonus["5"].with_burnout
    assert found is not None
    mean = 15 * found.p_hit - (1 - found.p_hit)
    square = 15**2 * found.p_hit + (1 - found.p_hit)
    assert bonus.sd == pytest.approx(sqrt(square - mean**2), rel=1e-12)
