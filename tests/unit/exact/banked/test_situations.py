"""Shoes, single situations and strategy files: equal, as fractions, to every order of the cards."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from certify.errors import CardError, InfeasibleShoeError, StateSpaceError, StrategyFileError
from certify.exact.banked.composition import composition_of
from certify.exact.banked.inquiry import Inquiry
from certify.exact.banked.solution import BEST, Solution, question, solve
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program
from certify.studies.banked.hand import banked_hand_study
from certify.studies.banked.situations import banked_strategy_study
from certify.studies.banked.strategy_file import read_answers
from tests.oracle.banked import Decided, brute_force
from tests.oracle.cut_packs import casino_war, punto_banco, red_dog, three_card_poker
from tests.unit.exact.banked.test_against_brute_force import (
    FOLLOWED,
    small,
    with_few_cards,
    with_hidden_suits,
)

# What is left of a pack

Case = tuple[LoadedGame, str, LoadedGame]

SHOES: dict[str, Any] = {
    "no suit alike": lambda: (
        three_card_poker([4, 11, 12, 14], 2),
        "4c=0,Qd=0",
        three_card_poker(
            [4, 11, 12, 14],
            2,
            packs__cards__only="not (rank == 4 and suit == 'clubs')"
            " and not (rank == 12 and suit == 'diamonds')",
        ),
    ),
    "a rank gone": lambda: (
        three_card_poker([4, 11, 12, 14], 2),
        "J=0",
        three_card_poker([4, 11, 12, 14], 2, packs__cards__only="rank != 11"),
    ),
    "fewer of some": lambda: (
        red_dog([2, 4, 5, 9], 2, packs__cards__copies=2),
        "2=1,9=3",
        red_dog(
            [2, 4, 5, 9],
            1,
            packs__cards__copies="1 if rank == 2 else 3 if rank == 9 else 4",
        ),
    ),
    "by counts": lambda: (
        casino_war([2, 3], 1, packs__cards__copies=4),
        "2,4",
        casino_war([2, 3], 1, packs__cards__copies="2 if rank == 2 else 4"),
    ),
    "without decisions": lambda: (
        punto_banco([1, 5, 13], 1, packs__cards__copies=3),
        "A=2,5=3,K=1",
        punto_banco(
            [1, 5, 13], 1, packs__cards__copies="2 if rank == 1 else 3 if rank == 5 else 1"
        ),
    ),
}


@pytest.mark.parametrize("name", SHOES)
def test_what_is_left_of_a_pack_is_a_pack_of_its_own(name: str) -> None:
    game, text, other = SHOES[name]()
    found = solve(game, left=composition_of(Program(game), text))
    wanted = brute_force(other)
    figures = {key: (each.stake, each.net, each.lines) for key, each in found.wagers.items()}
    assert figures == wanted.wagers
    assert {key: found.outcomes[key] for key in wanted.outcomes} == wanted.outcomes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2=5", "5 cards 2 cannot be left: the whole pack has 4"),
        ("x=1", "there is no kind of card x"),
        ("2=0,4=0,5=0,9=0", "the shoe is empty"),
        ("1,2", "a shoe needs 4 counts in the order 2,4,5,9, not 2"),
        ("2=1,2=2", "2 is counted twice"),
        ("2=a", "'a' is not a count"),
    ],
)
def test_a_shoe_that_cannot_be(text: str, said: str) -> None:
    program = Program(red_dog([2, 4, 5, 9], 2, packs__cards__copies=2))
    with pytest.raises(InfeasibleShoeError, match=said):
        composition_of(program, text)


# Single situations

SMALL: dict[str, Any] = {
    "three-card poker": lambda: three_card_poker([4, 11, 12], 2),
    "casino war": lambda: casino_war([2, 3, 4], 2),
    "red dog": lambda: red_dog([2, 3, 4, 5, 6], 2),
    "let it ride": lambda: cut_down(
        load_game("rules/shelf/let_it_ride.yaml"),
        {
            "packs.cards.cards": {"rank": [9, 10, 14], "suit": ["clubs", "hearts"]},
            "rankings.poker.also": {14: 8},
        },
    ),
    "shown": lambda: small(*FOLLOWED["a card that is shown"][:2]),
    "picked": lambda: small(
        *FOLLOWED["words that are picked"][:2], **FOLLOWED["words that are picked"][2]
    ),
}


def rows_of(game: LoadedGame) -> list[dict[str, Any]]:
    """Return the lines of the strategy file of a game."""
    _, table = banked_strategy_study(game)
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def seen(game: LoadedGame, row: dict[str, Any]) -> str:
    """Return the cards of a line as the command takes them."""
    assert game.play is not None
    return "; ".join(
        f"{zone}: {row[zone]}" for zone in game.play.spec.zones if row.get(zone) is not None
    )


@pytest.mark.parametrize("name", SMALL)
def test_every_situation_is_that_of_brute_force(name: str) -> None:
    game = SMALL[name]()
    shares: dict[Decided, Fraction] = {}
    for row in rows_of(game):
        found = banked_hand_study(game, seen(game, row), row["before"])
        assert found.decision == row["decision"]
        worths = {answer.option: Fraction((answer.exact or {})["ev"]) for answer in found.answers}
        options = tuple(
            column.removeprefix("worth of ")
            for column, value in row.items()
            if column.startswith("worth of ") and value is not None
        )
        key = (found.decision, options, tuple(worths[option] for option in options), found.best)
        share = Fraction((found.exact or {})["frequency"])
        shares[key] = shares.get(key, Fraction(0)) + share
        best = max(worths.values())
        for answer in found.answers:
            assert Fraction((answer.exact or {})["cost"]) == best - worths[answer.option]
    assert shares
    assert shares == brute_force(game).decisions


@pytest.mark.parametrize(
    ("cards", "after"),
    [
        ("Kc Qc", ""),
        ("Ks Kh", ""),
        ("hand: As Jh; board: Ts Js Qs", "check"),
        ("hand: As Jh; board: Ts Jc Qs Qc Kc", "check, check"),
    ],
)
def test_a_situation_is_worth_the_same_by_boards(
    cards: str, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_few_cards("rank >= 10 and suit != 'diamonds'")
    monkeypatch.setattr(Inquiry, "most_single", 10**9)
    one_by_one = banked_hand_study(game, cards, after)
    for most in (0, 100, 1_000, 3_000):
        monkeypatch.setattr(Inquiry, "most_single", most)
        assert banked_hand_study(game, cards, after) == one_by_one


def test_suits_and_the_order_of_cards_are_free() -> None:
    game = three_card_poker([4, 11, 12], 3)
    one = banked_hand_study(game, "Qh 4d Jd")
    for cards in ("hand: 4c,Jc,Qd", "Jd Qc 4d"):
        other = banked_hand_study(game, cards)
        assert (other.answers, other.frequency) == (one.answers, one.frequency)
    assert banked_hand_study(game, "Qd 4d Jd").frequency != one.frequency


def test_a_situation_of_a_shoe() -> None:
    game = three_card_poker([4, 11, 12, 14], 2)
    other = three_card_poker([4, 11, 12, 14], 2, packs__cards__only="rank != 11")
    for cards in ("Qc 4d Ac", "Ad 4d 4c"):
        left = banked_hand_study(game, cards, shoe="Jc=0,Jd=0")
        assert left.answers == banked_hand_study(other, cards).answers
        assert left.changed[-1] == ("shoe", "Jc=0,Jd=0")


@pytest.mark.parametrize(
    ("cards", "after", "said"),
    [
        ("Qc 4d", "", "the cards that are seen are 3 of hand; given are 2 of hand"),
        ("Qc 4d Qc", "", "2 cards that count as Qc are given, but only 1 is left"),
        ("Qc 4d 4x", "", "there is no card 4x"),
        ("hnd: Qc 4d Jc", "", "there is no zone 'hnd', did you mean hand?"),
        ("Qc 4d Jc", "fld", "turn is answered by fold, play; found fld"),
    ],
)
def test_a_situation_that_does_not_come_up(cards: str, after: str, said: str) -> None:
    with pytest.raises(CardError, match=said.replace("?", r"\?")):
        banked_hand_study(three_card_poker([4, 11, 12], 2), cards, after)


def test_chance_in_sight_tells_situations_apart() -> None:
    do, net, more = FOLLOWED["chance that is seen"]
    game = small(do, net, **more)
    with pytest.raises(CardError, match=r"factor \(1, 2, 3\)"):
        banked_hand_study(game, "mine: 4a")
    with pytest.raises(CardError, match=r"factor is a whole number from \d to \d; found '77'"):
        banked_hand_study(game, "mine: 4a; factor: 77")
    found = [
        banked_hand_study(game, f"mine: 4a; factor: {factor}").answers[0].ev for factor in (1, 3)
    ]
    assert found[1] == pytest.approx(3 * found[0])


def test_what_the_seat_was_told_of_hidden_cards_tells_situations_apart() -> None:
    do, net, more = FOLLOWED["a variable that tells of a hidden card"]
    game = small(do, net, **more)
    found = {
        points: {each.option: each.ev for each in answers}["play"]
        for points in (2, 3, 4)
        for answers in [banked_hand_study(game, f"mine: 3b; points: {points}").answers]
    }
    assert found == {2: 1, 3: -1, 4: -1}
    with pytest.raises(StateSpaceError, match="told of hidden cards what a hand does not say"):
        banked_hand_study(game, "mine: 3b")


def test_suits_are_free_where_hidden_cards_were_read() -> None:
    game = with_hidden_suits("in a loop", 3)
    # Of the board a card, the house has one of the other eight: two are of its suit.
    found = {suit: banked_hand_study(game, f"board: 3{suit}") for suit in "abc"}
    answers = [each for told in found.values() for each in told.answers]
    assert {each.ev for each in answers if each.option == "play"} == {-1 / 2}
    assert {each.frequency for each in found.values()} == {1 / 3}


# Strategy files


def written(rows: list[dict[str, Any]], path: Path) -> str:
    """Return the path of a strategy file with these lines."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)))
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(text.getvalue())
    return str(path)


