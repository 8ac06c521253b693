"""The document as a document: pages, fonts, bookmarks, links, metadata."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from certify.errors import CertifyError
from certify.evidence.report.document import build_pdf
from certify.evidence.report.identity import report_number, results_bytes, results_sha256
from certify.studies.certification.result import Certification
from tests.report.built import built, short_reports, text_of


def outline_titles(entries: list[Any]) -> list[str]:
    titles: list[str] = []
    for entry in entries:
        titles += outline_titles(entry) if isinstance(entry, list) else [str(entry.title)]
    return titles


def test_every_page_says_its_number_and_the_report(
    pages: list[str], certification: Certification
) -> None:
    assert 20 <= len(pages) <= 45
    for number, page in enumerate(pages, start=1):
        assert f"Page {number} of {len(pages)}" in page
        assert report_number(certification) in page


def test_no_page_is_nearly_empty(pages: list[str]) -> None:
    # The last page ends where the report ends.
    assert min(len(page) for page in pages[:-1]) > 700


def test_ends_with_the_end_mark(pages: list[str]) -> None:
    assert "End of report" in pages[-1]
    assert all("End of report" not in page for page in pages[:-1])


def test_all_fonts_are_embedded_subsets(reader: PdfReader) -> None:
    names = set()
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            descriptor = font.get_object()["/FontDescriptor"].get_object()
            assert "/FontFile2" in descriptor, font
            names.add(str(font.get_object()["/BaseFont"]).partition("+")[2])
    assert len(names) == 4
    assert all(name.startswith(("IBMPlexSans", "IBMPlexMono")) for name in names)


def test_no_standard_font_is_mentioned(certification: Certification) -> None:
    with short_reports():
        plain = built(certification, compress=False)
    for name in (b"Helvetica", b"Times-Roman", b"Courier", b"ZapfDingbats"):
        assert name not in plain


def test_bookmarks_name_all_sections(reader: PdfReader) -> None:
    titles = [" ".join(title.split()) for title in outline_titles(reader.outline)]
    assert titles[:4] == [
        "Test Report",
        "Summary",
        "What is certified, and how surely",
        "Signature and seal",
    ]
    assert [title for title in titles if title in ("Report", "Annexes")] == ["Report", "Annexes"]
    assert "R1 Does the dealer look for blackjack under an ace or ten?" in titles
    # Numbers are without a gap, and so are the letters of the annexes.
    sections = [title for title in titles if re.match(r"\d+ ", title)]
    assert [int(title.split()[0]) for title in sections] == [*range(1, len(sections) + 1)]
    annexes = "".join(title[0] for title in titles if re.match(r"[A-Z] ", title))
    assert annexes == ascii_uppercase[: len(annexes)]
    names = [title.partition(" ")[2] for title in titles]
    order = ("Results in detail", "Rulings", "Strategy", "Rulings in full", "How to reproduce")
    places = [names.index(name) for name in order]
    assert places == sorted(places)


def test_contents_link_to_the_pages_that_they_print(reader: PdfReader, pages: list[str]) -> None:
    lists = [n for n, page in enumerate(pages) if re.search(r"\n(Report|Annexes)\n  \.", page)]
    assert len(lists) == 2
    notes = [note.get_object() for number in lists for note in reader.pages[number]["/Annots"]]  # type: ignore[attr-defined]
    assert sum(note["/Subtype"] == "/Link" for note in notes) > 20
    by_title = {
        " ".join(str(entry.title).split()): entry
        for part in reader.outline
        if isinstance(part, list)
        for entry in part
        if isinstance(entry, Destination)
    }
    lines = "\n".join(pages[number].replace("\u2002", " ") for number in lists)
    for title, entry in by_title.items():
        if re.match(r"\d+ |[A-Z] ", title):
            line = rf"{re.escape(title)}\s+(\d+)\n"
            printed = re.search(line, lines)
            page = reader.get_destination_page_number(entry)
            assert printed is not None, title
            assert page is not None
            assert page + 1 == int(printed.group(1))


def test_metadata_and_dates(reader: PdfReader, certification: Certification) -> None:
    metadata = reader.metadata
    assert metadata is not None
    assert metadata.title is not None
    assert report_number(certification) in metadata.title
    assert metadata.author == "certify 0.1.0"
    assert metadata.subject == "Exact mathematical analysis of the game Blackjack Burnout 1.0.0"
    assert certification.spec_sha256 in str(metadata["/Keywords"])
    for date in ("/CreationDate", "/ModDate"):
        assert str(metadata[date]) == "D:20250131000000+00'00'"
    assert str(reader.root_object["/Lang"]) == "en-GB"
    assert str(reader.root_object["/PageMode"]) == "/UseOutlines"
    preferences = reader.root_object["/ViewerPreferences"].get_object()
    assert preferences["/DisplayDocTitle"]  # type: ignore[index]


def test_report_number_comes_from_the_results(certification: Certification) -> None:
    other = certification.model_copy(update={"issued": "2025-02-01"})
    digits = report_number(certification).removeprefix("BB-").replace("-", "").lower()
    assert results_sha256(certification).startswith(digits)
    assert report_number(other) != report_number(certification)
    text = results_bytes(certification).decode()
    assert Certification.from_json(text) == certification


def test_wrong_date_is_refused(certification: Certification) -> None:
    with pytest.raises(CertifyError, match="'yesterday' is no date; write it as YYYY-MM-DD"):
        build_pdf(certification.model_copy(update={"issued": "yesterday"}))


def test_letters_that_the_fonts_lack_are_refused(certification: Certification) -> None:
    with pytest.raises(CertifyError, match="cannot print '♠'"):
        build_pdf(certification.model_copy(update={"summary": "Cards ♠"}))


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_file_is_sound(pdf: bytes, tmp_path: Path) -> None:
    file = tmp_path / "report.pdf"
    file.write_bytes(pdf)
    check = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True)  # noqa: PLW1510
    assert check.returncode == 0, check.stdout + check.stderr


def test_pages_are_a4(reader: PdfReader) -> None:
    for page in reader.pages:
        assert [round(float(side)) for side in page.mediabox[2:]] == [595, 842]


def test_uncompressed_report_has_the_same_text(certification: Certification) -> None:
    with short_reports():
        packed, plain = (built(certification, compress=each) for each in (True, False))
    assert len(plain) > len(packed)
    assert text_of(plain) == text_of(packed)
