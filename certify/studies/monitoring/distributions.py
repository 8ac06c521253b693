"""Distribution of a wager by its stake, and bounds on its cumulant generating function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import fsum

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

NEAREST = 1e-4
FARTHEST = 1e3
RATIO = 1.001
"""Ratio of neighbouring places at which the cumulant generating function is computed; between them
the bound can be too high by twice its excess over 1."""


@dataclass(frozen=True)
class WagerDistribution:
    """Exact distribution of the net result of a wager, by its stake.

    `values` are ascending, any payment taken off; `chances` are made to sum to 1.
    """

    values: FloatArray
    chances: FloatArray

    @classmethod
    def of(cls, outcomes: Mapping[float, float]) -> WagerDistribution:
        """Return the distribution of outcomes with their probabilities."""
        values = np.array(sorted(outcomes), dtype=np.float64)
        chances = np.array([outcomes[value] for value in values.tolist()], dtype=np.float64)
        return cls(values, chances / fsum(chances))

    @classmethod
    def two_point(cls, pays: float, chance: float) -> WagerDistribution:
        """Return the distribution of a wager that is paid with a probability and otherwise lost."""
        return cls.of({-1.0: 1.0 - chance, pays: chance})

    @cached_property
    def mean(self) -> float:
        """Expected net result, by the stake."""
        return fsum(self.values * self.chances)

    @cached_property
    def variance(self) -> float:
        """Variance of the net result, by the stake."""
        return fsum(self.chances * (self.values - self.mean) ** 2)

    @cached_property
    def skewness(self) -> float:
        """Skewness of the net result."""
        third = fsum(self.chances * (self.values - self.mean) ** 3)
        return float(third / self.variance**1.5)

    @cached_property
    def upward(self) -> Bend:
        """Bound on the cumulant generating function for tilts above zero."""
        return bend_of(self.values - self.mean, self.chances)

    @cached_property
    def downward(self) -> Bend:
        """Bound on the cumulant generating function for tilts below zero."""
        return bend_of(self.mean - self.values, self.chances)


@dataclass(frozen=True)
class Bend:
    """A bound c(y) on the cumulant generating function less its linear part.

    With psi(x) the logarithm of the expectation of exp(x (W - mean)), ``psi(x) <= c(y) x^2 / 2``
    for all ``0 < x <= y``. c never falls, and c(0) is the variance. `bounds` has one entry more
    than `places` (ascending y): c up to each place, and beyond the last.
    """

    places: FloatArray
    bounds: FloatArray

    def at(self, reach: FloatArray) -> FloatArray:
        """Return c, in units of the variance, at the largest tilts `reach` (0 or more)."""
        found: FloatArray = self.bounds[np.searchsorted(self.places, reach, side="left")]
        return found


def bend_of(centred: FloatArray, chances: FloatArray) -> Bend:
    """Return the bound on a cumulant generating function for tilts above zero.

    `centred` has the values less their mean.

    Notes
    -----
    Method: psi is computed at places a factor of 1.001 apart. Between two of them, a < x <= b,
        psi(x) <= psi(b), since it rises above zero, so that 2 psi(x) / x^2 <= 2 psi(b) / a^2. Below
        the first place Bennett's inequality bounds it, beyond the last psi(x) <= B x with B the
        largest value. c is the largest so far, so that it never falls.
    Error: too high by at most 0.3 percent of the variance where the tilts are small.
    Source: reports/METHOD.md, section 15.
    """
    variance = fsum(chances * centred**2)
    highest = float(centred.max())
    steps = int(np.ceil(np.log(FARTHEST / NEAREST) / np.log(RATIO)))
    places: FloatArray = NEAREST * np.power(RATIO, np.arange(steps + 1, dtype=np.float64))
    psi = np.empty_like(places)
    for start in range(0, places.size, 1024):
        part = places[start : start + 1024, None]
        tilted = part * centred[None, :]
        top = tilted.max(axis=1, keepdims=True)
        small = top[:, 0] < 1.0
        # Near zero the linear part is taken off before it can drown what is left.
        excess = (np.expm1(np.minimum(tilted, 1.0)) - tilted) @ chances
        large = top[:, 0] + np.log(np.exp(tilted - top) @ chances)
        psi[start : start + 1024] = np.where(small, np.log1p(excess), large)
    first = variance * _bennett(highest * NEAREST)
    between = 2.0 * psi[1:] / places[:-1] ** 2
    beyond = 2.0 * highest / places[-1]
    bounds = np.maximum.accumulate(np.concatenate(([first], between, [beyond])))
    return Bend(places, np.maximum(bounds, variance))


def _bennett(reach: float) -> float:
    """Return 2 (e^y - 1 - y) / y^2, the factor of Bennett's inequality over the variance."""
    return 1.0 + reach / 3.0 * float(np.exp(reach))
