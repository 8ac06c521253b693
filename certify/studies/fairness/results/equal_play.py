"""Wins of the seats if all are played equally well, and the advantage of going first."""

from __future__ import annotations

from certify.results import Estimate, Result


class SeatFigures(Result):
    """Wins and score of a seat if all seats play equally well.

    Attributes
    ----------
    win
        Share of games in which the seat is among the winners and not all are equal.
    opens
        Share of games in which the seat is the first to decide alone.
    """

    seat: int
    role: str
    win: Estimate
    score: Estimate
    opens: float


class EqualPlay(Result):
    """Wins of the seats if all are played by the same player.

    Attributes
    ----------
    draw
        Share of games in which all scores are equal.
    seats_statistic, seats_freedom, seats_p
        Wald test of equal shares of wins: chi-square, degrees of freedom, p.
    first_win, others_win
        Share of games won by the seat that is first to decide alone, and mean share won by any
        other seat in these games; None if no seat ever decides alone.
    first_p
        Two-sided p of no advantage.
    """

    player: str
    games: int
    seats: tuple[SeatFigures, ...]
    draw: Estimate
    is_zero_sum: bool
    seats_statistic: float
    seats_freedom: int
    seats_p: float
    first_win: Estimate | None
    others_win: Estimate | None
    first_advantage: Estimate | None
    first_p: float | None
