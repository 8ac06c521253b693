"""Sums over pairs of multisets of cards, kept near each other in memory.

A multiset of cards is a number in base 64. Its four lowest digits (aces to fours) are its
minor part, the others its major part. Multisets are sorted and grouped by major part; sums of two
groups fall into one group, in which the minor part is found by a table small enough for the
nearest cache. Without that, every look-up would wait for main memory.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.split_hands import KEY_BASE
from certify.numerics.jit import inline, kernel

IntVector = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]

MINOR_RANKS = 4
MINOR_BASE = KEY_BASE**MINOR_RANKS
NO_GROUP = -1


@dataclass(frozen=True)
class Multisets:
    """Distinct multisets, ascending, in groups of equal major part.

    Attributes
    ----------
    key : ndarray of int64, shape (multisets,)
        The multisets.
    major : ndarray of int64, shape (groups,)
        Major part of each group.
    start : ndarray of int64, shape (groups + 1,)
        Where each group begins.
    orders : ndarray of float64, shape (multisets,)
        In how many orders hands can make the multiset.
    """

    key: IntVector
    major: IntVector
    start: IntVector
    orders: FloatVector

    @classmethod
    def of(cls, keys: IntVector, orders: FloatVector) -> Multisets:
        """Return distinct, ascending keys in groups."""
        major, first = np.unique(keys // MINOR_BASE, return_index=True)
        start = np.append(first, len(keys)).astype(np.int64)
        return cls(key=keys, major=major, start=start, orders=orders)

    def only(self, kept: npt.NDArray[np.bool_]) -> Multisets:
        """Return some of the multisets."""
        return Multisets.of(self.key[kept], self.orders[kept])

    def most(self) -> IntVector:
        """Return the largest number of each rank in any multiset."""
        digits: IntVector = self.key[:, None] // np.int64(KEY_BASE) ** np.arange(RANKS) % KEY_BASE
        return np.array(digits.max(axis=0), dtype=np.int64)


@dataclass(frozen=True)
class LabelledHands:
    """Hands by their multiset: those of multiset m are ``start[m]:start[m + 1]``."""

    start: IntVector
    label: IntVector
    orders: npt.NDArray[np.float64]
    labels: int


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
    strides, size = _strides(base, added)
    targets, first, second, pairs_start = _pairs(base, added)
    keys, orders = _collect(
        base.key,
        base.start,
        base.orders,
        added.key,
        added.start,
        added.orders,
        targets,
        first,
        second,
        pairs_start,
        strides,
        size,
        len(base.key) * 8,
    )
    return Multisets.of(keys, orders)


def spread(
    base: Multisets, added: Multisets, sums: Multisets, values: FloatMatrix, hands: LabelledHands
) -> FloatMatrix:
    """Return the sums over a hand added to each base multiset of orders times the sum's values.

    Parameters
    ----------
    base : Multisets
        The multisets to which a hand is added.
    added : Multisets
        The hands' distinct multisets.
    sums : Multisets
        Their sums, as `sums_of` gives them; one that is missing counts nothing.
    values : ndarray of float64, shape (sums, width)
        Values of the sums.
    hands : LabelledHands
        The hands of each added multiset.

    Returns
    -------
    ndarray of float64, shape (base, labels * width)
        The sums, by label of the hand.

    Notes
    -----
    Conditioning: that of the values.
    Method: plain sums of positive terms, a group of multisets after another.
    Error: relative, one rounding for each hand added: below 1e-12 for all the hands there are.
    Source: derived here, reports/METHOD.md section 7.
    """
    strides, size = _strides(base, added)
    majors = base.major[:, None] + added.major[None]
    target = np.minimum(np.searchsorted(sums.major, majors), len(sums.major) - 1)
    target = np.where(sums.major[target] == majors, target, NO_GROUP)
    width = values.shape[1]
    result = np.zeros((hands.labels, len(base.key), width))
    _spread(
        base.key,
        base.start,
        added.key,
        added.start,
        sums.key,
        sums.start,
        target.astype(np.int64),
        np.ascontiguousarray(values),
        hands.start,
        hands.label,
        hands.orders,
        strides,
        size,
        result,
    )
    return np.moveaxis(result, 0, 1).reshape(len(base.key), hands.labels * width)


def _strides(base: Multisets, added: Multisets) -> tuple[IntVector, int]:
    sizes = (base.most() + added.most() + 1)[:MINOR_RANKS]
    strides = np.cumprod(np.concatenate([[1], sizes])).astype(np.int64)
    return strides[:-1].copy(), int(strides[-1])


def _pairs(base: Multisets, added: Multisets) -> tuple[IntVector, IntVector, IntVector, IntVector]:
    """Return the target majors, and the pairs of groups that lead to each."""
    sums = (base.major[:, None] + added.major[None]).ravel()
    order = np.argsort(sums, kind="stable")
    targets, first = np.unique(sums[order], return_index=True)
    return (
        targets,
        (order // len(added.major)).astype(np.int64),
        (order % len(added.major)).astype(np.int64),
        np.append(first, len(order)).astype(np.int64),
    )


@inline
def _minor(key, strides):
    """Return the place of the minor part of a multiset in the small table."""
    place = 0
    for rank in range(MINOR_RANKS):
        place += (key % KEY_BASE) * strides[rank]
        key //= KEY_BASE
    return place


@inline
def _minors(keys, strides):
    places = np.empty(keys.size, dtype=np.int64)
    for number in range(keys.size):
        places[number] = _minor(keys[number], strides)
    return places


@inline
def _minor_parts(strides, size):
    """Return the minor part of the multiset at each place of the small table."""
    parts = np.zeros(size, dtype=np.int64)
    for place in range(size):
        rest = place
        for rank in range(MINOR_RANKS - 1, -1, -1):
            parts[place] = parts[place] * KEY_BASE + rest // strides[rank]
            rest %= strides[rank]
    return parts


@kernel
def _collect(
    base_key,
    base_start,
    base_orders,
    added_key,
    added_start,
    added_orders,
    targets,
    first,
    second,
    pairs_start,
    strides,
    size,
    guess,
):
    """Return the distinct sums, ascending, and their orders."""
    base_minor = _minors(base_key, strides)
    added_minor = _minors(added_key, strides)
    minor_of = _minor_parts(strides, size)
    orders_at = np.zeros(size)
    keys = np.empty(max(guess, size), dtype=np.int64)
    orders = np.empty(keys.size)
    total = 0
    for target in range(targets.size):
        lowest, highest = size, 0
        for pair in range(pairs_start[target], pairs_start[target + 1]):
            base_group, added_group = first[pair], second[pair]
            begins, ends = base_start[base_group], base_start[base_group + 1]
            for hand in range(added_start[added_group], added_start[added_group + 1]):
                offset = added_minor[hand]
                ways = added_orders[hand]
                # Members are ascending, so their places are.
                lowest = min(lowest, base_minor[begins] + offset)
                highest = max(highest, base_minor[ends - 1] + offset)
                for member in range(begins, ends):
                    orders_at[base_minor[member] + offset] += ways * base_orders[member]
        while total + size > keys.size:
            more_keys = np.empty(2 * keys.size, dtype=np.int64)
            more_orders = np.empty(more_keys.size)
            more_keys[:total] = keys[:total]
            more_orders[:total] = orders[:total]
            keys, orders = more_keys, more_orders
        major = targets[target] * MINOR_BASE
        for place in range(lowest, highest + 1):
            if orders_at[place] > 0.0:
                keys[total] = major + minor_of[place]
                orders[total] = orders_at[place]
                orders_at[place] = 0.0
                total += 1
    return keys[:total].copy(), orders[:total].copy()


@kernel
def _spread(
    base_key,
    base_start,
    added_key,
    added_start,
    sums_key,
    sums_start,
    target,
    values,
    hand_start,
    hand_label,
    hand_orders,
    strides,
    size,
    result,
):
    """Add orders times values of the sum to ``result[label, base]``."""
    base_minor = _minors(base_key, strides)
    added_minor = _minors(added_key, strides)
    sums_minor = _minors(sums_key, strides)
    row_of = np.full(size, NO_GROUP, dtype=np.int64)
    value_of = np.zeros(size)
    width = values.shape[1]
    for base_group in range(base_start.size - 1):
        begins, ends = base_start[base_group], base_start[base_group + 1]
        for added_group in range(added_start.size - 1):
            added_ends = added_start[added_group + 1]
            if hand_start[added_start[added_group]] == hand_start[added_ends]:
                continue
            block = target[base_group, added_group]
            if block == NO_GROUP:
                continue
            for row in range(sums_start[block], sums_start[block + 1]):
                row_of[sums_minor[row]] = row
                if width == 1:
                    value_of[sums_minor[row]] = values[row, 0]
            for multiset in range(added_start[added_group], added_ends):
                offset = added_minor[multiset]
                for hand in range(hand_start[multiset], hand_start[multiset + 1]):
                    label = hand_label[hand]
                    orders = hand_orders[hand]
                    # The longest loop is the inner one, for the processor's sake.
                    if width == 1:
                        for member in range(begins, ends):
                            result[label, member, 0] += (
                                orders * value_of[base_minor[member] + offset]
                            )
                        continue
                    for member in range(begins, ends):
                        row = row_of[base_minor[member] + offset]
                        if row != NO_GROUP:
                            for column in range(width):
                                result[label, member, column] += orders * values[row, column]
            for row in range(sums_start[block], sums_start[block + 1]):
                row_of[sums_minor[row]] = NO_GROUP
                value_of[sums_minor[row]] = 0.0
