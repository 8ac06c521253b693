"""The result of `certify compile`."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result

Lies = Literal["set", "order", "order and sums"]
"""How the cards of a zone are kept: as the bits of a word; in their order too; in their order, with
sums over them."""


class CompiledZone(Result):
    """How a zone is stored in memory."""

    name: str
    number: int
    cards: int
    lies: Lies


class CompiledResult(Provenance):
    """A compiled game; amounts are counted in units of one by `units`."""

    players: int
    procedure: str
    policies: tuple[str, ...]
    source_sha256: str
    lines: int
    memory_bytes: int
    units: int
    zones: tuple[CompiledZone, ...]
