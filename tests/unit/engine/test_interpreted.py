"""Games of a series by their numbers, and what is recorded of them."""

import pytest

from certify.errors import EngineError, PlayError, SpecError
from certify.play.interpreted import InterpretedGame, by_seat, streams
from certify.play.interpreter.interpreter import play_randomly, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import initial_state
from certify.play.quantities import exact_scale, quantities_of
from tests.oracle.random_games import loaded, random_spec
from tests.support.dice import BODY
from tests.support.games import small_game

HALVES = {"score.1": 2, "score.2": 2}


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return small_game(tmp_path_factory.mktemp("dice"), BODY)


@pytest.fixture(scope="module")
def program(game):
    return Program(game, 2)


def test_quantities_have_names_in_the_order_of_the_contract(program):
    found = quantities_of(program)
    assert found.names == (
        *("score.1", "score.2", "win.1", "win.2", "draw", "decisions"),
        *("first", "loud"),
    )
    assert found.scales == (1000, 1000, 1, 1, 1, 1, 1, 1)
    assert quantities_of(program, HALVES).scales[:2] == (2, 2)


def test_the_scale_holds_what_the_rules_divide_by(program):
    assert exact_scale(program) == 2


def test_what_is_divided_by_an_expression_adds_nothing_to_the_scale(tmp_path):
    body = BODY.replace("bonus / 2", '"bonus / (1 + guess[p]) / 2"')
    assert exact_scale(Program(small_game(tmp_path, body), 2)) == 2


def test_a_stake_of_half_a_unit_halves_what_a_row_pays():
    spec, tables = random_spec(30_025)
    assert spec["wagers"]["side"]["stake"] == "1 / 2"
    assert tables["random_side.yaml"]["rows"]["hit"]["pays"] == "5:2"
    assert exact_scale(Program(loaded(spec, tables), 1)) == 4


def test_half_of_what_a_row_pays_in_a_net_result_halves_it_too():
    spec, tables = random_spec(30_025)
    side = spec["wagers"]["side"]
    side["net"] = f"1 / 2 * pays({side['paytable']}, {side['row']}, default=-1)"
    side["stake"] = 1
    assert exact_scale(Program(loaded(spec, tables), 1)) == 4


def test_games_are_those_of_their_numbers(program):
    playable = InterpretedGame(program, scales=HALVES, pairs=[("score.1", "first")])
    whole = playable.play(9, 0, 40)
    parts = playable.play(9, 25, 15)
    parts.add(playable.play(9, 0, 25))
    assert whole == parts
    assert whole != playable.play(10, 0, 40)
    assert whole.games == 40
    assert whole.mean("decisions") == 2


def test_a_game_has_a_stream_for_chance_and_one_for_choices(program):
    playable = InterpretedGame(program, scales=HALVES)
    chance, choices = streams(9, 17)
    state = initial_state(program, chance)
    run(state)
    play_randomly(state, choices)
    assert playable.played(9, 17).values == state.values
    assert playable.played(9, 17).zones == state.zones


def test_seats_play_by_their_policies(program):
    found = InterpretedGame(program, policies=("careful", "random"), scales=HALVES).play(1, 0, 50)
    assert found.tally("first").counts == {3: 50}
    both = InterpretedGame(program, policies="careful", scales=HALVES).play(1, 0, 50)
    assert both.tally("first").counts == {3: 50}


def test_one_policy_is_that_of_every_seat(program):
    assert by_seat(program, ["careful"]) == by_seat(program, "careful") == ("careful",) * 2


def test_values_that_the_scale_does_not_hold_are_refused(program):
    playable = InterpretedGame(program, scales={"score.1": 1})
    message = r"score.1 is -?\d/2, .* scale of 1 .* --scale score.1=2 \(game 0 of seed 9\)"
    with pytest.raises(PlayError, match=message):
        playable.play(9, 0, 1)


def test_what_the_game_has_not_is_refused(program):
    with pytest.raises(SpecError, match="there is no procedure 'rond'; did you mean round"):
        InterpretedGame(program, "rond")
    with pytest.raises(SpecError, match="pay takes arguments; those that can be run: play, round"):
        InterpretedGame(program, "pay")
    with pytest.raises(SpecError, match="did you mean careful"):
        InterpretedGame(program, policies="carefull")
    with pytest.raises(EngineError, match="did you mean first"):
        InterpretedGame(program, pairs=[("score.1", "frst")])
    with pytest.raises(EngineError, match="there are 3 policies for 2 players"):
        by_seat(program, ("random",) * 3)
    with pytest.raises(EngineError, match="did you mean score"):
        quantities_of(program, {"score": 2})
    with pytest.raises(EngineError, match="the scale of first cannot be 0"):
        quantities_of(program, {"first": 0})
