"""The loops of sums over pairs of multisets of cards; what they mean is told in `multisets`."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from certify.cards.hands import KEY_BASE
from certify.cards.ranks import RANKS
from certify.numerics.jit import inline, kernel

LINE_BASE = KEY_BASE**2
LINE_RANKS = 2
"""Ranks that differ on a line: aces and twos."""

BITS_LEFT_OUT = 49
"""Bits of a probability that its class of likeness leaves out: there are eight to each halving."""

LIKENESSES = 1 << (63 - BITS_LEFT_OUT)


@kernel
def fill_keys(stride, lines, start, lowest, orders, keys, present):
    """Fill the multisets in use, and their places."""
    found = 0
    for line in range(lines.size):
        for place in range(start[line], start[line + 1]):
            if orders[place] != 0.0:
                minor = lowest[line] + place - start[line]
                keys[found] = lines[line] * LINE_BASE + minor // stride * KEY_BASE + minor % stride
                present[found] = place
                found += 1


@kernel
def relaid_extent(old_stride, old_start, old_lowest, old_orders, most_aces, stride, lowest, sizes):
    """Fill the first place and the number of places of each line with another stride."""
    for line in range(lowest.size):
        first, last = -1, -2
        for place in range(old_start[line], old_start[line + 1]):
            if old_orders[place] == 0.0:
                continue
            minor = old_lowest[line] + place - old_start[line]
            if minor % old_stride > most_aces:
                continue
            new = minor // old_stride * stride + minor % old_stride
            # Aces count up first, in either stride, so that places keep their order.
            if first < 0:
                first = new
            last = new
        lowest[line] = max(first, 0)
        sizes[line] = last - first + 1


@kernel
def relaid_orders(
    old_stride, old_start, old_lowest, old_orders, most_aces, stride, start, lowest, orders
):
    """Fill the orders at the places of another stride."""
    for line in range(lowest.size):
        for place in range(old_start[line], old_start[line + 1]):
            minor = old_lowest[line] + place - old_start[line]
            if old_orders[place] != 0.0 and minor % old_stride <= most_aces:
                new = minor // old_stride * stride + minor % old_stride
                orders[start[line] + new - lowest[line]] = old_orders[place]


@kernel
def number_sums(base_line, added_line, table, number_at, target, found):
    """Return how many sums of lines there are; they are numbered as they are met.

    `target` gets the numbers, `found` the sums by number; -1 is returned if the table is too small.
    `table` is a hash table, filled with -1, its size a power of two; `number_at` its numbers.
    """
    numbers = 0
    last = table.size - 1
    for base in range(base_line.size):
        for added in range(added_line.size):
            line = base_line[base] + added_line[added]
            # Multiplied by an odd number near 2 ** 64 over the golden ratio, so that all bits mix.
            slot = ((line * -7046029254386353131) >> 32) & last
            while table[slot] != line and table[slot] >= 0:
                slot = (slot + 1) & last
            if table[slot] < 0:
                if 2 * numbers >= table.size:
                    return -1
                table[slot] = line
                number_at[slot] = numbers
                found[numbers] = line
                numbers += 1
            target[base, added] = number_at[slot]
    return numbers


@kernel
def renumber(new_of, target):
    """Replace every number by another."""
    for base in range(target.shape[0]):
        for added in range(target.shape[1]):
            target[base, added] = new_of[target[base, added]]


@kernel
def extent_of_sums(base_start, base_lowest, added_start, added_lowest, target, lowest, highest):
    """Fill the first and the last place of each line of the sums."""
    for base in range(target.shape[0]):
        base_size = base_start[base + 1] - base_start[base]
        for added in range(target.shape[1]):
            added_size = added_start[added + 1] - added_start[added]
            if base_size == 0 or added_size == 0:
                continue
            line = target[base, added]
            first = base_lowest[base] + added_lowest[added]
            lowest[line] = min(lowest[line], first)
            highest[line] = max(highest[line], first + base_size + added_size - 2)


@inline
def _add_part(source, begin, sink, onto, width, ways):
    """Add so many values of the source to the sink, times their ways."""
    values, sums = source[begin : begin + width], sink[onto : onto + width]
    for place in range(width):
        sums[place] += ways * values[place]


@kernel
def add_hands(
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
    """Add the orders of each base multiset times those of each hand to their sum's."""
    for base in range(target.shape[0]):
        begins, places = base_start[base], base_start[base + 1] - base_start[base]
        for line in range(target.shape[1]):
            block = target[base, line]
            origin = sums_start[block] - sums_lowest[block] + base_lowest[base]
            for hand in range(hand_start[line], hand_start[line + 1]):
                at = origin + hand_place[hand]
                _add_part(base_orders, begins, sums_orders, at, places, hand_orders[hand])


