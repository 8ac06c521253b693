"""Games whose seats have players by name: played in parts, each kept when it is done."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.play.tallies import Pair, Tallies
from certify.runtime.context import Context
from certify.runtime.workers import Workers, work_out
from certify.studies.fairness.parts import Part, Seating, key_of, play_part
from certify.studies.fairness.seats import pairs_needed

KIND = "played"
GAMES_OF_A_PART = 100_000
SEARCHED_GAMES_OF_A_PART = 25
"""Games that are played in one go: where nobody searches, and where somebody does."""

Scores = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Request:
    """Games of a seating from the first of its simulation run on, and pairs to multiply and sum.

    The pairs are beside those of `seats.pairs_needed`.
    """

    seating: Seating
    games: int
    pairs: tuple[Pair, ...] = ()


def all_tallies(requests: Sequence[Request], context: Context, workers: Workers) -> list[Tallies]:
    """Return the statistics of several simulation runs, played side by side."""
    found = []
    for parts in _played(requests, "tallies", context, workers):
        tallies = [Tallies.from_data(json.loads(part)) for part in parts]
        for part in tallies[1:]:
            tallies[0].add(part)
        found.append(tallies[0])
    return found


def all_scores(requests: Sequence[Request], context: Context, workers: Workers) -> list[Scores]:
    """Return the scores of several simulation runs, played side by side.

    For each, shape (games, players), in the units of its scale and the order of games.
    """
    return [
        np.concatenate([np.load(io.BytesIO(part), allow_pickle=False) for part in parts])
        for parts in _played(requests, "scores", context, workers)
    ]


def _played(
    requests: Sequence[Request], what: str, context: Context, workers: Workers
) -> list[list[bytes]]:
    parts, sizes = [], []
    for request in requests:
        seating, games = request.seating, request.games
        searches = seating.searches
        # One module serves all that is asked of a table: so the pairs are always the same.
        needed = pairs_needed(seating.players)
        pairs = (*needed, *(pair for pair in request.pairs if pair not in needed))
        step = SEARCHED_GAMES_OF_A_PART if searches else GAMES_OF_A_PART
        own = [
            Part(
                seating, what, first, min(step, games - first), pairs, searches, workers.interpreted
            )
            for first in range(0, games, step)
        ]
        parts += own
        sizes.append(len(own))
    found = iter(
        work_out(
            play_part,
            parts,
            [key_of(part) for part in parts],
            kind=KIND,
            context=context,
            workers=workers,
            doing="games played",
        )
    )
    return [[next(found) for _ in range(size)] for size in sizes]
