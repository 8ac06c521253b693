"""A plain game tree for twenty-one on tiny shoes: slow, exact, and independent of the engine.

Everything is counted in *orderings*: the unseen cards of a shoe lie in one of (cards left)!
equally likely orders, and a figure is the sum of the results over all of them divided by their
number. So all arithmetic is on Python integers; fractions appear only at the very end.

There are two passes, written separately on purpose:

1. `Player` finds the decisions: for each hand that a player may hold it sums the results of
   every action over the orderings of the cards he has not seen (the hole card is one of these).
2. `Dealing` plays rounds with those decisions, card by card in the order of a table, the hole
   card before the player acts, and records the outcome of every ordering.

The expectation comes from the second pass alone.

Ranks are 0..9 for A, 2, .., 9, T. A shoe is a tuple of ten counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Literal, NamedTuple

from certify.cards.ranks import ACE, RANKS, TEN
from certify.exact.blackjack.rules import TwentyOneRules

Counts = tuple[int, ...]
Hand = tuple[int, ...]  # ranks in ascending order
Number = int | Fraction
Orders = Literal["deal", "hole first"]

STAND, HIT, DOUBLE, SURRENDER, SPLIT = "stand", "hit", "double", "surrender", "split"
KEEP, BURN = "keep", "burn"

BUST = 0  # the end of a hand that went over 21
DEALER_BLACKJACK = 22  # beats any total


class OutOfCards(Exception):  # noqa: N818 - says what happened, is no error of the tree
    """Some line of play needs a card, and the shoe has none left."""


# --------------------------------------------------------------------------------------
# Cards


def without(shoe: Counts, *ranks: int) -> Counts:
    """Return the shoe less some cards."""
    left = list(shoe)
    for rank in ranks:
        left[rank] -= 1
        if left[rank] < 0:
            raise ValueError("a card was taken that the shoe does not hold")
    return tuple(left)


@cache
def draws(rest: Counts, hidden: int = 0) -> tuple[tuple[int, int, Counts], ...]:
    """Return each rank that may come next, the number of such cards, and what is left then.

    `hidden` cards of `rest` have to stay behind: 1 if the hole card is still among them.
    """
    if sum(rest) <= hidden:
        raise OutOfCards
    return tuple((rank, count, without(rest, rank)) for rank, count in enumerate(rest) if count)


def orderings(rest: Counts) -> int:
    """Return the number of orders in which the cards may lie (cards told apart)."""
    return factorial(sum(rest))


@cache
def hard_total(hand: Hand) -> int:
    """Return the total with every ace as one."""
    return sum(rank + 1 for rank in hand)


def is_soft(hand: Hand) -> bool:
    """Return whether an ace counts eleven."""
    return ACE in hand and hard_total(hand) <= 11


@cache
def best_total(hand: Hand) -> int:
    """Return the total that counts, over 21 if the hand is busted."""
    return hard_total(hand) + (10 if is_soft(hand) else 0)


@cache
def end_of(hand: Hand) -> int:
    """Return the total of a finished hand, or `BUST`."""
    total = best_total(hand)
    return BUST if total > 21 else total


@cache
def add(hand: Hand, rank: int) -> Hand:
    """Return the hand with one more card."""
    return tuple(sorted((*hand, rank)))


def is_blackjack(first: int, second: int) -> bool:
    """Return whether two cards are an ace and a ten."""
    return {first, second} == {ACE, TEN}


# --------------------------------------------------------------------------------------
# The dealer


class Dealer:
    """Draws by rule; remembers what it has worked out, for any cards left."""

    def __init__(self, rules: TwentyOneRules) -> None:
        self.hits_soft_17 = rules.dealer_hits_soft_17
        self._ends: dict[tuple[Counts, int, bool, int], dict[int, int]] = {}

    def ends(self, hand: Hand, rest: Counts) -> dict[int, int]:
        """Return how many orderings of `rest` lead to each end of a dealer's hand."""
        key = (rest, hard_total(hand), ACE in hand, len(hand))
        if key not in self._ends:
            self._ends[key] = self._play(hand, rest)
        return self._ends[key]

    def _play(self, hand: Hand, rest: Counts) -> dict[int, int]:
        if len(hand) == 2 and is_blackjack(*hand):
            return {DEALER_BLACKJACK: orderings(rest)}
        if len(hand) >= 2:
            total = best_total(hand)
            must_hit = total < 17 or (total == 17 and is_soft(hand) and self.hits_soft_17)
            if not must_hit:
                return {end_of(hand): orderings(rest)}
        result: Counter[int] = Counter()
        for rank, ways, left in draws(rest):
            for end, count in self.ends(add(hand, rank), left).items():
                result[end] += ways * count
        return dict(result)


