"""All tables whose payouts lie in ranges, counted, and gone through in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]
Places = npt.NDArray[np.int32]
"""Tables: a line each, of each payout the place in its range."""

AT_ONCE = 200_000
"""Tables that are gone through at once."""


@dataclass(frozen=True, eq=False)
class Box:
    """Tables by the ranges of their payouts.

    Attributes
    ----------
    rows : tuple of str
        The payouts, the rarest first, by path.
    values : tuple of ndarray of int64
        What each may pay to one, ascending, in parts of `base`.
    base : int
        In how many parts a unit is told.
    is_monotone : bool
        Whether none pays more than one that is rarer.
    """

    rows: tuple[str, ...]
    values: tuple[npt.NDArray[np.int64], ...]
    base: int
    is_monotone: bool = True

    @cached_property
    def number(self) -> int:
        """How many tables there are."""
        ways = np.ones(len(self.values[0]), dtype=object)
        for row in range(1, len(self.values)):
            if self.is_monotone:
                after = np.concatenate([np.cumsum(ways[::-1])[::-1], [0]])
                ways = after[np.searchsorted(self.values[row - 1], self.values[row])]
            else:
                ways = np.full(len(self.values[row]), sum(ways), dtype=object)
        return int(sum(ways))

    def pays(self, places: Places) -> npt.NDArray[np.int64]:
        """Return what tables pay to one, in parts of `base`."""
        return np.stack([own[places[:, row]] for row, own in enumerate(self.values)], axis=1)

    def payouts(self, places: Sequence[int]) -> tuple[Fraction, ...]:
        """Return what one table pays to one."""
        return tuple(
            Fraction(int(own[place]), self.base)
            for own, place in zip(self.values, places, strict=True)
        )

    def tables(
        self,
        means: Means | None = None,
        look: Callable[[int], None] = lambda number: None,
    ) -> Iterator[Places]:
        """Yield all tables in pieces, in ascending order; of `means` only those within its ends.

        `look` is told of how many beginnings of tables it is looked where they can lead.
        """
        waiting: list[Places] = [np.zeros((1, 0), dtype=np.int32)]
        while waiting:
            begun = waiting.pop()
            row = begun.shape[1]
            if row == len(self.values):
                yield begun
                continue
            counts = self._counts(begun, row)
            # Only so many beginnings as lead to few: the others wait, so that memory is bounded.
            end = max(int(np.searchsorted(np.cumsum(counts), AT_ONCE, side="right")), 1)
            if end < len(begun):
                waiting.append(begun[end:])
            found = _continued(begun[:end], counts[:end])
            look(len(found))
            if means is not None and len(found):
                found = found[means.can_hold(self, found)]
            if len(found):
                waiting.append(found)

    def _counts(self, begun: Places, row: int) -> Numbers:
        """Return how many values the next payout may have after each beginning of a table."""
        values = self.values[row]
        if not row or not self.is_monotone:
            return np.full(len(begun), len(values))
        most = self.values[row - 1][begun[:, -1]]
        return np.searchsorted(values, most, side="right")


def _continued(begun: Places, counts: Numbers) -> Places:
    """Return beginnings of tables with the first so many values of the next payout."""
    first = np.cumsum(counts) - counts
    last = np.arange(int(counts.sum())) - np.repeat(first, counts)
    found: Places = np.column_stack([np.repeat(begun, counts, axis=0), last]).astype(np.int32)
    return found


@dataclass(frozen=True, eq=False)
class Means:
    """What payouts add to a mean, and between which ends the sum must lie.

    Attributes
    ----------
    parts : tuple of ndarray
        By payout and value, integers.
    low, high : int or None
        Ends of what the parts add up to.
    """

    parts: tuple[Numbers, ...]
    low: int | None
    high: int | None

    def can_hold(self, box: Box, begun: Places) -> npt.NDArray[np.bool_]:
        """Return which beginnings of tables can be gone on with so that the sum is within."""
        done = begun.shape[1]
        total = sum(self.parts[row][begun[:, row]] for row in range(done))
        least, most = total, total
        for row in range(done, len(self.parts)):
            least = least + self._ends(row)[0][-1]
            if box.is_monotone:
                # No payout that comes is more than the last one there is.
                last = box.values[done - 1][begun[:, -1]]
                place = np.searchsorted(box.values[row], last, side="right") - 1
                most = most + self._ends(row)[1][place]
            else:
                most = most + self._ends(row)[1][-1]
        kept = np.ones(len(begun), dtype=np.bool_)
        if self.low is not None:
            kept &= most >= self.low
        if self.high is not None:
            kept &= least <= self.high
        return kept

    @cached_property
    def _every(self) -> tuple[tuple[Numbers, Numbers], ...]:
        return tuple(
            (np.minimum.accumulate(part), np.maximum.accumulate(part)) for part in self.parts
        )

    def _ends(self, row: int) -> tuple[Numbers, Numbers]:
        """Return the least and the most that a payout adds, by the value that it is limited to."""
        return self._every[row]
