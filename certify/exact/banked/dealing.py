"""What wagers bring by the cards that are dealt: so for every composition of the pack at once.

A round under one play comes to a set of cards with so many orders; from any composition each of
these is as likely as its cards are there. So an expectation is a polynomial in the numbers of cards
of each kind, worked out once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.amounts import Amount, amount_of
from certify.exact.banked.composition import Composition
from certify.exact.banked.course import Solver
from certify.exact.banked.expressions import CardsNeeded
from certify.exact.banked.frames import Frame
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.solution import BEST, question
from certify.language.game import LoadedGame
from certify.language.typed import Node

Rows = npt.NDArray[Any]
FloatArray = npt.NDArray[np.float64]

Cards = tuple[int, ...]
"""A set of cards by kind, ascending."""

MOST_TERMS = 400_000
"""Sets of cards that a round may come to."""

AT_ONCE = 4_000_000
"""Numbers that are held at once as an expectation is worked out for compositions."""


@dataclass(frozen=True, eq=False)
class Dealing:
    """Expectations of wagers for every composition, under one play.

    Attributes
    ----------
    terms : dict
        By wager and set of cards: what the orders of these cards bring in all, as a sum over
        sequences of cards.
    """

    kinds: Kinds
    terms: Mapping[str, Mapping[Cards, Fraction]]

    def net(self, name: str, left: Sequence[int]) -> Fraction:
        """Return the expected net of a wager, exactly; `left` are cards by kind."""
        total = Fraction(0)
        for cards, brought in self.terms[name].items():
            chance = Fraction(1)
            for place, kind in enumerate(cards):
                chance *= Fraction(left[kind] - cards[:place].count(kind), sum(left) - place)
            total += brought * chance
        return total

    def nets(self, name: str, left: npt.NDArray[np.int64]) -> FloatArray:
        """Return the expected net of a wager for compositions, shape (compositions, kinds).

        Notes
        -----
        Conditioning: the composition, shuffled; at least as many cards as a round may take.
        Method: the sum over sets of cards of what they bring times the chance of one order of them.
        Error: rounding of some thousand terms, below 1e-12.
        Source: derived here.
        """
        found = np.zeros(len(left))
        by_number: dict[int, list[tuple[Cards, float]]] = {}
        for cards, brought in self.terms[name].items():
            by_number.setdefault(len(cards), []).append((cards, float(brought)))
        for number, own in by_number.items():
            if not number:
                found += sum(brought for _, brought in own)
                continue
            sets = np.array([each for each, _ in own], dtype=np.int64)
            brings = np.array([each for _, each in own], dtype=np.float64)
            again = np.zeros_like(sets)
            for place in range(1, number):
                same = sets[:, place] == sets[:, place - 1]
                again[:, place] = np.where(same, again[:, place - 1] + 1, 0)
            size = max(1, AT_ONCE // len(own))
            for start in range(0, len(left), size):
                some = left[start : start + size].astype(np.float64)
                cards_left = some.sum(axis=1)
                chance = np.ones((len(some), len(own)))
                for place in range(number):
                    there = np.maximum(some[:, sets[:, place]] - again[:, place], 0.0)
                    chance *= there / (cards_left - place)[:, None]
                found[start : start + size] += chance @ brings
        return found


def dealing_of(game: LoadedGame, policy: str = BEST, left: Composition | None = None) -> Dealing:
    """Return what wagers bring by the cards that are dealt, under the play of the whole pack.

    `left`: the pack, if it is not whole. Raises `StateSpaceError` as `solution.solve`, and if
    rounds come to too many sets of cards.

    Notes
    -----
    Conditioning: none.
    Method: forward as `solution.solve`, every card that a wager rests on looked at; the ways to a
        set of cards are its orders times the ways to draw them from the pack.
    Error: none; all are ratios of integers.
    Source: derived here.
    """
    asked = question(game, policy, left)
    walk = asked.solver(ByCards, lambda done, total, doing: None)
    if asked.policy is None:
        walk.best_play()
    walk.tally()
    return Dealing(walk.kinds, {name: walk.orders(own) for name, own in walk.brought.items()})


class ByCards(Solver):
    """Walks forward, and adds up what wagers bring by the cards that are known at the end."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.brought: dict[str, dict[Cards, Fraction]] = {}

    def _set_apart(self, start: Frame) -> None:
        """Set nothing apart: all cards are looked at."""

    def _end(self, frame: Frame) -> Amount:
        if not self.forward:
            return super()._end(frame)
        return self._add_each(
            frame,
            [
                each
                for name, stakes in self.asked.items()
                if name
                for each in zip(stakes.names, stakes.nets, strict=True)
            ],
        )

    def _add_each(self, frame: Frame, nets: Sequence[tuple[str, Node]]) -> Amount:
        """Add what each wager brings; for those that need further cards these are looked at."""
        waiting: list[tuple[str, Node]] = []
        zone = 0
        for wager, node in nets:
            try:
                amount = self.evaluator.amount(node, frame, {})
            except CardsNeeded as needed:
                zone = zone if waiting else needed.zone
                waiting.append((wager, node))
            else:
                self._keep(frame, wager, amount)
        if waiting:
            going = partial(self._add_each, nets=waiting)
            return self._look(frame, zone, going, is_last=True)
        return amount_of(0, len(frame))

    def _keep(self, frame: Frame, wager: str, amount: Amount) -> None:
        """Keep what a wager brings in rows that need no further cards."""
        cards = np.sort(frame.known.cards, axis=1)
        there = (amount.units != 0) & (frame.weights != 0)
        found = self.brought.setdefault(wager, {})
        rows, inverse = np.unique(cards[there], axis=0, return_inverse=True)
        sums = np.zeros(len(rows), dtype=object)
        np.add.at(
            sums,
            inverse.reshape(-1),
            frame.weights[there].astype(object) * amount.units[there].astype(object),
        )
        for row, total in zip(rows.tolist(), sums, strict=True):
            key = tuple(row)
            part = Fraction(int(total), frame.total * amount.base)
            found[key] = found.get(key, Fraction(0)) + part
            if len(found) > MOST_TERMS:
                raise StateSpaceError(f"a round comes to more than {MOST_TERMS:,} sets of cards")

    def orders(self, brought: Mapping[Cards, Fraction]) -> dict[Cards, Fraction]:
        """Return what orders of cards bring in all, from what they bring by chance from the pack.

        Suits were exchanged: each set stands for all that follow from it so.
        """
        values, copies = self.kinds.values, self.kinds.copies
        every = [*permutations(range(values))] if values > 1 else [()]
        found: dict[Cards, Fraction] = {}
        for cards, part in brought.items():
            chance = Fraction(1)
            for place, kind in enumerate(cards):
                chance *= Fraction(
                    int(copies[kind]) - cards[:place].count(kind), self.kinds.total - place
                )
            each = part / chance / len(every)
            for names in every:
                own = cards
                if names:
                    own = tuple(sorted(c - c % values + names[c % values] for c in cards))
                found[own] = found.get(own, Fraction(0)) + each
        return {cards: total for cards, total in found.items() if total}
