"""What first users stumble over: other kinds of files, unlike games, Ctrl-C, completion."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from certify import __version__
from certify.language.catalogue import SPECS
from certify.resources import data_files

ROOT = Path(__file__).parents[2]

INTERRUPTED = """
import ctypes
import os
import signal
import time

from certify.cli import hash as hashing
from certify.cli.main import run


@ctypes.CFUNCTYPE(None)
def called_by_a_library():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        pass


def work(**given):
    called_by_a_library()
    {after}


hashing.command.callback = work
run()
"""


@pytest.mark.parametrize("command", ["rtp", "shoe", "strategy", "crosscheck", "whatif"])
def test_what_asks_for_a_return_points_to_fairness(certify, words, command):
    settings = ("--rulings",) if command == "whatif" else ()
    said = words(certify(command, "burn", *settings, code=1).stderr)
    assert "burn is played between players and has no house" in said
    assert "certify fairness" in said


def test_diff_of_unlike_games_says_so(certify, words):
    said = words(certify("diff", "burnout", "burn").stdout)
    assert "These are two different games, burnout and burn, with different sources" in said
    found = json.loads(certify("diff", "burnout", "burn", "--json").stdout)
    assert found["same_game"] is False


def test_diff_of_one_game_says_nothing_of_unlike_games(certify, copied):
    path = copied("  decks:\n", "  decks:  # packs\n")
    said = certify("diff", "blackjack-burnout", path)
    assert "different games" not in said.stdout
    assert json.loads(certify("diff", path, path, "--json").stdout)["same_game"] is True


def test_a_renamed_spec_of_the_same_source_is_told(certify, copied, words):
    path = copied("id: blackjack-burnout\n", "id: my-burnout\n")
    said = words(certify("diff", "blackjack-burnout", path).stdout)
    assert "blackjack-burnout and my-burnout, but both specs render the same source" in said


STRATEGY = "certify: 1\nstrategy:\n  id: mine\nwithout_burnout: {}\n"


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.pdf", b"%PDF-1.7\n\xe2\xe3", "it is a PDF; certify verify {}"),
        ("a.yaml", b"certify: 1\ngame: {}\nclauses: {}\n", "the spec of a game; certify check {}"),
        ("b.yaml", b"certify: 1\npaytable: {}\nrows: {}\n", "it is a paytable; certify check"),
        ("c.yaml", STRATEGY.encode(), "it is a strategy file; certify rtp GAME --strategy {}"),
        ("d.json", b'{"spec_sha256": "0", "engine_version": "1"}', "holds results as JSON"),
        ("e.csv", b"date,stake\n", "it is a table; certify monitor GAME {}"),
        ("f.txt", b"anything\n", "it is text of another kind; certify play --log FILE"),
        ("g.bin", b"\x00\xff\xfe\x80", "it is not text at all"),
    ],
)
def test_replay_says_what_another_file_is(certify, words, tmp_path, name, content, told):
    path = tmp_path / name
    path.write_bytes(content)
    said = words(certify("replay", path, code=1).stderr)
    assert f"{path} is no log of a game: " in said
    assert told.format(path) in said


def test_replay_still_tells_the_line_of_a_log_that_is_wrong(certify, words, tmp_path):
    lines = (ROOT / "tests/playthroughs/burnout.jsonl").read_text(encoding="utf-8").splitlines()
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join([lines[0], "{", *lines[1:]]), encoding="utf-8")
    assert f"{path}:2: not JSON" in words(certify("replay", path, code=1).stderr)


@pytest.mark.parametrize(
    "after", ["raise RuntimeError('half done')", "time.sleep(30)"], ids=["fails", "goes on"]
)
def test_an_interrupt_within_a_library_ends_the_command(after):
    """As within the compiler, which calls back from C: Python forgets such an interrupt."""
    found = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(after=after), "hash", "burn"],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert found.stderr == "\nInterrupted.\n"
    assert found.returncode == 130


def test_an_interrupt_while_libraries_are_imported_prints_no_traceback():
    found = subprocess.run(
        [sys.executable, "-c", "import certify.cli\nraise KeyboardInterrupt"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stderr == "\nInterrupted.\n"
    assert found.returncode in (130, -signal.SIGINT)


def test_the_exit_code_of_an_interrupt_is_documented(certify, words):
    assert "130 interrupted (Ctrl-C)" in words(certify("--help").stdout)
    assert "130" in (ROOT / "docs/commands/index.md").read_text(encoding="utf-8")


def test_the_short_option_for_the_version(certify):
    assert certify("-V").stdout == f"certify {__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_documented(shell):
    page = (ROOT / "docs/commands/index.md").read_text(encoding="utf-8")
    assert f"_CERTIFY_COMPLETE={shell}_source certify" in page


def completed(monkeypatch, certify, *typed):
    monkeypatch.setenv("_CERTIFY_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(("certify", *typed)))
    monkeypatch.setenv("COMP_CWORD", str(len(typed)))
    return certify().stdout.split()


def test_bash_completes_commands_options_and_games(monkeypatch, certify):
    assert completed(monkeypatch, certify, "simu") == ["plain,simulate"]
    assert "plain,--only" in completed(monkeypatch, certify, "fairness", "--on")
    assert completed(monkeypatch, certify, "rtp", "blackjack-b") == ["plain,blackjack-burnout"]
    games = completed(monkeypatch, certify, "play", "''")
    assert len(games) in (1, sum(len(data_files(folder, ".yaml")) for folder in SPECS))
    assert completed(monkeypatch, certify, "play", "./") == ["file,./"]


def test_the_script_for_bash_is_produced():
    found = subprocess.run(
        [sys.executable, "-m", "certify.cli"],
        capture_output=True,
        text=True,
        env={"_CERTIFY_COMPLETE": "bash_source", "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert "complete -o nosort" in found.stdout
    assert "_CERTIFY_COMPLETE=bash_complete" in found.stdout