def sign(end: int, dealer: int) -> int:
    """Return 1, 0 or -1 for a finished hand against the dealer's end without blackjack."""
    if end == BUST:
        return -1
    if dealer == BUST:
        return 1
    return (end > dealer) - (end < dealer)


# --------------------------------------------------------------------------------------
# First pass: decisions


class Player:
    """The optimal decisions of hands that are not split, and what they are worth.

    Each worth is a sum over the orderings of the cards that the player has not seen. He draws
    from the front and the dealer takes the next card for his hole card: in a shuffled shoe the
    hole card may be any of the unseen ones, so it does not matter which place it has.

    Where the dealer's blackjack costs the same whatever the player does (it is found before he
    acts, or takes just the original wager), orderings with a blackjack count nothing.
    """

    def __init__(self, shoe: Counts, rules: TwentyOneRules, dealer: Dealer) -> None:
        self.shoe = shoe
        self.rules = rules
        self.dealer = dealer
        self.blackjack_counts = not rules.dealer_peeks and rules.no_peek_loses == "all"
        self._without: dict[tuple[int, Hand, int | None], dict[str, Number]] = {}
        self._option: dict[tuple[int, Hand], dict[str, Number]] = {}

    def unseen(self, upcard: int, hand: Hand, burned: int | None = None) -> Counts:
        """Return the cards that the player has not seen."""
        known = hand if burned is None else (*hand, burned)
        return without(self.shoe, upcard, *known)

    def finished(self, upcard: int, hand: Hand, rest: Counts) -> int:
        """Return the result, for a wager of one, of a hand that takes no more cards."""
        result = 0
        end = end_of(hand)
        if end == BUST:
            # The dealer need not draw, he just turns his hole card over.
            for hole, ways, left in draws(rest):
                if self.blackjack_counts or not is_blackjack(upcard, hole):
                    result -= ways * orderings(left)
            return result
        for dealer, count in self.dealer.ends((upcard,), rest).items():
            if dealer != DEALER_BLACKJACK:
                result += sign(end, dealer) * count
            elif self.blackjack_counts:
                result -= count
        return result

    def surrendered(self, upcard: int, hand: Hand) -> Number:
        """Return the result of giving up half the wager."""
        result: Number = 0
        for hole, ways, left in draws(self.unseen(upcard, hand)):
            if not is_blackjack(upcard, hole):
                result -= Fraction(1, 2) * ways * orderings(left)
            elif self.blackjack_counts:
                result -= ways * orderings(left)
        return result

    def may_hit(self, hand: Hand) -> bool:
        """Return whether a hand may take a card: all but a hard 21, which always stands."""
        return hard_total(hand) < 21

    def may_double(self, hand: Hand) -> bool:
        """Return whether the rules let an unsplit hand be doubled."""
        if not self.may_hit(hand) or (len(hand) > 2 and not self.rules.double_after_hit):
            return False
        if self.rules.double_on == "any":
            return True
        if is_soft(hand):
            return False
        total = hard_total(hand)
        return {
            "hard": True,
            "9-11": 9 <= total <= 11,
            "10-11": 10 <= total <= 11,
        }[self.rules.double_on]

    def without_option(
        self, upcard: int, hand: Hand, burned: int | None = None
    ) -> dict[str, Number]:
        """Return what stand, hit and double are worth when no card may be burned any more."""
        key = (upcard, hand, burned)
        if key in self._without:
            return self._without[key]
        rest = self.unseen(upcard, hand, burned)
        worth: dict[str, Number] = {STAND: self.finished(upcard, hand, rest)}
        if burned is not None and self.rules.burnout_ends_hand:
            return worth
        if self.may_hit(hand):
            worth[HIT] = sum(
                ways * self._go_on(upcard, add(hand, rank), left, burned)
                for rank, ways, left in draws(rest, hidden=1)
            )
        if self.may_double(hand):
            worth[DOUBLE] = 2 * sum(
                ways * self.finished(upcard, add(hand, rank), left)
                for rank, ways, left in draws(rest, hidden=1)
            )
        self._without[key] = worth
        return worth

    def _go_on(self, upcard: int, hand: Hand, rest: Counts, burned: int | None) -> Number:
        """Return the best of a hand that was just hit and has no option to burn."""
        if end_of(hand) == BUST:
            return self.finished(upcard, hand, rest)
        return max(self.without_option(upcard, hand, burned).values())

    def with_option(self, upcard: int, hand: Hand) -> dict[str, Number]:
        """Return what stand, hit and double are worth while a card may still be burned."""
        key = (upcard, hand)
        if key in self._option:
            return self._option[key]
        rest = self.unseen(upcard, hand)
        worth: dict[str, Number] = {STAND: self.finished(upcard, hand, rest)}
        if self.may_hit(hand):
            worth[HIT] = sum(
                ways * max(self.after_hit(upcard, hand, rank).values())
                for rank, ways, _ in draws(rest, hidden=1)
            )
        if self.may_double(hand):
            worth[DOUBLE] = sum(
                ways * max(self.after_double(upcard, hand, rank).values())
                for rank, ways, _ in draws(rest, hidden=1)
            )
        self._option[key] = worth
        return worth

    def after_hit(self, upcard: int, hand: Hand, rank: int) -> dict[str, Number]:
        """Return what keeping and burning a card just received on a hit are worth."""
        new = add(hand, rank)
        left = self.unseen(upcard, new)
        if end_of(new) != BUST:
            worth: dict[str, Number] = {KEEP: max(self.with_option(upcard, new).values())}
        else:
            worth = {KEEP: self.finished(upcard, new, left)}
            if not self.rules.burnout_on_bust:
                return worth
        worth[BURN] = sum(
            ways * self._go_on(upcard, add(hand, next_rank), last, rank)
            for next_rank, ways, last in draws(left, hidden=1)
        )
        return worth

    def after_double(self, upcard: int, hand: Hand, rank: int) -> dict[str, Number]:
        """Return what keeping and burning a card just received on a double are worth."""
        new = add(hand, rank)
        left = self.unseen(upcard, new)
        worth: dict[str, Number] = {KEEP: 2 * self.finished(upcard, new, left)}
        if not self.rules.burnout_on_double:
            return worth
        if end_of(new) == BUST and not self.rules.burnout_on_bust:
            return worth
        worth[BURN] = 2 * sum(
            ways * self.finished(upcard, add(hand, next_rank), last)
            for next_rank, ways, last in draws(left, hidden=1)
        )
        return worth


