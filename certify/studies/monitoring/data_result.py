"""Files of live results, as `certify monitor` tells of them: how they were read, what was wrong."""

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
    column : str
        The column of the layout, or what takes its place: won, net, mean_stake.
    head : str or None
        Its head in the file; None if the file has none.
    value : str or None
        What it holds in every row, if the file has none.
    how : str
        Whether the head is the column's own, was mapped, or was guessed.
    """

    column: str
    head: str | None
    value: str | None
    how: How


class MappingUsed(Result):
    """What the user said of the form of the files.

    Attributes
    ----------
    columns, constants, wagers : dict
        Columns by the heads of the export, values of columns that it has not, and wagers of the
        game by the names of the export.
    separator, decimal, dates, zone, encoding, sheet : str or None
        The form; None where it was found out.
    heads : int or None
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
    name : str
        Its name, without folders.
    size : int
        Its bytes.
    sha256 : str
        SHA-256 of its bytes.
    rows : int
        Rows of data, those with errors among them.
    columns : tuple of ColumnRead
        How its columns were read, unless all have their own names.
    form : dict
        How it is written, as far as it is not as the layouts have it: separator, decimal, dates,
        encoding, sheet, heads.
    told : tuple of str
        What was found out or assumed of its form, a sentence each.
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
    line : int or None
        Line of a CSV file from 1, the heads being the first; row of a Parquet file from 1; row of
        the sheet of a workbook.
    sheet : str or None
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
    count : int
        How many; rows, or for gaps the missing rounds or days.
    first : tuple of ErrorExample
        The first of them.
    """

    kind: str
    title: str
    count: int
    first: tuple[ErrorExample, ...]


class ExclusionEffect(Result):
    """What rows with errors would change, those of them that can be counted.

    Attributes
    ----------
    rows : int
        Rows whose wager and amounts can be read.
    actual : float or None
        Return on the initial amount without them; None where no other rows are left.
    actual_with : float
        The same with them.
    """

    wager: str
    rows: int
    stake: float
    returned: float
    actual: float | None
    actual_with: float
