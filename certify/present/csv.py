"""The tables of a document as comma-separated values, one below the other."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from certify.present.document import Band, Column, Element, Figure, Row, Table, Together
from certify.present.grids import Grid
from certify.present.markup import spoken
from certify.present.quantity import Number


def csv_text(elements: Iterable[Element]) -> str:
    """Return the tables of a document for a spreadsheet.

    The result: of each table a line with its caption, one with the heads of its columns, and its
    rows; an empty line between tables. Numbers that know themselves are there at full precision.
    """
    room = io.StringIO()
    writer = csv.writer(room, lineterminator="\n")
    for number, table in enumerate(_tables(elements)):
        if number:
            writer.writerow([])
        if table.caption:
            writer.writerow([spoken(table.caption)])
        if table.has_header:
            writer.writerow(_heads(table))
        writer.writerows(_cells(row) for row in table.rows)
    return room.getvalue()


def _heads(table: Table) -> list[str]:
    """Return the titles of columns, with that of their group."""
    titles = (spoken(column.title) for column in table.columns)
    groups = map(spoken, table.group_of())
    return [
        f"{group}: {title}" if group else title for group, title in zip(groups, titles, strict=True)
    ]


def _tables(elements: Iterable[Element]) -> Iterator[Table]:
    for element in elements:
        if isinstance(element, Table):
            yield element
        elif isinstance(element, Together):
            yield from _tables(element.parts)
        elif isinstance(element, Figure):
            for grid in element.body:
                if isinstance(grid, Grid):
                    yield _grid(grid, element.caption)


def _grid(grid: Grid, caption: str) -> Table:
    rows = [
        (hand, *(cell.figure or cell.text for cell in cells)) for hand, cells in grid.named_rows()
    ]
    return Table([Column("Hand"), *map(Column, grid.heads)], rows, caption=caption)


def _cells(row: Row) -> list[str]:
    if isinstance(row, Band):
        return [spoken(row.text)]
    return [repr(cell.value) if isinstance(cell, Number) else spoken(cell) for cell in row]
