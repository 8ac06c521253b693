"""What generated code calls for picks: ways counted, and found by their place.

The orders are those of `interpreter.picks`. Sets are of cards of a small pack, bit by bit; counts
and values of kinds lie in scratch memory, one word for each kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from certify.play.compiler.machine import (
    HALF,
    add_checked,
    inlined,
    multiply_checked,
    shared,
    stopped,
)
from certify.play.compiler.memory import (
    HAS_DEPOSIT,
    count_bits,
    deposit_at_once,
    divide_small,
    highest_bit,
    load,
    load_card,
    lowest_bit,
    reverse_bits,
    shift_down,
    store,
)


def _places_in_bytes() -> Any:
    """Return the position of each bit that is set in each byte, eight for a byte."""
    found = np.zeros(8 * 256, dtype=np.uint8)
    for byte in range(256):
        bits = [bit for bit in range(8) if byte >> bit & 1]
        found[8 * byte : 8 * byte + len(bits)] = bits
    return found


IN_BYTE = _places_in_bytes()
ODD, PAIRS, NIBBLES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
BYTES = 0x0101010101010101
TOPS = 0x0080808080808080
"""The highest bit of each byte but the last, which the bit is in if it is in none before."""

MOST_SINGLES = 62
"""Cards of which each is taken or not, whose picks a word can count."""


@inlined
def bit_at_by_sums(cards: int, place: int) -> int:
    """Return the position of the n-th set bit, for processors without `deposit_at_once`.

    Bits are counted in all bytes side by side and summed from below, so that the byte is found
    without a loop whose end a processor could not predict.
    """
    sums = cards - ((cards >> 1) & ODD)
    sums = (sums & PAIRS) + ((sums >> 2) & PAIRS)
    sums = ((sums + (sums >> 4)) & NIBBLES) * BYTES
    # No sum or difference may leave a word: what follows would be undefined.
    before_last = sums & 0x00FFFFFFFFFFFFFF
    byte = 8 * count_bits(((place * BYTES | TOPS) - before_last) & TOPS)
    before = ((sums << 8) >> byte) & 0xFF
    within: int = IN_BYTE[8 * ((cards >> byte) & 0xFF) + place - before]
    return byte + within


@inlined
def bit_at_by_deposit(cards: int, place: int) -> int:
    """Return the position of the n-th set bit."""
    return lowest_bit(deposit_at_once(1 << place, cards))


@shared
def deposit_by_steps(bits: int, places: int) -> int:
    """Put the lowest bits of a word into the places of those set in another, one after another."""
    found = 0
    while bits != 0 and places != 0:
        place = places & -places
        found |= place & -(bits & 1)
        places ^= place
        bits = shift_down(bits, 1)
    return found


bit_at = bit_at_by_deposit if HAS_DEPOSIT else bit_at_by_sums
deposit = deposit_at_once if HAS_DEPOSIT else deposit_by_steps


@inlined
def lowest_bits(cards: int, number: int) -> int:
    """Return so many of the cards of a set, or all, those of the least numbers."""
    return deposit((1 << number) - 1, cards)


@inlined
def only(cards: int) -> int:
    """Return the card of a set of one; otherwise stop."""
    if cards == 0 or cards & (cards - 1) != 0:
        stopped()
    return lowest_bit(cards)


@inlined
def heads(cards: int, tops: int) -> int:
    """Return a bit for each kind present in `cards`: that of its last card, from `tops`.

    The cards of a kind are adjacent: adding all below the last one carries into it.
    """
    return (((cards & ~tops) + (~tops & 0x7FFFFFFFFFFFFFFF)) | cards) & tops


@inlined
def same_at(cards: int, place: int, kinds: int, block: int) -> int:
    """Return the cards up to that at a place of the kind that it has; `kinds` are sets by card."""
    card = bit_at(cards, place)
    return cards & load(block, kinds + card) & ((2 << card) - 1)


@shared
def first_of_kinds(block: int, base: int, number: int, kind: int, taken: int) -> int:
    """Return the first cards of a kind in a zone with an order, at most so many, as a set."""
    found = 0
    for place in range(number):
        bit = 1 << load_card(block, base + place)
        if taken > 0 and kind & bit != 0:
            found |= bit
            taken -= 1
    return found


@inlined
def beyond_first(cards: int, tops: int, bottoms: int) -> int:
    """Return a set without the first card of each kind.

    One is taken off the number that each kind's cards are in binary; no kind is nothing then.
    """
    empty = tops & ~heads(cards, tops)
    return cards & ((cards | empty) - bottoms)


@shared
def some_total(block: int, cards: int, kinds: int, tops: int, bottoms: int) -> int:
    """Return the number of picks of any cards of a set, or none; alike ones count once.

    `kinds` is the lookup table of the cards alike to each card. Only kinds of several cards are
    looked at one by one: each other card is taken or not.
    """
    total = 1
    several = beyond_first(cards, tops, bottoms)
    while several != 0:
        alike = cards & load(block, kinds + lowest_bit(several))
        total = multiply_checked(total, count_bits(alike) + 1)
        cards ^= alike
        several &= ~alike
    singles = count_bits(cards)
    if singles > MOST_SINGLES:
        stopped()
    return multiply_checked(total, 1 << singles)


@shared
def some_at(block: int, cards: int, kinds: int, tops: int, bottoms: int, place: int) -> int:
    """Return the pick at a place of `some_total`; the last kind runs fastest."""
    found = 0
    several = beyond_first(cards, tops, bottoms)
    while several != 0:
        alike = cards & load(block, kinds + highest_bit(several))
        singles = cards & ~((2 << highest_bit(alike)) - 1)
        found |= some_of_singles(singles, place)
        place >>= count_bits(singles)
        number = count_bits(alike) + 1
        rest = divide_small(place, number) if place < HALF else place // number
        found |= lowest_bits(alike, place - rest * number)
        place = rest
        cards &= (alike & -alike) - 1
        several &= cards
    return found | some_of_singles(cards, place)


@inlined
def some_of_singles(cards: int, place: int) -> int:
    """Return which of a set are taken: the last one by the lowest bit of a number, and so on."""
    backwards = shift_down(reverse_bits(place), 1)
    return deposit(shift_down(backwards, 63 - count_bits(cards)), cards)


@shared
def ways_free(block: int, counts: int, kinds: int) -> int:
    """Return in how many ways some or none can be taken of things of so many kinds."""
    total = 1
    for kind in range(kinds):
        total = multiply_checked(total, load(block, counts + kind) + 1)
    return total


@shared
def ways_free_at(block: int, counts: int, kinds: int, place: int, taken: int) -> None:
    """Store how many are taken of each kind in the way at a place; the last kind runs fastest."""
    for kind in range(kinds - 1, -1, -1):
        radix = load(block, counts + kind) + 1
        rest = place // radix
        store(block, taken + kind, place - rest * radix)
        place = rest


@shared
def ways_total(block: int, counts: int, kinds: int, least: int, most: int, table: int) -> int:
    """Return the number of ways to take from `least` to `most` things, `counts` of each kind.

    `most` is at most what there is; `table` has room for (kinds + 1) rows of (most + 1) numbers:
    the ways to take r of the kinds from i on.
    """
    if most < max(0, least):
        return 0
    width = most + 1
    store(block, table + kinds * width, 1)
    for taken in range(1, width):
        store(block, table + kinds * width + taken, 0)
    for kind in range(kinds - 1, -1, -1):
        after = table + (kind + 1) * width
        count = load(block, counts + kind)
        for taken in range(width):
            ways = 0
            for own in range(min(count, taken) + 1):
                ways = add_checked(ways, load(block, after + taken - own))
            store(block, table + kind * width + taken, ways)
    total = 0
    for taken in range(max(0, least), width):
        total = add_checked(total, load(block, table + taken))
    return total


@shared
def ways_at(
    block: int, counts: int, kinds: int, least: int, most: int, table: int, place: int, taken: int
) -> None:
    """Store how many are taken of each kind in the way at a place, by that table."""
    width = most + 1
    so_far = 0
    for kind in range(kinds):
        after = table + (kind + 1) * width
        for own in range(load(block, counts + kind) + 1):
            ways = 0
            for number in range(max(0, least - so_far - own), most - so_far - own + 1):
                ways += load(block, after + number)
            if place < ways:
                store(block, taken + kind, own)
                so_far += own
                break
            place -= ways


@shared
def same_groups_total(
    block: int, counts: int, values: int, kinds: int, least: int, most: int, room: int
) -> int:
    """Return the number of ways to take from `least` to `most` things of equal values.

    `counts` and `values` are of kinds, in their order; `room` is for the counts of the kinds of one
    value, a mark for each kind, and the table of `ways_total`.
    """
    total = 0
    for kind in range(kinds):
        number = _of_one_value(block, counts, values, kinds, kind, room)
        if number > 0:
            held = 0
            for place in range(number):
                held += load(block, room + place)
            ways = ways_total(block, room, number, least, min(most, held), room + 2 * kinds)
            total = add_checked(total, ways)
    return total


@shared
def _of_one_value(block: int, counts: int, values: int, kinds: int, kind: int, room: int) -> int:
    """Store the counts of the kinds with the value of one; 0 if an earlier kind has that value."""
    value = load(block, values + kind)
    for before in range(kind):
        if load(block, values + before) == value:
            return 0
    number = 0
    for other in range(kind, kinds):
        if load(block, values + other) == value:
            store(block, room + number, load(block, counts + other))
            store(block, room + kinds + number, other)
            number += 1
    return number


@shared
def same_groups_at(
    block: int,
    counts: int,
    values: int,
    kinds: int,
    least: int,
    most: int,
    room: int,
    place: int,
    taken: int,
) -> None:
    """Store how many are taken of each kind in the way at a place of `same_groups_total`."""
    for kind in range(kinds):
        store(block, taken + kind, 0)
    for kind in range(kinds):
        number = _of_one_value(block, counts, values, kinds, kind, room)
        if number > 0:
            held = 0
            for other in range(number):
                held += load(block, room + other)
            table = room + 2 * kinds
            ways = ways_total(block, room, number, least, min(most, held), table)
            if place < ways:
                own = table + (kinds + 1) * (held + 2)
                ways_at(block, room, number, least, min(most, held), table, place, own)
                for other in range(number):
                    target = taken + load(block, room + kinds + other)
                    store(block, target, load(block, own + other))
                return
            place -= ways


@shared
def distinct_total(
    block: int, values: int, kinds: int, least: int, most: int, tried: int, room: int
) -> int:
    """Return the number of ways to take from `least` to `most` kinds of different values.

    `room` is for the size of each value's group and a table of (groups + 1) rows.
    """
    groups = 0
    products = 1
    for kind in range(kinds):
        number = _size_of_value(block, values, kinds, kind)
        if number > 0:
            store(block, room + groups, number)
            groups += 1
            products *= number + 1
            if products > tried:
                stopped()
    width = groups + 1
    table = room + kinds
    for taken in range(width):
        store(block, table + groups * width + taken, 1 if taken == 0 else 0)
    for group in range(groups - 1, -1, -1):
        after = table + (group + 1) * width
        size = load(block, room + group)
        for taken in range(width):
            ways = load(block, after + taken)
            if taken > 0:
                ways += size * load(block, after + taken - 1)
            store(block, table + group * width + taken, ways)
    total = 0
    for taken in range(max(0, least), min(most, groups) + 1):
        total += load(block, table + taken)
    return total


@shared
def _size_of_value(block: int, values: int, kinds: int, kind: int) -> int:
    """Return how many kinds have the value of one; 0 if an earlier kind has that value."""
    value = load(block, values + kind)
    number = 0
    for other in range(kinds):
        if load(block, values + other) == value:
            if other < kind:
                return 0
            number += 1
    return number


@shared
def distinct_at(
    block: int,
    values: int,
    kinds: int,
    least: int,
    most: int,
    room: int,
    place: int,
    taken: int,
) -> None:
    """Store which kinds are taken in the way at a place of `distinct_total`."""
    groups = 0
    for kind in range(kinds):
        store(block, taken + kind, 0)
        groups += 1 if _size_of_value(block, values, kinds, kind) > 0 else 0
    width = groups + 1
    table = room + kinds
    group = 0
    so_far = 0
    for kind in range(kinds):
        size = _size_of_value(block, values, kinds, kind)
        if size > 0:
            after = table + (group + 1) * width
            value = load(block, values + kind)
            without = _ways_between(block, after, least - so_far, min(most - so_far, groups))
            if place >= without:
                place -= without
                ways = _ways_between(
                    block, after, least - so_far - 1, min(most - so_far - 1, groups)
                )
                skipped = place // ways
                place -= skipped * ways
                for other in range(kind, kinds):
                    if load(block, values + other) == value:
                        if skipped == 0:
                            store(block, taken + other, 1)
                            break
                        skipped -= 1
                so_far += 1
            group += 1


@shared
def _ways_between(block: int, row: int, least: int, most: int) -> int:
    total = 0
    for taken in range(max(0, least), most + 1):
        total += load(block, row + taken)
    return total


@shared
def orders_total(block: int, counts: int, kinds: int) -> int:
    """Return the number of orders of things of which those of a kind are alike."""
    total = 1
    held = 0
    for kind in range(kinds):
        # So many places for this kind among those of the kinds before and its own.
        for own in range(1, load(block, counts + kind) + 1):
            held += 1
            total = multiply_checked(total, held) // own
    return total


@shared
def orders_at(
    block: int, counts: int, kinds: int, total: int, place: int, cards: int, starts: int, room: int
) -> int:
    """Store the cards of the order at a place, and return how many.

    The cards of each kind lie in `cards` from `starts` on; `counts` is used up.
    """
    held = 0
    for kind in range(kinds):
        held += load(block, counts + kind)
    for position in range(held):
        for kind in range(kinds):
            count = load(block, counts + kind)
            # The product would not fit a word for many cards; this quotient is exact.
            left = held - position
            number = total // left * count + total % left * count // left
            if place < number:
                start = load(block, starts + kind)
                store(block, room + position, load(block, cards + start))
                store(block, starts + kind, start + 1)
                store(block, counts + kind, count - 1)
                total = number
                break
            place -= number
    return held


@shared
def add_by_kind(block: int, cards: int, number: int, card: int, kinds: int) -> int:
    """Insert a card after those of its kind and of lesser ones; return how many there are.

    A card that is there already is not added again. `kinds` is the lookup table of kinds.
    """
    kind = load(block, kinds + card)
    place = number
    for before in range(number):
        held = load(block, cards + before)
        if held == card:
            return number
        if load(block, kinds + held) > kind and place == number:
            place = before
    for after in range(number, place, -1):
        store(block, cards + after, load(block, cards + after - 1))
    store(block, cards + place, card)
    return number + 1


@shared
def count_by_kind(block: int, cards: int, number: int, kinds: int, counts: int, starts: int) -> int:
    """Store how many cards of each kind there are and where they begin; return how many kinds."""
    groups = 0
    last = -1
    for place in range(number):
        kind = load(block, kinds + load(block, cards + place))
        if kind != last:
            store(block, counts + groups, 0)
            store(block, starts + groups, place)
            groups += 1
            last = kind
        store(block, counts + groups - 1, load(block, counts + groups - 1) + 1)
    return groups


@shared
def spread(block: int, sets: int, kinds: int, cards: int, starts: int) -> None:
    """Store the cards of sets one after another, and where each set begins."""
    number = 0
    for kind in range(kinds):
        store(block, starts + kind, number)
        left = load(block, sets + kind)
        while left != 0:
            store(block, cards + number, lowest_bit(left))
            left &= left - 1
            number += 1
