"""The report of a monitor: the same bytes from the same results, everything of them in it."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from pypdf import PdfReader

from certify.errors import ReportError
from certify.evidence.report.monitor_document import (
    build_monitor_html,
    build_monitor_pdf,
    monitor_bytes,
)
from certify.present.pdf.charts import drawn
from certify.present.pdf.charts.curves import clipped
from certify.present.pdf.pictures import picture_of
from certify.present.shapes import Drawing
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked, StakeLevels
from certify.studies.monitoring.course_view import course_figures
from certify.studies.monitoring.references import Play
from certify.studies.monitoring.result import MonitorResult
from certify.studies.monitoring.study import MonitorOrder, monitored
from tests.support.monitoring import known_lines, rounds_table, write


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    """Return a monitor with an alarm, a data error, tables and levels."""
    path = tmp_path_factory.mktemp("rounds") / "rounds.csv"
    write(rounds_table(30_000, tables=3, days=12, shift=0.3), path)
    with path.open("a", encoding="utf-8") as file:
        file.write("2026-01-09,BJ1,1,1,mane,10,10,20\n")
    known = known_lines(Play(allowed=0.01))
    order = MonitorOrder(asked=Asked(levels=StakeLevels(bounds=(10.0,))))
    actuals = read_actuals([path], known.references, order.asked)
    return monitored(known, replace(actuals, ignored=("remark",)), order)


@pytest.fixture(scope="module")
def pages(result):
    reader = PdfReader(io.BytesIO(build_monitor_pdf(result)))
    return [page.extract_text() for page in reader.pages]


def test_the_same_results_make_the_same_bytes(result):
    made = build_monitor_pdf(result)
    again = build_monitor_pdf(MonitorResult.from_json(monitor_bytes(result)))
    assert made == again
    assert b"D:20260116" in build_monitor_pdf(result, compress=False)


def test_the_pages_tell_the_result(result, pages):
    text = " ".join(" ".join(pages).split())
    first = " ".join(pages[0].split())
    assert "Live Results Report" in first
    assert "ALARM main" in first
    assert result.spec_sha256 in first
    assert result.paytable_sha256 in first
    assert result.files[0].sha256 in first
    assert f"{result.title}, version {result.version}" in first
    assert "is main meant?" in text
    assert "rounds.csv:" in text
    assert "End of report" in text
    for number in range(1, 7):
        assert f"Figure {number}. Return of" in text
    for title in ("By wager", "By table", "By level of stakes", "Data errors", "remark"):
        assert title in text
    for line in result.lines:
        assert f"{100 * line.actual:.3f}" in text
    assert all(f"Page {number} of {len(pages)}" in page for number, page in enumerate(pages, 1))


def test_the_results_are_attached(result):
    reader = PdfReader(io.BytesIO(build_monitor_pdf(result)))
    assert next(iter(reader.attachments.values())) == [monitor_bytes(result)]


def test_every_font_is_embedded(result):
    reader = PdfReader(io.BytesIO(build_monitor_pdf(result)))
    for page in reader.pages:
        fonts: Any = page["/Resources"]["/Font"]  # type: ignore[index]
        for font in fonts.values():
            assert "Helvetica" not in font.get_object()["/BaseFont"]


def test_a_chart_stays_in_its_frame(result):
    figures = list(course_figures(result))
    assert len(figures) == len(result.series)
    for figure in figures:
        (drawing,) = drawn(figure).body
        assert isinstance(drawing, Drawing)
        left, low, right, high = picture_of(drawing).getBounds()
        assert left >= -0.5
        assert low >= 0.0
        assert right <= drawing.width + 0.5
        assert high <= drawing.height + 0.5
    series = tuple(each.model_copy(update={"points": each.points[:2]}) for each in result.series)
    assert all(map(drawn, course_figures(result.model_copy(update={"series": series}))))


def test_a_single_day_has_no_course(result):
    series = tuple(each.model_copy(update={"points": each.points[-1:]}) for each in result.series)
    reader = PdfReader(io.BytesIO(build_monitor_pdf(result.model_copy(update={"series": series}))))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert "A single day makes no course." in " ".join(text.split())
    assert "Figure 1" not in text


def test_a_path_is_cut_where_it_leaves():
    path = [(0.0, 5.0), (1.0, 1.0), (2.0, 1.0), (3.0, -3.0), (4.0, 1.0)]
    assert clipped(path, 0.0, 2.0) == [
        [(0.75, 2.0), (1.0, 1.0), (2.0, 1.0), (2.25, 0.0)],
        [(3.75, 0.0), (4.0, 1.0)],
    ]
    assert clipped([(0.0, 5.0), (1.0, 5.0)], 0.0, 2.0) == []


def test_letters_that_cannot_be_printed_are_told(result):
    with pytest.raises(ReportError, match="cannot print"):
        build_monitor_pdf(result.model_copy(update={"ignored_columns": ("備考",)}))


def test_the_report_is_a_page_too(result):
    page = BeautifulSoup(build_monitor_html(result), "html.parser")
    reader = PdfReader(io.BytesIO(build_monitor_pdf(result)))
    assert reader.metadata is not None
    assert [each.text for each in page.select("head > title")] == [str(reader.metadata["/Title"])]
    assert len(page.select("figure svg")) == len(result.series)
    assert len(page.select("caption")) > 3
    assert build_monitor_html(result) == build_monitor_html(result)
