"""A compiled game: its generated source, and how it is stored in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from certify.language.game import LoadedGame
from certify.play.compiler.compiled import CompiledGame
from certify.play.compiler.plan import ZonePlan
from certify.play.interpreted import PLAY
from certify.play.interpreter.program import Program
from certify.studies.simulation.compiled_result import CompiledResult, CompiledZone, Lies
from certify.studies.simulation.study import policies_by_seat

WORD = 8


def compile_game(
    game: LoadedGame,
    *,
    players: int | None = None,
    policies: Sequence[str] = (),
    procedure: str = PLAY,
) -> CompiledGame:
    """Return a game with its generated source; machine code is made when it first plays.

    `players` is by default the fewest; `policies` are a name for all seats, or ``SEAT=NAME``;
    `procedure` plays a game.
    """
    program = Program(game, players)
    return CompiledGame(program, procedure, policies_by_seat(game, program, policies))


def described(compiled: CompiledGame) -> CompiledResult:
    """Return the description of a compiled game."""
    program = compiled.program
    return CompiledResult(
        **program.game.provenance(),
        players=program.players,
        procedure=compiled.procedure,
        policies=tuple(
            policy if isinstance(policy, str) else policy.name for policy in compiled.policies
        ),
        source_sha256=hashlib.sha256(compiled.source.encode()).hexdigest(),
        lines=compiled.source.count("\n"),
        memory_bytes=WORD * compiled.generated.size,
        units=compiled.generated.units,
        zones=tuple(
            CompiledZone(name=zone.name, number=zone.number, cards=zone.pack.size, lies=_lies(zone))
            for zone in compiled.generated.zones
        ),
    )


def _lies(zone: ZonePlan) -> Lies:
    if not zone.has_order:
        return "set"
    return "order" if zone.pack.is_small else "order and sums"
