"""Files that grow when they are read: each is refused by a limit that the error names."""

import io
import json
import os
import time
import zlib
from contextlib import suppress

import pikepdf
import pyarrow as pa
import pytest
from pyarrow import parquet

from certify.errors import ActualsError, EngineError, LogError, VerificationError
from certify.evidence.verification import differences as module
from certify.evidence.verification import reader, results_text
from certify.evidence.verification.differences import differences
from certify.evidence.verification.reader import read_sealed
from certify.evidence.verification.results_text import read_results
from certify.play.logs.log_lines import MOST_LINES, read_entries
from certify.present.pdf import publication
from certify.studies.monitoring import cells, reading
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked
from certify.studies.monitoring.reading import LONGEST_CELL, LONGEST_HEADS, MOST_COLUMNS
from certify.studies.monitoring.sources import Source
from tests.support.monitoring import references, rounds_table
from tools.fuzz.make_corpus import attach, document

HEADS = "date,table,round,seat,wager,stake,wagered,returned\n"
MOST_SECONDS = 5.0
"""Of processor time; the bombs would take hours, or all memory."""


@pytest.fixture(autouse=True)
def in_time():
    started = time.process_time()
    yield
    assert time.process_time() - started < MOST_SECONDS


def changed(change):
    """Return the small document with something done to it."""
    with pikepdf.open(io.BytesIO(document())) as pdf:
        change(pdf)
        output = io.BytesIO()
        pdf.save(output, static_id=True, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return output.getvalue()


def told(content, most=41):
    """Return what differs in a file from the small document."""
    due = read_sealed(document(), "due.pdf")
    sealed = read_sealed(content, "report.pdf")
    return differences(sealed.reader, due.reader, signed=False, most=most)


def stream_of(pdf, plain, **more):
    """Return a stream that is compressed."""
    return pikepdf.Stream(pdf, zlib.compress(plain, 9), Filter=pikepdf.Name.FlateDecode, **more)


# PDF --------------------------------------------------------------------------------------------


def test_an_attachment_that_grows_is_named(monkeypatch):
    monkeypatch.setattr(
        reader, "LIMITS", reader.LIMITS.with_overwrites(zlib_maximum_output_length=9)
    )

    def swap(pdf):
        attach(pdf, "rules.yaml", b"x" * 1000)

    found = dict(read_sealed(changed(swap), "report.pdf").attachments)
    assert "attachment cannot be read" in found["rules.yaml"]
    assert "at most 100,000,000 bytes after it is decompressed" in found["rules.yaml"]


def test_attachments_may_not_be_too_much_together(monkeypatch):
    monkeypatch.setattr(reader, "LARGEST_ATTACHED", 50)
    with pytest.raises(VerificationError, match="more than 50 bytes together"):
        read_sealed(document(), "report.pdf")


def test_a_stream_that_is_used_by_many_pages_counts_each_time(monkeypatch):
    monkeypatch.setattr(reader, "MOST_DRAWN", 100_000)

    def bomb(pdf):
        shared = pdf.make_indirect(stream_of(pdf, b" " * 30_000))
        for _ in range(5):
            pdf.add_blank_page().Contents = shared

    with pytest.raises(VerificationError, match="more than 100,000 bytes after"):
        told(changed(bomb))


def test_the_words_of_a_page_that_draws_too_much_are_not_read(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_PAGE", 1_000)

    def fill(pdf):
        pdf.pages[1].Contents = pdf.make_stream(b"BT /F1 1 Tf " + b"(a) Tj " * 500 + b"ET")

    (found,) = told(changed(fill))
    assert found == "page 2: 3,514 bytes are drawn; at most 1,000 are read"


def test_a_page_of_too_many_words_is_told_as_such(monkeypatch):
    monkeypatch.setattr(module, "MOST_WORDS", 100)

    def fill(pdf):
        pdf.pages[1].Contents = pdf.make_stream(b"BT /F1 1 Tf " + b"(a b ) Tj " * 90 + b"ET")

    (found,) = told(changed(fill))
    assert "words; at most 100 are compared" in found


def test_no_more_differences_are_looked_for_than_are_told():
    def empty(pdf):
        for page in pdf.pages:
            page.Contents = pdf.make_stream(b"")

    assert len(told(changed(empty), most=2)) == 2


def test_a_filter_of_a_program_runs_no_program(monkeypatch, tmp_path):
    ran = tmp_path / "ran"
    program = tmp_path / "jbig2dec"
    program.write_text(f"#!/bin/sh\ntouch {ran}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    def swap(pdf):
        names = pdf.Root.Names.EmbeddedFiles.Names
        image = pdf.make_indirect(pikepdf.Stream(pdf, b"x" * 9, Filter=pikepdf.Name.JBIG2Decode))
        names[1].EF.F = names[1].EF.UF = image
        pdf.pages[0].Contents = pikepdf.Stream(pdf, b"x" * 9, Filter=pikepdf.Name.JBIG2Decode)

    content = changed(swap)
    found = dict(read_sealed(content, "report.pdf").attachments)
    assert any("cannot be read" in value for value in found.values() if isinstance(value, str))
    with pytest.raises(VerificationError, match="jbig2dec"):
        told(content)
    assert not ran.exists()
    assert reader.LIMITS.jbig2dec_binary is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"/Count 3", b"/Count 999999999"),
        (b"/Length ", b"/Length 999999999"),
        (b"/Type /Pages", b"/Type /Pages /Kids [1 0 R 1 0 R]"),
        (b"startxref", b"startxref 0 startxref"),
        (b"trailer <<", b"trailer << /Prev 9"),
        (b"/Size ", b"/Size 99999999"),
    ],
)
def test_numbers_that_lie_cost_nothing(old, new):
    content = document(object_stream_mode=pikepdf.ObjectStreamMode.disable)
    assert old in content
    with suppress(VerificationError):
        told(content.replace(old, new))


