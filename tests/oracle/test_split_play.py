"""Hands after a split by every play, and two hands remembered, against brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from certify.cards.ranks import TEN
from certify.cards.shoe import Shoe
from certify.cards.split_play import SplitPlay
from certify.errors import InfeasibleShoeError
from certify.exact.blackjack.distribution import split_distributions
from certify.exact.blackjack.residues.fraction import exact_expectation
from certify.exact.blackjack.solve import Solution, solve_optimal
from certify.exact.blackjack.split import NET
from certify.exact.blackjack.splits.full_memory import full_memory_values
from certify.exact.blackjack.values import shoe_values
from tests.oracle.split_tree import SplitRounds, published_cdp, remembered, splittable
from tests.oracle.tiny_shoes import CASES, Case, marked
from tests.oracle.twenty_one_tree import OutOfCards

TOLERANCE = 1e-12
PLAYED = (SplitPlay.CDZ, SplitPlay.CDP1, SplitPlay.PAIRS_SEEN)
ORDINARY = {"no-das", "two-hands", "three-hands", "aces-hit-and-double"}
SPLIT_CASES = marked((case for case in CASES if case.rules.max_split_hands > 1), ORDINARY)
TOO_SMALL = {
    ("low-pairs", SplitPlay.CDP1),
    ("low-pairs", SplitPlay.PAIRS_SEEN),
    ("aces-everything", SplitPlay.PAIRS_SEEN),
}
"""Shoes that suffice for hands played as unsplit ones, and not for these."""
ENOUGH = [each for each in SPLIT_CASES if each.values[0].id not in {shoe for shoe, _ in TOO_SMALL}]


@cache
def solved(case: Case, play: SplitPlay) -> Solution:
    values = shoe_values(case.rules, Shoe(case.shoe), with_burnout=False)
    return solve_optimal(values, split_play=play)


def near(value: Fraction):
    return pytest.approx(float(value), rel=0, abs=TOLERANCE)


@pytest.mark.parametrize("case", SPLIT_CASES)
@pytest.mark.parametrize("play", PLAYED)
def test_every_split_as_it_is_played(case: Case, play: SplitPlay):
    rounds = SplitRounds(case.shoe, case.rules, str(play))
    dealt = splittable(case.shoe, case.rules)
    if (case.id, play) in TOO_SMALL:
        with pytest.raises(OutOfCards):
            [rounds.value(*each) for each in dealt]
        with pytest.raises(InfeasibleShoeError, match="too small for a round"):
            solved(case, play)
        return
    split = solved(case, play).split[NET]
    for pair, upcard in dealt:
        assert split[pair, upcard] == near(rounds.value(pair, upcard)), (pair, upcard)


@pytest.mark.parametrize("case", ENOUGH)
def test_the_sum_of_single_hands_that_the_literature_calls_cdp(case: Case):
    split = solved(case, SplitPlay.CDP).split[NET]
    for pair, upcard in splittable(case.shoe, case.rules):
        expected = published_cdp(case.shoe, case.rules, pair, upcard)
        assert split[pair, upcard] == near(expected), (pair, upcard)


def test_the_plays_differ_where_they_are_compared():
    """The comparisons above would prove little in shoes in which all plays are one."""
    compared = [case.values[0] for case in ENOUGH if not case.marks]
    for one, other in (
        (SplitPlay.UNSPLIT, SplitPlay.CDP1),
        (SplitPlay.CDP1, SplitPlay.PAIRS_SEEN),
        (SplitPlay.CDP, SplitPlay.PAIRS_SEEN),
    ):
        differences = [
            np.abs(solved(case, one).split[NET] - solved(case, other).split[NET]).max()
            for case in compared
        ]
        assert max(differences) > 1e-4, (one, other)


RICH_IN_TENS = (
    (Case("tens-5", (1, 0, 0, 3, 3, 3, 0, 0, 0, 10), CASES[0].rules, 4), 5),
    (Case("tens-3", (3, 0, 0, 3, 3, 0, 0, 1, 0, 9), CASES[0].rules, 4), 3),
)


@pytest.mark.parametrize(("case", "upcard"), RICH_IN_TENS)
def test_an_ace_and_a_ten_after_a_split_are_decided_there(case: Case, upcard: int):
    unsplit, decided = solved(case, SplitPlay.UNSPLIT), solved(case, SplitPlay.CDZ)
    natural = unsplit.shoe.natural
    hits, doubles = decided.decisions.after_splitting(TEN)[0]
    assert unsplit.decisions.doubles[upcard, 0, natural]
    assert not doubles[upcard, natural]
    others = np.arange(doubles.shape[1]) != natural
    np.testing.assert_array_equal(doubles[:, others], unsplit.decisions.doubles[:, 0, others])
    np.testing.assert_array_equal(hits[:, others], unsplit.decisions.hits[:, 0, others])
    found = decided.split[NET, TEN, upcard]
    assert found == near(SplitRounds(case.shoe, case.rules, "CDZ-").value(TEN, upcard))
    assert found > unsplit.split[NET, TEN, upcard] + 0.01


@pytest.mark.parametrize("most_hands", [2, 3])
def test_without_a_further_pair_card_there_is_one_play(most_hands: int):
    rules = replace(CASES[0].rules, max_split_hands=most_hands)
    case = Case("fewer", CASES[0].shoe, rules, most_hands)
    fixed, counted, seen = (
        solved(case, play).split[NET]
        for play in (SplitPlay.CDP1, SplitPlay.CDP, SplitPlay.PAIRS_SEEN)
    )
    assert (np.abs(seen - fixed).max() < TOLERANCE) == (most_hands == 2)
    assert (np.abs(counted - fixed).max() < TOLERANCE) == (most_hands == 2)


@pytest.mark.parametrize("case", ENOUGH)
@pytest.mark.parametrize("play", [SplitPlay.CDZ, SplitPlay.CDP1])
def test_the_distribution_has_the_mean_of_the_sum(case: Case, play: SplitPlay):
    solution = solved(case, play)
    for (pair, upcard), found in split_distributions(solution).items():
        nets = found.probability.sum(axis=(1, 2, 3))
        mean = float(nets @ (np.arange(len(nets)) - len(nets) // 2))
        assert mean == pytest.approx(solution.split[NET, pair, upcard], rel=0, abs=TOLERANCE)


@pytest.mark.parametrize("case", ENOUGH)
@pytest.mark.parametrize("play", list(SplitPlay))
def test_the_fraction_is_the_float(case: Case, play: SplitPlay):
    solution = solved(case, play)
    exact = exact_expectation(Shoe(case.shoe), case.rules, solution.decisions, with_burnout=False)
    assert solution.main.ev == near(exact.main)


REMEMBERED = [case for case in CASES if case.id in {"no-hole-card-all", "two-hands", "no-das"}] + [
    Case("aces", (4, 0, 0, 0, 0, 0, 6, 4, 0, 6), CASES[15].rules, 4)
]


@pytest.mark.parametrize("case", marked(REMEMBERED, {"two-hands", "no-das"}))
def test_two_hands_remembered(case: Case):
    values = shoe_values(case.rules, Shoe(case.shoe), with_burnout=False)
    pairs = splittable(case.shoe, case.rules)
    assert pairs
    for pair, upcard in pairs:
        found = full_memory_values(values, pair, [upcard])[0]
        assert found == near(remembered(case.shoe, case.rules, pair, upcard)), (pair, upcard)


def test_remembering_is_worth_something():
    case = next(case for case in CASES if case.id == "two-hands")
    values = shoe_values(case.rules, Shoe(case.shoe), with_burnout=False)
    fixed = solved(case, SplitPlay.CDP1).split[NET]
    gains = [
        full_memory_values(values, pair, [upcard])[0] - fixed[pair, upcard]
        for pair, upcard in splittable(case.shoe, case.rules)
    ]
    assert min(gains) > -TOLERANCE
    assert max(gains) > 1e-3
