"""How figures, players and numbers of players of a study of fairness are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, isfinite
from typing import Any

from certify.present.document import Band, Bullets, Column, Row, Table, Text
from certify.present.markup import plain
from certify.present.quantity import NONE, Interval, Number, Quantity, number_text, small
from certify.results import Estimate, decimals_for
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.length_of_play import QUANTILES, MeasureFigures

Part = Table | Text | Bullets

LONG = 10
"""Rows from which a table may continue on the next page."""

PERCENT = Quantity(2, 100)
"""A share, in percent."""
CHANGE = Quantity(2, 100, signed=True)
"""A difference of shares, in percentage points."""
POINTS = Quantity(4)
"""Points of a meeting: 1/2 is equal strength."""
UNGROUPED = re.compile(r"(?<![\d.])\d{4,}")


class Amount(Interval):
    """An interval of amounts, which may be large: thousands are set apart by commas."""

    def __call__(self, estimate: Estimate | None) -> str:
        """Return an estimate with its interval, or a dash where there is none."""
        return _grouped(super().__call__(estimate))

    def value(self, estimate: Estimate | None) -> str:
        """Return an estimate alone, with the digits that its interval leaves."""
        return _grouped(super().value(estimate))

    def with_ends(self, estimate: Estimate | None) -> str:
        """Return an estimate with both ends of its interval in brackets."""
        return _grouped(super().with_ends(estimate))


def _grouped(text: str) -> str:
    grouped = UNGROUPED.sub(lambda found: f"{int(found[0]):,}", text)
    return Number.of(text.value, grouped) if isinstance(text, Number) else grouped


MEAN = Amount()
DIFFERENCE = Amount(signed=True)
SHARE = Interval(is_share=True)
PERCENT_SHARE = Interval(100.0, is_share=True)
PERCENT_POINTS = Interval(100.0, signed=True)


def mean_text(estimate: Estimate) -> str:
    """Return an estimate with the digits that its interval leaves, the last of them uncertain."""
    half = max(estimate.high - estimate.value, estimate.value - estimate.low)
    if not (isfinite(estimate.value) and isfinite(half)):
        return NONE
    if half == 0.0:
        return number_text(estimate.value)
    return Quantity(max(0, decimals_for(half) - 1), thousands=True)(estimate.value)


def statistic_text(value: float) -> str:
    """Return a chi-square in few letters."""
    return Number.of(value, f"{value:z,.2f}" if abs(value) < 1e6 else f"{value:.1e}")


def count_text(value: float | None) -> str:
    """Return a count, rounded up; a large one in few letters."""
    return NONE if value is None or not isfinite(value) else number_text(ceil(value))


def times_text(times: float) -> str:
    """Return how many times a game something happens: what is not never is not written as zero."""
    if times == 0.0:
        return number_text(times)
    return Number.of(times, f"{times:,.3f}") if times >= 0.001 else small(times)


def share_text(share: float) -> str:
    """Return a share of games in percent: what is not never is not written as zero."""
    return Number.of(100.0 * share, "&lt; 0.01") if 0.0 < share < 5e-5 else PERCENT(share)


def range_text(ends: tuple[float, float] | None) -> str:
    """Return from where to where, or one number where both ends are the same."""
    return NONE if ends is None else " to ".join(dict.fromkeys(f"{end:.3g}" for end in ends))


def quantile_columns(
    measure: Callable[[Any], MeasureFigures], places: Sequence[int], share: float
) -> list[Column]:
    """Return columns of some of `QUANTILES`: dashes where they were not counted."""

    def column(place: int) -> Column:
        def quantile(item: Any) -> str:
            found = measure(item).quantiles
            return number_text(None if found is None else found[place])

        return Column(f"{100.0 * QUANTILES[place]:g} %", share, "number", quantile)

    return [column(place) for place in places]


def cites_text(cites: Sequence[str]) -> str:
    """Return clauses and rulings."""
    return ", ".join(cites) or NONE


def settings_text(settings: Iterable[tuple[str, str]]) -> str:
    """Return settings with their values."""
    return ", ".join(f"{name} = {value}" for name, value in settings)


# Players ------------------------------------------------------------------------------------------


class PlayerKey:
    """Letters for the players, where names are too long for a column."""

    def __init__(self, result: FairnessResult) -> None:
        self.players = result.players_named
        self._letters = result.letters

    def letter(self, player: str) -> str:
        """Return the letter of a player, or the name if there are more players than letters."""
        return self._letters.get(player, player)

    def lettered(self, player: str) -> str:
        """Return the letter and the name."""
        letter = self.letter(player)
        return player if letter == player else f"{letter} {player}"

    def pair(self, player: str, opponent: str) -> str:
        """Return who plays whom in letters."""
        return f"{self.letter(player)} v {self.letter(opponent)}"

    def note(self, players: Iterable[str]) -> str:
        """Return the key of some players as a sentence, in the order of the letters."""
        some = set(players)
        told = [
            self.lettered(player)
            for player in self.players
            if player in some and self.letter(player) != player
        ]
        return f"Players: {'; '.join(told)}." if told else ""


def abreast(players: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    """Yield players in groups that fit beside each other."""
    for place in range(0, len(players), most):
        yield players[place : place + most]


def listed_numbers(numbers: Sequence[int]) -> str:
    """Return numbers in words, such as ``2, 3 and 4``."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


def players_text(*numbers: int) -> str:
    """Return numbers of players in words, such as ``2, 3 and 4 players``."""
    return f"{listed_numbers(numbers)} player{'s' if numbers[-1] > 1 else ''}"


# Tables -------------------------------------------------------------------------------------------


def played_by(title: str, share: float) -> Column:
    """Return the column of who plays."""
    return Column(title, share, value=lambda item: item.player)


def group_title(table: TableResult, tables: Sequence[TableResult]) -> str:
    """Return the title of what is about a number of players; empty if it is the only one."""
    return players_text(table.players) if len(tables) > 1 else ""


def basis(tables: Sequence[TableResult]) -> str:
    """Return the end of a caption that names the number of players; empty if it has several."""
    return f", {players_text(tables[0].players)}" if len(tables) == 1 else ""


def banded(
    caption: str,
    columns: Sequence[Column],
    tables: Sequence[TableResult],
    items: Callable[[TableResult], Iterable[Any]],
    note: str = "",
) -> Table:
    """Return a table of items of every number of players, below a band if there are several."""
    rows: list[Row] = []
    for table in tables:
        told = [tuple(column.cell(item) for column in columns) for item in items(table)]
        title = group_title(table, tables)
        rows += [Band(title), *told] if told and title else told
    return captioned(f"{caption}{basis(tables)}", columns, rows, note)


def captioned(
    caption: str, columns: Sequence[Column], rows: Sequence[Row], note: str = ""
) -> Table:
    """Return a table of rows, caption and note as plain text; a long one may be broken."""
    return Table(
        columns, rows, plain(caption), plain(note), breakable=len(rows) > LONG, is_numbered=True
    )


def lead(text: str) -> Text:
    """Return a heading on the screen."""
    return Text(plain(text), "lead")
