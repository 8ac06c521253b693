"""What is played for a table: who sits where on which deals, and how many games each run gets."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from certify.language.catalogue import load_game
from certify.play.search.players import Player, Searcher
from certify.studies.fairness.duplicates import variance_shares
from certify.studies.fairness.intervals import family_of
from certify.studies.fairness.parts import SCORES, Part, play_part, scores_of
from certify.studies.fairness.runs import (
    FEWEST_DEALS,
    OF_BUDGETS,
    OF_EQUALS,
    Lengths,
    Run,
    deals_of,
    seed_of,
    styles_of,
    weight_of,
)
from tests.support.games import small_game
from tests.support.matrix_games import matrix_game

LENGTHS = Lengths({"random": 30.0, "plain": 10.0})
PLAYERS: dict[str, Player] = {
    "random": "random",
    "plain": "plain",
    "search:10": Searcher(10),
    "search:100:plain": Searcher(100, "plain"),
}


def test_a_player_sits_in_every_seat_in_turn_and_repeats_come_one_after_the_other():
    game = load_game("burn")
    requests = Run("a", "b", "variance", repeats=2).requests(game, 3, 5, 40)
    assert [each.seating.seats for each in requests] == [
        ("a", "b", "b"),
        ("b", "a", "b"),
        ("b", "b", "a"),
    ] * 2
    assert [each.seating.repeat for each in requests] == list(range(6))
    assert {each.seating.seed for each in requests} == {seed_of(5, "variance")}
    assert {each.games for each in requests} == {40}
    once = Run("a", "b", "relative").requests(game, 3, 5, 40)
    assert {each.seating.repeat for each in once} == {0}
    (equal,) = Run("a", "a", "variance").requests(game, 3, 5, 40)
    assert equal.seating.seats == ("a", "a", "a")
    assert equal.seating.seed == seed_of(5, "variance")


def test_seatings_share_nothing_that_players_draw(tmp_path):
    # Who shows the higher number gains: nothing is dealt, so no seating suits one deal more than
    # another, and all that varies is who sits where and what random play shows.
    body = matrix_game("one - two", 2)
    body += "policies: {low: {text: Shows 0., decisions: {show: {take: 0 - picked}}}}\n"
    game = small_game(tmp_path, body)
    run, deals = Run("random", "low", "variance", repeats=2), 1_000
    scores = [
        scores_of(part, play_part(part))
        for each in run.requests(game, 2, 7, deals)
        for part in [Part(each.seating, SCORES, 0, deals, (), False, interpreted=True)]
    ]
    grid = np.stack(scores, axis=1).astype(np.float64).reshape(deals, 2, 2, 2).transpose(0, 2, 1, 3)
    found = variance_shares("random", "low", grid, family_of(0.95, 4))
    # Random play gains 0, 1 or 2 and the other seat loses it: means of +-1, a variance of 2/3.
    exact = {"deal": 0.0, "seating": 3 / 5, "interaction": 0.0, "rest": 2 / 5}
    for name, share in exact.items():
        interval = getattr(found, name)
        assert interval.low <= share <= interval.high, name
    assert found.interaction.high < 0.05


def test_meetings_have_deals_of_their_own():
    game = load_game("burnout")
    seeds = {
        run.requests(game, 2, seed, 1)[0].seating.seed
        for seed in (1, 2)
        for run in (Run("a", "b", "meeting"), Run("b", "a", "meeting"), Run("a", "b", "relative"))
    }
    assert len(seeds) == 6
    assert all(0 <= seed < 1 << 53 for seed in seeds)


def test_the_cost_of_a_game_is_that_of_the_decisions_imagined():
    # A game of 10 decisions, 5 of them searched: each of 100 playouts replays 5 and plays on 5.
    player = PLAYERS["search:100:plain"]
    assert LENGTHS.cost(player, "plain", 2) == pytest.approx(10 + 5 * 100 * 10)
    assert LENGTHS.cost("plain", "plain", 2) == 10
    assert LENGTHS.cost(player, player, 2) == pytest.approx(10 + 2 * 5 * 100 * 10)


def test_games_go_by_the_root_of_what_they_cost():
    runs = [
        Run("search:10", "random", "meeting"),
        Run("search:100:plain", "plain", "meeting"),
        Run("search:100:plain", "search:100:plain", "variance", repeats=2),
    ]
    games = 90_000
    found = deals_of(runs, PLAYERS, LENGTHS, 2, games)
    played = [deals * run.seatings(2) * run.repeats for run, deals in zip(runs, found, strict=True)]
    assert sum(played) == pytest.approx(games, abs=10)
    costs = [LENGTHS.cost(PLAYERS[run.player], PLAYERS[run.opponent], 2) for run in runs]
    weights = [1, 1, OF_EQUALS]
    rows = zip(played, costs, weights, strict=True)
    for (one, cost, weight), (other, more, heavy) in pairwise(rows):
        assert one / other == pytest.approx(weight / heavy * sqrt(more / cost), rel=1e-3)
    # No allocation of the same work has means of less variance in sum.
    work = sum(map(float.__mul__, map(float, played), costs))
    least = _weighed(played, weights)
    for factor in (0.8, 1.2):
        changed = [played[0] * factor, played[1], played[2]]
        left = work - changed[0] * costs[0]
        scale = left / (played[1] * costs[1] + played[2] * costs[2])
        changed[1:] = [number * scale for number in changed[1:]]
        assert _weighed(changed, weights) > least


def _weighed(played, weights):
    """Return the sum of variances, each by the square of its weight."""
    return sum(weight**2 / number for weight, number in zip(weights, played, strict=True))


def test_more_is_played_where_most_rests_on():
    players = {**PLAYERS, "search:9:plain": Searcher(9, "plain")}
    assert weight_of(Run("search:100:plain", "search:9:plain", "meeting"), players) == OF_BUDGETS
    assert weight_of(Run("search:10", "search:9:plain", "meeting"), players) == 1
    assert weight_of(Run("search:10", "search:10", "variance"), players) == OF_EQUALS
    assert weight_of(Run("plain", "random", "meeting"), players) == 1


def test_every_run_has_some_deals_and_none_needs_any():
    runs = [Run("search:10", "random", "meeting"), Run("search:100:plain", "plain", "meeting")]
    assert deals_of(runs, PLAYERS, LENGTHS, 2, 4) == [FEWEST_DEALS] * 2
    assert deals_of([], PLAYERS, LENGTHS, 2, 1_000) == []


def test_styles_are_policies_once_each_random_play_first():
    assert styles_of(PLAYERS) == ("random", "plain")
    assert styles_of({"search:9:plain": Searcher(9, "plain")}) == ("random", "plain")
