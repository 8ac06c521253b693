"""Play for the streak on tiny shoes: the game tree with a utility in place of the net result.

A round is worth ``c * x + w * [win] - l * [loss]`` to the player: x is its net result in main
wagers, before any Burnout payment, and a win or a loss is what the round counts for the streak.
Every decision of a hand that is not split maximises the expectation of that, given what the
player sees. Hands after a split are played as in `twenty_one_tree`, by the net result: so
splitting is worth the expected utility of the whole round under that fixed play.

Two passes as there: `UtilityPlayer` decides, `UtilityDealing` deals, and all figures come from
the dealing. Of equally good actions the first one is taken, in the order stand, hit, double,
surrender, split, and keep before burn. Burnout is bought only where that is better
than to play without.

A round counts for the streak by hands won less hands lost; or, by `majority`, for the side that
has more than half of all its hands. A dealer's blackjack against no natural is a loss, whatever
it takes, and so is a surrender. Insurance and even money are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm

from certify.exact.blackjack.rules import TwentyOneRules
from tests.oracle.twenty_one_tree import (
    BURN,
    BUST,
    DEALER_BLACKJACK,
    DOUBLE,
    HIT,
    KEEP,
    SPLIT,
    STAND,
    SURRENDER,
    Counts,
    Dealing,
    Hand,
    Number,
    Outcome,
    Outcomes,
    Player,
    add,
    draws,
    end_of,
    figures_of,
    is_blackjack,
    orderings,
    sign,
)

# --------------------------------------------------------------------------------------
# What a round is worth


@dataclass(frozen=True)
class Utility:
    """Worth of a round: `net` a main wager won, `win` for a won round, less `loss` for a lost one.

    None of the three may be negative.
    """

    net: Fraction
    win: Fraction
    loss: Fraction

    def __post_init__(self) -> None:
        if min(self.net, self.win, self.loss) < 0:
            raise ValueError(f"a utility has a negative weight: {self}")

    def whole(self) -> tuple[int, int, int]:
        """Return the weights times a common positive number that makes them even integers.

        Decisions are the same with these; even, as a surrender takes half a wager.
        """
        weights = [Fraction(weight) for weight in (self.net, self.win, self.loss)]
        scale = 2 * lcm(*(weight.denominator for weight in weights))
        net, win, loss = (int(weight * scale) for weight in weights)
        return net, win, loss


NET_ALONE = Utility(Fraction(1), Fraction(0), Fraction(0))


def counts_as(outcome: Outcome, *, majority: bool) -> int:
    """Return 1 if the round counts as won for the streak, -1 if as lost, else 0."""
    if majority:
        return (2 * outcome.won > outcome.hands) - (2 * outcome.lost > outcome.hands)
    return (outcome.won > outcome.lost) - (outcome.won < outcome.lost)


# --------------------------------------------------------------------------------------
# First pass: decisions


class Table:
    """What does not depend on the utility: finished hands, and splits in their fixed play."""

    def __init__(self, shoe: Counts, rules: TwentyOneRules) -> None:
        self.shoe = shoe
        self.rules = rules
        self.dealing = Dealing(shoe, rules, "deal")
        self._won_and_lost: dict[tuple[int, int, Counts], tuple[int, int]] = {}
        self._players: dict[tuple[int, int, int], UtilityPlayer] = {}
        self.rounds: dict[tuple[Utility, bool, bool], RoundBest] = {}

    def player(self, weights: tuple[int, int, int]) -> UtilityPlayer:
        """Return the player with a utility of these weights; only the last one is kept."""
        if weights not in self._players:
            self._players = {weights: UtilityPlayer(self, weights)}
        return self._players[weights]

    def won_and_lost(self, upcard: int, end: int, rest: Counts) -> tuple[int, int]:
        """Return the orderings of the rest that win and those that lose for a finished hand.

        A dealer's blackjack is a loss if it takes all wagers, and else not counted: then it costs
        the same whatever the player does.
        """
        key = (upcard, end, rest)
        if key not in self._won_and_lost:
            self._won_and_lost[key] = self._count(upcard, end, rest)
        return self._won_and_lost[key]

    def _count(self, upcard: int, end: int, rest: Counts) -> tuple[int, int]:
        blackjack_counts = self.dealing.player.blackjack_counts
        won = lost = 0
        if end == BUST:
            for hole, ways, left in draws(rest):
                if blackjack_counts or not is_blackjack(upcard, hole):
                    lost += ways * orderings(left)
            return 0, lost
        for dealer, count in self.dealing.dealer.ends((upcard,), rest).items():
            if dealer == DEALER_BLACKJACK:
                lost += count if blackjack_counts else 0
            elif sign(end, dealer) == 1:
                won += count
            elif sign(end, dealer) == -1:
                lost += count
        return won, lost


class UtilityPlayer(Player):
    """The decisions of hands that are not split, for a utility of integer weights.

    All is worth a sum over orderings, as in `Player`; but a doubled hand is not worth twice the
    same hand with a single wager, so whatever doubles is written anew.
    """

    def __init__(self, table: Table, weights: tuple[int, int, int]) -> None:
        super().__init__(table.shoe, table.rules, table.dealing.dealer)
        self.table = table
        self.net, self.win, self.loss = weights

    def of_outcome(self, outcome: Outcome, *, majority: bool) -> Number:
        """Return what one outcome of a round is worth."""
        streak = counts_as(outcome, majority=majority)
        return (
            self.net * outcome.net
            + (self.win if streak == 1 else 0)
            - (self.loss if streak == -1 else 0)
        )

    def ended(self, upcard: int, hand: Hand, rest: Counts, wager: int) -> int:
        """Return what a hand that takes no more cards is worth."""
        won, lost = self.table.won_and_lost(upcard, end_of(hand), rest)
        return self.net * wager * (won - lost) + self.win * won - self.loss * lost

    def finished(self, upcard: int, hand: Hand, rest: Counts) -> int:
        """Return what a hand with a single wager is worth that takes no more cards."""
        return self.ended(upcard, hand, rest, 1)

    def surrendered(self, upcard: int, hand: Hand) -> Number:
        """Return what giving up half the wager is worth."""
        result = 0
        for hole, ways, left in draws(self.unseen(upcard, hand)):
            if not is_blackjack(upcard, hole):
                result -= (self.net // 2 + self.loss) * ways * orderings(left)
            elif self.blackjack_counts:
                result -= (self.net + self.loss) * ways * orderings(left)
        return result

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
            worth[DOUBLE] = sum(
                ways * self.ended(upcard, add(hand, rank), left, 2)
                for rank, ways, left in draws(rest, hidden=1)
            )
        self._without[key] = worth
        return worth

    def after_double(self, upcard: int, hand: Hand, rank: int) -> dict[str, Number]:
        """Return what keeping and burning a card just received on a double are worth."""
        new = add(hand, rank)
        left = self.unseen(upcard, new)
        worth: dict[str, Number] = {KEEP: self.ended(upcard, new, left, 2)}
        busted_for_good = end_of(new) == BUST and not self.rules.burnout_on_bust
        if self.rules.burnout_on_double and not busted_for_good:
            worth[BURN] = sum(
                ways * self.ended(upcard, add(hand, next_rank), last, 2)
                for next_rank, ways, last in draws(left, hidden=1)
            )
        return worth


# --------------------------------------------------------------------------------------
# Second pass: dealing


class UtilityDealing(Dealing):
    """Rounds dealt with the decisions of `UtilityPlayer`, and split hands played as ever."""

    def __init__(self, table: Table, utility: Utility, *, majority: bool) -> None:
        super().__init__(table.shoe, table.rules, "deal")
        self.table = table
        self.majority = majority
        self.deciding = table.player(utility.whole())
        self.player = self.deciding

    def settle(
        self,
        finished: tuple[tuple[int, int], ...],
        upcard: int,
        hole: int | None,
        rest: Counts,
        *,
        burned: bool = False,
    ) -> Outcomes:
        """Return the outcomes of finished hands, which are the same for every utility."""
        return self.table.dealing.settle(finished, upcard, hole, rest, burned=burned)

    def split(self, pair: int, upcard: int, hole: int | None) -> Outcomes:
        """Return the outcomes of splitting a pair; its hands are played by the net result."""
        return self.table.dealing.split(pair, upcard, hole)

    def first_worth(self, upcard: int, hand: Hand, burnout: bool) -> dict[str, Number]:
        """Return what each action on the first two cards is worth."""
        key = (upcard, hand, burnout)
        if key in self._first:
            return self._first[key]
        player = self.deciding
        worth = dict(
            player.with_option(upcard, hand) if burnout else player.without_option(upcard, hand)
        )
        if self.rules.surrender == "late":
            worth[SURRENDER] = player.surrendered(upcard, hand)
        if hand[0] == hand[1] and self.rules.max_split_hands > 1:
            worth[SPLIT] = sum(
                player.of_outcome(outcome, majority=self.majority) * count
                for outcome, count in self.split(hand[0], upcard, None).items()
                if player.blackjack_counts or not outcome.dealer_blackjack
            )
        self._first[key] = worth
        return worth


@dataclass(frozen=True)
class RoundBest:
    """A round played so as to maximise a utility.

    Attributes
    ----------
    value : Fraction
        Expected utility, before any Burnout payment.
    mean : Fraction
        Expected net result in main wagers, before any Burnout payment.
    loss, push, win : Fraction
        Probabilities of what the round counts for the streak.
    ties : frozenset of str
        Kinds of decisions met in play with two equally good actions: ``hand``, ``burn``,
        ``first``, and ``split hand`` for the fixed play. If empty, all figures belong to the one
        best play; else only the value is sure (and with ``split hand``, not even that).
    """

    value: Fraction
    mean: Fraction
    loss: Fraction
    push: Fraction
    win: Fraction
    ties: frozenset[str] = field(default=frozenset(), compare=False)


@lru_cache(maxsize=8)
def _table(shoe: Counts, rules: TwentyOneRules) -> Table:
    """Return the table of a shoe and rules; the last ones are remembered."""
    draws.cache_clear()  # holds the cards left of the shoe before
    return Table(shoe, rules)


def best_round(
    shoe: Counts, rules: TwentyOneRules, utility: Utility, *, burnout: bool, majority: bool
) -> RoundBest:
    """Return what the play comes to that maximises the expected utility of a round.

    Parameters
    ----------
    shoe : tuple of int
        Ten counts, A to T.
    rules : TwentyOneRules
        The rules.
    utility : Utility
        What a round is worth.
    burnout : bool
        Whether the player has the option to burn a card. The payment for it is left out.
    majority : bool
        Whether a split round counts for the streak by strict majority of all its hands, and not
        by hands won less hands lost.

    Returns
    -------
    RoundBest
        The value, and the distribution of the play.

    Raises
    ------
    OutOfCards
        If some line of play needs a card and none is left.
    """
    table = _table(tuple(shoe), rules)
    key = (utility, burnout, majority)
    if key not in table.rounds:
        dealing = UtilityDealing(table, utility, majority=majority)
        figures = figures_of(dealing.deal(burnout))
        distribution = figures.streak_by_majority if majority else figures.streak_by_net
        table.rounds[key] = RoundBest(
            value=utility.net * figures.ev
            + utility.win * distribution.win
            - utility.loss * distribution.loss,
            mean=figures.ev,
            loss=distribution.loss,
            push=distribution.push,
            win=distribution.win,
            ties=frozenset(dealing.ties | (table.dealing.ties & {"split hand"})),
        )
    return table.rounds[key]


# --------------------------------------------------------------------------------------
# Bonus wagers alone


def bonus_alone(shoe: Counts, rules: TwentyOneRules, *, burnout: bool, majority: bool) -> Fraction:
    """Return the highest chance that a round which is no push is won.

    If some play wins more often than ``q`` of its rounds that are no push, the one that maximises
    ``(1 - q) P(win) - q P(loss)`` does; its share is the next q. It ends with the maximum at 0.

    Raises
    ------
    ValueError
        If no play ever wins or loses a round.
    """
    start = best_round(shoe, rules, NET_ALONE, burnout=burnout, majority=majority)
    if start.push == 1:
        raise ValueError("every round is a push")
    share = start.win / (start.win + start.loss)
    while True:
        utility = Utility(Fraction(0), 1 - share, share)
        best = best_round(shoe, rules, utility, burnout=burnout, majority=majority)
        if best.value == 0:
            return share
        before, share = share, best.win / (best.win + best.loss)
        if share <= before:
            raise RuntimeError("the play found is no better than the one before")


# --------------------------------------------------------------------------------------
# Main wager, Burnout and Bonus wagers together


@dataclass(frozen=True)
class AtCount:
    """What the player does after some wins in a row, with the Bonus wagers still open.

    Attributes
    ----------
    count : int
        Rounds won so far.
    worth : Fraction
        What the open wagers add to the main game from here on; their stakes are paid already.
    bought : bool
        Whether he makes the Burnout payment for the next round.
    utility : Utility
        What he maximises in the next round.
    round : RoundBest
        That round.
    """

    count: int
    worth: Fraction
    bought: bool
    utility: Utility
    round: RoundBest


def _best_way(
    shoe: Counts, rules: TwentyOneRules, utility: Utility, *, majority: bool, payment: Fraction
) -> tuple[Fraction, bool, RoundBest]:
    """Return the value after the payment of the best way to play, if it is paid, and the round."""
    plain = best_round(shoe, rules, utility, burnout=False, majority=majority)
    option = best_round(shoe, rules, utility, burnout=True, majority=majority)
    if option.value - payment > plain.value:
        return option.value - payment, True, option
    return plain.value, False, plain


def main_worth(shoe: Counts, rules: TwentyOneRules, *, payment: Fraction) -> Fraction:
    """Return what a round is worth without Bonus wagers, Burnout bought if that is better."""
    return _best_way(shoe, rules, NET_ALONE, majority=False, payment=payment)[0]


def streak_values(
    shoe: Counts,
    rules: TwentyOneRules,
    stakes: Mapping[int, Fraction],
    pays: Mapping[int, int | Fraction],
    *,
    majority: bool,
    payment: Fraction,
    on_bonus: bool = False,
) -> list[AtCount]:
    """Return the best play of main wager, Burnout and the open Bonus wagers, by rounds won.

    The worth h(k) after k wins is the maximum, over plays and buying Burnout or not, of

        E[x - payment if bought - g + next],

    where next is ``(pay + 1) * stake`` of the wager on k + 1 wins (if there is one) plus h(k + 1)
    after a win, h(k) after a push, and 0 after a loss; and g is what a round is worth without
    Bonus wagers. Placing the wagers before the first round gains h(0) less the stakes.

    Parameters
    ----------
    stakes : mapping
        Stake in main wagers by number of consecutive wins; it may be 0.
    pays : mapping
        What a wager pays to one; needed for those with a stake.
    payment : Fraction
        For Burnout, in main wagers.
    on_bonus : bool
        Whether as large a share of every open Bonus wager is paid too.

    Returns
    -------
    list of AtCount
        For each count for which a wager is open: from 0 to one less than the highest of `stakes`.

    Raises
    ------
    ValueError
        If every round is a push, or a round more won or not lost would be worth less.
    """
    if not stakes or min(stakes) < 1 or min(stakes.values()) < 0:
        raise ValueError("stakes must be given, for one win or more, and not be negative")
    usual = main_worth(shoe, rules, payment=payment)
    later = Fraction(0)
    counts: list[AtCount] = []
    for count in reversed(range(max(stakes))):
        after_win = later
        if count + 1 in stakes:
            after_win += (pays[count + 1] + 1) * stakes[count + 1]
        lying = sum((stake for wins, stake in stakes.items() if wins > count), Fraction(0))
        paid = payment * (1 + lying) if on_bonus else payment
        at_count = _at_count(
            shoe, rules, count, after_win, usual=usual, majority=majority, payment=paid
        )
        counts.append(at_count)
        later = at_count.worth
    return counts[::-1]


def _at_count(
    shoe: Counts,
    rules: TwentyOneRules,
    count: int,
    after_win: Fraction,
    *,
    usual: Fraction,
    majority: bool,
    payment: Fraction,
) -> AtCount:
    """Return the best play at one count, by policy iteration from the play of the main game."""
    _, bought, best = _best_way(shoe, rules, NET_ALONE, majority=majority, payment=payment)
    before: Fraction | None = None
    while True:
        if best.push == 1:
            raise ValueError("every round is a push")
        cost = payment if bought else Fraction(0)
        worth = (best.mean - cost - usual + best.win * after_win) / (1 - best.push)
        if before is not None and worth <= before:
            raise RuntimeError("the play found is no better than the one before")
        before = worth
        # Against a push, after which the wagers are worth what they were.
        utility = Utility(Fraction(1), after_win - worth, worth)
        value, bought, best = _best_way(shoe, rules, utility, majority=majority, payment=payment)
        if value == usual:
            return AtCount(count, worth, bought, utility, best)


# --------------------------------------------------------------------------------------
# What becomes of the wagers


@dataclass(frozen=True)
class Resolution:
    """What becomes of one Bonus wager.

    Attributes
    ----------
    paid : Fraction
        Probability that it is paid.
    rounds : Fraction
        Expected number of rounds, pushes included, until it is paid or lost.
    returned : Fraction
        Expected return per unit staked, the stake included.
    """

    paid: Fraction
    rounds: Fraction
    returned: Fraction


def resolution(
    rounds: Sequence[RoundBest], pays: Mapping[int, int | Fraction]
) -> dict[int, Resolution]:
    """Return what becomes of the wager on each number of consecutive wins in `pays`.

    Parameters
    ----------
    rounds : sequence of RoundBest
        How a round is played, by rounds won so far: at least as many as the most wins in `pays`.
    pays : mapping
        What the wagers pay to one.

    Returns
    -------
    dict of int to Resolution
        By number of consecutive wins.

    Raises
    ------
    ValueError
        If there are too few rounds.
    """
    if len(rounds) < max(pays):
        raise ValueError(f"there are no rounds up to {max(pays)} wins")
    result: dict[int, Resolution] = {}
    for wins, pay in pays.items():
        # From the last count backwards: paid, and rounds to go.
        paid, to_go = Fraction(1), Fraction(0)
        for best in reversed(rounds[:wins]):
            no_push = 1 - best.push
            # A push comes back here: solve for what stands on both sides.
            paid = best.win * paid / no_push
            to_go = (1 + best.win * to_go) / no_push
        result[wins] = Resolution(paid, to_go, (pay + 1) * paid)
    return result