@kernel
def weigh(stride, lines, start, lowest, orders, ways, in_order, likeness, below):
    """Fill the class of likeness of each multiset in use, and add its weight to the class.

    A weight is the sum over `n` of ``ways[n]`` times the probability of the cards in a given
    order, of which ``in_order[n]`` holds the factors.
    """
    shoes = ways.size
    on_line = np.zeros(shoes)
    for line in range(lines.size):
        cards_on_line = 0
        on_line[:] = 1.0
        key = lines[line]
        for rank in range(LINE_RANKS, RANKS):
            count = key % KEY_BASE
            key //= KEY_BASE
            cards_on_line += count
            for shoe in range(shoes):
                on_line[shoe] *= in_order[shoe, rank, count]
        for place in range(start[line], start[line + 1]):
            if orders[place] == 0.0:
                continue
            minor = lowest[line] + place - start[line]
            aces, twos = minor % stride, minor // stride
            weight = 0.0
            for shoe in range(shoes):
                chance = on_line[shoe] * in_order[shoe, 0, aces] * in_order[shoe, 1, twos]
                weight += ways[shoe] * chance * in_order[shoe, RANKS, cards_on_line + aces + twos]
            weight *= orders[place]
            # Positive numbers are in the order of their bits.
            found = np.float64(weight).view(np.int64) >> BITS_LEFT_OUT
            likeness[place] = found
            below[found] += weight


@kernel
def drop_unlikely(likeness, least, orders):
    """Clear the orders of the multisets of a class below `least`."""
    for place in range(orders.size):
        if likeness[place] < least:
            orders[place] = 0.0


@inline
def _add_all(source, begin, ways, found, sink, width):
    """Add to the sink the values from each of the places found on, times their ways."""
    sums = sink[:width]
    hand = 0
    # Four hands at once: each sum is loaded and stored once for all of them.
    while hand + 4 <= found:
        # Slices, so that the compiler knows that no place is counted from the end.
        one = source[begin[hand] : begin[hand] + width]
        two = source[begin[hand + 1] : begin[hand + 1] + width]
        three = source[begin[hand + 2] : begin[hand + 2] + width]
        four = source[begin[hand + 3] : begin[hand + 3] + width]
        for place in range(width):
            sums[place] += (
                ways[hand] * one[place]
                + ways[hand + 1] * two[place]
                + ways[hand + 2] * three[place]
                + ways[hand + 3] * four[place]
            )
        hand += 4
    for single in range(hand, found):
        _add_part(source, begin[single], sink, 0, width, ways[single])


@inline
def _longest(start):
    """Return the places of the longest line."""
    longest = 0
    for line in range(start.size - 1):
        longest = max(longest, start[line + 1] - start[line])
    return longest


@inline
def _most_aces(orders, first, last, lowest, stride):
    """Return the most aces of a multiset in use on a line; -1 if none is."""
    most = -1
    for place in range(first, last):
        if orders[place] != 0.0:
            most = max(most, (lowest + place - first) % stride)
    return most


@inline
def _add_kept(source, at, sink, onto, first, last, lowest, aces, most_aces, stride, lanes, ways):
    """Add values of a part of a line, those from `at` on to those from `onto` on.

    Left out are multisets that have no place for so many more aces: it would be another's, with one
    two more.
    """
    if most_aces + aces < stride:
        width = (last - first) * lanes
        _add_part(source, (at + first) * lanes, sink, (onto + first) * lanes, width, ways)
        return
    place, own_aces = first, (lowest + first) % stride
    while place < last:
        width = (min(last, place + stride - aces - own_aces) - place) * lanes
        if width > 0:
            _add_part(source, (at + place) * lanes, sink, (onto + place) * lanes, width, ways)
        place += stride - own_aces
        own_aces = 0


