"""The state of a game in play."""

from __future__ import annotations

from collections.abc import Sequence

from certify.errors import PlayError
from certify.play.chance import Chance
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import Situation


class State(Situation):
    """What changes in play, and the program that is played."""

    __slots__ = ("program",)

    def __init__(self, program: Program, chance: Chance) -> None:
        super().__init__(chance)
        self.program = program

    def copy(self) -> State:
        """Return a state of its own that goes on from here, without the recorder."""
        other = State.__new__(State)
        other.program = self.program
        self.fill(other)
        return other


def initial_state(
    program: Program,
    chance: Chance,
    *,
    procedure: str = "play",
    cards: Sequence[int] | None = None,
) -> State:
    """Return the state before anything has happened.

    `cards` are those that take part, by default all.
    """
    state = State(program, chance)
    state.values = program.start_values[:]
    taking_part = range(len(program.deck.labels)) if cards is None else set(cards)
    state.where = [-1] * len(program.deck.labels)
    for number, zone in enumerate(program.zones):
        held = [card for card in zone.start if card in taking_part]
        state.zones.append(held)
        for card in held:
            state.where[card] = number
    state.mixed = [0] * len(program.zones)
    if procedure not in program.entries:
        raise PlayError(f"there is no procedure {procedure}")
    state.pc = program.entries[procedure]
    return state
