"""A file of live results: its columns, its form, and its rows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from certify.errors import ActualsError
from certify.studies.monitoring import reading
from certify.studies.monitoring.data_result import Layout
from certify.studies.monitoring.dates import YEAR_FIRST
from certify.studies.monitoring.dialect import MOST_LINES, Dialect, best_row, dialect_of
from certify.studies.monitoring.forms import DATE, Form, Survey, looks_plain
from certify.studies.monitoring.heads import Heads, heads_of, score
from certify.studies.monitoring.layouts import normal
from certify.studies.monitoring.mapping import MappingAsked
from certify.studies.monitoring.numerals import POINT
from certify.studies.monitoring.reading import Batch, Damaged

TEXTS = (".csv", ".txt", ".tsv")
PARQUET, WORKBOOK = ".parquet", ".xlsx"
SUFFIXES = (*TEXTS, PARQUET, WORKBOOK)

NOTHING = MappingAsked()
SAMPLE = 1_000
"""Rows from which it is seen whether a file with the layouts' own heads has their cells too."""

SEPARATOR_WORDS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}

Rows = Callable[[dict[str, str], Damaged], Iterator[Batch]]
"""Yields the rows of a file, given the heads of the columns that are read."""


def _unheard(line: int, message: str) -> None:
    """Ignore a damaged line, which is reported when the rows are counted."""


@dataclass(frozen=True)
class Source:
    """A file of live results.

    `written` is its form where that differs from the layouts, `told` what was detected or assumed.
    """

    path: Path
    heads: Heads
    form: Form
    written: Mapping[str, str] = field(hash=False)
    told: tuple[str, ...]
    sheet: str | None
    _rows: Rows = field(hash=False, compare=False, repr=False)

    @property
    def layout(self) -> Layout:
        """Its layout."""
        return self.heads.layout

    @property
    def ignored(self) -> tuple[str, ...]:
        """Columns that are not read."""
        return self.heads.ignored

    @classmethod
    def of(cls, path: Path, asked: MappingAsked = NOTHING) -> Source:
        """Return a file, with its heads read, and all cells looked at if they are foreign.

        Raises ActualsError if it cannot be read, is no file of live results, or can be read in two
        ways.
        """
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            raise ActualsError(
                str(path), "expected a name that ends in .csv, .txt, .tsv, .xlsx or .parquet"
            )
        if suffix == WORKBOOK:
            return _with_form(_of_workbook(path, asked), asked, has_points=True)
        if asked.sheet is not None:
            raise ActualsError(str(path), "it has no sheets; only a workbook (.xlsx) has")
        if suffix == PARQUET:
            return _with_form(_of_parquet(path, asked), asked, has_points=True)
        source, dialect = _of_text(path, asked)
        return _with_form(source, asked, has_points=dialect.separator == ",")

    def batches(self, damaged: Damaged, columns: Sequence[str] = ()) -> Iterator[Batch]:
        """Yield the rows in the order of the file; by default with all columns of the layout.

        `damaged` receives every line with too many or too few values.
        """
        used = self.heads.used
        heads = {name: head for name, head in used.items() if not columns or name in columns}
        batches = self._rows(heads, damaged)
        called = {name: head.strip() for name, head in used.items() if normal(head) != name}
        rows = 0
        while True:
            batch = reading.reading(self.path, lambda: next(batches, None))
            if batch is None:
                return
            rows += batch.lines.size
            if rows > reading.MOST_ROWS:
                raise ActualsError(str(self.path), f"it has more than {reading.MOST_ROWS:,} rows")
            if self.form.is_plain:
                yield replace(batch, heads=called) if called else batch
            else:
                translate = partial(self.form.translated, batch.columns, batch.lines.size)
                plain = reading.reading(self.path, translate)
                yield Batch(batch.lines, plain, written=batch.columns, heads=called)

    def sha256(self) -> tuple[int, str]:
        """Return the number of bytes of the file, and their SHA-256."""

        def digest() -> tuple[int, str]:
            with self.path.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
                return file.tell(), found

        return reading.reading(self.path, digest)


def _with_form(source: Source, asked: MappingAsked, *, has_points: bool) -> Source:
    """Return a source with the form of its cells, for which all are looked at if needed."""
    heads = source.heads
    foreign = asked.decimal or asked.dates or asked.zone or asked.wagers or heads.read
    if not foreign:
        first = next(iter(source.batches(_unheard)), None)
        if first is None or reading.reading(source.path, partial(_is_plain, first)):
            return source
    survey = Survey(str(source.path), heads.used, asked, has_points)
    for batch in source.batches(_unheard):
        reading.reading(source.path, partial(survey.add, batch.columns))
    form = survey.form(heads.constants)
    written = {
        "decimal": None if form.decimal == POINT else form.decimal,
        "dates": None if form.dates == YEAR_FIRST else form.dates,
        "zone": form.zone,
    }
    return replace(
        source,
        form=form,
        written={**source.written, **{name: text for name, text in written.items() if text}},
        told=(*source.told, *form.told),
    )


