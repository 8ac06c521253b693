"""The distribution of a round at full size: its mean is the recurrence's, its mass is one."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.exact.blackjack import distribution
from certify.exact.blackjack.distribution import (
    distribution_of_split,
    round_distribution,
    split_distributions,
    wagered_of_splits,
)
from certify.exact.blackjack.multisets import sums
from certify.exact.blackjack.solve import solve_basic, solve_optimal
from certify.exact.blackjack.splits import split_joint
from certify.exact.blackjack.splits.split_distribution import MOST_NET
from certify.exact.blackjack.streak_rules import counts_as
from certify.exact.blackjack.values import shoe_values
from tests.support.rules import rules_with

MASS = 1e-13
MEAN = 1e-12
SEVEN = 6
NETS = np.arange(-MOST_NET, MOST_NET + 1)


def check(solution):
    shoe = solution.shoe
    distributions = split_distributions(solution)
    for (pair, upcard), split in distributions.items():
        hand = shoe.pairs[pair]
        assert split.probability.min() >= -MASS
        assert split.probability.sum() == pytest.approx(
            shoe.no_blackjack[upcard, 0, hand], abs=MASS
        )
        mean = float(split.probability.sum(axis=(1, 2, 3)) @ NETS)
        assert mean == pytest.approx(solution.split[0, pair, upcard], abs=MEAN)
    for with_option, figures in ((False, solution.main), (True, solution.main_burnout)):
        distribution = round_distribution(solution, with_option=with_option, splits=distributions)
        assert (
            abs(distribution.rounds.sum() + distribution.blackjack + distribution.surrender - 1.0)
            < distribution.error_bound
            <= 1e-9
        )
        outcomes = distribution.outcomes()
        assert sum(outcomes.values()) == pytest.approx(1.0, abs=MASS)
        mean = sum(float(value) * probability for value, probability in outcomes.items())
        assert mean == pytest.approx(figures.ev, abs=MEAN)
        splits = wagered_of_splits(solution, shoe.rules, list(distribution.p_split))
        wagered = distribution.wagered_moments(splits)
        assert wagered.mean == pytest.approx(figures.average_wagered, abs=MEAN)
        for reading in ("net", "majority", "any_loss"):
            assert distribution.streak(reading).sum() == pytest.approx(1.0, abs=MASS)
    return distributions


def solved(decks, **rules):
    changed = rules_with(decks=decks, **rules)
    return solve_optimal(shoe_values(changed, Shoe.of_decks(decks), with_burnout=True))


def test_one_deck_split_to_two_hands():
    check(solved(1, max_split_hands=2))


def test_six_decks_without_a_hole_card_split_to_two_hands():
    check(solved(6, max_split_hands=2, dealer_peeks=False, surrender="late"))


@pytest.mark.slow
def test_six_decks_split_to_four_hands():
    distributions = check(solved(6))
    assert len(distributions) > 40


@pytest.mark.slow
def test_two_decks_basic_strategy():
    shoe = shoe_values(rules_with(decks=2), Shoe.of_decks(2), with_burnout=True)
    check(solve_basic(shoe))


def test_more_than_four_hands_are_refused():
    with pytest.raises(EngineError, match="at most 4 hands after splits, but the rules allow 5"):
        split_distributions(solved(1, max_split_hands=5))


def test_a_payout_that_is_no_multiple_of_one_half():
    distribution = round_distribution(
        solved(1, max_split_hands=1, blackjack_pays=Fraction(6, 5)), with_option=False
    )
    assert Fraction(6, 5) in distribution.outcomes()


@pytest.mark.parametrize(
    ("hands", "won", "lost", "expected"),
    [
        (1, 1, 0, {"net": 2, "majority": 2, "any_loss": 2}),
        (2, 1, 0, {"net": 2, "majority": 1, "any_loss": 2}),
        (3, 2, 1, {"net": 2, "majority": 2, "any_loss": 0}),
        (4, 1, 1, {"net": 1, "majority": 1, "any_loss": 0}),
        (4, 1, 2, {"net": 0, "majority": 1, "any_loss": 0}),
        (2, 0, 0, {"net": 1, "majority": 1, "any_loss": 1}),
    ],
)
def test_what_a_round_counts_as(hands, won, lost, expected):
    for reading, result in expected.items():
        assert counts_as(hands, won, lost, reading) == result


def test_distributions_are_the_same_however_many_are_worked_out_at_a_time(monkeypatch):
    solution = solve_optimal(
        shoe_values(rules_with(max_split_hands=2), Shoe.of_decks(1), with_burnout=True)
    )
    told: list[tuple[int, int]] = []
    together = split_distributions(
        solution, progress=lambda done, total: told.append((done, total))
    )
    assert told == [(done, len(together)) for done in range(len(together) + 1)]
    monkeypatch.setattr(distribution, "WORKERS", 1)
    alone = split_distributions(solution)
    assert list(alone) == list(together)
    for cell, split in alone.items():
        assert (split.probability == together[cell].probability).all()


@pytest.mark.parametrize("upcard", range(RANKS))
def test_a_dealer_who_can_have_no_blackjack_need_not_look_for_one(upcard):
    """The distribution of a split is the same, to the last bit, with a hole card and without."""
    without = rules_with(max_split_hands=2, dealer_peeks=False)
    solution = solve_optimal(shoe_values(without, Shoe.of_decks(1), with_burnout=False))
    found = [
        distribution_of_split(solution, rules, SEVEN, upcard).probability
        for rules in (without, replace(without, dealer_peeks=True))
    ]
    assert without.takes_all_against(upcard) == (upcard in (ACE, TEN))
    assert (found[0] == found[1]).all() == (not without.takes_all_against(upcard))


@pytest.mark.slow
@pytest.mark.parametrize("pair", [2])
def test_thinning_stays_within_its_bound_and_keeps_the_mean(monkeypatch, pair):
    solution = solved(1)
    monkeypatch.setattr(sums, "FEW_SUMS", 0)

    def distribution(share):
        monkeypatch.setattr(split_joint, "MAY_BE_WRONG", share)
        return distribution_of_split(solution, solution.shoe.rules, pair, SEVEN)

    finest, fine, coarse = distribution(1e-6), distribution(1e-5), distribution(1e-3)
    for thinned, share in ((fine, 1e-5), (coarse, 1e-3)):
        assert share < thinned.error_bound < 3 * share
        misplaced = np.abs(finest.probability - thinned.probability).sum()
        assert share / 1000 < misplaced <= thinned.error_bound + finest.error_bound
        means = [
            distribution.probability.sum(axis=(1, 2, 3)) @ NETS
            for distribution in (finest, thinned)
        ]
        assert means[0] == pytest.approx(means[1], abs=1e-14)


@pytest.mark.slow
def test_thinning_of_six_decks_stays_within_its_bound(monkeypatch):
    solution = solved(6)
    distributions = split_distributions(solution)
    monkeypatch.setattr(split_joint, "MAY_BE_WRONG", split_joint.MAY_BE_WRONG / 100)
    for cell, finer in split_distributions(solution).items():
        misplaced = np.abs(distributions[cell].probability - finer.probability).sum()
        assert misplaced <= distributions[cell].error_bound + finer.error_bound + MASS
