"""Play for the Bonus wagers equals brute force on tiny shoes: alone, and count by count."""

from fractions import Fraction
from functools import cache

import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.bonus import StreakPlayer, resolution
from certify.exact.blackjack.distribution import split_distributions
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.streak_rules import StreakRule
from certify.exact.blackjack.values import shoe_values
from tests.oracle import streak_tree
from tests.oracle.answers import kept
from tests.oracle.tiny_shoes import CASES, Case

TOLERANCE = 1e-12
PAYS = {2: 2, 3: 4, 4: 8, 5: 15}
STAKES = (
    {5: Fraction(1)},
    {2: Fraction(1, 5), 3: Fraction(1, 5), 4: Fraction(1, 5), 5: Fraction(1, 5)},
    {2: Fraction(31, 7), 4: Fraction(17, 9)},
)
FAST = (
    "no-split",
    "two-hands",
    "three-hands",
    "no-das",
    "low-pairs",
    "no-burn-on-bust",
    "burn-ends-hand",
    "burn-late-double-s17",
    "no-hole-card-original-late-double",
    "no-hole-card-all",
    "aces-resplit",
    "aces-hit-and-double-no-das",
    "surrender",
    "surrender-no-hole-card-all",
    "surrender-no-hole-card-original",
    "six-to-five",
    "double-late-9-11",
    "plain-h17",
)
BY_MAJORITY = ("no-split", "two-hands")
"""Cases that are played by both readings in the ordinary run; by the second others are slow."""
BY_NET = (
    *BY_MAJORITY,
    "surrender",
    "three-hands",
    "burn-late-double-s17",
    "aces-hit-and-double-no-das",
)
"""Cases that are played by the first reading in the ordinary run; the others are slow."""


def cases():
    by_name = {case.id: case for case in CASES}
    return [by_name[name] for name in FAST if name in by_name]


def with_readings():
    readings: tuple[StreakRule, ...] = ("net", "majority")
    for case in cases():
        for reading in readings:
            is_slow = case.id not in (BY_MAJORITY if reading == "majority" else BY_NET)
            marks = pytest.mark.slow if is_slow else ()
            yield pytest.param(case, reading, id=f"{case.id}-{reading}", marks=marks)


@cache
def player(case: Case, reading: StreakRule, *, on_bonus: bool = False) -> StreakPlayer:
    solution = solve_optimal(shoe_values(case.rules, Shoe(case.shoe), with_burnout=True))
    return StreakPlayer(solution, split_distributions(solution), reading, on_bonus=on_bonus)


@pytest.mark.parametrize(
    "name", ["two-hands", pytest.param("burn-ends-hand", marks=pytest.mark.slow)]
)
def test_play_where_burnout_is_paid_on_bonus_wagers_too(name: str):
    """Whether it is bought is decided count by count, and costs more the more wagers are open."""
    case = next(case for case in CASES if case.id == name)
    engine = player(case, "net", on_bonus=True)
    pays = {wins: float(pay) for wins, pay in PAYS.items()}
    found = engine.policies(
        [{wins: float(stake) for wins, stake in stakes.items()} for stakes in STAKES], pays
    )
    for stakes, policy in zip(STAKES, found, strict=True):
        expected = kept(
            streak_tree.streak_values,
            case.shoe,
            case.rules,
            stakes,
            PAYS,
            majority=False,
            payment=case.rules.burnout_payment,
            on_bonus=True,
        )
        for at_count, brute in zip(policy, expected, strict=True):
            scale = max(1.0, float(brute.worth))
            assert at_count.worth == pytest.approx(float(brute.worth), rel=0, abs=TOLERANCE * scale)
            if not brute.round.ties:
                assert at_count.round.burnout == brute.bought


def test_the_cases_are_there():
    assert len(cases()) >= 14


@pytest.mark.parametrize(("case", "reading"), list(with_readings()))
def test_best_chance_of_a_round(case: Case, reading: StreakRule):
    for burnout in (False, True):
        expected = kept(
            streak_tree.bonus_alone,
            case.shoe,
            case.rules,
            burnout=burnout,
            majority=reading == "majority",
        )
        found = player(case, reading).alone(burnout=burnout)
        assert found.chance == pytest.approx(float(expected), rel=0, abs=TOLERANCE)


@pytest.mark.parametrize(("case", "reading"), list(with_readings()))
def test_play_count_by_count(case: Case, reading: StreakRule):
    engine = player(case, reading)
    pays = {wins: float(pay) for wins, pay in PAYS.items()}
    found = engine.policies(
        [{wins: float(stake) for wins, stake in stakes.items()} for stakes in STAKES], pays
    )
    for stakes, policy in zip(STAKES, found, strict=True):
        expected = kept(
            streak_tree.streak_values,
            case.shoe,
            case.rules,
            stakes,
            PAYS,
            majority=reading == "majority",
            payment=case.rules.burnout_payment,
        )
        assert len(policy) == len(expected)
        for at_count, brute in zip(policy, expected, strict=True):
            scale = max(1.0, float(brute.worth))
            assert at_count.worth == pytest.approx(float(brute.worth), rel=0, abs=TOLERANCE * scale)
            if brute.round.ties:
                continue
            assert at_count.round.burnout == brute.bought
            for name in ("mean", "win", "push", "loss"):
                assert getattr(at_count.round, name) == pytest.approx(
                    float(getattr(brute.round, name)), rel=0, abs=TOLERANCE
                )
        if not any(brute.round.ties for brute in expected):
            rounds = [at_count.round for at_count in policy]
            for wins, resolved in streak_tree.resolution(
                [at.round for at in expected], {wins: PAYS[wins] for wins in stakes}
            ).items():
                engine_says = resolution(rounds, wins)
                assert engine_says.paid == pytest.approx(float(resolved.paid), rel=0, abs=TOLERANCE)
                assert engine_says.rounds == pytest.approx(float(resolved.rounds), rel=1e-12)
