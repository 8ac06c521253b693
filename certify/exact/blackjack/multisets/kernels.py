"""The loops of sums over pairs of multisets of cards; what they mean is told in `multisets`."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from certify.cards.hands import KEY_BASE
from certify.cards.ranks import RANKS
from certify.numerics.jit import inline, kernel
from certify.numerics.lanes import lanes_at, plus, put, zeros

LINE_BASE = KEY_BASE**2
LINE_RANKS = 2
"""Ranks that differ on a line: aces and twos."""

BITS_LEFT_OUT = 49
"""Bits of a probability that its class of likeness leaves out: there are eight to each halving."""

LIKENESSES = 1 << (63 - BITS_LEFT_OUT)

NO_SINK = -1


@kernel
def number_rows(stride, start, lowest, orders, row_of, minor, row_orders, row_start):
    """Fill the row of each place, and for each row aces, twos and orders; where lines begin."""
    row = 0
    for line in range(lowest.size):
        row_start[line] = row
        for at in range(start[line], start[line + 1]):
            if orders[at] == 0.0:
                row_of[at] = minor.size
                continue
            place = lowest[line] + at - start[line]
            minor[row] = place // stride * KEY_BASE + place % stride
            row_orders[row] = orders[at]
            row_of[at] = row
            row += 1
    row_start[lowest.size] = row


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
def extent_of_sums(base_first, base_last, added_first, added_last, target, lowest, highest):
    """Fill the first and the last place of each line of the sums, given those of the terms."""
    for base in range(target.shape[0]):
        for added in range(target.shape[1]):
            line = target[base, added]
            lowest[line] = min(lowest[line], base_first[base] + added_first[added])
            highest[line] = max(highest[line], base_last[base] + added_last[added])


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
    same,
    sums_start,
    sums_lowest,
    sums_orders,
):
    """Add the orders of each base multiset times those of each hand to their sum's.

    Where both are the same, two lines stand for both orders of them.
    """
    for base in range(target.shape[0]):
        begins, places = base_start[base], base_start[base + 1] - base_start[base]
        for line in range(base if same else 0, target.shape[1]):
            orders = 2.0 if same and line != base else 1.0
            block = target[base, line]
            origin = sums_start[block] - sums_lowest[block] + base_lowest[base]
            for hand in range(hand_start[line], hand_start[line + 1]):
                at = origin + hand_place[hand]
                ways = orders * hand_orders[hand]
                _add_part(base_orders, begins, sums_orders, at, places, ways)


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
def _fill_begins(base, hand_line, hand_place, target, origin, begin):
    """Fill where the sums of each hand and of a line of multisets would begin."""
    for hand in range(hand_line.size):
        begin[hand] = origin[target[base, hand_line[hand]]] + hand_place[hand]


@inline
def _add_hands_to_line(first, last, begin, ways, places, row_of, values, sums):
    """Fill the sums over some hands of their ways times the value of the sum, on each place."""
    for row in range(places.size):
        put(zeros(), sums, row)
    hand = first
    # Four hands at once: each sum is loaded and stored once for all of them.
    while hand + 4 <= last:
        one, two, three, four = begin[hand], begin[hand + 1], begin[hand + 2], begin[hand + 3]
        ways_one, ways_two = ways[hand], ways[hand + 1]
        ways_three, ways_four = ways[hand + 2], ways[hand + 3]
        for row in range(places.size):
            place = places[row]
            # Unsigned, so that the compiler knows that none is counted from the end.
            at_one, at_two = row_of[np.uint64(one + place)], row_of[np.uint64(two + place)]
            at_three, at_four = row_of[np.uint64(three + place)], row_of[np.uint64(four + place)]
            found = lanes_at(sums, row)
            found = plus(found, ways_one, values, at_one)
            found = plus(found, ways_two, values, at_two)
            found = plus(found, ways_three, values, at_three)
            found = plus(found, ways_four, values, at_four)
            put(found, sums, row)
        hand += 4
    for single in range(hand, last):
        for row in range(places.size):
            at = row_of[np.uint64(begin[single] + places[row])]
            put(plus(lanes_at(sums, row), ways[single], values, at), sums, row)


@kernel
def spread_lanes(
    start,
    place,
    hand_start,
    hand_line,
    hand_place,
    hand_orders,
    target,
    origin,
    row_of,
    values,
    sink_of,
    sums,
    result,
):
    """Add orders times values of the sum to ``result[sink, row]``; `sums` is room for a line."""
    labels, lanes = sink_of.shape
    begin = np.empty(hand_line.size, dtype=np.int64)
    for base in range(target.shape[0]):
        first, last = start[base], start[base + 1]
        _fill_begins(base, hand_line, hand_place, target, origin, begin)
        for label in range(labels):
            if sink_of[label].max() == NO_SINK:
                continue
            _add_hands_to_line(
                hand_start[label],
                hand_start[label + 1],
                begin,
                hand_orders,
                place[first:last],
                row_of,
                values,
                sums,
            )
            for lane in range(lanes):
                sink = sink_of[label, lane]
                if sink >= 0:
                    for row in range(last - first):
                        result[sink, first + row] += sums[row, lane]


@kernel
def spread_back_lanes(
    start,
    place,
    hand_start,
    hand_line,
    hand_place,
    hand_orders,
    target,
    origin,
    row_of,
    given,
    sink_of,
    source,
    result,
):
    """Add to the result of each sum orders times ``given[sink, row]``; `source`: for a line."""
    labels, lanes = sink_of.shape
    begin = np.empty(hand_line.size, dtype=np.int64)
    for base in range(target.shape[0]):
        first, rows = start[base], start[base + 1] - start[base]
        _fill_begins(base, hand_line, hand_place, target, origin, begin)
        for label in range(labels):
            if sink_of[label].max() == NO_SINK:
                continue
            for lane in range(lanes):
                sink = sink_of[label, lane]
                for row in range(rows):
                    source[row, lane] = given[sink, first + row] if sink >= 0 else 0.0
            for hand in range(hand_start[label], hand_start[label + 1]):
                orders = hand_orders[hand]
                for row in range(rows):
                    at = row_of[np.uint64(begin[hand] + place[first + row])]
                    put(plus(lanes_at(result, at), orders, source, row), result, at)
