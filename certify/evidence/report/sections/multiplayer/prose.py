"""What the views of a study describe, as a report prints it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from certify.present.document import Band, Composer, Row, Table, Text
from certify.present.figures import typeset
from certify.present.markup import plain
from certify.present.quantity import NONE, Number
from certify.studies.fairness.figures_view import Part


def prose(text: str) -> str:
    """Return a sentence of the results as markup, its numbers written as elsewhere in a report."""
    return typeset(plain(text))


def write(composer: Composer, parts: Iterable[Part]) -> None:
    """Write texts and tables of a view."""
    for part in parts:
        if isinstance(part, Table):
            composer.put(typeset_table(part))
        elif not isinstance(part, Text):
            composer.bullets([typeset(item) for item in part.items])
        elif part.kind != "lead":
            composer.text(typeset(part.markup))


def typeset_table(table: Table) -> Table:
    """Return a table, its texts written as elsewhere in a report."""
    rows: list[Row] = [
        Band(typeset(row.text))
        if isinstance(row, Band)
        else [cell if isinstance(cell, Number) or cell == NONE else typeset(cell) for cell in row]
        for row in table.rows
    ]
    return replace(table, rows=rows, note=typeset(table.note))
