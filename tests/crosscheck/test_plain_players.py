"""The plain players: worked examples of the rulebooks, the samplers, and conservation of cards."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.crosscheck import plain_burn, plain_burnout, plain_rookie_mistake
from tests.crosscheck.plain_burn import Table, fits, random_exchange
from tests.crosscheck.plain_burnout import Side
from tests.crosscheck.plain_rookie_mistake import Card, Laid, collected

J, Q, K = 11, 12, 13


def test_worked_plays_of_burn():
    """Players A to D of the table; what the lost pictures hid is filled in."""
    table = Table(4, 3)
    table.stack = [2]
    table.hand[0] = [3, 3]
    table.up[1] = [8, J, Q]
    table.hand[2] = [8, 8, 8]
    table.up[2] = [6, 6, 6, 6, 10, 10, 10]
    table.down[2] = [Q]
    table.hand[3] = [9, 10]
    table.up[3] = [K, K, K]
    table.hand[0] += [4, 4]
    table.up[0] = [7, 7, 7]
    assert fits(3, table.stack)
    assert not table.play(0, 3, 2)
    assert table.source(1) == [8, J, Q]
    assert fits(8, table.stack)
    assert not table.play(1, 8, 1)
    assert table.play(2, 8, 3)
    assert table.stack == []
    assert table.source(2) == [6, 6, 6, 6, 10, 10, 10]
    assert table.play(2, 6, 4)
    assert fits(10, table.stack)
    assert table.play(2, 10, 3)
    assert table.source(2) == []
    assert not table.play_blind(2, 0)
    assert table.is_out(2)
    assert not any(fits(rank, table.stack) for rank in table.source(3))
    table.pick_up(3)
    assert sorted(table.hand[3]) == [9, 10, Q]
    assert fits(4, table.stack)


@pytest.mark.parametrize(
    ("stack", "fitting"),
    [
        ([], set(range(2, 15))),
        ([2], set(range(2, 15))),
        ([3], set(range(2, 15))),
        ([8], {2, 8, 9, 10, 11, 12, 13, 14}),
        ([9], {2, 3, 4, 5, 6, 7, 8, 9}),
        ([9, 4], {2, *range(4, 15)}),
        ([11], {2, 11, 12, 13, 14}),
        ([14], {2, 14}),
    ],
)
def test_what_fits(stack, fitting):
    assert {rank for rank in range(2, 15) if fits(rank, stack)} == fitting


def test_exchange_is_uniform_over_multisets():
    cards = [3, 3, 3, 5, 7, 7]
    kinds = {tuple(sorted(kept)) for kept in combinations(cards, 3)}
    rng = Random(1)
    counts = Counter(
        tuple(sorted(random_exchange(cards, 3, rng, by_cards=False))) for _ in range(60_000)
    )
    assert set(counts) == kinds
    expected = 60_000 / len(kinds)
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi < 2.5 * len(kinds)


def test_bids_are_uniform_over_multisets():
    rng = Random(1)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(60_000):
        side = Side([4, 4, 4, 9, 10, 10])
        bid = side.bid_any(rng, by_cards=False)
        assert Counter(side.hand) + Counter(bid) == Counter([4, 4, 4, 9, 10, 10])
        counts[tuple(sorted(bid))] += 1
    assert len(counts) == 4 * 2 * 3
    expected = 60_000 / 24
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 2.5 * 24


def laid(*cards):
    return [Laid(rank, place, place, Card(rank, suit)) for place, rank, suit in cards]


def test_who_collects():
    three = laid((0, 3, 1), (1, 9, 1), (2, 3, 2))
    own = laid((3, 12, 0))
    everything = [one.card for one in three + own]
    assert collected(three, own, takes_own_back=True) == [(3, everything)]
    assert collected(three, own, takes_own_back=False) == [(3, everything[:3])]
    assert collected(three, [], takes_own_back=True) == []


def test_example_of_two_who_collect():
    fitting = laid((0, 10, 0), (1, 5, 0))
    misfits = laid((2, 9, 1), (3, 4, 2))
    assert collected(fitting, misfits, takes_own_back=True) == [
        (3, [Card(5, 0)]),
        (2, [Card(10, 0)]),
    ]


def test_equal_ranks_laid_earlier_are_lower():
    fitting = laid((0, 10, 0), (3, 10, 3))
    misfits = laid((1, 4, 1), (2, 4, 2), (4, 4, 1))
    assert collected(fitting, misfits, takes_own_back=True) == [
        (1, [Card(10, 0)]),
        (4, [Card(10, 3)]),
    ]
    assert collected(fitting[:1], misfits, takes_own_back=True) == [(1, [Card(10, 0)])]


def test_points():
    assert [Card(rank, 0).points() for rank in range(2, 15)] == [
        *range(2, 10), 10, 10, 10, 10, 15,
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_burn(players):
    rng = Random(7)
    for short in (False, True):
        for _ in range(100):
            game = plain_burn.play(players, rng, short=short)
            assert game["cards"] == (9 * players + 16 if short else 52)
            assert sum(game["score"]) == players - 1 or game["capped"]
            assert game["blind_failures"] <= game["blind_plays"]
            assert game["forced_pick_ups"] <= game["pick_ups"]


def test_burnout():
    rng = Random(7)
    for _ in range(2000):
        game = plain_burnout.play(2, rng)
        assert game["cards"] == 55


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rookie_mistake(players):
    rng = Random(7)
    for _ in range(500):
        game = plain_rookie_mistake.play(players, rng)
        assert game["cards"] == 52
        assert game["capped"] == all(game["score"])
        if not game["capped"]:
            assert all(game["score"][seat] == 0 for seat in game["winners"])


def test_one_seed_is_one_game():
    for module, players in ((plain_burn, 3), (plain_burnout, 2), (plain_rookie_mistake, 5)):
        assert module.play(players, Random(3)) == module.play(players, Random(3))
