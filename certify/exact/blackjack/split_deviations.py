"""What it costs to play a hand after a split otherwise, everything else being played as decided.

A split round is a sum over single hands (`.split`), and a wrong decision comes up at
most once in each. So the loss is the same sum, with how often a hand is met, times what the wrong
action is worth less, in the place of the value of a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb, prod

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, RANK_KEYS
from certify.cards.ranks import ACE, RANKS, TEN
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
)
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND, BoolArray, CodeArray
from certify.exact.blackjack.deviations import ACTIONS, NO_DECISION, Deviations
from certify.exact.blackjack.feasible import check_split
from certify.exact.blackjack.first import FloatArray
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import (
    SplitPattern,
    may_double_after_split,
    most_hands_of,
    split_patterns,
)
from certify.exact.blackjack.values import ShoeValues

LAST_DRAWN_TO = 20
"""Hard total above which no chart has a row, and nobody draws."""


def split_deviations(solution: Solution) -> tuple[list[Deviations], list[Deviations]]:
    """Return the other ways to play hands after a split, by pair, without Burnout and with it.

    Parameters
    ----------
    solution : Solution
        The strategy and its values; hands after a split are played as unsplit ones.

    Returns
    -------
    tuple of list of Deviations
        Without the Burnout payment, and with it; an entry for each pair that the strategy splits
        against some upcard. Hands after a split are played alike in both, but not the same pairs
        need be split.

    Raises
    ------
    InfeasibleShoeError
        If the shoe may not suffice to play out a split in which a hand is drawn to by mistake.

    Notes
    -----
    Conditioning: none; probabilities and losses are those of a round.
    Method: single hands by the number of pair cards gone; linearity, inclusion and exclusion.
    Error: at most `certify.exact.blackjack.solve.ERROR_BOUND` each time that the hand is met.
    Source: derived here, docs/strategy-cost.md.
    """
    shoe, decisions = solution.shoe, solution.decisions
    splits = (decisions.first == SPLIT, decisions.option_first == SPLIT)
    drawn_to = (shoe.table.hard_total <= LAST_DRAWN_TO) & np.ones((RANKS, 1), dtype=np.bool_)
    check_split(shoe, lambda pair: ((drawn_to, decisions.doubles[:, NONE_BURNED]),))
    chance = shoe.counts / shoe.counts.sum()
    found: tuple[list[Deviations], list[Deviations]] = ([], [])
    for pair, hand in enumerate(shoe.pairs):
        may = most_hands_of(shoe.rules, pair) >= 2 and shoe.counts[pair] >= 2
        # One card to each split ace leaves nothing to decide.
        if not may or (pair == ACE and not shoe.rules.hit_split_aces):
            continue
        if not any(split[:, hand].any() for split in splits):
            continue
        each = _after_splitting(solution, pair)
        for split, kept in zip(splits, found, strict=True):
            if split[:, hand].any():
                often = (chance * shoe.deal[:, hand] * split[:, hand])[:, None]
                kept.append(replace(each, met=often * each.met, loss=often * each.loss))
    return found


@dataclass(frozen=True)
class _SingleHands:
    """The hands of one pair, by upcard, pair cards gone besides the hand's own, and hand."""

    shoe: ShoeValues
    pair: int
    left: FloatArray
    stand: FloatArray
    no_blackjack: FloatArray

    def drawing(self, children: FloatArray, hands: npt.NDArray[np.int64]) -> FloatArray:
        """Return the mean of `children` over the next card to some hands, a bust losing."""
        left = self.left[:, :, hands]
        cards = np.maximum(left.sum(axis=3), 1.0)
        mean = np.zeros(left.shape[:3])
        for rank in range(RANKS):
            child = self.shoe.table.successor[hands, rank]
            after = left.copy()
            after[..., rank] -= 1.0
            value = np.where(child == BUST, -_joint(self.shoe, after), children[:, :, child])
            mean += np.where(left[..., rank] > 0.0, left[..., rank] / cards * value, 0.0)
        return mean


def _after_splitting(solution: Solution, pair: int) -> Deviations:
    """Return the other ways to play the hands of a pair that was split, per round split."""
    shoe, decisions = solution.shoe, solution.decisions
    table, rules = shoe.table, shoe.rules
    two, later = may_double_after_split(rules, pair)
    may_double = shoe.may_double & np.where(table.size == 2, two, later)
    plays = np.select(
        [decisions.doubles[:, NONE_BURNED] & may_double, decisions.hits[:, NONE_BURNED]],
        [DOUBLE, HIT],
        STAND,
    ).astype(np.int8)
    plays[:, (table.counts[:, pair] == 0) | (table.size < 2)] = NO_DECISION
    patterns = split_patterns(most_hands_of(rules, pair))
    most_gone = max(pattern.pairs + pattern.restricted for pattern in patterns)
    hands = _single_hands(shoe, pair, most_gone)
    value = _values(hands, plays)
    reach_any, reach_pair = _reaches(hands, plays, pair)
    best = np.take_along_axis(value, np.maximum(plays, 0)[None, :, None].astype(np.intp), axis=0)
    met, loss = np.zeros(plays.shape), np.zeros((ACTIONS, *plays.shape))
    cards = int(shoe.counts.sum()) - 3
    for upcard in np.flatnonzero(shoe.counts):
        pairs_left = int(shoe.counts[pair]) - 2 - int(upcard == pair)
        if pairs_left < 0:
            continue
        any_card, pair_card = _weights(patterns, most_gone, pairs_left, cards)
        often = any_card[:, None] * reach_any[upcard] + pair_card[:, None] * reach_pair[upcard]
        joint = hands.no_blackjack[upcard] if rules.dealer_peeks else 1.0
        met[upcard] = (often * joint).sum(axis=0)
        loss[:, upcard] = (often * (best - value)[:, upcard]).sum(axis=1)
    loss[:, plays == NO_DECISION] = 0.0
    return Deviations(plays, met, loss, may_double, may_surrender=False)


