"""What a walk will come to is told before it begins, near enough to decide by."""

import pytest

from certify.errors import StateSpaceError
from certify.exact.banked.odds import odds_of
from certify.exact.banked.solution import solve
from certify.language.catalogue import load_game
from certify.runtime.context import Context
from certify.studies.banked.study import telling


class _ToldError(Exception):
    """Nothing more is wanted."""


def plan_of(game, work=solve):
    """Return the plan of a walk that is then not taken."""
    plans = []

    def tell(plan):
        plans.append(plan)
        raise _ToldError

    with pytest.raises(_ToldError):
        work(load_game(game), tell=tell)
    return plans[0]


@pytest.mark.parametrize(
    ("game", "situations", "settled"),
    [
        # What the walks came to: `tests/bench/test_banked.py` prints it.
        ("let-it-ride", 128_141, 5_147_168),
        pytest.param("mississippi-stud", 859_339, 35_602_723, marks=pytest.mark.slow),
        pytest.param("caribbean-stud", 5_649_150, 11_298_300, marks=pytest.mark.slow),
    ],
)
def test_a_plan_is_near_what_the_walk_comes_to(game, situations, settled):
    plan = plan_of(game)
    assert plan.situations == pytest.approx(situations, rel=0.05)
    assert plan.settled == pytest.approx(settled, rel=0.2)


@pytest.mark.slow
def test_the_plan_of_whole_boards_is_near_what_the_walk_comes_to():
    plan = plan_of("ultimate-texas-holdem")
    assert plan.situations == pytest.approx(11_320_023, rel=0.02)
    assert plan.settled == pytest.approx(50_165_310, rel=0.02)


def test_payouts_that_are_kept_apart_take_longer():
    assert plan_of("let-it-ride", odds_of).seconds > 1.2 * plan_of("let-it-ride").seconds


def test_what_is_beyond_patience_is_not_begun():
    with pytest.raises(
        StateSpaceError,
        match=r"about 859,\d+ situations to decide and [\d,]+ rows to settle take 0\.0 hours of one"
        r" core, and 0\.\d GB of memory; --yes begins all the same",
    ):
        solve(load_game("mississippi-stud"), patience=5.0, tell=lambda plan: None)


def test_only_what_takes_long_is_told():
    sentences: list[str] = []
    tell = telling(Context(tell=sentences.append))
    tell(plan_of("let-it-ride"))
    assert not sentences
    tell(plan_of("caribbean-stud"))
    assert sentences == [
        "To do: about 5,600,000 situations to decide and 11,000,000 rows to settle; about 35"
        " seconds of one core and 2.2 GB of memory."
    ]


@pytest.mark.slow
def test_the_plan_of_a_policy_follows_it():
    plan = plan_of("mississippi-stud", lambda game, tell: solve(game, "by_points", tell=tell))
    found = solve(load_game("mississippi-stud"), "by_points")
    decided = sum(each.situations for each in found.decided.values())
    assert plan.situations == pytest.approx(decided, rel=0.05)
    assert plan.seconds < plan_of("mississippi-stud").seconds / 4
