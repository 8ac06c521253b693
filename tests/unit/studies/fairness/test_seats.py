"""Seats: the Wald test by linear algebra, going first game by game, known truths found."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from certify.errors import EngineError
from certify.language.catalogue import load_game
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.program import Program
from certify.play.tallies import Tallies, Tally
from certify.studies.fairness.intervals import family_of
from certify.studies.fairness.meetings import wins_of
from certify.studies.fairness.seats import equal_play, is_zero_sum, pairs_needed, wald

FAMILY = family_of(0.95, 1)


def tallies_of(scores, first):
    """Return the statistics of games from scores and the seat that is first, -1 for none."""
    games, players = scores.shape
    wins = wins_of(scores, "most").astype(np.int64)
    seats = range(players)
    columns = {f"score.{seat + 1}": scores[:, seat] for seat in seats}
    columns |= {f"win.{seat + 1}": wins[:, seat] for seat in seats}
    columns["draw"] = 1 - wins.max(axis=1)
    columns |= {f"first.{seat + 1}": (first == seat).astype(np.int64) for seat in seats}
    found = Tallies.empty(tuple(columns), (1,) * len(columns))
    found.games = games
    found.tallies = [
        Tally(
            dict(zip(*(part.tolist() for part in np.unique(each, return_counts=True)), strict=True))
        )
        for each in columns.values()
    ]
    found.products = {
        (one, other): int(columns[one] @ columns[other]) for one, other in pairs_needed(players)
    }
    return found


def symmetric(generator, games, players, values=20):
    scores = generator.integers(values, size=(games, players))
    return scores, generator.integers(players, size=games)


def play(scores, first, roles=()):
    return equal_play("someone", tallies_of(scores, first), roles, FAMILY)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("values", [3, 1_000])
def test_the_test_by_linear_algebra(players, values):
    scores, first = symmetric(np.random.default_rng(players), 500, players, values)
    wins = wins_of(scores, "most")
    contrasts = np.eye(players) - 1.0 / players
    covariances = contrasts @ np.cov(wins.T) @ contrasts
    centred = contrasts @ wins.mean(axis=0)
    expected = 500 * centred @ np.linalg.pinv(covariances, rcond=1e-9) @ centred
    statistic, freedom = wald(tallies_of(scores, first), players)
    assert statistic == pytest.approx(expected)
    assert freedom == np.linalg.matrix_rank(covariances, tol=1e-9)


def test_two_seats_are_compared_by_the_games_that_one_wins():
    scores = np.array([[1, 0]] * 60 + [[0, 1]] * 40 + [[0, 0]] * 20)
    found = play(scores, np.zeros(120, dtype=np.int64))
    gain = 20 / 120
    variance = (100 / 120 - gain**2) / 119
    assert found.seats_statistic == pytest.approx(gain**2 / variance)
    assert found.seats_p == pytest.approx(stats.chi2.sf(gain**2 / variance, 1))
    assert found.draw.value == pytest.approx(1 / 6)


def test_a_seat_that_wins_as_often_as_two_others_by_rule_costs_a_degree_of_freedom():
    # Seats 1 and 2 win together or not at all: only seat 3 can be told from them.
    scores = np.array([[1, 1, 0]] * 30 + [[0, 0, 1]] * 50)
    statistic, freedom = wald(tallies_of(scores, np.zeros(80, dtype=np.int64)), 3)
    assert freedom == 1
    gain = 20 / 80
    assert statistic == pytest.approx(gain**2 / ((1 - gain**2) / 79))


def test_a_seat_that_always_wins_is_found_by_a_finite_figure():
    scores = np.tile([2, 1, 0], (50, 1))
    found = play(scores, np.zeros(50, dtype=np.int64))
    assert found.seats_freedom == 2
    assert found.seats_p < 1e-10
    assert found.first_win.value == 1.0
    assert found.first_p < 1e-10
    assert type(found).from_json(found.to_json()) == found


def test_where_nobody_wins_there_is_nothing_to_test():
    found = play(np.zeros((50, 3), dtype=np.int64), np.zeros(50, dtype=np.int64))
    assert (found.seats_statistic, found.seats_freedom, found.seats_p) == (0.0, 0, 1.0)
    assert found.draw.value == 1.0
    assert (found.first_advantage.value, found.first_p) == (0.0, 1.0)


@pytest.mark.parametrize("players", [2, 4])
def test_symmetric_seats_are_found_fair_as_often_as_stated(players):
    generator, runs = np.random.default_rng(10 + players), 300
    results = [play(*symmetric(generator, 400, players, 5)) for _ in range(runs)]
    slack = 3.5 * np.sqrt(0.05 * 0.95 / runs)
    assert abs(np.mean([found.seats_p < 0.05 for found in results]) - 0.05) < slack
    # Where seats may win together the test of going first is careful: seldom told, never often.
    told = np.mean([found.first_p < 0.05 for found in results])
    assert told < 0.05 + slack
    if players == 2:
        assert told > 0.05 - slack


@pytest.mark.parametrize("players", [2, 3])
def test_a_planted_advantage_of_a_seat_is_found(players):
    scores, first = symmetric(np.random.default_rng(4), 20_000, players, 100)
    scores[:, 1] += 3
    found = play(scores, first, ("north", "south", "east")[:players])
    assert found.seats_p < 1e-4
    best = max(found.seats, key=lambda seat: seat.win.value)
    assert (best.seat, best.role) == (2, "south")
    assert found.first_p > 0.01
    assert found.seats[0].score.value == pytest.approx(scores[:, 0].mean())
    assert sum(seat.opens for seat in found.seats) == pytest.approx(1.0)


@pytest.mark.parametrize("players", [2, 3])
def test_a_planted_advantage_of_going_first_is_found_and_seats_stay_fair(players):
    scores, first = symmetric(np.random.default_rng(5), 20_000, players, 100)
    scores[np.arange(20_000), first] += 3
    found = play(scores, first)
    assert found.first_p < 1e-4
    assert found.first_advantage.low > 0.0
    assert found.first_win.value > found.others_win.value
    assert found.seats_p > 0.01


def by_game(scores, first):
    """Return the advantage in every game in which somebody is first."""
    wins = wins_of(scores, "most")
    there = first >= 0
    own = wins[there, first[there]]
    others = (wins[there].sum(axis=1) - own) / (scores.shape[1] - 1)
    return own, others


@pytest.mark.parametrize(("players", "values"), [(2, 3), (3, 10**6), (3, 3), (4, 4)])
def test_going_first_game_by_game(players, values):
    scores, first = symmetric(np.random.default_rng(6), 3_000, players, values)
    first[:700] = -1
    found = play(scores, first)
    own, others = by_game(scores, first)
    assert found.first_win.value == pytest.approx(own.mean())
    assert found.others_win.value == pytest.approx(others.mean())
    assert found.first_advantage.value == pytest.approx((own - others).mean())
    error = (own - others).std(ddof=1) / np.sqrt(own.size)
    half = (found.first_advantage.high - found.first_advantage.low) / 2 / stats.norm.ppf(0.975)
    together = any(
        (wins_of(scores, "most")[:, pair].sum(axis=1) == 2).any()
        for pair in map(list, combinations(range(players), 2))
    )
    if together:
        assert error < half < 1.5 * error
    else:
        assert half == pytest.approx(error, rel=2e-3)


def test_where_nobody_decides_alone_nobody_goes_first():
    scores, first = symmetric(np.random.default_rng(7), 50, 2)
    found = play(scores, np.full_like(first, -1))
    assert (found.first_win, found.others_win, found.first_advantage, found.first_p) == (None,) * 4


def test_the_sum_of_scores_is_nothing_in_every_game_or_not():
    scores = np.array([[1, -1], [2, -2], [0, 0]])
    first = np.zeros(3, dtype=np.int64)
    assert is_zero_sum(tallies_of(scores, first), 2)
    # Nothing on average, and in no way related, is not nothing in every game.
    scores = np.array([[1, 0], [-1, 0]])
    assert not is_zero_sum(tallies_of(scores, first[:2]), 2)


def test_the_pairs_are_all_that_is_needed_and_no_more():
    scores, first = symmetric(np.random.default_rng(8), 100, 3)
    tallies = tallies_of(scores, first)
    assert len(pairs_needed(3)) == 3 + 3 + 9
    equal_play("someone", tallies, (), FAMILY)
    for pair in pairs_needed(3):
        short = tallies.copy()
        del short.products[pair]
        with pytest.raises(EngineError, match="was not recorded"):
            equal_play("someone", short, (), FAMILY)


def test_roles_of_another_number_of_seats():
    scores, first = symmetric(np.random.default_rng(9), 10, 2)
    with pytest.raises(EngineError, match="3 roles were given for 2 seats"):
        play(scores, first, ("one", "two", "three"))
    with pytest.raises(EngineError, match="2 games at least; found 1"):
        play(scores[:1], first[:1])
    with pytest.raises(EngineError, match="two seats"):
        equal_play("someone", Tallies.empty(("score.1",), (1,)), (), FAMILY)


def test_a_game_as_it_is_played():
    program = Program(load_game("burnout"))
    pairs = pairs_needed(program.players, opening=False)
    tallies = InterpretedGame(program, pairs=pairs).play(1, 0, 60)
    found = equal_play("random", tallies, (), FAMILY)
    assert found.is_zero_sum
    assert (found.games, found.first_win) == (60, None)
    assert sum(seat.win.value for seat in found.seats) + found.draw.value == pytest.approx(1.0)
    assert found.seats[0].score.value == pytest.approx(-found.seats[1].score.value)
