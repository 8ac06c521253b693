"""Tables of situations: in each row the cards that are known, zone by zone.

Rows are kept in one form of many: the cards of a zone whose order nothing reads ascend, and of rows
that differ only by an exchange of interchangeable values (suits) there is one. How often a row
comes about is counted by whoever walks through the game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.kinds import Kinds
from certify.numerics.jit import copy_into, inline, inline_making_arrays, kernel

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Signatures = npt.NDArray[np.uint64]
"""By interchangeable value, in words of `PLACES` places."""

DIGIT = 8
"""Bits for the cards of one value in one place of a signature, of which a word holds eight."""

PLACES = 64 // DIGIT

MOST_SLOTS = 64
"""Known cards of a row."""


@dataclass(frozen=True)
class Group:
    """The known cards of a zone: its number, how many, and whether their order is read."""

    zone: int
    number: int
    ordered: bool


@dataclass(frozen=True, eq=False)
class Deal:
    """What follows each row as cards become known.

    Attributes
    ----------
    parents, children, ways : ndarray of int64
        By step: the row that it begins at, in ascending order; the row that it leads to; in how
        many ways.
    total : int
        Ways in all, the same for every row.
    merged : bool
        Whether rows that come to the same are one; otherwise each step has a row of its own.
    """

    after: Holdings
    parents: Integers
    children: Integers
    ways: Integers
    total: int
    merged: bool

    @cached_property
    def starts(self) -> Integers:
        """The first step of each row."""
        return np.flatnonzero(np.diff(self.parents, prepend=-1))

    @cached_property
    def by_child(self) -> tuple[Integers, Integers]:
        """The steps in the order of the rows that they lead to, and the first of each."""
        order = np.argsort(self.children, kind="stable")
        return order, np.flatnonzero(np.diff(self.children[order], prepend=-1))

    @property
    def origin(self) -> Integers:
        """Of each row that follows, a row that leads to it."""
        if not self.merged:
            return self.parents
        order, starts = self.by_child
        return self.parents[order][starts]

    def backward(self, worths: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each row the sum over what follows it: ways times its number."""
        if worths.ndim == 1:
            return np.add.reduceat(self.ways * worths[self.children], self.starts)
        if worths.dtype == object:
            return np.add.reduceat(self.ways[:, None] * worths[self.children], self.starts)
        found = np.zeros((len(self.starts), worths.shape[1]), dtype=np.int64)
        add_children(self.ways, self.children, self.starts, worths, found)
        return found

    def forward(self, weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return for each row that follows the sum of the weights that lead to it."""
        found = weights[self.parents] * self.ways
        if not self.merged:
            return found
        order, starts = self.by_child
        return np.add.reduceat(found[order], starts)


@dataclass(frozen=True, eq=False)
class Holdings:
    """Rows of known cards, given by kind.

    Attributes
    ----------
    cards : ndarray of uint8, shape (rows, slots)
        The known cards, group by group.
    is_canonical : bool
        Whether no two rows differ by an exchange of suits alone.
    deals, ranks : dict
        What follows, and ranks of hands, where they were worked out already.
    """

    kinds: Kinds
    cards: Cards
    groups: tuple[Group, ...]
    is_canonical: bool = True
    deals: dict[tuple[object, ...], tuple[Deal, object]] = field(default_factory=dict)
    ranks: dict[tuple[object, ...], Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.cards)

    def columns(self, zone: int) -> list[Cards]:
        """Return the known cards of a zone, a column each."""
        start = 0
        found: list[Cards] = []
        for group in self.groups:
            if group.zone == zone:
                found += [self.cards[:, start + place] for place in range(group.number)]
            start += group.number
        return found

    def held(self, zone: int) -> int:
        """Return how many cards of a zone are known."""
        return next((group.number for group in self.groups if group.zone == zone), 0)

    def subset(self, rows: npt.NDArray[Any] | slice) -> Holdings:
        """Return some of the rows, with what was worked out for them."""
        found = Holdings(self.kinds, self.cards[rows], self.groups, self.is_canonical)
        found.ranks.update((key, kept[rows]) for key, kept in self.ranks.items())
        return found

    def left(self) -> int:
        """Return how many cards of the pack are not known."""
        return self.kinds.total - int(self.cards.shape[1])

    def dealt(
        self,
        zone: int,
        number: int,
        *,
        ordered: bool,
        place: int,
        beside: Sequence[Integers] = (),
        merged: bool,
        exchanged: bool = True,
    ) -> Deal:
        """Return what follows as `number` cards of a zone become known.

        `place`: before which group those of a new zone stand. `beside`: what else tells rows apart.
        `merged`: whether rows that come to the same become one; steps are kept then.
        `exchanged`: whether interchangeable values are exchanged for that.
        """
        key = (zone, number, merged, exchanged, *map(id, beside))
        if key in self.deals:
            return self.deals[key][0]
        groups = list(self.groups)
        known = next((n for n, group in enumerate(groups) if group.zone == zone), None)
        if known is None:
            known = place
            groups.insert(known, Group(zone, 0, ordered))
        groups[known] = Group(zone, groups[known].number + number, ordered)
        slots = self.cards.shape[1] + number
        if slots > MOST_SLOTS:
            raise StateSpaceError(f"more than {MOST_SLOTS} cards are known")
        start = sum(group.number for group in groups[:known])
        at = start + groups[known].number - number
        room = np.zeros(len(self) + 1, dtype=np.int64)
        nothing = np.empty((0, slots), dtype=np.uint8)
        none = np.empty(0, dtype=np.int64)
        copies = self.kinds.copies
        deal_cards(self.cards, copies, number, start, at, ordered, False, room, nothing, none, none)
        steps = int(room[-1])
        cards = np.empty((steps, slots), dtype=np.uint8)
        parents = np.empty(steps, dtype=np.int64)
        ways = np.empty(steps, dtype=np.int64)
        deal_cards(self.cards, copies, number, start, at, ordered, True, room, cards, parents, ways)
        total = perm(self.left(), number) if ordered else comb(self.left(), number)
        layout = tuple(groups)
        children = np.arange(steps)
        if merged:
            values = self.kinds.values if exchanged else 1
            make_canonical(cards, values, first_slots(layout))
            first, children = distinct(cards, len(self.kinds.cards), [b[parents] for b in beside])
            cards = cards[first]
        after = Holdings(self.kinds, cards, layout, merged and exchanged)
        deal = Deal(after, parents, children, ways, total, merged)
        if merged:
            self.deals[key] = deal, tuple(beside)
        return deal

    def moved(
        self,
        zone: int,
        target: int,
        places: Collection[int],
        *,
        ordered: bool,
        place: int,
        beside: Sequence[Integers] = (),
        exchanged: bool = True,
    ) -> Deal:
        """Return what follows as known cards of a zone, at some places, go to another.

        `ordered`, `place`, `exchanged`: as in `dealt`; of the other zone if none of its cards are
        known yet. Rows that come to the same become one.
        """
        slots = {group.zone: self.columns(group.zone) for group in self.groups}
        gone = [column for n, column in enumerate(slots[zone]) if n in places]
        slots[zone] = [column for n, column in enumerate(slots[zone]) if n not in places]
        slots[target] = [*slots.get(target, []), *gone]
        groups = list(self.groups)
        if all(group.zone != target for group in groups):
            groups.insert(place, Group(target, 0, ordered))
        groups = [replace(group, number=len(slots[group.zone])) for group in groups]
        layout = tuple(group for group in groups if group.number)
        cards = np.stack([column for group in layout for column in slots[group.zone]], axis=1)
        make_canonical(cards, self.kinds.values if exchanged else 1, first_slots(layout))
        first, children = distinct(cards, len(self.kinds.cards), beside)
        after = Holdings(self.kinds, cards[first], layout, exchanged)
        rows = np.arange(len(self))
        return Deal(after, rows, children, np.ones(len(self), dtype=np.int64), 1, True)


def first_slots(groups: Sequence[Group]) -> Integers:
    """Return for each slot the first slot of its group; of an ordered group, the slot itself."""
    found: list[int] = []
    for group in groups:
        start = len(found)
        found += [len(found) + n if group.ordered else start for n in range(group.number)]
    return np.array(found, dtype=np.int64)


def ordered_slots(groups: Sequence[Group]) -> npt.NDArray[np.bool_]:
    """Return for each slot whether the order of its group is read."""
    return np.array([group.ordered for group in groups for _ in range(group.number)], dtype=bool)


def bits_of(kinds: int) -> int:
    """Return how many bits tell kinds of cards apart."""
    return max(1, (kinds - 1).bit_length())


def packed(cards: Cards, kinds: int) -> list[npt.NDArray[np.uint64]]:
    """Return words that tell rows of cards apart, the first the most significant."""
    bits = bits_of(kinds)
    each = 63 // bits
    words = []
    for start in range(0, cards.shape[1], each):
        word = np.zeros(len(cards), dtype=np.uint64)
        for slot in range(start, min(start + each, cards.shape[1])):
            word = (word << np.uint64(bits)) | cards[:, slot].astype(np.uint64)
        words.append(word)
    return words or [np.zeros(len(cards), dtype=np.uint64)]


def distinct(
    cards: Cards, kinds: int, beside: Sequence[npt.NDArray[np.generic]] = ()
) -> tuple[Integers, Integers]:
    """Return the first place of each different row, and for every row the number of its like."""
    keys: list[npt.NDArray[np.generic]] = [*packed(cards, kinds), *beside]
    if len(keys) == 1:
        _, first, inverse = np.unique(keys[0], return_index=True, return_inverse=True)
        return first.astype(np.int64), inverse.astype(np.int64)
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(order), dtype=bool)
    new[:1] = True
    for key in keys:
        ordered = key[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    inverse = np.empty(len(order), dtype=np.int64)
    inverse[order] = np.cumsum(new) - 1
    return order[new].astype(np.int64), inverse


@kernel
def deal_cards(
    cards: Cards, copies: Integers, number: int, start: int, at: int, ordered: bool, write: bool,
    room: Integers, found: Cards, parents: Integers, ways: Integers,
) -> None:  # fmt: skip
    """Write every way in which `number` more cards come to each row, or count them in `room`.

    Sets of cards, unless their order counts; the new cards stand from slot `at` on, in a group that
    begins at `start` and ascends unless it is ordered. `room` holds where the steps of each row
    begin.
    """
    kinds = len(copies)
    slots = cards.shape[1]
    left = np.empty(kinds, dtype=np.int64)
    chosen = np.zeros(number + 1, dtype=np.int64)
    count = np.zeros(number + 1, dtype=np.int64)
    step = 0
    for row in range(len(cards)):
        copy_into(left, copies)
        for slot in range(slots):
            left[cards[row, slot]] -= 1
        depth = 0
        chosen[0] = -1
        count[0] = 1
        while depth >= 0:
            if chosen[depth] >= 0:
                left[chosen[depth]] += 1
            following = chosen[depth] + 1
            while following < kinds and left[following] <= 0:
                following += 1
            if following >= kinds:
                depth -= 1
                continue
            chosen[depth] = following
            # A set of alike cards counts once: the n-th of them divides by n.
            again = 1
            if not ordered:
                for before in range(depth):
                    if chosen[before] == following:
                        again += 1
            count[depth + 1] = count[depth] * left[following] // again
            left[following] -= 1
            if depth + 1 < number:
                depth += 1
                chosen[depth] = -1 if ordered else following - 1
                if not ordered and following - 1 >= 0:
                    # `following - 1` is not taken: it must not be given back.
                    left[following - 1] -= 1
                continue
            if write:
                for slot in range(at):
                    found[step, slot] = cards[row, slot]
                for slot in range(at, slots):
                    found[step, slot + number] = cards[row, slot]
                for new in range(number):
                    place = at + new
                    if not ordered:
                        while place > start and found[step, place - 1] > chosen[new]:
                            found[step, place] = found[step, place - 1]
                            place -= 1
                    found[step, place] = chosen[new]
                parents[step] = row
                ways[step] = count[number]
            step += 1
        if not write:
            room[row + 1] = step


@inline_making_arrays
def room_for_signatures(values: int, slots: int) -> Signatures:
    """Return room for the signature of each interchangeable value of a row."""
    return np.zeros((values, (slots + PLACES - 1) // PLACES), dtype=np.uint64)


@inline
def sign_values(row: Cards, values: int, firsts: Integers, signature: Signatures) -> None:
    """Write the signature of each interchangeable value: which cards of it stand in which group."""
    signature[:] = 0
    for slot in range(len(row)):
        # The place of the first card of the group that is the same but for the value.
        place = slot
        same = row[slot] // values
        while place > firsts[slot] and row[place - 1] // values == same:
            place -= 1
        one = np.uint64(1) << np.uint64(DIGIT * (PLACES - 1 - place % PLACES))
        signature[row[slot] % values, place // PLACES] += one


@inline
def compare_signatures(signature: Signatures, one: int, other: int) -> int:
    """Return 1, 0 or -1: whether the signature of a value is after that of another, or the same."""
    for word in range(signature.shape[1]):
        if signature[one, word] != signature[other, word]:
            return 1 if signature[one, word] > signature[other, word] else -1
    return 0


@inline
def name_values(
    row: Cards, values: int, firsts: Integers, signature: Signatures, named: Integers
) -> None:
    """Write the place of each value in the order of signatures; equal ones are as good."""
    sign_values(row, values, firsts, signature)
    for value in range(values):
        place = 0
        for other in range(values):
            sign = compare_signatures(signature, other, value)
            if sign > 0 or (sign == 0 and other < value):
                place += 1
        named[value] = place


@inline
def sort_groups(row: Cards, firsts: Integers) -> None:
    """Let the cards of each group ascend; those of an ordered one begin groups of their own."""
    for slot in range(len(row)):
        place = slot
        card = row[slot]
        while place > firsts[slot] and row[place - 1] > card:
            row[place] = row[place - 1]
            place -= 1
        row[place] = card


@inline
def _make_canonical(
    cards: Cards, row: int, values: int, firsts: Integers, signature: Signatures, named: Integers
) -> None:
    """Exchange the values of a row; no reference to the row is counted here."""
    if values > 1:
        name_values(cards[row], values, firsts, signature, named)
        for slot in range(cards.shape[1]):
            card = cards[row, slot]
            cards[row, slot] = card - card % values + named[card % values]
    sort_groups(cards[row], firsts)


@kernel
def make_canonical(cards: Cards, values: int, firsts: Integers) -> None:
    """Exchange interchangeable values so that rows which differ only by that become the same."""
    signature = room_for_signatures(values, cards.shape[1])
    named = np.zeros(values, dtype=np.int64)
    for row in range(len(cards)):
        _make_canonical(cards, row, values, firsts, signature, named)


@kernel
def add_children(
    ways: Integers, children: Integers, starts: Integers, worths: Integers, found: Integers
) -> None:
    """Add up for each row what follows it, ways times its numbers."""
    for row in range(len(starts)):
        end = starts[row + 1] if row + 1 < len(starts) else len(children)
        for place in range(starts[row], end):
            for column in range(worths.shape[1]):
                found[row, column] += ways[place] * worths[children[place], column]
