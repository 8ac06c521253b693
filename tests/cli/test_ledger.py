"""Every command that works something out records it; what is recorded can be done again."""

import json
import sqlite3
from contextlib import chdir
from pathlib import Path
from subprocess import DEVNULL
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from certify.cli.main import COMMANDS
from certify.cli.main import certify as command_line
from certify.evidence.ledger.reproduction import PROGRAM
from certify.evidence.ledger.result import LedgerEntry
from certify.evidence.ledger.store import VARIABLE, Ledger

SHOE = ("--shoe", "2,0,4,0,4,2,0,4,0,8")
HAND = ("hand", "blackjack-burnout", "--cards", "8,8", "--upcard", "T", *SHOE)
GAMES = ("simulate", "burnout", "--rounds", "200", "--engine", "interpreter")


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    path = tmp_path / "own" / "ledger.sqlite"
    monkeypatch.setenv(VARIABLE, str(path))
    return Ledger(path)


@pytest.fixture
def in_process(monkeypatch):
    """Have commands done again without a process of their own, which one test has started."""

    def run(command, *, cwd, env, **_):
        with chdir(cwd):
            done = CliRunner(env=env).invoke(command_line, command[len(PROGRAM) :])
        return SimpleNamespace(returncode=done.exit_code)

    other = SimpleNamespace(run=run, DEVNULL=DEVNULL)
    monkeypatch.setattr("certify.evidence.ledger.reproduction.subprocess", other)


def entries(ledger: Ledger) -> list[LedgerEntry]:
    return [row.entry() for row in ledger.rows()]


def test_an_analysis_is_recorded_with_what_it_rests_on(certify, ledger):
    printed = certify(*HAND, "--set", "decks=2", "--json").stdout
    (entry,) = entries(ledger)
    assert entry.words == (*HAND, "--set", "decks=2", "--json")
    assert (entry.game, entry.changed, entry.seed) == ("blackjack-burnout", (("decks", "2"),), None)
    assert [(file.role, file.path) for file in entry.inputs] == [
        ("spec", "blackjack-burnout"),
        ("paytable", "blackjack_burnout_main.yaml"),
        ("paytable", "blackjack_burnout_bonus.yaml"),
    ]
    assert json.loads(ledger.content(entry.result_sha256) or b"") == json.loads(printed)


def test_errors_and_what_only_shows_files_are_not_recorded(certify, ledger):
    certify("hand", "blackjack-burnout", "--cards", "x", "--upcard", "T", code=1)
    for words in (("games",), ("hash", "burn"), ("trace", "burn"), ("schema",)):
        certify(*words)
    assert not ledger.path.exists()


def test_nothing_is_recorded_if_nobody_wants_it(certify, ledger):
    certify("--ledger", "none", *HAND)
    assert not ledger.path.exists()
    certify("--ledger", str(ledger.path.parent / "other"), *HAND)
    assert not ledger.path.exists()
    assert (ledger.path.parent / "other").exists()


def test_what_cannot_be_recorded_is_not_told(certify, tmp_path, monkeypatch, words):
    (tmp_path / "file").touch()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "ledger.sqlite"))
    output = tmp_path / "charts.yaml"
    found = certify("strategy", "blackjack-burnout", "--set", "decks=1", "-o", output, code=1)
    assert "the work is not recorded, since the ledger" in words(found.stderr)
    assert found.stdout == ""
    assert not output.exists()


def test_criteria_are_recorded(certify, ledger):
    certify("check", "burnout", "--games", "20", "--seed", "3", "--without-figures")
    (entry,) = entries(ledger)
    assert (entry.met, entry.seed, entry.result) == (True, 3, "CheckResult")


