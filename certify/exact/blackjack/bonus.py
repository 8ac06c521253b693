"""Bonus wagers: what they return, and play for them count by count, as a decision process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum
from operator import attrgetter
from typing import Literal

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.errors import EngineError
from certify.exact.blackjack.aims import NET, WON
from certify.exact.blackjack.decisions import SPLIT, CodeArray
from certify.exact.blackjack.distribution import (
    ROUNDING,
    SplitDistributions,
    distributions_of_splits,
)
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import most_hands_of
from certify.exact.blackjack.streak import (
    AimedPlay,
    HandChances,
    action_values,
    best_play,
    split_components,
)
from certify.exact.blackjack.streak_rules import StreakRule

FloatArray = npt.NDArray[np.float64]

FEW_HANDS = 2
"""Hands to which pairs are split to see at little cost where splitting may be best."""

MAY_GAIN = 0.02
"""Won rounds added to those of two hands where the distribution of more hands is not known.

To an aim of weights 0.44 to 0.56, which add up to 1, they are worth 0.0087 or more. More hands
than two were measured to be worth at most 0.0065 more, of all pairs and upcards of six decks that
the main game does not split, and of all readings.
"""

EVEN = 0.5
"""Chance to win where the iterations start."""

CONVERGED = 1e-13
MOST_STEPS = 50
AT_ONCE = 32
"""Aims worked side by side."""

Choice = Literal["free", "never"]
"""Whether Burnout is bought: where it is best, or never."""

SplitWork = Callable[
    [Solution, TwentyOneRules, Sequence[tuple[int, int]]],
    SplitDistributions,
]
"""Called with a strategy, rules, and pairs with upcards, as `distributions_of_splits`."""

BURNOUT_BOUGHT: dict[Choice, tuple[bool, ...]] = {
    "free": (True, False),
    "never": (False,),
}

Stakes = Mapping[int, float]
"""Stake of each Bonus wager by its number of wins, in main wagers."""


@dataclass(frozen=True)
class RoundChance:
    """A round as a streak sees it: its cost to the main game, and how it counts.

    Attributes
    ----------
    mean : float
        Expectation of the main wager's net result, before any payment.
    win, push, loss : float
        Probability that the round counts as each.
    burnout : bool
        Whether the Burnout payment is made.
    """

    mean: float
    win: float
    push: float
    loss: float
    burnout: bool

    @property
    def chance(self) -> float:
        """Probability that a round that is no push is won; 0 if every round is a push."""
        resolved = self.win + self.loss
        return self.win / resolved if resolved else 0.0


@dataclass(frozen=True)
class AtCount:
    """The best play at one count of a streak.

    Attributes
    ----------
    count : int
        Rounds won so far.
    worth : float
        What the open wagers add to the main game from here on, in main wagers; stakes are paid.
    round : RoundChance
        The round that is played.
    first : ndarray of int8, shape (10, 55)
        Actions with the first two cards.
    price : float
        What the Burnout payment costs in a round at this count, in main wagers.
    """

    count: int
    worth: float
    round: RoundChance
    first: CodeArray
    price: float


@dataclass(frozen=True)
class Resolution:
    """What becomes of a Bonus wager: P(paid), and rounds until it is paid or lost, pushes too."""

    paid: float
    rounds: float


def resolution(rounds: Sequence[RoundChance], wins: int) -> Resolution:
    """Return what becomes of a wager on so many consecutive wins.

    Parameters
    ----------
    rounds : sequence of RoundChance
        How a round is played by count; the last one also at every later count.
    wins : int
        Consecutive wins that the wager needs.

    Returns
    -------
    Resolution
        Probability of being paid, and expected rounds.

    Notes
    -----
    Conditioning: none.
    Method: product of the chances; a count lasts 1 / (1 - P(push)) rounds on average.
    Error: that of the probabilities, times `wins`.
    Source: reports/METHOD.md section 9.
    """
    paid, expected = 1.0, 0.0
    for count in range(wins):
        played = rounds[min(count, len(rounds) - 1)]
        if not paid:
            break
        if not played.win + played.loss:
            raise EngineError(f"every round after {count} wins is a push, so no streak ever ends")
        expected += paid / (played.win + played.loss)
        paid *= played.chance
    return Resolution(paid=paid, rounds=expected)


class StreakPlayer:
    """A player who minds the streak; distributions of pairs that only he splits are worked out.

    Parameters
    ----------
    solution : Solution
        The optimal strategy of the main wager, with the Burnout option.
    distributions : dict
        Distributions of the pairs that it splits.
    streak_rule : str
        What a round counts as.
    on_bonus : bool
        Whether the Burnout payment is a share of the Bonus wagers that are open too.
    work_out : callable
        What works out distributions of splits; it may look them up.

    Attributes
    ----------
    error_bound : float
        Bound on the error of any probability of a round that was worked out so far.
    """

    def __init__(
        self,
        solution: Solution,
        distributions: SplitDistributions,
        streak_rule: StreakRule,
        *,
        on_bonus: bool = False,
        work_out: SplitWork = distributions_of_splits,
    ) -> None:
        self.on_bonus = on_bonus
        self.solution = solution
        self.shoe = solution.shoe
        self.streak_rule = streak_rule
        self.distributions = dict(distributions)
        self.work_out = work_out
        self.payment = float(self.shoe.rules.burnout_payment)
        self.error_bound = ROUNDING
        self._hands = HandChances.of(self.shoe)
        self._played: list[tuple[RoundChance, CodeArray]] = []
        self._known = split_components(self.distributions, streak_rule)
        self._guess = self._two_hands()

    def _two_hands(self) -> FloatArray:
        """Return a guess of splitting without its distribution: of two hands, but the true net."""
        rules = self.shoe.rules
        fewer = replace(rules, max_split_hands=min(FEW_HANDS, rules.max_split_hands))
        cells = [
            (pair, upcard)
            for pair, hand in enumerate(self.shoe.pairs)
            if most_hands_of(rules, pair) >= FEW_HANDS
            for upcard in range(RANKS)
            if self.shoe.deal[upcard, hand] > 0.0 and (pair, upcard) not in self.distributions
        ]
        distributions = self.work_out(self.solution, fewer, cells)
        guess = split_components(distributions, self.streak_rule)
        for (pair, upcard), distribution in distributions.items():
            if most_hands_of(rules, pair) == FEW_HANDS:
                self.distributions[pair, upcard] = distribution
                self._known[:, pair, upcard] = guess[:, pair, upcard]
        guess[NET] = np.where(np.isnan(guess[NET]), guess[NET], self.solution.split[NET])
        return guess

    def play(self, aims: FloatArray, actions: FloatArray, *, floor: FloatArray) -> AimedPlay:
        """Return the best play for several aims, as `best_play`.

        Distributions are worked out for the aims alone that may be worth more than `floor`; of the
        others the play is an upper bound.
        """
        while True:
            hopeful = np.where(np.isnan(self._known), self._guess, self._known)
            hopeful[WON] += np.where(np.isnan(self._known[WON]), MAY_GAIN, 0.0)
            found = best_play(self.shoe, hopeful, aims, actions)
            missing = self._missing(found.first[worth_of(found, aims) > floor])
            if not missing:
                return found
            distributions = self.work_out(self.solution, self.shoe.rules, missing)
            self.distributions |= distributions
            components = split_components(distributions, self.streak_rule)
            self._known = np.where(np.isnan(components), self._known, components)

    def _missing(self, first: CodeArray) -> list[tuple[int, int]]:
        hands = self.shoe.two_cards
        return [
            (pair, upcard)
            for pair, hand in enumerate(self.shoe.pairs)
            for upcard in range(RANKS)
            if np.isnan(self._known[WON, pair, upcard])
            and (first[:, upcard, np.searchsorted(hands, hand)] == SPLIT).any()
        ]

    def _bound(self, first: CodeArray) -> float:
        """Return a bound on the error of any probability of a round: from the splits it makes."""
        shoe = self.shoe
        weights = shoe.counts / shoe.counts.sum()
        places = np.searchsorted(shoe.two_cards, shoe.pairs)
        return ROUNDING + sum(
            float(weights[upcard] * shoe.deal[upcard, shoe.pairs[pair]]) * distribution.error_bound
            for (pair, upcard), distribution in self.distributions.items()
            if distribution.error_bound and first[upcard, places[pair]] == SPLIT
        )

    def rounds_for(
        self, aims: FloatArray, floors: Mapping[bool, FloatArray]
    ) -> dict[bool, list[tuple[RoundChance, CodeArray]]]:
        """Return the best round for each aim and its first actions, with Burnout or without.

        Where that is worth no more than the floor, it may be an upper bound.
        """
        values = action_values(self.shoe, self._hands, aims, with_option=any(floors))
        rounds = {}
        for burnout, floor in floors.items():
            found = self.play(aims, values[burnout], floor=floor)
            self.error_bound = max(self.error_bound, *map(self._bound, found.first))
            rounds[burnout] = [
                (round_of(found, aim, burnout=burnout), found.first[aim])
                for aim in range(aims.shape[1])
            ]
        return rounds

    def alone(self, *, burnout: bool) -> RoundChance:
        """Return the round that is best for the Bonus wagers alone: the largest chance to win."""
        best: RoundChance | None = None
        chance = EVEN
        for _ in range(MOST_STEPS):
            aims = np.array([[0.0], [1.0 - chance], [chance]])
            ((found, _),) = self.rounds_for(aims, {burnout: np.full(1, -np.inf)})[burnout]
            if best is not None and found.chance <= best.chance + CONVERGED:
                # Of rounds as good, the one that is best at the chance as it is known now.
                return found
            best, chance = found, found.chance
            if chance == 1.0:
                return best
        raise EngineError(f"no best play for the streak was found in {MOST_STEPS} steps")

    @cached_property
    def usual(self) -> RoundChance:
        """The best round without Bonus wagers, Burnout bought if it is worth its price."""
        main_alone, floor = np.array([[1.0], [0.0], [0.0]]), np.full(1, -np.inf)
        rounds = self.rounds_for(main_alone, {False: floor, True: floor})
        return max((found for ((found, _),) in rounds.values()), key=self.net)

    def net(self, played: RoundChance) -> float:
        """Return the main wager's expectation in a round, net of the payment if it is made."""
        return played.mean - self.payment * played.burnout

    def price(self, stakes: Stakes, count: int, *, for_main: bool = True) -> float:
        """Return what the Burnout payment costs in a round after so many wins.

        Parameters
        ----------
        stakes : mapping
            Bonus wagers that were placed, by number of wins.
        count : int
            Rounds won so far.
        for_main : bool
            Whether what is paid on the main wager counts.

        Returns
        -------
        float
            In main wagers.
        """
        on_main = self.payment if for_main else 0.0
        if not self.on_bonus:
            return on_main
        still_open = fsum(stake for wins, stake in stakes.items() if wins > count)
        return on_main + self.payment * still_open

    def policies(
        self,
        wagers: Sequence[Stakes],
        pays: Mapping[int, float],
        choice: Choice = "free",
        *,
        for_main: bool = True,
    ) -> list[list[AtCount]]:
        """Return the best play of main wager, Burnout and open Bonus wagers, count by count.

        Parameters
        ----------
        wagers : sequence of mapping
            For each case the stakes by number of wins, placed before the first round of a streak.
        pays : mapping
            What a Bonus wager pays to one, by number of wins.
        choice : str
            Whether Burnout is bought: ``free`` where it is best, or ``never``.
        for_main : bool
            Whether the main wager and what is paid on it count; without, the Bonus wagers and what
            is paid on them are played for alone.

        Returns
        -------
        list of list of AtCount
            For each case the play at the counts 0, 1, .. at which a wager is open.

        Notes
        -----
        Conditioning: none; worths are relative to the best main game, which goes on anyway.
        Method: the worth h of a count solves h = max E[result - usual + what follows], with h
        itself after a push and 0 after a loss; by policy iteration, counts from the last.
        Error: `error_bound` times what is at stake; the iteration stops below 1e-13.
        Source: derived here, reports/METHOD.md section 9.
        """
        policies: list[list[AtCount]] = [[] for _ in wagers]
        for count in reversed(range(max(max(stakes) for stakes in wagers))):
            open_cases = [case for case, stakes in enumerate(wagers) if max(stakes) > count]
            after_win = [
                wagers[case].get(count + 1, 0.0) * (pays.get(count + 1, 0.0) + 1.0)
                + (policies[case][0].worth if policies[case] else 0.0)
                for case in open_cases
            ]
            prices = [self.price(wagers[case], count, for_main=for_main) for case in open_cases]
            distinct = sorted(set(zip(after_win, prices, strict=True)))
            found: dict[tuple[float, float], AtCount] = {}
            for begin in range(0, len(distinct), AT_ONCE):
                part = distinct[begin : begin + AT_ONCE]
                found |= zip(part, self._at_count(count, part, choice, for_main), strict=True)
            for case, *known in zip(open_cases, after_win, prices, strict=True):
                policies[case].insert(0, found[known[0], known[1]])
        return policies

    def _at_count(
        self, count: int, by_case: Sequence[tuple[float, float]], choice: Choice, for_main: bool
    ) -> list[AtCount]:
        """Return the best play at a count, by what each case gains with a win and pays for Burnout.

        Policy iteration, from the best round that was played for anything so far; if there is none,
        rounds of one kind to begin with, then of both kinds until none is better.
        """
        ways = BURNOUT_BOUGHT[choice]
        after_win, prices = np.array(by_case).T
        weight = 1.0 if for_main else 0.0
        played_before = [each for each in self._played if each[0].burnout in ways]
        best: list[AtCount | None] = [
            self._best_of(played_before, count, gained, price, for_main)
            for gained, price in by_case
        ]
        cases = np.arange(len(after_win))
        for _ in range(MOST_STEPS):
            gained = after_win[cases]
            worth = np.array([self._expected(int(case), best, after_win) for case in cases])
            aims = np.array([np.full(len(cases), weight), gained - worth, worth])
            floors = {ways[0]: np.full(len(cases), -np.inf)}
            if best[cases[0]] is not None:
                usual = weight * self.net(self.usual)
                floors = {way: usual + prices[cases] * way for way in ways}
            rounds = self.rounds_for(aims, floors)
            improved = []
            for place, case in enumerate(cases):
                for way in floors:
                    played, first = rounds[way][place]
                    better = self._worth(played, after_win[case], prices[case], for_main)
                    at, slack = best[case], CONVERGED * max(1.0, after_win[case])
                    found = AtCount(count, better, played, first, float(prices[case]))
                    if at is None or better > at.worth + slack:
                        best[case] = found
                        self._played.append((played, first))
                        improved.append(case)
                    elif better > at.worth - slack and way == at.round.burnout:
                        # Actions that gain next to nothing are those of the worth as known now.
                        best[case] = found
            cases = np.unique(improved).astype(np.int64)
            if not len(cases):
                return [at for at in best if at is not None]
        raise EngineError(f"no best play at {count} wins was found in {MOST_STEPS} steps")

    def _best_of(
        self,
        rounds: Sequence[tuple[RoundChance, CodeArray]],
        count: int,
        gained: float,
        price: float,
        for_main: bool,
    ) -> AtCount | None:
        """Return the play at a count by the best of some rounds, if there is one."""
        found = [
            AtCount(count, self._worth(played, gained, price, for_main), played, first, price)
            for played, first in rounds
        ]
        return max(found, key=attrgetter("worth"), default=None)

    def _expected(self, case: int, best: Sequence[AtCount | None], after_win: FloatArray) -> float:
        """Return what a case is worth as far as that is known."""
        at = best[case]
        return self.usual.chance * float(after_win[case]) if at is None else at.worth

    def cost(self, played: RoundChance, price: float) -> float:
        """Return what a round costs the main wager against its best play, payment included."""
        return self.net(self.usual) - (played.mean - price * played.burnout)

    def _worth(self, played: RoundChance, gained: float, price: float, for_main: bool) -> float:
        """Return what a count is worth where this round is played until it is no push."""
        cost = self.cost(played, price) if for_main else price * played.burnout
        resolved = played.win + played.loss
        # Who pushes for ever is never paid.
        return float((played.win * gained - cost) / resolved) if resolved else 0.0


def worth_of(found: AimedPlay, aims: FloatArray) -> FloatArray:
    """Return what the play of each aim is worth by it, shape (aims,).

    Notes
    -----
    Conditioning: none.
    Method: the main wager's net result, wins and losses, each by the weight that the aim gives it.
    Error: that of the play.
    Source: definition.
    """
    main, win, loss = aims
    worth: FloatArray = main * found.mean + win * found.win - loss * found.loss
    return worth


def round_of(found: AimedPlay, aim: int, *, burnout: bool) -> RoundChance:
    """Return the round of one aim."""
    return RoundChance(
        mean=float(found.mean[aim]),
        win=float(found.win[aim]),
        push=float(found.push[aim]),
        loss=float(found.loss[aim]),
        burnout=burnout,
    )
