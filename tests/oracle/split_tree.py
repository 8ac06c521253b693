"""Split rounds by brute force: other ways to play hands after a split, and two hands remembered.

On the recursion of `tests.oracle.twenty_one_tree`, in orderings and fractions. Nothing here knows
of exchangeable hands: rounds are dealt and settled card by card, and who remembers every card
decides by the sum of both hands' results at the end of the round.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from certify.cards.ranks import ACE, RANKS
from certify.exact.blackjack.rules import TwentyOneRules
from tests.oracle.twenty_one_tree import (
    BUST,
    STAND,
    Counts,
    Dealer,
    Dealing,
    Finished,
    Hand,
    Number,
    Outcomes,
    Player,
    add,
    best_of,
    draws,
    end_of,
    is_blackjack,
    orderings,
    without,
)


class HandAfterSplit(Player):
    """The best play of one hand after a split from a shoe without some cards of the pair."""

    def __init__(self, shoe: Counts, rules: TwentyOneRules, dealer: Dealer, pair: int) -> None:
        super().__init__(shoe, rules, dealer)
        self.doubles = rules.double_after_split and (pair != ACE or rules.double_split_aces)

    def may_double(self, hand: Hand) -> bool:
        return self.doubles and super().may_double(hand)


class SplitRounds(Dealing):
    """Rounds in which the hands after a split are played by ``CDZ-``, ``CDP1`` or ``pairs-seen``.

    `seen` is the number of pair cards that were split beside the first two when a hand is played.
    """

    def __init__(self, shoe: Counts, rules: TwentyOneRules, play: str) -> None:
        super().__init__(shoe, rules, "deal")
        self.how = play
        self.seen = 0
        self._after: dict[tuple[int, int], HandAfterSplit] = {}

    def after(self, pair: int, further: int) -> HandAfterSplit:
        """Return the player of a hand with one pair card, the other and further ones gone."""
        key = pair, further
        if key not in self._after:
            shoe = without(self.shoe, *[pair] * (1 + further))
            self._after[key] = HandAfterSplit(shoe, self.rules, self.dealer, pair)
        return self._after[key]

    def split_action(self, pair: int, hand: Hand, upcard: int) -> str:
        if pair == ACE and not self.rules.hit_split_aces:
            return STAND
        if self.how == "CDZ-" and not (len(hand) == 2 and is_blackjack(*hand)):
            return super().split_action(pair, hand, upcard)
        further = self.seen if self.how == "pairs-seen" else 0
        return best_of(self.after(pair, further).without_option(upcard, hand))

    def split(self, pair: int, upcard: int, hole: int | None) -> Outcomes:
        assert hole is None
        rest = without(self.shoe, pair, pair, upcard)
        outcomes: Outcomes = Counter()
        states: Counter[tuple[Counts, int, tuple[Finished, ...]]] = Counter({(rest, 2, ()): 1})
        while states:
            later: Counter[tuple[Counts, int, tuple[Finished, ...]]] = Counter()
            for (left, waiting, finished), reached in states.items():
                if waiting == 0:
                    for outcome, count in self.settle(finished, upcard, None, left).items():
                        outcomes[outcome] += reached * count
                    continue
                hands = waiting + len(finished)
                for rank, ways, last in draws(left, hidden=1):
                    if rank == pair and self.may_resplit(pair, hands):
                        later[last, waiting + 1, finished] += reached * ways
                        continue
                    if self.seen != hands - 2:
                        # What is remembered of single hands holds for one play alone.
                        self._split_hand.clear()
                    self.seen = hands - 2
                    ends = self.play_split_hand(
                        pair, add((pair,), rank), upcard, last, hole_is_dealt=False
                    )
                    for (after, end), count in ends.items():
                        done = tuple(sorted((*finished, end)))
                        later[after, waiting - 1, done] += reached * ways * count
            states = later
        return outcomes

    def value(self, pair: int, upcard: int) -> Fraction:
        """Return the net result of splitting, joint with no blackjack where it is not counted."""
        return _mean(self.split(pair, upcard, None), self.player.blackjack_counts)


def _mean(outcomes: Outcomes, blackjack_counts: bool) -> Fraction:
    total = sum(
        outcome.net * count
        for outcome, count in outcomes.items()
        if blackjack_counts or not outcome.dealer_blackjack
    )
    return Fraction(total) / sum(outcomes.values())


def published_cdp(shoe: Counts, rules: TwentyOneRules, pair: int, upcard: int) -> Fraction:
    """Return what splitting comes to as the literature adds it up from single hands (CDP).

    E(p, n) is the value of a hand when p further cards are pair cards and n are none; the hand is
    played best for E(p, 0), and E(p, n) follows from E(p, n - 1) and E(p + 1, n - 1).
    """
    rounds = SplitRounds(shoe, rules, "CDP")
    rest = without(shoe, pair, pair, upcard)
    cards, pairs = sum(rest), rest[pair]

    @cache
    def second_card(gone: int, rank: int) -> Fraction:
        left = without(rest, *[pair] * gone)
        if not left[rank]:
            return Fraction(0)
        hand = add((pair,), rank)
        played = rounds.after(pair, gone).without_option(upcard, hand)
        if pair == ACE and not rules.hit_split_aces:
            best: Number = played[STAND]
        else:
            best = max(played.values())
        mean = Fraction(best) / orderings(without(left, rank))
        return Fraction(left[rank], sum(left)) * mean

    @cache
    def value(gone: int, others: int, apart: bool) -> Fraction:
        """Return E(gone, others), given if `apart` that the hand's own card is no pair card."""
        if gone > pairs:
            return Fraction(0)
        if others == 0:
            every = sum(second_card(gone, rank) for rank in range(RANKS) if rank != pair)
            if apart:
                return every / (1 - Fraction(pairs - gone, cards - gone))
            return every + second_card(gone, pair)
        unseen = cards - gone - (others - 1) - int(apart)
        chance = Fraction(pairs - gone, unseen)
        less = value(gone, others - 1, apart), value(gone + 1, others - 1, apart)
        return (less[0] - chance * less[1]) / (1 - chance)

    def deal(waiting: int, gone: int, apart: int, chance: Fraction) -> Fraction:
        """Deal second cards until the number of hands is known, then add up the hands."""
        hands = 2 + gone
        if waiting == 0 or not rounds.may_resplit(pair, hands):
            kept = apart * value(gone, apart - 1, True) if apart else Fraction(0)
            free = waiting * value(gone, apart, False) if waiting else Fraction(0)
            return chance * (kept + free)
        is_pair = Fraction(pairs - gone, cards - gone - apart)
        total = Fraction(0)
        if is_pair:
            total += deal(waiting + 1, gone + 1, apart, chance * is_pair)
        if is_pair != 1:
            total += deal(waiting - 1, gone, apart + 1, chance * (1 - is_pair))
        return total

    return deal(2, 0, 0, Fraction(1))


