"""Counts hidden hands by their rank, without dealing them.

After the last decision the cards of the house matter only through a rank: whether it is below
another, or within a category. For every row it is enough to know how many hands rank below a few
limits. Hands are counted once for all rows with the same open cards of the house, and what they
have in common with the other known cards is mended by inclusion and exclusion: of the known cards
P, the hands that avoid P are the sum over sets S within P of (-1)**|S| times the hands that hold S.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from certify.exact.banked.ranks import Ranks, rank_of_row
from certify.numerics.jit import inline, kernel

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]

MOST_HIDDEN = 5
"""Hidden cards that are counted; of more the lists grow beyond memory."""

NUMBER = 32
"""Bits for the number of a hidden hand, below those for the place of its rank."""

MOST_LISTED = 102_000_000
"""Entries of all lists for one set of open cards: five of 54 cards are just below."""


def can_be_counted(copies: Integers, opened: int, hidden: int) -> bool:
    """Return whether hands of so many hidden cards beside so many open ones are counted."""
    cards = len(copies) - opened
    return (
        bool((copies == 1).all())
        and 1 <= hidden <= MOST_HIDDEN
        and comb(cards, hidden) * 2**hidden <= MOST_LISTED
    )


def hands_below(
    ranks: Ranks, kinds: int, opened: Cards, others: Cards, hidden: int, limits: Integers
) -> Integers:
    """Return how many hands rank below each limit.

    Parameters
    ----------
    kinds : int
        Cards of the pack, all different.
    opened, others : ndarray of uint8, shape (rows, n)
        Known cards that are ranked with the hidden ones, and the other known cards. Rows with the
        same open cards must follow each other.
    hidden : int
        Hidden cards of a hand.
    limits : ndarray of int64, shape (rows, n)

    Returns
    -------
    ndarray of int64, shape (rows, n)
        Sets of hidden cards that are no known cards, and with the open cards rank below the limit.

    Notes
    -----
    Method: sorted lists of the ranks of all hands that hold each set of at most `hidden` cards, for
    each set of open cards; inclusion and exclusion over the sets within the other known cards.
    Error: none, all are integers.
    """
    places = np.searchsorted(ranks.values, limits)
    starts = np.append(first_rows(opened), len(opened))
    cards = kinds - opened.shape[1]
    choices = np.array(
        [[comb(top, bottom) for bottom in range(MOST_HIDDEN + 2)] for top in range(kinds + 1)],
        dtype=np.int64,
    )
    sizes = [comb(cards - held, hidden - held) for held in range(hidden + 1)]
    numbers = np.cumsum([0] + [comb(cards, held) for held in range(hidden + 1)])
    bases = np.cumsum([0] + [comb(cards, held) * size for held, size in enumerate(sizes)])
    found = np.empty(limits.shape, dtype=np.int64)
    count_below(
        ranks.symbols, ranks.classes, ranks.choices, ranks.starts, ranks.entries, ranks.shape,
        ranks.values, kinds, np.ascontiguousarray(opened),
        np.ascontiguousarray(others), hidden, places, starts, choices,
        np.array(sizes, dtype=np.int64), numbers.astype(np.int64), bases.astype(np.int64), found,
    )  # fmt: skip
    return found


def first_rows(opened: Cards) -> Integers:
    """Return the first row of each set of open cards."""
    new = np.ones(len(opened), dtype=bool)
    new[1:] = (opened[1:] != opened[:-1]).any(axis=1)
    return np.flatnonzero(new)


@inline
def place_of(
    wanted: np.int64, values: Integers | Numbers, low: np.int64, high: np.int64
) -> np.int64:
    """Return the first place, of those from `low` to before `high`, that is not below a value.

    The values there ascend; `high` if all are below.
    """
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@inline
def number_cards(
    opened: Cards, row: np.int64, number_of: Integers, card_of: npt.NDArray[np.uint8]
) -> None:
    """Write the number of each card that is not open in a row; -1 of those that are."""
    number_of[:] = 0
    for slot in range(opened.shape[1]):
        number_of[opened[row, slot]] = -1
    number = 0
    for card in range(len(number_of)):
        if number_of[card] >= 0:
            number_of[card] = number
            card_of[number] = card
            number += 1


@inline
def next_chosen(chosen: Integers, cards: int) -> bool:
    """Choose the next of all sets of so many numbers, ascending; whether there is one."""
    hidden = len(chosen)
    place = hidden - 1
    while place >= 0 and chosen[place] == cards - hidden + place:
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for after in range(place + 1, hidden):
        chosen[after] = chosen[after - 1] + 1
    return True


@inline
def place_from(wanted: np.int64, values: Numbers, low: np.int64, high: np.int64) -> np.int64:
    """Return what `place_of` does, sooner where it is near the first place."""
    step = np.int64(1)
    while low < high and values[low] < wanted:
        if low + step < high and values[low + step] < wanted:
            low += step
            step *= 2
        else:
            return place_of(wanted, values, low + 1, min(low + step, high))
    return low


@inline
def find_lists(
    others: Cards, row: int, hidden: int, number_of: Integers, choices: Integers, sizes: Integers,
    bases: Integers, held: Integers, begins: Integers, ends: Integers, signs: Integers,
) -> None:  # fmt: skip
    """Write where the list of each set of other known cards is, and whether it is taken away."""
    number = 0
    for subset in range(1 << others.shape[1]):
        size = 0
        for place in range(others.shape[1]):
            size += (subset >> place) & 1
        if size > hidden:
            continue
        # Numbers of the cards in ascending order: the index of a set is their sum.
        size = 0
        for place in range(others.shape[1]):
            if (subset >> place) & 1 == 1:
                card = number_of[others[row, place]]
                at = size
                while at > 0 and held[at - 1] > card:
                    held[at] = held[at - 1]
                    at -= 1
                held[at] = card
                size += 1
        index = np.int64(0)
        for place in range(size):
            index += choices[held[place], place + 1]
        begins[number] = bases[size] + index * sizes[size]
        ends[number] = begins[number] + sizes[size]
        signs[number] = 1 if size % 2 == 0 else -1
        number += 1


@inline
def rank_hands(
    symbols: Integers, classes: Integers, choices_of: Integers, starts_of: Integers,
    entries: Integers, shape: Integers, values_of: Integers, open_cards: int, cards: int,
    card_of: Cards, hand: Cards, order: Integers, chosen: Integers, hands: Cards, keys: Integers,
) -> None:  # fmt: skip
    """Write all hidden hands, and for each the place of its rank with its number.

    `hand` has the open cards first, and room for others.
    """
    hidden = len(chosen)
    for place in range(hidden):
        chosen[place] = place
    made = 0
    while True:
        for place in range(hidden):
            hand[0, open_cards + place] = card_of[chosen[place]]
            hands[made, place] = chosen[place]
        rank = rank_of_row(hand, 0, symbols, classes, choices_of, starts_of, entries, shape, order)
        keys[made] = (
            place_of(rank, values_of, np.int64(0), np.int64(len(values_of))) << NUMBER
        ) | made
        made += 1
        if not next_chosen(chosen, cards):
            break


@inline
def list_ranks(
    keys: Integers, hands: Cards, choices: Integers, sizes: Integers, numbers: Integers,
    bases: Integers, filled: Numbers, lists: Numbers,
) -> None:  # fmt: skip
    """Enter the rank of each hand under every set of its cards.

    Hands come in the order of their ranks, so that every list is sorted.
    """
    filled[:] = 0
    for key in keys:
        made = key & ((1 << NUMBER) - 1)
        for subset in range(1 << hands.shape[1]):
            size = 0
            index = np.int64(0)
            for place in range(hands.shape[1]):
                if (subset >> place) & 1 == 1:
                    size += 1
                    index += choices[hands[made, place], size]
            listed = numbers[size] + index
            lists[bases[size] + index * sizes[size] + filled[listed]] = key >> NUMBER
            filled[listed] += 1


@kernel
def count_below(
    symbols: Integers, classes: Integers, choices_of: Integers, starts_of: Integers,
    entries: Integers, shape: Integers, values: Integers, kinds: int, opened: Cards, others: Cards,
    hidden: int, places: Integers, starts: Integers, choices: Integers, sizes: Integers,
    numbers: Integers, bases: Integers, found: Integers,
) -> None:  # fmt: skip
    """Write how many hands rank below each place among all ranks."""
    open_cards, other_cards = opened.shape[1], others.shape[1]
    cards = kinds - open_cards
    lists = np.empty(bases[hidden + 1], dtype=np.int32)
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
    for group in range(len(starts) - 1):
        first = starts[group]
        number_cards(opened, first, number_of, card_of)
        for slot in range(open_cards):
            hand[0, slot] = opened[first, slot]
        rank_hands(
            symbols, classes, choices_of, starts_of, entries, shape, values, open_cards, cards,
            card_of, hand, order, chosen, hands, keys,
        )  # fmt: skip
        keys.sort()
        list_ranks(keys, hands, choices, sizes, numbers, bases, filled, lists)
        for row in range(first, starts[group + 1]):
            find_lists(
                others, row, hidden, number_of, choices, sizes, bases, held, begins, ends, signs,
            )  # fmt: skip
            for limit in range(places.shape[1]):
                found[row, limit] = 0
            for subset in range(len(begins)):
                at, before = begins[subset], np.int64(-1)
                for limit in range(places.shape[1]):
                    wanted = places[row, limit]
                    if wanted < before:
                        at = begins[subset]
                    at, before = place_from(wanted, lists, at, ends[subset]), wanted
                    found[row, limit] += signs[subset] * (at - begins[subset])
