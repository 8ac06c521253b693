"""The best play in words: rules are followed situation by situation, and cost what is stated."""

from __future__ import annotations

from math import fsum

import numpy as np
import pytest

from certify.exact.banked.words import AT_LENGTH, Property, _in_a_row, _price
from certify.language.catalogue import load_game
from certify.studies.banked.situations import every_situation
from tests.oracle.random_games import random_game

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
