"""What `certify compile` tells of a compiled game."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result

Lies = Literal["set", "order", "order and sums"]
"""How the cards of a zone are kept: as the bits of a word; in their order too; in their order, with
sums over them."""


class CompiledZone(Result):
    """How a zone lies in memory."""

    name: str
    number: int
    cards: int
    lies: Lies


class CompiledResult(Provenance):
    """A game as it is compiled.

    Attributes
    ----------
    players : int
        How many play.
    procedure : str
        What is played as a game.
    policies : tuple of str
        How the seats are played.
    source_sha256 : str
        SHA-256 of the generated module.
    lines, memory_bytes : int
        Lines of the module; memory of one game in play.
    units : int
        In how many parts of one amounts are counted.
    zones : tuple of CompiledZone
        How the zones lie in memory.
    """

    players: int
    procedure: str
    policies: tuple[str, ...]
    source_sha256: str
    lines: int
    memory_bytes: int
    units: int
    zones: tuple[CompiledZone, ...]
