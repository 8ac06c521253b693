"""A run gives the same whoever plays, in whatever order, in shards of whatever size."""

import itertools
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certify.play.simulate import runner
from certify.play.simulate.runner import run_games
from certify.play.simulate.shards import LOOKS, Pace, Plan, Shard, disjoint
from tests.support.runs import Anyhow, empty, played, rule, run


def looks(most):
    found, number = [], 0
    while number < most:
        number = LOOKS.stretch(number).end
        found.append(number)
    return found


def test_looks_are_a_thousand_games_apart_and_later_three_percent():
    found = looks(10**12)
    assert found[:33] == [1000 * n for n in range(1, 34)]
    assert all(
        after - before == max(1000, before // 32) for before, after in itertools.pairwise(found)
    )
    assert len(found) < 700
    assert [n for n in range(3001) if LOOKS.is_look(n)] == [1000, 2000, 3000]


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9000), st.integers(1, 900)), max_size=8),
    st.integers(1, 10_000),
    st.integers(1, 3000),
)
def test_a_plan_leaves_no_game_out_and_plays_none_twice(known, end, most):
    taken = disjoint(Shard(*one) for one in known)
    taken = [shard for shard in taken if shard.end <= end]
    plan = Plan(taken, end)
    new = list(iter(lambda: plan.next(most), None))
    covered = sorted([*taken, *new])
    assert [shard.first for shard in covered] == [0, *(shard.end for shard in covered[:-1])]
    assert covered[-1].end == end
    for shard in new:
        assert shard.games <= most
        assert shard.end <= LOOKS.stretch(shard.first).end


def test_shards_follow_the_clock_but_not_at_once():
    pace = Pace(1.0)
    sizes = []
    for _ in range(6):
        sizes.append(pace.size)
        pace.learn(Shard(0, pace.size), pace.size / 5000)
    assert sizes == [16, 128, 1024, 5000, 5000, 5000]
    pace.learn(Shard(0, 5000), 1e9)
    assert pace.size == 625


@pytest.mark.parametrize("games", [1, 999, 1000, 1001, 4321])
def test_a_run_by_number_is_of_so_many_games(games):
    assert run(rule(games)) == played(Shard(0, games))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**9), st.integers(1, 9), st.sampled_from([1e-4, 0.01, 10.0]))
def test_who_plays_and_in_what_order_changes_nothing(seed, width, seconds):
    executor = Anyhow(seed, width, seconds)
    found, ending = run_games(empty(), rule(2500), executor)
    assert found == played(Shard(0, 2500))
    assert ending == "rounds"


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**9), st.integers(1, 9), st.sampled_from([1e-4, 0.01, 10.0]))
def test_a_run_by_precision_ends_at_the_same_game(seed, width, seconds):
    found, ending = run_games(empty(), rule(sem=8.0), Anyhow(seed, width, seconds))
    assert ending == "precision"
    first = next(n for n in looks(10**5) if played(Shard(0, n)).sem("net") <= 8.0)
    assert found.games == first > 1000
    assert found == played(Shard(0, first))


def test_whatever_comes_first_ends_a_run():
    assert run_games(empty(), rule(1500, sem=8.0), Anyhow())[1] == "rounds"
    assert run_games(empty(), rule(10**6, sem=8.0), Anyhow())[1] == "precision"
    assert run_games(empty(), rule(10**12, seconds=1e-9), Anyhow())[1] == "time"


def test_a_quantity_that_was_always_the_same_is_not_taken_to_be_known(monkeypatch):
    monkeypatch.setattr(runner, "ALIKE", 5000)
    stop = rule(sem=1.0)
    for games, expected in ((1000, False), (5000, True)):
        tallies = empty()
        for _ in range(games):
            tallies.record((1, 1))
        assert stop.is_met_by(tallies) is expected


def test_a_run_by_time_plays_at_least_one_shard_and_has_no_gap(monkeypatch):
    found = run(rule(seconds=1e-9), Anyhow(width=5))
    assert found.games > 0
    assert found == played(Shard(0, found.games))
    # By a clock that goes on by a second whenever it is looked at; for the runner alone, since
    # servers of other tests may be looking at the true one.
    ticks = itertools.count()
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    found = run(rule(seconds=60.0), Anyhow(width=5))
    assert found == played(Shard(0, found.games))
    assert found.games > 1000


def test_progress_tells_how_far_a_run_has_come():
    told: list[runner.RunProgress] = []
    run_games(empty(), rule(4000), Anyhow(), progress=told.append)
    assert told[-1].games == told[-1].goal == 4000
    assert told[-1].left == 0
    found = played(Shard(0, 4000))
    assert told[-1].mean == float(found.mean("net"))
    assert told[-1].half_width == pytest.approx(1.96 * found.sem("net"), rel=1e-4)
    assert [one.games for one in told] == sorted(one.games for one in told)
    run_games(empty(), rule(sem=8.0), Anyhow(), progress=told.append)
    assert told[-1].goal >= told[-1].games
