"""Games in which many cards come one by one, until one ends it: Andar Bahar, and pressing on."""

from __future__ import annotations

import sys
from fractions import Fraction

import numpy as np
import pytest

from certify.errors import StateSpaceError
from certify.exact.banked import looking
from certify.exact.banked.amounts import LARGEST, Amount
from certify.exact.banked.boards import can_be_gone_through
from certify.exact.banked.course import MOST_CALLS
from certify.exact.banked.holdings import Group, Holdings
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.solution import solve
from certify.language.cut_down import cut_down
from tests.oracle.compared import require_equal
from tests.unit.exact.banked.test_against_brute_force import SHUFFLE, deal, small
from tests.unit.exact.banked.test_new_games import FEW, new_game

PACK, SAME, SEVENS = 52, 3, 4


def test_andar_bahar_is_as_a_product_of_chances_and_as_published() -> None:
    ends, goes_on = [], Fraction(1)
    for left in range(PACK - 1, SAME - 1, -1):
        ends.append(goes_on * Fraction(SAME, left))
        goes_on *= Fraction(left - SAME, left)
    assert sum(ends) == 1
    andar, few = sum(ends[::2]), sum(ends[:5])
    found = solve(new_game("andar_bahar")).wagers
    assert found["andar"].net == andar * Fraction(9, 10) - (1 - andar)
    assert found["bahar"].net == 1 - 2 * andar
    assert found["few"].net == Fraction(7, 2) * few - 1
    # As analysts print it.
    assert float(-found["andar"].net) == pytest.approx(0.0215, abs=5e-5)
    assert float(-found["bahar"].net) == pytest.approx(0.0300, abs=5e-5)


def test_pressing_on_is_as_a_plain_recursion_backward() -> None:
    worth = Fraction(-1)
    for cards in range(PACK - SEVENS, -1, -1):
        seven = Fraction(SEVENS, PACK - cards)
        stops = cards // 2 - 1 if cards else -1
        worth = max(Fraction(stops), -seven + (1 - seven) * worth)
    assert solve(new_game("press_on")).wagers["main"].net == worth


@pytest.mark.parametrize("name", ["andar_bahar", "press_on"])
def test_rows_that_come_to_the_same_may_be_one_from_the_beginning(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "LONG_DEAL", 0)
    made, _, policies = FEW[name]
    for policy in policies:
        require_equal(made(), policy)


def test_more_cards_than_are_followed_are_told_with_their_place() -> None:
    many = {
        "packs.cards.cards": {"rank": [2, 3], "suit": ["clubs"]},
        "packs.cards.copies": 70,
        "variables.dealt.type": "0..80",
        "procedures.play.do.2.repeat.at_most": 80,
    }
    with pytest.raises(StateSpaceError) as caught:
        solve(cut_down(new_game("andar_bahar"), many))
    assert caught.value.message == "more than 64 cards are known"
    assert "procedures.play.do.2.repeat.do" in caught.value.place


def test_nothing_is_nothing_over_any_base() -> None:
    nothing = Amount(np.zeros(3, dtype=np.int64), 1, 0).over(4 * LARGEST)
    assert nothing.base == 4 * LARGEST
    assert not nothing.units.any()


def test_alike_cards_are_no_boards() -> None:
    kinds = Kinds("cards", np.array([4, 4]), [0, 4], 1, "", {n: n // 4 for n in range(8)})
    known = Holdings(kinds, np.array([[0, 0, 1]], dtype=np.uint8), (Group(1, 3, ordered=False),))
    assert not can_be_gone_through(known, 1, 1)


def test_what_one_situation_leads_to_is_held_within_bounds() -> None:
    """Twenty hidden cards of thirteen ranks, which a wager reads one by one."""
    do = [SHUFFLE, deal("house", 20), deal("mine"), {"ask": {"turn": "player"}}]
    game = small(do, "sum(c.rank for c in house) ** 2 - 1", ranks=13, suits=3)
    with pytest.raises(StateSpaceError, match=r"20 cards of house can lie in .* from a single one"):
        solve(game)


def test_how_deep_calls_may_lie_is_as_before_a_solve_when_it_is_done() -> None:
    before = sys.getrecursionlimit()
    solve(new_game("andar_bahar"))
    assert sys.getrecursionlimit() == before < MOST_CALLS
