"""The documents of a submission and their parts, by the names that profiles use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """Where a part of the submission stands: a file, and the heading in it; none for the first."""

    file: str
    heading: str = ""


RULEBOOK, RULEMAKING = "rulebook.pdf", "rulebook-rulemaking.pdf"
DEALING, ODDS, CARD = "dealing-procedure.pdf", "odds.pdf", "rack-card.pdf"
LAYOUT, LAYOUT_SVG, GUIDE = "layout.pdf", "layout.svg", "players-guide.pdf"
CERTIFICATE, MATRIX = "certificate.pdf", "clause-matrix.pdf"
PAR, PAR_CSV = "par-sheet.pdf", "par-sheet.csv"
REPORT, RESULTS = "report.pdf", "results.json"
MANIFEST, SUMS = "manifest.json", "SHA256SUMS"

OBJECT, EQUIPMENT, WAGERS = "Object of the game", "Equipment", "Wagers and what they pay"
RULES, ROUND, CHOICES = "Rules of play", "How a round goes", "What the player decides"
SETTLEMENT, IRREGULARITIES = "Settlement", "Irregularities"
DECIDED, SETTINGS, EXAMPLES = "Points decided", "Settings of this version", "Worked examples"
LINES, EVERY = "Pay lines and their true odds", "Every wager"
METHOD, VERDICT, STRATEGY = "How it was worked out", "Requirements and verdict", "Best play"

PARTS: dict[str, Part] = {
    "rulebook": Part(RULEBOOK),
    "rulebook.object": Part(RULEBOOK, OBJECT),
    "rulebook.equipment": Part(RULEBOOK, EQUIPMENT),
    "rulebook.wagers": Part(RULEBOOK, WAGERS),
    "rulebook.rules": Part(RULEBOOK, RULES),
    "rulebook.settlement": Part(RULEBOOK, SETTLEMENT),
    "rulebook.irregularities": Part(RULEBOOK, IRREGULARITIES),
    "rulebook.decided": Part(RULEBOOK, DECIDED),
    "rulebook.settings": Part(RULEBOOK, SETTINGS),
    "rulebook.examples": Part(RULEBOOK, EXAMPLES),
    "rulemaking": Part(RULEMAKING),
    "dealing": Part(DEALING),
    "odds": Part(ODDS, EVERY),
    "odds.lines": Part(ODDS, LINES),
    "rack-card": Part(CARD),
    "layout": Part(LAYOUT),
    "guide": Part(GUIDE),
    "certificate": Part(CERTIFICATE),
    "certificate.method": Part(CERTIFICATE, METHOD),
    "certificate.strategy": Part(CERTIFICATE, STRATEGY),
    "par-sheet": Part(PAR),
    "matrix": Part(MATRIX),
    "report": Part(REPORT),
}
"""By the names that stand in ``answered_by`` of a profile."""


def is_submission(path: Path) -> bool:
    """Return whether a path is the folder of a submission."""
    return path.is_dir() and (path / MANIFEST).is_file()
