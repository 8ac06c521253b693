"""`certify shoe`: its tables, its JSON, its files, its errors; in a world that is linear."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.compositions import FIELDS
from certify.studies.shoe.result import IdentityResult, ShoeResult
from certify.studies.shoe.rounds import deal
from tests.support.shoes import in_linear_world

GAME = "blackjack-burnout"
SMALL = ("--set", "decks=2", "--compositions", "40", "--workers", "1")


@pytest.fixture
def shoe(certify, monkeypatch, tmp_path_factory):
    """Return a function that runs the command on simple figures, and plays no shoes."""
    in_linear_world(monkeypatch)
    monkeypatch.setattr(
        "certify.studies.shoe.study.deal",
        lambda start, cut, shoes, *given: deal(start, cut, 200, *given),
    )
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path_factory.mktemp("kept")))

    def run(*arguments, code=0):
        return certify("shoe", GAME, *SMALL, "--no-cut-card", *arguments, code=code)

    return run


def test_the_tables_fit_the_screen_and_say_what_they_say(shoe, words):
    short = shoe().output
    assert max(map(len, short.splitlines())) <= 80
    assert "What a player can make of the composition of the shoe" in short
    assert "by penetration" not in short
    text = shoe("--all").output
    assert max(map(len, text.splitlines())) <= 80
    assert len(text.splitlines()) > 2 * len(short.splitlines())
    said = words(text)
    assert "Cut card after 75 of 104 cards" in said
    assert "40 compositions, 20 of each of 2 shoes, seed 1" in said
    assert "Effects of removal, percentage points of the wager" in said
    assert "Insurance: gain in insurance wagers per 100 rounds" in said
    assert "Main, with Burnout: gain in main wagers per 100 rounds" in said
    assert "Never made in the sample, so not listed: Bonus" in said
    # Nothing is broken over two lines: a row of ten tags has the correlation and the trigger.
    rows = [line for line in text.splitlines() if line.startswith("real  ")]
    assert len(rows) == 12
    assert all(len(row.split()) >= 13 for row in rows)
    rows = [line for line in text.splitlines() if line.startswith("70.3 %")]
    assert len(rows) == 4
    assert all(len(row.split()) == 12 for row in rows)


def test_the_json_is_the_result(shoe):
    found = shoe("--json", "--seed", "3", "--cut", "60")
    result: Any = ShoeResult.from_json(found.stdout_bytes)
    assert result.to_json().encode() + b"\n" == found.stdout_bytes
    assert (result.game, result.cut, result.sample.seed) == (GAME, 60, 3)
    assert result.sample.compositions == 40
    assert shoe("--json", "--seed", "3", "--cut", "60").stdout_bytes == found.stdout_bytes


def test_what_is_asked_again_is_looked_up(shoe, monkeypatch):
    found = shoe("--json", "--seed", "3").stdout
    monkeypatch.setattr("certify.studies.shoe.study.shoe_study", pytest.fail)
    assert shoe("--json", "--seed", "3").stdout == found


def test_effects_may_be_all_that_is_asked(shoe, words):
    found = shoe("--no-sample", "--no-bonus")
    said = words(found.output)
    assert "Effects of removal" in said
    assert "Sample" not in said
    assert "Bonus" not in said
    assert "gain in" not in said


def test_every_composition_can_be_traced(shoe, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = Path("drawn.csv")
    assert f"Wrote {path}" in shoe("--csv", path).output
    rows = list(csv.reader(path.read_text().splitlines()))
    assert rows[0] == ["shoe", "stratum", "dealt", *"A23456789T", *FIELDS]
    assert len(rows) == 41
    for row in rows[1:]:
        assert int(row[2]) + sum(map(int, row[3:13])) == 104
        assert len(row) == 21
    assert [row[:2] for row in rows[1:3]] == [["1", "1"], ["1", "2"]]


def test_effects_that_do_not_add_up_are_exit_code_3(shoe, monkeypatch, words):
    wrong = IdentityResult(
        quantity="main",
        title="Main wager",
        weighted_sum=1e-6,
        demanded="zero",
        tolerance=1e-9,
        holds=False,
    )
    monkeypatch.setattr("certify.studies.shoe.study.identities_of", lambda *given: (wrong,))
    assert "Main wager 1e-06 0 1e-09 NO" in words(shoe(code=3).output)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--cut", "90"), 1, "found a cut card after 90 of 104 cards; expected 20 to 78"),
        (("--cut", "0"), 1, "found a cut card after 0 of 104 cards"),
        (("--cut", "half"), 2, "'half' is not a valid integer"),
        (("--compositions", "0"), 2, "--compositions"),
        (("--compositions", "-5"), 2, "--compositions"),
        (("--seed", "-1"), 2, "--seed"),
        (("--csv", "drawn.txt"), 2, "expected a name that ends in .csv; found 'drawn.txt'"),
        (("--csv", "no/such/drawn.csv"), 1, "no/such does not exist"),
        (("--csv", "drawn.csv", "--no-sample"), 2, "--no-sample draws nothing"),
        (("--scheduler", "tcp://here:1"), 2, "a scheduler has its own workers"),
        (("--shoe", "1,1,1"), 1, "a shoe needs ten counts"),
        (("--shoe", "2,2,2,2,2,2,2,2,2,8"), 1, "the shoe has 26 cards; expected 46 or more"),
    ],
)
def test_what_cannot_be_asked_is_told(shoe, words, arguments, code, message):
    assert message in words(shoe(*arguments, code=code).output)


def test_only_a_game_of_the_family_has_a_shoe(certify, words):
    found = certify("shoe", "burnout", code=1).output
    assert "burnout is played between players and has no house" in words(found)


def test_a_long_run_must_be_wanted(shoe, words, monkeypatch):
    asked = ("--compositions", "1000000")
    said = words(shoe(*asked, code=1).output)
    assert "to work out 1,000,000 compositions takes about 17 hours on one core, as" in said
    done = []
    monkeypatch.setattr(
        "certify.studies.shoe.study.shoe_study", lambda *given, **named: done.append(1)
    )
    shoe(*asked, "--yes", code=1)
    assert done == [1]


def test_the_help_fits_the_screen(certify):
    assert max(map(len, certify("shoe", "--help").output.splitlines())) <= 80


def test_games_that_their_specs_analyse_answer_too(certify, words, tmp_path):
    one_deck = ("shoe", "red-dog", "--set", "decks=1", "--workers", "1")
    said = words(certify(*one_deck).output)
    assert "Effects of removal, percentage points of the wager" in said
    assert "The pack is shuffled for every round" in said
    assert "Best balanced counts with whole tags up to 2" in said
    found = AnalysedShoeResult.model_validate_json(certify(*one_deck, "--json").stdout)
    assert found.sound
    assert found.sample is None
    assert found.shoe["A"] == 4
    dealt_on = ("--cut", "26", "--compositions", "20", "--all")
    drawn, page = tmp_path / "drawn.csv", tmp_path / "shoe.html"
    said = words(certify(*one_deck, *dealt_on, "--csv", drawn, "--html", page).output)
    heads, *rows = csv.reader(drawn.read_text(encoding="utf-8").splitlines())
    assert heads == [*("shoe", "stratum", "dealt"), *"23456789TJQKA", "main", "main.best"]
    assert len(rows) == 20
    for row in rows:
        dealt, *left = map(int, row[2:16])
        assert dealt + sum(left) == 52
        # The best play is no worse than any other.
        assert float(row[17]) >= float(row[16]) - 1e-12
    assert "What a player can make of the composition" in page.read_text(encoding="utf-8")
    assert "What a player can make of the composition of the shoe" in said
    assert "Cut card after 26 of 52 cards" in said


def test_what_only_blackjack_has_is_refused_of_others(certify, words):
    said = words(certify("shoe", "red-dog", "--no-bonus", code=2).stderr)
    assert "--no-bonus: only for games of the family twenty_one, not for red-dog" in said
    said = words(certify("shoe", "three-card-poker", "--csv", "drawn.csv", code=2).stderr)
    assert "the pack of three-card-poker is shuffled for every round; --cut says" in said
    assert not Path("drawn.csv").exists()
    said = words(certify("shoe", "punto-banco", "--wagers", "tei", code=1).stderr)
    assert "did you mean tie?" in said
