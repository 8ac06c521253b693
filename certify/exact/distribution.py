"""The law of a round: every net result, and what the round counts for the streak."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST
from certify.cards.ranks import RANKS
from certify.errors import EngineError
from certify.exact.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
    OUTCOMES,
    dealer_outcomes,
)
from certify.exact.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from certify.exact.figures import reach_of
from certify.exact.first import SURRENDER_LOSS
from certify.exact.player import NONE_BURNED, no_blackjack, remove
from certify.exact.solve import Solution
from certify.exact.split_law import (
    LOSS,
    MOST_NET,
    NETS,
    PUSH,
    WIN,
    SplitLaw,
    split_law,
)
from certify.exact.values import hand_multisets
from certify.numerics.jit import inline, kernel

FloatArray = npt.NDArray[np.float64]

SINGLE, DOUBLED = 0, 1
HALF_UNITS = 2

ROUNDING = 1e-13
"""Bound on the rounding errors of a law, summed over all places; measured 1e-15."""

SplitLaws = dict[tuple[int, int], SplitLaw]
"""Laws of split rounds by pair and upcard, as `certify.exact.split_law.split_law` gives them."""


@dataclass(frozen=True)
class RoundLaw:
    """The law of a round, dealer blackjack included, before any Burnout payment.

    Attributes
    ----------
    net : ndarray of float64, shape (17, 3, 3)
        Probability by net result in main wagers, -8 to 8, and by what the round counts for the
        streak (loss, push, win), by hands won less hands lost, and by the majority of all hands.
        Without `blackjack` and `surrender`.
    blackjack : float
        Probability that a blackjack is paid; a win.
    blackjack_pays : Fraction
        Its net result.
    surrender : float
        Probability that half the wager is given up; a loss.
    error_bound : float
        Bound on the probability that is in a wrong place, summed over all places.
    """

    net: FloatArray
    blackjack: float
    blackjack_pays: Fraction
    surrender: float
    error_bound: float

    def outcomes(self) -> dict[Fraction, float]:
        """Return the probability of every net result that can happen, ascending."""
        found = {
            Fraction(number - MOST_NET): fsum(self.net[number].ravel())
            for number in range(NETS)
            if self.net[number].any()
        }
        for value, probability in (
            (self.blackjack_pays, self.blackjack),
            (-Fraction(SURRENDER_LOSS), self.surrender),
        ):
            if probability:
                found[value] = found.get(value, 0.0) + probability
        return {value: found[value] for value in sorted(found)}

    def streak(self, *, majority: bool) -> FloatArray:
        """Return the probability of a loss, a push and a win, shape (3,)."""
        law = np.array(
            [
                fsum((self.net[:, :, result] if majority else self.net[:, result]).ravel())
                for result in (LOSS, PUSH, WIN)
            ]
        )
        law[WIN] += self.blackjack
        law[LOSS] += self.surrender
        return law

    @property
    def probability(self) -> FloatArray:
        """The joint law in half units, shape (33, 3, 3), -8 to 8.

        Raises
        ------
        EngineError
            If a blackjack pays what is no multiple of one half.
        """
        pays = self.blackjack_pays * HALF_UNITS
        if pays.denominator != 1:
            raise EngineError(f"a blackjack pays {self.blackjack_pays}, no multiple of one half")
        law = np.zeros((HALF_UNITS * (NETS - 1) + 1, 3, 3))
        law[::HALF_UNITS] = self.net
        zero = HALF_UNITS * MOST_NET
        law[zero + int(pays), WIN, WIN] += self.blackjack
        law[zero - int(HALF_UNITS * SURRENDER_LOSS), LOSS, LOSS] += self.surrender
        return law


def split_laws(
    solution: Solution, *, progress: Callable[[int, int], None] = lambda done, total: None
) -> SplitLaws:
    """Return the laws of all the pairs that a strategy splits, with or without Burnout.

    Parameters
    ----------
    solution : Solution
        The strategy.
    progress : callable
        Told of the laws done, and of their number.

    Returns
    -------
    dict
        Laws by pair and upcard.

    Notes
    -----
    Conditioning: as `split_law`.
    Method: `split_law` for each pair and upcard.
    Error: as `split_law`.
    Source: reports/METHOD.md section 7.
    """
    shoe, decisions = solution.shoe, solution.decisions
    splits = decisions.first == SPLIT
    if solution.option is not None:
        splits |= decisions.option_first == SPLIT
    cells = [
        (pair, upcard)
        for pair, hand in enumerate(shoe.pairs)
        for upcard in range(RANKS)
        if splits[upcard, hand] and shoe.deal[upcard, hand] > 0.0
    ]
    laws: SplitLaws = {}
    for pair, upcard in cells:
        progress(len(laws), len(cells))
        laws[pair, upcard] = split_law(
            shoe.counts,
            shoe.rules,
            pair,
            upcard,
            np.ascontiguousarray(decisions.hits[upcard, NONE_BURNED]),
            np.ascontiguousarray(decisions.doubles[upcard, NONE_BURNED]),
        )
    progress(len(cells), len(cells))
    return laws


def round_law(
    solution: Solution, *, with_option: bool, splits: SplitLaws | None = None
) -> RoundLaw:
    """Return the law of a round under a strategy.

    Parameters
    ----------
    solution : Solution
        The strategy and its shoe.
    with_option : bool
        Whether the Burnout payment was made.
    splits : dict, optional
        What `split_laws` returns, where it is known already.

    Returns
    -------
    RoundLaw
        The law.

    Notes
    -----
    Conditioning: none.
    Method: the probability of every final hand with its dealer outcomes, and `split_law`.
    Error: `error_bound`; the mean is the expectation of the recurrence within 1e-12.
    Source: derived here, reports/METHOD.md section 7.
    """
    splits = split_laws(solution) if splits is None else splits
    shoe, rules, decisions = solution.shoe, solution.shoe.rules, solution.decisions
    first = decisions.option_first if with_option else decisions.first
    weights = shoe.counts / shoe.counts.sum()
    law = np.zeros((NETS, 3, 3))
    error_bound = ROUNDING
    unsplit = _unsplit(solution, first, with_option=with_option)
    for amount in (SINGLE, DOUBLED):
        for result in (LOSS, PUSH, WIN):
            net = (amount + 1) * (result - PUSH)
            law[MOST_NET + net, result, result] += fsum(weights * unsplit[:, amount, result])
    for pair, hand in enumerate(shoe.pairs):
        for upcard in np.flatnonzero(first[:, hand] == SPLIT):
            dealt = weights[upcard] * shoe.deal[upcard, hand]
            if dealt > 0.0:
                law += dealt * splits[pair, int(upcard)].probability
                error_bound += dealt * splits[pair, int(upcard)].error_bound
    dealt = weights[:, None] * shoe.deal
    at_all, blackjack = shoe.no_blackjack_at_all, shoe.no_blackjack[:, NONE_BURNED]
    natural = shoe.natural
    law[MOST_NET, PUSH, PUSH] += fsum(dealt[:, natural] * (1.0 - at_all[:, natural]))
    others = dealt.copy()
    others[:, natural] = 0.0
    lost = fsum((others * (1.0 - blackjack)).ravel())
    gives_up = np.where(first == SURRENDER, others, 0.0)
    lost += fsum((gives_up * (blackjack - at_all)).ravel())
    law[MOST_NET - 1, LOSS, LOSS] += lost
    return RoundLaw(
        net=law,
        blackjack=fsum(dealt[:, natural] * at_all[:, natural]),
        blackjack_pays=rules.blackjack_pays,
        surrender=fsum((gives_up * at_all).ravel()),
        error_bound=float(error_bound),
    )


def _unsplit(solution: Solution, first: npt.NDArray[np.int8], *, with_option: bool) -> FloatArray:
    """Return P(amount, result) of hands played out unsplit by upcard, shape (10, 2, 3)."""
    shoe, rules, decisions = solution.shoe, solution.shoe.rules, solution.decisions
    table = shoe.table
    removed, multiset = hand_multisets(shoe.with_burnout)
    outcomes = dealer_outcomes(shoe.counts, removed, hits_soft_17=rules.dealer_hits_soft_17)
    if not rules.blackjack_takes_all:
        outcomes[:, :, OUTCOME_BLACKJACK] = 0.0
    reach = reach_of(shoe, decisions, with_option=with_option)
    law = np.zeros((RANKS, 2, 3))
    shared = (
        shoe.counts,
        table.counts,
        table.successor,
        table.total,
        table.size,
        rules.double_after_hit,
        rules.blackjack_takes_all,
        outcomes,
        multiset,
        first,
    )
    if with_option:
        _finish_with_option(
            *shared,
            decisions.option_hits,
            decisions.option_doubles,
            decisions.burns_hit,
            decisions.burns_double,
            reach.option,
            law,
        )
    _finish_without_option(*shared, decisions.hits, decisions.doubles, reach.without, law)
    return law


@inline
def _settle(outcomes, total, amount, probability, law):
    """Add a hand that stands on `total`."""
    for outcome in range(OUTCOMES):
        if outcome == OUTCOME_BUST:
            result = WIN
        elif outcome == OUTCOME_BLACKJACK or total < outcome + DEALER_STANDS_ON:
            result = LOSS
        elif total > outcome + DEALER_STANDS_ON:
            result = WIN
        else:
            result = PUSH
        law[amount, result] += probability * outcomes[outcome]


@inline
def _draw_last(
    shoe,
    counts,
    successor,
    total,
    takes_all,
    outcomes,
    multiset,
    upcard,
    burned,
    hand,
    amount,
    probability,
    only_busts,
    left,
    law,
):
    """Add a hand that draws its last card; or that card only where it busts."""
    cards_left = remove(shoe, counts[hand], upcard, burned, left)
    for rank in range(RANKS):
        if left[rank] <= 0.0:
            continue
        passes = probability * left[rank] / cards_left
        child = successor[hand, rank]
        if child == BUST:
            left[rank] -= 1.0
            law[amount, LOSS] += passes * no_blackjack(left, cards_left - 1.0, upcard, takes_all)
            left[rank] += 1.0
        elif not only_busts:
            row = multiset[burned, child]
            _settle(outcomes[row, upcard], total[child], amount, passes, law)


@inline
def _action(first, hits, doubles, size, double_after_hit):
    if size == 2:
        return first
    if double_after_hit and doubles:
        return DOUBLE
    return HIT if hits else STAND


@kernel
def _finish_without_option(
    shoe,
    counts,
    successor,
    total,
    size,
    double_after_hit,
    takes_all,
    outcomes,
    multiset,
    first,
    hits,
    doubles,
    reach,
    law,
):
    """Add the hands that end without the option, or after it was used."""
    left = np.zeros(RANKS)
    for upcard in range(RANKS):
        for burned in range(reach.shape[1]):
            for hand in range(counts.shape[0]):
                met = reach[upcard, burned, hand]
                if met == 0.0:
                    continue
                action = _action(
                    first[upcard, hand],
                    hits[upcard, burned, hand],
                    doubles[upcard, burned, hand],
                    size[hand],
                    double_after_hit,
                )
                if action == STAND:
                    row = multiset[burned, hand]
                    _settle(outcomes[row, upcard], total[hand], SINGLE, met, law[upcard])
                elif action in (HIT, DOUBLE):
                    _draw_last(
                        shoe,
                        counts,
                        successor,
                        total,
                        takes_all,
                        outcomes,
                        multiset,
                        upcard,
                        burned,
                        hand,
                        DOUBLED if action == DOUBLE else SINGLE,
                        met,
                        action == HIT,
                        left,
                        law[upcard],
                    )


@kernel
def _finish_with_option(
    shoe,
    counts,
    successor,
    total,
    size,
    double_after_hit,
    takes_all,
    outcomes,
    multiset,
    first,
    hits,
    doubles,
    burns_hit,
    burns_double,
    reach,
    law,
):
    """Add the hands that end while a card may still be burned, or by the card after a burn."""
    left = np.zeros(RANKS)
    scratch = np.zeros(RANKS)
    for upcard in range(RANKS):
        for hand in range(counts.shape[0]):
            met = reach[upcard, hand]
            if met == 0.0:
                continue
            action = _action(
                first[upcard, hand],
                hits[upcard, hand],
                doubles[upcard, hand],
                size[hand],
                double_after_hit,
            )
            if action == STAND:
                row = multiset[NONE_BURNED, hand]
                _settle(outcomes[row, upcard], total[hand], SINGLE, met, law[upcard])
            if action not in (HIT, DOUBLE):
                continue
            amount = DOUBLED if action == DOUBLE else SINGLE
            cards_left = remove(shoe, counts[hand], upcard, NONE_BURNED, left)
            for drawn in range(RANKS):
                if left[drawn] <= 0.0:
                    continue
                passes = met * left[drawn] / cards_left
                child = successor[hand, drawn]
                burns = burns_hit if action == HIT else burns_double
                if burns[upcard, hand, drawn]:
                    _draw_last(
                        shoe,
                        counts,
                        successor,
                        total,
                        takes_all,
                        outcomes,
                        multiset,
                        upcard,
                        drawn + 1,
                        hand,
                        amount,
                        passes,
                        action == HIT,
                        scratch,
                        law[upcard],
                    )
                elif child == BUST:
                    left[drawn] -= 1.0
                    law[upcard, amount, LOSS] += passes * no_blackjack(
                        left, cards_left - 1.0, upcard, takes_all
                    )
                    left[drawn] += 1.0
                elif action == DOUBLE:
                    row = multiset[NONE_BURNED, child]
                    _settle(outcomes[row, upcard], total[child], amount, passes, law[upcard])
