"""Sums over pairs of multisets of cards, a row each.

A multiset of cards is a number in base 64, a digit a rank. Multisets that differ in aces and twos
alone form a line. While sums are made, those of a line are places of a plain array, most of them in
use: adding a hand moves a whole line by a fixed number of places, so that the loops run over
neighbouring numbers. What is known of each sum afterwards is kept in rows, without the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from certify.cards.hands import KEY_BASE, KEY_BITS, cards_of
from certify.exact.blackjack.multisets.kernels import (
    LIKENESSES,
    LINE_BASE,
    LINE_RANKS,
    PLACES_AT_ONCE,
    add_hands,
    drop_unlikely,
    extent_of_sums,
    number_rows,
    number_sums,
    renumber,
    spread_back_lanes,
    spread_lanes,
    weigh,
)
from certify.numerics.lanes import rows_of_lanes

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
RowVector = npt.NDArray[np.int32]
MinorVector = npt.NDArray[np.int16]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]
FloatTensor = npt.NDArray[np.float64]
MinorMatrix = npt.NDArray[np.int16]
Whole = TypeVar("Whole", MinorVector, IntMatrix)

SLOTS_PER_LINE = 16
"""Size of the first hash table that is tried, for each line of the longer term."""

FEW_SUMS = 100_000
"""So many sums are not thinned out."""


class Lines(NamedTuple):
    """Lines of multisets; kernels take them whole.

    Attributes
    ----------
    stride : int
        Places from one two to the next: more than the aces of any multiset.
    line, start : ndarray of int64
        As `Multisets` has them.
    place : ndarray of int16, shape (multisets,)
        Aces plus `stride` times twos.
    cards : ndarray of int64, shape (lines,)
        Cards of each line but aces and twos.
    by_cards : ndarray of int64, shape (lines,)
        The lines, those of fewer such cards first; next to each other those of the same places.
    """

    stride: int
    line: IntVector
    start: IntVector
    place: MinorVector
    cards: IntVector
    by_cards: IntVector


@dataclass(frozen=True)
class Multisets:
    """Multisets, a row each, in the order of their numbers.

    Attributes
    ----------
    line : ndarray of int64, shape (lines,)
        The multisets' cards but aces and twos, ascending.
    start : ndarray of int64, shape (lines + 1,)
        Where the rows of each line begin; each has some.
    minor : ndarray of int16, shape (multisets,)
        Aces and twos, as a number in base 64.
    orders : ndarray of float64, shape (multisets,)
        In how many orders hands can make the multiset; positive.
    """

    line: IntVector
    start: IntVector
    minor: MinorVector
    orders: FloatVector

    @classmethod
    def of(cls, keys: IntVector, orders: FloatVector) -> Multisets:
        """Return distinct multisets, given in ascending order."""
        line, minor = _line_and_minor(keys)
        first = np.flatnonzero(np.diff(line, prepend=-1))
        return cls(line[first], np.append(first, len(keys)), minor, orders)

    @property
    def number(self) -> int:
        """How many multisets there are."""
        return len(self.minor)

    @property
    def keys(self) -> IntVector:
        """The multisets."""
        keys: IntVector = np.repeat(self.line, np.diff(self.start)) * LINE_BASE + self.minor
        return keys

    @cached_property
    def lines(self) -> Lines:
        """The lines as kernels take them."""
        stride = 1 + int(aces_of(self.minor).max(initial=0))
        cards = cards_of(self.line).sum(axis=1)
        place = places_of(self.minor, stride)
        by_cards = np.lexsort((place[self.start[:-1]], place[self.start[1:] - 1], cards))
        return Lines(stride, self.line, self.start, place, cards, by_cards)

    @property
    def extents(self) -> IntMatrix:
        """The first and the last aces and twos of each line, and its most aces."""
        first, last = self.minor[self.start[:-1]], self.minor[self.start[1:] - 1]
        aces = np.maximum.reduceat(aces_of(self.minor), self.start[:-1])
        return np.stack([first, last, aces], axis=1).astype(np.int64)


@dataclass(frozen=True)
class Additions:
    """Which sum each multiset makes with each hand.

    Attributes
    ----------
    stride : int
        Places from one two to the next: more than the aces there can ever be.
    target : ndarray of int64, shape (lines, lines)
        The line of places of a line of multisets and one of hands.
    origin : ndarray of int64, shape (lines of places,)
        Where the place without aces and twos is, or would be.
    row_of : ndarray of int32, shape (places,)
        The row of the sum at each place; where there is none, the one after the last.
    """

    stride: int
    target: IntMatrix
    origin: IntVector
    row_of: RowVector


@dataclass(frozen=True)
class Sums:
    """Sums of multisets and hands at their places.

    Attributes
    ----------
    target
        As `Additions` has it.
    line : ndarray of int64, shape (lines,)
        The sums' cards but aces and twos, ascending.
    ends : ndarray of int64, shape (lines, 2)
        The first and the last aces and twos of each line, as numbers in base 64.
    stride : ndarray of int64, shape (lines,)
        Places from one two to the next on each line: more than the aces it can have.
    start : ndarray of int64, shape (lines + 1,)
        Where the places of each line begin.
    orders : ndarray of float64, shape (places + 32,)
        In how many orders the sum can be made; 0 where there is none.
    """

    target: IntMatrix
    line: IntVector
    ends: IntMatrix
    stride: IntVector
    start: IntVector
    orders: FloatVector

    @property
    def lowest(self) -> IntVector:
        """The first place of each line: aces plus its stride times twos."""
        return places_of(self.ends[:, 0], self.stride)

    def thin_out(self, ways: FloatVector, in_order: FloatMatrix, most: float) -> float:
        """Drop the least likely sums, if there are many, and return the weight that they had.

        Parameters
        ----------
        ways : ndarray of float64, shape (shoes,)
            How often the probability from each shoe counts.
        in_order : ndarray of float64, shape (shoes, 11, 101)
            Factors of the probability of cards in one given order, as `factors_in_order`.
        most : float
            Most weight that is dropped.

        Returns
        -------
        float
            The weight: the sum of orders times ways times probabilities.
        """
        if np.count_nonzero(self.orders) <= FEW_SUMS:
            return 0.0
        # Sums of like probability stand and fall together, which spares sorting them.
        likeness = np.zeros(len(self.orders), dtype=np.int16)
        weight = np.zeros(LIKENESSES)
        weigh(
            self.stride,
            self.line,
            self.start,
            self.lowest,
            self.orders,
            ways,
            in_order,
            likeness,
            weight,
        )
        below = np.cumsum(weight)
        dropped = int(np.searchsorted(below, most))
        drop_unlikely(likeness, dropped, self.orders)
        return float(below[dropped - 1]) if dropped else 0.0

    def in_rows(self) -> tuple[Multisets, Additions]:
        """Return the sums that are left, and which of them each multiset makes with each hand."""
        number = int(np.count_nonzero(self.orders))
        minor, orders = np.empty(number, dtype=np.int16), np.empty(number)
        start = np.empty(len(self.start), dtype=np.int64)
        # A hand is added to all multisets of a line at once, so that lines have one stride here.
        most = int(self.stride.max(initial=0))
        ends = places_of(self.ends, most)
        first_place = _starts(ends[:, 1] - ends[:, 0] + 1)
        origin = first_place[:-1] - ends[:, 0]
        row_of = np.full(first_place[-1], number, dtype=np.int32)
        number_rows(
            self.stride,
            self.start,
            self.lowest,
            self.orders,
            most,
            origin,
            row_of,
            minor,
            orders,
            start,
        )
        some = np.diff(start) > 0
        sums = Multisets(self.line[some], np.append(start[:-1][some], number), minor, orders)
        return sums, Additions(most, self.target, origin, row_of)


@dataclass(frozen=True)
class LabelledHands:
    """Hands that are added, label after label.

    Attributes
    ----------
    start : ndarray of int64, shape (labels + 1,)
        The hands of a label are ``start[label]:start[label + 1]``.
    line : ndarray of int64, shape (hands,)
        Line among those of the multisets of one hand.
    minor : ndarray of int16, shape (hands,)
        Aces and twos, as a number in base 64.
    orders : ndarray of float64, shape (hands,)
        In how many orders the cards can come.
    """

    start: IntVector
    line: IntVector
    minor: MinorVector
    orders: FloatVector

    @classmethod
    def of(
        cls, among: Multisets, keys: IntVector, label: IntVector, orders: FloatVector, labels: int
    ) -> LabelledHands:
        """Return hands that are all among some multisets."""
        order = np.lexsort((keys, label))
        label = label[order]
        line, minor = _line_and_minor(keys[order])
        return cls(
            start=np.searchsorted(label, np.arange(labels + 1)).astype(np.int64),
            line=np.searchsorted(among.line, line),
            minor=minor,
            orders=orders[order],
        )


def _line_and_minor(keys: IntVector) -> tuple[IntVector, MinorVector]:
    """Return the line of each multiset, and its aces and twos."""
    return keys >> LINE_RANKS * KEY_BITS, (keys & (LINE_BASE - 1)).astype(np.int16)


def aces_of(minor: Whole) -> Whole:
    """Return the aces of multisets, given by their aces and twos."""
    aces: Whole = minor & (KEY_BASE - 1)
    return aces


def places_of(minor: Whole, stride: int | IntVector | MinorMatrix) -> Whole:
    """Return the places of multisets on their lines: aces plus `stride` times twos."""
    places: Whole = aces_of(minor) + (minor >> KEY_BITS) * stride
    return places


def _starts(sizes: IntVector) -> IntVector:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def sums_of(base: Multisets, added: Multisets) -> Sums:
    """Return the multisets that are a sum of one of each, with the orders of all ways to make them.

    Parameters
    ----------
    base, added : Multisets
        The terms; if they are one and the same, it takes half the time.

    Returns
    -------
    Sums
        Every sum, once.
    """
    lines, target = _sums_of_lines(base.line, added.line)
    first = np.full(len(lines), np.iinfo(np.int64).max)
    last, aces = np.zeros((2, len(lines)), dtype=np.int64)
    extent_of_sums(base.extents, added.extents, target, first, last, aces)
    stride = aces + 1
    lowest, highest = places_of(first, stride), places_of(last, stride)
    start = _starts(highest - lowest + 1)
    strides = np.arange(1 + stride.max(initial=0), dtype=np.int16)[:, None]
    moves = places_of(added.minor, strides)
    # Enough zeros on both sides of a line that it can be moved by any hand, and read in parts.
    before = int(moves.max(initial=0)) + PLACES_AT_ONCE
    longest = 1 + int(places_of(base.extents[:, 1], len(strides)).max(initial=0))
    orders = np.zeros(start[-1] + PLACES_AT_ONCE)
    add_hands(
        base.start,
        base.minor,
        base.orders,
        added.start,
        moves,
        added.orders,
        target,
        base is added,
        stride,
        start,
        lowest,
        np.zeros((len(strides), longest + 2 * before)),
        before,
        orders,
    )
    return Sums(target, lines, np.stack([first, last], axis=1), stride, start, orders)


def _sums_of_lines(base: IntVector, added: IntVector) -> tuple[IntVector, IntMatrix]:
    """Return all sums, ascending, and which of them each pair of lines makes."""
    target = np.empty((len(base), len(added)), dtype=np.int64)
    size = 1 << (SLOTS_PER_LINE * max(len(base), len(added))).bit_length()
    while True:
        table, found = np.full((size, 2), -1), np.empty(size, dtype=np.int64)
        numbers = number_sums(base, added, table, target, found)
        if numbers >= 0:
            break
        size *= 4
    order = np.argsort(found[:numbers])
    new_of = np.empty(numbers, dtype=np.int64)
    new_of[order] = np.arange(numbers)
    renumber(new_of, target)
    return found[order], target


def spread(
    base: Multisets,
    additions: Additions,
    values: FloatMatrix,
    hands: LabelledHands,
    sink_of: IntMatrix,
    into: FloatTensor,
) -> None:
    """Add the sums over a hand added to each base multiset of orders times the sum's value.

    Parameters
    ----------
    base : Multisets
        The multisets to which a hand is added.
    additions : Additions
        The sums of these and hands; one that is missing counts nothing.
    values : ndarray of float64, shape (sums + 1, 8)
        Values of the sums, then zeros, as `rows_of_lanes` makes them.
    hands : LabelledHands
        The hands.
    sink_of : ndarray of int64, shape (labels, lanes)
        To which result a label adds in each lane, of at most eight; -1 for none.
    into : ndarray of float64, shape (eights, multisets + 1, 8)
        To it are added the sums; of the n-th result those are ``into[n // 8, :, n % 8]``, but the
        last row, which is left as it is: each eight may be values of sums itself.

    Notes
    -----
    Conditioning: that of the values.
    Method: plain sums of positive terms, a line after another.
    Error: relative, one rounding for each hand added: below 1e-12 for all the hands there are.
    Source: derived here, reports/METHOD.md section 7.
    """
    spread_lanes(
        base.start,
        places_of(base.minor, additions.stride),
        hands.start,
        hands.line,
        places_of(hands.minor, additions.stride),
        hands.orders,
        additions.target,
        additions.origin,
        additions.row_of,
        values,
        sink_of,
        room_for_a_line(base),
        into,
    )


def spread_back(
    base: Multisets,
    additions: Additions,
    given: FloatMatrix,
    hands: LabelledHands,
    sink_of: IntMatrix,
    weights: FloatMatrix,
) -> None:
    """Add what `spread` makes of the values of sums, where its results weigh as given.

    Parameters
    ----------
    base, additions, hands, sink_of
        As `spread` has them.
    given : ndarray of float64, shape (sinks, multisets)
        Weights of what `spread` adds up, by result.
    weights : ndarray of float64, shape (sums + 1, 8)
        To it are added the weights of the values of the sums: their products with any values add
        up to the weighted sum of what `spread` makes of them. The last row means nothing.

    Notes
    -----
    Conditioning: none.
    Method: the sums of `spread` in the other direction, its transpose.
    Error: relative, one rounding for each hand added.
    Source: derived here, reports/METHOD.md section 12.
    """
    spread_back_lanes(
        base.start,
        places_of(base.minor, additions.stride),
        hands.start,
        hands.line,
        places_of(hands.minor, additions.stride),
        hands.orders,
        additions.target,
        additions.origin,
        additions.row_of,
        given,
        sink_of,
        room_for_a_line(base),
        weights,
    )


def room_for_a_line(base: Multisets) -> FloatMatrix:
    """Return room for eight numbers of each multiset of the longest line.

    Notes
    -----
    Conditioning: none.
    Method: zeros, as many as the longest line needs.
    Error: none.
    Source: definition.
    """
    return rows_of_lanes(int(np.diff(base.start).max(initial=0)))
