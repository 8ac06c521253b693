"""Wagers on one heap of cards are counted apart from the play, and come to the same."""

from __future__ import annotations

from typing import Any

import pytest

from certify.exact.banked.course import Solver
from certify.exact.banked.ending import Ending
from certify.exact.banked.solution import question, solve
from tests.oracle.cut_packs import shelf

RANKS = [2, 3, 4, 10, 11, 12, 13, 14]
DEAL: list[Any] = [
    {"shuffle": "draw"},
    {"deal": {"cards": 3, "from": "draw", "to": "hand"}},
    {"deal": {"cards": 3, "from": "draw", "to": "dealer"}},
]
ASK = {"ask": {"turn": "player"}}
SIX = "wagers__six_card_bonus__row"


def apart(**edits: Any) -> set[str]:
    """Return the wagers of a changed three-card poker that are counted apart."""
    solver = question(shelf("three_card_poker", RANKS, 2, **edits)).solver(
        Solver, lambda done, total, doing: None
    )
    solver.best_play()
    solver.tally()
    return set(solver.apart)


@pytest.mark.parametrize(("ranks", "suits"), [(RANKS, 2), (RANKS[2:], 3), (RANKS[-4:], 3)])
def test_figures_are_those_of_every_course(
    ranks: list[int], suits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shelf("three_card_poker", ranks, suits)
    found = solve(game)
    monkeypatch.setattr(Ending, "_set_apart", lambda self, start: None)
    wanted = solve(game)
    assert found.wagers == wanted.wagers
    assert found.outcomes == wanted.outcomes
    assert len([p for p in found.wagers["six_card_bonus"].lines.values() if p]) > 1


def test_only_what_depends_on_the_heap_alone_is_counted_apart() -> None:
    assert apart() == {"six_card_bonus"}
    assert apart(**{SIX: "category_of(six_cards, hand + dealer) if plays else 'nothing'"}) == set()
    assert apart(**{SIX: "category_of(six_cards, dealer + hand)"}) == {"six_card_bonus"}
    one = "category_of(six_cards, hand + dealer) if any(c.rank > 10 for c in hand) else 'nothing'"
    assert apart(**{SIX: one}) == set()


@pytest.mark.parametrize(
    "course",
    [
        # The cards of the dealer come after a decision, or only sometimes.
        [*DEAL[:2], ASK, DEAL[2]],
        [
            *DEAL[:2],
            {"if": "any(c.rank > 10 for c in hand)", "then": [DEAL[2]], "else": [DEAL[2]]},
            ASK,
        ],
    ],
)
def test_cards_that_do_not_come_at_the_beginning_are_not_set_apart(course: list[Any]) -> None:
    assert apart(procedures__play__do=course) == set()


def test_cards_that_leave_are_not_set_apart() -> None:
    zones = {
        "draw": {"see": "none", "cites": ["C1"]},
        "hand": {"see": "all", "limit": 3, "cites": ["C1"]},
        "dealer": {"see": "none", "limit": 3, "cites": ["C1"]},
        "away": {"see": "none", "limit": 3, "cites": ["C1"]},
    }
    moved = {"move": {"from": "dealer", "to": "away"}}
    six = {SIX: "category_of(six_cards, hand + away)"}
    read = {
        "definitions__lead__is": "rank_of(three_cards, hand) - rank_of(three_cards, away)",
        "definitions__qualifies__cases__queen": "at_least(three_cards, away, 'Q')",
        "definitions__qualifies__cases__king": "at_least(three_cards, away, 'K')",
    }
    course = {"procedures__play__do": [*DEAL, ASK, moved]}
    assert apart(zones=zones, **course, **six, **read) == set()
