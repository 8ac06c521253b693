"""What is simulated: everything that a game's course follows from, with its identity."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from certify.errors import SpecError, nearest_name
from certify.language.game import LoadedGame
from certify.numerics.fingerprint import fingerprint
from certify.play.interpreted import PLAY, InterpretedGame, PlayableGame, by_seat
from certify.play.interpreter.program import Program
from certify.play.simulate.shards import Shard
from certify.play.tables import Fold, TablePolicy
from certify.play.tallies import Pair, Tallies
from certify.runtime.canonical import sha256_of
from certify.version import __version__

INTERPRETER, COMPILED = "interpreter", "compiled"
ENGINES = (COMPILED, INTERPRETER)
"""Who can play, the fastest first."""

ROOTS = ("certify.play.simulate.job",)
"""What a game's course rests on."""


@dataclass(frozen=True)
class Job:
    """A series of games: number i of it is always the same game, whoever plays it.

    Attributes
    ----------
    game : LoadedGame
        The game, with its settings.
    players : int
        How many play.
    policies : tuple of str or TablePolicy
        How each seat is played.
    seed : int
        Seed of the series.
    procedure : str
        The procedure that is a game.
    pairs : tuple of tuple of str
        Quantities of which the products are summed too.
    scales : tuple of tuple
        Name and scale of quantities that need be no integers.
    engine : str
        ``interpreter`` or ``compiled``: who plays.
    """

    game: LoadedGame
    players: int
    policies: tuple[str | TablePolicy, ...]
    seed: int
    procedure: str = PLAY
    pairs: tuple[Pair, ...] = ()
    scales: tuple[tuple[str, int], ...] = ()
    engine: str = INTERPRETER

    @property
    def parts(self) -> tuple[str, ...]:
        """Modules that what is played rests on."""
        return ROOTS

    def prepare(self) -> Callable[[Shard], Tallies]:
        """Return what plays shards."""
        game, seed = playable(self), self.seed
        return lambda shard: game.play(seed, shard.first, shard.games)

    def told(self, asked: Shard) -> str:
        """Return what a shard is, in words."""
        return f"{asked} of seed {self.seed}"

    def description(self) -> dict[str, Any]:
        """Return what the job is, as plain data; equal jobs have equal descriptions."""
        identity = self.game.spec.game
        program = Program(self.game, self.players)
        return {
            "certify": __version__,
            "code": code_fingerprint(),
            "engine": self.engine,
            "game": identity.id,
            "version": identity.version,
            "spec_sha256": self.game.spec_sha256,
            "paytable_sha256": self.game.paytable_sha256,
            "settings": {name: str(value) for name, value in self.game.changed},
            "procedure": self.procedure,
            "players": self.players,
            "policies": [described(policy) for policy in by_seat(program, self.policies)],
            "seed": self.seed,
            "pairs": [list(pair) for pair in self.pairs],
            "scales": dict(self.scales),
        }

    def sha256(self) -> str:
        """Return the SHA-256 of the canonical form of the description."""
        return sha256_of(self.description())


def playable(job: Job) -> PlayableGame:
    """Return what plays the games of a job: the one place where the engine is chosen."""
    program = Program(job.game, job.players)
    make: Callable[..., PlayableGame] = InterpretedGame
    if job.engine == COMPILED:
        # It loads slowly, and needs not for a game that is interpreted.
        from certify.play.compiler.compiled import CompiledGame

        make = CompiledGame
    return make(
        program,
        procedure=job.procedure,
        policies=job.policies,
        pairs=job.pairs,
        scales=dict(job.scales),
    )


def require_engine(name: str) -> None:
    """Raise `SpecError` if there is no such engine."""
    if name not in ENGINES:
        nearest = nearest_name(name, ENGINES)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(f"there is no engine {name!r}{meant}; known: {', '.join(ENGINES)}")


def code_fingerprint() -> str:
    """Return a SHA-256 of the sources by which games are played."""
    return fingerprint(ROOTS)


def described(policy: str | TablePolicy) -> str:
    """Return a policy as text: its name, and of tables the SHA-256 of what they say."""
    return policy if isinstance(policy, str) else f"{policy.name} {table_sha256(policy)}"


def table_sha256(policy: TablePolicy) -> str:
    """Return a SHA-256 of everything that the tables of a policy say.

    The result: 64 digits; that of another policy differs, whatever its name.
    """
    data: dict[str, Any] = {"otherwise": policy.otherwise}
    for name, decision in policy.decisions.items():
        data[f"decision {name}"] = [
            [_axis(axis) for axis in decision.index],
            list(decision.table.shape),
            hashlib.sha256(decision.table.astype("<i1").tobytes()).hexdigest(),
            [list(order) for order in decision.orders],
        ]
    return sha256_of(data)


def _axis(axis: str | Fold) -> Any:
    if isinstance(axis, str):
        return axis
    steps = hashlib.sha256(axis.steps.astype("<i4").tobytes()).hexdigest()
    return [axis.cards, axis.attribute, axis.first, axis.start, list(axis.steps.shape), steps]
