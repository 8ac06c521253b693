"""Ratings: a closed form, another fit of the likelihood, and errors by playing again."""

from __future__ import annotations

from itertools import combinations
from math import log10, sqrt

import numpy as np
import pytest
from scipy import optimize

from certify.errors import EngineError
from certify.results import Estimate
from certify.studies.fairness.intervals import family_of, quantile_of
from certify.studies.fairness.ratings import (
    ELO,
    checks_of,
    rated_points,
    ratings_of,
)
from certify.studies.fairness.results.strength import Meeting

FAMILY = family_of(0.95, 1)
LADDER = "a", "b", "c", "d"


def met(player, opponent, points, *, deals=1_000, sd=0.3, seats=2):
    level = Estimate(value=points, low=points, high=points)
    return Meeting(
        player=player,
        opponent=opponent,
        deals=deals,
        games=deals * seats,
        points=level,
        win=level,
        sd=sd,
        z=0.0,
        p=1.0,
        deals_for_75=None,
        deals_for_95=None,
    )


def elo(ratings):
    return [rating.elo.value for rating in ratings]


def error(rating):
    return (rating.elo.high - rating.elo.low) / 2 / quantile_of(FAMILY)


@pytest.mark.parametrize("points", [0.5, 0.75, 0.999, 0.02])
def test_two_players_by_the_closed_form(points):
    found = ratings_of(("a", "b"), [met("b", "a", points)], FAMILY)
    assert elo(found) == pytest.approx([0.0, 400 * log10(points / (1 - points))], abs=1e-8)
    slope = ELO / (points * (1 - points))
    assert error(found[1]) == pytest.approx(slope * 0.3 / sqrt(1_000))
    assert checks_of(found, [met("b", "a", points)])[0].rated == pytest.approx(points)


def test_who_sat_alone_is_no_matter():
    one = ratings_of(("a", "b"), [met("b", "a", 0.7)], FAMILY)
    other = ratings_of(("a", "b"), [met("a", "b", 0.3)], FAMILY)
    assert one[1].elo.value == pytest.approx(other[1].elo.value)
    assert error(one[1]) == pytest.approx(error(other[1]))


def table(seed, ladder=LADDER):
    generator = np.random.default_rng(seed)
    return [
        met(
            one, other, float(generator.uniform(0.05, 0.95)), deals=int(generator.integers(50, 900))
        )
        for one, other in combinations(ladder, 2)
    ]


def by_scipy(ladder, meetings):
    def surprise(strengths):
        rated = dict(zip(ladder, [0.0, *strengths], strict=True))
        total = 0.0
        for each in meetings:
            ahead = rated[each.player] - rated[each.opponent]
            won, lost = -np.log1p(np.exp(-ahead)), -np.log1p(np.exp(ahead))
            total -= each.games * (each.points.value * won + (1 - each.points.value) * lost)
        return total / 1_000

    found = optimize.minimize(surprise, np.zeros(len(ladder) - 1), method="BFGS", tol=1e-10)
    return [0.0, *(400 / np.log(10) * found.x)]


def by_hunter(ladder, meetings):
    """Hunter's iteration: the odds of each player are points over expected games."""
    odds = dict.fromkeys(ladder, 1.0)
    for _ in range(3_000):
        points, games = dict.fromkeys(ladder, 0.0), dict.fromkeys(ladder, 0.0)
        for each in meetings:
            one, other = each.player, each.opponent
            points[one] += each.games * each.points.value
            points[other] += each.games * (1 - each.points.value)
            for side in (one, other):
                games[side] += each.games / (odds[one] + odds[other])
        odds = {player: points[player] / games[player] for player in ladder}
    return [400 * log10(odds[player] / odds[ladder[0]]) for player in ladder]


@pytest.mark.parametrize("seed", range(4))
def test_two_other_fits(seed):
    meetings = table(seed)
    found = elo(ratings_of(LADDER, meetings, FAMILY))
    assert found == pytest.approx(by_scipy(LADDER, meetings), abs=0.01)
    assert found == pytest.approx(by_hunter(LADDER, meetings), abs=1e-6)


def test_ratings_tell_the_points_they_came_from():
    truth = dict(zip(LADDER, (0.0, 60.0, 300.0, 700.0), strict=True))
    meetings = [
        met(one, other, rated_points(truth[one] - truth[other]))
        for one, other in combinations(LADDER, 2)
    ]
    found = ratings_of(LADDER, meetings, FAMILY)
    assert elo(found) == pytest.approx(list(truth.values()), abs=1e-7)
    for check in checks_of(found, meetings):
        assert check.rated == pytest.approx(check.found)


def test_errors_are_those_of_playing_again():
    generator, deals = np.random.default_rng(1), 400
    truth = dict(zip("abc", (0.0, 100.0, 250.0), strict=True))
    runs, stated = [], []
    for _ in range(250):
        meetings = []
        for one, other in combinations("abc", 2):
            chance = rated_points(truth[one] - truth[other])
            # Seats that answer each other: a deal varies less than two games would.
            first = generator.random(deals)
            points = ((first < chance).astype(float) + (1 - first < chance)) / 2
            meetings.append(
                met(one, other, points.mean(), deals=deals, sd=float(points.std(ddof=1)))
            )
        found = ratings_of(tuple("abc"), meetings, FAMILY)
        runs.append(elo(found)[1:])
        stated.append([error(rating) for rating in found[1:]])
    spread = np.std(runs, axis=0, ddof=1)
    assert np.mean(stated, axis=0) == pytest.approx(spread, rel=0.15)
    held = np.abs(np.array(runs) - [100.0, 250.0]) < 1.96 * np.array(stated)
    assert held.mean() == pytest.approx(0.95, abs=0.035)


def test_a_player_with_all_points_has_a_finite_rating():
    meetings = [met("b", "a", 0.6), met("c", "a", 1.0, sd=0.0), met("c", "b", 1.0, sd=0.0)]
    found = ratings_of(tuple("abc"), meetings, FAMILY)
    assert elo(found)[1] == pytest.approx(400 * log10(0.6 / 0.4), abs=1.0)
    assert elo(found)[2] > 400 * log10(0.999 / 0.001)
    assert 100.0 < error(found[2]) < 200.0


def test_all_points_are_no_trouble_where_others_connect():
    chain = [met("b", "a", 0.9), met("c", "b", 0.9), met("c", "a", 1.0, sd=0.0)]
    found = ratings_of(tuple("abc"), chain, FAMILY)
    assert elo(found) == pytest.approx(by_hunter("abc", chain), abs=1e-6)


def test_players_who_never_met():
    with pytest.raises(EngineError, match="no meeting connects c, d with a"):
        ratings_of(LADDER, [met("b", "a", 0.6), met("d", "c", 0.6)], FAMILY)
    with pytest.raises(EngineError, match="two players"):
        ratings_of(("a",), [], FAMILY)


def test_players_who_are_not_rated_are_left_out():
    meetings = [met("b", "a", 0.7), met("other", "a", 0.99)]
    found = ratings_of(("a", "b"), meetings, FAMILY)
    assert found == ratings_of(("a", "b"), meetings[:1], FAMILY)
    assert len(checks_of(found, meetings)) == 1
