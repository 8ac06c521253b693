"""One game of each spec, kept as a log: what is played does not change unnoticed."""

from __future__ import annotations

import pytest

from certify.language.catalogue import load_game
from certify.play.logs.replay import replay_file
from certify.resources import data_files
from tests.playthroughs.write import FOLDER, write

GAMES = [name.removesuffix(".yaml").replace("_", "-") for name in data_files("rules", ".yaml")]


@pytest.mark.parametrize("game", GAMES)
def test_the_log_is_right(game):
    found = replay_file(FOLDER / f"{game}.jsonl", load_game)
    assert found.state.is_over


def test_the_same_seeds_give_the_same_logs(tmp_path):
    write(tmp_path)
    for game in GAMES:
        name = f"{game}.jsonl"
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), (
            "run: python -m tests.playthroughs.write"
        )