def test_commands_that_work_something_out_record_it():
    """A command added later is recorded, or stands here."""
    silent = {"games", "trace", "diff", "play", "compile", "replay", "hash", "schema", "sign"}
    silent |= {"ledger", "parameters", "serve"}
    folder = Path(__file__).parents[2] / "certify" / "cli"
    recording = {
        name for name in COMMANDS if " record(" in (folder / f"{name}.py").read_text("utf-8")
    }
    assert recording | silent == set(COMMANDS)
    assert not recording & silent


# ledger list, show, verify, export


def test_entries_are_listed_and_shown(certify, ledger, words):
    certify(*HAND)
    certify("check", "burnout", "--games", "20", "--without-figures")
    listed = certify("ledger", "list").stdout
    assert "certify check burnout --games 20 --without-figures" in words(listed)
    first, second = json.loads(certify("ledger", "list", "--json").stdout)
    assert first["entry"]["number"] == 1
    assert "burnout" not in certify("ledger", "list", "--last", "1").stdout.split("check")[0]
    only = json.loads(certify("ledger", "list", "--game", "burnout", "--json").stdout)
    assert only == [second]
    shown = certify("ledger", "show", first["sha256"][:10]).stdout
    assert first["sha256"] in shown
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert json.loads(certify("ledger", "show", "1", "--json").stdout) == first
    result = certify("ledger", "show", "2", "--result").stdout
    assert json.loads(result)["game"] == "burnout"
    spec = certify("ledger", "show", "2", "--input", "burnout").stdout
    assert spec.startswith(("#", "certify", "language", "game"))


def test_what_there_is_not_is_told(certify, ledger, words, tmp_path):
    assert "nothing has been recorded there" in words(certify("ledger", "list", code=1).stderr)
    certify(*HAND)
    assert "has no entry '7'" in words(certify("ledger", "show", "7", code=1).stderr)
    assert "has no input 'x'" in words(
        certify("ledger", "show", "1", "--input", "x", code=1).stderr
    )
    certify("ledger", "show", "1", "--input", "x", "--json", code=2)
    certify("ledger", "verify", "--expect", "xyz", code=2)
    certify("--ledger", "none", "ledger", "list", code=1)
    told = certify("ledger", "verify", tmp_path / "none", code=1).stderr
    assert "cannot be read" in words(told)


def test_a_ledger_is_verified_and_exported(certify, ledger, tmp_path, words):
    certify(*HAND)
    certify(*GAMES)
    head = ledger.head()[1]
    assert "The ledger is as it was written." in certify("ledger", "verify").stdout
    export = tmp_path / "ledger.jsonl"
    certify("ledger", "export", "-o", export)
    certify("ledger", "verify", export, "--expect", head)
    database = sqlite3.connect(ledger.path)
    database.execute("DROP TRIGGER entries_stay")
    database.execute("UPDATE entries SET entry = replace(entry, '8,8', '9,9') WHERE number = 1")
    database.commit()
    database.close()
    found = certify("ledger", "verify", code=3)
    assert "Entry 1: its content has the SHA-256" in words(found.stdout)
    assert "NOT as it was written" in found.stdout
    told = json.loads(certify("ledger", "verify", "--json", code=3).stdout)
    assert [fault["number"] for fault in told["faults"]] == [None, 1]


# reproduce


def test_a_result_comes_out_again(certify, ledger):
    certify(*HAND, "--json")
    told = json.loads(certify("reproduce", "1", "--json").stdout)
    assert told["result_sha256"] == told["found_sha256"]
    assert told["comparison"] is None
    assert told["versions"] == []
    _, second = entries(ledger)
    assert (second.result, second.met) == ("ReproductionResult", True)


def test_a_run_by_time_comes_out_again_whatever_the_workers(certify, ledger, in_process, words):
    certify("simulate", "burnout", "--time", "0.3", "--engine", "interpreter", "--workers", "2")
    (entry,) = entries(ledger)
    assert set(entry.fixed) == {"--time", "--until-sem", "--rounds"}
    told = json.loads(certify("reproduce", "1", "--json").stdout)
    assert "--time" not in told["words"]
    assert told["comparison"]["changed"] == []


