"""Expectations of products over two hands that meet the same hand of the dealer.

A *hand* here is any multiset of cards with a weight: in how many orders its cards come, times what
it is worth against each dealer outcome. Weights of the same cards may be added up, since the
probability of given cards without replacement depends on their multiset alone.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import fsum

import numpy as np
import numpy.typing as npt

from certify.cards.hands import cards_of
from certify.exact.blackjack.dealer import OUTCOMES
from certify.exact.blackjack.multisets.dealer_lines import joint_with_dealer
from certify.exact.blackjack.multisets.split_shoe import (
    chances_in_order,
    factors_in_order,
)
from certify.exact.blackjack.multisets.sums import (
    Additions,
    Multisets,
    places_of,
    room_for_a_line,
    sums_of,
)
from certify.numerics.jit import inline, kernel
from certify.numerics.lanes import lanes_at, put, rows_of_lanes, zeros

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]
BoolVector = npt.NDArray[np.bool_]

ALL_OUTCOMES = np.arange(OUTCOMES)


@dataclass(frozen=True)
class CardsLeft:
    """The cards from which hands and the dealer draw.

    Attributes
    ----------
    counts : ndarray of int64, shape (10,)
        The cards left, the upcard not among them; a negative number of a rank means that the cards
        gone were not there.
    upcard : int
        The dealer's upcard.
    hits_soft_17 : bool
        Whether the dealer draws to a soft 17.
    """

    counts: IntVector
    upcard: int
    hits_soft_17: bool

    @cached_property
    def in_order(self) -> FloatMatrix:
        """The factors of P(cards in one given order), shape (11, 101)."""
        return factors_in_order(self.counts)

    def joint(self, among: Multisets) -> FloatMatrix:
        """Return P(cards of each multiset in one given order, dealer outcome), (multisets + 1, 8).

        The last row and the last number of each are 0.
        """
        dealers = self.counts.copy()
        dealers[self.upcard] += 1
        return joint_with_dealer(
            among,
            self.in_order,
            dealers,
            self.upcard,
            ALL_OUTCOMES,
            hits_soft_17=self.hits_soft_17,
        )

    def expectation(self, hands: Multisets, weights: FloatMatrix) -> float:
        """Return the sum over hands of their weight against each outcome times its probability.

        Parameters
        ----------
        hands : Multisets
            The hands.
        weights : ndarray of float64, shape (hands, 7)
            Weights by hand and outcome.

        Returns
        -------
        float
            The sum.

        Notes
        -----
        Conditioning: on the upcard and the cards that are gone already.
        Method: exact summation (math.fsum).
        Error: that of the dealer's probabilities.
        Source: derived here, reports/METHOD.md section 7.
        """
        return fsum((weights * self.joint(hands)[:-1, :OUTCOMES]).ravel())

    def likely(
        self, keys: IntVector, weights: FloatVector, most_weight: float
    ) -> tuple[BoolVector, float]:
        """Return which hands are likely enough to be a hand of two, and a bound on what others add.

        Parameters
        ----------
        keys : ndarray of int64, shape (hands,)
            Multisets of cards, all different.
        weights : ndarray of float64, shape (hands,)
            Positive weights.
        most_weight : float
            Most that the bound may be.

        Returns
        -------
        ndarray of bool, shape (hands,)
            Which are likely.
        float
            Bound on the sum over two hands, one of which at least is not, of the product of weights
            and the probability of their cards.

        Notes
        -----
        Conditioning: on the upcard and the cards that are gone already.
        Method: that so many cards are gone makes others likelier by a limited factor.
        Error: the bound is one.
        Source: derived here, reports/METHOD.md section 7.
        """
        shares = weights * chances_in_order(self.in_order, keys)
        cards, most = int(self.counts.sum()), int(cards_of(keys).sum(axis=1).max())
        if cards < 2 * most:
            return np.ones(len(keys), dtype=np.bool_), 0.0
        drawn = np.arange(most)
        likelier = float(np.prod((cards - drawn) / (cards - most - drawn)))
        order = np.argsort(shares)
        bounds = 2.0 * likelier * shares.sum() * np.cumsum(shares[order])
        dropped = int(np.searchsorted(bounds, most_weight))
        is_likely = np.ones(len(keys), dtype=np.bool_)
        is_likely[order[:dropped]] = False
        return is_likely, float(bounds[dropped - 1]) if dropped else 0.0


@dataclass(frozen=True)
class HandPairs:
    """The multisets that two hands make together.

    Attributes
    ----------
    hands : Multisets
        The multisets of one hand.
    sums : Multisets
        Those of two.
    additions : Additions
        Which of them two hands make.
    """

    hands: Multisets
    sums: Multisets
    additions: Additions

    @classmethod
    def of(cls, keys: IntVector, weights: FloatVector) -> HandPairs:
        """Return the pairs of some distinct multisets, ascending, of positive weights."""
        hands = Multisets.of(keys, weights)
        return cls(hands, *sums_of(hands, hands).in_rows())

    @classmethod
    def likely(
        cls, keys: IntVector, weights: FloatVector, left: CardsLeft, most_weight: float
    ) -> tuple[HandPairs, float]:
        """Return the likelier pairs, and the weight of those left out, `most_weight` at most."""
        hands = Multisets.of(keys, weights)
        sums = sums_of(hands, hands)
        left_out = sums.thin_out(np.ones(1), left.in_order[None], most_weight)
        return cls(hands, *sums.in_rows()), left_out

    def products(
        self, parts: list[tuple[FloatMatrix, FloatMatrix]], left: CardsLeft
    ) -> list[float]:
        """Return the sums over two hands of the product of weights, times its probability.

        Parameters
        ----------
        parts : list of tuple of ndarray of float64, shape (hands, 7)
            Weights of the first hand and of the second, by outcome. One and the same array for
            both takes half the time.
        left : CardsLeft
            The cards.

        Returns
        -------
        list of float
            A sum for each part.

        Notes
        -----
        Conditioning: on the upcard and the cards that are gone already.
        Method: sums over all pairs of multisets, a line after another.
        Error: 1e-12 of the sum of absolute terms: each goes through some thousand additions.
        Source: derived here, reports/METHOD.md section 7.
        """
        values = left.joint(self.sums)
        found = []
        for first, second in parts:
            totals = np.zeros(OUTCOMES)
            _add_products(
                self.hands.start,
                places_of(self.hands.minor, self.additions.stride),
                first,
                _in_lanes(second),
                first is second,
                self.additions.target,
                self.additions.origin,
                self.additions.row_of,
                values,
                room_for_a_line(self.hands),
                totals,
            )
            found.append(fsum(totals))
        return found


def _in_lanes(weights: FloatMatrix) -> FloatMatrix:
    rows = rows_of_lanes(len(weights))
    rows[:, : weights.shape[1]] = weights
    return rows


@inline
def _add_partners(first, last, begin, place, row_of, second, values, sums, into):
    """Add the sums over partners of their weight times the value of the sum, by outcome."""
    found = lanes_at(sums, into)
    for partner in range(first, last):
        at = row_of[np.uint64(begin + place[partner])]
        found += lanes_at(second, partner) * lanes_at(values, at)
    put(found, sums, into)


@kernel
def _add_products(start, place, first, second, same, target, origin, row_of, values, sums, totals):
    """Add to ``totals[outcome]`` the products of weights with the value of the sum of two hands.

    `sums` is room for what the partners of each hand of a line come to.
    """
    lines = start.size - 1
    for base in range(lines):
        hands = start[base + 1] - start[base]
        for hand in range(hands):
            put(zeros(), sums, hand)
        for other in range(base if same else 0, lines):
            begin = origin[target[base, other]]
            for hand in range(hands):
                _add_partners(
                    start[other],
                    start[other + 1],
                    begin + place[start[base] + hand],
                    place,
                    row_of,
                    second,
                    values,
                    sums,
                    hand,
                )
                # Two lines stand for both orders of the two hands.
                if same and other == base:
                    for outcome in range(OUTCOMES):
                        sums[hand, outcome] *= 0.5
        ways = 2.0 if same else 1.0
        for hand in range(hands):
            for outcome in range(OUTCOMES):
                weight = ways * first[start[base] + hand, outcome]
                totals[outcome] += weight * sums[hand, outcome]
