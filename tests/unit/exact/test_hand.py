"""Values of a hand's actions, held against what each action means, on tiny shoes."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.exact.blackjack.hand import action_values
from certify.exact.blackjack.solve import Solution, solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.oracle.tiny_shoes import CASES, Case
from tests.oracle.twenty_one_tree import best_total, hard_total

NEAR = pytest.approx
SHOWN = (
    "plain-h17",
    "no-hole-card-original",
    "surrender-no-hole-card-all",
    "no-burn-on-bust",
    "double-late-any",
    "burn-late-double-s17",
)
BY_NAME = {case.id: case for case in CASES}
ALL_SHOWN = [pytest.param(BY_NAME[name], id=name) for name in SHOWN]


@cache
def solved(case: Case) -> Solution:
    return solve_optimal(shoe_values(case.rules, Shoe(case.shoe), with_burnout=True))


class Table:
    """The hands of a tiny shoe, and what follows from the cards that are known."""

    def __init__(self, case: Case) -> None:
        self.case, self.solution, self.rules = case, solved(case), case.rules

    def draws(self, *known: int) -> list[tuple[int, float]]:
        """Return the ranks that can come next, with their chances."""
        left = [count - known.count(rank) for rank, count in enumerate(self.case.shoe)]
        return [(rank, count / sum(left)) for rank, count in enumerate(left) if count > 0]

    def none(self, upcard: int, *known: int) -> float:
        """Return P(no dealer blackjack), or 1 where it takes every wager as any other hand does."""
        if self.rules.blackjack_takes_all or upcard not in (ACE, TEN):
            return 1.0
        completes = TEN if upcard == ACE else ACE
        return 1.0 - dict(self.draws(upcard, *known)).get(completes, 0.0)

    def joint(self, cards, upcard, *, burned=None, option=False) -> dict[str, float]:
        """Return the values of a hand's actions, joint with no dealer blackjack."""
        gone = () if burned is None else (burned,)
        given = action_values(self.solution, cards, upcard, burned=burned, option=option)
        none = self.none(upcard, *cards, *gone)
        return {action: value * none for action, value in given.items()}

    def best(self, cards, upcard, **how) -> float:
        """Return what a hand that may be bust is worth."""
        if is_bust(cards):
            return self.stands(cards, upcard, **how)
        return max(self.joint(cards, upcard, **how).values())

    def stands(self, cards, upcard, *, burned=None) -> float:
        """Return what a hand is worth that takes no other card."""
        gone = () if burned is None else (burned,)
        if is_bust(cards):
            return -self.none(upcard, *cards, *gone)
        return self.joint(cards, upcard, burned=burned)["stand"]

    def hands(self):
        """Yield every upcard and hand of two cards, with its chance."""
        for upcard, shown in self.draws():
            for first, one in self.draws(upcard):
                for second, other in self.draws(upcard, first):
                    yield upcard, (first, second), shown * one * other

    def not_blackjacks(self, *gone: int):
        """Return every upcard and hand that is played on, once; some cards are gone besides."""
        seen = {(upcard, tuple(sorted(cards))) for upcard, cards, _ in self.hands()}
        return [
            (upcard, cards)
            for upcard, cards in sorted(seen)
            if cards != (ACE, TEN) and self.holds(upcard, *cards, *gone)
        ]

    def holds(self, *cards: int) -> bool:
        """Return whether the shoe has some cards."""
        return all(cards.count(rank) <= self.case.shoe[rank] for rank in cards)


def is_bust(cards: tuple[int, ...]) -> bool:
    return sum(rank + 1 for rank in cards) > 21


def dealt_out(case: Case, upcard: int, cards: tuple[int, ...]) -> Fraction:
    """Return what standing is worth if the dealer has no blackjack, which counts nothing."""
    own = best_total(cards)

    def play(left, hand) -> Fraction:
        soft = hard_total(hand) + 10 if ACE in hand and hard_total(hand) <= 11 else 0
        total = soft or hard_total(hand)
        if sorted(hand) == [ACE, TEN]:
            return Fraction(-1 if case.rules.blackjack_takes_all else 0)
        if total > 17 or (total == 17 and not (soft and case.rules.dealer_hits_soft_17)):
            return Fraction(1 if total > 21 or own > total else 0 if own == total else -1)
        found = Fraction(0)
        for rank in range(RANKS):
            if left[rank]:
                fewer = (*left[:rank], left[rank] - 1, *left[rank + 1 :])
                found += Fraction(left[rank], sum(left)) * play(fewer, (*hand, rank))
        return found

    known = (upcard, *cards)
    left = tuple(count - known.count(rank) for rank, count in enumerate(case.shoe))
    return play(left, (upcard,))


