"""The law of a round at full size: its mean is the recurrence's, its mass is one."""

from fractions import Fraction

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.exact import distribution, split_joint
from certify.exact.distribution import law_of_split, round_law, split_laws
from certify.exact.readings import counts_as
from certify.exact.solve import solve_basic, solve_optimal
from certify.exact.split_law import MOST_NET
from certify.exact.values import shoe_values
from tests.support.rules import rules_with

MASS = 1e-13
MEAN = 1e-12
SEVEN = 6
NETS = np.arange(-MOST_NET, MOST_NET + 1)


def check(solution):
    shoe = solution.shoe
    laws = split_laws(solution)
    for (pair, upcard), split in laws.items():
        hand = shoe.pairs[pair]
        assert split.probability.min() >= -MASS
        assert split.probability.sum() == pytest.approx(
            shoe.no_blackjack[upcard, 0, hand], abs=MASS
        )
        mean = float(split.probability.sum(axis=(1, 2, 3)) @ NETS)
        assert mean == pytest.approx(solution.split[0, pair, upcard], abs=MEAN)
    for with_option, figures in ((False, solution.main), (True, solution.main_burnout)):
        law = round_law(solution, with_option=with_option, splits=laws)
        assert abs(law.rounds.sum() + law.blackjack + law.surrender - 1.0) < law.error_bound <= 1e-9
        outcomes = law.outcomes()
        assert sum(outcomes.values()) == pytest.approx(1.0, abs=MASS)
        mean = sum(float(value) * probability for value, probability in outcomes.items())
        assert mean == pytest.approx(figures.ev, abs=MEAN)
        for reading in ("net", "majority", "any_loss"):
            assert law.streak(reading).sum() == pytest.approx(1.0, abs=MASS)
    return laws


def solved(decks, **rules):
    changed = rules_with(decks=decks, **rules)
    return solve_optimal(shoe_values(changed, Shoe.of_decks(decks), with_burnout=True))


def test_one_deck_split_to_two_hands():
    check(solved(1, max_split_hands=2))


def test_six_decks_without_a_hole_card_split_to_two_hands():
    check(solved(6, max_split_hands=2, dealer_peeks=False, surrender="late"))


@pytest.mark.slow
def test_six_decks_split_to_four_hands():
    laws = check(solved(6))
    assert len(laws) > 40


@pytest.mark.slow
def test_two_decks_basic_strategy():
    shoe = shoe_values(rules_with(decks=2), Shoe.of_decks(2), with_burnout=True)
    check(solve_basic(shoe))


def test_more_than_four_hands_are_refused():
    with pytest.raises(EngineError, match="at most 4 hands after splits, but the rules allow 5"):
        split_laws(solved(1, max_split_hands=5))


def test_a_payout_that_is_no_multiple_of_one_half():
    law = round_law(solved(1, max_split_hands=1, blackjack_pays=Fraction(6, 5)), with_option=False)
    assert Fraction(6, 5) in law.outcomes()


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


def test_laws_are_the_same_however_many_are_worked_out_at_a_time(monkeypatch):
    solution = solve_optimal(
        shoe_values(rules_with(max_split_hands=2), Shoe.of_decks(1), with_burnout=True)
    )
    told: list[tuple[int, int]] = []
    together = split_laws(solution, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, len(together)) for done in range(len(together) + 1)]
    monkeypatch.setattr(distribution, "WORKERS", 1)
    alone = split_laws(solution)
    assert list(alone) == list(together)
    for cell, law in alone.items():
        assert (law.probability == together[cell].probability).all()


@pytest.mark.parametrize("pair", [2])
def test_thinning_stays_within_its_bound_and_keeps_the_mean(monkeypatch, pair):
    solution = solved(1)
    monkeypatch.setattr(split_joint, "FEW_MULTISETS", 0)

    def law(share):
        monkeypatch.setattr(split_joint, "MAY_BE_WRONG", share)
        return law_of_split(solution, solution.shoe.rules, pair, SEVEN)

    finest, fine, coarse = law(1e-6), law(1e-5), law(1e-3)
    for thinned, share in ((fine, 1e-5), (coarse, 1e-3)):
        assert share < thinned.error_bound < 3 * share
        misplaced = np.abs(finest.probability - thinned.probability).sum()
        assert share / 1000 < misplaced <= thinned.error_bound + finest.error_bound
        means = [law.probability.sum(axis=(1, 2, 3)) @ NETS for law in (finest, thinned)]
        assert means[0] == pytest.approx(means[1], abs=1e-14)


@pytest.mark.slow
def test_thinning_of_six_decks_stays_within_its_bound(monkeypatch):
    solution = solved(6)
    laws = split_laws(solution)
    monkeypatch.setattr(split_joint, "MAY_BE_WRONG", split_joint.MAY_BE_WRONG / 100)
    for cell, finer in split_laws(solution).items():
        misplaced = np.abs(laws[cell].probability - finer.probability).sum()
        assert misplaced <= laws[cell].error_bound + finer.error_bound + MASS
