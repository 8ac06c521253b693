"""Brute force over a game against the house: every order of the cards, one by one.

It shares nothing with `certify.exact.banked` but the interpreter, which plays the rules: no card is
taken for another, nothing is dealt late or counted, and every line of play is begun from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from certify.language.game import LoadedGame
from certify.play.interpreter.interpreter import choose, decision_of, options, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import OVER
from certify.play.interpreter.state import State, initial_state
from certify.play.policies import placing_of

Script = tuple[int, ...]
Sums = dict[str, Fraction]


class More(Exception):  # noqa: N818  (no error: chance goes on)
    """Chance has to choose once more, among so many."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass
class Scripted:
    """Chance that follows a script of places."""

    script: Script
    done: int = 0

    def _next(self, number: int) -> int:
        if self.done == len(self.script):
            raise More(number)
        self.done += 1
        return self.script[self.done - 1]

    def card(self, cards: Sequence[int], number: int) -> int:
        del cards
        return self._next(number)

    def element(self, name: str, elements: Sequence[object]) -> int:
        del name
        return self._next(len(elements))


@dataclass
class BruteForce:
    """The values of a game for its only seat.

    Attributes
    ----------
    policy : str or None
        A policy of the spec; None for the best play of what the wagers made bring.
    """

    game: LoadedGame
    policy: str | None = None
    runs: int = 0
    program: Program = field(init=False)

    def __post_init__(self) -> None:
        self.program = Program(self.game)
        self.placing = placing_of(self.program, self.policy) if self.policy else None

    def sums(self) -> Sums:
        """Return the expectation of every recorded quantity, of the score, and of each outcome."""
        return self._solve([(Fraction(1), ())], ())

    def _solve(self, beliefs: list[tuple[Fraction, Script]], taken: tuple[int, ...]) -> Sums:
        total: Sums = {}
        asked: dict[Any, list[tuple[Fraction, Script]]] = {}
        number: dict[Any, int] = {}
        chosen: dict[Any, int] = {}
        todo = list(beliefs)
        while todo:
            weight, script = todo.pop()
            try:
                state, seen = self._played(script, taken)
            except More as more:
                todo += [(weight / more.number, (*script, n)) for n in range(more.number)]
                continue
            if state.pc == OVER:
                for name, value in self._ended(state).items():
                    total[name] = total.get(name, Fraction(0)) + weight * value
                continue
            asked.setdefault(seen, []).append((weight, script))
            number[seen] = options(state).total
            if self.placing is not None:
                chosen[seen] = self.placing(state, options(state), None)  # type: ignore[arg-type]
        for seen, group in asked.items():
            places = [chosen[seen]] if seen in chosen else range(number[seen])
            found = [self._solve(group, (*taken, place)) for place in places]
            best = max(found, key=lambda sums: sums["score"])
            for name, value in best.items():
                total[name] = total.get(name, Fraction(0)) + value
        return total

    def _played(self, script: Script, taken: tuple[int, ...]) -> tuple[State, Any]:
        """Play from the start; what the seat has seen whenever it was asked."""
        self.runs += 1
        state = initial_state(self.program, Scripted(script))
        run(state)
        seen = [self._seen(state)]
        for place in taken:
            if state.pc == OVER:
                break
            choose(state, *options(state).at(place))
            seen.append((place, self._seen(state)))
        return state, tuple(seen)

    def _seen(self, state: State) -> Any:
        if state.pc == OVER:
            return None
        spec, program = self.program.play.spec, self.program
        cards = tuple(
            tuple(sorted(cards))
            for (name, _), cards in zip(program.layout.zones, state.zones, strict=True)
            if spec.zones[name].see != "none"
        )
        moves = tuple(move.name for move, _ in options(state).choices)
        return decision_of(state).name, moves, cards

    def _ended(self, state: State) -> Sums:
        values, zones = state.values, state.zones
        assert self.program.score is not None
        values[1] = 0
        found = {
            name: Fraction(measure(values, zones))
            for name, measure in self.program.measures.items()
            if name.split(".")[0] in ("stake", "net", "line")
        }
        lines = {
            f"{name}={value}": Fraction(1)
            for name, value in found.items()
            if name.startswith("line.")
        }
        score = Fraction(self.program.score(values, zones))
        return {**found, **lines, "score": score, f"score={score}": Fraction(1)}
