"""Figures of a game between players in the sentences and charts of a report, as markup."""

from __future__ import annotations

from math import isfinite

from certify.present.document import printed
from certify.present.figures import HELD, NONE, fixed
from certify.results import Estimate, decimals_for
from certify.studies.fairness import figures_view as view

PERCENT = 100.0


def value_text(estimate: Estimate | None, scale: float = 1.0, *, signed: bool = False) -> str:
    """Return an estimate with the decimals that its interval leaves."""
    if estimate is None or not isfinite(estimate.value):
        return NONE
    return fixed(scale * estimate.value, _decimals(estimate, scale), signed=signed)


def inline(estimate: Estimate | None, scale: float = 1.0) -> str:
    """Return an estimate with both ends of its interval in brackets."""
    if estimate is None:
        return NONE
    digits = _decimals(estimate, scale)
    low, high = (fixed(scale * end, digits) for end in (estimate.low, estimate.high))
    return f"{value_text(estimate, scale)} ({low}{HELD}to{HELD}{high})"


def _decimals(estimate: Estimate, scale: float) -> int:
    return decimals_for(scale * view.half_width(estimate))


def chance_text(chance: float | None) -> str:
    """Return the p of a test; a small one is rounded up to a single digit."""
    return printed(view.chance_text(chance))


def number_text(value: float | None) -> str:
    """Return a number whose decimals are printed only where it has any."""
    return printed(view.number_text(value))
