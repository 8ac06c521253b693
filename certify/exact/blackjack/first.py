"""The decision with the first two cards: the only one that can be a split or a surrender."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.exact.blackjack.decisions import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    BoolArray,
    CellOrder,
    CodeArray,
)
from certify.exact.blackjack.player import NONE_BURNED, TIE
from certify.exact.blackjack.split import NET, most_hands_of
from certify.exact.blackjack.values import ShoeValues

FloatArray = npt.NDArray[np.float64]

SURRENDER_LOSS = 0.5
"""Part of the main wager that surrendering costs."""


@dataclass(frozen=True)
class Stage:
    """Values of going on, with the option to burn absent or present.

    Attributes
    ----------
    hit, double, value : ndarray of float64, shape (10, hands)
        By upcard and hand, in main wagers, joint with no dealer blackjack; `value` is that of the
        best action that is neither split nor surrender.
    """

    hit: FloatArray
    double: FloatArray
    value: FloatArray


def surrender_value(shoe: ShoeValues) -> FloatArray:
    """Return the value of surrendering by upcard and hand, joint like every other.

    Late surrender: a dealer blackjack found later takes the whole wager.

    Notes
    -----
    Conditioning: joint with no dealer blackjack, where the dealer peeks.
    Method: half the wager lost, and the rest too if a blackjack is found later.
    Error: that of the probabilities, see `certify.exact.blackjack.values.shoe_values`.
    Source: reports/METHOD.md section 3.
    """
    found_later = shoe.no_blackjack[:, NONE_BURNED] - shoe.no_blackjack_at_all
    return -SURRENDER_LOSS * shoe.no_blackjack_at_all - found_later


def decide_first(
    shoe: ShoeValues,
    stage: Stage,
    split: FloatArray,
    hits: BoolArray,
    doubles: BoolArray,
    cells: CellOrder,
    weight: FloatArray,
) -> CodeArray:
    """Return the first decisions: those of pairs each for itself, the others by cell.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    stage : Stage
        Values of going on.
    split : ndarray of float64, shape (2, 10, 10)
        Values of splitting.
    hits, doubles : ndarray of bool, shape (10, hands)
        Decisions of the cells.
    cells : CellOrder
        Hands that are played alike.
    weight : ndarray of float64, shape (10, hands)
        How often each hand is met.

    Returns
    -------
    ndarray of int8, shape (10, hands)
        Action codes; only those of two-card hands mean anything.
    """
    first = np.where(doubles, DOUBLE, np.where(hits, HIT, STAND)).astype(np.int8)
    if shoe.rules.surrender == "late":
        may = shoe.table.size == 2
        may[[shoe.natural, *shoe.pairs]] = False
        gain = np.where(may, weight * (surrender_value(shoe) - stage.value), 0.0)
        tie = np.where(may, weight * TIE, 0.0)
        by_cell = np.add.reduceat((gain - tie)[:, cells.order], cells.start[:-1], axis=1)
        gives_up = np.zeros_like(doubles)
        gives_up[:, cells.order] = np.repeat(by_cell > 0.0, np.diff(cells.start), axis=1)
        first[gives_up & may] = SURRENDER
    for pair, hand in enumerate(shoe.pairs):
        first[:, hand] = _decide_pair(shoe, stage, split[NET, pair], pair)
    return first


def _decide_pair(shoe: ShoeValues, stage: Stage, split: FloatArray, pair: int) -> CodeArray:
    """Return the first decision with a pair, which has a line of its own in every chart."""
    hand = shoe.pairs[pair]
    actions = [
        (HIT, stage.hit[:, hand], True),
        (DOUBLE, stage.double[:, hand], shoe.may_double[hand]),
    ]
    if shoe.rules.surrender == "late":
        actions.append((SURRENDER, surrender_value(shoe)[:, hand], True))
    actions.append((SPLIT, split, most_hands_of(shoe.rules, pair) >= 2))
    value = shoe.stand[:, NONE_BURNED, hand].copy()
    first = np.full(value.shape, STAND, dtype=np.int8)
    for action, worth, is_allowed in actions:
        better = worth > value + TIE
        if is_allowed:
            first[better] = action
            value[better] = worth[better]
    return first


def first_values(shoe: ShoeValues, first: CodeArray, stage: Stage, split: FloatArray) -> FloatArray:
    """Return the value of the first decisions, shape (10, hands), joint with no blackjack.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    first : ndarray of int8, shape (10, hands)
        The decisions.
    stage : Stage
        Values of going on.
    split : ndarray of float64, shape (2, 10, 10)
        Values of splitting.

    Returns
    -------
    ndarray of float64, shape (10, hands)
        Values of two-card hands, the natural as what it is paid.

    Notes
    -----
    Conditioning: joint with no dealer blackjack, where the dealer peeks.
    Method: the value of the action that is taken.
    Error: that of the values given.
    Source: reports/METHOD.md section 3.
    """
    stand = shoe.stand[:, NONE_BURNED]
    value = np.select(
        [first == STAND, first == HIT, first == DOUBLE, first == SURRENDER],
        [stand, stage.hit, stage.double, surrender_value(shoe)],
        0.0,
    )
    for pair, hand in enumerate(shoe.pairs):
        value[:, hand] = np.where(first[:, hand] == SPLIT, split[NET, pair], value[:, hand])
    pays = float(shoe.rules.blackjack_pays)
    value[:, shoe.natural] = pays * shoe.no_blackjack_at_all[:, shoe.natural]
    return value
