"""The cards from which a split round is dealt, and the dealer who plays against all its hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.cards.hands import cards_of
from certify.cards.ranks import RANKS
from certify.exact.blackjack.multisets.dealer_lines import joint_with_dealer
from certify.exact.blackjack.multisets.removal_lines import sums_with_card_less
from certify.exact.blackjack.multisets.sums import Multisets
from certify.exact.blackjack.rules import TwentyOneRules
from certify.numerics.lanes import rows_of_lanes

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]
FloatTensor = npt.NDArray[np.float64]

MOST_CARDS = 100
"""More than all hands after a split can have."""


@dataclass(frozen=True)
class SplitShoe:
    """The cards from which a split round is dealt."""

    counts: IntVector
    rules: TwentyOneRules
    pair: int
    upcard: int

    def left(self, gone: int) -> IntVector:
        """Return the cards left when so many further pair cards are gone; may be negative."""
        left = self.counts.copy()
        left[self.upcard] -= 1
        left[self.pair] -= 2 + gone
        return left

    def chance(self, gone: int) -> float:
        """Return the probability of drawing so many further pair cards first."""
        left = self.left(0)
        cards = int(left.sum())
        chance = 1.0
        for card in range(gone):
            chance *= max(int(left[self.pair]) - card, 0) / (cards - card)
        return chance

    def in_order(self, gone: int) -> FloatMatrix:
        """Return the factors of P(cards in one given order), as `factors_in_order`."""
        return factors_in_order(self.left(gone))

    def values(self, among: Multisets, outcomes: IntVector, gone: int) -> FloatMatrix:
        """Return P(further pair cards, cards in one given order, outcome), as `joint_with_dealer`.

        The shape is (multisets + 1, 8).
        """
        chance = self.chance(gone)
        if chance == 0.0:
            return rows_of_lanes(among.number + 1)
        return joint_with_dealer(
            among,
            self._with_chance(gone, chance),
            self._dealers(gone),
            self.upcard,
            outcomes,
            hits_soft_17=self.rules.dealer_hits_soft_17,
        )

    def values_with_card_less(
        self, among: Multisets, weights: FloatTensor, outcomes: IntVector, gone: int
    ) -> FloatMatrix:
        """Return weighted sums of `values`, from the shoe without a card of each rank, (10, sets).

        The weights are of shape (sets, multisets + 1, 8). Where no card of a rank is left beside
        the pair and the upcard there is 0.
        """
        found = np.zeros((RANKS, len(weights)))
        chance = self.chance(gone)
        if chance == 0.0:
            return found
        sums = sums_with_card_less(
            among,
            weights,
            self._with_chance(gone, chance),
            self._dealers(gone),
            self.upcard,
            outcomes,
            hits_soft_17=self.rules.dealer_hits_soft_17,
        )
        drawn_from = self.left(0)
        there = drawn_from > 0
        still = self.left(gone)[:, None] * sums[:, RANKS] - sums[:, :RANKS].T
        found[there] = drawn_from.sum() * still[there] / drawn_from[there, None]
        return found

    def _with_chance(self, gone: int, chance: float) -> FloatMatrix:
        """Return the factors of P(further pair cards, cards in one given order)."""
        factors = self.in_order(gone)
        factors[RANKS] *= chance
        return factors

    def _dealers(self, gone: int) -> IntVector:
        """Return the cards left for the dealer, his upcard among them."""
        dealers = self.left(gone)
        dealers[self.upcard] += 1
        return dealers


def chances_in_order(factors: FloatMatrix, keys: IntVector) -> FloatVector:
    """Return the probabilities of the cards of multisets in one given order.

    Notes
    -----
    Conditioning: as the factors, of `factors_in_order`.
    Method: their product.
    Error: relative, one rounding a rank.
    Source: definition.
    """
    counts = cards_of(keys)
    chances: FloatVector = factors[RANKS, counts.sum(axis=1)]
    for rank in range(RANKS):
        chances = chances * factors[rank, counts[:, rank]]
    return chances


def factors_in_order(counts: IntVector) -> FloatMatrix:
    """Return the factors of P(cards in one given order), drawn from some cards.

    Parameters
    ----------
    counts : ndarray of int64, shape (10,)
        The cards; a negative number counts as none.

    Returns
    -------
    ndarray of float64, shape (11, 101)
        Factors of the number of each rank, and in the last row of the number of all cards.

    Notes
    -----
    Conditioning: on the cards there are.
    Method: falling(n_r, k) of each rank, and 1 / falling(N, k).
    Error: relative, one rounding a card.
    Source: reports/METHOD.md section 7.
    """
    left = np.maximum(counts, 0)
    factors = np.ones((RANKS + 1, MOST_CARDS + 1))
    # No shoe has more of a rank than it holds.
    factors[:RANKS, 1:] = np.cumprod(
        np.maximum(left[:, None] - np.arange(MOST_CARDS), 0), axis=1, dtype=np.float64
    )
    unseen = int(left.sum())
    factors[RANKS, 1:] = np.cumprod(1.0 / np.maximum(unseen - np.arange(MOST_CARDS), 1))
    return factors
