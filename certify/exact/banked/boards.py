"""Whole boards: where very many rows have very many ways to go on.

A flop and a hand, before turn and river, come to much less than there are ways: to whole boards
with a hand each. So what follows is worked out once for every board and hand that are told apart,
and added to the rows from which they can have come. Told apart are boards that no exchange of
suits makes the same; and of a suit that can make no flush any more, cards are as good as those of
another such suit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from math import comb, factorial, prod
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.holdings import (
    Deal,
    Group,
    Holdings,
    bits_of,
    first_slots,
    make_canonical,
    name_values,
    ordered_slots,
    packed,
    sign_values,
    sort_groups,
)
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.standing import (
    Beside,
    code_boards,
    exchanges_of,
    hands_like,
    move_hands,
    read_board,
    stands_for,
    write_rows,
)
from certify.numerics.jit import inline, kernel

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]

Done = TypeVar("Done")

MOST_ROWS = 200_000
"""Rows that are gone through at once."""

MOST_REMEMBERED = 40_000_000
"""Rows whose ranks are kept for other courses that come to the same boards."""

MOST_ENTRIES = 60_000_000
"""Hands beside all openings of a board: each has a number of its own."""

MOST_SETS = 30_000_000
"""Boards, before suits are exchanged."""

MOST_BOARDS = 60_000_000
"""Boards with hands: each has a number for every course of the game."""

MOST_STANDS = 200_000_000
"""Boards times hands beside them of which is kept which row stands for them."""

MOST_EXCHANGES = 120
"""Ways to exchange suits."""

EMPTY = -1


class Laid(NamedTuple):
    """Boards, in how many forms each is, and the rows that stand for each with its hands.

    Attributes
    ----------
    order : ndarray of int64
        The boards, those that are as good one after another.
    alike : ndarray of int64
        By board the number of those that are as good.
    starts, numbers : ndarray
        Where the rows of these begin, and by row the number of its hand.
    values, kinds, least : int
        Suits, cards, and of how many cards of a suit rules can tell that it is one.
    stands : ndarray of int32, shape (boards, hands)
        The row that stands for each hand beside a board, -1 if its cards are not free; none if
        there are too many: they are then found as they are needed.
    """

    boards: Cards
    forms: Integers
    order: Integers
    alike: Integers
    starts: Integers
    numbers: Numbers
    values: int
    kinds: int
    least: int
    stands: Numbers


@dataclass(frozen=True, eq=False)
class Openings:
    """What each board may have begun with.

    Attributes
    ----------
    sets : Holdings
        Every opening that no exchange of suits makes another.
    found, exchanged : ndarray, shape (boards, openings of a board)
        The number of each opening among them, and the exchange that makes it that one.
    """

    sets: Holdings
    found: Numbers
    exchanged: Numbers


@dataclass(frozen=True, eq=False)
class Boards:
    """Every set of cards that a zone comes to, with every hand that can lie beside it.

    Attributes
    ----------
    number : int
        Cards of the zone.
    groups : tuple of Group
        What else is known.
    hands : ndarray of uint8, shape (hands, slots)
        What these can be, with all that have the same ranks.
    least : int
        Of how many cards of a suit rules can tell that it is one; 0 if always.
    cores : int
        How many boards are gone through at the same time.
    """

    kinds: Kinds
    zone: int
    number: int
    groups: tuple[Group, ...]
    hands: Cards
    least: int
    cores: int = 1
    openings: dict[int, Openings] = field(default_factory=dict)

    @cached_property
    def sets(self) -> tuple[Cards, Integers]:
        """Return boards of which no exchange of suits makes another, and how many each is."""
        made = self._dealt(self.number)
        return made.after.cards, made.forward(np.ones(1, dtype=np.int64))

    def _nothing(self) -> Holdings:
        return Holdings(self.kinds, np.zeros((1, 0), dtype=np.uint8), ())

    def _dealt(self, number: int) -> Deal:
        return self._nothing().dealt(self.zone, number, ordered=False, place=0, merged=True)

    @cached_property
    def beside(self) -> Beside:
        """All hands beside the board."""
        kinds, values = len(self.kinds.cards), self.kinds.values
        sizes = [group.number for group in self.groups]
        most = max([*sizes, self.number]) + 1
        choices = np.array(
            [[comb(n, k) for k in range(most + 1)] for n in range(kinds + 1)], dtype=np.int64
        )
        strides = [prod(comb(kinds, size) for size in sizes[:place]) for place in range(len(sizes))]
        exchanges = exchanges_of(values)
        found = Beside(
            self.hands,
            first_slots(self.groups),
            np.array(sizes, dtype=np.int64),
            np.array(strides, dtype=np.int64),
            choices,
            prod(comb(kinds, size) for size in sizes),
            exchanges,
            np.empty((len(exchanges), len(self.hands)), dtype=np.int32),
        )
        move_hands(found, values)
        # The first exchange leaves hands as they are, so that it has their own numbers.
        places = np.full(found.numbers, -1, dtype=np.int32)
        places[found.moved[0]] = np.arange(len(self.hands))
        found.moved[:] = places[found.moved]
        return found

    @cached_property
    def told_apart(self) -> tuple[Integers, Integers]:
        """Return of each board the number of those that are as good, and a board of each."""
        cards, _ = self.sets
        codes = np.zeros((len(cards), self.number + 1), dtype=np.uint8)
        code_boards(cards, self.kinds.values, len(self.kinds.cards), self.least, codes)
        _, first, alike = np.unique(codes, axis=0, return_index=True, return_inverse=True)
        return alike.reshape(-1).astype(np.int64), first.astype(np.int64)

    @cached_property
    def rows(self) -> tuple[Cards, Numbers, Integers]:
        """Return rows of boards with hands, the numbers of the hands, and where boards begin."""
        boards, _ = self.sets
        _, first = self.told_apart
        boards = boards[first]
        starts = np.zeros(len(boards) + 1, dtype=np.int64)
        slots, beside = self.number + self.beside.cards.shape[1], self.beside
        cards, numbers = np.empty((0, slots), dtype=np.uint8), np.empty(0, dtype=np.int32)
        kinds, values = len(self.kinds.cards), self.kinds.values

        def write(first: int, last: int) -> None:
            write_rows(
                boards, values, kinds, self.least, beside, len(numbers) > 0, first, last, starts,
                cards, numbers,
            )  # fmt: skip

        bounds = self._bounds(np.arange(len(boards)))
        at_once(write, bounds)
        np.cumsum(starts, out=starts)
        if starts[-1] > MOST_BOARDS:
            raise StateSpaceError(
                f"{starts[-1]:,} boards with hands beside them; at most {MOST_BOARDS:,} are"
                " gone through"
            )
        cards = np.empty((starts[-1], slots), dtype=np.uint8)
        numbers = np.empty(starts[-1], dtype=np.int32)
        at_once(write, bounds)
        return cards, numbers, starts

    def _bounds(self, alike: Integers) -> list[int]:
        """Return where boards are parted to be gone through at once; those alike stay together."""
        new = np.flatnonzero(np.diff(alike, prepend=-1))
        parts = [new[len(new) * part // self.cores] for part in range(self.cores)]
        return [*map(int, parts), len(alike)]

    @cached_property
    def bounds(self) -> list[int]:
        """Where the order of the boards is parted to be gone through at once."""
        return self._bounds(self.laid.alike[self.laid.order])

    @cached_property
    def laid(self) -> Laid:
        """What kernels need to go through the boards."""
        boards, forms = self.sets
        alike, _ = self.told_apart
        _, numbers, starts = self.rows
        kinds = self.kinds
        order = np.argsort(alike, kind="stable")
        laid = Laid(
            boards, forms, order, alike, starts, numbers, kinds.values, len(kinds.cards),
            self.least, np.empty((0, 0), dtype=np.int32),
        )  # fmt: skip
        if len(boards) * len(self.hands) > MOST_STANDS:
            return laid
        stands = np.empty((len(boards), len(self.hands)), dtype=np.int32)
        bounds = self._bounds(alike[order])
        at_once(lambda first, last: write_stands(laid, self.beside, first, last, stands), bounds)
        return laid._replace(stands=stands)

    @cached_property
    def kept(self) -> list[Holdings]:
        """Pieces whose ranks are kept."""
        return [*self._pieces()]

    def _pieces(self) -> Iterator[Holdings]:
        cards, _, _ = self.rows
        groups = (Group(self.zone, self.number, False), *self.groups)
        for start in range(0, len(cards), MOST_ROWS):
            # Suits are exchanged no more: rows stand for each other in another way.
            yield Holdings(self.kinds, cards[start : start + MOST_ROWS], groups, False)

    def pieces(self) -> Iterable[Holdings]:
        """Return the rows, piece by piece."""
        return self.kept if len(self.rows[0]) <= MOST_REMEMBERED else self._pieces()

    def opened(self, held: int) -> Openings:
        """Return what boards may have begun with, as the first cards are known."""
        if held not in self.openings:
            self.openings[held] = self._opened(held)
        return self.openings[held]

    def _opened(self, held: int) -> Openings:
        boards, _ = self.sets
        sets = self._dealt(held).after if held else self._nothing()
        subsets = np.array([*combinations(range(self.number), held)], dtype=np.int64)
        subsets = subsets.reshape(comb(self.number, held), held)
        values = self.kinds.values
        codes = np.zeros(values**values, dtype=np.int64)
        for number, exchange in enumerate(self.beside.exchanges):
            codes[sum(int(name) * values**value for value, name in enumerate(exchange))] = number
        shape = (len(boards), len(subsets))
        cards = np.empty((*shape, held), dtype=np.uint8)
        exchanged = np.empty(shape, dtype=np.int32)
        open_boards(boards, subsets, values, codes, cards, exchanged)
        (keys,) = packed(sets.cards, len(self.kinds.cards))
        (wanted,) = packed(cards.reshape(exchanged.size, held), len(self.kinds.cards))
        order = np.argsort(keys)
        found = order[np.searchsorted(keys[order], wanted)].astype(np.int32)
        return Openings(sets, found.reshape(shape), exchanged)


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
        found = np.empty(len(self.before), dtype=np.int64)
        values = self.before.kinds.values
        whole = factorial(values)
        count_orbits(self.before.cards, values, first_slots(self.before.groups), whole, found)
        return found

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


def at_once(work: Callable[[int, int], Done], bounds: Sequence[int]) -> list[Done]:
    """Return what a kernel makes of each part, from one bound to the next, at the same time."""
    parts = [*pairwise(bounds)]
    if len(parts) == 1:
        return [work(*parts[0])]
    with ThreadPoolExecutor(len(parts)) as threads:
        return [*threads.map(lambda part: work(*part), parts)]


def boards_after(before: Holdings, zone: int, more: int, least: int, cores: int = 1) -> Boards:
    """Return the boards that rows come to as more cards of a zone become known."""
    groups = tuple(group for group in before.groups if group.zone != zone)
    columns = [column for group in groups for column in before.columns(group.zone)]
    cards = np.column_stack(columns) if columns else np.zeros((1, 0), dtype=np.uint8)
    hands = hands_like(cards, len(before.kinds.cards), before.kinds.values, groups)
    return Boards(before.kinds, zone, before.held(zone) + more, groups, hands, least, cores)


def can_be_gone_through(before: Holdings, zone: int, more: int) -> bool:
    """Return whether rows are such that boards can be gone through as more cards are known."""
    kinds, held = len(before.kinds.cards), before.held(zone)
    hands = prod(comb(kinds, group.number) for group in before.groups if group.zone != zone)
    return (
        before.is_canonical
        and bool((before.kinds.copies == 1).all())
        and not ordered_slots(before.groups).any()
        and bits_of(kinds) * before.cards.shape[1] <= 63
        and factorial(before.kinds.values) <= MOST_EXCHANGES
        and comb(kinds, held + more) <= MOST_SETS
        and hands * comb(kinds, held) <= MOST_ENTRIES * factorial(before.kinds.values)
    )


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
    signature = np.zeros(values, dtype=np.uint64)
    for row in range(len(cards)):
        sign_values(cards[row], values, firsts, signature)
        alike = 1
        for value in range(values):
            same_before = 1
            for other in range(value):
                if signature[other] == signature[value]:
                    same_before += 1
            alike *= same_before
        found[row] = whole // alike


@kernel
def open_boards(
    boards: Cards, subsets: Integers, values: int, codes: Integers, cards: npt.NDArray[np.uint8],
    exchanged: Numbers,
) -> None:  # fmt: skip
    """Write the openings of each board in their one form, and the exchange that makes it so."""
    held = subsets.shape[1]
    firsts = np.zeros(held, dtype=np.int64)
    signature = np.zeros(values, dtype=np.uint64)
    named = np.zeros(values, dtype=np.int64)
    row = np.empty(held, dtype=np.uint8)
    for board in range(len(boards)):
        for subset in range(len(subsets)):
            for place in range(held):
                row[place] = boards[board, subsets[subset, place]]
            name_values(row, values, firsts, signature, named)
            code = 0
            for value in range(values - 1, -1, -1):
                code = code * values + named[value]
            exchanged[board, subset] = codes[code]
            for place in range(held):
                row[place] = row[place] - row[place] % values + named[row[place] % values]
            sort_groups(row, firsts)
            for place in range(held):
                cards[board, subset, place] = row[place]


@inline
def find_stands(laid: Laid, hands: Beside, board: int, row_of: Integers, rows: Integers) -> None:
    """Write for each hand the row that stands for it beside a board; -1 if cards are not free.

    `row_of` has room for the rows by the numbers of their hands.
    """
    if len(laid.stands):
        rows[:] = laid.stands[board]
        return
    _, _, stands = read_board(laid.boards[board], laid.values, laid.kinds, laid.least)
    each, firsts, sizes, strides, choices, _, _, _ = hands
    hand = np.empty(each.shape[1], dtype=np.uint8)
    like = laid.alike[board]
    for row in range(laid.starts[like], laid.starts[like + 1]):
        row_of[laid.numbers[row]] = row
    for place in range(len(each)):
        number = stands_for(each[place], stands, firsts, sizes, strides, choices, hand)
        rows[place] = row_of[number] if number >= 0 else -1


@kernel
def write_stands(laid: Laid, hands: Beside, first: int, last: int, stands: Numbers) -> None:
    """Write for boards with each hand the row that stands for it."""
    row_of = np.zeros(hands.numbers, dtype=np.int64)
    rows = np.empty(len(hands.cards), dtype=np.int64)
    for board in laid.order[first:last]:
        find_stands(laid, hands, board, row_of, rows)
        stands[board] = rows


@kernel
def add_up(
    laid: Laid, hands: Beside, found: Numbers, exchanged: Numbers, worths: Integers, first: int,
    last: int, sums: Integers,
) -> None:  # fmt: skip
    """Add what boards with hands are worth to every opening that they can have come from."""
    row_of = np.zeros(hands.numbers, dtype=np.int64)
    rows = np.empty(len(hands.cards), dtype=np.int64)
    own = np.empty(len(hands.cards), dtype=np.int64)
    for board in laid.order[first:last]:
        find_stands(laid, hands, board, row_of, rows)
        for column in range(len(worths)):
            for place in range(len(rows)):
                own[place] = 0
                if rows[place] >= 0:
                    own[place] = worths[column, rows[place]] * laid.forms[board]
            for subset in range(found.shape[1]):
                target = sums[column, found[board, subset]]
                move = hands.moved[exchanged[board, subset]]
                for place in range(len(own)):
                    target[move[place]] += own[place]


@kernel
def take_from(
    laid: Laid, hands: Beside, found: Numbers, exchanged: Numbers, each: Integers, first: int,
    last: int, ways: Integers,
) -> None:  # fmt: skip
    """Write the ways to boards with hands: the sum over the openings that they can come from."""
    row_of = np.zeros(hands.numbers, dtype=np.int64)
    rows = np.empty(len(hands.cards), dtype=np.int64)
    own = np.empty(len(hands.cards), dtype=np.int64)
    for board in laid.order[first:last]:
        find_stands(laid, hands, board, row_of, rows)
        own[:] = 0
        for subset in range(found.shape[1]):
            source = each[found[board, subset]]
            move = hands.moved[exchanged[board, subset]]
            for place in range(len(own)):
                own[place] += source[move[place]]
        for place in range(len(rows)):
            if rows[place] >= 0:
                ways[rows[place]] += own[place] * laid.forms[board]


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
