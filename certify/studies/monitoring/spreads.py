"""Outcomes that are counted, against their certified odds: a chi-squared test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from certify.studies.monitoring.references import Reference
from certify.studies.monitoring.result import OutcomeCount, Spread

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

FEWEST = 5.0
"""Expected number, by the wagers that say as much, below which outcomes are taken together."""


@dataclass(frozen=True)
class Counted:
    """Wagers by net result, in the order of a distribution.

    `shared` sums over dealer hands the square of the number of seats with the wager.
    """

    wagers: FloatArray
    shared: float

    def __add__(self, other: Counted) -> Counted:
        return Counted(self.wagers + other.wagers, self.shared + other.shared)


Counts = Mapping[tuple[str, str | None], Counted]
"""Counted outcomes by wager and table; None for all tables together."""


class OutcomeCounts:
    """Counts that grow as rows come, of the wagers whose outcomes no play changes."""

    def __init__(self, references: Iterable[Reference]) -> None:
        self._references = tuple(references)
        self.of_cards = np.array([each.is_of_cards for each in self._references])
        self._counts: dict[tuple[int, int], FloatArray] = {}
        self._shared: dict[tuple[int, int], float] = {}

    def add(self, tables: IntArray, wagers: IntArray, nets: FloatArray) -> None:
        """Count wagers, one a row, by their exact net result."""
        for wager in np.unique(wagers).tolist():
            values = self._references[wager].upper.distribution.values
            of_wager = wagers == wager
            places = np.searchsorted(values, nets[of_wager])
            at = tables[of_wager]
            for table in np.unique(at).tolist():
                self.put(table, wager, np.bincount(places[at == table], minlength=values.size), 0.0)

    def put(self, table: int, wager: int, counts: NDArray[np.generic], shared: float) -> None:
        """Add numbers of wagers by net result, and the squares of those that share a round."""
        key = table, wager
        self._counts[key] = self._counts.get(key, 0.0) + counts.astype(np.float64)
        self._shared[key] = self._shared.get(key, 0.0) + shared

    def share(self, table: int, wager: int, shared: float) -> None:
        """Add the squares of wagers that share a round."""
        self._shared[table, wager] += shared

    def read(self, wager: int, written: str) -> FloatArray | None:
        """Return the counts in a cell, such as ``0.95:1100 0:230 -1:1070``; None if none."""
        values = self._references[wager].upper.distribution.values
        found = np.zeros(values.size)
        for part in written.replace(",", " ").split():
            net, colon, count = part.partition(":")
            try:
                place = int(np.argmin(np.abs(values - float(net))))
                is_known = abs(values[place] - float(net)) < 1e-9
            except ValueError:
                return None
            if not (colon and is_known and count.isdecimal() and len(count) < 16):
                return None
            found[place] += float(count)
        return found

    def written(self, wager: int) -> str:
        """Return how the counts of a wager are written."""
        values = self._references[wager].upper.distribution.values
        return " ".join(f"{value:.12g}:N" for value in values.tolist())

    def found(self, tables: Sequence[str]) -> Counts:
        """Return the counts by wager and table, and of all tables together."""
        found: dict[tuple[str, str | None], Counted] = {}
        for (table, wager), counts in self._counts.items():
            name = self._references[wager].wager
            counted = Counted(counts, self._shared[table, wager])
            found[name, tables[table]] = counted
            found[name, None] = found[name, None] + counted if (name, None) in found else counted
        return found


def spread_of(counted: Counted | None, reference: Reference) -> Spread | None:
    """Return the comparison of counted outcomes with their odds; None where there are too few.

    Notes
    -----
    Conditioning: how many wagers there are, and which seats were taken.
    Method: Pearson's chi-squared over outcomes of which at least 5 are expected, rarer ones taken
        together; divided by the factor of the variance of a count that is due to seats that share a
        round, the same for all outcomes (Rao and Scott's first correction, exact where all seats
        have the same outcome).
    Error: the chi-squared distribution is that of many wagers.
    Source: Rao and Scott, Journal of the American Statistical Association 76, 1981;
        reports/METHOD.md, section 15.
    """
    if counted is None:
        return None
    number = float(counted.wagers.sum())
    if not number:
        return None
    factor = 1.0 + reference.seat_correlation * (counted.shared / number - 1.0)
    distribution = reference.upper.distribution
    expected = number * distribution.chances
    observed, wanted = _pooled(counted.wagers, expected, FEWEST * factor)
    if wanted.size < 2:
        return None
    statistic = float(((observed - wanted) ** 2 / wanted).sum() / factor)
    freedom = int(wanted.size - 1)
    return Spread(
        outcomes=tuple(
            OutcomeCount(net=net, wagers=round(seen), expected=due)
            for net, seen, due in zip(
                distribution.values.tolist(),
                counted.wagers.tolist(),
                expected.tolist(),
                strict=True,
            )
        ),
        statistic=statistic,
        freedom=freedom,
        p=float(scipy.special.chdtrc(freedom, statistic)),
    )


def _pooled(
    observed: FloatArray, expected: FloatArray, fewest: float
) -> tuple[FloatArray, FloatArray]:
    """Return numbers in which so many are expected, the rarest added up until they are."""
    order = np.argsort(expected, kind="stable")
    observed, expected = observed[order], expected[order]
    # The least number of the rarest that makes up one cell.
    rare = int((expected < fewest).sum())
    while 0 < rare < expected.size and expected[:rare].sum() < fewest:
        rare += 1
    if rare < 2:
        return observed, expected
    starts = np.array([0, *range(rare, expected.size)])
    return np.add.reduceat(observed, starts), np.add.reduceat(expected, starts)
