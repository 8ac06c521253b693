"""What the tables on the composition of the shoe share: heads of wagers, estimates, triggers."""

from __future__ import annotations

from certify.present.figures import NONE, fixed, percent
from certify.studies.shoe.result import Estimated

SAMPLE_DIGITS = 3
"""Decimals of a figure from a sample, in percent or in units."""

BONUS = "bonus."
SIDES_OF_MAIN = {"main": "without Burnout", "main_burnout": "with Burnout"}


def is_bonus(wager: str) -> bool:
    """Return whether a wager is a Bonus wager."""
    return wager.startswith(BONUS)


def estimate_cells(estimate: Estimated, *, is_rate: bool) -> tuple[str, str]:
    """Return an estimate and half its interval as two cells."""
    show = percent if is_rate else fixed
    return show(estimate.value, SAMPLE_DIGITS), show(estimate.half_width, SAMPLE_DIGITS)


def estimate_text(estimate: Estimated, *, is_rate: bool) -> str:
    """Return an estimate with half its interval, as it stands in a sentence.

    Such as ``1.234 ± 0.056``.
    """
    value, half = estimate_cells(estimate, is_rate=is_rate)
    return value if half == NONE else f"{value}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{half}"


def share_text(estimate: Estimated) -> str:
    """Return an estimated share in percent, with an interval that does not go below zero.

    Such as ``1.234 ± 0.056``, or ``0.042 (0 to 0.200)`` where half the interval is
    longer than the share.
    """
    value, half = estimate.value, estimate.half_width
    if value is None or half is None or half <= value:
        return estimate_text(estimate, is_rate=True)
    return f"{percent(value, SAMPLE_DIGITS)} (0 to {percent(value + half, SAMPLE_DIGITS)})"
