"""Strategy cards: their rows, what the rules forbid, and the way to decisions and back."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from certify.cards.hands import hand_table
from certify.cards.ranks import ACE, TEN
from certify.cards.shoe import Shoe
from certify.exact.blackjack.card import StrategyCard, card_of, decisions_of
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from certify.exact.blackjack.solve import Solution, evaluate, solve_basic
from certify.exact.blackjack.values import shoe_values
from tests.oracle.tiny_shoes import CASES
from tests.support.rules import rules_with

IDENTITY = {"id": "basic", "title": "Basic", "version": "1.0.0", "game": "blackjack-burnout"}
BY_NAME = {case.id: case for case in CASES}
EIGHT, SIX, NINE = 7, 5, 8


@cache
def solved(name: str) -> Solution:
    case = BY_NAME[name]
    return solve_basic(shoe_values(case.rules, Shoe(case.shoe), with_burnout=True))


@cache
def card(name: str) -> StrategyCard:
    return card_of(solved(name).decisions, identity=IDENTITY)


def totals(fewest: int, *, soft: bool) -> list[str]:
    """Return every total below 21 that a hand of so many cards can have."""
    table = hand_table()
    wanted = (table.is_soft == soft) & (table.size >= fewest) & (table.total < 21)
    return [str(total) for total in np.unique(table.total[wanted])]


def test_a_card_has_a_row_for_every_total_that_is_played():
    found = card("plain-h17")
    for chart in (
        found.without_burnout,
        found.with_burnout,
        found.burn_on_hit,
        found.burn_on_double,
    ):
        assert list(chart.hard) == totals(2, soft=False)
        assert list(chart.soft) == totals(2, soft=True)
    assert list(found.after_burn.hard) == totals(3, soft=False)
    assert list(found.after_burn.soft) == totals(3, soft=True)


@pytest.mark.parametrize("name", ["plain-h17", "surrender", "double-late-any", "no-burn-on-bust"])
def test_a_card_plays_as_the_decisions_it_was_made_of(name: str):
    solution = solved(name)
    followed = evaluate(solution.shoe, decisions_of(card(name), solution.shoe.rules))
    assert followed.main_burnout is not None
    assert solution.main_burnout is not None
    assert followed.main.ev == pytest.approx(solution.main.ev, abs=1e-14)
    assert followed.main_burnout.ev == pytest.approx(solution.main_burnout.ev, abs=1e-14)


@pytest.mark.parametrize("name", ["surrender", "double-late-any"])
def test_the_main_wager_is_played_the_same_whether_burnout_is_analysed_or_not(name: str):
    case = BY_NAME[name]
    alone = solve_basic(shoe_values(case.rules, Shoe(case.shoe), with_burnout=False))
    assert alone.main_burnout is None
    assert alone.option is None
    assert np.array_equal(alone.decisions.first, solved(name).decisions.first)
    assert np.array_equal(alone.decisions.hits[:, 0], solved(name).decisions.hits[:, 0])
    assert alone.main.ev == pytest.approx(solved(name).main.ev, abs=1e-14)


def with_rows(**rows: str) -> StrategyCard:
    """Return a card that stands on all, but for the cells given as ``kind_total``, for all upcards.

    They are those of the first two cards, without and with the payment.
    """
    found = card("plain-h17").model_dump()
    for chart in ("without_burnout", "with_burnout"):
        for kind in ("hard", "soft", "pairs"):
            for total in found[chart][kind]:
                cell = rows.get(f"{kind}_{total}", "S")
                found[chart][kind][total] = " ".join([cell] * 10)
    return StrategyCard.model_validate(found)


SEVEN_UP = 6


@pytest.mark.parametrize(
    ("cell", "allowed", "forbidden"),
    [("Rh", SURRENDER, HIT), ("Rs", SURRENDER, STAND)],
)
def test_surrender_falls_back_where_it_is_not_allowed(cell: str, allowed: int, forbidden: int):
    given = with_rows(hard_16=cell, pairs_8=cell)
    for surrender, expected in (("late", allowed), ("none", forbidden)):
        played = decisions_of(given, rules_with(surrender=surrender))
        for cards in ((SIX, TEN), (EIGHT, EIGHT)):
            hand = hand_table().index_of(cards)
            assert played.first[SEVEN_UP, hand] == expected
            assert played.option_first[SEVEN_UP, hand] == expected
        later = hand_table().index_of((SIX, EIGHT, ACE, ACE))
        assert played.hits[SEVEN_UP, 0, later] == (forbidden == HIT)


@pytest.mark.parametrize(
    ("cell", "allowed", "forbidden"), [("Dh", DOUBLE, HIT), ("Ds", DOUBLE, STAND)]
)
def test_a_double_falls_back_where_it_is_not_allowed(cell: str, allowed: int, forbidden: int):
    given = with_rows(hard_9=cell, hard_10=cell, pairs_5=cell)
    eleven_or_ten = rules_with(double_on="10-11")
    table = hand_table()
    for rules, nine in ((rules_with(), allowed), (eleven_or_ten, forbidden)):
        played = decisions_of(given, rules)
        assert played.first[SEVEN_UP, table.index_of((2, 5))] == nine
        assert played.first[SEVEN_UP, table.index_of((4, 4))] == allowed
        assert played.first[SEVEN_UP, table.index_of((2, 6))] == allowed


def test_a_pair_is_split_where_it_may_be_and_played_as_its_total_where_not():
    given = with_rows(pairs_8="P", hard_16="H")
    hand = hand_table().index_of((EIGHT, EIGHT))
    assert decisions_of(given, rules_with()).first[SEVEN_UP, hand] == SPLIT
    assert decisions_of(given, rules_with(max_split_hands=1)).first[SEVEN_UP, hand] == HIT


def test_a_blackjack_is_stood_on_whatever_a_row_says():
    given = with_rows(soft_20="H", soft_12="H")
    hand = hand_table().index_of((ACE, TEN))
    assert (decisions_of(given, rules_with()).first[:, hand] == STAND).all()
    soft = hand_table().index_of((ACE, NINE))
    assert (decisions_of(given, rules_with()).first[:, soft] == HIT).all()
