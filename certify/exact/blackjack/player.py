"""The player's unsplit hand: backward values, forward probabilities, cell by cell.

A strategy class is a partition of the hands into cells that must be played alike: a hand of its
own for composition-dependent play, a total for total-dependent play. One recursion serves every
class: a cell's decision is the sign of a weighted sum over its hands. Without decisions to take
(`decides` false) the same recursion evaluates a given strategy.

Every value is joint with "no dealer blackjack" (section 3 of reports/METHOD.md), so that draws
have the plain probabilities n_r / N. Index order of all arrays: upcard, burned card (0 for none,
1 + rank), hand, drawn rank. In memory the upcard changes fastest (order "F"): a hand is worked out
for all upcards side by side. Kernel arguments, one name one meaning:

* ``shoe``: counts by value, upcard and hand included; ``hands``: the `HandTable`;
* ``stand``: value of standing; ``bust_value``: -1 for the net result, +1 for the amount wagered;
* ``takes_all``: whether a dealer blackjack found after play takes the whole wager;
* ``order``, ``cell_start``: hands cell by cell, each cell after those that it can lead to;
* ``weight``: how often a hand is met, for the sums over a cell.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import ACE, RANKS, TEN
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
)
from certify.numerics.jit import inline, kernel

EVERY_HAND, NOT_DOUBLED = 0, 1
"""Which hands of a cell a sum is over."""

TIE = 1e-13
"""Main wagers; actions nearer than this are equal, so that no rounding chooses between them."""

NONE_BURNED = 0
BURNED_STATES = RANKS + 1


@inline
def no_blackjack(left, cards_left, upcard, takes_all):
    """Return P(no dealer blackjack), or 1 where a blackjack loses like any other hand."""
    if takes_all or cards_left <= 0:
        return 1.0
    if upcard == ACE:
        return 1.0 - left[TEN] / cards_left
    if upcard == TEN:
        return 1.0 - left[ACE] / cards_left
    return 1.0


@kernel
def stand_values(outcomes, multiset, total, takes_all, stand):
    """Fill ``stand[u, b, h]`` from the dealer's outcomes; multiset -1 marks what is not needed."""
    for hand in range(total.size):
        for burned in range(multiset.shape[0]):
            row = multiset[burned, hand]
            if row < 0:
                continue
            for upcard in range(RANKS):
                value = outcomes[row, upcard, OUTCOME_BUST]
                for result in range(5):
                    if total[hand] > result + DEALER_STANDS_ON:
                        value += outcomes[row, upcard, result]
                    elif total[hand] < result + DEALER_STANDS_ON:
                        value -= outcomes[row, upcard, result]
                if takes_all:
                    value -= outcomes[row, upcard, OUTCOME_BLACKJACK]
                stand[upcard, burned, hand] = value


@kernel
def amount_values(shoe, counts, takes_all, stand):
    """Fill ``stand[u, b, h]`` with the wager of a hand, which is 1 if there is no blackjack."""
    left = np.zeros(RANKS)
    stays = np.ones(RANKS)
    for hand in range(counts.shape[0]):
        for burned in range(stand.shape[1]):
            cards = unseen(shoe, counts, hand, burned, left) - 1.0
            if cards < 0.0:
                continue
            fill_stays(left, cards, takes_all, stays)
            for upcard in range(RANKS):
                stand[upcard, burned, hand] = stays[upcard] if left[upcard] > 0.0 else 0.0


@inline
def unseen(shoe, counts, hand, burned, left):
    """Fill `left` with the cards unseen, the upcard among them; return how many there are.

    Or -1 if one of the hand or the burned card is not there.
    """
    cards = 0.0
    for rank in range(RANKS):
        left[rank] = shoe[rank] - counts[hand, rank]
        if rank == burned - 1:
            left[rank] -= 1.0
        if left[rank] < 0.0:
            return -1.0
        cards += left[rank]
    return cards


