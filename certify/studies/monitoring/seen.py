"""Detection of duplicate, missing and late rounds, without keeping every row.

A round is a number, and belongs to a group: a seat of a table with a wager, or a table.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from certify.errors import EngineError

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

ROUND_BITS = 47
MOST_ROUND = 2**ROUND_BITS - 1
MOST_GROUPS = 2 ** (63 - ROUND_BITS)
BLOCK_BITS = 6
"""Rounds of a group are kept 64 to a word."""


def place(groups: IntArray, rounds: IntArray) -> IntArray:
    """Return one number for a group and a round (numbers from 0, at most `MOST_ROUND`).

    Rounds of a group stand together, in their order. Too many groups are an EngineError.
    """
    if groups.size and int(groups.max()) >= MOST_GROUPS:
        raise EngineError(
            f"there are more than {MOST_GROUPS:,} combinations of table, seat and wager in the"
            " data; give them in parts"
        )
    return (groups << ROUND_BITS) | rounds


def firsts(ordered: IntArray) -> BoolArray:
    """Return which of some numbers in order differ from the one before."""
    found = np.ones(ordered.size, dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=found[1:])
    return found


class Groups:
    """Groups met so far, each with a small number."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def numbers(self, groups: IntArray) -> IntArray:
        """Return numbers of groups from 0, in the order in which the groups first came."""
        ordered = np.sort(groups)
        ordered = ordered[firsts(ordered)]
        known = self._known
        table = np.array(
            [known.setdefault(group, len(known)) for group in ordered.tolist()], dtype=np.int64
        )
        found: IntArray = table[np.searchsorted(ordered, groups)]
        return found


class SeenRounds:
    """A set of places, one bit each as far as rounds follow one another."""

    def __init__(self) -> None:
        self._blocks: IntArray = np.empty(0, dtype=np.int64)
        self._masks: NDArray[np.uint64] = np.empty(0, dtype=np.uint64)

    def contains(self, places: IntArray) -> BoolArray:
        """Return which places are in the set."""
        blocks = places >> BLOCK_BITS
        at = np.searchsorted(self._blocks, blocks)
        known = at < self._blocks.size
        known[known] = self._blocks[at[known]] == blocks[known]
        found = np.zeros(places.size, dtype=np.bool_)
        found[known] = (self._masks[at[known]] & _bits(places[known])) != 0
        return found

    def add(self, places: IntArray) -> BoolArray:
        """Add places, and return which were in the set before, or earlier in the array."""
        ordered = np.sort(places)
        first = firsts(ordered)
        twice = not first.all()
        ordered = ordered[first]
        blocks = ordered >> BLOCK_BITS
        starts = np.flatnonzero(firsts(blocks))
        if not starts.size:
            return np.zeros(0, dtype=np.bool_)
        masks = np.bitwise_or.reduceat(_bits(ordered), starts)
        blocks = blocks[starts]
        at = np.searchsorted(self._blocks, blocks)
        known = at < self._blocks.size
        known[known] = self._blocks[at[known]] == blocks[known]
        again = bool((self._masks[at[known]] & masks[known]).any())
        duplicate = np.zeros(places.size, dtype=np.bool_)
        if again:
            duplicate |= self.contains(places)
        if twice:
            order = np.argsort(places, kind="stable")
            duplicate[order] |= ~firsts(places[order])
        self._masks[at[known]] |= masks[known]
        self._blocks = np.insert(self._blocks, at[~known], blocks[~known])
        self._masks = np.insert(self._masks, at[~known], masks[~known])
        return duplicate


def _bits(places: IntArray) -> NDArray[np.uint64]:
    within = (places & (2**BLOCK_BITS - 1)).astype(np.uint64)
    found: NDArray[np.uint64] = np.left_shift(np.uint64(1), within)
    return found


class Runs:
    """Runs of places without a gap, merged as they grow; each keeps where it began.

    The beginning is a file and a line.
    """

    def __init__(self) -> None:
        self._low: IntArray = np.empty(0, dtype=np.int64)
        self._high: IntArray = np.empty(0, dtype=np.int64)
        self._where: IntArray = np.empty((0, 2), dtype=np.int64)

    def add(self, places: IntArray, file: int, lines: IntArray) -> None:
        """Add places of a file, with their lines."""
        if not places.size:
            return
        order = np.argsort(places)
        ordered = places[order]
        starts = np.flatnonzero(np.concatenate(([True], np.diff(ordered) > 1)))
        ends = np.concatenate((starts[1:] - 1, [ordered.size - 1]))
        where = np.column_stack((np.full(starts.size, file), lines[order[starts]]))
        low = np.concatenate((self._low, ordered[starts]))
        high = np.concatenate((self._high, ordered[ends]))
        where = np.concatenate((self._where, where))
        order = np.argsort(low, kind="stable")
        low, high, where = low[order], np.maximum.accumulate(high[order]), where[order]
        starts = np.flatnonzero(np.concatenate(([True], low[1:] > high[:-1] + 1)))
        ends = np.concatenate((starts[1:] - 1, [low.size - 1]))
        self._low, self._high, self._where = low[starts], high[ends], where[starts]

    def gaps(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Yield gaps between two runs of a group.

        Group, first and last missing round, and the file and the line of the round that follows.
        """
        same = np.flatnonzero((self._low[1:] >> ROUND_BITS) == (self._high[:-1] >> ROUND_BITS))
        for at in same.tolist():
            file, line = self._where[at + 1].tolist()
            yield (
                int(self._low[at + 1] >> ROUND_BITS),
                int(self._high[at] & MOST_ROUND) + 1,
                int(self._low[at + 1] & MOST_ROUND) - 1,
                file,
                line,
            )
