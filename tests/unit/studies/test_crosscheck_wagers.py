"""The double entry of any game against the house: the best play, handed over as a table."""

from __future__ import annotations

import pytest

from certify.exact.banked.solution import BEST, solve
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.play.interpreter.program import Program
from certify.studies.banked import table_play
from certify.studies.banked.table_play import best_play_tables
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.crosscheck.study import Order
from certify.studies.crosscheck.wagers import crosscheck_wagers
from tests.unit.exact.banked.test_against_brute_force import FOLLOWED, small

GAME = "red-dog"


def compared(
    game: LoadedGame, strategy: str = BEST, *, rounds: int = 4_000, played: LoadedGame | None = None
) -> CrosscheckResult:
    order = Order(rounds=rounds, engine="interpreter", played=played)
    return crosscheck_wagers(game, strategy, order, workers=1)


@pytest.mark.slow
def test_where_no_table_holds_the_best_play_a_policy_is_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game(GAME)
    first = next(iter(game.spec.policies))
    wanted = compared(game, first)
    monkeypatch.setattr(table_play, "MOST_ENTRIES", 1)
    found = compared(game)
    assert (found.strategy, found.tests) == (first, wanted.tests)
    assert "has more situations than a table can tell apart" in (found.play or "")


@pytest.mark.parametrize(
    "strategy", [BEST, "never", pytest.param("from_seven", marks=pytest.mark.slow)]
)
def test_each_play_agrees_with_its_own_figures(strategy: str) -> None:
    found = compared(load_game(GAME), strategy)
    assert found.passed
    assert found.strategy == strategy
    kinds = [test.kind for test in found.tests]
    assert (kinds.count("share"), kinds.count("distribution")) == (7, 1)
    stake = next(test for test in found.tests if test.id == "raised.stake")
    assert stake.exact == pytest.approx(stake.simulated, abs=0.05)


def test_another_payout_is_found_out() -> None:
    game = load_game(GAME)
    found = compared(game, played=apply_overrides(game, ["main.one.pays=6:1"]))
    failed = {test.id for test in found.tests if not test.passed}
    assert "main.outcomes" in failed
    assert not {test.id for test in found.tests if test.kind == "share"} & failed


@pytest.mark.slow
def test_other_cards_are_found_out() -> None:
    game = load_game(GAME)
    found = compared(game, rounds=20_000, played=apply_overrides(game, ["decks=1"]))
    assert not found.passed
    assert not next(test for test in found.tests if test.id == "main.three").passed


def test_a_mean_that_rare_outcomes_sway_is_left_out_and_named() -> None:
    few = compared(load_game(GAME), rounds=200)
    assert few.left_out
    assert not set(few.left_out) & {test.id for test in few.tests}
    assert not compared(load_game(GAME), "never").left_out


@pytest.mark.parametrize("what", ["words that are picked", "chance that is seen"])
def test_picks_and_variables_are_in_the_table(what: str) -> None:
    do, net, more = FOLLOWED[what]
    assert compared(small(do, net, **more), rounds=2_000).passed


def test_the_table_has_every_hand_and_exchanged_suits() -> None:
    game = load_game("three-card-poker")
    program, solution = Program(game), solve(game)
    table = best_play_tables(program, solution, BEST).decisions["turn"]
    assert table.table.shape == (22_100,)
    plays = int(table.table.sum())
    share = next(iter(solution.decided.values())).shares["play"]
    assert share * 22_100 == plays
