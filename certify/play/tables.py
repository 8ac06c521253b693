"""Decisions by lookup, for strategies that come from elsewhere: a table for each decision.

A table is indexed by expressions of the rule language, and by folds, which walk over the cards of a
list as a finite automaton does; so any strategy that is a function of what lies on the table can be
written down without the engine knowing the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import PlayError, SpecError, listed
from certify.play.interpreter.deck import Deck
from certify.play.interpreter.evaluate import Evaluate, Values, Zones
from certify.play.interpreter.program import Program

Steps = npt.NDArray[np.int32]
Table = npt.NDArray[np.int8]

Wanted = Callable[[Values, Zones], tuple[str, ...]]
"""The moves that a table names, the wanted one first, of a state's values and zones."""


@dataclass(frozen=True, eq=False)
class Fold:
    """A walk over the cards of a list, in their order; where it ends is an index.

    Attributes
    ----------
    cards : str
        Expression of the rule language: a list of cards, such as ``hands[acting]``.
    attribute : str or None
        Integer attribute of the cards; None for their kind, as the deck numbers those of the pack
        from 0: cards of one kind are alike by all rules.
    first : int
        Least value of the attribute: value v uses column ``v - first``.
    steps : ndarray of int32, shape (states, values)
        The next state.
    start : int
        The state before the first card.
    """

    cards: str
    attribute: str | None
    first: int
    steps: Steps
    start: int = 0

    def __post_init__(self) -> None:
        states = len(self.steps)
        if self.steps.ndim != 2 or self.steps.dtype != np.int32 or not self.steps.size:
            raise SpecError("the steps of a fold are an array of int32, states by values")
        if not 0 <= self.start < states:
            raise SpecError(f"the fold of {self.cards} starts at {self.start}; states: {states}")
        if self.steps.min() < 0 or self.steps.max() >= states:
            raise SpecError(f"the fold of {self.cards} steps to a state that it has not")


@dataclass(frozen=True, eq=False)
class TableDecision:
    """A decision by lookup.

    Attributes
    ----------
    index : tuple of str or Fold
        An expression of type integer or boolean (false 0, true 1), or a fold, for each axis of
        `table`: the position along it, from 0.
    table : ndarray of int8
        Rows of `orders`.
    orders : tuple of tuple of str
        Names of moves, the wanted one first; the first that is legal is made. Of a move that picks
        something, the place of the option follows the name, such as ``raise 2`` for the third; a
        name alone must have exactly one option then.
    """

    index: tuple[str | Fold, ...]
    table: Table
    orders: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if self.table.dtype != np.int8 or self.table.ndim != len(self.index):
            raise SpecError("a table is an array of int8 with an axis for each index")
        if not self.table.size:
            raise SpecError("a table has an entry at least")
        if self.table.min() < 0 or self.table.max() >= len(self.orders):
            raise SpecError("a table has an entry that is no row of its orders")

    @property
    def layout(self) -> tuple[int, ...]:
        """The axes as they lie in memory: folds first, so that no code depends on their sizes."""
        return tuple(sorted(range(len(self.index)), key=lambda a: isinstance(self.index[a], str)))


def wanted_option(wanted: str) -> tuple[str, int | None]:
    """Return the move that an order names, and the place of its option if that is told."""
    name, _, place = wanted.partition(" ")
    return name, int(place) if place else None


@dataclass(frozen=True, eq=False)
class TablePolicy:
    """A way of playing by tables.

    Attributes
    ----------
    name : str
        What it is called.
    decisions : mapping
        Tables by decision. Where a table decides, no random number is used.
    otherwise : str
        How all other decisions are taken: ``random``, or a policy of the spec.
    """

    name: str
    decisions: Mapping[str, TableDecision] = field(default_factory=dict)
    otherwise: str = "random"


def wanted_moves(program: Program, policy: TablePolicy) -> dict[str, Wanted]:
    """Return what the tables of a policy want, by decision.

    The result: for each decision a function of a state's values and zones. Raises `SpecError` if
    the policy names a decision, a move, an attribute or an expression that the game has not.
    """
    return {
        name: _wanted(program, policy, name, decision)
        for name, decision in policy.decisions.items()
    }


