"""How unsplit hands end: amount and result, from how often each hand is met."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import RANKS, TEN
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
    OUTCOMES,
)
from certify.exact.blackjack.decisions import DOUBLE, HIT, STAND
from certify.exact.blackjack.player import no_blackjack, remove
from certify.exact.blackjack.streak_rules import LOSS, PUSH, WIN
from certify.numerics.jit import inline, kernel

SINGLE, DOUBLED = 0, 1


@inline
def _settle(outcomes, row, upcard, total, amount, probability, distribution):
    """Add a hand that stands on `total`; the dealer's outcomes are ``outcomes[row, upcard]``."""
    for outcome in range(OUTCOMES):
        if outcome == OUTCOME_BUST:
            result = WIN
        elif outcome == OUTCOME_BLACKJACK or total < outcome + DEALER_STANDS_ON:
            result = LOSS
        elif total > outcome + DEALER_STANDS_ON:
            result = WIN
        else:
            result = PUSH
        distribution[upcard, amount, result] += probability * outcomes[row, upcard, outcome]


@inline
def _draw(
    rank,
    child,
    left,
    cards_left,
    upcard,
    burned,
    takes_all,
    outcomes,
    multiset,
    total,
    action,
    met,
    distribution,
):
    """Add a hand that draws `rank`, where that ends it: by a bust, or after a double."""
    amount = DOUBLED if action == DOUBLE else SINGLE
    passes = met * left[rank] / cards_left
    if child == BUST:
        left[rank] -= 1.0
        stays = no_blackjack(left, cards_left - 1.0, upcard, takes_all)
        distribution[upcard, amount, LOSS] += passes * stays
        left[rank] += 1.0
    elif action == DOUBLE:
        row = multiset[burned, child]
        _settle(outcomes, row, upcard, total[child], amount, passes, distribution)


@inline
def _action(first, hits, doubles, size, double_after_hit):
    if size == 2:
        return first
    if double_after_hit and doubles:
        return DOUBLE
    return HIT if hits else STAND


@kernel
def finish(
    shoe,
    hands,
    double_after_hit,
    takes_all,
    outcomes,
    multiset,
    first,
    hits,
    doubles,
    burns_hit,
    burns_double,
    may_burn,
    reach,
    distribution,
):
    """Add the hands that end, from ``reach[u, b, h]``: how often each is met.

    If one `may_burn`, then ``burns_hit[u, h, r]`` tells whether card r of a hit is burned, and
    `burns_double` the same of a double: the card after it counts.
    """
    counts, successor, size, total = hands.counts, hands.successor, hands.size, hands.total
    left, after = np.zeros(RANKS), np.zeros(RANKS)
    # What one hand adds, so that its small chances are not added to large sums one by one.
    part = np.zeros(distribution.shape)
    for hand in range(counts.shape[0]):
        for burned in range(reach.shape[1]):
            for upcard in range(RANKS):
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
                    _settle(outcomes, row, upcard, total[hand], SINGLE, met, part)
                # A hit ends a hand only by a bust, and a ten busts whatever can be bust.
                if not (action == DOUBLE or (action == HIT and successor[hand, TEN] == BUST)):
                    continue
                number = remove(shoe, counts, hand, upcard, burned, left)
                for rank in range(RANKS):
                    burns_card = may_burn and (
                        burns_hit[upcard, hand, rank]
                        if action == HIT
                        else burns_double[upcard, hand, rank]
                    )
                    passed_on = action == HIT and successor[hand, rank] != BUST
                    if left[rank] <= 0.0 or (passed_on and not burns_card):
                        continue
                    if not burns_card:
                        _draw(
                            rank,
                            successor[hand, rank],
                            left,
                            number,
                            upcard,
                            burned,
                            takes_all,
                            outcomes,
                            multiset,
                            total,
                            action,
                            met,
                            part,
                        )
                        continue
                    passes = met * left[rank] / number
                    cards_left = remove(shoe, counts, hand, upcard, rank + 1, after)
                    for drawn in range(RANKS):
                        if after[drawn] > 0.0:
                            _draw(
                                drawn,
                                successor[hand, drawn],
                                after,
                                cards_left,
                                upcard,
                                rank + 1,
                                takes_all,
                                outcomes,
                                multiset,
                                total,
                                action,
                                passes,
                                part,
                            )
        distribution += part
        part[:] = 0.0
