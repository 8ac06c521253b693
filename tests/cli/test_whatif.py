"""`certify whatif` at the terminal: its tables, its files, and what it refuses."""

import csv
import io
import json
import re
import shlex
from xml.etree import ElementTree

import pytest

from certify.language.catalogue import load_game
from certify.studies.whatif.result import SensitivityResult, SweepResult, WhatIfResult
from tests.support.whatif import known

GAME = "blackjack-burnout"
SMALL = ("--set", "decks=1", "--set", "max_split_hands=2")
EV = ("--figure", "wagers.main.ev")
TINY = ("--shoe", "2,0,4,0,4,0,0,4,0,8", "--set", "max_split_hands=2")
GROSS = ("--figure", "wagers.main_burnout.ev")


@pytest.fixture
def whatif(certify):
    """Return a function that asks what if, and checks that all of it fits the screen."""

    def run(*arguments, code=0):
        found = certify("whatif", GAME, *arguments, code=code)
        if code != 2 and not {"--json", "-"} & set(arguments):
            # The path of a file that was written is as long as it is.
            lines = [line for line in found.output.splitlines() if not line.startswith("Wrote ")]
            assert max(map(len, lines)) <= 80
        return found

    return run


def test_before_after_and_difference(whatif):
    found = whatif("--set", "burnout_payment=0.15", "--set", "cut_card=50", *GROSS).output
    assert re.search(r"burnout_payment +0.2 +0.15", found)
    assert re.search(r"expectation, % of main wager +-1.518310268 +3.481689732 +\+5.0000000", found)
    assert "No figure of the exact analysis depends on cut_card" in found


def test_what_did_not_change_is_hidden_and_told(whatif, words):
    change = ("--set", "burnout_payment=0.15", "--figure", "edge", "--figure", "insurance.ev")
    found = whatif(*change).output
    assert "house edge, % of main wager" in found
    assert "Main wager, with Burnout" in found
    assert "Main wager, without Burnout" not in found
    assert "2 figures are unchanged; --all shows them too." in words(found)
    everything = whatif(*change, "--all").output
    assert "Main wager, without Burnout" in everything
    assert "Insurance" in everything
    assert "unchanged" not in everything
    result = json.loads(whatif(*change, "--json").stdout)
    assert len(result["figures"]) == 3
    assert len(list(csv.DictReader(io.StringIO(whatif(*change, "--csv", "-").stdout)))) == 3


def test_a_whole_paytable_is_one_command(whatif):
    found = whatif("--solve", "bonus.*.pays", "--target", "rtp=94%", *TINY).output
    assert "Paytable for return, with Burnout, % of wager: 94" in found
    for wins in "2345":
        assert re.search(
            rf"bonus\.{wins}\.pays +\d+\.\d+:1 +\d+:\d +\d\d\.\d\d +\d+:\d +\d+\.\d\d", found
        )


@pytest.mark.slow
def test_a_whole_paytable_is_written_and_read(whatif, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save = ("--save-spec", "mine.yaml", "--as-version", "9.0.0", "--json")
    found = whatif("--solve", "bonus", "--target", "rtp=94%", *TINY, *save)
    result = WhatIfResult.from_json(found.stdout)
    read = load_game("mine.yaml")
    assert [row.pays for row in read.paytable_rows("bonus")] == [
        row.value for row in result.paytable
    ]


QUESTIONS = {
    "Which payment gives an edge of 2.5 %?": ("wagers.main_burnout.house_edge", 0.025),
    "Which Bonus paytable returns 94 % with eight decks?": (
        "wagers.bonus.5.with_burnout.rtp",
        0.94,
    ),
    "What if the dealer stands on soft 17?": ("wagers.main.ev", None),
}


@pytest.mark.parametrize("asked", QUESTIONS)
@pytest.mark.parametrize(
    "place",
    [(), *(pytest.param((each,), marks=pytest.mark.slow) for each in ("whatif", "parameters"))],
)
def test_help_answers_what_designers_ask_first(certify, asked, place):
    lines = iter(certify(*place, "--help").stdout.splitlines())
    next(line for line in lines if line.strip() == asked)
    command = next(lines).strip()
    while command.endswith("\\"):
        command = command[:-1] + next(lines).strip()
    program, *arguments = shlex.split(command)
    assert program == "certify"
    # A small shoe, so that the test is quick: what is set besides stays as it is written.
    small = (*TINY, "--json")
    found = WhatIfResult.from_json(certify(*arguments, *small).stdout)
    path, target = QUESTIONS[asked]
    (change,) = [each for each in found.figures if each.path == path]
    if target is None:
        assert known(change.difference) != 0.0
    else:
        assert change.after == pytest.approx(target, abs=1e-9)


def test_json_is_the_result_and_nothing_else(whatif):
    found = WhatIfResult.from_json(whatif("--set", "decks=1", *EV, "--json").stdout)
    assert found.shoe["A"] == 24
    assert found.changed_shoe["A"] == 4
    assert known(found.figures[0].after) > known(found.figures[0].before)


def test_csv_has_every_digit(whatif, tmp_path):
    whatif("--set", "decks=1", *EV, "--csv", tmp_path / "a.csv")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text()))
    result = json.loads(whatif("--set", "decks=1", *EV, "--json").stdout)
    assert float(row["after"]) == result["figures"][0]["after"]
    assert whatif("--set", "decks=1", *EV, "--csv", "-").stdout == (tmp_path / "a.csv").read_text()


