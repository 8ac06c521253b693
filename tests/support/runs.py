"""Runs of a game that costs nothing to play, by an executor whose order is anybody's guess."""

from __future__ import annotations

import random

from certify.play.simulate.runner import StopRule, run_games
from certify.play.simulate.shards import Shard
from certify.play.tallies import Tallies
from certify.runtime.executors import Done

NAMES, SCALES, PAIRS = ("net", "turns"), (2, 1), (("net", "turns"),)


def empty() -> Tallies:
    return Tallies.empty(NAMES, SCALES, PAIRS)


def row(number: int) -> tuple[int, int]:
    """Return the values of a game, which follow from its number."""
    drawn = (number * 2654435761 >> 7) % 1000
    return drawn % 7 - 3 if drawn % 97 else 5000 + drawn, drawn % 11


def played(shard: Shard) -> Tallies:
    found = empty()
    for number in range(shard.first, shard.end):
        found.record(row(number))
    return found


class Anyhow:
    """Plays whichever shard it likes, and says that it took as long as it likes."""

    def __init__(self, seed: int = 1, width: int = 3, most_seconds: float = 0.01) -> None:
        self.width = width
        self.shards: list[Shard] = []
        self.all: list[Shard] = []
        self._random = random.Random(seed)
        self._most = most_seconds

    def submit(self, shard: Shard) -> None:
        assert len(self.shards) < self.width
        self.shards.append(shard)
        self.all.append(shard)

    def finished(self) -> list[Done[Shard, Tallies]]:
        self._random.shuffle(self.shards)
        number = self._random.randint(1, len(self.shards))
        chosen, self.shards = self.shards[:number], self.shards[number:]
        return [Done(one, played(one), self._random.random() * self._most) for one in chosen]

    def close(self) -> None:
        self.shards = []


def rule(
    games: int | None = None, seconds: float | None = None, sem: float | None = None
) -> StopRule:
    return StopRule(games, seconds, sem, "net")


def run(stop: StopRule, executor: Anyhow | None = None, store: object = None) -> Tallies:
    """Return the statistics of a run."""
    return run_games(empty(), stop, executor or Anyhow(), store)[0]  # type: ignore[arg-type]
