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
from certify.exact.banked.frames import TooMuchAtOnce
from certify.exact.banked.holdings import (
    Deal,
    Group,
    Holdings,
    bits_of,
    first_slots,
    name_values,
    ordered_slots,
    packed,
    room_for_signatures,
    sort_groups,
)
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.standing import (
    Beside,
    code_boards,
    exchanges_of,
    find_numbers,
    groups_shared,
    hands_like,
    move_hands,
    read_board,
    write_rows,
)
from certify.numerics.jit import copy_into, inline_making_arrays, kernel

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

MOST_MET = 100_000_000_000
"""Boards times hands that are looked at to find which of them are told apart."""

MOST_STANDS = 200_000_000
"""Boards times hands beside them of which is kept which row stands for them."""

MOST_EXCHANGES = 120
"""Ways to exchange suits."""


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
            groups_shared(self.hands, np.array(sizes, dtype=np.int64)),
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
        met = len(boards) * len(beside.cards)
        if met > MOST_MET:
            raise StateSpaceError(
                f"{len(boards):,} boards with {len(beside.cards):,} hands beside each; at most"
                f" {MOST_MET:,} together are looked at"
            )
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
            raise TooMuchAtOnce.of(
                f"{starts[-1]:,} boards with hands beside them; at most {MOST_BOARDS:,} are"
                " gone through",
                int(starts[-1]),
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


def at_once(work: Callable[[int, int], Done], bounds: Sequence[int]) -> list[Done]:
    """Return what a kernel makes of each part, from one bound to the next, at the same time."""
    parts = [*pairwise(bounds)]
    if len(parts) == 1:
        return [work(*parts[0])]
    with ThreadPoolExecutor(len(parts)) as threads:
        return [*threads.map(lambda part: work(*part), parts)]


def boards_after(before: Holdings, zone: int, more: int, least: int, cores: int = 1) -> Boards:
    """Return the boards that rows come to as more cards of a zone become known."""
    groups, _ = beside(before, zone)
    hands = hands_beside(before, zone)
    return Boards(before.kinds, zone, before.held(zone) + more, groups, hands, least, cores)


def beside(before: Holdings, zone: int) -> tuple[tuple[Group, ...], Cards]:
    """Return what is known beside the cards of a zone, in each row."""
    groups = tuple(group for group in before.groups if group.zone != zone)
    columns = [column for group in groups for column in before.columns(group.zone)]
    cards = np.column_stack(columns) if columns else np.zeros((1, 0), dtype=np.uint8)
    return groups, cards


def hands_beside(before: Holdings, zone: int) -> Cards:
    """Return every hand that lies beside the cards of a zone, with all of the same ranks."""
    groups, cards = beside(before, zone)
    return hands_like(cards, len(before.kinds.cards), before.kinds.values, groups)


def can_be_gone_through(before: Holdings, zone: int, more: int) -> bool:
    """Return whether rows are such that boards can be gone through as more cards are known."""
    kinds, held = len(before.kinds.cards), before.held(zone)
    if held > kinds:
        # Some of the cards are alike, which those of boards never are.
        return False
    hands = prod(comb(kinds, group.number) for group in before.groups if group.zone != zone)
    most = MOST_ENTRIES * factorial(before.kinds.values) // comb(kinds, held)
    return (
        before.is_canonical
        and bool((before.kinds.copies == 1).all())
        and not ordered_slots(before.groups).any()
        and bits_of(kinds) * before.cards.shape[1] <= 63
        and factorial(before.kinds.values) <= MOST_EXCHANGES
        and comb(kinds, held + more) <= MOST_SETS
        and (hands <= most or len(hands_beside(before, zone)) <= most)
    )


@kernel
def open_boards(
    boards: Cards, subsets: Integers, values: int, codes: Integers, cards: npt.NDArray[np.uint8],
    exchanged: Numbers,
) -> None:  # fmt: skip
    """Write the openings of each board in their one form, and the exchange that makes it so."""
    held = subsets.shape[1]
    firsts = np.zeros(held, dtype=np.int64)
    signature = room_for_signatures(values, held)
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


@inline_making_arrays
def find_stands(laid: Laid, hands: Beside, board: int, row_of: Integers, rows: Integers) -> None:
    """Write for each hand the row that stands for it beside a board; -1 if cards are not free.

    `row_of` has room for the rows by the numbers of their hands.
    """
    if len(laid.stands):
        copy_into(rows, laid.stands[board])
        return
    _, _, stands = read_board(laid.boards[board], laid.values, laid.kinds, laid.least)
    each, _, sizes, strides, choices, _, _, _, shared = hands
    of_groups = np.empty(len(sizes), dtype=np.int64)
    hand = np.empty(each.shape[1], dtype=np.uint8)
    like = laid.alike[board]
    for row in range(laid.starts[like], laid.starts[like + 1]):
        row_of[laid.numbers[row]] = row
    find_numbers(each, shared, stands, sizes, strides, choices, hand, of_groups, rows)
    for place in range(len(each)):
        if rows[place] >= 0:
            rows[place] = row_of[rows[place]]


@kernel
def write_stands(laid: Laid, hands: Beside, first: int, last: int, stands: Numbers) -> None:
    """Write for boards with each hand the row that stands for it."""
    row_of = np.zeros(hands.numbers, dtype=np.int64)
    rows = np.empty(len(hands.cards), dtype=np.int64)
    for board in laid.order[first:last]:
        find_stands(laid, hands, board, row_of, rows)
        copy_into(stands[board], rows)
