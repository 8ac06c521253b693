"""Amounts as exports write them: separators of thousands, currency signs, brackets for minus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyarrow import compute

POINT, COMMA = "point", "comma"
MARKS = {POINT: ".", COMMA: ","}

BLANK = r"[\s\x{00a0}\x{2007}\x{2009}\x{202f}]"
SIGNS = r"(?:[$\x{a2}\x{a3}\x{a5}\x{20a0}-\x{20cf}]|[A-Z]{3}|kr\.?|Fr\.)"
"""Currencies, as signs or as three capitals, before or after the number."""

DASH = r"^-+$"
MINUS = r"[\x{2212}\x{2013}\x{2014}]"
GROUPED = rf"(\d)(?:{BLANK}|['\x{{2019}}])(\d{{3}})(\D|$)"
"""Thousands parted by a blank or an apostrophe."""

BRACKETS = r"^([+-]?)\((.*)\)$"
TRAILING = r"^([^-+()]+)-$"


def _decided(decimal: str, grouping: str) -> str:
    """Return the pattern of numbers that can be read with one decimal mark only."""
    d, g = f"[{decimal}]", f"[{grouping}]"
    several = rf"[1-9]\d{{0,2}}(?:{g}\d{{3}}){{2,}}(?:{d}\d*)?"
    both = rf"[1-9]\d{{0,2}}(?:{g}\d{{3}})+{d}\d*"
    few = rf"\d*{d}(?:\d{{0,2}}|\d{{4,}})"
    long = rf"(?:0+|\d{{4,}}|){d}\d{{3}}"
    return rf"^-?(?:{several}|{both}|{few}|{long})$"


DECIDED = {POINT: _decided(".", ","), COMMA: _decided(",", ".")}
OPEN = {POINT: r"^-?[1-9]\d{0,2}[,]\d{3}$", COMMA: r"^-?[1-9]\d{0,2}[.]\d{3}$"}
"""Numbers with one mark and three digits after it: thousands, if the decimal mark is the other."""


def _whole(decimal: str, grouping: str) -> str:
    d, g = f"[{decimal}]", f"[{grouping}]"
    return rf"^-?(?:[1-9]\d{{0,2}}(?:{g}\d{{3}})+|\d+)?(?:{d}\d*)?$"


VALID = {POINT: _whole(".", ","), COMMA: _whole(",", ".")}


@dataclass
class Seen:
    """Evidence in a file about its decimal mark, by mark.

    The first number that can be read with one mark only, and the first that is thousands with that
    mark, and a fraction otherwise (`open`).
    """

    decided: dict[str, str]
    open: dict[str, str]

    @classmethod
    def nothing(cls) -> Seen:
        """Return no evidence."""
        return cls({}, {})

    def add(self, column: Any, *, whole: bool) -> None:
        """Look at a column of text; where numbers are whole, marks are of thousands."""
        bare = compute.unique(stripped(column))
        for mark in MARKS:
            if mark not in self.decided:
                pattern = OPEN[mark] if whole else DECIDED[mark]
                _first(self.decided, mark, bare, pattern)
            if mark not in self.open:
                _first(self.open, mark, bare, OPEN[mark])


def _first(found: dict[str, str], mark: str, values: Any, pattern: str) -> None:
    matching = values.filter(compute.match_substring_regex(values, pattern))
    if len(matching):
        found[mark] = str(matching[0].as_py())


def stripped(column: Any) -> Any:
    """Return numbers as text without blanks, currency and brackets, which mean minus."""
    text = column if pa.types.is_string(column.type) else column.cast(pa.string())
    for pattern, put in (
        (GROUPED, r"\1\2\3"),
        (GROUPED, r"\1\2\3"),
        (GROUPED, r"\1\2\3"),
        (rf"^{BLANK}+|{BLANK}+$", ""),
        (rf"{BLANK}+(\D)", r"\1"),
        (rf"(\D){BLANK}+", r"\1"),
        (MINUS, "-"),
        (BRACKETS, r"-\2"),
        (rf"^([+-]?){SIGNS}", r"\1"),
        (rf"{SIGNS}([+-]?)$", r"\1"),
        (BRACKETS, r"-\2"),
        (TRAILING, r"-\1"),
        (r"^\+", ""),
    ):
        text = compute.replace_substring_regex(text, pattern, put)
    return text


def plain(column: Any, decimal: str) -> Any:
    """Return a column of numbers in the form of the layouts; what is no number stays.

    `decimal` is ``point`` or ``comma``.
    """
    bare = stripped(column)
    mark = MARKS[decimal]
    grouping = MARKS[COMMA if decimal == POINT else POINT]
    known = compute.and_(
        compute.match_substring_regex(bare, VALID[decimal]),
        compute.match_substring_regex(bare, r"\d"),
    )
    numbers = compute.replace_substring(bare, grouping, "")
    if mark != ".":
        numbers = compute.replace_substring(numbers, mark, ".")
    # In formats of accounts a dash is nothing at all.
    dash = compute.match_substring_regex(bare, DASH)
    return compute.if_else(dash, "0", compute.if_else(known, numbers, column))