def test_a_document_has_an_end(monkeypatch):
    monkeypatch.setattr(reader, "MOST_PAGES", 2)
    with pytest.raises(VerificationError, match="3 pages; at most 2 are read"):
        read_sealed(document(), "report.pdf")
    assert publication.MOST_PAGES == 5_000


# Results ----------------------------------------------------------------------------------------


def test_results_of_too_many_values_are_not_built(monkeypatch):
    with pytest.raises(VerificationError, match=f"more than {results_text.MOST_VALUES:,} values"):
        read_results(b"[" + b"1," * (2 * results_text.MOST_VALUES) + b"1]")
    monkeypatch.setattr(results_text, "MOST_VALUES", 100)
    with pytest.raises(VerificationError, match="more than 100 values"):
        read_results(json.dumps({"a": [1] * 120}).encode())


def test_results_that_are_nested_too_deep_are_refused():
    with pytest.raises(VerificationError, match="no JSON"):
        read_results(b'{"a":' * 100_000)
    deep = b'{"a":' * 70 + b"1" + b"}" * 70
    with pytest.raises(VerificationError, match="deeper than 64 levels"):
        read_results(deep)


def test_a_text_that_would_fill_pages_is_refused():
    long = json.dumps({"a": "x" * (results_text.LONGEST_TEXT + 1)}).encode()
    with pytest.raises(VerificationError, match="100,001 characters; at most 100,000"):
        read_results(long)


def test_a_number_of_too_many_digits_is_no_fault():
    with pytest.raises(VerificationError, match=r"no JSON|not those of a report"):
        read_results(b'{"a": ' + b"9" * 100_000 + b"}")


# Live results -----------------------------------------------------------------------------------


def parquet_of(path, table, **settings):
    parquet.write_table(table, path, **settings)
    return path


def read(path):
    return read_actuals([path], references(), Asked())


def test_a_first_line_without_end_is_not_read_whole(tmp_path):
    path = tmp_path / "heads.csv"
    path.write_bytes(b"date," * 20_000_000)
    with pytest.raises(ActualsError, match=f"longer than {LONGEST_HEADS:,} characters"):
        Source.of(path)


def test_a_line_without_end_is_told(tmp_path):
    path = tmp_path / "line.csv"
    path.write_bytes(HEADS.encode() + b"x" * 100_000_000)
    with pytest.raises(ActualsError, match="cannot be read"):
        read(path)