@inline
def fill_stays(left, cards, takes_all, stays):
    """Fill P(no dealer blackjack) by upcard, or 1 where a blackjack loses like any other hand.

    `left` are the cards unseen with the upcard, `cards` is the number of those that are not it.
    """
    looks = not takes_all and cards > 0.0
    stays[ACE] = 1.0 - left[TEN] / cards if looks else 1.0
    stays[TEN] = 1.0 - left[ACE] / cards if looks else 1.0


@inline
def fill_chances(left, cards, chances):
    """Fill ``chances[r, u]``, the probability that the next card is of rank r with upcard u.

    It is of the upcards that are there; `left` and `cards` as for `fill_stays`.
    """
    for rank in range(RANKS):
        chance = left[rank] / cards
        for upcard in range(RANKS):
            chances[rank, upcard] = chance
        chances[rank, rank] = max(left[rank] - 1.0, 0.0) / cards


@inline
def remove(shoe, counts, hand, upcard, burned, left):
    """Fill `left` with the cards unseen and return their number, or -1 if one is not there.

    Hand and cards are told by array and place: a view of a row would count its references.
    """
    cards_left = 0.0
    for rank in range(RANKS):
        left[rank] = shoe[rank] - counts[hand, rank]
        if rank == upcard:
            left[rank] -= 1.0
        if rank == burned - 1:
            left[rank] -= 1.0
        if left[rank] < 0.0:
            return -1.0
        cards_left += left[rank]
    return cards_left


@inline
def draw_values(
    values, burned, successor, hand, chances, left, cards, takes_all, bust_value, stays, drawn
):
    """Fill by upcard the mean over the next card of ``values[u, burned]`` by hand, or of a bust.

    `stays` is room, ones to begin with.
    """
    for upcard in range(RANKS):
        drawn[upcard] = 0.0
    for rank in range(RANKS):
        if left[rank] <= 0.0:
            continue
        child = successor[hand, rank]
        if child == BUST:
            left[rank] -= 1.0
            fill_stays(left, cards - 1.0, takes_all, stays)
            left[rank] += 1.0
            for upcard in range(RANKS):
                drawn[upcard] += chances[rank, upcard] * bust_value * stays[upcard]
        else:
            for upcard in range(RANKS):
                drawn[upcard] += chances[rank, upcard] * values[upcard, burned, child]


@inline
def draw_net_and_amount(values, successor, hand, chances, left, cards, takes_all, stays, drawn):
    """Fill by upcard the mean over the next card of a net result and of what is wagered.

    ``values[0]`` are the net results by hand and upcard, ``values[1]`` what is wagered; a bust
    loses 1. `stays` is room, ones but for aces and tens.
    """
    for upcard in range(RANKS):
        drawn[0, upcard], drawn[1, upcard] = 0.0, 0.0
    for rank in range(RANKS):
        if left[rank] <= 0.0:
            continue
        child = successor[hand, rank]
        if child == BUST:
            left[rank] -= 1.0
            fill_stays(left, cards - 1.0, takes_all, stays)
            left[rank] += 1.0
            for upcard in range(RANKS):
                lost = chances[rank, upcard] * stays[upcard]
                drawn[0, upcard] -= lost
                drawn[1, upcard] += lost
        else:
            for upcard in range(RANKS):
                drawn[0, upcard] += chances[rank, upcard] * values[0, child, upcard]
                drawn[1, upcard] += chances[rank, upcard] * values[1, child, upcard]


@inline
def cell_decision(hit_gain, met, double_gain, upcard):
    """Return whether a cell hits rather than stands, and whether it doubles where it may.

    A cell that doubles is hit or stood with the hands that cannot be doubled, and with them alone.
    All gains are against standing, weighed; `met` is the weight. Equal actions stand, then hit.
    """
    plain = max(hit_gain[EVERY_HAND, upcard], 0.0)
    later = max(hit_gain[NOT_DOUBLED, upcard], 0.0)
    doubles = double_gain[upcard] + later > plain + TIE * met[EVERY_HAND, upcard]
    among = NOT_DOUBLED if doubles and met[NOT_DOUBLED, upcard] > 0.0 else EVERY_HAND
    return hit_gain[among, upcard] > TIE * met[among, upcard], doubles


