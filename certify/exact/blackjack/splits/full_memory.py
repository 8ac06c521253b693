"""Splitting once, played best by who remembers every card: a bound on all play of two hands.

The first hand is played out, then the second card of the other is dealt. What the other hand does
changes nothing of the mean result of the first, since the cards left are exchangeable whenever it
stops; but every card of the first hand tells it something. So the first hand is played for its own
result and for what the second can make of the cards seen, and both are one recursion each.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, RANK_KEYS, cards_of
from certify.cards.ranks import ACE, RANK_LABELS, RANKS
from certify.errors import InfeasibleShoeError
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
    dealer_outcomes,
)
from certify.exact.blackjack.player import NONE_BURNED, no_blackjack, remove
from certify.exact.blackjack.split import may_double_after_split
from certify.exact.blackjack.values import ShoeValues
from certify.numerics.jit import inline, kernel

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

MASS_TOLERANCE = 1e-9

LAST_TOTAL = 21
"""Hard total to which nobody draws."""

FEWEST_TO_DRAW = 2.0
"""Cards unseen where one is drawn: one of them is the dealer's hole card, or his next."""


def full_memory_values(shoe: ShoeValues, pair: int, upcards: Sequence[int]) -> FloatArray:
    """Return what splitting a pair into two hands is worth to a player who forgets no card.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    pair : int
        Rank of the pair.
    upcards : sequence of int
        Ranks of the upcards wanted.

    Returns
    -------
    ndarray of float64, shape (upcards,)
        Net result in main wagers, joint with no dealer blackjack (where the dealer peeks); NaN
        where pair and upcard cannot be dealt. The pair is not split again. No play of two hands
        that are dealt and played one after the other is worth more.

    Raises
    ------
    InfeasibleShoeError
        If two hands and the dealer's can run out of cards.

    Notes
    -----
    Conditioning: on the pair and the upcard; joint with no dealer blackjack.
    Method: backward recursion over the second hand for all cards that the first can have taken,
    then over the first.
    Error: below 1e-12.
    Source: derived here, docs/split-play.md.
    """
    table, counts = shoe.table, shoe.counts
    found = np.full(len(upcards), np.nan)
    if counts[pair] < 2:
        return found
    one_card = pair == ACE and not shoe.rules.hit_split_aces
    is_member = (table.counts[:, pair] > 0) & (table.size >= 2)
    if one_card:
        is_member &= table.size == 2
    (members,) = np.nonzero(is_member)
    first, drawn_row_of, row_of = _first_hands(table.counts, members)
    first = first[(first + np.eye(RANKS, dtype=np.int64)[pair] <= counts).all(axis=1)]
    keys = first @ RANK_KEYS
    row_of = _places(keys, row_of)
    drawn_row_of = _places(keys, drawn_row_of)
    one_more = np.eye(RANKS, dtype=np.int64)[[pair]]
    # Column 0 is of the first card of the other hand alone.
    together, multiset = _together(first, np.concatenate([one_more, table.counts[members]]), counts)
    two, later = may_double_after_split(shoe.rules, pair)
    takes_all = shoe.rules.blackjack_takes_all
    for place, upcard in enumerate(upcards):
        if counts[pair] < 2 + (upcard == pair) or counts[upcard] < 1:
            continue
        outcomes = dealer_outcomes(
            counts,
            together,
            hits_soft_17=shoe.rules.dealer_hits_soft_17,
            upcards=(int(upcard),),
        )[:, 0]
        value = _best_of_two(
            counts,
            table,
            members,
            first,
            multiset,
            row_of,
            drawn_row_of,
            outcomes,
            (pair, int(upcard), one_card, shoe.may_double & two, later, takes_all),
        )
        if np.isnan(value):
            raise InfeasibleShoeError(
                f"the shoe of {int(counts.sum())} cards is too small for two hands of"
                f" {RANK_LABELS[pair]} against {RANK_LABELS[upcard]} that may be drawn to at will"
            )
        found[place] = value
    return found


