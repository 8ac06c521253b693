"""Games made at random, asked everything: figures, or a sentence that says why there are none."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import certify
from certify.errors import CertifyError
from certify.library.game import Game
from tests.oracle.random_games import random_spec

HANDS = [f"{rank}{suit}" for rank in range(2, 7) for suit in "abc"]

QUESTIONS: dict[str, Callable[[Game, random.Random], Any]] = {
    "strategy": lambda game, _: game.strategy(),
    "shoe": lambda game, _: game.shoe(compositions=5),
    "a card of the house": lambda game, _: game.seeing({"house": 1}),
    "a card of others": lambda game, _: game.seeing({"others": 1}),
    "a marked card": lambda game, _: game.seeing({"house": "1:4-5"}),
    "a hand": lambda game, draw: game.hand(" ".join(draw.sample(HANDS, draw.randint(1, 3)))),
    "what if": lambda game, _: game.whatif(rulings=True),
    "check": lambda game, _: game.check(games=5),
}
OF_A_ROW: dict[str, Callable[[Game, str], Any]] = {
    "sweep": lambda game, row: game.whatif(sweep={f"{row}.pays": "1:1,2:1,5:2"}),
    "solve": lambda game, row: game.whatif(
        solve=f"{row}.pays", target=f"wagers.{row.partition('.')[0]}.house_edge=0.02"
    ),
    "paytables": lambda game, row: game.paytables(
        row.partition(".")[0], bounds={"edge": "-0.5:0.5"}
    ),
}


def written(seed: int, folder: Path) -> tuple[Game, list[str]]:
    """Return a game made at random, read from files, and the rows of its paytables."""
    spec, tables = random_spec(seed)
    rows = [
        f"{file.removeprefix('random_').removesuffix('.yaml')}.{row}"
        for file, table in tables.items()
        for row in table["rows"]
    ]
    for file, content in {"random_game.yaml": spec, **tables}.items():
        (folder / file).write_text(json.dumps(content), encoding="utf-8")
    return certify.load(folder / "random_game.yaml"), rows


def ask_everything(seed: int, folder: Path) -> int:
    """Ask everything of a game made at random; how much of it is answered by figures."""
    answered = 0
    try:
        game, rows = written(seed, folder)
        game.returns()
    except CertifyError:
        return 0
    asked = [lambda ask=ask: ask(game, random.Random(seed)) for ask in QUESTIONS.values()]
    asked += [lambda ask=ask: ask(game, rows[0]) for ask in OF_A_ROW.values() if rows]
    for ask in asked:
        try:
            answer = ask()
        except CertifyError:
            continue
        assert answer.to_json()
        assert answer._repr_html_()
        answered += 1
    return answered


@pytest.mark.parametrize("seed", [1073, 1081, 1114, 1224])
def test_some_are_answered_or_refused_in_words(seed: int, tmp_path: Path) -> None:
    assert ask_everything(seed, tmp_path) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2_000, 3_000, 50))
def test_many_are_answered_or_refused_in_words(first: int, tmp_path: Path) -> None:
    answered = 0
    for seed in range(first, first + 50):
        folder = tmp_path / str(seed)
        folder.mkdir()
        answered += ask_everything(seed, folder)
    assert answered > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30_000, 30_400, 25))
def test_what_has_figures_has_a_report(seed: int, tmp_path: Path) -> None:
    game = written(seed, tmp_path)[0]
    try:
        game.returns()
    except CertifyError:
        return
    game.report(tmp_path / "report.pdf")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
