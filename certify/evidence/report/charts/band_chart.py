"""A chart of bands: a thick and a thin bar for each line, around a broken line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certify.evidence.report.charts.scales import fitted_axis
from certify.present.palette import ACCENT, BAND, INK, MUTED
from certify.present.pdf.drawing import (
    add_label,
    blank_drawing,
    straight_line,
    tick_text,
    ticks_of,
)
from certify.present.pdf.fonts import SANS_BOLD
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import Drawing, Line, Rect

LINE = 11.0
FOOT, HEAD = 16.0, 20.0
LABELS = 96.0
MOST_TICKS = 9
THICK, LEAST = 5.0, 1.2
"""Height of the thick bar, and the least width of any: a narrow band is still seen."""


@dataclass(frozen=True)
class Bracket:
    """A band within a wider one: what stands before them, and their ends."""

    label: str
    inner: tuple[float, float]
    outer: tuple[float, float]


def band_chart(groups: Sequence[tuple[str, Sequence[Bracket], float]], *, unit: str) -> Drawing:
    """Return a chart of bands.

    `groups`: what stands above each group, its bands, and where its broken line is.
    """
    rows = sum(1 + len(brackets) for _, brackets, _ in groups)
    drawing = blank_drawing(FOOT + HEAD + LINE * rows)
    values = [end for _, brackets, _ in groups for each in brackets for end in each.outer]
    low, high, step = fitted_axis([*values, *(centre for _, _, centre in groups)], MOST_TICKS)
    top, right = drawing.height - HEAD, TEXT_WIDTH - 12.0

    def x(value: float) -> float:
        return LABELS + (value - low) / (high - low) * (right - LABELS)

    for tick in ticks_of(low, high, step):
        drawing.add(straight_line(x(tick), FOOT, x(tick), top))
        add_label(drawing, x(tick), 5, tick_text(tick, step), anchor="middle")
    y = top
    for title, brackets, centre in groups:
        y -= LINE
        drawing.add(Rect(0, y, TEXT_WIDTH, LINE - 1, fill=BAND))
        add_label(drawing, 3, y + 2.2, title, font=SANS_BOLD)
        begin = y
        for bracket in brackets:
            y -= LINE
            add_label(drawing, LABELS - 8, y + 2.4, bracket.label, anchor="end")
            middle = y + LINE / 2
            first, last = (x(end) for end in bracket.outer)
            drawing.add(Line(first, middle, last, middle, stroke=ACCENT, stroke_width=0.9))
            for end in (first, last):
                drawing.add(Line(end, middle - 2, end, middle + 2, stroke=ACCENT, stroke_width=0.9))
            first, last = (x(end) for end in bracket.inner)
            drawing.add(
                Rect(first, middle - THICK / 2, max(last - first, LEAST), THICK, fill=ACCENT)
            )
        drawing.add(
            Line(x(centre), y, x(centre), begin, stroke=INK, stroke_width=0.8, dashes=(2.4, 1.8))
        )
    add_label(drawing, 0, drawing.height - 9, unit, colour=MUTED)
    return drawing
