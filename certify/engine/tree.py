"""The exact value of a game with one decision maker: the whole tree, chance and all.

The decision maker knows what the seat has seen and no more. A node of the tree is therefore a
*belief*: the states that are possible after what was seen, with their probabilities. Chance is
followed card by card, alike cards together; states that differ in nothing that matters are one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.engine.interpreter import Options, begin, options
from certify.engine.program import Program
from certify.engine.sight import Sight
from certify.engine.state import ASKING, OVER, State
from certify.errors import PlayError, StateSpaceError
from certify.spec.order import zones_with_order

MOST_BELIEFS = 2_000_000
MOST_STEPS = 200_000

Number = float | Fraction
Payoff = Callable[[State], Number]
Chooser = Callable[[State, Options], int]
"""Which option is chosen, given a state that is possible; it may look at nothing hidden."""


class _Fork(Exception):  # noqa: N818  (not an error: chance is to be followed)
    def __init__(self, outcomes: list[tuple[int, int]]) -> None:
        self.outcomes = outcomes


class _Path:
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
            raise _Fork(outcomes)
        self.done += 1
        return self.path[self.done - 1]


@dataclass(frozen=True)
class Solution:
    """The value of a game.

    Attributes
    ----------
    value : float or Fraction
        Expected payoff.
    beliefs : int
        Different situations in which something was decided.
    """

    value: Number
    beliefs: int


def solve(
    state: State,
    payoff: Payoff,
    *,
    choose: Chooser | None = None,
    number: type[Fraction] | type[float] = float,
) -> Solution:
    """Return the value of a game with one decision maker.

    Parameters
    ----------
    state : State
        A game that has not begun: `Program.initial`, changed as the question demands. Its chance is
        not used.
    payoff : callable
        What a game that is over is worth.
    choose : callable, optional
        How decisions are taken: the place of the option chosen. Left out, the best is taken.
    number : type
        `float`, or `Fraction` for a value without rounding.

    Returns
    -------
    Solution
        The value.

    Raises
    ------
    StateSpaceError
        If more than one seat decides, what can be chosen rests on something hidden, or there are
        more than `MOST_BELIEFS` situations.

    Notes
    -----
    Conditioning: none but the state that is given.
    Method: depth-first over beliefs with perfect recall; the value of a belief is the best over
    options of the expected value of the beliefs that follow, divided by what the seat sees.
    Beliefs equal up to alike cards are worked out once.
    Error: none in `Fraction`; in `float` that of sums of products of at most a few dozen factors,
    measured below 1e-14.
    Source: Kaelbling, Littman and Cassandra, Planning and acting in partially observable stochastic
    domains, 1998, section 3; derived here for finite games.
    """
    return _Solver(state.program, payoff, choose, number).solve(state)


Belief = list[tuple[Number, State]]


class _Solver:
    def __init__(
        self,
        program: Program,
        payoff: Payoff,
        choose: Chooser | None,
        number: type[Fraction] | type[float],
    ) -> None:
        self.program = program
        self.payoff = payoff
        self.choose = choose
        self.number = number
        self.kinds = program.deck.kinds
        self.known: dict[frozenset[Any], Number] = {}
        self.ends: dict[Any, Number | None] = {}
        self.sight = Sight(program, _only_seat(program))
        with_order = zones_with_order(program.play)
        self.ordered = [name in with_order for name, _ in program.layout.zones]

    def solve(self, state: State) -> Solution:
        start = state.copy()
        start.recorder = self.sight.fresh()
        ended, asked = self._follow([(self.number(1), start)])
        value = ended + self._value_of(asked)
        return Solution(value, len(self.known))

    # Chance

    def _follow(self, states: Belief) -> tuple[Number, dict[Any, Belief]]:
        """Return what games that end are worth, and those that ask, by what was seen."""
        worth: Number = self.number(0)
        asked: dict[Any, Belief] = {}
        todo = list(states)
        while todo:
            weight, state = todo.pop()
            fork = self._run(state)
            if fork is not None:
                end = self._end(state, fork)
                if end is None:
                    branches = self._branches(state, (), fork, self.number(1))
                    todo += [(weight * share, branch) for share, branch in branches]
                else:
                    worth += weight * end
            elif state.pc == OVER:
                worth += weight * self.payoff(state)
            else:
                asked.setdefault(self._seen(state), []).append((weight, state))
        return worth, asked

    def _end(self, state: State, fork: _Fork) -> Number | None:
        """Return what a state at a fork is worth if nothing is decided any more, else None.

        What was seen matters only for decisions; so equal states are worth the same here, by
        whatever way they were reached.
        """
        key = (state.pc, self._key(state))
        if key in self.ends:
            return self.ends[key]
        bare = state.copy()
        worth: Number | None = self.number(0)
        for share, branch in self._branches(bare, (), fork, self.number(1)):
            further = self._run(branch)
            found: Number | None
            if further is not None:
                found = self._end(branch, further)
            else:
                found = self.payoff(branch) if branch.pc == OVER else None
            if found is None or worth is None:
                worth = None
                break
            worth += share * found
        self.ends[key] = worth
        return worth

    def _run(self, state: State) -> _Fork | None:
        """Run a state to its next decision or its end, or to where chance has several outcomes."""
        code, chancy = self.program.code, self.program.chancy
        pc = state.pc
        state.values[0] = 0
        for _ in range(MOST_STEPS):
            if pc in chancy:
                state.pc = pc
                before = state.copy()
                before.recorder = _copied(state)
                state.chance = _Path(self.kinds)
                try:
                    pc = code[pc](state)
                except _Fork as fork:
                    # The instruction may have begun: back to where it had not.
                    _restore(state, before)
                    return fork
            else:
                pc = code[pc](state)
            if pc < 0:
                state.pc = pc
                return None
        raise PlayError(f"more than {MOST_STEPS} steps without a decision")

    def _branches(
        self, before: State, path: tuple[int, ...], fork: _Fork, weight: Number
    ) -> list[tuple[Number, State]]:
        """Return the states after an instruction for all outcomes of the chance in it."""
        found: list[tuple[Number, State]] = []
        total = sum(count for count, _ in fork.outcomes)
        for count, place in fork.outcomes:
            share = weight * (self.number(count) / total)
            state = before.copy()
            state.recorder = _copied(before)
            longer = (*path, place)
            state.chance = _Path(self.kinds, longer)
            try:
                pc = self.program.code[before.pc](state)
            except _Fork as further:
                found += self._branches(before, longer, further, share)
                continue
            state.pc = pc
            if pc == ASKING:
                raise StateSpaceError("an instruction both decides by chance and asks")
            found.append((share, state))
        return found

    # Decisions

    def _seen(self, state: State) -> Any:
        recorder = state.recorder
        assert isinstance(recorder, Sight)  # noqa: S101  (the solver gives every state one)
        return (state.asked, recorder.seen)

    def _value_of(self, asked: Mapping[Any, Belief]) -> Number:
        value = self.number(0)
        for belief in asked.values():
            total = sum((weight for weight, _ in belief), self.number(0))
            value += total * self._value(belief, total)
        return value

    def _value(self, belief: Belief, total: Number) -> Number:
        """Return the value of a belief, weights taken as shares of their sum."""
        belief = self._merged(belief)
        key = frozenset((self._key(state), self._share(weight, total)) for weight, state in belief)
        if key in self.known:
            return self.known[key]
        if len(self.known) >= MOST_BELIEFS:
            raise StateSpaceError(f"more than {MOST_BELIEFS} situations to decide in")
        for _, state in belief:
            # What was seen until now is the same in all of them: it is needed no more.
            state.recorder = self.sight.fresh()
        first = belief[0][1]
        found = options(first)
        places = range(found.total)
        if self.choose is not None:
            chosen = self.choose(first, found)
            places = range(chosen, chosen + 1)
        best: Number | None = None
        for place in places:
            value = self._after(belief, place, found) / total
            best = value if best is None or value > best else best
        assert best is not None  # noqa: S101  (`options` returns at least one)
        self.known[key] = best
        return best

    def _share(self, weight: Number, total: Number) -> Number:
        share = weight / total
        return round(share, 12) if isinstance(share, float) else share

    def _after(self, belief: Belief, place: int, known: Options) -> Number:
        """Return the weighted value of choosing an option in every state of a belief."""
        states: Belief = []
        numbers = [(move, choice.total) for move, choice in known.choices]
        for weight, state in belief:
            other = state.copy()
            other.recorder = _copied(state)
            found = options(other)
            if [(move, choice.total) for move, choice in found.choices] != numbers:
                raise StateSpaceError("what can be chosen rests on something hidden")
            move, picked = found.at(place)
            begin(other, move, picked)
            states.append((weight, other))
        ended, asked = self._follow(states)
        return ended + self._value_of(asked)

    # States that differ in nothing

    def _merged(self, belief: Belief) -> Belief:
        merged: dict[Any, tuple[Number, State]] = {}
        for weight, state in belief:
            key = self._key(state)
            known = merged.get(key)
            merged[key] = (weight, state) if known is None else (known[0] + weight, known[1])
        return list(merged.values())

    def _key(self, state: State) -> Any:
        values = state.values
        kept = tuple(values[place] for place in self.program.kept)
        names: Sequence[int] = self.kinds
        if any(values[place] is not None for place in self.program.card_places):
            # A card is meant by a name, and so not every one like it.
            names = range(len(self.kinds))
        zones = tuple(
            tuple(names[card] for card in cards)
            if ordered and not mixed
            else _partly_mixed([names[card] for card in cards], mixed if ordered else len(cards))
            for cards, ordered, mixed in zip(state.zones, self.ordered, state.mixed, strict=True)
        )
        return (state.resume, state.asked, tuple(state.frames), zones, kept)


def _copied(state: State) -> Sight | None:
    recorder = state.recorder
    return recorder.copy() if isinstance(recorder, Sight) else None


def _only_seat(program: Program) -> int:
    if program.players != 1:
        raise StateSpaceError(
            f"the game has {program.players} players; one decision maker can be solved"
        )
    return 0


def _restore(state: State, before: State) -> None:
    for name in State.__slots__:
        setattr(state, name, getattr(before, name))


def _partly_mixed(names: list[int], mixed: int) -> tuple[int, tuple[int, ...]]:
    """Return cards of which so many, from the bottom, are in no order."""
    return mixed, (*sorted(names[:mixed]), *names[mixed:])
