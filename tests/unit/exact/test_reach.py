"""How often hands are met, where cards run out too."""

from fractions import Fraction

import numpy as np
import pytest

from certify.cards.hands import BUST, hand_table
from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.decisions import HIT, Decisions
from certify.exact.blackjack.reach import reach_of
from certify.exact.blackjack.values import shoe_values
from tests.support.rules import rules_with


def met_by_who_hits(counts, upcard):
    """Return how often each hand is met by who always hits, drawing card after card."""
    table = hand_table()
    found = dict.fromkeys(range(len(table.size)), Fraction(0))

    def draw(hand, left, chance):
        if table.size[hand] >= 2 and hand != table.index_of((0, 9)):
            found[hand] += chance
        elif table.size[hand] >= 2:
            return
        for rank in range(RANKS):
            child = table.successor[hand, rank]
            if left[rank] and child != BUST:
                fewer = tuple(count - (place == rank) for place, count in enumerate(left))
                draw(child, fewer, chance * Fraction(left[rank], sum(left)))

    draw(0, tuple(count - (place == upcard) for place, count in enumerate(counts)), Fraction(1))
    return np.array([float(chance) for chance in found.values()])


@pytest.mark.parametrize(
    "counts",
    [
        (2, 2, 1, 0, 0, 0, 0, 0, 0, 0),
        (1, 1, 1, 1, 0, 0, 0, 0, 0, 0),
        (2, 1, 0, 1, 0, 0, 0, 0, 1, 2),
    ],
)
def test_who_hits_to_the_last_card_meets_every_hand_as_often_as_he_draws_it(counts):
    shoe = shoe_values(rules_with(), Shoe(counts), with_burnout=True)
    hitting = Decisions.blank()
    hitting.hits[:] = True
    hitting.first[:] = HIT
    found = reach_of(shoe, hitting, with_option=False).without
    assert not found[:, 1:].any()
    for upcard in np.flatnonzero(counts):
        np.testing.assert_allclose(found[upcard, 0], met_by_who_hits(counts, upcard), atol=1e-15)
