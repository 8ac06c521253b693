"""Ranks, shoes and hands."""

import numpy as np
import pytest

from certify.cards.hands import BUST, hand_table
from certify.cards.ranks import ACE, TEN, parse_ranks
from certify.cards.shoe import Shoe
from certify.errors import CardError, InfeasibleShoeError


def test_labels():
    assert parse_ranks("A,8 T") == (0, 7, 9)
    with pytest.raises(CardError, match="'11'"):
        parse_ranks("8,11")


def test_a_full_shoe():
    shoe = Shoe.of_decks(6)
    assert shoe.counts == (24,) * 9 + (96,)
    assert shoe.size == 312
    assert Shoe.parse("24,24,24,24,24,24,24,24,24,96") == shoe


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2,3", "ten counts in the order A,2,3,4,5,6,7,8,9,T, not 3"),
        ("1,1,1,1,-2,1,1,1,1,1", "-2 cards of value 5; a count cannot be negative"),
        ("1,1,1,1,x,1,1,1,1,1", "'x' is not a count"),
        ("1,1,1,1,1.5,1,1,1,1,1", "'1.5' is not a count"),
        ("0,0,0,0,0,0,0,0,0,0", "empty"),
        ("9999,1,1,1,1,1,1,1,1,1", "at most 1000"),
    ],
)
def test_nonsense_shoes(text, message):
    with pytest.raises(InfeasibleShoeError) as caught:
        Shoe.parse(text)
    assert message in str(caught.value)


def test_every_hand_is_there_once():
    table = hand_table()
    # Multisets of 1 to 21 points: partitions of n into parts 1..10, summed over n, and no card.
    parts = np.zeros(22, dtype=int)
    parts[0] = 1
    for rank in range(1, 11):
        for points in range(rank, 22):
            parts[points] += parts[points - rank]
    assert len(table.size) == parts.sum()
    assert len({tuple(counts) for counts in table.counts}) == len(table.size)


def test_totals_and_successors():
    table = hand_table()
    soft = table.index_of((ACE, 5))
    assert (table.total[soft], table.hard_total[soft], table.is_soft[soft]) == (17, 7, True)
    hard = table.index_of((ACE, 5, TEN))
    assert (table.total[hard], table.is_soft[hard]) == (17, False)
    assert table.successor[soft, TEN] == hard
    assert table.successor[hard, TEN] == BUST
    assert table.index_of((TEN, TEN, 1)) == BUST
