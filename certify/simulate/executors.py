"""Who plays the shards of a run: this process, or others."""

from __future__ import annotations

import time
from collections import deque
from typing import NamedTuple, Protocol

from certify.engine.tallies import Tallies
from certify.simulate.job import Job, playable
from certify.simulate.shards import Shard


class Played(NamedTuple):
    """A shard that has been played: its statistics, and how many seconds it took."""

    shard: Shard
    tallies: Tallies
    seconds: float


class Executor(Protocol):
    """Plays shards; what comes back, and in what order, may depend on the machine."""

    @property
    def width(self) -> int:
        """How many shards are worth having under way."""

    def submit(self, shard: Shard) -> None:
        """Have a shard played."""

    def finished(self) -> list[Played]:
        """Wait until shards are played, and return them."""

    def close(self) -> None:
        """End whatever is still being played."""


class InProcess:
    """Plays in this process, one shard at a time.

    Parameters
    ----------
    job : Job
        What is played.
    """

    width = 1

    def __init__(self, job: Job) -> None:
        self._game = playable(job)
        self._seed = job.seed
        self._waiting: deque[Shard] = deque()

    def submit(self, shard: Shard) -> None:
        """Have a shard played."""
        self._waiting.append(shard)

    def finished(self) -> list[Played]:
        """Play the next shard, and return it."""
        shard = self._waiting.popleft()
        began = time.perf_counter()
        tallies = self._game.play(self._seed, shard.first, shard.games)
        return [Played(shard, tallies, time.perf_counter() - began)]

    def close(self) -> None:
        """Forget what waits."""
        self._waiting.clear()
