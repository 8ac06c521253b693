"""The tables of answers: one list of rows for each kind of result, as Arrow and as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from certify.cards.charts import UPCARDS
from certify.errors import SpecError
from certify.present.document import Column, Table
from certify.present.markup import capitalised, plain
from certify.present.quantity import NONE
from certify.results import Result

NAMED = ("wagers.", "by_upcard.", "streak.")
"""Where the figures of a return stand that have names in words."""

MOST_ROWS = 100
"""Rows that a notebook shows; the frame has all."""

SWEPT = ("wager", "figure", "unit", "value", "difference")

Row = tuple[Any, ...]
Named = Sequence[tuple[str, Any]]
"""Figures with their dotted places."""


@dataclass(frozen=True)
class Listing:
    """A table as data.

    Attributes
    ----------
    caption : str
        What it shows.
    names : tuple of str
        Names of the columns.
    rows : list of tuple
        Cells, one for each column.
    """

    caption: str
    names: tuple[str, ...]
    rows: list[Row]


def listing_of(result: Result, of: str, figures: Named) -> Listing:
    """Return the table of a result.

    Parameters
    ----------
    result : Result
        The result.
    of : str
        Dotted place of a list or dictionary; empty for the table that is asked for most.
    figures : sequence of (str, Figure)
        Every number of the result.

    Returns
    -------
    Listing
        The table.

    Raises
    ------
    SpecError
        If there is no list at that place.
    """
    if of:
        return _entries(result, of)
    # A game that is analysed from its spec has results of the same form, and more in them.
    name = type(result).__name__.removeprefix("Analysed")
    if name in LISTS:
        return _entries(result, *LISTS[name])
    if name in MADE:
        caption, names, rows = MADE[name]
        return Listing(caption, names, list(rows(result)))
    if name == "RtpResult":
        return _returns(figures)
    if name == "SweepResult":
        return _sweep(result)
    return Listing(
        "Figures",
        ("place", "value", "error", "exact", "unit"),
        [
            (place, float(each), each.error, each.exact and str(each.exact), each.unit)
            for place, each in figures
        ],
    )


def table_of(listing: Listing) -> Table:
    """Return a listing as a table that is shown, its first rows if it is long."""
    shown = listing.rows[:MOST_ROWS]
    left = len(listing.rows) - len(shown)
    numeric = [
        any(isinstance(row[place], float | int) for row in shown)
        for place in range(len(listing.names))
    ]
    return Table(
        [
            Column(plain(_title(name)), 1.0, "number" if is_number else "text")
            for name, is_number in zip(listing.names, numeric, strict=True)
        ],
        [tuple(_cell(each) for each in row) for row in shown],
        caption=plain(listing.caption),
        note=plain(f"{left:,} more rows in to_frame()." if left else ""),
        is_numbered=True,
    )


def _title(name: str) -> str:
    return capitalised(name.replace("_", " ").replace(".", ", "))


def _cell(value: Any) -> str:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.10g}"
    return plain(str(value))


# Lists of results -----------------------------------------------------------------------------


LISTS = {
    "BankedResult": ("wagers", "Exact figures of every wager"),
    "BankedHandResult": ("answers", "Answers"),
    "BankedStrategyResult": ("closest", "The closest decisions"),
    "PaytableResult": ("front", "Paytables that no other beats"),
    "ExposedResult": ("wagers", "What wagers bring to who sees hidden cards"),
    "SimulationResult": ("quantities", "Quantities of a game"),
    "CheckResult": ("criteria", "Criteria"),
    "CrosscheckResult": ("tests", "Exact figures against the played game"),
    "WhatIfResult": ("figures", "Figures before and after the change"),
    "ExposureResult": ("exposure", "The most at risk, in main wagers"),
    "ParametersResult": ("settings", "What can be set"),
    "VerificationResult": ("checks", "Checks of the report"),
    "ShoeResult": ("effects", "Effects of removal"),
    "MonitorResult": ("lines", "Lines against their tolerances"),
    "ReportWritten": ("files", "Files of the report"),
}
"""By the class of a result, which of its lists is asked for most, and what it shows."""


def _entries(result: Result, of: str, caption: str = "") -> Listing:
    """Return a list or dictionary of a result, a row for each entry."""
    value: Any = result
    for name in of.split("."):
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, tuple):
            number = int(name) if name.isdecimal() else len(value)
            value = value[number] if number < len(value) else None
        else:
            value = getattr(value, name, None) if not name.startswith("_") else None
    entries: list[dict[str, Any]]
    if isinstance(value, Mapping):
        entries = [{"name": str(key), **_flat(each)} for key, each in value.items()]
    elif isinstance(value, tuple):
        entries = [_flat(each) for each in value]
    else:
        raise SpecError(f"there is no list {of!r} in this result to make a table of")
    names = tuple(dict.fromkeys(name for entry in entries for name in entry))
    rows = [tuple(entry.get(name) for name in names) for entry in entries]
    return Listing(caption or _title(of), names, rows)


def _flat(value: Any, path: str = "") -> dict[str, Any]:
    """Return an entry as one row: parts of it by their dotted names, lists of words in one cell."""
    if isinstance(value, Result):
        found: dict[str, Any] = {}
        for name in type(value).model_fields:
            found |= _flat(getattr(value, name), f"{path}.{name}" if path else name)
        return found
    name = path or "value"
    if isinstance(value, Mapping):
        return {
            f"{name}.{key}": each
            for key, each in value.items()
            if each is None or isinstance(each, str | int | float)
        }
    if isinstance(value, tuple):
        if all(isinstance(each, str) for each in value):
            return {name: ", ".join(value)}
        if all(isinstance(each, float) for each in value) and len(value) == 2:
            return {f"{name}.low": value[0], f"{name}.high": value[1]}
        return {}
    return {name: value}


def _returns(figures: Named) -> Listing:
    """Return every figure of every wager, with its name in words."""
    from certify.studies.whatif.figures import figure_name

    rows: list[Row] = []
    for place, each in figures:
        known = figure_name(place) if place.startswith(NAMED) else None
        words = (known.wager, known.figure) if known else (None, None)
        exact = each.exact and str(each.exact)
        rows.append((place, *words, float(each), each.error, exact, each.unit))
    names = ("place", "wager", "figure", "value", "error", "exact", "unit")
    return Listing("Exact figures", names, rows)


# Tables of their own --------------------------------------------------------------------------


def _actions(found: Any) -> Iterator[Row]:
    best = found.actions[found.best]
    for action, value in sorted(found.actions.items(), key=lambda item: -item[1]):
        yield action, value, value - best, found.error_bound


def _charts(found: Any) -> Iterator[Row]:
    for chart in found.charts:
        for section in chart.sections:
            for row in section.rows:
                for upcard, cell in zip(UPCARDS, row.cells, strict=True):
                    yield chart.id, section.kind, row.hand, upcard, cell


def _sweep(found: Any) -> Listing:
    """Return a row for each figure at each point; what is swept has columns of its own."""
    names = (*(axis.name for axis in found.axes), *SWEPT)
    rows = [
        (*point.values, figure.wager, figure.figure, figure.unit, value, difference)
        for point in found.points
        for figure, value, difference in zip(
            found.figures, point.figures, point.differences, strict=True
        )
    ]
    return Listing("Figures over a sweep", names, rows)


def _readings(found: Any) -> Iterator[Row]:
    for ruling in found.rulings:
        for other in ruling.alternatives:
            for figure, base in zip(found.figures, found.base, strict=True):
                difference = other.difference(figure.path)
                yield ruling.id, other.text, figure.wager, figure.figure, base, difference


def _findings(found: Any) -> Iterator[Row]:
    for table in found.tables:
        for finding in table.findings:
            yield table.players, finding.weight, finding.about, finding.text


MADE: dict[str, tuple[str, tuple[str, ...], Callable[[Any], Iterator[Row]]]] = {
    "HandResult": (
        "Expectation of every action, in main wagers",
        ("action", "expectation", "to_the_best", "error"),
        _actions,
    ),
    "StrategyResult": (
        "Strategy charts",
        ("chart", "hands", "hand", "upcard", "play"),
        _charts,
    ),
    "SensitivityResult": (
        "Other readings of the rulings",
        ("ruling", "reading", "wager", "figure", "as_ruled", "difference"),
        _readings,
    ),
    "FairnessResult": ("Findings", ("players", "weight", "about", "text"), _findings),
}
"""By the class of a result: caption, names of the columns, and what yields the rows."""
