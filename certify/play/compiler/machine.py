"""What generated code calls: random numbers, moving cards, picks counted and drawn.

`block` is the address of a game's memory; places count in words, those of cards in cards of 16
bits. The word of a zone is its cards as a set of bits; the cards of an ordered zone also lie in
order, from `base` on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core.types import unliteral

from certify.language.type_rules import MOST_POWER
from certify.play.compiler.memory import (
    STREAM_COUNTER,
    STREAM_POSITION,
    STREAM_SIZE,
    STREAM_WORDS,
    add_overflowing,
    add_product,
    highest_bit,
    load,
    load_card,
    load_half,
    lowest_bit,
    multiply_overflowing,
    next_words,
    next_words_apart,
    quotient,
    store,
    store_card,
    subtract_overflowing,
)
from certify.play.compiler.store import keep_code
from certify.play.tallies import WINDOW

Function = TypeVar("Function", bound=Callable[..., Any])

HALF = 1 << 32
MOST_OF_A_HALF = 1 << 31
HALVES = 8


def for_words(function: Any) -> Any:
    """Let a compiled function be compiled once for all words.

    Otherwise numba compiles it again for every number that is written where it is called.
    """
    compiled = function.compile
    function.compile = lambda signature: compiled(
        tuple(map(unliteral, signature)) if isinstance(signature, tuple) else signature
    )
    return function


def inlined(function: Function) -> Function:
    """Compile a helper of generated code into each of its callers."""
    made = numba.njit(error_model="numpy", forceinline=True)(function)
    return cast(Function, keep_code(for_words(made)))


def shared(function: Function) -> Function:
    """Compile a helper of generated code once."""
    return cast(Function, keep_code(for_words(numba.njit(error_model="numpy")(function))))


class Stopped(Exception):  # noqa: N818  (it is no error yet: the interpreter tells what is wrong)
    """Play cannot go on; the reference interpreter plays the game again and tells why."""


@shared
def stopped() -> int:
    """Stop the game."""
    raise Stopped


# Random numbers


@inlined
def start_stream(block: int, stream: int, seed: int, number: int) -> None:
    """Begin the stream of a seed and a number."""
    store(block, stream, seed)
    store(block, stream + 1, number)
    store(block, stream + STREAM_COUNTER, 0)
    store(block, stream + STREAM_POSITION, HALVES)


AHEAD = 8
"""Streams that are begun together: their first words are worked out side by side."""


@shared
def begin_ahead(block: int, ahead: int, seed: int, number: int) -> None:
    """Begin the streams of chance of the next games, one after another in memory."""
    for step in range(AHEAD):
        stream = ahead + STREAM_SIZE * step
        start_stream(block, stream, seed, 2 * (number + step))
        next_words(block, stream)
        store(block, stream + STREAM_POSITION, 0)


@inlined
def _half(block: int, stream: int) -> int:
    position = load(block, stream + STREAM_POSITION)
    if position == HALVES:
        next_words_apart(block, stream)
        position = 0
    store(block, stream + STREAM_POSITION, position + 1)
    return load_half(block, 2 * (stream + STREAM_WORDS) + position)


@shared
def _again(block: int, stream: int, n: int, product: int) -> int:
    least = (HALF - n) % n
    while (product & (HALF - 1)) < least:
        product = _half(block, stream) * n
    return product >> 32


@shared
def _below_many(block: int, stream: int, n: int) -> int:
    bits = highest_bit(n - 1) + 1
    while True:
        found = _half(block, stream)
        if bits <= 32:
            found >>= 32 - bits
        else:
            # The sum of both may be negative; what the shift fills in is masked out.
            found = ((found << 32 | _half(block, stream)) >> (64 - bits)) & ((1 << bits) - 1)
        if found < n:
            return found


@inlined
def below(block: int, stream: int, n: int) -> int:
    """Return an integer from 0 to n - 1, each equally likely; one and the same as `Stream`'s."""
    if n > MOST_OF_A_HALF:
        return _below_many(block, stream, n)
    return below_few(block, stream, n)


