"""Figures of a game against a house for its players."""

from __future__ import annotations

from certify.results import Result


class SheetSession(Result):
    """Results of players after some rounds, any payment counted as lost.

    Attributes
    ----------
    rounds
        Rounds, each from a fresh shoe.
    p_ahead, p_level, p_behind
        Probabilities of a gain, of neither, of a loss.
    quarter_low, quarter_high
        Net results in main wagers: at most a quarter of the players are below the one, and above
        the other.
    unlucky
        Net result below which one player in twenty is at most.
    error_bound
        Bound on the error of the probabilities.
    """

    rounds: int
    p_ahead: float
    p_level: float
    p_behind: float
    quarter_low: float
    quarter_high: float
    unlucky: float
    error_bound: float


class SheetWager(Result):
    """A wager on the hand.

    Attributes
    ----------
    wager
        main or main_burnout.
    staked
        What is put down before the deal, in main wagers.
    rtp
        Share of it that comes back on average.
    sessions
        Empty where the distribution of a round is not known.
    """

    wager: str
    staked: float
    rtp: float
    sessions: tuple[SheetSession, ...]


class PlayerSheet(Result):
    """The figures of the sheet for players.

    Attributes
    ----------
    label
        The shoe.
    strategy
        basic, by the charts.
    wagers
        Without the payment, and with it.
    """

    label: str
    strategy: str
    wagers: tuple[SheetWager, ...]
