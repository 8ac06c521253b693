"""Players of different strength against each other: meetings and ratings."""

from __future__ import annotations

from certify.results import Estimate, Result


class Meeting(Result):
    """One player against others of another kind, in every seat in turn on the same deals.

    Attributes
    ----------
    player, opponent
        The player who sits alone, and the one who takes all other seats.
    points
        Mean over opponents of 1 for each who is behind, 1/2 for each who is level, 0 for each who
        is ahead; 1/2 is equal strength.
    sd
        Standard deviation of the points of a deal.
    z
        Points less 1/2, in standard errors.
    p
        Two-sided p of equal strength, adjusted by Holm's method over all meetings of a table.
    deals_for_75, deals_for_95
        Deals after which the better player is ahead with probability 75 % and 95 %; None if no
        difference was found.
    """

    player: str
    opponent: str
    deals: int
    games: int
    points: Estimate
    win: Estimate
    sd: float
    z: float
    p: float
    deals_for_75: float | None
    deals_for_95: float | None


class Rating(Result):
    """A player's rating.

    Attributes
    ----------
    elo
        Bradley-Terry strength on Elo's scale, 400 for odds of 10 to 1; the first of the ladder has
        0.
    """

    player: str
    elo: Estimate


class RatingCheck(Result):
    """Check of the ratings: points found in a meeting, and points that follow from the ratings."""

    player: str
    opponent: str
    found: float
    rated: float
