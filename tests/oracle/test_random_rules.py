"""Blackjack by rules drawn at random, from tiny shoes: every figure is that of the tree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.errors import InfeasibleShoeError
from certify.exact.blackjack.bonus import StreakPlayer
from certify.exact.blackjack.distribution import (
    round_distribution,
    split_cells,
    split_distributions,
    wagered_of_splits,
)
from certify.exact.blackjack.solve import Solution, solve_optimal
from certify.exact.blackjack.streak_rules import StreakRule
from certify.exact.blackjack.values import shoe_values
from tests.oracle import streak_tree
from tests.oracle.random_rules import random_case
from tests.oracle.seen_hole import SeenHole
from tests.oracle.tiny_shoes import PLAIN, Case
from tests.oracle.twenty_one_tree import (
    Analysis,
    Counts,
    Dealing,
    Figures,
    OutOfCards,
    analyse,
    is_blackjack,
    without,
)

TOLERANCE = 1e-12
FEW = (0, 2, 4, 5, 6, 7)
"""Cards that suffice for every round."""

FIRST = range(0, 500, 50)
READINGS: tuple[StreakRule, ...] = ("net", "majority")
PAYS = {2: 2, 3: 4, 5: 15}
STAKES = {2: Fraction(1, 5), 3: Fraction(31, 7), 5: Fraction(1)}


def near(value: Fraction | float, scale: float = 1.0):
    return pytest.approx(float(value), rel=0, abs=TOLERANCE * max(1.0, scale))


def solved(case: Case) -> Solution:
    return solve_optimal(shoe_values(case.rules, Shoe(case.shoe), with_burnout=True))


def is_told(case: Case) -> bool:
    """Require every figure of a round to be that of the tree; return whether the cards suffice."""
    try:
        tree: Analysis = analyse(case.shoe, case.rules)
    except OutOfCards:
        with pytest.raises(InfeasibleShoeError):
            solved(case)
        return False
    try:
        solution = solved(case)
    except InfeasibleShoeError:
        return False
    assert solution.main_burnout is not None
    for found, wanted in ((solution.main, tree.main), (solution.main_burnout, tree.burnout)):
        assert found.ev == near(wanted.ev)
        by_upcard = [np.nan if ev is None else float(ev) for ev in wanted.by_upcard]
        np.testing.assert_allclose(found.by_upcard, by_upcard, rtol=0, atol=TOLERANCE)
    # Of actions that are equally good others may be taken, with other distributions.
    for wanted, ties, burnout in (
        (tree.main, tree.ties, False),
        (tree.burnout, tree.ties_burnout, True),
    ):
        if not ties:
            any_loss = streak_with_any_loss(case, burnout=burnout)
            require_distribution(solution, wanted, any_loss, with_option=burnout)
    return True


def streak_with_any_loss(case: Case, *, burnout: bool) -> tuple[Fraction, Fraction, Fraction]:
    """Return the probabilities of a loss, a push and a win where any lost hand makes a loss."""
    counts = [0, 0, 0]
    for outcomes in Dealing(case.shoe, case.rules, "deal").deal(burnout).values():
        for outcome, ways in outcomes.items():
            counts[0 if outcome.lost else 2 if outcome.won else 1] += ways
    loss, push, win = (Fraction(count, sum(counts)) for count in counts)
    return loss, push, win


def require_distribution(
    solution: Solution, wanted: Figures, any_loss: tuple[Fraction, ...], *, with_option: bool
) -> None:
    rules = solution.shoe.rules
    splits = split_distributions(solution)
    found = round_distribution(solution, with_option=with_option, splits=splits)
    outcomes = found.outcomes()
    # What cannot come about has no probability at all, not one that rounding has left.
    assert outcomes.keys() == {value for value, chance in wanted.distribution.items() if chance}
    for value, chance in outcomes.items():
        assert chance == near(wanted.distribution[value])
    net, majority = wanted.streak_by_net, wanted.streak_by_majority
    assert tuple(found.streak("net")) == tuple(map(near, (net.loss, net.push, net.win)))
    expected = majority.loss, majority.push, majority.win
    assert tuple(found.streak("majority")) == tuple(map(near, expected))
    assert tuple(found.streak("any_loss")) == tuple(map(near, any_loss))
    cells = split_cells(solution.shoe, solution.decisions)
    wagered = found.wagered_moments(wagered_of_splits(solution, rules, cells))
    assert wagered.mean == near(wanted.average_wagered)
    assert wagered.variance == near(wanted.variance_wagered)
    assert wagered.covariance_with_net == near(wanted.covariance_net_wagered)


def test_what_cannot_come_about_has_no_probability() -> None:
    """Two 3s, six 7s, three 8s and nine tens: four hands with all doubled take more cards."""
    rules = replace(
        PLAIN,
        dealer_peeks=False,
        resplit_aces=True,
        hit_split_aces=True,
        burnout_on_bust=False,
        blackjack_pays=Fraction(2),
    )
    case = Case("doubles", (0, 0, 2, 0, 0, 0, 6, 3, 0, 9), rules, 4)
    tree, solution = analyse(case.shoe, case.rules), solved(case)
    splits = split_distributions(solution)
    for wanted, with_option in ((tree.main, False), (tree.burnout, True)):
        found = round_distribution(solution, with_option=with_option, splits=splits).outcomes()
        assert {*map(float, found)} == {float(each) for each in range(-5, 7)}
        assert found.keys() == wanted.distribution.keys()


@pytest.mark.parametrize("seed", FEW)
def test_a_round_is_that_of_the_tree(seed: int) -> None:
    assert is_told(random_case(seed))


@pytest.mark.slow
@pytest.mark.parametrize("first", FIRST)
def test_many_rounds_are_those_of_the_tree(first: int) -> None:
    assert sum(is_told(random_case(seed)) for seed in range(first, first + 50)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("first", FIRST)
def test_play_for_the_bonus_wagers_is_that_of_the_tree(first: int, reading: StreakRule) -> None:
    """Worth more than a win or a loss, with Burnout and without: with the fewest cards."""
    is_majority = reading == "majority"
    played = 0
    for seed in range(first, first + 50):
        case = random_case(seed)
        if sum(case.shoe) > 14:
            continue
        try:
            solution = solved(case)
        except InfeasibleShoeError:
            continue
        played += 1
        player = StreakPlayer(solution, split_distributions(solution), reading)
        given = case.shoe, case.rules
        for burnout in (False, True):
            alone = streak_tree.bonus_alone(*given, burnout=burnout, majority=is_majority)
            assert player.alone(burnout=burnout).chance == near(alone)
        (found,) = player.policies(
            [{wins: float(stake) for wins, stake in STAKES.items()}],
            {wins: float(pay) for wins, pay in PAYS.items()},
        )
        wanted = streak_tree.streak_values(
            *given, STAKES, PAYS, majority=is_majority, payment=case.rules.burnout_payment
        )
        for at_count, brute in zip(found, wanted, strict=True):
            assert at_count.worth == near(brute.worth, float(brute.worth))
            if not brute.round.ties:
                assert at_count.round.burnout == brute.bought
                for name in ("mean", "win", "push", "loss"):
                    assert getattr(at_count.round, name) == near(getattr(brute.round, name))
    assert played


# The dealer's hole card in sight


def require_with_hole(case: Case, hole: int) -> None:
    """Require what is won with a hole card in sight to be what the tree finds that sees it."""
    left = without(case.shoe, hole)
    values = shoe_values(case.rules, Shoe(left), with_burnout=True, hole=hole)
    solution = solve_optimal(values)
    assert solution.main_burnout is not None
    upcards = {upcard: count for upcard, count in enumerate(left) if count}
    seen = {upcard: SeenHole(case.shoe, case.rules, hole) for upcard in upcards}
    for found, burnout in ((solution.main, False), (solution.main_burnout, True)):
        wanted = {up: each.expectation(up, burnout=burnout) for up, each in seen.items()}
        # After a split one of two best actions is not as good as the other beside further hands.
        told = [upcard for upcard, each in seen.items() if not each.ties]
        for upcard in told:
            if not is_blackjack(upcard, hole):
                assert found.by_upcard[upcard] == closely(wanted[upcard])
        if len(told) == len(seen):
            total = sum((wanted[up] * count for up, count in upcards.items()), Fraction(0))
            assert found.ev == closely(total / sum(left))


def closely(value: Fraction):
    return pytest.approx(float(value), rel=0, abs=1e-13)


def is_told_with_hole(case: Case) -> bool:
    """Require it with a card of which there are most; return whether the cards suffice."""
    try:
        require_with_hole(case, case.shoe.index(max(case.shoe)))
    except InfeasibleShoeError:
        return False
    return True


@pytest.mark.parametrize("seed", FEW)
def test_with_the_hole_card_in_sight_it_is_that_of_the_tree(seed: int) -> None:
    assert is_told_with_hole(random_case(seed, dealer_peeks=True))


@pytest.mark.parametrize(
    "shoe",
    [
        (2, 0, 0, 0, 4, 4, 0, 0, 0, 6),
        (3, 0, 4, 0, 0, 0, 0, 4, 0, 6),
        (0, 0, 0, 4, 0, 0, 4, 0, 4, 4),
    ],
)
def test_with_any_hole_card_in_sight_it_is_that_of_the_tree(shoe: Counts) -> None:
    rules = replace(PLAIN, max_split_hands=1, dealer_hits_soft_17=False)
    for hole in np.flatnonzero(shoe):
        require_with_hole(Case("any", shoe, rules, 1), int(hole))


@pytest.mark.slow
@pytest.mark.parametrize("first", FIRST)
def test_many_with_the_hole_card_in_sight_are_those_of_the_tree(first: int) -> None:
    cases = (random_case(seed, dealer_peeks=True) for seed in range(first, first + 50))
    assert sum(map(is_told_with_hole, cases)) > 20
