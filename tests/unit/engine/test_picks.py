"""Picks are counted and drawn without being listed: compared with lists."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certify.play.interpreter.multisets import Multisets
from certify.play.interpreter.picks import (
    Listed,
    OneCard,
    OneOf,
    Orders,
    OrNone,
    Same,
    SameKind,
    Some,
)

COUNTS = st.lists(st.integers(1, 3), min_size=0, max_size=5)


def grouped(counts):
    """Return groups of cards, and the kind of each card."""
    groups: list[list[int]] = []
    kinds: list[int] = []
    for kind, count in enumerate(counts):
        groups.append(list(range(len(kinds), len(kinds) + count)))
        kinds += [kind] * count
    return groups, kinds


def as_kinds(pick, kinds):
    return tuple(sorted(kinds[card] for card in pick))


@given(COUNTS, st.integers(0, 6), st.integers(0, 15))
def test_multisets_are_all_there_once_and_in_order(counts, least, most):
    ways = Multisets(counts, least, most)
    found = list(ways)
    assert len(found) == ways.total
    assert found == sorted(found)
    assert len({tuple(way) for way in found}) == len(found)
    for way in found:
        assert least <= sum(way) <= most
        assert all(own <= count for own, count in zip(way, counts, strict=True))
    _groups, kinds = grouped(counts)
    cards = range(len(kinds))
    listed = {
        as_kinds(pick, kinds)
        for number in range(least, min(most, len(kinds)) + 1)
        for pick in combinations(cards, number)
    }
    assert ways.total == len(listed)


def test_many_cards_are_counted_without_a_list():
    assert Multisets([1] * 52, 0, 52).total == 2**52
    assert Multisets([1] * 52, 26, 26).total == 495918532948104
    assert Multisets([4] * 13, 5, 5).total == 6175
    assert sum(Multisets([1] * 52, 26, 26).at(495918532948103)) == 26


@given(COUNTS, st.integers(0, 4), st.integers(0, 8))
def test_some_cards(counts, least, most):
    groups, kinds = grouped(counts)
    choice = Some(groups, kinds, least, most)
    picks = [choice.at(place) for place in range(choice.total)]
    assert len({as_kinds(pick, kinds) for pick in picks}) == choice.total
    for pick in picks:
        assert choice.normal(pick) == tuple(sorted(pick, key=kinds.__getitem__))


@given(COUNTS, st.integers(1, 3), st.integers(1, 4), st.integers(1, 3))
def test_same(counts, least, most, values):
    groups, kinds = grouped(counts)
    table = [kind % values for kind in kinds]
    choice = Same(groups, kinds, (least, most), table)
    found = {as_kinds(pick, kinds) for pick in choice}
    listed = {
        as_kinds(pick, kinds)
        for number in range(least, most + 1)
        for pick in combinations(range(len(kinds)), number)
        if len({table[card] for card in pick}) == 1
    }
    assert found == listed
    assert choice.total == len(listed)
    for pick in choice:
        choice.normal(pick)


@given(COUNTS, st.integers(0, 3), st.integers(0, 4))
def test_same_kind(counts, least, most):
    groups, kinds = grouped(counts)
    choice = SameKind(groups, kinds, (least, most))
    numbers = [(kind, number) for kind, own in enumerate(counts) for number in range(1, own + 1)]
    assert [as_kinds(pick, kinds) for pick in choice] == [
        (kind,) * number for kind, number in numbers if least <= number <= most
    ]
    for pick in choice:
        assert choice.normal(pick) == pick


@given(st.lists(st.integers(1, 2), min_size=0, max_size=4))
def test_orders(counts):
    groups, kinds = grouped(counts)
    choice = Orders(groups, kinds)
    found = [tuple(kinds[card] for card in order) for order in choice]
    assert found == sorted(set(permutations(kinds)))


def test_alike_cards_stand_for_each_other():
    groups, kinds = grouped([2, 1])
    choice = OneCard(groups)
    assert choice.total == 2
    assert choice.at(0) == 0
    assert choice.normal(1) == 1
    assert kinds[1] == kinds[0]


@pytest.mark.parametrize("picked", [(0, 0), (0, 1, 2), (7,), None])
def test_what_cannot_be_picked_is_refused(picked):
    groups, kinds = grouped([2, 1])
    with pytest.raises((LookupError, TypeError)):
        Some(groups, kinds, 1, 2).normal(picked)


def test_every_pick_is_equally_likely():
    groups, kinds = grouped([2, 2, 1])
    choice = Some(groups, kinds, 0, 5)
    assert Counter(choice).most_common(1)[0][1] == 1
    assert choice.total == 3 * 3 * 2


def test_an_order_under_a_condition_stays_the_order_that_was_picked():
    among = Orders([[0], [1], [2]], [0, 1, 2])
    choice = Listed([(2, 0, 1), (1, 2, 0)], among, [0, 1, 2])
    assert choice.normal((2, 0, 1)) == (2, 0, 1)
    with pytest.raises(LookupError):
        choice.normal((0, 1, 2))


def test_any_of_alike_cards_meets_a_condition():
    choice = Listed([0], OneCard([[0, 1], [2]]), [0, 0, 1])
    assert choice.normal(1) == 1
    with pytest.raises(LookupError):
        choice.normal(2)


def test_what_meets_a_condition_is_picked_from_what_is_there():
    choice = Listed([(0, 2)], Some([[0], [2]], [0, 0, 1], 2, 2), [0, 0, 1])
    assert choice.normal((2, 0)) == (0, 2)
    with pytest.raises(LookupError):
        choice.normal((1, 2))
    assert Listed([3], OneOf([3, 4]), []).normal(3) == 3


def test_no_card_is_equal_in_an_attribute():
    choice = OrNone(Same([[0, 1], [2]], [0, 0, 1], (0, 2), [5, 5, 6]))
    picks = list(choice)
    assert picks == [(), (0,), (0, 1), (2,)]
    assert [choice.normal(pick) for pick in picks] == picks
