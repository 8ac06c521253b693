"""Numbers as they are shown, which still know what they are, and how each kind is written."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isfinite, log10
from typing import Self

NONE = "-"
"""What stands where there is no number."""


class Number(str):
    """A number as it is shown.

    Attributes
    ----------
    value : float
        The number at full precision, in the unit in which it is shown.
    """

    __slots__ = ("value",)
    value: float

    @classmethod
    def of(cls, value: float, text: str) -> Self:
        """Return a number."""
        number = cls(text)
        number.value = value
        return number


@dataclass(frozen=True)
class Quantity:
    """How one kind of number is written: its unit's scale, its decimals, its sign.

    Attributes
    ----------
    digits : int
        Decimals, as many as the error of such a figure leaves sure.
    scale : float
        By what a figure is multiplied when it is shown: 100 of a fraction shown in percent.
    signed : bool
        Whether a positive number has a plus sign.
    thousands : bool
        Whether thousands are set apart by commas.
    """

    digits: int
    scale: float = 1.0
    signed: bool = False
    thousands: bool = False

    def __call__(self, value: float | None, *, signed: bool | None = None) -> str:
        """Return a number as text that knows its value, or a dash where there is none."""
        if value is None:
            return NONE
        shown = value if self.scale == 1.0 else self.scale * value
        sign = "+" if (self.signed if signed is None else signed) else ""
        return Number.of(shown, f"{shown:{sign}z{',' if self.thousands else ''}.{self.digits}f}")


EXPECTATION = Quantity(9, 100)
"""An expectation, edge or return, in percent; the error of an exact one is below the last digit."""
RATE = Quantity(6, 100)
"""How often something happens, in percent."""
CHANCE = Quantity(7, 100)
"""A probability from a distribution, in percent: all digits are sure."""
MOMENT = Quantity(6)
"""A moment of a distribution: all digits are sure."""
UNITS = Quantity(11)
"""An amount in main wagers, with the digits of `EXPECTATION`."""
QUOTED = Quantity(2, 100)
"""A return, edge or frequency in percent as people quote it."""
AMOUNT = Quantity(2)
"""An amount in main wagers as people quote it."""
BAND = Quantity(4, 100)
"""An end of a band of returns, in percent."""
STREAK = Quantity(6, 100)
"""A return, gain or chance of the Bonus wagers, in percent."""
COUNT = Quantity(0, thousands=True)
"""A whole number."""


def p_value(p: float | None) -> str:
    """Return the p of a test: four decimals, of a small one a digit that is rounded up."""
    if p is None or not isfinite(p):
        return NONE
    if p >= 1e-4:
        return Number.of(p, f"{p:.4f}")
    if p <= 0.0:
        return Number.of(p, "<1e-300")
    exponent = floor(log10(p))
    digit = ceil(p / 10.0**exponent - 1e-9) if exponent > -300 else 1
    return Number.of(p, f"{digit}e{exponent}" if digit < 10 else f"1e{exponent + 1}")


def shortest(value: float | None, digits: int = 6) -> str:
    """Return an amount by its shortest form, such as 8.2, as a number that knows itself."""
    return NONE if value is None else Number.of(value, f"{value:z.{digits}g}")


class Figure(float):
    """A figure that still knows how exact it is, and what it is measured in.

    Attributes
    ----------
    exact : Fraction or None
        The figure without any rounding, where it was worked out so.
    error : float or None
        How far it is off at most: a bound on the numerical error; of what was found by playing,
        the distance to the farther end of `interval`. None where nothing is stated.
    unit : str
        What it is measured in; empty where nothing is stated.
    interval : tuple of float or None
        Of what was found by playing: both ends, at the confidence that the result states.

    Examples
    --------
    >>> edge = Figure(0.25, exact=Fraction(1, 4), error=1e-12, unit="main wager")
    >>> 100 * edge, edge.exact, edge.unit
    (25.0, Fraction(1, 4), 'main wager')
    """

    __slots__ = ("error", "exact", "interval", "unit")
    exact: Fraction | None
    error: float | None
    unit: str
    interval: tuple[float, float] | None

    def __new__(
        cls,
        value: float,
        *,
        exact: Fraction | None = None,
        error: float | None = None,
        unit: str = "",
        interval: tuple[float, float] | None = None,
    ) -> Self:
        """Return a figure."""
        figure = super().__new__(cls, value)
        figure.exact, figure.unit, figure.interval = exact, unit, interval
        if error is None and interval is not None:
            error = max(abs(value - end) for end in interval)
        figure.error = error
        return figure
