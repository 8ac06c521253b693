"""What generated code calls where seats search: the tree of what is seen.

A search has one block of memory, at the address `at`; `block` is the game's. The tree is a hash
table with two kinds of key: what the searching seat sees, with the decision and its seat; and that
with an option, its cards by kind. So an option is the same in every imagined deal.
"""

from __future__ import annotations

from math import log, sqrt

from certify.play.compiler.machine import below, inlined, shared
from certify.play.compiler.memory import (
    add_wrapping,
    count_bits,
    load,
    load_card,
    lowest_bit,
    mix,
    store,
)

REPLAYED, ROOT, DONE, PHASE, VIEWER, DEPTH, MASK, CHOICES = range(8)
IS_OPEN, HIDDEN, SEED, STEP, EXPLORATION, CHILDREN, FILLED = range(8, 15)
REWARDS = 15
"""Words of a search: decisions that are replayed, the decision that is searched, decisions done,
phase, who searches, depth of the path, size of the table less one, address of the choices replayed;
whether all cards are seen, address of the hidden cards, seed and number of the playout, exploration
in thousandths, options tried at the root, words filled; rewards by seat."""

REPLAYING, IN_TREE = range(2)
MOST_SEATS = 16
"""Room for more than a spec can have, which is 8."""
MOST_PATH = 64
MOST_TRIES = 20
"""How often as many playouts are tried as are wanted, if some are dropped."""

NO_OPTION = -1
"""What a search returns all of whose playouts were dropped."""

PATH_AT = REWARDS + MOST_SEATS
MOST_TRIED_OPTIONS = 4_096
ROOT_AT = PATH_AT + 3 * MOST_PATH
TABLE_AT = ROOT_AT + 2 * MOST_TRIED_OPTIONS
ENTRY = 4
VISITS, REWARD, AVAILABLE = 1, 2, 3
TRIED = 2
"""Of an entry after its hash: visits, sum of rewards, times available; of a node the second is how
many of its options have been tried."""

ONE = 1 << 20
"""The reward of a seat that is ahead of all others."""

WIDENING = 1.0
"""A node of n visits has at most 1 + sqrt(n) options that have been tried."""

REPLAYED_CHOICE, TREE_CHOICE = -2, -1
"""Who decides, where it is none of the policies."""


# Who decides


@inlined
def is_at_root(at: int) -> bool:
    """Return whether imagined play begins with this decision."""
    return load(at, PHASE) == REPLAYING and load(at, DONE) == load(at, REPLAYED)


@shared
def decides(at: int) -> int:
    """Return who takes this decision, and count it."""
    store(at, DONE, load(at, DONE) + 1)
    return REPLAYED_CHOICE if load(at, PHASE) == REPLAYING else TREE_CHOICE


@inlined
def replayed_choice(at: int) -> int:
    """Return what was chosen in the decision that has just been counted."""
    return load(load(at, CHOICES), load(at, DONE) - 1)


# The tree


@shared
def _slot(at: int, key: int) -> int:
    """Return the place of the entry of a hash, or of the free one where it would be."""
    mask = load(at, MASK)
    here = key & mask
    while True:
        place = TABLE_AT + ENTRY * here
        held = load(at, place)
        if held in (key, 0):
            return place
        here = (here + 1) & mask


@inlined
def nonzero(key: int) -> int:
    """Return a hash that is not zero, which marks what is free."""
    return key if key != 0 else 1


@shared
def tree_node(at: int, seen: int, seat: int, decision: int) -> int:
    """Return the node of a decision; -1 if the path leaves the tree here."""
    key = nonzero(mix(seen, decision * MOST_SEATS + seat))
    place = _slot(at, key)
    is_new = load(at, place) == 0
    filled = load(at, FILLED)
    is_full = 4 * filled > 3 * load(at, MASK)
    depth = load(at, DEPTH)
    if depth == MOST_PATH or (is_new and is_full):
        return -1
    if is_new:
        store(at, place, key)
        store(at, FILLED, filled + 1)
        # One node a playout is added, but what comes before the decision searched is no end.
        if load(at, DONE) - 1 > load(at, ROOT):
            return -1
    return place


@shared
def option_entry(at: int, node: int, key: int) -> int:
    """Return the entry of an option; -1 if it has never been tried."""
    place = _slot(at, nonzero(mix(load(at, node), key)))
    return place if load(at, place) != 0 else -1


@shared
def worth(at: int, entry: int) -> float:
    """Return the upper confidence bound of an option that is available, and count that it is."""
    available = load(at, entry + AVAILABLE) + 1
    store(at, entry + AVAILABLE, available)
    visits = max(1, load(at, entry + VISITS))
    mean = load(at, entry + REWARD) / (ONE * visits)
    bound: float = mean + load(at, EXPLORATION) / 1000.0 * sqrt(log(available + 1.0) / visits)
    return bound


@shared
def drawn(block: int, stream: int, number: int) -> int:
    """Return an integer below a number: as `below`, where its code need not be a part."""
    return below(block, stream, number)


