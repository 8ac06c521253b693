"""One place asks which engine works out a game; studies, evidence and commands ask its house."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2] / "certify"
ASKS = re.compile(r"\b(engine_for|has_charts)\(|\bgame\.family\b|\bFAMILY\b")
MAY_ASK = {
    # What the spec says of itself is read, and given a name.
    *("language/references.py", "language/structure.py", "studies/kinds.py"),
    # The engine is chosen, and what it is built from is checked.
    *("studies/house/choice.py", "studies/house/reported.py", "studies/twenty_one.py"),
    # Strategies that an engine derives are played by their names.
    *("studies/simulation/study.py", "studies/simulation/table_policies.py"),
    # The played game is held against the engine that plays from a spec as well.
    "studies/check/equivalence.py",
    # A hand on the table is asked about as its game takes it.
    "web/pages/play.py",
}


def test_which_family_a_game_is_of_is_asked_in_few_places() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if ASKS.search(path.read_text(encoding="utf-8"))
    }
    assert found == MAY_ASK