def followed(game: LoadedGame, rows: list[dict[str, Any]], folder: Path) -> Solution:
    """Return the figures of the play of a strategy file."""
    path = written(rows, folder / "play.csv")
    return solve(game, BEST, answers=read_answers(question(game), path))


def policies() -> Iterator[Any]:
    """Yield small games with policies of their specs, and what each answers."""
    yield pytest.param(
        lambda: three_card_poker(
            [4, 11, 12],
            2,
            policies__queen_six_four__decisions__turn__play=(
                "1 if any(c.rank == 12 for c in hand) else 0"
            ),
        ),
        "queen_six_four",
        lambda row: "play" if "Q" in row["hand"] else "fold",
        id="poker",
    )
    yield pytest.param(
        lambda: casino_war([2, 3, 4], 2), "gives_up", lambda row: "surrender", id="war"
    )
    yield pytest.param(lambda: red_dog([2, 5, 7, 13], 2), "never", lambda row: "hold", id="dog")


def test_a_file_may_name_any_suits_where_hidden_cards_were_read(tmp_path: Path) -> None:
    game = with_hidden_suits("in a loop", 3)
    rows = [{"decision": "turn", "board": "3b", "best": "play"}]
    found = followed(game, rows, tmp_path).wagers["main"].net
    # To play a 3, one round of three, costs half a wager instead of a quarter.
    assert found == Fraction(1, 3) * Fraction(-1, 2) + Fraction(2, 3) * Fraction(-1, 4)


