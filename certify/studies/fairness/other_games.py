"""Games with other settings, and matches: played by every policy, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from certify.language.game import LoadedGame
from certify.play.policies import RANDOM
from certify.play.quantities import DECISIONS
from certify.play.tallies import Pair, Tallies
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness.effort import PILOT_GAMES, affordable
from certify.studies.fairness.parts import Seating
from certify.studies.fairness.play import Request, all_tallies
from certify.studies.fairness.runs import seed_of
from certify.studies.fairness.sensitivity import PlayedBy

SETTINGS = "settings"


def lengths_of(
    seatings: Sequence[Seating], asked: int, context: Context, workers: Workers
) -> list[float]:
    """Return the mean decisions of games without search, from the first of each simulation run.

    No more games are looked at than `asked`.
    """
    requests = [Request(seating, min(asked, PILOT_GAMES)) for seating in seatings]
    return [float(tallies.mean(DECISIONS)) for tallies in all_tallies(requests, context, workers)]


class OtherGames:
    """Plays variants of a game, by random play and by every policy of the spec."""

    def __init__(
        self, spec_of: LoadedGame, seats: int, seed: int, context: Context, workers: Workers
    ) -> None:
        self.policies = (RANDOM, *spec_of.spec.policies)
        self.seats, self.context, self.workers = seats, context, workers
        self.seed = seed_of(seed, SETTINGS)

    def alike(self, games: Sequence[LoadedGame], asked: int, of_a_game: int) -> PlayedBy:
        """Return play of all games, the same number of each for the same player.

        `of_a_game` is the number of decisions that a game may have, on average over all games.
        """
        lengths = self._lengths(games, asked)
        numbers: dict[_Key, int] = {}
        for policy in self.policies:
            mean = sum(lengths[game.changed, policy] for game in games) / len(games)
            number = affordable(asked, mean, of_a_game)
            numbers |= {(game.changed, policy): number for game in games}
        return self._played(games, numbers)

    def each(self, games: Sequence[LoadedGame], asked: int, of_a_game: int) -> PlayedBy:
        """Return play of all games, as many of each as its own length allows."""
        lengths = self._lengths(games, asked)
        return self._played(
            games, {key: affordable(asked, mean, of_a_game) for key, mean in lengths.items()}
        )

    def fewer(self, game: LoadedGame, asked: int, of_a_game: int, least: int) -> dict[str, int]:
        """Return how many of the games asked for each policy plays."""
        lengths = self._lengths([game], PILOT_GAMES)
        return {
            policy: affordable(asked, mean, of_a_game, least)
            for (_, policy), mean in lengths.items()
        }

    def _lengths(self, games: Sequence[LoadedGame], asked: int) -> dict[_Key, float]:
        keys = [(game.changed, policy) for policy in self.policies for game in games]
        seatings = [self._seating(game, policy) for policy in self.policies for game in games]
        found = lengths_of(seatings, asked, self.context, self.workers)
        return dict(zip(keys, found, strict=True))

    def _seating(self, game: LoadedGame, policy: str) -> Seating:
        return Seating(game, self.seats, (policy,) * self.seats, self.seed)

    def _played(self, games: Sequence[LoadedGame], numbers: dict[_Key, int]) -> PlayedBy:
        known = self._tallies(games, numbers)

        def play(game: LoadedGame, player: str, pairs: Sequence[Pair]) -> Tallies:
            del pairs  # those of equal play are always summed
            return known[game.changed, player]

        return play

    def _tallies(
        self, games: Sequence[LoadedGame], numbers: dict[_Key, int]
    ) -> dict[_Key, Tallies]:
        # Each is compiled once: the next to ask finds it compiled.
        asked = [(game, policy) for policy in self.policies for game in games]
        requests = [
            Request(self._seating(game, policy), numbers[game.changed, policy])
            for game, policy in asked
        ]
        found = all_tallies(requests, self.context, self.workers)
        return {
            (game.changed, policy): tallies
            for (game, policy), tallies in zip(asked, found, strict=True)
        }


_Key = tuple[tuple[tuple[str, str], ...], str]
"""Changes of a game, and the player."""
