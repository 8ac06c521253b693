"""Parts of simulation runs whose seats have players by name, and how a part is played."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from certify.language.game import LoadedGame
from certify.play.interpreted import PLAY
from certify.play.interpreter.program import Program
from certify.play.search.players import Searcher, player_named
from certify.play.tallies import Pair, Tallies

if TYPE_CHECKING:
    from certify.play.search.games import PlayersGame


TALLIES, SCORES, BOTH = "tallies", "scores", "both"
"""What is wanted of games."""

Scores = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Seating:
    """A game and the player of each seat, by names of `certify.play.search.players`.

    The same `seed` gives the same deals; another `repeat` has the same deals, and other chance in
    what players choose.
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
class Part:
    """Games of a seating that are played in one go; `what` says which results are wanted.

    Games with search take so long that all their results are kept together. Whether they are
    `interpreted` or compiled does not change the games.
    """

    seating: Seating
    what: str
    first: int
    games: int
    pairs: tuple[Pair, ...]
    searches: bool
    interpreted: bool = False


def key_of(part: Part) -> Any:
    """Return plain data that determines a part; it contains no wording of the rules."""
    seating, game = part.seating, part.seating.game
    return {
        "play": game.play_sha256,
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


def play_part(part: Part) -> bytes:
    """Return the results of the games of a part."""
    seating = part.seating
    game = _table(_Identified(seating), part.pairs, part.searches)
    series = (seating.seats, seating.seed, part.first, part.games, seating.repeat)
    by = part.interpreted
    if part.what == BOTH:
        tallies, scores = game.interpreted(*series)
        return _written([tallies.to_data(), scores.tolist()])
    if part.what == TALLIES:
        return _written(game.play(*series, interpreted=by).to_data())
    room = io.BytesIO()
    np.save(room, game.scores(*series, interpreted=by), allow_pickle=False)
    return room.getvalue()


def play_parts(parts: Sequence[Part]) -> bytes:
    """Play some parts for what is compiled then, and return nothing."""
    for part in parts:
        play_part(part)
    return b""


def _written(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def tallies_of(part: Part, results: bytes) -> Tallies:
    """Return the statistics among the results of a part."""
    data = json.loads(results)
    return Tallies.from_data(data[0] if part.what == BOTH else data)


def scores_of(part: Part, results: bytes) -> Scores:
    """Return the scores among the results of a part, shape (games, players)."""
    if part.what == BOTH:
        return np.array(json.loads(results)[1], dtype=np.int64)
    scores: Scores = np.load(io.BytesIO(results), allow_pickle=False)
    return scores


@dataclass(frozen=True, eq=False)
class _Identified:
    """A seating, equal to another if the same module plays both."""

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
    """Return the game ready to be played, made once for all its parts."""
    # What is kept is shown without what plays.
    from certify.play.search.games import PlayersGame

    seating = identified.seating
    program = Program(seating.game, seating.players)
    return PlayersGame(program, seating.procedure, pairs, searches=searches)
