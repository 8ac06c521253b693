"""Rows of live results, read batch by batch: text and Parquet."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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

BLOCK = 1 << 22
"""Bytes of a CSV file that are read at a time."""

ROWS = 1 << 18
"""Rows of a Parquet file that are read at a time."""

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

LATIN = "if it is text in Latin-1, --map encoding:latin-1 says so"

Read = TypeVar("Read")

IntArray = NDArray[np.int64]
Damaged = Callable[[int, str], None]
"""Told of a row that is none: its line, and what is wrong."""


@dataclass(frozen=True)
class Batch:
    """Some rows of a file; `lines` are counted from 1, in a Parquet file rows.

    `columns` are in the form of the layouts, `written` in the form of the file (empty if that is
    the same); `heads` are the file's names where they differ.
    """

    lines: IntArray
    columns: dict[str, Any]
    written: dict[str, Any] = field(default_factory=dict)
    heads: Mapping[str, str] = field(default_factory=dict)

    def raw(self, column: str, row: int) -> str:
        """Return what stands in a cell, for a message."""
        cells = self.written.get(column, self.columns.get(column))
        value = None if cells is None else cells[row].as_py()
        return "nothing" if value is None or value == "" else repr(shortened(str(value), 40))

    def name(self, column: str) -> str:
        """Return the file's name of a column, for a message."""
        head = self.heads.get(column)
        return column if head is None else f"{head!r} ({column})"

    def expecting(self, column: str, expected: str) -> Callable[[int], str]:
        """Return the message of a row: what was expected in a column and what was found."""
        name = self.name(column)
        return lambda row: f"{name}: expected {expected}; found {self.raw(column, row)}"


def reading(path: Path, read: Callable[[], Read]) -> Read:
    """Return what is read of a file; every failure becomes an error with an explanation."""
    try:
        return read()
    except OSError as error:
        if isinstance(error, pa.ArrowException):  # pragma: no cover  (depends on the library)
            raise ActualsError(str(path), _told(error)) from error
        raise ActualsError(str(path), error.strerror or str(error)) from error
    except csv.Error as error:
        raise ActualsError(f"{path}:1", f"it cannot be read: {error}") from error
    except UnicodeError as error:
        raise ActualsError(*_not_text(path, error)) from error
    except pa.ArrowException as error:
        if "UTF8" in str(error):
            raise ActualsError(*_not_text(path, error)) from error
        raise ActualsError(str(path), _told(error)) from error


def _told(error: Exception) -> str:
    lines = str(error).splitlines() or ["it cannot be read"]
    return f"it cannot be read: {shortened(lines[0], 200)}"


def _not_text(path: Path, error: Exception) -> tuple[str, str]:
    """Return where a file stops being text, and the message for it."""
    encoding = getattr(error, "encoding", "utf-8")
    if "utf-8" not in encoding and "UTF8" not in str(error):
        return str(path), f"this is not text in {encoding}, as its beginning seemed to be"
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return f"{path}:{number}", f"this is not text in UTF-8; {LATIN}"
    return str(path), "this is not text in UTF-8"


def parquet_heads(path: Path) -> list[str]:
    """Return the names of the columns of a Parquet file."""
    with parquet.ParquetFile(path) as file:
        _check_rows(path, file.metadata.num_rows)
        return list(file.schema_arrow.names)


def _check_rows(path: Path, rows: int) -> None:
    """Raise an error if a Parquet file claims more rows than its bytes could hold of rounds."""
    most = min(MOST_ROWS, ROWS_OF_A_BYTE * path.stat().st_size)
    if rows > most:
        raise ActualsError(
            str(path),
            f"it says that it has {rows:,} rows; a file of {path.stat().st_size:,} bytes has at"
            f" most {most:,} ({ROWS_OF_A_BYTE} of a byte, and {MOST_ROWS:,} in all)",
        )


def check_types(path: Path, heads: Sequence[str], day: str | None) -> None:
    """Raise an error if a column of a Parquet file is neither text nor numbers nor days."""
    types = pa.types
    with parquet.ParquetFile(path) as file:
        for column in (file.schema_arrow.field(head) for head in heads):
            held = column.type.value_type if types.is_dictionary(column.type) else column.type
            known = (types.is_string, types.is_large_string, types.is_integer, types.is_floating)
            others = (types.is_decimal, types.is_null)
            days = (types.is_date, types.is_timestamp) if column.name == day else ()
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


def text_batches(
    path: Path, heads: dict[str, str], damaged: Damaged, *, encoding: str, separator: str, line: int
) -> Iterator[Batch]:
    """Yield the rows of a text file.

    `heads` has the head of each column that is read, `line` is the line of the heads; `damaged`
    receives every line with too many or too few values.
    """
    skipped: list[int] = []

    def skip(row: Any) -> str:
        # The library counts from the heads on.
        number = row.number + line - 1
        skipped.append(number)
        if any(each.strip() for each in str(row.text).split(separator)):
            damaged(number, f"expected {row.expected_columns} values; found {row.actual_columns}")
        return "skip" if len(skipped) <= MOST_DAMAGED else "error"

    # The library decodes a line that it skips before it tells of it, where an error is lost.
    text = pa.transcoding_input_stream(pa.OSFile(str(path)), encoding, "utf-8")
    with _few_damaged(path, skipped), text:
        reader = arrow_csv.open_csv(
            text,
            # One thread: only then are lines told; and reading is not what takes long.
            read_options=arrow_csv.ReadOptions(
                use_threads=False, block_size=BLOCK, skip_rows=line - 1
            ),
            # Lines without anything are read too, so that lines are counted right.
            parse_options=arrow_csv.ParseOptions(
                delimiter=separator, ignore_empty_lines=False, invalid_row_handler=skip
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
                lines = _lines(np.arange(rows, rows + number), skipped, line + 1)
                rows += number
                columns = {name: batch.column(place) for place, name in enumerate(heads)}
                yield _without_empty_lines(lines, columns)


@contextmanager
def _few_damaged(path: Path, skipped: list[int]) -> Iterator[None]:
    """Report that a file was given up because too many of its lines were left out."""
    try:
        yield
    except pa.ArrowInvalid:
        if len(skipped) <= MOST_DAMAGED:
            raise
        raise ActualsError(
            str(path), f"more than {MOST_DAMAGED:,} lines have too many or too few values"
        ) from None


def _lines(rows: IntArray, skipped: list[int], first: int) -> IntArray:
    """Return the lines of rows counted from 0, given the lines that were left out so far."""
    left_out = np.array(sorted(skipped), dtype=np.int64)
    before = left_out - first - np.arange(left_out.size)
    found: IntArray = rows + first + np.searchsorted(before, rows, side="right")
    return found


def _without_empty_lines(lines: IntArray, columns: dict[str, Any]) -> Batch:
    """Return a batch without its empty lines."""
    empty = np.ones(lines.size, dtype=np.bool_)
    for column in columns.values():
        letters = compute.binary_length(column).to_numpy(zero_copy_only=False)
        empty &= letters == 0
        if not empty.any():
            return Batch(lines, columns)
    kept = np.flatnonzero(~empty)
    places = pa.array(kept)
    return Batch(lines[kept], {name: column.take(places) for name, column in columns.items()})


def parquet_batches(path: Path, heads: dict[str, str]) -> Iterator[Batch]:
    """Yield the rows of a Parquet file; heads are those of the columns that are read."""
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
    """Return a column with its values in place of dictionary codes."""
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
