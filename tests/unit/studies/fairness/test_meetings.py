"""Meetings: points by brute force, tests by scipy and by hand, numbers of deals by playing them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from certify.errors import EngineError
from certify.studies.fairness.intervals import family_of
from certify.studies.fairness.meetings import adjust, is_difference, meeting, points_of, wins_of

FAMILY = family_of(0.95, 1)


def slow_points(row, best):
    found = []
    ranked = [score if best == "most" else -score for score in row.tolist()]
    for seat, mine in enumerate(ranked):
        others = ranked[:seat] + ranked[seat + 1 :]
        worth = [1.0 if mine > theirs else 0.5 if mine == theirs else 0.0 for theirs in others]
        found.append(sum(worth) / len(worth))
    return found


@pytest.mark.parametrize("best", ["most", "least"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_points_by_brute_force(players, best):
    scores = np.random.default_rng(players).integers(-2, 3, size=(200, players))
    found = points_of(scores, best)
    assert found == pytest.approx(np.array([slow_points(row, best) for row in scores]))
    assert found.sum(axis=1) == pytest.approx(players / 2)


def test_wins_are_shared_by_the_best_unless_all_are_equal():
    scores = np.array([[3, 3, 1], [2, 2, 2], [0, 1, 2]])
    assert wins_of(scores, "most").tolist() == [[1, 1, 0], [0, 0, 0], [0, 0, 1]]
    assert wins_of(scores, "least").tolist() == [[0, 0, 1], [0, 0, 0], [1, 0, 0]]


def test_points_need_two_players():
    with pytest.raises(EngineError, match="two players"):
        points_of(np.zeros((5, 1), dtype=np.int64), "most")


def drawn(gain, *, deals=400, seats=2, seed=1):
    generator = np.random.default_rng(seed)
    return (generator.random((deals, seats)) < 0.5 + gain).astype(float)


def test_a_deal_is_one_observation():
    points = drawn(0.1)
    found = meeting("strong", "weak", points, points, FAMILY)
    expected = stats.ttest_1samp(points.mean(axis=1), 0.5)
    assert (found.deals, found.games) == (400, 800)
    assert found.points.value == pytest.approx(points.mean())
    assert found.z == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue)
    assert found.sd == pytest.approx(points.mean(axis=1).std(ddof=1))
    assert found.win == found.points


def test_seats_that_cancel_on_a_deal_leave_nothing_to_chance():
    points = drawn(0.0, seats=1)
    both = np.hstack([points, 1.0 - points])
    found = meeting("a", "b", both, both, FAMILY)
    assert (found.sd, found.z, found.p) == (0.0, 0.0, 1.0)
    assert found.deals_for_75 is None


def test_a_player_with_all_points_has_finite_figures():
    found = meeting("a", "b", np.ones((30, 3)), np.ones((30, 3)), FAMILY)
    assert found.p == 2.0**-29
    assert stats.norm.sf(found.z) * 2 == pytest.approx(found.p)
    assert (found.deals_for_75, found.deals_for_95) == (1.0, 1.0)
    assert type(found).from_json(found.to_json()) == found
    many = meeting("a", "b", np.zeros((5_000, 1)), np.zeros((5_000, 1)), FAMILY)
    assert (many.z, many.p) == (-38.0, 0.0)


def test_equal_players_are_told_apart_as_seldom_as_stated():
    runs = [meeting("a", "b", drawn(0.0, seed=seed), drawn(0.0), FAMILY) for seed in range(400)]
    told = sum(is_difference(found, 0.95) for found in runs)
    assert abs(told / 400 - 0.05) < 3.5 * np.sqrt(0.05 * 0.95 / 400)
    covered = sum(found.points.low <= 0.5 <= found.points.high for found in runs)
    assert covered / 400 > 0.92


def test_deals_needed_are_as_many_as_it_takes():
    points = drawn(0.04, deals=20_000)
    found = meeting("a", "b", points, points, FAMILY)
    generator = np.random.default_rng(5)
    for needed, chance in ((found.deals_for_75, 0.75), (found.deals_for_95, 0.95)):
        assert needed is not None
        number = round(needed)
        sample = generator.choice(points.mean(axis=1), size=(4_000, number)).mean(axis=1)
        ahead = (sample > 0.5).mean() + (sample == 0.5).mean() / 2
        assert ahead == pytest.approx(chance, abs=0.025)


def test_holm_by_hand():
    points = drawn(0.1)
    base = meeting("a", "b", points, points, FAMILY)
    chances = [0.01, 0.04, 0.03, 0.005]
    found = adjust([base.model_copy(update={"p": chance}) for chance in chances], FAMILY)
    assert [each.p for each in found] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert [each.deals_for_95 is None for each in found] == [False, True, True, False]


def test_no_difference_needs_no_number_of_deals():
    points = drawn(0.0, seed=3)
    found = meeting("a", "b", points, points, FAMILY)
    assert found.p > 0.05
    assert found.deals_for_95 is None


@pytest.mark.parametrize(
    ("points", "wins", "message"),
    [
        (np.ones((5, 2)), np.ones((5, 3)), "shapes"),
        (np.ones(5), np.ones(5), "shapes"),
        (np.ones((1, 2)), np.ones((1, 2)), "2 deals at least; found 1"),
    ],
)
def test_what_is_no_meeting(points, wins, message):
    with pytest.raises(EngineError, match=message):
        meeting("a", "b", points, wins, FAMILY)
