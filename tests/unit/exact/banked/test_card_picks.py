"""Cards that the player picks: equal to every order of the cards, and draw poker as published."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from certify.errors import CardError, StateSpaceError
from certify.exact.banked.solution import solve
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from certify.studies.banked.hand import banked_hand_study
from certify.studies.banked.result import ToldSituations
from certify.studies.banked.situations import banked_strategy_study
from certify.studies.banked.study import banked_study
from certify.studies.banked.view import PLACES_NOTE, decisions_table
from certify.studies.banked.words import play_in_words, situations_in_words
from tests.oracle.banked import brute_force
from tests.oracle.random_games import Data, frame_of, loaded

CITES = ["C1"]
SHUFFLE = {"shuffle": "pool"}
ZONES = {
    "pool": {"see": "none"},
    "hand": {"see": "all"},
    "gone": {"see": "all"},
    "house": {"see": "none"},
}
HAND = "sum(c.rank * c.rank for c in hand)"
HOUSE = "5 * max(c.rank for c in house)"
NET = f"score + ({HAND} + (7 if distinct(c.suit for c in hand) == 1 else 0)) / 3 - {HOUSE}"
"""What hands bring is made so that no two picks are worth the same by chance."""


def deal(zone: str, number: int | str = 1) -> Data:
    return {"deal": {"cards": number, "from": "pool", "to": zone}}


def draw(**pick: Any) -> Data:
    """Return a move that throws cards away and draws as many."""
    do = [{"move": {"cards": "picked", "to": "gone"}}, deal("hand", "len(picked)")]
    return {"pick": {"cards": "hand", **pick}, "do": do, "cites": CITES}


def game(
    moves: dict[str, Data],
    do: list[Any],
    *,
    net: str = NET,
    pack: Data | None = None,
    policies: Data | None = None,
    gone: Data | None = None,
    measures: Data | None = None,
) -> LoadedGame:
    zones = {**ZONES, "gone": gone or ZONES["gone"]}
    decisions = {"change": {"text": "Which cards?", "moves": moves}}
    pack = {"cards": pack or {"rank": "1..3", "suit": ["a", "b"]}}
    wagers = {"main": {"stake": 1, "net": net}}
    variables = {"score": {"type": "0..50"}}
    spec = frame_of(pack, zones, variables, [SHUFFLE, *do], decisions, wagers)
    spec["result"] = {**spec["result"], "measures": measures or {}}
    return loaded({**spec, "policies": policies or {}}, {})


ASK = {"ask": {"change": "player"}}
TWO = [deal("hand", 2), deal("house"), ASK]
SUITS = {"rank": "1..2", "suit": ["a", "b", "c"]}
GAMES: dict[str, LoadedGame] = {
    "any": game({"throw": draw(n="0..2")}, TWO),
    "three suits": game({"throw": draw(n="0..2")}, TWO, pack=SUITS),
    "three cards": game({"throw": draw(n="0..1")}, [deal("hand", 3), deal("house"), ASK]),
    "at least one": game({"throw": draw(n="1..2"), "stand": {"cites": CITES}}, TWO),
    "where": game({"throw": draw(n="0..2", where="c.rank < 3")}, TWO),
    "same": game({"throw": draw(n="1..2", same="rank"), "stand": {"cites": CITES}}, TWO),
    "distinct": game({"throw": draw(n="0..2", distinct="suit")}, TWO),
    "if": game({"throw": draw(n="0..2", **{"if": "sum(c.rank for c in picked) != 3"})}, TWO),
    "what is left": game(
        {"throw": draw(n="1..2", **{"if": "sum(c.rank for c in hand - picked) < 5"})},
        [deal("hand", 3), deal("house"), ASK],
    ),
    "all but one": game(
        {
            "lay": {
                "pick": {"card": "hand", "if": "max(c.rank for c in hand - [picked]) > 1"},
                "do": [
                    {"set": {"score": "5 * count(c.suit == picked.suit for c in hand - [picked])"}},
                    {"move": {"cards": "picked", "to": "gone"}},
                ],
                "cites": CITES,
            },
            "stand": {"cites": CITES},
        },
        [deal("hand", 3), deal("house"), ASK],
        net="score + 3 * max((c.rank for c in gone), default=0) - sum(c.rank for c in house)",
    ),
    "twice": game({"throw": draw(n="0..1")}, [*TWO, ASK]),
    "alike": game(
        {"throw": draw(n="0..2")},
        [deal("hand", 3), deal("house"), ASK],
        net=f"score + {HAND} / 3 - {HOUSE}",
    ),
    "one": game(
        {
            "lay": {
                "pick": {"card": "hand", "where": "c.rank > 1 or all(d.rank == 1 for d in hand)"},
                "do": [
                    {"set": {"score": "10 * picked.rank"}},
                    {"move": {"cards": "picked", "to": "gone"}},
                ],
                "cites": CITES,
            }
        },
        [*TWO, deal("house")],
        net="score + 3 * max(c.rank for c in gone) - 7 * sum(c.rank for c in hand)"
        " + sum(c.rank for c in house)",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_best_picks_are_those_of_every_order_of_the_cards(name: str) -> None:
    found, wanted = solve(GAMES[name]), brute_force(GAMES[name])
    assert found.wagers["main"].net == wanted.value
    assert found.outcomes["main"] == wanted.outcomes["main"]
    assert sum(found.outcomes["main"].values()) == 1


def by_position(pack: Data, attribute: str, read: str) -> LoadedGame:
    """Return a game in which one of two picked cards tells what is won."""
    do = [{"set": {"score": read}}, {"move": {"cards": "picked", "to": "gone"}}]
    move = {"pick": {"cards": "hand", "n": 2}, "do": do, "cites": CITES}
    net = f"(2 if distinct(c.{attribute} for c in gone) == 1 else 1) * score - {HOUSE} + {HAND} / 7"
    label = f"{{rank}}{{{attribute}}}"
    decisions = {"change": {"text": "Which cards?", "moves": {"lay": move}}}
    spec = frame_of(
        {"cards": pack, "label": label}, ZONES, {"score": {"type": "0..50"}},
        [SHUFFLE, *TWO], decisions, {"main": {"stake": 1, "net": net}},
    )  # fmt: skip
    return loaded({**spec, "policies": {}}, {})


FIRST = "picked[0].rank"
SERIES = "first(c.rank for c in picked)"
SUIT = "9 if picked[-1].suit == 'a' else 3 * picked[0].rank"
EACH_BY_POSITION = {
    "ranks upwards": by_position({"rank": "1..3", "suit": ["a", "b"]}, "suit", FIRST),
    "ranks downwards": by_position({"rank": [3, 2, 1], "suit": ["a", "b"]}, "suit", FIRST),
    "suits backwards": by_position({"rank": "1..3", "suit": ["b", "a"]}, "suit", SUIT),
    "colours first": by_position({"rank": "1..3", "colour": ["a", "b"]}, "colour", FIRST),
    "a series": by_position({"rank": "1..3", "colour": ["a", "b"]}, "colour", SERIES),
}


@pytest.mark.parametrize("name", EACH_BY_POSITION)
def test_picked_cards_come_in_the_order_of_their_attributes(name: str) -> None:
    found, wanted = solve(EACH_BY_POSITION[name]), brute_force(EACH_BY_POSITION[name])
    assert found.wagers["main"].net == wanted.value


@pytest.mark.parametrize("measure", [None, "distinct(c.suit for c in gone)"])
def test_of_alike_cards_the_first_is_picked(measure: str | None) -> None:
    """The order of those that stay tells which it was; a measure may tell them apart."""
    move = draw(n="1")
    move["do"] = move["do"][:1]
    kept = "10 * first(c.rank for c in hand) - sum(c.rank for c in hand) + 0 * score"
    few = {"rank": "1..2", "suit": ["a", "b"]}
    three = [deal("hand", 3), ASK, deal("house")]
    net = f"{kept} + sum(c.rank for c in house)"
    measures = {"suits": measure} if measure else {}
    laid = game({"throw": move}, three, net=net, pack=few, measures=measures)
    assert solve(laid).wagers["main"].net == brute_force(laid).value


def test_several_picked_cards_are_laid_where_no_rule_reads_their_order() -> None:
    ordered = {"see": "all", "ordered": True}
    laid = solve(game({"throw": draw(n="0..2")}, TWO, gone=ordered))
    assert laid.outcomes == solve(GAMES["any"]).outcomes


def test_several_picked_cards_are_not_laid_where_their_order_matters() -> None:
    lay = {"move": {"cards": "picked", "to": "gone"}}
    rest = {"move": {"from": "hand", "to": "gone"}}
    net = f"{HOUSE} + first((c.rank for c in gone), default=0) + score"
    move = {"pick": {"cards": "hand", "n": "0..2"}, "do": [lay, rest], "cites": CITES}
    laid = game({"throw": move}, [deal("hand", 3), deal("house"), ASK], net=net)
    with pytest.raises(StateSpaceError, match=r"of which the order was not followed are moved"):
        solve(laid)


LOWEST: Data = {
    "text": "Throws the lowest card away.",
    "decisions": {"change": {"throw": "100 * len(picked) - sum(c.rank for c in picked)"}},
}


def test_a_policy_values_picks() -> None:
    drawn = game(
        {"throw": draw(n="0..1")},
        TWO,
        net=f"score + {HAND} / 3 - {HOUSE}",
        policies={"low": LOWEST},
    )
    found, wanted = solve(drawn, "low"), brute_force(drawn, "low")
    assert found.wagers["main"].net == wanted.value
    assert found.outcomes["main"] == wanted.outcomes["main"]
    assert found.wagers["main"].net < solve(drawn).wagers["main"].net


def test_a_policy_that_leaves_it_to_the_order_of_the_cards_is_refused() -> None:
    drawn = game({"throw": draw(n="0..1")}, TWO, policies={"low": LOWEST})
    with pytest.raises(StateSpaceError, match=r"values picks of cards of change alike; which is"):
        solve(drawn, "low")


def test_picked_cards_are_not_read_after_cards_have_moved() -> None:
    move = draw(n="0..1")
    move["do"] = [*move["do"], {"set": {"score": "sum(c.rank for c in picked)"}}]
    with pytest.raises(StateSpaceError, match=r"picked cards are read after cards have moved"):
        solve(game({"throw": move}, TWO))


def test_too_many_ways_to_pick_are_refused() -> None:
    pack = {"rank": "1..12", "suit": ["a", "b"]}
    many = game({"throw": draw(n="0..9")}, [deal("hand", 9), deal("house"), ASK], pack=pack)
    with pytest.raises(StateSpaceError, match=r"cards are picked in more than 256 ways"):
        solve(many)


@pytest.mark.parametrize(
    ("number", "where", "told"),
    [
        ("0..10000", "n == 3", "a number is picked among more than 10,000"),
        ("0..999999999999999", "n == 3", "a number is picked among more than 10,000"),
        ("0..256", "n >= 0", "a number is picked among more than 256"),
    ],
)
def test_too_many_numbers_to_pick_are_refused(number: str, where: str, told: str) -> None:
    with pytest.raises(StateSpaceError, match=told):
        solve(picking_a_number(number, where))


def test_of_many_numbers_some_may_fit() -> None:
    found = solve(picking_a_number("0..9999", "n == 3 or n == 9000"))
    assert found.wagers["main"].net == 3


def picking_a_number(number: str, where: str) -> LoadedGame:
    """Return a game in which the seat picks what the house pays, up to three."""
    move = {
        "pick": {"number": number, "where": where},
        "do": [{"set": {"score": "min(picked, 3)"}}],
        "cites": CITES,
    }
    return game({"name": move}, [*TWO[:2], deal("gone"), ASK], net="score")


@pytest.mark.slow
def test_draw_poker_returns_what_is_published() -> None:
    """Jacks or better, full house 9 and flush 6: 0.995439044 of what is put down."""
    found = solve(load_game("tests/games/draw_poker.yaml"))
    assert found.situations == 134_459
    assert found.wagers["hand"].net == Fraction(-7_576_216_117, 1_661_102_543_100)
    assert f"{float(1 + found.wagers['hand'].net):.8f}" == "0.99543904"


def test_five_cards_that_stay_pay_by_the_hands_of_the_pack() -> None:
    """Counts of five cards: as many hands of each category as everybody prints."""
    found = solve(load_game("tests/games/draw_poker.yaml"), "stands")
    lines = {row: p * 2_598_960 for row, p in found.wagers["hand"].lines.items()}
    assert lines == {
        "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3744,
        "flush": 5108, "straight": 10200, "three_of_a_kind": 54912, "two_pairs": 123552,
        "high_pair": 337920, "": 2062860,
    }  # fmt: skip


def test_the_names_of_options_tell_the_places_of_cards() -> None:
    (summary,) = solve(GAMES["any"]).decided.values()
    assert sorted(summary.shares) == [
        "throw cards 1", "throw cards 1 2", "throw cards 2", "throw no cards",
    ]  # fmt: skip


def test_a_hand_tells_the_cards_that_are_picked() -> None:
    told = banked_hand_study(GAMES["three suits"], "2b 1c")
    assert {answer.option for answer in told.answers} == {
        "throw 1c 2b", "throw 1c", "throw 2b", "throw no cards",
    }  # fmt: skip
    worths = {answer.option: answer.ev for answer in told.answers}
    assert told.best == max(worths, key=lambda option: worths[option])
    # Neither suit is the first of the pack: the cards are still those that were asked for.
    other = banked_hand_study(GAMES["three suits"], "2a 1b")
    assert other.best.replace("a", "b").replace("1b", "1c") == told.best


@pytest.mark.parametrize("name", ["any", "where", "one", "three cards"])
def test_situations_tell_the_cards_that_the_best_answer_picks(name: str) -> None:
    result, table = banked_strategy_study(GAMES[name])
    for row in table.to_pylist():
        held = row["hand"].split()
        move, _, places = row["best"].partition(" ")
        picked = [held[int(place) - 1] for place in places.split()[1:] if place.isdecimal()]
        assert row["picked"].split() == picked
        if row["cost of second best"] is None:
            with pytest.raises(CardError, match="there is one answer alone"):
                banked_hand_study(GAMES[name], row["hand"])
            continue
        best = banked_hand_study(GAMES[name], row["hand"]).best
        assert best == (" ".join([move, *picked]) if picked else f"{move} no cards")
    told = [close.picked for close in result.closest]
    assert any(told)
    spoken = situations_in_words(ToldSituations(closest=result.closest)).closest
    assert [said.best.split()[1:] for said in spoken] == [
        picked.split() if picked else ["no", "cards"] for picked in told
    ]


def test_many_picks_are_told_by_how_many_cards() -> None:
    """Of four cards any are thrown away in five ways by number, and in sixteen by place."""
    hand = [deal("hand", 4), deal("house"), ASK]
    found = banked_study(
        game({"throw": draw(n="0..4")}, hand, pack={"rank": "1..5", "suit": ["a", "b"]})
    )
    assert len(found.decisions[0].options) == 16
    (decision,) = play_in_words(found).decisions
    assert [option.option for option in decision.options] == [
        "throw no cards", "throw 1 card", "throw 2 cards", "throw 3 cards", "throw 4 cards",
    ]  # fmt: skip
    assert sum(option.frequency for option in decision.options) == pytest.approx(1.0)
    tables = [decisions_table(play_in_words(each)) for each in (found, banked_study(GAMES["any"]))]
    assert [table.note for table in tables] == ["", PLACES_NOTE]