@inlined
def below_few(block: int, stream: int, n: int) -> int:
    """Return the same for an n of at most `MOST_OF_A_HALF`, which all numbers of cards are."""
    if n <= 1:
        return 0
    product = _half(block, stream) * n
    if (product & (HALF - 1)) < n:
        return _again(block, stream, n, product)
    return product >> 32


# Numbers and positions


@inlined
def in_range(value: int, least: int, most: int) -> int:
    """Return a value that lies in its range; otherwise stop."""
    if value < least or value > most:
        stopped()
    return value


@inlined
def present(value: int) -> int:
    """Return a seat or card that is not none; otherwise stop."""
    if value < 0:
        stopped()
    return value


@inlined
def position(place: int, number: int) -> int:
    """Return a position of a list, from the end if negative; otherwise stop."""
    found = place + number if place < 0 else place
    if found < 0 or found >= number:
        stopped()
    return found


@inlined
def add_checked(left: int, right: int) -> int:
    """Return a sum that a word holds; otherwise stop."""
    found, is_beyond = add_overflowing(left, right)
    if is_beyond != 0:
        stopped()
    return found


@inlined
def subtract_checked(left: int, right: int) -> int:
    """Return a difference that a word holds; otherwise stop."""
    found, is_beyond = subtract_overflowing(left, right)
    if is_beyond != 0:
        stopped()
    return found


@inlined
def multiply_checked(left: int, right: int) -> int:
    """Return a product that a word holds; otherwise stop."""
    found, is_beyond = multiply_overflowing(left, right)
    if is_beyond != 0:
        stopped()
    return found


@shared
def power_checked(base: int, exponent: int) -> int:
    """Return a power that a word holds; otherwise stop."""
    if exponent < 0 or exponent > MOST_POWER:
        stopped()
    found = 1
    for _ in range(exponent):
        found = multiply_checked(found, base)
    return found


@shared
def place_of_nth(block: int, values: int, number: int, nth: int, is_most: int) -> int:
    """Return the place of the nth greatest or least of some values; of equals the first is first.

    The result: -1 if there are not so many.
    """
    if nth < 1:
        stopped()
    for place in range(number):
        value = load(block, values + place)
        before = 0
        for other in range(number):
            found = load(block, values + other)
            is_better = found > value if is_most != 0 else found < value
            if is_better or (found == value and other < place):
                before += 1
        if before == nth - 1:
            return place
    return -1


@inlined
def not_zero(value: int) -> int:
    """Return a divisor that is not zero; otherwise stop."""
    if value == 0:
        stopped()
    return value


@inlined
def exact_quotient(value: int, divisor: int) -> int:
    """Return a quotient that is whole; otherwise stop."""
    found = quotient(value, divisor) if divisor > 0 else value // divisor
    if found * divisor != value:
        stopped()
    return found


@inlined
def seat_after(seat: int, steps: int, players: int) -> int:
    """Return the seat that is so many steps further round, at most once round."""
    found = seat + steps
    return found - players if found >= players else found


@inlined
def one_of_nothing(number: int) -> int:
    """Return how many elements there are to choose from; stop if there are none."""
    if number < 1:
        stopped()
    return number


# Cards


@inlined
def card_bit(card: int) -> int:
    """Return a card as a set; the set of no card for none."""
    return 1 << card if card >= 0 else 0


@inlined
def card_at(block: int, base: int, place: int, number: int) -> int:
    """Return the card at a place of a zone with an order; from the end if negative."""
    found = place + number if place < 0 else place
    if found < 0 or found >= number:
        stopped()
    return load_card(block, base + found)


@inlined
def append_all(block: int, source: int, target: int, number: int, moved: int) -> None:
    """Lay all cards of one zone on top of those of another; most often that is one."""
    if moved == 1:
        store_card(block, target + number, load_card(block, source))
    else:
        _append_many(block, source, target, number, moved)


@shared
def _append_many(block: int, source: int, target: int, number: int, moved: int) -> None:
    for place in range(moved):
        store_card(block, target + number + place, load_card(block, source + place))


