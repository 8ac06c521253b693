"""Elements of a spec replaced by path."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.errors import ParameterError, SpecError, SpecInvalidError
from certify.language.catalogue import load_game
from certify.language.cut_down import SmallVersion, cut_down, small_versions
from certify.language.game import apply_settings
from certify.play.interpreter.program import Program


@pytest.fixture(scope="module")
def game():
    return load_game("burnout")


def test_what_is_replaced_and_what_stays(game):
    set_before = apply_settings(game, {"match_target": 30})
    smaller = cut_down(set_before, {"packs.cards.cards.rank": "1..3", "packs.cards.copies": 2})
    assert Program(smaller).deck.labels == ("1", "1", "2", "2", "3", "3")
    assert smaller.changed == (("match_target", "30"),)
    assert smaller.spec.examples == {}
    assert smaller.spec.rulings == game.spec.rulings
    assert smaller.spec_sha256 != game.spec_sha256
    # The game itself is as it was.
    assert len(Program(game).deck.labels) == 55
    assert game.document.data["packs"]["cards"]["copies"] == "rank"


def test_a_key_can_be_added_where_an_element_has_it(game):
    smaller = cut_down(game, {"packs.cards.only": "rank in [2, 5]"})
    assert Program(smaller).deck.labels == ("2", "2", "5", "5", "5", "5", "5")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("pack.cards.copies", "the spec has no pack; did you mean packs"),
        ("packs.card.copies", "packs has no card; did you mean cards"),
        ("packs", None),
        ("procedures.deal_hands.do.9.deal", "deal_hands.do has items 0 to 4, and no 9"),
        ("procedures.deal_hands.do.-1", "items 0 to 4, and no -1"),
        ("packs.cards.copies.all", "packs.cards.copies is a single value"),
        ("nothing", "the spec has no nothing"),
    ],
)
def test_paths_that_lead_nowhere(game, path, message):
    with pytest.raises(SpecInvalidError if message is None else SpecError, match=message):
        cut_down(game, {path: 1})


def test_what_the_language_does_not_have_is_refused(game):
    with pytest.raises(
        SpecInvalidError, match=r"burnout.yaml:\d+: packs.cards: unknown key; did you mean copies"
    ):
        cut_down(game, {"packs.cards.copy": 2})
    with pytest.raises(SpecInvalidError, match="rank_"):
        cut_down(game, {"packs.cards.copies": "rank_"})
    with pytest.raises(SpecInvalidError, match="calls itself"):
        cut_down(game, {"procedures.play.do": [{"call": "play"}]})


def test_a_game_that_is_not_played_cannot_be_cut_down(game):
    with pytest.raises(SpecError, match="not one of play"):
        cut_down(replace(game, play=None), {})


def test_settings_of_a_version_are_those_of_the_game(game):
    version = SmallVersion(title="A", why="B", set={"hand_cap": 0}, method="equilibrium")
    with pytest.raises(ParameterError, match="hand_cap"):
        version.cut(game)


def test_a_file_of_another_game_is_told(monkeypatch, tmp_path):
    file = tmp_path / "small.yaml"
    file.write_text("certify: 1\ngame: other\nversions: {}\n", encoding="utf-8")
    monkeypatch.setattr(
        "certify.language.cut_down.data_files", lambda kind, suffix: {"small.yaml": file}
    )
    with pytest.raises(SpecError, match="tells of the game other, and not of small"):
        small_versions("small")
