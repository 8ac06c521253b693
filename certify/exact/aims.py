"""Play of a round for several aims side by side: what it is worth, won and lost, by first action.

An aim is worth ``main * net + win * [won] - loss * [lost]``, the round being won or lost as it
counts for the streak. What a hand comes to is carried as three numbers, its net result, and the
probabilities that the round is won and lost; every decision compares the worths of these. All
values are joint with "no dealer blackjack", as in `certify.exact.player`.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import RANKS
from certify.exact.dealer import DEALER_STANDS_ON, OUTCOME_BLACKJACK, OUTCOME_BUST
from certify.exact.player import BURNED_STATES, NONE_BURNED, TIE, no_blackjack, remove
from certify.numerics.jit import inline, kernel

NET, WON, LOST = range(3)
COMPONENTS = 3
STANDS, HITS, DOUBLES = range(3)
ACTIONS = 3


@inline
def _standing(outcomes, multiset, upcard, total, takes_all, won, lost):
    """Fill P(won) and P(lost) of standing by burned card and hand."""
    for burned in range(multiset.shape[0]):
        for hand in range(total.size):
            row = multiset[burned, hand]
            won[burned, hand] = 0.0
            lost[burned, hand] = 0.0
            if row < 0:
                continue
            wins = outcomes[row, upcard, OUTCOME_BUST]
            loses = outcomes[row, upcard, OUTCOME_BLACKJACK] if takes_all else 0.0
            for result in range(5):
                if total[hand] > result + DEALER_STANDS_ON:
                    wins += outcomes[row, upcard, result]
                elif total[hand] < result + DEALER_STANDS_ON:
                    loses += outcomes[row, upcard, result]
            won[burned, hand] = wins
            lost[burned, hand] = loses


@inline
def _draw(values, successor, left, cards_left, upcard, takes_all, drawn):
    """Fill the mean over the next card of `values` by hand, a bust being lost."""
    drawn[:] = 0.0
    busts = 0.0
    for rank in range(RANKS):
        if left[rank] <= 0.0:
            continue
        probability = left[rank] / cards_left
        child = successor[rank]
        if child == BUST:
            left[rank] -= 1.0
            busts += probability * no_blackjack(left, cards_left - 1.0, upcard, takes_all)
            left[rank] += 1.0
        else:
            source = values[child].ravel()
            sink = drawn.ravel()
            for place in range(sink.size):
                sink[place] += probability * source[place]
    drawn[NET] -= busts
    drawn[LOST] += busts


@inline
def _draw_last(won, lost, successor, left, cards_left, upcard, takes_all):
    """Return P(won) and P(lost) of one more card, the last."""
    wins, loses = 0.0, 0.0
    for rank in range(RANKS):
        if left[rank] <= 0.0:
            continue
        probability = left[rank] / cards_left
        child = successor[rank]
        if child == BUST:
            left[rank] -= 1.0
            loses += probability * no_blackjack(left, cards_left - 1.0, upcard, takes_all)
            left[rank] += 1.0
        else:
            wins += probability * won[child]
            loses += probability * lost[child]
    return wins, loses


@inline
def _choose(aims, stand_won, stand_lost, hit, double, may_double, value, acts):
    """Fill the value of the best action of each aim; equal actions stand, then hit."""
    for aim in range(aims.shape[1]):
        main, win, loss = aims[0, aim], aims[1, aim], aims[2, aim]
        net = stand_won - stand_lost
        best = main * net + win * stand_won - loss * stand_lost
        value[NET, aim], value[WON, aim], value[LOST, aim] = net, stand_won, stand_lost
        acts[aim] = STANDS
        worth = main * hit[NET, aim] + win * hit[WON, aim] - loss * hit[LOST, aim]
        if worth > best + TIE:
            best = worth
            acts[aim] = HITS
            for part in range(COMPONENTS):
                value[part, aim] = hit[part, aim]
        if may_double:
            worth = main * double[NET, aim] + win * double[WON, aim] - loss * double[LOST, aim]
            if worth > best + TIE:
                acts[aim] = DOUBLES
                for part in range(COMPONENTS):
                    value[part, aim] = double[part, aim]


@kernel
def play_for_aims(
    shoe,
    counts,
    successor,
    total,
    size,
    may_double,
    double_after_hit,
    takes_all,
    burn_on_bust,
    burn_on_double,
    outcomes,
    multiset,
    aims,
    two_cards,
    with_option,
    plain,
    option,
):
    """Fill ``plain[u, n, action, component, aim]`` and `option` for the n-th hand of two cards.

    `aims` holds the worths of the main result, of a win and of a loss, shape (3, aims).
    """
    hands, number = counts.shape[0], aims.shape[1]
    states = BURNED_STATES if with_option else 1
    first_of = np.full(hands, -1, dtype=np.int64)
    for place in range(two_cards.size):
        first_of[two_cards[place]] = place
    won = np.zeros((multiset.shape[0], hands))
    lost = np.zeros((multiset.shape[0], hands))
    value = np.zeros((states, hands, COMPONENTS, number))
    hit = np.zeros((COMPONENTS, number))
    double = np.zeros((COMPONENTS, number))
    burned_hit = np.zeros((COMPONENTS, number))
    acts = np.zeros(number, dtype=np.int64)
    left = np.zeros(RANKS)
    scratch = np.zeros(RANKS)
    kept_hit = np.zeros((COMPONENTS, number))
    for upcard in range(RANKS):
        if shoe[upcard] <= 0.0:
            continue
        _standing(outcomes, multiset, upcard, total, takes_all, won, lost)
        for burned in range(states):
            if burned != NONE_BURNED and shoe[burned - 1] <= 0.0:
                continue
            for hand in range(hands - 1, -1, -1):
                if size[hand] < 2:
                    continue
                cards_left = remove(shoe, counts[hand], upcard, burned, left)
                if cards_left <= 0.0:
                    continue
                _draw(value[burned], successor[hand], left, cards_left, upcard, takes_all, hit)
                wins, loses = _draw_last(
                    won[burned], lost[burned], successor[hand], left, cards_left, upcard, takes_all
                )
                double[NET] = 2.0 * (wins - loses)
                double[WON] = wins
                double[LOST] = loses
                may = may_double[hand] and (size[hand] == 2 or double_after_hit)
                _choose(
                    aims,
                    won[burned, hand],
                    lost[burned, hand],
                    hit,
                    double,
                    may,
                    value[burned, hand],
                    acts,
                )
                if burned == NONE_BURNED and first_of[hand] >= 0:
                    place = first_of[hand]
                    plain[upcard, place, STANDS, NET] = won[burned, hand] - lost[burned, hand]
                    plain[upcard, place, STANDS, WON] = won[burned, hand]
                    plain[upcard, place, STANDS, LOST] = lost[burned, hand]
                    plain[upcard, place, HITS] = hit
                    plain[upcard, place, DOUBLES] = double
        if not with_option:
            continue
        open_value = np.zeros((hands, COMPONENTS, number))
        for hand in range(hands - 1, -1, -1):
            if size[hand] < 2:
                continue
            cards_left = remove(shoe, counts[hand], upcard, NONE_BURNED, left)
            if cards_left <= 0.0:
                continue
            hit[:] = 0.0
            double[:] = 0.0
            may = may_double[hand] and (size[hand] == 2 or double_after_hit)
            for drawn in range(RANKS):
                if left[drawn] <= 0.0:
                    continue
                chance = left[drawn] / cards_left
                child = successor[hand, drawn]
                if child == BUST:
                    left[drawn] -= 1.0
                    stays = no_blackjack(left, cards_left - 1.0, upcard, takes_all)
                    left[drawn] += 1.0
                    kept_hit[NET] = -stays
                    kept_hit[WON] = 0.0
                    kept_hit[LOST] = stays
                    kept_won, kept_lost = 0.0, stays
                else:
                    kept_hit[:] = open_value[child]
                    kept_won = won[NONE_BURNED, child]
                    kept_lost = lost[NONE_BURNED, child]
                others = remove(shoe, counts[hand], upcard, drawn + 1, scratch)
                may_burn = others > 0.0 and (burn_on_bust or child != BUST)
                if not may_burn:
                    for part in range(COMPONENTS):
                        for aim in range(number):
                            hit[part, aim] += chance * kept_hit[part, aim]
                else:
                    _draw(
                        value[drawn + 1],
                        successor[hand],
                        scratch,
                        others,
                        upcard,
                        takes_all,
                        burned_hit,
                    )
                    for aim in range(number):
                        main, win, loss = aims[0, aim], aims[1, aim], aims[2, aim]
                        gain = (
                            main * (burned_hit[NET, aim] - kept_hit[NET, aim])
                            + win * (burned_hit[WON, aim] - kept_hit[WON, aim])
                            - loss * (burned_hit[LOST, aim] - kept_hit[LOST, aim])
                        )
                        burns = gain > TIE
                        for part in range(COMPONENTS):
                            hit[part, aim] += chance * (
                                burned_hit[part, aim] if burns else kept_hit[part, aim]
                            )
                if not may:
                    continue
                burned_won, burned_lost = kept_won, kept_lost
                if may_burn and burn_on_double:
                    burned_won, burned_lost = _draw_last(
                        won[drawn + 1],
                        lost[drawn + 1],
                        successor[hand],
                        scratch,
                        others,
                        upcard,
                        takes_all,
                    )
                for aim in range(number):
                    main, win, loss = aims[0, aim], aims[1, aim], aims[2, aim]
                    better = (2.0 * main + win) * (burned_won - kept_won) - (2.0 * main + loss) * (
                        burned_lost - kept_lost
                    )
                    wins = burned_won if better > TIE else kept_won
                    loses = burned_lost if better > TIE else kept_lost
                    double[NET, aim] += chance * 2.0 * (wins - loses)
                    double[WON, aim] += chance * wins
                    double[LOST, aim] += chance * loses
            _choose(
                aims,
                won[NONE_BURNED, hand],
                lost[NONE_BURNED, hand],
                hit,
                double,
                may,
                open_value[hand],
                acts,
            )
            if first_of[hand] >= 0:
                place = first_of[hand]
                option[upcard, place, STANDS] = plain[upcard, place, STANDS]
                option[upcard, place, HITS] = hit
                option[upcard, place, DOUBLES] = double