def _is_plain(batch: Batch) -> bool:
    return looks_plain({name: each.slice(0, SAMPLE) for name, each in batch.columns.items()})


def _checked(path: Path, heads: Sequence[str], asked: MappingAsked) -> Heads:
    if len(heads) > reading.MOST_COLUMNS:
        raise ActualsError(
            str(path), f"it has {len(heads):,} columns; at most {reading.MOST_COLUMNS:,} are read"
        )
    return heads_of(str(path), heads, asked)


def _of_text(path: Path, asked: MappingAsked) -> tuple[Source, Dialect]:
    dialect = reading.reading(path, lambda: dialect_of(path, reading.LONGEST_HEADS, asked))
    heads = _checked(path, dialect.heads, asked)
    written, told = {}, list(heads.told)
    if dialect.told_encoding != "utf-8":
        written["encoding"] = dialect.told_encoding
        if asked.encoding is None:
            told.insert(0, f"The file is read as text in {dialect.told_encoding.upper()}.")
    if dialect.separator != ",":
        written["separator"] = SEPARATOR_WORDS[dialect.separator]
    if dialect.line != 1:
        written["heads"] = str(dialect.line)
        if asked.heads is None:
            told.append(f"The heads are in line {dialect.line}; what stands above is not read.")

    def rows(used: dict[str, str], damaged: Damaged) -> Iterator[Batch]:
        return reading.text_batches(
            path,
            used,
            damaged,
            encoding=dialect.encoding,
            separator=dialect.separator,
            line=dialect.line,
        )

    return Source(path, heads, Form(), written, tuple(told), None, rows), dialect


def _of_parquet(path: Path, asked: MappingAsked) -> Source:
    names = reading.reading(path, lambda: reading.parquet_heads(path))
    heads = _checked(path, names, asked)
    day = heads.used.get(DATE)
    reading.reading(path, lambda: reading.check_types(path, list(heads.used.values()), day))

    def rows(used: dict[str, str], _damaged: Damaged) -> Iterator[Batch]:
        return reading.parquet_batches(path, used)

    return Source(path, heads, Form(), {}, heads.told, None, rows)


def _of_workbook(path: Path, asked: MappingAsked) -> Source:
    # The library is loaded for workbooks alone.
    from certify.studies.monitoring.workbook import Workbook

    book = reading.reading(path, lambda: Workbook(path))
    named = None if asked.sheet is None else book.named(asked.sheet)
    sheets = [named] if named else [name for name in book.sheets if name not in book.hidden]
    most = asked.heads or MOST_LINES
    found: dict[str, tuple[int, tuple[str, ...], Heads]] = {}
    failed: ActualsError | None = None
    for sheet in islice(sheets, MOST_LINES):
        look = partial(best_row, book.texts(sheet, most), asked)
        row = reading.reading(path, look)
        if row is None:
            continue
        try:
            found[sheet] = (*row, _checked(path, row[1], asked))
        except ActualsError as error:
            if failed is None or score(row[1], asked) > 2:
                failed = error
    if not found:
        raise failed or ActualsError(
            str(path), f"no row of {' or '.join(map(repr, sheets[:5]))} has heads of columns"
        )
    if len(found) > 1:
        raise ActualsError(
            str(path),
            f"its sheets {', '.join(map(repr, found))} all have such columns; say which, as in"
            f' --map "sheet:{next(iter(found))}"',
        )
    ((sheet, (row_of_heads, texts, heads)),) = found.items()
    written, told = {"sheet": sheet}, list(heads.told)
    if row_of_heads != 1:
        written["heads"] = str(row_of_heads)
        if asked.heads is None:
            told.append(f"The heads are in row {row_of_heads}; what stands above is not read.")
    if len(book.sheets) > 1 and named is None:
        told.append(f"Of {len(book.sheets)} sheets, {sheet!r} is read.")

    def rows(used: dict[str, str], _damaged: Damaged) -> Iterator[Batch]:
        places = {name: texts.index(head) for name, head in used.items()}
        for lines, columns in book.batches(sheet, row_of_heads, places, (DATE,)):
            yield Batch(lines, columns)

    return Source(path, heads, Form(), written, tuple(told), sheet, rows)


def described(source: Source) -> dict[str, Any]:
    """Return what results keep of how a file was read."""
    return {
        "columns": source.heads.read,
        "form": dict(source.written),
        "told": source.told,
    }
