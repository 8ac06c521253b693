"""Long runs of a few quantities of a game, by the machinery of `certify simulate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certify.language.game import LoadedGame
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM
from certify.play.simulate.checkpoint import Checkpoint
from certify.play.simulate.job import COMPILED, Job
from certify.play.simulate.runner import StopRule, run_games
from certify.play.simulate.shards import Shard
from certify.play.tables import TablePolicy
from certify.play.tallies import Tallies
from certify.runtime.cores import cores
from certify.runtime.executors import Executor
from certify.runtime.processes import LocalMachine


@dataclass(frozen=True)
class Counted(Job):
    """A job that records some quantities alone, which leaves every game what it is."""

    recorded: tuple[str, ...] = ()

    def compiled(self) -> CompiledGame:
        """Return what plays the games."""
        return CompiledGame(
            Program(self.game, self.players),
            self.procedure,
            self.policies,
            quantities=self.recorded,
        )

    def prepare(self) -> Callable[[Shard], Tallies]:
        """Return what plays shards."""
        played, seed = self.compiled(), self.seed
        return lambda shard: played.play(seed, shard.first, shard.games)

    def description(self) -> dict[str, Any]:
        """Return what the job is, as plain data."""
        return super().description() | {"recorded": list(self.recorded)}


def counted(
    game: LoadedGame,
    recorded: Sequence[str],
    games: int,
    *,
    policies: Sequence[str | TablePolicy] = (RANDOM,),
    seed: int,
    folder: Path | None = None,
) -> Tallies:
    """Return what was recorded of games; finished parts are kept in the folder, if there is one."""
    job = Counted(
        game=game,
        players=len(policies),
        policies=tuple(policies),
        seed=seed,
        engine=COMPILED,
        recorded=tuple(recorded),
    )
    known = job.compiled()
    rule = StopRule(games, None, None, recorded[0])
    executor: Executor[Shard, Tallies] = LocalMachine(job, cores())
    store = None if folder is None else Checkpoint(folder, job, print)
    try:
        return run_games(Tallies.empty(known.names, known.scales), rule, executor, store)[0]
    finally:
        executor.close()
        if store is not None:
            store.close()
