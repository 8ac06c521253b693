"""The best play in words: rules are followed situation by situation, and cost what is stated."""

from __future__ import annotations

from math import fsum

import numpy as np
import pytest

from certify.exact.banked.properties import Property
from certify.exact.banked.words import AT_LENGTH, _in_a_row, _price
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from certify.studies.banked.situations import every_situation
from tests.oracle.random_games import decision, frame_of, loaded, random_game

RANKS = "23456789TJQKA"


def test_the_rule_of_let_it_ride_costs_what_following_it_loses() -> None:
    found, table = every_situation(load_game("let-it-ride"))
    first = found.decisions[0]
    assert first.rule == (
        "not suited: ride if pays_already, otherwise take_back",
        "suited: ride if lowest of hand is 9 or more, otherwise take_back",
    )
    lost, came = [], []
    for row in table.to_pylist():
        if row["decision"] != "first":
            continue
        cards = row["hand"].split()
        ranks = sorted(RANKS.index(card[0]) for card in cards)
        is_suited = len({card[1] for card in cards}) == 1
        pairs = [rank for rank in ranks if ranks.count(rank) >= 2]
        pays = bool(pairs) and (RANKS[pairs[0]] in "TJQKA" or len(pairs) == 3)
        rides = RANKS[ranks[0]] in "9TJQKA" if is_suited else pays
        worths = {each: row[f"worth of {each}"] for each in ("ride", "take_back")}
        taken = worths["ride" if rides else "take_back"]
        lost.append(row["frequency"] * (max(worths.values()) - taken))
        came.append(row["frequency"])
    assert fsum(came) == pytest.approx(1.0, abs=1e-12)
    assert first.rule_cost == pytest.approx(fsum(lost), rel=1e-9)


def test_it_is_said_of_which_attribute_and_of_which_cards() -> None:
    """Where cards have two numbers, and hands can be made of several zones."""
    found, _ = every_situation(random_game(140596))
    both = "stay with run flush 3 or better in mine and aside, otherwise raise"
    assert found.decisions[0].rule == (
        f"highest rank of mine 2: {both}",
        "highest rank of mine 3 or more: always stay",
    )


def of(values: list[int], **kind: bool) -> Property:
    return Property.of(("definition", "points"), "points", np.array(values), str, **kind)


def test_values_of_which_the_same_is_said_stand_in_one_line() -> None:
    told = ["fold", "wager", "wager"]
    assert _in_a_row(of([4, 2, 7]), told) == ["points 2: fold", "points 4 or more: wager"]
    assert _in_a_row(of([2, 4]), ["fold", "wager"]) == ["points 2: fold", "points 4: wager"]
    assert _in_a_row(of([2, 4]), ["wager", "wager"]) == ["wager"]
    told_of_four = ["fold", "wager", "wager", "fold"]
    lines = ["points 2: fold", "points 3 to 5: wager", "points 9: fold"]
    assert _in_a_row(of([2, 3, 5, 9]), told_of_four) == lines
    assert _in_a_row(of([0, 1], is_truth=True), told[:2]) == ["not points: fold", "points: wager"]


@pytest.mark.parametrize("spread", [1, 1_000_003])
def test_a_value_is_found_whether_values_are_counted_or_sorted(spread: int) -> None:
    values = np.array([5, -3, 5, 9, -3]) * spread
    found = Property.of(("definition", "points"), "points", values, str)
    assert found.levels.tolist() == [-3 * spread, 5 * spread, 9 * spread]
    assert (found.levels[found.places] == values).all()


def test_a_longer_rule_must_lose_less() -> None:
    assert _price(1.0, 2, False, 0.01, AT_LENGTH) < _price(0.9, 5, False, 0.01, AT_LENGTH)
    assert _price(0.5, 5, False, 0.01, AT_LENGTH) < _price(1.0, 2, False, 0.01, AT_LENGTH)
    assert _price(0.012, 3, False, 0.01, AT_LENGTH) < _price(0.0, 40, False, 0.01, AT_LENGTH)
    assert _price(0.0, 3, False, 0.01, AT_LENGTH) < _price(0.005, 3, True, 0.01, AT_LENGTH)


def with_totals() -> LoadedGame:
    """Return a game of totals in which the dealer looks first, and the house has a card hidden."""
    names = {"mine": "all", "up": "all", "hole": "none"}
    deals = [{"deal": {"from": "pool", "to": zone}} for zone in ("mine", "mine", "up", "hole")]
    look = {"if": "total(up + hole) == 12", "then": [{"stop": "game"}]}
    draw = {"do": [{"deal": {"from": "pool", "to": "mine"}}]}
    beats = "total(mine) > house or house > 10"
    spec = frame_of(
        {"cards": {"rank": "1..6", "suit": ["a", "b"]}},
        {"pool": {"see": "none"}, **{name: {"see": see} for name, see in names.items()}},
        {},
        [{"shuffle": "pool"}, *deals, look, {"ask": {"turn": "player"}}],
        {"turn": decision({"stay": {}, "draw": draw})},
        {"main": {"stake": 1, "net": f"-1 if total(mine) > 10 else 1 if {beats} else -1"}},
    )
    total = {
        "takes": [{"held": "list of cards"}],
        "is": "sum(c.rank for c in held)",
        "cites": ["C1"],
    }
    house = {"is": "total(up + hole)", "cites": ["C1"]}
    return loaded({**spec, "definitions": {"total": total, "house": house}}, {})


def test_what_a_spec_defines_of_cards_is_asked_of_each_zone_that_is_seen() -> None:
    """Of what it defines of hidden cards nothing is said."""
    found, table = every_situation(with_totals())
    (turn,) = found.decisions
    assert turn.rule == (
        "total of up 1: stay if total of mine is 6 or more, otherwise draw",
        "total of up 2 to 4: stay if total of mine is 7 or more, otherwise draw",
        "total of up 5 or more: stay if total of mine is 8 or more, otherwise draw",
    )
    lost = []
    for row in table.to_pylist():
        total = sum(int(card[0]) for card in row["mine"].split())
        up = int(row["up"][0])
        stays = total >= (6 if up == 1 else 7 if up <= 4 else 8)
        worths = {each: row[f"worth of {each}"] for each in ("stay", "draw")}
        taken = worths["stay" if stays else "draw"]
        lost.append(row["frequency"] * (max(worths.values()) - taken))
    assert turn.rule_cost == pytest.approx(fsum(lost), abs=1e-12)
