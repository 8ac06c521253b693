"""What each seat has seen of a game: its history, of which nothing is forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from certify.play.events import (
    CARD_PICKS,
    EVERYONE,
    Announced,
    Changed,
    Chosen,
    Event,
    Moved,
    Shown,
    Shuffled,
    Turned,
    Visibility,
)
from certify.play.interpreter.interpreter import decision_of
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.situation import ASKING
from certify.play.interpreter.state import State
from certify.play.naming import Naming, written
from certify.play.views import View, observe

__all__ = ["InformationState", "Recorder", "View", "chosen_event", "observe"]


@dataclass(frozen=True)
class InformationState:
    """Everything that a seat has seen.

    Two histories of a game that differ only in what the seat could not see have equal information
    states.

    Attributes
    ----------
    seat : int
        Who saw it, from 0; `EVERYONE` for what all saw.
    seen : tuple of str
        Lines: how the game began, what happened since, and what is asked now.
    """

    seat: int
    seen: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.seen)


class Recorder:
    """Turns what happens in a game into events, and remembers what each seat sees of them.

    Put on a state that waits at a decision, or has not begun::

        state.recorder = Recorder(state)

    `seats`: whose histories are kept, from 0; left out, those of all seats and what all see
    (`EVERYONE`). `REFEREE` sees everything.

    Attributes
    ----------
    histories : dict
        What each seat has seen: events in their order. Cards that go the same way one after the
        other are one event. A decision that several take together is seen by the others once all
        have chosen.
    """

    def __init__(self, state: State, seats: Sequence[int] | None = None) -> None:
        self.state = state
        self.program = state.program
        self.visibility = Visibility(self.program)
        self.naming = Naming(self.program, alike=True)
        if seats is None:
            seats = (*range(self.program.players), EVERYONE)
        self.histories: dict[int, list[Event]] = {seat: [] for seat in seats}
        self._lines: dict[int, list[str]] = {seat: [] for seat in seats}
        self._begun = {seat: self._view(seat).lines() for seat in seats}
        self._values: dict[int, Any] = {}
        for name in (*self.program.play.spec.variables, *self.program.play.spec.tokens):
            base, size, _ = self.program.layout.places[name]
            self._values |= {place: state.values[place] for place in range(base, base + size)}
        self._waiting: list[Chosen] = []
        self._together = -1

    def _view(self, seat: int) -> View:
        return observe(self.state, seat, visibility=self.visibility, naming=self.naming)

    def information_state(self, seat: int) -> InformationState:
        """Return everything that a seat has seen, as a value that can be compared and hashed.

        `seat`: who, from 0; `EVERYONE` for what all have seen.
        """
        self._let_out(self.state)
        lines = (*self._begun[seat], *self._lines[seat])
        if self.state.pc == ASKING:
            together = self.state.together >= 0 and self.state.seat != seat
            who = "all" if together else self.program.seat_name(self.state.seat)
            lines = (*lines, f"ask {who} {decision_of(self.state).name}")
        return InformationState(seat, lines)

    def history(self, seat: int) -> Sequence[Event]:
        """Return the events that a seat has seen, in their order."""
        self._let_out(self.state)
        return self.histories[seat]

    # What the engine calls

    def moved(self, state: State, cards: Sequence[int], source: int, target: int) -> None:
        """Record that cards moved."""
        up = tuple(card for card in cards if self.program.layout.up(state.values, card))
        self._record(state, Moved(tuple(cards), source, target, up))

    def shuffled(self, state: State, zone: int) -> None:
        """Record that a zone was shuffled."""
        self._record(state, Shuffled(zone))

    def turned(self, state: State, card: int) -> None:
        """Record that a card was turned."""
        up = self.program.layout.up(state.values, card)
        self._record(state, Turned(card, state.where[card], up))

    def shown(self, state: State, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Record that cards were shown."""
        if cards:
            zones = tuple(state.where[card] for card in cards)
            up = tuple(card for card in cards if self.program.layout.up(state.values, card))
            self._record(state, Shown(tuple(cards), zones, tuple(sorted(seats)), up))

    def changed(self, state: State, name: str, place: int) -> None:
        """Record that a variable or a token changed, unless it has the value that it had."""
        value = state.values[place]
        if self._values[place] != value:
            self._values[place] = value
            self._record(state, Changed(name, place - self.program.layout.places[name][0], value))

    def announced(self, state: State, text: str, values: Mapping[str, Any]) -> None:
        """Record what was said."""
        kept = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        self._record(state, Announced(text, tuple(kept.items())))

    def chosen(self, state: State, move: MoveRule, picked: Any) -> None:
        """Record what a seat chose."""
        event = chosen_event(state, move, picked)
        self._let_out(state)
        if state.together < 0:
            self._record(state, event)
            return
        # Its own choice a seat knows at once; the others know it when all have chosen.
        self._together = state.together
        self._waiting.append(event)
        if event.seat in self.histories:
            self._add(event.seat, event)

    # Histories

    def _let_out(self, state: State) -> None:
        """Tell what was chosen together if by now all have chosen."""
        if not self._waiting:
            return
        choices = state.values[self._together]
        is_open = state.together == self._together and isinstance(choices, tuple)
        if is_open and len(choices) == len(self._waiting) and state.pc == ASKING:
            return
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            for seat in self.histories:
                if seat != event.seat:
                    self._add(seat, self.visibility.seen_by(event, seat))

    def _record(self, state: State, event: Event) -> None:
        if self._waiting:
            self._let_out(state)
        for seat in self.histories:
            self._add(seat, self.visibility.seen_by(event, seat))

    def _add(self, seat: int, event: Event | None) -> None:
        if event is None:
            return
        history, lines = self.histories[seat], self._lines[seat]
        last = history[-1] if history else None
        if isinstance(event, Moved) and isinstance(last, Moved):
            joined = self._joined(last, event)
            if joined is not None:
                history[-1], lines[-1] = joined, self._line(joined)
                return
        history.append(event)
        lines.append(self._line(event))

    def _line(self, event: Event) -> str:
        # Alike cards have one name here, and so their numbers must not show in the order either.
        match event:
            case Moved() if not self._is_ordered(event):
                event = replace(event, cards=tuple(sorted(event.cards, key=self._by_kind)))
            case Shown():
                pairs = sorted(
                    zip(event.cards, event.zones, strict=True),
                    key=lambda pair: (pair[1], self._by_kind(pair[0])),
                )
                event = replace(event, cards=tuple(card for card, _ in pairs))
            case Chosen() if event.kind == "cards":
                event = replace(event, picked=tuple(sorted(event.picked, key=self._by_kind)))
        return written(event, self.naming)

    def _by_kind(self, card: int | None) -> int:
        return len(self.naming.labels) if card is None else self.program.deck.kinds[card]

    def _is_ordered(self, event: Moved) -> bool:
        return event.target is not None and self.visibility.ordered[event.target]

    def _joined(self, first: Moved, second: Moved) -> Moved | None:
        """Return two moves as one if they go the same way."""
        if (first.source, first.target) != (second.source, second.target):
            return None
        cards = first.cards + second.cards
        if not self._is_ordered(first):
            cards = tuple(sorted(cards, key=lambda card: (card is None, card)))
        return Moved(cards, first.source, first.target, first.up + second.up)


def chosen_event(state: State, move: MoveRule, picked: Any) -> Chosen:
    """Return the event that the seat that is asked makes a move."""
    decision = decision_of(state).name
    if move.pick is None:
        return Chosen(state.seat, decision, move.name)
    kind = move.pick.kind
    if kind not in CARD_PICKS:
        return Chosen(state.seat, decision, move.name, kind, (picked,))
    cards = (picked,) if kind == "card" else tuple(picked)
    up = tuple(card for card in cards if state.program.layout.up(state.values, card))
    zones = tuple(state.where[card] for card in cards)
    return Chosen(state.seat, decision, move.name, kind, cards, zones, up)
