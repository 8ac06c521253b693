"""A run cut into shards: which games are played in one go.

A game's number decides its course, so no result depends on how a run is cut; the shards follow the
clock. Fixed are the *looks*, numbers of games at which a rule that stops by precision is looked at.
No shard goes beyond one, so that what was played up to a look is the same in every run.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

LEAST_STRETCH = 1000
"""Games between two looks, as long as there are few."""

STRETCH_SHARE = 32
"""Between two looks a series grows by one part of so many: a run is at most that much too long."""

FIRST_SIZE = 16
"""Games of the first shards, before anything is known of how long they take."""

MOST_GROWTH = 8
SECONDS = 1.0
"""What a shard is to take."""


class Shard(NamedTuple):
    """Games that are played in one go: the number of the first, and how many."""

    first: int
    games: int

    @property
    def end(self) -> int:
        """The number after the last."""
        return self.first + self.games

    def __str__(self) -> str:
        return f"games {self.first:,} to {self.end - 1:,}"


class Looks:
    """The numbers of games at which a run is looked at: 1000, 2000, .., later three percent apart.

    They are the same for every run.
    """

    def __init__(self) -> None:
        self._ends = [0]

    def stretch(self, number: int) -> Shard:
        """Return the games between two looks among which is the game of a number."""
        while self._ends[-1] <= number:
            end = self._ends[-1]
            self._ends.append(end + max(LEAST_STRETCH, end // STRETCH_SHARE))
        place = bisect_right(self._ends, number)
        first = self._ends[place - 1]
        return Shard(first, self._ends[place] - first)

    def is_look(self, games: int) -> bool:
        """Return whether a run of so many games is looked at."""
        return games > 0 and self.stretch(games).first == games


LOOKS = Looks()


class Plan:
    """Which games are still to be played, in order.

    `end`: the number of games; None if something else ends the run.
    """

    def __init__(self, played: Iterable[Shard], end: int | None) -> None:
        self._played = sorted(played, reverse=True)
        self._end = end
        self._at = 0

    def next(self, most: int) -> Shard | None:
        """Return the next games to be played, so many at most; None if none are left."""
        while self._played and self._played[-1].first <= self._at:
            self._at = max(self._at, self._played.pop().end)
        end = min(self._at + most, LOOKS.stretch(self._at).end)
        if self._played:
            end = min(end, self._played[-1].first)
        if self._end is not None:
            end = min(end, self._end)
        if end <= self._at:
            return None
        found = Shard(self._at, end - self._at)
        self._at = end
        return found


class Pace:
    """How many games a shard is to have."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self.size = FIRST_SIZE

    def learn(self, shard: Shard, seconds: float) -> None:
        """Take up how long a shard has taken."""
        wanted = int(shard.games / max(seconds, 1e-6) * self._seconds)
        self.size = max(1, self.size // MOST_GROWTH, min(wanted, self.size * MOST_GROWTH))


def disjoint(shards: Iterable[Shard]) -> list[Shard]:
    """Return shards of which no two share a game: of those that do, the longer one."""
    found: list[Shard] = []
    end = 0
    for shard in sorted(shards, key=lambda shard: (shard.first, -shard.games)):
        if shard.first >= end:
            found.append(shard)
            end = shard.end
    return found
