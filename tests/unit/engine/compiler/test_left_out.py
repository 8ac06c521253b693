"""What compiled play leaves out: packs laid out anew, cases one by one, constants counted."""

from __future__ import annotations

from typing import Any

import pytest

from certify.language.catalogue import load_game
from certify.play.compiler.module import begin_lines
from certify.play.compiler.moves import MoveEmitter
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.program import Program
from tests.crosscheck.back_ends import differences
from tests.support.constructs import construct_game
from tests.support.plain_back_end import PlainGame

DRAWN: list[Any] = [{"deal": {"from": "deck", "to": "bin"}}]
BACK: list[Any] = [
    {
        "if": "number % 4 == 0 and piles[1]",
        "then": [{"move": {"cards": "[piles[1][0]]", "to": "deck"}}],
    },
    {"if": "number == 3", "then": [{"move": {"from": "piles[2]", "to": "deck"}}]},
]
ALL: list[Any] = [
    {"if": "number == 7", "then": [{"deal": {"cards": 99, "from": "deck", "to": "bin"}}]}
]
AGAIN: list[Any] = [{"if": "number == 5", "then": [{"shuffle": "deck"}]}]


def back_and_forth(folder: Any, do: Any) -> PlainGame:
    return PlainGame(Program(construct_game(folder, "many_different", do=do), 2))


@pytest.mark.parametrize("do", [[*DRAWN, *BACK], [*BACK, *ALL], [*DRAWN, *AGAIN], [*BACK, *AGAIN]])
def test_every_game_begins_with_the_pack_in_order(tmp_path, do):
    game = back_and_forth(tmp_path, do)
    assert "put_back(block, cards_of_deck" in game.source
    assert differences(game, range(30)) == []


def test_cards_that_were_moved_and_are_not_put_back_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(MoveEmitter, "_stray", lambda self, zones: None)
    assert differences(back_and_forth(tmp_path, [*DRAWN, *BACK]), range(30)) != []


@pytest.mark.parametrize(
    ("game", "procedure", "policy", "games"),
    [
        ("punto-banco", "play", "random", 40),
        ("casino-war", "play", "fights", 40),
        ("blackjack", "play", "random", 20),
        ("blackjack-burnout", "wagered_round", "random", 20),
    ],
)
def test_games_from_a_shoe(game, procedure, policy, games):
    plain = PlainGame(Program(load_game(game), 1), procedure, policy)
    assert "put_back(block, cards_of_shoe" in plain.source
    assert differences(plain, range(games)) == []


def test_what_is_the_same_in_every_game_is_recorded_uncounted():
    program = Program(load_game("punto-banco"), 1)
    game = PlainGame(program)
    assert game.generated.constants["stake.tie"] == 1
    scales = dict(zip(game.names, game.scales, strict=True))
    interpreted = InterpretedGame(program, scales=scales)
    for games in (0, 30):
        assert game.play(5, 10, games) == interpreted.play(5, 10, games)


@pytest.mark.parametrize("pack", ["different", "many"])
def test_cases_are_looked_up(tmp_path, pack):
    definitions: dict[str, Any] = {
        "by_number": {
            "match": "3 - number",
            "cases": {-6: 5, -2: 9, 0: 7, 3: -4, "else": 1},
        },
        "by_word": {
            "match": "mood",
            "cases": {"calm": "1 / 4", "angry": "2", "odd": "-3 / 2", "else": "0"},
        },
        "by_both": {
            "takes": [{"v": "integer"}],
            "is": "mood == 'odd' if v == 1 else true if v == 2 else v == 3",
        },
    }
    measures = {
        "by_number": "by_number",
        "by_word": "by_word + 1 / 3",
        "by_both": "1 if by_both(number) else 0",
    }
    loaded = construct_game(tmp_path, pack, definitions=definitions, measures=measures)
    game = PlainGame(Program(loaded, 2))
    assert game.source.count("cases_table_") > 2
    assert differences(game, range(40)) == []


def test_what_a_game_names_nowhere_is_not_copied_for_it():
    program = Program(load_game("blackjack-burnout"), 1)
    everything = PlainGame(program, "single_round", "by_total")
    few = PlainGame(program, "single_round", "by_total", quantities=["main"])
    assert "variable_streak" in everything.generated.places
    assert "variable_streak" not in few.generated.places
    assert few.generated.places["state_size"] < everything.generated.places["state_size"]
    assert everything.play(3, 0, 40).mean("main") == few.play(3, 0, 40).mean("main")


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 512, 513])
def test_a_state_is_copied_once_and_whole(size):
    copied: list[int] = []

    def copy_words(block, target, source, number):
        assert (block, target - 1_000, target - source) == (7, source - 5_000, -4_000)
        copied.extend(range(source - 5_000, source - 5_000 + number))

    names = {"block": 7, "state": 1_000, "beginning": 5_000, "state_size": size}
    for line in begin_lines(size).split("\n"):
        exec(line.strip(), {**names, "copy_words": copy_words})
    assert copied == list(range(size))


def test_what_is_done_under_a_condition_alone_is_apart_from_the_condition():
    plain = PlainGame(Program(load_game("blackjack-burnout"), 1), "single_round", "by_total")
    assert "return guarded_refill_shoe(block, me)" in plain.source
    assert differences(plain, range(20)) == []


def test_memory_begins_with_a_line_of_the_processor():
    for name in ("burnout", "punto-banco"):
        game = PlainGame(Program(load_game(name)))
        assert game._block.ctypes.data % 64 == 0
        assert game.generated.places["chance"] % 8 == game.generated.places["beginning"] % 8 == 0
        assert len(game._block) == game.generated.size


def test_lists_that_are_handed_over_have_room_for_what_they_can_hold():
    # No move of this game picks a list; losers and winners are among the seats.
    places = PlainGame(Program(load_game("rookie-mistake"), 3)).generated.places
    lists = sorted(at for name, at in places.items() if name.startswith("list_"))
    assert len(lists) == 3
    assert lists[-1] - lists[0] < 2 * 4
    assert min(at for at in places.values() if at > lists[-1]) - lists[-1] <= 4