def best_of(worth: dict[str, Number]) -> str:
    """Return the best action; of equally good ones the first named."""
    return max(worth, key=worth.__getitem__)


def is_tie(worth: dict[str, Number]) -> bool:
    """Return whether two actions are equally good and none is better."""
    best = max(worth.values())
    return sum(value == best for value in worth.values()) > 1


# --------------------------------------------------------------------------------------
# Second pass: dealing


class Outcome(NamedTuple):
    """What a round came to."""

    net: Number
    wagered: int
    won: int
    lost: int
    hands: int
    burned: bool = False
    dealer_blackjack: bool = False


Outcomes = Counter[Outcome]
Finished = tuple[int, int]  # end of a hand, and the wager on it


def lost_at_once() -> Outcome:
    """Return the outcome of a dealer blackjack that takes the main wager and nothing else."""
    return Outcome(-1, 1, 0, 1, 1, dealer_blackjack=True)


class Dealing:
    """Rounds dealt card by card with the decisions of `Player`.

    Attributes
    ----------
    ties : set of str
        Kinds of decisions met in play where two actions are exactly equally good: ``hand``,
        ``burn``, ``first``, or ``split hand``. A tie leaves the expectation as it is, except that
        of a ``split hand``; it may change everything else.
    """

    def __init__(self, shoe: Counts, rules: TwentyOneRules, orders: Orders) -> None:
        self.shoe = shoe
        self.rules = rules
        self.orders = orders
        self.dealer = Dealer(rules)
        self.player = Player(shoe, rules, self.dealer)
        self.ties: set[str] = set()
        self._split: dict[tuple[int, int, int | None], Outcomes] = {}
        self._split_hand: dict[
            tuple[int, int, Hand, Counts, bool], dict[tuple[Counts, Finished], int]
        ] = {}
        self._first: dict[tuple[int, Hand, bool], dict[str, Number]] = {}
        self._settled: dict[
            tuple[tuple[Finished, ...], int, int | None, Counts, bool], Outcomes
        ] = {}
        self._played: dict[tuple[int, int, Hand, int | None, bool], Outcomes] = {}

    # The end of a round

    def settle(
        self,
        finished: tuple[Finished, ...],
        upcard: int,
        hole: int | None,
        rest: Counts,
        *,
        burned: bool = False,
    ) -> Outcomes:
        """Return the outcomes of finished hands over all orderings of the rest.

        `hole` is None if the hole card is still to come, as the next card of `rest`.
        """
        key = (finished, upcard, hole, rest, burned)
        if key not in self._settled:
            self._settled[key] = self._settle(finished, upcard, hole, rest, burned)
        return self._settled[key]

    def _settle(
        self,
        finished: tuple[Finished, ...],
        upcard: int,
        hole: int | None,
        rest: Counts,
        burned: bool,
    ) -> Outcomes:
        hands = len(finished)
        wagered = sum(wager for _, wager in finished)
        all_busted = all(end == BUST for end, _ in finished)
        if all_busted and hole is None:
            # The dealer turns his hole card over and draws no more.
            outcomes: Outcomes = Counter()
            for rank, ways, left in draws(rest):
                _put(outcomes, self.settle(finished, upcard, rank, left, burned=burned), ways)
            return outcomes
        dealer_hand = (upcard,) if hole is None else add((upcard,), hole)
        if all_busted and hole is not None and not is_blackjack(upcard, hole):
            return Counter({Outcome(-wagered, wagered, 0, hands, hands, burned): orderings(rest)})
        outcomes = Counter()
        for dealer, count in self.dealer.ends(dealer_hand, rest).items():
            if dealer == DEALER_BLACKJACK:
                outcomes[self.beaten_by_blackjack(wagered, hands, burned)] += count
                continue
            signs = [sign(end, dealer) for end, _ in finished]
            net = sum(result * wager for result, (_, wager) in zip(signs, finished, strict=True))
            outcome = Outcome(net, wagered, signs.count(1), signs.count(-1), hands, burned)
            outcomes[outcome] += count
        return outcomes

    def beaten_by_blackjack(self, wagered: int, hands: int, burned: bool) -> Outcome:
        """Return the outcome of hands that meet a dealer blackjack."""
        if self.rules.dealer_peeks:
            # Only met when the hole card comes last: play had not begun.
            return lost_at_once()
        if self.rules.no_peek_loses == "original":
            # Doubles and splits are given back, so they do not count as wagered either.
            return Outcome(-1, 1, 0, hands, hands, burned, True)
        return Outcome(-wagered, wagered, 0, hands, hands, burned, True)

    # Split hands

    def play_split_hand(
        self, pair: int, hand: Hand, upcard: int, rest: Counts, *, hole_is_dealt: bool
    ) -> dict[tuple[Counts, Finished], int]:
        """Return the ways to finish a split hand of two cards or more, by cards left and end.

        The way of a sequence is the product of the counts of the cards drawn.
        """
        key = (pair, upcard, hand, rest, hole_is_dealt)
        if key in self._split_hand:
            return self._split_hand[key]
        action = self.split_action(pair, hand, upcard)
        ends: Counter[tuple[Counts, Finished]] = Counter()
        if action == STAND:
            ends[rest, (end_of(hand), 1)] += 1
        else:
            for rank, ways, left in draws(rest, hidden=0 if hole_is_dealt else 1):
                new = add(hand, rank)
                if action == DOUBLE:
                    ends[left, (end_of(new), 2)] += ways
                elif end_of(new) == BUST:
                    ends[left, (BUST, 1)] += ways
                else:
                    later = self.play_split_hand(
                        pair, new, upcard, left, hole_is_dealt=hole_is_dealt
                    )
                    for end, count in later.items():
                        ends[end] += ways * count
        self._split_hand[key] = dict(ends)
        return self._split_hand[key]

    def split_action(self, pair: int, hand: Hand, upcard: int) -> str:
        """Return the zero-memory decision: the one for the same cards in an unsplit hand."""
        if pair == ACE and not self.rules.hit_split_aces:
            return STAND
        worth = dict(self.player.without_option(upcard, hand))
        may_double = self.rules.double_after_split and (pair != ACE or self.rules.double_split_aces)
        if not may_double:
            worth.pop(DOUBLE, None)
        if is_tie(worth):
            self.ties.add("split hand")
        return best_of(worth)

    def may_resplit(self, pair: int, hands: int) -> bool:
        """Return whether a further pair card makes one more hand."""
        return hands < self.rules.max_split_hands and (pair != ACE or self.rules.resplit_aces)

    def split(self, pair: int, upcard: int, hole: int | None) -> Outcomes:
        """Return the outcomes of splitting a pair, over all orderings of the rest.

        The hands are played to the end one after another; one that is dealt a further pair card
        and may be split again is, and the new hand waits its turn.
        """
        key = (pair, upcard, hole)
        if key in self._split:
            return self._split[key]
        rest = without(self.shoe, pair, pair, upcard, *(() if hole is None else (hole,)))
        hidden = 1 if hole is None else 0
        outcomes: Outcomes = Counter()
        # By cards left, hands waiting for their second card, and the hands finished.
        states: Counter[tuple[Counts, int, tuple[Finished, ...]]] = Counter({(rest, 2, ()): 1})
        while states:
            later: Counter[tuple[Counts, int, tuple[Finished, ...]]] = Counter()
            for (left, waiting, finished), reached in states.items():
                if waiting == 0:
                    for outcome, count in self.settle(finished, upcard, hole, left).items():
                        outcomes[outcome] += reached * count
                    continue
                for rank, ways, last in draws(left, hidden):
                    if rank == pair and self.may_resplit(pair, waiting + len(finished)):
                        later[last, waiting + 1, finished] += reached * ways
                        continue
                    ends = self.play_split_hand(
                        pair, add((pair,), rank), upcard, last, hole_is_dealt=hole is not None
                    )
                    for (after, end), count in ends.items():
                        all_finished = tuple(sorted((*finished, end)))
                        later[after, waiting - 1, all_finished] += reached * ways * count
            states = later
        self._split[key] = outcomes
        return outcomes

    # The first decision

    def first_worth(self, upcard: int, hand: Hand, burnout: bool) -> dict[str, Number]:
        """Return what each action on the first two cards is worth."""
        key = (upcard, hand, burnout)
        if key in self._first:
            return self._first[key]
        player = self.player
        if burnout:
            worth = dict(player.with_option(upcard, hand))
        else:
            worth = dict(player.without_option(upcard, hand))
        if self.rules.surrender == "late":
            worth[SURRENDER] = player.surrendered(upcard, hand)
        if hand[0] == hand[1] and self.rules.max_split_hands > 1:
            worth[SPLIT] = sum(
                outcome.net * count
                for outcome, count in self.split(hand[0], upcard, None).items()
                if player.blackjack_counts or not outcome.dealer_blackjack
            )
        self._first[key] = worth
        return worth

    # Hands that are not split

    def play(
        self,
        hand: Hand,
        upcard: int,
        hole: int,
        rest: Counts,
        *,
        action: str | None,
        option: bool,
        burned: int | None,
    ) -> Outcomes:
        """Return the outcomes of playing on, over all orderings of the rest.

        `action` is what the player does next, None if he decides now.
        """
        key = (upcard, hole, hand, burned, option)
        decides_now = action is None
        if action is None:
            if key in self._played:
                return self._played[key]
            if option:
                worth = self.player.with_option(upcard, hand)
            else:
                worth = self.player.without_option(upcard, hand, burned)
            if is_tie(worth):
                self.ties.add("hand")
            action = best_of(worth)
        has_burned = burned is not None

        def done(final: Hand, wager: int, left: Counts, burnt: bool) -> Outcomes:
            return self.settle(((end_of(final), wager),), upcard, hole, left, burned=burnt)

        def go_on(new: Hand, left: Counts, option: bool, burned: int | None) -> Outcomes:
            if end_of(new) == BUST:
                return done(new, 1, left, burned is not None)
            return self.play(new, upcard, hole, left, action=None, option=option, burned=burned)

        outcomes: Outcomes = Counter()
        if action == STAND:
            outcomes = done(hand, 1, rest, has_burned)
        else:
            for rank, ways, left in draws(rest):
                new = add(hand, rank)
                choice = KEEP
                if option:
                    decide = self.player.after_hit if action == HIT else self.player.after_double
                    kept_or_burned = decide(upcard, hand, rank)
                    if is_tie(kept_or_burned):
                        self.ties.add("burn")
                    choice = best_of(kept_or_burned)
                if choice == KEEP:
                    if action == HIT:
                        _put(outcomes, go_on(new, left, option, burned), ways)
                    else:
                        _put(outcomes, done(new, 2, left, has_burned), ways)
                    continue
                for next_rank, next_ways, last in draws(left):
                    replaced = add(hand, next_rank)
                    if action == HIT:
                        _put(outcomes, go_on(replaced, last, False, rank), ways * next_ways)
                    else:
                        _put(outcomes, done(replaced, 2, last, True), ways * next_ways)
        if decides_now:
            self._played[key] = outcomes
        return outcomes

    def round(self, hand: Hand, upcard: int, hole: int, *, burnout: bool, action: str) -> Outcomes:
        """Return the outcomes of a round once four cards are dealt."""
        rest = without(self.shoe, *hand, upcard, hole)
        dealer_blackjack = is_blackjack(upcard, hole)
        if is_blackjack(*hand):
            net: Number = 0 if dealer_blackjack else self.rules.blackjack_pays
            won = 0 if dealer_blackjack else 1
            return Counter(
                {Outcome(net, 1, won, 0, 1, dealer_blackjack=dealer_blackjack): orderings(rest)}
            )
        if dealer_blackjack and self.rules.dealer_peeks:
            return Counter({lost_at_once(): orderings(rest)})
        if action == SURRENDER:
            if dealer_blackjack:
                return Counter({lost_at_once(): orderings(rest)})
            return Counter({Outcome(Fraction(-1, 2), 1, 0, 1, 1): orderings(rest)})
        if action == SPLIT:
            return self.split(hand[0], upcard, hole)
        return self.play(hand, upcard, hole, rest, action=action, option=burnout, burned=None)

    def deal(self, burnout: bool) -> dict[int, Outcomes]:
        """Return by upcard the outcomes of rounds over all orderings of the shoe."""
        by_upcard: dict[int, Outcomes] = {}
        for first, first_ways, shoe_1 in draws(self.shoe):
            for upcard, upcard_ways, shoe_2 in draws(shoe_1):
                for second, second_ways, shoe_3 in draws(shoe_2):
                    if second < first:
                        continue  # the same hand as with its two cards in the other order
                    ways = first_ways * upcard_ways * second_ways * (2 if second > first else 1)
                    outcomes = by_upcard.setdefault(upcard, Counter())
                    hand = (first, second)
                    _put(outcomes, self._after_three(hand, upcard, shoe_3, burnout), ways)
        return by_upcard

    def _after_three(self, hand: Hand, upcard: int, rest: Counts, burnout: bool) -> Outcomes:
        """Return the outcomes once the player has his cards and the dealer his upcard."""
        action = STAND
        if not is_blackjack(*hand):
            worth = self.first_worth(upcard, hand, burnout)
            if is_tie(worth):
                self.ties.add("first")
            action = best_of(worth)
        if action == SPLIT and self.orders == "deal":
            return self.split(hand[0], upcard, None)
        outcomes: Outcomes = Counter()
        for hole, ways, _ in draws(rest):
            _put(outcomes, self.round(hand, upcard, hole, burnout=burnout, action=action), ways)
        return outcomes


