"""The way of a game from a command to the first kernel grows no longer than it is."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("words", "most_stops", "most_returns"),
    [
        # Four stops of them are the wagers of the spec, which carry money since its version 1.4.0.
        (("rtp", "blackjack-burnout"), 55, 30),
        # Two of them look up whether the whole study is kept.
        (("shoe", "blackjack-burnout", "--no-sample", "--yes"), 51, 26),
    ],
)
def test_a_game_takes_no_more_stops(
    words: tuple[str, ...], most_stops: int, most_returns: int
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.way", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    *files, told = done.stdout.splitlines()
    assert files[0] == f"cli/{words[0]}.py"
    assert files[-1].startswith("exact/")
    returns = len(files) - len(set(files))
    assert told.startswith(f"{len(files)} stops")
    assert len(files) <= most_stops
    assert returns <= most_returns
