"""Small games against the house, made at random: specs as plain data, with their paytables."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from certify.language.catalogue import game_of
from certify.language.game import LoadedGame

Data = dict[str, Any]

CITES = ["C1"]
CATEGORIES: list[tuple[str, Data]] = [
    ("flush", {"same": "suit"}),
    ("pair", {"groups": [2]}),
    ("run", {"run": True}),
    ("run_flush", {"run": True, "same": "suit"}),
    ("high_pair", {"groups": [2], "least": 3}),
]


def loaded(spec: Data, paytables: dict[str, Data]) -> LoadedGame:
    """Return the game of a spec and paytables at hand; JSON is YAML too."""

    def find(file: str) -> tuple[str, str] | None:
        return (json.dumps(paytables[file]), file) if file in paytables else None

    return game_of(json.dumps(spec), "random_game.yaml", find)


def frame_of(
    pack: Data, zones: Data, variables: Data, do: list[Any], decisions: Data, wagers: Data
) -> Data:
    """Return a spec of the parts in which games differ."""
    return {
        "certify": 1,
        "game": {
            "id": "random-game",
            "title": "Random game",
            "version": "1.0.0",
            "date": "2026-11-23",
            "kind": "banked",
            "summary": "Made at random.",
        },
        "source": {"title": "None", "file": "none.txt", "sha256": "0" * 64, "reference": "None"},
        "clauses": {"C1": {"lines": "1", "text": "Everything."}},
        "players": {"seats": [1], "roles": ["player"], "cites": CITES},
        "packs": {"cards": {"label": "{rank}{suit}", "into": "pool", "cites": CITES, **pack}},
        "zones": {name: {**zone, "cites": CITES} for name, zone in zones.items()},
        "variables": {name: {**each, "cites": CITES} for name, each in variables.items()},
        "decisions": decisions,
        "procedures": {"play": {"text": "One round.", "do": do, "cites": CITES}},
        "result": {"cites": CITES},
        "wagers": {name: {"title": name, "cites": CITES, **each} for name, each in wagers.items()},
    }


def decision(moves: Data) -> Data:
    """Return a decision by its moves."""
    cited = {name: {**move, "cites": CITES} for name, move in moves.items()}
    return {"text": "What now?", "moves": cited}


def paytable(identity: str, rows: dict[str, str]) -> Data:
    """Return a paytable by what its rows pay."""
    return {
        "certify": 1,
        "paytable": {"id": identity, "title": identity, "version": "1.0.0"},
        "rows": {
            name: {"outcome": name, "pays": pays, "basis": "to_one", "cites": CITES}
            for name, pays in rows.items()
        },
    }


@dataclass
class _Maker:
    random: Random
    sizes: dict[str, int] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    ordered: set[str] = field(default_factory=set)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # Expressions

    def card(self, zone: str) -> str:
        """Return a number told by the cards of a zone, whatever their order."""
        function = self.random.choice(["sum", "max", "min", "count", "distinct", "place"])
        if function == "place" and zone in self.ordered:
            return f"({zone}[{self.random.choice([0, -1])}].rank if {zone} else 0)"
        if function == "count":
            return f"count(c.rank == {self.random.choice([2, 3])} for c in {zone})"
        if function == "distinct":
            return f"distinct(c.{self.random.choice(['rank', 'suit'])} for c in {zone})"
        if function in ("min", "max"):
            return f"{function}((c.rank for c in {zone}), default=0)"
        return f"sum(c.rank for c in {zone})"

    def truth(self, zones: list[str], depth: int = 1) -> str:
        """Return a condition on the cards of zones."""
        zone = self.random.choice(zones)
        kinds = ["number", "compared", "suits", "named", "paired", "lazy"]
        kinds += ["logic", "not"] if depth else []
        match self.random.choice(kinds):
            case "number":
                sign = self.random.choice([">", "==", "<="])
                return f"{self.card(zone)} {sign} {self.random.randint(1, 5)}"
            case "compared":
                other = self.random.choice(zones)
                sign = self.random.choice([">", ">=", "=="])
                return f"{self.card(zone)} {sign} {self.card(other)}"
            case "suits":
                other = self.random.choice(zones)
                return f"any(c.suit == d.suit for c in {zone} for d in {other})"
            case "named" if self.chance(0.3):
                return f"any(c.suit == 'a' for c in {zone})"
            case "lazy" if self.chance(0.5):
                inner = f"c.rank for c in {zone} if c.rank == 3"
                return f"any(c.rank == 3 for c in {zone}) and max({inner}) > 2"
            case "logic":
                word = self.random.choice(["and", "or"])
                return f"({self.truth(zones, 0)} {word} {self.truth(zones, 0)})"
            case "not":
                return f"not ({self.truth(zones, 0)})"
        return f"distinct(c.rank for c in {zone}) < len({zone})"

    def amount(self) -> str:
        """Return a number of main wagers."""
        return self.random.choice(["1", "2", "-1", "0", "1 / 2", "-3 / 2", "3", "-2"])

    def net(self, zones: list[str], ranked: list[str]) -> str:
        """Return what a wager brings: by a lead, a category, conditions."""
        found = self.amount()
        for _ in range(self.random.randint(1, 3)):
            found = f"{self.amount()} if {self.condition(zones, ranked)} else {found}"
        return found

    def condition(self, zones: list[str], ranked: list[str]) -> str:
        if not ranked or self.chance(0.35):
            return self.truth(zones)
        hand = self.random.choice(ranked)
        match self.random.choice(["lead", "category", "level", "same"]):
            case "lead" if len(ranked) > 1:
                one, two = self.random.sample(ranked, 2)
                sign = self.random.choice([">", "<", "==", ">="])
                return f"rank_of(hands, {one}) - rank_of(hands, {two}) {sign} 0"
            case "same" if len(ranked) > 1:
                one, two = self.random.sample(ranked, 2)
                return f"category_of(hands, {one}) == category_of(hands, {two})"
            case "level":
                return f"at_least(hands, {hand}, '{self.random.choice(['3', '2', '3 2', '2 2'])}')"
        return f"category_of(hands, {hand}) == 'plain'"


def random_game(seed: int) -> LoadedGame:
    """Return a game made at random; the same seed makes the same."""
    return loaded(*random_spec(seed))


def random_spec(seed: int) -> tuple[Data, dict[str, Data]]:
    """Return the spec of a game made at random, and its paytables by file."""
    make = _Maker(Random(seed))
    random = make.random
    ranks, suits = random.choice([(3, 2), (2, 3), (3, 2), (4, 2), (2, 2)])
    pack: Data = {"cards": {"rank": f"2..{ranks + 1}", "suit": ["a", "b", "c"][:suits]}}
    cards = ranks * suits
    if cards == 4:
        pack["copies"] = 2
    elif make.chance(0.25):
        pack["only"] = "rank > 2 or suit != 'b'"
    zones: Data = {"pool": {"see": "none"}}
    do: list[Any] = [{"shuffle": "pool"}]
    left = 5 if cards == 6 else 4

    def dealt(zone: str, number: int) -> Data:
        nonlocal left
        number = max(1, min(number, left))
        left -= number
        make.sizes[zone] = make.sizes.get(zone, 0) + number
        return {"deal": {"cards": number, "from": "pool", "to": zone}}

    for zone, is_seen in (("mine", True), ("house", False), ("board", True)):
        zones[zone] = {"see": "all" if is_seen else "none", "ordered": make.chance(0.3)}
        if zones[zone]["ordered"]:
            make.ordered.add(zone)
    variables: Data = {
        "raised": {"type": "boolean"},
        "points": {"type": "-9..9"},
        "mood": {"type": ["calm", "wild"]},
    }
    do.append(dealt("mine", random.choice([1, 2, 2])))
    if make.chance(0.7):
        do.append(dealt("house", random.choice([1, 2])))
    if make.chance(0.35):
        do.append(dealt("board", 1))
    open_now = [zone for zone in ("mine", "board") if make.sizes.get(zone)]
    if make.chance(0.3):
        do.append({"chance": {"points": random.choice(["range(0, 1)", "[1, 1, 2]"])}})
    if make.chance(0.3):
        do.append({"chance": {"mood": "['calm', 'wild', 'wild']"}})
    if make.chance(0.3):
        do.append(
            {
                "match": f"sum(c.rank for c in {random.choice(open_now)}) % 3",
                "cases": {0: [{"add": {"points": 1}}], "1..2": [{"set": {"mood": "'wild'"}}]},
            }
        )
    moves: Data = {
        "fold": {"do": [{"set": {"points": -1}}]},
        "play": {"do": [{"set": {"raised": True}}]},
    }
    if make.chance(0.3):
        moves["fold"]["do"].append({"stop": "game"})
    if make.chance(0.35):
        moves["play"]["when"] = make.truth(open_now)
    if make.chance(0.35):
        moves["press"] = {
            "pick": {"number": "1..2"},
            "do": [{"set": {"raised": True}}, {"add": {"points": "picked"}}],
        }
    elif make.chance(0.3):
        moves["press"] = {
            "pick": {"word": ["wild", "calm"]},
            "do": [{"set": {"mood": "picked"}}],
        }
    decisions: Data = {"turn": decision(moves)}
    ask: Data = {"ask": {"turn": "player"}}
    if make.chance(0.3):
        do.append({"if": make.truth(open_now), "then": [ask]})
    else:
        do.append(ask)
    if left and make.chance(0.5):
        zone = random.choice(["board", "mine", "house"])
        more: list[Any] = [dealt(zone, 1)]
        if zone != "house" and make.chance(0.6):
            decisions["again"] = decision(
                {
                    "stay": {},
                    "up": {"do": [{"add": {"points": random.choice([1, 2])}}]},
                }
            )
            more.append({"ask": {"again": "player"}})
        if make.chance(0.4):
            more = [{"if": "raised", "then": more}]
        do += more
    if left and make.chance(0.35):
        step = dealt("board", 1)
        loop: Data = {"do": [step], "at_most": left + 1}
        word = random.choice(["until", "while"])
        loop[word] = make.truth(["mine"]) if word == "while" else "len(board) >= 2"
        do.append({"repeat": loop})
        make.sizes["board"] = 0
    if not make.sizes.get("house"):
        do.append(dealt("house", 1) if left else {"deal": {"from": "pool", "to": "house"}})
        make.sizes["house"] = 1
    if "board" not in make.sizes:
        del zones["board"]
    held = [zone for zone in zones if zone != "pool"]
    # A fold may end the game before later cards are dealt: only what surely lies there is ranked.
    sure = {step["deal"]["to"]: 0 for step in do if "deal" in step}
    for step in do:
        if "ask" in step or "then" in step:
            break
        if "deal" in step:
            sure[step["deal"]["to"]] += step["deal"]["cards"]
    ranked = [zone for zone, number in sure.items() if number >= 2]
    if sure.get("board") and sure.get("house") == 1:
        ranked.append("house + board")
    elif sure.get("house") and sure.get("mine") and not ranked:
        ranked.append("house + mine")
    rankings: Data = {}
    nodes = [make.net(held, ranked) for _ in range(2)]
    categories = dict(random.sample(CATEGORIES, random.randint(0, 3)))
    rows = {name: random.choice(["1:1", "5:2", "4:1"]) for name in categories}
    side = random.choice(held)
    wagers: Data = {
        "main": {"stake": 1, "net": f"points + (1 if mood == 'wild' else 0) + ({nodes[0]})"},
        "raised": {
            "of": "main",
            "stake": "2 if raised else 0",
            "net": f"({nodes[1]}) if raised else 0",
        },
        "side": {
            "stake": random.choice([1, "1 / 2"]),
            "optional": make.chance(0.5),
            "paytable": "side",
            "row": f"'hit' if {make.truth([side])} else 'none'",
        },
    }
    tables = {"random_side.yaml": paytable("random-side", {"hit": random.choice(["2:1", "7:2"])})}
    if ranked and rows:
        wagers["bonus"] = {
            "of": "main",
            "optional": make.chance(0.3),
            "paytable": "bonus",
            "row": f"category_of(hands, {random.choice(ranked)})",
        }
        tables["random_bonus.yaml"] = paytable("random-bonus", rows)
    text = json.dumps([wagers, do])
    if "hands" in text:
        order = [{name: {**category}} for name, category in categories.items()]
        rankings["hands"] = {
            "cards": 2,
            "by": "rank",
            **({"also": {str(ranks + 1): 1}} if make.chance(0.3) else {}),
            **({"best": "least"} if make.chance(0.2) else {}),
            "order": [*order, {"plain": {}}],
            "cites": CITES,
        }
    spec = frame_of(pack, zones, variables, do, decisions, wagers)
    spec["paytables"] = {"side": {"id": "random-side", "version": "1.0.0"}}
    if "bonus" in wagers:
        spec["paytables"]["bonus"] = {"id": "random-bonus", "version": "1.0.0"}
    if rankings:
        spec["rankings"] = rankings
    spec["policies"] = {
        "keen": {
            "text": "Plays by its cards.",
            "decisions": {
                name: {
                    move: (
                        f"1 if {make.truth(['mine'])} else 1 / 2"
                        if place
                        else f"{random.choice(['0', '3 / 4'])}"
                    )
                    for place, move in enumerate(each["moves"])
                }
                for name, each in decisions.items()
            },
        }
    }
    return spec, tables
