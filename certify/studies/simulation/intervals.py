"""Intervals of what was played: of a share of games."""

from __future__ import annotations

from math import sqrt

from certify.play.simulate.runner import INTERVAL


def share_interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 percent interval of a share of games, within 0 and 1.

    Notes
    -----
    Method: the shares that a test by the normal distribution, with the variance of the share
        tested, does not reject.
    Error: holds about as often as it says, also where the share is rare.
    Source: Wilson, Journal of the American Statistical Association 22 (1927) 209-212,
        doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> [round(end, 3) for end in share_interval(0.01, 100)]
    [0.002, 0.054]
    """
    square = INTERVAL**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)
