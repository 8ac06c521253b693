"""Rounds played for the streak as well as for the main wager."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.blackjack.aims import (
    ACTIONS,
    CHANCES,
    COMPONENTS,
    DOUBLES,
    HITS,
    LOST,
    NET,
    STANDS,
    WON,
    hand_chances,
    play_for_aims,
    room_for_hands,
)
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER, CodeArray
from certify.exact.blackjack.distribution import WORKERS, SplitDistributions
from certify.exact.blackjack.first import SURRENDER_LOSS
from certify.exact.blackjack.player import NONE_BURNED, TIE
from certify.exact.blackjack.split import most_hands_of
from certify.exact.blackjack.splits.split_distribution import MOST_NET, NETS
from certify.exact.blackjack.streak_rules import LOSS, WIN, StreakRule, by_streak
from certify.exact.blackjack.values import ShoeValues
from certify.numerics.lanes import LANES
from certify.runtime.cores import cores

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


def split_components(distributions: SplitDistributions, streak_rule: StreakRule) -> FloatArray:
    """Return net result, P(won) and P(lost) of splitting, (3, 10, 10); NaN without a distribution.

    Index order: component, pair, upcard.

    Notes
    -----
    Conditioning: as the distributions.
    Method: sums over the distribution.
    Error: that of the distributions.
    Source: definition.
    """
    found = np.full((COMPONENTS, RANKS, RANKS), UNKNOWN)
    for (pair, upcard), distribution in distributions.items():
        found[:, pair, upcard] = components_of(distribution.probability, streak_rule)
    return found


def components_of(probability: FloatArray, streak_rule: StreakRule) -> FloatArray:
    """Return net result, P(won) and P(lost) of the distribution of a split round, shape (3,).

    Notes
    -----
    Conditioning: as the distribution.
    Method: sums over it.
    Error: that of the distribution.
    Source: definition.
    """
    nets = np.arange(NETS) - MOST_NET
    streak = by_streak(probability, streak_rule)
    found = np.zeros(COMPONENTS)
    found[NET] = nets @ streak.sum(axis=1)
    found[WON], found[LOST] = streak[:, WIN].sum(), streak[:, LOSS].sum()
    return found


@dataclass(frozen=True)
class HandChances:
    """What does not depend on the aims, by upcard, burned card and hand.

    Attributes
    ----------
    chances : ndarray of float64, shape (10, 11, hands, 17)
        Chances of a hand as `certify.exact.blackjack.aims` lists them.
    met : ndarray of bool, shape (10, 11, hands)
        Whether there is such a hand, with a card left to draw.
    """

    chances: FloatArray
    met: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, shoe: ShoeValues) -> HandChances:
        """Return the chances with cards from a shoe."""
        table = shoe.table
        shape = (RANKS, *shoe.multiset.shape)
        found = cls(np.zeros((*shape, CHANCES)), np.zeros(shape, dtype=np.bool_))
        hand_chances(
            shoe.counts,
            table,
            shoe.rules.blackjack_takes_all,
            shoe.outcomes,
            shoe.multiset,
            found.chances,
            found.met,
        )
        return found


def action_values(
    shoe: ShoeValues, hands: HandChances, aims: FloatArray, *, with_option: bool
) -> tuple[FloatArray, FloatArray]:
    """Return what each first action but a split comes to, played on for several aims.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    hands : HandChances
        The chances with cards from it.
    aims : ndarray of float64, shape (3, aims)
        What a main wager won, a round won and a round lost are worth; the last is a loss.
    with_option : bool
        Whether play with the Burnout option is wanted as well.

    Returns
    -------
    ndarray of float64, shape (10, 55, 3, 3, aims)
        Net result, P(won) and P(lost) without the option, by upcard, hand of two cards and action.
    ndarray of float64, shape (10, 55, 3, 3, aims)
        The same with the option; 0 if it is not wanted.

    Notes
    -----
    Conditioning: joint with no dealer blackjack, where the dealer peeks.
    Method: backward recursion over all hands and burned cards.
    Error: below 1e-12.
    Source: derived here, reports/METHOD.md section 9.
    """
    rules, table = shoe.rules, shoe.table
    number = aims.shape[1]
    weights = np.zeros((-(-number // LANES), COMPONENTS, LANES))
    for eight in range(len(weights)):
        part = aims[:, eight * LANES : (eight + 1) * LANES]
        weights[eight, :, : part.shape[1]] = part
    shape = (2, len(weights), RANKS, len(shoe.two_cards), ACTIONS, COMPONENTS, LANES)
    plain, option = found = np.zeros(shape)

    def play(parts: list[tuple[int, int]]) -> None:
        room = room_for_hands(len(table.size))
        for eight, upcard in parts:
            play_for_aims(
                upcard,
                table.successor,
                table.size,
                shoe.may_double,
                rules.double_after_hit,
                rules.burnout_on_bust,
                rules.burnout_on_double,
                rules.burnout_ends_hand,
                hands.chances,
                hands.met,
                weights[eight],
                shoe.two_cards,
                with_option,
                room,
                plain[eight],
                option[eight],
            )

    # Upcards have nothing in common but the chances, and threads run kernels side by side.
    parts = list(product(range(len(weights)), range(RANKS)))
    workers = min(WORKERS, cores())
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(play, (parts[first::workers] for first in range(workers))))
    side_by_side = np.moveaxis(found, 1, -2).reshape(*shape[:1], *shape[2:-1], -1)
    plain, option = side_by_side[..., :number]
    return plain, option


def best_play(
    shoe: ShoeValues, splits: FloatArray, aims: FloatArray, actions: FloatArray
) -> AimedPlay:
    """Return the best play of a round for several aims.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    splits : ndarray of float64, shape (3, 10, 10)
        What `split_components` returns; pairs without a distribution are not split.
    aims : ndarray of float64, shape (3, aims)
        What a main wager won, a round won and a round lost are worth; the last is a loss.
    actions : ndarray of float64, shape (10, 55, 3, 3, aims)
        What `action_values` returns for these aims; the Burnout payment is no part of it.

    Returns
    -------
    AimedPlay
        The play.

    Notes
    -----
    Conditioning: decisions given no dealer blackjack, where the dealer peeks; figures none.
    Method: the best of all first actions; hands after a split are played by the zero-memory
    strategy of the main wager.
    Error: below 1e-12, and where a pair is split the error bound of its distribution.
    Source: derived here, reports/METHOD.md section 9.
    """
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
