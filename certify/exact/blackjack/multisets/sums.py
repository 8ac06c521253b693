"""Sums over pairs of multisets of cards, in lines that lie side by side in memory.

A multiset of cards is a number in base 64, a digit a rank. Multisets that differ in aces and twos
alone form a line; on it they are places of a plain array, most of them in use. Adding a hand
moves a whole line by a fixed number of places, so that the loops run over neighbouring numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from certify.cards.hands import KEY_BASE
from certify.exact.blackjack.multisets.kernels import (
    LINE_BASE,
    add_hands,
    extent_of_sums,
    fill_keys,
    number_sums,
    relaid_extent,
    relaid_orders,
    renumber,
    spread_back_lanes,
    spread_lanes,
)

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]

FEWEST_SLOTS = 4096
"""Size of the first hash table that is tried, a power of two."""


@dataclass(frozen=True)
class Multisets:
    """Multisets in lines; places of a line that are none of the multisets have no orders.

    Attributes
    ----------
    stride : int
        Places from one two to the next: more than the aces there can ever be.
    line : ndarray of int64, shape (lines,)
        The multisets' cards but aces and twos, ascending.
    start : ndarray of int64, shape (lines + 1,)
        Where the places of each line begin; a line may have none.
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
        place = places_of(keys, stride)
        lowest = np.full(len(lines), np.iinfo(np.int64).max)
        highest = np.zeros(len(lines), dtype=np.int64)
        np.minimum.at(lowest, line_of, place)
        np.maximum.at(highest, line_of, place)
        start = _starts(highest - lowest + 1)
        dense = np.zeros(start[-1])
        dense[start[line_of] + place - lowest[line_of]] = orders
        return cls(stride=stride, line=lines, start=start, lowest=lowest, orders=dense)

    def relaid(self, most_aces: int, stride: int) -> Multisets:
        """Return the multisets of so many aces at most, with other places on the same lines."""
        lines = len(self.line)
        lowest, sizes = np.zeros(lines, dtype=np.int64), np.zeros(lines, dtype=np.int64)
        old = self.stride, self.start, self.lowest, self.orders
        relaid_extent(*old, most_aces, stride, lowest, sizes)
        start = _starts(sizes)
        orders = np.zeros(start[-1])
        relaid_orders(*old, most_aces, stride, start, lowest, orders)
        return Multisets(stride=stride, line=self.line, start=start, lowest=lowest, orders=orders)

    @property
    def most_aces(self) -> int:
        """The largest number of aces in a multiset."""
        return int((self.keys % KEY_BASE).max(initial=0))

    @property
    def present(self) -> IntVector:
        """The places in use."""
        return self._keys_and_places[1]

    @property
    def keys(self) -> IntVector:
        """The multisets at the places in use."""
        return self._keys_and_places[0]

    @cached_property
    def number(self) -> int:
        """How many multisets there are."""
        return int(np.count_nonzero(self.orders))

    @cached_property
    def _keys_and_places(self) -> tuple[IntVector, IntVector]:
        keys = np.empty(self.number, dtype=np.int64)
        present = np.empty(self.number, dtype=np.int64)
        fill_keys(self.stride, self.line, self.start, self.lowest, self.orders, keys, present)
        return keys, present


