"""Numbers as they are shown, which still know what they are, and how each kind is written."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isfinite, log10
from typing import Self

from certify.results import Estimate, decimals_for

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
        text = f"{shown:z{',' if self.thousands else ''}.{self.digits}f}"
        is_signed = self.signed if signed is None else signed
        # What is printed as zero has no sign.
        return Number.of(
            shown, f"+{text}" if is_signed and shown > 0 and text.strip("0.") else text
        )


EXPECTATION = Quantity(9, 100)
"""An expectation, edge or return, in percent; the error of an exact one is below the last digit."""
GAIN = Quantity(9, 100, signed=True)
"""A gain, in percent, with the digits of `EXPECTATION`."""
POINTS = Quantity(6, 100, signed=True)
"""A change of an expectation or return, in percentage points."""
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
"""An end of a band of returns, in percent; a return or edge among many on one page."""
STREAK = Quantity(6, 100)
"""A return, gain or chance of the Bonus wagers, in percent."""
COUNT = Quantity(0, thousands=True)
"""A whole number."""
WHOLE = Quantity(0, 100)
"""A confidence or level, in whole percent."""

LARGE = 1e7
"""Numbers from which digits are left out where only their size matters."""


def p_value(p: float | None) -> str:
    """Return the p of a test: four decimals, of a small one a digit that is rounded up."""
    if p is None or not isfinite(p):
        return NONE
    return Number.of(p, f"{p:.4f}") if p >= 1e-4 else small(p, least="&lt;1e-300")


def small(value: float, *, least: str = "0") -> str:
    """Return a small number or a bound on an error: a power of ten, rounded up to one digit."""
    if value <= 0.0:
        return Number.of(0.0, least)
    exponent = floor(log10(value))
    digit = ceil(value / 10.0**exponent - 1e-9) if exponent > -300 else 1
    if digit >= 10:
        digit, exponent = 1, exponent + 1
    return Number.of(value, f"{digit}e{exponent:+03d}")


def in_words(seconds: float) -> str:
    """Return a duration as it is said, such as 40 seconds, 7 minutes or 1.5 hours."""
    if seconds < 90:
        return f"{max(1, round(seconds))} second{'' if round(seconds) <= 1 else 's'}"
    if seconds < 5400:
        return f"{round(seconds / 60)} minutes"
    hours = seconds / 3600
    return f"{hours:.2g} hours" if hours < 10 else f"{hours:,.0f} hours"


def shortest(value: float | None, digits: int = 6) -> str:
    """Return an amount by its shortest form, such as 8.2, as a number that knows itself."""
    return NONE if value is None else Number.of(value, f"{value:z.{digits}g}")


def number_text(value: float | None) -> str:
    """Return a number of which the decimals matter only if it is no integer."""
    if value is None or not isfinite(value):
        return NONE
    if not float(value).is_integer():
        return Number.of(value, f"{value:.4g}")
    return Number.of(value, f"{value:,.0f}" if abs(value) < LARGE else f"{value:.1e}")


@dataclass(frozen=True)
class Interval:
    """How an estimate is written: ``0.4931 ± 0.0021``, or with both ends of its interval.

    Two digits of the larger side are shown. Both ends stand in brackets, as ``0.02 (0 to 0.13)``,
    where the sides differ by more than the last digit, or one number for both would hold zero
    though the interval leaves it out. Of a share that may be anything nothing is known.
    """

    scale: float = 1.0
    signed: bool = False
    is_share: bool = False

    def __call__(self, estimate: Estimate | None) -> str:
        """Return an estimate with its interval, or a dash where there is none."""
        half = self._half(estimate)
        if estimate is None or half is None:
            return NONE
        value = self.scale * estimate.value
        if half == 0.0:
            return number_text(value)
        if self.is_share and estimate.says_nothing:
            return f"unknown (0 to {self.scale:g})"
        if not self._is_even(estimate, half):
            return self.with_ends(estimate)
        return Number.of(value, f"{self.value(estimate)} ± {half:.{decimals_for(half)}f}")

    def value(self, estimate: Estimate | None) -> str:
        """Return an estimate alone, with the digits that its interval leaves."""
        half = self._half(estimate)
        if estimate is None or half is None:
            return NONE
        return Quantity(decimals_for(half), self.scale, self.signed)(estimate.value)

    def with_ends(self, estimate: Estimate | None) -> str:
        """Return an estimate with both ends of its interval in brackets."""
        half = self._half(estimate)
        if estimate is None or half is None:
            return NONE
        ends = (self.scale * estimate.low, self.scale * estimate.high)
        low, high = (
            f"{end:g}"
            if self.is_share and end in (0.0, self.scale)
            else f"{end:z.{decimals_for(half)}f}"
            for end in ends
        )
        value = self.scale * estimate.value
        return Number.of(value, f"{self.value(estimate)} ({low} to {high})")

    def _half(self, estimate: Estimate | None) -> float | None:
        """Return the larger side of an interval; None where there is no number."""
        if estimate is None:
            return None
        half = self.scale * max(estimate.high - estimate.value, estimate.value - estimate.low)
        return half if isfinite(estimate.value) and isfinite(half) else None

    def _is_even(self, estimate: Estimate, half: float) -> bool:
        """Return whether one number says what both sides of an interval are."""
        value = self.scale * estimate.value
        last = 10.0 ** -decimals_for(half)
        sides = (self.scale * (estimate.high - estimate.value), value - self.scale * estimate.low)
        if abs(sides[0] - sides[1]) > last or (abs(value) <= half and not estimate.holds(0.0)):
            return False
        return not self.is_share or 0.0 <= value - half <= value + half <= self.scale


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
