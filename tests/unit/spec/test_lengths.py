"""Lengths: what they may say, what is wrong with them, and that they change no play."""

from __future__ import annotations

import pytest

from certify.errors import SpecInvalidError
from certify.language.catalogue import load_game
from certify.language.diff import differences
from certify.language.references import trace
from tests.support.specs import TAKEN_OUT, spec_with, written

LENGTH = {"text": "Five rounds.", "set": {"rounds": 5}, "minutes": [10, 15], "cites": ["C1"]}


def problem_of(folder, changes):
    """Return the only problem of the small game with a length that is changed, and its line."""
    data = spec_with({"lengths": {"long": dict(LENGTH)}, **changes})
    path = written(folder, data)
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(path))
    (problem,) = caught.value.problems
    assert problem.line is not None
    return problem, path.read_text(encoding="utf-8").splitlines()[problem.line - 1]


@pytest.mark.parametrize(
    ("changes", "place", "message", "line"),
    [
        (
            {"lengths/long/set": {"round": 5}},
            "lengths.long.set.round",
            "there is no parameter round; did you mean rounds?",
            '"round"',
        ),
        (
            {"lengths/long/set": {"rounds": 6}},
            "lengths.long.set.rounds",
            "expected a whole number from 1 to 5; found 6",
            '"rounds"',
        ),
        (
            {"lengths/long/set": {"mode": "dobule"}},
            "lengths.long.set.mode",
            "expected one of plain, double; found dobule (did you mean double?)",
            '"mode"',
        ),
        (
            {"lengths/long/minutes": [20, 15]},
            "lengths.long.minutes",
            "the first number is above the second",
            '"minutes"',
        ),
        (
            {"lengths/long/minutes": [20]},
            "lengths.long.minutes",
            "expected at least 2 entries; found 1",
            '"minutes"',
        ),
        (
            {"lengths/long/minutes": [0, 5]},
            "lengths.long.minutes.0",
            "expected at least 1; found 0 (a number)",
            "0",
        ),
        (
            {"lengths/long/minute": [5, 5]},
            "lengths.long.minute",
            "unknown key; did you mean minutes?",
            '"minute"',
        ),
        (
            {"lengths/long/cites": ["C2"]},
            "lengths.long.cites.0",
            "there is no clause C2; known: C1",
            '"C2"',
        ),
        ({"lengths/long/text": TAKEN_OUT}, "lengths.long.text", "missing", "long"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_wrong_with_a_length_is_told_with_its_line(tmp_path, changes, place, message, line):
    problem, text = problem_of(tmp_path, changes)
    assert problem.place == place
    assert problem.message == message
    assert line in text


def test_a_length_needs_neither_settings_nor_minutes(tmp_path):
    plain = {"text": "As it is.", "cites": ["C1"]}
    game = load_game(str(written(tmp_path, spec_with({"lengths": {"plain": plain}}))))
    assert game.spec.lengths["plain"].set == {}
    assert game.spec.lengths["plain"].minutes is None


def test_a_length_cites_its_clause(tmp_path):
    changes = {
        "clauses/C2": {"lines": "2", "text": "Five rounds take a quarter of an hour."},
        "lengths": {"long": {**LENGTH, "cites": ["C2"]}},
    }
    game = load_game(str(written(tmp_path, spec_with(changes))))
    assert trace(game.spec, game.paytables)["C2"] == ("lengths.long",)
    del changes["lengths"]
    with pytest.raises(SpecInvalidError, match="no element cites this clause"):
        load_game(str(written(tmp_path, spec_with(changes))))


def test_a_length_changes_the_hash_and_no_play(tmp_path):
    without = load_game(str(written(tmp_path, spec_with())))
    given = load_game(str(written(tmp_path, spec_with({"lengths": {"long": LENGTH}}), "b.yaml")))
    assert without.spec_sha256 != given.spec_sha256
    (change,) = differences(without, given)
    assert (change.kind, change.element, change.play) == ("added", "length long", False)


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("burnout", {"to_30": ({"match_target": 30}, None)}),
        (
            "rookie-mistake",
            {
                "one_round": ({"point_limit": 0}, None),
                "to_100": ({"point_limit": 100}, (30, 45)),
                "to_200": ({"point_limit": 200}, (90, 90)),
                "to_300": ({"point_limit": 300}, (120, 120)),
            },
        ),
        ("burn", {}),
        ("burned", {}),
    ],
)
def test_lengths_of_the_package_are_those_of_the_sources(name, lengths):
    spec = load_game(name).spec
    found = {key: (dict(each.set), each.minutes) for key, each in spec.lengths.items()}
    assert found == lengths