@pytest.mark.parametrize(("made", "policy", "answer"), [*policies()])
def test_a_file_that_answers_as_a_policy_comes_to_the_same(
    made: Any, policy: str, answer: Any, tmp_path: Path
) -> None:
    game = made()
    rows = [{**row, "best": answer(row)} for row in rows_of(game)]
    found, wanted = followed(game, rows, tmp_path), brute_force(game, policy)
    figures = {name: (each.stake, each.net, each.lines) for name, each in found.wagers.items()}
    assert figures == wanted.wagers


@pytest.mark.parametrize("name", ["three-card poker", "let it ride", "picked"])
def test_the_file_as_it_is_written_is_the_best_play(name: str, tmp_path: Path) -> None:
    game = SMALL[name]()
    found, best = followed(game, rows_of(game), tmp_path), solve(game)
    assert (found.wagers, found.outcomes) == (best.wagers, best.outcomes)
    few = [row for row in rows_of(game) if Random(7).random() < 0.5]
    assert followed(game, few or rows_of(game)[:1], tmp_path).wagers == best.wagers


def test_an_error_costs_what_the_situation_says(tmp_path: Path) -> None:
    game = three_card_poker([4, 11, 12], 2)
    value = sum((net * p for (_, net), p in solve(game).outcomes["ante"].items()), Fraction(0))
    for row in rows_of(game)[::3]:
        wrong = {**row, "best": "fold" if row["best"] == "play" else "play"}
        found = followed(game, [wrong], tmp_path).outcomes["ante"]
        told = banked_hand_study(game, row["hand"])
        lost = Fraction((told.answers[1].exact or {})["cost"]) * Fraction(
            (told.exact or {})["frequency"]
        )
        assert value - sum((net * p for (_, net), p in found.items()), Fraction(0)) == lost


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"best": "raise"}, r"play.csv:2: turn is answered by fold, play; found raise"),
        ({"decision": "trn"}, r"play.csv:2: there is no decision 'trn', did you mean turn\?"),
        ({"hand": "Qc Jc"}, r"play.csv:2: turn does not come up with such cards"),
        ({"hand": "Qc Jc 1x"}, r"play.csv:2: there is no card 1x"),
        ({"before": "turn: play"}, r"play.csv:2: turn does not come up after turn: play"),
    ],
)
def test_a_mistake_is_told_with_its_line(change: dict[str, str], said: str, tmp_path: Path) -> None:
    game = three_card_poker([4, 11, 12], 2)
    with pytest.raises(StrategyFileError, match=said):
        followed(game, [{**rows_of(game)[0], **change}], tmp_path)


def test_two_answers_to_one_situation_are_told(tmp_path: Path) -> None:
    game = three_card_poker([4, 11, 12], 2)
    row = rows_of(game)[0]
    other = {**row, "best": "fold" if row["best"] == "play" else "play"}
    with pytest.raises(StrategyFileError, match="in line 2"):
        followed(game, [row, other], tmp_path)
