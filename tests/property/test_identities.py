"""Identities of the exact engine that need no reference."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from certify.cards.shoe import Shoe
from certify.exact.blackjack.bonus import StreakPlayer
from certify.exact.blackjack.decisions import SURRENDER
from certify.exact.blackjack.distribution import split_distributions
from certify.exact.blackjack.solve import evaluate, solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.support.rules import rules_with

ROUNDING = 1e-12
QUICK = settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

shoes = st.tuples(
    *[st.integers(min_value=2, max_value=24)] * 9, st.integers(min_value=8, max_value=96)
).map(Shoe)
rules = st.fixed_dictionaries(
    {
        "dealer_hits_soft_17": st.booleans(),
        "dealer_peeks": st.booleans(),
        "no_peek_loses": st.sampled_from(["all", "original"]),
        "double_on": st.sampled_from(["any", "hard", "9-11", "10-11"]),
        "double_after_hit": st.booleans(),
        "double_after_split": st.booleans(),
        "max_split_hands": st.integers(min_value=1, max_value=4),
        "surrender": st.sampled_from(["none", "late"]),
        "burnout_on_bust": st.booleans(),
        "burnout_on_double": st.booleans(),
    }
)


def solved(changes, shoe):
    return solve_optimal(shoe_values(rules_with(**changes), shoe, with_burnout=True))


def gross(solution):
    assert solution.main_burnout is not None
    return solution.main_burnout.ev


@QUICK
@given(changes=rules, shoe=shoes)
def test_a_solution_hangs_together(changes, shoe):
    solution = solved(changes, shoe)
    # The option never hurts.
    assert solution.main_burnout.ev >= solution.main.ev - ROUNDING
    assert 0.0 <= solution.main_burnout.burn_rate <= 1.0
    # Upcards make up the whole.
    weights = shoe.array() / shoe.size
    for figures in (solution.main, solution.main_burnout):
        assert np.dot(weights, figures.by_upcard) == pytest.approx(figures.ev, abs=ROUNDING)
    # Evaluating the optimal decisions gives the optimal values.
    again = evaluate(solution.shoe, solution.decisions)
    assert again.main.ev == pytest.approx(solution.main.ev, abs=ROUNDING)
    assert gross(again) == pytest.approx(gross(solution), abs=ROUNDING)
    # Without Burnout analysed the main wager is the same. Where a burned card more can leave the
    # dealer too few cards, his outcomes are summed in another order.
    alone = solve_optimal(shoe_values(rules_with(**changes), shoe, with_burnout=False))
    assert alone.main.ev == pytest.approx(solution.main.ev, abs=ROUNDING)


@QUICK
@given(changes=rules, shoe=shoes, switch=st.sampled_from(["burnout_on_bust", "burnout_on_double"]))
def test_a_wider_option_never_hurts(changes, shoe, switch):
    narrow, wide = (solved(changes | {switch: value}, shoe) for value in (False, True))
    assert wide.main_burnout.ev >= narrow.main_burnout.ev - ROUNDING
    assert wide.main.ev == narrow.main.ev


@pytest.mark.slow
@settings(QUICK, max_examples=5)  # each is eleven solutions
@given(shoe=shoes)
def test_effects_of_removal_balance(shoe):
    """The mean over the next card of a fixed strategy's expectation is the expectation.

    By exchangeability: a card burned unseen before the deal changes nothing for fixed play.
    """
    solution = solved({}, shoe)
    mean = 0.0
    for rank, count in enumerate(shoe.counts):
        fewer = list(shoe.counts)
        fewer[rank] -= 1
        values = shoe_values(rules_with(), Shoe(fewer), with_burnout=True)
        mean += count / shoe.size * gross(evaluate(values, solution.decisions))
    assert mean == pytest.approx(solution.main_burnout.ev, abs=ROUNDING)


@pytest.mark.parametrize(
    ("dealer_peeks", "no_peek_loses"),
    [
        pytest.param(True, "all", marks=pytest.mark.slow),
        pytest.param(False, "all", marks=pytest.mark.slow),
        pytest.param(False, "original", marks=pytest.mark.slow),
    ],
)
def test_who_minds_the_main_wager_alone_gets_its_figures(dealer_peeks, no_peek_loses):
    """Play for the streak, where the streak is worth nothing, is the main game's best play.

    The shoe is large enough that surrender is best somewhere, which no tiny shoe shows.
    """
    changes = {"dealer_peeks": dealer_peeks, "no_peek_loses": no_peek_loses}
    changes |= {"surrender": "late", "max_split_hands": 2}
    solution = solved(changes, Shoe.of_decks(1))
    streak = StreakPlayer(solution, split_distributions(solution), "net")
    main_alone, floor = np.array([[1.0], [0.0], [0.0]]), np.full(1, -np.inf)
    rounds = streak.rounds_for(main_alone, {False: floor, True: floor})
    for burnout, expected in ((False, solution.main.ev), (True, gross(solution))):
        ((found, first),) = rounds[burnout]
        assert found.mean == pytest.approx(expected, abs=ROUNDING)
        assert burnout or (first == SURRENDER).any()


def test_play_count_by_count_is_the_best_at_the_worth_that_is_told_of_it():
    """A round is worth its gain until it is no push, and no other is better at that worth.

    Shares of a wager are played whose worths are near those at which other hands are burned.
    """
    solution = solved({"max_split_hands": 2}, Shoe.of_decks(1))
    streak = StreakPlayer(solution, split_distributions(solution), "net")
    pays = {2: 2.0, 3: 4.0, 4: 8.0, 5: 15.0}
    stakes = [dict.fromkeys(pays, ratio) for ratio in (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0)]
    for staked, policy in zip(stakes, streak.policies(stakes, pays), strict=True):
        followed_by = [at.worth for at in policy[1:]] + [0.0]
        for at, follows in zip(policy, followed_by, strict=True):
            gained = staked.get(at.count + 1, 0.0) * (pays.get(at.count + 1, 0.0) + 1.0) + follows
            aims = np.array([[1.0], [gained - at.worth], [at.worth]])
            way = at.round.burnout
            ((found, first),) = streak.rounds_for(aims, {way: np.full(1, -np.inf)})[way]
            assert (first == at.first).all()
            assert found.win == pytest.approx(at.round.win, rel=0, abs=ROUNDING)
            assert found.push == pytest.approx(at.round.push, rel=0, abs=ROUNDING)
    for burnout in (True, False):
        alone = streak.alone(burnout=burnout)
        aims = np.array([[0.0], [1.0 - alone.chance], [alone.chance]])
        ((found, _),) = streak.rounds_for(aims, {burnout: np.full(1, -np.inf)})[burnout]
        assert found.win == pytest.approx(alone.win, rel=0, abs=ROUNDING)
        assert found.push == pytest.approx(alone.push, rel=0, abs=ROUNDING)
