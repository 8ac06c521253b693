"""Odds such as ``3:2``: exact fractions, and the form in which they are written."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator

EXPECTED = 'odds in quotes such as "3:2", two numbers not below zero with a colon between'
MOST_ODDS = 10_000_000
_ODDS = re.compile(r"(\d{1,12}(?:\.\d{1,12})?):(\d{1,12}(?:\.\d{1,12})?)")


def parse_odds(text: str) -> Fraction:
    """Return the value of odds, in units of the wager.

    Raises `ValueError` if the text is not odds.
    """
    match = _ODDS.fullmatch(text)
    if match is None or Fraction(match[2]) == 0:
        raise ValueError(f"expected {EXPECTED}")
    value = Fraction(match[1]) / Fraction(match[2])
    if value > MOST_ODDS:
        raise ValueError(f"expected odds of at most {MOST_ODDS}:1")
    return value


def odds_text(value: Fraction) -> str:
    """Return odds in lowest terms, such as ``3:2``."""
    return f"{value.numerator}:{value.denominator}"


def _checked(text: str) -> str:
    parse_odds(text)
    return text


Odds = Annotated[str, AfterValidator(_checked)]