def _first_hands(counts: IntArray, members: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Return the cards of every hand that may be left, and keys of hands and of hands drawn to.

    Rows of cards; keys by hand and card drawn (-1 where no such hand is); keys by hand.
    """
    hand_keys = np.full(len(counts), -1, dtype=np.int64)
    hand_keys[members] = counts[members] @ RANK_KEYS
    drawn = np.full((len(counts), RANKS), -1, dtype=np.int64)
    drawn[members] = hand_keys[members][:, None] + RANK_KEYS
    one_more = counts[members][:, None] + np.eye(RANKS, dtype=np.int64)
    every = np.concatenate([counts[members], one_more.reshape(-1, RANKS)])
    return np.unique(every, axis=0), drawn, hand_keys


def _places(keys: IntArray, wanted: IntArray) -> IntArray:
    """Return where each wanted key stands among others, -1 if nowhere."""
    order = np.argsort(keys)
    ranked = keys[order]
    at = np.minimum(np.searchsorted(ranked, wanted), len(keys) - 1)
    return np.where(ranked[at] == wanted, order[at], -1)


def _together(first: IntArray, second: IntArray, shoe: IntArray) -> tuple[IntArray, IntArray]:
    """Return the multisets of two hands that the shoe holds, and their rows, else -1."""
    keys = (first @ RANK_KEYS)[:, None] + (second @ RANK_KEYS)[None]
    held = np.ones(keys.shape, dtype=np.bool_)
    for rank in range(RANKS):
        held &= first[:, rank, None] + second[None, :, rank] <= shoe[rank]
    there, inverse = np.unique(keys[held], return_inverse=True)
    row = np.full(keys.shape, -1, dtype=np.int64)
    row[held] = inverse
    return cards_of(there), row


@kernel
def _stand_value(outcomes, total, takes_all):
    """Return E[net; no dealer blackjack] of a hand that stands; NaN if the dealer can run out."""
    net = outcomes[OUTCOME_BUST]
    mass = outcomes[OUTCOME_BUST] + outcomes[OUTCOME_BLACKJACK]
    for result in range(5):
        mass += outcomes[result]
        if total > result + DEALER_STANDS_ON:
            net += outcomes[result]
        elif total < result + DEALER_STANDS_ON:
            net -= outcomes[result]
    if takes_all:
        net -= outcomes[OUTCOME_BLACKJACK]
    if mass < 1.0 - MASS_TOLERANCE:
        return np.nan
    return net


@inline
def _best(stand, value, hand, hands, left, cards_left, options, beside):
    """Return the best of standing, hitting and doubling, each with what it makes possible beside.

    ``options``: upcard, `takes_all`, whether the hand may be doubled. ``beside[r]`` is added where
    rank r is the last card drawn; `value` has it already.
    """
    upcard, takes_all, may_double = options
    hit, double = 0.0, 0.0
    for rank in range(RANKS):
        if left[rank] <= 0.0:
            continue
        chance = left[rank] / cards_left
        child = hands.successor[hand, rank]
        if child == BUST:
            left[rank] -= 1.0
            lost = no_blackjack(left, cards_left - 1.0, upcard, takes_all)
            left[rank] += 1.0
            hit += chance * (beside[rank] - lost)
            double += chance * (beside[rank] - 2.0 * lost)
        else:
            hit += chance * value[child]
            double += chance * (beside[rank] + 2.0 * stand[child])
    best = value[hand]
    # What is unknown makes unknown whatever it may be chosen over.
    best = hit if np.isnan(hit) else max(best, hit)
    if may_double:
        best = double if np.isnan(double) else max(best, double)
    return best


@kernel
def _mean(value, hands, left, cards_left, pair):
    """Return the mean of `value` over the second card of a hand."""
    mean = 0.0
    start = hands.successor[0, pair]
    for rank in range(RANKS):
        if left[rank] > 0.0:
            mean += left[rank] / cards_left * value[hands.successor[start, rank]]
    return mean


@kernel
def _other_hand(row, shoe, hands, members, first, multiset, outcomes, play, stand, value):
    """Return what the other hand comes to, played best once the first has taken a row of cards."""
    pair, upcard, one_card, may_double, double_later, takes_all = play
    nothing = np.zeros(RANKS)
    left = np.zeros(RANKS)
    for place in range(members.size - 1, -1, -1):
        hand = members[place]
        if multiset[row, 1 + place] < 0:
            continue
        cards_left = remove(shoe, first, row, upcard, NONE_BURNED, left)
        for rank in range(RANKS):
            left[rank] -= hands.counts[hand, rank]
            cards_left -= hands.counts[hand, rank]
        if cards_left < 1.0:
            continue
        stand[hand] = _stand_value(outcomes[multiset[row, 1 + place]], hands.total[hand], takes_all)
        value[hand] = stand[hand]
        if one_card or hands.hard_total[hand] >= LAST_TOTAL:
            continue
        doubles = may_double[hand] and (hands.size[hand] == 2 or double_later)
        options = (upcard, takes_all, doubles)
        value[hand] = (
            _best(stand, value, hand, hands, left, cards_left, options, nothing)
            if cards_left >= FEWEST_TO_DRAW
            else np.nan
        )
    cards_left = remove(shoe, first, row, upcard, NONE_BURNED, left)
    left[pair] -= 1.0
    return _mean(value, hands, left, cards_left - 1.0, pair)


@kernel
def _best_of_two(shoe, hands, members, first, multiset, row_of, drawn_row_of, outcomes, play):
    """Return the value of the split: of the first hand, and of what the other makes after it."""
    pair, upcard, one_card, may_double, double_later, takes_all = play
    stand, value = np.zeros(hands.size.size), np.zeros(hands.size.size)
    left = np.zeros(RANKS)
    other = np.full(first.shape[0], np.nan)
    for row in range(first.shape[0]):
        cards_left = remove(shoe, first, row, upcard, NONE_BURNED, left)
        if cards_left >= 1.0 + FEWEST_TO_DRAW and left[pair] >= 1.0:
            other[row] = _other_hand(
                row, shoe, hands, members, first, multiset, outcomes, play, stand, value
            )
    beside = np.zeros(RANKS)
    for place in range(members.size - 1, -1, -1):
        hand = members[place]
        row = row_of[hand]
        cards_left = remove(shoe, hands.counts, hand, upcard, NONE_BURNED, left)
        # The other hand's first card is gone too.
        left[pair] -= 1.0
        cards_left -= 1.0
        if row < 0 or cards_left < 1.0 or left[pair] < 0.0:
            continue
        stand[hand] = _stand_value(outcomes[multiset[row, 0]], hands.total[hand], takes_all)
        value[hand] = stand[hand] + other[row]
        if one_card or hands.hard_total[hand] >= LAST_TOTAL:
            continue
        for rank in range(RANKS):
            drawn = drawn_row_of[hand, rank]
            beside[rank] = other[drawn] if drawn >= 0 else np.nan
        doubles = may_double[hand] and (hands.size[hand] == 2 or double_later)
        options = (upcard, takes_all, doubles)
        value[hand] = (
            _best(stand, value, hand, hands, left, cards_left, options, beside)
            if cards_left >= FEWEST_TO_DRAW
            else np.nan
        )
    cards_left = remove(shoe, hands.counts, hands.successor[0, pair], upcard, NONE_BURNED, left)
    left[pair] -= 1.0
    return _mean(value, hands, left, cards_left - 1.0, pair)
