"""Numbers as a report prints them: one number of digits for each kind of figure.

Fractions come in, percent goes out; a minus is the minus sign, not a hyphen, and zero has no sign.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal

MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"

HELD = "\N{NO-BREAK SPACE}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

_NEGATIVE = re.compile(r"(?<![\w)])-(?=\d)|(?<= )-(?= )")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_POWER = re.compile(r"(?<![\w.])(\d(?:\.\d+)?)e([-+\N{MINUS SIGN}]?\d+)\b")

EDGE_DIGITS = 6
"""Decimals of an expectation, house edge or return in percent."""
RATE_DIGITS = 4
"""Decimals of a probability in percent."""
UNIT_DIGITS = 8
"""Decimals of an amount in main wagers: the same resolution as `EDGE_DIGITS` in percent."""


def fixed(value: float | Decimal | None, digits: int, *, signed: bool = False) -> str:
    """Return a number with a fixed number of decimals.

    `value`: the number; None where there is none. The result: the number rounded half to even from
    its exact value, or an en dash for None.
    """
    if value is None:
        return NONE
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_EVEN)
    if not rounded:
        return f"{abs(rounded):f}"
    return f"{rounded:{'+' if signed else '-'}f}".replace("-", MINUS)


def percent(value: float | None, digits: int = EDGE_DIGITS, *, signed: bool = False) -> str:
    """Return a fraction in percent, without the sign %, which belongs in the column header.

    `value`: a fraction; None where there is none. The result: the number of percent, or an en dash
    for None.
    """
    if value is None:
        return NONE
    return fixed(Decimal(value) * 100, digits, signed=signed)


def rate(value: float | None) -> str:
    """Return a probability in percent.

    The result: the number of percent, or an en dash for None.
    """
    return percent(value, RATE_DIGITS)


def units(value: float | None) -> str:
    """Return an amount in main wagers.

    The result: the amount, or an en dash for None.
    """
    return fixed(value, UNIT_DIGITS)


def bound(value: float) -> str:
    """Return an error bound as markup, rounded up so that it stays a bound.

    Such as ``3 × 10`` and a raised ``−14``.
    """
    if value <= 0:
        return "0"
    exact = Decimal(value)
    exponent = exact.adjusted()
    digit = int(exact.scaleb(-exponent).to_integral_value(rounding="ROUND_CEILING"))
    if digit == 10:
        digit, exponent = 1, exponent + 1
    return f"{digit}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{power(exponent)}"


def power(exponent: int) -> str:
    """Return a power of ten as markup."""
    raised = str(exponent).replace("-", MINUS)
    return f'10<super size="7" rise="2.6">{raised}</super>'


def typeset(markup: str) -> str:
    """Return a sentence with its numbers as print has them.

    That is with minus signs, thin gaps in large numbers, raised powers of ten, and no line that
    begins with a per cent sign.
    """
    found = _THOUSANDS.sub(HELD, _NEGATIVE.sub(MINUS, markup)).replace(" %", f"{HELD}%")
    found = found.replace(" ± ", f"{HELD}±{HELD}").replace("'", APOSTROPHE)
    return _POWER.sub(_raised, found)


def _raised(found: re.Match[str]) -> str:
    digits, exponent = found.groups()
    return f"{digits}{HELD}×{HELD}{power(int(exponent.replace(MINUS, '-')))}"


def count(value: int) -> str:
    """Return a count with thousands set apart by thin gaps."""
    return f"{value:,}".replace(",", "\N{NO-BREAK SPACE}")
