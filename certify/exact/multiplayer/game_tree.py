"""The whole tree of a game between players, from its first decision to every end.

A node is a history: what chance and the players have done, as far as it can matter. Histories that
every seat has seen alike, and that differ in nothing that matters, are one; what chance does when
nothing is decided any more is taken together as its expected scores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from certify.errors import StateSpaceError
from certify.exact.multiplayer.actions import action_names, holding
from certify.exact.multiplayer.sights import Memories
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import Options, begin, options, outcome
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.naming import Naming
from certify.play.unfolding import Belief, Number, Unfolding

CHANCE = -1
END = -2
"""What a node is, if it is no seat's decision."""

MOST_NODES = 20_000_000


@dataclass(frozen=True)
class InformationSet:
    """Situations that a seat cannot tell apart.

    Attributes
    ----------
    seat : int
        Who decides, from 0.
    decision : str
        What is asked.
    actions : tuple of str
        What can be done, such as ``bid 2 3``.
    before : tuple of int or None
        The information set and the action by which the same seat came here; None if it has not
        decided before.
    holding : str
        What the seat sees, of those in which it has not decided before; empty otherwise.
    """

    seat: int
    decision: str
    actions: tuple[str, ...]
    before: tuple[int, int] | None
    holding: str = ""


@dataclass
class GameTree:
    """A game as a tree; nodes stand in an order in which each follows the one it comes from.

    Attributes
    ----------
    program : Program
        The game.
    kinds : list of int
        Of each node the seat that decides, `CHANCE`, or `END`.
    parents, branches : list of int
        The node that each comes from, and by which of its branches; -1 for the first.
    weights : list of Fraction or float
        Probability of the branch of chance that leads to a node; 1 for others.
    sets : list of int
        Information set of a node where a seat decides; -1 for others.
    scores : dict
        Expected score of each seat at the nodes where the game ends.
    information_sets : list of InformationSet
        Of all seats, each after those that the same seat has met before.
    """

    program: Program
    kinds: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    weights: list[Number] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    scores: dict[int, tuple[Number, ...]] = field(default_factory=dict)
    information_sets: list[InformationSet] = field(default_factory=list)

    @property
    def players(self) -> int:
        """How many play."""
        return self.program.players

    def add(self, kind: int, parent: int, branch: int, weight: Number) -> int:
        """Add a node and return its number."""
        self.kinds.append(kind)
        self.parents.append(parent)
        self.branches.append(branch)
        self.weights.append(weight)
        self.sets.append(-1)
        return len(self.kinds) - 1


Watcher = Callable[[int, State, Options], None]
"""Is told of every new information set: its number, one of its states and what can be chosen."""


def unfold(
    program: Program,
    *,
    procedure: str = "play",
    number: type[Fraction] | type[float] = float,
    most_nodes: int = MOST_NODES,
    watch: Watcher | None = None,
) -> GameTree:
    """Return the tree of a game.

    Parameters
    ----------
    program : Program
        The game; one with few enough histories.
    procedure : str
        The procedure that is played.
    number : type
        `Fraction` for exact probabilities and scores, `float` for fast ones.
    most_nodes : int
        How large the tree may become.
    watch : callable, optional
        Told of every new information set.

    Returns
    -------
    GameTree
        The tree.

    Raises
    ------
    StateSpaceError
        If it has more nodes, or what can be chosen tells something that is hidden.
    """
    return _Builder(program, number, most_nodes, watch).build(procedure)


Todo = tuple[int, int, Number, State]
"""A decision that is still to be followed: parent, branch and weight of its node, and its state."""


