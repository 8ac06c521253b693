"""Every result that a round from a tiny shoe can have, by any play: a plain walk over all cards.

Shares no code with the bounds that it checks. Ranks are 0..9 for A, 2, .., 9, T.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from certify.cards.ranks import ACE
from certify.exact.blackjack.rules import TwentyOneRules
from tests.oracle.twenty_one_tree import (
    BUST,
    Counts,
    Finished,
    Hand,
    add,
    best_total,
    end_of,
    hard_total,
    is_blackjack,
    is_soft,
    sign,
    without,
)

Reached = tuple[Fraction, int, int, int]
"""Net result, hands, hands won, hands lost."""


class Extremes:
    """All rounds of some rules, with insurance taken at every ace or never."""

    def __init__(self, rules: TwentyOneRules, *, insures: bool) -> None:
        self.rules = rules
        self.insures = insures

    def of(self, shoe: Counts) -> set[Reached]:
        """Return every result that can be reached from a shoe; stops where cards run out."""
        found: set[Reached] = set()
        for first, left in _cards(shoe):
            for second, rest in _cards(left):
                for upcard, last in _cards(rest):
                    if first <= second:
                        for hole, unseen in _cards(last):
                            found.update(self._rounds((first, second), upcard, hole, unseen))
        return found

    def _rounds(self, hand: Hand, upcard: int, hole: int, rest: Counts) -> Iterator[Reached]:
        """Yield what a round can come to once four cards are dealt; the dealer looks."""
        natural, dealer_natural = is_blackjack(*hand), is_blackjack(upcard, hole)
        insured = self.insures and upcard == ACE and not natural
        beside = (Fraction(1) if dealer_natural else Fraction(-1, 2)) if insured else Fraction(0)
        if natural:
            yield (Fraction(0), 1, 0, 0) if dealer_natural else (self.rules.blackjack_pays, 1, 1, 0)
            if upcard == ACE and self.rules.insurance:
                yield Fraction(1), 1, 0 if dealer_natural else 1, 0
            return
        if dealer_natural:
            yield beside - 1, 1, 0, 1
            return
        for finished, left in self._played(hand, rest):
            for dealer in self._dealer(add((upcard,), hole), left):
                signs = [sign(end, dealer) for end, _ in finished]
                net = sum(s * wager for s, (_, wager) in zip(signs, finished, strict=True))
                yield beside + net, len(signs), signs.count(1), signs.count(-1)

    @cache  # noqa: B019  (lives as long as the test)
    def _played(self, hand: Hand, rest: Counts) -> frozenset[tuple[tuple[Finished, ...], Counts]]:
        """Return all that a player can make of two cards, split or not, and the cards left."""
        rules = self.rules
        found: set[tuple[tuple[Finished, ...], Counts]] = {
            ((end,), left) for end, left in self._hand(hand, rest, True)
        }
        if hand[0] != hand[1]:
            return frozenset(found)
        pair = hand[0]
        waiting: set[tuple[Counts, int, tuple[Finished, ...]]] = set()
        if rules.max_split_hands > 1:
            waiting.add((rest, 2, ()))
        while waiting:
            later: set[tuple[Counts, int, tuple[Finished, ...]]] = set()
            for left, open_hands, done in waiting:
                if not open_hands:
                    found.add((done, left))
                    continue
                for rank, last in _cards(left):
                    if rank == pair and open_hands + len(done) < rules.max_split_hands:
                        later.add((last, open_hands + 1, done))
                    for end, after in self._hand(add((pair,), rank), last, False):
                        later.add((after, open_hands - 1, tuple(sorted((*done, end)))))
            waiting = later
        return frozenset(found)

    @cache  # noqa: B019
    def _hand(self, hand: Hand, rest: Counts, unsplit: bool) -> frozenset[tuple[Finished, Counts]]:
        """Return all ends of one hand, and the cards left; one card of the first may be burned."""
        found = {((end_of(hand), 1), rest)}
        if hard_total(hand) >= 21:
            return frozenset(found)
        for rank, left in _cards(rest):
            new = add(hand, rank)
            if len(hand) == 2 and (unsplit or self.rules.double_after_split):
                found.add(((end_of(new), 2), left))
            if end_of(new) == BUST:
                found.add(((BUST, 1), left))
            else:
                found |= self._hand(new, left, unsplit)
        return frozenset(found)

    @cache  # noqa: B019
    def _dealer(self, hand: Hand, rest: Counts) -> frozenset[int]:
        total = best_total(hand)
        draws = total < 17 or (total == 17 and is_soft(hand) and self.rules.dealer_hits_soft_17)
        if not draws:
            return frozenset({end_of(hand)})
        return frozenset(
            end for rank, left in _cards(rest) for end in self._dealer(add(hand, rank), left)
        )


def _cards(shoe: Counts) -> Iterator[tuple[int, Counts]]:
    for rank, count in enumerate(shoe):
        if count:
            yield rank, without(shoe, rank)
