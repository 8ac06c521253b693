"""Where pages end: no heading or caption alone, tables broken with enough rows on either side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from certify.present.composer import Composer
from certify.present.document import Band, Column
from certify.present.pdf.blocks import FEWEST_ROWS
from certify.present.pdf.publication import publish
from certify.present.pdf.styles import MARGIN_BOTTOM, TEXT_HEIGHT
from tests.report.between_sample import between_pdf
from tests.report.built import pages_of as read_pages
from tests.report.test_tagging import IMPRINT, written
from tests.support.pages import pieces_of


def pages_of(write: Callable[[Composer], None]) -> list[list[str]]:
    """Return the lines of the pages of a document, without head and foot."""
    return [page.splitlines()[5:] for page in read_pages(publish(written(write), IMPRINT))]


def test_a_table_is_broken_with_rows_on_either_side() -> None:
    columns = [Column("Key", 10), Column("Figure", 10, "number")]

    for before in range(48):

        def write(composer: Composer, before: int = before) -> None:
            for _ in range(before):
                composer.text("A line.")
            rows = [(f"row{number}", f"{number}") for number in range(14)]
            composer.table("A table", columns, rows, note="The note.")

        pages = pages_of(write)
        assert len(pages) <= 2
        for page in pages:
            rows = sum(line.startswith("row") for line in page)
            assert rows == 0 or rows >= FEWEST_ROWS
            has_note, has_caption = "The note." in page, "Table 1. A table" in page
            assert not has_note or rows >= FEWEST_ROWS
            assert not has_caption or rows >= FEWEST_ROWS


def test_a_group_of_rows_that_only_just_began_begins_after_the_break() -> None:
    def write(composer: Composer) -> None:
        for _ in range(22):
            composer.text("A line.")
        rows = [
            Band(f"band{number // 4}") if number % 4 == 0 else (f"row{number}", "1")
            for number in range(60)
        ]
        columns = [Column("Key", 10), Column("Figure", 10, "number")]
        composer.table("A table", columns, rows, breakable=True)

    for page in pages_of(write)[:-1]:
        words = [line.strip() for line in page if line.startswith(("band", "row"))]
        assert not any(word.startswith("band") for word in words[-2:])


def test_a_row_that_goes_on_with_the_row_above_stands_with_it() -> None:
    def write(composer: Composer) -> None:
        rows = [("" if number % 2 else f"key{number}", f"row{number}") for number in range(120)]
        composer.table("A table", [Column("Key", 10), Column("Figure", 10)], rows, breakable=True)

    pages = pages_of(write)
    assert len(pages) > 2
    for page in pages:
        assert next(line for line in page if line.startswith(("key", "row"))).startswith("key")


@pytest.mark.parametrize("lines", range(36, 42))
def test_a_heading_never_ends_a_page(lines: int) -> None:
    def write(composer: Composer) -> None:
        for _ in range(lines):
            composer.text("A line.")
        composer.section("Heading")
        composer.subsection("Below")
        composer.text("Body.")

    for page in pages_of(write):
        assert "Below" not in page[-1]
        assert "Heading" not in page[-1]


def gaps(pdf: bytes) -> list[float]:
    """Return the empty part of each page of a report, without the contents and the last."""
    return [
        (min(piece.y for piece in page if piece.y > MARGIN_BOTTOM) - MARGIN_BOTTOM) / TEXT_HEIGHT
        for page in pieces_of(pdf)[:-1]
        if not any(piece.text in ("Report", "Annexes", "Signature and seal") for piece in page)
    ]


def test_few_pages_are_half_empty(full_pdf: bytes) -> None:
    for pdf in (full_pdf, between_pdf()):
        empty = gaps(pdf)
        assert sum(gap > 0.5 for gap in empty) <= 0.05 * len(empty) + 1
        assert sum(empty) / len(empty) < 0.16
