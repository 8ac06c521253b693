"""Counts: tags, correlations, triggers; the best whole tags against a search of all."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from certify.cards.ranks import RANKS, TEN
from certify.cards.shoe import Shoe
from certify.studies.shoe.tags import (
    CARDS_OF_A_DECK,
    HI_LO,
    SYSTEMS,
    USUAL_SPREAD,
    Line,
    Trigger,
    best_whole_tags,
    centred,
    correlation,
    line_of,
    optimal_tags,
    trigger_of,
    true_counts,
)

DECK = Shoe.of_decks(1).array()
SIX = Shoe.of_decks(6).array()
EFFECTS = np.array([-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51])
TENS = np.array([1.0] * 9 + [-2.25])


def best_of_all(effects, weights, level):
    """Return the highest correlation of balanced whole tags, and the smallest squares with it."""
    effects = centred(effects, weights)
    choices = [range(-level, level + 1) if weight else (0,) for weight in weights]
    # The last value balances the others, so that only nine are gone through.
    head = np.array(list(product(*choices[:TEN])))
    last, left = np.divmod(-(head @ weights[:TEN]), weights[TEN])
    fits = (left == 0) & (np.abs(last) <= level)
    tags = np.column_stack([head[fits], last[fits]])
    squares = tags**2 @ weights
    tags, squares = tags[squares > 0], squares[squares > 0]
    told = (tags * effects) @ weights / np.sqrt(squares * (effects**2 @ weights))
    best = told.max()
    return best, squares[told >= best * (1 - 1e-12)].min()


@pytest.mark.parametrize(
    ("level", "seed"), [(1, 0), (1, 1), (1, 2), pytest.param(2, 0, marks=pytest.mark.slow)]
)
def test_the_best_whole_tags_are_the_best_of_all(level, seed):
    source = np.random.default_rng(seed)
    effects = EFFECTS if seed == 0 else source.normal(size=RANKS)
    found = np.array(best_whole_tags(effects, DECK, level))
    assert found @ DECK == 0
    assert np.abs(found).max() <= level
    best, squares = best_of_all(effects, DECK, level)
    assert correlation(effects, found, DECK) == pytest.approx(best, abs=1e-13)
    assert found**2 @ DECK == squares


def test_the_best_whole_tags_of_an_odd_shoe():
    weights = np.array([3, 0, 2, 4, 1, 4, 2, 0, 3, 11])
    for level in (1, 2):
        found = np.array(best_whole_tags(EFFECTS, weights, level))
        best, squares = best_of_all(EFFECTS, weights, level)
        assert correlation(EFFECTS, found, weights) == pytest.approx(best, abs=1e-13)
        assert (found @ weights, found**2 @ weights) == (0, squares)
        assert not found[weights == 0].any()


def test_more_levels_are_never_worse():
    told: list[Any] = [
        correlation(EFFECTS, np.array(best_whole_tags(EFFECTS, SIX, level)), SIX)
        for level in (1, 2, 3, 4)
    ]
    assert told == sorted(told)
    assert told[3] > 0.99


def test_ties_go_to_the_smallest_tags():
    # Any four of the nine values would tell the tens as well.
    assert best_whole_tags(TENS, SIX, 1) == (0, 0, 0, 0, 0, 1, 1, 1, 1, -1)
    # At level 4 the tags of level 2 doubled would do no better.
    even = np.array([-1.0, 1, 1, 1, 1, 1, 0, 0, 0, -1])
    assert best_whole_tags(even, SIX, 4) == HI_LO.tags


def test_there_need_be_no_whole_tags():
    assert best_whole_tags(np.zeros(RANKS), SIX, 2) is None
    lopsided = np.array([1, 0, 0, 0, 0, 0, 0, 0, 0, 100])
    assert best_whole_tags(EFFECTS, lopsided, 4) is None
    # Nothing in common, and so many cards that the search would be too large.
    assert best_whole_tags(EFFECTS, SIX * 3 + np.arange(RANKS), 4) is None


def test_published_tags_are_balanced_where_it_is_said():
    for system in SYSTEMS:
        assert len(system.tags) == RANKS
        assert system.balanced == (np.array(system.tags) @ DECK == 0), system.name
    assert [system.name for system in SYSTEMS if not system.balanced] == ["ko"]
    assert {system.name: system.level for system in SYSTEMS}["halves"] is None
    assert HI_LO.level == 1


def test_a_correlation_does_not_mind_scale_and_mean():
    tags = np.array(HI_LO.tags)
    found = correlation(EFFECTS, tags, SIX)
    listed = np.repeat(EFFECTS, DECK), np.repeat(tags, DECK)
    assert found == pytest.approx(np.corrcoef(*listed)[0, 1], abs=1e-14)
    assert correlation(3 * EFFECTS + 1, 2 * tags - 5, SIX) == pytest.approx(found, abs=1e-14)
    assert correlation(EFFECTS, np.ones(RANKS), SIX) is None


@pytest.mark.parametrize("scale", [1.0, 1 / 3, 0.1, 0.0029872419873457895, -0.7])
def test_a_count_that_tells_nothing_points_nowhere(scale):
    """Aces and fives have the same effect on insurance: the sum is zero but for rounding."""
    ace_five = next(np.array(system.tags) for system in SYSTEMS if system.name == "ace_five")
    for noise in (-1e-15, 0.0, 1e-15):
        effects = scale * TENS
        effects[0] *= 1 + noise
        assert correlation(effects, ace_five, SIX) == 0.0
        line = line_of(effects, ace_five, SIX, value=-0.07, cards=312)
        assert line == Line(-0.07, 0.0)
        assert trigger_of(line) == Trigger(None, "at_least")


def test_the_optimal_tags_are_the_effects_in_the_spread_of_hi_lo():
    tags: Any = optimal_tags(EFFECTS, SIX)
    assert tags @ SIX == pytest.approx(0.0, abs=1e-12)
    assert tags**2 @ SIX / SIX.sum() == pytest.approx(USUAL_SPREAD**2)
    spread = np.array(HI_LO.tags) ** 2 @ DECK / DECK.sum()
    assert spread == pytest.approx(USUAL_SPREAD**2)
    assert correlation(EFFECTS, tags, SIX) == pytest.approx(1.0)
    assert optimal_tags(np.ones(RANKS), SIX) is None


def test_values_that_a_shoe_has_not_count_for_nothing():
    weights = SIX.copy()
    weights[3] = 0
    effects = EFFECTS.copy()
    effects[3] = np.nan
    assert centred(effects, weights)[3] == 0.0
    found: Any = best_whole_tags(effects, weights, 2)
    assert found[3] == 0
    assert correlation(effects, np.array(HI_LO.tags), weights) is not None


def test_a_line_is_the_linear_form_where_the_tags_are_the_effects():
    effects = centred(EFFECTS, SIX) / 100
    line = line_of(effects, effects, SIX, value=-0.006, cards=312)
    undealt = np.array([20, 10, 11, 12, 9, 13, 15, 20, 21, 80])
    share = undealt / undealt.sum()
    count = true_counts(undealt, SIX, effects)
    assert line.at(count) == pytest.approx(-0.006 - 311 * effects @ share, abs=1e-15)


def test_the_slope_is_that_of_a_regression_over_random_compositions():
    effects, tags = centred(EFFECTS, SIX) / 100, np.array(HI_LO.tags)
    source = np.random.default_rng(5)
    undealt = source.multivariate_hypergeometric(SIX, 104, size=50_000)
    values = -311 * undealt / 104 @ effects
    fitted = np.polyfit(true_counts(undealt, SIX, tags), values, 1)
    line = line_of(effects, tags, SIX, value=0.0, cards=312)
    assert fitted[0] == pytest.approx(line.slope, rel=1e-2)


def test_a_true_count_is_the_running_count_by_decks_undealt():
    tags = np.array(HI_LO.tags)
    undealt = SIX - np.array([0, 3, 2, 1, 4, 2, 0, 1, 0, 5])
    left = undealt.sum() / CARDS_OF_A_DECK
    assert true_counts(undealt, SIX, tags) == pytest.approx((3 + 2 + 1 + 4 + 2 - 5) / left)
    # A count that is not balanced is made true by its mean: of a full shoe it is zero.
    assert true_counts(SIX, SIX, np.array(SYSTEMS[1].tags)) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("line", "trigger"),
    [
        (Line(-0.006, 0.005), Trigger(2, "at_least")),
        (Line(-0.005, 0.005), Trigger(2, "at_least")),
        (Line(0.011, 0.005), Trigger(-2, "at_least")),
        (Line(-0.006, -0.005), Trigger(-2, "at_most")),
        (Line(0.011, -0.005), Trigger(2, "at_most")),
        (Line(0.0, 0.005), Trigger(1, "at_least")),
        (Line(-0.5, 0.005), Trigger(None, "at_least")),
        (Line(-0.5, 0.0), Trigger(None, "at_least")),
        (Line(0.5, 0.0), Trigger(-30, "at_least")),
    ],
)
def test_a_trigger_is_the_whole_count_from_which_the_line_is_above_zero(line, trigger):
    assert trigger_of(line) == trigger
    if trigger.count is not None and line.slope:
        step = 1 if trigger.direction == "at_least" else -1
        assert line.at(trigger.count) > 0.0 >= line.at(trigger.count - step)


def test_a_trigger_is_met_on_its_side():
    counts = np.array([-2.0, 0.0, 1.99, 2.0])
    assert Trigger(2, "at_least").met(counts).tolist() == [False, False, False, True]
    assert Trigger(-2, "at_most").met(counts).tolist() == [True, False, False, False]
    assert not Trigger(None, "at_least").met(counts).any()
