"""The player's recursion modulo a prime, with the decisions given; see `arithmetic`.

Kernel arguments are those of `certify.exact.blackjack.player`, values being residues, and

* ``field``: `certify.exact.blackjack.residues.arithmetic.Field.packed`, the prime first.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import ACE, RANKS, TEN
from certify.exact.blackjack.dealer import DEALER_STANDS_ON, OUTCOME_BLACKJACK, OUTCOME_BUST
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.residues.arithmetic import multiply
from certify.numerics.jit import inline, kernel

BY_HIT, BY_DOUBLE = 0, 1


@inline
def _divide(value, number, field):
    """Return ``value / number`` for any value from 0 and a number of cards."""
    prime, magic, inverses = field
    return multiply(value % prime, inverses[number], prime, magic)


@inline
def _stand(outcomes, total, takes_all, field):
    """Return the value of standing on `total`, from the dealer's outcomes."""
    value = outcomes[OUTCOME_BUST]
    for result in range(5):
        if total > result + DEALER_STANDS_ON:
            value += outcomes[result]
        elif total < result + DEALER_STANDS_ON:
            value -= outcomes[result]
    if takes_all:
        value -= outcomes[OUTCOME_BLACKJACK]
    return value % field[0]


@kernel
def stand_residues(outcomes, multiset, total, takes_all, field, stand):
    """Fill ``stand[u, b, h]`` from the dealer's outcomes; multiset -1 marks what is not needed."""
    for upcard in range(RANKS):
        for burned in range(multiset.shape[0]):
            for hand in range(total.size):
                row = multiset[burned, hand]
                if row >= 0:
                    stand[upcard, burned, hand] = _stand(
                        outcomes[row, upcard], total[hand], takes_all, field
                    )


@inline
def _unseen(shoe, hand, upcard, burned, left):
    """Fill `left` with the cards unseen and return their number, or -1 if one is not there."""
    cards_left = 0
    for rank in range(RANKS):
        left[rank] = shoe[rank] - hand[rank]
        if rank == upcard:
            left[rank] -= 1
        if rank == burned - 1:
            left[rank] -= 1
        if left[rank] < 0:
            return -1
        cards_left += left[rank]
    return cards_left


@inline
def _drawn(children, child, rank, left, cards_left, upcard, takes_all, field):
    """Return the value of a hand that has drawn `rank` from `left`, which is -1 if it is bust.

    Where the dealer peeks, that is -P(no dealer blackjack).
    """
    if child != BUST:
        return children[child]
    prime = field[0]
    others = cards_left - 1
    if takes_all or others <= 0 or upcard not in (ACE, TEN):
        return prime - 1
    completes = TEN if upcard == ACE else ACE
    blackjacks = left[completes] - (1 if rank == completes else 0)
    return (prime - _divide(others - blackjacks, others, field)) % prime


@inline
def _mean(children, successor, left, cards_left, upcard, takes_all, field):
    """Return the mean over the next card of `children` by hand index, or of a bust."""
    value = 0
    for rank in range(RANKS):
        if left[rank] > 0:
            value += left[rank] * _drawn(
                children, successor[rank], rank, left, cards_left, upcard, takes_all, field
            )
    return _divide(value, cards_left, field)


@kernel
def play_residues(
    shoe,
    hands,
    double_after_hit,
    takes_all,
    stand,
    hits,
    doubles,
    field,
    hit_value,
    double_value,
    value,
):
    """Play without the option to burn: fill ``value[u, b, h]``.

    ``hit_value[u, h]`` and ``double_value[u, h]`` are filled for the first two cards.
    """
    counts, successor, size = hands.counts, hands.successor, hands.size
    left = np.zeros(RANKS, dtype=np.int64)
    for upcard in range(RANKS):
        for burned in range(stand.shape[1]):
            children = value[upcard, burned]
            stands = stand[upcard, burned]
            for hand in range(counts.shape[0] - 1, -1, -1):
                cards_left = _unseen(shoe, counts[hand], upcard, burned, left)
                if cards_left <= 0:
                    continue
                is_first = size[hand] == 2 and burned == NONE_BURNED
                can_double = size[hand] == 2 or double_after_hit
                doubled = can_double and doubles[upcard, burned, hand]
                hit = hits[upcard, burned, hand] and not doubled
                children[hand] = stands[hand]
                if doubled or is_first:
                    drawn = _mean(
                        stands, successor[hand], left, cards_left, upcard, takes_all, field
                    )
                    twice = 2 * drawn % field[0]
                    if is_first:
                        double_value[upcard, hand] = twice
                    if doubled:
                        children[hand] = twice
                if hit or is_first:
                    drawn = _mean(
                        children, successor[hand], left, cards_left, upcard, takes_all, field
                    )
                    if is_first:
                        hit_value[upcard, hand] = drawn
                    if hit:
                        children[hand] = drawn


