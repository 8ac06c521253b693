"""What generated code calls to deal hidden cards anew, as they may lie for all a seat knows."""

from __future__ import annotations

from certify.play.compiler.machine import below, inlined, shared, stopped
from certify.play.compiler.memory import (
    count_bits,
    load,
    load_card,
    lowest_bit,
    store,
    store_card,
)
from certify.play.compiler.ways import bit_at

MOST_ATTEMPTS = 200
"""Deals that are imagined until one agrees with the invariants of the spec."""

CARDS, ZONES, IS_NESTED, KNOWN, LOOSE, KINDS = range(6)
"""Of a record of hidden cards: how many they are; the number of zones; whether of the sets of zones
that they may be in each lies within the next larger one; how many cards are known to lie in zones
that hold hidden ones too; of how many kinds in a zone the zone is known but not the place. From the
last on: the kind of each hidden card; the zones that each may be in, as bits; how many of them each
zone holds; zone and kind of each known card, and of those without a known place. Then room for the
cards themselves; the zone of each; and room for zones tried and how much is left in each."""

ATTEMPTS = 20
"""Deals that are tried where the sets of zones do not lie within each other."""

FINE = 1 << 30


@inlined
def _starts(record: int) -> tuple[int, int, int, int, int, int]:
    """Return where the parts of a record begin: zones allowed, room, known, held, where, tried.

    Those without a known place stand between known and held.
    """
    cards, zones = load(record, CARDS), load(record, ZONES)
    allowed = KINDS + cards
    room = allowed + cards
    known = room + zones
    held = known + 2 * (load(record, KNOWN) + load(record, LOOSE))
    where = held + cards
    return allowed, room, known, held, where, where + cards


@shared
def hidden_cards(block: int, record: int, sets: int, groups: int, up: int) -> int:
    """Find which cards of the game are the hidden ones, and return them as a set.

    Alike cards are told apart by nobody, and need not have the same numbers as in the record; so a
    record names kinds. `groups` is the place of the set of all cards of each kind.
    """
    cards, zones = load(record, CARDS), load(record, ZONES)
    _, room, known, held, _, _ = _starts(record)
    pool = 0
    for zone in range(zones):
        if load(record, room + zone) > 0:
            pool |= load(block, sets + zone)
    for number in range(load(record, KNOWN)):
        zone, kind = load(record, known + 2 * number), load(record, known + 2 * number + 1)
        alike = load(block, sets + zone) & load(block, groups + kind) & pool
        shown = alike & up
        pool &= ~(1 << lowest_bit(shown if shown != 0 else alike))
    rest = pool
    for card in range(cards):
        found = lowest_bit(rest & load(block, groups + load(record, KINDS + card)))
        if found == NO_BIT:
            stopped()
        store(record, held + card, found)
        rest &= ~(1 << found)
    return pool


@shared
def loose_cards(block: int, record: int, sets: int, groups: int) -> int:
    """Return the cards of which a seat knows the zone but not the place, as a set.

    Alike cards of the zone are among them: nobody can tell which of them it is.
    """
    _, _, known, held, _, _ = _starts(record)
    found = 0
    for place in range(known + 2 * load(record, KNOWN), held, 2):
        zone, kind = load(record, place), load(record, place + 1)
        found |= load(block, sets + zone) & load(block, groups + kind)
    return found


NO_BIT = 64


@shared
def imagine_pack(block: int, stream: int, record: int, sets: int, hidden: int) -> None:
    """Deal the hidden cards of a pack anew, as they may lie for all that a seat knows.

    Cards with the fewest zones are dealt first, each to a place of all that are free. If the sets
    of zones lie within each other, that makes all deals equally likely. If not, one of several
    deals is taken, with a probability in proportion to the choices that there were in making it,
    which makes up for their unequal chances (sampling importance resampling); then cards are
    exchanged where both may lie, ten times for each, which prefers no deal. If all attempts fail,
    more exchanges begin with the deal before.
    """
    cards, zones = load(record, CARDS), load(record, ZONES)
    allowed, _, _, held, where, tried = _starts(record)
    attempts = 1 if load(record, IS_NESTED) == 1 else ATTEMPTS
    total = 0.0
    for _ in range(attempts):
        weight = _dealt(block, stream, record)
        total += weight
        if weight > 0.0 and below(block, stream, FINE) * total < weight * FINE:
            for card in range(cards):
                store(record, where + card, load(record, tried + card))
    steps = 0
    if total == 0.0:
        steps = 50 * cards
    elif attempts > 1:
        steps = 10 * cards
    for _ in range(steps):
        one, other = below(block, stream, cards), below(block, stream, cards)
        here, there = load(record, where + one), load(record, where + other)
        may_go = (load(record, allowed + one) >> there) & 1
        may_come = (load(record, allowed + other) >> here) & 1
        if may_go & may_come == 1:
            store(record, where + one, there)
            store(record, where + other, here)
    for zone in range(zones):
        store(block, sets + zone, load(block, sets + zone) & ~hidden)
    for card in range(cards):
        place = sets + load(record, where + card)
        store(block, place, load(block, place) | 1 << load(record, held + card))


@shared
def _dealt(block: int, stream: int, record: int) -> float:
    """Deal hidden cards to zones; return how many choices there were, 0 if a card had no place."""
    cards, zones = load(record, CARDS), load(record, ZONES)
    allowed, room, _, _, _, tried = _starts(record)
    left = tried + cards
    for zone in range(zones):
        store(record, left + zone, load(record, room + zone))
    choices = 1.0
    for card in range(cards):
        free, zones_left = 0, load(record, allowed + card)
        while zones_left != 0:
            free += load(record, left + lowest_bit(zones_left))
            zones_left &= zones_left - 1
        if free == 0:
            return 0.0
        choices *= free
        place, zones_left = below(block, stream, free), load(record, allowed + card)
        zone = lowest_bit(zones_left)
        while place >= load(record, left + zone):
            place -= load(record, left + zone)
            zones_left &= zones_left - 1
            zone = lowest_bit(zones_left)
        store(record, left + zone, load(record, left + zone) - 1)
        store(record, tried + card, zone)
    return choices


@shared
def lay_again(block: int, stream: int, loose: int, base: int, cards: int) -> None:
    """Lay the cards of a zone with an order, those that are loose in any order.

    `cards` is the set of them as it was dealt anew, `loose` all hidden cards and those whose place
    is not known; the others stay in their places.
    """
    fresh = cards & loose
    if fresh == 0:
        return
    for place in range(count_bits(cards)):
        if (loose >> load_card(block, base + place)) & 1 == 1:
            card = bit_at(fresh, below(block, stream, count_bits(fresh)))
            fresh &= ~(1 << card)
            store_card(block, base + place, card)
