"""Workbooks (.xlsx) of live results, read row by row within bounds."""

from __future__ import annotations

import lzma
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import numpy as np
import pyarrow as pa
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.stylesheet import apply_stylesheet
from openpyxl.utils.datetime import from_excel
from openpyxl.worksheet._reader import DATA_TAG, FORMULA_TAG, ROW_TAG, WorkSheetParser
from openpyxl.xml.functions import iterparse

from certify.errors import ActualsError, listed, nearest_name, shortened

LARGEST_PART = 20_000_000
"""Bytes, decompressed, of the parts of a workbook beside its sheets: texts, styles, lists."""

LARGEST_SHEET = 500_000_000
"""Bytes of a sheet, decompressed."""

LARGEST_ROW = 1 << 22
"""Bytes of a row of a sheet."""

BYTES_OF_A_BYTE = 300
"""Bytes of a sheet for which a byte of the file may stand, beyond the first million."""

MOST_ROWS = 1_048_576
"""Rows that a sheet has, by its format."""

MOST_PARTS = 10_000
MOST_ELEMENTS = 1_000_000
"""Elements of a part beside the sheets, each of which takes some hundred bytes."""

MOST_SHEETS = 1_000
MOST_COLUMNS = 1_000
ROWS = 1 << 14
"""Rows that are taken together."""

LAST_DAY = 2_958_465
"""The number of 9999-12-31."""

END_OF_ROW = re.compile(rb"</(?:\w+:)?row\s*>|<(?:\w+:)?row\b[^<>]*/>")
END_OF_DATA = re.compile(rb"</(?:\w+:)?sheetData\s*>")
LONGEST_TAG = 1000
PROLOGUE = re.compile(rb"^\s*(?:\xef\xbb\xbf)?<\?xml[^<>]*\?>")

FAILS = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, SyntaxError,
    AssertionError, RuntimeError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error,
    OSError, lzma.LZMAError,
)  # fmt: skip
"""What the libraries raise for files that are none."""


class _EndOfDataError(Exception):
    """The rows of a sheet are over; what follows is not read."""


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (ActualsError, _EndOfDataError):
        raise
    except FAILS as error:
        if isinstance(error, OSError) and error.strerror:
            raise
        lines = str(error).splitlines() or [type(error).__name__]
        raise ActualsError(
            str(path), f"it cannot be read as a workbook: {shortened(lines[0], 200)}"
        ) from error


