"""Opponents that search: a process makes their choices, within a limit of time."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

from certify.errors import CertifyError, PlayError, SpecError
from certify.language.game import apply_settings, with_wagers
from certify.play.interpreter.program import Program
from certify.play.logs.log import PERSON, Session
from certify.play.policies import RANDOM, SEARCHER, policy_of
from certify.web.processes import Worker
from certify.web.shelf import Shelf

if TYPE_CHECKING:
    from certify.play.search.games import PlayersGame

MOST_PLAYOUTS = 10_000
"""Games that an opponent may imagine for a decision."""

OPEN = "open"
SECONDS_TO_CHOOSE = 120.0
"""The first choice of a game takes longest, since its rules are compiled."""

OFFERED = (10, 100, 1_000)
"""Numbers of games that a form offers."""


def check_opponent(program: Program, name: str) -> None:
    """Raise a `SpecError` unless a seat can be played so."""
    found = SEARCHER.fullmatch(name)
    if found is None:
        policy_of(program, name)
        return
    # As `certify.play.search.players` reads it, which loads the compiler.
    kind, number, policy = found.groups()
    if kind == OPEN:
        raise SpecError(f"{name} sees all cards, and is no opponent at a table; search:N is one")
    if len(number) > len(str(MOST_PLAYOUTS)) or not 1 <= int(number) <= MOST_PLAYOUTS:
        raise SpecError(f"{name} imagines {number} games; expected 1 to {MOST_PLAYOUTS:,}")
    if policy is not None:
        policy_of(program, policy)


class Opponents:
    """A process that is asked what opponents choose; it is begun when it is needed."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._lock = threading.Lock()
        self._worker: Worker | None = None

    def place(self, asked: dict[str, Any]) -> int:
        """Return the place of the option that is chosen; a `PlayError` tells why there is none."""
        with self._lock:
            worker = self._worker = self._worker or Worker(self.shelf.folder)
            timer = threading.Timer(SECONDS_TO_CHOOSE, worker.kill)
            timer.start()
            said = worker.asked(json.dumps(asked))
            timer.cancel()
            if said is None:
                self.close()
                raise PlayError(
                    f"no choice was made within {SECONDS_TO_CHOOSE:g} seconds, or for want of"
                    " memory; ask again, or begin a game with a search of fewer games"
                )
        if "error" in said:
            raise PlayError(said["error"])
        return int(said["place"])

    def close(self) -> None:
        """End the process."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None


def question(game: str, session: Session) -> dict[str, Any]:
    """Return what a process is asked: who chooses what in a game as it stands."""
    header = session.header
    return {
        "game": game,
        "hashes": [header.spec_sha256, header.paytable_sha256],
        "parameters": header.parameters,
        "wagers": header.wagers,
        "seats": [RANDOM if name == PERSON else name for name in header.seats],
        "seed": header.seed,
        "made": [(move.name, picked) for _, move, picked in session.made],
    }


def answer(asked: dict[str, Any], shelf: Shelf, kept: dict[str, PlayersGame]) -> dict[str, Any]:
    """Return the place of the option that is chosen, or an error; `kept` is the game before."""
    from certify.play.search.games import PlayersGame

    try:
        seats = asked["seats"]
        loaded = apply_settings(shelf.game(asked["game"]), asked["parameters"])
        if asked["wagers"]:
            loaded = with_wagers(loaded, asked["wagers"])
        if [loaded.spec_sha256, loaded.paytable_sha256] != asked["hashes"]:
            raise PlayError("the rules have changed since this game began; begin another")
        key = json.dumps([asked["hashes"], asked["parameters"], asked["wagers"], len(seats)])
        if key not in kept:
            kept.clear()
            kept[key] = PlayersGame(Program(loaded, len(seats)), searches=True)
        made = [(move, tuple(p) if isinstance(p, list) else p) for move, p in asked["made"]]
        game = kept[key]
        played = game.played(game.players(seats), asked["seed"], 0, made=made, most=len(made) + 1)
    except CertifyError as error:
        return {"error": str(error)}
    return {"place": played.choices[-1]}
