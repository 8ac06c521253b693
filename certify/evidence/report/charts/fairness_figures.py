"""Players and figures of a game between players, as a report prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, isfinite, log10

from certify.present.document import Band, Row
from certify.present.figures import MINUS, NONE, fixed
from certify.present.markup import plain
from certify.results import Estimate
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.length_of_play import QUANTILES, MeasureFigures

PERCENT = 100.0
MOST_DIGITS = 6
SMALL = 1e-4
"""What is smaller is printed with a power of ten."""
LARGE = 10_000_000
"""Counts from which digits are left out."""
HELD = "\N{NO-BREAK SPACE}"


class PlayerKey:
    """Letters for the players, where names are too long for a column.

    Parameters
    ----------
    result : FairnessResult
        The study: its players from the weakest on, then whoever else is met.
    """

    def __init__(self, result: FairnessResult) -> None:
        self.players = result.players_named
        self._letters = result.letters

    def letter(self, player: str) -> str:
        """Return the letter of a player, or the name if there are more players than letters."""
        return self._letters.get(player, player)

    def lettered(self, player: str) -> str:
        """Return the letter and the name."""
        letter = self.letter(player)
        return player if letter == player else f"{letter}{HELD}{HELD}{player}"

    def note(self, players: Iterable[str]) -> str:
        """Return the key of some players as a sentence of markup, in the order of the letters."""
        some = set(players)
        told = [
            f"{letter}{HELD}{plain(player)}"
            for player in self.players
            if player in some and (letter := self.letter(player)) != player
        ]
        return f"Players: {'; '.join(told)}." if told else ""


def players_text(number: int) -> str:
    """Return a number of players in words."""
    return numbers_text([number])


def listed_numbers(numbers: Sequence[int]) -> str:
    """Return numbers in words, such as ``2, 3 and 4``."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


def numbers_text(numbers: Sequence[int]) -> str:
    """Return numbers of players in words, such as ``2, 3 and 4 players``."""
    return f"{listed_numbers(numbers)} player{'s' if numbers[-1] > 1 else ''}"


def group_title(table: TableResult, tables: Sequence[TableResult]) -> str:
    """Return the title of what is about a number of players; empty if it is the only one."""
    return players_text(table.players) if len(tables) > 1 else ""


def bands(table: TableResult, tables: Sequence[TableResult]) -> list[Row]:
    """Return the band above the rows of a number of players; none if it is the only one."""
    title = group_title(table, tables)
    return [Band(title)] if title else []


def basis(numbers: Sequence[int]) -> str:
    """Return the end of a caption that names the number of players; empty if it has several."""
    return f", {players_text(numbers[0])}" if len(numbers) == 1 else ""


def digits_of(estimate: Estimate, scale: float = 1.0, most: int = MOST_DIGITS) -> int:
    """Return the decimals that show two digits of half the interval of an estimate."""
    half = abs(scale) * max(estimate.high - estimate.value, estimate.value - estimate.low)
    if not isfinite(half) or half <= 0.0:
        return min(2, most)
    return min(most, max(0, 1 - floor(log10(half))))


def value_text(
    estimate: Estimate | None, scale: float = 1.0, *, most: int = MOST_DIGITS, signed: bool = False
) -> str:
    """Return an estimate with the decimals that its interval leaves.

    Parameters
    ----------
    estimate : Estimate or None
        The estimate; None where there is none.
    scale : float
        What it is multiplied by: 100 for percent.
    most : int
        Most decimals.
    signed : bool
        Whether a positive number shows a plus sign.

    Returns
    -------
    str
        The number, or an en dash.
    """
    if estimate is None or not isfinite(estimate.value):
        return NONE
    return fixed(scale * estimate.value, digits_of(estimate, scale, most), signed=signed)


def range_text(
    estimate: Estimate | None, scale: float = 1.0, *, most: int = MOST_DIGITS, signed: bool = False
) -> str:
    """Return the interval of an estimate, such as ``48.1 to 49.9``; as `value_text`."""
    if estimate is None or not (isfinite(estimate.low) and isfinite(estimate.high)):
        return NONE
    digits = digits_of(estimate, scale, most)
    low, high = (fixed(scale * end, digits, signed=signed) for end in (estimate.low, estimate.high))
    return f"{low}{HELD}to{HELD}{high}"


