"""What wagers come to at the end: worth on the way backward, outcomes on the way forward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from math import comb
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import PlayError, StateSpaceError
from certify.exact.banked.amounts import Amount, amount_of, fitting, one_after_another
from certify.exact.banked.expressions import CardsNeeded, Evaluator, Known
from certify.exact.banked.frames import Frame
from certify.exact.banked.holdings import Group, Holdings
from certify.exact.banked.looking import MOST_STEPS, Looking
from certify.exact.banked.settling import Parts, joined, parts_by_rank
from certify.exact.banked.walking import Outcomes, Stakes
from certify.language import acts, typed
from certify.language.typed import Node

Rows = npt.NDArray[Any]

MOST_TABLED = 1_000_000
"""Integers that are told apart by a table of all between the least and the largest."""


BEFORE = (acts.ShuffleAct, acts.DealAct, acts.SetAct, acts.AnnounceAct)
"""Statements that a round may begin with before some cards are dealt whatever else happens."""

PLAIN = (
    typed.Literal, typed.ParameterValue, typed.Named, typed.Arithmetic, typed.Negative,
    typed.Comparison, typed.Membership, typed.Logic, typed.Not, typed.Conditional,
)  # fmt: skip
"""What an expression may be made of besides the ranks of cards, to depend on nothing else."""


class Ending(Looking):
    """Settles the wagers of the rows of a frame."""

    def _end(self, frame: Frame) -> Amount:
        if self.forward:
            for name, stakes in self.asked.items():
                if name not in self.apart:
                    self._add(frame, name, stakes)
            return amount_of(0, len(frame))
        worths = [self._worth(frame, stakes.nets) for stakes in self.aims]
        return reduce(add, worths) if worths else amount_of(0, len(frame))

    def _worth(self, frame: Frame, nets: Sequence[Node]) -> Amount:
        try:
            found = [self._sum(own, nets, {}) for own, _ in in_blocks(frame)]
        except CardsNeeded as needed:
            parts = parts_by_rank(self.evaluator, frame, nets, self.counter(frame))
            if parts is None:
                zone = self._first_to_look(frame, needed.zone, nets)
                return self._look(frame, zone, partial(self._worth, nets=nets), is_last=True)
            found = [self._sum_of(parts.of(rows), own, nets) for own, rows in in_blocks(frame)]
        self.settled += len(frame)
        return one_after_another(found)

    def _sum_of(self, parts: Parts, frame: Frame, nets: Sequence[Node]) -> Amount:
        """Return what wagers bring on average over all parts."""
        total = amount_of(0, len(frame))
        for part in parts.parts:
            total = total + self._sum(frame, nets, part.known).times(part.ways, parts.total)
        # No sum of parts is larger than the largest net for all of them.
        bound = min(total.bound, int(np.abs(total.units).max(initial=0)))
        return Amount(total.units, total.base * parts.total, bound)

    def _sum(self, frame: Frame, nodes: Sequence[Node], known: Known) -> Amount:
        total = amount_of(0, len(frame))
        for node in nodes:
            total = total + self._amount(self.settler, node, frame, known)
        return total

    def _amount(self, of: Evaluator, node: Node, frame: Frame, known: Known) -> Amount:
        """Return what an expression of a wager comes to; an error in it tells the wager."""
        try:
            return of.amount(node, frame, known)
        except (PlayError, StateSpaceError) as error:
            raise self._placed(error, ("wagers", self.wager_of[id(node)])) from None

    def _first_to_look(self, frame: Frame, zone: int, nodes: Sequence[Node]) -> int:
        """Return the zone after whose cards the others can be counted; the given one if none is."""
        hidden = [other for other, number in frame.hidden.items() if number]
        if len(hidden) < 2:
            return zone
        key = (tuple(hidden), frame.known.groups, tuple(map(id, nodes)))
        if key not in self.looked_first:
            found = zone
            for other in hidden:
                if self._is_settled(self._assumed(frame, other), nodes):
                    found = other
            self.looked_first[key] = found
        return self.looked_first[key]

    def _is_settled(self, frame: Frame, nodes: Sequence[Node]) -> bool:
        """Return whether wagers can be settled without looking at more cards."""
        try:
            for node in nodes:
                self.evaluator.value(node, frame)
        except CardsNeeded:
            return parts_by_rank(self.evaluator, frame, nodes) is not None
        return True

    def _assumed(self, frame: Frame, zone: int) -> Frame:
        """Return a single row in which a zone has any cards that are left."""
        one = frame.subset(slice(0, 1))
        left = self.kinds.copies.copy()
        np.subtract.at(left, one.known.cards[0], 1)
        free = np.repeat(np.arange(len(left)), left)[: frame.hidden[zone]].astype(np.uint8)
        groups = [*one.known.groups, Group(zone, frame.hidden[zone], ordered=False)]
        cards = np.concatenate([one.known.cards[0], free])[None, :]
        known = Holdings(self.kinds, cards, tuple(groups))
        return replace(one, known=known, hidden={**frame.hidden, zone: 0})

    def _set_apart(self, start: Frame) -> None:
        """Tell which wagers depend on one heap of cards alone, whatever is played.

        A hand of each side is then one hand of both: any cards of the pack.
        """
        dealt = self._dealt_first(start)
        for name, stakes in self.asked.items():
            heaps = {_heap(node) for node in stakes.nodes} - {frozenset()}
            heap = heaps.pop() if len(heaps) == 1 else None
            if heap is not None and len(heap) > 1 and heap <= dealt.keys():
                cards = sum(dealt[zone] for zone in heap)
                place, _, _ = self.program.layout.places[min(heap)]
                self.apart[name] = replace(start, hidden={place: cards})

    def _add_heap(self, frame: Frame, name: str) -> Amount:
        """Add the outcomes of wagers on one heap of cards, which become known one after another."""
        (zone, number), left = *frame.hidden.items(), frame.known.left()
        if len(frame) * comb(left, number) <= MOST_STEPS or number == 1:
            return self._add(frame, name, self.asked[name])
        now = max(n for n in range(1, number) if n == 1 or len(frame) * comb(left, n) <= MOST_STEPS)
        self._require_within_reach(frame, zone, now, ordered=False, merged=True)
        deal = frame.known.dealt(zone, now, ordered=False, place=0, merged=True)
        return self._after(
            frame, deal, zone, lambda after: self._add_heap(after, name), is_secret=False
        )

    def _plain(self, node: Node, frame: Frame, what: str) -> Any:
        value = self.evaluator.value(node, frame)
        if isinstance(value, np.ndarray):
            raise StateSpaceError(f"{what} depends on the cards")
        return value

    def _dealt_first(self, start: Frame) -> dict[str, int]:
        """Return zones whose cards all come at the beginning and stay, and how many come."""
        found: dict[str, int] = {}
        first = []
        for act in self.play.procedures[self.procedure].do:
            if not isinstance(act, BEFORE):
                break
            first.append(act)
            if isinstance(act, acts.DealAct) and _is_whole(act.target):
                if any(isinstance(part, typed.VariableAt) for part in act.number.walk()):
                    return {}
                number = self._plain(act.number, start, "how many cards are dealt")
                found[act.target.name] = found.get(act.target.name, 0) + number
        moving = (acts.ShuffleAct, acts.DealAct, acts.MoveAct)
        for act in self.play.statements():
            if isinstance(act, moving) and not any(act is one for one in first):
                for node in act.nodes():
                    for part in node.walk():
                        if isinstance(part, typed.ZoneAt):
                            found.pop(part.name, None)
        return found if sum(found.values()) <= start.size(start.pool) else {}

    def _add(self, frame: Frame, name: str, stakes: Stakes) -> Amount:
        """Add the outcomes of some wagers."""
        found: Outcomes = {}
        try:
            for own, _ in in_blocks(frame):
                self._add_all(own, stakes, own.weights, frame.total, {}, found)
        except CardsNeeded as needed:
            parts = parts_by_rank(self.evaluator, frame, stakes.nodes, self.counter(frame))
            if parts is None:
                zone = self._first_to_look(frame, needed.zone, stakes.nodes)
                going = partial(self._add, name=name, stakes=stakes)
                return self._look(frame, zone, going, is_last=True)
            # Rows that need no cards may have been added: all are added with the others.
            found = {}
            total = frame.total * parts.total
            for own, rows in in_blocks(frame):
                weights = fitting(own.weights, total)
                for part in parts.of(rows).parts:
                    self._add_all(own, stakes, weights * part.ways, total, part.known, found)
        outcomes = self.outcomes[name]
        for key, p in found.items():
            outcomes[key] = outcomes.get(key, Fraction(0)) + p
        return amount_of(0, len(frame))

    def _different(self, amount: Amount) -> tuple[list[Any], Rows]:
        """Return the different numbers of an amount, and for each row the number of its own."""
        units, inverse = distinct(amount.units)
        return [Fraction(int(unit), amount.base) for unit in units], inverse

    def _add_all(
        self,
        frame: Frame,
        stakes: Stakes,
        weights: Rows,
        total: int,
        known: Known,
        found: Outcomes,
    ) -> None:
        workers = [self.evaluator, self.settler, self.evaluator]
        amounts = [
            self._amount(worker, node, frame, known)
            for worker, nodes in zip(
                workers, (stakes.stakes, stakes.nets, stakes.lines), strict=True
            )
            for node in nodes
        ]
        code = np.zeros(len(frame), dtype=np.int64)
        numbered = []
        for amount in amounts:
            different, inverse = self._different(amount)
            numbered.append(different)
            code = code * len(different) + inverse
        codes, inverse = distinct(code)
        order = np.argsort(inverse, kind="stable")
        starts = np.searchsorted(inverse[order], np.arange(len(codes)))
        sums = np.add.reduceat(weights[order], starts)
        for place, number in enumerate(codes):
            weight = int(sums[place])
            if not weight:
                continue
            outcome: list[Any] = []
            rest = int(number)
            for own in reversed(numbered):
                rest, digit = divmod(rest, len(own))
                outcome.append(own[digit])
            key = tuple(reversed(outcome))
            found[key] = found.get(key, Fraction(0)) + Fraction(weight, total)


def in_blocks(frame: Frame) -> Iterator[tuple[Frame, slice]]:
    """Yield rows so many at a time that what is worked out for them stays small."""
    if len(frame) <= MOST_STEPS:
        yield frame, slice(None)
        return
    for start in range(0, len(frame), MOST_STEPS):
        rows = slice(start, start + MOST_STEPS)
        yield frame.subset(rows), rows


def _is_whole(zone: Node) -> bool:
    return isinstance(zone, typed.ZoneAt) and zone.index is None


def _heap(node: Node, held: frozenset[int] = frozenset()) -> frozenset[str] | None:
    """Return the zones whose cards together an expression ranks; None if it reads anything else.

    `held`: local names that hold such a value.
    """
    if isinstance(node, typed.Ranked):
        zones = [*joined(node.cards)]
        if not all(map(_is_whole, zones)):
            return None
        names = [zone.name for zone in zones if isinstance(zone, typed.ZoneAt)]
        return frozenset(names) if len(set(names)) == len(names) else None
    if isinstance(node, typed.Local):
        return frozenset() if node.slot in held else None
    if isinstance(node, typed.Let):
        parts = [_heap(node.value, held), _heap(node.body, held | {node.slot})]
    elif isinstance(node, PLAIN):
        parts = [_heap(child, held) for child in node.children()]
    else:
        return None
    heaps = {part for part in parts if part != frozenset()}
    if None in heaps or len(heaps) > 1:
        return None
    return heaps.pop() if heaps else frozenset()


def distinct(units: Rows) -> tuple[Rows, Rows]:
    """Return the different integers, ascending, and for each row the number of its own."""
    if not len(units) or units.dtype == object:
        return np.unique(units, return_inverse=True)
    least = units.min()
    if units.max() - least > MOST_TABLED:
        return np.unique(units, return_inverse=True)
    there = np.bincount(units - least) > 0
    return np.flatnonzero(there) + least, (np.cumsum(there) - 1)[units - least]