def test_a_sweep_with_its_chart(whatif, tmp_path):
    sweep = ("--sweep", "burnout_payment=0:0.3:0.1", "--set", "decks=1", *EV, *GROSS)
    found = whatif(*sweep, "--plot", tmp_path / "a.pdf").output
    assert re.search(r"0.3 +-10\.\d{9}", found)
    assert "As before" not in found
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    whatif(*sweep, "--plot", tmp_path / "b.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    both = (*sweep, "--sweep", "blackjack_pays=3:2,6:5")
    whatif(*both, "--plot", tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text()
    assert "blackjack_pays = 6:5" in drawn
    picture = ElementTree.fromstring(drawn.encode())
    assert picture[0].text == f"Blackjack Burnout {load_game(GAME).spec.game.version}, decks = 1"
    assert "burnout_payment" in str(picture[1].text)
    assert "var(" not in drawn
    whatif(*both, "--plot", tmp_path / "b.svg")
    assert (tmp_path / "b.svg").read_text() == drawn
    result = SweepResult.from_json(whatif(*both, "--json").stdout)
    assert [axis.name for axis in result.axes] == ["burnout_payment", "blackjack_pays"]
    assert len(result.points) == 8
    rows = list(csv.DictReader(io.StringIO(whatif(*both, "--csv", "-").stdout)))
    assert float(rows[1]["wagers.main.ev"]) == result.points[1].figures[0]


def test_a_chart_of_what_does_not_change(whatif, tmp_path, words):
    plot = ("--plot", tmp_path / "a.svg")
    found = whatif("--sweep", "bonus.2.pays=1:1,2:1", *EV, *plot, code=1)
    assert "nothing to draw" in words(found.stderr)
    assert list(tmp_path.iterdir()) == []


def test_a_setting_is_solved_for(whatif, words):
    solve = ("--solve", "burnout_payment", "--target", "wagers.main_burnout.house_edge=0", *GROSS)
    found = whatif(*solve, "--set", "decks=1").output
    assert "burnout_payment = 0.2" in found
    assert "The target is missed by" in words(found)
    unmet = ("--solve", "burnout_payment", "--target", "wagers.main_burnout.ev=2", *GROSS)
    told = words(whatif(*unmet, code=1).stderr)
    assert "it is -0.815183102676 at least (at 1) and 0.184816897324 at most (at 0)" in told


@pytest.mark.slow
def test_every_ruling_in_one_table(whatif):
    rulings = ("--rulings", "--set", "decks=2", *EV, *GROSS)
    found = whatif(*rulings).output
    assert re.search(r"R10 From what shoe[^?]*\?\s+Dealt from eight decks +-0\.2641\d\d", found)
    assert re.search(r"R10 +Dealt from two decks +It is what is in force here\.", found)
    assert re.search(r"burnout_payment: 0\.2[^:]*-100\.000000", found)
    result = SensitivityResult.from_json(whatif(*rulings, "--json").stdout)
    assert result.changed == (("decks", "2"),)
    rows = list(csv.DictReader(io.StringIO(whatif(*rulings, "--csv", "-").stdout)))
    assert {row["kind"] for row in rows} == {"ruling", "payout"}


def test_a_changed_game_is_written_and_read(certify, whatif, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = "mine.yaml"
    save = ("--set", "decks=1", "--save-spec", path, "--as-version", "1.5.0", *EV)
    found = whatif(*save)
    assert "Wrote" in found.output
    assert load_game(path).spec.game.version == "1.5.0"
    assert "parameter decks, default: changed" in certify("diff", GAME, path).output
    set_ = json.loads(
        certify("rtp", GAME, "--set", "decks=1", "--no-distribution", "--json").stdout
    )
    read = json.loads(certify("rtp", path, "--no-distribution", "--json").stdout)
    assert read["wagers"] == set_["wagers"]
    assert "there already" in whatif(*save, code=1).stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "nothing to change"),
        (("--sweep", "decks=all", "--rulings"), "exclude each other"),
        (("--solve", "decks"), "need each other"),
        (("--set", "decks=2", "--within", "1:2"), "--within needs"),
        (("--set", "decks=2", "--plot", "a.pdf"), "--plot needs --sweep"),
        (("--sweep", "decks=all", "--plot", "a.png"), "ends in .pdf or .svg"),
        (("--set", "decks=2", "--save-spec", "a.yaml"), "need each other"),
        (("--sweep", "decks=all", "--save-spec", "a.yaml", "--as-version", "2.0.0"), "no sweep"),
        (("--set", "decks=2", "--json", "--csv", "-"), "exclude each other"),
    ],
)
def test_wrong_usage(whatif, words, arguments, expected):
    assert expected in words(whatif(*arguments, code=2).stderr)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--set", "bonus.2.pays=-1:1"), "not below zero"),
        (("--set", "bonus.2.pays=0:1"), "above zero"),
        (("--set", "deck=2"), "did you mean decks"),
        (("--set", "decks=2", "--figure", "wagers.main.eve"), "did you mean wagers.main.ev"),
        (("--sweep", "decks=5:2"), "empty"),
        (("--sweep", "bonus.2.pays=1:3:0.000001"), "at most 1,000,000"),
        (("--sweep", "bonus.2.pays=1:3:0.00001"), "give --yes to begin"),
        (("--set", "decks=2", "--csv", "no/such/folder.csv"), "folder"),
        (("--solve", "double_on", "--target", "wagers.main.ev=0"), "--sweep double_on=all"),
    ],
)
def test_nonsense_is_refused_before_any_work(whatif, words, monkeypatch, arguments, expected):
    monkeypatch.setattr(
        "certify.studies.whatif.study.worked_out", lambda *_, **__: pytest.fail("work was done")
    )
    assert expected in words(whatif(*arguments, code=1).stderr)


