"""Sums over multisets and the dealer on their lines, against plain sums."""

from itertools import product

import numpy as np
import pytest

from certify.cards.hands import KEY_BASE, RANK_KEYS
from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.dealer import OUTCOME_BUST, OUTCOMES, dealer_outcomes
from certify.exact.blackjack.multisets.dealer_lines import outcomes_on_lines
from certify.exact.blackjack.multisets.split_shoe import SplitShoe, factors_in_order
from certify.exact.blackjack.multisets.sums import LabelledHands, Multisets, spread, sums_of
from certify.exact.blackjack.values import hand_multisets
from tests.support.rules import rules_with


def multisets(counts, stride, seed):
    keys = np.unique(np.array(counts, dtype=np.int64) @ RANK_KEYS)
    orders = np.random.default_rng(seed).integers(1, 9, len(keys)).astype(np.float64)
    return Multisets.of(keys, orders, stride), dict(zip(keys.tolist(), orders, strict=True))


def some_hands(most_aces, most_twos, most_nines):
    ranges = (range(most_aces + 1), range(most_twos + 1), range(most_nines + 1))
    return [(aces, twos, 0, 0, 0, 0, 0, 0, nines, 0) for aces, twos, nines in product(*ranges)]


def added_up(base, hands):
    found: dict[int, float] = {}
    for one, orders in base.items():
        for other, more in hands.items():
            found[one + other] = found.get(one + other, 0.0) + orders * more
    return found


def test_sums_have_the_orders_of_all_ways_to_make_them():
    base, of_base = multisets(some_hands(3, 2, 1), 7, 1)
    hands, of_hands = multisets(some_hands(3, 1, 2), 7, 2)
    sums, target = sums_of(base, hands)
    expected = added_up(of_base, of_hands)
    assert dict(zip(sums.keys.tolist(), sums.orders[sums.present], strict=True)) == expected
    assert (sums.line[target] == base.line[:, None] + hands.line).all()


def test_lines_reach_from_their_first_multiset_to_their_last():
    """Places that no multiset can have would cost memory, of which sums take a gigabyte."""

    def check(among):
        for begin, end in zip(among.start[:-1], among.start[1:], strict=True):
            places = among.orders[begin:end]
            assert places.size == 0 or (places[0] > 0.0 and places[-1] > 0.0)

    hands = [np.add(cards, (1, 1, 0, 0, 0, 0, 0, 0, 0, 0)) for cards in some_hands(2, 1, 1)]
    base, _ = multisets(hands, 7, 1)
    sums, _ = sums_of(base, base)
    assert sums.lowest.min() > 0
    for among in (base, sums, sums.relaid(6, 8), sums.relaid(3, 4)):
        assert among.number > 0
        check(among)


def test_cards_that_are_not_there_have_no_chance_in_any_order():
    none = np.array([4, 0, 4, 4, 0, 4, 4, 4, 4, 16])
    fewer_than_none = none - np.array([0, 2, 0, 0, 1, 0, 0, 0, 0, 0])
    assert (factors_in_order(fewer_than_none) == factors_in_order(none)).all()
    factors = factors_in_order(none)
    assert factors[1, :2].tolist() == [1.0, 0.0]
    assert factors[9, 3] * factors[RANKS, 3] == pytest.approx(16 * 15 * 14 / (44 * 43 * 42))


@pytest.mark.parametrize("most_aces", [2, 4, 6])
def test_hands_that_leave_no_place_for_a_sum_count_nothing(most_aces):
    base, of_base = multisets(some_hands(3, 2, 1), 7, 1)
    hands, of_hands = multisets(some_hands(3, 1, 2), 7, 2)
    sums, target = sums_of(base, hands)
    base, hands, sums = (level.relaid(most_aces, 1 + most_aces) for level in (base, hands, sums))
    assert sums.most_aces == most_aces
    label = hands.keys % 2
    labelled = LabelledHands.of(hands, hands.keys, label, hands.orders[hands.present], 2)
    lanes = 3
    values = np.zeros((len(sums.orders), lanes))
    values[sums.present] = np.random.default_rng(3).random((sums.number, lanes))
    sink_of = np.array([[0, 1, -1], [1, 1, 2]])
    found = spread(base, sums, target, values, labelled, sink_of, 3)
    expected = np.zeros_like(found)
    value_of = dict(zip(sums.keys.tolist(), values[sums.present], strict=True))
    for key, place in zip(base.keys.tolist(), base.present, strict=True):
        for hand, orders in of_hands.items():
            for lane in range(lanes):
                sink = sink_of[hand % 2, lane]
                if sink >= 0 and key + hand in value_of:
                    expected[sink, place] += orders * value_of[key + hand][lane]
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    assert set(of_base) >= set(base.keys.tolist())


@pytest.mark.parametrize("decks", [2, 6])
@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_dealer_against_all_hands_on_lines_is_the_dealer(decks, hits_soft_17):
    counts = Shoe.of_decks(decks).array()
    counts[[3, 7]] = 0, 1
    removed, _ = hand_multisets(decks < 6)
    found = np.zeros((len(removed), RANKS, OUTCOMES))
    outcomes_on_lines(counts, removed @ RANK_KEYS, hits_soft_17=hits_soft_17, into=found)
    expected = dealer_outcomes(counts, removed, hits_soft_17=hits_soft_17)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=2e-15)


@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize("upcard", range(RANKS))
@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_dealer_on_lines_is_the_dealer(decks, upcard, hits_soft_17):
    counts = np.array(Shoe.of_decks(decks).counts, dtype=np.int64)
    rules = rules_with(decks=decks, dealer_hits_soft_17=hits_soft_17)
    shoe = SplitShoe(counts, rules, 1, upcard)
    generator = np.random.default_rng(upcard)
    drawn = generator.integers(0, 3, (200, RANKS))
    drawn[:, :2] = generator.integers(0, 5, (200, 2))
    among, _ = multisets(drawn, 5, 1)
    outcomes = np.arange(OUTCOMES)
    values = shoe.values(among, outcomes, 1)
    left = shoe.left(1)
    for key, place in zip(among.keys, among.present, strict=True):
        cards = key // RANK_KEYS % KEY_BASE
        removed = counts - left + cards
        removed[upcard] -= 1
        in_order = shoe.chance(1)
        for number in range(cards.sum()):
            in_order /= left.sum() - number
        for rank, count in enumerate(cards):
            for number in range(count):
                in_order *= max(left[rank] - number, 0)
        dealt = np.zeros(OUTCOMES)
        if in_order:
            dealt = dealer_outcomes(
                counts, removed[None], hits_soft_17=hits_soft_17, upcards=(upcard,)
            )[0, 0]
            dealt[OUTCOME_BUST] = 0.0
            dealt[OUTCOME_BUST] = 1.0 - dealt.sum()
        np.testing.assert_allclose(values[place], in_order * dealt, rtol=1e-12, atol=0.0)
