"""The loops of sums over pairs of multisets of cards; what they mean is told in `multisets`."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from certify.cards.hands import KEY_BASE
from certify.cards.ranks import RANKS
from certify.numerics.jit import copy_into, inline, kernel
from certify.numerics.lanes import LANES, lanes_at, put, zeros

LINE_BASE = KEY_BASE**2
LINE_RANKS = 2
"""Ranks that differ on a line: aces and twos."""

BITS_LEFT_OUT = 49
"""Bits of a probability that its class of likeness leaves out: there are eight to each halving."""

LIKENESSES = 1 << (63 - BITS_LEFT_OUT)

NO_SINK = -1

PLACES_AT_ONCE = 4 * LANES
"""Places of a line that are added up at once."""


@inline
def _next_place(twos, aces, stride):
    """Return twos and aces of the next place of a line."""
    return (twos, aces + 1) if aces + 1 < stride else (twos + 1, 0)


@kernel
def number_rows(stride, start, lowest, orders, most, origin, row_of, minor, row_orders, row_start):
    """Fill for each row aces, twos and orders, and where lines begin; and `row_of` where one is.

    That is by the places where every line has the stride `most`.
    """
    row = 0
    for line in range(lowest.size):
        row_start[line] = row
        twos, aces = divmod(lowest[line] - 1, stride[line])
        for at in range(start[line], start[line + 1]):
            twos, aces = _next_place(twos, aces, stride[line])
            if orders[at] == 0.0:
                continue
            minor[row] = twos * KEY_BASE + aces
            row_orders[row] = orders[at]
            row_of[origin[line] + twos * most + aces] = row
            row += 1
    row_start[lowest.size] = row


@kernel
def number_sums(base_line, added_line, table, target, found):
    """Return how many sums of lines there are; they are numbered as they are met.

    `target` gets the numbers, `found` the sums by number; -1 is returned if the table is too small.
    `table` is a hash table of sums and their numbers, filled with -1, its size a power of two.
    """
    numbers = 0
    last = table.shape[0] - 1
    for base in range(base_line.size):
        for added in range(added_line.size):
            line = base_line[base] + added_line[added]
            # Multiplied by an odd number near 2 ** 64 over the golden ratio, so that all bits mix.
            slot = ((line * -7046029254386353131) >> 32) & last
            while table[slot, 0] != line and table[slot, 0] >= 0:
                slot = (slot + 1) & last
            if table[slot, 0] < 0:
                if 2 * numbers >= table.shape[0]:
                    return -1
                table[slot, 0], table[slot, 1] = line, numbers
                found[numbers] = line
                numbers += 1
            target[base, added] = table[slot, 1]
    return numbers


@kernel
def renumber(new_of, target):
    """Replace every number by another."""
    for base in range(target.shape[0]):
        for added in range(target.shape[1]):
            target[base, added] = new_of[target[base, added]]


@kernel
def extent_of_sums(base, added, target, first, last, aces):
    """Fill the first and the last aces and twos of each line of sums, and the most aces.

    The terms are of shape (lines, 3), with the same of theirs.
    """
    for one in range(target.shape[0]):
        for other in range(target.shape[1]):
            line = target[one, other]
            first[line] = min(first[line], base[one, 0] + added[other, 0])
            last[line] = max(last[line], base[one, 1] + added[other, 1])
            aces[line] = max(aces[line], base[one, 2] + added[other, 2])


@inline
def _place_of(minor, stride):
    """Return the place of aces and twos on a line, as `places_of`."""
    twos, aces = divmod(minor, KEY_BASE)
    return twos * stride + aces


@inline
def _add_line(line, before, factor, ways, place, width, into):
    """Add a line as often as hands have ways, each time moved by the place of the hand.

    The first place of the line is at `before` less that of the first hand. What is read beyond the
    line is zero.
    """
    for first in range(0, width, PLACES_AT_ONCE):
        sums = into[first : first + PLACES_AT_ONCE]
        one, two = lanes_at(sums, 0), lanes_at(sums, 1)
        three, four = lanes_at(sums, 2), lanes_at(sums, 3)
        for hand in range(place.size):
            begin = before + first - place[hand]
            moved = line[begin : begin + PLACES_AT_ONCE]
            orders = factor * ways[hand]
            one += orders * lanes_at(moved, 0)
            two += orders * lanes_at(moved, 1)
            three += orders * lanes_at(moved, 2)
            four += orders * lanes_at(moved, 3)
        put(one, sums, 0)
        put(two, sums, 1)
        put(three, sums, 2)
        put(four, sums, 3)


@kernel
def add_hands(
    base_start,
    base_minor,
    base_orders,
    hand_start,
    hand_place,
    hand_orders,
    target,
    same,
    stride,
    start,
    lowest,
    room,
    before,
    orders,
):
    """Add the orders of each base multiset times those of each hand to their sum's.

    Where both are the same, two lines stand for both orders of them. Places of hands are given by
    stride; `room` is for a base line by each, with so many zeros before it. `orders` has some
    places more than the last line.
    """
    laid = np.full(room.shape[0], -1, dtype=np.int64)
    for base in range(target.shape[0]):
        first, last = base_start[base], base_start[base + 1]
        for line in range(base if same else 0, target.shape[1]):
            block = target[base, line]
            step = stride[block]
            moves = hand_place[step]
            lowest_base = _place_of(base_minor[first], step)
            if laid[step] != base:
                laid[step] = base
                room[step] = 0.0
                for row in range(first, last):
                    place = _place_of(base_minor[row], step) - lowest_base
                    room[step, before + place] = base_orders[row]
            hand, end = hand_start[line], hand_start[line + 1]
            places = _place_of(base_minor[last - 1], step) - lowest_base + 1
            begin = lowest_base + moves[hand] - lowest[block]
            _add_line(
                room[step],
                before + moves[hand],
                2.0 if same and line != base else 1.0,
                hand_orders[hand:end],
                moves[hand:end],
                places + moves[end - 1] - moves[hand],
                orders[start[block] + begin :],
            )


@kernel
def weigh(stride, lines, start, lowest, orders, ways, in_order, likeness, below):
    """Fill the class of likeness of each multiset in use, and add its weight to the class.

    A weight is the sum over `n` of ``ways[n]`` times the probability of the cards in a given
    order, of which ``in_order[n]`` holds the factors.
    """
    shoes = ways.size
    on_line, with_twos = np.zeros(shoes), np.zeros(shoes)
    for line in range(lines.size):
        cards_on_line, of_twos = 0, -1
        copy_into(on_line, ways)
        key = lines[line]
        for rank in range(LINE_RANKS, RANKS):
            count = key % KEY_BASE
            key //= KEY_BASE
            cards_on_line += count
            for shoe in range(shoes):
                on_line[shoe] *= in_order[shoe, rank, count]
        twos, aces = divmod(lowest[line] - 1, stride[line])
        for place in range(start[line], start[line + 1]):
            twos, aces = _next_place(twos, aces, stride[line])
            if orders[place] == 0.0:
                continue
            if twos != of_twos:
                of_twos = twos
                for shoe in range(shoes):
                    with_twos[shoe] = on_line[shoe] * in_order[shoe, 1, twos]
            cards = cards_on_line + aces + twos
            weight = 0.0
            for shoe in range(shoes):
                chance = in_order[shoe, 0, aces] * in_order[shoe, RANKS, cards]
                weight += with_twos[shoe] * chance
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
            found += ways_one * lanes_at(values, at_one)
            found += ways_two * lanes_at(values, at_two)
            found += ways_three * lanes_at(values, at_three)
            found += ways_four * lanes_at(values, at_four)
            put(found, sums, row)
        hand += 4
    for single in range(hand, last):
        for row in range(places.size):
            at = row_of[np.uint64(begin[single] + places[row])]
            put(lanes_at(sums, row) + ways[single] * lanes_at(values, at), sums, row)


@inline
def _has_sinks(sinks):
    """Return whether a lane of a label has a sink."""
    # The largest of an array takes numba half a second to compile.
    has_some = False
    for sink in sinks:
        has_some |= sink != NO_SINK
    return has_some


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
    """Add orders times values of the sum to what `result` has of each sink and row.

    It is rows of eight sinks, `sums` room for a line.
    """
    labels, lanes = sink_of.shape
    begin = np.empty(hand_line.size, dtype=np.int64)
    for base in range(target.shape[0]):
        first, last = start[base], start[base + 1]
        _fill_begins(base, hand_line, hand_place, target, origin, begin)
        for label in range(labels):
            if not _has_sinks(sink_of[label]):
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
                    eight, into = sink // LANES, sink % LANES
                    for row in range(last - first):
                        result[eight, first + row, into] += sums[row, lane]


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
            if not _has_sinks(sink_of[label]):
                continue
            for lane in range(lanes):
                sink = sink_of[label, lane]
                for row in range(rows):
                    source[row, lane] = given[sink, first + row] if sink >= 0 else 0.0
            for hand in range(hand_start[label], hand_start[label + 1]):
                orders = hand_orders[hand]
                for row in range(rows):
                    at = row_of[np.uint64(begin[hand] + place[first + row])]
                    put(lanes_at(result, at) + orders * lanes_at(source, row), result, at)
