"""Statistics are exact, and merge exactly in any order."""

import json
import statistics
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certify.errors import EngineError
from certify.play.tallies import WINDOW, Tallies

NAMES, SCALES, PAIRS = ("net", "turns"), (20, 1), (("net", "turns"),)
WHOLE = st.integers(-(10**6), 10**6) | st.sampled_from([WINDOW[0] - 1, WINDOW[0], WINDOW[-1], 384])
ROWS = st.lists(st.tuples(WHOLE, st.integers(-9, 9)), max_size=30)


def tallies(rows, pairs=PAIRS):
    found = Tallies.empty(NAMES, SCALES, pairs)
    for row in rows:
        found.record(row)
    return found


@settings(deadline=None)
@given(ROWS, st.data())
def test_parts_in_any_order_are_the_whole(rows, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=4)))
    ends = [0, *cuts, len(rows)]
    parts = [tallies(rows[a:b]) for a, b in pairwise(ends)]
    merged = tallies([])
    for part in data.draw(st.permutations(parts)):
        merged.add(part)
    whole = tallies(rows)
    assert merged == whole
    assert json.dumps(merged.to_data()) == json.dumps(whole.to_data())


@settings(deadline=None)
@given(ROWS)
def test_plain_data_are_read_back(rows):
    found = tallies(rows)
    assert Tallies.from_data(json.loads(json.dumps(found.to_data()))) == found


@settings(deadline=None)
@given(ROWS.filter(lambda rows: len(rows) > 1))
def test_statistics_are_those_of_the_values(rows):
    found = tallies(rows)
    net = [Fraction(value, 20) for value, _ in rows]
    turns = [Fraction(value) for _, value in rows]
    assert found.mean("net") == sum(net) / len(net)
    assert found.variance("net") == statistics.variance(net)
    assert found.sem("net") == sqrt(statistics.variance(net) / len(net))
    products = [a * b for a, b in zip(net, turns, strict=True)]
    expected = (sum(products) - sum(net) * sum(turns) / len(net)) / (len(net) - 1)
    assert found.covariance("net", "turns") == found.covariance("turns", "net") == expected
    assert found.covariance("net", "net") == found.variance("net")
    tally = found.tally("net")
    assert (tally.least, tally.most) == (min(net) * 20, max(net) * 20)
    assert tally.number == len(rows)


def test_merging_does_not_change_what_was_merged():
    first, second = tallies([(1, 2)]), tallies([(3, 4), (10**9, 1)])
    copied = second.copy()
    first.add(second)
    first.add(second)
    assert second == copied
    assert first.games == 5


def test_other_statistics_are_not_merged():
    with pytest.raises(EngineError, match="different names"):
        tallies([]).add(Tallies.empty(("net", "rounds"), SCALES, PAIRS))
    with pytest.raises(EngineError, match="different scales"):
        tallies([]).add(Tallies.empty(NAMES, (10, 1), PAIRS))
    with pytest.raises(EngineError, match="different pairs"):
        tallies([]).add(tallies([], pairs=()))


def test_what_cannot_be_told_is_refused():
    with pytest.raises(EngineError, match="a mean needs 1 games at least; there are 0"):
        tallies([]).mean("net")
    with pytest.raises(EngineError, match="a variance needs 2 games at least; there are 1"):
        tallies([(1, 1)]).sem("net")
    with pytest.raises(EngineError, match="did you mean turns"):
        tallies([(1, 1)]).mean("turn")
    with pytest.raises(EngineError, match="the product of net and turns was not recorded"):
        tallies([(1, 1), (2, 2)], pairs=()).covariance("net", "turns")


@pytest.mark.parametrize("key", ["games", "names", "scales", "counts", "beyond", "products"])
def test_data_that_lack_something_are_refused(key):
    data = tallies([(1, 1)]).to_data()
    del data[key]
    with pytest.raises(KeyError):
        Tallies.from_data(data)


def test_data_of_another_number_of_games_are_refused():
    data = tallies([(1, 1)]).to_data()
    with pytest.raises(ValueError, match="another number of games"):
        Tallies.from_data(data | {"games": 2})
    with pytest.raises(ValueError, match="different numbers"):
        Tallies.from_data(data | {"scales": [1]})
