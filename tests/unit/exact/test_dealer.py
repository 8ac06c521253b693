"""The dealer's probabilities against a plain recursion in rational arithmetic, at full size."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.dealer import OUTCOME_BLACKJACK, OUTCOME_BUST, dealer_outcomes

MEASURED = 2e-15


def rational_outcomes(counts, upcard, *, hits_soft_17):
    """Return the seven probabilities by drawing one card after another."""

    @cache
    def draw(left, hard, aces, cards):
        soft = aces and hard + 10 <= 21
        total = hard + 10 if soft else hard
        if cards == 2 and soft and total == 21:
            return one(OUTCOME_BLACKJACK)
        if total > 21:
            return one(OUTCOME_BUST)
        if total > 17 or (total == 17 and not (soft and hits_soft_17)):
            return one(total - 17)
        size = sum(left)
        found = [Fraction(0)] * 7
        for rank, count in enumerate(left):
            if count:
                fewer = (*left[:rank], count - 1, *left[rank + 1 :])
                after = draw(fewer, hard + rank + 1, aces + (rank == 0), cards + 1)
                found = [a + Fraction(count, size) * b for a, b in zip(found, after, strict=True)]
        return tuple(found)

    def one(outcome):
        return tuple(Fraction(int(place == outcome)) for place in range(7))

    left = (*counts[:upcard], counts[upcard] - 1, *counts[upcard + 1 :])
    return draw(left, upcard + 1, int(upcard == 0), 1)


@pytest.mark.parametrize("hits_soft_17", [True, False])
@pytest.mark.parametrize("upcard", [0, 1, 9])
def test_six_decks(upcard, hits_soft_17):
    shoe = Shoe.of_decks(6).array()
    removed = np.array([[0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [2, 1, 0, 3, 0, 0, 0, 0, 0, 1]])
    found = dealer_outcomes(shoe, removed, hits_soft_17=hits_soft_17)
    for row, gone in zip(found, removed, strict=True):
        exact = rational_outcomes(tuple((shoe - gone).tolist()), upcard, hits_soft_17=hits_soft_17)
        error = max(abs(float(Fraction(a) - b)) for a, b in zip(row[upcard], exact, strict=True))
        assert error < MEASURED
        assert abs(row[upcard].sum() - 1.0) < MEASURED


@pytest.mark.parametrize("hits_soft_17", [True, False])
@pytest.mark.parametrize("number", [9, 20])
@pytest.mark.parametrize("rank", range(5))
def test_shoes_of_one_rank_in_the_main(rank, number, hits_soft_17):
    """The dealer's longest hands, too rare to be seen in ordinary shoes: a five and twelve aces."""
    counts = [int(other in (4, 5, 8, 9)) for other in range(10)]
    counts[rank] += number
    shoe, nothing = np.array(counts), np.zeros((1, 10), dtype=np.int64)
    (found,) = dealer_outcomes(shoe, nothing, hits_soft_17=hits_soft_17)
    for upcard in (rank, 8, 9):
        exact = rational_outcomes(tuple(counts), upcard, hits_soft_17=hits_soft_17)
        error = max(abs(float(Fraction(a) - b)) for a, b in zip(found[upcard], exact, strict=True))
        assert error < MEASURED
