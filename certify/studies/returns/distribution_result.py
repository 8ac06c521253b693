"""Figures from the distribution of a round: extremes, many rounds, ruin."""

from __future__ import annotations

from certify.results import Result


class Extreme(Result):
    """The lowest or highest net result of a round, in main wagers, and its probability."""

    net: float
    probability: float


class StreakChances(Result):
    """Probability of a net result together with what the round counts as for the streak."""

    win: float
    push: float
    loss: float


class ReturnBand(Result):
    """A central interval of the return over some rounds, per unit of the initial amount.

    Attributes
    ----------
    confidence
        The return lies below the band, and above it, each with a probability of at most half of 1
        less this.
    low, high
        Exact: the ends are returns that can happen.
    """

    confidence: float
    low: float
    high: float
    normal_low: float
    normal_high: float


class SessionResult(Result):
    """The return over some independent rounds, any payment counted as lost.

    `error_bound` holds for any probability, given the probabilities of a round.
    """

    rounds: int
    p_ahead: float
    bands: tuple[ReturnBand, ...]
    error_bound: float


class RuinResult(Result):
    """Probability of losing a bankroll, any payment counted as lost.

    Attributes
    ----------
    bankroll
        Starting amount, in main wagers.
    probability
        Probability that after one of so many `rounds` less than the initial amount is left.
    """

    bankroll: int
    rounds: int
    probability: float
    error_bound: float