def both_cells(
    estimate: Estimate | None, scale: float = 1.0, *, most: int = MOST_DIGITS, signed: bool = False
) -> tuple[str, str]:
    """Return the cells of an estimate and of its interval; as `value_text`."""
    return (
        value_text(estimate, scale, most=most, signed=signed),
        range_text(estimate, scale, most=most, signed=signed),
    )


def stacked_cell(estimate: Estimate | None, scale: float = 1.0, *, most: int = MOST_DIGITS) -> str:
    """Return one cell with an estimate and below it its interval; as `value_text`."""
    return "<br/>".join(both_cells(estimate, scale, most=most))


def mean_cells(mean: Estimate, *, most: int) -> tuple[str, str]:
    """Return the cells of a mean and of its interval; what is the same in all games has none."""
    if mean.low == mean.high:
        return number_text(mean.value), NONE
    return both_cells(mean, most=most)


def quantile_cells(figures: MeasureFigures) -> list[str]:
    """Return the cells of `QUANTILES`: dashes where they were not counted."""
    return [number_text(value) for value in figures.quantiles or (None,) * len(QUANTILES)]


def inline(estimate: Estimate | None, scale: float = 1.0, *, most: int = MOST_DIGITS) -> str:
    """Return an estimate with its interval in brackets; as `value_text`."""
    if estimate is None:
        return NONE
    value, ends = both_cells(estimate, scale, most=most)
    return f"{value} ({ends})"


def chance_text(chance: float | None) -> str:
    """Return the p of a test as markup; a small one is rounded up to a single digit."""
    if chance is None or not isfinite(chance):
        return NONE
    return fixed(chance, 4) if chance >= SMALL else power_text(chance)


def power_text(value: float) -> str:
    """Return a small positive number as markup with a power of ten, rounded up to one digit."""
    if value <= 0.0:
        return f"&lt;{HELD}10{_power(-300)}"
    exponent = floor(log10(value))
    digit = ceil(value / 10.0**exponent - 1e-9) if exponent > -300 else 1
    if digit >= 10:
        digit, exponent = 1, exponent + 1
    return _raised(digit, exponent)


def _raised(digit: int, exponent: int) -> str:
    """Return a digit times a power of ten as markup."""
    return f"{digit}{HELD}×{HELD}10{_power(exponent)}"


def _power(exponent: int) -> str:
    """Return an exponent as markup."""
    power = str(exponent).replace("-", MINUS)
    return f'<super size="7" rise="2.6">{power}</super>'


def number_text(value: float | None) -> str:
    """Return a number whose decimals are printed only where it has any."""
    if value is None or not isfinite(value):
        return NONE
    if float(value).is_integer():
        return _counted(value)
    return fixed(value, max(0, 3 - floor(log10(abs(value)))) if abs(value) < 1000 else 0)


def _counted(value: float) -> str:
    """Return a whole number with thousands set apart, a very large one in few letters."""
    if abs(value) >= LARGE:
        exponent = floor(log10(abs(value)))
        return f"{fixed(value / 10**exponent, 1)}{HELD}×{HELD}10{_power(exponent)}"
    return f"{value:,.0f}".replace(",", HELD).replace("-", MINUS)


def deals_text(value: float | None) -> str:
    """Return a number of deals, rounded up."""
    return NONE if value is None or not isfinite(value) else _counted(ceil(value))


def times_text(times: float) -> str:
    """Return how many times a game something happens: what is not never is not printed as zero."""
    if times == 0.0:
        return "0"
    return fixed(times, 3) if times >= 0.001 else power_text(times)


def share_text(share: float) -> str:
    """Return a share of games in percent; what is not never is not printed as zero."""
    return f"&lt;{HELD}0.01" if 0.0 < share < 5e-5 else fixed(PERCENT * share, 2)


def held(text: str) -> str:
    """Return text as markup in which no sign % stands without its number."""
    return plain(text).replace(" %", f"{HELD}%")


def cites_text(cites: Sequence[str]) -> str:
    """Return clauses and rulings."""
    return plain(", ".join(cites)) if cites else NONE


def differs(estimate: Estimate, from_value: float) -> bool:
    """Return whether an interval does not hold a value."""
    return not estimate.low <= from_value <= estimate.high