@shared
def widens(at: int, node: int) -> bool:
    """Return whether an option of a node is tried that never was."""
    return load(at, node + TRIED) < 1.0 + WIDENING * sqrt(1.0 * load(at, node + VISITS))


@shared
def add_option(at: int, node: int, key: int, chosen: int) -> int:
    """Return a new entry for an option; -1 if there is no room."""
    filled = load(at, FILLED)
    if 8 * filled > 7 * load(at, MASK):
        return -1
    full = nonzero(mix(load(at, node), key))
    place = _slot(at, full)
    store(at, place, full)
    store(at, FILLED, filled + 1)
    store(at, node + TRIED, load(at, node + TRIED) + 1)
    children = load(at, CHILDREN)
    if load(at, DONE) - 1 == load(at, ROOT) and children < MOST_TRIED_OPTIONS:
        store(at, ROOT_AT + 2 * children, place)
        store(at, ROOT_AT + 2 * children + 1, chosen)
        store(at, CHILDREN, children + 1)
    return place


@shared
def step_down(at: int, node: int, entry: int, seat: int) -> None:
    """Note an option that is taken in the tree."""
    depth = load(at, DEPTH)
    place = PATH_AT + 3 * depth
    store(at, place, node)
    store(at, place + 1, entry)
    store(at, place + 2, seat)
    store(at, DEPTH, depth + 1)


@shared
def back_up(at: int) -> None:
    """Add the rewards of a game to what was chosen in the tree."""
    for step in range(load(at, DEPTH)):
        place = PATH_AT + 3 * step
        node, entry = load(at, place), load(at, place + 1)
        store(at, node + VISITS, load(at, node + VISITS) + 1)
        if entry >= 0:
            reward = load(at, REWARDS + load(at, place + 2))
            store(at, entry + VISITS, load(at, entry + VISITS) + 1)
            store(at, entry + REWARD, load(at, entry + REWARD) + reward)


@shared
def begin_playout(at: int, step: int) -> None:
    """Begin a game of a search."""
    store(at, STEP, step)
    store(at, DONE, 0)
    store(at, PHASE, REPLAYING)
    store(at, DEPTH, 0)


@shared
def best_of_root(at: int) -> int:
    """Return the option that was visited most, of equals the one that brought more."""
    best, visits, reward = 0, -1, -1
    for child in range(load(at, CHILDREN)):
        entry = load(at, ROOT_AT + 2 * child)
        own, brought = load(at, entry + VISITS), load(at, entry + REWARD)
        if own > visits or (own == visits and brought > reward):
            best, visits, reward = load(at, ROOT_AT + 2 * child + 1), own, brought
    return best


@shared
def is_settled(at: int, left: int) -> bool:
    """Return whether so many playouts more cannot change which option is visited most."""
    most = second = 0
    for child in range(load(at, CHILDREN)):
        own = load(at, load(at, ROOT_AT + 2 * child) + VISITS)
        if own > most:
            most, second = own, most
        elif own > second:
            second = own
    return most > second + left


# What is seen, as a hash


@shared
def cards_key(block: int, cards: int, kinds: int) -> int:
    """Return a hash of the kinds of a set of cards, whatever their order."""
    found = 0
    while cards != 0:
        found = add_wrapping(found, mix(load(block, kinds + lowest_bit(cards)), 7))
        cards &= cards - 1
    return found


@shared
def row_key(block: int, base: int, number: int, kinds: int) -> int:
    """Return a hash of the kinds of cards in their order."""
    found = 0
    for place in range(number):
        found = mix(found, load(block, kinds + load_card(block, base + place)))
    return found


@shared
def listed_key(block: int, place: int, number: int, kinds: int) -> int:
    """Return a hash of the kinds of cards in a row of words."""
    found = 0
    for step in range(number):
        found = mix(found, load(block, kinds + load(block, place + step)))
    return found


@shared
def zones_key(block: int, sets: int, number: int, sees: int, kinds: int, up: int) -> int:
    """Return a hash of the zones of a pack as a seat sees them.

    `sees` is the place of a word for each zone (2: cards are seen, 1: counted, 0: neither), `kinds`
    that of the cards' kinds, `up` the set of cards that lie face up.
    """
    found = 0
    for zone in range(number):
        cards = load(block, sets + zone)
        if cards != 0:
            sight = load(block, sees + zone)
            shown = cards if sight == 2 else cards & up
            part = cards_key(block, shown, kinds) if shown != 0 else 0
            if sight == 1:
                part = mix(part, count_bits(cards))
            if part != 0:
                found = add_wrapping(found, mix(part, zone))
    return found


@shared
def words_key(block: int, places: int) -> int:
    """Return a hash of words: their number lies at `places`, the place of each after it."""
    found = 0
    for step in range(load(block, places)):
        found = add_wrapping(found, mix(load(block, load(block, places + 1 + step)), step))
    return found
