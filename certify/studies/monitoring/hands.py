"""Seats that share a dealer hand: their stakes are joined though their rows come apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from certify.studies.monitoring.cells import Cells
from certify.studies.monitoring.seen import SeenRounds, firsts

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

PATIENCE = 1_000_000
"""Rows for which a dealer hand waits for the rows of other seats."""


class DealerHands:
    """Sums of stakes by dealer hand, of which only the last are kept in memory.

    The squares of the sums are added to `cells`. A row that comes after its hand was closed is
    late: its cell is marked, so that a bound takes the place of the sum.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._closed = SeenRounds()
        self._places: IntArray = np.empty(0, dtype=np.int64)
        self._stakes: FloatArray = np.empty(0)
        self._rows: IntArray = np.empty(0, dtype=np.int64)
        self._touched: IntArray = np.empty(0, dtype=np.int64)
        self._rows_read = 0

    def add(self, places: IntArray, stakes: FloatArray, rows: IntArray) -> None:
        """Add the rows of a batch.

        `places` has each row's dealer hand (table, wager and round as one number), `rows` the entry
        of its cell.
        """
        self._rows_read += rows.size
        if places.size:
            order = np.argsort(places)
            ordered = places[order]
            starts = np.flatnonzero(firsts(ordered))
            self._join(ordered[starts], np.add.reduceat(stakes[order], starts), rows[order[starts]])
        self._close(self._touched <= self._rows_read - PATIENCE)

    def finish(self) -> None:
        """Close all open hands."""
        self._close(np.ones(self._places.size, dtype=np.bool_))

    def _join(self, places: IntArray, stakes: FloatArray, rows: IntArray) -> None:
        at = np.searchsorted(self._places, places)
        known = at < self._places.size
        known[known] = self._places[at[known]] == places[known]
        self._stakes[at[known]] += stakes[known]
        self._touched[at[known]] = self._rows_read
        new = ~known
        late = self._closed.contains(places[new])
        self._cells.late(rows[new][late])
        self._places = np.insert(self._places, at[new], places[new])
        self._stakes = np.insert(self._stakes, at[new], stakes[new])
        self._rows = np.insert(self._rows, at[new], rows[new])
        self._touched = np.insert(self._touched, at[new], self._rows_read)

    def _close(self, closing: NDArray[np.bool_]) -> None:
        if not closing.any():
            return
        stakes = self._stakes[closing]
        self._cells.add(self._rows[closing], table_squared=stakes**2, largest_table=stakes)
        self._closed.add(self._places[closing])
        kept = ~closing
        self._places, self._stakes = self._places[kept], self._stakes[kept]
        self._rows, self._touched = self._rows[kept], self._touched[kept]