def _put(outcomes: Outcomes, more: Outcomes, ways: int) -> None:
    """Add outcomes that come in a number of ways."""
    for outcome, count in more.items():
        outcomes[outcome] += ways * count


# --------------------------------------------------------------------------------------
# Figures


class Streak(NamedTuple):
    """Distribution of what a round does to a streak."""

    win: Fraction
    push: Fraction
    loss: Fraction


@dataclass(frozen=True)
class Figures:
    """One way of playing, before any Burnout payment.

    Attributes
    ----------
    by_upcard : tuple of (Fraction or None)
        Expectation given each of the ten upcards; None where it cannot be dealt.
    average_wagered, variance_wagered : Fraction
        Of main wager, doubles and splits. Wagers given back after a dealer blackjack do not count.
    covariance_net_wagered : Fraction
        Of the net result and what is wagered.
    distribution : dict of Fraction to Fraction
        Probability of each net result.
    streak_by_net, streak_by_majority : Streak
        More hands won than lost; or more than half of all the hands.
    """

    ev: Fraction
    by_upcard: tuple[Fraction | None, ...]
    average_wagered: Fraction
    variance_wagered: Fraction
    covariance_net_wagered: Fraction
    distribution: dict[Fraction, Fraction]
    streak_by_net: Streak
    streak_by_majority: Streak
    burn_rate: Fraction
    most_hands: int


