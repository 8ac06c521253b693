"""Two seats at one table: how far their results go together.

A round is a sum over the final hands that it can have. Each is taken by the cards that matter to
it: its own, a burned one, and of a split the pair cards of the other hands. In how many orders
these can come, times what the hand pays against a dealer outcome, is its weight; the probability of
cards without replacement comes in where the hands of two seats are combined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from math import comb, fsum

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, RANK_KEYS
from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
    OUTCOMES,
)
from certify.exact.blackjack.decisions import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    BoolArray,
    CodeArray,
)
from certify.exact.blackjack.first import SURRENDER_LOSS
from certify.exact.blackjack.multisets.hand_pairs import CardsLeft, HandPairs
from certify.exact.blackjack.multisets.split_shoe import chances_in_order, factors_in_order
from certify.exact.blackjack.multisets.sums import Multisets
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.reach import Reach, reach_of
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import most_hands_of, split_patterns
from certify.exact.blackjack.splits.split_hands import BUSTED, split_hands
from certify.runtime.cores import cores

IntVector = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SeatHands:
    """The hands of a seat, against one upcard.

    Attributes
    ----------
    keys : ndarray of int64, shape (hands,)
        Multisets of cards, ascending, as numbers in base 64.
    weights : ndarray of float64, shape (hands, 7)
        Orders of the cards times what they add, by dealer outcome, to the net result and 1, in main
        wagers: nothing where the initial wager is lost and no other.
    """

    keys: IntVector
    weights: FloatMatrix


def seat_hands(solution: Solution, reach: Reach, upcard: int, *, with_option: bool) -> SeatHands:
    """Return what a seat's round comes to, as hands with weights.

    Parameters
    ----------
    solution : Solution
        The strategy and its shoe.
    reach : Reach
        How often it meets each unsplit hand (`certify.exact.blackjack.reach.reach_of`).
    upcard : int
        The dealer's upcard.
    with_option : bool
        Whether the Burnout payment was made.

    Returns
    -------
    SeatHands
        The hands.

    Notes
    -----
    Conditioning: on the upcard; none on blackjack.
    Method: orders of unsplit hands from how often they are met; of split rounds by linearity over
    their hands, inclusion and exclusion over pair cards.
    Error: orders are whole numbers and exact below 2^53.
    Source: derived here, reports/METHOD.md section 7.
    """
    found = [
        *_Unsplit(solution, reach, upcard, with_option).hands(),
        *_dealt(solution, upcard, with_option=with_option),
        *_split(solution, upcard, with_option=with_option),
    ]
    keys, place = np.unique(np.concatenate([keys for keys, _ in found]), return_inverse=True)
    weights = np.zeros((len(keys), OUTCOMES))
    np.add.at(weights, place, np.concatenate([part for _, part in found]))
    there = weights.any(axis=1)
    return SeatHands(keys[there], weights[there])


Weighted = tuple[IntVector, FloatMatrix]
"""Hands, not all different, and their weights by dealer outcome."""


@dataclass(frozen=True)
class _Unsplit:
    """The hands that are played out unsplit."""

    solution: Solution
    reach: Reach
    upcard: int
    with_option: bool

    def hands(self) -> Iterator[Weighted]:
        decisions, table = self.solution.decisions, self.solution.shoe.table
        for burned in range(self.reach.without.shape[1]):
            gone = RANK_KEYS[burned - 1] if burned != NONE_BURNED else np.int64(0)
            keys = table.counts @ RANK_KEYS + gone
            met = self._orders(keys, self.reach.without[self.upcard, burned])
            plays = self._plays(
                decisions.hits[self.upcard, burned], decisions.doubles[self.upcard, burned]
            )
            yield self._standing(keys, met, plays)
            for rank in range(RANKS):
                yield self._doubled(keys + RANK_KEYS[rank], met, plays == DOUBLE, rank)
        if not self.with_option:
            return
        keys = table.counts @ RANK_KEYS
        met = self._orders(keys, self.reach.option[self.upcard])
        plays = self._plays(
            decisions.option_hits[self.upcard], decisions.option_doubles[self.upcard]
        )
        yield self._standing(keys, met, plays)
        for drawn in range(RANKS):
            burns = decisions.burns_double[self.upcard, :, drawn]
            after = keys + RANK_KEYS[drawn]
            yield self._doubled(after, met, (plays == DOUBLE) & ~burns, drawn)
            for rank in range(RANKS):
                yield self._doubled(after + RANK_KEYS[rank], met, (plays == DOUBLE) & burns, rank)

    def _orders(self, keys: IntVector, reach: FloatVector) -> FloatVector:
        """Return in how many orders the cards of the hands that are met can come."""
        left = self.solution.shoe.counts.copy()
        left[self.upcard] -= 1
        factors = factors_in_order(left)
        met = np.flatnonzero(reach)
        orders = np.zeros(len(keys))
        orders[met] = np.round(reach[met] / chances_in_order(factors, keys[met]))
        return orders

    def _plays(self, hits: BoolArray, doubles: BoolArray) -> CodeArray:
        """Return what is done with each hand."""
        shoe, decisions = self.solution.shoe, self.solution.decisions
        first = decisions.option_first if self.with_option else decisions.first
        later = np.select([doubles & shoe.rules.double_after_hit, hits], [DOUBLE, HIT], STAND)
        return np.where(shoe.table.size == 2, first[self.upcard], later).astype(np.int8)

    def _standing(self, keys: IntVector, met: FloatVector, plays: CodeArray) -> Weighted:
        stands = (plays == STAND) & (met > 0.0)
        return self._weighted(keys[stands], met[stands], self.solution.shoe.table.total[stands], 1)

    def _doubled(
        self, keys: IntVector, met: FloatVector, doubles: BoolArray, rank: int
    ) -> Weighted:
        """Return the hands that drew their last card, of a rank; `keys` include it."""
        table = self.solution.shoe.table
        there = doubles & (met > 0.0)
        child = table.successor[there, rank]
        totals = np.where(child == BUST, BUSTED, table.total[child])
        return self._weighted(keys[there], met[there], totals, 2)

    def _weighted(
        self, keys: IntVector, orders: FloatVector, totals: IntVector, amount: int
    ) -> Weighted:
        amounts = np.full(len(keys), amount)
        takes_all = self.solution.shoe.rules.blackjack_takes_all
        return keys, orders[:, None] * _worth(totals, amounts, takes_all=takes_all)


def _worth(totals: IntVector, amounts: IntVector, *, takes_all: bool) -> FloatMatrix:
    """Return net results and 1 by dealer outcome, shape (hands, 7); `BUSTED` is a bust."""
    worth = np.zeros((len(totals), OUTCOMES))
    for outcome in range(OUTCOME_BUST):
        worth[:, outcome] = np.sign(totals - (outcome + DEALER_STANDS_ON)) * amounts
    worth[:, OUTCOME_BUST] = amounts
    worth[totals == BUSTED] = -amounts[totals == BUSTED, None]
    # Unless it takes every wager, a blackjack takes one of a round.
    worth[:, OUTCOME_BLACKJACK] = -amounts if takes_all else -1.0
    return worth + 1.0


def _dealt(solution: Solution, upcard: int, *, with_option: bool) -> Iterator[Weighted]:
    """Yield the hands that are not played: the blackjack, and those that are given up."""
    shoe, decisions = solution.shoe, solution.decisions
    first = (decisions.option_first if with_option else decisions.first)[upcard]
    hands = shoe.two_cards[first[shoe.two_cards] == SURRENDER]
    given_up = hands[hands != shoe.natural]
    for chosen, net, against_blackjack in (
        (np.array([shoe.natural]), float(shoe.rules.blackjack_pays), 0.0),
        (given_up, -SURRENDER_LOSS, -1.0),
    ):
        counts = shoe.table.counts[chosen]
        worth = np.full((len(chosen), OUTCOMES), 1.0 + net)
        worth[:, OUTCOME_BLACKJACK] = 1.0 + against_blackjack
        orders = np.where(counts.max(axis=1, initial=0) == 2, 1.0, 2.0)
        yield counts @ RANK_KEYS, orders[:, None] * worth


def _split(solution: Solution, upcard: int, *, with_option: bool) -> Iterator[Weighted]:
    """Yield the hands of split rounds, with the pair cards that others are known to have."""
    shoe, rules, decisions = solution.shoe, solution.shoe.rules, solution.decisions
    first = (decisions.option_first if with_option else decisions.first)[upcard]
    for pair, hand in enumerate(shoe.pairs):
        if first[hand] != SPLIT or shoe.deal[upcard, hand] == 0.0:
            continue
        hits, doubles = decisions.one_play_after_splitting(pair)
        after = split_hands(rules, pair, hits[upcard], doubles[upcard])
        takes_all = rules.blackjack_takes_all
        worth = _worth(after.total, after.amount, takes_all=takes_all)
        weights = after.orders[:, None] * worth
        # Each hand counts a wager of its own, of which but the first are no initial wager.
        further = np.ones((1, OUTCOMES))
        if not takes_all:
            further[:, OUTCOME_BLACKJACK] = 0.0
        for pattern in split_patterns(most_hands_of(rules, pair)):
            apart, free = pattern.restricted, pattern.free
            for ways, others, keys, part in (
                (apart, apart - 1, after.key[~after.is_pair], weights[~after.is_pair]),
                (free, apart, after.key, weights),
                (-(1 + pattern.pairs), apart, np.zeros(1, dtype=np.int64), further),
            ):
                for also in range(others + 1 if ways else 0):
                    gone = (2 + pattern.pairs + also) * RANK_KEYS[pair]
                    often = pattern.ways * ways * (-1) ** also * comb(others, also)
                    yield keys + gone, often * part


SEATS = 2

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
    most = np.abs(hands.weights).max(axis=1)
    likely, of_hands = left.likely(hands.keys, most, 0.5 * MAY_BE_LEFT_OUT)
    keys, weights = hands.keys[likely], hands.weights[likely]
    pairs, of_pairs = HandPairs.likely(keys, most[likely], left, 0.5 * MAY_BE_LEFT_OUT)
    return _AgainstUpcard(
        mean=left.expectation(Multisets.of(hands.keys, most), hands.weights),
        product=pairs.products([(weights, weights)], left)[0],
        left_out=of_hands + of_pairs,
    )
