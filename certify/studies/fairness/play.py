"""Games whose seats have players by name: played in parts, each kept when it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from certify.language.game import LoadedGame
from certify.play.policies import RANDOM
from certify.play.tallies import Pair, Tallies
from certify.runtime.context import Context
from certify.runtime.workers import Workers, work_out
from certify.studies.fairness.parts import (
    BOTH,
    SCORES,
    TALLIES,
    Part,
    Scores,
    Seating,
    key_of,
    play_part,
    play_parts,
    scores_of,
    tallies_of,
)
from certify.studies.fairness.seats import pairs_needed

KIND = "played"
GAMES_OF_A_PART = 25_000
SEARCHED_GAMES_OF_A_PART = 25
"""Games of a part, without search and with it: no core waits long for the last one."""


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
    return [_together(played) for played in _played(requests, TALLIES, context, workers)]


class Scored(NamedTuple):
    """The scores of a simulation run, and of games with search their statistics too.

    Scores have the shape (games, players), the units of their scale and the order of the games.
    """

    scores: Scores
    tallies: Tallies | None


def all_scores(requests: Sequence[Request], context: Context, workers: Workers) -> list[Scored]:
    """Return the scores of several simulation runs, played side by side."""
    return [
        Scored(
            np.concatenate([scores_of(part, results) for part, results in played]),
            _together(played) if played[0][0].searches else None,
        )
        for played in _played(requests, SCORES, context, workers)
    ]


def compile_ahead(
    game: LoadedGame,
    sizes: Sequence[int],
    wanted: Sequence[str],
    context: Context,
    workers: Workers,
) -> None:
    """Have what plays a game compiled, for all numbers of players side by side.

    `wanted`: which results of games will be asked for. Otherwise one process compiles while the
    others wait for it, table by table.
    """
    if workers.is_alone or workers.interpreted or workers.scheduler:
        return
    tasks = []
    # What takes longest is begun first.
    for name, is_searched in (("search:2", True), (RANDOM, False)):
        own = [what for what in wanted if (what == BOTH) is is_searched]
        for size in sizes if own else ():
            seating = Seating(game, size, (name, *(RANDOM,) * (size - 1)))
            pairs = pairs_needed(size)
            tasks.append([Part(seating, what, 0, 1, pairs, is_searched) for what in own])
    work_out(
        play_parts,
        tasks,
        [None] * len(tasks),
        kind=KIND,
        context=replace(context, cache=None),
        workers=workers,
        doing="tables compiled",
        are_long=True,
    )


def _together(played: Sequence[tuple[Part, bytes]]) -> Tallies:
    """Return the statistics of all parts of a simulation run."""
    first, *others = (tallies_of(part, results) for part, results in played)
    for part in others:
        first.add(part)
    return first


def _played(
    requests: Sequence[Request], what: str, context: Context, workers: Workers
) -> list[list[tuple[Part, bytes]]]:
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
                seating,
                BOTH if searches else what,
                first,
                min(step, games - first),
                pairs,
                searches,
                workers.interpreted,
            )
            for first in range(0, games, step)
        ]
        parts += own
        sizes.append(len(own))
    results = work_out(
        play_part,
        parts,
        [key_of(part) for part in parts],
        kind=KIND,
        context=context,
        workers=workers,
        doing="games played",
        are_long=any(part.searches for part in parts),
    )
    found = zip(parts, results, strict=True)
    return [[next(found) for _ in range(size)] for size in sizes]
