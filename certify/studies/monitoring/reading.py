"""Files of live results, read batch by batch: CSV and Parquet."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.csv as arrow_csv
from numpy.typing import NDArray
from pyarrow import compute, parquet

from certify.errors import ActualsError, shortened
from certify.results.monitoring import Layout
from certify.studies.monitoring.layouts import LAYOUTS, ignored, layout_of, normal

BLOCK = 1 << 22
"""Bytes of a CSV file that are read at a time."""

ROWS = 1 << 18
"""Rows of a Parquet file that are read at a time."""

SUFFIXES = (".csv", ".parquet")

DATE = "date"
ZONE = re.compile(r"[A-Za-z0-9+:_-]{1,40}(/[A-Za-z0-9+_-]{1,40}){0,2}")
"""A time zone, which the system looks up as a file of that name in its own folder."""

LONGEST_HEADS = 100_000
"""Characters of the first line of a CSV file."""

MOST_COLUMNS = 1_000
MOST_ROWS = 2_000_000_000
"""Rows of a file."""

MOST_DAMAGED = 1_000_000
"""Lines of a CSV file with too many or too few values; with more, it is another file."""

ROWS_OF_A_BYTE = 200
"""Rows for which a byte of a Parquet file may stand.

A value that is always the same takes no room there, so that a few bytes could stand for more rows
than could ever be read. Rounds of a table take more than a bit each.
"""

LONGEST_CELL = 10_000
"""Bytes of a text in a Parquet file, where each row can repeat it for a few bits."""

Read = TypeVar("Read")

IntArray = NDArray[np.int64]
Damaged = Callable[[int, str], None]
"""Told of a row that is none: its line, and what is wrong."""


@dataclass(frozen=True)
class Batch:
    """Some rows of a file.

    Attributes
    ----------
    lines : ndarray of int64, shape (n,)
        The line of each row in a CSV file, the heads being line 1; its number in a Parquet file.
    columns : dict
        The columns of the layout that the file has, as read.
    """

    lines: IntArray
    columns: dict[str, Any]

    def raw(self, column: str, row: int) -> str:
        """Return what stands in a cell, for a message."""
        value = self.columns[column][row].as_py()
        return "nothing" if value is None or value == "" else repr(shortened(str(value), 40))

    def expecting(self, column: str, expected: str) -> Callable[[int], str]:
        """Return what says of a row what was expected in a column and what was found."""
        return lambda row: f"{column}: expected {expected}; found {self.raw(column, row)}"


@dataclass(frozen=True)
class Source:
    """A file of live results.

    Attributes
    ----------
    path : Path
        The file.
    layout : str
        Which layout it has.
    heads : dict
        The head of each column of the layout, as written.
    ignored : tuple of str
        Its other columns.
    """

    path: Path
    layout: Layout
    heads: dict[str, str] = field(hash=False)
    ignored: tuple[str, ...]

    @classmethod
    def of(cls, path: Path) -> Source:
        """Return a file, of which the heads are read now.

        Raises
        ------
        ActualsError
            If it cannot be read, or is no file of live results.
        """
        if path.suffix.lower() not in SUFFIXES:
            raise ActualsError(str(path), "expected a name that ends in .csv or .parquet")
        heads = reading(path, lambda: _heads(path))
        if len(heads) > MOST_COLUMNS:
            raise ActualsError(
                str(path), f"it has {len(heads):,} columns; at most {MOST_COLUMNS:,} are read"
            )
        layout = layout_of(str(path), heads)
        known = {column.name for column in LAYOUTS[layout]}
        used = {normal(head): head for head in heads if normal(head) in known}
        if path.suffix.lower() == ".parquet":
            reading(path, lambda: _check_types(path, list(used.values())))
        return cls(
            path=path,
            layout=layout,
            heads=used,
            ignored=tuple(ignored(layout, heads)),
        )

    @property
    def is_parquet(self) -> bool:
        """Whether it is a Parquet file."""
        return self.path.suffix.lower() == ".parquet"

    def batches(self, damaged: Damaged, columns: Sequence[str] = ()) -> Iterator[Batch]:
        """Yield the rows, batch by batch.

        Parameters
        ----------
        damaged : callable
            Told of every line with too many or too few values.
        columns : sequence of str, optional
            The columns that are read; by default all of the layout.

        Yields
        ------
        Batch
            Rows in the order of the file.

        Raises
        ------
        ActualsError
            If the file cannot be read on.
        """
        heads = {name: head for name, head in self.heads.items() if not columns or name in columns}
        read = _parquet_batches if self.is_parquet else _csv_batches
        batches = read(self.path, heads, damaged)
        rows = 0
        while True:
            batch = reading(self.path, lambda: next(batches, None))
            if batch is None:
                return
            rows += batch.lines.size
            if rows > MOST_ROWS:
                raise ActualsError(str(self.path), f"it has more than {MOST_ROWS:,} rows")
            yield batch

    def sha256(self) -> tuple[int, str]:
        """Return the bytes of the file, and their SHA-256."""

        def digest() -> tuple[int, str]:
            with self.path.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
                return file.tell(), found

        return reading(self.path, digest)


def reading(path: Path, read: Callable[[], Read]) -> Read:
    """Return what is read of a file; whatever fails is an error that is explained."""
    try:
        return read()
    except OSError as error:
        if isinstance(error, pa.ArrowException):  # pragma: no cover  (depends on the library)
            raise ActualsError(str(path), _told(error)) from error
        raise ActualsError(str(path), error.strerror or str(error)) from error
    except csv.Error as error:
        raise ActualsError(f"{path}:1", f"it cannot be read: {error}") from error
    except UnicodeDecodeError as error:
        raise ActualsError(_first_line_not_text(path), "this is not text in UTF-8") from error
    except pa.ArrowException as error:
        if "UTF8" in str(error):
            raise ActualsError(_first_line_not_text(path), "this is not text in UTF-8") from error
        raise ActualsError(str(path), _told(error)) from error


def _told(error: Exception) -> str:
    lines = str(error).splitlines() or ["it cannot be read"]
    return f"it cannot be read: {shortened(lines[0], 200)}"


def _first_line_not_text(path: Path) -> str:
    """Return where a file stops being text."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return f"{path}:{number}"
    return str(path)


