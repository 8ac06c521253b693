"""How files of live results were read, and what was wrong, as `certify monitor` reports it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from certify.results import Result

Layout = Literal["rounds", "totals"]
How = Literal["own", "mapped", "guessed", "constant"]


class ColumnRead(Result):
    """A column of a layout, and where it is in a file.

    Attributes
    ----------
    column
        The column of the layout, or one that takes its place: won, net, mean_stake.
    head
        Its head in the file; None if the file has none.
    value
        Its value in every row, if the file has no such column.
    how
        Whether the head is the column's own, was mapped, or was guessed.
    """

    column: str
    head: str | None
    value: str | None
    how: How


class MappingUsed(Result):
    """The form of the files as the user stated it.

    Attributes
    ----------
    columns, constants, wagers
        Columns by the heads of the export, values of columns that it lacks, and wagers of the game
        by the names in the export.
    separator, decimal, dates, zone, encoding, sheet
        The form; None where it was detected.
    heads
        Line or row of the heads.
    """

    columns: dict[str, str]
    constants: dict[str, str]
    wagers: dict[str, str]
    separator: str | None = None
    decimal: str | None = None
    dates: str | None = None
    zone: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    heads: int | None = None


class DataFile(Result):
    """A file of live results.

    Attributes
    ----------
    name
        Its name, without folders.
    size
        In bytes.
    rows
        Rows of data, including those with errors.
    columns
        How its columns were read; empty if all have their own names.
    form
        Its form where that differs from the layouts: separator, decimal, dates, encoding, sheet,
        heads.
    told
        What was detected or assumed of its form, a sentence each.
    """

    name: str
    size: int
    sha256: str
    rows: int
    columns: tuple[ColumnRead, ...] = ()
    form: dict[str, str] = Field(default_factory=dict)
    told: tuple[str, ...] = ()


class ErrorExample(Result):
    """A data error: where it is, and what was found and expected.

    Attributes
    ----------
    line
        Line of a CSV file from 1, the heads being the first; row of a Parquet file from 1; row of
        the sheet of a workbook.
    sheet
        The sheet of a workbook.
    """

    file: str
    line: int | None
    message: str
    sheet: str | None = None

    @property
    def place(self) -> str:
        """File and line, or file, sheet and row."""
        if self.sheet is None:
            return f"{self.file}:{self.line}"
        return f"{self.file}, sheet {self.sheet}, row {self.line}"


class DataErrors(Result):
    """All data errors of a kind.

    Attributes
    ----------
    count
        Number of rows, or for gaps of missing rounds or days.
    first
        The first of them.
    """

    kind: str
    title: str
    count: int
    first: tuple[ErrorExample, ...]


class ExclusionEffect(Result):
    """What rows with errors would change, as far as they can be counted.

    Attributes
    ----------
    rows
        Rows whose wager and amounts can be read.
    actual
        Return on the initial amount without them; None where no other rows are left.
    actual_with
        The same with them.
    """

    wager: str
    rows: int
    stake: float
    returned: float
    actual: float | None
    actual_with: float
