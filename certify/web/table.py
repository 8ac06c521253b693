"""A game that is played in the browser: its log goes on as it does."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from certify.errors import IllegalMoveError, PlayError, SpecError
from certify.language.game import names_in, with_wagers
from certify.library.account import Account, heading, result_lines
from certify.library.moves import MOST_LISTED, Moves
from certify.library.played import choices
from certify.library.table_figures import TableFigures, in_spec_order
from certify.play.events import Changed, Chosen, Event
from certify.play.interpreted import PLAY, require_procedure
from certify.play.interpreter.interpreter import Options, decision_of, legal, options, outcome
from certify.play.interpreter.program import Program
from certify.play.logs.log import LARGEST_SEED, PERSON, Line, Session, header_of
from certify.play.logs.log_lines import header_in, read_entries
from certify.play.policies import RANDOM, SEARCHER, policy_of
from certify.play.reading import picked_from
from certify.play.views import observe
from certify.runtime.canonical import canonical_bytes
from certify.web.opponents import Opponents, check_opponent, question
from certify.web.places import Place
from certify.web.shelf import Shelf

MOST_EVENTS = 40


class _Log:
    """A log that is written to, once what is in it has been played again."""

    def __init__(self, path: Path) -> None:
        self.path, self.is_on = path, False

    def __call__(self, line: Line) -> None:
        if self.is_on:
            with self.path.open("ab") as file:
                file.write(canonical_bytes(line) + b"\n")


@dataclass
class Table:
    """A game that one person plays against policies.

    Attributes
    ----------
    game : str
        By which id it is served.
    seat : int
        The person's, from 0.
    """

    name: str
    game: str
    seat: int
    session: Session
    log: _Log
    opponents: Opponents
    lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        program = self.session.program
        self.account = Account(program, self.seat)
        self.moves = Moves(self.session, self.account)
        self.figures = TableFigures(program)
        self.policies = [
            None if name == PERSON or SEARCHER.fullmatch(name) else policy_of(program, name)
            for name in self.session.header.seats
        ]
        self.streams = choices(self.session.header)
        self.stuck = ""
        self._searched: dict[str, Any] | None = None
        self._rested = threading.Event()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.session.state.is_over

    @property
    def thinks(self) -> str:
        """Who searches for a choice now, or was stuck in it; empty if nobody."""
        is_mine = self.is_over or self.session.state.seat == self.seat
        return "" if is_mine else self.session.header.seats[self.session.state.seat]

    def rest(self, seconds: float) -> None:
        """Wait while others think."""
        self._rested.wait(seconds)

    def advance(self) -> None:
        """Let the others play until the person is asked, somebody searches, or the game is over."""
        self.stuck, self._searched = "", None
        while not self.is_over and self.session.state.seat != self.seat:
            policy = self.policies[self.session.state.seat]
            if policy is None:
                self._rested.clear()
                self._searched = question(self.game, self.session)
                threading.Thread(target=self._search, args=(self._searched,), daemon=True).start()
                return
            stream = self.streams[self.session.state.seat]
            self.session.choose(*policy(self.session.state, stream))
        self._rested.set()

    def _search(self, asked: dict[str, Any]) -> None:
        """Have a choice made, and let the game go on, unless it was taken back meanwhile."""
        place, stuck = 0, ""
        try:
            place = self.opponents.place(asked)
        except PlayError as error:
            stuck = str(error)
        with self.lock:
            if asked is not self._searched:
                return
            if stuck:
                self.stuck = stuck
                self._rested.set()
                return
            self.session.choose(*options(self.session.state).at(place))
            self.advance()

    def options(self) -> Options:
        """Return what the person can do."""
        return in_spec_order(self.session.program, self.session.state)

    def move(self, decision: int, words: str) -> None:
        """Make a move, by its number or as it is written; `decision` tells which is answered."""
        if self.thinks:
            raise IllegalMoveError("it is not your turn; somebody else has to choose first")
        if self.is_over or decision != len(self.session.made) + 1:
            raise IllegalMoveError("that was decided already; this is the game as it stands")
        given = words.split()
        if not given:
            raise IllegalMoveError("no move is given; choose one of those below")
        read = self.moves.numbered if given[0].isdecimal() else self.moves.written
        self.session.choose(*read(given, self.options()))
        self.advance()

    def undo(self) -> None:
        """Take the person's last decision back."""
        made = self.session.made
        mine = [place for place, (seat, _, _) in enumerate(made) if seat == self.seat]
        if not mine:
            raise IllegalMoveError("there is nothing to take back: you have not decided anything")
        self.session.undo(len(made) - mine[-1])
        self.advance()

    def text(self) -> str:
        """Return the log; not while cards are hidden, since they stand in it."""
        if not self.is_over:
            raise IllegalMoveError("the log tells every card; it is here when the game is over")
        return self.log.path.read_text(encoding="utf-8")

    def told(self) -> dict[str, Any]:
        """Return what the person sees, and nothing else."""
        state, program = self.session.state, self.session.program
        view = observe(state, self.seat)
        places = [
            Place(
                self.account.zone(zone.zone),
                zone.cards,
                zone.unseen or 0,
                self.figures.total(state, zone),
            )
            for zone in view.zones
            if not zone.is_empty and (zone.cards or zone.unseen)
        ]
        seen = self.session.recorder.history(self.seat)
        history = self.account.events(_last(seen))
        shown = {
            "places": places,
            "lines": self.account.view(replace(view, zones=())),
            "money": self.figures.money(state),
            "sums": self.figures.sums(state, view.zones),
            "history": history[-MOST_EVENTS:],
            "number": len(self.session.made) + 1,
            "is_over": state.is_over,
            "can_undo": any(seat == self.seat for seat, _, _ in self.session.made),
            "player": self.account.player(self.seat),
            "thinks": self.thinks,
            "stuck": self.stuck,
        }
        if state.is_over:
            ended = result_lines(outcome(state), self.account, self.session.header.seats)
            title = heading(self.account, self.session.header).splitlines()
            return shown | {
                "result": ended,
                "cards": self.figures.at_the_end(state),
                "heading": title,
                "options": [],
                "short": [],
                "decision": "",
            }
        if self.thinks:
            return shown | {"options": [], "short": [], "decision": "", "hand": ""}
        found = self.options()
        is_short = found.total > MOST_LISTED
        hand = "; ".join(
            f"{program.layout.zones[zone.zone][0]}: {' '.join(zone.cards)}"
            for zone in view.zones
            if zone.cards
        )
        after = "; ".join(
            f"{event.decision}: {event.move} {self.account.naming.pick(event)}".rstrip()
            for event in seen
            if isinstance(event, Chosen) and event.seat == self.seat
        )
        return shown | {
            "decision": decision_of(state).text,
            "options": [] if is_short else self.moves.listed(found),
            "short": self.moves.in_short(found) if is_short else [],
            "hand": hand,
            "after": after,
        }


