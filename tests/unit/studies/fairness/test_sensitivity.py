"""Other settings: all that there are, each once; effects that were planted are found."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from certify.errors import EngineError
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_settings
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.program import Program
from certify.play.tallies import Pair, Tallies
from certify.studies.fairness.seats import pairs_needed
from certify.studies.fairness.sensitivity import Setting, effects, games_of, settings_of
from tests.support.specs import spec_with, written

RULING = {"question": "What?", "decided": "So.", "why": "It is.", "parameters": ["rounds"]}
GAMES = 400


def interpreted(games: int, seed: int = 1):
    """Return what plays games of a seed by the interpreter."""

    def play(game: LoadedGame, player: str, pairs: Sequence[Pair]) -> Tallies:
        program = Program(game, 2)
        known = InterpretedGame(program).names
        kept = [pair for pair in pairs if set(pair) <= set(known)]
        return InterpretedGame(program, policies=player, pairs=kept).play(seed, 0, games)

    return play


def game_with(folder, changes=None):
    return load_game(str(written(folder, spec_with(changes))))


def values_of(game):
    return {setting.values: setting.rulings for setting in settings_of(game)}


def test_rulings_come_first_and_what_they_leave_open_follows(tmp_path):
    several = {
        "R1": {
            **RULING,
            "alternatives": [
                {"text": "Two rounds", "set": {"rounds": 2}},
                {"text": "As it is", "set": {"rounds": 3}},
                {"text": "Not computed"},
            ],
        },
        "R2": {**RULING, "alternatives": [{"text": "Two", "set": {"rounds": 2}}]},
    }
    assert values_of(game_with(tmp_path, {"rulings": several})) == {
        (("rounds", 2),): ("R1", "R2"),
        (("mode", "double"),): (),
    }
    first, second = settings_of(game_with(tmp_path, {"rulings": several}))
    assert (first.text, second.text) == ("Two rounds", "Mode: Twice.")


def test_whole_numbers_without_a_ruling_are_halved_and_doubled_within_their_range(tmp_path):
    assert values_of(game_with(tmp_path)) == {
        (("rounds", 1),): (),
        (("rounds", 5),): (),
        (("mode", "double"),): (),
    }
    at_an_end = apply_settings(game_with(tmp_path), {"rounds": 1, "mode": "double"})
    assert values_of(at_an_end) == {(("rounds", 2),): (), (("mode", "plain"),): ()}


def test_what_is_played_as_a_match_is_left_out(tmp_path):
    lengths = {"long": {"text": "Five.", "set": {"rounds": 5}, "cites": ["C1"]}}
    assert (("rounds", 5),) not in values_of(game_with(tmp_path, {"lengths": lengths}))


def test_another_way_to_play_a_length_is_compared_with_that_length():
    game = load_game("burnout")
    known = {setting.values: setting for setting in settings_of(game)}
    assert (("match_scoring", "net"),) not in known
    assert (("hand_cap", 100),) not in known
    setting = known[("match_target", 30), ("match_scoring", "net")]
    assert (setting.within, setting.rulings) == ("to_30", ("R18",))
    assert not known[(("burnout_takes", "hand"),)].within
    assert [each.changed for each in games_of(game, [setting])] == [
        (),
        (("match_target", "30"),),
        (("match_target", "30"), ("match_scoring", "net")),
    ]
    (effect,) = effects(game, 2, interpreted(100), policies=["random"], settings=[setting])
    match = interpreted(100)(apply_settings(game, {"match_target": 30}), "random", ())
    net = interpreted(100)(apply_settings(game, dict(setting.values)), "random", ())
    longer = float(net.mean("decisions") - match.mean("decisions"))
    assert longer > 0.0
    assert effect.changes[3] == pytest.approx(longer)
    assert effect.within == "to_30"


@pytest.mark.parametrize(
    ("name", "some"),
    [
        ("burnout", {(("burnout_takes", "hand"),): ("R7",)}),
        ("rookie-mistake", {(("ace_high", False),): ("R11",)}),
        ("burn", {(("short_game", True),): ("R12",), (("move_cap", 1000),): ("R13",)}),
        (
            "burned",
            {
                (("colouring", "five_colours"),): ("A1",),
                (("equipment_texts", "silent"),): ("A2",),
                (("hits", 3),): ("A3",),
                (("hits", 5),): ("A3",),
                (("agent_mix", "one_each"),): ("A4",),
                (("k9_can_sneak", True),): ("R6", "R43"),
                (("aim_when_staying", True),): ("R32",),
                (("kit", "shadow"),): ("R3", "R4"),
            },
        ),
    ],
)
def test_settings_of_the_package(name, some):
    game = load_game(name)
    found = values_of(game)
    assert found.items() >= some.items()
    force = game.parameters_as_written()
    for values in found:
        assert any(force[key] != value for key, value in values)
        assert apply_settings(game, dict(values)).changed
    # Every alternative that carries a parameter is played here or as a match.
    matches = [tuple(length.set.items()) for length in game.spec.lengths.values()]
    for settled in game.spec.settled.values():
        for alternative in settled.alternatives:
            key = tuple(alternative.set.items())
            assert not key or key in found or key in matches


def test_setting_without_effect_changes_nothing(tmp_path):
    game = load_game("burnout")
    setting = Setting((("match_scoring", "separate"),), "Separate", ())
    (effect,) = effects(
        game, 2, interpreted(200), policies=["random"], settings=[setting], confidence=0.9
    )
    assert (effect.changes, effect.p, effect.games) == ((0.0, 0.0, 0.0, 0.0), 1.0, 200)
    assert effect.settings == (("match_scoring", "separate"),)


def test_effects_are_differences_of_the_same_games():
    game = load_game("burnout")
    setting = Setting((("burnout_takes", "hand"),), "Hand", ("R7",))
    (effect,) = effects(game, 2, interpreted(GAMES), policies=["random"], settings=[setting])
    before = interpreted(GAMES)(game, "random", ())
    after = interpreted(GAMES)(apply_settings(game, dict(setting.values)), "random", ())
    expected = [
        float(after.mean(name) - before.mean(name)) for name in ("win.1", "draw", "decisions")
    ]
    assert [effect.changes[place] for place in (0, 1, 3)] == pytest.approx(expected)
    assert effect.win_first_seat.value == after.tally("win.1").total / GAMES
    # Four figures of one effect: the interval of Clopper and Pearson at 1 - 0.05 / 4.
    hits = after.tally("win.1").total
    exact = stats.binomtest(hits, GAMES).proportion_ci(1 - 0.05 / 4)
    assert (effect.win_first_seat.low, effect.win_first_seat.high) == pytest.approx(exact)


def made_up(first: float, length: float, games: int, seed: int) -> Tallies:
    """Return games of two in which the first seat wins so often; seat 1 always decides first."""
    names = ["score.1", "score.2", "win.1", "win.2", "draw", "first.1", "first.2", "decisions"]
    found = Tallies.empty(names, [1] * len(names), pairs_needed(2))
    random = np.random.default_rng(seed)
    for wins, decisions in zip(
        random.random(games) < first, random.poisson(length, games), strict=True
    ):
        one = int(wins)
        found.record([one, -one, one, 1 - one, 0, 1, 0, int(decisions)])
    return found


def planted(first: float, length: float, games: int):
    """Return what plays a game in which a setting changes just so much."""

    def play(game: LoadedGame, player: str, pairs: Sequence[Pair]) -> Tallies:
        del player, pairs
        return made_up(first, length, games, 2) if game.changed else made_up(0.5, 9.0, games, 1)

    return play


@pytest.mark.parametrize(
    ("first", "length", "is_found"), [(0.62, 9.0, True), (0.5, 10.0, True), (0.5, 9.0, False)]
)
def test_planted_effects_are_found(tmp_path, first, length, is_found):
    settings = [Setting((("rounds", 1),), "One", ())]
    (effect,) = effects(
        game_with(tmp_path),
        2,
        planted(first, length, 2_000),
        policies=["random"],
        settings=settings,
    )
    assert (effect.p < 0.001) == is_found
    assert effect.first_advantage.value == pytest.approx(2 * effect.win_first_seat.value - 1)
    assert effect.changes[2] == pytest.approx(2 * effect.changes[0])


def test_p_is_that_of_the_widest_error_times_the_number_of_figures(tmp_path):
    settings = [Setting((("rounds", number),), "", ()) for number in (1, 2)]
    found = effects(
        game_with(tmp_path),
        2,
        planted(0.5, 9.4, 2_000),
        policies=["random", "high"],
        settings=settings,
    )
    assert [(each.player, each.settings[0][1]) for each in found] == [
        ("random", "1"),
        ("random", "2"),
        ("high", "1"),
        ("high", "2"),
    ]
    before, after = made_up(0.5, 9.0, 2_000, 1), made_up(0.5, 9.4, 2_000, 2)
    far = float(after.mean("decisions") - before.mean("decisions"))
    far /= sqrt(before.variance("decisions") / 2_000) + sqrt(after.variance("decisions") / 2_000)
    # Four figures of four effects.
    assert found[0].p == pytest.approx(16 * 2 * stats.norm.sf(far))
    assert 1e-6 < found[0].p < 1.0


def test_equal_strength_is_seldom_found_to_differ(tmp_path):
    settings = [Setting((("rounds", 1),), "One", ())]
    wrong = 0
    for run in range(60):

        def play(game: LoadedGame, player: str, pairs: Sequence[Pair], run: int = run) -> Tallies:
            del player, pairs
            return made_up(0.5, 9.0, 150, 2 * run + bool(game.changed))

        (effect,) = effects(
            game_with(tmp_path), 2, play, policies=["random"], settings=settings, confidence=0.8
        )
        wrong += effect.p < 0.2
    # At most one in five, and for the wide error far fewer.
    assert wrong <= 8


def test_settings_without_any_or_other_numbers_of_games(tmp_path):
    game = game_with(tmp_path)
    assert effects(game, 2, planted(0.5, 9.0, 10), settings=[]) == ()

    def play(game: LoadedGame, player: str, pairs: Sequence[Pair]) -> Tallies:
        del player, pairs
        return made_up(0.5, 9.0, 20 if game.changed else 10, 1)

    with pytest.raises(EngineError, match="20 games with a setting and 10 without"):
        effects(game, 2, play)
