"""The distribution of a round: every net result, and what the round counts for the streak."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import fsum
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.blackjack.decisions import SPLIT, SURRENDER, Decisions
from certify.exact.blackjack.ending import DOUBLED, SINGLE, finish
from certify.exact.blackjack.first import SURRENDER_LOSS
from certify.exact.blackjack.multisets.split_shoe import SplitShoe
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.reach import reach_of
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.splits.split_distribution import (
    MOST_NET,
    NETS,
    ROUND_SHAPE,
    SplitDistribution,
    split_distribution,
)
from certify.exact.blackjack.splits.split_hands import SplitHands, split_hands
from certify.exact.blackjack.splits.split_wagered import split_wagered
from certify.exact.blackjack.streak_rules import LOSS, PUSH, WIN, StreakRule, by_streak
from certify.exact.blackjack.values import ShoeValues
from certify.runtime.cores import cores

FloatArray = npt.NDArray[np.float64]

ROUNDING = 1e-13
"""Bound on the rounding errors of a distribution, summed over all places; measured 1e-15."""

WORKERS = 2
"""Distributions worked out at a time, each in up to 1 GB; the kernels leave Python free."""

SplitDistributions = dict[tuple[int, int], SplitDistribution]
"""Distributions of split rounds by pair and upcard, as `split_distribution` gives them."""

SplitsWagered = dict[tuple[int, int], FloatArray]
"""Moments of what is wagered in split rounds, by pair and upcard, as `split_wagered` gives them."""

Worked = TypeVar("Worked")


@dataclass(frozen=True)
class WageredMoments:
    """Moments of everything wagered in a round, in main wagers, any payment left out.

    Attributes
    ----------
    mean, variance : float
        Of what is wagered.
    covariance_with_net : float
        Of what is wagered and the net result.
    """

    mean: float
    variance: float
    covariance_with_net: float


@dataclass(frozen=True)
class RoundDistribution:
    """The distribution of a round, dealer blackjack included, before any Burnout payment.

    Attributes
    ----------
    rounds : ndarray of float64, shape (17, 5, 5, 5)
        Probability by net result in main wagers, -8 to 8, and by the numbers of hands, of hands
        won and of hands lost. Without `blackjack` and `surrender`.
    blackjack : float
        Probability that a blackjack is paid; a win.
    blackjack_pays : Fraction
        Its net result.
    surrender : float
        Probability that half the wager is given up; a loss.
    error_bound : float
        Bound on the probability that is in a wrong place, summed over all places.
    wagered_unsplit : ndarray of float64, shape (parts, 3)
        Parts of E[T], E[T^2] and E[W T], of everything wagered T and the net result W: those of
        `rounds` in which no pair is split.
    p_split : dict
        Probability that a pair is split against an upcard, by both.
    """

    rounds: FloatArray
    blackjack: float
    blackjack_pays: Fraction
    surrender: float
    error_bound: float
    wagered_unsplit: FloatArray
    p_split: dict[tuple[int, int], float]

    def joint(self, streak_rule: StreakRule) -> dict[Fraction, FloatArray]:
        """Return P(loss, push, win) with every net result that can happen, ascending."""
        distribution = by_streak(self.rounds, streak_rule)
        found = {
            Fraction(number - MOST_NET): distribution[number]
            for number in range(NETS)
            if distribution[number].any()
        }
        for value, probability, counts_as in (
            (self.blackjack_pays, self.blackjack, WIN),
            (-Fraction(SURRENDER_LOSS), self.surrender, LOSS),
        ):
            if probability:
                added = np.zeros(3)
                added[counts_as] = probability
                found[value] = found.get(value, np.zeros(3)) + added
        return {value: found[value] for value in sorted(found)}

    def wagered_moments(self, splits: Mapping[tuple[int, int], FloatArray]) -> WageredMoments:
        """Return what is wagered in a round: doubles and splits, with the initial wager.

        `splits` has what is wagered in split rounds, of every pair and upcard in `p_split`. It is
        no part of the distribution: it takes long, and most who ask for that never need it.
        """
        beside = self.blackjack * float(self.blackjack_pays) - self.surrender * SURRENDER_LOSS
        # Where a blackjack is paid or the wager given up, it alone was wagered.
        alone = self.blackjack + self.surrender
        of_split = (chance * splits[cell] for cell, chance in self.p_split.items())
        parts = zip(*self.wagered_unsplit, *of_split, strict=True)
        once, squared, with_net = (fsum(moment) for moment in parts)
        mean = once + alone
        net = fsum(float(value) * chance for value, chance in self.outcomes().items())
        return WageredMoments(
            mean=mean,
            variance=squared + alone - mean**2,
            covariance_with_net=with_net + beside - net * mean,
        )

    def outcomes(self) -> dict[Fraction, float]:
        """Return the probability of every net result that can happen, ascending."""
        return {value: fsum(chances) for value, chances in self.joint("net").items()}

    def streak(self, streak_rule: StreakRule) -> FloatArray:
        """Return the probability of a loss, a push and a win, shape (3,)."""
        chances = np.array(list(self.joint(streak_rule).values()))
        return np.array([fsum(chances[:, result]) for result in (LOSS, PUSH, WIN)])


def split_distributions(
    solution: Solution, *, progress: Callable[[int, int], None] = lambda done, total: None
) -> SplitDistributions:
    """Return the distributions of all the pairs that a strategy splits, with or without Burnout.

    Parameters
    ----------
    solution : Solution
        The strategy.
    progress : callable
        Told of the distributions done, and of their number.

    Returns
    -------
    dict
        Distributions by pair and upcard.

    Notes
    -----
    Conditioning: as `split_distribution`.
    Method: `split_distribution` for each pair and upcard.
    Error: as `split_distribution`.
    Source: reports/METHOD.md section 7.
    """
    cells = split_cells(solution.shoe, solution.decisions)
    done = count(1)
    progress(0, len(cells))
    return distributions_of_splits(
        solution,
        solution.shoe.rules,
        cells,
        computed=lambda cell, found: progress(next(done), len(cells)),
    )


def split_cells(shoe: ShoeValues, decisions: Decisions) -> list[tuple[int, int]]:
    """Return the pairs that a strategy splits against which upcards, with Burnout or without."""
    splits = decisions.first == SPLIT
    if shoe.with_burnout:
        splits |= decisions.option_first == SPLIT
    return [
        (pair, upcard)
        for pair, hand in enumerate(shoe.pairs)
        for upcard in range(RANKS)
        if splits[upcard, hand] and shoe.deal[upcard, hand] > 0.0
    ]


def distributions_of_splits(
    solution: Solution,
    rules: TwentyOneRules,
    cells: Sequence[tuple[int, int]],
    *,
    computed: Callable[[tuple[int, int], SplitDistribution], None] = lambda cell, found: None,
    workers: int = WORKERS,
) -> SplitDistributions:
    """Return the distributions of several splits, as `distribution_of_split`, on some cores.

    `computed` is given each as soon as it is there. Each is the same whatever else is worked out.
    """
    return _of_splits(distribution_of_split, solution, rules, cells, computed, workers)


def wagered_of_splits(
    solution: Solution,
    rules: TwentyOneRules,
    cells: Sequence[tuple[int, int]],
    *,
    computed: Callable[[tuple[int, int], FloatArray], None] = lambda cell, found: None,
    workers: int = WORKERS,
) -> SplitsWagered:
    """Return what is wagered in several splits, each as `wagered_of_split`, on some cores.

    `computed` is given each as soon as it is there.
    """
    return _of_splits(wagered_of_split, solution, rules, cells, computed, workers)


def _of_splits(
    work: Callable[[Solution, TwentyOneRules, int, int], Worked],
    solution: Solution,
    rules: TwentyOneRules,
    cells: Sequence[tuple[int, int]],
    computed: Callable[[tuple[int, int], Worked], None],
    workers: int,
) -> dict[tuple[int, int], Worked]:
    """Return what the work comes to for several splits, in their order, on some cores."""

    def size(cell: tuple[int, int]) -> int:
        return len(hands_of_split(solution, rules, *cell).key)

    # What takes longest is begun first, so that no core waits for it in the end.
    order = sorted(cells, key=size, reverse=True)
    with ThreadPoolExecutor(min(workers, cores())) as pool:
        running = {pool.submit(work, solution, rules, *cell): cell for cell in order}
        try:
            for done in as_completed(running):
                computed(running[done], done.result())
        finally:
            # Whoever interrupts does not wait for what was not begun.
            pool.shutdown(wait=False, cancel_futures=True)
        found = {cell: done.result() for done, cell in running.items()}
        return {cell: found[cell] for cell in cells}


def hands_of_split(solution: Solution, rules: TwentyOneRules, pair: int, upcard: int) -> SplitHands:
    """Return what a hand of a split can become under given rules."""
    hits, doubles = solution.decisions.one_play_after_splitting(pair)
    return split_hands(rules, pair, hits[upcard], doubles[upcard])


def distribution_of_split(
    solution: Solution, rules: TwentyOneRules, pair: int, upcard: int
) -> SplitDistribution:
    """Return the distribution of splitting a pair, played by the strategy, under given rules."""
    shoe = SplitShoe(solution.shoe.counts, rules, pair, upcard)
    return split_distribution(shoe, hands_of_split(solution, rules, pair, upcard))


def wagered_of_split(
    solution: Solution, rules: TwentyOneRules, pair: int, upcard: int
) -> FloatArray:
    """Return what is wagered where a pair is split, played by the strategy, under given rules.

    Parameters
    ----------
    solution : Solution
        The strategy.
    rules : TwentyOneRules
        The rules.
    pair, upcard : int
        Ranks.

    Returns
    -------
    ndarray of float64, shape (3,)
        The moments, as `split_wagered` gives them.

    Notes
    -----
    Conditioning: as `split_wagered`.
    Method: `split_wagered` of what a hand can become by the strategy.
    Error: as `split_wagered`.
    Source: reports/METHOD.md section 7.
    """
    shoe = SplitShoe(solution.shoe.counts, rules, pair, upcard)
    return split_wagered(shoe, hands_of_split(solution, rules, pair, upcard))


def round_distribution(
    solution: Solution,
    *,
    with_option: bool,
    splits: SplitDistributions | None = None,
    upcard: int | None = None,
) -> RoundDistribution:
    """Return the distribution of a round under a strategy.

    Parameters
    ----------
    solution : Solution
        The strategy and its shoe.
    with_option : bool
        Whether the Burnout payment was made.
    splits : dict, optional
        What `split_distributions` returns, where it is known already.
    upcard : int, optional
        Only rounds in which the dealer shows this rank are counted, jointly with their chance.

    Returns
    -------
    RoundDistribution
        The distribution.

    Notes
    -----
    Conditioning: none; the distributions of all upcards add up to that of the round.
    Method: the probability of every final hand with its dealer outcomes, and `split_distribution`.
    Error: `error_bound`; the mean is the expectation of the recurrence within 1e-12, and so are the
    moments of what is wagered, with those of `wagered_of_splits`.
    Source: derived here, reports/METHOD.md section 7.
    """
    splits = split_distributions(solution) if splits is None else splits
    shoe, rules, decisions = solution.shoe, solution.shoe.rules, solution.decisions
    first = decisions.option_first if with_option else decisions.first
    weights = shoe.counts / shoe.counts.sum()
    if upcard is not None:
        weights = np.where(np.arange(RANKS) == upcard, weights, 0.0)
    distribution = np.zeros(ROUND_SHAPE)
    wagered: list[FloatArray] = []
    p_split: dict[tuple[int, int], float] = {}
    error_bound = ROUNDING
    unsplit = unsplit_distribution(shoe, decisions, with_option=with_option)
    for amount in (SINGLE, DOUBLED):
        for result in (LOSS, PUSH, WIN):
            net = (amount + 1) * (result - PUSH)
            place = MOST_NET + net, 1, int(result == WIN), int(result == LOSS)
            chance = fsum(weights * unsplit[:, amount, result])
            distribution[place] += chance
            wagered.append(chance * _moments_of(amount + 1, net))
    for pair, hand in enumerate(shoe.pairs):
        for shown in np.flatnonzero(first[:, hand] == SPLIT):
            dealt = weights[shown] * shoe.deal[shown, hand]
            if dealt > 0.0:
                distribution += dealt * splits[pair, int(shown)].probability
                error_bound += dealt * splits[pair, int(shown)].error_bound
                p_split[pair, int(shown)] = float(dealt)
    all_dealt = weights[:, None] * shoe.deal
    at_all, blackjack = shoe.no_blackjack_at_all, shoe.no_blackjack[:, NONE_BURNED]
    natural = shoe.natural
    tied = fsum(all_dealt[:, natural] * (1.0 - at_all[:, natural]))
    distribution[MOST_NET, 1, 0, 0] += tied
    wagered.append(tied * _moments_of(1, 0))
    others = all_dealt.copy()
    others[:, natural] = 0.0
    lost = fsum((others * (1.0 - blackjack)).ravel())
    gives_up = np.where(first == SURRENDER, others, 0.0)
    lost += fsum((gives_up * (blackjack - at_all)).ravel())
    distribution[MOST_NET - 1, 1, 0, 1] += lost
    wagered.append(lost * _moments_of(1, -1))
    return RoundDistribution(
        rounds=distribution,
        blackjack=fsum(all_dealt[:, natural] * at_all[:, natural]),
        blackjack_pays=rules.blackjack_pays,
        surrender=fsum((gives_up * at_all).ravel()),
        error_bound=float(error_bound),
        wagered_unsplit=np.array(wagered),
        p_split=p_split,
    )


def _moments_of(amount: int, net: int) -> FloatArray:
    """Return what is wagered, its square, and its product with the net result."""
    return np.array([amount, amount**2, amount * net], dtype=np.float64)


def unsplit_distribution(
    shoe: ShoeValues, decisions: Decisions, *, with_option: bool
) -> FloatArray:
    """Return the distribution of hands played out unsplit, blackjacks of either side left out.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    decisions : Decisions
        The strategy.
    with_option : bool
        Whether the Burnout payment was made.

    Returns
    -------
    ndarray of float64, shape (10, 2, 3)
        Probability by upcard, amount (single, doubled) and result (loss, push, win).

    Notes
    -----
    Conditioning: on the upcard; joint with no dealer blackjack, unless that takes every wager.
    Method: the probability of every final hand with its dealer outcomes.
    Error: below 1e-14.
    Source: derived here, reports/METHOD.md section 7.
    """
    rules, table = shoe.rules, shoe.table
    first = decisions.option_first if with_option else decisions.first
    reach = reach_of(shoe, decisions, with_option=with_option)
    distribution = np.zeros((RANKS, 2, 3))
    shared = (
        shoe.counts,
        table,
        rules.double_after_hit,
        rules.blackjack_takes_all,
        shoe.outcomes_in_play,
        shoe.multiset,
        first,
    )
    burns = decisions.burns_hit, decisions.burns_double
    if with_option:
        hits = decisions.option_hits[:, np.newaxis]
        doubles = decisions.option_doubles[:, np.newaxis]
        finish(*shared, hits, doubles, *burns, True, reach.option[:, np.newaxis], distribution)
    finish(*shared, decisions.hits, decisions.doubles, *burns, False, reach.without, distribution)
    return distribution
