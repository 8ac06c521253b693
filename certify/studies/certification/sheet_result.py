"""Figures of a game against a house for its players."""

from __future__ import annotations

from pydantic import Field

from certify.results import Result


class SheetSession(Result):
    """Results of players after some rounds, any payment counted as lost.

    Attributes
    ----------
    quarter_low, quarter_high
        Net results in main wagers: at most a quarter of the players are below the one, and above
        the other.
    unlucky
        Net result below which one player in twenty is at most.
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
    staked
        What is put down before the deal, in main wagers.
    rtp
        Share of it that comes back on average.
    first
        What is put down before the deal on it and on what must be wagered with it, in units of it.
    sessions
        Empty where the distribution of a round is not known.
    """

    wager: str
    staked: float
    rtp: float
    first: float = Field(default=1.0, exclude_if=lambda first: first == 1.0)
    sessions: tuple[SheetSession, ...]


class PlayerSheet(Result):
    """The figures of the sheet for players: without the payment, and with it.

    The strategy is basic, by the charts.
    """

    label: str
    strategy: str
    wagers: tuple[SheetWager, ...]
