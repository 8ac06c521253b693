"""Bad input: one clear message, the right exit code, no traceback."""

import subprocess
import sys

import pytest

GAME = "blackjack-burnout"
SMALL = ("--shoe", "4,4,4,4,4,4,4,4,4,16")


def line_of(path, text):
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def fails(certify, words, *arguments):
    result = certify(*arguments, code=1)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    short = [line for line in result.stderr.splitlines() if "/" not in line]
    assert max(map(len, short), default=0) <= 80
    return words(result.stderr)


@pytest.mark.parametrize(
    ("old", "new", "file", "place", "message"),
    [
        (
            "  family: twenty_one",
            "  famly: twenty_one",
            "rules",
            "game.famly",
            "did you mean family?",
        ),
        ("default: 6", 'default: "6"', "rules", "parameters.decks.default", "a whole number"),
        ("    basis: to_one\n", "", "paytables", "rows.2.basis", "missing"),
    ],
    ids=["unknown key", "wrong type", "payout without a basis"],
)
def test_wrong_files_are_told_with_file_and_line(
    certify, copied, words, old, new, file, place, message
):
    names = {"rules": "blackjack_burnout.yaml", "paytables": "blackjack_burnout_bonus.yaml"}
    spec = copied(old, new, names[file])
    spoiled = spec.parents[1] / file / names[file]
    text = fails(certify, words, "rtp", spec)
    found = new.strip() or '"2":'
    assert f"{spoiled}:{line_of(spoiled, found)}: {place}: " in text
    assert message in text


def test_every_problem_has_its_line(certify, copied):
    spec = copied("  family: twenty_one\n", "  famly: twenty_one\n  knd: banked\n")
    lines = certify("hash", spec, code=1).stderr.splitlines()
    assert sum(f"{spec}:" in line for line in lines) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--shoe", "4,4,4,4,4,4,4,4,4,-16"), "-16 cards of value T; a count cannot be negative"),
        (("--shoe", "1,1,0,0,0,0,0,0,0,0"), "too small for a round"),
        (("--shoe", "4,4"), "ten counts in the order A,2,3,4,5,6,7,8,9,T, not 2"),
        (("--shoe", "4,4,x,4,4,4,4,4,4,16"), "'x' is not a count"),
        (("--set", "deck=2"), "there is no parameter or payout 'deck'; did you mean decks?"),
        (("--set", "bonus.6.pays=2:1"), "did you mean bonus."),
        (("--set", "decks=many"), "decks cannot be 'many': expected a whole number from 1 to 8"),
        (("--set", "blackjack_pays=1.5"), 'expected odds such as "3:2"'),
        (("--set", "decks"), "expected NAME=VALUE"),
        (("--set", "decks=2", "--set", "decks=4"), "decks twice"),
        (("--strategy", "optmal"), "did you mean optimal?"),
    ],
)
def test_wrong_settings(certify, words, arguments, message):
    assert message in fails(certify, words, "rtp", GAME, *arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--cards", "8,X", "--upcard", "T"), "'X' is not a card"),
        (("--cards", "8", "--upcard", "T"), "a hand has two cards or more"),
        (("--cards", "8,8,8", "--upcard", "0"), "'0' is not a card"),
        (("--cards", "T,8,5", "--upcard", "T", "--no-burnout"), "bust"),
        (("--cards", "T,8", "--upcard", "T", "--burned", "5"), "only after a draw"),
        (("--cards", "T,5", "--upcard", "T", "--kept"), "only of the third card"),
        (("--cards", "T,8,5", "--upcard", "T", "--kept"), "bust"),
    ],
)
def test_wrong_hands(certify, words, arguments, message):
    assert message in fails(certify, words, "hand", GAME, *arguments, *SMALL)


def test_an_unknown_game_tells_the_nearest(certify, words):
    assert f"did you mean {GAME}?" in fails(certify, words, "rtp", "blackjack-burnaut")
    assert "nowhere.yaml cannot be read" in fails(certify, words, "hash", "nowhere.yaml")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rtpp", GAME), "Did you mean rtp?"),
        (("rtp",), "Missing argument 'GAME'"),
        (("rtp", GAME, "--jsn"), "No such option '--jsn'. Did you mean '--json'?"),
        (("hand", GAME, "--upcar", "T"), "Did you mean '--upcard'?"),
        (("rtp", GAME, "--hepl"), "Did you mean '--help'?"),
        (("hand", GAME, "--cards", "8,8"), "--upcard"),
        (("strategy", GAME, "--strategy", "optimal"), "has no charts"),
        (("strategy", GAME, "-o", "card.txt"), ".yaml"),
        (("report", GAME), "-o"),
        (("report", GAME, "-o", "report.txt"), ".pdf"),
        (("report", GAME, "-o", "r.pdf", "--games", "1e5"), "--games is for games between players"),
        (("report", "burn", "-o", "r.pdf", "--games", "some"), "--games"),
        (("report", GAME, "-o", "report.pdf", "--issued-at", "2026-13-01"), "2026-13-01"),
        (("schema", "rules"), "'spec', 'paytable', 'strategy'"),
        (("hash", GAME, "--json", "--canonical"), "exclude each other"),
    ],
)
def test_wrong_usage(certify, words, arguments, message):
    result = certify(*arguments, code=2)
    assert result.stdout == ""
    assert message in words(result.stderr)


@pytest.mark.parametrize(
    ("command", "option"),
    # GAME is no option but what the command is about, and --yes has two letters of --games.
    [("hand", "--dealer"), ("simulate", "--games"), ("rtp", "--games")],
)
def test_no_option_is_told_that_only_has_some_letters_of_another(certify, words, command, option):
    told = words(certify(command, GAME, option, "T", code=2).stderr)
    assert told.endswith(f"Error: No such option '{option}'.")


def boom(*arguments):
    raise ZeroDivisionError("in a test")


def test_a_fault_of_the_program_is_one_sentence(certify, monkeypatch, words):
    monkeypatch.setattr("certify.cli.hash.load_game", boom)
    text = fails(certify, words, "hash", GAME)
    assert "a fault of its own (ZeroDivisionError: in a test)" in text
    assert "certify --debug" in text


def test_debug_shows_the_traceback(monkeypatch):
    from click.testing import CliRunner

    from certify.cli.main import certify as command_line

    monkeypatch.setattr("certify.cli.hash.load_game", boom)
    result = CliRunner().invoke(command_line, ["--debug", "hash", GAME])
    assert result.exit_code == 1
    assert "Traceback" in result.stderr
    assert "in boom" in result.stderr


def test_an_interrupt_is_quiet(certify, monkeypatch):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("certify.cli.hash.load_game", interrupt)
    assert certify("hash", GAME, code=130).stderr.split() == ["Interrupted."]


def test_a_closed_pipe_is_quiet():
    code = (
        "import os, sys\n"
        "reader, writer = os.pipe()\n"
        "os.close(reader)\n"
        "os.dup2(writer, 1)\n"
        "from certify.cli.main import run\n"
        "sys.argv = ['certify', 'games', *sys.argv[1:]]\n"
        "run()\n"
    )
    for arguments in ([], ["--json"]):
        ended = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
        )
        assert (ended.returncode, ended.stderr) == (0, "")


def test_wrong_usage_is_told_in_80_columns_like_every_error(certify):
    told = certify("strategy", "three-card-poker", "--cost", code=2).stderr.splitlines()
    assert told[-2:] == [
        "Error: --cost: only for games of the family twenty_one; the best play of",
        "  three-card-poker follows from its spec, and is told with what errors cost",
    ]
