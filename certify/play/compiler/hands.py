"""What generated code calls to rank a hand: its number among all hands, then a look into a table.

The cards are a set of bits, or words from the place `items` on; `work` has room for two words a
card. `size` is how many cards are ranked, `most` how many have a table, `attributes` how many
attributes can be the same. Then come places: `cards` of tables by card (position among all ranks,
then the value of each attribute, -1 of a wild card), `choices` of binomial coefficients, `starts`
of where tables begin, `entries` of tables, of which each has `width` bytes.
"""

from __future__ import annotations

from certify.play.compiler.machine import inlined, shared, stopped
from certify.play.compiler.memory import (
    count_bits,
    load,
    load_byte,
    load_card,
    load_half,
    lowest_bit,
    store,
)
from certify.play.compiler.rankings import WIDTH

MOST_ITEMS = 9


@inlined
def _entry(block: int, entries: int, width: int, place: int) -> int:
    """Return an entry of the tables: few bytes for each, so that most stay near the processor."""
    if width == 1:
        return load_byte(block, 8 * entries + place)
    if width == 2:
        return load_card(block, 4 * entries + place)
    if width == 4:
        return load_half(block, 2 * entries + place)
    return load(block, entries + place)


@shared
def rank_of_items(
    block: int, items: int, number: int, size: int, most: int, is_least: int, attributes: int,
    cards: int, pack: int, choices: int, starts: int, entries: int, width: int, work: int,
) -> int:  # fmt: skip
    """Return the rank of the best hand among some cards of a pack of so many."""
    if number < size or number > MOST_ITEMS:
        stopped()
    _sort(block, items, number, cards, work)
    everything = (1 << number) - 1
    if number == size or (attributes == 0 and number <= most):
        flags = _same(block, everything, number, attributes, cards, pack, work)
        hand = _number(block, everything, number, choices, work)
        start = load(block, starts + ((number - size) << attributes) + flags)
        return _entry(block, entries, width, start + hand)
    if attributes == 1 and number <= most and is_least == 0:
        return _of_classes(block, number, size, cards + pack, choices, starts, entries, width, work)
    found = -1
    for chosen in range(everything + 1):
        if count_bits(chosen) == size:
            flags = _same(block, chosen, number, attributes, cards, pack, work)
            hand = _number(block, chosen, number, choices, work)
            rank = _entry(block, entries, width, load(block, starts + flags) + hand)
            if found < 0 or (rank < found if is_least != 0 else rank > found):
                found = rank
    return found


@inlined
def rank_of_set(
    block: int, cards: int, size: int, attributes: int, steps: int, classes: int, kinds: int,
    starts: int, entries: int, width: int,
) -> int:  # fmt: skip
    """Return the rank of the best hand in a set of cards whose bits are in the order of ranks.

    At `steps` stands in half words what each card adds to the number of a hand, by its place in it;
    at `classes` the sets of cards in which the attribute is the same, of which there are `kinds`.
    """
    start = load(block, starts + ((count_bits(cards) - size) << attributes))
    found = _entry(block, entries, width, start + _number_of_set(block, cards, steps))
    for kind in range(kinds):
        chosen = cards & load(block, classes + kind)
        held = count_bits(chosen)
        if held >= size:
            start = load(block, starts + 2 * (held - size) + 1)
            hand = _number_of_set(block, chosen, steps)
            found = max(found, _entry(block, entries, width, start + hand))
    return found


@inlined
def _number_of_set(block: int, cards: int, steps: int) -> int:
    """Return the number of the hand of all cards of a set."""
    found = 0
    at = 2 * steps
    while cards != 0:
        found += load_half(block, at + WIDTH * lowest_bit(cards))
        cards &= cards - 1
        at += 1
    return found


@shared
def _of_classes(
    block: int, number: int, size: int, classes: int, choices: int, starts: int, entries: int,
    width: int, work: int,
) -> int:  # fmt: skip
    """Return the best of all cards, and of those in which the attribute is the same."""
    hand = _number(block, (1 << number) - 1, number, choices, work)
    start = load(block, starts + 2 * (number - size))
    found = _entry(block, entries, width, start + hand)
    # Of cards that are the same, so many of them, one is among the first; wild ones stand last.
    for first in range(number - size + 1):
        kind = load(block, classes + load(block, work + WIDTH + first))
        chosen = 0
        for card in range(number):
            other = load(block, classes + load(block, work + WIDTH + card))
            if other < 0 or other == kind:
                chosen |= 1 << card
        held = count_bits(chosen)
        if held >= size:
            hand = _number(block, chosen, number, choices, work)
            start = load(block, starts + 2 * (held - size) + 1)
            found = max(found, _entry(block, entries, width, start + hand))
    return found


@shared
def _sort(block: int, items: int, number: int, positions: int, work: int) -> int:
    """Write the positions of cards among all ranks in ascending order, and the cards with them."""
    for card in range(number):
        held = load(block, items + card)
        position = load(block, positions + held)
        place = card
        while place > 0 and load(block, work + place - 1) > position:
            store(block, work + place, load(block, work + place - 1))
            store(block, work + WIDTH + place, load(block, work + WIDTH + place - 1))
            place -= 1
        store(block, work + place, position)
        store(block, work + WIDTH + place, held)
    return 0


@shared
def _same(
    block: int, chosen: int, number: int, attributes: int, cards: int, pack: int, work: int
) -> int:
    """Return as bits which attributes are the same in the cards that are chosen."""
    flags = 0
    for attribute in range(attributes):
        classes = cards + pack * (attribute + 1)
        kind = -1
        is_same = 1
        for card in range(number):
            if (chosen >> card) & 1 == 1:
                other = load(block, classes + load(block, work + WIDTH + card))
                if kind < 0:
                    kind = other
                elif other >= 0 and other != kind:
                    is_same = 0
        flags |= is_same << attribute
    return flags


@shared
def _number(block: int, chosen: int, number: int, choices: int, work: int) -> int:
    """Return the number of the hand of the cards that are chosen."""
    found = 0
    place = 0
    for card in range(number):
        if (chosen >> card) & 1 == 1:
            symbol = load(block, work + card) + place
            place += 1
            found += load(block, choices + WIDTH * symbol + place)
    return found
