"""Every situation of a game against the house, as `certify strategy` tells and writes it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import isclose
from pathlib import Path

import pyarrow
import pytest

from certify.errors import CardError
from certify.exact.banked.solution import question, solve
from certify.language.catalogue import game_of, load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.present.document import Text
from certify.present.grids import Grid
from certify.studies.banked.hand import banked_hand_study
from certify.studies.banked.result import BankedStrategyResult
from certify.studies.banked.situations import banked_strategy_study, every_situation
from certify.studies.banked.starting_hands import codes_of
from certify.studies.banked.strategy_file import read_answers, table_bytes
from certify.studies.banked.view import (
    banked_strategy_tables,
    banked_strategy_view,
    starting_hand_figures,
)
from tests.oracle.cut_packs import punto_banco
from tests.oracle.random_games import decision, frame_of, loaded, random_game


@cache
def three_cards() -> tuple[BankedStrategyResult, pyarrow.Table]:
    return banked_strategy_study(load_game("three-card-poker"))


def test_all_hands_of_three_cards() -> None:
    result, table = three_cards()
    assert table.num_rows == result.situations == 1_755
    rows = table.to_pylist()
    assert isclose(sum(row["frequency"] for row in rows), 1.0, rel_tol=1e-12)
    for row in rows:
        assert row["best"] == ("play" if row["worth of play"] > row["worth of fold"] else "fold")
        gap = abs(row["worth of play"] - row["worth of fold"])
        assert isclose(row["cost of second best"], gap, abs_tol=1e-12)
    value = sum(row["frequency"] * row[f"worth of {row['best']}"] for row in rows)
    best = solve(load_game("three-card-poker")).outcomes["ante"]
    assert isclose(value, sum((net * p for (_, net), p in best.items()), Fraction(0)))


def test_the_closest_decisions_come_first() -> None:
    result, _ = three_cards()
    costs = [close.cost for close in result.closest]
    assert costs == sorted(costs)
    assert costs[0] > 0.0
    closest = result.closest[0]
    assert (closest.cards, closest.best) == ({"hand": "3c 6d Qh"}, "fold")
    captions = [table.caption for table in banked_strategy_tables(result)]
    assert captions == ["What is decided", "The best play in words", "The closest decisions"]


def test_a_game_without_decisions_has_no_situations() -> None:
    result, table = banked_strategy_study(punto_banco([4, 5, 6], 2))
    shown = [
        element.markup for element in banked_strategy_view(result) if isinstance(element, Text)
    ]
    assert shown == ["Nothing is decided: there is no play to choose."]
    assert (result.decisions, result.closest, table.num_rows) == ((), (), 0)
    assert list(banked_strategy_tables(result)) == []


def test_each_answer_has_a_column() -> None:
    _, table = banked_strategy_study(load_game("casino-war"))
    assert set(table["best"].to_pylist()) == {"war"}
    assert {"worth of war", "worth of surrender"} <= set(table.column_names)


def test_a_chart_of_starting_hands_shows_the_best_of_every_two_cards() -> None:
    """Mississippi stud with seven ranks, and payouts by which suits matter from the first."""
    text = Path("rules/shelf/mississippi_stud.yaml").read_text()
    some = '    only: "rank in [2, 3, 4, 7, 8, 9, 14]"\n    into:'
    game = game_of(text[: text.index("examples:")].replace("    into:", some), "seven_ranks.yaml")
    pays = {"two_pairs": 0, "three_of_a_kind": 0, "straight": 0, "flush": 40}
    changed = apply_overrides(game, [f"main.{row}.pays={value}:1" for row, value in pays.items()])
    result, table = banked_strategy_study(changed)
    (chart,) = result.charts
    assert chart.ranks == tuple("A987432")
    first = [row for row in table.to_pylist() if row["decision"] == "third_street"]
    assert len(first) == 7 + 2 * 21
    for row in first:
        hand = sorted((chart.ranks.index(card[0]), card[1]) for card in row["hand"].split())
        (high, one), (low, other) = hand
        # Above the diagonal hands of one suit, below it of two.
        across, down = (high, low) if one == other else (low, high)
        assert chart.codes[chart.rows[across][down]] == row["best"]
    assert (chart.rows[5][6], chart.rows[6][5]) == ("1", "F")
    (figure,) = starting_hand_figures(result.charts)
    (grid,) = figure.body
    assert isinstance(grid, Grid)
    told = [[cell.told for cell in cells] for _, cells in grid.named_rows()]
    assert (told[5][6], told[6][5]) == ("3 2 of one suit: wager 1", "2 3 of two suits: fold")
    assert told[0][0] == f"A A: {chart.codes[chart.rows[0][0]]}"


@pytest.mark.slow
def test_the_chart_of_starting_hands_is_the_published_one() -> None:
    """Mississippi stud, third street: 3x a pair; 1x two points of high cards, or suited 6-5."""
    result, _ = banked_strategy_study(load_game("mississippi-stud"))
    (chart,) = result.charts
    assert chart.codes == {"F": "fold", "1": "wager 1", "2": "wager 2", "3": "wager 3"}
    assert chart.ranks == tuple("AKQJT98765432")
    points = {**dict.fromkeys("AKQJ", 2), **dict.fromkeys("T9876", 1)}
    for row, first in enumerate(chart.ranks):
        for column, second in enumerate(chart.ranks):
            wanted = "1" if points.get(first, 0) + points.get(second, 0) >= 2 else "F"
            if first == second:
                wanted = "3"
            elif (first, second) == ("6", "5"):
                wanted = "1"
            assert chart.rows[row][column] == wanted, (first, second)
    (figure,) = starting_hand_figures(result.charts)
    assert figure.title == "third_street: two cards of hand"


def test_other_games_have_no_such_chart() -> None:
    for result, _ in (three_cards(), banked_strategy_study(load_game("red-dog"))):
        assert result.charts == ()


def test_options_have_short_codes() -> None:
    options = ("check", "call", "bet 1", "bet 2", "c")
    assert codes_of(options) == {"check": "C", "call": "CA", "bet 1": "1", "bet 2": "2", "c": "5"}


# Situations that have the same cards


def test_rows_with_the_same_cards_are_told_apart_by_a_variable_and_so_are_hands() -> None:
    """What was made of the first two of four cards is in sight when all four are."""
    game = random_game(650)
    _, table = every_situation(game)
    rows = [row for row in table.to_pylist() if row["mine"] == "2a 3b 4b 5b"]
    assert len(rows) == len({row["points"] for row in rows}) > 1
    with pytest.raises(CardError, match=r"\d situations look so; .* what points \(\d+, .*\) is"):
        banked_hand_study(game, "mine: 2a 3b 4b 5b")
    for row in rows:
        told = banked_hand_study(game, f"mine: {row['mine']}; points: {row['points']}")
        worths = {answer.option: answer.ev for answer in told.answers}
        assert worths == pytest.approx({name: row[f"worth of {name}"] for name in worths})
        assert isclose(told.frequency, row["frequency"])


def test_situations_that_are_worth_the_same_are_one_hand() -> None:
    """A variable was drawn, and drawn again before anything was asked."""
    told = banked_hand_study(random_game(100), "mine: 2a 2b; points: 1")
    assert told.exact == {"frequency": "1/10"}


def test_a_hand_that_has_one_answer_is_not_decided() -> None:
    told = r"nothing is decided in such a situation: there is one answer alone$"
    with pytest.raises(CardError, match=told):
        banked_hand_study(random_game(190), "mine: 2a 3a 4a", after="turn0: deal")


def with_a_trump() -> LoadedGame:
    """Return a game in which one of two cards is drawn as the trump."""
    zones = {"pool": {"see": "none"}, "mine": {"see": "all"}, "house": {"see": "none"}}
    deals = [{"deal": {"from": "pool", "to": zone}} for zone in ("mine", "mine", "house")]
    do = [{"shuffle": "pool"}, *deals, {"chance": {"trump": "mine"}}, {"ask": {"turn": "player"}}]
    brings = "sum(2 if c.suit == trump.suit else -1 for c in house) + trump.rank / 2"
    spec = frame_of(
        {"cards": {"rank": "1..4", "suit": ["a", "b"]}},
        zones,
        {"raised": {"type": "boolean"}, "trump": {"type": "cards"}},
        do,
        {"turn": decision({"fold": {}, "play": {"do": [{"set": {"raised": True}}]}})},
        {"main": {"stake": 1, "net": f"{brings} if raised else 0"}},
    )
    return loaded(spec, {})


def test_a_card_that_a_variable_holds_is_told_by_its_label() -> None:
    """By it the rows with the same cards differ."""
    game = with_a_trump()
    _, table = every_situation(game)
    rows = [row["trump"] for row in table.to_pylist() if row["mine"] == "2a 3b"]
    assert rows == ["2a", "3b"]
    with pytest.raises(CardError, match=r"what trump \(2a, 3b\) is$"):
        banked_hand_study(game, "mine: 2a 3b")
    with pytest.raises(CardError, match="trump is one card; found '2a 3b'"):
        banked_hand_study(game, "mine: 2a 3b; trump: 2a 3b")
    # Of the other six cards three have its suit.
    told = banked_hand_study(game, "mine: 2a 3b; trump: 3b")
    assert {answer.option: answer.ev for answer in told.answers} == {"play": 2.0, "fold": 0.0}


@pytest.mark.parametrize("made", [lambda: random_game(650), with_a_trump], ids=["points", "trump"])
def test_a_file_of_such_situations_is_read_back(
    made: Callable[[], LoadedGame], tmp_path: Path
) -> None:
    game, path = made(), tmp_path / "play.csv"
    _, table = every_situation(game)
    path.write_bytes(table_bytes(table, path))
    asked = question(game)
    assert solve(game, answers=read_answers(asked, str(path))).wagers == solve(game).wagers
    # The other answer in one row is another play.
    text = path.read_text().replace('"play"', '"fold"', 1).replace('"word wild"', '"stay"', 1)
    path.write_text(text)
    changed = solve(game, answers=read_answers(asked, str(path)))
    assert changed.outcomes != solve(game).outcomes


def after_a_hidden_card() -> LoadedGame:
    """Return a game that a hidden card may end, and in which one of three cards is put aside."""
    zones = {"pool": {"see": "none"}, "mine": {"see": "all"}, "house": {"see": "none"}}
    do = [
        {"shuffle": "pool"},
        {"deal": {"from": "pool", "to": "house"}},
        {"if": "any(c.rank == 3 for c in house)", "then": [{"stop": "game"}]},
        {"deal": {"cards": 3, "from": "pool", "to": "mine"}},
        {"ask": {"turn": "player"}},
    ]
    drop = {"move": {"cards": "picked", "to": "aside"}}, {"set": {"raised": True}}
    moves = {"drop": {"pick": {"card": "mine"}, "do": [*drop]}, "fold": {}}
    spec = frame_of(
        {"cards": {"rank": "1..3", "suit": ["a", "b"]}},
        {**zones, "aside": {"see": "all"}},
        {"raised": {"type": "boolean"}},
        do,
        {"turn": decision(moves)},
        {"main": {"net": "(3 if distinct(c.suit for c in mine) == 1 else -1) if raised else 0"}},
    )
    spec["wagers"]["main"]["stake"] = 1
    return loaded(spec, {})


@pytest.mark.parametrize("third", ["a", "b"])
def test_a_card_is_picked_in_its_own_suit_after_a_hidden_one_was_read(third: str) -> None:
    """Exchanging suits would exchange the cards that are picked by their places."""
    other = {"a": "b", "b": "a"}[third]
    cards = f"1a 1b 2{third}"
    worths = {f"drop 1{other}": 3.0, f"drop 1{third}": -1.0, f"drop 2{third}": -1.0, "fold": 0.0}
    told = banked_hand_study(after_a_hidden_card(), f"mine: {cards}")
    assert {answer.option: answer.ev for answer in told.answers} == worths
    _, table = every_situation(after_a_hidden_card())
    (line,) = [row for row in table.to_pylist() if row["mine"] == cards]
    assert sorted(line[name] for name in line if "worth" in name) == sorted(worths.values())
    assert line["frequency"] == told.frequency


def test_the_situations_of_a_game_in_which_the_dealer_looks_first() -> None:
    """The seat knows only that it goes on."""
    game = load_game("tests/games/peeking.yaml")
    result, table = every_situation(game)
    assert (result.situations, table.num_rows, len(result.closest)) == (5, 5, 5)
    (told,) = result.decisions
    assert (told.rule, told.rule_cost) == (("double if own is 3 or more, otherwise give_up",), 0)
    assert banked_hand_study(game, "2a").answers[0].ev == table.to_pylist()[1]["worth of give_up"]


def test_a_word_that_differs_by_row_is_told_and_read_as_a_word(tmp_path: Path) -> None:
    """It is a number in the engine's rows."""
    game, path = random_game(181), tmp_path / "play.csv"
    _, table = every_situation(game)
    rows = [row for row in table.to_pylist() if row["mood"]]
    assert {row["mood"] for row in rows} == {"calm", "wild"}
    for row in rows[::40]:
        hand = f"mine: {row['mine']}; board: {row['board']}; mood: {row['mood']}"
        told = banked_hand_study(game, f"{hand}; points: {row['points']}")
        assert told.frequency == row["frequency"]
    with pytest.raises(CardError, match=r"mood: there is no word clam; did you mean calm\?"):
        banked_hand_study(game, "mine: 2a 4a; mood: clam")
    path.write_bytes(table_bytes(table, path))
    asked = question(game)
    assert solve(game, answers=read_answers(asked, str(path))).wagers == solve(game).wagers


def test_equal_results_of_chance_are_one_situation() -> None:
    """Of [1, 1, 2] two are the same to the seat."""
    _, table = every_situation(random_game(35))
    situations = [(row["mine"], row["points"]) for row in table.to_pylist()]
    assert len(situations) == len(set(situations))
    ones = sum(row["frequency"] for row in table.to_pylist() if row["points"] == "1")
    assert isclose(ones, 2 / 3)


def test_a_file_of_no_situations_is_read_back(tmp_path: Path) -> None:
    game, path = random_game(2), tmp_path / "play.csv"
    _, table = every_situation(game)
    path.write_bytes(table_bytes(table, path))
    assert path.read_text() == '"decision","before","best"\n'
    read_answers(question(game), str(path))
