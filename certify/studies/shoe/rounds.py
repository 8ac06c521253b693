"""Rounds about to begin, of shoes dealt at random: worked out for few, roughly for many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from certify.cards.ranks import RANKS
from certify.cards.shoe import IntVector
from certify.studies.shoe.counts import Removals
from certify.studies.shoe.tags import FloatArray
from certify.studies.shoe.wagers import FIELD

BEST = [FIELD["best_main"], FIELD["best_main_burnout"]]


@dataclass(frozen=True)
class Rounds:
    """Rounds about to begin, of many shoes.

    Attributes
    ----------
    undealt : ndarray, shape (shoes, strata, 10)
        Cards undealt.
    figures : ndarray, shape (shoes, strata, fields)
        Figures of these compositions, worked out or by their rough form: linear in the shares of
        the cards, and for the best play with what knowing them adds, fitted to what was worked out.
    """

    undealt: IntVector
    figures: FloatArray


Told = Callable[[Rounds], FloatArray]
"""A number for every round, shape (shoes, strata)."""


@dataclass(frozen=True)
class Seen:
    """Everything that the sample is made of.

    Attributes
    ----------
    removals : Removals
        Figures of the shoe and of the shoe less one card.
    worked : Rounds
        Rounds of which the figures were worked out.
    many : ndarray, shape (counted, strata, 10)
        Cards undealt in other shoes, dealt as the first; their rough figures sharpen estimates.
    cut : int
        Cards dealt before the cut card.
    """

    removals: Removals
    worked: Rounds
    many: IntVector
    cut: int

    @cached_property
    def knowing(self) -> FloatArray:
        """What the best play adds for each unit of how far a composition is off, shape (2,)."""
        undealt = self.worked.undealt
        off = self._off(undealt)
        added = (self.worked.figures - self.removals.linear(undealt))[..., BEST]
        known: FloatArray = np.tensordot(off, added, axes=off.ndim) / max(
            float((off**2).sum()), np.finfo(np.float64).tiny
        )
        return known

    @cached_property
    def rough(self) -> Rounds:
        """The rounds that were worked out, by their rough form."""
        return self._roughly(self.worked.undealt)

    @cached_property
    def others(self) -> Rounds:
        """The other rounds, by their rough form."""
        return self._roughly(self.many)

    def _roughly(self, undealt: IntVector) -> Rounds:
        figures = self.removals.linear(undealt)
        figures[..., BEST] += self._off(undealt)[..., np.newaxis] * self.knowing
        return Rounds(undealt, figures)

    def _off(self, undealt: IntVector) -> FloatArray:
        """Return how far the shares of the cards undealt are from those of the shoe, squared."""
        usual = self.removals.start / self.removals.cards
        left = np.maximum(undealt.sum(axis=-1, keepdims=True), 1)
        off = (undealt / left - usual) ** 2 / np.where(usual > 0.0, usual, 1.0)
        distance: FloatArray = off.sum(axis=-1)
        return distance

    def told(self, of: Told) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return a number for every round: worked out, rough, and rough of the others."""
        return of(self.worked), of(self.rough), of(self.others)


def deal(start: IntVector, cut: int, shoes: int, strata: int, seed: int) -> IntVector:
    """Return the cards undealt as rounds begin, of shoes dealt at random.

    Parameters
    ----------
    start : ndarray, shape (10,)
        The shoe.
    cut : int
        Cards dealt before the cut card.
    shoes, strata : int
        How many shoes, and in how many parts of equal width a round is looked at.
    seed : int
        Seed.

    Returns
    -------
    ndarray of int64, shape (shoes, strata, 10)
        Cards undealt; the number of cards gone is uniform in its part.
    """
    source = np.random.Generator(np.random.Philox(seed))
    depths = (np.arange(strata) + source.random((shoes, strata))) * cut / strata
    gone = depths.astype(np.int64)
    found = np.zeros((shoes, strata, RANKS), dtype=np.int64)
    left = np.tile(start, (shoes, 1))
    for part in range(strata):
        cards = gone[:, part] - (gone[:, part - 1] if part else 0)
        behind = left.sum(axis=1)
        for rank in range(RANKS):
            behind -= left[:, rank]
            # The last value with cards takes what is left.
            drawn = source.hypergeometric(left[:, rank], behind, cards)
            left[:, rank] -= drawn
            cards = cards - drawn
        found[:, part] = left
    return found
