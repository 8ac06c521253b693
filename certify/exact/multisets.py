"""Sums over pairs of multisets of cards, in lines that lie side by side in memory.

A multiset of cards is a number in base 64, a digit a rank. Multisets that differ in aces and twos
alone form a line; on it they are places of a plain array, most of them in use. Adding a hand
moves a whole line by a fixed number of places, so that the loops run over neighbouring numbers.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from certify.exact.split_hands import KEY_BASE
from certify.numerics.jit import kernel

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]

LINE_BASE = KEY_BASE**2
NO_LINE = -1


@dataclass(frozen=True)
class Multisets:
    """Multisets in lines; places of a line that are none of the multisets have no orders.

    Attributes
    ----------
    stride : int
        Places from one two to the next: one more than the aces there can ever be.
    line : ndarray of int64, shape (lines,)
        The multisets' cards but aces and twos, ascending.
    start : ndarray of int64, shape (lines + 1,)
        Where the places of each line begin.
    lowest : ndarray of int64, shape (lines,)
        The first place of each line: aces plus `stride` times twos.
    orders : ndarray of float64, shape (places,)
        In how many orders hands can make the multiset; 0 where it is none.
    """

    stride: int
    line: IntVector
    start: IntVector
    lowest: IntVector
    orders: FloatVector

    @classmethod
    def of(cls, keys: IntVector, orders: FloatVector, stride: int) -> Multisets:
        """Return distinct multisets in lines."""
        lines, line_of = np.unique(keys // LINE_BASE, return_inverse=True)
        place = _places(keys, stride)
        lowest = np.full(len(lines), np.iinfo(np.int64).max)
        highest = np.zeros(len(lines), dtype=np.int64)
        np.minimum.at(lowest, line_of, place)
        np.maximum.at(highest, line_of, place)
        start = _starts(highest - lowest + 1)
        dense = np.zeros(start[-1])
        dense[start[line_of] + place - lowest[line_of]] = orders
        return cls(stride=stride, line=lines, start=start, lowest=lowest, orders=dense)

    def with_places(self, stride: int, most_aces: int) -> Multisets:
        """Return the multisets of so many aces at most, with other places."""
        kept = self.keys % KEY_BASE <= most_aces
        return Multisets.of(self.keys[kept], self.orders[self.present][kept], stride)

    def most_aces(self) -> int:
        """Return the largest number of aces in a multiset."""
        return int((self.keys % KEY_BASE).max())

    @cached_property
    def present(self) -> IntVector:
        """The places in use."""
        return np.flatnonzero(self.orders)

    @cached_property
    def keys(self) -> IntVector:
        """The multisets at the places in use."""
        keys = np.empty(len(self.present), dtype=np.int64)
        _keys(self.stride, self.line, self.start, self.lowest, self.orders, keys)
        return keys


@dataclass(frozen=True)
class LabelledHands:
    """Hands that are added, label after label.

    Attributes
    ----------
    start : ndarray of int64, shape (labels + 1,)
        The hands of a label are ``start[label]:start[label + 1]``.
    line, place : ndarray of int64, shape (hands,)
        Line among those of the multisets of one hand, and place on it.
    orders : ndarray of float64, shape (hands,)
        In how many orders the cards can come.
    """

    start: IntVector
    line: IntVector
    place: IntVector
    orders: FloatVector

    @classmethod
    def of(
        cls, among: Multisets, keys: IntVector, label: IntVector, orders: FloatVector, labels: int
    ) -> LabelledHands:
        """Return those hands that are among some multisets."""
        there = np.isin(keys, among.keys)
        order = np.lexsort((keys[there], label[there]))
        keys, label = keys[there][order], label[there][order]
        return cls(
            start=np.searchsorted(label, np.arange(labels + 1)).astype(np.int64),
            line=np.searchsorted(among.line, keys // LINE_BASE),
            place=_places(keys, among.stride),
            orders=orders[there][order],
        )


def _places(keys: IntVector, stride: int) -> IntVector:
    places: IntVector = keys % KEY_BASE + keys // KEY_BASE % KEY_BASE * stride
    return places


def _starts(sizes: IntVector) -> IntVector:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def sums_of(base: Multisets, added: Multisets) -> Multisets:
    """Return the multisets that are a sum of one of each.

    Parameters
    ----------
    base, added : Multisets
        The terms.

    Returns
    -------
    Multisets
        Every sum, once, with the orders in which it can be made.
    """
    lines = base.line[:, None] + added.line
    targets = np.unique(lines)
    target = np.searchsorted(targets, lines)
    lowest = np.full(len(targets), np.iinfo(np.int64).max)
    highest = np.zeros(len(targets), dtype=np.int64)
    _extent(
        base.lowest,
        base.lowest + np.diff(base.start) - 1,
        added.lowest,
        added.lowest + np.diff(added.start) - 1,
        target,
        lowest,
        highest,
    )
    start = _starts(highest - lowest + 1)
    orders = np.zeros(start[-1])
    used = added.present
    line = np.searchsorted(added.start, used, side="right") - 1
    _add(
        base.start,
        base.lowest,
        base.orders,
        np.searchsorted(line, np.arange(len(added.line) + 1)),
        used - added.start[line] + added.lowest[line],
        added.orders[used],
        target,
        start,
        lowest,
        orders,
    )
    return Multisets(stride=base.stride, line=targets, start=start, lowest=lowest, orders=orders)


def targets_of(base: Multisets, added: Multisets, sums: Multisets) -> IntMatrix:
    """Return on which line of the sums each pair of lines falls, or `NO_LINE`."""
    lines = base.line[:, None] + added.line
    target = np.minimum(np.searchsorted(sums.line, lines), len(sums.line) - 1)
    return np.where(sums.line[target] == lines, target, NO_LINE)


def spread(
    base: Multisets,
    sums: Multisets,
    target: IntMatrix,
    values: FloatVector,
    hands: LabelledHands,
    labels: int,
) -> FloatMatrix:
    """Return the sums over a hand added to each base multiset of orders times the sum's value.

    Parameters
    ----------
    base : Multisets
        The multisets to which a hand is added.
    sums : Multisets
        Sums of these and hands; one that is missing counts nothing.
    target : ndarray of int64, shape (lines, lines)
        What `targets_of` returns for them.
    values : ndarray of float64, shape (places,)
        Values of the sums.
    hands : LabelledHands
        The hands.
    labels : int
        How many labels, from the first, are wanted.

    Returns
    -------
    ndarray of float64, shape (labels, places)
        The sums by label of the hand, 0 at places that are no base multiset.

    Notes
    -----
    Conditioning: that of the values.
    Method: plain sums of positive terms, a line after another.
    Error: relative, one rounding for each hand added: below 1e-12 for all the hands there are.
    Source: derived here, reports/METHOD.md section 7.
    """
    result = np.zeros((labels, len(base.orders)))
    _spread(
        base.start,
        base.lowest,
        base.orders,
        hands.start,
        hands.line,
        hands.place,
        hands.orders,
        target,
        sums.start,
        sums.lowest,
        values,
        result,
    )
    return result


@kernel
def _keys(stride, lines, start, lowest, orders, keys):
    found = 0
    for line in range(lines.size):
        for place in range(start[line], start[line + 1]):
            if orders[place] != 0.0:
                minor = lowest[line] + place - start[line]
                keys[found] = lines[line] * LINE_BASE + minor // stride * KEY_BASE + minor % stride
                found += 1


@kernel
def _extent(base_lowest, base_highest, added_lowest, added_highest, target, lowest, highest):
    for base in range(target.shape[0]):
        for added in range(target.shape[1]):
            line = target[base, added]
            lowest[line] = min(lowest[line], base_lowest[base] + added_lowest[added])
            highest[line] = max(highest[line], base_highest[base] + added_highest[added])


@kernel
def _add(
    base_start,
    base_lowest,
    base_orders,
    hand_start,
    hand_place,
    hand_orders,
    target,
    sums_start,
    sums_lowest,
    sums_orders,
):
    for base in range(target.shape[0]):
        begins, ends = base_start[base], base_start[base + 1]
        for line in range(target.shape[1]):
            block = target[base, line]
            origin = sums_start[block] - sums_lowest[block] + base_lowest[base]
            for hand in range(hand_start[line], hand_start[line + 1]):
                ways = hand_orders[hand]
                shifted = origin + hand_place[hand]
                # Slices, so that the compiler knows that no place is counted from the end.
                source = base_orders[begins:ends]
                sink = sums_orders[shifted : shifted + source.size]
                for place in range(source.size):
                    sink[place] += ways * source[place]


@kernel
def _spread(
    base_start,
    base_lowest,
    base_orders,
    hand_start,
    hand_line,
    hand_place,
    hand_orders,
    target,
    sums_start,
    sums_lowest,
    values,
    result,
):
    """Add orders times values of the sum to ``result[label, place]``."""
    whole = np.empty(hand_line.size, dtype=np.int64)
    ways = np.empty(hand_line.size)
    for base in range(target.shape[0]):
        begins, ends = base_start[base], base_start[base + 1]
        places = ends - begins
        for label in range(result.shape[0]):
            sink = result[label, begins:ends]
            found = 0
            for hand in range(hand_start[label], hand_start[label + 1]):
                block = target[base, hand_line[hand]]
                if block == NO_LINE:
                    continue
                shifted = (
                    sums_start[block] - sums_lowest[block] + base_lowest[base] + hand_place[hand]
                )
                # Sums may have been thinned out to a shorter line.
                first = max(0, sums_start[block] - shifted)
                last = min(places, sums_start[block + 1] - shifted)
                if first == 0 and last == places:
                    whole[found] = shifted
                    ways[found] = hand_orders[hand]
                    found += 1
                elif first < last:
                    source = values[shifted + first : shifted + last]
                    for place in range(source.size):
                        sink[first + place] += hand_orders[hand] * source[place]
            # Four hands at once: each sum is loaded and stored once for all of them.
            hand = 0
            while hand + 4 <= found:
                one = values[whole[hand] : whole[hand] + places]
                two = values[whole[hand + 1] : whole[hand + 1] + places]
                three = values[whole[hand + 2] : whole[hand + 2] + places]
                four = values[whole[hand + 3] : whole[hand + 3] + places]
                for place in range(sink.size):
                    sink[place] += (
                        ways[hand] * one[place]
                        + ways[hand + 1] * two[place]
                        + ways[hand + 2] * three[place]
                        + ways[hand + 3] * four[place]
                    )
                hand += 4
            for single in range(hand, found):
                one = values[whole[single] : whole[single] + places]
                for place in range(sink.size):
                    sink[place] += ways[single] * one[place]
            for place in range(places):
                if base_orders[begins + place] == 0.0:
                    sink[place] = 0.0
