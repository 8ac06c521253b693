"""Figures found by playing, with their intervals."""

from __future__ import annotations

from certify.results.base import Result


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
