"""Games whose seats are given to players by name: played in parts, each kept when it is done."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.engine.interpreted import PLAY
from certify.engine.program import Program
from certify.engine.search.games import PlayersGame
from certify.engine.search.players import Searcher, player_named
from certify.engine.tallies import Pair, Tallies
from certify.spec.catalogue import LoadedGame
from certify.studies.fairness.seats import pairs_needed
from certify.studies.laws import Desk
from certify.studies.tasks import Crew, work_out

KIND = "played"
GAMES_OF_A_PART = 100_000
SEARCHED_GAMES_OF_A_PART = 25
"""Games that are played in one go: where nobody searches, and where somebody does."""

Scores = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Seating:
    """Who plays a game, in which seats.

    Attributes
    ----------
    game : LoadedGame
        The game, with its settings.
    players : int
        How many seats there are.
    seats : tuple of str
        The player of each seat, as `certify.engine.search.players` names them.
    seed : int
        Seed of what chance brings: the same seed gives the same deals.
    repeat : int
        Another repeat has the same deals, and other chance in what players choose.
    procedure : str
        The procedure of the spec that is a game.
    """

    game: LoadedGame
    players: int
    seats: tuple[str, ...]
    seed: int = 1
    repeat: int = 0
    procedure: str = PLAY

    @property
    def searches(self) -> bool:
        """Whether a player in one of the seats searches."""
        program = Program(self.game, self.players)
        return any(isinstance(player_named(program, name), Searcher) for name in self.seats)


@dataclass(frozen=True)
class _Part:
    """Games of a seating that are played in one go; `what` tells what of them is wanted."""

    seating: Seating
    what: str
    first: int
    games: int
    pairs: tuple[Pair, ...]
    searches: bool


@dataclass(frozen=True)
class Request:
    """Games of a seating that are asked for, from the first of its series on.

    Attributes
    ----------
    seating : Seating
        Who plays what.
    games : int
        How many games.
    pairs : tuple of tuple of str
        Quantities of which the products are summed, besides those of `seats.pairs_needed`.
    """

    seating: Seating
    games: int
    pairs: tuple[Pair, ...] = ()


def all_tallies(requests: Sequence[Request], desk: Desk, crew: Crew) -> list[Tallies]:
    """Return the statistics of several series; they are played side by side."""
    found = []
    for parts in _played(requests, "tallies", desk, crew):
        tallies = [Tallies.from_data(json.loads(part)) for part in parts]
        for part in tallies[1:]:
            tallies[0].add(part)
        found.append(tallies[0])
    return found


def all_scores(requests: Sequence[Request], desk: Desk, crew: Crew) -> list[Scores]:
    """Return the scores of several series; they are played side by side.

    Returns
    -------
    list of ndarray of int64, shape (games, players)
        For each series the score of each seat, in the units of its scale, in the order of games.
    """
    return [
        np.concatenate([np.load(io.BytesIO(part), allow_pickle=False) for part in parts])
        for parts in _played(requests, "scores", desk, crew)
    ]


def _played(requests: Sequence[Request], what: str, desk: Desk, crew: Crew) -> list[list[bytes]]:
    parts, sizes = [], []
    for request in requests:
        seating, games = request.seating, request.games
        searches = seating.searches
        # One module serves all that is asked of a table: so the pairs are always the same.
        needed = pairs_needed(seating.players)
        pairs = (*needed, *(pair for pair in request.pairs if pair not in needed))
        step = SEARCHED_GAMES_OF_A_PART if searches else GAMES_OF_A_PART
        own = [
            _Part(seating, what, first, min(step, games - first), pairs, searches)
            for first in range(0, games, step)
        ]
        parts += own
        sizes.append(len(own))
    found = iter(
        work_out(
            play_part,
            parts,
            [_key(part) for part in parts],
            kind=KIND,
            desk=desk,
            crew=crew,
            doing="games played",
        )
    )
    return [[next(found) for _ in range(size)] for size in sizes]


def _key(part: _Part) -> Any:
    """Return plain data from which a part follows."""
    seating, game = part.seating, part.seating.game
    return {
        "spec": game.spec_sha256,
        "paytables": game.paytable_sha256,
        "changed": [list(setting) for setting in game.changed],
        "players": seating.players,
        "seats": list(seating.seats),
        "seed": seating.seed,
        "repeat": seating.repeat,
        "procedure": seating.procedure,
        "what": part.what,
        "first": part.first,
        "games": part.games,
        "pairs": [list(pair) for pair in part.pairs],
    }


def play_part(part: _Part) -> bytes:
    """Return what is wanted of the games of a part."""
    seating = part.seating
    game = _table(_Identified(seating), part.pairs, part.searches)
    series = (seating.seats, seating.seed, part.first, part.games, seating.repeat)
    if part.what == "tallies":
        return json.dumps(game.play(*series).to_data(), separators=(",", ":")).encode()
    room = io.BytesIO()
    np.save(room, game.scores(*series), allow_pickle=False)
    return room.getvalue()


@dataclass(frozen=True, eq=False)
class _Identified:
    """A seating that is equal to another if the same module plays both."""

    seating: Seating

    def _identity(self) -> tuple[Any, ...]:
        game, seating = self.seating.game, self.seating
        changed = tuple(map(tuple, game.changed))
        hashes = (game.spec_sha256, game.paytable_sha256)
        return (*hashes, changed, seating.players, seating.procedure)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identified) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())


@lru_cache(maxsize=4)
def _table(identified: _Identified, pairs: tuple[Pair, ...], searches: bool) -> PlayersGame:
    """Return what plays a game; it is made once for all parts of it."""
    seating = identified.seating
    program = Program(seating.game, seating.players)
    return PlayersGame(program, seating.procedure, pairs, searches=searches)
