"""Provenance of the numbers of a result."""

from __future__ import annotations

from typing import Any

from certify.language.game import LoadedGame
from certify.version import __version__


def provenance_of(game: LoadedGame) -> dict[str, Any]:
    """Return the fields of `certify.results.Provenance` for a game with its settings."""
    return {
        "game": game.spec.game.id,
        "title": game.spec.game.title,
        "version": game.spec.game.version,
        "spec_sha256": game.spec_sha256,
        "paytable_sha256": game.paytable_sha256,
        "changed": game.changed,
        "engine_version": __version__,
    }
