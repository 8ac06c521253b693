"""Workbooks and mappings of strangers: each is read, or refused in words, within bounds."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.xml.constants import SHARED_STRINGS

from certify.errors import ActualsError, CertifyError
from certify.studies.monitoring import workbook
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked
from certify.studies.monitoring.mapping import MappingAsked
from tests.support.monitoring import references

HEADS = ["Gaming Date", "Table", "Hands", "Handle", "Win"]
ROW = [date(2026, 1, 5), "BJ1", 100, 1000, 10]
NAMESPACE = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def read(path: Path, mapping: str | None = None):
    asked = Asked(mapping=MappingAsked.of(mapping))
    return read_actuals([path], references(), asked)


def made(folder: Path, *rows: list[Any], name: str = "export.xlsx") -> Path:
    """Write a workbook of some rows."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows or (HEADS, ROW):
        sheet.append(row)
    book.save(folder / name)
    return folder / name


def changed(
    path: Path, part: str, change: Callable[[bytes], bytes], packed: int = zipfile.ZIP_DEFLATED
) -> Path:
    """Change a part of a workbook."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    if part == STRINGS:
        parts[part] = b"<sst xmlns='%s'><si><t>BJ7</t></si></sst>" % NAMESPACE
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
            b"</Types>", b"<Override PartName='/%s' ContentType='%s'/></Types>" % (
                STRINGS.encode(), SHARED_STRINGS.encode()
            )
        )  # fmt: skip
    parts[part] = change(parts[part])
    with zipfile.ZipFile(path, "w", packed) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def before_end(more: bytes) -> Callable[[bytes], bytes]:
    return lambda content: content.replace(b"</sheetData>", more + b"</sheetData>")


@pytest.mark.parametrize(
    ("part", "change", "said"),
    [
        (SHEET, before_end(b" " * 30_000_000), "are read (300 for a byte of the file"),
        (SHEET, before_end(b'<row r="1"/>'), "row 1 of sheet 'Sheet' comes after row 2"),
        (SHEET, before_end(b'<row r="9999999999"/>'), "row 9999999999 of sheet 'Sheet' comes"),
        (SHEET, before_end(b'<row r="x"/>'), "it cannot be read as a workbook"),
        (SHEET, before_end(b'<row r="3"><c r="A3" t="s"><v>9999</v></c></row>'), "cannot be read"),
        (SHEET, lambda content: b"<!DOCTYPE a [<!ENTITY b 'c'>]>" + content, "has a declaration"),
        (SHEET, before_end(b"<![CDATA[</row>]]>"), "has a declaration"),
        (SHEET, lambda content: content[:200], "cannot be read as a workbook"),
        (SHEET, lambda content: content.decode().encode("utf-16"), "workbooks do not have"),
        (SHEET, lambda content: b"", "cannot be read as a workbook"),
        (
            STRINGS,
            lambda content: b'<!DOCTYPE s [<!ENTITY a "b">]>' + content,
            "its part xl/sharedStrings.xml has a declaration",
        ),
        (STRINGS, lambda content: content + b" " * 20_000_001, "at most 20,000,000 are read"),
        (STRINGS, lambda content: content + b"<si/>" * 2_100_000, "more than 1,000,000 elements"),
        ("xl/workbook.xml", lambda content: b"<a/>", "expected from 1 to 1,000 sheets; found 0"),
        ("xl/styles.xml", lambda content: b"<a", "cannot be read as a workbook"),
        ("[Content_Types].xml", lambda content: b"<a/>", "cannot be read as a workbook"),
    ],
)
def test_workbooks_that_are_bombs_or_damaged_are_refused_in_words(tmp_path, part, change, said):
    path = changed(made(tmp_path), part, change)
    begun = time.process_time()
    with pytest.raises(ActualsError) as caught:
        read(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert time.process_time() - begun < 5.0


@pytest.mark.parametrize(
    "more",
    [
        b'<row r="3"><c/>' + b"<c/>" * 1_100_000,
        pytest.param(b"<a/>" * 1_100_000, marks=pytest.mark.slow),
    ],
    ids=["cells", "others"],
)
def test_a_row_without_end_is_not_built(tmp_path, more):
    path = changed(made(tmp_path), SHEET, before_end(more), zipfile.ZIP_STORED)
    with pytest.raises(ActualsError, match="a row of its sheet has more than 4,194,304 bytes"):
        read(path)


def test_texts_that_are_kept_apart_are_read(tmp_path):
    path = changed(made(tmp_path), STRINGS, lambda content: content)
    inline = rb'<c r="B2" t="inlineStr"><is><t>BJ1</t></is></c>'
    shared = b'<c r="B2" t="s"><v>0</v></c>'
    assert read(path).tables == ("BJ1",)
    found = read(changed(path, SHEET, lambda content: content.replace(inline, shared)))
    assert (found.tables, found.errors) == (("BJ7",), ())


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\3\4" + b"\0" * 40, b"\xd0\xcf\x11\xe0" * 99])
def test_what_is_no_workbook_is_told(tmp_path, content):
    path = tmp_path / "export.xlsx"
    path.write_bytes(content)
    with pytest.raises(ActualsError, match="cannot be read as a workbook"):
        read(path)


def test_two_cells_far_apart_take_no_room_between_them(tmp_path):
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    found = read(changed(made(tmp_path), SHEET, before_end(far)))
    assert (found.rows, found.errors) == (1, ())


def test_rows_are_counted_whatever_they_hold(tmp_path, monkeypatch):
    monkeypatch.setattr(workbook, "MOST_ROWS", 50)
    path = changed(made(tmp_path), SHEET, before_end(b'<row r="1"/>' * 60))
    with pytest.raises(ActualsError, match="its sheet has more than 50 rows"):
        read(path)


def test_formulas_count_with_the_value_that_was_saved(tmp_path):
    path = made(tmp_path, HEADS, [*ROW[:3], "=10*100", 10])
    found = read(path)
    (error,) = found.errors
    assert error.first[0].place == "export.xlsx, sheet Sheet, row 2"
    assert error.first[0].message == "'Handle' (stake): expected a number; found '=10*100'"
    saved = changed(
        path, SHEET, lambda content: re.sub(rb"(<f>10\*100</f>)<v></v>", rb"\1<v>1000</v>", content)
    )
    assert read(saved).totals.stake.tolist() == [1000]


@pytest.mark.parametrize("is_1904", [False, True])
def test_numbers_are_days_of_the_calendar_of_the_workbook(tmp_path, is_1904):
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    number = 46_027 - 1_462 * is_1904
    if is_1904:
        book.epoch = CALENDAR_MAC_1904
    for row in (HEADS, [number, *ROW[1:]], [datetime(2026, 1, 6, 23, 59), *ROW[1:]]):
        sheet.append(row)
    book.save(tmp_path / "export.xlsx")
    found = read(tmp_path / "export.xlsx")
    assert [date.fromordinal(day) for day in found.totals.days.tolist()] == [
        date(2026, 1, 5),
        date(2026, 1, 6),
    ]


def test_of_several_sheets_one_is_read(tmp_path):
    book = Workbook()
    for name in ("January", "February", "Old"):
        sheet = book.create_sheet(name)
        sheet.merge_cells("A1:E1")
        sheet["A1"] = "Handle and win"
        sheet.append(HEADS)
        sheet.append([*ROW[:3], 1000 + len(name), 10])
    book["Old"].sheet_state = "hidden"
    book.save(tmp_path / "export.xlsx")
    with pytest.raises(ActualsError, match="its sheets 'January', 'February' all have such"):
        read(tmp_path / "export.xlsx")
    for sheet, stake in (("february", 1008), ("Old", 1003)):
        found = read(tmp_path / "export.xlsx", f"sheet:{sheet}")
        assert found.totals.stake.tolist() == [stake]
        assert found.files[0].form == {"sheet": sheet.capitalize(), "heads": "2"}
    with pytest.raises(ActualsError, match=r"has no sheet 'Januar'; it has .* mean 'January'"):
        read(tmp_path / "export.xlsx", "sheet:Januar")


def test_a_sheet_without_heads_is_told(tmp_path):
    with pytest.raises(ActualsError, match="no row of 'Sheet' has heads of columns"):
        read(made(tmp_path, ["a", "b"], [1, 2]))


def test_columns_beyond_the_most_are_not_laid_out(tmp_path):
    path = made(tmp_path, HEADS, [*ROW, *[None] * 2_000, "far"])
    assert read(path).errors == ()


@pytest.mark.parametrize(
    "text",
    [
        "=", ",", ":", "=stake", "stake=", "a=b=c", "a:b:c", "'=stake", "\0=stake", "a" * 20_000,
        "a=stake," * 300, "heads:99999999999999999999", "heads:\u0661", "zone:/etc/passwd",
        "zone:..", "zone:\0", "sheet:" + "x" * 5_000, "mean_stake:nan", "date:99999", "\ud800=date",
        "__class__=stake", "table:$(id)", "separator:,", "x.yaml", "/etc/passwd.yaml",
    ],
)  # fmt: skip
def test_hostile_mappings_are_refused_in_words(tmp_path, text):
    path = tmp_path / "export.csv"
    path.write_text(f"{','.join(HEADS)}\n2026-01-05,BJ1,100,1000,10\n", encoding="utf-8")
    try:
        found = read(path, text)
    except CertifyError as error:
        said = str(error)
    else:
        said = str(found.errors)
    assert "Traceback" not in said
    assert len(said) < 25_000


@pytest.mark.parametrize(
    "text",
    [
        "certify: 1\ncolumns: &a {a: stake}\n", "certify: 1\ncolumns: [a, b]\n", "[]", "",
        "certify: 1\ncolumns: {a: {b: c}}\n", "certify: 1\nzone: ../../etc/passwd\n",
        "certify: 2\ncolumns: {a: stake}\n", "certify: 1\nheads: 1e9\n", "certify: 1\nsheet: [1]\n",
        "certify: 1\nwagers: {a: '" + "x" * 300 + "'}\n",
        "certify: 1\ncolumns: {" + ", ".join(f"c{n}: stake" for n in range(300)) + "}\n",
    ],
)  # fmt: skip
def test_hostile_mapping_files_are_refused_in_words(tmp_path, text):
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(text, encoding="utf-8")
    with pytest.raises(CertifyError):
        MappingAsked.of(str(mapping))


def test_a_text_file_that_seems_wide_and_is_not_is_told(tmp_path):
    path = tmp_path / "export.csv"
    path.write_bytes(",".join(HEADS).encode("utf-16") + b"\xd8\xd8\xd8")
    with pytest.raises(ActualsError):
        read(path)


def test_an_encrypted_workbook_is_refused(tmp_path):
    content = bytearray(made(tmp_path).read_bytes())
    for match in re.finditer(rb"PK\x01\x02", bytes(content)):
        content[match.start() + 8] |= 1
    path = tmp_path / "export.xlsx"
    path.write_bytes(content)
    with pytest.raises(ActualsError, match="cannot be read as a workbook"):
        read(path)


def test_the_bytes_of_a_workbook_are_those_of_its_file(tmp_path):
    path = made(tmp_path)
    (data,) = read(path).files
    assert data.size == len(path.read_bytes())
    assert io.BytesIO(path.read_bytes()).read(2) == b"PK"
