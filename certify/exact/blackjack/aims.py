"""Play of a round for eight aims side by side: what it is worth, won and lost, by first action.

An aim is worth ``main * net + win * [won] - loss * [lost]``, the round being won or lost as it
counts for the streak. What a hand comes to is carried as three numbers, its net result, and the
probabilities that the round is won and lost; every decision compares the worths of these. All
values are joint with "no dealer blackjack", as in `.player`. What does not depend on
the aims, `hand_chances` works out once for all of them.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST
from certify.cards.ranks import RANKS, TEN
from certify.exact.blackjack.dealer import DEALER_STANDS_ON, OUTCOME_BLACKJACK, OUTCOME_BUST
from certify.exact.blackjack.player import NONE_BURNED, TIE, no_blackjack, remove
from certify.numerics.jit import inline, kernel
from certify.numerics.lanes import (
    everywhere,
    lanes_at,
    put,
    rows_of_lanes,
    where_larger,
    zeros,
)

FloatMatrix = npt.NDArray[np.float64]

NET, WON, LOST = range(3)
COMPONENTS = 3
STANDS, HITS, DOUBLES = range(3)
ACTIONS = 3

STAND_WON, STAND_LOST, LAST_WON, LAST_LOST, BUSTS, STAYS, STAYS_BY_TEN = range(RANKS, RANKS + 7)
CHANCES = RANKS + 7
"""Of a hand: the chance to draw each rank; P(won) and P(lost) by standing, and by one last card;
P(the next card busts, no dealer blackjack); P(no dealer blackjack) after a card that busts, and
after a ten that does."""


@inline
def _standing(outcomes, multiset, upcard, total, takes_all, chances):
    """Fill P(won) and P(lost) of standing by burned card and hand."""
    for burned in range(multiset.shape[0]):
        for hand in range(total.size):
            row = multiset[burned, hand]
            if row < 0:
                continue
            wins = outcomes[row, upcard, OUTCOME_BUST]
            loses = outcomes[row, upcard, OUTCOME_BLACKJACK] if takes_all else 0.0
            for result in range(5):
                if total[hand] > result + DEALER_STANDS_ON:
                    wins += outcomes[row, upcard, result]
                elif total[hand] < result + DEALER_STANDS_ON:
                    loses += outcomes[row, upcard, result]
            chances[burned, hand, STAND_WON] = wins
            chances[burned, hand, STAND_LOST] = loses


@kernel
def hand_chances(shoe, hands, takes_all, outcomes, multiset, chances, met):
    """Fill ``chances[u, b, h]``, and in `met` which hands there are with a card left to draw."""
    counts, successor, size, total = hands.counts, hands.successor, hands.size, hands.total
    left = np.zeros(RANKS)
    for upcard in range(RANKS):
        if shoe[upcard] <= 0.0:
            continue
        _standing(outcomes, multiset, upcard, total, takes_all, chances[upcard])
        for burned in range(chances.shape[1]):
            if burned != NONE_BURNED and shoe[burned - 1] <= 0.0:
                continue
            for hand in range(counts.shape[0]):
                if size[hand] < 2:
                    continue
                cards_left = remove(shoe, counts, hand, upcard, burned, left)
                if cards_left <= 0.0:
                    continue
                met[upcard, burned, hand] = True
                wins, loses, busts = 0.0, 0.0, 0.0
                for rank in range(RANKS):
                    if left[rank] <= 0.0:
                        continue
                    probability = left[rank] / cards_left
                    chances[upcard, burned, hand, rank] = probability
                    child = successor[hand, rank]
                    if child == BUST:
                        left[rank] -= 1.0
                        stays = no_blackjack(left, cards_left - 1.0, upcard, takes_all)
                        left[rank] += 1.0
                        chances[upcard, burned, hand, STAYS_BY_TEN if rank == TEN else STAYS] = (
                            stays
                        )
                        loses += probability * stays
                        busts += probability * stays
                    else:
                        wins += probability * chances[upcard, burned, child, STAND_WON]
                        loses += probability * chances[upcard, burned, child, STAND_LOST]
                chances[upcard, burned, hand, LAST_WON] = wins
                chances[upcard, burned, hand, LAST_LOST] = loses
                chances[upcard, burned, hand, BUSTS] = busts


@inline
def _worth(aims, net, won, lost):
    """Return what a net result and the probabilities of a win and a loss are worth."""
    return lanes_at(aims, NET) * net + lanes_at(aims, WON) * won - lanes_at(aims, LOST) * lost


@inline
def _put(value, rows, row):
    """Write what a hand comes to as a row of three eights."""
    put(value[NET], rows, COMPONENTS * row + NET)
    put(value[WON], rows, COMPONENTS * row + WON)
    put(value[LOST], rows, COMPONENTS * row + LOST)


@inline
def _row(rows, row):
    """Return the three eights of a row."""
    first = COMPONENTS * row
    return lanes_at(rows, first + NET), lanes_at(rows, first + WON), lanes_at(rows, first + LOST)


@inline
def _draw(values, successor, chances):
    """Return the mean over the next card of `values` by hand, a bust being lost."""
    net, won, lost = zeros(), zeros(), zeros()
    for rank in range(RANKS):
        probability = chances[rank]
        child = successor[rank]
        if probability > 0.0 and child != BUST:
            net += probability * lanes_at(values, COMPONENTS * child + NET)
            won += probability * lanes_at(values, COMPONENTS * child + WON)
            lost += probability * lanes_at(values, COMPONENTS * child + LOST)
    return net - chances[BUSTS], won, lost + chances[BUSTS]


@inline
def _better(aims, one, other):
    """Return what one action comes to, or another where that is worth more."""
    least = _worth(aims, one[NET], one[WON], one[LOST]) + TIE
    worth = _worth(aims, other[NET], other[WON], other[LOST])
    return (
        where_larger(worth, least, other[NET], one[NET]),
        where_larger(worth, least, other[WON], one[WON]),
        where_larger(worth, least, other[LOST], one[LOST]),
    )


@inline
def _stand(chances):
    """Return what standing comes to, the same for all aims."""
    won, lost = everywhere(chances[STAND_WON]), everywhere(chances[STAND_LOST])
    return won - lost, won, lost


@inline
def _choose(aims, chances, hit, double, may_double, rows, row):
    """Write the value of the best action of each aim; equal actions stand, then hit."""
    best = _better(aims, _stand(chances), hit)
    if may_double:
        best = _better(aims, best, double)
    _put(best, rows, row)


@inline
def _better_double(aims, burned_won, burned_lost, kept_won, kept_lost):
    """Return what doubling comes to with a card, burned where that is worth more."""
    main = 2.0 * lanes_at(aims, NET)
    gain = (main + lanes_at(aims, WON)) * (burned_won - kept_won) - (
        main + lanes_at(aims, LOST)
    ) * (burned_lost - kept_lost)
    won = where_larger(gain, TIE, burned_won, kept_won)
    lost = where_larger(gain, TIE, burned_lost, kept_lost)
    return 2.0 * (won - lost), won, lost


@inline
def _keep(chances, hit, double, rows, hand):
    """Write what each action comes to with the first two cards."""
    _put(_stand(chances), rows, ACTIONS * hand + STANDS)
    _put(hit, rows, ACTIONS * hand + HITS)
    _put(double, rows, ACTIONS * hand + DOUBLES)


class RoomForHands(NamedTuple):
    """Rows of three eights, what eight aims come to, a row a hand; written before they are read.

    Attributes
    ----------
    values : ndarray of float64, shape (3 * hands, 8)
        With one card burned, or none, to the end.
    open_values : ndarray of float64, shape (3 * hands, 8)
        With none burned yet.
    hits : ndarray of float64, shape (30 * hands, 8)
        By hitting, a card after another being the one that is burned.
    """

    values: FloatMatrix
    open_values: FloatMatrix
    hits: FloatMatrix


def room_for_hands(hands: int) -> RoomForHands:
    """Return room for so many hands."""
    rows = rows_of_lanes(COMPONENTS * hands * (2 + RANKS))
    return RoomForHands(*np.split(rows, [COMPONENTS * hands, 2 * COMPONENTS * hands]))


@kernel
def play_for_aims(
    upcard,
    successor,
    size,
    may_double,
    double_after_hit,
    burn_on_bust,
    burn_on_double,
    burn_ends_hand,
    chances,
    met,
    aims,
    two_cards,
    with_option,
    room,
    plain,
    option,
):
    """Fill ``plain[u, n, action, component]`` and `option` for the n-th hand of two cards.

    One call fills what belongs to one upcard u and to eight aims; `aims` holds the worths of the
    main result, of a win and of a loss, shape (3, 8). Burned cards come one after another, so that
    the values of all hands with one of them are at hand.
    """
    values, open_values, hits = room.values, room.open_values, room.hits
    hands = size.size
    first_of = np.full(hands, -1, dtype=np.int64)
    for place in range(two_cards.size):
        first_of[two_cards[place]] = upcard * two_cards.size + place
    for burned in range(chances.shape[1] if with_option else 1):
        for hand in range(hands - 1, -1, -1):
            if not met[upcard, burned, hand]:
                _put((zeros(), zeros(), zeros()), values, hand)
                continue
            chance = chances[upcard, burned, hand]
            hit = _draw(values, successor[hand], chance)
            won, lost = everywhere(chance[LAST_WON]), everywhere(chance[LAST_LOST])
            double = 2.0 * (won - lost), won, lost
            may = may_double[hand] and (size[hand] == 2 or double_after_hit)
            _choose(aims, chance, hit, double, may, values, hand)
            if burned != NONE_BURNED:
                _put(hit, hits, hand * RANKS + burned - 1)
            elif first_of[hand] >= 0:
                _keep(chance, hit, double, plain, first_of[hand])
    if not with_option:
        return
    for hand in range(hands - 1, -1, -1):
        if not met[upcard, NONE_BURNED, hand]:
            continue
        may = may_double[hand] and (size[hand] == 2 or double_after_hit)
        chance = chances[upcard, NONE_BURNED, hand]
        hit_net, hit_won, hit_lost = zeros(), zeros(), zeros()
        double_net, double_won, double_lost = zeros(), zeros(), zeros()
        for drawn in range(RANKS):
            probability = chance[drawn]
            if probability <= 0.0:
                continue
            child = successor[hand, drawn]
            after = chances[upcard, drawn + 1, hand]
            may_burn = met[upcard, drawn + 1, hand] and (burn_on_bust or child != BUST)
            if child == BUST:
                stays = chance[STAYS_BY_TEN] if drawn == TEN else chance[STAYS]
                kept = everywhere(-stays), zeros(), everywhere(stays)
                kept_won, kept_lost = 0.0, stays
            else:
                kept = _row(open_values, child)
                kept_won = chances[upcard, NONE_BURNED, child, STAND_WON]
                kept_lost = chances[upcard, NONE_BURNED, child, STAND_LOST]
            if may_burn:
                burned_hit = _row(hits, hand * RANKS + drawn)
                if burn_ends_hand:
                    won, lost = everywhere(after[LAST_WON]), everywhere(after[LAST_LOST])
                    burned_hit = won - lost, won, lost
                gain = _worth(
                    aims,
                    burned_hit[NET] - kept[NET],
                    burned_hit[WON] - kept[WON],
                    burned_hit[LOST] - kept[LOST],
                )
                kept = (
                    where_larger(gain, TIE, burned_hit[NET], kept[NET]),
                    where_larger(gain, TIE, burned_hit[WON], kept[WON]),
                    where_larger(gain, TIE, burned_hit[LOST], kept[LOST]),
                )
            hit_net += probability * kept[NET]
            hit_won += probability * kept[WON]
            hit_lost += probability * kept[LOST]
            if not may:
                continue
            burned_won, burned_lost = kept_won, kept_lost
            if may_burn and burn_on_double:
                burned_won, burned_lost = after[LAST_WON], after[LAST_LOST]
            net, won, lost = _better_double(aims, burned_won, burned_lost, kept_won, kept_lost)
            double_net += probability * net
            double_won += probability * won
            double_lost += probability * lost
        hit = hit_net, hit_won, hit_lost
        double = double_net, double_won, double_lost
        _choose(aims, chance, hit, double, may, open_values, hand)
        if first_of[hand] >= 0:
            _keep(chance, hit, double, option, first_of[hand])
