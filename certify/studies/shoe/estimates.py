"""Estimates from random shoes, each shoe one independent observation.

A figure is computed exactly for few shoes. An approximation from the effects of removal costs next
to nothing, so it is averaged over many shoes (a control variate), and the few show its error.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy import stats

from certify.studies.shoe.result import Estimated
from certify.studies.shoe.tags import FloatArray

CONFIDENCE = 0.95
UNKNOWN = Estimated(value=None, half_width=None)

NONE_IN = 3.0
"""What was seen in none of n is rarer than this by n, with the same confidence."""


@dataclass(frozen=True)
class Column:
    """A figure of every shoe: exact, approximate, and approximate for many other shoes.

    `doubt` is the half width if the approximation is right for all shoes that were computed, though
    it need not be for others.
    """

    worked: FloatArray
    rough: FloatArray
    many: FloatArray
    doubt: float = 0.0

    @classmethod
    def plain(cls, worked: FloatArray) -> Column:
        """Return a figure without an approximation."""
        return cls(worked, np.zeros_like(worked), np.zeros(0))

    @classmethod
    def trusted(cls, worked: FloatArray, rough: FloatArray, many: FloatArray) -> Column:
        """Return a figure whose approximation is scaled by its regression coefficient, from 0 to 1.

        An exact approximation is used in full.
        """
        off = rough - rough.mean()
        spread = float(off @ off)
        if np.array_equal(worked, rough) or spread == 0.0:
            return cls(worked, rough, many)
        factor = min(1.0, max(0.0, float(off @ worked) / spread))
        return cls(worked, factor * rough, factor * many)

    @property
    def mean(self) -> float:
        """The estimate of the mean."""
        found = float(np.mean(self.worked - self.rough))
        return found + float(np.mean(self.many)) if self.many.size else found

    def less(self, other: Column, times: float) -> Column:
        """Return this figure less another one multiplied by `times`."""
        return Column(
            self.worked - times * other.worked,
            self.rough - times * other.rough,
            self.many - times * other.many,
            self.doubt,
        )


def mean_of(column: Column, times: float = 1.0, *, above: bool = False) -> Estimated:
    """Return the mean over shoes, multiplied by `times`, with an interval by Student's t.

    `above` says that it cannot be below zero.
    """
    half = _half_width(column)
    mean = max(0.0, column.mean) if above else column.mean
    return Estimated(value=times * mean, half_width=None if half is None else abs(times) * half)


def ratio_of(column: Column, by: Column, *, share: bool = False, above: bool = False) -> Estimated:
    """Return the ratio of two means, with an interval by the delta method; unknown if by zero.

    `share` says that it is between 0 and 1; `above` that it can only be above zero, so that another
    value says nothing.
    """
    below = by.mean
    if not below > 0.0:
        return UNKNOWN
    ratio = column.mean / below
    if above and not ratio > 0.0:
        return UNKNOWN
    half = _half_width(column.less(by, ratio))
    if half is not None:
        half = min(1.0, half / below) if share else half / below
    return Estimated(value=min(1.0, max(0.0, ratio)) if share else ratio, half_width=half)


def z_of(values: FloatArray, exact: float) -> float | None:
    """Return by how many standard errors a mean over shoes is too high; None without variance."""
    if values.size < 2:
        return None
    error = float(values.std(ddof=1)) / sqrt(values.size)
    return (float(values.mean()) - exact) / error if error > 0.0 else None


def _half_width(column: Column) -> float | None:
    """Return half the interval of a mean; degrees of freedom after Welch and Satterthwaite."""
    parts = []
    for values in (column.worked - column.rough, column.many):
        if values.size == 1:
            return None
        if values.size > 1:
            parts.append((float(values.var(ddof=1)) / values.size, values.size - 1))
    variance = sum(part for part, _ in parts)
    doubt = column.doubt if parts[0][0] == 0.0 else 0.0
    if variance == 0.0:
        return doubt
    freedom = variance**2 / sum(part**2 / free for part, free in parts)
    return float(stats.t.ppf((1.0 + CONFIDENCE) / 2.0, freedom)) * sqrt(variance) + doubt
