"""How often each hand is met when a strategy is played, pushed forward from the first two cards.

Arrays and kernel arguments are those of `.player`.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import RANKS
from certify.exact.blackjack.decisions import DOUBLE, HIT, Decisions
from certify.exact.blackjack.first import FloatArray
from certify.exact.blackjack.player import (
    NONE_BURNED,
    fill_chances,
    no_blackjack,
    remove,
    unseen,
)
from certify.exact.blackjack.values import ShoeValues
from certify.numerics.jit import kernel

ENTERS_NOT, ENTERS_BY_HIT, ENTERS_BY_DOUBLE = range(3)


@dataclass(frozen=True)
class Reach:
    """How often each hand is met, given the upcard, when a strategy is played.

    Attributes
    ----------
    without : ndarray of float64, shape (10, burned states, hands)
        Without the option to burn, or after it was used.
    option : ndarray of float64, shape (10, hands)
        With the option still there; zero if it never was.
    burns : ndarray of float64, shape (10,)
        Probability that a card is burned.
    """

    without: FloatArray
    option: FloatArray
    burns: FloatArray


def reach_of(shoe: ShoeValues, decisions: Decisions, *, with_option: bool) -> Reach:
    """Return how often each unsplit hand is met; a hand split or surrendered is met once."""
    table, rules = shoe.table, shoe.rules
    without = np.zeros_like(shoe.stand)
    option = np.zeros_like(shoe.deal)
    burns = np.zeros(RANKS)
    dealt = shoe.deal.copy()
    dealt[:, shoe.natural] = 0.0
    if with_option:
        option[:] = dealt
        enters = np.full_like(dealt, ENTERS_NOT, dtype=np.int64)
        enters[decisions.option_first == HIT] = ENTERS_BY_HIT
        enters[decisions.option_first == DOUBLE] = ENTERS_BY_DOUBLE
        reach_with_option(
            shoe.counts,
            table,
            rules.double_after_hit,
            not rules.dealer_peeks,
            decisions.option_hits,
            decisions.option_doubles,
            decisions.burns_hit,
            decisions.burns_double,
            enters,
            option,
            without,
            burns,
        )
    else:
        without[:, NONE_BURNED] = dealt
    reach_without_option(
        shoe.counts,
        table,
        rules.double_after_hit,
        decisions.hits,
        decisions.doubles,
        without,
        decisions.first == HIT,
    )
    return Reach(without=without, option=option, burns=burns)


@kernel
def reach_without_option(shoe, hands, double_after_hit, hits, doubles, reach, enters):
    """Push ``reach[u, b, h]``, the probability of meeting a hand, forward from its start values.

    ``enters[u, h]`` tells whether a two-card hand is hit (it may be doubled or split instead).
    """
    counts, successor, size = hands.counts, hands.successor, hands.size
    left = np.zeros(RANKS)
    chances = np.zeros((RANKS, RANKS))
    passes = np.zeros(RANKS)
    for hand in range(counts.shape[0]):
        for burned in range(reach.shape[1]):
            met = False
            for upcard in range(RANKS):
                if size[hand] == 2:
                    plays_on = enters[upcard, hand]
                else:
                    ends = double_after_hit and doubles[upcard, burned, hand]
                    plays_on = hits[upcard, burned, hand] and not ends
                passes[upcard] = reach[upcard, burned, hand] if plays_on else 0.0
                met = met or passes[upcard] != 0.0
            if not met:
                continue
            cards = unseen(shoe, counts, hand, burned, left) - 1.0
            if cards <= 0.0:
                continue
            fill_chances(left, cards, chances)
            for rank in range(RANKS):
                child = successor[hand, rank]
                if child != BUST and left[rank] > 0.0:
                    for upcard in range(RANKS):
                        reach[upcard, burned, child] += passes[upcard] * chances[rank, upcard]


@kernel
def reach_with_option(
    shoe,
    hands,
    double_after_hit,
    takes_all,
    hits,
    doubles,
    burns_hit,
    burns_double,
    enters,
    reach,
    reach_burned,
    burn_rate,
):
    """Push ``reach[u, h]`` forward, start ``reach_burned[u, b, h]`` and sum `burn_rate[u]`.

    ``enters[u, h]`` for two-card hands: 1 hit, 2 double, 0 anything else.
    """
    counts, successor, size = hands.counts, hands.successor, hands.size
    left = np.zeros(RANKS)
    scratch = np.zeros(RANKS)
    for hand in range(counts.shape[0]):
        for upcard in range(RANKS):
            met = reach[upcard, hand]
            if met == 0.0:
                continue
            action = 0
            if size[hand] == 2:
                action = enters[upcard, hand]
            elif double_after_hit and doubles[upcard, hand]:
                action = 2
            elif hits[upcard, hand]:
                action = 1
            if action == 0:
                continue
            cards_left = remove(shoe, counts, hand, upcard, NONE_BURNED, left)
            for drawn in range(RANKS):
                if left[drawn] <= 0.0:
                    continue
                passes = met * left[drawn] / cards_left
                child = successor[hand, drawn]
                burns = (
                    burns_hit[upcard, hand, drawn]
                    if action == 1
                    else burns_double[upcard, hand, drawn]
                )
                if not burns:
                    if action == 1 and child != BUST:
                        reach[upcard, child] += passes
                    continue
                others = remove(shoe, counts, hand, upcard, drawn + 1, scratch)
                burn_rate[upcard] += passes * no_blackjack(scratch, others, upcard, takes_all)
                if action != 1:
                    continue
                for rank in range(RANKS):
                    grandchild = successor[hand, rank]
                    if grandchild != BUST and scratch[rank] > 0.0:
                        reach_burned[upcard, drawn + 1, grandchild] += (
                            passes * scratch[rank] / others
                        )
