"""Many cards that come to rows at once: taken from the side of what they make.

Where each of very many rows has very many ways to go on (a flop and a hand, before turn and river),
what they come to is much less: whole boards with a hand each. So the boards are gone through, one
of each kind that only an exchange of suits tells apart, with every hand that is left; and what each
comes to is added to the rows from which it can have come.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, factorial

import numpy as np
import numpy.typing as npt

from certify.exact.banked.holdings import (
    DIGIT,
    MOST_SLOTS,
    Group,
    Holdings,
    first_slots,
    make_canonical,
    ordered_slots,
    packed,
)
from certify.numerics.jit import inline, kernel

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]

MOST_ROWS = 1_500_000
"""Rows that are gone through at once."""

EMPTY = -1


@dataclass(frozen=True, eq=False)
class Boards:
    """What rows come to as `number` more cards of a zone become known.

    Attributes
    ----------
    before : Holdings
        The rows; every card is there once, and no order is read.
    """

    before: Holdings
    zone: int
    number: int

    @property
    def total(self) -> int:
        """Ways for each row."""
        return comb(self.before.left(), self.number)

    @cached_property
    def held(self) -> int:
        """Cards of the zone that are known before."""
        return next((g.number for g in self.before.groups if g.zone == self.zone), 0)

    @cached_property
    def others(self) -> tuple[Group, ...]:
        """The other known cards."""
        return tuple(group for group in self.before.groups if group.zone != self.zone)

    @cached_property
    def orbits(self) -> Integers:
        """In how many ways suits can be exchanged in each row so that it becomes another."""
        found = np.empty(len(self.before), dtype=np.int64)
        values = self.before.kinds.values
        whole = factorial(values)
        count_orbits(self.before.cards, values, first_slots(self.before.groups), whole, found)
        return found

    @cached_property
    def index(self) -> tuple[npt.NDArray[np.uint64], Integers]:
        """A table by which the number of a row is found from its cards."""
        (keys,) = packed(self.before.cards, len(self.before.kinds.cards))
        size = 1 << (2 * len(keys)).bit_length()
        table, rows = np.zeros(size, dtype=np.uint64), np.full(size, EMPTY, dtype=np.int64)
        enter(keys, table, rows)
        return table, rows

    def pieces(self) -> Iterator[tuple[float, Holdings, Integers]]:
        """Yield what the rows come to, the zone first, and for how many each row stands.

        Before them the share of all that was yielded already.
        """
        kinds = self.before.kinds
        start = Holdings(kinds, np.zeros((1, 0), dtype=np.uint8), ())
        made = start.dealt(self.zone, self.held + self.number, ordered=False, place=0, merged=True)
        boards = made.after
        stands_for = made.forward(np.ones(1, dtype=np.int64))
        left, each = boards.left(), 1
        for group in self.others:
            each *= comb(left, group.number)
            left -= group.number
        size = max(1, MOST_ROWS // each)
        for first in range(0, len(boards), size):
            rows = boards.subset(slice(first, first + size))
            weights = stands_for[first : first + size]
            for group in self.others:
                deal = rows.dealt(
                    group.zone, group.number, ordered=False, place=len(rows.groups), merged=False
                )
                rows, weights = deal.after, weights[deal.parents]
            yield first / len(boards), rows, weights

    def _layout(self, after: Holdings) -> tuple[Integers, Integers]:
        """Return by slot of a row before: where its card is after; of the zone, counted up."""
        places = []
        starts, start = {}, 0
        for group in after.groups:
            starts[group.zone] = start
            start += group.number
        chosen = 0
        for group in self.before.groups:
            for place in range(group.number):
                if group.zone == self.zone:
                    places.append(-1 - chosen)
                    chosen += 1
                else:
                    places.append(starts[group.zone] + place)
        kept = list(combinations(range(self.held + self.number), self.held))
        subsets = np.array(kept, dtype=np.int64).reshape(len(kept), self.held)
        return np.array(places, dtype=np.int64), subsets

    def add(self, after: Holdings, units: Integers, sums: Integers) -> None:
        """Add to each row the numbers of the rows that it may come to."""
        places, subsets = self._layout(after)
        table, rows = self.index
        bits = max(1, (len(self.before.kinds.cards) - 1).bit_length())
        add_up(
            after.cards, places, subsets, first_slots(self.before.groups),
            self.before.kinds.values, bits, table, rows, units, sums,
        )  # fmt: skip

    def collect(self, after: Holdings, weights: Integers) -> Integers:
        """Return for each row the sum over the rows from which it can have come."""
        places, subsets = self._layout(after)
        table, rows = self.index
        bits = max(1, (len(self.before.kinds.cards) - 1).bit_length())
        found = np.zeros(len(after), dtype=np.int64)
        take_from(
            after.cards, places, subsets, first_slots(self.before.groups),
            self.before.kinds.values, bits, table, rows, weights, found,
        )  # fmt: skip
        return found


def can_be_gone_through(before: Holdings) -> bool:
    """Return whether rows are such that boards can be gone through."""
    bits = max(1, (len(before.kinds.cards) - 1).bit_length())
    return (
        before.is_canonical
        and bool((before.kinds.copies == 1).all())
        and not ordered_slots(before.groups).any()
        and bits * before.cards.shape[1] <= 63
    )


@kernel
def enter(keys: npt.NDArray[np.uint64], table: npt.NDArray[np.uint64], rows: Integers) -> None:
    """Enter the number of each key in a table of twice the room, at the next free place."""
    mask = np.uint64(len(table) - 1)
    for row in range(len(keys)):
        place = (keys[row] * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)) & mask
        while rows[place] >= 0:
            place = (place + np.uint64(1)) & mask
        table[place] = keys[row]
        rows[place] = row


@kernel
def count_orbits(cards: Cards, values: int, firsts: Integers, whole: int, found: Integers) -> None:
    """Write how many different rows come of a row as suits are exchanged."""
    slots = cards.shape[1]
    signature = np.zeros(values, dtype=np.uint64)
    for row in range(len(cards)):
        signature[:] = 0
        for slot in range(slots):
            place = slot
            same = cards[row, slot] // values
            while place > firsts[slot] and cards[row, place - 1] // values == same:
                place -= 1
            one = np.uint64(1) << np.uint64(DIGIT * (MOST_SLOTS - 1 - place))
            signature[cards[row, slot] % values] += one
        alike = 1
        for value in range(values):
            same_before = 1
            for other in range(value):
                if signature[other] == signature[value]:
                    same_before += 1
            alike *= same_before
        found[row] = whole // alike


@inline
def _take_back(
    cards: Cards, places: Integers, subsets: Integers, firsts: Integers, before: Cards
) -> None:
    """Write the rows before, one for each set of cards of the zone that were known."""
    for subset in range(len(subsets)):
        for slot in range(len(places)):
            place = places[slot]
            if place < 0:
                place = subsets[subset, -1 - place]
            card = cards[place]
            at = slot
            while at > firsts[slot] and before[subset, at - 1] > card:
                before[subset, at] = before[subset, at - 1]
                at -= 1
            before[subset, at] = card


@kernel
def add_up(
    cards: Cards, places: Integers, subsets: Integers, firsts: Integers, values: int, bits: int,
    table: npt.NDArray[np.uint64], rows: Integers, units: Integers, sums: Integers,
) -> None:  # fmt: skip
    """Add the number of each row to every row from which it can have come."""
    slots = len(places)
    before = np.empty((len(subsets), slots), dtype=np.uint8)
    unordered = np.zeros(slots, dtype=np.bool_)
    mask = np.uint64(len(table) - 1)
    for row in range(len(cards)):
        _take_back(cards[row], places, subsets, firsts, before)
        make_canonical(before, values, firsts, unordered)
        for subset in range(len(subsets)):
            key = np.uint64(0)
            for slot in range(slots):
                key = (key << np.uint64(bits)) | np.uint64(before[subset, slot])
            place = (key * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)) & mask
            while rows[place] >= 0 and table[place] != key:
                place = (place + np.uint64(1)) & mask
            if rows[place] >= 0:
                sums[rows[place]] += units[row]


@kernel
def take_from(
    cards: Cards, places: Integers, subsets: Integers, firsts: Integers, values: int, bits: int,
    table: npt.NDArray[np.uint64], rows: Integers, weights: Integers, found: Integers,
) -> None:  # fmt: skip
    """Write the sum of the weights of the rows from which each row can have come."""
    slots = len(places)
    before = np.empty((len(subsets), slots), dtype=np.uint8)
    unordered = np.zeros(slots, dtype=np.bool_)
    mask = np.uint64(len(table) - 1)
    for row in range(len(cards)):
        _take_back(cards[row], places, subsets, firsts, before)
        make_canonical(before, values, firsts, unordered)
        for subset in range(len(subsets)):
            key = np.uint64(0)
            for slot in range(slots):
                key = (key << np.uint64(bits)) | np.uint64(before[subset, slot])
            place = (key * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)) & mask
            while rows[place] >= 0 and table[place] != key:
                place = (place + np.uint64(1)) & mask
            if rows[place] >= 0:
                found[row] += weights[rows[place]]
