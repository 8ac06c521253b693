"""What one seat sees of a game, kept as short as the exact solver needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certify.play.events import Visibility
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State

UNSEEN = -1
"""In the place of the kind of a card that is not seen."""


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
        """Note cards that move, by their kinds if they are seen.

        Cards that go the same way one after the other are one note, as they are one event.
        """
        kinds, up = state.program.deck.kinds, state.program.layout.up
        is_up = [up(state.values, card) for card in cards]
        from_known = self.counted[source] or any(is_up)
        to_known = self.counted[target] or any(is_up)
        if not (from_known or to_known):
            return
        is_seen = self.zones[source] or self.zones[target]
        seen = [
            kinds[card] if is_seen or card_up else UNSEEN
            for card, card_up in zip(cards, is_up, strict=True)
        ]
        if not (self.counted[source] or self.counted[target]):
            seen = [kind for kind in seen if kind != UNSEEN]
        way = ("moved", source if from_known else None, target if to_known else None)
        before: tuple[int, ...] = ()
        if self.seen and self.seen[1][:-1] == way:
            self.seen, (*_, before) = self.seen
        together = (*before, *seen)
        is_ordered = self.visibility.ordered[target]
        self._note(*way, together if is_ordered else tuple(sorted(together)))

    def shuffled(self, state: State, zone: int) -> None:
        """Note a shuffle of a zone whose cards can be counted."""
        if self.counted[zone]:
            self._note("shuffled", zone)

    def turned(self, state: State, card: int) -> None:
        """Note a card that is turned: all see it before or afterwards."""
        is_up = state.program.layout.up(state.values, card)
        self._note("turned", is_up, state.program.deck.kinds[card], state.where[card])

    def shown(self, state: State, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Note cards that are shown, each with its zone: to others, those that are seen anyhow."""
        kinds, up = state.program.deck.kinds, state.program.layout.up
        to_all = self.seat in seats or len(seats) == state.program.players
        found = []
        for card in cards:
            zone, is_up = state.where[card], up(state.values, card)
            if to_all or self.counted[zone] or is_up:
                is_seen = to_all or self.zones[zone] or is_up
                found.append((zone, kinds[card] if is_seen else UNSEEN))
        if found:
            found.sort(key=lambda pair: self.visibility.as_they_lie(*pair))
            self._note("shown", tuple(seats), tuple(found))

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
