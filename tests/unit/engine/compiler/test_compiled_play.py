"""Compiled play is the interpreter's, decision by decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from certify.language.catalogue import game_ids, load_game
from certify.language.game import apply_settings
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.program import Program
from tests.crosscheck.back_ends import differences
from tests.oracle.random_games import random_game
from tests.support.plain_back_end import PlainGame

GAMES = Path(__file__).parents[3] / "games"
LIARS, TRICKS = str(GAMES / "liars_numbers.yaml"), str(GAMES / "trick_taking.yaml")

PLAYED = [
    ("burnout", 2, "play", ("random",), 300),
]
"""Played in machine code in every run; so is a round of blackjack-burnout by tests/crosscheck."""
AS_PYTHON = [
    ("burn", 2, "play", ("random",), 25),
    (TRICKS, 4, "play", ("random",), 60),
    ("rookie-mistake", 3, "play", ("sensible", "random", "random"), 15),
    ("burned", 2, "play", ("random", "sensible"), 20),
    ("blackjack-burnout", 1, "single_round", ("by_total",), 400),
    ("blackjack-burnout", 1, "play", ("random",), 60),
    (LIARS, 2, "play", ("random",), 150),
]
"""Compiled for half a minute and more: every run plays some games by the code as plain Python."""
IN_MACHINE_CODE = [
    ("burn", 4, "play", ("sensible", "random", "random", "sensible"), 12),
    *AS_PYTHON,
]
FEW = 3

SHELF = game_ids("rules/shelf")
BY_POLICIES = [
    pytest.param(name, policy, id=f"{name}-{policy}")
    for name in SHELF
    for policy in load_game(name).spec.policies
]


def seats_of(name: str) -> tuple[int, ...]:
    """Return how many can play a game."""
    players = load_game(name).spec.players
    assert players is not None
    return tuple(players.seats)


@pytest.mark.parametrize(
    ("game", "players", "procedure", "policies", "games"),
    [*PLAYED, *(pytest.param(*each, marks=pytest.mark.slow) for each in IN_MACHINE_CODE)],
)
def test_both_back_ends_make_the_same_decisions(game, players, procedure, policies, games):
    program = Program(load_game(game), players)
    compiled = CompiledGame(program, procedure, policies)
    assert differences(compiled, range(games)) == []


@pytest.mark.parametrize(("game", "players", "procedure", "policies", "_"), AS_PYTHON)
def test_generated_code_makes_the_same_decisions_as_plain_python(
    game, players, procedure, policies, _
):
    plain = PlainGame(Program(load_game(game), players), procedure, policies)
    assert differences(plain, range(FEW)) == []


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
        *((name, 3_000) for name in SHELF),
    ],
)
def test_thousands_of_games(game, games):
    loaded, seats = load_game(game), seats_of(game)
    for players in seats:
        compiled = CompiledGame(Program(loaded, players))
        assert differences(compiled, range(-(-games // len(seats))), seed=2) == []


@pytest.mark.parametrize("game", SHELF)
def test_few_games_of_the_shelf_as_plain_python(game):
    for players in seats_of(game):
        plain = PlainGame(Program(load_game(game), players))
        assert differences(plain, range(FEW)) == []


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in range(20, 2_000, 20))]
)
def test_games_made_at_random_as_plain_python(first):
    for seed in range(first, first + 20):
        plain = PlainGame(Program(random_game(seed), 1))
        assert differences(plain, range(8)) == [], seed


@pytest.mark.slow
@pytest.mark.parametrize(("game", "policy"), BY_POLICIES)
def test_a_thousand_games_by_the_policies_of_the_shelf(game, policy):
    compiled = CompiledGame(Program(load_game(game), seats_of(game)[0]), policies=(policy,))
    assert differences(compiled, range(1_000), seed=4) == []


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
