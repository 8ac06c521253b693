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

import pyarrow
import pytest

import certify
from certify.errors import CertifyError
from certify.library.game import Game
from certify.studies.banked.result import BankedResult
from certify.studies.banked.situations import COST, FREQUENCY, every_situation
from certify.studies.banked.strategy_file import table_bytes
from certify.studies.paytable.result import PaytableResult
from certify.studies.whatif.analysed_result import AnalysedSweepResult, AnalysedWhatIfResult
from tests.oracle.random_games import random_spec

WORTH = "worth of "
AROUND = ("decision", "before", "best", FREQUENCY, COST)
"""Columns of a strategy file that tell neither cards nor values."""

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


def lines_again(seed: int, folder: Path) -> int:
    """Answer lines of a strategy file otherwise, and ask for their hands; how many were."""
    draw, play = random.Random(seed), folder / "play.csv"
    try:
        game = written(seed, folder)[0]
        best = expectation(game, "optimal")
        _, table = every_situation(game.loaded)
        play.write_bytes(table_bytes(table, play))
        assert best == expectation(game, play)
    except CertifyError:
        # Also where two lines differ only in what was told before, and is answered otherwise.
        return 0
    lines = table.to_pylist()
    checked = 0
    for line in draw.sample(lines, min(4, len(lines))):
        worths = {name[len(WORTH) :]: line[name] for name in line if name.startswith(WORTH)}
        worths = {name: worth for name, worth in worths.items() if worth is not None}
        if len(worths) < 2:
            continue
        other = draw.choice([name for name in worths if name != line["best"]])
        changed = [{**each, "best": other} if each is line else each for each in lines]
        play.write_bytes(table_bytes(pyarrow.Table.from_pylist(changed, table.schema), play))
        told = {name: line[name] for name in line if name not in AROUND and WORTH not in name}
        cards = "; ".join(f"{name}: {value}" for name, value in told.items() if value)
        try:
            costs = best - expectation(game, play)
            hand = json.loads(game.hand(cards, after=line["before"]).to_json())
        except CertifyError:
            continue
        lost = line["frequency"] * (worths[line["best"]] - worths[other])
        assert costs == pytest.approx(lost, abs=1e-9), (seed, line, other)
        found = sorted(answer["ev"] for answer in hand["answers"])
        assert found == pytest.approx(sorted(worths.values()), abs=1e-9), (seed, line)
        checked += 1
    return checked


def expectation(game: Game, strategy: str | Path) -> float:
    """Return what a round brings with a play."""
    told = game.returns(strategy, cache=False).result
    assert isinstance(told, BankedResult)
    return told.ev


def test_a_line_of_a_strategy_file_costs_what_it_says(tmp_path: Path) -> None:
    assert of_many(lines_again, [1, 3, 181, 338, 438, 564], tmp_path) > 10


@pytest.mark.slow
@pytest.mark.parametrize("first", range(170_000, 170_300, 50))
def test_lines_of_strategy_files_cost_what_they_say(first: int, tmp_path: Path) -> None:
    assert of_many(lines_again, range(first, first + 50), tmp_path) > 40
