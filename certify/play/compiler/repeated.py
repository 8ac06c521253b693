"""Which expressions stand in several places of a game, and are compiled once, as functions.

Definitions stand where they were used; so the expression of one that is used twice is there twice.
Two expressions are the same if they differ in the numbers of their own local names alone. One that
reads a local name from outside it stays where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from certify.language import acts, typed
from certify.language.typed import Node
from certify.language.types import INTEGER

LEAST_PARTS = 12
"""Parts of an expression, beside those that are functions of their own, that make it one."""

LEAST_REMEMBERED = 16
"""The same from which on its value is remembered in play."""

MOST_REPEATED = 1_000
"""Parts, with those of the functions in it, up to which it may be worked out again at the end."""

PARTS_OF = {typed.Ranked: 20, typed.Series: 6}
"""What counts as more than one part."""

MOST_REMEMBERED = 60
"""Values that are remembered: one bit of a word says of each whether it is known."""

SCALARS = ("boolean", "integer", "number", "word", "seat", "card")
FACES = "face_up"
CARDS = "cards"


class Repeated:
    """Expressions that are functions, by number.

    `played` are the expressions of play, `recorded` those of what is recorded when it is over, each
    as often as it is worked out somewhere. The value of one that reads no `me` is remembered until
    something changes that it reads: `bits` has its bit by number. What is done sooner than
    remembered is worked out again, which machine code often sees to be the same.
    """

    def __init__(self, played: Iterable[Node], recorded: Iterable[Node]) -> None:
        self._numbers: dict[Any, int] = {}
        self._known: dict[int, tuple[Node, int, frozenset[int]]] = {}
        self._closed: dict[int, Node] = {}
        self._ranks: dict[int, tuple[typed.Ranked, typed.Ranked]] = {}
        played, recorded = list(played), list(recorded)
        for root in (*played, *recorded):
            self._learn(root, ())
        self._uses = Counter[int]()
        self._count(played)
        in_play = set(self._uses)
        self._count(recorded)
        self._own: dict[int, int] = {}
        self.functions: set[int] = set()
        # Parts have lower numbers than what they are part of.
        for number, node in self._closed.items():
            parts = self._parts(node)
            if self._uses[number] > 1 and parts >= LEAST_PARTS and node.type.kind in SCALARS:
                self.functions.add(number)
        remembered = [
            number
            for number in sorted(self.functions)
            if self._is_dear(number, asked_in_play=number in in_play)
            and not self.reads_me(self._closed[number])
        ]
        self.bits = {n: 1 << at for at, n in enumerate(remembered[:MOST_REMEMBERED])}
        self._reads = {n: set(_read(self._closed[n])) for n in self.bits}

    def _count(self, roots: list[Node]) -> None:
        """Count how often each expression stands somewhere, within one that is counted once."""
        todo = list(roots)
        while todo:
            node = todo.pop()
            _, number, free = self._known[id(node)]
            if not free:
                self._uses[number] += 1
                if self._uses[number] > 1:
                    continue
            todo += self._beneath(node)

    def _is_dear(self, number: int, *, asked_in_play: bool) -> bool:
        """Return whether to work an expression out takes longer than to remember its value."""
        if asked_in_play and self._own[number] >= LEAST_REMEMBERED:
            return True
        parts = list(islice(self._closed[number].walk(), MOST_REPEATED))
        return len(parts) == MOST_REPEATED or any(
            isinstance(part, typed.Ranked)
            or (isinstance(part, typed.Series) and part.function != "sum")
            for part in parts
        )

    def number(self, node: Node) -> int | None:
        """Return the number of the function that an expression is; None if it is none."""
        found = self._known.get(id(node))
        return found[1] if found is not None and found[1] in self.functions else None

    def reads_me(self, node: Node) -> bool:
        """Return whether an expression depends on the seat that decides."""
        return any(isinstance(part, typed.Me) for part in node.walk())

    def kept_by(self, act: acts.Act) -> int | None:
        """Return the bits of values that stay as they are in a statement; None if all do."""
        changed = _changed(act)
        lost = sum(self.bits[n] for n, reads in self._reads.items() if changed & reads)
        return sum(self.bits.values()) - lost if lost else None

    def rank_of(self, node: typed.Ranked) -> typed.Ranked:
        """Return the rank that tells a category."""
        if id(node) not in self._ranks:
            rank = replace(node, type=INTEGER, function="rank_of")
            self._ranks[id(node)] = (node, rank)
        return self._ranks[id(node)][1]

    def _beneath(self, node: Node) -> Iterator[Node]:
        """Yield the parts of an expression; that of a category is the rank which tells it."""
        if isinstance(node, typed.Ranked) and node.function == "category_of":
            return iter((self.rank_of(node),))
        return node.children()

    def _learn(self, node: Node, bound: tuple[int, ...]) -> tuple[int, frozenset[int]]:
        """Return the number of an expression among all that differ, and the slots it reads."""
        found: list[tuple[int, frozenset[int]]] = []
        plain: list[Any] = [type(node), node.type]
        own: tuple[int, ...] = ()
        match node:
            case typed.Local():
                place = bound[::-1].index(node.slot) if node.slot in bound else -node.slot - 1
                plain.append(place)
                found.append((0, frozenset((node.slot,))))
            case typed.Let():
                own = (node.slot,)
                found = [self._learn(node.value, bound), self._learn(node.body, (*bound, *own))]
            case typed.Series():
                plain += [node.function, node.default is None, node.nth is None]
                for loop in node.loops:
                    found.append(self._learn(loop.collection, (*bound, *own)))
                    own = (*own, loop.slot)
                    plain.append(loop.condition is None)
                    if loop.condition is not None:
                        found.append(self._learn(loop.condition, (*bound, *own)))
                found.append(self._learn(node.body, (*bound, *own)))
                beside = [part for part in (node.default, node.nth) if part is not None]
                found += [self._learn(part, bound) for part in beside]
            case _:
                found = [self._learn(child, bound) for child in self._beneath(node)]
                for value in vars(node).values():
                    parts = value if isinstance(value, tuple) else (value,)
                    others = [part for part in parts if not isinstance(part, Node)]
                    plain += [*others, len(parts) - len(others)]
        free = frozenset[int]().union(*(slots for _, slots in found)) - frozenset(own)
        # As a dictionary takes 1, 1.0 and True for the same, kinds of plain values count too.
        kinds = tuple(type(value) for value in plain)
        key = (*plain, kinds, *(number for number, _ in found))
        number = self._numbers.setdefault(key, len(self._numbers))
        self._known[id(node)] = (node, number, free)
        if not free:
            self._closed.setdefault(number, node)
        return number, free

    def _parts(self, node: Node) -> int:
        """Return how many parts an expression has, a function counting as one."""
        number = self._known[id(node)][1]
        if number not in self._own:
            inner = 0
            for child in self._beneath(node):
                is_function = self._known[id(child)][1] in self.functions
                inner += 1 if is_function else self._parts(child)
            self._own[number] = PARTS_OF.get(type(node), 1) + inner
        return self._own[number]


def _read(node: Node) -> Iterator[str]:
    """Yield the names of what an expression reads that statements change."""
    for part in node.walk():
        match part:
            case typed.VariableAt() | typed.TokensAt() | typed.Named():
                yield part.name
            case typed.ZoneAt():
                yield CARDS
                yield _cards_of(part)
            case typed.Apply(function="face_up"):
                yield FACES


def _changed(act: acts.Act) -> set[str]:
    """Return the names of what a statement changes, beside those inside it."""
    match act:
        case acts.SetAct():
            return {target.name for target, _ in act.changes}
        case acts.ChanceAct():
            return {act.target.name}
        case acts.TokenAct():
            return {token.name for token in act.tokens}
        case acts.TurnAct():
            return {FACES}
        case acts.ShuffleAct():
            return {_cards_of(act.zone)}
        case acts.MoveAct(source=None):
            # Cards may come from any zone; one that is moved lies up or down as its new zone says.
            return {CARDS, FACES}
        case (
            acts.DealAct(source=source, target=target) | acts.MoveAct(source=source, target=target)
        ):
            return {FACES, *(_cards_of(zone) for zone in (source, target) if zone is not None)}
    return set()


def _cards_of(zone: typed.ZoneAt) -> str:
    """Return the name of what lies in a zone, or in several with an index."""
    return f"{CARDS} {zone.name}"
