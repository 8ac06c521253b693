"""Parts all ways in which hidden cards can lie, by the rank that they lead to, and counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.counting import can_be_counted, hands_below
from certify.exact.banked.expressions import CardsNeeded, Evaluator, Known
from certify.exact.banked.frames import Frame
from certify.exact.banked.holdings import Holdings, make_canonical, packed
from certify.exact.banked.ranks import Ranks
from certify.language import typed
from certify.language.typed import Node

Rows = npt.NDArray[Any]

MOST_LOOKED = 8
"""Hidden hands by part that are looked at one by one: fewer than it takes to part them."""

MOST_COUNTED = 300_000_000
"""Hidden hands beside all sets of open cards that are counted at once."""


@dataclass(frozen=True)
class Part:
    """A part of all ways in which hidden cards can lie: how many by row, and what is known in it.

    Attributes
    ----------
    place : int
        Its place among all parts, those without any hands too.
    ways : ndarray of int64
        Hidden hands of the part, by row.
    known : dict
        What the functions of a ranking come to in it.
    """

    place: int
    ways: Rows
    known: Known


@dataclass(frozen=True, eq=False)
class Closed:
    """Hidden cards that matter by the rank of one hand.

    Attributes
    ----------
    opened, rest : list of ndarray
        Known cards that are ranked with them, and the others: columns.
    number : int
        How many are hidden.
    bounds : ndarray of int64, shape (rows, parts - 1)
        The ranks that part them, ascending.
    """

    known: Holdings
    ranking: str
    opened: list[Rows]
    rest: list[Rows]
    number: int
    bounds: Rows

    def laid_out(self) -> tuple[Rows, Rows, Rows]:
        """Return rows in the order of their open cards, these cards by row, and the others.

        Suits are exchanged so that few open cards stand for all.
        """
        known, opened = self.known, len(self.opened)
        rows, slots = len(known), known.cards.shape[1]
        cards = np.empty((rows, slots), dtype=np.uint8)
        for place, column in enumerate([*self.opened, *self.rest]):
            cards[:, place] = column
        cards[:, :opened].sort(axis=1)
        cards[:, opened:].sort(axis=1)
        firsts = np.array([0] * opened + [opened] * len(self.rest), dtype=np.int64)
        make_canonical(cards, known.kinds.values, firsts)
        keys = packed(cards[:, :opened], len(known.kinds.cards))
        order = np.lexsort(keys[::-1]) if opened else np.arange(rows)
        cards = cards[order]
        different = int((np.diff(keys[0][order]) != 0).sum()) + 1
        if different * comb(len(known.kinds.cards) - opened, self.number) > MOST_COUNTED:
            raise _Unsuitable
        return order, cards[:, :opened], cards[:, opened:]


@dataclass(frozen=True)
class Parts:
    """All ways in which hidden cards can lie, in parts within which nothing changes.

    Attributes
    ----------
    closed : Closed
        The hidden cards of all rows.
    """

    parts: list[Part]
    total: int
    closed: Closed

    def of(self, rows: slice) -> Parts:
        """Return the parts of some of the rows."""
        parts = [
            Part(
                part.place,
                part.ways[rows],
                {
                    node: value[rows] if isinstance(value, np.ndarray) else value
                    for node, value in part.known.items()
                },
            )
            for part in self.parts
        ]
        return Parts(parts, self.total, self.closed)


Count = Callable[[str, Rows, Rows, int, Rows], Rows]
"""Counts hands as `hands_below` does, given the name of a ranking, and cards and limits by row."""


class _Unsuitable(Exception):  # noqa: N818  (no error: the cards are looked at instead)
    """Hidden cards enter in another way than by the rank of one hand."""


def parts_by_rank(
    evaluator: Evaluator, frame: Frame, nodes: Sequence[Node], count: Count | None = None
) -> Parts | None:
    """Return the parts in which hidden cards make no difference to some expressions.

    None if they matter by more than the rank of one hand, or there are too many to count. `count`:
    what counts hidden hands instead of `hands_below`.
    """
    try:
        return _Counted(evaluator, frame, nodes, count).parts()
    except _Unsuitable:
        return None


class _Counted:
    def __init__(
        self, evaluator: Evaluator, frame: Frame, nodes: Sequence[Node], count: Count | None
    ) -> None:
        self.count = count
        self.evaluator = evaluator
        self.frame = frame
        self.nodes = nodes
        self.memo: Known = {}
        self.hidden = {zone for zone, number in frame.hidden.items() if number}
        self.hidden.add(frame.pool)
        self.ranked: list[typed.Ranked] = []
        self.named: dict[int, typed.Let] = {}
        self.told: dict[int, bool] = {}

    def parts(self) -> Parts:
        limits: list[Any] = []
        for node in self.nodes:
            limits += self._limits(node)
        if not self.ranked:
            raise _Unsuitable
        first, *others = dict.fromkeys(self.ranked)
        if any((o.ranking, o.cards) != (first.ranking, first.cards) for o in others):
            raise _Unsuitable
        zones = [self._zone(part) for part in joined(first.cards)]
        hidden = [zone for zone in zones if zone in self.hidden]
        if len(hidden) != 1 or len(set(zones)) < len(zones):
            raise _Unsuitable
        opened = [column for zone in zones for column in self.frame.known.columns(zone)]
        number = self.frame.hidden.get(hidden[0], 0)
        ranks = self.evaluator.ranks(first.ranking)
        if not can_be_counted(self.evaluator.kinds.copies, len(opened), number):
            raise _Unsuitable
        total = comb(self.frame.known.left(), number)
        rows = len(self.frame)
        different: list[Rows] = []
        for limit in limits or [0]:
            column = np.broadcast_to(np.asarray(limit, dtype=np.int64), rows)
            if not any(np.array_equal(column, other) for other in different):
                different.append(column)
        if total <= MOST_LOOKED * (len(different) + 1):
            raise _Unsuitable
        bounds = np.sort(np.stack(different, axis=1), axis=1)
        groups = [group for group in self.frame.known.groups if group.zone not in zones]
        rest = [c for group in groups for c in self.frame.known.columns(group.zone)]
        closed = Closed(self.frame.known, first.ranking, opened, rest, number, bounds)
        below = self._kept_below(closed, ranks, zones)
        edges = np.hstack(
            [np.zeros((rows, 1), np.int64), below, np.full((rows, 1), total, dtype=np.int64)]
        )
        least = np.hstack([np.zeros((rows, 1), np.int64), bounds])
        least = np.clip(least, 0, ranks.values[-1])
        keys = list(dict.fromkeys(self.ranked))
        evaluation = self.evaluator
        found = []
        for place in range(least.shape[1]):
            ways = edges[:, place + 1] - edges[:, place]
            if ways.any():
                known: Known = dict(self.memo)
                known.update((key, evaluation.ranked_as(key, least[:, place])) for key in keys)
                found.append(Part(place, ways, known))
        return Parts(found, total, closed)

    def _kept_below(self, closed: Closed, ranks: Ranks, zones: list[int]) -> Rows:
        """Return the hands below some limits, kept with the cards: other courses ask the same."""
        kept, bounds = self.frame.known.ranks, closed.bounds
        keys = [(what, closed.ranking, *zones, closed.number) for what in ("limits", "below")]
        if keys[0] not in kept or not np.array_equal(kept[keys[0]], bounds):
            below = self._below(closed, ranks)
            kept[keys[0]], kept[keys[1]] = _smaller(bounds), _smaller(below)
        found: Rows = kept[keys[1]].astype(np.int64)
        return found

    def _below(self, closed: Closed, ranks: Ranks) -> Rows:
        order, opened, others = closed.laid_out()
        number, bounds = closed.number, closed.bounds
        found = np.empty_like(bounds)
        if self.count is not None:
            found[order] = self.count(closed.ranking, opened, others, number, bounds[order])
        else:
            kinds = len(self.frame.known.kinds.cards)
            found[order] = hands_below(ranks, kinds, opened, others, number, bounds[order])
        return found

    def _zone(self, node: Node) -> int:
        if not isinstance(node, typed.ZoneAt):
            raise _Unsuitable
        return self.evaluator.place_of(node, self.frame)

    def _is_hidden(self, node: Node) -> bool:
        """Return whether an expression reads hidden cards, by itself or by a name in it."""
        found = self.told.get(id(node))
        if found is None:
            found = self.told[id(node)] = any(self._reads_hidden(part) for part in node.walk())
        return found

    def _reads_hidden(self, part: Node) -> bool:
        if isinstance(part, typed.ZoneAt):
            if _is_of_a_loop(part, self.frame):
                # Which zone is meant is only known inside the loop.
                raise _Unsuitable
            return self.evaluator.place_of(part, self.frame) in self.hidden
        named = self._named(part)
        return named is not part and self._is_hidden(named)

    def _named(self, node: Node) -> Node:
        """Return what a name stands for that an expression gives a value."""
        while isinstance(node, typed.Local) and node.slot in self.named:
            node = self.named[node.slot].value
        return node

    def _with_names(self, node: Node) -> Node:
        """Return an expression that can be worked out by itself: with the names that it reads."""
        for name in reversed(self.named.values()):
            if any(isinstance(p, typed.Local) and p.slot == name.slot for p in node.walk()):
                node = typed.Let(node.type, name.slot, name.value, node)
        return node

    def _value(self, node: Node) -> Any:
        return self.evaluator.value(self._with_names(node), self.frame, self.memo)

    def _limits(self, node: Node) -> list[Any]:
        """Return the ranks of the hidden hand at which an expression can change."""
        node = self._named(node)
        if isinstance(node, typed.Let):
            self.named[node.slot] = node
            # Expressions with this name may have been asked before it stood for anything.
            self.told.clear()
            return self._limits(node.body)
        if isinstance(node, typed.Literal | typed.ParameterValue) or not self._is_hidden(node):
            return []
        if isinstance(node, typed.Conditional):
            return self._limits_of_choice(node)
        if isinstance(node, typed.Logic):
            return [limit for operand in node.operands for limit in self._limits(operand)]
        if isinstance(node, typed.Ranked):
            if node.function == "rank_of" or any(isinstance(p, typed.Local) for p in node.walk()):
                raise _Unsuitable
            self.ranked.append(node)
            hands = self.evaluator.layout.rankings[node.ranking]
            step = hands.base**hands.ranking.cards
            return [step * place for place in range(1, len(hands.ranking.categories))]
        if isinstance(node, typed.Comparison):
            return self._limits_of_comparison(node)
        if _is_number_of_cards(node):
            return []
        if isinstance(node, typed.ZoneAt | typed.Series):
            raise _Unsuitable
        return [limit for child in node.children() for limit in self._limits(child)]

    def _limits_of_choice(self, node: typed.Conditional) -> list[Any]:
        try:
            named = self._with_names(node.condition)
            condition = self.evaluator.truth(named, self.frame, self.memo)
        except CardsNeeded:
            condition = np.zeros(0, dtype=bool)
        if not isinstance(condition, np.ndarray):
            return self._limits(node.then if condition else node.otherwise)
        return [
            limit
            for part in (node.condition, node.then, node.otherwise)
            for limit in self._limits(part)
        ]

    def _limits_of_comparison(self, node: typed.Comparison) -> list[Any]:
        found: list[Any] = []
        for left, right in pairwise(self._named(operand) for operand in node.operands):
            if not (self._is_hidden(left) or self._is_hidden(right)):
                continue
            if any(self._is_category(side) for side in (left, right)):
                found += self._limits_of_category(left, right)
                continue
            try:
                (times, rest), (minus, other) = self._linear(left), self._linear(right)
            except _Unsuitable:
                # No sum of ranks; where neither side changes, what they compare to does not.
                found += [*self._limits(left), *self._limits(right)]
                continue
            times, rest = times - minus, rest - other
            if times == 0:
                continue
            if abs(times) != 1:
                raise _Unsuitable
            at = -times * rest
            found += [at, at + 1]
        return found

    def _limits_of_category(self, left: Node, right: Node) -> list[Any]:
        """Return the ranks at which a category begins or ends to be one that is named."""
        # Asked in any case: what is ranked is noted by it.
        every = [*self._limits(left), *self._limits(right)]
        ranked, named = (left, right) if isinstance(left, typed.Ranked) else (right, left)
        if not isinstance(ranked, typed.Ranked) or not isinstance(named, typed.Literal):
            return every
        hands = self.evaluator.layout.rankings[ranked.ranking]
        step = hands.base**hands.ranking.cards
        names = [name == named.value for name in reversed(list(hands.ranking.categories))]
        return [step * n for n in range(1, len(names)) if names[n] != names[n - 1]]

    @staticmethod
    def _is_category(node: Node) -> bool:
        return node.type.kind == "word"

    def _linear(self, node: Node) -> tuple[int, Any]:
        """Return how often the hidden rank is in a sum, and the rest of the sum."""
        node = self._named(node)
        if not self._is_hidden(node):
            return 0, self._value(node)
        if isinstance(node, typed.Ranked) and node.function == "rank_of":
            if any(isinstance(part, typed.Local) for part in node.walk()):
                raise _Unsuitable
            self.ranked.append(node)
            return 1, 0
        if isinstance(node, typed.Arithmetic) and node.operator in ("+", "-"):
            (times, rest), (more, other) = self._linear(node.left), self._linear(node.right)
            if node.operator == "+":
                return times + more, rest + other
            return times - more, rest - other
        if isinstance(node, typed.Negative):
            times, rest = self._linear(node.operand)
            return -times, -rest
        raise _Unsuitable


def _smaller(numbers: Rows) -> Rows:
    """Return integers in half the room, if they fit."""
    is_small = np.abs(numbers).max(initial=0) < 2**31
    return numbers.astype(np.int32) if is_small else numbers


def _is_number_of_cards(node: Node) -> bool:
    """Return whether an expression is how many cards zones have, whichever these are."""
    if not (isinstance(node, typed.Apply) and node.function == "len"):
        return False
    return all(isinstance(part, typed.ZoneAt) for part in joined(node.arguments[0]))


def joined(node: Node) -> Iterator[Node]:
    """Yield the lists that a list is joined from."""
    if isinstance(node, typed.Join):
        yield from joined(node.first)
        yield from joined(node.second)
    else:
        yield node


def _is_of_a_loop(zone: typed.ZoneAt, frame: Frame) -> bool:
    """Return whether a zone is told by a local that an expression itself gives values to."""
    return zone.index is not None and any(
        isinstance(part, typed.Local) and part.slot not in frame.locals
        for part in zone.index.walk()
    )
