"""The round that is best for the Bonus wagers alone, looked up if it is known."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

from certify.exact.blackjack.bonus import RoundChance, StreakPlayer
from certify.results import Result
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context

KIND = "best-round"


class BestRound(Result):
    """How a round played for the Bonus wagers alone counts; it depends on no payout.

    Probabilities of a win, a push and a loss, and a bound on their error.
    """

    win: float
    push: float
    loss: float
    error_bound: float

    def chance(self, *, burnout: bool) -> RoundChance:
        """Return the round for the streak's analysis; its cost to the main wager is not kept."""
        return RoundChance(mean=nan, win=self.win, push=self.push, loss=self.loss, burnout=burnout)


def best_round(
    key: dict[str, Any], burnout: bool, player: Callable[[], StreakPlayer], context: Context
) -> BestRound:
    """Return the best round, looked up or computed now.

    `key` is plain data that determines it, except `burnout`: whether the Burnout payment is made.
    `player` returns the analysis if the round has to be computed.
    """
    whole = {**key, "burnout": burnout}

    def work() -> BestRound:
        playing = player()
        best = playing.alone(burnout=burnout)
        return BestRound(
            win=best.win, push=best.push, loss=best.loss, error_bound=playing.error_bound
        )

    return context.memory.recall(
        "round", sha256_of(whole), lambda: context.kept(KIND, whole, BestRound, work)
    )
