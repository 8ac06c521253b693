"""Shares of variance: sums of squares by loops, known components, intervals that hold."""

from __future__ import annotations

import numpy as np
import pytest

from certify.errors import EngineError
from certify.studies.fairness.duplicates import variance_shares
from certify.studies.fairness.intervals import family_of

FAMILY = family_of(0.95, 1)
NAMES = "deal", "seating", "interaction", "rest"


def found_of(points, **options):
    return variance_shares("a", "b", points, FAMILY, **options)


def values(found):
    return [getattr(found, name).value for name in NAMES]


def by_loops(points):
    """Return the components of one seat from sums of squares written out."""
    deals, seatings, repeats = points.shape
    grand = points.mean()
    by_deal = [points[deal].mean() for deal in range(deals)]
    by_seating = [points[:, seating].mean() for seating in range(seatings)]
    squares = [0.0, 0.0, 0.0, 0.0]
    for deal in range(deals):
        squares[0] += seatings * repeats * (by_deal[deal] - grand) ** 2
        for seating in range(seatings):
            cell = points[deal, seating]
            squares[2] += repeats * (cell.mean() - by_deal[deal] - by_seating[seating] + grand) ** 2
            squares[3] += sum((value - cell.mean()) ** 2 for value in cell)
    for seating in range(seatings):
        squares[1] += deals * repeats * (by_seating[seating] - grand) ** 2
    freedom = (
        deals - 1,
        seatings - 1,
        (deals - 1) * (seatings - 1),
        deals * seatings * (repeats - 1),
    )
    of_deal, of_seating, of_both, rest = (
        total / number for total, number in zip(squares, freedom, strict=True)
    )
    part = (seatings - 1) / seatings
    return [
        (of_deal - rest) / (seatings * repeats),
        part * (of_seating - of_both) / (deals * repeats),
        part * (of_both - rest) / repeats,
        rest,
    ]


def drawn(generator, deals, *, sizes=(0.3, 0.2, 0.1, 0.4), seatings=3, repeats=2, seats=2):
    """Return points with known variances: deals, fixed seatings, both, the rest."""
    by_deal, by_seating, both, rest = (np.sqrt(size) for size in sizes)
    fixed = np.linspace(-1.0, 1.0, seatings)
    fixed = fixed / fixed.std()
    crossed = generator.normal(size=(deals, seatings, 1, seats))
    crossed = crossed - crossed.mean(axis=1, keepdims=True)
    crossed *= np.sqrt(seatings / (seatings - 1))
    return (
        by_deal * generator.normal(size=(deals, 1, 1, seats))
        + by_seating * fixed[None, :, None, None]
        + both * crossed
        + rest * generator.normal(size=(deals, seatings, repeats, seats))
        + np.arange(seats) * 100.0
    )


def test_sums_of_squares_by_loops():
    points = drawn(np.random.default_rng(1), 40, repeats=3)
    expected = np.mean([by_loops(points[..., seat]) for seat in range(2)], axis=0)
    found = found_of(points)
    assert found.variance == pytest.approx(expected.sum())
    assert values(found) == pytest.approx(list(expected / expected.sum()))
    assert (found.deals, found.seatings, found.repeats) == (40, 3, 3)


def test_known_components_are_found():
    found = found_of(drawn(np.random.default_rng(2), 20_000))
    assert found.variance == pytest.approx(1.0, rel=0.02)
    assert values(found) == pytest.approx([0.3, 0.2, 0.1, 0.4], abs=0.01)
    assert sum(values(found)) == pytest.approx(1.0)


def test_components_are_found_without_bias_on_few_deals():
    generator = np.random.default_rng(3)
    parts = []
    for _ in range(1_000):
        points = drawn(generator, 4)
        # A sample so small that cutting at 0 would show; the variance is not cut.
        parts.append(found_of(points, samples=2).variance)
    assert np.mean(parts) == pytest.approx(1.0, abs=4 * np.std(parts) / np.sqrt(1_000))
    loops = [by_loops(drawn(generator, 4)[..., 0]) for _ in range(500)]
    assert np.mean(loops, axis=0) == pytest.approx([0.3, 0.2, 0.1, 0.4], abs=0.06)


def test_what_is_not_there_is_cut_at_nothing():
    found = found_of(drawn(np.random.default_rng(4), 300, sizes=(0.0, 0.0, 0.0, 1.0)))
    assert min(values(found)) >= 0.0
    assert sum(values(found)) == pytest.approx(1.0)
    assert found.deal.low == found.seating.low == found.interaction.low == 0.0
    assert found.deal.value < 0.1
    assert found.rest.value > 0.8


def test_a_single_seating_leaves_the_deal_and_the_rest():
    generator = np.random.default_rng(5)
    points = generator.normal(size=(5_000, 1, 1, 2)) + generator.normal(size=(5_000, 1, 2, 2))
    found = found_of(points)
    assert values(found) == pytest.approx([0.5, 0.0, 0.0, 0.5], abs=0.03)
    assert (found.seating.high, found.interaction.high) == (0.0, 0.0)


def test_where_nothing_varies():
    found = found_of(np.full((10, 2, 2, 2), 0.5))
    assert values(found) == [0.0, 0.0, 0.0, 1.0]
    assert found.variance == 0.0
    assert type(found).from_json(found.to_json()) == found


def test_where_the_deal_is_all():
    points = np.broadcast_to(np.random.default_rng(6).random((50, 1, 1, 2)), (50, 2, 2, 2))
    found = found_of(points.copy())
    assert values(found) == pytest.approx([1.0, 0.0, 0.0, 0.0])


def test_intervals_hold_about_as_often_as_they_say():
    generator, runs, truth = np.random.default_rng(7), 250, (0.3, 0.2, 0.1, 0.4)
    held = np.zeros(4)
    for _ in range(runs):
        found = found_of(drawn(generator, 150), samples=100)
        shares = [getattr(found, name) for name in NAMES]
        held += [each.low <= right <= each.high for each, right in zip(shares, truth, strict=True)]
    assert held / runs == pytest.approx(0.95, abs=0.045)


def test_the_same_seed_gives_the_same_intervals():
    points = drawn(np.random.default_rng(8), 100)
    assert found_of(points) == found_of(points)
    assert found_of(points).deal.low != found_of(points, seed=2).deal.low


@pytest.mark.parametrize("shape", [(5, 2, 2), (1, 2, 2, 2), (5, 2, 1, 2), (5, 0, 2, 2)])
def test_what_is_too_little(shape):
    with pytest.raises(EngineError, match="found"):
        found_of(np.zeros(shape))
