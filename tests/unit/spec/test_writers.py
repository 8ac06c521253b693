"""What cost time to who wrote ten games from the documentation alone, and has been mended.

Wagers, rows and rankings are in `test_wagers`, names in `test_names`; here is the rest.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from certify.errors import SpecError
from certify.language.catalogue import game_of, load_game
from certify.language.cut_down import small_versions, versions_of
from certify.language.game import LoadedGame
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.interpreter import start
from certify.play.interpreter.program import Program
from certify.play.scenario import example_failure
from tests.support.banked_spec import BANKED, PAYTABLES, by_name
from tests.support.specs import spec_with

MOST_LINES = 800
"""Of the code of a hold'em game: 2,050 when definitions were written where they are used."""


def banked(changes: dict[str, object]) -> LoadedGame:
    return game_of(json.dumps(spec_with(changes, BANKED), indent=1), "game.yaml", by_name)


def test_the_game_that_the_others_change_is_right() -> None:
    assert example_failure(banked({}), "a_pair") is None


def test_definitions_that_are_used_often_are_functions() -> None:
    source = CompiledGame(Program(load_game("ultimate-texas-holdem"))).source
    assert 200 < source.count("\n") < MOST_LINES


@pytest.mark.parametrize("number", [3, 17, 70])
def test_a_long_table_is_looked_up_as_it_is_written(number: int) -> None:
    cases = {f"{10 * n}..{10 * n + 4}": str(n * n % 7) for n in range(1, number)} | {"7": "8"}
    game = banked({"definitions/worth/cases": {**cases, "else": "9"}})
    program = Program(game)
    state = start(program, 1)
    for value in range(-1, 10 * number + 20, 3):
        found = program.question(f"worth({value})")(state.values, state.zones)
        tens, ones = divmod(value, 10)
        is_in = 1 <= tens < number and ones <= 4
        assert found == (8 if value == 7 else tens * tens % 7 if is_in else 9), value
    assert CompiledGame(program).source


def test_a_misspelt_name_is_likened_to_one_that_is_declared() -> None:
    high: dict[str, object] = {
        "definitions/high": {"is": "lead > 0", "cites": ["C1"]},
        "result/measures/read": "hihg",
    }
    with pytest.raises(SpecError, match="unknown name hihg; did you mean high"):
        banked(high)


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("extra == 5", "extra == 5 is false; extra is 2"),
        ("category_of(poker, hand) == 'flush'", "category_of(poker, hand) is pair"),
        ("rank_of(loose, hand) // 10 < 0", "rank_of(loose, hand) // 10 is "),
        ("not plays", "not plays is false"),
    ],
)
def test_a_fact_that_fails_tells_the_value_that_was_found(fact: str, told: str) -> None:
    failure = example_failure(banked({"examples/a_pair/steps/2/expect/facts": [fact]}), "a_pair")
    assert failure is not None
    assert told in failure


def test_cut_down_versions_beside_a_spec_of_ones_own_are_read(tmp_path: Path) -> None:
    (tmp_path / "paytables").mkdir()
    for file, text in PAYTABLES.items():
        (tmp_path / "paytables" / file).write_text(text, encoding="utf-8")
    spec = tmp_path / "spec.yaml"
    spec.write_text(json.dumps(BANKED), encoding="utf-8")
    game = load_game(str(spec))
    assert versions_of(game) == {}
    (tmp_path / "cut_down").mkdir()
    versions = tmp_path / "cut_down" / "small_banked.yaml"
    version = "{title: A, why: B, edits: {packs.cards.copies: 2}, method: equilibrium}"
    versions.write_text(f"certify: 1\ngame: small-banked\nversions: {{two: {version}}}\n", "utf-8")
    (found,) = versions_of(game).values()
    assert found.cut(game).spec.packs["cards"].copies == "2"
    versions.write_text("certify: 1\ngame: small-bank\nversions: {}\n", "utf-8")
    with pytest.raises(SpecError, match="tells of the game small-bank, and not of small-banked"):
        versions_of(game)


def test_versions_of_a_game_of_the_package_are_the_packages() -> None:
    game = load_game("burnout")
    assert game.is_packaged
    assert versions_of(game) == small_versions("burnout") != {}
