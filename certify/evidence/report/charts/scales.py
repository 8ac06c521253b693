"""Axes that need not show zero, and axes of powers of ten."""

from __future__ import annotations

import math
from collections.abc import Sequence


def fitted_axis(values: Sequence[float], most: int) -> tuple[float, float, float]:
    """Return an axis that shows all values and no more than it must.

    The result: its ends and the step of its ticks; the ends are ticks.
    """
    low, high = min(values), max(values)
    span = (high - low) or abs(high) or 1.0
    power = 10.0 ** math.floor(math.log10(span / most))
    for factor in (1.0, 2.0, 5.0, 10.0, 20.0):
        step = factor * power
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        if last - first <= most:
            break
    return first * step, max(last, first + 1) * step, step


def power_axis(values: Sequence[float]) -> tuple[int, int]:
    """Return the powers of ten between which all values lie.

    `values`: what is to be shown, all above zero, at least one.
    """
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return low, max(high, low + 1)
