"""A report with every section: its pages, its charts, its bytes."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from certify.evidence.report.document import build_pdf
from certify.evidence.report.sections.composition import write_composition
from certify.evidence.report.sections.sensitivity import write_sensitivity
from certify.evidence.report.sections.strategy import write_strategy_cost
from certify.present.charts import (
    Chart,
    FanBand,
    FanChart,
    LineChart,
    Panel,
    PanelChart,
    PointChart,
    Points,
    bars,
    longest_whole,
)
from certify.present.pdf.charts import drawing_of
from certify.present.pdf.fonts import missing_glyphs
from certify.present.pdf.pictures import picture_of
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.quantity import MOMENT
from certify.studies.certification.result import Certification
from tests.report.conftest import Alone
from tests.report.test_document import outline_titles


def test_no_page_is_nearly_empty(full_pages: list[str]) -> None:
    assert min(len(page) for page in full_pages[:-1]) > 700


def test_each_part_begins_with_its_contents(full_pages: list[str]) -> None:
    assert "Annexes" in full_pages[2]
    assert "The results relate only to the item tested" in full_pages[2]
    annexes = next(number for number, page in enumerate(full_pages) if "\nAnnexes\n  ." in page)
    assert annexes <= 18, "the report has at most fifteen pages"
    assert "Matrix of contents" in full_pages[annexes]
    assert "PAR sheet" in full_pages[annexes + 1], "a page for itself"
    assert "Figures in full" in full_pages[annexes + 2]


def test_sections_stand_in_order_and_have_bookmarks(full_pdf: bytes) -> None:
    titles = [
        " ".join(title.split()) for title in outline_titles(PdfReader(BytesIO(full_pdf)).outline)
    ]
    for section in (
        "10 Rulings",
        "11 Strategy",
        "D Strategy cost",
        "D.3 How much each decision matters",
        "E Shoe composition and counting",
        "E.1 Effects of removal",
        "E.5 Ending the shoe with a cut card",
        "G Rulings in full",
        "H Sensitivity",
        "H.2 Payouts and payments",
    ):
        assert section in titles


def test_tables_and_figures_are_numbered_without_a_gap(full_text: str) -> None:
    for word in ("Table", "Figure"):
        number = 1
        while f"{word} {number}. " in full_text:
            number += 1
        assert number > 20
        assert f"{word} {number + 1}. " not in full_text


def test_all_fonts_are_embedded(full_pdf: bytes) -> None:
    for page in PdfReader(BytesIO(full_pdf)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            assert "/FontFile2" in font.get_object()["/FontDescriptor"].get_object()


def test_every_letter_is_in_the_fonts(full_text: str) -> None:
    assert missing_glyphs(full_text) == ""


def test_the_same_results_make_the_same_bytes(
    full_certification: Certification, alone: Alone
) -> None:
    with alone(write_composition, write_sensitivity, write_strategy_cost):
        first = build_pdf(full_certification, compress=False)
        again = build_pdf(Certification.from_json(full_certification.to_json()), compress=False)
    assert first == again
    for name in (b"Helvetica", b"Times-Roman", b"Courier", b"ZapfDingbats"):
        assert name not in first


def inside(chart: Chart) -> bool:
    """Return whether nothing of a chart lies outside its frame."""
    drawing = drawing_of(chart)
    left, bottom, right, top = picture_of(drawing).getBounds()
    return bool(
        left >= -1 and bottom >= -1 and right <= TEXT_WIDTH + 1 and top <= drawing.height + 1
    )


def panel(*values: float | None) -> Panel:
    """Return a panel of two series."""
    return Panel("2 wins", (bars("first", values, MOMENT), bars("second", values, MOMENT)))


def test_one_line_that_outlies_all_others_is_broken() -> None:
    assert longest_whole([panel(0.5, -1.0, -9.0), panel(1.5, None, 2.0)]) == 1.5
    assert longest_whole([panel(0.5, -1.0, -3.0)]) == 3.0
    assert longest_whole([panel(7.0)]) == 7.0
    assert longest_whole([panel(0.0, 7.0)]) == 7.0


@pytest.mark.parametrize("values", [(0.5, -1.0, -36.08), (0.5, 1.0, 36.08), (0.5, None, 0.0)])
def test_panels_stay_inside(values: tuple[float | None, ...]) -> None:
    lines = ["short", "a label that is much too long for the room that it has: " * 3, "R1"]
    assert inside(PanelChart(lines, [panel(*values)] * 4, "points"))
    assert inside(PanelChart(lines, [panel(*values)] * 4, "points", limit=1.0))


def test_fans_and_shares_stay_inside() -> None:
    places = [0.0, 4.1, 41.0, 83.2]
    low, high = (-1.0, -2.0, -3.0, -5.0), (-1.0, 0.0, 1.0, 40.0)
    bands: Any = tuple(FanBand(name, low, high) for name in ("1 to 99 %", "5 to 95 %", "25 to 75"))
    assert inside(FanChart(places, bands, low, high, "% of the wager", "% of the shoe", [""] * 4))
    titles = (
        "Main, without Burnout",
        "Main, with Burnout",
        "Main, Burnout where it pays",
        "Insurance",
    )
    lines = [bars(title, (0.0, None, 3.0, 99.0), MOMENT) for title in titles]
    assert inside(LineChart(places, lines, "% of the rounds", "% of the shoe"))


@pytest.mark.parametrize("places", [((2.0, -3.0),), ((0.001, 5.0), (40.0, -90.0), (7.0, 0.0))])
def test_points_stay_inside(places: tuple[tuple[float, float], ...]) -> None:
    names = ("beaten by no other", "nearest to what is wanted", "in force")
    series = [Points(name, places, [""] * len(places)) for name in names]
    assert inside(PointChart(series, "house edge, %", "SD, units of the first wager"))
