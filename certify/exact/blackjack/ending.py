"""How unsplit hands end: amount and result, from how often each hand is met."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import RANKS
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
    OUTCOMES,
)
from certify.exact.blackjack.decisions import DOUBLE, HIT, STAND
from certify.exact.blackjack.player import NONE_BURNED, no_blackjack, remove
from certify.exact.blackjack.readings import LOSS, PUSH, WIN
from certify.numerics.jit import inline, kernel

SINGLE, DOUBLED = 0, 1


@inline
def _settle(outcomes, total, amount, probability, distribution):
    """Add a hand that stands on `total`."""
    for outcome in range(OUTCOMES):
        if outcome == OUTCOME_BUST:
            result = WIN
        elif outcome == OUTCOME_BLACKJACK or total < outcome + DEALER_STANDS_ON:
            result = LOSS
        elif total > outcome + DEALER_STANDS_ON:
            result = WIN
        else:
            result = PUSH
        distribution[amount, result] += probability * outcomes[outcome]


@inline
def _draw_last(
    shoe,
    counts,
    successor,
    total,
    takes_all,
    outcomes,
    multiset,
    upcard,
    burned,
    hand,
    amount,
    probability,
    only_busts,
    left,
    distribution,
):
    """Add a hand that draws its last card; or that card only where it busts."""
    cards_left = remove(shoe, counts[hand], upcard, burned, left)
    for rank in range(RANKS):
        if left[rank] <= 0.0:
            continue
        passes = probability * left[rank] / cards_left
        child = successor[hand, rank]
        if child == BUST:
            left[rank] -= 1.0
            distribution[amount, LOSS] += passes * no_blackjack(
                left, cards_left - 1.0, upcard, takes_all
            )
            left[rank] += 1.0
        elif not only_busts:
            row = multiset[burned, child]
            _settle(outcomes[row, upcard], total[child], amount, passes, distribution)


@inline
def _action(first, hits, doubles, size, double_after_hit):
    if size == 2:
        return first
    if double_after_hit and doubles:
        return DOUBLE
    return HIT if hits else STAND


@kernel
def finish_without_option(
    shoe,
    counts,
    successor,
    total,
    size,
    double_after_hit,
    takes_all,
    outcomes,
    multiset,
    first,
    hits,
    doubles,
    reach,
    distribution,
):
    """Add the hands that end without the option, or after it was used."""
    left = np.zeros(RANKS)
    for upcard in range(RANKS):
        for burned in range(reach.shape[1]):
            for hand in range(counts.shape[0]):
                met = reach[upcard, burned, hand]
                if met == 0.0:
                    continue
                action = _action(
                    first[upcard, hand],
                    hits[upcard, burned, hand],
                    doubles[upcard, burned, hand],
                    size[hand],
                    double_after_hit,
                )
                if action == STAND:
                    row = multiset[burned, hand]
                    _settle(outcomes[row, upcard], total[hand], SINGLE, met, distribution[upcard])
                elif action in (HIT, DOUBLE):
                    _draw_last(
                        shoe,
                        counts,
                        successor,
                        total,
                        takes_all,
                        outcomes,
                        multiset,
                        upcard,
                        burned,
                        hand,
                        DOUBLED if action == DOUBLE else SINGLE,
                        met,
                        action == HIT,
                        left,
                        distribution[upcard],
                    )


@kernel
def finish_with_option(
    shoe,
    counts,
    successor,
    total,
    size,
    double_after_hit,
    takes_all,
    outcomes,
    multiset,
    first,
    hits,
    doubles,
    burns_hit,
    burns_double,
    reach,
    distribution,
):
    """Add the hands that end while a card may still be burned, or by the card after a burn."""
    left = np.zeros(RANKS)
    scratch = np.zeros(RANKS)
    for upcard in range(RANKS):
        for hand in range(counts.shape[0]):
            met = reach[upcard, hand]
            if met == 0.0:
                continue
            action = _action(
                first[upcard, hand],
                hits[upcard, hand],
                doubles[upcard, hand],
                size[hand],
                double_after_hit,
            )
            if action == STAND:
                row = multiset[NONE_BURNED, hand]
                _settle(outcomes[row, upcard], total[hand], SINGLE, met, distribution[upcard])
            if action not in (HIT, DOUBLE):
                continue
            amount = DOUBLED if action == DOUBLE else SINGLE
            cards_left = remove(shoe, counts[hand], upcard, NONE_BURNED, left)
            for drawn in range(RANKS):
                if left[drawn] <= 0.0:
                    continue
                passes = met * left[drawn] / cards_left
                child = successor[hand, drawn]
                burns = burns_hit if action == HIT else burns_double
                if burns[upcard, hand, drawn]:
                    _draw_last(
                        shoe,
                        counts,
                        successor,
                        total,
                        takes_all,
                        outcomes,
                        multiset,
                        upcard,
                        drawn + 1,
                        hand,
                        amount,
                        passes,
                        action == HIT,
                        scratch,
                        distribution[upcard],
                    )
                elif child == BUST:
                    left[drawn] -= 1.0
                    distribution[upcard, amount, LOSS] += passes * no_blackjack(
                        left, cards_left - 1.0, upcard, takes_all
                    )
                    left[drawn] += 1.0
                elif action == DOUBLE:
                    row = multiset[NONE_BURNED, child]
                    _settle(
                        outcomes[row, upcard], total[child], amount, passes, distribution[upcard]
                    )
