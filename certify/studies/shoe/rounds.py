"""Beginnings of rounds in random shoes: computed exactly for few, approximately for many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from certify.cards.shoe import IntVector
from certify.studies.shoe.counts import Removals
from certify.studies.shoe.tags import FloatArray


@dataclass(frozen=True)
class Rounds:
    """Beginnings of rounds: undealt cards, shape (shoes, strata, kinds), and figures.

    Figures, shape (shoes, strata, fields), are exact, or approximate: linear in the shares of the
    cards, and for the best play with the gain from knowing them, fitted to the exact figures.
    """

    undealt: IntVector
    figures: FloatArray


Told = Callable[[Rounds], FloatArray]
"""A number for every round, shape (shoes, strata)."""


@dataclass(frozen=True)
class Seen:
    """Everything from which the sample's figures follow.

    `worked` are rounds whose figures were computed exactly; `many` are undealt cards in other
    shoes, dealt in the same way, whose approximate figures sharpen estimates; `cut` is the number
    of cards dealt before the cut card; `best` are the places of figures of the best play.
    """

    removals: Removals
    worked: Rounds
    many: IntVector
    cut: int
    best: tuple[int, ...]

    @cached_property
    def knowing(self) -> FloatArray:
        """Gain of the best play by squared distance of a composition from the shoe."""
        undealt = self.worked.undealt
        off = self._off(undealt)
        added = (self.worked.figures - self.removals.linear(undealt))[..., self.best]
        known: FloatArray = np.tensordot(off, added, axes=off.ndim) / max(
            float((off**2).sum()), np.finfo(np.float64).tiny
        )
        return known

    @cached_property
    def rough(self) -> Rounds:
        """The approximate figures of the rounds that were computed exactly."""
        return self._roughly(self.worked.undealt)

    @cached_property
    def others(self) -> Rounds:
        """The approximate figures of the other rounds."""
        return self._roughly(self.many)

    def _roughly(self, undealt: IntVector) -> Rounds:
        figures = self.removals.linear(undealt)
        figures[..., self.best] += self._off(undealt)[..., np.newaxis] * self.knowing
        return Rounds(undealt, figures)

    def _off(self, undealt: IntVector) -> FloatArray:
        """Return the squared distance of the shares of the undealt cards from those of the shoe."""
        usual = self.removals.start / self.removals.cards
        left = np.maximum(undealt.sum(axis=-1, keepdims=True), 1)
        off = (undealt / left - usual) ** 2 / np.where(usual > 0.0, usual, 1.0)
        distance: FloatArray = off.sum(axis=-1)
        return distance

    def told(self, of: Told) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return a number for every round: exact, approximate, and approximate of the others."""
        return of(self.worked), of(self.rough), of(self.others)


def deal(start: IntVector, cut: int, shoes: int, strata: int, seed: int) -> IntVector:
    """Return the undealt cards at the beginning of rounds in random shoes, (shoes, strata, kinds).

    One round in each of `strata` parts of equal width before the cut card; the number of cards
    dealt is uniform in its part.
    """
    source = np.random.Generator(np.random.Philox(seed))
    depths = (np.arange(strata) + source.random((shoes, strata))) * cut / strata
    gone = depths.astype(np.int64)
    found = np.zeros((shoes, strata, len(start)), dtype=np.int64)
    left = np.tile(start, (shoes, 1))
    for part in range(strata):
        cards = gone[:, part] - (gone[:, part - 1] if part else 0)
        behind = left.sum(axis=1)
        for rank in range(len(start)):
            behind -= left[:, rank]
            # The last value with cards takes what is left.
            drawn = source.hypergeometric(left[:, rank], behind, cards)
            left[:, rank] -= drawn
            cards = cards - drawn
        found[:, part] = left
    return found