def _wanted(program: Program, policy: TablePolicy, name: str, decision: TableDecision) -> Wanted:
    if name not in program.decision_numbers:
        known = listed(program.decision_numbers)
        raise SpecError(f"the policy {policy.name} decides {name}; decisions of the game: {known}")
    moves = {move.name for move in program.decisions[program.decision_numbers[name]].moves}
    for move in {wanted_option(move)[0] for order in decision.orders for move in order}:
        if move not in moves:
            known = listed(sorted(moves))
            raise SpecError(
                f"the policy {policy.name} makes the move {move} in {name}; known: {known}"
            )
    axes = [
        (_position(program, axis), size)
        for axis, size in zip(decision.index, decision.table.shape, strict=True)
    ]
    table, orders = decision.table, decision.orders

    def wanted(v: Values, z: Zones) -> tuple[str, ...]:
        place = []
        for number, (position, size) in enumerate(axes, start=1):
            at = int(position(v, z))
            if not 0 <= at < size:
                raise PlayError(
                    f"the policy {policy.name} has no entry {at} along index {number} of its"
                    f" decision {name}; expected 0 to {size - 1}"
                )
            place.append(at)
        return orders[table[tuple(place)]]

    return wanted


def _position(program: Program, axis: str | Fold) -> Evaluate:
    if isinstance(axis, Fold):
        return _fold(program, axis)
    node = program.node(axis)
    if node.type.kind not in ("integer", "boolean"):
        raise SpecError(f"an index of a table is an integer or a boolean; {axis} is {node.type}")
    return program.evaluator.function(node)


def _fold(program: Program, fold: Fold) -> Evaluate:
    node = program.node(fold.cards)
    element = node.type.element
    if element is None or not element.pack:
        raise SpecError(f"a fold walks over a list of cards; {fold.cards} is {node.type}")
    attribute = fold.attribute
    if attribute is not None and (element.pack, attribute) not in program.deck.attributes:
        raise SpecError(f"the cards of {element.pack} have no attribute {fold.attribute}")
    columns = fold_columns(program, fold, element.pack)
    cards_of = program.evaluator.function(node)
    steps: list[list[int]] = fold.steps.tolist()

    def walk(v: Values, z: Zones) -> int:
        state = fold.start
        for card in cards_of(v, z):
            state = steps[state][columns[card]]
        return state

    return walk


def fold_values(deck: Deck, fold: Fold, pack: str) -> Mapping[int, Any]:
    """Return the number by which a fold walks, for each card of a pack."""
    cards = deck.cards(pack)
    if fold.attribute is None:
        first = min(deck.kinds[card] for card in cards)
        return {card: deck.kinds[card] - first for card in cards}
    values = deck.attributes[pack, fold.attribute]
    return {card: values[card] for card in cards}


def fold_columns(program: Program, fold: Fold, pack: str) -> dict[int, int]:
    """Return the column of a fold's steps for each card of a pack.

    Raises `SpecError` if a card has a value for which there is none, or cards that are alike by the
    rules differ.
    """
    values = fold_values(program.deck, fold, pack)
    columns: dict[int, int] = {}
    of_kind: dict[int, int] = {}
    most = fold.steps.shape[1]
    for card in program.deck.cards(pack):
        value = values[card]
        if not isinstance(value, int) or not 0 <= value - fold.first < most:
            raise SpecError(
                f"the fold of {fold.cards} has no step for {fold.attribute or 'kind'} {value};"
                f" expected {fold.first} to {fold.first + most - 1}"
            )
        columns[card] = value - fold.first
        if of_kind.setdefault(program.deck.kinds[card], value) != value:
            raise SpecError(
                f"the fold of {fold.cards} reads {fold.attribute}, which no rule reads: cards that"
                " differ in nothing else are alike"
            )
    return columns
