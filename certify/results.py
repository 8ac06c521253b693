"""What every result shares: frozen, typed, and the same JSON both ways."""

from __future__ import annotations

from math import floor, log10
from typing import Self

from pydantic import BaseModel, ConfigDict

Assignment = tuple[str, str]
"""A setting changed from the spec: its name and its new value, both as written in YAML."""

MOST_DECIMALS = 6


class Result(BaseModel):
    """A frozen result: no unknown keys, no change after it was made.

    Notes
    -----
    ``from_json(result.to_json()) == result``: floats are printed by their shortest form that
    reads back to the same bits.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, ser_json_inf_nan="null")

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the result as JSON text at full precision.

        Parameters
        ----------
        indent : int or None
            Spaces a level, or None for a single line.

        Returns
        -------
        str
            JSON without a final line break.
        """
        return self.model_dump_json(indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Return the result that `to_json` wrote.

        Parameters
        ----------
        text : str or bytes
            What `to_json` returned.

        Returns
        -------
        Self
            An equal result.
        """
        return cls.model_validate_json(text)


class Provenance(Result):
    """Where a number comes from: game, version, hashes and the engine that computed it."""

    game: str
    title: str
    version: str
    spec_sha256: str
    paytable_sha256: str
    changed: tuple[Assignment, ...] = ()
    engine_version: str


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
