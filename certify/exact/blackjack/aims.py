"""Play of a round for several aims side by side: what it is worth, won and lost, by first action.

An aim is worth ``main * net + win * [won] - loss * [lost]``, the round being won or lost as it
counts for the streak. What a hand comes to is carried as three numbers, its net result, and the
probabilities that the round is won and lost; every decision compares the worths of these. All
values are joint with "no dealer blackjack", as in `.player`. What does not depend on
the aims, `hand_chances` works out once for all of them.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import RANKS, TEN
from certify.exact.blackjack.dealer import DEALER_STANDS_ON, OUTCOME_BLACKJACK, OUTCOME_BUST
from certify.exact.blackjack.player import NONE_BURNED, TIE, no_blackjack, remove
from certify.numerics.jit import inline, kernel

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
def _draw(values, burned, successor, chances, number, drawn):
    """Fill the mean over the next card of `values` by hand, a bust being lost."""
    drawn[:] = 0.0
    for rank in range(RANKS):
        probability = chances[rank]
        child = successor[rank]
        if probability > 0.0 and child != BUST:
            source = values[child, burned]
            for place in range(drawn.size):
                drawn[place] += probability * source[place]
    for aim in range(number):
        drawn[aim] -= chances[BUSTS]
        drawn[LOST * number + aim] += chances[BUSTS]


@inline
def _choose(main, win, loss, chances, hit, double, may_double, value):
    """Fill the value of the best action of each aim; equal actions stand, then hit."""
    number = main.size
    stand_won, stand_lost = chances[STAND_WON], chances[STAND_LOST]
    net = stand_won - stand_lost
    hit_net, hit_won, hit_lost = hit[:number], hit[number : 2 * number], hit[2 * number :]
    nets, wins, losses = value[:number], value[number : 2 * number], value[2 * number :]
    for aim in range(number):
        best = main[aim] * net + win[aim] * stand_won - loss[aim] * stand_lost
        worth = main[aim] * hit_net[aim] + win[aim] * hit_won[aim] - loss[aim] * hit_lost[aim]
        hits = worth > best + TIE
        nets[aim] = hit_net[aim] if hits else net
        wins[aim] = hit_won[aim] if hits else stand_won
        losses[aim] = hit_lost[aim] if hits else stand_lost
    if may_double:
        double_net, double_won = double[:number], double[number : 2 * number]
        double_lost = double[2 * number :]
        for aim in range(number):
            best = main[aim] * nets[aim] + win[aim] * wins[aim] - loss[aim] * losses[aim]
            worth = (
                main[aim] * double_net[aim]
                + win[aim] * double_won[aim]
                - loss[aim] * double_lost[aim]
            )
            doubles = worth > best + TIE
            nets[aim] = double_net[aim] if doubles else nets[aim]
            wins[aim] = double_won[aim] if doubles else wins[aim]
            losses[aim] = double_lost[aim] if doubles else losses[aim]


@inline
def _add_better(main, win, loss, probability, burned_hit, kept_hit, hit):
    """Add the better of burning a card and keeping it to what hitting comes to."""
    number = main.size
    nets, wins, losses = hit[:number], hit[number : 2 * number], hit[2 * number :]
    burned_net, kept_net = burned_hit[:number], kept_hit[:number]
    burned_won, kept_won = burned_hit[number : 2 * number], kept_hit[number : 2 * number]
    burned_lost, kept_lost = burned_hit[2 * number :], kept_hit[2 * number :]
    for aim in range(number):
        gain = (
            main[aim] * (burned_net[aim] - kept_net[aim])
            + win[aim] * (burned_won[aim] - kept_won[aim])
            - loss[aim] * (burned_lost[aim] - kept_lost[aim])
        )
        burns = gain > TIE
        nets[aim] += probability * (burned_net[aim] if burns else kept_net[aim])
        wins[aim] += probability * (burned_won[aim] if burns else kept_won[aim])
        losses[aim] += probability * (burned_lost[aim] if burns else kept_lost[aim])


@inline
def _keep(chances, hit, double, actions):
    """Fill what each action comes to with the first two cards."""
    number = actions.shape[2]
    for aim in range(number):
        actions[STANDS, NET, aim] = chances[STAND_WON] - chances[STAND_LOST]
        actions[STANDS, WON, aim] = chances[STAND_WON]
        actions[STANDS, LOST, aim] = chances[STAND_LOST]
        for part in range(COMPONENTS):
            actions[HITS, part, aim] = hit[part * number + aim]
            actions[DOUBLES, part, aim] = double[part * number + aim]


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
    plain,
    option,
):
    """Fill ``plain[u, n, action, component, aim]`` and `option` for the n-th hand of two cards.

    One call fills what belongs to one upcard u. `aims` holds the worths of the main result, of a
    win and of a loss, shape (3, aims). The values of a hand lie component by component, those of
    all aims side by side.
    """
    hands, number = size.size, aims.shape[1]
    main, win, loss = aims[0], aims[1], aims[2]
    states = chances.shape[1] if with_option else 1
    first_of = np.full(hands, -1, dtype=np.int64)
    for place in range(two_cards.size):
        first_of[two_cards[place]] = place
    # All of it is written before it is read.
    values = np.empty((hands, states, COMPONENTS * number))
    hits = np.zeros((states, COMPONENTS * number))
    open_values = np.zeros((hands, COMPONENTS * number))
    open_hit = np.zeros(COMPONENTS * number)
    double = np.zeros(COMPONENTS * number)
    lost_hit = np.zeros(COMPONENTS * number)
    last_card = np.zeros(COMPONENTS * number)
    for hand in range(hands - 1, -1, -1):
        may = may_double[hand] and (size[hand] == 2 or double_after_hit)
        for burned in range(states):
            if not met[upcard, burned, hand]:
                values[hand, burned] = 0.0
                continue
            chance = chances[upcard, burned, hand]
            hit = hits[burned]
            _draw(values, burned, successor[hand], chance, number, hit)
            kept = burned == NONE_BURNED and first_of[hand] >= 0
            if may or kept:
                double[:number] = 2.0 * (chance[LAST_WON] - chance[LAST_LOST])
                double[number : 2 * number] = chance[LAST_WON]
                double[2 * number :] = chance[LAST_LOST]
            _choose(main, win, loss, chance, hit, double, may, values[hand, burned])
            if kept:
                _keep(chance, hit, double, plain[upcard, first_of[hand]])
        if not with_option or not met[upcard, NONE_BURNED, hand]:
            continue
        chance = chances[upcard, NONE_BURNED, hand]
        open_hit[:] = 0.0
        double[:] = 0.0
        for drawn in range(RANKS):
            probability = chance[drawn]
            if probability <= 0.0:
                continue
            child = successor[hand, drawn]
            after = chances[upcard, drawn + 1, hand]
            may_burn = met[upcard, drawn + 1, hand] and (burn_on_bust or child != BUST)
            if child == BUST:
                stays = chance[STAYS_BY_TEN] if drawn == TEN else chance[STAYS]
                kept_hit = lost_hit
                kept_hit[:number] = -stays
                kept_hit[2 * number :] = stays
                kept_won, kept_lost = 0.0, stays
            else:
                kept_hit = open_values[child]
                kept_won = chances[upcard, NONE_BURNED, child, STAND_WON]
                kept_lost = chances[upcard, NONE_BURNED, child, STAND_LOST]
            if not may_burn:
                for place in range(open_hit.size):
                    open_hit[place] += probability * kept_hit[place]
            else:
                burned_hit = hits[drawn + 1]
                if burn_ends_hand:
                    burned_hit = last_card
                    burned_hit[:number] = after[LAST_WON] - after[LAST_LOST]
                    burned_hit[number : 2 * number] = after[LAST_WON]
                    burned_hit[2 * number :] = after[LAST_LOST]
                _add_better(main, win, loss, probability, burned_hit, kept_hit, open_hit)
            if not may:
                continue
            burned_won, burned_lost = kept_won, kept_lost
            if may_burn and burn_on_double:
                burned_won, burned_lost = after[LAST_WON], after[LAST_LOST]
            for aim in range(number):
                better = (2.0 * main[aim] + win[aim]) * (burned_won - kept_won) - (
                    2.0 * main[aim] + loss[aim]
                ) * (burned_lost - kept_lost)
                wins = burned_won if better > TIE else kept_won
                loses = burned_lost if better > TIE else kept_lost
                double[aim] += probability * 2.0 * (wins - loses)
                double[number + aim] += probability * wins
                double[2 * number + aim] += probability * loses
        _choose(main, win, loss, chance, open_hit, double, may, open_values[hand])
        if first_of[hand] >= 0:
            _keep(chance, open_hit, double, option[upcard, first_of[hand]])
