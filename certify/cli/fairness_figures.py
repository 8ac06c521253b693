"""How figures, players and tables of `certify fairness` look on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite

from rich.table import Table

from certify.cli.display import table
from certify.present.paragraphs import paragraphs
from certify.present.quantity import NONE
from certify.results import MOST_DECIMALS, Estimate, decimals_for
from certify.studies.fairness.results.fairness import FairnessResult

PERCENT = 100.0
LARGE = 1e7
"""Counts from which digits are left out."""

HELD = "\u00a0"
"""A space at which no line ends."""


def interval(
    estimate: Estimate | None,
    scale: float = 1.0,
    *,
    signed: bool = False,
    most: int = MOST_DECIMALS,
    is_share: bool = False,
) -> str:
    """Return an estimate with the larger side of its interval, such as ``0.4931 ± 0.0021``.

    A share near 0 or 1 is written with both ends, such as ``0.02 (0 to 0.13)``: no interval of a
    share goes below 0 or above 1. Of a share that may be anything nothing can be said.

    Parameters
    ----------
    estimate : Estimate or None
        The estimate; None where there is none.
    scale : float
        What it is multiplied by.
    signed : bool
        Whether a plus sign is printed too.
    most : int
        Most decimals.
    is_share : bool
        Whether it lies between 0 and 1.

    Returns
    -------
    str
        Both numbers with the decimals that two digits of the second need.
    """
    if estimate is None:
        return NONE
    value = scale * estimate.value
    half = scale * max(estimate.high - estimate.value, estimate.value - estimate.low)
    if not (isfinite(value) and isfinite(half)):
        return NONE
    if half == 0.0:
        return number_text(value)
    decimals = decimals_for(half, most)
    sign = "+" if signed else ""
    if is_share and estimate.says_nothing:
        return f"unknown (0 to {scale:g})"
    if is_share and not 0.0 <= value - half <= value + half <= scale:
        low, high = (
            f"{end:g}" if end in (0.0, scale) else f"{end:.{decimals}f}"
            for end in (scale * estimate.low, scale * estimate.high)
        )
        return f"{value:.{decimals}f} ({low} to {high})"
    return f"{value:{sign}z.{decimals}f} ± {half:.{decimals}f}"


def percent_interval(estimate: Estimate | None, *, signed: bool = False, most: int = 4) -> str:
    """Return a share with its interval in percent, without the sign %.

    What is signed is a difference of shares, which may be below zero.
    """
    return interval(estimate, PERCENT, signed=signed, most=most, is_share=not signed)


def mean_text(estimate: Estimate) -> str:
    """Return an estimate with the digits that its interval leaves, the last of them uncertain."""
    half = max(estimate.high - estimate.value, estimate.value - estimate.low)
    if not (isfinite(estimate.value) and isfinite(half)):
        return NONE
    if half == 0.0:
        return number_text(estimate.value)
    return f"{estimate.value:z.{max(0, decimals_for(half, 4) - 1)}f}"


def chance_text(p: float | None) -> str:
    """Return the p of a test in few letters."""
    if p is None or not isfinite(p):
        return NONE
    if p >= 1e-4:
        return f"{p:.4f}"
    return f"{p:.0e}" if p > 0.0 else "< 1e-300"


def statistic_text(value: float) -> str:
    """Return a chi-square or z in few letters."""
    if not isfinite(value):
        return NONE
    return f"{value:z.1f}" if abs(value) < 1e6 else f"{value:.1e}"


def number_text(value: float | None) -> str:
    """Return a number of which the decimals matter only if it is no integer."""
    if value is None or not isfinite(value):
        return NONE
    if value.is_integer() and abs(value) < LARGE:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def count_text(value: float | None) -> str:
    """Return a count, rounded up; a large one in few letters."""
    if value is None or not isfinite(value):
        return NONE
    return f"{ceil(value):,}" if value < LARGE else f"{value:.1e}"


def use_text(times: float) -> str:
    """Return how many times a game something is used."""
    if times == 0.0:
        return "0"
    return f"{times:.2e}" if times < 0.001 else f"{times:.3f}" if times < 100 else f"{times:.1f}"


def share_text(share: float) -> str:
    """Return a share of games in percent; what is not never is not printed as zero."""
    if 0.0 < share < 5e-5:
        return "< 0.01"
    return f"{PERCENT * share:.2f}"


def sheet(*columns: str, names: int = 1, narrow: bool = False) -> Table:
    """Return an empty table of which no number is ever broken over two lines.

    Parameters
    ----------
    *columns : str
        Heads of the columns.
    names : int
        The columns before the first number; these are folded if they must be.
    narrow : bool
        Whether a single space stands between columns.

    Returns
    -------
    Table
        The table, to be filled with `add_row`.
    """
    made = table(*columns, numbers_from=names)
    for column in made.columns[names:]:
        column.no_wrap = True
    if narrow:
        made.padding = 0
    return made


class Letters:
    """Letters for the players where two of them share a row, or many a head.

    Parameters
    ----------
    result : FairnessResult
        The study: its players from the weakest on, then whoever else is met.
    """

    def __init__(self, result: FairnessResult) -> None:
        self.players = result.players_named
        self._letters = result.letters

    def of(self, player: str) -> str:
        """Return the letter of a player, or the name where letters have run out."""
        return self._letters.get(player, player)

    def lettered(self, player: str) -> str:
        """Return letter and name."""
        letter = self.of(player)
        return player if letter == player else f"{letter} {player}"


def wrapped(text: str, *, label: str = "", hanging: int = 0) -> str:
    """Return text in lines of the screen, the sign % never without its number."""
    held = paragraphs(text.replace(" %", f"{HELD}%"), label=label, hanging=hanging)
    return held.replace(HELD, " ")


def seats_text(numbers: Sequence[int]) -> str:
    """Return numbers of players in words, such as ``2, 3 and 4 players``."""
    shown = [str(number) for number in numbers]
    listed = " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
    return f"{listed} player{'s' if numbers[-1] > 1 else ''}"
