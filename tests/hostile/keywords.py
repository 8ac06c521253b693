"""The small banked game with a name that means something in Python, wherever names are declared."""

import keyword
from collections.abc import Iterator
from typing import Any

from tests.support.banked_spec import BANKED
from tests.support.specs import TAKEN_OUT

Change = dict[str, Any]

ORDER = "rankings/poker/order"
DO = "procedures/play/do"
LET = f"{DO}/3/let"

PLACES = (
    "game/id",
    "parameters/@",
    "players/roles/0",
    "packs/@",
    "packs/cards/cards/@",
    "zones/@",
    "variables/@",
    "rankings/@",
    "rankings/poker/order/@",
    "definitions/@",
    "definitions/worth/takes/@",
    "decisions/@",
    "decisions/turn/moves/@",
    "procedures/@",
    "result/measures/@",
    "wagers/@",
    "paytables/@",
    "policies/@",
    "invariants/@",
    "examples/@",
    "let/@",
    "each/@",
    "for/@",
    "word/@",
)
"""Where names are declared."""

WORDS = sorted(
    {
        *keyword.kwlist,
        *keyword.softkwlist,
        "raise",
        "nan",
        "inf",
        "self",
        "print",
        "made",
        "pays",
        "rank_of",
        "category_of",
        "at_least",
        "else",
        "wager",
        "stake",
        "net",
    }
)


def named(place: str, name: str) -> Change:
    """Return changes by which something has a name, which is read wherever it can be."""
    section, _, _ = place.rpartition("/")
    flag = {"type": "boolean", "cites": ["C1"]}
    read = {"result/measures/read": f"1 if {name} else 0"}
    match section:
        case "game":
            return {place: name}
        case "players/roles":
            return {"players/roles": [name], f"{DO}/5": {"ask": {"turn": name}}, "examples": {}}
        case "parameters":
            full = {**flag, "title": "A", "text": "A.", "default": True}
            return {f"{section}/{name}": full, **read}
        case "packs":
            return {f"{section}/{name}": {**BANKED["packs"]["cards"]}, "packs/cards": TAKEN_OUT}
        case "packs/cards/cards":
            return {
                f"{section}/{name}": [1, 2],
                "packs/cards/label": f"{{rank}}{{suit}}{{{name}}}",
                "result/measures/read": f"sum(c.{name} for c in hand)",
            }
        case "zones":
            return {
                f"{section}/{name}": {"see": "all", "cites": ["C1"]},
                **read,
                f"{DO}/6": {"move": {"from": "hand", "to": name}},
            }
        case "variables":
            return {f"{section}/{name}": flag, **read, f"{DO}/6": {"set": {name: "true"}}}
        case "rankings":
            return {
                f"{section}/{name}": BANKED["rankings"]["loose"],
                "result/measures/read": f"rank_of({name}, hand)",
            }
        case "rankings/poker/order":
            return {
                ORDER: [{name: {"groups": [2]}}, {"nothing": {}}],
                "result/measures/read": f"1 if category_of(poker, hand) == '{name}' else 0",
                "wagers/bonus": TAKEN_OUT,
                "parameters/pair_pays": TAKEN_OUT,
                "paytables": TAKEN_OUT,
                "wagers/side/net": "0",
                f"{DO}/6": {
                    "match": "category_of(poker, hand)",
                    "cases": {name: [{"add": {"extra": 1}}]},
                },
            }
        case "definitions":
            return {f"{section}/{name}": {"is": "plays", "cites": ["C1"]}, **read}
        case "definitions/worth/takes":
            return {"definitions/worth/takes": [{name: "integer"}], "definitions/worth/match": name}
        case "decisions":
            return {
                f"{section}/{name}": BANKED["decisions"]["turn"],
                f"{DO}/5": {"ask": {name: "player"}},
                "decisions/turn": TAKEN_OUT,
                "policies": {},
                "examples": {},
            }
        case "decisions/turn/moves":
            return {
                f"{section}/{name}": {"cites": ["C1"]},
                "policies/pairs/decisions/turn": {name: "1"},
            }
        case "procedures":
            return {
                f"{section}/{name}": {"text": "A.", "do": [{"add": {"extra": 1}}], "cites": ["C1"]},
                f"{DO}/6": {"call": name},
            }
        case "result/measures":
            return {f"{section}/{name}": "1"}
        case "wagers":
            wager = BANKED["wagers"]["side"]
            return {f"{section}/{name}": wager, "result/measures/read": f"1 if made({name}) else 0"}
        case "paytables":
            return {
                "paytables": {name: BANKED["paytables"]["bonus"]},
                "wagers/bonus/paytable": name,
                "parameters/pair_pays/paytable": name,
                "wagers/side/net": f"pays({name}, category_of(poker, dealer), default=-1)",
            }
        case "policies":
            return {f"{section}/{name}": BANKED["policies"]["pairs"]}
        case "invariants":
            return {f"{section}/{name}": BANKED["invariants"]["two"]}
        case "examples":
            return {f"{section}/{name}": BANKED["examples"]["a_pair"]}
        case "let":
            then = [{"set": {"extra": f"worth({name})"}}]
            return {LET: {name: "3"}, f"{DO}/4": {"if": f"{name} > 2", "then": then}}
        case "each":
            return {f"{DO}/6": {"each": {name: "range(1, 3)"}, "do": [{"set": {"extra": name}}]}}
        case "for":
            return {"result/measures/read": f"sum({name} for {name} in range(1, 3))"}
        case "word":
            return {
                "variables/mood": {"type": ["calm", name], "cites": ["C1"]},
                f"{DO}/6": {"set": {"mood": f"'{name}'"}},
                "result/measures/read": f"1 if mood == '{name}' else 0",
            }
    raise ValueError(place)


def keywords() -> Iterator[tuple[str, Change]]:
    """Yield names that mean something in Python or in the language."""
    for place in PLACES:
        for name in WORDS:
            yield f"{place.replace('/', '_').replace('@', 'named')}_{name}", named(place, name)
