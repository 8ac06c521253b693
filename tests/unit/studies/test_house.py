"""The house of a game: one interface, whichever engine answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from certify.errors import AskedError, EngineError
from certify.language.catalogue import load_game
from certify.runtime.context import Context
from certify.studies.banked.result import BankedResult
from certify.studies.house.asked import (
    ChangesAsked,
    HandAsked,
    Options,
    ReturnsAsked,
    StrategyAsked,
)
from certify.studies.house.choice import house_of
from certify.studies.house.reported import figures_of
from certify.studies.paytable.asked import PaytableQuestion
from certify.studies.paytable.study import paytable_study
from certify.studies.returns.result import RtpResult
from certify.studies.shoe.order import ShoeOrder

PAIRS = {"perfect": 5, "coloured": 6, "mixed": 12}
"""Of 311 second cards of six packs those that make a pair with the first."""


@pytest.mark.parametrize(
    ("game", "returned", "in_pieces"),
    [
        ("three-card-poker", BankedResult, True),
        ("blackjack", BankedResult, False),
        ("blackjack-burnout", RtpResult, False),
    ],
)
def test_every_game_against_the_house_has_one(game: str, returned: type, in_pieces: bool) -> None:
    house = house_of(load_game(game))
    assert (house.id, house.returned, house.in_pieces) == (game, returned, in_pieces)


def test_a_game_without_a_house_or_figures_has_none() -> None:
    with pytest.raises(EngineError, match="played between players"):
        house_of(load_game("burn"))
    with pytest.raises(EngineError, match="no wagers with pay lines; certify rtp"):
        figures_of(load_game("blackjack-burnout"))


@pytest.mark.parametrize(
    ("game", "asked", "names"),
    [
        ("red-dog", ReturnsAsked(thorough=True, distribution=False), "distribution and thorough"),
        ("red-dog", StrategyAsked(cost=True), "cost"),
        ("red-dog", HandAsked("8,8", upcard="T", kept=True), "upcard and kept"),
        ("red-dog", ChangesAsked(split_play="CDP"), "split_play"),
        ("red-dog", ShoeOrder(with_bonus=False), "bonus"),
        ("blackjack", ReturnsAsked(thorough=True), "thorough"),
        ("blackjack", HandAsked("8,8", upcard="T", after="ride"), "after"),
        ("blackjack-burnout", HandAsked("8,8", upcard="T", after="ride"), "after"),
    ],
)
def test_options_without_an_answer_are_refused_by_name(
    game: str, asked: Options | ShoeOrder, names: str
) -> None:
    with pytest.raises(AskedError) as refused:
        house_of(load_game(game)).check(asked)
    assert str(refused.value).startswith(f"{names}: ")
    assert " and ".join(refused.value.names) == names


def test_what_is_taken_is_not_refused() -> None:
    everything = ReturnsAsked(thorough=True, distribution=False, split_play="CDP")
    house_of(load_game("blackjack-burnout")).check(everything)
    house_of(load_game("blackjack")).check(ReturnsAsked(split_play="CDP1"))
    house_of(load_game("red-dog")).check(ReturnsAsked("some_policy", exact=True))


def test_paytables_of_wagers_on_the_first_cards_of_blackjack_are_gone_through() -> None:
    """Each edge is that of so many seconds cards of 311, counted by hand."""
    question = PaytableQuestion.of(
        load_game("blackjack"),
        "pairs",
        rows={"perfect": "20:30", "coloured": "10:14", "mixed": "4:8"},
        everything=True,
    )
    found = paytable_study(question, Context())
    assert found.every
    for table in found.every:
        paid = sum(
            number * Fraction(pays) for number, pays in zip(PAIRS.values(), table.pays, strict=True)
        )
        edge = Fraction(311 - sum(PAIRS.values())) / 311 - paid / 311
        assert table.house_edge == pytest.approx(float(edge), abs=1e-15)
