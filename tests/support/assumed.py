"""A small game of which the source has lost something, and what its results say of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from certify.studies.item.result import AssumptionText
from certify.studies.item.study import assumptions_of
from tests.support.specs import spec_with, written

LENGTH: dict[str, Any] = {
    "question": "How many rounds are there?",
    "supplies": "number of rounds",
    "decided": "Three.",
    "why": "The page is torn.",
    "parameters": ["rounds"],
    "alternatives": [
        {"text": "One round", "set": {"rounds": 1}},
        {"text": "Five rounds", "set": {"rounds": 5}},
        {"text": "Until nobody has a card; the length would have to be another kind of number"},
    ],
}
PACK: dict[str, Any] = {
    "question": "Which cards are there?",
    "supplies": "cards",
    "decided": "Those of a pack of 52.",
    "why": "The picture is lost.",
}
CHECKED: dict[str, Any] = {"question": "How many hold?", "decided": "Few.", "why": "It is so."}


def assumed_game(folder: Path, changes: dict[str, Any] | None = None) -> LoadedGame:
    """Return a game in which play rests on A1 and A2, and nothing but a check on A3."""
    data = spec_with(
        {
            "assumptions": {"A1": LENGTH, "A2": PACK, "A3": CHECKED},
            "packs/cards/cites": ["A2"],
            "invariants/few/cites": ["A3"],
            **(changes or {}),
        }
    )
    return load_game(str(written(folder, data)))


def assumed(folder: Path) -> tuple[AssumptionText, ...]:
    """Return what the results say of its assumptions."""
    return assumptions_of(assumed_game(folder))
