"""Small games for tests: a spec as text, loaded from a file of its own."""

from __future__ import annotations

from pathlib import Path

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame

HEAD = """\
certify: 1
game: {id: small, title: Small game, version: 1.0.0, date: 2026-11-21, kind: between_players,
       summary: A small game.}
source: {title: A test, file: test.txt, reference: none,
         sha256: "0000000000000000000000000000000000000000000000000000000000000000"}
clauses:
  C1: {lines: "1", text: Everything.}
"""

PACK = """\
packs:
  cards: {cards: {rank: 1..%d}, copies: %s, label: "{rank}", into: deck, cites: [C1]}
"""


def write_game(folder: Path, body: str, name: str = "small.yaml") -> Path:
    """Write a spec whose every element cites C1, and return its path."""
    path = folder / name
    path.write_text(HEAD + body, encoding="utf-8")
    return path


def small_game(folder: Path, body: str) -> LoadedGame:
    """Return a game from the part of its spec that follows the clauses."""
    return load_game(str(write_game(folder, body)))


def pack(highest: int, copies: str = "1") -> str:
    """Return the section of a pack of ranks from 1."""
    return PACK % (highest, copies)
