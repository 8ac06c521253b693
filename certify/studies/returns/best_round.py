"""The round that is best for the Bonus wagers alone, looked up where it is known."""

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
    """How the round counts that is best for the Bonus wagers alone; it rests on no payout.

    Attributes
    ----------
    win, push, loss : float
        Probability that it counts as each.
    error_bound : float
        Bound on the error of these.
    """

    win: float
    push: float
    loss: float
    error_bound: float

    def chance(self, *, burnout: bool) -> RoundChance:
        """Return the round as a streak sees it; what it costs the main wager is not kept."""
        return RoundChance(mean=nan, win=self.win, push=self.push, loss=self.loss, burnout=burnout)


def best_round(
    key: dict[str, Any], burnout: bool, player: Callable[[], StreakPlayer], context: Context
) -> BestRound:
    """Return the best round, looked up or worked out now.

    Parameters
    ----------
    key : dict
        What it follows from but for `burnout`, as plain data.
    burnout : bool
        Whether the Burnout payment is made.
    player : callable
        Returns whose play it is, if it has to be worked out.
    context : Context
        Where it is looked up and kept.

    Returns
    -------
    BestRound
        The round.
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
