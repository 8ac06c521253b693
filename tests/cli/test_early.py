"""At a terminal: an early answer on standard error, nothing of it elsewhere."""

import io
import json

import pytest
from rich.console import Console

from certify.cards.shoe import Shoe
from certify.cli import progress
from certify.cli.fairness import numbers_of_games
from certify.studies.fairness.early_view import early_answer
from certify.studies.fairness.question import FairnessQuestion
from certify.studies.fairness.stages import Stage
from tests.support.dice import write_dice
from tests.support.fairness import synthetic_fairness


@pytest.mark.parametrize(
    ("games", "searched", "expected"),
    [
        (1_000_000, None, 10_000),
        (2_000, None, 100),
        (50_000, None, 500),
        (10**9, None, 10_000),
        (2_000, 10_000, 10_000),
    ],
)
def test_games_bound_the_games_in_which_players_search(games, searched, expected):
    found = numbers_of_games(games, searched)
    assert found == {"games": games, "search_games": expected}


def test_an_early_answer_says_that_it_is_one():
    stage = Stage(FairnessQuestion(None, games=5_000, search_games=100))  # type: ignore[arg-type]
    text = early_answer(synthetic_fairness((2, 3)), stage, 2, 4)
    assert max(map(len, text.splitlines())) <= 80
    words = " ".join(text.split())
    assert words.startswith("Early answer 2 of 4, from 5,000 games of every policy")
    assert "Preliminary: the intervals are wide" in words
    assert "who stops where a figure pleases loses that" in words
    assert "2 players:" in text
    assert "3 players:" in text
    assert "wins in percent, all seats by" in words


@pytest.fixture
def terminal(monkeypatch):
    """Return what is written to standard error, which is made a terminal."""
    written = io.StringIO()
    monkeypatch.setattr(
        progress,
        "Console",
        lambda stderr: Console(file=written, force_terminal=True, width=80, height=20),
    )
    monkeypatch.setattr(progress, "DELAY", 0.0)
    return written


ASKED = (
    "--players",
    "2",
    "--only",
    "seats",
    "--ladder",
    "random,careful",
    "--games",
    "2000",
    "--workers",
    "1",
)


def test_at_a_terminal_it_is_shown_and_standard_output_has_the_last_answer_alone(
    certify, terminal, tmp_path, monkeypatch
):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr("certify.play.compiler.store.was_written", lambda source, game: False)
    asked = ("fairness", write_dice(tmp_path), *ASKED)
    found = certify(*asked)
    assert "Early answer 1 of 1, from 100 games of every policy" in terminal.getvalue()
    assert "Early answer" not in found.output
    assert "2,000" in found.stdout
    terminal.truncate(0)
    # What was kept is printed at once, and is the same.
    assert certify(*asked).stdout == found.stdout
    assert "Early answer" not in terminal.getvalue()


FEW_RANKS = ("--set", "decks=1", "--set", "max_split_hands=2")


@pytest.mark.parametrize(
    "asked", [("rtp", *FEW_RANKS), ("report", *FEW_RANKS, "--brief", "-o", "report.pdf")]
)
def test_of_blackjack_burnout_its_edges_are_told_first(
    certify, terminal, tmp_path, monkeypatch, asked
):
    monkeypatch.chdir(tmp_path)
    # The deck of `test_output.py`: whichever comes second finds the results kept.
    monkeypatch.setattr(Shoe, "of_decks", lambda decks: Shoe.parse("4,0,4,0,4,4,0,4,0,16"))
    command, *options = asked
    found = certify(command, "blackjack-burnout", *options)
    told = " ".join(terminal.getvalue().split())
    assert "Known already, of " in told
    assert "Known already" not in found.output
    figures = json.loads(
        certify("rtp", "blackjack-burnout", *FEW_RANKS, "--no-distribution", "--json").stdout
    )
    for wager in ("main", "main_burnout"):
        assert f"{100 * figures['wagers'][wager]['house_edge']:.9f} %" in told


def test_of_a_piped_run_nothing_early_is_written(certify, tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "kept"))
    found = certify("fairness", write_dice(tmp_path), *ASKED)
    assert "Early answer" not in found.output


def test_an_early_answer_leaves_room_for_the_bar():
    console = Console(file=io.StringIO(), force_terminal=True, width=80, height=10)
    bar = progress.Shown(console=console)
    bar.early = "\n".join(f"line {number}" for number in range(30))
    with console.capture() as captured:
        console.print(*bar.get_renderables())
    lines = captured.get().splitlines()
    assert len([line for line in lines if line.startswith("line")]) == 6
    assert ".." in lines
