"""Rounds played for the streak as well as for the main wager."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.aims import (
    ACTIONS,
    COMPONENTS,
    DOUBLES,
    HITS,
    LOST,
    NET,
    STANDS,
    WON,
    play_for_aims,
)
from certify.exact.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER, CodeArray
from certify.exact.distribution import SplitLaws
from certify.exact.first import SURRENDER_LOSS
from certify.exact.player import NONE_BURNED, TIE
from certify.exact.readings import LOSS, WIN, Reading, by_streak
from certify.exact.split import most_hands_of
from certify.exact.split_law import MOST_NET, NETS
from certify.exact.values import ShoeValues

FloatArray = npt.NDArray[np.float64]

UNKNOWN = np.nan
CODES = {STANDS: STAND, HITS: HIT, DOUBLES: DOUBLE}


@dataclass(frozen=True)
class AimedPlay:
    """What the best play for each of several aims comes to.

    Attributes
    ----------
    mean : ndarray of float64, shape (aims,)
        Expectation of the main wager's net result, before any payment.
    win, loss : ndarray of float64, shape (aims,)
        Probability that the round counts as a win, and as a loss.
    first : ndarray of int8, shape (aims, 10, 55)
        Action with the first two cards, by upcard and hand of two cards.
    """

    mean: FloatArray
    win: FloatArray
    loss: FloatArray
    first: CodeArray

    @property
    def push(self) -> FloatArray:
        """Probability that the round counts as a push, shape (aims,)."""
        return 1.0 - self.win - self.loss


def split_components(laws: SplitLaws, reading: Reading) -> FloatArray:
    """Return net result, P(won) and P(lost) of splitting, (3, 10, 10); NaN where no law is given.

    Index order: component, pair, upcard.

    Notes
    -----
    Conditioning: as the laws.
    Method: sums over the law.
    Error: that of the laws.
    Source: definition.
    """
    nets = np.arange(NETS) - MOST_NET
    found = np.full((COMPONENTS, RANKS, RANKS), UNKNOWN)
    for (pair, upcard), law in laws.items():
        streak = by_streak(law.probability, reading)
        found[NET, pair, upcard] = nets @ streak.sum(axis=1)
        found[WON, pair, upcard] = streak[:, WIN].sum()
        found[LOST, pair, upcard] = streak[:, LOSS].sum()
    return found


def aimed_play(
    shoe: ShoeValues, splits: FloatArray, aims: FloatArray, *, with_option: bool
) -> AimedPlay:
    """Return the best play of a round for several aims.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    splits : ndarray of float64, shape (3, 10, 10)
        What `split_components` returns; pairs without a law are not split.
    aims : ndarray of float64, shape (3, aims)
        What a main wager won, a round won and a round lost are worth; the last is a loss.
    with_option : bool
        Whether the Burnout payment was made; it is no part of the aims.

    Returns
    -------
    AimedPlay
        The play.

    Notes
    -----
    Conditioning: decisions given no dealer blackjack, where the dealer peeks; figures none.
    Method: backward recursion over all hands and burned cards; hands after a split are played by
    the zero-memory strategy of the main wager.
    Error: below 1e-12, and where a pair is split the error bound of its law.
    Source: derived here, reports/METHOD.md section 9.
    """
    rules, table = shoe.rules, shoe.table
    number = aims.shape[1]
    shape = (RANKS, len(shoe.two_cards), ACTIONS, COMPONENTS, number)
    plain, option = np.zeros(shape), np.zeros(shape)
    play_for_aims(
        shoe.counts,
        table.counts,
        table.successor,
        table.total,
        table.size,
        shoe.may_double,
        rules.double_after_hit,
        rules.blackjack_takes_all,
        rules.burnout_on_bust,
        rules.burnout_on_double,
        shoe.outcomes,
        shoe.multiset,
        np.ascontiguousarray(aims),
        shoe.two_cards,
        with_option,
        plain,
        option,
    )
    return _first_actions(shoe, splits, aims, option if with_option else plain)


def _first_actions(
    shoe: ShoeValues, splits: FloatArray, aims: FloatArray, actions: FloatArray
) -> AimedPlay:
    rules, hands = shoe.rules, shoe.two_cards

    def worth(values: FloatArray) -> FloatArray:
        """Return the worths, (.., aims), of values (.., components, aims)."""
        main, win, loss = aims
        found: FloatArray = (
            main * values[..., NET, :] + win * values[..., WON, :] - loss * values[..., LOST, :]
        )
        return found

    best = actions[:, :, STANDS].copy()
    first = np.full((RANKS, len(hands), aims.shape[1]), STAND, dtype=np.int8)

    def consider(values: FloatArray, code: int, may: npt.NDArray[np.bool_]) -> None:
        better = may[:, :, None] & (worth(values) > worth(best) + TIE)
        first[better] = code
        np.copyto(best, values, where=better[:, :, None, :])

    every = np.ones((RANKS, len(hands)), dtype=np.bool_)
    consider(actions[:, :, HITS], HIT, every)
    consider(actions[:, :, DOUBLES], DOUBLE, every & shoe.may_double[hands])
    if rules.surrender == "late":
        consider(_surrendered(shoe, aims.shape[1]), SURRENDER, every)
    split = np.full((RANKS, len(hands), COMPONENTS), UNKNOWN)
    for pair, hand in enumerate(shoe.pairs):
        if most_hands_of(rules, pair) >= 2:
            split[:, np.searchsorted(hands, hand)] = splits[:, pair].T
    consider(np.repeat(split[..., None], aims.shape[1], axis=-1), SPLIT, ~np.isnan(split[..., NET]))
    return _total(shoe, best, first)


def _surrendered(shoe: ShoeValues, aims: int) -> FloatArray:
    at_all = shoe.no_blackjack_at_all[:, shoe.two_cards]
    found_later = shoe.no_blackjack[:, NONE_BURNED][:, shoe.two_cards] - at_all
    values = np.zeros((*at_all.shape, COMPONENTS))
    values[..., NET] = -SURRENDER_LOSS * at_all - found_later
    values[..., LOST] = at_all + found_later
    return np.repeat(values[..., None], aims, axis=-1)


def _total(shoe: ShoeValues, best: FloatArray, first: CodeArray) -> AimedPlay:
    """Return the sums over all first hands, dealer blackjack and naturals included."""
    hands = shoe.two_cards
    natural = int(np.searchsorted(hands, shoe.natural))
    at_all = shoe.no_blackjack_at_all[:, hands[natural]]
    best = best.copy()
    blackjack = 1.0 - shoe.no_blackjack[:, NONE_BURNED][:, hands]
    best[:, :, NET] -= blackjack[..., None]
    best[:, :, LOST] += blackjack[..., None]
    best[:, natural, NET] = float(shoe.rules.blackjack_pays) * at_all[:, None]
    best[:, natural, WON] = at_all[:, None]
    best[:, natural, LOST] = 0.0
    dealt = (shoe.counts / shoe.counts.sum())[:, None] * shoe.deal[:, hands]
    found = np.einsum("uh,uhca->ca", dealt, best)
    return AimedPlay(
        mean=found[NET],
        win=found[WON],
        loss=found[LOST],
        first=np.ascontiguousarray(np.moveaxis(first, -1, 0)),
    )