@shared
def append_set(block: int, base: int, number: int, cards: int) -> None:
    """Lay a set of cards on top of the cards of a zone, by their kinds."""
    while cards != 0:
        store_card(block, base + number, lowest_bit(cards))
        cards &= cards - 1
        number += 1


@shared
def remove(block: int, base: int, number: int, mixed: int, cards: int, card: int) -> int:
    """Take cards out of an ordered zone, and return how many.

    `number` is the zone's size, `mixed` the place of the word with the number of cards not yet in
    order (-1: none), `cards` the set to take; -1 takes the one `card`.
    """
    kept = 0
    unordered = load(block, mixed) if mixed >= 0 else 0
    before = unordered
    for place in range(number):
        held = load_card(block, base + place)
        is_out = held == card if cards < 0 else (cards >> held) & 1 == 1
        if is_out:
            if place < before:
                unordered -= 1
        else:
            store_card(block, base + kept, held)
            kept += 1
    if mixed >= 0:
        store(block, mixed, unordered)
    return number - kept


@shared
def clear_sets(block: int, first: int, number: int, cards: int) -> None:
    """Take cards out of zones that lie one after another and have no order."""
    for place in range(first, first + number):
        store(block, place, load(block, place) & ~cards)


@inlined
def _take_out(block: int, base: int, number: int, place: int) -> int:
    """Take a card out of a zone of so many; the last one goes to its place."""
    found = load_card(block, base + place)
    store_card(block, base + place, load_card(block, base + number - 1))
    return found


@inlined
def _is_mixed(block: int, number: int, mixed: int) -> bool:
    """Return whether chance decides which card of a zone of so many is on top."""
    return mixed >= 0 and load(block, mixed) == number


@inlined
def take_top(block: int, base: int, number: int, mixed: int, chance: int) -> int:
    """Take the top card off a zone of so many cards; of a shuffled one, chance decides which."""
    if _is_mixed(block, number, mixed):
        store(block, mixed, number - 1)
        return _take_out(block, base, number, below_few(block, chance, number))
    return load_card(block, base + number - 1)


@inlined
def take_noted(block: int, base: int, number: int, mixed: int, chance: int) -> int:
    """Do the same; where the last card lay, note from where one was drawn."""
    if load(block, mixed) == number:
        place = below_few(block, chance, number)
        store(block, mixed, number - 1)
        found = _take_out(block, base, number, place)
        store_card(block, base + number - 1, place)
        return found
    return load_card(block, base + number - 1)


@shared
def deal(block: int, base: int, number: int, mixed: int, chance: int, times: int) -> int:
    """Take so many top cards off a zone; return them as a set."""
    found = 0
    if _is_mixed(block, number, mixed):
        for left in range(number, number - times, -1):
            found |= 1 << _take_out(block, base, left, below_few(block, chance, left))
        store(block, mixed, number - times)
        return found
    for step in range(times):
        found |= 1 << take_top(block, base, number - step, mixed, chance)
    return found


@shared
def deal_onto(
    block: int,
    base: int,
    number: int,
    mixed: int,
    chance: int,
    times: int,
    target: int,
) -> int:
    """Take so many top cards off a zone and lay them in a row; return them as a set."""
    found = 0
    if _is_mixed(block, number, mixed):
        for step in range(times):
            left = number - step
            card = _take_out(block, base, left, below_few(block, chance, left))
            store_card(block, target + step, card)
            found |= 1 << card
        store(block, mixed, number - times)
        return found
    for step in range(times):
        card = take_top(block, base, number - step, mixed, chance)
        store_card(block, target + step, card)
        found |= 1 << card
    return found


@shared
def settle(block: int, base: int, number: int, mixed: int, chance: int) -> None:
    """Let chance decide the order of a shuffled zone now."""
    unordered = load(block, mixed)
    for last in range(unordered - 1, -1, -1):
        # What is on top is drawn first and so lies last.
        place = below_few(block, chance, last + 1)
        drawn = load_card(block, base + place)
        store_card(block, base + place, load_card(block, base + last))
        store_card(block, base + last, drawn)
    store(block, mixed, 0)