def _heads(path: Path) -> list[str]:
    if path.suffix.lower() == ".parquet":
        with parquet.ParquetFile(path) as file:
            _check_rows(path, file.metadata.num_rows)
            return list(file.schema_arrow.names)
    with path.open(encoding="utf-8-sig", newline="") as text:
        line = text.readline(LONGEST_HEADS + 1)
    if len(line) > LONGEST_HEADS:
        raise ActualsError(
            str(path),
            f"the first line is longer than {LONGEST_HEADS:,} characters; expected the heads of the"
            " columns",
        )
    heads = next(csv.reader([line]), None)
    if not heads:
        raise ActualsError(str(path), "the first line is empty; expected the heads of the columns")
    return heads


def _check_rows(path: Path, rows: int) -> None:
    """Raise an error if a Parquet file stands for more rows than could be of rounds."""
    most = min(MOST_ROWS, ROWS_OF_A_BYTE * path.stat().st_size)
    if rows > most:
        raise ActualsError(
            str(path),
            f"it says that it has {rows:,} rows; a file of {path.stat().st_size:,} bytes has at"
            f" most {most:,} ({ROWS_OF_A_BYTE} of a byte, and {MOST_ROWS:,} in all)",
        )


def _check_types(path: Path, heads: Sequence[str]) -> None:
    """Raise an error if a column of a Parquet file is neither text nor numbers nor days."""
    types = pa.types
    with parquet.ParquetFile(path) as file:
        for column in (file.schema_arrow.field(head) for head in heads):
            held = column.type.value_type if types.is_dictionary(column.type) else column.type
            known = (types.is_string, types.is_large_string, types.is_integer, types.is_floating)
            others = (types.is_decimal, types.is_null)
            days = (types.is_date, types.is_timestamp) if normal(column.name) == DATE else ()
            if not any(is_of(held) for is_of in (*known, *others, *days)):
                expected = "text, numbers or days" if days else "text or numbers"
                raise ActualsError(
                    str(path), f"column {column.name!r} holds {held}; expected {expected}"
                )
            zone = held.tz if types.is_timestamp(held) else None
            if zone is not None and not ZONE.fullmatch(zone):
                raise ActualsError(
                    str(path), f"column {column.name!r} has the time zone {shortened(zone, 40)!r}"
                )


