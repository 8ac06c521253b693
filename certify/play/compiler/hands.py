"""What generated code calls to rank a hand: its number among all hands, then a look into a table.

A ranking lies in the block as a head of words (`HEAD`) with the places of its tables. The cards are
words from the place `items` on; `work` has room for two words a card.
"""

from __future__ import annotations

from certify.play.compiler.machine import shared, stopped
from certify.play.compiler.memory import count_bits, load, store

HEAD = ("size", "most", "is_least", "attributes", "cards", "binomials", "starts", "entries")
"""Words of a head.

Cards of a hand; most cards that have a table; whether the least hand of more counts; how many
attributes can be the same; then places: of tables by card (position among all ranks, then the value
of each attribute, -1 of a wild card), of binomial coefficients, of starts of tables, of tables.
"""

MOST_ITEMS = 9
OTHER = 16
"""Words of `work` for positions; the cards stand behind."""


@shared
def rank_of_items(block: int, items: int, number: int, head: int, pack: int, work: int) -> int:
    """Return the rank of the best hand among some cards of a pack of so many."""
    size = load(block, head)
    if number < size or number > MOST_ITEMS:
        stopped()
    _sort(block, items, number, load(block, head + 4), work)
    attributes = load(block, head + 3)
    everything = (1 << number) - 1
    if number == size or (attributes == 0 and number <= load(block, head + 1)):
        flags = _same(block, everything, number, head, pack, work)
        return _entry(block, everything, number, number, flags, head, work)
    if attributes == 1 and number <= load(block, head + 1) and load(block, head + 2) == 0:
        return _of_classes(block, number, size, head, pack, work)
    found = -1
    for chosen in range(everything + 1):
        if count_bits(chosen) == size:
            flags = _same(block, chosen, number, head, pack, work)
            rank = _entry(block, chosen, number, size, flags, head, work)
            if found < 0 or (rank < found if load(block, head + 2) != 0 else rank > found):
                found = rank
    return found


@shared
def _of_classes(block: int, number: int, size: int, head: int, pack: int, work: int) -> int:
    """Return the best of all cards, and of those in which the attribute is the same."""
    classes = load(block, head + 4) + pack
    found = _entry(block, (1 << number) - 1, number, number, 0, head, work)
    # Every set of so many equal cards has a natural one among the first, or is all wild.
    for first in range(number - size + 1):
        kind = load(block, classes + load(block, work + OTHER + first))
        chosen = 0
        for card in range(number):
            other = load(block, classes + load(block, work + OTHER + card))
            if other == kind or other < 0 or kind < 0:
                chosen |= 1 << card
        held = count_bits(chosen)
        if kind < 0 or held < size:
            continue
        rank = _entry(block, chosen, number, held, 1, head, work)
        if rank > found:
            found = rank
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
            store(block, work + OTHER + place, load(block, work + OTHER + place - 1))
            place -= 1
        store(block, work + place, position)
        store(block, work + OTHER + place, held)
    return 0


@shared
def _same(block: int, chosen: int, number: int, head: int, pack: int, work: int) -> int:
    """Return as bits which attributes are the same in the cards that are chosen."""
    flags = 0
    for attribute in range(load(block, head + 3)):
        classes = load(block, head + 4) + pack * (attribute + 1)
        kind = -1
        is_same = 1
        for card in range(number):
            if (chosen >> card) & 1 == 1:
                other = load(block, classes + load(block, work + OTHER + card))
                if kind < 0:
                    kind = other
                elif other >= 0 and other != kind:
                    is_same = 0
        flags |= is_same << attribute
    return flags


@shared
def _entry(
    block: int, chosen: int, number: int, held: int, flags: int, head: int, work: int
) -> int:
    """Return the entry of the cards that are chosen, of which there are so many held."""
    binomials = load(block, head + 5)
    found = 0
    place = 0
    for card in range(number):
        if (chosen >> card) & 1 == 1:
            symbol = load(block, work + card) + place
            found += load(block, binomials + OTHER * symbol + place + 1)
            place += 1
    tables = (held - load(block, head)) << load(block, head + 3)
    start = load(block, load(block, head + 6) + tables + flags)
    return load(block, load(block, head + 7) + start + found)
