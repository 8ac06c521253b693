"""`certify crosscheck`: its table, its JSON, its exit codes, its errors."""

from __future__ import annotations

import hashlib
import json

import pytest

from certify.studies.crosscheck.answers import LEVEL
from certify.studies.crosscheck.result import CrosscheckResult

GAME = "blackjack-burnout"
SMALL = ("--set", "decks=1", "--set", "max_split_hands=1", "--strategy", "basic")
FEW = ("--rounds", "60", "--shoes", "8", "--engine", "interpreter", "--workers", "1")


@pytest.fixture
def crosscheck(certify):
    """Return a function that runs the command on small rules and few rounds."""
    return lambda *arguments, game=GAME, code=0: certify(
        "crosscheck", game, *SMALL, *FEW, *arguments, code=code
    )


@pytest.fixture(scope="module")
def told():
    """Return a place for what is printed, so that the same rounds are played once."""
    return {}


@pytest.fixture
def of_seed_3(crosscheck, told):
    """Return what `--json --seed 3` prints."""
    if not told:
        told["json"] = crosscheck("--json", "--seed", "3").stdout_bytes
    return told["json"]


def test_the_table_fits_the_screen_and_says_what_it_says(crosscheck, of_seed_3, monkeypatch, words):
    # What is shown is what has been played already.
    found = CrosscheckResult.from_json(of_seed_3)
    monkeypatch.setattr("certify.studies.crosscheck.study.crosscheck", lambda *_, **__: found)
    text = crosscheck().output
    assert max(map(len, text.splitlines())) <= 80
    said = words(text)
    assert "tests in 12 parts, fixed before play" in said
    assert "Holm correction at 0.01" in said
    assert "What dealing on to the cut card changes" in said
    assert "tests agree." in said
    # Every test has its line, and no line of figures is broken.
    rows = [line for line in text.splitlines() if line.rstrip().endswith("yes")]
    assert len(rows) == int(said.partition(" tests in 12 parts")[0].split()[-1])
    assert all(len(row.split()) >= 6 for row in rows)


def test_the_json_is_the_result(of_seed_3):
    result = CrosscheckResult.from_json(of_seed_3)
    assert result.to_json().encode() + b"\n" == of_seed_3
    assert (result.game, result.strategy, result.seed) == (GAME, "basic", 3)
    assert result.passed
    assert all(test.p_adjusted >= LEVEL for test in result.tests)
    assert {run.games for run in result.runs} == {60}
    assert [effect.shoes for effect in result.cut_card] == [8, 8]
    assert len(result.plan_sha256) == 64


def test_the_plan_can_be_printed_before_play(crosscheck, of_seed_3):
    plan = crosscheck("--plan", "--seed", "3").stdout_bytes.strip()
    found = CrosscheckResult.from_json(of_seed_3)
    assert hashlib.sha256(plan).hexdigest() == found.plan_sha256
    tests = [test["id"] for run in json.loads(plan)["runs"] for test in run["tests"]]
    assert tests == [test.id for test in found.tests]


def test_a_figure_that_does_not_agree_is_exit_code_3(crosscheck, of_seed_3, monkeypatch, words):
    found = CrosscheckResult.from_json(of_seed_3)
    tests = [
        test.model_copy(update={"p_adjusted": 0.0, "passed": False}) for test in found.tests[:1]
    ]
    found = found.model_copy(update={"tests": (*tests, *found.tests[1:])})
    monkeypatch.setattr("certify.studies.crosscheck.study.crosscheck", lambda *_, **__: found)
    said = words(crosscheck(code=3).output)
    assert f"tests do NOT agree: {tests[0].id} (p 0)" in said


@pytest.mark.slow
def test_a_planted_payout_does_not_agree(crosscheck, copied, words):
    planted = copied("else blackjack_pays", "else blackjack_pays + 1 / 1000")
    found = crosscheck("--workers", "2", game=planted, code=3)
    assert "tests do NOT agree: main.paid (p 0), main_burnout.paid (p 0)" in words(found.output)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("crosscheck", "burnout"), 1, "burnout is played between players and has no house"),
        (("crosscheck", GAME, "--set", "max_split_hands=6"), 1, "for 4 hands at most"),
        (("crosscheck", GAME, "--strategy", "optimum"), 1, "did you mean optimal?"),
        (("crosscheck", GAME, "--detect", "0"), 2, "--detect"),
        (("crosscheck", GAME, "--rounds", "1"), 2, "--rounds"),
        (("crosscheck", GAME, "--set", "cut_card=101"), 1, "cut_card cannot be '101'"),
    ],
)
def test_what_cannot_be_asked_is_told(certify, words, arguments, code, message):
    assert message in words(certify(*arguments, code=code).output)


@pytest.mark.slow
def test_a_strategy_file_plays_as_it_says(crosscheck, of_seed_3, certify, tmp_path):
    path = tmp_path / "mine.yaml"
    certify("strategy", GAME, *SMALL[:4], "-o", path)
    found = crosscheck("--strategy", path, "--seed", "3", "--json").stdout_bytes
    of_file, derived = map(CrosscheckResult.from_json, (found, of_seed_3))
    assert [test.simulated for test in of_file.tests] == [test.simulated for test in derived.tests]


# Games that are analysed from their specs

BANKED = ("--rounds", "2000", "--engine", "interpreter", "--workers", "1")


def test_any_game_against_the_house(certify, words):
    text = certify("crosscheck", "red-dog", *BANKED).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "the best play itself, looked up in a table of every situation" in words(text)
    assert "Neighbours" in text
    told = CrosscheckResult.from_json(
        certify("crosscheck", "red-dog", "--strategy", "never", *BANKED, "--json").stdout_bytes
    )
    assert told.passed
    assert told.play == "the policy never of the spec"
    assert {run.policy for run in told.runs} == {"never"}


def test_what_a_game_has_not_is_told(certify):
    said = certify("crosscheck", "red-dog", *BANKED, "--shoes", "3", code=1).stderr
    assert "twenty_one" in said
    assert (
        "did you mean never?"
        in certify("crosscheck", "red-dog", *BANKED, "--strategy", "nevr", code=1).stderr
    )


def test_the_plan_of_any_game_is_its_hash(certify):
    plan = certify("crosscheck", "red-dog", *BANKED, "--plan").stdout_bytes.strip()
    told = json.loads(certify("crosscheck", "red-dog", *BANKED, "--json").stdout)
    assert hashlib.sha256(plan).hexdigest() == told["plan_sha256"]
