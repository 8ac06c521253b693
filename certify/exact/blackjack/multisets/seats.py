"""Two seats at one table: how far their results go together."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from math import fsum

import numpy as np

from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.dealer import DEALER_STANDS_ON
from certify.exact.blackjack.figures import Reach, reach_of
from certify.exact.blackjack.multisets.hand_pairs import CardsLeft, HandPairs
from certify.exact.blackjack.multisets.seat_hands import seat_hands
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import Solution
from certify.runtime.cores import cores

SEATS = 2

FEW_PAIRS = 100_000
"""So many multisets of two hands are not thinned out."""

MAY_BE_LEFT_OUT = 1e-6
"""Most of the mean product of two results that thinning leaves out, given the upcard."""

ROUNDING = 1e-11
"""Bound on the rounding errors of a covariance; measured 1e-15 on the expectation."""

WORKERS = 2
"""Upcards worked out at a time; each takes up to 0.5 GB. The kernels leave the interpreter free."""

MOST_HARD_TOTAL = 30
"""Most points of a hand: 20 before its last card."""

MOST_BURNED = 10
MOST_OF_DEALER = DEALER_STANDS_ON - 1 + 10


@dataclass(frozen=True)
class SeatCovariance:
    """How far the results of two seats go together, and the bound on its error."""

    covariance: float
    error_bound: float


@dataclass(frozen=True)
class _AgainstUpcard:
    mean: float
    product: float
    left_out: float


def seats_suffice(shoe: Shoe, rules: TwentyOneRules) -> bool:
    """Return whether a shoe has enough cards for two seats, whatever is dealt.

    The points of all cards that two seats and the dealer can take are fewer than those of the
    shoe; shoes that might suffice all the same are not told.
    """
    points = sum(rank * count for rank, count in enumerate(shoe.counts, start=1))
    seat = max(MOST_HARD_TOTAL + MOST_BURNED, rules.max_split_hands * MOST_HARD_TOTAL)
    return points > SEATS * seat + MOST_OF_DEALER


def seat_covariance(
    solution: Solution,
    *,
    with_option: bool,
    computed: Callable[[int], None] = lambda done: None,
) -> SeatCovariance:
    """Return the covariance of the net results of two seats in one round from a fresh shoe.

    Parameters
    ----------
    solution : Solution
        The strategy of both seats, and the shoe; it has enough cards (`seats_suffice`).
    with_option : bool
        Whether both seats made the Burnout payment.
    computed : callable
        Told how many upcards are done.

    Returns
    -------
    SeatCovariance
        In main wagers squared.

    Notes
    -----
    Conditioning: none. Both seats decide by their own cards and the upcard, so that neither the
    order in which the seats are served nor the other players matter.
    Method: the mean product of the results, a sum over all multisets of a hand of the one seat and
    one of the other with the dealer's outcome, all cards drawn without replacement; of split rounds
    it is a sum over their hands.
    Error: `error_bound`, of which all but `ROUNDING` are the multisets left out as too unlikely.
    Source: derived here, reports/METHOD.md section 7.
    """
    counts = solution.shoe.counts
    reach = reach_of(solution.shoe, solution.decisions, with_option=with_option)
    upcards = [int(upcard) for upcard in np.flatnonzero(counts)]
    with ThreadPoolExecutor(min(WORKERS, cores())) as pool:
        running = [
            pool.submit(_against, solution, reach, upcard, with_option) for upcard in upcards
        ]
        try:
            for done, _ in enumerate(as_completed(running), start=1):
                computed(done)
        finally:
            # Whoever interrupts does not wait for what was not begun.
            pool.shutdown(wait=False, cancel_futures=True)
    found = [part.result() for part in running]
    chances = counts[upcards] / counts.sum()
    mean = fsum(chances * [part.mean for part in found])
    product = fsum(chances * [part.product for part in found])
    left_out = fsum(chances * [part.left_out for part in found])
    return SeatCovariance(product - mean**2, left_out + ROUNDING)


def _against(solution: Solution, reach: Reach, upcard: int, with_option: bool) -> _AgainstUpcard:
    """Return mean and mean product of net results and 1, given the upcard."""
    shoe = solution.shoe
    hands = seat_hands(solution, reach, upcard, with_option=with_option)
    left = CardsLeft(
        shoe.counts - np.eye(RANKS, dtype=np.int64)[upcard],
        upcard,
        shoe.rules.dealer_hits_soft_17,
    )
    pairs = HandPairs.of(hands.keys, np.abs(hands.weights).max(axis=1))
    left_out = 0.0
    if pairs.sums.number > FEW_PAIRS:
        pairs, left_out = pairs.thinned_out(left, MAY_BE_LEFT_OUT)
    return _AgainstUpcard(
        mean=pairs.expectation(hands.weights, left),
        product=pairs.products([(hands.weights, hands.weights)], left)[0],
        left_out=left_out,
    )
