"""Two seats at one table on tiny shoes, card by card; decisions and dealer are those of the tree.

The first seat is played to its end, then the second, and the hole card comes last. Everything is
counted in orderings of the unseen cards, as in `tests.oracle.twenty_one_tree`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from certify.exact.blackjack.rules import TwentyOneRules
from tests.oracle.twenty_one_tree import (
    BURN,
    BUST,
    DEALER_BLACKJACK,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Counts,
    Dealing,
    Finished,
    Hand,
    Number,
    add,
    best_of,
    draws,
    end_of,
    is_blackjack,
    orderings,
    sign,
)

NATURAL = "natural"

Result = str | tuple[Finished, ...]
"""What a seat has when the dealer's turn comes: a blackjack, nothing any more, or its hands."""

Ends = dict[tuple[Counts, Result], int]
"""In how many ways a seat ends, by the cards left and its result."""


class TwoSeats(NamedTuple):
    """Mean of one seat's net result, and the mean of the product of two."""

    mean: Fraction
    product: Fraction

    @property
    def covariance(self) -> Fraction:
        """Return the covariance of the two."""
        return self.product - self.mean**2


def two_seats(shoe: Counts, rules: TwentyOneRules, *, burnout: bool) -> TwoSeats:
    """Return what two seats with the optimal strategy of one come to on a tiny shoe."""
    draws.cache_clear()
    return _Table(shoe, rules, burnout).play()


class _Table:
    """A table; each seat decides by its own cards and the upcard, as if it were alone."""

    def __init__(self, shoe: Counts, rules: TwentyOneRules, burnout: bool) -> None:
        self.shoe, self.rules, self.burnout = shoe, rules, burnout
        self.dealing = Dealing(shoe, rules, "deal")
        self._seats: dict[tuple[int, Counts], Ends] = {}
        self._settled: dict[tuple[int, Counts, Result, Result], tuple[Number, Number]] = {}

    def play(self) -> TwoSeats:
        mean: Number = 0
        product: Number = 0
        for upcard, ways, rest in draws(self.shoe):
            for (left, first), first_ways in self.seat(upcard, rest).items():
                for (last, second), second_ways in self.seat(upcard, left).items():
                    both = ways * first_ways * second_ways
                    net, nets = self.settled(upcard, last, first, second)
                    mean += both * net
                    product += both * nets
        total = orderings(self.shoe)
        return TwoSeats(Fraction(mean) / total, Fraction(product) / total)

    def seat(self, upcard: int, rest: Counts) -> Ends:
        key = upcard, rest
        if key not in self._seats:
            ends: Counter[tuple[Counts, Result]] = Counter()
            for first, first_ways, left in draws(rest, hidden=1):
                for second, second_ways, last in draws(left, hidden=1):
                    hand = add((first,), second)
                    for end, count in self._played(hand, upcard, last).items():
                        ends[end] += first_ways * second_ways * count
            self._seats[key] = dict(ends)
        return self._seats[key]

    def _played(self, hand: Hand, upcard: int, rest: Counts) -> Ends:
        if is_blackjack(*hand):
            return {(rest, NATURAL): 1}
        action = best_of(self.dealing.first_worth(upcard, hand, self.burnout))
        if action == SURRENDER:
            return {(rest, SURRENDER): 1}
        if action == SPLIT:
            return self._split(hand[0], upcard, rest)
        alone = self._go_on(hand, upcard, rest, action, self.burnout, None)
        return {(left, (end,)): count for (left, end), count in alone.items()}

    def _go_on(
        self,
        hand: Hand,
        upcard: int,
        rest: Counts,
        action: str | None,
        option: bool,
        burned: int | None,
    ) -> dict[tuple[Counts, Finished], int]:
        """Return the ways to finish a hand that is not split; None decides now."""
        player = self.dealing.player
        if end_of(hand) == BUST:
            return {(rest, (BUST, 1)): 1}
        if action is None:
            worth = (
                player.with_option(upcard, hand)
                if option
                else player.without_option(upcard, hand, burned)
            )
            action = best_of(worth)
        if action == STAND:
            return {(rest, (end_of(hand), 1)): 1}
        ends: Counter[tuple[Counts, Finished]] = Counter()
        for rank, ways, left in draws(rest, hidden=1):
            new = [(add(hand, rank), ways, left, option, burned)]
            if option:
                decide = player.after_hit if action == HIT else player.after_double
                if best_of(decide(upcard, hand, rank)) == BURN:
                    new = [
                        (add(hand, other), ways * other_ways, last, False, rank)
                        for other, other_ways, last in draws(left, hidden=1)
                    ]
            for cards, count, unseen, may_burn, gone in new:
                if action == DOUBLE:
                    ends[unseen, (end_of(cards), 2)] += count
                    continue
                later = self._go_on(cards, upcard, unseen, None, may_burn, gone)
                for end, further in later.items():
                    ends[end] += count * further
        return dict(ends)

    def _split(self, pair: int, upcard: int, rest: Counts) -> Ends:
        ends: Counter[tuple[Counts, Result]] = Counter()
        states: Counter[tuple[Counts, int, tuple[Finished, ...]]] = Counter({(rest, 2, ()): 1})
        while states:
            later: Counter[tuple[Counts, int, tuple[Finished, ...]]] = Counter()
            for (left, waiting, finished), reached in states.items():
                if not waiting:
                    ends[left, finished] += reached
                    continue
                for rank, ways, last in draws(left, hidden=1):
                    if rank == pair and self.dealing.may_resplit(pair, waiting + len(finished)):
                        later[last, waiting + 1, finished] += reached * ways
                        continue
                    hand = add((pair,), rank)
                    played = self.dealing.play_split_hand(
                        pair, hand, upcard, last, hole_is_dealt=False
                    )
                    for (after, end), count in played.items():
                        hands = tuple(sorted((*finished, end)))
                        later[after, waiting - 1, hands] += reached * ways * count
            states = later
        return dict(ends)

    def settled(
        self, upcard: int, rest: Counts, first: Result, second: Result
    ) -> tuple[Number, Number]:
        """Return the first seat's net result and the product of both, summed over orderings."""
        key = upcard, rest, first, second
        if key not in self._settled:
            net: Number = 0
            nets: Number = 0
            for dealer, count in self._dealer(upcard, rest, first, second).items():
                one, other = self._net(first, dealer), self._net(second, dealer)
                net += count * one
                nets += count * one * other
            self._settled[key] = net, nets
        return self._settled[key]

    def _dealer(self, upcard: int, rest: Counts, *seats: Result) -> dict[int, int]:
        """Return the dealer's ends; he draws only against a hand that is not bust."""
        if any(
            result not in (NATURAL, SURRENDER) and any(hand[0] != BUST for hand in result)
            for result in seats
        ):
            return self.dealing.dealer.ends((upcard,), rest)
        ends: Counter[int] = Counter()
        for hole, ways, left in draws(rest):
            end = DEALER_BLACKJACK if is_blackjack(upcard, hole) else BUST
            ends[end] += ways * orderings(left)
        return ends

    def _net(self, result: Result, dealer: int) -> Number:
        met = dealer == DEALER_BLACKJACK
        if result == NATURAL:
            return 0 if met else self.rules.blackjack_pays
        if result == SURRENDER:
            return -1 if met else Fraction(-1, 2)
        assert not isinstance(result, str)
        if met:
            takes_all = not self.rules.dealer_peeks and self.rules.no_peek_loses == "all"
            return -sum(wager for _, wager in result) if takes_all else -1
        return sum(sign(end, dealer) * wager for end, wager in result)