@pytest.mark.parametrize("case", ALL_SHOWN)
def test_standing_is_worth_what_the_dealer_makes(case: Case):
    table = Table(case)
    for upcard, cards in table.not_blackjacks():
        found = table.joint(cards, upcard)["stand"]
        assert found == NEAR(float(dealt_out(case, upcard, cards)), abs=1e-13)


@pytest.mark.parametrize("option", [False, True])
@pytest.mark.parametrize("case", ALL_SHOWN)
def test_the_best_actions_make_up_the_expectation(case: Case, option: bool):
    table = Table(case)
    figures = table.solution.main_burnout if option else table.solution.main
    assert figures is not None
    found = 0.0
    for upcard, cards, chance in table.hands():
        lost = 0.0 if sorted(cards) == [ACE, TEN] else 1.0 - table.none(upcard, *cards)
        found += chance * (max(table.joint(cards, upcard, option=option).values()) - lost)
    assert found == NEAR(figures.ev, abs=1e-13)


@pytest.mark.parametrize("burned", [None, TEN])
@pytest.mark.parametrize("case", ALL_SHOWN)
def test_without_the_option_an_action_is_the_mean_over_the_next_card(case: Case, burned):
    table = Table(case)
    gone = () if burned is None else (burned,)
    for upcard, cards in table.not_blackjacks(*gone):
        found = table.joint(cards, upcard, burned=burned)
        next_cards = table.draws(upcard, *cards, *gone)
        hit = sum(
            chance * table.best((*cards, rank), upcard, burned=burned)
            for rank, chance in next_cards
        )
        double = 2.0 * sum(
            chance * table.stands((*cards, rank), upcard, burned=burned)
            for rank, chance in next_cards
        )
        assert found["hit"] == NEAR(hit, abs=1e-13)
        assert found.get("double", double) == NEAR(double, abs=1e-13)


@pytest.mark.parametrize("case", ALL_SHOWN)
def test_with_the_option_the_card_drawn_is_kept_or_burned(case: Case):
    table, rules = Table(case), case.rules
    for upcard, cards in table.not_blackjacks():
        hit, double = 0.0, 0.0
        for rank, chance in table.draws(upcard, *cards):
            drawn = table.joint((*cards, rank), upcard, option=True)
            others = table.draws(upcard, *cards, rank)
            plain = [value for action, value in drawn.items() if action not in ("keep", "burn")]
            assert drawn["keep"] == (max(plain) if plain else table.stands((*cards, rank), upcard))
            kept = table.stands((*cards, rank), upcard)
            assert ("burn" in drawn) == (rules.burnout_on_bust or bool(plain))
            if "burn" in drawn:
                instead = sum(
                    other * table.best((*cards, new), upcard, burned=rank) for new, other in others
                )
                assert drawn["burn"] == NEAR(instead, abs=1e-13)
                if rules.burnout_on_double:
                    replaced = sum(
                        other * table.stands((*cards, new), upcard, burned=rank)
                        for new, other in others
                    )
                    kept = max(kept, replaced)
            hit += chance * max(drawn["keep"], drawn.get("burn", drawn["keep"]))
            double += 2.0 * chance * kept
        found = table.joint(cards, upcard, option=True)
        assert found["hit"] == NEAR(hit, abs=1e-13)
        assert found.get("double", double) == NEAR(double, abs=1e-13)


def test_a_hand_that_cannot_get_better_is_not_offered_a_card():
    table = Table(BY_NAME["plain-h17"])
    assert set(table.joint((6, 6, 6), 6)) == {"stand"}
    # A soft 21 is hit at will: it cannot bust.
    assert set(table.joint((ACE, 2, 6), 6)) == {"stand", "hit"}


def test_which_actions_there_are():
    split = Table(BY_NAME["plain-h17"]).joint((9, 9), 2)
    assert set(split) == {"stand", "hit", "double", "split"}
    none = Table(BY_NAME["no-split"]).joint((3, 3), 9)
    assert set(none) == {"stand", "hit", "double"}
    surrender = Table(BY_NAME["surrender"]).joint((5, 9), 5)
    assert set(surrender) == {"stand", "hit", "double", "surrender"}
    later = Table(BY_NAME["double-late-any"]).joint((2, 3, 5), 9)
    assert set(later) == {"stand", "hit", "double"}
