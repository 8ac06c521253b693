"""`certify schema results`: what commands print with --json, and issued results, meet it."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from certify.evidence.schemas import RESULTS, results_schema
from certify.studies.certification.kinds import kind_with
from tests.support.dice import write_dice
from tests.support.fairness import synthetic_fairness

ROOT = Path(__file__).parents[2]
GAME = "blackjack-burnout"
SMALL = ("--shoe", "2,0,4,0,4,2,0,4,0,8")

QUICK = {
    "games": ("games",),
    "hash": ("hash", GAME),
    "diff": ("diff", "burnout", "burn"),
    "trace": ("trace", "burnout"),
    "replay": ("replay", ROOT / "tests/playthroughs/rookie-mistake.jsonl"),
    "hand": ("hand", GAME, "--cards", "8,8", "--upcard", "T", *SMALL),
    "rtp": ("rtp", GAME, *SMALL, "--no-distribution"),
    "strategy": ("strategy", GAME, *SMALL),
    "whatif-analysed-rulings": ("whatif", "casino-war", "--rulings"),
}


OF_EACH_KIND = ("blackjack-burnout", "blackjack", "burned", "casino-war")
"""Issued results that are read in every run: of each kind one."""


def validator(kind=None):
    schema = results_schema(kind)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture(scope="module")
def any_result():
    return validator()


@pytest.mark.parametrize("kind", QUICK)
def test_what_a_command_prints_meets_its_schema(certify, any_result, kind):
    found = json.loads(certify(*QUICK[kind], "--json").stdout)
    validator(kind).validate(found)
    any_result.validate(found)


def test_what_is_simulated_or_compiled_meets_its_schema(certify, tmp_path):
    dice = write_dice(tmp_path)
    asked = ("simulate", dice, "--rounds", 20, "--engine", "interpreter", "--json")
    validator("simulate").validate(json.loads(certify(*asked).stdout))
    validator("compile").validate(json.loads(certify("compile", dice, "--json").stdout))


def test_a_study_of_fairness_meets_its_schema():
    validator("fairness").validate(json.loads(synthetic_fairness((2, 3)).to_json()))


ISSUED = sorted((ROOT / "reports").glob("*.json"))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=() if path.stem in OF_EACH_KIND else pytest.mark.slow)
        for path in ISSUED
    ],
    ids=[path.stem for path in ISSUED],
)
def test_issued_results_meet_their_schema(path):
    found = json.loads(path.read_text(encoding="utf-8"))
    content = kind_with(found).content
    kind = next(name for name, result in RESULTS.items() if result is content)
    validator(kind).validate(found)


def test_a_wrong_key_or_type_is_refused(certify):
    found = json.loads(certify("hash", GAME, "--json").stdout)
    check = validator("hash")
    assert not check.is_valid(found | {"sha": "0"})
    assert not check.is_valid(found | {"version": 1})
    assert not check.is_valid({key: found[key] for key in found if key != "game"})


@pytest.mark.parametrize("kind", RESULTS)
def test_the_command_prints_the_schema(certify, kind):
    printed = json.loads(certify("schema", "results", "--of", kind).stdout)
    assert printed == results_schema(kind)
    assert printed["title"] == f"certify results: {kind}"


def test_one_schema_is_for_all(certify):
    assert json.loads(certify("schema", "results").stdout) == results_schema()


def test_what_has_no_results_is_told(certify, words):
    said = words(certify("schema", "results", "--of", "simulat", code=2).stderr)
    assert "there are no results of 'simulat'; did you mean simulate?" in said
    assert "--of names a kind of results" in words(
        certify("schema", "spec", "--of", "rtp", code=2).stderr
    )
