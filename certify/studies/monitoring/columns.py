"""Conversion of columns to numbers, days and names; values that cannot be read are marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import compute

from certify.studies.monitoring.layouts import NET, WON, key_of

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

NO_DAY = -1
NO_NAME = -1
AMOUNTS = ("stake", "wagered", "returned")
"""Columns that rows of rounds and rows of totals both have."""

EXACT = 1e-6
"""Tolerance, in units of currency, for amounts that should be equal, being decimal in the files."""

LARGEST = 1e15
"""Largest amount; a greater one is an error, and would swamp all others."""

DAY_LETTERS = len("2026-01-31")
NUMBER = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
WHOLE = r"^[+-]?\d{1,18}$"
TIME = r"^.{10}[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?( ?(Z|UTC|[+-]\d\d:?\d\d))?$"
DAY = re.compile(r"\d{4}-\d\d-\d\d")


SUM = (
    r"(?i)^\s*((grand|sub|over ?all|daily|monthly|report|table)[ -]?)?"
    r"(totals?|sums?|summe|gesamt(summe)?|insgesamt|suma|somme|totale|totaux|totaal)"
    r"([\s:(].{0,60})?$"
)
"""Names of rows that are sums of others."""


class Names:
    """Names met so far, numbered in the order in which they came."""

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        self.labels = list(known)
        self._numbers = {label: number for number, label in enumerate(known)}
        self._keys = {key_of(label): number for number, label in enumerate(known)}
        self._looked_at = 0
        self._sums: list[int] = []

    def sums(self) -> IntArray:
        """Return the numbers of names of sums, such as Total."""
        for number in range(self._looked_at, len(self.labels)):
            if re.match(SUM, self.labels[number]):
                self._sums.append(number)
        self._looked_at = len(self.labels)
        return np.array(self._sums, dtype=np.int64)

    def __len__(self) -> int:
        return len(self.labels)

    def numbers(self, column: Any, *, closed: bool = False) -> IntArray:
        """Return the numbers of a column of names; `NO_NAME` where it is empty.

        With `closed` new names are not added, and have `NO_NAME` too, but for those that differ
        from a known one in capitals, blanks or points.
        """
        encoded = column.dictionary_encode()
        table = np.full(len(encoded.dictionary) + 1, NO_NAME, dtype=np.int64)
        for place, value in enumerate(encoded.dictionary.to_pylist()):
            label = "" if value is None else str(value).strip()
            if label and not closed:
                table[place] = self._numbers.setdefault(label, len(self.labels))
                if table[place] == len(self.labels):
                    self.labels.append(label)
            elif label:
                known = self._keys.get(key_of(label), NO_NAME)
                table[place] = self._numbers.get(label, known)
        places = encoded.indices.cast(pa.int64()).fill_null(len(encoded.dictionary))
        found: IntArray = table[places.to_numpy(zero_copy_only=False)]
        return found


def days_of(column: Any) -> IntArray:
    """Return the days of a column of text, dates or times, as ordinals; `NO_DAY` for no day."""
    if pa.types.is_timestamp(column.type) and column.type.tz is not None:
        column = compute.local_timestamp(column)
    if pa.types.is_timestamp(column.type) or pa.types.is_date(column.type):
        since = column.cast(pa.date32(), safe=False).cast(pa.int32()).cast(pa.int64())
        first = date(1970, 1, 1).toordinal()
        filled: IntArray = since.fill_null(NO_DAY - first).to_numpy(zero_copy_only=False) + first
        return filled
    encoded = _days_encoded(column.cast(pa.string()))
    table = np.array(
        [_ordinal(value) for value in encoded.dictionary.to_pylist()] + [NO_DAY], dtype=np.int64
    )
    places = encoded.indices.cast(pa.int64()).fill_null(len(encoded.dictionary))
    found: IntArray = table[places.to_numpy(zero_copy_only=False)]
    return found


def _days_encoded(column: Any) -> Any:
    """Return the days of a text column without the time that follows, dictionary-encoded."""
    longest = compute.max(compute.binary_length(column)).as_py() or 0
    if longest <= DAY_LETTERS:
        return column.dictionary_encode()
    short = compute.less_equal(compute.utf8_length(column), DAY_LETTERS)
    timed = compute.match_substring_regex(column, TIME)
    day = compute.utf8_slice_codeunits(column, 0, DAY_LETTERS)
    return compute.if_else(
        compute.or_(short, timed), day, pa.scalar(None, pa.string())
    ).dictionary_encode()


def _ordinal(text: Any) -> int:
    try:
        written = str(text).strip()
        return date.fromisoformat(written).toordinal() if DAY.fullmatch(written) else NO_DAY
    except ValueError:
        return NO_DAY


def amounts_of(columns: Mapping[str, Any], names: Iterable[str]) -> dict[str, FloatArray]:
    """Return the columns of amounts that are present, of those named."""
    return {name: numbers_of(columns[name]) for name in names if name in columns}


def house_win(amounts: Mapping[str, FloatArray]) -> FloatArray:
    """Return what the house won: its own column, or the players' with the other sign."""
    return amounts[WON] if WON in amounts else -amounts[NET]


def numbers_of(column: Any) -> FloatArray:
    """Return a column of amounts; NaN where there is no number of at most `LARGEST`."""
    try:
        cast = column.cast(pa.float64())
    except pa.ArrowInvalid:
        cast = _only(column, NUMBER).cast(pa.float64())
    found = np.asarray(cast.fill_null(np.nan).to_numpy(zero_copy_only=False), dtype=np.float64)
    sound = np.abs(found) <= LARGEST
    return found if sound.all() else np.where(sound, found, np.nan)


def wholes_of(column: Any) -> tuple[IntArray, BoolArray]:
    """Return a column of whole numbers from 0, and where there is none (zero there)."""
    try:
        cast = column.cast(pa.int64())
    except pa.ArrowInvalid:
        if pa.types.is_floating(column.type) or pa.types.is_decimal(column.type):
            values = numbers_of(column)
            whole = np.isfinite(values) & (np.rint(values) == values) & (np.abs(values) < 2.0**53)
            cast = pa.array(np.where(whole, values, -1.0)).cast(pa.int64())
        else:
            cast = _only(column, WHOLE).cast(pa.int64())
    found = cast.fill_null(-1).to_numpy(zero_copy_only=False)
    wrong = found < 0
    return np.where(wrong, 0, found), wrong


def _only(column: Any, pattern: str) -> Any:
    """Return a column of text without outer blanks, null where it does not match."""
    trimmed = compute.utf8_trim_whitespace(column.cast(pa.string()))
    matches = compute.match_substring_regex(trimmed, pattern)
    return compute.if_else(matches, trimmed, pa.scalar(None, pa.string()))
