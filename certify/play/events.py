"""What happens in a game, as typed events, and what each seat sees of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from certify.play.interpreter.program import Program

EVERYONE = -1
"""A seat that is nobody's: it sees what all see."""

REFEREE = -2
"""A seat that is nobody's: it sees everything."""

CARD_PICKS = ("card", "cards", "order")


@dataclass(frozen=True)
class Event:
    """Something that happens. As a seat sees it, what is hidden from the seat is None."""


@dataclass(frozen=True)
class Moved(Event):
    """Cards go from one zone to another.

    Attributes
    ----------
    cards : tuple of int or None
        The cards in their order; None for each that is not seen.
    source, target : int or None
        Numbers of the zones.
    up : tuple of int
        Those of the cards that lie face up.
    """

    cards: tuple[int | None, ...]
    source: int | None
    target: int | None
    up: tuple[int, ...] = ()


@dataclass(frozen=True)
class Shuffled(Event):
    """The order of a zone becomes unknown."""

    zone: int


@dataclass(frozen=True)
class Turned(Event):
    """A card is turned over, and all see it before or afterwards."""

    card: int
    zone: int
    up: bool


@dataclass(frozen=True)
class Shown(Event):
    """Cards are shown to seats and stay where they are.

    Attributes
    ----------
    cards : tuple of int or None
        The cards; those of an ordered zone as they lie.
    zones : tuple of int
        The zone of each.
    seats : tuple of int
        Who sees them.
    """

    cards: tuple[int | None, ...]
    zones: tuple[int, ...]
    seats: tuple[int, ...]
    up: tuple[int, ...] = ()


@dataclass(frozen=True)
class Changed(Event):
    """A variable, or the number of tokens in a place, changes.

    Attributes
    ----------
    name : str
        The variable or token.
    index : int
        Which of several, from 0.
    value : object
        The new value; seats and cards by their numbers.
    """

    name: str
    index: int
    value: Any


@dataclass(frozen=True)
class Announced(Event):
    """Something is said to all."""

    text: str
    values: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Chosen(Event):
    """A seat answers a decision.

    Attributes
    ----------
    move : str or None
        Name of the move.
    kind : str
        Kind of the pick; empty for none.
    picked : tuple
        What was picked: cards, or one seat, number or word.
    zones : tuple of int
        The zones of the picked cards.
    """

    seat: int
    decision: str
    move: str | None
    kind: str = ""
    picked: tuple[Any, ...] = ()
    zones: tuple[int, ...] = ()
    up: tuple[int, ...] = ()


def is_seen(program: Program, see: str, index: int, seat: int) -> bool:
    """Return whether a seat sees what `see` says of one of several things.

    `see`: ``all``, ``none``, ``owner`` or a role. `index`: which of several it is, from 0; of
    things of seats, the owner. `seat`: the seat that looks, from 0.
    """
    if see in ("all", "none"):
        return see == "all"
    if see == "owner":
        return index == seat
    players = program.play.spec.players
    return bool(players) and players.roles.index(see) == seat  # type: ignore[union-attr]


