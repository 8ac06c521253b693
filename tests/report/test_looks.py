"""How pages look, measured: sizes of letters, labels and bars, headings, words of cells."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from reportlab.platypus import Table

from certify.evidence.report.document import build_pdf
from certify.evidence.report.layout import LAYOUTS
from certify.present.charts import BarChart, Panel, PanelChart, bars
from certify.present.composer import Composer
from certify.present.document import Column, Picture
from certify.present.grids import Grid
from certify.present.markup import spoken
from certify.present.palette import ACCENT
from certify.present.pdf import tables
from certify.present.pdf.charts import drawing_of
from certify.present.pdf.fonts import SANS, register, text_width
from certify.present.pdf.pictures import left_of
from certify.present.pdf.styles import MARGIN_BOTTOM, make_styles
from certify.present.pdf.tables import CELL_PADDING, breakable, make_table
from certify.present.pdf.tagging import Lines
from certify.present.quantity import MOMENT
from certify.present.shapes import Drawing, Rect
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from tests.report.between_sample import between
from tests.report.built import Only
from tests.support.pages import Piece, pieces_of

LEAST = 7.0
"""Points: no letter is smaller."""
HEADING_SIZES = (15.0, 10.6)
"""Of sections and of subsections; nothing else on a page has them."""
TALL = 0.72
"""Height of a figure as a share of the size of its font."""
SIGNS = "-:_./,=+@|"


@dataclass
class Drawn:
    """A report, and what it was made of.

    Attributes
    ----------
    pages : list of list of Piece
        Its text.
    charts : list of Drawing
        Its charts.
    made : list of Table
        Its tables.
    """

    pages: list[list[Piece]] = field(default_factory=list)
    charts: list[Drawing] = field(default_factory=list)
    made: list[Table] = field(default_factory=list)


def drawn(build: Callable[[], bytes]) -> Drawn:
    """Return a report with its charts and tables."""
    found = Drawn()
    figure, table, written = Composer.figure, tables.make_table, tables._cell

    def told(self: Composer, caption: str, *body: Picture, **settings: str) -> None:
        found.charts += [
            part if isinstance(part, Drawing) else drawing_of(part)
            for part in body
            if not isinstance(part, Grid)
        ]
        figure(self, caption, *body, **settings)

    def kept(*given: object, **settings: object) -> Table:
        made: Table = table(*given, **settings)  # type: ignore[arg-type]
        found.made.append(made)
        return made

    def remembered(text: str, style: Any, room: float) -> Lines:
        part = written(text, style, room)
        if style.splitLongWords:
            part.said = spoken(breakable(text, style.fontName, style.fontSize, room))
        return part

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "_cell", remembered)
        patch.setattr(Composer, "figure", told)
        patch.setattr("certify.present.pdf.story.make_table", kept)
        found.pages = pieces_of(build())
    return found


@pytest.fixture(scope="module")
def reports(full_certification: Certification) -> list[Drawn]:
    """A report of a game with a house that has everything, and one of a game between players."""
    return [
        drawn(lambda: build_pdf(full_certification)),
        drawn(lambda: build_pdf(between())),
    ]


def met_by_labels(chart: Drawing) -> list[str]:
    """Return the labels that meet a bar without standing inside it."""
    bars = [s for s in chart.shapes() if isinstance(s, Rect) and s.stroke == ACCENT]
    found = []
    for label in chart.strings():
        left, foot = left_of(label), label.y
        right = left + text_width(label.text, label.font, label.size)
        top = foot + TALL * label.size
        for bar in bars:
            edge = bar.stroke_width / 2
            ends = (bar.x - edge, bar.x + bar.width + edge)
            sides = (bar.y - edge, bar.y + bar.height + edge)
            meets = left < ends[1] and right > ends[0] and foot < sides[1] and top > sides[0]
            inside = left >= bar.x and right <= bar.x + bar.width
            if meets and not (inside and foot >= bar.y and top <= bar.y + bar.height):
                found.append(f"{label.text} at {label.x:.0f}, {label.y:.0f}")
    return found


def test_no_letter_is_smaller_than_seven_points(reports: list[Drawn]) -> None:
    small = {
        (piece.text, round(piece.size, 1))
        for report in reports
        for page in report.pages
        for piece in page
        if piece.size < LEAST - 0.05
    }
    assert not small


def test_no_label_of_a_chart_meets_a_bar(reports: list[Drawn]) -> None:
    charts = [chart for report in reports for chart in report.charts]
    assert len(charts) > 10
    assert not [labels for chart in charts if (labels := met_by_labels(chart))]


def test_labels_of_uneven_bars_stay_beside_them() -> None:
    """The shorter bar of a pair, whose value stands beside the longer one."""
    register()
    pair = (bars("one", (-43.4, 12.2, 0.7), MOMENT), bars("two", (-33.1, 23.5, 0.4), MOMENT))
    assert not met_by_labels(drawing_of(BarChart(["a", "b", "c"], pair, "%")))
    # Both bars of the first line are broken, and their values stand above each other.
    panel = Panel(
        "A panel", (bars("one", (90.0, 1.0, 2.0), MOMENT), bars("two", (80.0, 2.0, 1.0), MOMENT))
    )
    chart = drawing_of(PanelChart(["a", "b", "c"], [panel], "%"))
    assert not met_by_labels(chart)
    values = [label for label in chart.strings() if label.text.startswith("+")]
    first, second = sorted(values, key=lambda label: label.y)
    assert first.y + TALL * first.size <= second.y


def test_no_page_ends_with_a_heading(reports: list[Drawn]) -> None:
    orphans = []
    for report in reports:
        for number, page in enumerate(report.pages, start=1):
            body = [piece for piece in page if piece.y > MARGIN_BOTTOM]
            last = min(body, key=lambda piece: piece.y)
            is_heading = any(abs(last.size - size) < 0.05 for size in HEADING_SIZES)
            is_heading |= last.text in ("What matters", "Worth knowing")
            if is_heading or re.match(r"(Table|Figure) \d+\. ", last.text):
                orphans.append((number, last.text))
    assert not orphans


@pytest.mark.parametrize("lines", range(63, 69))
def test_a_heading_in_bold_goes_with_its_list_to_the_next_page(lines: int) -> None:
    """However many lines stand above it."""

    def section(composer: Composer, _content: FairnessCertification) -> None:
        for line in range(lines):
            composer.note(f"Line {line}")
        composer.lead("Worth knowing")
        composer.bullets(["One thing."])

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LAYOUTS, FairnessCertification.engine, Only(section))
        pages = pieces_of(build_pdf(between()))
    (page,) = [page for page in pages if any("Worth knowing" in piece.text for piece in page)]
    assert any("One thing." in piece.text for piece in page)


def test_no_word_of_a_cell_is_broken_where_it_need_not_be(reports: list[Drawn]) -> None:
    """What is wider than its cell is broken after a sign, if any of its parts has room."""
    broken, looked_at = [], 0
    for report in reports:
        for table in report.made:
            for row in table._cellvalues:
                for cell, width in zip(row, table._colWidths, strict=True):
                    for part in paragraphs_of(cell):
                        looked_at += 1
                        broken += broken_in(part, width - 2 * CELL_PADDING)
    assert looked_at > 1000
    assert not broken


def paragraphs_of(cell: object) -> list[Any]:
    """Return the paragraphs of a cell that were broken into lines."""
    parts = cell if isinstance(cell, (list, tuple)) else [cell]
    return [part for part in parts if hasattr(part, "said") and hasattr(part, "blPara")]


def lines_of(cell: Lines) -> list[str]:
    """Return the lines of a paragraph as they are drawn."""
    return [
        " ".join(line[1]) if isinstance(line, tuple) else "".join(w.text for w in line.words)
        for line in cell.blPara.lines
    ]


def broken_in(cell: Lines, room: float) -> list[str]:
    """Return the words of a cell that go on in the next line, though a part of them has room.

    The writer of tables puts a blank after a sign wherever a word is too wide. So a word that the
    library breaks must be wider than the cell, and have no sign within.
    """
    words = cell.said.split()
    shown = " ".join(lines_of(cell)).split()
    found = []
    for word in words:
        if word not in shown and not any(word in each for each in shown):
            narrow = text_width(word, SANS, cell.style.fontSize) < 0.8 * room
            if narrow or any(sign in word[:-1] for sign in SIGNS):
                found.append(word)
    return found


@pytest.mark.parametrize(
    ("word", "room", "lines"),
    [
        ("(search:100:sensible)", 68.0, ["(search:100:", "sensible)"]),
        ("laid_by_non_matchers", 60.0, ["laid_by_non_", "matchers"]),
        ("shoes.0.optimal.wagers.main.rtp", 200.0, ["shoes.0.optimal.wagers.main.rtp"]),
        ("two words", 10.0, ["two", "words"]),
        ("&lt;a&gt;-b", 400.0, ["&lt;a&gt;-b"]),
    ],
)
def test_wide_words_are_broken_after_signs(word: str, room: float, lines: list[str]) -> None:
    register()
    assert breakable(word, SANS, 8.0, room).split() == lines
    tagged = breakable(f'<font name="{SANS}" size="8">{word}</font>', SANS, 4.0, room)
    assert spoken(tagged).split() == spoken(" ".join(lines)).split()


def test_a_cell_of_a_table_is_broken_after_signs() -> None:
    register()
    made = make_table(
        make_styles(),
        [Column("", 1), Column("", 6)],
        [("search:100:sensible:and:then:on", f"{30 * 'x'} {30 * 'y'}")],
        width=400.0,
    )
    made.wrap(400.0, 1000.0)
    (cell,) = made._cellvalues[1][0]
    assert lines_of(cell) == ["search:100:sensible:and:then:", "on"]
