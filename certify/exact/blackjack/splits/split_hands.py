"""What one hand after a split can become: its final cards, by class, and in how many orders.

The counts depend on the strategy and not on the shoe; the probability of cards without replacement
is the same for every order of them, so it is left to whoever combines the hands.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, RANK_KEYS, hand_table
from certify.cards.ranks import ACE, RANKS
from certify.exact.blackjack.dealer import DEALER_STANDS_ON, OUTCOME_BLACKJACK, OUTCOME_BUST
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.split import may_double_after_split
from certify.numerics.jit import kernel

IntVector = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
BoolVector = npt.NDArray[np.bool_]

BELOW_17 = DEALER_STANDS_ON - 1
BUSTED = 22
"""Total of a bust hand; 16 stands for 16 and less."""

MOST_KEPT = 256
"""So many are kept: each is asked for its size, for its name among kept figures, and for itself."""


@dataclass(frozen=True)
class SplitHands:
    """The final hands of one hand after a split.

    Attributes
    ----------
    key : ndarray of int64, shape (hands,)
        Cards beyond the first one, a multiset as a number in base 64.
    is_pair : ndarray of bool, shape (hands,)
        Whether the second card is a pair card.
    total : ndarray of int64, shape (hands,)
        16 for 16 or less, 17 to 21, or 22 for a bust.
    amount : ndarray of int64, shape (hands,)
        1, or 2 if the hand was doubled.
    orders : ndarray of float64, shape (hands,)
        In how many orders the cards can come.
    """

    key: IntVector
    is_pair: BoolVector
    total: IntVector
    amount: IntVector
    orders: FloatVector

    def results(self, outcome: int) -> IntVector:
        """Return what each hand wins against a dealer outcome."""
        if outcome == OUTCOME_BLACKJACK:
            return -self.amount
        if outcome == OUTCOME_BUST:
            return np.where(self.total == BUSTED, -self.amount, self.amount)
        difference = np.sign(self.total - (outcome + DEALER_STANDS_ON))
        return np.where(self.total == BUSTED, -1, difference) * self.amount


def split_hands(
    rules: TwentyOneRules, pair: int, hits: BoolVector, doubles: BoolVector
) -> SplitHands:
    """Return what one hand after splitting a pair can become.

    Parameters
    ----------
    rules : TwentyOneRules
        The rules.
    pair : int
        Rank of the pair.
    hits, doubles : ndarray of bool, shape (hands,)
        The zero-memory strategy against the upcard.

    Returns
    -------
    SplitHands
        The final hands.
    """
    return _split_hands(rules, pair, hits.tobytes(), doubles.tobytes())


@lru_cache(maxsize=MOST_KEPT)
def _split_hands(rules: TwentyOneRules, pair: int, hits: bytes, doubles: bytes) -> SplitHands:
    table = hand_table()
    start = table.index_of((pair,))
    hands = len(table.size)
    stands, doubled = np.zeros((2, hands)), np.zeros((2, hands))
    busts = np.zeros((2, hands, RANKS))
    two, more = may_double_after_split(rules, pair)
    one_card = pair == ACE and not rules.hit_split_aces
    _count_orders(
        table.successor,
        table.size,
        np.frombuffer(hits, dtype=np.bool_),
        np.frombuffer(doubles, dtype=np.bool_),
        pair,
        start,
        one_card,
        two,
        more,
        stands,
        doubled,
        busts,
    )
    keys = table.counts @ RANK_KEYS - RANK_KEYS[pair]
    second, hand = np.nonzero(stands)
    parts = [(keys[hand], second, table.total[hand], 1, stands[second, hand])]
    second, hand = np.nonzero(doubled)
    for rank in range(RANKS):
        child = table.successor[hand, rank]
        total = np.where(child == BUST, BUSTED, table.total[child])
        parts.append((keys[hand] + RANK_KEYS[rank], second, total, 2, doubled[second, hand]))
    second, hand, drawn = np.nonzero(busts)
    bust_keys = keys[hand] + RANK_KEYS[drawn]
    parts.append((bust_keys, second, np.full(len(hand), BUSTED), 1, busts[second, hand, drawn]))
    return SplitHands(
        key=np.concatenate([part[0] for part in parts]),
        is_pair=np.concatenate([part[1] == 1 for part in parts]),
        total=np.concatenate([np.maximum(part[2], BELOW_17) for part in parts]),
        amount=np.concatenate([np.full(len(part[0]), part[3]) for part in parts]),
        orders=np.concatenate([part[4] for part in parts]),
    )


@kernel
def _count_orders(
    successor,
    size,
    hits,
    doubles,
    pair,
    start,
    one_card,
    may_double_two,
    may_double_more,
    stands,
    doubled,
    busts,
):
    """Fill how often a hand is stood, doubled, and busted by a rank, by its second card."""
    orders = np.zeros(stands.shape)
    for rank in range(RANKS):
        orders[int(rank == pair), successor[start, rank]] += 1.0
    for hand in range(size.size):
        for second in range(2):
            ways = orders[second, hand]
            if ways == 0.0:
                continue
            may_double = may_double_two if size[hand] == 2 else may_double_more
            if one_card:
                stands[second, hand] = ways
            elif doubles[hand] and may_double:
                doubled[second, hand] = ways
            elif hits[hand]:
                for rank in range(RANKS):
                    child = successor[hand, rank]
                    if child == BUST:
                        busts[second, hand, rank] += ways
                    else:
                        orders[second, child] += ways
            else:
                stands[second, hand] = ways
