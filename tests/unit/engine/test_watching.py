"""Compiled play that watches: it sees what the interpreter sees, game by game."""

from __future__ import annotations

import pytest

from certify.cli.output import show
from certify.play.compiler.watching import WatchedGame
from certify.play.soundness import watch_compiled, watch_games
from certify.studies.check import study
from certify.studies.check.view import check_view
from tests.support.games import small_game
from tests.unit.engine.test_soundness import GAME, game

SEEDS = range(200)


def test_a_sound_game_is_the_same(tmp_path, monkeypatch, capsys):
    loaded = game(tmp_path)
    compiled, played = watch_compiled(loaded, 2, SEEDS), watch_games(loaded, 2, SEEDS)
    assert (compiled.games, compiled.compiled, compiled.replayed) == (200, 200, 4)
    assert (compiled.decisions, compiled.longest) == (played.decisions, played.longest)
    assert compiled.failures == played.failures == {}
    # A check takes it where there are games enough to be worth compiling, and says so.
    monkeypatch.setattr(study, "COMPILED_FROM", 201)
    monkeypatch.setattr(study, "COMPILED_SHARD", 150)
    checked = study.check_game(loaded, games=401, seed=0, workers=1)
    found = {(one.setting, one.players): (one.compiled, one.replayed) for one in checked.played}
    assert found == {("", 2): (201, 5), ("", 3): (0, 0)} | {
        ("R1: most=2", players): (0, 0) for players in (2, 3)
    }
    assert checked.passed
    show(*check_view(checked))
    shown = " ".join(capsys.readouterr().out.split())
    assert "201 of these games were played by compiled play" in shown
    assert "the interpreter replayed 5 of them" in shown
    # Games that are not played alike are told: one that stops, and one that ends otherwise.
    plays = WatchedGame.play
    monkeypatch.setattr(
        WatchedGame, "play", lambda self, seed, first, games: plays(self, seed + 1, first, games)
    )
    otherwise = watch_compiled(loaded, 2, SEEDS)
    monkeypatch.setattr(WatchedGame, "play", plays)
    monkeypatch.setattr(WatchedGame, "is_sound", lambda _self, _seed: False)
    stopped = watch_compiled(loaded, 2, SEEDS)
    assert "compiled play and the interpreter do not agree" in otherwise.failures
    assert "compiled play and the interpreter do not agree" in stopped.failures
    assert (stopped.games, stopped.decisions) == (played.games, played.decisions)


@pytest.mark.slow
def test_what_is_broken_is_told_as_the_interpreter_tells_it(tmp_path):
    text = GAME.replace("score: laid", "score: sum(c.rank for c in table) / 2")
    text = text.replace("limit: most", "limit: 2").replace("LEGAL", "laid < most")
    text = text.replace("STOPS", "true").replace("COUNTED", "all(c.rank != 4 for c in table)")
    at_end = '  ends: {text: It ends., is: "len(table) != 1", at: end, cites: [C1]}'
    loaded = small_game(tmp_path, text.replace("examples:", f"{at_end}\nexamples:"))
    compiled, played = watch_compiled(loaded, 2, SEEDS), watch_games(loaded, 2, SEEDS)
    assert compiled.failures == played.failures
    told = ("The count is right.", "It ends.", "its limit is 2")
    assert all(any(text in failure for failure in played.failures) for text in told)
    assert (compiled.games, compiled.decisions) == (played.games, played.decisions)
    assert compiled.compiled == 200
    assert 4 < compiled.replayed < 200


def test_an_invariant_that_looks_beyond_the_rules_is_left_to_the_interpreter(tmp_path):
    loaded = game(tmp_path, counted="all(c.rank > 0 for c in table)")
    found = watch_compiled(loaded, 2, SEEDS)
    assert (found.games, found.compiled, found.replayed) == (200, 0, 0)
    assert found == watch_games(loaded, 2, SEEDS)
