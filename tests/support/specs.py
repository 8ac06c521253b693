"""A small game as plain data, for tests that change one thing in it."""

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

Data = dict[str, Any]


class _TakenOut:
    """Stands for what is not there; named the same in every process, as test ids must be."""

    def __repr__(self) -> str:
        return "TAKEN_OUT"


TAKEN_OUT = _TakenOut()
"""Given as a value, it takes a key out."""

BASE: Data = {
    "certify": 1,
    "game": {
        "id": "small-game",
        "title": "Small game",
        "version": "1.0.0",
        "date": "2026-11-21",
        "kind": "between_players",
        "summary": "Each plays a card onto the stack in turn.",
    },
    "source": {"title": "None", "file": "none.txt", "sha256": "0" * 64, "reference": "None"},
    "clauses": {"C1": {"lines": "1", "text": "Everything."}},
    "parameters": {
        "rounds": {
            "type": "integer",
            "title": "Rounds",
            "text": "How many rounds.",
            "default": 3,
            "minimum": 1,
            "maximum": 5,
            "cites": ["C1"],
        },
        "mode": {
            "type": "choice",
            "title": "Mode",
            "text": "How it is scored.",
            "default": "plain",
            "choices": {"plain": "As it is.", "double": "Twice."},
            "cites": ["C1"],
        },
    },
    "players": {"seats": [2, 3], "roles": [], "cites": ["C1"]},
    "packs": {
        "cards": {
            "cards": {"rank": "2..14", "suit": ["clubs", "diamonds", "hearts", "spades"]},
            "copies": 1,
            "derived": {"value": "min(rank, 10)"},
            "names": {
                "rank": {"11": "J", "12": "Q", "13": "K", "14": "A"},
                "suit": {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"},
            },
            "label": "{rank}{suit}",
            "into": "draw",
            "cites": ["C1"],
        }
    },
    "zones": {
        "draw": {"see": "none", "cites": ["C1"]},
        "stack": {"see": "all", "ordered": True, "cites": ["C1"]},
        "hand": {"of": "seat", "see": "owner", "cites": ["C1"]},
    },
    "variables": {
        "points": {"of": "seat", "type": "0..1000", "cites": ["C1"]},
        "leader": {"type": "seat", "cites": ["C1"]},
        "mood": {"type": ["calm", "angry"], "cites": ["C1"]},
        "stake": {"type": "number", "start": "1 / 2", "cites": ["C1"]},
        "over": {"type": "boolean", "cites": ["C1"]},
    },
    "tokens": {"chip": {"of": "seat", "supply": 4, "most": 3, "cites": ["C1"]}},
    "definitions": {
        "fits": {"takes": [{"r": "integer"}], "is": "not stack or r >= 2", "cites": ["C1"]},
    },
    "decisions": {
        "turn": {
            "text": "Play a card.",
            "moves": {
                "play": {
                    "text": "Play.",
                    "when": "hand",
                    "pick": {"card": "hand", "where": "fits(c.rank)"},
                    "do": [
                        {"move": {"cards": "picked", "to": "stack"}},
                        {"add": {"points[me]": "stack[-1].value if mode == 'plain' else 2"}},
                    ],
                    "cites": ["C1"],
                },
                "wait": {"text": "Wait.", "do": [{"place": {"chip": "me"}}], "cites": ["C1"]},
            },
        }
    },
    "procedures": {
        "play": {
            "text": "Deal and play.",
            "do": [
                {"shuffle": "draw"},
                {
                    "each": {"p": "seats"},
                    "do": [{"deal": {"cards": 5, "from": "draw", "to": "hand[p]"}}],
                },
                {"chance": {"leader": "seats"}},
                {"set": {"mood": "'angry'", "stake": "stake * 2"}},
                {
                    "repeat": {
                        "do": [{"each": {"p": "seats"}, "do": [{"ask": {"turn": "p"}}]}],
                        "until": "over",
                        "at_most": "rounds",
                    }
                },
                {"if": "mood == 'angry'", "then": [{"set": {"over": "true"}}]},
                {"announce": {"text": "Led by {seat}.", "values": {"seat": "leader"}}},
            ],
            "cites": ["C1"],
        }
    },
    "result": {
        "score": "points[me] + chip[me]",
        "best": "most",
        "measures": {"left": "len(draw)", "stake": "stake"},
        "cites": ["C1"],
    },
    "policies": {
        "high": {"text": "High cards.", "decisions": {"turn": {"play": "picked.rank", "wait": "0"}}}
    },
    "invariants": {
        "few": {"is": "all(len(hand[p]) <= 5 for p in seats)", "at": "decisions", "cites": ["C1"]}
    },
    "examples": {
        "one_play": {
            "text": "A card is played.",
            "players": 2,
            "given": {"zones": {"hand[1]": "3C 3D"}, "variables": {"leader": "1"}, "rest": "draw"},
            "run": "play",
            "steps": [
                {"chance": [1]},
                {"seat": 1, "move": "play", "pick": "3C"},
                {"expect": {"zones": {"stack": "3C"}, "facts": ["points[1] == 3"], "seat": 2}},
            ],
            "cites": ["C1"],
        }
    },
}
"""Uses every section of the language once."""


def spec_with(changes: Mapping[str, Any] | None = None, base: Data = BASE) -> Data:
    """Return the small game, or another, with changes, each at a path with slashes."""
    data = deepcopy(base)
    for path, value in (changes or {}).items():
        put(data, path.split("/"), value)
    return data


def put(data: Any, keys: list[str], value: Any) -> None:
    """Put a value where the keys lead; keys of lists are numbers."""
    for key in keys[:-1]:
        data = data[int(key)] if isinstance(data, list) else data.setdefault(key, {})
    last = int(keys[-1]) if isinstance(data, list) else keys[-1]
    if value is TAKEN_OUT:
        del data[last]
    else:
        data[last] = value


def written(folder: Path, data: Data, name: str = "spec.yaml") -> Path:
    """Write a spec as JSON, which is YAML, one element a line; return the file."""
    path = folder / name
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")
    return path