@kernel
def play_without_option(
    shoe,
    hands,
    may_double,
    double_after_hit,
    ends_burned,
    takes_all,
    bust_value,
    stand,
    order,
    cell_start,
    weight,
    burned_start,
    decides,
    hit_value,
    double_value,
    value,
    hits,
    doubles,
):
    """Play on without the option to burn: fill values by ``[u, b, h]``, decide `hits`, `doubles`.

    Burned states ``burned_start[g]:burned_start[g + 1]`` share their decisions; `ends_burned` tells
    that a hand ends with the card that comes in place of a burned one. Doubling is filled in where
    the number of cards allows it.
    """
    counts, successor, size = hands.counts, hands.successor, hands.size
    left = np.zeros(RANKS)
    chances = np.zeros((RANKS, RANKS))
    stays = np.ones(RANKS)
    drawn = np.zeros(RANKS)
    # Sums over all hands of a cell, and over those that cannot be doubled, by upcard.
    hit_gain = np.zeros((2, RANKS))
    met = np.zeros((2, RANKS))
    double_gain = np.zeros(RANKS)
    for cell in range(cell_start.size - 1):
        first, last = cell_start[cell], cell_start[cell + 1]
        for group in range(burned_start.size - 1):
            hit_gain[:] = 0.0
            met[:] = 0.0
            double_gain[:] = 0.0
            for burned in range(burned_start[group], burned_start[group + 1]):
                for place in range(first, last):
                    hand = order[place]
                    cards = unseen(shoe, counts, hand, burned, left) - 1.0
                    if cards <= 0.0:
                        continue
                    fill_chances(left, cards, chances)
                    draw_values(
                        value,
                        burned,
                        successor,
                        hand,
                        chances,
                        left,
                        cards,
                        takes_all,
                        bust_value,
                        stays,
                        drawn,
                    )
                    for upcard in range(RANKS):
                        is_there = left[upcard] > 0.0
                        hit_value[upcard, burned, hand] = drawn[upcard] if is_there else 0.0
                    in_time = size[hand] == 2 or double_after_hit
                    if in_time:
                        draw_values(
                            stand,
                            burned,
                            successor,
                            hand,
                            chances,
                            left,
                            cards,
                            takes_all,
                            bust_value,
                            stays,
                            drawn,
                        )
                        for upcard in range(RANKS):
                            is_there = left[upcard] > 0.0
                            double_value[upcard, burned, hand] = (
                                2.0 * drawn[upcard] if is_there else 0.0
                            )
                    may = may_double[hand] and in_time
                    for upcard in range(RANKS):
                        often = weight[upcard, burned, hand] if left[upcard] > 0.0 else 0.0
                        stands = stand[upcard, burned, hand]
                        gain = often * (hit_value[upcard, burned, hand] - stands)
                        hit_gain[EVERY_HAND, upcard] += gain
                        met[EVERY_HAND, upcard] += often
                        if may:
                            double_gain[upcard] += often * (
                                double_value[upcard, burned, hand] - stands
                            )
                        else:
                            hit_gain[NOT_DOUBLED, upcard] += gain
                            met[NOT_DOUBLED, upcard] += often
            for upcard in range(RANKS):
                cell_hits, cell_doubles = cell_decision(hit_gain, met, double_gain, upcard)
                for burned in range(burned_start[group], burned_start[group + 1]):
                    for place in range(first, last):
                        hand = order[place]
                        if ends_burned and burned != NONE_BURNED:
                            hits[upcard, burned, hand] = False
                            doubles[upcard, burned, hand] = False
                        elif decides:
                            hits[upcard, burned, hand] = cell_hits
                            doubles[upcard, burned, hand] = may_double[hand] and cell_doubles
                        can = size[hand] == 2 or double_after_hit
                        if can and doubles[upcard, burned, hand]:
                            value[upcard, burned, hand] = double_value[upcard, burned, hand]
                        elif hits[upcard, burned, hand]:
                            value[upcard, burned, hand] = hit_value[upcard, burned, hand]
                        else:
                            value[upcard, burned, hand] = stand[upcard, burned, hand]