class _Parts:
    """The parts of a workbook except its sheets, each read whole within a limit."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self._path, self._archive = path, archive
        self.filename = str(path)

    def namelist(self) -> list[str]:
        """Return the names of the parts."""
        names = self._archive.namelist()
        if len(names) > MOST_PARTS:
            raise ActualsError(str(self._path), f"it has more than {MOST_PARTS:,} parts")
        return names

    def read(self, name: str) -> bytes:
        """Return a part."""
        info = self._archive.getinfo(name)
        if info.file_size > LARGEST_PART:
            raise ActualsError(
                str(self._path),
                f"its part {shortened(name, 80)} has {info.file_size:,} bytes; at most"
                f" {LARGEST_PART:,} are read",
            )
        with self._archive.open(info) as part:
            content = part.read(LARGEST_PART)
        _check(self._path, name, content)
        if content.count(b"<") > 2 * MOST_ELEMENTS:
            raise ActualsError(
                str(self._path),
                f"its part {shortened(name, 80)} has more than {MOST_ELEMENTS:,} elements",
            )
        return content

    def open(self, name: str, *_: str) -> BytesIO:
        """Return a part as a file."""
        return BytesIO(self.read(name))


def _check(path: Path, name: str, content: bytes) -> None:
    """Raise an error for what spreadsheets do not write: declarations, CDATA, wide characters."""
    if b"<!" in content or b"\0" in content or b"<?" in PROLOGUE.sub(b"", content, count=1):
        raise ActualsError(
            str(path),
            f"its part {shortened(name, 80)} has a declaration, a comment or characters that"
            " workbooks do not have",
        )


class _Watched:
    """The bytes of a sheet up to the end of its rows, checked as they are read."""

    def __init__(self, path: Path, archive: zipfile.ZipFile, name: str) -> None:
        info = archive.getinfo(name)
        most = min(LARGEST_SHEET, 1_000_000 + BYTES_OF_A_BYTE * info.compress_size)
        if info.file_size > most:
            raise ActualsError(
                str(path),
                f"its sheet {shortened(name, 80)} has {info.file_size:,} bytes; at most {most:,}"
                f" are read ({BYTES_OF_A_BYTE} for a byte of the file, {LARGEST_SHEET:,} in all)",
            )
        self._path, self._name, self._part = path, name, archive.open(info)
        self._tail = b""
        self._rows = self._since = 0
        self._begun = self._over = False

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        if self._over:
            raise _EndOfDataError
        chunk = self._part.read(size if size > 0 else 1 << 16)
        seen = self._tail + chunk
        _check(self._path, self._name, seen if self._begun else seen.lstrip())
        self._begun = True
        self._over = END_OF_DATA.search(seen) is not None
        ends = [match.end() for match in END_OF_ROW.finditer(seen)]
        self._since = len(seen) - ends[-1] if ends else self._since + len(chunk)
        self._rows += len(ends)
        if self._since > LARGEST_ROW:
            raise ActualsError(
                str(self._path), f"a row of its sheet has more than {LARGEST_ROW:,} bytes"
            )
        if self._rows > MOST_ROWS:
            raise ActualsError(str(self._path), f"its sheet has more than {MOST_ROWS:,} rows")
        # A tag may be cut; what was counted is not looked at again.
        rest = seen[max(ends[-1] if ends else 0, len(seen) - LONGEST_TAG) :]
        place = rest.rfind(b"<")
        self._tail = rest[place:] if place >= 0 and b">" not in rest[place:] else b""
        return chunk

    def close(self) -> None:
        """Close the part."""
        self._part.close()


class _Rows(WorkSheetParser):  # type: ignore[misc]
    """Rows of a sheet; a formula whose value was not saved is kept as text."""

    def rows(self) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """Yield the number and the cells of each row."""
        data = None
        for event, element in iterparse(self.source, events=("start", "end")):
            if event == "start":
                data = element if element.tag == DATA_TAG else data
            elif element.tag == ROW_TAG:
                yield self.parse_row(element)
                # What stands between rows is dropped with them.
                (element if data is None else data).clear()

    def parse_cell(self, element: Any) -> dict[str, Any]:
        """Return a cell."""
        cell: dict[str, Any] = super().parse_cell(element)
        if cell["value"] is None:
            formula = element.find(FORMULA_TAG)
            if formula is not None:
                cell["value"] = f"={formula.text or ''}"
        return cell


class Workbook:
    """A workbook, read row by row."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with _explained(path), path.open("rb") as file, zipfile.ZipFile(file) as archive:
            parts = _Parts(path, archive)
            names = set(parts.namelist())
            reader = ExcelReader(BytesIO(_EMPTY), read_only=True, data_only=True, keep_links=False)
            reader.archive = cast(Any, parts)
            reader.read_manifest()
            reader.read_strings()
            reader.read_workbook()
            apply_stylesheet(cast(Any, parts), reader.wb)
            self._book: Any = reader.wb
            self._strings = reader.shared_strings
            self.sheets: dict[str, str] = {}
            self.hidden: set[str] = set()
            for sheet, related in reader.parser.find_sheets():
                if related.target in names and "worksheet" in str(related.Type):
                    self.sheets[str(sheet.name)] = related.target
                    if sheet.state != "visible":
                        self.hidden.add(str(sheet.name))
        if not self.sheets or len(self.sheets) > MOST_SHEETS:
            raise ActualsError(
                str(path), f"expected from 1 to {MOST_SHEETS:,} sheets; found {len(self.sheets):,}"
            )

    def named(self, name: str) -> str:
        """Return a sheet by its name, or by one that differs in capitals alone."""
        for sheet in self.sheets:
            if sheet.strip().lower() == name.strip().lower():
                return sheet
        nearest = nearest_name(name, self.sheets)
        meant = f"; did you mean {nearest!r}?" if nearest else ""
        raise ActualsError(
            str(self.path), f"it has no sheet {name!r}; it has {listed(self.sheets)}{meant}"
        )

    def rows(self, sheet: str, most: int | None = None) -> Iterator[tuple[int, list[Any]]]:
        """Yield the number and the values of each row that is not empty, up to row `most`."""
        with self.path.open("rb") as file:
            with _explained(self.path):
                # The archive is closed with the file.
                watched = _Watched(self.path, zipfile.ZipFile(file), self.sheets[sheet])
                parser = _Rows(
                    cast(Any, watched),
                    self._strings,
                    data_only=True,
                    epoch=self._book.epoch,
                    date_formats=self._book._date_formats,
                    timedelta_formats=self._book._timedelta_formats,
                )
            rows, last = parser.rows(), 0
            while True:
                try:
                    with _explained(self.path):
                        found = next(rows, None)
                except _EndOfDataError:
                    return
                if found is None or (most is not None and found[0] > most):
                    return
                number, cells = found
                if not last < number <= MOST_ROWS:
                    raise ActualsError(
                        str(self.path),
                        f"row {shortened(str(number), 20)} of sheet {sheet!r} comes after row"
                        f" {last}",
                    )
                last = number
                values = [None] * max((int(cell["column"]) for cell in cells), default=0)
                if len(values) > MOST_COLUMNS:
                    del values[MOST_COLUMNS:]
                for cell in cells:
                    if cell["column"] <= len(values):
                        values[cell["column"] - 1] = cell["value"]
                if any(value is not None for value in values):
                    yield number, values

    def texts(self, sheet: str, most: int) -> Iterator[tuple[int, list[str]]]:
        """Yield the number and the texts of each of the first rows."""
        for number, values in self.rows(sheet, most):
            yield number, [_text(value) for value in values]

    def batches(
        self, sheet: str, after: int, columns: dict[str, int], dates: Sequence[str]
    ) -> Iterator[tuple[np.ndarray, dict[str, Any]]]:
        """Yield rows after the heads as columns of text, with their numbers.

        `after` is the row of the heads, `columns` has the place of each column, from 0, `dates` the
        columns in which a number is a day.
        """
        lines: list[int] = []
        values: dict[str, list[str]] = {name: [] for name in columns}
        for number, row in self.rows(sheet):
            if number <= after:
                continue
            texts = {
                name: self._cell(row[place], is_day=name in dates) if place < len(row) else ""
                for name, place in columns.items()
            }
            if not any(texts.values()):
                continue
            lines.append(number)
            for name, text in texts.items():
                values[name].append(text)
            if len(lines) == ROWS:
                yield _batch(lines, values)
                lines, values = [], {name: [] for name in columns}
        if lines:
            yield _batch(lines, values)

    def _cell(self, value: Any, *, is_day: bool) -> str:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_day and is_number and 1 <= value <= LAST_DAY:
            with _explained(self.path):
                return _text(from_excel(value, self._book.epoch))
        return _text(value)


def _batch(lines: list[int], values: dict[str, list[str]]) -> tuple[np.ndarray, dict[str, Any]]:
    columns = {name: pa.array(each, pa.string()) for name, each in values.items()}
    return np.array(lines, dtype=np.int64), columns


def _text(value: Any) -> str:
    """Return a value as text; a day at midnight has no time."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        moment = value.replace(tzinfo=None, microsecond=0)
        is_day = moment.time() == datetime.min.time()
        return moment.date().isoformat() if is_day else moment.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    text = str(value) if not isinstance(value, float) else repr(value)
    return shortened(text, 10_000).encode("utf-8", "replace").decode()


def _empty() -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w"):
        pass
    return made.getvalue()


_EMPTY = _empty()
