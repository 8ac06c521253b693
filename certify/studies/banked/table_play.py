"""The exact engine's best play as tables: how it is handed to the game that is played.

A situation is found by walking over the cards that the seat sees, zone by zone, as a finite
automaton does, and by the variables in which situations with the same cards differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.cards.picks import picks_cards
from certify.errors import StateSpaceError
from certify.exact.banked.frames import Answered
from certify.exact.banked.holdings import Group
from certify.exact.banked.situations import differing, variable_names
from certify.exact.banked.solution import Solution
from certify.play.interpreter.program import Program
from certify.play.tables import Fold, TableDecision, TablePolicy

MOST_STATES = 60_000
"""Sets of cards of a zone that a table tells apart."""

MOST_ENTRIES = 200_000_000
"""Entries of a table."""

Integers = npt.NDArray[np.int64]


def best_play_tables(program: Program, found: Solution, name: str) -> TablePolicy:
    """Return the best play as tables.

    Raises `StateSpaceError` if not all of its situations are kept, or no table of a size that can
    be handled tells them apart.
    """
    by_decision: dict[str, list[Answered]] = {}
    for (decision, _), summary in found.decided.items():
        if not summary.kept:
            raise StateSpaceError(
                f"{decision} has more situations than are kept, so that its best play cannot be"
                " handed over"
            )
        came = [answered for answered in summary.kept if answered.weights.any()]
        by_decision.setdefault(decision, []).extend(came)
    decisions = {
        decision: _table(program, found, decision, came)
        for decision, came in by_decision.items()
        if came
    }
    return TablePolicy(name, decisions)


def _table(
    program: Program, found: Solution, decision: str, came: Sequence[Answered]
) -> TableDecision:
    try:
        return _table_of(program, found, decision, came)
    except StateSpaceError:
        parted = [part for answered in came for part in _parted(program, answered)]
        if len(parted) == len(came):
            raise
    # What chance came to stands by row, and tells situations with the same cards apart.
    return _table_of(program, found, decision, parted)


def _parted(program: Program, answered: Answered) -> Iterator[Answered]:
    """Yield situations with the same values of the variables in sight, for each of these."""
    names = variable_names(program)
    by_row = {
        place: value
        for place, value in answered.values.items()
        if place in names and isinstance(value, np.ndarray)
    }
    if not by_row:
        yield answered
        return
    columns = np.stack([value.astype(np.int64) for value in by_row.values()], axis=1)
    different, which = np.unique(columns, axis=0, return_inverse=True)
    for number in range(len(different)):
        rows = np.flatnonzero(which.reshape(-1) == number)
        plain = {place: value[rows[0]].item() for place, value in by_row.items()}
        part = answered.take(rows)
        yield replace(part, values={**part.values, **plain})


def _table_of(
    program: Program, found: Solution, decision: str, came: Sequence[Answered]
) -> TableDecision:
    zones = came[0].known.groups
    if any(answered.known.groups != zones for answered in came):
        raise StateSpaceError(f"{decision} comes up with different numbers of cards in sight")
    walks = [_Walk(program, found, group) for group in zones]
    told = _told_apart(decision, came)
    shape = (*(len(values) for _, values in told), *(walk.size for walk in walks))
    if prod(shape) > MOST_ENTRIES:
        raise StateSpaceError(f"{decision} has more situations than a table can tell apart")
    orders = tuple(dict.fromkeys(one for answered in came for one in _wanted(answered)))
    table = np.full(shape, -1, dtype=np.int8)
    for answered in came:
        here = tuple(values.index(answered.values[place]) for place, values in told)
        numbers = np.array([orders.index(one) for one in _wanted(answered)], dtype=np.int8)
        rows = np.flatnonzero(answered.weights != 0)
        choice = numbers[answered.choice[rows]]
        for cards in _exchanged(found, answered.known.cards[rows]):
            places = []
            start = 0
            for group, walk in zip(zones, walks, strict=True):
                places.append(walk.ends(cards[:, start : start + group.number]))
                start += group.number
            at = tuple(np.full(len(rows), one) for one in here) + tuple(places)
            taken = table[at]
            table[at] = choice
            if ((taken >= 0) & (taken != choice)).any() or (table[at] != choice).any():
                raise StateSpaceError(f"{decision} is answered by more than cards and variables")
    axes = [_numbered(program, place, values) for place, values in told]
    folds = [walk.fold for walk in walks]
    # Where nothing comes about, any answer will do: it is never asked for.
    return TableDecision((*axes, *folds), np.maximum(table, 0), tuple((one,) for one in orders))


def _wanted(answered: Answered) -> list[str]:
    """Return options as the order of a table names them: the move, and the place of a pick."""
    if any(map(picks_cards, answered.options)):
        raise StateSpaceError(
            f"{answered.decision} picks cards, so that its best play cannot be handed over"
        )
    moves = [option.partition(" ")[0] for option in answered.options]
    return [
        f"{move} {moves[:place].count(move)}" if " " in option else move
        for place, (move, option) in enumerate(zip(moves, answered.options, strict=True))
    ]


def _exchanged(found: Solution, cards: npt.NDArray[np.uint8]) -> list[Integers]:
    """Return the cards of rows as kinds, under every exchange of what is interchangeable."""
    whole = cards.astype(np.int64)
    values = found.kinds.values
    return [
        whole - whole % values + np.array(order, dtype=np.int64)[whole % values]
        for order in permutations(range(values))
    ]


class _Walk:
    """An automaton over the cards of a zone; it ends at the number of the set that they are.

    `kinds`: by kind of the exact engine, the kind of the deck. Sets of all the cards come first.
    """

    def __init__(self, program: Program, found: Solution, group: Group) -> None:
        deck, pack = program.deck, found.kinds.pack
        first = min(deck.kinds[card] for card in deck.cards(pack))
        alike: dict[int, int] = {}
        for card in deck.cards(pack):
            alike[deck.kinds[card] - first] = found.kinds.kind_of[card]
        self.columns = np.array([alike[kind] for kind in sorted(alike)], dtype=np.int64)
        self.kinds = len(found.kinds.cards)
        self.group = group
        levels = [np.zeros((1, 0), dtype=np.int64)]
        for _ in range(group.number):
            levels.append(self._longer(levels[-1], found.kinds.copies))
        self.size = len(levels[-1])
        self.codes = [self._codes(level) for level in levels]
        firsts, number = {}, 0
        for length in range(group.number, -1, -1):
            firsts[length] = number
            number += len(levels[length])
        steps = np.zeros((number, len(self.columns)), dtype=np.int32)
        for length in range(group.number):
            rows = firsts[length] + np.arange(len(levels[length]))
            for column, kind in enumerate(self.columns):
                cards = np.column_stack([levels[length], np.full(len(rows), kind)])
                codes = self._codes(cards)
                places = np.searchsorted(self.codes[length + 1], codes)
                places = np.minimum(places, len(self.codes[length + 1]) - 1)
                # More such cards than there are never come.
                steps[rows, column] = firsts[length + 1] + places
        self.fold = Fold(_zone(program, group.zone), None, 0, steps, firsts[0])

    def _longer(self, level: Integers, copies: Integers) -> Integers:
        """Return all sets, or sequences, with one card more."""
        if len(level) * self.kinds > MOST_STATES * self.group.number * 4:
            raise StateSpaceError(
                f"a zone of {self.group.number} cards has too many sets of cards for a table"
            )
        cards = np.column_stack(
            [np.repeat(level, self.kinds, axis=0), np.tile(np.arange(self.kinds), len(level))]
        )
        if not self.group.ordered:
            cards = np.sort(cards, axis=1)
        codes, first = np.unique(self._codes(cards), return_index=True)
        del codes
        cards = cards[first]
        number = (cards[:, :, None] == cards[:, None, :]).sum(axis=2)
        cards = np.asarray(cards[(number <= copies[cards]).all(axis=1)], dtype=np.int64)
        if len(cards) > MOST_STATES:
            raise StateSpaceError(
                f"a zone of {self.group.number} cards has too many sets of cards for a table"
            )
        return cards

    def _codes(self, cards: Integers) -> Integers:
        ordered = cards if self.group.ordered else np.sort(cards, axis=1)
        codes = np.zeros(len(cards), dtype=np.int64)
        for column in ordered.T:
            codes = codes * self.kinds + column
        return codes

    def ends(self, cards: Integers) -> Integers:
        """Return where the walk over the cards of each row ends."""
        return np.searchsorted(self.codes[-1], self._codes(cards)).astype(np.int64)


def _zone(program: Program, place: int) -> str:
    """Return how a zone is written in the rule language."""
    name, _ = program.layout.zones[place]
    element = program.node(name).type.element
    if program.layout.places[name][1] != 1 or element is None or not element.pack:
        raise StateSpaceError(f"a table cannot tell whose {name} it reads")
    return name


def _told_apart(decision: str, came: Sequence[Answered]) -> list[tuple[int, list[Any]]]:
    """Return the variables in which situations with the same cards differ, and their values."""
    found = differing([answered.values for answered in came])
    for values in found.values():
        if not all(isinstance(value, bool | int | str) for value in values):
            raise StateSpaceError(f"{decision} is told apart by what is no integer or word")
    return [*found.items()]


def _numbered(program: Program, place: int, values: Sequence[Any]) -> str:
    """Return an expression for which of some values a variable has."""
    name = variable_names(program).get(place, "")
    if not name or program.node(name).type.element is not None:
        raise StateSpaceError("a table cannot tell whose variable it reads")
    text = str(len(values) - 1)
    for number in range(len(values) - 2, -1, -1):
        value = values[number]
        test = name if value is True else f"not {name}"
        if not isinstance(value, bool):
            test = f"{name} == {value!r}"
        text = f"{number} if {test} else {text}"
    return text
