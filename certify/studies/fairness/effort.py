"""Numbers of games: fewer where games are long, and shorter games for players that search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import written
from certify.play.interpreter.program import Program
from certify.play.search.players import Player
from certify.studies.fairness.ladder import clairvoyant_of, players_of
from certify.studies.fairness.question import LEAST_GAMES
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

DECISIONS_OF_A_GAME = 1_000
DECISIONS_OF_A_MATCH = 10_000
"""Mean decisions that a game and a match may have; of longer ones fewer are played."""

DECISIONS_OF_A_SEARCHED_GAME = 2_000_000
"""Mean decisions, most of them simulated in searches, that a game with search may have."""

LEEWAY = 2
"""So many times as many may be had by the fewest games, before a shorter game is played instead."""

OF_MEETINGS = 0.6
"""Share of the games with search that are meetings; the others measure the strongest player."""

PILOT_GAMES = LEAST_GAMES
"""Games from which the length of games is estimated: the first of their simulation run."""

STEP = 0.9
"""Factor by which the number of searched games is lowered until they are few enough."""

Pilot = Callable[[LoadedGame], Mapping[str, float]]
"""Returns the mean decisions of a game, for each policy that somebody plays by."""


def affordable(asked: int, decisions: float, of_a_game: int, least: int = LEAST_GAMES) -> int:
    """Return how many games are played of those asked for, so that long games take no longer.

    All if a game has at most `of_a_game` decisions on average; else as many as have together no
    more decisions than the games asked for would have with `of_a_game` each, but at least `least`
    (or all).
    """
    if decisions <= of_a_game:
        return asked
    return max(min(asked, least), int(asked * of_a_game / decisions))


@dataclass(frozen=True)
class Searched:
    """The game that players with search play, or a shorter one, and how many games."""

    game: LoadedGame
    lengths: Lengths
    effort: SearchEffort


@dataclass(frozen=True)
class Parts:
    """What players that search play: shares of the games, and the runs that divide each share."""

    players: Mapping[str, Player]
    runs: Sequence[tuple[float, Sequence[Run]]]

    def work(self, lengths: Lengths, seats: int, games: int) -> float:
        """Return the approximate decisions of so many games, most of them simulated in searches."""
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

    `fair` are the players who do not see hidden cards, from the weakest on; the last of them stands
    for the strongest.
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
    """Return the game and the number of games that players with search can play in the time.

    The game itself with all games asked for, if these have at most `DECISIONS_OF_A_SEARCHED_GAME`
    on average, simulated decisions included; or with fewer games, but at least `FEWEST_DEALS` of
    each run. If that is more than `LEEWAY` times too much, the longest shorter game under `lengths`
    of the spec that fits, or the shortest. Cost is estimated from lengths alone (`Lengths.cost`),
    so that no result depends on a clock.
    """
    most = asked * DECISIONS_OF_A_SEARCHED_GAME

    def fitting(means: Mapping[str, float]) -> int | None:
        known = Lengths(means)
        fewest = parts.work(known, seats, 0)
        if fewest > LEEWAY * most:
            return None
        games = asked
        while parts.work(known, seats, games) > max(most, fewest):
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
