"""Blackjack with both cards of the dealer in sight, card by card; shares nothing with the engine.

The dealer looks, and a blackjack of his ends the round. Hands after a split are played as the same
cards are unsplit, as `tests.oracle.twenty_one_tree` has it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from certify.cards.ranks import ACE, TEN
from certify.exact.blackjack.rules import TwentyOneRules

Found = TypeVar("Found")

Cards = tuple[int, ...]
"""Ranks from 0 for the ace to 9 for a ten, in order; or how many of each are left."""

Finished = tuple[int, int]
"""The total of a hand, 0 if it is bust, and what is put on it."""

STAND, HIT, DOUBLE = "stand", "hit", "double"


def hard(hand: Cards) -> int:
    return sum(rank + 1 for rank in hand)


def is_soft(hand: Cards) -> bool:
    return ACE in hand and hard(hand) <= 11


def end(hand: Cards) -> int:
    """Return the total of a hand, 0 if it is bust."""
    total = hard(hand) + (10 if is_soft(hand) else 0)
    return total if total <= 21 else 0


def more(hand: Cards, *cards: int) -> Cards:
    return tuple(sorted((*hand, *cards)))


def draws(left: Cards) -> list[tuple[int, Fraction, Cards]]:
    """Return each rank that may come, its probability, and what is left then."""
    cards = sum(left)
    return [
        (rank, Fraction(count, cards), (*left[:rank], count - 1, *left[rank + 1 :]))
        for rank, count in enumerate(left)
        if count
    ]


class SeenHole:
    """One upcard and one hole card; `left` are the other cards.

    Attributes
    ----------
    is_tied : bool
        Whether a hand after a split had two best actions: which is taken matters to the others.
    """

    def __init__(self, rules: TwentyOneRules, upcard: int, hole: int, left: Cards) -> None:
        self.rules, self.dealer = rules, more((upcard,), hole)
        self.is_blackjack = {upcard, hole} == {ACE, TEN}
        self.left = tuple(count - (rank == upcard) for rank, count in enumerate(left))
        self.is_tied = False
        self._found: dict[Any, Any] = {}

    def _once(self, key: tuple[Any, ...], work_out: Callable[[], Found]) -> Found:
        if key not in self._found:
            self._found[key] = work_out()
        found: Found = self._found[key]
        return found

    def _without(self, cards: Cards) -> Cards:
        return tuple(count - cards.count(rank) for rank, count in enumerate(self.left))

    # The dealer

    def _ends(self, hand: Cards, left: Cards) -> dict[int, Fraction]:
        """Return the probabilities of the dealer's totals, 0 for a bust."""
        total = end(hand)
        draws_on = total == 17 and is_soft(hand) and self.rules.dealer_hits_soft_17
        if total == 0 or (total >= 17 and not draws_on):
            return {total: Fraction(1)}

        def work_out() -> dict[int, Fraction]:
            found: dict[int, Fraction] = {}
            for rank, chance, rest in draws(left):
                for total, share in self._ends(more(hand, rank), rest).items():
                    found[total] = found.get(total, Fraction(0)) + chance * share
            return found

        return self._once(("dealer", hand, left), work_out)

    def _settled(self, hands: tuple[Finished, ...], left: Cards) -> Fraction:
        """Return what finished hands bring."""
        if not any(total for total, _ in hands):
            return Fraction(-sum(wager for _, wager in hands))

        def result(total: int, dealer: int) -> int:
            return -1 if not total else (total > dealer) - (total < dealer)

        def work_out() -> Fraction:
            found = Fraction(0)
            for dealer, chance in self._ends(self.dealer, left).items():
                found += chance * sum(wager * result(total, dealer) for total, wager in hands)
            return found

        return self._once(("settled", hands, left), work_out)

    def _stood(self, hand: Cards, left: Cards) -> Fraction:
        return self._settled(((end(hand), 1),), left)

    # Hands that are not split

    def _may_double(self, hand: Cards) -> bool:
        if hard(hand) >= 21 or (len(hand) > 2 and not self.rules.double_after_hit):
            return False
        if self.rules.double_on == "any":
            return True
        lowest, highest = {"hard": (0, 21), "9-11": (9, 11), "10-11": (10, 11)}[
            self.rules.double_on
        ]
        return not is_soft(hand) and lowest <= hard(hand) <= highest

    def _plain(self, hand: Cards, burned: Cards = ()) -> dict[str, Fraction]:
        """Return what each action is worth where no card may be burned any more."""

        def work_out() -> dict[str, Fraction]:
            left = self._without(hand + burned)
            worth = {STAND: self._stood(hand, left)}
            if burned and self.rules.burnout_ends_hand:
                return worth
            if hard(hand) < 21:
                worth[HIT] = self._hit(hand, burned)
            if self._may_double(hand):
                worth[DOUBLE] = self._doubled(hand, left)
            return worth

        return self._once(("plain", hand, burned), work_out)

    def _hit(self, hand: Cards, burned: Cards) -> Fraction:
        """Return what a hand is worth that takes a card for good, and is played on."""
        found = Fraction(0)
        for rank, chance, _ in draws(self._without(hand + burned)):
            new = more(hand, rank)
            found += chance * (max(self._plain(new, burned).values()) if end(new) else -1)
        return found

    def _doubled(self, hand: Cards, left: Cards) -> Fraction:
        """Return what a hand is worth that is doubled, and keeps its card."""
        found = Fraction(0)
        for rank, chance, rest in draws(left):
            found += 2 * chance * self._stood(more(hand, rank), rest)
        return found

    def _with_option(self, hand: Cards) -> dict[str, Fraction]:
        """Return what each action is worth while a card may still be burned."""

        def work_out() -> dict[str, Fraction]:
            left = self._without(hand)
            worth = {STAND: self._stood(hand, left)}
            for action, is_legal in ((HIT, hard(hand) < 21), (DOUBLE, self._may_double(hand))):
                if is_legal:
                    worth[action] = Fraction(0)
                    for rank, chance, rest in draws(left):
                        worth[action] += chance * self._kept_or_burned(hand, action, rank, rest)
            return worth

        return self._once(("option", hand), work_out)

    def _kept_or_burned(self, hand: Cards, action: str, rank: int, rest: Cards) -> Fraction:
        """Return what a hand is worth that was just given a card."""
        new = more(hand, rank)
        if action == DOUBLE:
            kept = 2 * self._stood(new, rest)
        else:
            kept = max(self._with_option(new).values()) if end(new) else Fraction(-1)
        if not end(new) and not self.rules.burnout_on_bust:
            return kept
        if action == HIT:
            return max(kept, self._hit(hand, (rank,)))
        return max(kept, self._doubled(hand, rest)) if self.rules.burnout_on_double else kept

    # Hands after a split

    def _action_after_split(self, pair: int, hand: Cards) -> str:
        if pair == ACE and not self.rules.hit_split_aces:
            return STAND
        worth = dict(self._plain(hand))
        if not self.rules.double_after_split or (pair == ACE and not self.rules.double_split_aces):
            worth.pop(DOUBLE, None)
        self.is_tied |= list(worth.values()).count(max(worth.values())) > 1
        return max(worth, key=worth.__getitem__)

    def _split(
        self, pair: int, left: Cards, waiting: int, finished: tuple[Finished, ...]
    ) -> Fraction:
        """Return what a split round is worth: hands wait for their second card, others are done."""
        if not waiting:
            return self._settled(finished, left)

        def work_out() -> Fraction:
            found = Fraction(0)
            is_full = waiting + len(finished) >= self.rules.max_split_hands
            for rank, chance, rest in draws(left):
                if rank == pair and not is_full and (pair != ACE or self.rules.resplit_aces):
                    found += chance * self._split(pair, rest, waiting + 1, finished)
                else:
                    hand = more((pair,), rank)
                    found += chance * self._play_split(pair, hand, rest, waiting, finished)
            return found

        return self._once(("split", pair, left, waiting, finished), work_out)

    def _play_split(
        self, pair: int, hand: Cards, left: Cards, waiting: int, finished: tuple[Finished, ...]
    ) -> Fraction:
        def done(new: Cards, wager: int, rest: Cards) -> Fraction:
            hands = tuple(sorted((*finished, (end(new), wager))))
            return self._split(pair, rest, waiting - 1, hands)

        action = self._action_after_split(pair, hand)
        if action == STAND:
            return done(hand, 1, left)
        found = Fraction(0)
        for rank, chance, rest in draws(left):
            new = more(hand, rank)
            if action == DOUBLE:
                found += chance * done(new, 2, rest)
            elif end(new):
                found += chance * self._play_split(pair, new, rest, waiting, finished)
            else:
                found += chance * done(new, 1, rest)
        return found

    def expectation(self, *, burnout: bool) -> Fraction:
        """Return what a round brings by the best play, without the payment for the option."""
        found = Fraction(0)
        for first, chance, rest in draws(self.left):
            for second, share, _ in draws(rest):
                found += chance * share * self._dealt(more((first,), second), burnout=burnout)
        return found

    def _dealt(self, hand: Cards, *, burnout: bool) -> Fraction:
        if self.is_blackjack:
            return Fraction(0 if hand == (ACE, TEN) else -1)
        if hand == (ACE, TEN):
            return Fraction(self.rules.blackjack_pays)

        def work_out() -> Fraction:
            worth = [*(self._with_option if burnout else self._plain)(hand).values()]
            if self.rules.surrender == "late":
                worth.append(Fraction(-1, 2))
            if hand[0] == hand[1] and self.rules.max_split_hands > 1:
                worth.append(self._split(hand[0], self._without(hand), 2, ()))
            return max(worth)

        return self._once(("dealt", hand, burnout), work_out)
