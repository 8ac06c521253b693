"""What one seat sees of a game, kept as short as the exact solver needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certify.engine.events import Visibility
from certify.engine.flow import MoveRule
from certify.engine.program import Program
from certify.engine.state import State


class Sight:
    """A recorder of what one seat sees, as a chain that can be compared.

    Attributes
    ----------
    seen : tuple
        What was seen, each link with what was seen before it.
    """

    def __init__(self, program: Program, seat: int) -> None:
        self.seat = seat
        self.visibility = Visibility(program)
        self.zones, self.counted = self.visibility.zones[seat], self.visibility.known[seat]
        self.seen: tuple[Any, ...] = ()

    def copy(self) -> Sight:
        """Return a recorder that goes on from here by itself."""
        other = self.fresh()
        other.seen = self.seen
        return other

    def fresh(self) -> Sight:
        """Return a recorder for the same seat that has seen nothing yet."""
        other = Sight.__new__(Sight)
        other.seat, other.visibility, other.seen = self.seat, self.visibility, ()
        other.zones, other.counted = self.zones, self.counted
        return other

    def _note(self, *what: Any) -> None:
        self.seen = (self.seen, what)

    def moved(self, state: State, cards: Sequence[int], source: int, target: int) -> None:
        """Note cards that move, by their kinds if they are seen."""
        kinds = state.program.deck.kinds
        up = state.program.layout.up
        if self.zones[source] or self.zones[target]:
            self._note("moved", tuple(kinds[card] for card in cards), source, target)
        elif self.counted[source] or self.counted[target]:
            seen = tuple(kinds[card] if up(state.values, card) else None for card in cards)
            self._note("moved", seen, source, target)

    def shuffled(self, state: State, zone: int) -> None:
        """Note nothing: that a zone is shuffled follows from what was seen."""

    def turned(self, state: State, card: int) -> None:
        """Note a card that is turned."""
        kind = state.program.deck.kinds[card]
        seen = kind if state.program.layout.up(state.values, card) else None
        self._note("turned", seen, state.where[card])

    def shown(self, state: State, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Note cards that are shown to the seat."""
        if self.seat in seats:
            self._note("shown", tuple(state.program.deck.kinds[card] for card in cards))

    def changed(self, state: State, name: str, place: int) -> None:
        """Note a variable or a token that changes, if it is seen."""
        base = state.program.layout.places[name][0]
        if self.visibility.sees_value(name, place - base, self.seat):
            self._note("changed", place, self._value(state, name, state.values[place]))

    def _value(self, state: State, name: str, value: Any) -> Any:
        kind = state.program.play.names.variable_types.get(name)
        is_card = kind is not None and kind.kind == "card" and value is not None
        return state.program.deck.kinds[value] if is_card else value

    def announced(self, state: State, text: str, values: Mapping[str, Any]) -> None:
        """Note what is said to all."""
        del state
        self._note("announced", text, tuple(sorted(values.items())))

    def chosen(self, state: State, move: MoveRule, picked: Any) -> None:
        """Note nothing: what the seat chose itself it knows."""
