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
    value
        Its value in every row, if the file has no such column.
    """

    column: str
    head: str | None
    value: str | None
    how: How


class MappingUsed(Result):
    """The form of the files as the user stated it; None where it was detected.

    `columns` has those of the layout by the heads of the export, `constants` the values of columns
    that it lacks, `wagers` the game's by their names in the export.
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
    columns
        How its columns were read; empty if all have their own names.
    form
        Its form where that differs from the layouts: separator, decimal, dates, encoding, sheet,
        heads.
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

    `line` is that of a CSV file from 1, the heads being the first; the row of a Parquet file from
    1; the row of the sheet of a workbook.
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
    """All data errors of a kind: the number of rows, or of missing rounds or days."""

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
    """

    wager: str
    rows: int
    stake: float
    returned: float
    actual: float | None
    actual_with: float
