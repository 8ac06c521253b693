"""Compiled play is the interpreter's, decision by decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.play.compiler import CompiledGame
from certify.play.interpreter.program import Program
from tests.crosscheck.back_ends import differences

GAMES = Path(__file__).parents[3] / "games"
LIARS, TRICKS = str(GAMES / "liars_numbers.yaml"), str(GAMES / "trick_taking.yaml")

PLAYED = [
    ("burn", 2, "play", ("random",), 25),
    ("burnout", 2, "play", ("random",), 300),
    ("rookie-mistake", 3, "play", ("sensible", "random", "random"), 15),
    (TRICKS, 4, "play", ("random",), 60),
    # These are compiled for half a minute and more; the round is played against the exact
    # engine by tests/crosscheck in every run.
    pytest.param(
        *("burn", 4, "play", ("sensible", "random", "random", "sensible"), 12),
        marks=pytest.mark.slow,
    ),
    pytest.param("burned", 2, "play", ("random", "sensible"), 20, marks=pytest.mark.slow),
    pytest.param(
        "blackjack-burnout", 1, "single_round", ("by_total",), 400, marks=pytest.mark.slow
    ),
    pytest.param("blackjack-burnout", 1, "play", ("random",), 60, marks=pytest.mark.slow),
    pytest.param(LIARS, 2, "play", ("random",), 150, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "players", "procedure", "policies", "games"), PLAYED)
def test_both_back_ends_make_the_same_decisions(game, players, procedure, policies, games):
    program = Program(load_game(game), players)
    compiled = CompiledGame(program, procedure, policies)
    assert differences(compiled, range(games)) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "games"),
    [
        ("burn", 300),
        ("burnout", 3_000),
        ("rookie-mistake", 400),
        ("burned", 1_000),
        ("blackjack-burnout", 3_000),
        (LIARS, 3_000),
        (TRICKS, 1_500),
    ],
)
def test_thousands_of_games(game, games):
    loaded = load_game(game)
    assert loaded.spec.players is not None
    seats = loaded.spec.players.seats
    for players in seats:
        compiled = CompiledGame(Program(loaded, players))
        assert differences(compiled, range(-(-games // len(seats))), seed=2) == []


def _alternatives():
    for name in ("burn", "burnout", "rookie-mistake", "burned", "blackjack-burnout"):
        for number, settled in load_game(name).spec.settled.items():
            for place, alternative in enumerate(settled.alternatives):
                if alternative.set:
                    yield pytest.param(name, alternative.set, id=f"{name}-{number}-{place}")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "settings"), list(_alternatives()))
def test_alternative_rulings(name, settings):
    loaded = apply_settings(load_game(name), settings)
    assert differences(CompiledGame(Program(loaded)), range(30), seed=3) == []
