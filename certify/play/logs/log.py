"""The log of a game: JSON Lines, written while it is played.

The first line is the header; each further line is one event of chance, one decision, moves that
were taken back, or, at the end, the result::

    {"certify_log": 1, "game": .., "version": .., "spec_sha256": .., "paytable_sha256": ..,
     "parameters": {..}, "players": 2, "seed": 5, "seats": ["person", "random"]}
    {"card": "8D", "from": "deck"}
    {"chance": "leader", "is": 2}
    {"seat": 1, "decision": "turn", "move": "play", "pick": "3C 3D"}
    {"undo": 1}
    {"over": true, "scores": [1, -1], "winners": [1], "measures": {..}}

Each line is canonical JSON. Seats count from 1. ``undo`` takes back so many decisions, and what
chance did after them: the log only ever grows, and shows what was tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TextIO

from certify.errors import OutputError
from certify.language.base import Scalar
from certify.language.game import WAGERS, LoadedGame, apply_settings, wagers_made, with_wagers
from certify.play.chance import Chance, Stream
from certify.play.interpreted import PLAY, streams
from certify.play.interpreter.interpreter import Outcome, choose, decision_of, outcome, run
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.naming import Naming, unique_labels
from certify.play.observation import Recorder
from certify.runtime.canonical import canonical_bytes

FORMAT = 1
LARGEST_SEED = 2**53 - 1
"""Largest integer that every reader of JSON keeps."""

PERSON = "person"
TABLE = "table:"
"""Before the name of tables that play a seat, which are none of the spec's policies."""

Line = dict[str, Any]
Sink = Callable[[Line], None]


@dataclass(frozen=True)
class Header:
    """The first line of a log.

    Attributes
    ----------
    parameters : dict
        Settings that differ from the spec's.
    seed : int or None
        Seed of what chance decides; None of a game dealt by hand.
    seats : tuple of str
        Who plays each seat: ``person``, or the name of a policy.
    number : int or None
        Number of the game, from 0, in the series of a simulation with that seed; None if it is of
        none.
    procedure : str
        What was played as a game.
    wagers : tuple of str
        The wagers that are made; empty if they are those of the spec that are not optional.
    """

    game: str
    version: str
    spec_sha256: str
    paytable_sha256: str
    parameters: dict[str, Scalar]
    players: int
    seed: int | None
    seats: tuple[str, ...]
    number: int | None = None
    procedure: str = PLAY
    wagers: tuple[str, ...] = ()

    def line(self) -> Line:
        """Return it as it is written; what is as usual is left out."""
        lists = {"seats": list(self.seats), "wagers": list(self.wagers)}
        line = {"certify_log": FORMAT} | vars(self) | lists
        if self.number is None:
            del line["number"]
        if self.procedure == PLAY:
            del line["procedure"]
        if not self.wagers:
            del line["wagers"]
        return line

    def applied(self, game: LoadedGame) -> LoadedGame:
        """Return the game with the settings and the wagers of the log; `SpecError` if it cannot."""
        return self.wagered(apply_settings(game, self.parameters))

    def wagered(self, game: LoadedGame) -> LoadedGame:
        """Return the game with the wagers of the log; `SpecError` if it cannot."""
        return with_wagers(game, self.wagers) if self.wagers else game

    def chance(self) -> Stream | None:
        """Return the stream of what chance decides; None of a game dealt by hand."""
        if self.seed is None:
            return None
        return Stream(self.seed) if self.number is None else streams(self.seed, self.number)[0]


def header_of(
    program: Program,
    seed: int | None,
    seats: Sequence[str],
    *,
    number: int | None = None,
    procedure: str = PLAY,
) -> Header:
    """Return the header of a game that is played."""
    game = program.game
    changed = dict(game.changed)
    made = changed.pop(WAGERS, None)
    return Header(
        game=game.spec.game.id,
        version=game.spec.game.version,
        spec_sha256=game.spec_sha256,
        paytable_sha256=game.paytable_sha256,
        parameters={name: game.settings.get(name, text) for name, text in changed.items()},
        players=program.players,
        seed=seed,
        seats=tuple(seats),
        number=number,
        procedure=procedure,
        wagers=() if made is None else wagers_made(game),
    )