@dataclass(frozen=True)
class LabelledHands:
    """Hands that are added, label after label, those with few aces first.

    Attributes
    ----------
    start : ndarray of int64, shape (labels + 1,)
        The hands of a label are ``start[label]:start[label + 1]``.
    line, place, aces : ndarray of int64, shape (hands,)
        Line among those of the multisets of one hand, place on it, and the aces.
    orders : ndarray of float64, shape (hands,)
        In how many orders the cards can come.
    """

    start: IntVector
    line: IntVector
    place: IntVector
    aces: IntVector
    orders: FloatVector

    @classmethod
    def of(
        cls, among: Multisets, keys: IntVector, label: IntVector, orders: FloatVector, labels: int
    ) -> LabelledHands:
        """Return those hands that are among some multisets."""
        there = np.isin(keys, among.keys)
        keys, label, orders = keys[there], label[there], orders[there]
        order = np.lexsort((keys, label))
        keys, label = keys[order], label[order]
        return cls(
            start=np.searchsorted(label, np.arange(labels + 1)).astype(np.int64),
            line=np.searchsorted(among.line, keys // LINE_BASE),
            place=places_of(keys, among.stride),
            aces=keys % KEY_BASE,
            orders=orders[order],
        )


def places_of(keys: IntVector, stride: int) -> IntVector:
    """Return the places of multisets on their lines: aces plus `stride` times twos."""
    places: IntVector = keys % KEY_BASE + keys // KEY_BASE % KEY_BASE * stride
    return places


def _starts(sizes: IntVector) -> IntVector:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def sums_of(base: Multisets, added: Multisets) -> tuple[Multisets, IntMatrix]:
    """Return the multisets that are a sum of one of each.

    Parameters
    ----------
    base, added : Multisets
        The terms, with a stride that leaves room for the aces of both.

    Returns
    -------
    Multisets
        Every sum, once, with the orders in which it can be made.
    ndarray of int64, shape (lines, lines)
        On which line of the sums each pair of lines falls.
    """
    targets, target = _sums_of_lines(base.line, added.line)
    lowest = np.full(len(targets), np.iinfo(np.int64).max)
    highest = np.zeros(len(targets), dtype=np.int64)
    extent_of_sums(base.start, base.lowest, added.start, added.lowest, target, lowest, highest)
    # Lines of which a term has no places left have none themselves.
    lowest = np.minimum(lowest, highest + 1)
    start = _starts(highest - lowest + 1)
    orders = np.zeros(start[-1])
    used = added.present
    line = np.searchsorted(added.start, used, side="right") - 1
    add_hands(
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
    sums = Multisets(stride=base.stride, line=targets, start=start, lowest=lowest, orders=orders)
    return sums, target


def _sums_of_lines(base: IntVector, added: IntVector) -> tuple[IntVector, IntMatrix]:
    """Return all sums, ascending, and which of them each pair of lines makes."""
    target = np.empty((len(base), len(added)), dtype=np.int64)
    size = FEWEST_SLOTS
    while True:
        table, found = np.full(size, -1, dtype=np.int64), np.empty(size, dtype=np.int64)
        numbers = number_sums(base, added, table, np.empty(size, dtype=np.int64), target, found)
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
    sums: Multisets,
    target: IntMatrix,
    values: FloatMatrix,
    hands: LabelledHands,
    sink_of: IntMatrix,
    sinks: int,
) -> FloatMatrix:
    """Return the sums over a hand added to each base multiset of orders times the sum's value.

    Parameters
    ----------
    base : Multisets
        The multisets to which a hand is added.
    sums : Multisets
        Sums of these and hands; one that is missing counts nothing.
    target : ndarray of int64, shape (lines, lines)
        On which line of the sums each pair of lines falls.
    values : ndarray of float64, shape (places, lanes)
        Values of the sums, those of all lanes at one place side by side.
    hands : LabelledHands
        The hands.
    sink_of : ndarray of int64, shape (labels, lanes)
        To which result a label adds in each lane; -1 for none.
    sinks : int
        Number of results.

    Returns
    -------
    ndarray of float64, shape (sinks, places)
        The sums, 0 at places that are no base multiset.

    Notes
    -----
    Conditioning: that of the values.
    Method: plain sums of positive terms, a line after another.
    Error: relative, one rounding for each hand added: below 1e-12 for all the hands there are.
    Source: derived here, reports/METHOD.md section 7.
    """
    result = np.zeros((sinks, len(base.orders)))
    spread_lanes(
        base.stride,
        base.start,
        base.lowest,
        base.orders,
        hands.start,
        hands.line,
        hands.place,
        hands.aces,
        hands.orders,
        target,
        sums.start,
        sums.lowest,
        values.ravel(),
        sink_of,
        result,
    )
    return result


def spread_back(
    base: Multisets,
    sums: Multisets,
    target: IntMatrix,
    given: FloatMatrix,
    hands: LabelledHands,
    sink_of: IntMatrix,
    weights: FloatMatrix,
) -> None:
    """Add what `spread` makes of the values of sums, where its results weigh as given.

    Parameters
    ----------
    base, sums, target, hands, sink_of
        As `spread` has them.
    given : ndarray of float64, shape (sinks, places)
        Weights of what `spread` returns.
    weights : ndarray of float64, shape (places, lanes)
        To it are added the weights of the values of the sums: their products with any values add
        up to the weighted sum of what `spread` makes of them. Contiguous, since it is changed.

    Notes
    -----
    Conditioning: none.
    Method: the sums of `spread` in the other direction, its transpose.
    Error: relative, one rounding for each hand added.
    Source: derived here, reports/METHOD.md section 12.
    """
    spread_back_lanes(
        base.stride,
        base.start,
        base.lowest,
        base.orders,
        hands.start,
        hands.line,
        hands.place,
        hands.aces,
        hands.orders,
        target,
        sums.start,
        sums.lowest,
        given,
        sink_of,
        weights.reshape(-1),
    )
