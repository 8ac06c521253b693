"""What a stranger's spec can make large stays exact and quick."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial

import numpy as np
import pytest

from certify.errors import PlayError
from certify.play.chance import HALF, MOST_OF_A_HALF, Stream
from certify.play.interpreter.effects import amount
from certify.play.interpreter.multisets import Multisets
from certify.play.interpreter.operations import add, divide, multiply
from certify.play.interpreter.picks import Orders


def test_numbers_beyond_a_word_are_drawn_evenly():
    stream = Stream(1)
    n = 3 * HALF**2
    found = [stream.below(n) for _ in range(3_000)]
    assert all(0 <= number < n for number in found)
    thirds = [sum(number // HALF**2 == third for number in found) for third in range(3)]
    assert all(abs(count - 1_000) < 150 for count in thirds)
    assert 0 <= stream.below(factorial(200)) < factorial(200)


def test_a_number_takes_half_a_word_as_numpy_gives_them():
    key = np.array([7, 3], dtype=np.uint64)
    words = np.random.Philox(key=key).random_raw(4).tolist()
    halves = [half for word in words for half in (word % HALF, word // HALF)]
    stream = Stream(7, 3)
    assert [stream.below(MOST_OF_A_HALF) for _ in range(8)] == [half // 2 for half in halves]


def test_a_number_beyond_a_half_word_takes_its_leading_bits():
    key = np.array([7, 3], dtype=np.uint64)
    (word,) = np.random.Philox(key=key).random_raw(1).tolist()
    low, high = word % HALF, word // HALF
    assert Stream(7, 3).below(1 << 40) == (low << 32 | high) >> 24


@pytest.mark.parametrize("groups", [[[0], [1], [2]], [[0, 1], [2], [3, 4]], [[0, 1, 2, 3]]])
def test_orders_are_listed_once_each(groups):
    kinds = [kind for kind, group in enumerate(groups) for _ in group]
    orders = Orders(groups, kinds)
    found = [tuple(kinds[card] for card in order) for order in orders]
    assert len(found) == orders.total
    assert found == sorted(set(permutations(kinds)))


def test_an_order_of_many_cards():
    orders = Orders([[card] for card in range(300)], range(300))
    assert orders.total == factorial(300)
    assert orders.at(0) == tuple(range(300))
    assert orders.at(orders.total - 1) == tuple(reversed(range(300)))


def test_some_of_many_cards_are_counted():
    ways = Multisets([1] * 200, 90, 95)
    assert ways.total == sum(comb(200, number) for number in range(90, 96))
    assert sum(ways.at(ways.total - 1)) in range(90, 96)


def test_singles_are_listed_as_combinations():
    ways = Multisets([1] * 5, 2, 3)
    found = {tuple(kind for kind, own in enumerate(way) if own) for way in ways}
    assert found == {*combinations(range(5), 2), *combinations(range(5), 3)}
    assert len(found) == ways.total


def test_numbers_that_grow_absurd_are_refused():
    check = amount("stake")
    assert check(Fraction(1, 3)) == Fraction(1, 3)
    fine = Fraction(1, 10**18)
    for call in (
        lambda: check(10**19),
        lambda: check(Fraction(1, 10**19)),
        lambda: multiply(10**10, 10**10),
        lambda: divide(1, 10**19),
        lambda: add(fine, Fraction(1, 7)),
    ):
        with pytest.raises(PlayError, match="beyond"):
            call()


LARGEST = 10**18


@pytest.mark.parametrize("sign", [1, -1])
def test_the_bound_itself_is_kept_and_what_follows_is_refused(sign):
    check, largest, over = amount("stake"), sign * LARGEST, sign * (LARGEST + 1)
    finest, finer = Fraction(sign, LARGEST), Fraction(sign, LARGEST + 1)
    assert [check(largest), check(finest)] == [largest, finest]
    assert [multiply(largest, 1), divide(largest, 1)] == [largest, largest]
    assert [divide(sign, LARGEST), add(finest, 0)] == [finest, finest]
    for call in (
        lambda: check(over),
        lambda: check(finer),
        lambda: multiply(over, 1),
        lambda: divide(over, 1),
        lambda: divide(sign, LARGEST + 1),
        lambda: add(finer, 0),
    ):
        with pytest.raises(PlayError, match="beyond"):
            call()


def test_numbers_that_would_be_more_frequent_are_drawn_again():
    # Of 2**32 half words, eight make three numbers: two of three would have three, and one two.
    n = 3 << 29
    stream = Stream(5)
    found = [stream.below(n) for _ in range(3_000)]
    assert all(0 <= number < n for number in found)
    thirds = [sum(number % 3 == third for number in found) for third in range(3)]
    assert all(abs(count - 1_000) < 150 for count in thirds)
    sixths = [sum(number % 6 == sixth for number in found) for sixth in range(6)]
    assert all(abs(count - 500) < 100 for count in sixths)
    assert max(found) >= n - n // 100


@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_small_numbers_come_equally_often(n):
    stream = Stream(11)
    found = [stream.below(n) for _ in range(600 * n)]
    assert all(abs(found.count(number) - 600) < 120 for number in range(n))
