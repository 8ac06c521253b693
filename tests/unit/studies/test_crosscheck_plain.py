"""The double entry of blackjack without the option to burn a card, and a fault in play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.errors import EngineError, SpecError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.context import Context
from certify.studies.crosscheck.plain import crosscheck_plain, prepare_plain
from certify.studies.crosscheck.study import Order
from certify.studies.twenty_one import BlackjackGame

ORDER = Order(rounds=100_000)


@pytest.fixture(scope="module")
def context() -> Context:
    return Context()


@pytest.fixture(scope="module")
def game() -> BlackjackGame:
    return BlackjackGame(load_game("blackjack"))


@pytest.mark.slow
def test_every_figure_agrees_with_play(game: BlackjackGame, context: Context) -> None:
    found = crosscheck_plain(game, order=ORDER, context=context, workers=1)
    assert found.passed
    tested = {test.id for test in found.tests}
    assert {"main.ev", "main.outcomes", "main.wagered", "pairs.ev", "insurance.ev"} <= tested
    assert {"three_cards.straight", "twenty.twenty"} <= tested


@pytest.mark.slow
def test_another_rule_in_what_is_played_is_found(game: BlackjackGame, context: Context) -> None:
    played = apply_overrides(game.loaded, ("blackjack_pays=6:5",))
    found = crosscheck_plain(game, order=replace(ORDER, played=played), context=context, workers=1)
    assert not found.passed
    failed = {test.id for test in found.tests if not test.passed}
    assert "main.outcomes" in failed
    # The wagers on the first cards are paid as they should be.
    assert all(name.startswith("main.") for name in failed)


def test_what_makes_no_sense_is_refused(game: BlackjackGame, context: Context) -> None:
    with pytest.raises(SpecError, match="by the strategies optimal and basic; found 'best'"):
        prepare_plain(game, "best", ORDER, context)
    with pytest.raises(EngineError, match="has no cut card"):
        prepare_plain(game, "optimal", Order(shoes=10), context)
