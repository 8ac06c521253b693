"""How much is played: fewer games where games are long, and players that search in shorter ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from certify.language.catalogue import LoadedGame
from certify.language.overrides import apply_settings
from certify.language.parameters import written
from certify.play.interpreter.program import Program
from certify.play.search.players import Player
from certify.studies.fairness.ladder import clairvoyant_of, players_of
from certify.studies.fairness.question import FEWEST_GAMES
from certify.studies.fairness.results.fairness import SearchEffort, ShorterPlay
from certify.studies.fairness.runs import (
    AGAIN,
    Lengths,
    Run,
    deals_of,
    further_runs,
    is_search,
    is_searched,
    meetings_of,
)

DECISIONS_OF_A_GAME = 2_000
DECISIONS_OF_A_MATCH = 20_000
"""Decisions that a game, and a match, may have on average; of longer ones fewer are played."""

DECISIONS_OF_A_SEARCHED_GAME = 4_000_000
"""Decisions, most of them imagined, that a game with a searching player may have on average."""

OF_MEETINGS = 0.6
"""Part of the games of players that search which are meetings; the others tell of the strongest."""

PILOT_GAMES = FEWEST_GAMES
"""Games by which it is judged how long games are: the first of their series."""

STEP = 0.9
"""By how much the number of searched games is lowered until they are few enough."""

Pilot = Callable[[LoadedGame], Mapping[str, float]]
"""Tells the mean decisions of a game, by every policy that anybody plays by."""


def affordable(asked: int, decisions: float, of_a_game: int, least: int = FEWEST_GAMES) -> int:
    """Return how many games are played of those that are asked for.

    Parameters
    ----------
    asked : int
        How many are asked for.
    decisions : float
        Mean decisions of a game.
    of_a_game : int
        Decisions that a game may have on average.
    least : int
        Games that are played whatever their length, if so many are asked for.

    Returns
    -------
    int
        All of them, or as many as have no more decisions together than so many games of
        `of_a_game` decisions, but at least `least`.
    """
    if decisions <= of_a_game:
        return asked
    return max(min(asked, least), int(asked * of_a_game / decisions))


@dataclass(frozen=True)
class Searched:
    """What players that search play, and how many games.

    Attributes
    ----------
    game : LoadedGame
        The game, or a shorter one that its spec names under `lengths`.
    lengths : Lengths
        How long it is.
    effort : SearchEffort
        How many games, and what they are.
    """

    game: LoadedGame
    lengths: Lengths
    effort: SearchEffort


@dataclass(frozen=True)
class Parts:
    """What is played by players that search: parts of the games, and the runs of each part.

    Attributes
    ----------
    players : mapping
        Players by name.
    runs : sequence of tuple
        Shares of the games, and the runs among which each is shared out.
    """

    players: Mapping[str, Player]
    runs: Sequence[tuple[float, Sequence[Run]]]

    def work(self, lengths: Lengths, seats: int, games: int) -> float:
        """Return about how many decisions so many games have, most of them imagined."""
        found = 0.0
        for part, runs in self.runs:
            deals = deals_of(runs, self.players, lengths, seats, round(part * games))
            for run, number in zip(runs, deals, strict=True):
                cost = lengths.cost(self.players[run.player], self.players[run.opponent], seats)
                found += number * run.seatings(seats) * run.repeats * cost
        return found


def parts_of(
    program: Program, players: Mapping[str, Player], fair: Sequence[str], is_skill_asked: bool
) -> Parts:
    """Return what players that search will play, before it is known who is strongest.

    Parameters
    ----------
    program : Program
        The game.
    players : mapping
        Players by name.
    fair : sequence of str
        Those who do not see what is hidden, from the weakest on.
    is_skill_asked : bool
        Whether more is asked for than equal play of the last of them.

    Returns
    -------
    Parts
        The last of the ladder stands for the strongest.
    """
    last = fair[-1]
    if not is_skill_asked:
        runs: list[tuple[float, list[Run]]] = [(1.0, [Run(last, last, AGAIN)])]
        every = dict(players)
    else:
        clairvoyant = clairvoyant_of(players[last])
        every = {**players, **players_of(program, (*dict.fromkeys((*players, clairvoyant)),))}
        others = [name for name in fair if not is_search(players[name]) and name != last]
        runs = [
            (OF_MEETINGS, meetings_of(fair)),
            (1 - OF_MEETINGS, further_runs(last, others, clairvoyant)),
        ]
    return Parts(
        every, [(part, [run for run in some if is_searched(run, every)]) for part, some in runs]
    )


def searched_play(
    game: LoadedGame,
    lengths: Mapping[str, float],
    parts: Parts,
    seats: int,
    asked: int,
    pilot: Pilot,
) -> Searched:
    """Return what players that search play, so that a study ends.

    Parameters
    ----------
    game : LoadedGame
        The game.
    lengths : mapping
        Its mean decisions by policy.
    parts : Parts
        What is to be played.
    seats : int
        At the table.
    asked : int
        Games of search that are asked for.
    pilot : callable
        Tells how long shorter games are, if there must be any.

    Returns
    -------
    Searched
        The game itself with all games that are asked for, if these have no more than
        `DECISIONS_OF_A_SEARCHED_GAME` on average, imagined ones with them; or with fewer games, but
        `FEWEST_DEALS` of each run at least. If these are too long still, the longest of the
        shorter games under `lengths` of the spec with which it can be done, or the shortest.

    Notes
    -----
    Conditioning: none.
    Method: what a game costs is estimated from lengths alone, as `Lengths.cost` does it, so that no
        result depends on a clock.
    Error: none; intervals are those of the games that are played.
    Source: derived here.
    """
    most = asked * DECISIONS_OF_A_SEARCHED_GAME

    def fitting(means: Mapping[str, float]) -> int | None:
        known = Lengths(means)
        if parts.work(known, seats, 0) > most:
            return None
        games = asked
        while parts.work(known, seats, games) > most:
            games = int(STEP * games)
        return games

    games = fitting(lengths)
    if games is not None:
        return Searched(game, Lengths(lengths), SearchEffort(asked=asked, played=games))
    shorter = []
    for name, length in game.spec.lengths.items():
        changed = apply_settings(game, length.set)
        means = pilot(changed)
        if max(means.values()) < max(lengths.values()):
            shorter.append((name, changed, means))
    for name, changed, means in sorted(shorter, key=lambda each: -max(each[2].values())):
        games = fitting(means)
        if games is not None or changed is _shortest(shorter):
            length = game.spec.lengths[name]
            play = ShorterPlay(
                name=name,
                text=length.text,
                settings=tuple((key, written(value)) for key, value in length.set.items()),
            )
            effort = SearchEffort(asked=asked, played=games or 0, shorter=play)
            return Searched(changed, Lengths(means), effort)
    return Searched(game, Lengths(lengths), SearchEffort(asked=asked, played=0))


def _shortest(shorter: Sequence[tuple[str, LoadedGame, Mapping[str, float]]]) -> LoadedGame:
    return min(shorter, key=lambda each: max(each[2].values()))[1]
