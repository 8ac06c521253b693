"""The form of an export: conversion to the form of the layouts, and what is reported of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import compute

from certify.errors import ActualsError
from certify.studies.monitoring.columns import DAY, NUMBER, TIME
from certify.studies.monitoring.dates import (
    DAY_FIRST,
    MONTH_FIRST,
    YEAR_FIRST,
    SeenDays,
    plain_days,
)
from certify.studies.monitoring.layouts import MEAN_STAKE, NET, WON, key_of
from certify.studies.monitoring.mapping import MappingAsked
from certify.studies.monitoring.numerals import COMMA, POINT, Seen, plain

WHOLE = ("rounds", "round")
NUMBERS = (
    *WHOLE, "stake", "wagered", "returned", "stake_squared", "largest_stake",
    "table_stake_squared", "seats", WON, NET, MEAN_STAKE,
)  # fmt: skip
DATE, WAGER = "date", "wager"


@dataclass(frozen=True)
class Form:
    """How the cells of a file are written.

    `decimal` is None if numbers are as in the layouts; `dates` is what stands first in a date;
    `constants` are values in every row of columns that the file lacks; `wagers` are those of the
    game by the keys of their names in the file.
    """

    decimal: str | None = None
    dates: str | None = None
    zone: str | None = None
    constants: Mapping[str, str] = field(default_factory=dict, hash=False)
    wagers: Mapping[str, str] = field(default_factory=dict, hash=False)
    is_plain: bool = True
    told: tuple[str, ...] = ()

    def translated(self, columns: Mapping[str, Any], rows: int) -> dict[str, Any]:
        """Return columns in the form of the layouts."""
        found = {name: self._column(name, column) for name, column in columns.items()}
        for name, value in self.constants.items():
            found[name] = pa.repeat(pa.scalar(value), rows)
        if DATE in self.constants:
            found[DATE] = plain_days(found[DATE], self.dates, self.zone)
        return found

    def _column(self, name: str, column: Any) -> Any:
        if name == DATE:
            return plain_days(column, self.dates, self.zone)
        if not _is_text(column):
            return column
        if name == WAGER:
            return _renamed(column, self.wagers)
        if name in NUMBERS:
            return plain(column, self.decimal or POINT)
        return column


def _renamed(column: Any, wagers: Mapping[str, str]) -> Any:
    encoded = column.dictionary_encode()
    names = [
        None if text is None else wagers.get(key_of(text), text)
        for text in encoded.dictionary.to_pylist()
    ]
    return pa.array(names, pa.string()).take(encoded.indices.cast(pa.int64()))


def _is_text(column: Any) -> bool:
    kind = column.type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def looks_plain(columns: Mapping[str, Any]) -> bool:
    """Return whether the first rows of a file have cells in the form of the layouts.

    A cell that is no value at all, such as a misspelt number, does not count against it.
    """
    for name, column in columns.items():
        if not _is_text(column):
            continue
        if name == DATE:
            filled = column.filter(compute.not_equal(compute.utf8_trim_whitespace(column), ""))
            own = compute.match_substring_regex(filled, rf"^ *{DAY.pattern}( *$|[T ])")
            timed = compute.match_substring_regex(filled, TIME)
            if len(filled) and not np.asarray(compute.or_(own, timed)).any():
                return False
        elif name in NUMBERS:
            trimmed = compute.utf8_trim_whitespace(column)
            odd = trimmed.filter(compute.invert(compute.match_substring_regex(trimmed, NUMBER)))
            for decimal in (POINT, COMMA):
                read = compute.match_substring_regex(plain(odd, decimal), NUMBER)
                if np.asarray(read).any():
                    return False
    return True


@dataclass
class Survey:
    """Looks at all cells of a file to detect their form, except what the user states.

    `has_points` says that a single point is a decimal point unless something else is seen, as in a
    file with commas between columns.
    """

    path: str
    heads: Mapping[str, str]
    asked: MappingAsked
    has_points: bool
    _numbers: Seen = field(default_factory=Seen.nothing)
    _days: SeenDays = field(default_factory=SeenDays)

    def add(self, columns: Mapping[str, Any]) -> None:
        """Look at a batch."""
        for name, column in columns.items():
            if not _is_text(column):
                continue
            if name == DATE:
                self._days.add(column)
            elif name in NUMBERS:
                self._numbers.add(column, whole=name in WHOLE)

    def form(self, constants: Mapping[str, str]) -> Form:
        """Return the detected form; ActualsError if dates or amounts can be read in two ways."""
        if DATE in constants:
            self._days.add(pa.array([constants[DATE]]))
        dates, said = self._dates()
        decimal, told = self._decimal()
        return Form(
            decimal=decimal,
            dates=dates,
            zone=self.asked.zone,
            constants=constants,
            wagers={key_of(called): name for called, name in self.asked.wagers.items()},
            is_plain=False,
            told=(*said, *told),
        )

    def _dates(self) -> tuple[str | None, list[str]]:
        days = self._days
        if self.asked.dates is not None:
            return self.asked.dates, []
        if not days.foreign:
            return None, []
        head = repr(self.heads.get(DATE, DATE))
        if days.day_first and days.month_first:
            raise ActualsError(
                self.path,
                f"column {head} has {days.day_first!r}, which has the day first, and"
                f" {days.month_first!r}, which has the month first",
            )
        if days.day_first:
            return DAY_FIRST, [f"Dates have the day first, as {days.day_first!r} shows."]
        if days.month_first:
            return MONTH_FIRST, [f"Dates have the month first, as {days.month_first!r} shows."]
        if days.open is None:
            return YEAR_FIRST, []
        if days.dotted:
            return DAY_FIRST, [
                f"Dates such as {days.open!r} are read with the day first, as is usual with points."
            ]
        raise ActualsError(
            self.path,
            f"column {head} has dates such as {days.open!r}, and none that shows whether the day or"
            f" the month stands first; say --map dates:{DAY_FIRST} or --map dates:{MONTH_FIRST}",
        )

    def _decimal(self) -> tuple[str, list[str]]:
        seen = self._numbers
        if self.asked.decimal is not None:
            return self.asked.decimal, []
        point, comma = seen.decided.get(POINT), seen.decided.get(COMMA)
        if point is not None and comma is not None:
            raise ActualsError(
                self.path,
                f"amounts contradict one another: {point!r} has a decimal point and {comma!r} a"
                f" decimal comma; say --map decimal:{POINT} or --map decimal:{COMMA}",
            )
        if comma is not None:
            return COMMA, [f"Amounts have a decimal comma, as {comma!r} shows."]
        if point is not None:
            thousands = seen.open.get(POINT)
            told = f"Commas in amounts, as in {thousands!r}, part thousands: {point!r} shows it."
            return POINT, [told] if thousands else []
        open_comma, open_point = seen.open.get(POINT), seen.open.get(COMMA)
        if open_comma is None and (open_point is None or self.has_points):
            return POINT, []
        found = str(open_comma or open_point)
        raise ActualsError(
            self.path,
            f"amounts such as {found!r} can be {found.replace(',', '').replace('.', '')} or"
            f" {found.replace(',', '.')}, and no other shows which; say --map decimal:{POINT} or"
            f" --map decimal:{COMMA}",
        )
