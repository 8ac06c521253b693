"""What a player may want to know of a game against a house, in few figures."""

from __future__ import annotations

from certify.results import Result


class SheetSession(Result):
    """How players stand after some rounds, any payment counted as lost.

    Attributes
    ----------
    rounds : int
        Rounds, each from a fresh shoe.
    p_ahead, p_level, p_behind : float
        Probabilities to have gained, neither, lost.
    quarter_low, quarter_high : float
        Net result in main wagers below which, and above which, a quarter of the players are at
        most.
    unlucky : float
        Net result below which one player in twenty is at most.
    error_bound : float
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
    wager : str
        main or main_burnout.
    staked : float
        What is put down before the deal, in main wagers.
    rtp : float
        Share of it that comes back on average.
    sessions : tuple of SheetSession
        None where the distribution of a round is not known.
    """

    wager: str
    staked: float
    rtp: float
    sessions: tuple[SheetSession, ...]


class PlayerSheet(Result):
    """The figures of the sheet.

    Attributes
    ----------
    label : str
        The shoe.
    strategy : str
        Who plays: basic, by the charts.
    wagers : tuple of SheetWager
        Without the payment, and with it.
    """

    label: str
    strategy: str
    wagers: tuple[SheetWager, ...]
