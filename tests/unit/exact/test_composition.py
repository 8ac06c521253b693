"""A strategy that is kept in other shoes: brute force, and what exchangeability demands."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.exact.blackjack.composition import FirstOrder, FixedPlay
from certify.exact.blackjack.distribution import round_distribution, split_distributions
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import evaluate, solve_optimal
from certify.exact.blackjack.split_chances import COUNTED
from certify.exact.blackjack.splits.split_joint import MAY_BE_WRONG
from certify.exact.blackjack.values import shoe_values
from tests.oracle.tiny_shoes import CASES, Case, analysed, marked
from tests.support.rules import rules_with

QUICK = [case for case in CASES if not case.slow][:3]
TWO_HANDS = rules_with(decks=1, max_split_hands=2)
NO_HOLE_CARD = replace(TWO_HANDS, dealer_peeks=False, surrender="late", double_after_hit=True)
DEEP = Shoe((3, 2, 4, 1, 3, 2, 4, 3, 2, 9))


def play(rules: TwentyOneRules, shoe: Shoe) -> FixedPlay:
    return FixedPlay(solve_optimal(shoe_values(rules, shoe, with_burnout=True)), "net")


@cache
def one_deck(rules: TwentyOneRules) -> FixedPlay:
    return play(rules, Shoe.of_decks(1))


def without(shoe: Shoe, rank: int) -> Shoe:
    return Shoe(tuple(count - (place == rank) for place, count in enumerate(shoe.counts)))


def split_chances(fixed: FixedPlay, shoes: list[Shoe]):
    found = np.zeros((len(shoes), COUNTED, RANKS, RANKS))
    for pair, upcard in fixed.splits:
        found[:, :, pair, upcard] = fixed.split_chances(shoes, pair, upcard)
    return found


@cache
def chances(rules: TwentyOneRules, shoe: Shoe):
    return split_chances(one_deck(rules), [shoe])[0]


def figures(rules: TwentyOneRules, shoe: Shoe):
    fixed = one_deck(rules)
    return fixed.figures(fixed.values(shoe), chances(rules, shoe))


def first_order(rules: TwentyOneRules) -> FirstOrder:
    shoe = Shoe.of_decks(1)
    full = chances(rules, shoe)
    effects = np.array([chances(rules, without(shoe, rank)) - full for rank in range(RANKS)])
    return FirstOrder(shoe.array(), full, effects)


@pytest.mark.parametrize("case", marked(QUICK, {QUICK[0].id}))
def test_at_its_own_shoe_it_is_what_brute_force_finds(case: Case):
    fixed = play(case.rules, Shoe(case.shoe))
    analysis = analysed(case)
    shoe = Shoe(case.shoe)
    engine = fixed.figures(fixed.values(shoe), split_chances(fixed, [shoe])[0])
    for found, oracle in zip(engine, (analysis.main, analysis.burnout), strict=True):
        mean = sum(float(net) * float(chance) for net, chance in oracle.distribution.items())
        streak = oracle.streak_by_net
        expected = [mean, float(streak.win), float(streak.loss)]
        assert found == pytest.approx(expected, rel=0, abs=1e-12)


@pytest.mark.parametrize(
    ("rules", "each"),
    [
        (TWO_HANDS, 13),
        pytest.param(TWO_HANDS, 7, marks=pytest.mark.slow),
        pytest.param(NO_HOLE_CARD, 7, marks=pytest.mark.slow),
    ],
)
def test_shoes_that_are_worked_out_together_are_what_each_is_by_itself(rules, each):
    fixed, none_left = one_deck(rules), Shoe((4, 4, 4, 4, 4, 4, 4, 1, 4, 16))
    shoes = [
        Shoe.of_decks(1),
        *(without(Shoe.of_decks(1), rank) for rank in range(RANKS)),
        none_left,
    ]
    for pair, upcard in fixed.splits[::each]:
        together = fixed.split_chances(shoes, pair, upcard)
        alone = [fixed.split_chances([shoe], pair, upcard)[0] for shoe in shoes]
        # What is thinned out may be other multisets.
        assert abs(together - alone).max() < MAY_BE_WRONG
        # From the first shoe the same are, and many shoes are summed the other way round.
        assert abs(together[0] - alone[0]).max() < 1e-14
        assert together[-1].any() == (pair != 7)


def in_two_ways(fixed: FixedPlay, shoe: Shoe, pair: int, upcard: int, monkeypatch):
    """Return chances from a shoe and from those with one card less, and from each by itself.

    By itself, that is by a pass over the dealer's hands; the same multisets are left out.
    """
    less = [without(shoe, rank) for rank in range(RANKS) if shoe.counts[rank]]
    together = fixed.split_chances([shoe, *less], pair, upcard)
    with monkeypatch.context() as patched:
        patched.setattr(
            "certify.exact.blackjack.split_chances._card_less", lambda _shoe, _other: None
        )
        return together, fixed.split_chances([shoe, *less], pair, upcard)


@pytest.mark.parametrize("streak_rule", ["net", "majority", "any_loss"])
@pytest.mark.parametrize("no_peek_loses", ["all", "original"])
@pytest.mark.parametrize(
    "shoe",
    [
        pytest.param(Shoe.of_decks(1), id="one deck"),
        pytest.param(DEEP, id="34 cards"),
        # Nobody could play from these: the dealer has no cards left for many of his hands.
        pytest.param(Shoe((3, 3, 3, 2, 1, 0, 2, 3, 1, 4)), id="22 cards"),
        pytest.param(Shoe((2, 3, 1, 0, 0, 1, 0, 3, 0, 2)), id="12 cards"),
    ],
)
def test_one_card_less_is_what_the_dealers_hands_from_that_shoe_give(
    shoe, no_peek_loses, streak_rule, monkeypatch
):
    rules = replace(TWO_HANDS, dealer_peeks=False, no_peek_loses=no_peek_loses)
    fixed = replace(one_deck(rules), streak_rule=streak_rule)
    told = 0
    for pair, upcard in [
        (ACE, ACE),
        (ACE, TEN),
        (1, ACE),
        (1, 1),
        (7, TEN),
        (7, 5),
        (1, 6),
        (2, 2),
    ]:
        together, each = in_two_ways(fixed, shoe, pair, upcard, monkeypatch)
        assert abs(together - each).max() < 1e-13
        told += together.any()
    assert told >= 5


FEW_OF_MOST_RANKS = Shoe((0, 9, 1, 1, 2, 2, 1, 0, 2, 3))


@pytest.mark.parametrize(
    ("most_hands", "shoe", "upcard"),
    [
        (4, Shoe.of_decks(1), 5),
        (3, FEW_OF_MOST_RANKS, TEN),
        pytest.param(4, FEW_OF_MOST_RANKS, TEN, marks=pytest.mark.slow),
    ],
)
def test_one_card_less_is_exact_with_pairs_that_are_split_again(
    most_hands, shoe, upcard, monkeypatch
):
    fixed = one_deck(rules_with(decks=1, max_split_hands=most_hands))
    together, each = in_two_ways(fixed, shoe, 1, upcard, monkeypatch)
    assert together.any()
    assert abs(together - each).max() < 1e-13


@pytest.mark.parametrize("streak_rule", ["net", "majority", "any_loss"])
def test_up_to_four_hands_count_the_same_from_many_shoes_and_from_one(streak_rule):
    rules, shoe = rules_with(decks=1), Shoe.of_decks(1)
    fixed = replace(one_deck(rules), streak_rule=streak_rule)
    for pair, upcard in fixed.splits[len(fixed.splits) // 2 :: 4]:
        together = fixed.split_chances([shoe, without(shoe, 4)], pair, upcard)
        assert 0.0 < together.min() < together.max() < 1.0
        alone = fixed.split_chances([shoe], pair, upcard)[0]
        assert abs(together[0] - alone).max() < 1e-14


@pytest.mark.parametrize("rules", [TWO_HANDS, pytest.param(NO_HOLE_CARD, marks=pytest.mark.slow)])
def test_in_another_shoe_it_is_what_the_recursion_and_the_distribution_of_a_round_give(rules):
    fixed = one_deck(rules)
    values = fixed.values(DEEP)
    found = figures(rules, DEEP)
    solution = evaluate(values, fixed.solution.decisions)
    assert solution.main_burnout is not None
    assert found[:, 0] == pytest.approx([solution.main.ev, solution.main_burnout.ev], abs=1e-13)
    distributions = split_distributions(solution)
    for with_option in (False, True):
        loss, _, win = round_distribution(
            solution, with_option=with_option, splits=distributions
        ).streak("net")
        assert found[int(with_option), 1:] == pytest.approx([win, loss], abs=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        TWO_HANDS,
        pytest.param(NO_HOLE_CARD, marks=pytest.mark.slow, id="no hole card"),
        pytest.param(rules_with(decks=1), marks=pytest.mark.slow, id="four hands"),
    ],
)
def test_a_card_burned_unseen_changes_nothing(rules):
    """The first card of a shoe is any of its cards, and the strategy does not see it."""
    fixed, shoe = one_deck(rules), Shoe.of_decks(1)
    shoes = [shoe, *(without(shoe, rank) for rank in range(RANKS))]
    full, *fewer = (
        fixed.figures(fixed.values(each), of_splits)
        for each, of_splits in zip(shoes, split_chances(fixed, shoes), strict=True)
    )
    assert abs(np.tensordot(shoe.array() / shoe.size, fewer, axes=1) - full).max() < 1e-14


def test_without_chances_the_net_result_alone_is_told():
    fixed = one_deck(TWO_HANDS)
    found = fixed.figures(fixed.values(DEEP), None)
    assert (found[:, 0] == figures(TWO_HANDS, DEEP)[:, 0]).all()
    assert np.isnan(found[:, 1:]).all()


@pytest.mark.slow
def test_the_first_order_is_exact_for_the_shoe_and_for_one_card_less():
    taken = first_order(TWO_HANDS)
    shoe = Shoe.of_decks(1)
    for near in (shoe, *(without(shoe, rank) for rank in range(RANKS))):
        exact = chances(TWO_HANDS, near)
        assert taken.at(near.array())[1:] == pytest.approx(exact[1:], rel=0, abs=1e-7)


@pytest.mark.slow
def test_the_first_order_is_near_in_a_deeper_shoe():
    fixed, near = one_deck(TWO_HANDS), figures(TWO_HANDS, DEEP)
    taken = first_order(TWO_HANDS).at(DEEP.array())
    found = fixed.figures(fixed.values(DEEP), taken)
    ignored = fixed.figures(fixed.values(DEEP), chances(TWO_HANDS, Shoe.of_decks(1)))
    assert (found[:, 0] == near[:, 0]).all()
    assert abs(found - near).max() < 2e-3
    assert abs(found - near).max() < abs(ignored - near).max()
