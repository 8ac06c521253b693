"""Checks the log of a game: re-plays it, and refuses the first event that cannot be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.errors import (
    CertifyError,
    IllegalMoveError,
    PlayError,
    SpecError,
    nearest_name,
)
from certify.language.document import read_text
from certify.language.game import LoadedGame, apply_settings
from certify.play.events import REFEREE
from certify.play.interpreted import require_procedure
from certify.play.interpreter.interpreter import Outcome, choose, decision_of, legal, outcome, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.logs.log import PERSON, TABLE, Header, Line, log_naming, result_line
from certify.play.logs.log_lines import (
    KINDS,
    LARGEST_LOG,
    Entry,
    header_in,
    log_error,
    read_entries,
    shown,
)
from certify.play.logs.logged_chance import Ended, LoggedChance, Refused, Tape, places_of
from certify.play.observation import Recorder
from certify.play.policies import SEARCHER, policy_names
from certify.play.reading import picked_from

Loader = Callable[[str], LoadedGame]

TABLES = re.compile(re.escape(TABLE) + r"[\w.+/ -]{1,200}")
"""Who plays a seat by tables; what they say is not known from the log."""


@dataclass(frozen=True)
class Replayed:
    """A log that is right.

    Attributes
    ----------
    game : LoadedGame
        The game, with the settings of the header.
    state : State
        The game as the log leaves it.
    recorder : Recorder
        What happened, as `REFEREE` sees it.
    decisions, chances : int
        How many of each there are, those taken back left out.
    undone : int
        Decisions that were taken back.
    is_over : bool
        Whether the game ended.
    has_result : bool
        Whether the log has the result; if so, it is right.
    outcome : Outcome or None
        How the game ended, if it did.
    """

    header: Header
    game: LoadedGame
    state: State
    recorder: Recorder
    decisions: int
    chances: int
    undone: int
    is_over: bool
    has_result: bool
    outcome: Outcome | None


def replay_file(path: str | Path, load: Loader) -> Replayed:
    """Check the log in a file; see `replay`."""
    return replay(read_text(Path(path), str(path), LARGEST_LOG), str(path), load)


def replay(text: str, path: str, load: Loader) -> Replayed:
    """Re-play a log.

    Raises `LogError` at the first line that is wrong, or that tells of something impossible; it
    names the line, and the clauses and rulings that are broken.
    """
    entries = read_entries(text, path)
    header = header_in(entries[0], path)
    game = _game(entries[0], header, path, load)
    try:
        program = Program(game, header.players)
        require_procedure(program, header.procedure)
    except SpecError as error:
        raise log_error(path, 1, str(error)) from None
    if len(header.seats) != header.players:
        raise log_error(
            path, 1, f"seats has {len(header.seats)} entries; expected {header.players}, as players"
        )
    players = (PERSON, *policy_names(program))
    for seat in header.seats:
        if seat not in players and not (TABLES.fullmatch(seat) or SEARCHER.fullmatch(seat)):
            known = ", ".join(players)
            raise log_error(path, 1, f"seats: nobody plays as {shown(seat)}; known: {known}")
    return _Replay(program, header, entries[1:], path).run()


def _game(entry: Entry, header: Header, path: str, load: Loader) -> LoadedGame:
    name = header.game
    if not name.replace("-", "").isalnum():
        raise log_error(path, 1, f"game: expected the id of a game; found {shown(name)}")
    try:
        game = load(name)
    except CertifyError as error:
        hint = "for another spec, `certify replay --game FILE`"
        raise log_error(path, entry.number, f"game: {error}; {hint}") from None
    identity = game.spec.game
    found = (
        ("game", name, identity.id),
        ("version", header.version, identity.version),
        ("spec_sha256", header.spec_sha256, game.spec_sha256),
        ("paytable_sha256", header.paytable_sha256, game.paytable_sha256),
    )
    for key, logged, wanted in found:
        if logged != wanted:
            message = f"{key}: the log is of {shown(logged)}, but {game.path} is {shown(wanted)}"
            if key.endswith("256"):
                message += "; the rules are not those of the log"
            raise log_error(path, entry.number, message)
    try:
        changed = apply_settings(game, header.parameters)
    except SpecError as error:
        raise log_error(path, entry.number, f"parameters: {error}") from None
    try:
        return header.wagered(changed)
    except SpecError as error:
        raise log_error(path, entry.number, f"wagers: {error}") from None


# Re-playing --------------------------------------------------------------------------------------


class _Replay:
    """Plays a log."""

    def __init__(
        self, program: Program, header: Header, entries: Sequence[Entry], path: str
    ) -> None:
        self.program, self.header, self.path = program, header, path
        self.naming = log_naming(program)
        self.tape = Tape(entries)
        self.undone = 0
        self.has_result = False

    def run(self) -> Replayed:
        """Play the whole log."""
        try:
            self._begin()
            while True:
                self._next()
        except Ended:
            pass
        except Refused as refused:
            raise log_error(self.path, refused.number, str(refused)) from None
        except PlayError as error:
            message = f"here the rules of the spec cannot go on: {error}"
            raise log_error(self.path, self.tape.last, message) from None
        over = self.state.is_over
        return Replayed(
            self.header,
            self.program.game,
            self.state,
            self.recorder,
            sum(entry.kind == "seat" for entry in self.tape.kept),
            sum(entry.kind != "seat" for entry in self.tape.kept),
            self.undone,
            over,
            self.has_result,
            outcome(self.state) if over else None,
        )

    def _begin(self) -> None:
        header = self.header
        self.chance = LoggedChance(self.program, header.seed, header.chance(), self.tape)
        # Made while the game has not begun, so that every event of it is seen.
        procedure = header.procedure
        self.state = self.chance.state = initial_state(
            self.program, self.chance, procedure=procedure
        )
        self.state.recorder = self.recorder = Recorder(self.state, (REFEREE,))
        self._run(lambda: run(self.state))

    def _run(self, call: Callable[[], None]) -> None:
        """Run the game on; what chance refuses in it is told with the rule that wanted it."""
        try:
            call()
        except PlayError as error:
            if not self.chance.refusals:
                raise
            refused = self.chance.refusals[0]
            where = error.place.split(": ")[-1].split(".")
            cites = dict.fromkeys((*self._cites_at(where), *self.chance.cites))
            message = f"{refused} ({', '.join(cites)}; {error.place})"
            raise Refused(refused.number, message) from None

    # Decisions

    def _next(self) -> None:
        """Play the next line, at a decision or at the end of the game."""
        entry = self.tape.take()
        if self.state.is_over:
            self._check_end(entry)
        elif entry.kind == "undo":
            self._undo(entry)
        elif entry.kind == "seat":
            self._decide(entry)
        else:
            who = self.program.called(self.state.seat)
            asked = f"{who} is asked for {decision_of(self.state).name} here"
            message = f"{asked}; found {KINDS[entry.kind]}, {shown(entry.line)}"
            raise Refused(entry.number, message, self._asking())

    def _decide(self, entry: Entry) -> None:
        state, line = self.state, entry.line
        decision = decision_of(state)
        seat = self._seat(entry, line["seat"])
        if seat != state.seat:
            raise Refused(
                entry.number,
                f"{self.program.called(state.seat)} is asked for {decision.name} here,"
                f" not {self.program.called(seat)}",
                self._asking(),
            )
        if line["decision"] != decision.name:
            raise Refused(
                entry.number,
                f"{self.program.called(seat)} is asked for {decision.name},"
                f" not for {line['decision']!r}",
                self._asking(),
            )
        name, pick = line["move"], line.get("pick", "")
        rule = next((move for move in decision.moves if move.name == name), None)
        if rule is not None and (rule.pick is None) != ("pick" not in line):
            what = "picks nothing" if rule.pick is None else "needs a pick"
            raise Refused(entry.number, f"the move {name} {what}", rule.cites)
        try:
            move, picked = legal(state, name, picked_from(state, name, pick))
        except IllegalMoveError as error:
            detail = self._where(decision.name, name, pick)
            raise Refused(entry.number, f"{error}{detail}") from None
        self.tape.kept.append(entry)
        self._run(lambda: choose(state, move, picked))

    def _where(self, decision: str, move: str, pick: str | int) -> str:
        """Return where picked cards lie, in words; nothing if no cards are picked."""
        moves = self.program.play.decisions[decision].moves
        rule = next((one.pick for one in moves if one.name == move), None)
        pack = rule.candidate.type.pack if rule is not None else ""
        if not pack:
            return ""
        found = []
        for label in dict.fromkeys(str(pick).split()):
            places = places_of(self.state, label, self.naming, pack)
            if places:
                found.append(f"{label} lies in {places}")
        return f"; {', '.join(found)}" if found else ""

    def _seat(self, entry: Entry, given: int | str) -> int:
        names = [self.program.seat_name(seat) for seat in range(self.program.players)]
        if isinstance(given, int) and 1 <= given <= self.program.players:
            return given - 1
        if given in names:
            return names.index(str(given))
        raise Refused(
            entry.number, f"seat: expected 1 to {self.program.players}; found {shown(given)}"
        )

    def _undo(self, entry: Entry) -> None:
        number = entry.line["undo"]
        made = [place for place, kept in enumerate(self.tape.kept) if kept.kind == "seat"]
        if not 1 <= number <= len(made):
            raise Refused(
                entry.number,
                f"undo: expected 1 to {len(made)}, the decisions made so far; found {number}"
                if made
                else "undo: no decision was made so far",
            )
        self.undone += number
        self.tape.rewind(made[-number])
        self._begin()

    def _check_end(self, entry: Entry) -> None:
        result = self.program.play.spec.result
        cites = result.cites if result is not None else ()
        if entry.kind != "over" or self.has_result:
            raise Refused(entry.number, f"the game is over here; found {shown(entry.line)}", cites)
        expected = result_line(outcome(self.state))
        for key, value in entry.line.items():
            if value != expected[key] or _kinds(value) != _kinds(expected[key]):
                message = f"{key}: found {shown(value)}; it is {shown(expected[key])}"
                if isinstance(value, dict) and isinstance(expected[key], dict):
                    message = f"{key}: {_difference(value, expected[key])}"
                raise Refused(entry.number, message, cites)
        self.has_result = True

    def _asking(self) -> tuple[str, ...]:
        """Return what the rule cites that asks the decision."""
        place = self.program.places[max(0, self.state.resume - 1)]
        return self._cites_at([str(part) for part in place])

    def _cites_at(self, place: Sequence[str]) -> tuple[str, ...]:
        """Return what the procedure or move at a place of the spec cites."""
        spec = self.program.play.spec
        match place:
            case ["procedures", name, *_] if name in spec.procedures:
                return spec.procedures[name].cites
            case ["decisions", name, "moves", move, *_] if name in spec.decisions:
                return spec.decisions[name].moves[move].cites
        return ()


def _kinds(value: Any) -> Any:
    """Return the kinds of numbers, since true equals 1 and 1.0 equals 1."""
    if isinstance(value, list):
        return [type(part) for part in value]
    if isinstance(value, Mapping):
        return {key: type(part) for key, part in value.items()}
    return type(value)


def _difference(found: Line, expected: Line) -> str:
    for key in found:
        if key not in expected:
            nearest = nearest_name(key, expected)
            return f"unknown key {key!r}" + (f"; did you mean {nearest}?" if nearest else "")
    for key, value in expected.items():
        if key not in found:
            return f"{key!r} is missing; it is {shown(value)}"
        if found[key] != value or type(found[key]) is not type(value):
            return f"{key}: found {shown(found[key])}; it is {shown(value)}"
    return "not what was played"