@kernel
def option_residues(
    shoe,
    hands,
    double_after_hit,
    takes_all,
    stand,
    value_without,
    hits,
    doubles,
    burns_hit,
    burns_double,
    field,
    hit_value,
    double_value,
    value,
):
    """Play with the option to burn still there: fill ``value[u, h]``.

    ``hit_value[u, h]`` and ``double_value[u, h]`` are filled for the first two cards.
    """
    counts, successor, size = hands.counts, hands.successor, hands.size
    left = np.zeros(RANKS, dtype=np.int64)
    scratch = np.zeros(RANKS, dtype=np.int64)
    for upcard in range(RANKS):
        for hand in range(counts.shape[0] - 1, -1, -1):
            cards_left = _unseen(shoe, counts[hand], upcard, NONE_BURNED, left)
            if cards_left <= 0:
                continue
            is_first = size[hand] == 2
            doubled = (is_first or double_after_hit) and doubles[upcard, hand]
            hit = hits[upcard, hand] and not doubled
            value[upcard, hand] = stand[upcard, NONE_BURNED, hand]
            for way in range(2):
                taken = doubled if way == BY_DOUBLE else hit
                if not (taken or is_first):
                    continue
                if way == BY_DOUBLE:
                    burns = burns_double[upcard, hand]
                    kept = stand[upcard, NONE_BURNED]
                    replaced = stand[upcard]
                else:
                    burns = burns_hit[upcard, hand]
                    kept = value[upcard]
                    replaced = value_without[upcard]
                weighed = 0
                for rank in range(RANKS):
                    if left[rank] <= 0:
                        continue
                    if not burns[rank]:
                        weighed += left[rank] * _drawn(
                            kept,
                            successor[hand, rank],
                            rank,
                            left,
                            cards_left,
                            upcard,
                            takes_all,
                            field,
                        )
                        continue
                    others = _unseen(shoe, counts[hand], upcard, rank + 1, scratch)
                    if others > 0:
                        weighed += left[rank] * _mean(
                            replaced[rank + 1],
                            successor[hand],
                            scratch,
                            others,
                            upcard,
                            takes_all,
                            field,
                        )
                drawn = _divide(weighed, cards_left, field)
                if way == BY_DOUBLE:
                    drawn = 2 * drawn % field[0]
                if is_first:
                    if way == BY_DOUBLE:
                        double_value[upcard, hand] = drawn
                    else:
                        hit_value[upcard, hand] = drawn
                if taken:
                    value[upcard, hand] = drawn


@kernel
def single_hand_residues(
    shoe,
    hands,
    members,
    pair,
    one_card,
    may_double,
    takes_all,
    upcards,
    hits,
    doubles,
    outcomes,
    row,
    field,
    single,
):
    """Fill ``single[u, second card, gone]``, one post-split hand by pair cards gone.

    Only for the `upcards` given. The second card is any, or a pair card (`ALL_SECOND_CARDS`,
    `PAIR_SECOND_CARD` of `certify.exact.blackjack.split`).
    """
    counts, successor, size, total = hands.counts, hands.successor, hands.size, hands.total
    start = successor[0, pair]
    # Every hand that can be drawn to is written before it is read, so one allocation serves all.
    stand = np.zeros(size.size, dtype=np.int64)
    value = np.zeros(size.size, dtype=np.int64)
    left = np.zeros(RANKS, dtype=np.int64)
    fewer = shoe.copy()
    for gone in range(row.shape[0]):
        fewer[pair] = shoe[pair] - (gone + 1)
        if fewer[pair] < 1:
            continue
        for upcard in upcards:
            for hand in members:
                cards_left = _unseen(fewer, counts[hand], upcard, NONE_BURNED, left)
                if cards_left < 0:
                    continue
                dealer = outcomes[row[gone, hand], upcard]
                stand[hand] = _stand(dealer, total[hand], takes_all, field)
                value[hand] = stand[hand]
                doubled = doubles[upcard, hand] and may_double[0 if size[hand] == 2 else 1]
                if one_card or cards_left == 0 or not (doubled or hits[upcard, hand]):
                    continue
                children = stand if doubled else value
                drawn = _mean(children, successor[hand], left, cards_left, upcard, takes_all, field)
                value[hand] = 2 * drawn % field[0] if doubled else drawn
            cards_left = _unseen(fewer, counts[start], upcard, NONE_BURNED, left)
            if cards_left <= 0:
                continue
            every = 0
            for rank in range(RANKS):
                if left[rank] > 0:
                    part = left[rank] * value[successor[start, rank]]
                    every += part
                    if rank == pair:
                        single[upcard, 1, gone] = _divide(part, cards_left, field)
            single[upcard, 0, gone] = _divide(every, cards_left, field)