@pytest.mark.slow
def test_a_processor_of_another_kind_finds_the_same_within_the_bound(
    certify, ledger, monkeypatch, tmp_path
):
    """Machine code without the instructions of this machine: sums are rounded otherwise."""
    certify("rtp", "blackjack-burnout", "--set", "decks=2", "--no-distribution")
    certify("rtp", "blackjack-burnout", "--set", "decks=1", "--set", "max_split_hands=2")
    certify("simulate", "burn", "--rounds", "20000")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "cache"))
    for number in ("1", "2", "3"):
        told = json.loads(certify("reproduce", number, "--json").stdout)
        comparison = told["comparison"]
        assert comparison is None or comparison["changed"] == [], comparison
    # Games are whole numbers, and the same on any machine.
    assert told["comparison"] is None


def test_a_game_of_ones_own_is_what_it_was(certify, ledger, in_process, copied, tmp_path):
    spec = copied()
    charts = tmp_path / "charts.yaml"
    certify("strategy", spec, *SHOE, "-o", charts)
    written = charts.read_bytes()
    # What lies there now is something else, and must not be touched.
    spec.write_text("no spec")
    charts.write_text("mine")
    told = json.loads(certify("reproduce", "1", "--json").stdout)
    assert told["result_sha256"] == told["found_sha256"]
    (output,) = told["outputs"]
    assert output["recorded"] == output["found"]
    assert charts.read_text() == "mine"
    # The strategy file is an input of what comes next, and kept too.
    charts.write_bytes(written)
    certify(
        *("rtp", "blackjack-burnout", *SHOE, "--no-distribution", "--strategy", charts),
    )
    charts.unlink()
    told = json.loads(certify("reproduce", "3", "--json").stdout)
    assert told["result_sha256"] == told["found_sha256"]


def test_a_figure_that_differs_is_named(certify, ledger, in_process, words):
    certify(*HAND)
    database = sqlite3.connect(ledger.path)
    database.execute("DROP TRIGGER entries_stay")
    (text,) = database.execute("SELECT entry FROM entries").fetchone()
    # As if an older version had taken the hand for another one.
    database.execute("UPDATE entries SET entry = ?", (text.replace('"8,8"', '"5,5"'),))
    database.commit()
    database.close()
    found = certify("reproduce", "1", code=3)
    assert "did NOT" in words(found.stdout)
    assert "actions.stand" in found.stdout


def test_large_inputs_are_known_by_their_hash(
    certify, ledger, in_process, tmp_path, monkeypatch, words
):
    monkeypatch.setattr("certify.evidence.ledger.recording.LARGEST_KEPT", 10)
    charts = tmp_path / "charts.yaml"
    certify("--ledger", "none", "strategy", "blackjack-burnout", *SHOE, "-o", charts)
    certify(
        *("rtp", "blackjack-burnout", *SHOE, "--no-distribution", "--strategy", charts),
    )
    assert [file.kept for file in entries(ledger)[0].inputs] == [True, True, True, False]
    certify("reproduce", "1")
    moved = charts.rename(tmp_path / "moved.yaml")
    assert "cannot be read" in words(certify("reproduce", "1", code=1).stderr)
    certify("reproduce", "1", "--input", f"{charts}={moved}")
    moved.write_text("another")
    told = certify("reproduce", "1", "--input", f"{charts}={moved}", code=1).stderr
    assert "was recorded" in words(told)


def test_a_command_that_is_gone(certify, ledger, words):
    certify(*HAND)
    database = sqlite3.connect(ledger.path)
    database.execute("DROP TRIGGER entries_stay")
    database.execute("UPDATE entries SET entry = replace(entry, '\"hand\"', '\"gone\"')")
    database.commit()
    database.close()
    assert "has no such command" in words(certify("reproduce", "1", code=1).stderr)
