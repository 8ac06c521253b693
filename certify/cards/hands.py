"""Every hand that is not bust, as a multiset of values; tables that depend on no shoe."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import ACE, RANKS

BUST_ABOVE = 21
SOFT_BONUS = 10
"""What an ace counts more when it counts eleven."""

BUST = -1
"""Successor of a hand that the card takes above 21."""

KEY_BITS = 6
KEY_BASE = 1 << KEY_BITS
"""A multiset is a number in this base, a digit a rank; no digit comes near it."""

RANK_KEYS = np.int64(KEY_BASE) ** np.arange(RANKS)
"""What a card of each rank adds to the number of a multiset."""


def cards_of(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the cards of multisets by rank, shape (multisets, 10)."""
    return keys[:, None] >> KEY_BITS * np.arange(RANKS) & (KEY_BASE - 1)


class HandTable(NamedTuple):
    """All hands of hard total 0 to 21, in order of their hard totals; kernels take it whole.

    Attributes
    ----------
    counts : ndarray of int64, shape (hands, 10)
        Cards by value.
    size : ndarray of int64, shape (hands,)
        Number of cards.
    hard_total : ndarray of int64, shape (hands,)
        Total with every ace as one.
    total : ndarray of int64, shape (hands,)
        Best total: hard total, or ten more if an ace may count eleven.
    is_soft : ndarray of bool, shape (hands,)
        Whether an ace counts eleven in `total`.
    successor : ndarray of int64, shape (hands, 10)
        Index of the hand with one more card of a value, or `BUST`.
    """

    counts: npt.NDArray[np.int64]
    size: npt.NDArray[np.int64]
    hard_total: npt.NDArray[np.int64]
    total: npt.NDArray[np.int64]
    is_soft: npt.NDArray[np.bool_]
    successor: npt.NDArray[np.int64]

    def index_of(self, ranks: tuple[int, ...]) -> int:
        """Return the index of the hand of these ranks, or `BUST`."""
        hand = 0
        for rank in sorted(ranks):
            hand = int(self.successor[hand, rank])
            if hand == BUST:
                return BUST
        return hand


@cache
def hand_table() -> HandTable:
    """Return the table of all hands; hand 0 has no cards, successors have a higher index."""
    hands: list[tuple[int, ...]] = []

    def extend(counts: list[int], rank: int, hard_total: int) -> None:
        if rank == RANKS:
            hands.append(tuple(counts))
            return
        while hard_total <= BUST_ABOVE:
            extend(counts, rank + 1, hard_total)
            counts[rank] += 1
            hard_total += rank + 1
        counts[rank] = 0

    extend([0] * RANKS, 0, 0)
    hands.sort(key=lambda hand: (_hard_total(hand), hand))
    position = {hand: index for index, hand in enumerate(hands)}
    successor = np.full((len(hands), RANKS), BUST, dtype=np.int64)
    for index, hand in enumerate(hands):
        for rank in range(RANKS):
            longer = (*hand[:rank], hand[rank] + 1, *hand[rank + 1 :])
            successor[index, rank] = position.get(longer, BUST)
    counts = np.array(hands, dtype=np.int64)
    hard_total = counts @ np.arange(1, RANKS + 1)
    is_soft = (counts[:, ACE] > 0) & (hard_total + SOFT_BONUS <= BUST_ABOVE)
    return HandTable(
        counts=counts,
        size=counts.sum(axis=1),
        hard_total=hard_total,
        total=hard_total + SOFT_BONUS * is_soft,
        is_soft=is_soft,
        successor=successor,
    )


def _hard_total(hand: tuple[int, ...]) -> int:
    return sum((rank + 1) * count for rank, count in enumerate(hand))
