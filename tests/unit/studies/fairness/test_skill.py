"""Measures of skill: known truths, Fieller's interval by playing again, ends of a ladder."""

from __future__ import annotations

import numpy as np
import pytest

from certify.errors import EngineError
from certify.results import Estimate
from certify.studies.fairness.intervals import family_of
from certify.studies.fairness.meetings import meeting
from certify.studies.fairness.ratings import rated_points
from certify.studies.fairness.results.strength import Rating
from certify.studies.fairness.skill import (
    coin_share,
    elo_spread,
    ends_of,
    points_between,
    relative_skill,
    skill_of,
)

FAMILY = family_of(0.95, 1)
CHANCES = 0.3, 0.5, 0.9
"""Of the beginner, the strongest and who knows the cards: relative skill 1/3."""


def played(generator, deals=500, chances=CHANCES):
    luck = generator.random(deals)
    return [(luck < chance).astype(float) for chance in chances]


def found_of(points):
    beginner, strongest, fictive = points
    return relative_skill("beginner", "strongest", "fictive", beginner, strongest, fictive, FAMILY)


def test_a_known_relative_skill():
    found = found_of(played(np.random.default_rng(1), 20_000))
    assert found.learning_effect.value == pytest.approx(0.2, abs=0.01)
    assert found.random_effect.value == pytest.approx(0.4, abs=0.01)
    assert found.relative_skill.value == pytest.approx(1 / 3, abs=0.02)
    gained = found.strongest_points.value - found.beginner_points.value
    assert found.learning_effect.value == pytest.approx(gained)


@pytest.mark.parametrize("deals", [60, 500])
def test_its_interval_holds_about_as_often_as_it_says(deals):
    generator, runs = np.random.default_rng(deals), 500
    held = 0
    for _ in range(runs):
        share = found_of(played(generator, deals)).relative_skill
        assert share.low <= share.value <= share.high
        held += share.low <= 1 / 3 <= share.high
    assert held / runs == pytest.approx(0.95, abs=0.03)


def test_pure_skill_and_pure_chance():
    generator = np.random.default_rng(2)
    skill = found_of(played(generator, chances=(0.1, 0.5, 0.5))).relative_skill
    assert (skill.value, skill.high) == (1.0, 1.0)
    chance = found_of(played(generator, chances=(0.5, 0.5, 0.9))).relative_skill
    assert (chance.value, chance.low) == (0.0, 0.0)


@pytest.mark.parametrize("chances", [(0.5, 0.5, 0.5), (0.5, 0.49, 0.48)])
def test_without_either_effect_any_relative_skill_is_possible(chances):
    share = found_of(played(np.random.default_rng(3), 300, chances)).relative_skill
    assert (share.value, share.low, share.high) == (0.0, 0.0, 1.0)


def test_an_effect_below_nothing_counts_as_nothing():
    found = found_of(played(np.random.default_rng(4), 2_000, (0.2, 0.6, 0.5)))
    assert found.random_effect.high < 0.0
    assert found.relative_skill.value == 1.0


def test_points_on_other_deals():
    with pytest.raises(EngineError, match="found 3, 3, 4"):
        found_of([np.zeros(3), np.zeros(3), np.zeros(4)])
    with pytest.raises(EngineError, match="2 at least"):
        found_of([np.zeros(1)] * 3)


def test_the_share_of_a_coin():
    for coin in (0.0, 0.3, 1.0):
        assert coin_share((1.0 - coin) + coin / 2) == pytest.approx(coin)
    assert coin_share(0.4) == 1.0


def rating(player, elo):
    return Rating(player=player, elo=Estimate(value=elo, low=elo, high=elo))


RATINGS = [rating("a", 0.0), rating("c", 300.0), rating("b", 90.0)]


def test_the_spread_and_the_ends_of_a_ladder():
    assert elo_spread(RATINGS) == pytest.approx(np.sqrt(np.mean([130**2, 170**2, 40**2])))
    assert ends_of(RATINGS) == ("a", "c")


def met(player, opponent, chance):
    points = (np.random.default_rng(5).random((900, 2)) < chance).astype(float)
    return meeting(player, opponent, points, points, FAMILY)


def test_points_are_turned_round_where_the_other_sat_alone():
    meetings = [met("a", "c", 0.2), met("b", "c", 0.3)]
    turned = points_between("c", "a", meetings)
    assert turned is not None
    points, found = turned
    assert found is meetings[0]
    assert points.value == pytest.approx(1.0 - found.points.value)
    assert points.low == pytest.approx(1.0 - found.points.high)
    assert points_between("b", "c", meetings) == (meetings[1].points, meetings[1])
    assert points_between("a", "b", meetings) is None


def test_all_of_it():
    found = skill_of([], RATINGS, [met("c", "a", 0.8)], [])
    assert (found.weakest, found.strongest) == ("a", "c")
    assert found.strongest_points == met("c", "a", 0.8).points.value
    assert found.coin_share == coin_share(found.strongest_points)
    without = skill_of([], RATINGS, [], [])
    assert without.strongest_points == pytest.approx(rated_points(300.0))
