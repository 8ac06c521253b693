"""Figures of a spec: what they may say, how texts refer to them, and what nobody may type."""

from __future__ import annotations

from copy import deepcopy

import pytest

from certify.errors import SpecInvalidError
from certify.language.catalogue import game_of, load_game
from certify.language.diff import differences
from certify.language.document import read_text
from certify.language.references import PERCENTAGE, REFERENCE
from certify.resources import data_files
from tests.support.specs import spec_with, written

RULING = {
    "question": "How many rounds?",
    "decided": "Three; {{drawn}} of random games are drawn.",
    "why": "Nothing is said.",
    "parameters": ["rounds"],
    "alternatives": [{"text": "Five", "set": {"rounds": 5}}],
}
FIGURE = {"text": "Random games that are drawn.", "measure": "draw", "players": [2, 3]}
SECTIONS = {"rulings": {"R1": RULING}, "figures": {"drawn": FIGURE}}


def path_of(folder, changes=None, name="small.yaml"):
    return written(folder, spec_with({**deepcopy(SECTIONS), **(changes or {})}), name)


def problem_of(folder, changes):
    """Return the only problem of the small game with a figure, and the line that it names."""
    path = path_of(folder, changes)
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(path))
    (problem,) = caught.value.problems
    assert problem.line is not None
    return problem, path.read_text(encoding="utf-8").splitlines()[problem.line - 1]


def test_figure_is_read(tmp_path):
    figure = load_game(str(path_of(tmp_path))).spec.figures["drawn"]
    assert (figure.measure, figure.players, figure.policy) == ("draw", (2, 3), "random")
    assert (figure.kind, figure.games, figure.seed) == ("mean", 100_000, 1)


@pytest.mark.parametrize(
    ("changes", "place", "message", "line"),
    [
        (
            {"rulings/R1/why": "So {{drwan}}."},
            "rulings.R1.why",
            "there is no figure drwan; did you mean drawn?",
            '"why"',
        ),
        (
            {"clauses/C1/text": "Of {{ }}."},
            "clauses.C1.text",
            "two braces stand for a figure, as {{name}}; its name is missing here",
            '"text"',
        ),
        (
            {"rulings/R1/decided": "Three."},
            "figures.drawn",
            "no text refers to this figure as {{drawn}}",
            '"drawn"',
        ),
        (
            {"rulings/R1/why": "In 5.2 % of random games."},
            "rulings.R1.why",
            "5.2 % is typed; refer to a figure of `figures` as {{name}}, unless it is a parameter"
            " of the ruling or stands in a clause of its elements",
            '"why"',
        ),
        (
            {"rulings/R1/alternatives/0/text": "Five, in 7 percent of games"},
            "rulings.R1.alternatives.0.text",
            "7 percent is typed; refer to a figure of `figures` as {{name}}, unless it is a"
            " parameter of the ruling or stands in a clause of its elements",
            '"text"',
        ),
        (
            {"figures/drawn/measure": "drawn"},
            "figures.drawn.measure",
            "there is no measure drawn; did you mean draw?",
            '"measure"',
        ),
        (
            {"figures/drawn/measure": "win.3"},
            "figures.drawn.measure",
            "there is no seat 3 where 2 play",
            '"measure"',
        ),
        (
            {"figures/drawn/players": [4]},
            "figures.drawn.players.0",
            "the game is not played by 4; known: 2, 3",
            "4",
        ),
        (
            {"figures/drawn/policy": "randon"},
            "figures.drawn.policy",
            "there is no policy randon; did you mean random?",
            '"policy"',
        ),
        (
            {"figures/drawn/set": {"rounds": 6}},
            "figures.drawn.set.rounds",
            "expected a whole number from 1 to 5; found 6",
            '"rounds"',
        ),
        (
            {"figures/drawn/exact": "wagers.main.ev"},
            "figures.drawn",
            "expected either measure, of games played, or exact, of a banked game",
            '"drawn"',
        ),
        (
            {"figures/drawn": {"text": "The edge.", "exact": "wagers.main.ev"}},
            "figures.drawn.exact",
            "no exact engine analyses this game: expected measure",
            '"exact"',
        ),
    ],
    ids=lambda value: str(value)[:50],
)
def test_problem_is_told_with_its_line(tmp_path, changes, place, message, line):
    problem, shown = problem_of(tmp_path, changes)
    assert (problem.place, problem.message) == (place, message)
    assert line in shown


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"clauses/C1/text": "A fee of 20 % is paid."}, "The 20 % of the clause."),
        ({}, "It might be 3 % or 5 percent as well: values of the parameter, and 300 %."),
        ({}, "Two in a hundred."),
    ],
    ids=["clause", "parameter", "words"],
)
def test_percentage_of_the_rule_itself_may_be_typed(tmp_path, changes, why):
    load_game(str(path_of(tmp_path, {**changes, "rulings/R1/why": why})))


def test_figures_count_in_the_hash_and_change_no_play(tmp_path):
    before = load_game(str(path_of(tmp_path)))
    after = load_game(str(path_of(tmp_path, {"figures/drawn/games": 5000}, "other.yaml")))
    assert before.spec_sha256 != after.spec_sha256
    assert before.play_sha256 == after.play_sha256
    (change,) = differences(before, after)
    assert (change.element, change.part, change.play) == ("figure drawn", "games", False)
    assert change.after == "5000"


def test_what_is_played_counts_in_the_hash_of_the_rules(tmp_path):
    before = load_game(str(path_of(tmp_path)))
    after = load_game(str(path_of(tmp_path, {"parameters/rounds/default": 4}, "other.yaml")))
    assert before.play_sha256 != after.play_sha256


@pytest.mark.parametrize("file", sorted(data_files("rules", ".yaml")))
def test_no_percentage_of_a_game_is_typed(file):
    """Every percentage of a ruling is a figure that is worked out, or the rule's own."""
    text = read_text(data_files("rules", ".yaml")[file], file)
    spec = game_of(text, file).spec
    own = {
        found[0] for clause in spec.clauses.values() for found in PERCENTAGE.finditer(clause.text)
    }
    # The payment of Burnout, and the two others that its ruling tells of.
    own |= {"20 %", "15 %", "25 %"}
    for decision in spec.settled.values():
        texts = [decision.question, decision.decided, decision.why]
        texts += [each.text for each in decision.alternatives]
        for found in PERCENTAGE.finditer(" ".join(texts)):
            assert found[0] in own
    assert set(spec.figures) == set(REFERENCE.findall(text))