def remembered(shoe: Counts, rules: TwentyOneRules, pair: int, upcard: int) -> Fraction:
    """Return the best mean result of splitting once, for who remembers every card of both hands."""
    rounds = SplitRounds(shoe, rules, "remembered")
    may_double = rounds.after(pair, 0).may_double
    one_card = pair == ACE and not rules.hit_split_aces

    def result(finished: tuple[Finished, ...], rest: Counts) -> int:
        return sum(
            int(outcome.net) * count
            for outcome, count in rounds.settle(tuple(sorted(finished)), upcard, None, rest).items()
            if rounds.player.blackjack_counts or not outcome.dealer_blackjack
        )

    def ended(finished: tuple[Finished, ...], rest: Counts) -> int:
        if len(finished) == 2:
            return result(finished, rest)
        return sum(
            ways * play(finished, add((pair,), rank), left)
            for rank, ways, left in draws(rest, hidden=1)
        )

    @cache
    def play(finished: tuple[Finished, ...], hand: Hand, rest: Counts) -> int:
        if end_of(hand) == BUST:
            return ended((*finished, (BUST, 1)), rest)
        best = ended((*finished, (end_of(hand), 1)), rest)
        if one_card or not rounds.player.may_hit(hand):
            return best
        drawn = draws(rest, hidden=1)
        hit = sum(ways * play(finished, add(hand, rank), left) for rank, ways, left in drawn)
        best = max(best, hit)
        if may_double(hand):
            doubled = sum(
                ways * ended((*finished, (end_of(add(hand, rank)), 2)), left)
                for rank, ways, left in drawn
            )
            best = max(best, doubled)
        return best

    rest = without(shoe, pair, pair, upcard)
    return Fraction(ended((), rest), orderings(rest))


def splittable(shoe: Counts, rules: TwentyOneRules) -> list[tuple[int, int]]:
    """Return the pairs that can be split, with the upcards against which they can be dealt."""
    if rules.max_split_hands < 2:
        return []
    return [
        (pair, upcard)
        for pair in range(RANKS)
        for upcard in range(RANKS)
        if shoe[pair] >= 2 + (upcard == pair) and shoe[upcard]
    ]
