"""Monitoring that stays valid however often one looks: an e-process from exact distributions.

For a stake s the tilted result exp(t s (W - m) - psi(t s)) has expectation 1 at most, if m is the
mean and psi the cumulant generating function of W - m. So the product over all wagers ever exceeds
1 / alpha with probability alpha at most (Ville's inequality). Single stakes are not kept: psi(t s)
<= c(t L) (t s)^2 / 2 for stakes up to L takes their place, and the squares are summed with the
addition for seats that share a dealer hand. The tilts t are those of a fixed grid, of both signs,
over which the products are averaged: nothing is chosen after looking at the data.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from certify.studies.monitoring.distributions import Bend
from certify.studies.monitoring.references import Reference

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

LOWEST, HIGHEST, PER_DECADE = -9, -1, 8
TILTS: FloatArray = 10.0 ** np.linspace(LOWEST, HIGHEST, (HIGHEST - LOWEST) * PER_DECADE + 1)
"""Tilts, by unit of currency: for stakes from some 0.01 to some 1,000,000."""

HALVINGS = 80


@dataclass(frozen=True)
class Stream:
    """Cumulative sums of a line, day by day.

    `upward` and `downward`, shape (days, tilts), are subtracted from a tilted sum above the upper
    line, and below the lower one.
    """

    net: FloatArray
    stake: FloatArray
    upward: FloatArray
    downward: FloatArray


@dataclass(frozen=True)
class DayCells:
    """Cells of one wager: a day (from 0) and a table each, in the order of the days.

    `squared` are squares of the stakes with the addition for seats: variance by the variance of a
    wager; `largest` is the largest sum of stakes against a dealer hand.
    """

    day: IntArray
    net: FloatArray
    stake: FloatArray
    squared: FloatArray
    largest: FloatArray

    def chosen(self, which: NDArray[np.bool_]) -> DayCells:
        """Return some of the cells."""
        return DayCells(
            self.day[which],
            self.net[which],
            self.stake[which],
            self.squared[which],
            self.largest[which],
        )


def stream_of(cells: DayCells, reference: Reference, days: int) -> Stream:
    """Return the sums of a wager's cells up to the end of each day."""
    return Stream(
        net=_by_day(cells.day, cells.net, days),
        stake=_by_day(cells.day, cells.stake, days),
        upward=_penalty(cells, reference.upper.distribution.upward, days),
        downward=_penalty(cells, reference.lower.distribution.downward, days),
    )


def _by_day(day: IntArray, values: FloatArray, days: int) -> FloatArray:
    found: FloatArray = np.cumsum(np.bincount(day, weights=values, minlength=days))
    return found


def _penalty(cells: DayCells, bend: Bend, days: int) -> FloatArray:
    """Return the sums of c(t L) t^2 V / 2 up to the end of each day, for each tilt t."""
    found = np.empty((days, TILTS.size))
    for number, tilt in enumerate(TILTS.tolist()):
        bent = bend.at(tilt * cells.largest) * (tilt**2 / 2.0) * cells.squared
        found[:, number] = _by_day(cells.day, bent, days)
    return found


def log_e(stream: Stream, reference: Reference, net: FloatArray | None = None) -> FloatArray:
    """Return the logarithm of the e-value at the end of each day, shape (days,).

    Natural logarithm of the mean over all tilts of both signs; `net` takes the place of the line's
    net results.

    Notes
    -----
    Conditioning: rounds are independent; seats that share a dealer hand are correlated.
    Method: exponential tilts with a bound on the cumulant generating function, averaged over a
        fixed grid.
    Error: none but rounding, and that of the seats: their variance is exact, and higher cumulants
        are bounded as if all that is staked against a dealer hand were one stake.
    Source: Ville 1939; Howard, Ramdas, McAuliffe, Sekhon, Annals of Statistics 49, 2021;
        reports/METHOD.md, section 15.
    """
    net = stream.net if net is None else net
    above = net - reference.upper.mean * stream.stake
    below = reference.lower.mean * stream.stake - net
    exponents = np.concatenate(
        (
            above[:, None] * TILTS - stream.upward,
            below[:, None] * TILTS - stream.downward,
        ),
        axis=1,
    )
    top = exponents.max(axis=1)
    found: FloatArray = top + np.log(np.exp(exponents - top[:, None]).mean(axis=1))
    return found


def band(stream: Stream, reference: Reference, threshold: float) -> tuple[FloatArray, FloatArray]:
    """Return the net results between which there is no alarm, at the end of each day.

    `threshold` is the natural logarithm of the e-value that is an alarm, above zero; `log_e` of
    either end equals it, within rounding.
    """
    upper = reference.upper.mean * stream.stake
    lower = reference.lower.mean * stream.stake
    # One tilt alone reaches the threshold there, so that the mean has passed it.
    needed = threshold + np.log(2.0 * TILTS.size)
    above = ((needed + stream.upward) / TILTS).min(axis=1)
    below = ((needed + stream.downward) / TILTS).min(axis=1)
    high = _root(stream, reference, threshold, upper, upper + above)
    low = _root(stream, reference, threshold, lower, lower - below)
    return low, high


def _root(
    stream: Stream,
    reference: Reference,
    threshold: float,
    inside: FloatArray,
    outside: FloatArray,
) -> FloatArray:
    """Return where the e-value is the threshold, between a place below it and one above it."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2.0
        passed = log_e(stream, reference, middle) >= threshold
        inside = np.where(passed, inside, middle)
        outside = np.where(passed, middle, outside)
    return outside