def test_a_game_analysed_from_its_spec_is_saved_as_a_new_version(certify, words, tmp_path):
    path = tmp_path / "mine.yaml"
    asked = ("--set", "main.one.pays=6:1", "--save-spec", path, "--as-version", "1.1.0")
    told = words(certify("whatif", "red-dog", *asked).stdout)
    assert f"certify diff red-dog {path}" in told
    then = json.loads(certify("rtp", path, "--exact", "--json").stdout)
    changed = ("--set", "main.one.pays=6:1")
    now = json.loads(certify("rtp", "red-dog", *changed, "--exact", "--json").stdout)
    assert then["wagers"] == now["wagers"]
    refused = words(certify("whatif", "red-dog", *asked, code=1).stderr)
    assert "it is there already" in refused


@pytest.mark.parametrize("answer", ["y", "n"])
def test_a_large_sweep_is_asked_about(monkeypatch, answer):
    from click.testing import CliRunner

    from certify.cli.main import certify as command_line

    monkeypatch.setattr("certify.cli.lasting.can_be_asked", lambda: True)
    monkeypatch.setattr("certify.studies.whatif.sweep.MANY_POINTS", 2)
    arguments = ["whatif", GAME, "--sweep", "burnout_payment=0:0.2:0.1", "--set", "decks=1", *EV]
    found = CliRunner().invoke(command_line, arguments, input=f"{answer}\n")
    assert "The sweep has 3 points" in found.stderr
    assert ("as it is" in found.stdout) == (answer == "y")
    assert found.exit_code == (0 if answer == "y" else 1)
    agreed = CliRunner().invoke(command_line, [*arguments, "--yes"])
    assert "Begin?" not in agreed.output