@shared
def shuffle(block: int, base: int, number: int, cards: int, pack: int) -> None:
    """Put the cards of a zone in the order of their kinds.

    `cards` is their set; -1 if the pack is too large for one: then they are sorted.
    """
    if number == pack:
        for place in range(number):
            store_card(block, base + place, place)
    elif cards >= 0:
        append_set(block, base, 0, cards)
    else:
        _sort(block, base, number)


IN_ORDER, DRAWN, STRAYED = range(3)
"""What has become of a zone that began in the order of its kinds: nothing; it was shuffled, and
cards were drawn; cards were moved otherwise, too."""


@shared
def put_back(block: int, base: int, mixed: int, order: int, pack: int) -> None:
    """Put the cards of a zone back in the order of their kinds, as they were before the last game.

    Above the cards that are left it is noted, for each card drawn, where it lay: there, or below.
    """
    found = load(block, order)
    if found == STRAYED:
        shuffle(block, base, pack, -1, pack)
    elif found == DRAWN:
        for last in range(load(block, mixed), pack):
            place = load_card(block, base + last)
            store_card(block, base + last, last)
            store_card(block, base + place, place)
    store(block, mixed, 0)
    store(block, order, IN_ORDER)


@inlined
def shuffle_kept(block: int, base: int, number: int, order: int, pack: int) -> None:
    """Put the cards of a zone in the order of their kinds, if they do not lie so."""
    if number != pack or load(block, order) != IN_ORDER:
        shuffle(block, base, number, -1, pack)
    store(block, order, DRAWN if number == pack else STRAYED)


@shared
def _sort(block: int, base: int, number: int) -> None:
    step = 1
    while step < number // 3:
        step = 3 * step + 1
    while step > 0:
        for place in range(step, number):
            card = load_card(block, base + place)
            here = place
            while here >= step and load_card(block, base + here - step) > card:
                store_card(block, base + here, load_card(block, base + here - step))
                here -= step
            store_card(block, base + here, card)
        step //= 3


# Notes and records


@inlined
def reach(block: int, place: int, limit: int) -> None:
    """Count what is done at a place of the block; stop if it is more than the limit."""
    done = load(block, place) + 1
    store(block, place, done)
    if done > limit:
        stopped()


@inlined
def open_alone(block: int, place: int, seat: int) -> None:
    """Keep which seat, from 1, is the first to decide alone."""
    if load(block, place) == 0:
        store(block, place, seat + 1)


@shared
def _note(at: int, decision: int, seat: int, total: int, chosen: int) -> None:
    place = load(at, 0)
    store(at, 0, place + 4)
    store(at, place + 1, decision)
    store(at, place + 2, seat)
    store(at, place + 3, total)
    store(at, place + 4, chosen)


@inlined
def note(block: int, trace: int, decision: int, seat: int, total: int, chosen: int) -> None:
    """Write a decision down, if the word at `trace` is the address of a place to write to."""
    at = load(block, trace)
    if at != 0:
        _note(at, decision, seat, total, chosen)


WINDOW_LEAST, WINDOW_MOST = WINDOW[0], WINDOW[-1]
WINDOW_SIZE = len(WINDOW)
BEYOND_SIZE = 7
"""Beyond the window: number, sum and sum of squares in two words each, least, most."""


@shared
def _tally_beyond(at: int, place: int, value: int) -> None:
    if load(at, place) == 0:
        store(at, place + 5, value)
        store(at, place + 6, value)
    store(at, place, load(at, place) + 1)
    add_product(at, place + 1, value, 1)
    add_product(at, place + 3, value, value)
    store(at, place + 5, min(load(at, place + 5), value))
    store(at, place + 6, max(load(at, place + 6), value))


@inlined
def tally(at: int, quantity: int, value: int) -> None:
    """Record the value of a quantity in the tables at an address."""
    if value < WINDOW_LEAST or value > WINDOW_MOST:
        _tally_beyond(at, quantity * (WINDOW_SIZE + BEYOND_SIZE) + WINDOW_SIZE, value)
    else:
        place = quantity * (WINDOW_SIZE + BEYOND_SIZE) + value - WINDOW_LEAST
        store(at, place, load(at, place) + 1)
