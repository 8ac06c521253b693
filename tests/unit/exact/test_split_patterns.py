"""The patterns of second cards, counted by plain enumeration."""

from collections import Counter
from itertools import product

import pytest

from certify.exact.blackjack.split import split_patterns


def enumerated(most_hands):
    """Return (pairs, restricted, free) of every sequence of second cards, pair or not."""
    found: Counter[tuple[int, ...]] = Counter()
    longest = 2 * most_hands
    for cards in product((True, False), repeat=longest):
        waiting, hands, pairs, restricted, used = 2, 2, 0, 0, 0
        for is_pair in cards:
            if not waiting or hands == most_hands:
                break
            used += 1
            if is_pair:
                waiting, hands, pairs = waiting + 1, hands + 1, pairs + 1
            else:
                waiting, restricted = waiting - 1, restricted + 1
        found[pairs, restricted, waiting, used] += 1
    # Cards after the last one that is dealt double the count each.
    return Counter({key[:3]: ways >> (longest - key[3]) for key, ways in found.items()})


@pytest.mark.parametrize("most_hands", [2, 3, 4, 5])
def test_patterns(most_hands):
    found = {(p.pairs, p.restricted, p.free): p.ways for p in split_patterns(most_hands)}
    assert found == enumerated(most_hands)
