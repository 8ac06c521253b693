"""What a strategy comes to: expectation, amount wagered, burn rate."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from certify.cards.ranks import RANKS
from certify.exact.blackjack.decisions import DOUBLE, SPLIT, Decisions
from certify.exact.blackjack.first import FloatArray, Stage, first_values
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.reach import Reach, reach_of
from certify.exact.blackjack.split import AMOUNT
from certify.exact.blackjack.values import ShoeValues


@dataclass(frozen=True)
class WagerFigures:
    """What one way of playing comes to, before any payment.

    Attributes
    ----------
    ev : float
        Net expectation a round, in main wagers.
    average_wagered : float
        Main wager, doubles and splits, in main wagers a round.
    by_upcard : ndarray of float64, shape (10,)
        `ev` given the upcard; NaN where it cannot be dealt.
    burn_rate : float
        Probability a round that a card is burned.
    """

    ev: float
    average_wagered: float
    by_upcard: FloatArray
    burn_rate: float


def wager_figures(
    shoe: ShoeValues,
    decisions: Decisions,
    stage: Stage,
    split: FloatArray,
    *,
    with_option: bool,
    net_only: bool = False,
) -> WagerFigures:
    """Return what a strategy comes to, without or with the option to burn.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    decisions : Decisions
        The strategy.
    stage : Stage
        Its values without the option, or with it.
    split : ndarray of float64, shape (2, 10, 10)
        Its values of splitting.
    with_option : bool
        Whether the Burnout payment was made.
    net_only : bool
        Whether expectations alone are wanted.

    Returns
    -------
    WagerFigures
        The figures, dealer blackjack included; what is wagered and burned is NaN if not wanted.

    Notes
    -----
    Conditioning: `by_upcard` on the upcard, the others none.
    Method: sums over first hands with exact rounding (math.fsum).
    Error: at most `certify.exact.blackjack.solve.ERROR_BOUND`.
    Source: derived here, reports/METHOD.md section 3.
    """
    first = decisions.option_first if with_option else decisions.first
    no_blackjack = shoe.no_blackjack[:, NONE_BURNED]
    value = first_values(shoe, first, stage, split)
    lost_to_blackjack = 1.0 - no_blackjack
    lost_to_blackjack[:, shoe.natural] = 0.0
    by_upcard = np.full(RANKS, np.nan)
    for upcard in np.flatnonzero(shoe.counts):
        dealt = shoe.deal[upcard, shoe.two_cards]
        net = value[upcard, shoe.two_cards] - lost_to_blackjack[upcard, shoe.two_cards]
        by_upcard[upcard] = fsum(dealt * net)
    there = shoe.counts > 0
    chance = shoe.counts[there] / shoe.counts.sum()
    wagered = burned = np.nan
    if not net_only:
        extra, burns = _extra_and_burns(shoe, decisions, split, with_option=with_option)
        wagered = 1.0 + fsum(chance * extra[there])
        burned = fsum(chance * burns[there])
    return WagerFigures(
        ev=fsum(chance * by_upcard[there]),
        average_wagered=wagered,
        by_upcard=by_upcard,
        burn_rate=burned,
    )


def _extra_and_burns(
    shoe: ShoeValues, decisions: Decisions, split: FloatArray, *, with_option: bool
) -> tuple[FloatArray, FloatArray]:
    """Return what is wagered beside the first wager, and how often a card is burned, by upcard."""
    first = decisions.option_first if with_option else decisions.first
    no_blackjack = shoe.no_blackjack[:, NONE_BURNED]
    extra = np.where(first == DOUBLE, no_blackjack, 0.0)
    extra[:, shoe.natural] = 0.0
    for pair, hand in enumerate(shoe.pairs):
        added = split[AMOUNT, pair] - no_blackjack[:, hand]
        extra[:, hand] = np.where(first[:, hand] == SPLIT, added, extra[:, hand])
    by_upcard, burns = np.zeros(RANKS), np.zeros(RANKS)
    for upcard in np.flatnonzero(shoe.counts):
        dealt = shoe.deal[upcard, shoe.two_cards]
        by_upcard[upcard] = fsum(dealt * extra[upcard, shoe.two_cards])
    if with_option or shoe.rules.double_after_hit:
        reach = reach_of(shoe, decisions, with_option=with_option)
        burns = reach.burns
        by_upcard += _later_doubles(shoe, decisions, reach)
    return by_upcard, burns


def _later_doubles(shoe: ShoeValues, decisions: Decisions, reach: Reach) -> FloatArray:
    """Return what doubling hands of three cards and more adds to the amount, by upcard."""
    if not shoe.rules.double_after_hit:
        return np.zeros(RANKS)
    longer = shoe.table.size > 2
    states = shoe.stand.shape[1]
    without = reach.without * shoe.no_blackjack * (decisions.doubles[:, :states] & longer)
    option = reach.option * shoe.no_blackjack[:, NONE_BURNED] * (decisions.option_doubles & longer)
    total: FloatArray = without.sum(axis=(1, 2)) + option.sum(axis=1)
    return total
