"""What a seat sees of a game, in words within 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from certify.language.acts import LINE, NET, STAKE, TOTAL, WAGERED
from certify.language.game import wagers_made
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
from certify.play.interpreted import PLAY
from certify.play.interpreter.interpreter import Outcome
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.logs.log import Header
from certify.play.naming import Naming
from certify.play.views import ValueView, View, ZoneView
from certify.present.markup import said
from certify.present.paragraphs import paragraphs

INDENT = "  "

RECORDED = (STAKE, NET, LINE, TOTAL, WAGERED)


class Account:
    """Words for one seat, which is called you; for `EVERYONE` or `REFEREE` nobody is."""

    def __init__(self, program: Program, seat: int) -> None:
        self.program = program
        self.seat = seat
        self.naming = Naming(program)

    # Names ---------------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """Return how a seat is called."""
        return "you" if seat == self.seat else self.player(seat)

    def player(self, seat: int) -> str:
        """Return how a seat is called by others."""
        return self.program.called(seat)

    def zone(self, number: int | None) -> str:
        """Return the name of a zone."""
        if number is None:
            return "somewhere"
        name, index = self.program.layout.zones[number]
        if self.program.play.names.domains[name].kind == "seat":
            if index == self.seat:
                return f"your {said(name)}"
            return f"{said(name)} of {self.player(index)}"
        return f"{said(name)} {self.naming.index(name, index)}".strip()

    def value(self, kind: Type | None, value: object) -> str:
        """Return a value."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if kind is not None and kind.kind == "seat" and isinstance(value, int):
            return self.who(value)
        return self.naming.value(kind, value)

    def variable(self, name: str, index: int, value: object) -> str:
        """Return a variable, or the tokens of a place, with its value."""
        kinds = self.program.play.names
        shown = self.value(kinds.variable_types.get(name), value)
        if kinds.domains[name].kind == "seat":
            return f"{said(name)} of {self.who(index)} {shown}"
        return f"{said(name)} {self.naming.index(name, index)}".strip() + f" {shown}"

    def cards(self, cards: Sequence[int | None]) -> str:
        """Return cards: the labels of those that are seen, the number of the others."""
        seen = [card for card in cards if card is not None]
        return _seen_and_unseen(self.naming.cards(seen) if seen else "", len(cards) - len(seen))

    # Events --------------------------------------------------------------------------------------

    def events(self, events: Iterable[Event]) -> list[str]:
        """Return events in words, one line each; of what changed, the last values in one line."""
        lines: list[str] = []
        changed: dict[tuple[str, int], Changed] = {}

        def tell_changes() -> None:
            if changed:
                told = [self.variable(e.name, e.index, e.value) for e in changed.values()]
                lines.append(f"now {'; '.join(told)}")
                changed.clear()

        for event in events:
            if isinstance(event, Changed):
                changed[event.name, event.index] = event
                continue
            if isinstance(event, Chosen):
                tell_changes()
            lines.append(self._event(event))
        tell_changes()
        return lines

    def _event(self, event: Event) -> str:
        match event:
            case Moved():
                way = f"{self.zone(event.source)} -> {self.zone(event.target)}"
                text = f"{way}: {self.cards(event.cards)}"
            case Shuffled():
                text = f"{self.zone(event.zone)} is shuffled"
            case Turned():
                side = "up" if event.up else "down"
                card = self.cards([event.card])
                text = f"{card} in {self.zone(event.zone)} is turned face {side}"
            case Shown():
                text = self._shown(event)
            case Announced():
                text = event.text
                for name, value in event.values:
                    kind = self.naming.announced.get((event.text, name))
                    text = text.replace(f"{{{name}}}", self.naming.value(kind, value))
            case Chosen() if event.move is None:
                has = "have" if event.seat == self.seat else "has"
                text = f"{self.who(event.seat)} {has} decided ({said(event.decision)})"
            case Chosen():
                picked = self._picked(event)
                text = f"{self.who(event.seat)}: {said(event.move or '')} {picked}".rstrip()
            case _:
                raise TypeError(event)
        return text

    def _shown(self, event: Shown) -> str:
        is_all = len(event.seats) == self.program.players
        to = "all" if is_all else ", ".join(self.who(seat) for seat in event.seats)
        zones = dict.fromkeys(event.zones)
        parts = []
        for zone in zones:
            cards = [c for c, z in zip(event.cards, event.zones, strict=True) if z == zone]
            parts.append(f"{self.cards(cards)} ({self.zone(zone)})")
        return f"shown to {to}: {', '.join(parts)}"

    def _picked(self, event: Chosen) -> str:
        if event.kind in CARD_PICKS:
            return self.cards(event.picked)
        if event.kind == "seat":
            return " ".join(self.who(seat) for seat in event.picked)
        return " ".join(map(str, event.picked))

    # The present ---------------------------------------------------------------------------------

    def view(
        self, view: View, *, whole: bool = False, totals: Mapping[int, str] | None = None
    ) -> list[str]:
        """Return what the seat sees now, one line for each zone that is not empty.

        With `whole`, variables that are as they were at first too; `totals` are told behind the
        cards of a zone, by its number.
        """
        lines: list[str] = []
        # What is one's own stands last, next to the moves.
        for zone in sorted(view.zones, key=lambda zone: self._is_own(zone.zone)):
            if zone.is_empty or (zone.unseen is None and not zone.cards):
                continue
            name = self.zone(zone.zone)
            cards = _seen_and_unseen(" ".join(zone.cards), zone.unseen or 0)
            top = ""
            if (
                len(zone.cards) > 1
                and self.program.play.spec.zones[self.program.layout.zones[zone.zone][0]].ordered
            ):
                top = " (top last)"
            lines.append(f"{name}: {cards}{top}{(totals or {}).get(zone.zone, '')}")
        empty = self._empty(view)
        if empty:
            lines.append(f"no cards: {', '.join(empty)}")
        told = [self._told(value) for value in view.variables if whole or not value.is_start]
        if told:
            lines.append("; ".join(told))
        told = [self._told(value) for value in view.tokens if value.written != "0"]
        told += [f"{said(name)} left {number}" for name, number in view.supplies]
        if told:
            lines.append(f"tokens: {'; '.join(told)}")
        return lines

    def _is_own(self, zone: int) -> bool:
        name, index = self.program.layout.zones[zone]
        return index == self.seat and self.program.play.names.domains[name].kind == "seat"

    def _empty(self, view: View) -> list[str]:
        """Return the names of empty zones; of several that are all empty, the name they share."""
        by_name: dict[str, list[ZoneView]] = {}
        for zone in view.zones:
            by_name.setdefault(self.program.layout.zones[zone.zone][0], []).append(zone)
        found = []
        for name, zones in by_name.items():
            if all(zone.is_empty for zone in zones):
                found.append(said(name))
            else:
                found += [self.zone(zone.zone) for zone in zones if zone.is_empty]
        return found

    def _told(self, value: ValueView) -> str:
        return self.variable(value.name, value.index, value.value)

    def option(self, move: MoveRule, picked: Any, hidden: Iterable[int] = ()) -> str:
        """Return a move with its pick, as it can be typed; cards that are hidden have no label."""
        name = said(move.name)
        if move.pick is None:
            return name
        unseen = set(hidden)
        match move.pick.kind:
            case "card" | "cards" | "order":
                cards = (picked,) if isinstance(picked, int) else tuple(picked)
                seen = [None if card in unseen else card for card in cards]
                text = self.cards(seen) or "no cards"
            case "seat" if isinstance(picked, int):
                text = self.program.seat_name(picked)
            case _:
                text = str(picked)
        return f"{name} {text}"


