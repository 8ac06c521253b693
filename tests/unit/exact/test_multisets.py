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
from certify.exact.blackjack.multisets.sums import (
    LabelledHands,
    Multisets,
    spread,
    spread_back,
    sums_of,
)
from certify.exact.blackjack.values import hand_multisets
from certify.numerics.lanes import LANES, rows_of_lanes
from tests.support.rules import rules_with


def multisets(counts, seed):
    keys = np.unique(np.array(counts, dtype=np.int64) @ RANK_KEYS)
    orders = np.random.default_rng(seed).integers(1, 9, len(keys)).astype(np.float64)
    return Multisets.of(keys, orders), dict(zip(keys.tolist(), orders, strict=True))


def some_hands(most_aces, most_twos, most_nines):
    ranges = (range(most_aces + 1), range(most_twos + 1), range(most_nines + 1))
    return [(aces, twos, 0, 0, 0, 0, 0, 0, nines, 0) for aces, twos, nines in product(*ranges)]


def added_up(base, hands):
    found: dict[int, float] = {}
    for one, orders in base.items():
        for other, more in hands.items():
            found[one + other] = found.get(one + other, 0.0) + orders * more
    return found


def with_orders(among):
    return dict(zip(among.keys.tolist(), among.orders.tolist(), strict=True))


def test_sums_have_the_orders_of_all_ways_to_make_them():
    base, of_base = multisets(some_hands(3, 2, 1), 1)
    hands, of_hands = multisets(some_hands(3, 1, 2), 2)
    assert (with_orders(base), with_orders(hands)) == (of_base, of_hands)
    sums, additions = sums_of(base, hands).in_rows()
    assert with_orders(sums) == added_up(of_base, of_hands)
    assert (sums.line[additions.target] == base.line[:, None] + hands.line).all()
    assert with_orders(sums_of(base, base).in_rows()[0]) == added_up(of_base, of_base)


def test_lines_reach_from_their_first_multiset_to_their_last():
    """Places that no multiset can have would cost memory, of which sums take some 200 MB."""
    hands = [np.add(cards, (1, 1, 0, 0, 0, 0, 0, 0, 0, 0)) for cards in some_hands(2, 1, 1)]
    base, _ = multisets(hands, 1)
    sums = sums_of(base, base)
    assert sums.lowest.min() > 0
    for begin, end in zip(sums.start[:-1], sums.start[1:], strict=True):
        assert sums.orders[begin] > 0.0
        assert sums.orders[end - 1] > 0.0


def test_few_sums_are_all_kept_and_of_many_those_that_weigh_least_are_dropped(monkeypatch):
    base, _ = multisets(some_hands(3, 2, 1), 1)
    factors = factors_in_order(np.array([24, 23, 24, 24, 24, 24, 24, 24, 24, 96]))
    ways = np.array([2.0, 0.5])
    shoes = np.array([factors, 0.3 * factors])
    assert sums_of(base, base).thin_out(ways, shoes, np.inf) == 0.0
    monkeypatch.setattr("certify.exact.blackjack.multisets.sums.FEW_SUMS", 3)
    every, _ = sums_of(base, base).in_rows()
    thinned = sums_of(base, base)
    lost = thinned.thin_out(ways, shoes, 1e-3)
    kept, additions = thinned.in_rows()
    counts = every.keys[:, None] // RANK_KEYS % KEY_BASE
    chances = np.prod([factors[rank, counts[:, rank]] for rank in range(RANKS)], axis=0)
    weight = every.orders * chances * factors[RANKS, counts.sum(axis=1)]
    # Each of the eleven factors from the second shoe is 0.3 of that from the first.
    weight *= ways[0] + ways[1] * 0.3 ** (RANKS + 1)
    gone = ~np.isin(every.keys, kept.keys)
    assert 0 < gone.sum() < every.number
    assert lost == pytest.approx(weight[gone].sum(), rel=1e-12)
    assert lost <= 1e-3
    assert weight[gone].max() <= weight[~gone].min() * 2 ** (1 / 8)
    # Lines of which nothing is left are no lines any more.
    assert (np.diff(kept.start) > 0).all()
    assert additions.row_of.max() == kept.number


