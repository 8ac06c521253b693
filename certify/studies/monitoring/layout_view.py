"""How the layouts of files of live results are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.document import Column, Table, Text
from certify.studies.monitoring.layouts import IN_PLACE, ROUNDS, TOTALS
from certify.studies.monitoring.layouts import Column as DataColumn


def layout_parts() -> Iterator[Table | Text]:
    """Yield which columns a file of live results has."""
    yield Text(
        "A file of live results is CSV (UTF-8, commas, the first line heads) or Parquet, in one of"
        " two layouts, which its columns tell. Columns may stand in any order; others are not read."
        " Exports with other heads, in other forms and as workbooks (.xlsx) are read too: common"
        " names are recognised, and --map says the rest."
    )
    yield _layout(
        "rounds: one row for each wager of a round",
        ROUNDS,
        "Of Bonus wagers there is one row for each that was won or lost, in the round that decided"
        " it; pushes leave it open. A wager that was surrendered, doubled or split is one row.",
    )
    yield _layout(
        "totals: one row for each day, table and wager",
        TOTALS,
        "What is optional is assumed where it is missing, and the assumption printed.",
    )
    yield _layout(
        "in exports, in place of columns above",
        IN_PLACE,
        "Named by --map HEAD=COLUMN, or recognised.",
    )
    yield Text(
        "Amounts are in any one currency. docs/monitor.md has examples, and tells what is checked."
    )


def _layout(caption: str, columns: Sequence[DataColumn], note: str) -> Table:
    return Table.of(
        caption,
        [
            Column("Column", value=lambda column: column.name),
            Column("What it holds", value=_meaning),
        ],
        columns,
        note,
    )


def _meaning(column: DataColumn) -> str:
    return column.meaning + ("" if column.required else " (optional)")
