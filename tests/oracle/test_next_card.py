"""Seeing the next card, against a plain recursion over the cards of a tiny shoe."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache

import numpy as np
import pytest

from certify.cards.shoe import Shoe
from certify.errors import InfeasibleShoeError, SpecError
from certify.exact.blackjack.next_card import SeenNext
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.split import NET
from certify.exact.blackjack.values import shoe_values
from certify.language.catalogue import load_game
from certify.runtime.context import Context
from certify.studies.exposure.study import hole_exposure_study
from certify.studies.twenty_one import BlackjackGame
from tests.oracle.random_rules import random_case
from tests.oracle.tiny_shoes import Case
from tests.oracle.twenty_one_tree import add

Cards = tuple[int, ...]
ACE, TEN = 1, 10


def total(cards: Cards) -> int:
    hard = sum(cards)
    return hard + 10 if ACE in cards and hard <= 11 else hard


def without(left: Cards, card: int) -> Cards:
    return (*left[: card - 1], left[card - 1] - 1, *left[card:])


def draws(left: Cards) -> list[tuple[int, float]]:
    """Return the cards that can come, with their chances."""
    return [(card, n / sum(left)) for card, n in enumerate(left, start=1) if n]


class Plain:
    """Blackjack without splits, of which the next card is seen; cards are values from 1 to 10."""

    def __init__(self, rules: TwentyOneRules, *, burns: bool) -> None:
        self.rules, self.burns = rules, burns
        self.takes_all = not rules.dealer_peeks and rules.no_peek_loses == "all"
        # Each is asked for again and again.
        self.dealer: Callable[..., float] = cache(self._dealer)
        self.stand: Callable[..., float] = cache(self._stand)
        self.play: Callable[..., float] = cache(self._play)
        self.first: Callable[..., float] = cache(self._first)

    def is_drawn_to(self, cards: Cards) -> bool:
        points = total(cards)
        soft = points != sum(cards)
        return points < 17 or (self.rules.dealer_hits_soft_17 and soft and points == 17)

    def _dealer(self, player: int, cards: Cards, left: Cards, coming: int | None) -> float:
        """Return the result against a dealer who has these cards; `coming` is drawn first."""
        if self.is_drawn_to(cards):
            if coming is not None:
                return self.dealer(player, add(cards, coming), left, None)
            return sum(
                p * self.dealer(player, add(cards, card), without(left, card), None)
                for card, p in draws(left)
            )
        points = total(cards)
        return 1.0 if points > 21 else float(np.sign(player - points))

    def _stand(self, hand: Cards, up: int, left: Cards, coming: int | None) -> float:
        """Return the value of standing, joint with no blackjack that the dealer has found."""
        none = self.none(up, left)
        taken = 1.0 - none if self.takes_all else 0.0
        if sum(hand) > 21:
            return -none - taken
        return -taken + sum(
            p * self.dealer(total(hand), (up, hole), without(left, hole), coming)
            for hole, p in draws(left)
            if {up, hole} != {ACE, TEN}
        )

    def none(self, up: int, left: Cards) -> float:
        """Return the chance that the dealer has no blackjack."""
        return sum(p for hole, p in draws(left) if {up, hole} != {ACE, TEN})

    def may_double(self, hand: Cards) -> bool:
        if sum(hand) >= 21 or (len(hand) > 2 and not self.rules.double_after_hit):
            return False
        lowest = {"any": 0, "hard": 0, "9-11": 9, "10-11": 10}[self.rules.double_on]
        if lowest and not lowest <= total(hand) <= 11:
            return False
        return self.rules.double_on == "any" or total(hand) == sum(hand)

    def _play(self, hand: Cards, up: int, left: Cards, coming: int, can_burn: bool) -> float:
        """Return the best value; the card that comes is known, and out of what is left."""
        values = [self.stand(hand, up, left, coming)]
        if sum(hand) < 21:
            values.append(self.drawn(hand, up, left, coming, can_burn, ends=False))
        if self.may_double(hand):
            values.append(2.0 * self.drawn(hand, up, left, coming, can_burn, ends=True))
        return max(values)

    def drawn(
        self, hand: Cards, up: int, left: Cards, card: int, can_burn: bool, *, ends: bool
    ) -> float:
        """Return the value after a card is drawn; who can burn it sees the next one first."""
        with_it = add(hand, card)
        if not can_burn:
            return self.stand(with_it, up, left, None) if ends else self.on(with_it, up, left)
        value = 0.0
        busted = sum(with_it) > 21
        may_burn = (self.rules.burnout_on_bust or not busted) and (
            self.rules.burnout_on_double or not ends
        )
        for coming, p in draws(left):
            rest = without(left, coming)
            if ends or busted:
                keep = self.stand(with_it, up, rest, coming)
            else:
                keep = self.play(with_it, up, rest, coming, can_burn=True)
            replaced = add(hand, coming)
            is_over = ends or self.rules.burnout_ends_hand
            burn = self.stand(replaced, up, rest, None) if is_over else self.on(replaced, up, rest)
            value += p * (max(keep, burn) if may_burn else keep)
        return value

    def on(self, hand: Cards, up: int, left: Cards) -> float:
        """Return the value of going on without an option, the next card being seen then."""
        if sum(hand) > 21:
            return self.stand(hand, up, left, None)
        return sum(
            p * self.play(hand, up, without(left, card), card, can_burn=False)
            for card, p in draws(left)
        )

    def ev(self, shoe: Cards) -> float:
        value = 0.0
        for up, p_up in draws(shoe):
            rest = without(shoe, up)
            for one, p_one in draws(rest):
                after = without(rest, one)
                for other, p_other in draws(after):
                    left = without(after, other)
                    chance = p_up * p_one * p_other
                    value += chance * self.first(add((one,), other), up, left)
        return value

    def _first(self, hand: Cards, up: int, left: Cards) -> float:
        none = self.none(up, left)
        if total(hand) == 21:
            return float(self.rules.blackjack_pays) * none
        played = 0.0
        for card, p in draws(left):
            rest = without(left, card)
            best = self.play(hand, up, rest, card, self.burns)
            if self.rules.surrender == "late":
                others = self.none(up, rest)
                best = max(best, -others / 2 - (1.0 - others if self.takes_all else 0.0))
            played += p * best
        return played - (0.0 if self.takes_all else 1.0 - none)


def require_plain(case: Case) -> None:
    values = shoe_values(case.rules, Shoe(case.shoe), with_burnout=True)
    rounds = SeenNext(values, solve_optimal(values).decisions).rounds()
    for found, burns in zip(rounds, (False, True), strict=True):
        assert found is not None
        expected = Plain(case.rules, burns=burns).ev(case.shoe)
        assert found.ev == pytest.approx(expected, rel=0, abs=1e-12)


@pytest.mark.parametrize("seed", [2, 4, 5])
def test_a_plain_recursion_agrees(seed: int) -> None:
    require_plain(random_case(seed, max_split_hands=1))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_a_plain_recursion_agrees_by_many_rules(first: int) -> None:
    compared = 0
    for seed in range(first, first + 20):
        with suppress(InfeasibleShoeError):
            require_plain(random_case(seed, max_split_hands=1))
            compared += 1
    assert compared > 10


def test_the_mean_over_the_next_card_is_what_is_not_seen() -> None:
    """Of standing and of splitting, the strategy being the same."""
    game = BlackjackGame(load_game("blackjack"))
    seen = SeenNext(game.values, game.optimal.decisions)
    is_dealt = (seen.left.sum(axis=-1) > 0) & (game.values.table.size >= 2)
    mean = (seen.chance * seen.stand).sum(axis=-1)
    assert abs(mean - game.values.stand)[is_dealt].max() < 1e-14
    for pair, hand in enumerate(game.values.pairs):
        split = (seen.chance[:, 0, hand] * seen.split[pair]).sum(axis=-1)
        assert abs(split - game.optimal.split[NET, pair]).max() < 1e-14


def test_the_study_tells_it() -> None:
    found = hole_exposure_study(BlackjackGame(load_game("blackjack")), {"next": 1}, Context())
    main = found.wagers["main"]
    assert f"{main.exposed:.6f}" == "0.365520"
    assert sum(case.probability for case in found.decisions[0].cases) == pytest.approx(1.0)
    mean = sum(case.probability * case.worth for case in found.decisions[0].cases)
    assert mean == pytest.approx(main.exposed, abs=1e-14)
    assert {remedy.remedy for remedy in found.remedies} == {"covered", "cut"}
    with pytest.raises(SpecError, match="expected next:1"):
        hole_exposure_study(BlackjackGame(load_game("blackjack")), {"next": 2}, Context())