@kernel
def play_with_option(
    shoe,
    hands,
    may_double,
    double_after_hit,
    takes_all,
    bust_value,
    burn_on_bust,
    burn_on_double,
    burn_kept,
    stand,
    burned_hit,
    burned_double,
    order,
    cell_start,
    weight,
    decides,
    hit_value,
    double_value,
    value,
    hits,
    doubles,
    burns_hit,
    burns_double,
):
    """Play with the option to burn still there: fill values by ``[u, h]``, decide everything.

    `burn_kept` tells whether a card that could be kept may be burned, one that does not bust;
    ``burned_hit[u, b, h]`` and `burned_double` what hitting and doubling come to whose first card
    was burned, as `play_without_option` fills them.
    ``burns_hit[u, h, r]``: whether card r, hit on hand h, is burned; `burns_double` likewise.
    """
    counts, successor, size = hands.counts, hands.successor, hands.size
    left = np.zeros(RANKS)
    stays = np.ones(RANKS)
    widest = 0
    for cell in range(cell_start.size - 1):
        widest = max(widest, cell_start[cell + 1] - cell_start[cell])
    # What keeping and burning a card come to after a hit and after a double, and its chance: by
    # place in the cell, drawn rank and upcard.
    keep = np.zeros((2, widest, RANKS, RANKS))
    burn = np.zeros((2, widest, RANKS, RANKS))
    chance = np.zeros((widest, RANKS, RANKS))
    cell_burns = np.zeros((2, RANKS, RANKS), dtype=np.bool_)
    # Sums over all hands of a cell, and over those that cannot be doubled, by upcard.
    hit_gain = np.zeros((2, RANKS))
    met = np.zeros((2, RANKS))
    double_gain = np.zeros(RANKS)
    burn_gain = np.zeros((2, RANKS))
    drawn_to = np.zeros((2, RANKS))
    double_burn_gain = np.zeros(RANKS)
    total = np.zeros(RANKS)
    for cell in range(cell_start.size - 1):
        first, last = cell_start[cell], cell_start[cell + 1]
        for at in range(last - first):
            hand = order[first + at]
            cards = unseen(shoe, counts, hand, NONE_BURNED, left) - 1.0
            if cards <= 0.0:
                chance[at] = 0.0
                continue
            fill_chances(left, cards, chance[at])
            for drawn in range(RANKS):
                child = successor[hand, drawn]
                left[drawn] -= 1.0
                fill_stays(left, cards - 1.0, takes_all, stays)
                left[drawn] += 1.0
                for upcard in range(RANKS):
                    if left[upcard] <= 0.0:
                        chance[at, drawn, upcard] = 0.0
                    if child == BUST:
                        keep[0, at, drawn, upcard] = bust_value * stays[upcard]
                        keep[1, at, drawn, upcard] = bust_value * stays[upcard]
                    else:
                        keep[0, at, drawn, upcard] = value[upcard, child]
                        keep[1, at, drawn, upcard] = stand[upcard, NONE_BURNED, child]
                    burn[0, at, drawn, upcard] = burned_hit[upcard, drawn + 1, hand]
                    burn[1, at, drawn, upcard] = 0.5 * burned_double[upcard, drawn + 1, hand]
        hit_gain[:] = 0.0
        met[:] = 0.0
        double_gain[:] = 0.0
        if decides:
            for drawn in range(RANKS):
                burn_gain[:] = 0.0
                double_burn_gain[:] = 0.0
                drawn_to[:] = 0.0
                for at in range(last - first):
                    hand = order[first + at]
                    if not (burn_on_bust if successor[hand, drawn] == BUST else burn_kept):
                        continue
                    may = may_double[hand] and (size[hand] == 2 or double_after_hit)
                    for upcard in range(RANKS):
                        often = weight[upcard, hand] * chance[at, drawn, upcard]
                        gain = often * (burn[0, at, drawn, upcard] - keep[0, at, drawn, upcard])
                        burn_gain[EVERY_HAND, upcard] += gain
                        drawn_to[EVERY_HAND, upcard] += often
                        if may:
                            double_burn_gain[upcard] += often * (
                                burn[1, at, drawn, upcard] - keep[1, at, drawn, upcard]
                            )
                        else:
                            burn_gain[NOT_DOUBLED, upcard] += gain
                            drawn_to[NOT_DOUBLED, upcard] += often
                for among in range(2):
                    for upcard in range(RANKS):
                        cell_burns[among, drawn, upcard] = (
                            burn_gain[among, upcard] > TIE * drawn_to[among, upcard]
                        )
                for at in range(last - first):
                    hand = order[first + at]
                    may_burn = burn_on_bust if successor[hand, drawn] == BUST else burn_kept
                    for upcard in range(RANKS):
                        burns_double[upcard, hand, drawn] = (
                            burn_on_double
                            and may_burn
                            and double_burn_gain[upcard] > TIE * drawn_to[EVERY_HAND, upcard]
                        )
        for at in range(last - first):
            hand = order[first + at]
            may = may_double[hand] and (size[hand] == 2 or double_after_hit)
            total[:] = 0.0
            for drawn in range(RANKS):
                for upcard in range(RANKS):
                    burns = burns_double[upcard, hand, drawn]
                    each = burn[1, at, drawn, upcard] if burns else keep[1, at, drawn, upcard]
                    total[upcard] += chance[at, drawn, upcard] * each
            for upcard in range(RANKS):
                double_value[upcard, hand] = 2.0 * total[upcard]
                if may:
                    stands = stand[upcard, NONE_BURNED, hand]
                    double_gain[upcard] += weight[upcard, hand] * (2.0 * total[upcard] - stands)
            for among in range(2):
                if among == NOT_DOUBLED and may:
                    continue
                total[:] = 0.0
                for drawn in range(RANKS):
                    may_burn = burn_on_bust if successor[hand, drawn] == BUST else burn_kept
                    for upcard in range(RANKS):
                        burns = may_burn and cell_burns[among, drawn, upcard]
                        each = burn[0, at, drawn, upcard] if burns else keep[0, at, drawn, upcard]
                        total[upcard] += chance[at, drawn, upcard] * each
                for upcard in range(RANKS):
                    often, stands = weight[upcard, hand], stand[upcard, NONE_BURNED, hand]
                    hit_gain[among, upcard] += often * (total[upcard] - stands)
                    met[among, upcard] += often
        for upcard in range(RANKS):
            cell_hits, cell_doubles = cell_decision(hit_gain, met, double_gain, upcard)
            later = cell_doubles and met[NOT_DOUBLED, upcard] > 0.0
            among = NOT_DOUBLED if later else EVERY_HAND
            for at in range(last - first):
                hand = order[first + at]
                hit_sum = 0.0
                for drawn in range(RANKS):
                    if decides:
                        may_burn = burn_on_bust if successor[hand, drawn] == BUST else burn_kept
                        burns_hit[upcard, hand, drawn] = (
                            may_burn and cell_burns[among, drawn, upcard]
                        )
                    burns = burns_hit[upcard, hand, drawn]
                    each = burn[0, at, drawn, upcard] if burns else keep[0, at, drawn, upcard]
                    hit_sum += chance[at, drawn, upcard] * each
                hit_value[upcard, hand] = hit_sum
                if decides:
                    hits[upcard, hand] = cell_hits
                    doubles[upcard, hand] = may_double[hand] and cell_doubles
                if doubles[upcard, hand] and (size[hand] == 2 or double_after_hit):
                    value[upcard, hand] = double_value[upcard, hand]
                elif hits[upcard, hand]:
                    value[upcard, hand] = hit_value[upcard, hand]
                else:
                    value[upcard, hand] = stand[upcard, NONE_BURNED, hand]
