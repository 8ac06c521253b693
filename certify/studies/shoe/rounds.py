"""Beginnings of rounds in random shoes: computed exactly for few, approximately for many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from certify.cards.shoe import IntVector
from certify.studies.shoe.counts import Removals
from certify.studies.shoe.tags import FloatArray

FOLDS = 25
"""Into so many groups shoes are divided at most: the approximation of a group never saw it."""

ROUNDS_FOR_EACH_TERM = 3
"""With fewer rounds than so many times its terms no second-order form is fitted."""

LITTLE = 1e-6
"""Part of the mean square of a term by which its coefficient is held back."""


@dataclass(frozen=True)
class Rounds:
    """Beginnings of rounds: undealt cards, shape (shoes, strata, kinds), and figures.

    Figures, shape (shoes, strata, fields), are exact, or approximate: linear in the shares of the
    cards by the effects of removal, and what is left by squares and products of the shares.
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
    of cards dealt before the cut card.

    What the linear form leaves of the exact figures is fitted by least squares, for each group of
    shoes to the exact figures of the other groups. So an approximation is independent of the rounds
    that it is held against, and no estimate is biased by the fit.
    """

    removals: Removals
    worked: Rounds
    many: IntVector
    cut: int

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
        for group, fit in enumerate(self._fits):
            figures[group :: len(self._fits)] += (
                self._terms(undealt[group :: len(self._fits)]) @ fit
            )
        return Rounds(undealt, figures)

    @cached_property
    def _fits(self) -> list[FloatArray]:
        """The coefficients of the terms, shape (terms, fields), for each group of shoes."""
        undealt = self.worked.undealt
        terms = self._terms(undealt)
        left = self.worked.figures - self.removals.linear(undealt)
        groups = min(FOLDS, len(undealt))
        group_of = np.arange(len(undealt)) % groups
        return [
            _fitted(terms[group_of != group], left[group_of != group]) for group in range(groups)
        ]

    def _terms(self, undealt: IntVector) -> FloatArray:
        """Return what is fitted, of rounds: shape (.., terms).

        How many cards are gone, and squares and products of what the shares of the undealt cards
        are off those of the shoe; of few rounds their squared distance alone.
        """
        start = self.removals.start
        usual = start[start > 0] / self.removals.cards
        cards = np.maximum(undealt.sum(axis=-1, keepdims=True), 1)
        off = (undealt[..., start > 0] / cards - usual) / np.sqrt(usual)
        # The shares add up to 1, so that one of them tells nothing more.
        first, second = np.triu_indices(len(usual) - 1)
        rounds = self.worked.undealt[..., 0].size
        if rounds < ROUNDS_FOR_EACH_TERM * (1 + len(first)):
            distance: FloatArray = (off**2).sum(axis=-1, keepdims=True)
            return distance
        return np.concatenate(
            [self.removals.cards / cards - 1.0, off[..., first] * off[..., second]], axis=-1
        )

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


def _fitted(terms: FloatArray, wanted: FloatArray) -> FloatArray:
    """Return the coefficients by least squares, shape (terms, fields); 0 for terms without size."""
    rows = terms.reshape(-1, terms.shape[-1])
    if not len(rows):
        return np.zeros((terms.shape[-1], wanted.shape[-1]))
    sizes = np.sqrt((rows**2).mean(axis=0))
    sizes[sizes == 0.0] = 1.0
    rows = rows / sizes
    products = rows.T @ rows + LITTLE * len(rows) * np.eye(len(sizes))
    found: FloatArray = np.linalg.solve(products, rows.T @ wanted.reshape(len(rows), -1))
    found /= sizes[:, None]
    return found