def _csv_batches(path: Path, heads: dict[str, str], damaged: Damaged) -> Iterator[Batch]:
    skipped: list[int] = []

    def skip(row: Any) -> str:
        skipped.append(row.number)
        damaged(row.number, f"expected {row.expected_columns} values; found {row.actual_columns}")
        return "skip" if len(skipped) <= MOST_DAMAGED else "error"

    # The library decodes a line that it skips before it tells of it, where an error is lost.
    text = pa.transcoding_input_stream(pa.OSFile(str(path)), "utf-8-sig", "utf-8")
    with _few_damaged(path, skipped), text:
        reader = arrow_csv.open_csv(
            text,
            # One thread: only then are lines told; and reading is not what takes long.
            read_options=arrow_csv.ReadOptions(use_threads=False, block_size=BLOCK),
            # Lines without anything are read too, so that lines are counted right.
            parse_options=arrow_csv.ParseOptions(
                ignore_empty_lines=False, invalid_row_handler=skip
            ),
            convert_options=arrow_csv.ConvertOptions(
                include_columns=list(heads.values()),
                column_types=dict.fromkeys(heads.values(), pa.string()),
                strings_can_be_null=False,
            ),
        )
        with reader:
            rows = 0
            for batch in reader:
                number = batch.num_rows
                lines = _lines(np.arange(rows, rows + number), skipped)
                rows += number
                columns = {name: batch.column(place) for place, name in enumerate(heads)}
                yield _without_empty_lines(lines, columns)


@contextmanager
def _few_damaged(path: Path, skipped: list[int]) -> Iterator[None]:
    """Tell that a file was given up since too many of its lines were left out."""
    try:
        yield
    except pa.ArrowInvalid:
        if len(skipped) <= MOST_DAMAGED:
            raise
        raise ActualsError(
            str(path), f"more than {MOST_DAMAGED:,} lines have too many or too few values"
        ) from None


def _lines(rows: IntArray, skipped: list[int]) -> IntArray:
    """Return the lines of rows counted from 0, given the lines that were left out so far."""
    left_out = np.array(sorted(skipped), dtype=np.int64)
    before = left_out - 2 - np.arange(left_out.size)
    found: IntArray = rows + 2 + np.searchsorted(before, rows, side="right")
    return found


def _without_empty_lines(lines: IntArray, columns: dict[str, Any]) -> Batch:
    """Return a batch without the lines that have nothing in them."""
    empty = np.ones(lines.size, dtype=np.bool_)
    for column in columns.values():
        letters = compute.binary_length(column).to_numpy(zero_copy_only=False)
        empty &= letters == 0
        if not empty.any():
            return Batch(lines, columns)
    kept = np.flatnonzero(~empty)
    places = pa.array(kept)
    return Batch(lines[kept], {name: column.take(places) for name, column in columns.items()})


def _parquet_batches(path: Path, heads: dict[str, str], _damaged: Damaged) -> Iterator[Batch]:
    names = list(heads.values())
    # Texts stay what they are in the file, one of each and numbers for them, until their lengths
    # are known: a long one repeated would fill the memory.
    settings = {"pre_buffer": False, "buffer_size": 1 << 20, "read_dictionary": names}
    with parquet.ParquetFile(path, **settings) as file:
        rows = 1
        for batch in file.iter_batches(batch_size=ROWS, columns=names):
            lines = np.arange(rows, rows + batch.num_rows, dtype=np.int64)
            rows += batch.num_rows
            columns = {name: _plain(path, head, batch.column(head)) for name, head in heads.items()}
            yield Batch(lines, columns)


def _plain(path: Path, head: str, column: Any) -> Any:
    """Return a column with its values in place of numbers that stand for them."""
    if not pa.types.is_dictionary(column.type):
        return column
    held, value = column.dictionary, column.type.value_type
    if pa.types.is_string(value) or pa.types.is_large_string(value):
        longest = compute.max(compute.binary_length(held)).as_py() or 0
        if longest > LONGEST_CELL:
            raise ActualsError(
                str(path),
                f"column {head!r} has a text of {longest:,} bytes; at most {LONGEST_CELL:,} are"
                " read",
            )
    return column.dictionary_decode()
