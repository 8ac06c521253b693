"""Counts the cards of each class in hidden hands, by their rank, without dealing them.

As `certify.exact.banked.counting`, with running counts of classes beside the sorted lists.
"""

from __future__ import annotations

from math import comb

import numpy as np

from certify.exact.banked.counting import (
    MOST_HIDDEN,
    NUMBER,
    Cards,
    Integers,
    Numbers,
    find_lists,
    first_rows,
    number_cards,
    place_of,
    rank_hands,
)
from certify.exact.banked.ranks import Ranks
from certify.numerics.jit import inline, kernel

MOST_RUNNING = 400_000_000
"""Running counts that are held at once: where there are more, some classes are counted first."""


def classes_held(
    ranks: Ranks,
    kinds: int,
    values: int,
    opened: Cards,
    others: Cards,
    hidden: int,
    limits: Integers,
    weights: Integers,
    labels: Numbers,
    number: int,
) -> Integers:
    """Return how many cards of each class hidden hands hold, added up by label.

    Parameters
    ----------
    kinds, values : int
        Cards of the pack, all different, and how many of them after each other are a class.
    opened, others : ndarray of uint8, shape (rows, n)
        As `certify.exact.banked.counting.hands_below` takes them.
    hidden : int
        Hidden cards of a hand.
    limits : ndarray of int64, shape (rows, n)
        Ranks that part the hands of a row, ascending.
    weights : ndarray of int64
        How often the hands of each row count.
    labels : ndarray of int32, shape (rows, n + 1)
        Under which label the hands of each part are added up: those below the first limit, from
        there to before the second, and so on.
    number : int
        How many labels there are.

    Returns
    -------
    ndarray of int64, shape (labels, classes)

    Notes
    -----
    Conditioning: as the weights.
    Method: sorted lists of the ranks of all hands that hold each set of at most `hidden` cards, for
    each set of open cards, with how many cards of each class the first of them hold together;
    inclusion and exclusion over the sets within the other known cards.
    Error: none, all are integers; no sum may be beyond a machine word.
    Source: derived here.
    """
    places = np.searchsorted(ranks.values, limits)
    starts = np.append(first_rows(opened), len(opened))
    cards, classes = kinds - opened.shape[1], kinds // values
    choices = np.array(
        [[comb(top, bottom) for bottom in range(MOST_HIDDEN + 2)] for top in range(kinds + 1)],
        dtype=np.int64,
    )
    sizes = [comb(cards - held, hidden - held) for held in range(hidden + 1)]
    numbers = np.cumsum([0] + [comb(cards, held) for held in range(hidden + 1)])
    bases = np.cumsum([0] + [comb(cards, held) * size for held, size in enumerate(sizes)])
    found = np.zeros((number, classes), dtype=np.int64)
    each = max(1, min(classes, MOST_RUNNING // int(bases[-1])))
    for first in range(0, classes, each):
        add_classes(
            ranks.symbols, ranks.classes, ranks.choices, ranks.starts, ranks.entries, ranks.shape,
            ranks.values, kinds, values, np.ascontiguousarray(opened),
            np.ascontiguousarray(others), hidden, places, weights, labels, starts, choices,
            np.array(sizes, dtype=np.int64), numbers.astype(np.int64), bases.astype(np.int64),
            first, min(first + each, classes), found,
        )  # fmt: skip
    return found


@inline
def run_up(
    keys: Integers, hands: Cards, card_of: Cards, values: int, first_class: int, choices: Integers,
    sizes: Integers, numbers: Integers, bases: Integers, filled: Numbers, lists: Numbers,
    running: Numbers,
) -> None:  # fmt: skip
    """Enter each hand under every set of its cards: its rank, and all cards of the first of them.

    Hands come in the order of their ranks, so that every list is sorted.
    """
    hidden, counted = hands.shape[1], running.shape[1]
    filled[:] = 0
    for key in keys:
        made = key & ((1 << NUMBER) - 1)
        for subset in range(1 << hidden):
            size = 0
            index = np.int64(0)
            for place in range(hidden):
                if (subset >> place) & 1 == 1:
                    size += 1
                    index += choices[hands[made, place], size]
            listed = numbers[size] + index
            at = bases[size] + index * sizes[size] + filled[listed]
            lists[at] = key >> NUMBER
            if filled[listed] == 0:
                running[at, :] = 0
            else:
                for place in range(counted):
                    running[at, place] = running[at - 1, place]
            for place in range(hidden):
                own = card_of[hands[made, place]] // values - first_class
                if 0 <= own < counted:
                    running[at, own] += 1
            filled[listed] += 1


@inline
def take_known(cards: Cards, row: int, values: int, first_class: int, free: Integers) -> None:
    """Take the cards of a row from those that are free, by class."""
    for slot in range(cards.shape[1]):
        own = cards[row, slot] // values - first_class
        if 0 <= own < len(free):
            free[own] -= 1


@inline
def count_held(
    wanted: np.int64, lists: Numbers, running: Numbers, begins: Integers, ends: Integers,
    signs: Integers, below: Integers,
) -> None:  # fmt: skip
    """Write how many cards of each class the hands below a place hold that have no known card."""
    below[:] = 0
    for subset in range(len(begins)):
        at = place_of(wanted, lists, begins[subset], ends[subset])
        if at == begins[subset]:
            continue
        if signs[subset] > 0:
            for place in range(len(below)):
                below[place] += running[at - 1, place]
        else:
            for place in range(len(below)):
                below[place] -= running[at - 1, place]


@kernel
def add_classes(
    symbols: Integers, classes: Integers, choices_of: Integers, starts_of: Integers,
    entries: Integers, shape: Integers, values_of: Integers, kinds: int, values: int,
    opened: Cards, others: Cards, hidden: int, places: Integers, weights: Integers,
    labels: Numbers, starts: Integers, choices: Integers, sizes: Integers, numbers: Integers,
    bases: Integers, first_class: int, last_class: int, found: Integers,
) -> None:  # fmt: skip
    """Add up by label how many cards of some classes the hands of each part hold."""
    open_cards, other_cards, limits = opened.shape[1], others.shape[1], places.shape[1]
    cards, counted = kinds - open_cards, last_class - first_class
    lists = np.empty(bases[hidden + 1], dtype=np.int32)
    running = np.empty((bases[hidden + 1], counted), dtype=np.int32)
    filled = np.empty(numbers[hidden + 1], dtype=np.int32)
    hand = np.empty((1, open_cards + hidden), dtype=np.uint8)
    order = np.empty(open_cards + hidden, dtype=np.int64)
    number_of = np.empty(kinds, dtype=np.int64)
    card_of = np.empty(cards, dtype=np.uint8)
    chosen = np.empty(hidden, dtype=np.int64)
    held = np.empty(hidden + 1, dtype=np.int64)
    keys = np.empty(sizes[0], dtype=np.int64)
    hands = np.empty((sizes[0], hidden), dtype=np.uint8)
    subsets = np.int64(0)
    for size in range(min(hidden, other_cards) + 1):
        subsets += choices[other_cards, size]
    begins = np.empty(subsets, dtype=np.int64)
    ends = np.empty(subsets, dtype=np.int64)
    signs = np.empty(subsets, dtype=np.int64)
    free = np.empty(counted, dtype=np.int64)
    before = np.empty(counted, dtype=np.int64)
    below = np.empty(counted, dtype=np.int64)
    # In how many hands of the cards that are not known each of these is.
    in_hands = choices[cards - other_cards - 1, hidden - 1]
    for group in range(len(starts) - 1):
        first = starts[group]
        number_cards(opened, first, number_of, card_of)
        for slot in range(open_cards):
            hand[0, slot] = opened[first, slot]
        rank_hands(
            symbols, classes, choices_of, starts_of, entries, shape, values_of, open_cards, cards,
            card_of, hand, order, chosen, hands, keys,
        )  # fmt: skip
        keys.sort()
        run_up(
            keys, hands, card_of, values, first_class, choices, sizes, numbers, bases, filled,
            lists, running,
        )  # fmt: skip
        for row in range(first, starts[group + 1]):
            weight = weights[row]
            if weight == 0:
                continue
            find_lists(
                others, row, hidden, number_of, choices, sizes, bases, held, begins, ends, signs,
            )  # fmt: skip
            before[:] = 0
            for limit in range(limits):
                count_held(places[row, limit], lists, running, begins, ends, signs, below)
                label = labels[row, limit]
                for place in range(counted):
                    found[label, first_class + place] += weight * (below[place] - before[place])
                    before[place] = below[place]
            free[:] = values
            take_known(opened, row, values, first_class, free)
            take_known(others, row, values, first_class, free)
            label = labels[row, limits]
            for place in range(counted):
                last = free[place] * in_hands - before[place]
                found[label, first_class + place] += weight * last
