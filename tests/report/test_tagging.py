"""The report for people who do not see it: its structure, as another reader finds it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from certify.present.charts import ColumnChart, bars
from certify.present.composer import Composer
from certify.present.document import Band, Column, Element, Imprint
from certify.present.markup import spoken
from certify.present.pdf.publication import publish
from certify.present.quantity import MOMENT
from tests.report.between_sample import between_pdf
from tests.report.structure_check import Piece, TaggedFile, findings

IMPRINT = Imprint(
    title="A small document",
    subject="Tests",
    author="certify",
    keywords=("one", "two"),
    head=("Game", "version 1", "No. 7"),
    foot="Foot",
    issued="2025-01-31",
    seed="seed",
)
ROWS = 60


def written(write: Callable[[Composer], None]) -> list[Element]:
    """Return what a function writes."""
    composer = Composer()
    write(composer)
    return composer.elements


def write_small(composer: Composer) -> None:
    composer.title("A small document")
    composer.text("Introduction.")
    composer.new_page()
    composer.unnumbered("Contents")
    composer.contents()
    composer.section("Words")
    composer.text(
        'See <link destination="title">the first page</link>, <a href="#section-2">2 Tables</a> or '
        f'<link destination="section-2">a link {"that is very long " * 9}</link>, and '
        '<a href="https://example.org/">a page</a>. ' + "Many words follow. " * 250
    )
    composer.bullets(["first <b>item</b>", 'second, <a href="#title">linked</a>'])
    composer.code("certify games")
    composer.section("Tables")
    composer.subsection("Long")
    composer.table(
        "Broken across pages",
        [Column("Key", 10), Column("Figure", 10, "number"), Column("Link", 10)],
        [Band("A group") if row % 20 == 0 else (f"row {row}", f"{row}", "") for row in range(ROWS)],
        groups=[("", 1), ("Both", 2)],
        note="What the table means.",
    )
    chart = ColumnChart(["a", "b"], [bars("series", (1.0, 2.0), MOMENT)], "points")
    composer.figure("A chart &amp; more", chart, note="Its note.")
    composer.figure("Another", chart, alternative="Two bars, the second twice as high.")


@pytest.fixture(scope="module")
def small_pdf() -> bytes:
    return publish(written(write_small), IMPRINT)


@pytest.fixture(scope="module")
def small(small_pdf: bytes) -> TaggedFile:
    return TaggedFile(small_pdf)


@pytest.fixture(scope="module")
def full(full_pdf: bytes) -> TaggedFile:
    return TaggedFile(full_pdf)


def of_kind(file: TaggedFile, kind: str) -> list[Piece]:
    return [piece for piece in file.root.all() if piece.kind == kind]


def said(file: TaggedFile, piece: Piece) -> str:
    words = ""
    for part in piece.all():
        words += "".join(
            file.contents[kid[0]].marks[kid[1]] for kid in part.kids if isinstance(kid, tuple)
        )
    return words


def test_structure_of_a_report_is_sound(full: TaggedFile) -> None:
    assert findings(full) == []


def test_structure_of_a_report_between_players_is_sound() -> None:
    assert findings(TaggedFile(between_pdf())) == []


def test_structure_of_a_small_document_is_sound(small: TaggedFile) -> None:
    assert findings(small) == []


def test_nothing_that_is_read_is_missing_from_the_tree(
    full: TaggedFile, full_pages: list[str]
) -> None:
    text = "".join("".join(full_pages).split())
    assert full.letters() == Counter(text)
    assert len(full.text()) > 0.9 * len(text)


@pytest.mark.skipif(shutil.which("pdfinfo") is None, reason="poppler is not installed")
def test_another_reader_finds_the_same_text_in_the_same_order(
    small: TaggedFile, small_pdf: bytes, tmp_path: Path
) -> None:
    # A long report takes that reader minutes: it goes through a page again for every cell.
    file = tmp_path / "report.pdf"
    file.write_bytes(small_pdf)
    found = subprocess.run(
        ["pdfinfo", "-struct-text", str(file)], capture_output=True, text=True, check=True
    )
    assert found.stderr == ""
    lines = re.findall(r'^\s*"(.*)"$', found.stdout, re.MULTILINE)
    assert "".join("".join(lines).split()) == small.text()


def test_artifacts_are_heads_feet_and_repeated_rows(full: TaggedFile) -> None:
    for number, content in enumerate(full.contents, start=1):
        assert f"Page {number} of {len(full.contents)}" in content.artifacts
    tree = full.text()
    assert "Resultsrelateonlytotheitemtested.Page" not in tree


def test_a_broken_table_stays_one_and_its_heads_are_read_once(small: TaggedFile) -> None:
    (table,) = of_kind(small, "Table")
    assert [part.kind for part in table.parts] == ["Caption"] + ["TR"] * (ROWS + 2)
    pages = {kid[0] for part in table.all() for kid in part.kids if isinstance(kid, tuple)}
    assert len(pages) > 1
    assert said(small, table).count("KeyFigure") == 1
    heads = sum(content.artifacts.count("KeyFigure") for content in small.contents)
    assert heads == len(pages) - 1
    head, band = table.parts[1], table.parts[3]
    assert [str(cell.source.A.get("/ColSpan", 1)) for cell in head.parts] == ["1", "2"]
    assert [int(cell.source.A.ColSpan) for cell in band.parts] == [3]


def test_links_hold_their_words(small: TaggedFile) -> None:
    words = [said(small, link) for link in of_kind(small, "Link")]
    assert words[-5:-3] == ["the first page", "2 Tables"]
    assert words[-3].startswith("a link that is very long that is")
    assert words[-2:] == ["a page", "linked"]
    long = of_kind(small, "Link")[-3]
    assert sum(not isinstance(kid, tuple) for kid in long.kids) > 1
    addresses = [
        annotation.A.URI
        for page in small.pdf.pages
        for annotation in page.get("/Annots", [])
        if "/A" in annotation
    ]
    assert [str(address) for address in addresses] == ["https://example.org/"]


def test_lists_code_and_contents_have_their_kinds(small: TaggedFile) -> None:
    (listed,) = of_kind(small, "L")
    assert [[part.kind for part in item.parts] for item in listed.parts] == [["Lbl", "LBody"]] * 2
    assert [said(small, item) for item in listed.parts] == ["•first item", "•second, linked"]
    (code,) = of_kind(small, "Code")
    assert said(small, code) == "certify games"
    contents = of_kind(small, "TOC")[0]
    assert [part.kind for part in contents.parts] == ["TOCI", "TOCI", "TOC"]
    assert said(small, contents.parts[0]).startswith("1\u2002Words")


def test_figures_say_what_they_show(small: TaggedFile) -> None:
    first, second = of_kind(small, "Figure")
    words = "Chart. A chart & more. Labels: points; series. Its note."
    assert str(first.source.Alt) == words
    assert str(second.source.Alt) == "Two bars, the second twice as high."
    assert spoken("<b>A</b> &lt; B<br/>C") == "A < B C"


def first(pdf: Any, key: str, value: str = "") -> Any:
    """Return the first dictionary that has a key, with a name as its value if one is given."""
    for found in pdf.objects:
        has_key = isinstance(found, pikepdf.Dictionary) and key in found
        if has_key and (not value or found[key] == pikepdf.Name(value)):
            return found
    raise AssertionError(key)


def break_text(pdf: Any) -> None:
    pdf.pages[0].Contents = pdf.make_stream(b"BT /F1+0 9 Tf (x) Tj ET")


def break_alternative(pdf: Any) -> None:
    del first(pdf, "/Alt").Alt


def break_scope(pdf: Any) -> None:
    del first(pdf, "/S", "/TH").A


def break_row(pdf: Any) -> None:
    row = first(pdf, "/S", "/TR")
    row.K = row.K[0]


def break_level(pdf: Any) -> None:
    first(pdf, "/S", "/H1").S = pikepdf.Name("/H2")


def break_link(pdf: Any) -> None:
    page = next(page for page in pdf.pages if "/Annots" in page)
    del page.Annots[0].Contents


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (break_text, "paints outside of marked content"),
        (break_alternative, "a figure has no alternative text"),
        (break_scope, "does not say what it heads"),
        (break_row, "the lines of a table have"),
        (break_level, "a heading of level 2 follows one of level 0"),
        (break_link, "does not say where it leads"),
    ],
)
def test_the_check_finds_what_is_broken(harm: Any, message: str, small_pdf: bytes) -> None:
    pdf = pikepdf.open(BytesIO(small_pdf))
    harm(pdf)
    out = BytesIO()
    pdf.save(out)
    assert any(message in found for found in findings(TaggedFile(out.getvalue())))