class _Builder:
    def __init__(
        self,
        program: Program,
        number: type[Fraction] | type[float],
        most_nodes: int,
        watch: Watcher | None,
    ) -> None:
        self.program = program
        self.watch = watch
        self.number = number
        self.most_nodes = most_nodes
        self.unfolding = Unfolding(program, self._scores, number)
        self.tree = GameTree(program)
        self.known: dict[Any, int] = {}
        self.naming = Naming(program, alike=True)
        self.todo: list[tuple[Todo, tuple[tuple[int, int] | None, ...]]] = []

    def build(self, procedure: str) -> GameTree:
        start = initial_state(self.program, Stream(0), procedure=procedure)
        start.recorder = Memories(self.program)
        self._add_after(-1, 0, [(self.number(1), start)], (None,) * self.program.players)
        while self.todo:
            (parent, branch, weight, state), before = self.todo.pop()
            self._decide(parent, branch, weight, state, before)
        return self.tree

    def _scores(self, state: State) -> Any:
        found = outcome(state).scores
        return np.array([self.number(score) for score in found], dtype=object)

    def _add_after(
        self, parent: int, branch: int, states: Belief, before: tuple[tuple[int, int] | None, ...]
    ) -> None:
        """Add what follows from states: an end, decisions, or a node of chance before several."""
        ended, worth, asked = self.unfolding.follow(states)
        merged: dict[Any, tuple[Number, State]] = {}
        for weight, state in asked:
            recorder = state.recorder
            assert isinstance(recorder, Memories)  # noqa: S101  (every state here has one)
            key = (recorder.seen(state), self.unfolding.key(state))
            known = merged.get(key)
            merged[key] = (weight, state) if known is None else (known[0] + weight, known[1])
        if ended and not merged:
            self._add_end(parent, branch, self.number(1), worth / ended)
            return
        if len(merged) + bool(ended) > 1:
            parent, branch = self._add(CHANCE, parent, branch, self.number(1)), 0
            if ended:
                self._add_end(parent, branch, ended, worth / ended)
                branch += 1
            for weight, state in merged.values():
                self.todo.append(((parent, branch, weight, state), before))
                branch += 1
            return
        ((_, state),) = merged.values()
        self.todo.append(((parent, branch, self.number(1), state), before))

    def _add(self, kind: int, parent: int, branch: int, weight: Number) -> int:
        if len(self.tree.kinds) >= self.most_nodes:
            raise StateSpaceError(
                f"the game has more than {self.most_nodes} histories; cut it down further"
            )
        return self.tree.add(kind, parent, branch, weight)

    def _add_end(self, parent: int, branch: int, weight: Number, scores: Any) -> None:
        node = self._add(END, parent, branch, weight)
        self.tree.scores[node] = tuple(scores)

    def _decide(
        self,
        parent: int,
        branch: int,
        weight: Number,
        state: State,
        before: tuple[tuple[int, int] | None, ...],
    ) -> None:
        """Add the node of a decision, and what follows from each of its options."""
        found = options(state)
        seat = state.seat
        # A decision with a single option has a node only if it is the seat's first.
        has_node = found.total > 1 or before[seat] is None
        node = number = -1
        if has_node:
            node = self._add(seat, parent, branch, weight)
            number = self._set_of(state, found, before[seat])
            self.tree.sets[node] = number
        for place in range(found.total):
            other = state.copy()
            recorder = state.recorder
            assert isinstance(recorder, Memories)  # noqa: S101  (every state here has one)
            other.recorder = recorder.copy()
            move, picked = found.at(place)
            begin(other, move, picked)
            if has_node:
                after = list(before)
                after[seat] = (number, place)
                self._add_after(node, place, [(self.number(1), other)], tuple(after))
            else:
                self._pass_on(parent, branch, weight, other, before)

    def _pass_on(
        self,
        parent: int,
        branch: int,
        weight: Number,
        state: State,
        before: tuple[tuple[int, int] | None, ...],
    ) -> None:
        """Go on from a decision that has no node of its own."""
        if weight == 1:
            self._add_after(parent, branch, [(self.number(1), state)], before)
            return
        # A branch of chance: what follows hangs on a node of chance with one branch.
        node = self._add(CHANCE, parent, branch, weight)
        self._add_after(node, 0, [(self.number(1), state)], before)

    def _set_of(self, state: State, found: Options, before: tuple[int, int] | None) -> int:
        """Return the number of the information set of a decision."""
        recorder = state.recorder
        assert isinstance(recorder, Memories)  # noqa: S101  (every state here has one)
        seat = state.seat
        key = (seat, state.asked, recorder.seen(state)[seat])
        actions = action_names(state, found, self.naming)
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = len(self.tree.information_sets)
            self.tree.information_sets.append(
                InformationSet(
                    seat,
                    self.program.decisions[state.asked].name,
                    actions,
                    before,
                    holding(state, self.naming) if before is None else "",
                )
            )
            if self.watch is not None:
                self.watch(number, state, found)
        known = self.tree.information_sets[number]
        if known.actions != actions:
            raise StateSpaceError("what can be chosen rests on something hidden")
        if known.before != before:
            raise StateSpaceError("a seat does not remember what it did itself")
        return number
