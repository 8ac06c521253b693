"""Matches: played with what the spec sets for them, beside the source's minutes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_settings
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.program import Program
from certify.play.tallies import Pair, Tallies
from certify.studies.fairness.matches import match_lengths

GAMES = 5


def play(game: LoadedGame, player: str, pairs: Sequence[Pair]) -> Tallies:
    assert pairs == ()
    assert game.spec.players is not None
    players = min(4, max(game.spec.players.seats))
    return InterpretedGame(Program(game, players), policies=player).play(4, 0, GAMES)


def test_matches_are_the_games_that_the_spec_sets():
    game = load_game("burnout")
    random, sensible = match_lengths(game, play)
    assert (random.player, sensible.player) == ("random", "sensible")
    assert random.name == "to_30"
    assert random.settings == (("match_target", "30"),)
    assert (random.minutes, random.seconds_a_decision) == (None, None)
    assert random.cites == ("C53", "C54", "C55", "R12", "R18")
    by_hand = play(apply_settings(game, {"match_target": 30}), "random", ())
    measures = {each.name: each for each in random.measures}
    assert game.spec.result is not None
    assert list(measures) == ["decisions", *game.spec.result.measures]
    for name, figures in measures.items():
        assert figures.mean.value == pytest.approx(float(by_hand.mean(name)))
    # A match has several hands, and somebody has the points at its end.
    assert measures["hands"].mean.value > 1.0
    assert measures["margin"].least >= 30.0
    assert random.win_first_seat.value + random.draw.value <= 1.0


def test_minutes_are_what_they_leave_for_a_decision():
    game = load_game("rookie-mistake")
    found = match_lengths(game, play, policies=["sensible"])
    assert [(each.name, each.minutes) for each in found] == [
        ("one_round", None),
        ("to_100", (30.0, 45.0)),
        ("to_200", (90.0, 90.0)),
        ("to_300", (120.0, 120.0)),
    ]
    for each in found[1:]:
        decisions = each.measures[0].mean.value
        assert each.seconds_a_decision is not None
        assert each.minutes is not None
        low, high = each.seconds_a_decision
        assert low * decisions == pytest.approx(60.0 * each.minutes[0])
        assert high * decisions == pytest.approx(60.0 * each.minutes[1])
    lengths = [each.measures[0].mean.value for each in found]
    assert lengths == sorted(lengths)


def test_spec_without_lengths_has_no_matches():
    assert match_lengths(load_game("burned"), play) == ()
