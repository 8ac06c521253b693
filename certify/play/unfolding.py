"""What can become of a state: all outcomes of chance, card by card, up to the next decision.

Alike cards are taken together, and states that differ in nothing that matters have one key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from certify.errors import PlayError, StateSpaceError
from certify.language.order import zones_with_order
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import ASKING, OVER, Situation
from certify.play.interpreter.state import State

MOST_STEPS = 200_000

Number = float | Fraction
Payoff = Callable[[State], Any]
"""What a game that is over is worth: a number, or several as an array."""

Belief = list[tuple[Number, State]]
"""States that are possible, with their weights."""


class Fork(Exception):  # noqa: N818  (not an error: chance is to be followed)
    """Chance has several outcomes, each with its weight."""

    def __init__(self, outcomes: list[tuple[int, int]]) -> None:
        self.outcomes = outcomes


class Path:
    """Chance that follows a given path, and stops where the path ends."""

    def __init__(self, kinds: Sequence[int], path: tuple[int, ...] = ()) -> None:
        self.kinds = kinds
        self.path = path
        self.done = 0

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return the place that the path gives; outcomes are places of cards that differ."""
        places: dict[int, list[int]] = {}
        for place in range(number):
            places.setdefault(self.kinds[cards[place]], []).append(place)
        return self._follow([(len(same), same[0]) for same in places.values()])

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return the element that the path gives."""
        del name
        places: dict[object, list[int]] = {}
        for place, element in enumerate(elements):
            places.setdefault(element, []).append(place)
        return self._follow([(len(same), same[0]) for same in places.values()])

    def _follow(self, outcomes: list[tuple[int, int]]) -> int:
        if len(outcomes) == 1:
            return outcomes[0][1]
        if self.done == len(self.path):
            raise Fork(outcomes)
        self.done += 1
        return self.path[self.done - 1]


class Unfolding:
    """Follows states of a program through chance."""

    def __init__(
        self, program: Program, payoff: Payoff, number: type[Fraction] | type[float]
    ) -> None:
        self.program = program
        self.payoff = payoff
        self.number = number
        self.kinds = program.deck.kinds
        self.ends: dict[Any, Any] = {}
        with_order = zones_with_order(program.play)
        self.ordered = [name in with_order for name, _ in program.layout.zones]

    def follow(self, states: Iterable[tuple[Number, State]]) -> tuple[Number, Any, Belief]:
        """Follow states, which are changed, until each is over or asks.

        Returned are the weight of the games that are over, or in which nothing is decided any more;
        the payoffs of these times their weights, 0 if there are none; and the weights and states of
        the others.
        """
        ended, worth = self.number(0), self.number(0)
        asked: Belief = []
        todo = list(states)
        while todo:
            weight, state = todo.pop()
            fork = self.run(state)
            if fork is not None:
                end = self._end(state, fork)
                if end is None:
                    branches = self.branches(state, fork)
                    todo += [(weight * share, branch) for share, branch in branches]
                else:
                    ended += weight
                    worth = worth + weight * end
            elif state.pc == OVER:
                ended += weight
                worth = worth + weight * self.payoff(state)
            else:
                asked.append((weight, state))
        return ended, worth, asked

    def _end(self, state: State, fork: Fork) -> Any:
        """Return what a state at a fork is worth if nothing is decided any more, else None.

        What was seen matters only for decisions; so equal states are worth the same here, by
        whatever way they were reached.
        """
        key = (state.pc, self.key(state))
        if key in self.ends:
            return self.ends[key]
        bare = state.copy()
        worth: Any = self.number(0)
        for share, branch in self.branches(bare, fork):
            further = self.run(branch)
            found: Any
            if further is not None:
                found = self._end(branch, further)
            else:
                found = self.payoff(branch) if branch.pc == OVER else None
            if found is None:
                worth = None
                break
            worth = worth + share * found
        self.ends[key] = worth
        return worth

    def run(self, state: State) -> Fork | None:
        """Run a state to its next decision or its end, or to where chance has several outcomes."""
        code = self.program.code
        before = state.copy()
        before.recorder = copied(state)
        state.chance = Path(self.kinds)
        state.values[0] = 0
        pc = state.pc
        for steps in range(MOST_STEPS):
            try:
                pc = code[pc](state)
            except Fork as fork:
                # The instruction may have begun: back to where it had not.
                _restore(state, before)
                self._repeat(state, steps)
                return fork
            if pc < 0:
                state.pc = pc
                return None
        raise PlayError(f"more than {MOST_STEPS} steps without a decision")

    def _repeat(self, state: State, steps: int) -> None:
        """Run so many steps, in which chance has one outcome each."""
        code = self.program.code
        state.chance = Path(self.kinds)
        state.values[0] = 0
        pc = state.pc
        for _ in range(steps):
            pc = code[pc](state)
        state.pc = pc

    def branches(
        self, before: State, fork: Fork, path: tuple[int, ...] = (), weight: Number | None = None
    ) -> list[tuple[Number, State]]:
        """Return the states after an instruction for all outcomes of the chance in it."""
        found: list[tuple[Number, State]] = []
        weight = self.number(1) if weight is None else weight
        total = sum(count for count, _ in fork.outcomes)
        for count, place in fork.outcomes:
            share = weight * (self.number(count) / total)
            state = before.copy()
            state.recorder = copied(before)
            longer = (*path, place)
            state.chance = Path(self.kinds, longer)
            try:
                pc = self.program.code[before.pc](state)
            except Fork as further:
                found += self.branches(before, further, longer, share)
                continue
            state.pc = pc
            if pc == ASKING:
                raise StateSpaceError("an instruction both decides by chance and asks")
            found.append((share, state))
        return found

    def outcomes(
        self,
        before: State,
        do: Callable[[State], object],
        path: tuple[int, ...] = (),
        weight: Number | None = None,
    ) -> Belief:
        """Return the states that something done to a state leads to, for all outcomes of chance."""
        weight = self.number(1) if weight is None else weight
        state = before.copy()
        state.recorder = copied(before)
        state.chance = Path(self.kinds, path)
        try:
            do(state)
        except Fork as fork:
            total = sum(count for count, _ in fork.outcomes)
            return [
                found
                for count, place in fork.outcomes
                for found in self.outcomes(
                    before, do, (*path, place), weight * (self.number(count) / total)
                )
            ]
        return [(weight, state)]

    def key(self, state: State, without: frozenset[int] = frozenset()) -> Any:
        """Return what is the same for states that differ in nothing that matters."""
        values = state.values
        kept = tuple(values[place] for place in self.program.kept if place not in without)
        names: Sequence[int] = self.kinds
        if any(values[place] is not None for place in self.program.card_places):
            # A card is meant by a name, and so not every one like it.
            names = range(len(self.kinds))
        zones = tuple(
            tuple([names[card] for card in cards])
            if ordered and not mixed
            else _partly_mixed([names[card] for card in cards], mixed if ordered else len(cards))
            for cards, ordered, mixed in zip(state.zones, self.ordered, state.mixed, strict=True)
        )
        return (state.resume, state.asked, state.saved_me, tuple(state.frames), zones, kept)


def copied(state: State) -> Any:
    """Return a copy of the recorder of a state, if it has one that can be copied."""
    recorder: Any = state.recorder
    return recorder.copy() if recorder is not None else None


def _restore(state: State, before: State) -> None:
    for name in Situation.__slots__:
        setattr(state, name, getattr(before, name))


def _partly_mixed(names: list[int], mixed: int) -> tuple[int, tuple[int, ...]]:
    """Return cards of which so many, from the bottom, are in no order."""
    return mixed, (*sorted(names[:mixed]), *names[mixed:])