@pytest.mark.parametrize("heads", [b'"', b'"date', b"\0", b"a" * 99_000 + b"\n"])
def test_heads_that_are_none_are_no_fault(tmp_path, heads):
    path = tmp_path / "heads.csv"
    path.write_bytes(heads)
    with pytest.raises(ActualsError):
        Source.of(path)


def test_too_many_columns_are_refused(tmp_path):
    path = tmp_path / "columns.csv"
    path.write_text(",".join(f"c{n}" for n in range(MOST_COLUMNS + 1)) + "\n", encoding="utf-8")
    with pytest.raises(ActualsError, match="1,001 columns; at most 1,000"):
        Source.of(path)


def test_a_file_that_says_it_has_a_billion_rows_is_not_read(tmp_path):
    rows = 5_000_000
    days = pa.DictionaryArray.from_arrays(pa.array(bytearray(rows), pa.int8()), pa.array(["1"]))
    table = pa.table({"date": days})
    path = parquet_of(tmp_path / "rows.parquet", table, compression="zstd")
    with pytest.raises(ActualsError, match=r"says that it has 5,000,000 rows; a file of"):
        Source.of(path)


def test_a_long_text_that_is_repeated_does_not_fill_the_memory(tmp_path):
    table = rounds_table(2_000, tables=2, days=3)
    long = pa.array(["x" * (LONGEST_CELL + 1)])
    same = pa.DictionaryArray.from_arrays(pa.array(bytearray(table.num_rows), pa.int8()), long)
    table = table.set_column(table.column_names.index("table"), "table", same)
    path = parquet_of(tmp_path / "long.parquet", table)
    with pytest.raises(ActualsError, match="'table' has a text of 10,001 bytes; at most 10,000"):
        read(path)


def test_rows_are_counted_while_they_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_ROWS", 100)
    path = tmp_path / "rows.csv"
    path.write_text(HEADS + "2026-01-05,1,1,1,main,1,1,1\n" * 101, encoding="utf-8")
    with pytest.raises(ActualsError, match="more than 100 rows"):
        read(path)


def test_lines_that_are_damaged_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "MOST_DAMAGED", 100)
    path = tmp_path / "damaged.csv"
    path.write_text(HEADS + "a\n" * 101, encoding="utf-8")
    with pytest.raises(ActualsError, match="more than 100 lines have too many or too few values"):
        read(path)


def test_a_log_of_too_many_lines_is_not_built():
    with pytest.raises(LogError, match=f"more than {MOST_LINES} lines"):
        read_entries("{}\n" * (MOST_LINES + 1), "game.jsonl")


def test_days_and_tables_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(cells, "MOST_CELLS", 10)
    path = tmp_path / "cells.csv"
    rows = "".join(f"2026-01-05,T{n},1,1,main,10,10,10\n" for n in range(11))
    path.write_text(HEADS + rows, encoding="utf-8")
    with pytest.raises(EngineError, match="more than 10 combinations of day, table and wager"):
        read(path)


def test_a_column_of_an_odd_type_is_told_as_of_the_file(tmp_path):
    table = rounds_table(60, tables=2, days=3)
    times = pa.array([0] * table.num_rows, pa.timestamp("s", tz="Nowhere/None"))
    table = table.set_column(table.column_names.index("seat"), "seat", times)
    path = parquet_of(tmp_path / "odd.parquet", table)
    with pytest.raises(ActualsError, match=r"'seat' holds timestamp.*expected text or numbers"):
        read(path)


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("../../../etc/passwd", "has the time zone '../../../etc/passwd'"),
        ("/etc/passwd", "has the time zone '/etc/passwd'"),
        ("Nowhere/None", "cannot be read"),
    ],
)
def test_a_time_zone_is_no_path(tmp_path, zone, told):
    table = rounds_table(60, tables=2, days=3)
    times = pa.array([0] * table.num_rows, pa.timestamp("s", tz=zone))
    table = table.set_column(table.column_names.index("date"), "date", times)
    path = parquet_of(tmp_path / "zone.parquet", table)
    with pytest.raises(ActualsError) as error:
        read(path)
    assert told in str(error.value)
