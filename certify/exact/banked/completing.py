"""What rows come to as whole boards become known: sums of what boards are worth, and ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial

import numpy as np

from certify.exact.banked.boards import (
    Boards,
    Cards,
    Integers,
    Keys,
    Laid,
    Numbers,
    at_once,
    find_stands,
)
from certify.exact.banked.holdings import (
    Holdings,
    bits_of,
    compare_signatures,
    first_slots,
    make_canonical,
    packed,
    room_for_signatures,
    sign_values,
)
from certify.exact.banked.standing import Beside
from certify.numerics.jit import inline, kernel

EMPTY = -1


@dataclass(frozen=True, eq=False)
class Completing:
    """What rows come to as the rest of a zone becomes known.

    Attributes
    ----------
    before : Holdings
        The rows; every card is there once, and no order is read.
    """

    boards: Boards
    before: Holdings

    @cached_property
    def held(self) -> int:
        """Cards of the zone that are known before."""
        return self.before.held(self.boards.zone)

    @property
    def total(self) -> int:
        """Ways for each row."""
        return comb(self.before.left(), self.boards.number - self.held)

    @cached_property
    def orbits(self) -> Integers:
        """In how many ways suits can be exchanged in each row so that it becomes another."""
        return orbits_of(self.before)

    @cached_property
    def row_of(self) -> Numbers:
        """The row of each opening with each hand, shape (openings, hands); -1 for none."""
        sets = self.boards.opened(self.held).sets
        hands = self.boards.beside.cards
        places, slot = [], 0
        for group in self.before.groups:
            if group.zone == self.boards.zone:
                places += [-1 - place for place in range(group.number)]
            else:
                places += range(slot, slot + group.number)
                slot += group.number
        (keys,) = packed(self.before.cards, len(self.before.kinds.cards))
        size = 1 << (2 * len(keys)).bit_length()
        table, rows = np.zeros(size, dtype=np.uint64), np.full(size, EMPTY, dtype=np.int32)
        enter(keys, table, rows)
        found = np.empty((len(sets), len(hands)), dtype=np.int32)
        find_rows(
            sets.cards, hands, np.array(places, dtype=np.int64), first_slots(self.before.groups),
            self.before.kinds.values, bits_of(len(self.before.kinds.cards)), table, rows, found,
        )  # fmt: skip
        return found

    def backward(self, worths: Integers) -> Integers:
        """Return for each row the sum of what it may come to, given for the rows of the boards.

        Of several numbers of each row each has a row of its own.
        """
        boards, opened = self.boards, self.boards.opened(self.held)

        def add(first: int, last: int) -> Integers:
            sums = np.zeros((len(worths), *self.row_of.shape), dtype=np.int64)
            add_up(
                boards.laid, boards.beside, opened.found, opened.exchanged, worths, first, last,
                sums,
            )  # fmt: skip
            return sums

        found = np.zeros((len(worths), len(self.before)), dtype=np.int64)
        for sums in at_once(add, boards.bounds):
            for each, own in zip(found, sums, strict=True):
                add_rows(self.row_of.reshape(-1), own.reshape(-1), each)
        return found // self.orbits

    def forward(self, weights: Integers) -> Integers:
        """Return for each row of the boards in how many ways it comes about."""
        boards, opened = self.boards, self.boards.opened(self.held)
        # The ways of one row of each orbit; none where there is no row.
        each = np.append(weights // self.orbits, 0)[self.row_of]
        found = np.zeros(len(boards.laid.numbers), dtype=np.int64)

        def take(first: int, last: int) -> None:
            take_from(
                boards.laid, boards.beside, opened.found, opened.exchanged, each, first, last, found
            )

        at_once(take, boards.bounds)
        return found


def orbits_of(known: Holdings) -> Integers:
    """Return in how many ways suits can be exchanged in each row so that it becomes another."""
    found = np.empty(len(known), dtype=np.int64)
    values = known.kinds.values
    count_orbits(known.cards, values, first_slots(known.groups), factorial(values), found)
    return found


@inline
def place_of_key(key: np.uint64, table: Keys, rows: Numbers) -> np.uint64:
    """Return the place of a key in a table, or the free one where it belongs."""
    mask = np.uint64(len(table) - 1)
    place = (key * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(20)) & mask
    while rows[place] >= 0 and table[place] != key:
        place = (place + np.uint64(1)) & mask
    return place


@kernel
def enter(keys: Keys, table: Keys, rows: Numbers) -> None:
    """Enter the number of each key in a table of twice the room."""
    for row in range(len(keys)):
        place = place_of_key(keys[row], table, rows)
        table[place] = keys[row]
        rows[place] = row


@kernel
def count_orbits(cards: Cards, values: int, firsts: Integers, whole: int, found: Integers) -> None:
    """Write how many different rows come of a row as suits are exchanged."""
    signature = room_for_signatures(values, cards.shape[1])
    for row in range(len(cards)):
        sign_values(cards[row], values, firsts, signature)
        alike = 1
        for value in range(values):
            same_before = 1
            for other in range(value):
                if compare_signatures(signature, other, value) == 0:
                    same_before += 1
            alike *= same_before
        found[row] = whole // alike


@inline
def find_free(rows: Integers, free: Numbers) -> int:
    """Write which hands have a row, and return how many."""
    number = 0
    for place in range(len(rows)):
        if rows[place] >= 0:
            free[number] = place
            number += 1
    return number


@kernel
def add_up(
    laid: Laid, hands: Beside, found: Numbers, exchanged: Numbers, worths: Integers, first: int,
    last: int, sums: Integers,
) -> None:  # fmt: skip
    """Add what boards with hands are worth to every opening that they can have come from."""
    row_of = np.zeros(hands.numbers, dtype=np.int64)
    rows = np.empty(len(hands.cards), dtype=np.int64)
    own = np.empty(len(hands.cards), dtype=np.int64)
    free = np.empty(len(hands.cards), dtype=np.int32)
    for board in laid.order[first:last]:
        find_stands(laid, hands, board, row_of, rows)
        number = find_free(rows, free)
        for column in range(len(worths)):
            for place in range(number):
                own[place] = worths[column, rows[free[place]]] * laid.forms[board]
            for subset in range(found.shape[1]):
                target = sums[column, found[board, subset]]
                move = hands.moved[exchanged[board, subset]]
                for place in range(number):
                    target[move[free[place]]] += own[place]


@kernel
def take_from(
    laid: Laid, hands: Beside, found: Numbers, exchanged: Numbers, each: Integers, first: int,
    last: int, ways: Integers,
) -> None:  # fmt: skip
    """Write the ways to boards with hands: the sum over the openings that they can come from."""
    row_of = np.zeros(hands.numbers, dtype=np.int64)
    rows = np.empty(len(hands.cards), dtype=np.int64)
    own = np.empty(len(hands.cards), dtype=np.int64)
    free = np.empty(len(hands.cards), dtype=np.int32)
    for board in laid.order[first:last]:
        find_stands(laid, hands, board, row_of, rows)
        number = find_free(rows, free)
        own[:number] = 0
        for subset in range(found.shape[1]):
            source = each[found[board, subset]]
            move = hands.moved[exchanged[board, subset]]
            for place in range(number):
                own[place] += source[move[free[place]]]
        for place in range(number):
            ways[rows[free[place]]] += own[place] * laid.forms[board]


@kernel
def find_rows(
    sets: Cards, hands: Cards, places: Integers, firsts: Integers, values: int, bits: int,
    table: Keys, rows: Numbers, found: Numbers,
) -> None:  # fmt: skip
    """Write the row of each opening with each hand; -1 where there is none."""
    slots = len(places)
    block = np.empty((len(hands), slots), dtype=np.uint8)
    for opening in range(len(sets)):
        for hand in range(len(hands)):
            for slot in range(slots):
                place = places[slot]
                card = sets[opening, -1 - place] if place < 0 else hands[hand, place]
                block[hand, slot] = card
            found[opening, hand] = 0
            for slot in range(slots):
                for other in range(slot):
                    if block[hand, slot] == block[hand, other]:
                        found[opening, hand] = -1
        make_canonical(block, values, firsts)
        for hand in range(len(hands)):
            if found[opening, hand] < 0:
                continue
            key = np.uint64(0)
            for slot in range(slots):
                key = (key << np.uint64(bits)) | np.uint64(block[hand, slot])
            found[opening, hand] = rows[place_of_key(key, table, rows)]


@kernel
def add_rows(rows: Numbers, sums: Integers, found: Integers) -> None:
    """Add each number to its row, if it has one."""
    for place in range(len(rows)):
        if rows[place] >= 0:
            found[rows[place]] += sums[place]
