"""Figures found by playing, with their intervals."""

from __future__ import annotations

from math import floor, log10

from certify.results.base import Result

MOST_DECIMALS = 6


class Estimate(Result):
    """A figure found by playing, with an interval.

    Attributes
    ----------
    value : float
        The estimate.
    low, high : float
        Ends of the interval, at the confidence of the family that the figure belongs to.
    """

    value: float
    low: float
    high: float

    @property
    def says_nothing(self) -> bool:
        """Whether this is a share whose interval is all that a share can be: nothing is known."""
        return self.low <= 0.0 and self.high >= 1.0

    def holds(self, value: float) -> bool:
        """Return whether a value lies in the interval."""
        return self.low <= value <= self.high


class Family(Result):
    """Figures whose intervals hold all together.

    Attributes
    ----------
    confidence : float
        With at least this probability all of them hold.
    figures : int
        How many they are.
    method : str
        In a sentence, how the intervals are made.
    """

    confidence: float
    figures: int
    method: str


def decimals_for(half: float, most: int = MOST_DECIMALS) -> int:
    """Return the decimals that show two digits of half an interval."""
    return min(most, max(0, 1 - floor(log10(half)))) if half > 0.0 else min(most, 4)
