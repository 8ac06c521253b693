"""A game that does at random whatever is written into it: for comparing back ends."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame

Data = dict[str, Any]
CITES = ["C1"]
HEAD: Data = {
    "certify": 1,
    "game": {
        "id": "constructs",
        "title": "Constructs",
        "version": "1.0.0",
        "date": "2026-11-21",
        "kind": "between_players",
        "summary": "Cards go to and fro.",
    },
    "source": {"title": "None", "file": "none.txt", "sha256": "0" * 64, "reference": "None"},
    "clauses": {"C1": {"lines": "1", "text": "Everything."}},
    "players": {"seats": [1, 2, 3], "cites": CITES},
}
PACKS: dict[str, Data] = {
    "alike": {"cards": {"rank": "1..3", "suit": ["a", "b"]}, "copies": 3},
    "different": {"cards": {"rank": "1..5", "suit": ["a", "b", "d"]}},
    "many": {"cards": {"rank": "0..4", "suit": ["a", "b"]}, "copies": 9},
    "many_different": {"cards": {"rank": "0..6", "suit": ["a", "b", "d"]}, "copies": 4},
}
"""Small packs and those of more than 63 cards, with and without cards that are alike."""

ZONES: Data = {
    "deck": {"see": "none"},
    "hand": {"of": "seat", "see": "all"},
    "up": {"of": "seat", "see": "all", "ordered": True},
    "piles": {"of": "1..3", "see": "all", "ordered": True},
    "bin": {"see": "all"},
}
VARIABLES: Data = {
    "who": {"type": "seat"},
    "number": {"type": "0..9"},
    "which": {"type": "0..99"},
    "flag": {"type": "boolean"},
    "mood": {"type": ["calm", "angry", "odd"]},
    "stake": {"type": "number", "start": "1 / 2"},
    "points": {"of": "seat", "type": "-9999999..9999999"},
    "kept": {"type": "cards"},
}
MEASURES: Data = {
    "hands": "sum(len(hand[p]) * 7 + sum(c.rank for c in hand[p]) for p in seats)",
    "ups": "sum((c.rank + 1) * 3 for p in seats for c in up[p])",
    "tops": "sum(piles[n][-1].rank + 10 * piles[n][0].rank for n in range(1, 3) if piles[n])",
    "runs": "sum(run(c.rank for c in up[p]) for p in seats)",
    "bins": "sum(c.rank for c in bin) + 100 * len(bin) + count(c.suit == 'a' for c in bin)",
    "values": "number + which * 100 + stake + (1 if flag else 0) + (2 if mood == 'odd' else 0)",
    "nobody": "(1 if who else 0) + (3 if kept else 0) + (kept.rank if kept else 99)",
}
STIRRED: list[Any] = [
    {"chance": {"number": "range(0, 9)"}},
    {"chance": {"who": "seats"}},
    {"if": "number == 1", "then": [{"set": {"who": "none"}}]},
    {"if": "number == 2 and hand[p]", "then": [{"chance": {"kept": "hand[p]"}}]},
    {"if": "number == 3", "then": [{"set": {"kept": "none"}}]},
    {"if": "number == 8", "then": [{"move": {"from": "bin", "to": "up[p]"}}]},
    {
        "set": {
            "flag": "number % 2 == 0",
            "mood": "'calm' if number < 3 else 'angry' if number < 7 else 'odd'",
            "stake": "number / 4 + 1",
        }
    },
    {"if": "number > 5", "then": [{"deal": {"from": "deck", "to": "piles[1 + number % 3]"}}]},
]


def _cited(elements: Mapping[str, Any]) -> Data:
    return {name: {**element, "cites": CITES} for name, element in elements.items()}


def construct_game(
    folder: Path,
    pack: str,
    *,
    decisions: Sequence[Data] = ({"wait": {}},),
    do: Sequence[Data] = (),
    measures: Mapping[str, str] | None = None,
    **more: Any,
) -> LoadedGame:
    """Return a game in which seats are asked for decisions at random.

    Parameters
    ----------
    folder : Path
        Where its spec is written.
    pack : str
        One of `PACKS`.
    decisions : sequence of dict
        Moves of each decision.
    do : sequence of dict
        Statements that are run before each decision, with a seat ``p``.
    measures : mapping, optional
        Further measures.
    **more
        Further elements by section: zones, variables, tokens, definitions, procedures, policies.
    """
    asked = [
        {"if": f"which == {number}", "then": [{"ask": {f"decision_{number}": "p"}}]}
        for number in range(len(decisions))
    ]
    turn = [*STIRRED, {"chance": {"which": f"range(0, {len(decisions) - 1})"}}, *do, *asked]
    dealt = [{"deal": {"cards": 3, "from": "deck", "to": f"{zone}[p]"}} for zone in ("hand", "up")]
    play = [
        {"shuffle": "deck"},
        {"each": {"p": "seats"}, "do": dealt},
        {
            "each": {"n": "range(1, 3)"},
            "do": [{"deal": {"cards": 2, "from": "deck", "to": "piles[n]"}}],
        },
        {"deal": {"cards": 3, "from": "deck", "to": "bin"}},
        {"repeat": {"at_most": 10, "do": [{"each": {"p": "seats"}, "do": turn}]}},
    ]
    data: Data = HEAD | {
        "packs": _cited({"cards": PACKS[pack] | {"label": "{rank}{suit}", "into": "deck"}}),
        "zones": _cited(ZONES | more.pop("zones", {})),
        "variables": _cited(VARIABLES | more.pop("variables", {})),
        "decisions": {
            f"decision_{number}": {
                "text": "What?",
                "moves": _cited({name: {"text": "This."} | move for name, move in moves.items()}),
            }
            for number, moves in enumerate(decisions)
        },
        "procedures": _cited({"play": {"text": "All.", "do": play}} | more.pop("procedures", {})),
        "result": {
            "score": "points[me]",
            "best": "most",
            "measures": MEASURES | dict(measures or {}),
            "cites": CITES,
        },
    }
    for section in ("tokens", "definitions"):
        if section in more:
            data[section] = _cited(more.pop(section))
    path = folder / "constructs.yaml"
    path.write_text(json.dumps(data | more, indent=1), encoding="utf-8")
    return load_game(str(path))
