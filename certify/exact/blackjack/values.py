"""Values that depend on rules and shoe alone; every strategy is solved or evaluated on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from certify.cards.hands import RANK_KEYS, HandTable, hand_table
from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.exact.blackjack.dealer import OUTCOME_BLACKJACK
from certify.exact.blackjack.multisets.dealer_outcomes import DealerOutcomes
from certify.exact.blackjack.player import BURNED_STATES, NONE_BURNED, amount_values, stand_values
from certify.exact.blackjack.rules import TwentyOneRules
from certify.runtime.memory import keep_freed

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

NOT_NEEDED = -1


@dataclass(frozen=True)
class ShoeValues:
    """Standing, dealing and the chance of a dealer blackjack, for a shoe.

    Attributes
    ----------
    counts : ndarray of int64, shape (10,)
        The shoe.
    stand : ndarray of float64, shape (10, burned states, hands)
        Value of standing by upcard, burned card (0 for none) and hand, in main wagers, joint with
        no dealer blackjack. Burned states are 1 or 11: without or with the Burnout option.
    no_blackjack : ndarray of float64, shape (10, burned states, hands)
        P(no dealer blackjack) by which joint values are divided: 1 where nobody looks in time.
    no_blackjack_at_all : ndarray of float64, shape (10, hands)
        P(no dealer blackjack), whether or not it is looked at.
    dealer : DealerOutcomes
        Probability of each dealer outcome by upcard and cards gone.
    multiset : ndarray of int64, shape (burned states, hands)
        Row of a burned card and hand among those of the dealer, or `NOT_NEEDED`.
    may_double : ndarray of bool, shape (hands,)
        Whether the total may be doubled.
    two_cards : ndarray of int64, shape (55,)
        The hands of two cards; `natural` is the blackjack among them, `pairs` those by rank.
    deal : ndarray of float64, shape (10, hands)
        Probability of each hand of two cards given the upcard.
    hole : int or None
        The dealer's second card if the player knows it; all is then given that it is this one.
    """

    rules: TwentyOneRules
    shoe: Shoe
    table: HandTable
    counts: IntArray
    stand: FloatArray
    no_blackjack: FloatArray
    no_blackjack_at_all: FloatArray
    dealer: DealerOutcomes
    multiset: IntArray
    may_double: npt.NDArray[np.bool_]
    two_cards: IntArray
    natural: int
    pairs: tuple[int, ...]
    deal: FloatArray
    hole: int | None = None

    @property
    def outcomes(self) -> FloatArray:
        """Probability of each dealer outcome, shape (multisets or more, 10, 7)."""
        return self.dealer.outcomes

    @cached_property
    def outcomes_in_play(self) -> FloatArray:
        """The same where wagers are at stake: none of a blackjack that takes the first one only."""
        if self.rules.blackjack_takes_all:
            return self.outcomes
        found = self.outcomes[: int(self.multiset.max()) + 1].copy()
        found[:, :, OUTCOME_BLACKJACK] = 0.0
        return found

    @property
    def with_burnout(self) -> bool:
        """Whether the Burnout option is analysed."""
        return bool(self.stand.shape[1] > 1)


def shoe_values(
    rules: TwentyOneRules, shoe: Shoe, *, with_burnout: bool, hole: int | None = None
) -> ShoeValues:
    """Return the values of a shoe.

    Parameters
    ----------
    rules : TwentyOneRules
        The rules.
    shoe : Shoe
        Undealt cards.
    with_burnout : bool
        Whether to prepare the Burnout option too (five times the work).
    hole : int, optional
        The dealer's second card, if the player knows it; it is in `shoe` no longer.

    Returns
    -------
    ShoeValues
        The values.

    Notes
    -----
    Conditioning: on the upcard, and the second card if it is known; joint with no dealer blackjack
        where the dealer peeks.
    Method: one dealer enumeration for all upcards and all multisets of hand and burned card.
    Error: as `dealer_outcomes`.
    Source: derived here, reports/METHOD.md sections 2 and 3.
    """
    keep_freed()
    table = hand_table()
    counts = shoe.array()
    removed, multiset = hand_multisets(with_burnout)
    dealer = DealerOutcomes(counts, hits_soft_17=rules.dealer_hits_soft_17, hole=hole)
    dealer.rows_of(removed @ RANK_KEYS)
    if hole is not None:
        # Whether the dealer has a blackjack is known, so that nothing is joint with it.
        rules = replace(rules, dealer_peeks=False, no_peek_loses="all")
    takes_all = rules.blackjack_takes_all
    shape = (RANKS, multiset.shape[0], len(table.size))
    stand = np.zeros(shape, order="F")
    stand_values(dealer.outcomes, multiset, table.total, takes_all, stand)
    no_blackjack = np.zeros(shape, order="F")
    amount_values(counts, table.counts, takes_all, no_blackjack)
    at_all = np.zeros((RANKS, 1, len(table.size)), order="F")
    amount_values(counts, table.counts, False, at_all)
    if hole is not None:
        at_all[:] = [[[{upcard, hole} != {ACE, TEN}]] for upcard in range(RANKS)]
    (two_cards,) = np.nonzero(table.size == 2)
    return ShoeValues(
        rules=rules,
        shoe=shoe,
        table=table,
        counts=counts,
        stand=stand,
        no_blackjack=no_blackjack,
        no_blackjack_at_all=at_all[:, NONE_BURNED],
        dealer=dealer,
        multiset=multiset,
        may_double=_may_double(rules),
        two_cards=two_cards,
        natural=table.index_of((ACE, TEN)),
        pairs=tuple(table.index_of((rank, rank)) for rank in range(RANKS)),
        deal=_deal(table, two_cards, counts),
        hole=hole,
    )


@cache
def _may_double(rules: TwentyOneRules) -> npt.NDArray[np.bool_]:
    """Return by hand whether its total may be doubled."""
    table = hand_table()
    totals = zip(table.hard_total, table.is_soft, strict=True)
    return np.array(
        [rules.may_double_total(int(hard), is_soft=bool(soft)) for hard, soft in totals]
    )


@cache
def hand_multisets(with_burnout: bool) -> tuple[IntArray, IntArray]:
    """Return the multisets of a hand and a burned card, ascending, and which is whose."""
    table = hand_table()
    (played,) = np.nonzero(table.size >= 2)
    states = BURNED_STATES if with_burnout else 1
    removed = np.repeat(table.counts[played][None], states, axis=0)
    for burned in range(1, states):
        removed[burned, :, burned - 1] += 1
    flat = removed.reshape(-1, RANKS)
    _, first, inverse = np.unique(flat @ RANK_KEYS, return_index=True, return_inverse=True)
    multiset = np.full((states, len(table.size)), NOT_NEEDED, dtype=np.int64)
    multiset[:, played] = inverse.reshape(states, -1)
    return np.ascontiguousarray(flat[first]), multiset


def _deal(table: HandTable, two_cards: IntArray, counts: IntArray) -> FloatArray:
    deal = np.zeros((RANKS, len(table.size)), order="F")
    there = table.counts[two_cards] > 0
    first, last = there.argmax(axis=1), RANKS - 1 - there[:, ::-1].argmax(axis=1)
    is_pair = first == last
    for upcard in np.flatnonzero(counts):
        left = counts.astype(np.float64)
        left[upcard] -= 1
        cards = left.sum()
        if cards < 2:
            continue
        ways = np.where(is_pair, 1, 2) * left[first] * (left[last] - is_pair)
        deal[upcard, two_cards] = ways / (cards * (cards - 1))
    return deal
