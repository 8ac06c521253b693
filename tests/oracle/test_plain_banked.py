"""The engine of games against the house, held against games that are written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from certify.exact.banked.solution import solve
from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program
from tests.oracle.cut_packs import SHELF, Made
from tests.oracle.plain_banked import PLAIN, Cards

OTHER_RULES = {
    "upcard",
    "upcard-three-suits",
    "names",
    "powers-and-nth",
    "powers-and-nth-of-three",
    "seen-dealer",
    "two-kinds-of-pairs",
    "least-counts",
}
"""Versions of three-card poker in which more is changed than the pack."""


def cases() -> Iterator[Any]:
    for game in PLAIN:
        packs = {name: made for name, made in SHELF[game].items() if name not in OTHER_RULES}
        for name, made in packs.items():
            marks = [pytest.mark.slow] if name not in [*packs][:2] else []
            yield pytest.param(game, made, id=f"{game}-{name}", marks=marks)


def cards_of(game: LoadedGame) -> Cards:
    """Return rank and suit of every card."""
    deck = Program(game).deck
    (pack,) = deck.packs
    ranks, suits = deck.attributes[pack, "rank"], deck.attributes[pack, "suit"]
    return tuple((ranks[card], suits[card]) for card in deck.cards(pack))


@pytest.mark.parametrize(("game", "made"), [*cases()])
def test_what_a_round_brings_is_what_the_game_written_by_hand_does(game: str, made: Made) -> None:
    known = made()
    found = solve(known).outcomes
    (first, *others) = [name for name, wager in known.spec.wagers.items() if not wager.of]
    assert all(known.spec.wagers[other].optional for other in others)
    assert found[first] == PLAIN[game](cards_of(known))


def test_there_are_many_cases() -> None:
    assert len([*cases()]) >= 45