@dataclass(frozen=True)
class Analysis:
    """Figures without and with Burnout, and the kinds of exact ties met in play.

    Attributes
    ----------
    ties, ties_burnout : frozenset of str
        See `Dealing`. Empty if every optimal player plays the same game.
    """

    main: Figures
    burnout: Figures
    ties: frozenset[str]
    ties_burnout: frozenset[str]

    @property
    def most_hands(self) -> int:
        """Return the most hands that a round of the plain game reaches."""
        return self.main.most_hands


def figures_of(by_upcard: dict[int, Outcomes]) -> Figures:
    """Return the figures of outcomes counted in orderings."""
    every: Outcomes = Counter()
    ev_by_upcard: list[Fraction | None] = [None] * RANKS
    for upcard, outcomes in by_upcard.items():
        _put(every, outcomes, 1)
        net = sum(outcome.net * count for outcome, count in outcomes.items())
        ev_by_upcard[upcard] = Fraction(net) / outcomes.total()
    total = every.total()
    wagered = burned = 0
    squared, product = 0, Fraction(0)
    distribution: dict[Fraction, Fraction] = {}
    by_net = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    by_majority = dict(by_net)
    for outcome, count in every.items():
        chance = Fraction(count, total)
        net_result = Fraction(outcome.net)
        distribution[net_result] = distribution.get(net_result, Fraction(0)) + chance
        wagered += outcome.wagered * count
        squared += outcome.wagered**2 * count
        product += net_result * outcome.wagered * chance
        burned += outcome.burned * count
        by_net[(outcome.won > outcome.lost) - (outcome.won < outcome.lost)] += chance
        won_most = 2 * outcome.won > outcome.hands
        lost_most = 2 * outcome.lost > outcome.hands
        by_majority[won_most - lost_most] += chance
    ev = sum((net * chance for net, chance in distribution.items()), Fraction(0))
    return Figures(
        ev=ev,
        by_upcard=tuple(ev_by_upcard),
        average_wagered=Fraction(wagered, total),
        variance_wagered=Fraction(squared, total) - Fraction(wagered, total) ** 2,
        covariance_net_wagered=product - ev * Fraction(wagered, total),
        distribution=distribution,
        streak_by_net=Streak(by_net[1], by_net[0], by_net[-1]),
        streak_by_majority=Streak(by_majority[1], by_majority[0], by_majority[-1]),
        burn_rate=Fraction(burned, total),
        most_hands=max(outcome.hands for outcome in every),
    )


def analyse(shoe: Counts, rules: TwentyOneRules, *, split: Orders = "deal") -> Analysis:
    """Return the figures of a game on a tiny shoe, by going through all its orderings.

    Parameters
    ----------
    shoe : tuple of int
        Ten counts, A to T.
    rules : TwentyOneRules
        The rules.
    split : {"deal", "hole first"}
        Whether, in a split round, the hole card is dealt after the player's hands, or before
        as in any other round. The figures are the same, the first is faster.

    Returns
    -------
    Analysis
        The figures.

    Raises
    ------
    OutOfCards
        If some line of play needs a card and none is left.
    """
    draws.cache_clear()  # holds the cards left of the shoe before
    dealing = Dealing(tuple(shoe), rules, split)
    main = figures_of(dealing.deal(burnout=False))
    ties = frozenset(dealing.ties)
    dealing.ties -= {"hand", "first"}
    burnout = figures_of(dealing.deal(burnout=True))
    return Analysis(main=main, burnout=burnout, ties=ties, ties_burnout=frozenset(dealing.ties))
