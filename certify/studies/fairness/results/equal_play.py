"""What seats win if all are played equally well, and what going first is worth."""

from __future__ import annotations

from certify.results import Estimate, Result


class SeatFigures(Result):
    """What a seat wins if all seats play equally well.

    Attributes
    ----------
    seat : int
        From 1.
    role : str
        Name of the seat's role, or ``seat 1`` and so on.
    win : Estimate
        Share of games in which the seat is among the winners and not all are equal.
    score : Estimate
        Mean score.
    opens : float
        Share of games in which the seat is the first to decide alone.
    """

    seat: int
    role: str
    win: Estimate
    score: Estimate
    opens: float


class EqualPlay(Result):
    """All seats played by the same player.

    Attributes
    ----------
    player : str
        Who.
    games : int
        How many games.
    seats : tuple of SeatFigures
        Every seat.
    draw : Estimate
        Share of games in which all scores are equal.
    is_zero_sum : bool
        Whether the scores of every game add up to nothing.
    seats_statistic, seats_freedom, seats_p : float, int, float
        Wald test of equal shares of wins: chi-square, degrees of freedom, p.
    first_win, others_win : Estimate or None
        Share of games won by whoever is the first to decide alone, and of the games of any other
        seat; None if nobody ever decides alone.
    first_advantage : Estimate or None
        Their difference.
    first_p : float or None
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