class LogFile:
    """A log that is being written; each line is on the disk before play goes on.

    Raises `OutputError` if it exists, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.parent.is_dir():
            raise OutputError(
                str(path), f"the folder {path.parent} does not exist; create it first"
            )
        try:
            self._file: TextIO = path.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            raise OutputError(str(path), "it exists; a log is never written over") from None
        except OSError as error:
            raise OutputError(str(path), str(error.strerror)) from None

    def __call__(self, line: Line) -> None:
        """Write a line."""
        try:
            self._file.write(canonical_bytes(line).decode() + "\n")
            self._file.flush()
        except OSError as error:
            raise OutputError(str(self.path), str(error.strerror)) from None

    def close(self) -> None:
        """Close the file."""
        try:
            self._file.close()
        except OSError as error:
            # What could not be written when it was to be cannot be written now.
            raise OutputError(str(self.path), str(error.strerror)) from None


class _TellingChance:
    """Chance of a stream that tells what it decides."""

    def __init__(self, program: Program, inner: Chance, sink: Sink) -> None:
        self.inner, self.sink = inner, sink
        self.state: State | None = None
        self.naming = log_naming(program)

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return which card is the top one."""
        place = self.inner.card(cards, number)
        assert self.state is not None  # noqa: S101  (set before play begins)
        card = cards[place]
        zone = self.naming.zone(self.state.where[card])
        self.sink({"card": self.naming.labels[card], "from": zone})
        return place

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return which element is meant."""
        place = self.inner.element(name, elements)
        value = element_written(self.naming, name, elements[place])
        self.sink({"chance": name, "is": value})
        return place


def log_naming(program: Program) -> Naming:
    """Return the names that a log has: labels, with a number where they do not tell cards apart."""
    naming = Naming(program)
    naming.labels = unique_labels(program)
    return naming


def element_written(naming: Naming, name: str, value: Any) -> str | int:
    """Return what chance gave a variable, as the log has it: seats count from 1."""
    kind = naming.program.play.names.variable_types[name]
    if isinstance(value, int) and kind.kind in ("seat", "integer", "number"):
        return value + 1 if kind.kind == "seat" else value
    return naming.value(kind, value)


class Session:
    """A game with a seed that is played, recorded and logged; moves can be taken back.

    Attributes
    ----------
    state : State
        The game, at a decision or over.
    recorder : Recorder
        What everyone has seen.
    made : list of tuple
        Seat, move and pick of every decision that was not taken back.
    """

    def __init__(self, program: Program, header: Header, sink: Sink | None = None) -> None:
        self.program = program
        self.header = header
        self._sink = sink
        self._silent = False
        self._labels = unique_labels(program)
        self.made: list[tuple[int, MoveRule, Any]] = []
        self._write(header.line())
        self._begin()

    def _write(self, line: Line) -> None:
        if self._sink is not None and not self._silent:
            self._sink(line)

    def _begin(self) -> None:
        stream = self.header.chance()
        assert stream is not None  # noqa: S101  (only games with a seed are played)
        chance = _TellingChance(self.program, stream, self._write)
        procedure = self.header.procedure
        self.state = chance.state = initial_state(self.program, chance, procedure=procedure)
        self.state.recorder = self.recorder = Recorder(self.state)
        run(self.state)
        self._end()

    def _end(self) -> None:
        if self.state.is_over:
            self._write(result_line(outcome(self.state)))

    def choose(self, move: MoveRule, picked: Any) -> None:
        """Make a legal move; parameters as of `certify.play.interpreter.interpreter.choose`."""
        self._write(decision_line(self.state, move, picked, self._labels))
        self.made.append((self.state.seat, move, picked))
        choose(self.state, move, picked)
        self._end()

    def undo(self, number: int) -> None:
        """Take back the last so many decisions; what chance did after them is done again."""
        kept = self.made[: len(self.made) - number]
        self._write({"undo": number})
        self.made = []
        self._silent = True
        try:
            self._begin()
            for _, move, picked in kept:
                self.choose(move, picked)
        finally:
            self._silent = False


def decision_line(state: State, move: MoveRule, picked: Any, labels: Sequence[str]) -> Line:
    """Return the line of a decision that is about to be carried out."""
    line: Line = {
        "seat": state.seat + 1,
        "decision": decision_of(state).name,
        "move": move.name,
    }
    if move.pick is None:
        return line
    match move.pick.kind:
        case "card":
            pick: str | int = labels[picked]
        case "cards" | "order":
            pick = " ".join(labels[card] for card in picked)
        case "seat":
            pick = picked + 1
        case _:
            pick = picked
    return line | {"pick": pick}


def result_line(found: Outcome) -> Line:
    """Return the last line of a game that has ended."""
    return {
        "over": True,
        "scores": [_plain(score) for score in found.scores],
        "winners": [seat + 1 for seat in found.winners],
        "measures": {name: _plain(value) for name, value in found.measures.items()},
    }


def _plain(value: bool | int | Fraction) -> bool | int | str:
    """Return a number as it is written: a fraction, and an integer that is too large, as text."""
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    if isinstance(value, Fraction) or abs(value) > LARGEST_SEED:
        return str(value)
    return value
