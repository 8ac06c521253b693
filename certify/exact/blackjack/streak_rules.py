"""What a round counts for the streak, by each alternative of the rules."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from certify.exact.blackjack.split import MOST_HANDS
from certify.exact.blackjack.splits.split_distribution import NETS

FloatArray = npt.NDArray[np.float64]

LOSS, PUSH, WIN = range(3)

StreakRule = Literal["net", "majority", "any_loss"]
"""By hands won less hands lost; by the majority of all hands; or a loss if any hand was lost."""

STREAK_RULES: tuple[StreakRule, ...] = ("net", "majority", "any_loss")
"""The first is the one of rules that do not say."""


def by_streak(rounds: FloatArray, streak_rule: StreakRule) -> FloatArray:
    """Return a distribution of rounds by net result and by what they count for, shape (17, 3).

    Notes
    -----
    Conditioning: as the distribution.
    Method: sums over the numbers of hands, of hands won and of hands lost.
    Error: that of the distribution.
    Source: clauses C20, C21 and C25, rulings R15 and R17 of rules/blackjack_burnout.yaml.
    """
    distribution = np.zeros((NETS, 3))
    for number in range(MOST_HANDS + 1):
        for won in range(MOST_HANDS + 1):
            for lost in range(MOST_HANDS + 1):
                distribution[:, counts_as(number, won, lost, streak_rule)] += rounds[
                    :, number, won, lost
                ]
    return distribution


def counts_as(hands: int, won: int, lost: int, streak_rule: StreakRule) -> int:
    """Return what a round counts for the streak."""
    if streak_rule == "any_loss":
        wins, loses = won > 0, lost > 0
    elif streak_rule == "majority":
        wins, loses = 2 * won > hands, 2 * lost > hands
    else:
        wins, loses = won > lost, won < lost
    if loses:
        return LOSS
    return WIN if wins else PUSH
