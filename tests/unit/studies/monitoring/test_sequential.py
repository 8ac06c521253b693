"""The e-process: its bound against exact distributions, its band against itself, false alarms."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from certify.studies.monitoring.distributions import WagerDistribution
from certify.studies.monitoring.references import Play
from certify.studies.monitoring.sequential import (
    TILTS,
    DayCells,
    Stream,
    band,
    log_e,
    stream_of,
)
from tests.support.monitoring import ALWAYS, SharedDealer, references

DAYS, HANDS, SEATS = 250, 40, 5
STAKES = np.array([5.0, 10.0, 15.0, 25.0, 100.0, 500.0])
ALARM = log(100.0)
WEIGHTS = np.array([0.35, 0.25, 0.2, 0.13, 0.06, 0.01])


def cells_of(net, stake, correlation, *, aware=True):
    """Return the cells of drawn days, shape (days, hands, seats)."""
    squared = (stake**2).sum(axis=(1, 2))
    joined = (stake.sum(axis=2) ** 2).sum(axis=1)
    return DayCells(
        day=np.arange(net.shape[0]),
        net=(net * stake).sum(axis=(1, 2)),
        stake=stake.sum(axis=(1, 2)),
        squared=squared + (correlation * (joined - squared) if aware else 0.0),
        largest=stake.sum(axis=2).max(axis=1),
    )


def drawn(reference, seed, *, stakes=STAKES, weights=WEIGHTS, days=DAYS, shift=0.0):
    """Return drawn net results by the stake, and the stakes, shape (days, hands, seats)."""
    random = np.random.default_rng(seed)
    distribution = reference.upper.distribution
    dealer = SharedDealer(distribution, reference.seat_correlation * distribution.variance)
    net = dealer.draw(random, days * HANDS, SEATS)
    lost = (net == 1.0) & (random.random(net.shape) < shift)
    net = np.where(lost, -1.0, net)
    stake = random.choice(stakes, net.shape, p=weights)
    shape = (days, HANDS, SEATS)
    return net.reshape(shape), stake.reshape(shape)


@pytest.mark.parametrize(
    "distribution",
    [
        references()["main"].upper.distribution,
        references()["main_burnout"].upper.distribution,
        references()["bonus.5"].upper.distribution,
        WagerDistribution.of({-1.0: 0.5, 1.0: 0.5}),
    ],
)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_the_bound_holds_and_is_tight(distribution, sign):
    bend = distribution.upward if sign > 0 else distribution.downward
    # Another way: by 80 bits, and places between those of the bound.
    values, chances = (
        distribution.values.astype(np.longdouble),
        distribution.chances.astype(np.longdouble),
    )
    centred = sign * (values - values @ chances)
    places = np.geomspace(1.3e-5, 900.0, 3_001).astype(np.longdouble)
    tilted = places[:, None] * centred
    top = tilted.max(axis=1)
    excess = (np.expm1(np.minimum(tilted, 1)) - tilted) @ chances
    psi = np.where(
        top < 0.5, np.log1p(excess), top + np.log(np.exp(tilted - top[:, None]) @ chances)
    )
    exact = np.maximum.accumulate(2 * psi / places**2).astype(np.float64)
    bound = bend.at(places.astype(np.float64))
    assert (bound >= np.maximum(exact, distribution.variance) * (1 - 1e-7)).all()
    small = places < 0.01
    assert (bound[small] <= np.maximum(exact[small], distribution.variance) * 1.004).all()
    assert (np.diff(bound) >= 0).all()


def test_a_round_tilted_has_expectation_one_at_most():
    for name in ("main", "main_burnout", "insurance", "bonus.3"):
        reference = references()[name]
        distribution = reference.upper.distribution
        for stake in (5.0, 1_000.0):
            cells = DayCells(
                *(np.zeros(1, dtype=np.int64), np.zeros(1), np.array([stake])),
                *(np.array([stake**2]), np.array([stake])),
            )
            stream = stream_of(cells, reference, 1)
            found = [
                np.exp(log_e(stream, reference, np.array([value * stake]))[0])
                for value in distribution.values
            ]
            assert np.dot(found, distribution.chances) <= 1.0 + 1e-9


def test_the_band_is_where_the_alarm_is():
    reference = references(Play(allowed=0.004))["main"]
    net, stake = drawn(reference, 1)
    stream = stream_of(cells_of(net, stake, reference.seat_correlation), reference, DAYS)
    threshold = log(100.0)
    low, high = band(stream, reference, threshold)
    for edge, outward in ((low, -1.0), (high, 1.0)):
        assert log_e(stream, reference, edge) == pytest.approx(threshold, abs=1e-6)
        assert (log_e(stream, reference, edge + outward) > threshold).all()
        assert (log_e(stream, reference, edge - outward) < threshold).all()
    spread = (high - low) / 2 / stream.stake
    assert (np.diff(spread) < 0).mean() > 0.95


def false_alarms(reference, runs, *, aware=True, days=DAYS, threshold=ALARM, **drawing):
    """Return the shares of runs with an alarm of the e-process, and of a z-test every day."""
    alarms = cried = 0
    for seed in range(runs):
        net, stake = drawn(reference, seed, days=days, **drawing)
        cells = cells_of(net, stake, reference.seat_correlation, aware=aware)
        stream = stream_of(cells, reference, days)
        alarms += bool((log_e(stream, reference) >= threshold).any())
        spread = np.sqrt(reference.upper.distribution.variance * np.cumsum(cells.squared))
        z = (stream.net - reference.upper.mean * stream.stake) / spread
        cried += bool((np.abs(z) > 1.959964).any())
    return alarms / runs, cried / runs


@pytest.mark.parametrize("runs", [100, pytest.param(400, marks=pytest.mark.slow)])
def test_it_does_not_cry_wolf_and_a_daily_test_does(runs):
    # Daily looks over 250 days, five seats, uneven stakes; alarms at alpha = 0.01 and 0.05. Of one
    # that cries in 5 % of runs, for its 1 %, a hundred runs tell with a chance of 96 %.
    reference = references()["main"]
    alarms, cried = false_alarms(reference, runs)
    assert alarms <= 0.01
    assert cried > 0.35
    generous, _ = false_alarms(reference, runs // 2, threshold=log(20.0))
    assert generous <= 0.05


@pytest.mark.slow
def test_a_daily_test_cries_wolf_as_often_as_is_known():
    # Equal stakes: 29.4 % by day 30, from an independent source.
    _, cried = false_alarms(
        references()["main"], 1_200, days=30, stakes=np.array([10.0]), weights=np.array([1.0])
    )
    assert cried == pytest.approx(0.294, abs=0.04)


def test_it_sees_what_is_there():
    reference = references()["main"]
    found, _ = false_alarms(reference, 40, shift=0.25)
    assert found > 0.9


def test_the_factor_of_seats_of_streaks_is_a_bound():
    """Two seats with streaks that overlap vary together less than their rounds do."""
    random = np.random.default_rng(3)
    wins, pays, rounds, runs = 3, 4.0, 400, 4_000
    state = random.random((runs, rounds)) < 0.5
    lean = 0.3
    chance = np.where(state, ALWAYS + lean, ALWAYS - lean)
    won = random.random((2, runs, rounds)) < chance
    correlation = lean**2 / (ALWAYS * (1 - ALWAYS))
    net = np.zeros((2, runs))
    resolved = np.zeros((2, runs))
    count = np.zeros((2, runs), dtype=np.int64)
    for number in range(rounds):
        count = np.where(won[:, :, number], count + 1, 0)
        paid, lost = count == wins, ~won[:, :, number]
        net += np.where(paid, pays, np.where(lost, -1.0, 0.0))
        resolved += paid | lost
        count[paid] = 0
    distribution = WagerDistribution.two_point(pays, ALWAYS**wins)
    centred = net - distribution.mean * resolved
    together = float(np.var(centred.sum(axis=0)))
    single = distribution.variance * float(resolved.mean())
    assert float(np.var(centred[0])) == pytest.approx(single, rel=0.06)
    assert together <= 2 * single * (1 + correlation) * 1.03
    assert together > 2 * single * 1.05


def test_the_grid_reaches_all_stakes():
    assert TILTS[0] == pytest.approx(1e-9)
    assert TILTS[-1] == pytest.approx(0.1)
    reference = references()["main"]
    distribution = reference.upper.distribution
    for number, stake in ((1_000, 1.0), (10_000_000, 10.0), (100_000, 100_000.0)):
        cells = DayCells(
            *(np.zeros(1, dtype=np.int64), np.zeros(1), np.array([stake * number])),
            *(np.array([stake**2 * number]), np.array([5 * stake])),
        )
        stream: Stream = stream_of(cells, reference, 1)
        low, high = band(stream, reference, log(100.0))
        spread = stake * np.sqrt(number * distribution.variance)
        # Some 4.2 standard deviations, against 2.6 of a single look at the same level.
        assert (high - low)[0] / 2 / spread == pytest.approx(4.3, abs=0.4)


def test_a_lower_line_moves_the_lower_end_alone():
    main = references()["main"]
    lower = references(Play(allowed=0.01))["main"]
    assert lower.lower.mean == pytest.approx(main.lower.mean - 0.01)
    assert lower.upper.mean == main.upper.mean
    worse = references(worse=0.02)["main"]
    assert worse.lower.mean == pytest.approx(main.lower.mean - 0.02)
    net, stake = drawn(main, 5, days=20)
    cells = cells_of(net, stake, main.seat_correlation)
    low, high = band(stream_of(cells, main, 20), main, log(100.0))
    lower_low, lower_high = band(stream_of(cells, lower, 20), lower, log(100.0))
    assert (lower_low < low).all()
    assert lower_high == pytest.approx(high, rel=0.02)
