"""Limits of figures that were required, and whether they are met."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Comparison = Literal["at_least", "at_most"]
Verdict = Literal["met", "not met", "undecided"]


class Requirement(Result):
    """A required limit of a figure, and the verdict.

    Attributes
    ----------
    figure
        Path of the figure in the results file, such as ``shoes.0.optimal.wagers.main.rtp``.
    unit
        Its unit; of a share, that of which it is one.
    is_rate
        Whether it is a share, printed in percent.
    limit
        As it was given: its shortest decimal is taken without rounding.
    low, high
        Where the true figure lies: within the numerical error of an exact one, within the interval
        of a simulated one.
    false_accept
        Greatest probability that the figure lies beyond the limit though the verdict is ``met``; 0
        of an exact figure.
    verdict
        ``met`` if all from `low` to `high` meet the limit, ``not met`` if nothing there does,
        otherwise ``undecided``.
    """

    figure: str
    title: str
    unit: str
    is_rate: bool
    comparison: Comparison
    limit: float
    clause: str
    found: float
    low: float
    high: float
    basis: Literal["exact", "played"]
    false_accept: float
    verdict: Verdict


def all_met(requirements: tuple[Requirement, ...]) -> bool:
    """Return whether every requirement is met; true if there is none."""
    return all(requirement.verdict == "met" for requirement in requirements)
