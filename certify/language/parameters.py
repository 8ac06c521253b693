"""The parameters that a spec declares, and the values that they can take."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from certify.errors import nearest_name
from certify.language.base import Cites, Name, Part, RowKey, Scalar, Text

EXPECTED_ODDS = 'odds in quotes such as "3:2", two numbers not below zero with a colon between'
MOST_ODDS = 10_000_000
ODDS_DIGITS = 12
SHARE_DIGITS = 15
"""Digits before the point of a number, and after it."""

_ODDS = re.compile(r"(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)")
_SHARE = re.compile(r"-?[0-9]+([./][0-9]+)?")


def parse_odds(text: str) -> Fraction:
    """Return the value of odds, in units of the wager.

    Raises `ValueError` if the text is not odds.
    """
    match = _ODDS.fullmatch(text)
    if match is not None and _longest(text) > ODDS_DIGITS:
        raise ValueError(f"expected odds of numbers {_digits(ODDS_DIGITS)}")
    if match is None or Fraction(match[2]) == 0:
        raise ValueError(f"expected {EXPECTED_ODDS}")
    value = Fraction(match[1]) / Fraction(match[2])
    if value > MOST_ODDS:
        raise ValueError(f"expected odds of at most {MOST_ODDS}:1")
    return value


def _longest(number: str) -> int:
    """Return how many digits the longest part of a number has."""
    return max(map(len, re.findall(r"\d+", number)))


def _digits(most: int) -> str:
    return f"with at most {most} digits before and after the point"


def _checked(text: str) -> str:
    parse_odds(text)
    return text


Odds = Annotated[str, AfterValidator(_checked)]


class _Parameter(Part, ABC):
    """What every parameter has."""

    title: Text
    text: Text
    cites: Cites

    @abstractmethod
    def expected(self) -> str:
        """Return what a value can be, in words."""

    @abstractmethod
    def accepts(self, value: object) -> bool:
        """Return whether a value as written can be taken."""

    def hint(self, value: object) -> str:
        """Return what can be said of a refused value beside `expected`."""
        del value
        return ""


class BooleanParameter(_Parameter):
    """A switch."""

    type: Literal["boolean"]
    default: StrictBool

    def expected(self) -> str:
        """Return what a value can be, in words."""
        return "true or false"

    def accepts(self, value: object) -> bool:
        """Return whether a value as written can be taken."""
        return isinstance(value, bool)


class IntegerParameter(_Parameter):
    """A whole number in a range."""

    type: Literal["integer"]
    default: StrictInt
    minimum: StrictInt
    maximum: StrictInt

    def expected(self) -> str:
        """Return what a value can be, in words."""
        return f"a whole number from {self.minimum} to {self.maximum}"

    def accepts(self, value: object) -> bool:
        """Return whether a value as written can be taken."""
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.minimum <= value <= self.maximum
        )


class ChoiceParameter(_Parameter):
    """One of several named readings, each with its meaning."""

    type: Literal["choice"]
    default: StrictStr
    choices: Annotated[dict[StrictStr, Text], Field(min_length=2)]

    def expected(self) -> str:
        """Return what a value can be, in words."""
        return f"one of {', '.join(self.choices)}"

    def accepts(self, value: object) -> bool:
        """Return whether a value as written can be taken."""
        return isinstance(value, str) and value in self.choices

    def hint(self, value: object) -> str:
        """Return the nearest choice."""
        nearest = nearest_name(str(value), self.choices)
        return f" (did you mean {nearest}?)" if nearest else ""


class ShareParameter(_Parameter):
    """A share of a wager: a number, or a fraction such as ``"1/3"``, taken exactly as written."""

    type: Literal["share"]
    unit: Text
    default: StrictInt | StrictFloat | StrictStr
    minimum: StrictInt | StrictFloat
    maximum: StrictInt | StrictFloat

    def expected(self) -> str:
        """Return what a value can be, in words."""
        return f'a number from {self.minimum} to {self.maximum} such as 0.2 or "1/5"'

    def accepts(self, value: object) -> bool:
        """Return whether a value as written can be taken."""
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            return False
        try:
            share = exact_share(value)
        except ValueError:
            return False
        return exact_share(self.minimum) <= share <= exact_share(self.maximum)

    def hint(self, value: object) -> str:
        """Return how many digits a number can have, of one that has more."""
        text = str(value).strip()
        is_long = _SHARE.fullmatch(text) and _longest(text) > SHARE_DIGITS
        return f", {_digits(SHARE_DIGITS)}" if is_long else ""


class PayoutParameter(_Parameter):
    """A payout of a paytable under a name of its own; its value stands in the paytable."""

    type: Literal["payout"]
    paytable: Name
    row: RowKey

    def expected(self) -> str:
        """Return what a value can be, in words."""
        return EXPECTED_ODDS

    def accepts(self, value: object) -> bool:
        """Return whether a value as written can be taken."""
        if not isinstance(value, str):
            return False
        try:
            parse_odds(value)
        except ValueError:
            return False
        return True


Parameter = Annotated[
    BooleanParameter | IntegerParameter | ChoiceParameter | ShareParameter | PayoutParameter,
    Field(discriminator="type"),
]


def exact_share(value: float | str, digits: int = SHARE_DIGITS) -> Fraction:
    """Return a share exactly as written in decimal digits or as a fraction.

    `value`: ``0.2`` and ``"1/5"`` are both one fifth. Raises `ValueError` if it is no finite
    number, or has more digits before the point or after it.
    """
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a finite number")
        return Fraction(Decimal(repr(value)))
    if isinstance(value, str):
        if not _SHARE.fullmatch(value.strip()):
            raise ValueError("a share is a decimal number, or a fraction of integers")
        if _longest(value) > digits:
            raise ValueError(f"expected a number {_digits(digits)}")
    try:
        return Fraction(value)
    except ZeroDivisionError:
        raise ValueError(f"{value} divides by zero") from None


def written(value: Scalar) -> str:
    """Return a value as it is written in YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