def _seen_and_unseen(seen: str, unseen: int) -> str:
    """Return the labels of cards that are seen, and how many others there are."""
    if not unseen:
        return seen
    kind = "unseen " if seen else ""
    number = f"{unseen} {kind}card{'s' if unseen > 1 else ''}"
    return f"{seen} and {number}" if seen else number


def wrapped(lines: Iterable[str]) -> str:
    """Return lines within 80 columns, indented, and without what could steer a terminal."""
    return "\n".join(paragraphs(printable(line), label=INDENT, hanging=4) for line in lines)


def printable(text: str) -> str:
    """Return text without control characters."""
    return "".join(sign for sign in text if sign.isprintable() or sign == "\n")


def result_lines(found: Outcome, account: Account, seats: Sequence[str]) -> list[str]:
    """Return how a game ended."""
    result = account.program.play.spec.result
    has_winner = result is not None and result.best is not None
    lines = []
    measures = dict(found.measures)
    for seat, score in enumerate(found.scores):
        verdict = ""
        if has_winner:
            won = "won" if seat in found.winners else "lost"
            verdict = f", {won}" if found.winners else ", drawn"
        name = account.player(seat)
        you = " (you)" if seat == account.seat else f" ({seats[seat]})"
        lines.append(f"{name}{you}: score {score}{verdict}")
    lines += _wager_lines(account, measures)
    if measures:
        told = [f"{said(name)} {account.value(None, v)}" for name, v in measures.items()]
        lines.append(f"recorded: {'; '.join(told)}")
    return lines


def _wager_lines(account: Account, measures: dict[str, int | bool | Fraction]) -> list[str]:
    """Return what each wager came to that was made, and take what is told of wagers away."""
    game = account.program.game
    made = wagers_made(game)
    lines = []
    for name, wager in game.spec.wagers.items():
        found = {what: measures.pop(f"{what}.{name}", 0) for what in RECORDED}
        if name not in made or not (found[STAKE] or found[NET]):
            continue
        text = f"{wager.title}: put down {account.value(None, found[STAKE])}"
        text += f", brought {account.value(None, found[NET])}"
        if found[LINE]:
            row = game.paytable_rows(wager.paytable or "")[int(found[LINE]) - 1]
            text += f" ({row.outcome})"
        lines.append(text)
    return lines


def _seed_line(header: Header) -> str:
    """Return where chance comes from, and what is played, in words."""
    parts = ["Dealt by hand, without a seed" if header.seed is None else f"Seed {header.seed}"]
    if header.number is not None:
        parts.append(f"game {header.number} of its series")
    if header.procedure != PLAY:
        parts.append(f"procedure {header.procedure}")
    return ", ".join(parts)


def heading(account: Account, header: Header) -> str:
    """Return what is played, by whom, and where chance comes from: a line for each."""
    game = account.program.game
    identity = game.spec.game
    lines = [f"{identity.title} {identity.version} ({identity.id})"]
    if game.changed:
        changed = ", ".join(f"{name} = {value}" for name, value in game.changed)
        lines.append(f"CHANGED from the spec: {changed}")
    seats = (f"{account.player(seat)}: {who}" for seat, who in enumerate(header.seats))
    return "\n".join([*lines, ", ".join(seats), _seed_line(header)])
