"""How cards, zones, values and events are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from certify.language.acts import AnnounceAct
from certify.language.types import Type
from certify.play.events import (
    CARD_PICKS,
    Announced,
    Changed,
    Chosen,
    Event,
    Moved,
    Shown,
    Shuffled,
    Turned,
)
from certify.play.interpreter.program import Program


class Naming:
    """Names of what is in events: of zones, variables, cards and values.

    `alike`: whether each card is called as the first of those alike, so that names tell what can be
    told apart, and no more. Otherwise each card has its label.
    """

    def __init__(self, program: Program, *, alike: bool = False) -> None:
        self.program = program
        deck = program.deck
        self.labels = list(deck.labels)
        if alike:
            first: dict[int, int] = {}
            for card, kind in enumerate(deck.kinds):
                first.setdefault(kind, card)
            unique = unique_labels(program)
            self.labels = [unique[first[kind]] for kind in deck.kinds]
        self.announced: dict[tuple[str, str], Type] = {
            (act.text, name): node.type
            for act in program.play.statements()
            if isinstance(act, AnnounceAct)
            for name, node in act.values
        }

    def zone(self, number: int | None) -> str:
        """Return the name of a zone; of an unknown one, a question mark."""
        if number is None:
            return "?"
        name, index = self.program.layout.zones[number]
        return self.indexed(name, index)

    def indexed(self, name: str, index: int) -> str:
        """Return the name of one of several zones, variables or tokens."""
        text = self.index(name, index)
        return f"{name}[{text}]" if text else name

    def index(self, name: str, index: int) -> str:
        """Return an index as it is written; empty for what the table has one of."""
        shift = self.program.layout.places[name][2]
        match self.program.play.names.domains[name].kind:
            case "seat":
                return self.program.seat_name(index)
            case "pack":
                return self.labels[index + shift]
            case "range":
                return str(index + shift)
        return ""

    def cards(self, cards: Iterable[int | None]) -> str:
        """Return labels with spaces between; a question mark for each card that is not seen."""
        return " ".join("?" if card is None else self.labels[card] for card in cards)

    def value(self, kind: Type | None, value: Any) -> str:
        """Return a value as it is written."""
        match value:
            case None:
                return "none"
            case bool():
                return "true" if value else "false"
            case list() | tuple() | range():
                element = kind.element if kind is not None else None
                return " ".join(self.value(element, part) for part in value)
            case frozenset():
                return " ".join(sorted(value))
            case int() if kind is not None and kind.kind == "seat":
                return self.program.seat_name(value)
            case int() if kind is not None and kind.kind == "card":
                return self.labels[value]
        return str(value)

    def variable(self, name: str, value: Any) -> str:
        """Return the value of a variable or a number of tokens as it is written."""
        return self.value(self.program.play.names.variable_types.get(name), value)

    def announcement(self, event: Announced) -> str:
        """Return what is said."""
        text = event.text
        for name, value in event.values:
            kind = self.announced.get((event.text, name))
            text = text.replace(f"{{{name}}}", self.value(kind, value))
        return text

    def pick(self, event: Chosen) -> str:
        """Return what was picked."""
        if event.kind in CARD_PICKS:
            return self.cards(event.picked)
        if event.kind == "seat":
            return " ".join(self.program.seat_name(seat) for seat in event.picked)
        return " ".join(map(str, event.picked))


def unique_labels(program: Program) -> list[str]:
    """Return a name of each card: its label, and a number where cards of it are not alike."""
    deck = program.deck
    names = list(deck.labels)
    for pack in deck.packs:
        # Cards of two packs are never in one place, and may have the same label.
        kinds: dict[str, list[int]] = {}
        for card in deck.cards(pack):
            known = kinds.setdefault(deck.labels[card], [])
            if deck.kinds[card] not in known:
                known.append(deck.kinds[card])
        for card in deck.cards(pack):
            known = kinds[deck.labels[card]]
            if len(known) > 1:
                names[card] += f"#{known.index(deck.kinds[card]) + 1}"
    return names


def written(event: Event, naming: Naming) -> str:
    """Return an event as one line, the same for the same event always."""
    match event:
        case Moved():
            cards = naming.cards(event.cards)
            return f"move {naming.zone(event.source)} {naming.zone(event.target)}: {cards}"
        case Shuffled():
            return f"shuffle {naming.zone(event.zone)}"
        case Turned():
            side = "up" if event.up else "down"
            return f"turn {side} {naming.zone(event.zone)}: {naming.cards([event.card])}"
        case Shown():
            places: Mapping[int, list[int | None]] = {zone: [] for zone in event.zones}
            for card, zone in zip(event.cards, event.zones, strict=True):
                places[zone].append(card)
            seats = " ".join(naming.program.seat_name(seat) for seat in event.seats)
            listed = "; ".join(f"{naming.zone(z)}: {naming.cards(c)}" for z, c in places.items())
            return f"show to {seats}: {listed}"
        case Changed():
            value = naming.variable(event.name, event.value)
            return f"set {naming.indexed(event.name, event.index)}: {value}"
        case Announced():
            return f"say {naming.announcement(event)}"
        case Chosen():
            who = naming.program.seat_name(event.seat)
            if event.move is None:
                return f"choose {who} {event.decision}"
            return f"choose {who} {event.decision}: {event.move} {naming.pick(event)}".rstrip()
    raise TypeError(event)
