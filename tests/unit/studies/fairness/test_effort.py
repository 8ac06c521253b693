"""How much is played: fewer games where games are long, shorter ones where these are too long."""

from __future__ import annotations

import pytest

from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness import effort
from certify.studies.fairness.effort import (
    DECISIONS_OF_A_SEARCHED_GAME,
    LEEWAY,
    affordable,
    parts_of,
    searched_play,
)
from certify.studies.fairness.ladder import default_ladder, players_of
from certify.studies.fairness.other_games import OtherGames
from certify.studies.fairness.question import FairnessQuestion
from certify.studies.fairness.runs import FEWEST_DEALS, Lengths, deals_of
from certify.studies.fairness.study import fairness_of
from tests.support.games import pack, small_game

MEASURED = {
    2: {"random": 1077.6, "sensible": 19816.7},
    3: {"random": 310.3, "sensible": 2621.1},
    4: {"random": 237.3, "sensible": 617.8},
    5: {"random": 186.2, "sensible": 290.8},
}
"""Decisions of a game to 100 points of Rookie Mistake, by the number of players."""

OF_A_ROUND = {
    2: {"random": 101.6, "sensible": 72.1},
    3: {"random": 57.0, "sensible": 150.7},
    4: {"random": 59.5, "sensible": 71.3},
    5: {"random": 56.4, "sensible": 55.9},
}


def searched(name, lengths, seats, asked, *, pilot=None, is_skill_asked=True):
    game = load_game(name)
    program, ladder = Program(game, seats), default_ladder(game)
    parts = parts_of(program, players_of(program, ladder), ladder, is_skill_asked)
    found = searched_play(game, lengths, parts, seats, asked, pilot or nothing_shorter)
    return found, parts


def nothing_shorter(game):
    raise AssertionError(f"how long {game.changed} is should not matter")


def rounds_and_matches(seats):
    """Return what tells the lengths of Rookie Mistake, of matches in proportion."""

    def pilot(game):
        limit = int(dict(game.changed).get("point_limit", 100))
        if limit == 0:
            return OF_A_ROUND[seats]
        return {policy: length * limit / 100 for policy, length in MEASURED[seats].items()}

    return pilot


def test_games_are_fewer_in_proportion_to_their_length():
    assert affordable(1_000_000, 1_246.8, 2_000) == 1_000_000
    assert affordable(1_000_000, 2_000, 2_000) == 1_000_000
    assert affordable(1_000_000, 20_000, 2_000) == 100_000
    assert affordable(10_000, 1e9, 2_000) == 1_000
    assert affordable(500, 1e9, 2_000) == 500
    # Rookie Mistake of two by its policy, as the use of rules is counted.
    assert affordable(2_000, 19_816.7, 2_000, 100) == 201
    assert affordable(2_000, 1e9, 2_000, 100) == 100


@pytest.mark.parametrize(
    ("name", "lengths", "seats", "asked"),
    [
        ("burn", {"random": 1246.8, "sensible": 84.7}, 2, 3_333),
        ("burnout", {"random": 13.8, "sensible": 29.0}, 2, 10_000),
        ("burned", {"random": 187.8, "sensible": 103.6}, 2, 10_000),
    ],
)
def test_games_that_are_short_enough_are_played_as_they_are_asked_for(name, lengths, seats, asked):
    found, parts = searched(name, lengths, seats, asked)
    assert (found.effort.asked, found.effort.played) == (asked, asked)
    assert found.effort.shorter is None
    assert found.game.changed == ()
    assert parts.work(Lengths(lengths), seats, asked) <= asked * DECISIONS_OF_A_SEARCHED_GAME


@pytest.mark.parametrize(
    ("name", "lengths", "seats", "asked"),
    [
        ("burn", {"random": 977.5, "sensible": 127.2}, 3, 3_333),
        ("rookie-mistake", MEASURED[5], 5, 2_500),
    ],
)
def test_longer_games_are_fewer_until_their_decisions_are_few_enough(name, lengths, seats, asked):
    found, parts = searched(name, lengths, seats, asked)
    assert found.effort.shorter is None
    assert 800 < found.effort.played < asked
    most = asked * DECISIONS_OF_A_SEARCHED_GAME
    assert parts.work(Lengths(lengths), seats, found.effort.played) <= most
    assert parts.work(Lengths(lengths), seats, asked) > most


def test_the_fewest_games_may_have_more_decisions_before_a_shorter_game_is_played():
    found, parts = searched("rookie-mistake", MEASURED[4], 4, 2_500)
    assert found.effort.shorter is None
    most = 2_500 * DECISIONS_OF_A_SEARCHED_GAME
    assert most < parts.work(Lengths(MEASURED[4]), 4, found.effort.played) < LEEWAY * most
    runs = parts.runs[0][1]
    deals = deals_of(runs, parts.players, Lengths(MEASURED[4]), 4, found.effort.played)
    assert set(deals) == {FEWEST_DEALS}


@pytest.mark.parametrize("seats", [2, 3])
def test_where_the_fewest_games_are_too_long_a_shorter_game_of_the_spec_is_played(seats):
    found, parts = searched(
        "rookie-mistake", MEASURED[seats], seats, 2_500, pilot=rounds_and_matches(seats)
    )
    shorter = found.effort.shorter
    assert shorter is not None
    assert (shorter.name, shorter.settings) == ("one_round", (("point_limit", "0"),))
    assert found.game.changed == (("point_limit", "0"),)
    assert found.effort.played == 2_500
    # Not even the fewest deals of the game itself would have done.
    least = parts.work(Lengths(MEASURED[seats]), seats, 0)
    assert least > LEEWAY * 2_500 * DECISIONS_OF_A_SEARCHED_GAME


