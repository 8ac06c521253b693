"""Ranks of many hands at once: the tables of a ranking, read by kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.errors import CompileError, StateSpaceError
from certify.language.rankings import MOST_IN_HAND
from certify.numerics.jit import inline, kernel
from certify.play.compiler.rankings import choices_of, rank_tables
from certify.play.interpreter.ranking import Hands

Integers = npt.NDArray[np.int64]
Cards = npt.NDArray[np.uint8]

WIDTH = 16
"""Entries of a row of binomial coefficients."""


@dataclass(frozen=True, eq=False)
class Ranks:
    """The tables of a ranking, for cards that are known by their kind.

    Attributes
    ----------
    symbols : ndarray of int64
        Position of each kind among all ranks; a wild card has the last.
    classes : ndarray of int64, shape (attributes, kinds)
        Value of each attribute that can be the same in a hand, as a number; -1 of a wild card.
    values : ndarray of int64
        Every rank that a hand can have, ascending.
    shape : ndarray of int64
        Cards of a hand, most cards of which the tables tell the best hand, whether the least hand
        counts.
    """

    symbols: Integers
    classes: Integers
    choices: Integers
    starts: Integers
    entries: Integers
    values: Integers
    shape: Integers

    def of(self, cards: Cards) -> Integers:
        """Return the rank of each row of cards, given by kind."""
        found = np.empty(len(cards), dtype=np.int64)
        rank_rows(
            np.ascontiguousarray(cards), self.symbols, self.classes, self.choices, self.starts,
            self.entries, self.shape, found,
        )  # fmt: skip
        return found


def ranks_of(hands: Hands, kinds: list[int]) -> Ranks:
    """Return the tables of a ranking; `kinds` has a card of each kind."""
    order = {rank: place for place, rank in enumerate(hands.ranks)}
    values = [hands.values[card] for card in kinds]
    wild = any(value is None for value in values)
    try:
        made = rank_tables(hands.ranking, hands.ranks, wild=wild, most=MOST_IN_HAND)
    except CompileError as error:
        raise StateSpaceError(str(error)) from None
    names = made.attributes
    numbers = {
        name: {value: n for n, value in enumerate(sorted({*hands.classes[name].values()}, key=str))}
        for name in names
    }
    classes = [
        [
            -1 if hands.values[card] is None else numbers[name][hands.classes[name][card]]
            for card in kinds
        ]
        for name in names
    ]
    return Ranks(
        symbols=np.array([len(order) if v is None else order[v] for v in values], dtype=np.int64),
        classes=np.array(classes, dtype=np.int64).reshape(len(names), len(kinds)),
        choices=np.array(choices_of(made, WIDTH), dtype=np.int64),
        starts=np.array(made.starts, dtype=np.int64),
        entries=made.entries,
        values=np.unique(made.entries[made.entries >= 0]),
        shape=np.array([made.least, made.most, hands.ranking.best == "least"], dtype=np.int64),
    )


@inline
def _number(
    cards: Cards, row: int, chosen: int, order: Integers, number: int, symbols: Integers,
    choices: Integers,
) -> np.int64:  # fmt: skip
    """Return the number of the hand of the cards that are chosen, by their ranks alone."""
    found = np.int64(0)
    place = 0
    for card in range(number):
        if (chosen >> card) & 1 == 1:
            symbol = symbols[cards[row, order[card]]] + place
            place += 1
            found += choices[symbol, place]
    return found


@inline
def _of_chosen(
    cards: Cards, row: int, chosen: int, order: Integers, number: int, symbols: Integers,
    classes: Integers, choices: Integers, starts: Integers, entries: Integers, size: int,
) -> np.int64:  # fmt: skip
    """Return the rank of the cards that are chosen, all of them."""
    flags = 0
    held = 0
    for place in range(number):
        held += (chosen >> place) & 1
    for attribute in range(len(classes)):
        kind = np.int64(-1)
        is_same = 1
        for place in range(number):
            if (chosen >> place) & 1 == 1:
                other = classes[attribute, cards[row, order[place]]]
                if kind < 0:
                    kind = other
                elif other >= 0 and other != kind:
                    is_same = 0
        flags |= is_same << attribute
    hand = _number(cards, row, chosen, order, number, symbols, choices)
    rank: np.int64 = entries[starts[((held - size) << len(classes)) + flags] + hand]
    return rank


@inline
def rank_of_row(
    cards: Cards, row: int, symbols: Integers, classes: Integers, choices: Integers,
    starts: Integers, entries: Integers, shape: Integers, order: Integers,
) -> np.int64:  # fmt: skip
    """Return the rank of the best hand among the cards of a row; `order` is room for them."""
    number = cards.shape[1]
    size, most, is_least = shape[0], shape[1], shape[2]
    attributes = len(classes)
    for card in range(number):
        place = card
        while place > 0 and symbols[cards[row, order[place - 1]]] > symbols[cards[row, card]]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = card
    everything = (1 << number) - 1
    if number == size or (attributes == 0 and number <= most):
        return _of_chosen(
            cards, row, everything, order, number, symbols, classes, choices, starts, entries, size
        )
    found = np.int64(-1)
    if attributes == 1 and number <= most and is_least == 0:
        hand = _number(cards, row, everything, order, number, symbols, choices)
        found = entries[starts[2 * (number - size)] + hand]
        # Of cards that are the same, so many of them, one is among the first; wild ones stand last.
        for first in range(number - size + 1):
            kind = classes[0, cards[row, order[first]]]
            chosen = 0
            held = 0
            for place in range(number):
                other = classes[0, cards[row, order[place]]]
                if other < 0 or other == kind:
                    chosen |= 1 << place
                    held += 1
            if held >= size:
                hand = _number(cards, row, chosen, order, number, symbols, choices)
                rank = entries[starts[2 * (held - size) + 1] + hand]
                found = max(found, rank)
        return found
    for chosen in range(everything + 1):
        held = 0
        for place in range(number):
            held += (chosen >> place) & 1
        if held == size:
            rank = _of_chosen(
                cards, row, chosen, order, number, symbols, classes, choices, starts, entries, size
            )
            if found < 0 or (rank < found if is_least != 0 else rank > found):
                found = rank
    return found


@kernel
def rank_rows(
    cards: Cards, symbols: Integers, classes: Integers, choices: Integers, starts: Integers,
    entries: Integers, shape: Integers, found: Integers,
) -> None:  # fmt: skip
    """Write the rank of each row of cards."""
    order = np.empty(cards.shape[1], dtype=np.int64)
    for row in range(len(cards)):
        found[row] = rank_of_row(
            cards, row, symbols, classes, choices, starts, entries, shape, order
        )
