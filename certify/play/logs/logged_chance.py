"""Chance that does what a log says, and refuses what cannot be."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NoReturn

from certify.errors import PlayError, nearest_name
from certify.play.chance import Stream
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.logs.log import element_written, log_naming
from certify.play.logs.log_lines import Entry, shown
from certify.play.naming import Naming

MOST_EVENTS = 1_000_000
"""Events that are played in all; those before a move that was taken back are played again."""


class Ended(Exception):  # noqa: N818  (not an error: the log stops here)
    """The log has no more events."""


class Refused(Exception):  # noqa: N818  (it becomes a LogError)
    """An event cannot be.

    Attributes
    ----------
    number : int
        Line of the log.
    """

    def __init__(self, number: int, message: str, cites: Sequence[str] = ()) -> None:
        self.number = number
        super().__init__(f"{message} ({', '.join(cites)})" if cites else message)


class Tape:
    """The events of a log, taken one by one.

    Attributes
    ----------
    kept : list of Entry
        Those that have been played and not taken back.
    last : int
        Line of the last that was taken.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.left = deque(entries)
        self.kept: list[Entry] = []
        self.last = 1
        self._taken = 0

    def take(self) -> Entry:
        """Return the next event."""
        if not self.left:
            raise Ended
        entry = self.left.popleft()
        self.last = entry.number
        self._taken += 1
        if self._taken > MOST_EVENTS:
            raise Refused(entry.number, f"more than {MOST_EVENTS} events, repeated ones too")
        return entry

    def rewind(self, number: int) -> None:
        """Let the first so many of the kept events be played again."""
        self.left.extendleft(reversed(self.kept[:number]))
        self.kept = []


class LoggedChance:
    """The chance of a game whose log is on a tape.

    `seed`: seed that the game was played with. None if it was dealt by hand. `stream`: the stream
    with which the log must agree, of that seed.

    Attributes
    ----------
    state : State
        The game; to be set before play begins.
    refusals : list of Refused
        What was refused. The engine adds where in the spec that was.
    cites : tuple of str
        What the zone and the pack, or the variable, of the refused event cite.
    """

    state: State

    def __init__(
        self, program: Program, seed: int | None, stream: Stream | None, tape: Tape
    ) -> None:
        self.program, self.seed, self.tape = program, seed, tape
        self.naming = log_naming(program)
        self.stream = stream
        self.refusals: list[Refused] = []
        self.cites: tuple[str, ...] = ()

    def _refuse(self, entry: Entry, message: str, cites: tuple[str, ...]) -> NoReturn:
        self.refusals.append(Refused(entry.number, message))
        self.cites = cites
        raise PlayError(message)

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return which of the first `number` cards of a shuffled zone the log has on top."""
        planned = None if self.stream is None else self.stream.card(cards, number)
        zone = self.state.where[cards[0]]
        name = self.naming.zone(zone)
        entry = self.tape.take()
        spec = self.program.play.spec
        zone_name, index = self.program.layout.zones[zone]
        pack = self.program.play.names.zone_packs[zone_name]
        cites = (*spec.zones[zone_name].cites, *spec.packs[pack].cites)
        if entry.kind != "card":
            message = f"a card of {name} is dealt here; found {shown(entry.line)}"
            self._refuse(entry, message, cites)
        label = entry.line["card"]
        if entry.line["from"] not in (name, self._by_number(zone_name, index)):
            message = f"a card of {name} is dealt here, not of {shown(entry.line['from'])}"
            self._refuse(entry, message, cites)
        names, labels = self.naming.labels, self.program.deck.labels
        places = [
            place for place in range(number) if label in (names[cards[place]], labels[cards[place]])
        ]
        if not places:
            self._refuse(entry, self._not_there(label, name, pack), cites)
        self.tape.kept.append(entry)
        if planned is None:
            return places[0]
        if planned not in places:
            drawn = names[cards[planned]]
            self._refuse(entry, f"with seed {self.seed} the card is {drawn}, not {label}", cites)
        return planned

    def _by_number(self, name: str, index: int) -> str:
        """Return the name of a zone with the number of its seat, which may be used for a role."""
        if self.program.play.names.domains[name].kind == "seat":
            return f"{name}[{index + 1}]"
        return name

    def _not_there(self, label: str, zone: str, pack: str) -> str:
        places = places_of(self.state, label, self.naming, pack)
        if not places:
            known = {self.program.deck.labels[card] for card in self.program.deck.cards(pack)}
            nearest = nearest_name(label, known)
            meant = f"; did you mean {nearest}?" if nearest else ""
            return f"there is no card {shown(label)}{meant}"
        dealt = [
            entry.number
            for entry in self.tape.kept
            if entry.kind == "card" and entry.line["card"] == label
        ]
        if dealt:
            return f"{label} has been dealt already, in line {dealt[-1]}; it lies in {places}"
        return f"{label} cannot be dealt from {zone}; it lies in {places}"

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return which element of a list the log has for the variable of that name."""
        planned = None if self.stream is None else self.stream.element(name, elements)
        entry = self.tape.take()
        cites = self.program.play.spec.variables[name].cites
        if entry.kind != "chance" or entry.line["chance"] != name:
            message = f"chance gives {name} a value here; found {shown(entry.line)}"
            self._refuse(entry, message, cites)
        value = entry.line["is"]
        roles = [self.program.seat_name(seat) for seat in range(self.program.players)]
        is_seat = self.program.play.names.variable_types[name].kind == "seat"
        if is_seat and value in roles and isinstance(value, str):
            value = roles.index(value) + 1
        written = [element_written(self.naming, name, element) for element in elements]
        if value not in written:
            known = ", ".join(map(str, dict.fromkeys(written[:20])))
            message = f"chance cannot give {name} {shown(value)}; it can give {known}"
            self._refuse(entry, message, cites)
        self.tape.kept.append(entry)
        if planned is None:
            return written.index(value)
        if written[planned] != value:
            message = f"with seed {self.seed} {name} is {written[planned]}, not {shown(value)}"
            self._refuse(entry, message, cites)
        return planned


def places_of(state: State, label: str, naming: Naming, pack: str) -> str:
    """Return where the cards of a pack with a label lie, in words; nothing if there are none."""
    deck = state.program.deck
    zones = {
        state.where[card]
        for card in deck.cards(pack)
        if label in (naming.labels[card], deck.labels[card]) and state.where[card] >= 0
    }
    return " and ".join(naming.zone(zone) for zone in sorted(zones))
