"""Values that a casino would print or accept in place of an exact one: odds, parts of a wager."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from certify.studies.whatif.settings import PAYOUT, SHARE, Setting

WHOLE, HALVES, FIFTHS = 1, 2, 5
HALVES_UP_TO = 10
FIFTHS_UP_TO = 2
"""Odds are whole (7:1), half up to 10 (7:2), and fifths up to 2 (6:5, 7:5)."""

ODDS = "odds as casinos pay them"
PERCENT = "whole percent"
CHIPS = "chips"
FORMS = {PERCENT: 100, CHIPS: 20}
"""Parts of a wager: whole percent, and what chips can pay, twentieths, among which are a half, a
quarter, fifths and tenths.
"""


@dataclass(frozen=True)
class Near:
    """A value that a casino would use, and its form."""

    number: Fraction
    form: str


def nearest(setting: Setting, number: Fraction, low: Fraction, high: Fraction) -> list[Near]:
    """Return the values of each form next to a number that a casino would use.

    The nearest at or below it, and the nearest above, between `low` and `high`, if there are any;
    none for a setting that is a whole number.
    """
    forms = {PAYOUT: (ODDS,), SHARE: (PERCENT, CHIPS)}.get(setting.kind, ())
    found: list[Near] = []
    for form in forms:
        around = [each for each in _around(number, form) if low <= each <= high]
        below = [each for each in around if each <= number]
        above = [each for each in around if each > number]
        found += [Near(each, form) for each in (*sorted(below)[-1:], *sorted(above)[:1])]
    return found


def _around(number: Fraction, form: str) -> Iterator[Fraction]:
    """Yield values of a form next to a number on both sides."""
    if form in FORMS:
        yield from _parts(number, FORMS[form])
        return
    for part, most in ((WHOLE, None), (HALVES, HALVES_UP_TO), (FIFTHS, FIFTHS_UP_TO)):
        yield from (each for each in _parts(number, part) if each and (not most or each <= most))


def _parts(number: Fraction, part: int) -> tuple[Fraction, Fraction]:
    """Return the multiples of a part of one next to a number, at or below it and above."""
    below = Fraction(floor(number * part), part)
    above = Fraction(ceil(number * part), part)
    return below, above if above > number else above + Fraction(1, part)
