"""What the source has lost and a spec supplies: alternatives, what rests on it, and the words."""

from __future__ import annotations

import json

import pytest

from certify.errors import SpecInvalidError
from certify.language.references import bearing, trace
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.check.result import CheckResult
from certify.studies.check.study import check_game
from certify.studies.fairness.results.assumed import numbered, resting_on, summary, supplied
from certify.studies.fairness.results.fairness import FairnessResult, Finding
from certify.studies.fairness.sensitivity import settings_of
from certify.studies.fairness.study import qualified
from certify.studies.item.study import item_of
from tests.support.assumed import LENGTH, assumed, assumed_game
from tests.support.fairness import synthetic_fairness


def test_results_carry_assumptions_with_all_that_belongs_to_them(tmp_path):
    game = assumed_game(tmp_path)
    first, second, third = item_of(game, FairnessCertification, None, "certify")["assumptions"]
    assert (first.id, first.question, first.decided, first.why) == (
        "A1",
        LENGTH["question"],
        "Three.",
        "The page is torn.",
    )
    assert first.elements == ("parameters.rounds",)
    assert [alternative.settings for alternative in first.alternatives] == [
        (("rounds", "1"),),
        (("rounds", "5"),),
        (),
    ]
    assert second.elements == ("packs.cards",)
    assert first.texts == ()
    ((element, said),) = [(each.element, each.text) for each in second.texts]
    assert element == "packs.cards"
    assert said.startswith("2C (rank 2, suit clubs, value 2); ")
    assert said.count(";") == 51
    assert (first.bears_on, second.bears_on, third.bears_on) == (("play",), ("play",), ())


@pytest.mark.parametrize(
    ("elements", "expected"),
    [
        (["procedures.play", "lengths.match"], ("play", "matches")),
        (["lengths.match", "examples.one"], ("matches",)),
        (["paytables.main.win", "wagers.main"], ("wagers",)),
        (["players"], ("play",)),
        (["result"], ("play",)),
        (["invariants.few", "examples.one"], ()),
    ],
)
def test_what_an_assumption_bears_on_follows_from_what_cites_it(elements, expected):
    assert bearing(elements) == expected


def test_an_alternative_sets_only_what_the_assumption_names(tmp_path):
    wrong = {**LENGTH, "alternatives": [{"text": "Twice", "set": {"mode": "double"}}]}
    with pytest.raises(SpecInvalidError, match=r"mode is not among the parameters of the assump"):
        assumed_game(tmp_path, {"assumptions/A1": wrong})
    wrong = {**LENGTH, "alternatives": [{"text": "Nine", "set": {"rounds": 9}}]}
    with pytest.raises(SpecInvalidError, match="found 9"):
        assumed_game(tmp_path, {"assumptions/A1": wrong})
    wrong = {**LENGTH, "parameters": ["turns"], "alternatives": []}
    with pytest.raises(SpecInvalidError, match="no parameter turns"):
        assumed_game(tmp_path, {"assumptions/A1": wrong})


def test_an_assumption_that_names_a_parameter_is_cited(tmp_path):
    game = assumed_game(tmp_path)
    assert trace(game.spec, game.paytables)["A1"] == ("parameters.rounds",)
    with pytest.raises(SpecInvalidError, match="no element cites this assumption"):
        assumed_game(tmp_path, {"invariants/few/cites": ["C1"]})


def test_alternatives_are_played_beside_those_of_rulings(tmp_path):
    settings = {each.values: each for each in settings_of(assumed_game(tmp_path))}
    assert settings[("rounds", 1),].rulings == ("A1",)
    assert settings[("rounds", 5),].text == "Five rounds"
    ruling = {**LENGTH, "alternatives": [{"text": "One", "set": {"rounds": 1}}]}
    del ruling["supplies"]
    game = assumed_game(tmp_path, {"rulings": {"R1": ruling}})
    settings = {each.values: each for each in settings_of(game)}
    assert settings[("rounds", 1),].rulings == ("R1", "A1")


def test_check_plays_alternatives_of_assumptions(tmp_path):
    found = check_game(assumed_game(tmp_path), games=20, seed=1, workers=1)
    assert {"A1: rounds=1", "A1: rounds=5"} <= {played.setting for played in found.played}
    assert [each.id for each in found.assumptions] == ["A1", "A2", "A3"]
    assert CheckResult.from_json(found.to_json()) == found


def test_a_basis_of_parameters_names_assumptions(tmp_path):
    game = assumed_game(tmp_path, {"parameters/rounds/cites": ["A1"]})
    parameters = {
        each.name: each.basis
        for each in item_of(game, FairnessCertification, None, "x")["parameters"]
    }
    assert parameters == {"rounds": "assumption A1", "mode": "clause C1"}


def test_words_for_headlines(tmp_path):
    found = assumed(tmp_path)
    resting = resting_on(found)
    assert [each.id for each in resting] == ["A1", "A2"]
    assert supplied(resting) == "the supplied number of rounds and cards"
    assert supplied(found) == "the supplied number of rounds, cards and data of A3"
    assert numbered(resting) == "A1, A2"
    assert numbered(found) == "A1 to A3"
    said = summary(resting)
    assert said.startswith("This report rests on two assumptions")
    assert "A1, number of rounds; A2, cards." in said
    assert said.endswith(
        "with the supplied number of rounds and cards, not of the game as published."
    )
    assert "one assumption," in summary(resting[:1], "This study")


def test_findings_that_matter_begin_with_what_they_rest_on(tmp_path):
    table = synthetic_fairness((2,)).tables[0]
    findings = (
        Finding(weight="matter", about="seats", text="The asset wins more often."),
        Finding(weight="note", about="draws", text="None of 10 games was drawn."),
        Finding(weight="matter", about="sensitivity", text="rounds=1 changes: draws."),
    )
    table = table.model_copy(update={"findings": findings})
    first, second, third = qualified(table, assumed(tmp_path)).findings
    assert first.text == (
        "With the supplied number of rounds and cards: the asset wins more often."
    )
    assert second.text == findings[1].text
    assert third.text == findings[2].text
    assert first.assumptions == second.assumptions == third.assumptions == ("A1", "A2")
    assert qualified(table, ()) == table


def test_results_from_before_have_no_assumptions():
    study = synthetic_fairness((2,))
    data = study.model_dump(mode="json", exclude={"assumptions"})
    for table in data["tables"]:
        for finding in table["findings"]:
            del finding["assumptions"]
    assert FairnessResult.model_validate_json(json.dumps(data)) == study
