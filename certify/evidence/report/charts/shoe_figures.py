"""What the tables on the composition of the shoe share: heads of wagers, estimates, triggers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from certify.present.figures import MINUS, NONE, fixed, percent
from certify.studies.shoe.result import Direction, Estimated

SAMPLE_DIGITS = 3
"""Decimals of a figure from a sample, in percent or in units."""

BONUS = "bonus."
SIDES_OF_MAIN = {"main": "without Burnout", "main_burnout": "with Burnout"}
SIDES = {"without_burnout": "without Burnout", "with_burnout": "with Burnout"}
SIGNS: dict[Direction, str] = {"at_least": "≥", "at_most": "≤"}


class OfWager(Protocol):
    """Anything that belongs to a wager."""

    @property
    def wager(self) -> str:
        """Return the name of the wager."""

    @property
    def title(self) -> str:
        """Return what it is called in print."""


Something = TypeVar("Something", bound=OfWager)


def is_bonus(wager: str) -> bool:
    """Return whether a wager is a Bonus wager."""
    return wager.startswith(BONUS)


def by_group(items: Sequence[Something]) -> list[tuple[str, list[tuple[str, Something]]]]:
    """Return what stands under each head of a table, with the titles of its columns.

    Parameters
    ----------
    items : sequence
        Something of each wager.

    Returns
    -------
    list of (str, list of (str, item))
        Each wager on the main wager and insurance under its own title; Bonus wagers together, those
        without Burnout before those with it.
    """
    groups = [(item.title, [("", item)]) for item in items if not is_bonus(item.wager)]
    for side, text in SIDES.items():
        found = [
            (f"{item.wager.split('.')[1]} wins", item)
            for item in items
            if is_bonus(item.wager) and item.wager.endswith(f".{side}")
        ]
        if found:
            groups.append((f"Bonus wagers, {text}", found))
    return groups


def estimate_cells(estimate: Estimated, *, is_rate: bool) -> tuple[str, str]:
    """Return an estimate and half its interval as two cells.

    Parameters
    ----------
    estimate : Estimated
        The estimate.
    is_rate : bool
        Whether it is printed in percent.

    Returns
    -------
    tuple of str
        Both, or dashes where they are not known.
    """
    show = percent if is_rate else fixed
    return show(estimate.value, SAMPLE_DIGITS), show(estimate.half_width, SAMPLE_DIGITS)


def estimate_text(estimate: Estimated, *, is_rate: bool) -> str:
    """Return an estimate with half its interval, as it stands in a sentence.

    Parameters
    ----------
    estimate : Estimated
        The estimate.
    is_rate : bool
        Whether it is printed in percent, without the sign.

    Returns
    -------
    str
        Such as ``1.234 ± 0.056``.
    """
    value, half = estimate_cells(estimate, is_rate=is_rate)
    return value if half == NONE else f"{value}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{half}"


def share_text(estimate: Estimated) -> str:
    """Return an estimated share in percent, with an interval that does not go below zero.

    Parameters
    ----------
    estimate : Estimated
        The estimate.

    Returns
    -------
    str
        Such as ``1.234 ± 0.056``, or ``0.042 (0 to 0.200)`` where half the interval is longer than
        the share.
    """
    value, half = estimate.value, estimate.half_width
    if value is None or half is None or half <= value:
        return estimate_text(estimate, is_rate=True)
    return f"{percent(value, SAMPLE_DIGITS)} (0 to {percent(value + half, SAMPLE_DIGITS)})"


def trigger_text(trigger: int | None, direction: Direction | None) -> str:
    """Return the true count at which a wager is made.

    Parameters
    ----------
    trigger : int or None
        A whole true count; None for never.
    direction : str or None
        On which side of it; None where it is not one count that calls for the wager.

    Returns
    -------
    str
        Such as ``≥ 2``.
    """
    if direction is None:
        return NONE
    if trigger is None:
        return "never"
    return f"{SIGNS[direction]}\N{NO-BREAK SPACE}{trigger}".replace("-", MINUS)