def test_cards_that_are_not_there_have_no_chance_in_any_order():
    none = np.array([4, 0, 4, 4, 0, 4, 4, 4, 4, 16])
    fewer_than_none = none - np.array([0, 2, 0, 0, 1, 0, 0, 0, 0, 0])
    assert (factors_in_order(fewer_than_none) == factors_in_order(none)).all()
    factors = factors_in_order(none)
    assert factors[1, :2].tolist() == [1.0, 0.0]
    assert factors[9, 3] * factors[RANKS, 3] == pytest.approx(16 * 15 * 14 / (44 * 43 * 42))


@pytest.mark.parametrize("lanes", [1, 3, 8])
@pytest.mark.parametrize("dropped", [0.0, 0.4, 1.0])
def test_hands_are_spread_to_what_sums_are_worth_and_back(lanes, dropped):
    base, _ = multisets(some_hands(3, 2, 1), 1)
    hands, of_hands = multisets(some_hands(3, 1, 2), 2)
    generator = np.random.default_rng(3)
    dense = sums_of(base, hands)
    dense.orders[generator.random(len(dense.orders)) < dropped] = 0.0
    sums, additions = dense.in_rows()
    labelled = LabelledHands.of(hands, hands.keys, hands.keys % 2, hands.orders, 2)
    sinks = 3
    sink_of = generator.integers(-1, sinks, (2, lanes))
    values, weights = rows_of_lanes(sums.number + 1), rows_of_lanes(sums.number + 1)
    values[:-1, :lanes] = generator.random((sums.number, lanes))
    into = np.zeros((1, base.number + 1, LANES))
    spread(base, additions, values, labelled, sink_of, into)
    assert not into[0, -1].any()
    found = into[0, :-1, :sinks].T
    given = generator.random(found.shape)
    spread_back(base, additions, given, labelled, sink_of, weights)
    row_of = {key: row for row, key in enumerate(sums.keys.tolist())}
    expected, back = np.zeros_like(found), np.zeros_like(values)
    for at, key in enumerate(base.keys.tolist()):
        for hand, orders in of_hands.items():
            for lane in range(lanes):
                sink, row = sink_of[hand % 2, lane], row_of.get(key + hand)
                if sink >= 0 and row is not None:
                    expected[sink, at] += orders * values[row, lane]
                    back[row, lane] += orders * given[sink, at]
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    np.testing.assert_allclose(weights[:-1], back[:-1], rtol=1e-14)


def test_where_a_shoe_has_no_sum_of_two_hands_there_is_none_of_three(monkeypatch):
    monkeypatch.setattr("certify.exact.blackjack.multisets.sums.FEW_SUMS", 0)
    hands, _ = multisets(some_hands(1, 1, 1)[1:], 1)
    none = factors_in_order(np.zeros(RANKS, dtype=np.int64))
    two = sums_of(hands, hands)
    assert two.thin_out(np.ones(1), none[None], 1e-9) == 0.0
    pairs, additions = two.in_rows()
    assert pairs.number == len(pairs.line) == 0
    labelled = LabelledHands.of(hands, hands.keys, 0 * hands.keys, hands.orders, 1)
    values, sink_of = rows_of_lanes(1), np.zeros((1, 1), dtype=np.int64)
    into = np.zeros((1, hands.number + 1, LANES))
    spread(hands, additions, values, labelled, sink_of, into)
    assert not into.any()
    three, additions = sums_of(pairs, hands).in_rows()
    assert three.number == 0
    spread(pairs, additions, values, labelled, sink_of, into[:, :1])
    assert not into.any()
    spread_back(pairs, additions, np.zeros((1, 0)), labelled, sink_of, values)
    rules = rules_with(decks=1, dealer_hits_soft_17=True)
    shoe = SplitShoe(Shoe.of_decks(1).array(), rules, 1, 6)
    assert not shoe.values(three, np.arange(6), 0).any()
    weights = rows_of_lanes(2).reshape(2, 1, -1)
    assert not shoe.values_with_card_less(three, weights, np.arange(6), 0).any()


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
    among, _ = multisets(drawn, 1)
    outcomes = np.arange(OUTCOMES)
    values = shoe.values(among, outcomes, 1)
    left = shoe.left(1)
    assert not values[-1].any()
    assert not values[:, OUTCOMES:].any()
    for key, found in zip(among.keys, values[:, :OUTCOMES], strict=False):
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
        np.testing.assert_allclose(found, in_order * dealt, rtol=1e-12, atol=0.0)