def _last(history: Sequence[Event]) -> Sequence[Event]:
    """Return the last events, from a choice on, of which there are enough lines to be shown."""
    lines = 0
    for place in range(len(history) - 1, -1, -1):
        lines += not isinstance(history[place], Changed)
        if lines >= MOST_EVENTS and isinstance(history[place], Chosen):
            return history[place:]
    return history


def begun(
    shelf: Shelf,
    opponents: Opponents,
    path: Path,
    game: str,
    *,
    players: int | None,
    seat: int,
    policy: str,
    seed: int | None,
    wagers: str,
) -> Table:
    """Return a game that begins, its log in a file; parameters as of `Tables.open`."""
    loaded = shelf.game(game)
    if wagers.strip():
        loaded = with_wagers(loaded, names_in(wagers))
    program = Program(loaded, players)
    require_procedure(program, PLAY)
    if not 1 <= seat <= program.players:
        raise SpecError(f"there is no seat {seat} with {program.players} players")
    other = policy or next(iter(program.play.policies), RANDOM)
    check_opponent(program, other)
    who = [PERSON if place == seat - 1 else other for place in range(program.players)]
    drawn = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    log = _Log(path)
    log.is_on = True
    session = Session(program, header_of(program, drawn, who), log)
    table = Table(path.stem, game, seat - 1, session, log, opponents)
    table.advance()
    return table


def again(
    shelf: Shelf, opponents: Opponents, path: Path, game: str, *, seat: int, text: str
) -> Table:
    """Return a game as its log leaves it; a line that was not finished is left out."""
    log = _Log(path)
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    header_entry, *entries = read_entries(whole, path.name)
    header = header_in(header_entry, path.name)
    loaded = header.applied(shelf.game(game))
    if (loaded.spec_sha256, loaded.paytable_sha256) != (
        header.spec_sha256,
        header.paytable_sha256,
    ):
        raise PlayError("the rules have changed since this game began; begin another")
    session = Session(Program(loaded, header.players), header, log)
    for entry in entries:
        line = entry.line
        if "undo" in line:
            session.undo(line["undo"])
        elif "move" in line:
            picked = picked_from(session.state, line["move"], line.get("pick", ""))
            session.choose(*legal(session.state, line["move"], picked))
    log.is_on = True
    table = Table(path.stem, game, seat, session, log, opponents)
    table.advance()
    return table