@kernel
def spread_lanes(
    stride,
    base_start,
    base_lowest,
    base_orders,
    hand_start,
    hand_line,
    hand_place,
    hand_aces,
    hand_orders,
    target,
    sums_start,
    sums_lowest,
    values,
    sink_of,
    result,
):
    """Add orders times values of the sum to ``result[sink, place]``."""
    labels, lanes = sink_of.shape
    # The hands of which all sums are there.
    begin = np.empty(hand_line.size, dtype=np.int64)
    ways = np.empty(hand_line.size)
    # Of the sums on each line of hands: where they begin and end, and the base's first place.
    begins_at = np.zeros(target.shape[1], dtype=np.int64)
    ends_at = np.zeros(target.shape[1], dtype=np.int64)
    origin = np.zeros(target.shape[1], dtype=np.int64)
    sums = np.zeros(_longest(base_start) * lanes)
    for base in range(target.shape[0]):
        begins, ends = base_start[base], base_start[base + 1]
        places = ends - begins
        width = places * lanes
        lowest = base_lowest[base]
        most_aces = _most_aces(base_orders, begins, ends, lowest, stride)
        if most_aces < 0:
            continue
        for line in range(target.shape[1]):
            block = target[base, line]
            begins_at[line], ends_at[line] = sums_start[block], sums_start[block + 1]
            origin[line] = begins_at[line] - sums_lowest[block] + lowest
        for label in range(labels):
            found, some = 0, False
            for hand in range(hand_start[label], hand_start[label + 1]):
                line = hand_line[hand]
                at = origin[line] + hand_place[hand]
                # Sums may have been thinned out to a shorter line.
                first, last = max(0, begins_at[line] - at), min(places, ends_at[line] - at)
                if first >= last:
                    continue
                some = True
                if first == 0 and last == places and most_aces + hand_aces[hand] < stride:
                    begin[found], ways[found] = at * lanes, hand_orders[hand]
                    found += 1
                else:
                    _add_kept(
                        values,
                        at,
                        sums,
                        0,
                        first,
                        last,
                        lowest,
                        hand_aces[hand],
                        most_aces,
                        stride,
                        lanes,
                        hand_orders[hand],
                    )
            if not some:
                continue
            _add_all(values, begin, ways, found, sums, width)
            for lane in range(lanes):
                sink = sink_of[label, lane]
                if sink < 0:
                    continue
                for place in range(places):
                    if base_orders[begins + place] != 0.0:
                        result[sink, begins + place] += sums[place * lanes + lane]
            for place in range(width):
                sums[place] = 0.0


@kernel
def spread_back_lanes(
    stride,
    base_start,
    base_lowest,
    base_orders,
    hand_start,
    hand_line,
    hand_place,
    hand_aces,
    hand_orders,
    target,
    sums_start,
    sums_lowest,
    given,
    sink_of,
    result,
):
    """Add to the result at each sum orders times ``given[sink, place]``."""
    labels, lanes = sink_of.shape
    # What a label gives, by place and lane.
    source = np.zeros(_longest(base_start) * lanes)
    for base in range(target.shape[0]):
        begins, ends = base_start[base], base_start[base + 1]
        places = ends - begins
        lowest = base_lowest[base]
        most_aces = _most_aces(base_orders, begins, ends, lowest, stride)
        if most_aces < 0:
            continue
        for label in range(labels):
            filled = False
            for hand in range(hand_start[label], hand_start[label + 1]):
                block = target[base, hand_line[hand]]
                begin, end = sums_start[block], sums_start[block + 1]
                at = begin - sums_lowest[block] + lowest + hand_place[hand]
                # Sums may have been thinned out to a shorter line.
                first, last = max(0, begin - at), min(places, end - at)
                if first >= last:
                    continue
                if not filled:
                    filled = True
                    for lane in range(lanes):
                        sink = sink_of[label, lane]
                        for place in range(places):
                            used = sink >= 0 and base_orders[begins + place] != 0.0
                            source[place * lanes + lane] = (
                                given[sink, begins + place] if used else 0.0
                            )
                _add_kept(
                    source,
                    0,
                    result,
                    at,
                    first,
                    last,
                    lowest,
                    hand_aces[hand],
                    most_aces,
                    stride,
                    lanes,
                    hand_orders[hand],
                )
