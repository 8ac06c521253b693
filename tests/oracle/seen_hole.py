"""The tree for a player who sees the dealer's hole card; the dealer looks at it before he acts."""

from __future__ import annotations

from fractions import Fraction

from certify.exact.blackjack.rules import TwentyOneRules
from tests.oracle.twenty_one_tree import (
    BUST,
    Counts,
    Dealer,
    Dealing,
    Hand,
    Number,
    Player,
    add,
    draws,
    end_of,
    is_blackjack,
    orderings,
    sign,
    without,
)


class _SeesHole(Player):
    """Decides with the hole card in sight, which is none of the shoe's cards any more."""

    def __init__(self, shoe: Counts, rules: TwentyOneRules, dealer: Dealer, hole: int) -> None:
        super().__init__(without(shoe, hole), rules, dealer)
        self.hole = hole

    def finished(self, upcard: int, hand: Hand, rest: Counts) -> int:
        """Return the result, for a wager of one, of a hand that takes no more cards."""
        end = end_of(hand)
        if end == BUST:
            return -orderings(rest)
        ends = self.dealer.ends(add((upcard,), self.hole), rest)
        return sum(sign(end, dealer) * count for dealer, count in ends.items())


class SeenHole:
    """Rounds of a shoe with one hole card, which the player sees.

    Attributes
    ----------
    ties : set of str
        As `Dealing` has them: after a split, which of two best actions is taken matters.
    """

    def __init__(self, shoe: Counts, rules: TwentyOneRules, hole: int) -> None:
        draws.cache_clear()
        self.rules, self.hole = rules, hole
        self.dealing = Dealing(shoe, rules, "hole first")
        self.player = _SeesHole(shoe, rules, Dealer(rules), hole)
        self.dealing.player = self.player
        self.ties = self.dealing.ties

    def expectation(self, upcard: int, *, burnout: bool) -> Fraction:
        """Return what a round brings, given the upcard, without the payment for the option."""
        left = without(self.player.shoe, upcard)
        found = Fraction(0)
        for first, ways, rest in draws(left):
            for second, more, last in draws(rest):
                worth = self._worth(upcard, add((first,), second), burnout=burnout)
                found += Fraction(ways * more * worth * orderings(last), orderings(left))
        return found

    def _worth(self, upcard: int, hand: Hand, *, burnout: bool) -> Fraction:
        """Return what two cards are worth."""
        if is_blackjack(upcard, self.hole):
            return Fraction(0 if is_blackjack(*hand) else -1)
        if is_blackjack(*hand):
            return Fraction(self.rules.blackjack_pays)
        player = self.player
        decide = player.with_option if burnout else player.without_option
        worth: list[Number] = [*decide(upcard, hand).values()]
        if hand[0] == hand[1] and self.rules.max_split_hands > 1:
            outcomes = self.dealing.split(hand[0], upcard, self.hole)
            worth.append(sum(outcome.net * count for outcome, count in outcomes.items()))
        best = Fraction(max(worth)) / orderings(player.unseen(upcard, hand))
        return max(best, Fraction(-1, 2)) if self.rules.surrender == "late" else best
