"""Games made at random, asked everything: figures, or a sentence that says why there are none."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import certify
from certify.errors import CertifyError
from certify.library.game import Game
from certify.studies.banked.result import BankedResult
from certify.studies.paytable.result import PaytableResult
from certify.studies.whatif.analysed_result import AnalysedSweepResult, AnalysedWhatIfResult
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


def of_many(ask: Callable[[int, Path], int], seeds: Iterable[int], folder: Path) -> int:
    """Ask games made at random, each in a folder of its own; what it comes to in all."""
    found = 0
    for seed in seeds:
        (folder / str(seed)).mkdir()
        found += ask(seed, folder / str(seed))
    return found


@pytest.mark.parametrize("seed", [1073, 1081, 1114, 1224])
def test_some_are_answered_or_refused_in_words(seed: int, tmp_path: Path) -> None:
    assert ask_everything(seed, tmp_path) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("first", range(2_000, 3_000, 50))
def test_many_are_answered_or_refused_in_words(first: int, tmp_path: Path) -> None:
    assert of_many(ask_everything, range(first, first + 50), tmp_path) > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30_000, 30_400, 25))
def test_what_has_figures_has_a_report_that_comes_out_again(seed: int, tmp_path: Path) -> None:
    """In another process, in which sets have other orders."""
    game = written(seed, tmp_path)[0]
    try:
        game.returns()
    except CertifyError:
        return
    report = tmp_path / "report.pdf"
    game.report(report, brief=True)
    command = [sys.executable, "-m", "certify.cli", "verify", str(report), "--recompute"]
    environment = os.environ | {"PYTHONHASHSEED": str(seed)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# What is found again by asking for every value ----------------------------------------------------


def edge_of(game: Game, wager: str, setting: str, pays: int) -> Fraction | None:
    """Return the exact edge of a wager where a row pays so much."""
    figure = f"wagers.{wager}.house_edge"
    swept = game.whatif(sweep={setting: [f"{pays}:1"]}, figures=[figure]).result
    assert isinstance(swept, AnalysedSweepResult)
    exact = dict(zip((each.path for each in swept.figures), swept.exact[0], strict=True))[figure]
    return None if exact is None else Fraction(exact)


def solve_again(seed: int, folder: Path) -> int:
    """Solve for the edges that rows have where they pay 3 and 7; how many of them move the edge."""
    found, refused = 0, ""
    try:
        game, rows = written(seed, folder)
        game.returns()
        for row in rows:
            wager = row.partition(".")[0]
            edges = {pays: edge_of(game, wager, f"{row}.pays", pays) for pays in (3, 7)}
            for aimed in {*edges.values()} - {None} if len({*edges.values()}) > 1 else ():
                path = f"wagers.{wager}.house_edge"
                target = f"{path}={aimed}"
                solved = game.whatif(solve=f"{row}.pays", target=target, figures=[path]).result
                assert isinstance(solved, AnalysedWhatIfResult)
                after = solved.exact[path].after
                assert after is not None
                assert Fraction(after) == aimed
                found += 1
    except CertifyError as error:
        refused = str(error)
    assert "does not move" not in refused
    assert "does not come to" not in refused
    return found


def test_a_payout_is_found_again_by_its_edge(tmp_path: Path) -> None:
    assert solve_again(1021, tmp_path) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("first", range(142_000, 142_200, 20))
def test_payouts_are_found_again_by_their_edges(first: int, tmp_path: Path) -> None:
    assert of_many(solve_again, range(first, first + 20), tmp_path) > 5


def tables_again(seed: int, folder: Path) -> int:
    """Require tables of three payouts a row to have the edges of games with these; how many."""
    found = 0
    try:
        game, rows = written(seed, folder)
        game.returns()
    except CertifyError:
        return 0
    for wager in dict.fromkeys(row.partition(".")[0] for row in rows):
        ranges = {row.partition(".")[2]: "1:3" for row in rows if row.startswith(f"{wager}.")}
        asked: dict[str, Any] = {"rows": ranges, "any_order": True, "everything": True}
        try:
            designed = game.paytables(wager, bounds={"edge": "-90:90"}, **asked).result
        except CertifyError:
            continue
        assert isinstance(designed, PaytableResult)
        assert len(designed.every) == designed.tables == 3 ** len(designed.rows)
        made, names = game.wagering(*designed.wagers_made), [row.row for row in designed.rows]
        for each in designed.every:
            pays = [
                f"{wager}.{row}.pays={to_one}:1"
                for row, to_one in zip(names, each.pays, strict=True)
            ]
            returns = made.changed(*pays).returns().result
            assert isinstance(returns, BankedResult)
            edge = returns.wagers[designed.together[0]].house_edge
            assert each.house_edge == pytest.approx(edge, rel=1e-12, abs=1e-12)
            found += 1
    return found


def test_tables_have_the_edges_of_games_with_these_payouts(tmp_path: Path) -> None:
    assert tables_again(1032, tmp_path) == 27


@pytest.mark.slow
@pytest.mark.parametrize("first", range(160_000, 160_500, 100))
def test_many_tables_have_the_edges_of_games_with_these_payouts(first: int, tmp_path: Path) -> None:
    assert of_many(tables_again, range(first, first + 100), tmp_path)
