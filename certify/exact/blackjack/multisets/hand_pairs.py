"""Expectations of products over two hands that meet the same hand of the dealer.

A *hand* here is any multiset of cards with a weight: in how many orders its cards come, times what
it is worth against each dealer outcome. Weights of the same cards may be added up, since the
probability of given cards without replacement depends on their multiset alone.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum

import numpy as np
import numpy.typing as npt

from certify.cards.hands import KEY_BASE, RANK_KEYS
from certify.exact.blackjack.dealer import OUTCOMES
from certify.exact.blackjack.multisets.dealer_lines import joint_with_dealer
from certify.exact.blackjack.multisets.kernels import LIKENESSES, drop_unlikely, weigh
from certify.exact.blackjack.multisets.split_shoe import factors_in_order
from certify.exact.blackjack.multisets.sums import Multisets, places_of, sums_of
from certify.numerics.jit import inline, kernel

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]

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
        """Return P(cards of each multiset in one given order, dealer outcome), (places, 7)."""
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


@dataclass(frozen=True)
class HandPairs:
    """The multisets that two hands make together.

    Attributes
    ----------
    hands : Multisets
        The multisets of one hand.
    sums : Multisets
        Those of two.
    target : ndarray of int64, shape (lines, lines)
        On which line of the sums each pair of lines falls.
    """

    hands: Multisets
    sums: Multisets
    target: IntMatrix

    @classmethod
    def of(cls, keys: IntVector, weights: FloatVector) -> HandPairs:
        """Return the pairs of some distinct multisets, ascending, of positive weights."""
        stride = 1 + 2 * int((keys % KEY_BASE).max(initial=0))
        hands = Multisets.of(keys, weights, stride)
        sums, target = sums_of(hands, hands)
        return cls(hands, sums, target)

    def thinned_out(self, left: CardsLeft, most_weight: float) -> tuple[HandPairs, float]:
        """Return the likelier pairs, and the weight of those left out, `most_weight` at most."""
        sums = self.sums
        likeness = np.zeros(len(sums.orders), dtype=np.int16)
        weight = np.zeros(LIKENESSES)
        weigh(
            sums.stride,
            sums.line,
            sums.start,
            sums.lowest,
            sums.orders,
            np.ones(1),
            left.in_order[None],
            likeness,
            weight,
        )
        below = np.cumsum(weight)
        dropped = int(np.searchsorted(below, most_weight))
        orders = sums.orders.copy()
        drop_unlikely(likeness, dropped, orders)
        # The same places, without those at the ends of a line that are no multiset any more.
        shorter = replace(sums, orders=orders).relaid(sums.stride, sums.stride)
        return replace(self, sums=shorter), float(below[dropped - 1]) if dropped else 0.0

    def expectation(self, hands: FloatMatrix, left: CardsLeft) -> float:
        """Return the sum over hands of their weight against each outcome times its probability.

        Parameters
        ----------
        hands : ndarray of float64, shape (hands, 7)
            Weights by hand, in the order of the keys, and outcome.
        left : CardsLeft
            The cards.

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
        return fsum((hands * left.joint(self.hands)[self.hands.present]).ravel())

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
        keys = self.hands.keys
        line = np.searchsorted(self.hands.line, keys // KEY_BASE**2)
        start = np.searchsorted(line, np.arange(len(self.hands.line) + 1))
        found = []
        for first, second in parts:
            totals = np.zeros(OUTCOMES)
            _add_products(
                start,
                places_of(keys, self.hands.stride),
                first,
                second,
                first is second,
                self.target,
                self.sums.start,
                self.sums.lowest,
                values,
                totals,
            )
            found.append(fsum(totals))
        return found


def counts_of(keys: IntVector) -> IntMatrix:
    """Return the cards of multisets, shape (multisets, 10)."""
    counts: IntMatrix = keys[:, None] // RANK_KEYS % KEY_BASE
    return counts


@inline
def _products_with(second, values, place, first, last, shifted, begins, ends):
    """Return the sums over partners of their weight times the value of the sum, by outcome."""
    # Numbers of their own, which the compiler keeps out of memory, unlike those of an array.
    on_17, on_18, on_19, on_20, on_21, on_bust, on_blackjack = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for partner in range(first, last):
        at = shifted + place[partner]
        # Partners come in the order of their places; sums that were left out have none.
        if at < begins:
            continue
        if at >= ends:
            break
        on_17 += second[partner, 0] * values[at, 0]
        on_18 += second[partner, 1] * values[at, 1]
        on_19 += second[partner, 2] * values[at, 2]
        on_20 += second[partner, 3] * values[at, 3]
        on_21 += second[partner, 4] * values[at, 4]
        on_bust += second[partner, 5] * values[at, 5]
        on_blackjack += second[partner, 6] * values[at, 6]
    return on_17, on_18, on_19, on_20, on_21, on_bust, on_blackjack


@kernel
def _add_products(
    start, place, first, second, same, target, sums_start, sums_lowest, values, totals
):
    """Add to ``totals[outcome]`` the products of weights with the value of the sum of two hands."""
    lines = start.size - 1
    on_line = np.zeros(OUTCOMES)
    for base in range(lines):
        on_line[:] = 0.0
        for other in range(base if same else 0, lines):
            block = target[base, other]
            begins, ends = sums_start[block], sums_start[block + 1]
            if begins == ends:
                continue
            origin = begins - sums_lowest[block]
            # Two lines stand for both orders of the two hands.
            ways = 2.0 if same and other != base else 1.0
            for hand in range(start[base], start[base + 1]):
                found = _products_with(
                    second,
                    values,
                    place,
                    start[other],
                    start[other + 1],
                    origin + place[hand],
                    begins,
                    ends,
                )
                for outcome in range(OUTCOMES):
                    on_line[outcome] += ways * first[hand, outcome] * found[outcome]
        for outcome in range(OUTCOMES):
            totals[outcome] += on_line[outcome]
