"""Days as exports write them: day or month first, names of months, times with their zones."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
from pyarrow import compute

from certify.studies.monitoring.columns import DAY

DAY_FIRST, MONTH_FIRST, YEAR_FIRST = "day-first", "month-first", "year-first"

TIME_AFTER = (
    r"[T,]? *\d{1,2}:\d\d(:\d\d([.,]\d+)?)? *([AaPp]\.?[Mm]\.?)?( ?(Z|UTC|[+-]\d\d:?\d\d))?$"
)
NUMBERS = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\.?")
YEAR = re.compile(r"(\d{4})([./-]?)(\d\d?)\2(\d\d?)")
NAMED = re.compile(r"(?:[a-z]{3,9},? +)?(\d{1,2})\.?[ .-]*([a-z]{3,9})\.?[ ,.-]*(\d{4}|\d{2})")
NAME_FIRST = re.compile(r"(?:[a-z]{3,9},? +)?([a-z]{3,9})\.? +(\d{1,2}),? +(\d{4})")
MONTHS = {
    name: number
    for number, name in enumerate(
        (
            "january", "february", "march", "april", "may", "june", "july", "august", "september",
            "october", "november", "december",
        ),
        start=1,
    )
}  # fmt: skip
SHORTEST = 3
CENTURY = 2000
MOST_DAYS = 40_000
"""Different days of a file that are looked at to find out what stands first."""


@dataclass
class SeenDays:
    """Evidence in a file about the order of day and month.

    The first day that can be read in one order only, or in both (`open`); whether days are
    separated by points, which nobody writes with the month first; whether any is not written as
    2026-01-31 (`foreign`).
    """

    day_first: str | None = None
    month_first: str | None = None
    open: str | None = None
    dotted: bool = True
    foreign: bool = False
    _looked_at: set[str] = field(default_factory=set)

    def add(self, column: Any) -> None:
        """Look at a column of text."""
        for text in compute.unique(without_time(column)).to_pylist():
            if text and text not in self._looked_at and len(self._looked_at) < MOST_DAYS:
                self._looked_at.add(text)
                self._look(text.strip())

    def _look(self, text: str) -> None:
        self.foreign = self.foreign or not DAY.fullmatch(text)
        match = NUMBERS.fullmatch(text)
        if match is None:
            return
        first, mark, second = int(match[1]), match[2], int(match[3])
        self.dotted = self.dotted and mark == "."
        if first > 12 >= second:
            self.day_first = self.day_first or text
        elif second > 12 >= first:
            self.month_first = self.month_first or text
        elif first != second:
            self.open = self.open or text


def without_time(column: Any) -> Any:
    """Return a column of text without the time that follows a day."""
    text = column if pa.types.is_string(column.type) else column.cast(pa.string())
    return compute.utf8_trim_whitespace(compute.replace_substring_regex(text, TIME_AFTER, ""))


def day_of(text: str, order: str | None) -> date | None:
    """Return the day that a text without a time means, or None.

    `order` is ``day-first`` or ``month-first``, for days of numbers alone.
    """
    written = text.strip().lower()
    if len(written) > 40:
        return None
    try:
        if match := YEAR.fullmatch(written):
            return date(int(match[1]), int(match[3]), int(match[4]))
        if match := NUMBERS.fullmatch(written):
            first, second = int(match[1]), int(match[3])
            day, month = (second, first) if order == MONTH_FIRST else (first, second)
            if order not in (DAY_FIRST, MONTH_FIRST) and first != second:
                return None
            return date(_year(match[4]), month, day)
        if match := NAMED.fullmatch(written):
            month_named = _month(match[2])
            return date(_year(match[3]), month_named, int(match[1])) if month_named else None
        if match := NAME_FIRST.fullmatch(written):
            month_named = _month(match[1])
            return date(int(match[3]), month_named, int(match[2])) if month_named else None
    except ValueError:
        return None
    return None


def _year(text: str) -> int:
    return int(text) if len(text) > 2 else CENTURY + int(text)


def _month(text: str) -> int | None:
    return next(
        (
            number
            for name, number in MONTHS.items()
            if len(text) >= SHORTEST and (name.startswith(text) or text == "sept" == name[:4])
        ),
        None,
    )


def plain_days(column: Any, order: str | None, zone: str | None) -> Any:
    """Return a column of days written as 2026-01-31; what is no day stays as it is.

    Times with a zone of their own become days of `zone`.
    """
    if pa.types.is_timestamp(column.type):
        return _in_zone(column, zone)
    if pa.types.is_date(column.type) or not _is_text(column.type):
        return column
    if zone is not None:
        column = _moved(column, ZoneInfo(zone))
    encoded = without_time(column).dictionary_encode()
    found = [_iso(text, order) for text in encoded.dictionary.to_pylist()]
    places = encoded.indices.cast(pa.int64())
    days = pa.array(found, pa.string()).take(places)
    return compute.coalesce(days, column.cast(pa.string()))


def _iso(text: str | None, order: str | None) -> str | None:
    day = None if text is None else day_of(text, order)
    return None if day is None else day.isoformat()


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _in_zone(column: Any, zone: str | None) -> Any:
    """Return times with a zone of their own as times of another."""
    if zone is None or column.type.tz is None:
        return column
    return column.cast(pa.timestamp(column.type.unit, tz=zone))


def _moved(column: Any, zone: ZoneInfo) -> Any:
    """Return texts of times with a zone as days of another zone."""
    text = column.cast(pa.string())
    told = compute.match_substring_regex(text, r"\d\d:\d\d.*(Z|UTC|[+-]\d\d:?\d\d)$")
    rows = np.flatnonzero(np.asarray(told.fill_null(False)))
    if not rows.size:
        return text
    values = text.to_pylist()
    for row in rows.tolist():
        try:
            moment = datetime.fromisoformat(values[row].strip().replace(" UTC", "Z"))
            values[row] = moment.astimezone(zone).date().isoformat()
        except (ValueError, OverflowError):
            continue
    return pa.array(values, pa.string())
