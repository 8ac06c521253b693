"""How long a command takes is said at its start, as measured; documents name one duration."""

from contextlib import suppress
from pathlib import Path

import pytest

from certify.cli.lasting import FILE, in_words, lasting
from certify.spec.catalogue import load_game

ROOT = Path(__file__).parents[2]


@pytest.fixture
def clock(monkeypatch, tmp_path):
    """Let every run take the seconds that are set, and keep them in a folder of the test."""
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    times = [0.0]
    monkeypatch.setattr("certify.cli.lasting.time.monotonic", lambda: times[0])
    return times


def ran(clock, capsys, seconds, what="report", game="burn", **given):
    with lasting(what, load_game(game), **given):
        clock[0] += seconds
    return " ".join(capsys.readouterr().err.split())


def test_the_longest_run_of_the_same_is_told_at_the_next(clock, capsys, tmp_path):
    assert ran(clock, capsys, 400) == ""
    said = "This takes about 7 minutes, as measured on this machine, and less where results are"
    assert ran(clock, capsys, 3) == f"{said} kept."
    assert ran(clock, capsys, 50) == f"{said} kept."
    assert ran(clock, capsys, 0, game="burnout") == ""
    assert ran(clock, capsys, 0, what="fairness") == ""
    assert ran(clock, capsys, 0, no_cache=True).endswith("as measured on this machine.")
    (tmp_path / FILE).write_text("[", encoding="utf-8")
    assert ran(clock, capsys, 0) == ""


def test_what_is_quick_or_fails_is_not_remembered(clock, capsys, tmp_path):
    ran(clock, capsys, 9)
    with suppress(ZeroDivisionError), lasting("report", load_game("burn")):
        clock[0] += 100
        raise ZeroDivisionError
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (40, "40 seconds"), (400, "7 minutes"), (9000, "2.5 hours")],
)
def test_a_duration_in_words(seconds, words):
    assert in_words(seconds) == words


def test_the_report_takes_as_long_everywhere(certify, words):
    told = "some twenty minutes on two cores, with --brief two"
    assert told in words(certify("report", "--help").stdout)
    assert told in words((ROOT / "README.md").read_text(encoding="utf-8").replace("`", ""))
    page = (ROOT / "docs/tutorials/laboratory-mathematician.md").read_text(encoding="utf-8")
    assert "two minutes with --brief, some twenty without" in page
