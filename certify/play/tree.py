"""The exact value of a game with one decision maker: the whole tree, chance and all.

The decision maker knows what the seat has seen and no more. A node of the tree is therefore a
*belief*: the states that are possible after what was seen, with their probabilities. Chance is
followed card by card, alike cards together; states that differ in nothing that matters are one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certify.errors import StateSpaceError
from certify.play.interpreter.interpreter import Options, begin, options
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.sight import Sight
from certify.play.unfolding import Belief, Number, Payoff, Unfolding, copied

MOST_BELIEFS = 2_000_000

Chooser = Callable[[State, Options], int]
"""Which option is chosen, given a state that is possible; it may look at nothing hidden."""


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

    `state`: a game that has not begun: `Program.initial`, changed as the question demands. Its
    chance is not used. `choose`: how decisions are taken: the place of the option chosen. Left out,
    the best is taken. Raises `StateSpaceError` if more than one seat decides, what can be chosen
    rests on something hidden, or there are more than `MOST_BELIEFS` situations.

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


class _Solver:
    def __init__(
        self,
        program: Program,
        payoff: Payoff,
        choose: Chooser | None,
        number: type[Fraction] | type[float],
    ) -> None:
        self.unfolding = Unfolding(program, payoff, number)
        self.choose = choose
        self.number = number
        self.known: dict[frozenset[Any], Number] = {}
        self.sight = Sight(program, _only_seat(program))

    def solve(self, state: State) -> Solution:
        start = state.copy()
        start.recorder = self.sight.fresh()
        ended, asked = self._follow([(self.number(1), start)])
        value = ended + self._value_of(asked)
        return Solution(value, len(self.known))

    def _follow(self, states: Belief) -> tuple[Number, dict[Any, Belief]]:
        """Return what games that end are worth, and those that ask, by what was seen."""
        _, worth, asking = self.unfolding.follow(states)
        asked: dict[Any, Belief] = {}
        for weight, state in asking:
            asked.setdefault(self._seen(state), []).append((weight, state))
        return worth, asked

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
        key = frozenset(
            (self.unfolding.key(state), self._share(weight, total)) for weight, state in belief
        )
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
            other.recorder = copied(state)
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
            key = self.unfolding.key(state)
            known = merged.get(key)
            merged[key] = (weight, state) if known is None else (known[0] + weight, known[1])
        return list(merged.values())


def _only_seat(program: Program) -> int:
    if program.players != 1:
        raise StateSpaceError(
            f"the game has {program.players} players; one decision maker can be solved"
        )
    return 0