def _single_hands(shoe: ShoeValues, pair: int, most_gone: int) -> _SingleHands:
    table = shoe.table
    gone = np.arange(1, most_gone + 2)
    (members,) = np.nonzero((table.counts[:, pair] > 0) & (table.size >= 2))
    removed = np.repeat(table.counts[None], len(gone), axis=0)
    removed[:, :, pair] += gone[:, None]
    left = (shoe.counts - removed)[None] - np.eye(RANKS)[:, None, None]
    stand = np.zeros(left.shape[:3])
    row = shoe.dealer.rows_of((removed[:, members] @ RANK_KEYS).ravel())
    sign = np.sign(table.total[:, None] - np.arange(5) - DEALER_STANDS_ON)[members]
    of_hand = shoe.outcomes[row.reshape(len(gone), -1)]
    net = of_hand[..., OUTCOME_BUST] + (of_hand[..., :5] * sign[:, None]).sum(axis=3)
    if shoe.rules.blackjack_takes_all:
        net -= of_hand[..., OUTCOME_BLACKJACK]
    stand[:, :, members] = np.moveaxis(net, 2, 0)
    left[(left < 0.0).any(axis=3)] = 0.0
    return _SingleHands(shoe, pair, left, stand, _joint(shoe, left))


def _joint(shoe: ShoeValues, left: FloatArray) -> FloatArray:
    """Return P(no dealer blackjack) by which values are joint, upcards in the first axis."""
    chance = np.ones(left.shape[:-1])
    if not shoe.rules.blackjack_takes_all:
        cards = np.maximum(left.sum(axis=-1), 1.0)
        chance[ACE] -= left[ACE, ..., TEN] / cards[ACE]
        chance[TEN] -= left[TEN, ..., ACE] / cards[TEN]
    return chance


def _levels(hands: _SingleHands) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the hands with a pair card by hard total, upwards; a draw leads to a later one."""
    table = hands.shoe.table
    member = (table.counts[:, hands.pair] > 0) & (table.size >= 2)
    for total in np.unique(table.hard_total[member]):
        yield np.flatnonzero(member & (table.hard_total == total))


def _values(hands: _SingleHands, plays: CodeArray) -> FloatArray:
    """Return the value of every action, shape (5, 10, gone, hands), the rest played as decided."""
    value = np.zeros((ACTIONS, *hands.stand.shape))
    value[STAND] = hands.stand
    played = hands.stand.copy()
    for level in reversed(list(_levels(hands))):
        value[HIT][:, :, level] = hands.drawing(played, level)
        value[DOUBLE][:, :, level] = 2.0 * hands.drawing(hands.stand, level)
        action = np.maximum(plays[:, None, level], 0).astype(np.intp)
        played[:, :, level] = np.take_along_axis(value[..., level], action[None], axis=0)[0]
    return value


def _reaches(hands: _SingleHands, plays: CodeArray, pair: int) -> tuple[FloatArray, FloatArray]:
    """Return how often each hand is met, with any second card and with a pair card."""
    table = hands.shoe.table
    start = int(table.successor[0, pair])
    left = hands.left[:, :, start]
    cards = np.maximum(left.sum(axis=2), 1.0)
    reaches = []
    for seconds in (range(RANKS), (pair,)):
        reach = np.zeros(hands.stand.shape)
        for rank in seconds:
            reach[:, :, table.successor[start, rank]] = left[:, :, rank] / cards
        for level in _levels(hands):
            drawn_to = (plays[:, level] == HIT)[:, None]
            unseen = hands.left[:, :, level]
            among = np.maximum(unseen.sum(axis=3), 1.0)
            for rank in range(RANKS):
                child = table.successor[level, rank]
                lives: BoolArray = child != BUST
                passed = np.where(drawn_to, reach[:, :, level] * unseen[..., rank] / among, 0.0)
                reach[:, :, child[lives]] += passed[:, :, lives]
        reaches.append(reach)
    return reaches[0], reaches[1]


def _weights(
    patterns: tuple[SplitPattern, ...], most_gone: int, pairs_left: int, cards: int
) -> tuple[FloatArray, FloatArray]:
    """Return by what single hands are weighed in a split round, by pair cards gone.

    Any second card, and a pair card: the round is the sum of both. The condition that other hands
    have no pair card is removed by inclusion and exclusion, so weights can be negative.
    """
    any_card, pair_card = np.zeros(most_gone + 1), np.zeros(most_gone + 1)
    for pattern in patterns:
        for hands, others, no_pair in (
            (pattern.restricted, pattern.restricted - 1, True),
            (pattern.free, pattern.restricted, False),
        ):
            if not hands:
                continue
            for also in range(others + 1):
                gone = pattern.pairs + also
                drawn = prod(max(pairs_left - card, 0) / (cards - card) for card in range(gone))
                weight = pattern.ways * hands * (-1) ** also * comb(others, also) * drawn
                any_card[gone] += weight
                if no_pair:
                    pair_card[gone] -= weight
    return any_card, pair_card
