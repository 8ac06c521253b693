"""Lengths: quantiles against numpy, limits that are found by what play does and not by a name."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import stats

from certify.errors import EngineError
from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.program import Program
from certify.play.tallies import Tallies
from certify.studies.fairness.intervals import family_of
from certify.studies.fairness.lengths import length_of_play, limits_of, measure, quantiles
from certify.studies.fairness.results.length_of_play import QUANTILES
from tests.support.games import pack, small_game

ONE = family_of(0.95, 1)

WALK = (
    """\
parameters:
  most: {type: integer, minimum: 2, maximum: 99, default: 40, title: Most, text: Most., cites: [C1]}
  goal: {type: integer, minimum: 1, maximum: 9, default: 2, title: Goal, text: Goal., cites: [C1]}
players: {seats: [2], cites: [C1]}
"""
    + pack(2)
    + """\
zones: {deck: {see: none, cites: [C1]}}
variables:
  place: {type: -9..9, cites: [C1]}
  step: {type: 0..1, cites: [C1]}
  steps: {type: 0..99, cites: [C1]}
  back: {type: 0..99, cites: [C1]}
decisions:
  turn:
    text: Go on.
    moves: {go: {text: Go., do: [{add: {steps: 1}}], cites: [C1]}}
procedures:
  play:
    text: Walk until the goal, on one side or the other.
    do:
      - repeat:
          do:
            - ask: {turn: 1}
            - chance: {step: "[0, 1]"}
            - if: step == 1
              then: [{add: {place: 1}}]
              else: [{add: {place: -1, back: 1}}]
          until: abs(place) == goal
          at_most: most
      - repeat:
          do: [{add: {back: 0}}]
          at_most: 3
    cites: [C1]
result:
  score: place if me == 1 else -place
  best: most
  measures:
    steps: steps
    back: back
    capped_never: place == 99
    tired: abs(place) != goal
    cut_short_by: goal - abs(place)
  cites: [C1]
"""
)


def tallies_of(values, name="decisions", scale=1):
    found = Tallies.empty([name], [scale])
    for value in values:
        found.record([int(value)])
    return found


@pytest.mark.parametrize("scale", [1, 4])
@pytest.mark.parametrize(("low", "high"), [(0, 7), (-128, 384), (100, 101)])
def test_quantiles_are_those_of_the_inverse_distribution_function(low, high, scale):
    values = np.random.default_rng(3).integers(low, high, 997)
    found = quantiles(tallies_of(values, scale=scale), "decisions", QUANTILES)
    expected = np.quantile(values, QUANTILES, method="inverted_cdf") / scale
    assert found == tuple(expected)


def test_quantiles_at_the_very_share():
    found = quantiles(tallies_of(range(1, 101)), "decisions", QUANTILES)
    assert found == (1.0, 25.0, 50.0, 75.0, 99.0)


def test_quantiles_with_values_that_are_not_counted_one_by_one():
    few_above = [5] * 995 + [10_000] * 5
    assert quantiles(tallies_of(few_above), "decisions", QUANTILES) == (5.0,) * 5
    few_below = [5] * 995 + [-10_000] * 5
    assert quantiles(tallies_of(few_below), "decisions", QUANTILES) == (5.0,) * 5
    for values in ([5] * 980 + [10_000] * 20, [5] * 980 + [-500] * 20, [500] * 9):
        assert quantiles(tallies_of(values), "decisions", QUANTILES) is None
    both = [5] * 995 + [-10_000] * 2 + [10_000] * 3
    assert quantiles(tallies_of(both), "decisions", QUANTILES) is None


def test_measure_has_the_mean_by_students_t_and_the_extremes():
    values = [3, 9, 4, 500, 12]
    found = measure(tallies_of(values, scale=2), "decisions", ONE)
    halves = np.array(values) / 2
    interval = stats.t.interval(0.95, 4, halves.mean(), stats.sem(halves))
    assert found.mean.value == pytest.approx(halves.mean())
    assert (found.mean.low, found.mean.high) == pytest.approx(interval)
    assert (found.least, found.most, found.quantiles) == (1.5, 250.0, None)


def names_of(game, players):
    return tuple(limit.measure for limit in limits_of(game, players))


def test_limits_are_found_by_what_they_stop(tmp_path):
    game = small_game(tmp_path, WALK)
    assert names_of(game, 2) == ("tired", "cut_short_by")


def test_a_limit_names_the_parameters_that_set_it(tmp_path):
    for limit in limits_of(small_game(tmp_path, WALK), 2):
        assert (limit.settings, limit.text) == ((("most", "40"),), "Most.")


def test_limit_is_found_though_it_is_never_reached_with_the_settings_in_force(tmp_path):
    game = apply_settings(small_game(tmp_path, WALK), {"goal": 1})
    assert InterpretedGame(Program(game, 2)).play(1, 0, 50).tally("tired").most == 0
    # With a goal of 1 the first step always ends the game, whatever the limit.
    assert names_of(game, 2) == ()
    game = apply_settings(small_game(tmp_path, WALK), {"most": 99})
    assert InterpretedGame(Program(game, 2)).play(1, 0, 60).tally("tired").most == 0
    assert names_of(game, 2) == ("tired", "cut_short_by")


def test_a_name_makes_no_limit(tmp_path):
    body = re.sub(r"^    (tired|cut_short_by): .*\n", "", WALK, flags=re.MULTILINE)
    assert names_of(small_game(tmp_path, body), 2) == ()


@pytest.mark.parametrize(
    ("name", "players", "expected"),
    [
        ("burnout", 2, ["capped"]),
        ("rookie-mistake", 5, ["capped_rounds", "stopped"]),
        pytest.param("burn", 3, ["capped"], marks=pytest.mark.slow),
        pytest.param("burned", 2, ["capped"], marks=pytest.mark.slow),
    ],
)
def test_limits_of_the_package(name, players, expected):
    assert names_of(load_game(name), players) == tuple(expected)


def test_length_of_play_of_a_random_walk(tmp_path):
    program = Program(small_game(tmp_path, WALK), 2)
    tallies = InterpretedGame(program).play(5, 0, 2_000)
    found = length_of_play("random", tallies, family_of(0.999, 6), ("tired",))
    # Two steps at a time come to the goal with 1/2: on average after 4 steps, 40 at most.
    assert found.decisions.mean.low < 4.0 * (1 - 0.5**20) < found.decisions.mean.high
    assert found.decisions.quantiles is not None
    assert found.decisions.quantiles[:2] == (2.0, 2.0)
    assert found.decisions.quantiles[4] == 14.0
    assert found.decisions.least == 2.0
    assert [each.name for each in found.measures] == [
        "steps",
        "back",
        "capped_never",
        "tired",
        "cut_short_by",
    ]
    assert found.measures[0].mean == found.decisions.mean
    (cap,) = found.caps
    assert cap == found.measures[3]
    # No walk was stopped; the interval is that of Clopper and Pearson.
    level = 0.001 / 6 / 2
    assert (cap.mean.value, cap.mean.low) == (0.0, 0.0)
    assert cap.mean.high == pytest.approx(1 - level ** (1 / 2_000))


def test_what_has_no_length_is_refused():
    two = Tallies.empty(["decisions", "rounds"], [1, 1])
    two.record([3, 1])
    with pytest.raises(EngineError, match="2 games at least; found 1"):
        length_of_play("random", two, ONE)
    two.record([3, 1])
    with pytest.raises(EngineError, match="no measure 'capped'; known: rounds"):
        length_of_play("random", two, ONE, ("capped",))
