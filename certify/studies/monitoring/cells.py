"""Totals by day, group and wager, from which all figures follow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from certify.errors import EngineError

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

MOST_CELLS = 5_000_000
"""Different combinations of day, group and wager, each of which takes some 200 bytes."""

WAGER_BITS = 8
GROUP_BITS = 16
SUMS = (
    "wagers",
    "stake",
    "stake_squared",
    "table_squared",
    "wagered",
    "returned",
    "rounded",
    "seats",
)
MOST = ("largest", "largest_table")


def cell_of(days: IntArray, groups: IntArray, wagers: IntArray) -> IntArray:
    """Return one number for a day, a group (a table or a stake level) and a wager."""
    return (days << (GROUP_BITS + WAGER_BITS)) | (groups << WAGER_BITS) | wagers


@dataclass(frozen=True)
class Totals:
    """Totals of each day, group and wager, one entry each in every array of shape (n,).

    Days are ordinals of the calendar. `table_squared` sums over dealer hands the square of all
    seats' stakes together. `rounded` is what rounding has added to `returned` less `wagered`.
    `seats` are those that had the wager, needed for Bonus wagers only. `largest` is the largest
    stake, `largest_table` the largest sum of stakes against a dealer hand.
    """

    days: IntArray
    groups: IntArray
    wagers_kind: IntArray
    wagers: FloatArray
    stake: FloatArray
    stake_squared: FloatArray
    table_squared: FloatArray
    wagered: FloatArray
    returned: FloatArray
    rounded: FloatArray
    seats: FloatArray
    largest: FloatArray
    largest_table: FloatArray

    @property
    def net(self) -> FloatArray:
        """Net result of the players, before rounding."""
        return self.returned - self.wagered - self.rounded


class Cells:
    """Totals that grow as rows come."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}
        self._values = {name: np.zeros(1024) for name in (*SUMS, *MOST)}
        self._seats = np.zeros(1024, dtype=np.uint64)
        self._late = np.zeros(1024, dtype=np.bool_)

    def rows(self, keys: IntArray) -> IntArray:
        """Return the entries of cells, made where missing.

        `keys` are numbers from `cell_of`, each once.
        """
        known = self._rows
        found = np.array(
            [known.setdefault(key, len(known)) for key in keys.tolist()], dtype=np.int64
        )
        if len(known) > MOST_CELLS:
            raise EngineError(
                f"there are more than {MOST_CELLS:,} combinations of day, table and wager in the"
                " data; give them in parts"
            )
        while len(known) > self._late.size:
            self._values = {
                name: np.concatenate((values, np.zeros_like(values)))
                for name, values in self._values.items()
            }
            self._seats = np.concatenate((self._seats, np.zeros_like(self._seats)))
            self._late = np.concatenate((self._late, np.zeros_like(self._late)))
        return found

    def add(self, rows: IntArray, **amounts: FloatArray) -> None:
        """Add to sums, or raise maxima; an entry may occur more than once."""
        for name, values in amounts.items():
            if name in MOST:
                np.maximum.at(self._values[name], rows, values)
            else:
                np.add.at(self._values[name], rows, values)

    def seated(self, rows: IntArray, masks: NDArray[np.uint64]) -> None:
        """Record which seats had the wager."""
        np.bitwise_or.at(self._seats, rows, masks)

    def late(self, rows: IntArray) -> None:
        """Record that rows of a dealer hand came too late to be joined with the others."""
        self._late[rows] = True

    def totals(self) -> tuple[Totals, BoolArray]:
        """Return the totals by day, and for which cells rows came too late."""
        keys = np.fromiter(self._rows, dtype=np.int64, count=len(self._rows))
        order = np.argsort(keys)
        keys = keys[order]
        values = {name: each[: keys.size][order] for name, each in self._values.items()}
        seats = np.bitwise_count(self._seats[: keys.size][order]).astype(np.float64)
        return Totals(
            days=keys >> (GROUP_BITS + WAGER_BITS),
            groups=(keys >> WAGER_BITS) & (2**GROUP_BITS - 1),
            wagers_kind=keys & (2**WAGER_BITS - 1),
            **(values | {"seats": np.maximum(values["seats"], seats)}),
        ), self._late[: keys.size][order]