def test_the_longest_of_the_shorter_games_that_will_do_is_played(monkeypatch):
    # In a match to 300 points of four players, one to 200 is too long too.
    game = apply_settings(load_game("rookie-mistake"), {"point_limit": 300})
    program, ladder = Program(game, 4), default_ladder(game)
    parts = parts_of(program, players_of(program, ladder), ladder, True)
    means = {policy: 3 * length for policy, length in MEASURED[4].items()}
    found = searched_play(game, means, parts, 4, 2_500, rounds_and_matches(4))
    assert found.effort.shorter is not None
    assert found.effort.shorter.name == "to_100"
    # If nothing will do, it is the shortest, and of each run as few games as can be.
    monkeypatch.setattr(effort, "DECISIONS_OF_A_SEARCHED_GAME", 1)
    found = searched_play(game, means, parts, 4, 2_500, rounds_and_matches(4))
    assert found.effort.shorter is not None
    assert (found.effort.shorter.name, found.effort.played) == ("one_round", 0)
    runs = parts.runs[0][1]
    assert set(deals_of(runs, parts.players, found.lengths, 4, 0)) == {FEWEST_DEALS}


def test_a_spec_that_names_nothing_shorter_is_played_with_the_fewest_games():
    found, _ = searched("burn", {"random": 1e5, "sensible": 1e5}, 2, 3_333)
    assert (found.game.changed, found.effort.shorter, found.effort.played) == ((), None, 0)


def test_without_skill_only_the_last_of_the_ladder_counts():
    lengths = MEASURED[3]
    found, parts = searched("rookie-mistake", lengths, 3, 2_500, is_skill_asked=False)
    ((part, runs),) = parts.runs
    assert (part, [(run.player, run.opponent) for run in runs]) == (
        1.0,
        [("search:100:sensible", "search:100:sensible")],
    )
    assert found.effort.shorter is None
    assert FEWEST_DEALS < found.effort.played < 2_500


LONG = (
    """\
parameters:
  goal:
    {type: integer, minimum: 1, maximum: 90, default: 60, title: Goal, text: Rounds., cites: [C1]}
lengths:
  short: {text: A short game., set: {goal: 3}, cites: [C1]}
players: {seats: [2], cites: [C1]}
"""
    + pack(4, "2")
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  table: {see: all, ordered: true, cites: [C1]}
variables:
  points: {of: seat, type: 0..999, cites: [C1]}
decisions:
  turn:
    text: Play a card.
    moves:
      play:
        pick: {card: hand}
        do: [{move: {cards: picked, to: table}}, {add: {"points[me]": "table[-1].rank"}}]
        cites: [C1]
procedures:
  play: {text: All rounds., do: [{repeat: {at_most: goal, do: [{call: round}]}}], cites: [C1]}
  round:
    text: Everybody plays one card of two.
    cites: [C1]
    do:
      - move: {from: table, to: deck}
      - each: {me: seats}
        do: [{move: {from: hand, to: deck}}]
      - shuffle: deck
      - each: {me: seats}
        do: [{deal: {cards: 2, from: deck, to: hand}}]
      - each: {p: seats}
        do: [{ask: {turn: p}}]
result: {score: "points[me]", best: most, measures: {held: "len(hand[1])"}, cites: [C1]}
policies:
  high:
    text: The highest card.
    decisions: {turn: {play: picked.rank}}
"""
)
"""Two decisions a round; whoever plays the higher cards wins."""


def long_game(folder):
    return small_game(folder, LONG)


@pytest.mark.slow
def test_a_study_of_a_game_that_is_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(effort, "DECISIONS_OF_A_SEARCHED_GAME", 2_000)
    question = FairnessQuestion(
        long_game(tmp_path),
        players=(2,),
        ladder=("random", "high", "search:4:high"),
        games=2_000,
        search_games=200,
        sections=frozenset({"seats", "skill", "length"}),
    )
    (table,) = fairness_of(question, Context(), Workers(processes=1)).tables
    assert table.effort is not None
    assert table.effort.shorter is not None
    assert table.effort.shorter.name == "short"
    # Nothing of another length is among the figures of the game itself.
    assert [play.player for play in table.equal] == ["random", "high"]
    assert all(length.decisions.least > 100 for length in table.lengths)
    assert {frozenset((each.player, each.opponent)) for each in table.meetings} == {
        frozenset(pair)
        for pair in (("random", "high"), ("random", "search:4:high"), ("high", "search:4:high"))
    }
    told = [each.text for each in table.findings if each.about == "skill"]
    assert any(
        "Strength, skill and variance are those of a short game (goal=3): the game itself is too"
        " long for players that search" in text
        for text in told
    )


@pytest.mark.slow
def test_other_games_are_equally_many_by_a_player_and_each_match_as_many_as_it_allows(tmp_path):
    game = long_game(tmp_path)
    games = [game, apply_settings(game, {"goal": 20})]
    others = OtherGames(game, 2, 1, Context(), Workers(processes=1))
    alike = others.alike(games, 4_000, 50)
    # 120 and 40 decisions, 80 on average, where 50 may be.
    for policy in ("random", "high"):
        found = {alike(each, policy, ()).games for each in games}
        assert found == {int(4_000 * 50 / 80)}
    each = others.each(games, 4_000, 50)
    assert each(games[0], "high", ()).games == int(4_000 * 50 / 120)
    assert each(games[1], "high", ()).games == 4_000
    assert others.fewer(game, 2_000, 60, 100) == {"random": 1_000, "high": 1_000}