class Visibility:
    """Who sees what in a game."""

    def __init__(self, program: Program) -> None:
        self.program = program
        spec = program.play.spec
        seats = (*range(program.players), EVERYONE, REFEREE)
        self.zones = {
            seat: [
                seat == REFEREE or is_seen(program, spec.zones[name].see, index, seat)
                for name, index in program.layout.zones
            ]
            for seat in seats
        }
        self.known = {
            seat: [
                seen or is_seen(program, spec.zones[name].counted, index, seat)
                for seen, (name, index) in zip(self.zones[seat], program.layout.zones, strict=True)
            ]
            for seat in seats
        }
        self.ordered = [spec.zones[name].ordered for name, _ in program.layout.zones]

    def as_they_lie(self, zone: int, card: int | None) -> tuple[Any, ...]:
        """Return where a card is told that was shown: in an ordered zone where it was given."""
        return (zone,) if self.ordered[zone] else by_number(zone, card)

    def sees_value(self, name: str, index: int, seat: int) -> bool:
        """Return whether a seat sees a variable or the tokens of a place."""
        spec = self.program.play.spec
        see = (spec.variables[name] if name in spec.variables else spec.tokens[name]).see
        return seat == REFEREE or is_seen(self.program, see, index, seat)

    def seen_by(self, event: Event, seat: int) -> Event | None:
        """Return what a seat sees of an event.

        `seat`: who looks, from 0; `EVERYONE` for what all see, `REFEREE` for everything. The
        result: the event, less what is hidden from the seat; None if the seat notices nothing.

        A card that moves is seen if the seat sees the zone that it leaves or the one that it
        enters, or if it lies face up. Of other cards the seat notices how many leave or enter a
        zone whose cards it can count. Of a move that another seat chose, it sees the cards that it
        could see before; if the decision is secret, only that the other has decided.
        """
        match event:
            case Moved():
                return self._moved(event, seat)
            case Shuffled():
                return event if self.known[seat][event.zone] else None
            case Shown():
                return self._shown(event, seat)
            case Changed():
                return event if self.sees_value(event.name, event.index, seat) else None
            case Chosen() if seat not in (event.seat, REFEREE):
                return self._chosen(event, seat)
        return event

    def _moved(self, event: Moved, seat: int) -> Event | None:
        source, target = event.source, event.target
        assert source is not None  # noqa: S101  (of what happened, all is known)
        assert target is not None  # noqa: S101
        seen, known = self.zones[seat], self.known[seat]
        if not (seen[source] or seen[target]):
            cards = tuple(card if card in event.up else None for card in event.cards)
            if not (known[source] or known[target]):
                cards = tuple(card for card in cards if card is not None)
        else:
            cards = event.cards
        if not cards:
            return None
        if not self.ordered[target]:
            # In no order, so that the order in a hand that was hidden stays hidden.
            cards = tuple(sorted(cards, key=lambda card: (card is None, card)))
        is_up = bool(event.up)
        return Moved(
            cards,
            source if known[source] or is_up else None,
            target if known[target] or is_up else None,
            tuple(sorted(event.up)),
        )

    def _shown(self, event: Shown, seat: int) -> Event | None:
        if seat in event.seats or len(event.seats) == self.program.players:
            return replace(event, **_sorted(event.cards, event.zones, self.as_they_lie))
        parts = self._partly(event.cards, event.zones, event.up, seat)
        return None if not parts else replace(event, **_sorted(*parts, self.as_they_lie))

    def _chosen(self, event: Chosen, seat: int) -> Event:
        if self.program.play.spec.decisions[event.decision].secret:
            return Chosen(event.seat, event.decision, None)
        if event.kind not in CARD_PICKS:
            return event
        parts = self._partly(event.picked, event.zones, event.up, seat)
        if event.kind == "cards" and parts:
            return replace(event, **_sorted(*parts, by_number, name="picked"))
        cards, zones = parts or ((), ())
        return replace(event, picked=cards, zones=zones)

    def _partly(
        self, cards: Iterable[int | None], zones: Iterable[int], up: tuple[int, ...], seat: int
    ) -> tuple[tuple[int | None, ...], tuple[int, ...]] | None:
        """Return the cards that a seat sees; None for those that it can only count."""
        found = [
            (card if self.zones[seat][zone] or card in up else None, zone)
            for card, zone in zip(cards, zones, strict=True)
            if self.known[seat][zone] or card in up
        ]
        if not found:
            return None
        return tuple(card for card, _ in found), tuple(zone for _, zone in found)


def by_number(zone: int, card: int | None) -> tuple[Any, ...]:
    """Return where a card of a zone is told: those that nobody sees at last."""
    return zone, card is None, card


def _sorted(
    cards: Iterable[int | None],
    zones: Iterable[int],
    place: Callable[[int, int | None], tuple[Any, ...]],
    *,
    name: str = "cards",
) -> dict[str, Any]:
    pairs = sorted(zip(zones, cards, strict=True), key=lambda pair: place(*pair))
    return {name: tuple(card for _, card in pairs), "zones": tuple(zone for zone, _ in pairs)}
