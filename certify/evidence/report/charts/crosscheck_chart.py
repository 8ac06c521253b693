"""A chart of scores: one mark for each test, and the bound that none may pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from certify.present.figures import fixed
from certify.present.palette import ACCENT, INK, MUTED, PAPER
from certify.present.pdf.drawing import (
    add_label,
    blank_drawing,
    shortened,
    straight_line,
)
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import Circle, Drawing, Line

LINE = 11.0
FOOT, HEAD = 16.0, 20.0
LABELS = 136.0
RADIUS = 2.2


@dataclass(frozen=True)
class Marks:
    """Scores in a line: what stands before it, and each score with whether its mark is solid."""

    label: str
    scores: tuple[tuple[float, bool], ...]


def score_chart(lines: Sequence[Marks], *, bound: float, most: float) -> Drawing:
    """Return a chart of scores around zero."""
    drawing = blank_drawing(FOOT + HEAD + LINE * len(lines))
    top, right = drawing.height - HEAD, TEXT_WIDTH - 8.0

    def x(score: float) -> float:
        return LABELS + (min(max(score, -most), most) + most) / (2 * most) * (right - LABELS)

    for tick in range(-floor(most), floor(most) + 1):
        drawing.add(straight_line(x(tick), FOOT, x(tick), top, axis=tick == 0))
        add_label(drawing, x(tick), 5, fixed(float(tick), 0, signed=True), anchor="middle")
    for side in (-bound, bound):
        drawing.add(
            Line(x(side), FOOT, x(side), top, stroke=INK, stroke_width=0.9, dashes=(2.4, 1.8))
        )
    for number, line in enumerate(lines):
        y = top - LINE * (number + 0.5)
        add_label(drawing, 0, y - 2.6, shortened(line.label, LABELS - 8))
        for score, is_solid in line.scores:
            drawing.add(
                Circle(
                    x(score),
                    y,
                    RADIUS,
                    fill=ACCENT if is_solid else PAPER,
                    stroke=ACCENT,
                    stroke_width=0.8,
                )
            )
    add_label(drawing, 0, drawing.height - 9, "standard errors", colour=MUTED)
    return drawing
