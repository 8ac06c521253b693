"""The double entry of blackjack without an option to burn cards."""

from __future__ import annotations

from functools import cache

import pytest

from certify.errors import EngineError, SpecError
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides, with_wagers
from certify.runtime.context import Context
from certify.studies.crosscheck.blackjack import prepare_blackjack
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.crosscheck.study import Order
from certify.studies.crosscheck.wagers import Entry, compared
from certify.studies.twenty_one import BASIC, OPTIMAL, BlackjackGame

ROUNDS = 7_000


def blackjack(*settings: str) -> LoadedGame:
    return apply_overrides(load_game("blackjack"), ["decks=1", "max_split_hands=2", *settings])


def order(played: LoadedGame | None = None) -> Order:
    return Order(rounds=ROUNDS, engine="interpreter", played=played)


@cache
def prepared(strategy: str) -> Entry:
    return prepare_blackjack(BlackjackGame(blackjack()), strategy, order(), Context())


def played(strategy: str = OPTIMAL, game: LoadedGame | None = None) -> CrosscheckResult:
    return compared(blackjack(), prepared(strategy), order(game), Context(), 1)


@pytest.mark.parametrize("strategy", [OPTIMAL, pytest.param(BASIC, marks=pytest.mark.slow)])
def test_rounds_agree_with_the_figures_of_the_family(strategy: str) -> None:
    found = played(strategy)
    assert found.passed
    assert found.strategy == strategy
    wagers = {test.wager for test in found.tests}
    assert wagers == {"main", "raised", "pairs", "three_cards", "twenty", "insurance"}
    assert sum(test.kind == "share" for test in found.tests) == 12
    exact = next(test.exact for test in found.tests if test.id == "main.ev")
    solution = BlackjackGame(blackjack()).optimal
    assert exact is not None
    assert exact == pytest.approx(solution.main.ev, abs=2e-3)
    assert (exact == pytest.approx(solution.main.ev, abs=1e-12)) == (strategy == OPTIMAL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "noticed"),
    [
        (["blackjack_pays=2:1"], "main.outcomes"),
        (["double_on=10-11"], "raised.stake"),
        (["decks=8"], "pairs.perfect"),
    ],
)
def test_other_rules_are_found_out(settings: list[str], noticed: str) -> None:
    found = played(game=apply_overrides(blackjack(), settings))
    assert noticed in {test.id for test in found.tests if not test.passed}


def test_what_is_refused() -> None:
    game = BlackjackGame(blackjack())
    made = BlackjackGame(with_wagers(blackjack(), ["main", "pairs"]))
    with pytest.raises(SpecError, match="leave out pairs"):
        prepare_blackjack(made, OPTIMAL, order(), Context())
    with pytest.raises(EngineError, match="deals every round from a whole shoe"):
        prepare_blackjack(game, OPTIMAL, Order(shoes=10), Context())
