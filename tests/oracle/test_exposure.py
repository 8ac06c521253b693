"""What is at risk, against every round that can be dealt from tiny shoes, and a played streak."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.streak_rules import (
    LOSS,
    PUSH,
    STREAK_RULES,
    WIN,
    StreakRule,
    counts_as,
)
from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.studies.returns.exposure import exposures, round_ranges
from certify.studies.returns.exposure_result import BURNOUT, INSURANCE, MAIN, WagersExposure
from certify.studies.twenty_one import TwentyOneGame
from tests.oracle.answers import kept
from tests.oracle.extremes_tree import Extremes, Reached
from tests.support.rules import rules_with

THREES_EIGHTS_TENS = (0, 0, 4, 0, 0, 0, 0, 4, 0, 7)
WITH_ACES = (2, 0, 3, 0, 0, 0, 0, 4, 0, 7)
FEW = (1, 0, 2, 0, 0, 0, 0, 3, 0, 5)
TWO = Fraction(2)


def results(shoe: tuple[int, ...], rules: TwentyOneRules, *, insures: bool) -> set[Reached]:
    """Return every result of a round from a shoe."""
    return Extremes(rules, insures=insures).of(shoe)


def reached(shoe: tuple[int, ...], reading: StreakRule, *, insures: bool, **rules: Any) -> Any:
    """Return the lowest and highest result of all rounds from a shoe, by what they count as."""
    found: dict[int, list[Fraction]] = {}
    for net, hands, won, lost in kept(results, shoe, rules_with(**rules), insures=insures):
        found.setdefault(counts_as(hands, won, lost, reading), []).append(net)
    return {outcome: (min(nets), max(nets)) for outcome, nets in found.items()}


def bounds(reading: StreakRule, *, insures: bool, **rules: Any) -> Any:
    found = round_ranges(
        rules_with(**rules), reading, insurance_pays=Fraction(2) if insures else None
    )
    return {outcome: (each.lowest, each.highest) for outcome, each in found.items()}


@pytest.mark.parametrize("insures", [False, True])
@pytest.mark.parametrize(
    "rules", [{}, {"double_after_split": False}, {"max_split_hands": 2}, {"max_split_hands": 1}]
)
@pytest.mark.parametrize("reading", STREAK_RULES)
def test_bounds_are_reached_by_some_round_and_exceeded_by_none(
    reading: StreakRule, rules: Mapping[str, Any], insures: bool
) -> None:
    given = bounds(reading, insures=insures, **rules)
    # A push of one net result only is missed by shoes whose hands cannot all push.
    assert reached(WITH_ACES, reading, insures=insures, **rules) == given


def test_a_shoe_that_lacks_cards_stays_within_the_bounds() -> None:
    within, given = reached(FEW, "net", insures=False), bounds("net", insures=False)
    assert all(
        given[outcome][0] <= low and high <= given[outcome][1]
        for outcome, (low, high) in within.items()
    )
    assert within[LOSS][0] > given[LOSS][0]


def test_the_bounds_of_the_certified_rules() -> None:
    assert bounds("net", insures=False) == {LOSS: (-8, 0), PUSH: (-2, 2), WIN: (0, 8)}


# Streaks


def of(game: TwentyOneGame, *wagers: str) -> WagersExposure:
    return next(each for each in exposures(game) if each.wagers == wagers)


@pytest.fixture(scope="module")
def game() -> TwentyOneGame:
    return TwentyOneGame(load_game("blackjack-burnout"))


BONUS = tuple(f"bonus.{wins}" for wins in (2, 3, 4, 5))


def test_a_round_costs_the_payment_and_all_bonus_wagers_too(game: TwentyOneGame) -> None:
    found = of(game, MAIN, BURNOUT, *BONUS)
    assert found.placed == 5.2
    assert (found.round.player_loses, found.round.house_pays) == (12.2, 22.8)
    assert of(game, MAIN, BURNOUT).round.player_loses == 8.2
    assert of(game, MAIN).round.player_loses == 8.0
    assert of(game, MAIN, BURNOUT, INSURANCE, *BONUS).round.player_loses == 12.7


def test_a_streak_is_the_worst_and_the_best_of_all_its_courses(game: TwentyOneGame) -> None:
    """Every course of up to five rounds, walked one by one."""
    pays = {2: 2, 3: 4, 4: 8, 5: 15}
    payment = Fraction(1, 5)
    ends: list[Fraction] = []

    def walk(count: int, so_far: Fraction) -> None:
        if count == 5:
            ends.append(so_far)
            return
        still_open = sum(1 for wins in pays if wins > count)
        ends.extend(so_far + lost - payment - still_open for lost in (Fraction(-8), Fraction(0)))
        for won in (Fraction(0), Fraction(8)):
            walk(count + 1, so_far + won - payment + pays.get(count + 1, 0))

    walk(0, Fraction(0))
    found = of(game, MAIN, BURNOUT, *BONUS).streak
    assert found.player_loses == float(-min(ends)) == 12.4
    assert found.house_pays == float(max(ends)) == 68.0


def test_pushes_are_told_apart_since_nothing_limits_their_number(game: TwentyOneGame) -> None:
    push = of(game, MAIN, BURNOUT, INSURANCE).push
    assert (push.player_loses, push.house_pays) == (2.7, 1.8)


def test_rules_without_insurance_have_no_such_sets() -> None:
    loaded = apply_settings(load_game("blackjack-burnout"), {"insurance": False})
    assert not any(INSURANCE in each.wagers for each in exposures(TwentyOneGame(loaded)))
    assert len(exposures(TwentyOneGame(loaded))) == 12


def test_a_payment_on_bonus_wagers_too_is_at_risk_as_well() -> None:
    settings = {"burnout_base": "main_and_bonus"}
    game = TwentyOneGame(apply_settings(load_game("blackjack-burnout"), settings))
    found = of(game, MAIN, BURNOUT, *BONUS)
    # One unit of payment, four Bonus wagers and eight units of doubled hands.
    assert (found.placed, found.round.player_loses) == (6.0, 13.0)
    assert of(game, MAIN, *BONUS) == next(
        each
        for each in exposures(TwentyOneGame(load_game("blackjack-burnout")))
        if each.wagers == (MAIN, *BONUS)
    )
