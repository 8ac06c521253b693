"""Small games against the house, made at random: specs as plain data, with their paytables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from certify.language.catalogue import game_of
from certify.language.game import LoadedGame

Data = dict[str, Any]
Found = TypeVar("Found")

CITES = ["C1"]
ZONES = {
    "mine": ("all",),
    "house": ("none",),
    "board": ("all", "all", "none"),
    "aside": ("none", "all"),
}
"""Zones that cards come to, and who may see them."""
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
class _Scope:
    """Names that hold where an expression stands: of integers and of cards."""

    numbers: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)

    def inside(self, *, numbers: Sequence[str] = (), cards: Sequence[str] = ()) -> _Scope:
        """Return the scope of what stands further inside."""
        return _Scope([*self.numbers, *numbers], [*self.cards, *cards])


class _Maker:
    """Makes the parts of a game: every statement and function, in any order, within each other."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        self.ranks, self.suits = random.choice([(3, 2), (2, 3), (4, 2), (2, 2), (3, 2), (6, 1)])
        self.pack: Data = {
            "cards": {"rank": f"2..{self.ranks + 1}", "suit": ["a", "b", "c"][: self.suits]}
        }
        self.names_suits, self.sees_kept = self.is_so(0.3), self.is_so(0.5)
        if self.ranks * self.suits == 4:
            self.pack["copies"] = random.choice([2, "2 if rank == 2 else 1"])
        elif self.ranks * self.suits == 8 or (self.names_suits and self.suits > 1):
            self.pack["only"] = "rank > 2 or suit != 'b'"
        self.is_derived = self.is_so(0.4)
        if self.is_derived:
            self.pack["derived"] = {"low": "rank == 2", "worth": "min(rank, 3)"}
        self.zones: Data = {"pool": {"see": "none"}}
        for name, who in ZONES.items():
            zone = self.zones[name] = {"see": random.choice(who), "ordered": self.is_so(0.3)}
            if zone["see"] == "none" and self.is_so(0.15):
                zone["counted"] = "none"
        self.decisions: Data = {}
        self.procedures: Data = {}
        self.left = random.choice([3, 4, 4, 5])
        """Cards that may still be dealt."""
        self.named = 0
        self.is_moving = False

    def is_so(self, share: float) -> bool:
        return self.random.random() < share

    def one(self, *of: Found) -> Found:
        return self.random.choice(of)

    @property
    def seen(self) -> list[str]:
        """Zones that the seat sees."""
        return [name for name in ZONES if self.zones[name]["see"] == "all"]

    def is_counted(self, zone: str) -> bool:
        return "counted" not in self.zones[zone]

    # Expressions

    def number(self, zones: list[str], scope: _Scope, depth: int = 2) -> str:
        """Return an integer told by the cards of zones, or by anything else."""
        zone, inner = self.one(*zones), max(depth - 1, 0)
        body = self.one("c.rank", "1", "c.worth" if self.is_derived else "c.rank")
        only = self.one("", " if c.rank > 2", " if c.low" if self.is_derived else "")
        found = [
            f"sum({body} for c in {zone}{only})",
            f"{self.one('max', 'min')}((c.rank for c in {zone}), default={self.one(0, 2)})",
            f"max((c.rank for c in {zone}), default=0, nth=2)",
            f"count(c.rank == {self.one(2, 3)} for c in {zone})",
            f"distinct(c.{self.one('rank', 'suit')} for c in {zone})",
            f"total({zone})",
            f"(highest(c.rank for c in {zone}).rank if {zone} else 0)",
            "points",
            self.one("chip", "supply(chip)"),
            str(self.random.randint(-2, 4)),
            *scope.numbers,
            *(f"{card}.rank" for card in scope.cards),
        ]
        if self.sees_kept or "house" in zones:
            found.append("(kept.rank if kept else 0)")
        if self.is_counted(zone):
            found.append(f"len({zone})")
        if self.zones[zone]["ordered"]:
            found.append(f"({zone}[{self.one(0, -1)}].rank if {zone} else 0)")
        hand = self.hand(zones)
        found.append(f"(rank_of(hands, {hand}) % 3 if len({hand}) >= 2 else 0)")
        if depth and self.is_so(0.25):
            one, two = (self.number(zones, scope, inner) for _ in range(2))
            return self.one(
                f"({one} {self.one('+', '-', '*')} {two})",
                f"({one} if {self.truth(zones, scope, inner)} else {two})",
                f"told({one})",
            )
        return self.one(*found)

    def hand(self, zones: list[str]) -> str:
        """Return the cards of one zone, or of two."""
        return " + ".join(self.random.sample(zones, min(len(zones), self.one(1, 2))))

    def truth(self, zones: list[str], scope: _Scope, depth: int = 2) -> str:
        """Return a condition on the cards of zones, or on anything else."""
        inner = max(depth - 1, 0)
        one, two = (self.number(zones, scope, inner) for _ in range(2))
        zone, other, hand = self.one(*zones), self.one(*zones), self.hand(zones)
        if depth and self.is_so(0.2):
            parts = [self.truth(zones, scope, inner) for _ in range(2)]
            return self.one(f"({parts[0]} {self.one('and', 'or')} {parts[1]})", f"not ({parts[0]})")
        if self.is_so(0.4):
            return f"{one} {self.one('>', '==', '<=', '!=')} {two}"
        found = [
            f"1 <= {one} <= {two}",
            f"{one} in [2, 3, points]",
            f"big({one})",
            f"any(c.suit == d.suit for c in {zone} for d in {other})",
            f"{self.one('any', 'all')}(c.rank > {self.number(zones, scope, 0)} for c in {zone})",
            f"any(c.rank == 3 for c in {zone}) and max(c.rank for c in {zone} if c.rank == 3) > 2",
            f"distinct(c.rank for c in {zone}) < 2",
            f"(len({hand}) >= 2 and category_of(hands, {hand}) == 'plain')",
            f"(len({hand}) >= 2 and at_least(hands, {hand}, '{self.one('2', '2 2', '3 2')}'))",
            "raised",
            f"mood == '{self.one('calm', 'wild')}'",
        ]
        if self.is_counted(zone):
            found.append(zone)
        if self.names_suits:
            found.append(f"any(c.suit == 'a' for c in {zone})")
        return self.one(*found)

    def amount(self, zones: list[str], scope: _Scope) -> str:
        """Return a number of main wagers, in which a payout may stand."""
        pays = self.one("pays('side.hit')", "pays(side, 'far' if raised else 'hit')")
        pays = self.one(pays, "pays(side, mood, default=0)", "1 / 2", "-3 / 2")
        found = self.number(zones, scope)
        for _ in range(self.one(1, 1, 2)):
            amount = self.one(pays, self.number(zones, scope, 1), str(self.one(1, -1, 2)))
            found = f"({amount} if {self.truth(zones, scope)} else {found})"
        return found

    # Statements

    def block(self, number: int, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        """Return some statements, one of which holds further ones as deep as is said."""
        found: list[Any] = []
        scope = scope.inside()
        for _ in range(number):
            found += self.statement(depth, zones, scope)
        return found or [{"add": {"rate": "1 / 3"}}]

    def statement(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        """Return a statement, or some that go together; none if it cannot stand there."""
        plain = [self._deal, self._deal, self._deal, self._set, self._set, self._chance]
        plain += [self._ask, self._ask, self._move, self._small, self._small, self._let]
        deep = [self._if, self._match, self._each, self._repeat, self._call] if depth else []
        kind: Callable[..., list[Any]] = self.one(*plain, *deep)
        return kind(depth - 1, zones, scope)

    def points(self, amount: str) -> Data:
        """Return the statement that sets the points, within their range."""
        return {"set": {"points": f"max(-9, min(9, {amount}))"}}

    def _deal(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        del depth, zones, scope
        number = min(self.one(1, 1, 2), self.left)
        if number < 1:
            return []
        self.left -= number
        cards = f"1 if raised else {number}" if self.is_so(0.15) else number
        target = self.one("mine", *ZONES)
        return [{"deal": {"cards": cards, "from": "pool", "to": target}}]

    def _set(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        del depth
        return [
            self.one(
                {"set": {"raised": self.truth(zones, scope)}},
                {"set": {"mood": f"'wild' if {self.truth(zones, scope)} else 'calm'"}},
                {"set": {"rate": f"({self.amount(zones, scope)}) / 3"}},
                self.points(self.number(zones, scope)),
                self.points(f"points + {self.number(zones, scope)}"),
                {"set": {"kept": f"first((c for c in {self.one(*zones)}), default=none)"}},
            )
        ]

    def _chance(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        del depth, zones, scope
        return [
            self.one(
                {"chance": {"points": self.one("range(0, 1)", "[1, 1, 2]")}},
                {"chance": {"mood": "['calm', 'wild', 'wild']"}},
                {"chance": {"hidden": "range(0, 1)"}},
            )
        ]

    def _small(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        """Return a statement of a token, of what is seen or said, or one that ends the game."""
        del depth
        stop = {"if": self.truth(zones, scope), "then": [{"stop": "game"}]}
        said = {"announce": {"text": "{n}", "values": {"n": self.number(zones, scope)}}}
        return [
            self.one(
                {self.one("place", "remove"): {"chip": True}},
                {"show": {"cards": self.one(*ZONES), **self.one({}, {"to": "player"})}},
                {"turn": {"cards": self.one(*ZONES), "face": self.one("up", "up", "down")}},
                said,
                *([stop] if self.is_so(0.3) else []),
            )
        ]

    def _move(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        del depth, zones, scope
        source, target = self.random.sample(list(ZONES), 2)
        first = {"move": {"cards": f"first(c for c in {source})", "to": target}}
        if self.is_so(0.2):
            return [{"if": source, "then": [first]}] if self.is_counted(source) else []
        return [{"move": {"from": source, "to": target}}]

    def _let(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        del depth
        self.named += 1
        name, value = f"let{self.named}", self.number(zones, scope)
        scope.numbers.append(name)
        return [{"let": {name: value}}, self.points(f"points - {name}")]

    def _if(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        found = {
            "if": self.truth(zones, scope),
            "then": self.block(self.one(1, 2), depth, zones, scope),
        }
        if self.is_so(0.5):
            found["else"] = self.block(1, depth, zones, scope)
        return [found]

    def _match(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        one, two = (self.block(1, depth, zones, scope) for _ in range(2))
        if self.is_so(0.3):
            return [{"match": "mood", "cases": {"calm": one, "else": two}}]
        return [{"match": f"{self.number(zones, scope)} % 3", "cases": {"0": one, "1..2": two}}]

    def _each(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        self.named += 1
        name = f"each{self.named}"
        is_card = self.is_so(0.5)
        inside = scope.inside(cards=[name]) if is_card else scope.inside(numbers=[name])
        do = self.block(self.one(1, 2), depth, zones, inside)
        read = self.points(f"points + {name}{'.rank' if is_card else ''}")
        if self.is_so(0.2):
            read = {"if": self.truth(zones, inside), "then": [read], "else": [{"stop": "repeat"}]}
        return [{"each": {name: self.one(*zones) if is_card else "range(1, 2)"}, "do": [*do, read]}]

    def _repeat(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        loop: Data = {"at_most": self.one(2, 3)}
        loop["do"] = self.block(self.one(1, 2), depth, zones, scope.inside())
        for word in ("while", "until"):
            if self.is_so(0.5):
                loop[word] = self.truth(zones, scope)
        return [{"repeat": loop}]

    def _call(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        if len(self.procedures) == 3:
            return []
        name = f"part{len(self.procedures)}"
        self.procedures[name] = {}
        own = _Scope(["given"])
        do = self.block(self.one(1, 2), depth, zones, own)
        if self.is_so(0.3):
            do.insert(0, {"if": self.truth(zones, own), "then": [{"stop": "procedure"}]})
        self.procedures[name] = {
            "text": "A part.",
            "takes": [{"given": "integer"}],
            "do": [self.points("points + given"), *do],
            "cites": CITES,
        }
        return [{"call": {name: [f"max(-9, min(9, {self.number(zones, scope)}))"]}}]

    # Decisions

    def _ask(self, depth: int, zones: list[str], scope: _Scope) -> list[Any]:
        del depth, zones, scope
        if self.decisions and (len(self.decisions) == 3 or self.is_so(0.3)):
            # A move asks for what comes after its decision alone, so that none asks for itself.
            asked = {"ask": {self.one(*self.decisions): "player"}}
            return [] if self.is_moving else [asked]
        name = f"turn{len(self.decisions)}"
        self.decisions[name] = {}
        was_moving, self.is_moving = self.is_moving, True
        moves: Data = {"stay": {}}
        for _ in range(self.one(1, 1, 2)):
            kind = self.one("raise", "number", "word", "cards", "card", "deal")
            move = moves[kind] = self.move(kind)
            if self.is_so(0.3):
                move["when"] = self.truth(self.seen, _Scope())
        for move in moves.values():
            if self.is_so(0.3):
                zones = self.one(self.seen, list(ZONES))
                move["do"] = [*move.get("do", []), *self.block(1, 0, zones, _Scope())]
        self.decisions[name] = decision(moves)
        self.is_moving = was_moving
        return [{"ask": {name: "player"}}]

    def move(self, kind: str) -> Data:
        """Return a move, and what it does."""
        if kind == "raise":
            return {"do": [{"set": {"raised": True}}]}
        if kind == "deal":
            return {"do": [{"deal": {"from": "pool", "to": self.one(*ZONES)}}]}
        if kind == "word":
            return {"pick": {"word": ["wild", "calm"]}, "do": [{"set": {"mood": "picked"}}]}
        sign, number = "n" if kind == "number" else "c.rank", self.number(self.seen, _Scope(), 1)
        pick: Data = {"where": f"{sign} != {number}"} if self.is_so(0.3) else {}
        if kind == "number":
            pick["number"] = self.one("0..1", "1..2", "0..chip", "1..3")
            return {"pick": pick, "do": [self.points("points + picked")]}
        source = pick[kind] = self.one(*self.seen)
        told = "picked.rank"
        if kind == "cards":
            told = "sum(c.rank for c in picked)"
            pick["n"] = self.one("1", "2", "0..1", "0..2", "1..all")
            pick |= self.one(
                {}, {}, {}, {"same": "rank"}, {"distinct": "rank"}, {"if": f"{told} > 4"}
            )
        target = self.one(*(name for name in ZONES if name != source))
        do: list[Any] = [self.points(f"points + {told}")] if self.is_so(0.4) else []
        do.append({"move": {"cards": "picked", "to": target}})
        if self.is_so(0.4):
            do.append({"deal": {"from": "pool", "to": source}})
        return {"pick": pick, "do": do}

    def asking(self) -> list[Any]:
        """Return the statement that asks for a decision."""
        return self._ask(0, [], _Scope())

    def policy(self) -> Data:
        """Return what each move of each decision is worth to somebody who looks at few cards."""
        return {
            name: {
                move: self.one("0", "3 / 4")
                if place
                else f"1 if {self.truth(['mine'], _Scope())} else 1 / 2"
                for place, move in enumerate(each["moves"])
            }
            for name, each in self.decisions.items()
        }

    def wagers(self, categories: list[str]) -> tuple[Data, dict[str, dict[str, str]]]:
        """Return wagers, and what the rows of their paytables pay."""
        zones, scope = list(ZONES), _Scope()
        luck = "points + rate + hidden + (1 if mood == 'wild' else 0) + (1 if kept else 0)"
        lines = [self.truth(zones, scope) for _ in range(2)]
        rows = {
            "side": {"hit": self.one("2:1", "5:2"), "far": self.one("3:1", "7:2"), "wild": "1:1"}
        }
        wagers: Data = {
            "main": {
                "stake": self.one(1, "2 if raised else 1"),
                "net": f"{luck} + ({self.amount(zones, scope)})",
            },
            "raised": {
                "of": "main",
                "stake": "2 if raised else 0",
                "net": f"({self.amount(zones, scope)}) if raised else 0",
            },
            "side": {
                "stake": self.one(1, "1 / 2"),
                "optional": self.is_so(0.5),
                "paytable": "side",
                "row": f"'hit' if {lines[0]} else 'far' if {lines[1]} else mood",
            },
        }
        if categories and self.is_so(0.6):
            hand = self.hand(zones)
            wagers["bonus"] = {
                "of": "main",
                "optional": self.is_so(0.3),
                "paytable": "bonus",
                "row": f"category_of(hands, {hand}) if len({hand}) >= 2 else 'plain'",
            }
            rows["bonus"] = {name: self.one("1:1", "5:2", "4:1") for name in categories}
        return wagers, rows


def random_game(seed: int) -> LoadedGame:
    """Return a game made at random; the same seed makes the same."""
    return loaded(*random_spec(seed))


LONG = {56, 345, 694}
"""Games in which chance comes again and again in loops, for minutes."""


def games_from(first: int) -> Iterator[tuple[int, LoadedGame]]:
    """Yield fifty games made at random, less those that take minutes, with their seeds."""
    for seed in range(first, first + 50):
        if seed not in LONG:
            yield seed, random_game(seed)


def random_spec(seed: int) -> tuple[Data, dict[str, Data]]:
    """Return the spec of a game made at random, and its paytables by file."""
    make, zones, scope = _Maker(seed), list(ZONES), _Scope()
    first = [{"shuffle": "pool"}, {"deal": {"cards": make.one(1, 2), "from": "pool", "to": "mine"}}]
    if make.is_so(0.6):
        first.append({"deal": {"from": "pool", "to": "house"}})
    do = [*first, *make.block(make.one(2, 3, 4, 5), 2, zones, scope)]
    if not make.decisions:
        do += make.asking()
    do += make.block(make.one(1, 2), 1, zones, scope)
    said = json.dumps([do, make.procedures, make.decisions])
    for zone in zones:
        if f'"to": "{zone}"' not in said:
            do.append({"if": "raised", "then": [{"deal": {"from": "pool", "to": zone}}]})
    categories = dict(make.random.sample(CATEGORIES, make.one(0, 1, 2, 3)))
    wagers, rows = make.wagers(list(categories))
    variables: Data = {
        "raised": {"type": "boolean"},
        "points": {"type": "-9..9"},
        "mood": {"type": ["calm", "wild"]},
        "rate": {"type": "number", "start": "1 / 2"},
        "hidden": {"type": "0..1", "see": "none"},
        "kept": {"type": "cards", "see": "all" if make.sees_kept else "none"},
    }
    spec = frame_of(make.pack, make.zones, variables, do, make.decisions, wagers)
    spec["tokens"] = {
        "chip": {"supply": make.one(1, 2), **make.one({}, {"most": 1}), "cites": CITES}
    }
    spec["procedures"] |= make.procedures
    spec["policies"] = {"keen": {"text": "Plays by its cards.", "decisions": make.policy()}}
    definitions: Data = {
        "total": {"takes": [{"held": "list of cards"}], "is": "sum(c.rank for c in held) % 5"},
        "told": {
            "takes": [{"n": "integer"}],
            "match": "n % 4",
            "cases": {"0": "1", "1..2": "points", "else": "-1"},
        },
        "big": {"takes": [{"n": "integer"}], "is": "n > 3"},
    }
    text = json.dumps(spec)
    spec["definitions"] = {
        name: {**each, "cites": CITES} for name, each in definitions.items() if f"{name}(" in text
    }
    # Whether the wild rank is one of a run must be said.
    wild: Data = {"wild": {"is": "rank == 4", "also": [4][make.suits > 1 :]}}
    wild = wild if make.ranks > 2 else {}
    if "(hands, " in text:
        hands: Data = {
            "cards": 2,
            "by": "rank",
            **make.one({}, {}, {"also": {str(make.ranks + 1): 1}}, wild),
            **make.one({}, {}, {"best": "least"}),
        }
        if "wild" in hands and categories and seed % 2:
            name = min(categories)
            categories[name] = {**categories[name], "wild": seed % 3}
        order = [*({name: each} for name, each in categories.items()), {"plain": {}}]
        spec["rankings"] = {"hands": {**hands, "order": order, "cites": CITES}}
    spec["paytables"] = {name: {"id": f"random-{name}", "version": "1.0.0"} for name in rows}
    return spec, {f"random_{name}.yaml": paytable(f"random-{name}", rows[name]) for name in rows}
