"""Odds as text."""

from __future__ import annotations

from fractions import Fraction


def odds_text(value: Fraction) -> str:
    """Return odds in lowest terms, such as ``3:2``."""
    return f"{value.numerator}:{value.denominator}"
