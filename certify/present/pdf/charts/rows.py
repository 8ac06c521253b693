"""Lines with marks on one level axis: estimates with intervals, quantiles, bands, scores."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch

from certify.present.charts import Bracket, Mark, RowChart, RowMark, Scores, Span
from certify.present.palette import ACCENT, INK, MUTED, PAPER
from certify.present.pdf.drawing import (
    add_band,
    add_label,
    blank_drawing,
    broken_line,
    fitted_axis,
    label_room,
    scale_of,
    shortened,
    upright_grid,
    whiskers,
)
from certify.present.pdf.fonts import SANS_BOLD, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Circle, Drawing, Line, Rect

LINE = 10.6
"""Points from one line to the next."""
FOOT, HEAD = 16.0, 20.0
MARK = 2.3
"""Radius of the mark of a figure."""
MOST_STEPS = 9
WIDEST_LABEL = 190.0

Scale = Callable[[float], float]


def row_chart(chart: RowChart) -> Drawing:
    """Return lines with marks, group by group, on one axis."""
    lines = [line for group in chart.groups for line in group.lines]
    rows = len(lines) + sum(bool(group.title) for group in chart.groups)
    drawing = blank_drawing(FOOT + HEAD + LINE * rows)
    top = drawing.height - HEAD
    labels = label_room((line.label for line in lines), WIDEST_LABEL)
    texts = max(text_width(_text(line), SANS_BOLD, FONT_SIZE) for line in lines)
    references = [group.reference for group in chart.groups if group.reference is not None]
    if chart.ends is None:
        values = [*chart.shown, *references, *(end for line in lines for end in _ends(line))]
        axis = fitted_axis(values, MOST_STEPS)
    else:
        axis = (*chart.ends, 1.0)
    scale = scale_of(*axis[:2], labels, TEXT_WIDTH - texts - (10 if texts else 8))
    upright_grid(drawing, axis, scale, (FOOT, top), signed=chart.ends is not None)
    for bound in chart.bounds:
        drawing.add(broken_line(scale(bound), FOOT, scale(bound), top))
    y = top
    for group in chart.groups:
        if group.title:
            y -= LINE
            add_band(drawing, y, LINE - 1, group.title)
        if group.reference is not None:
            x = scale(group.reference)
            drawing.add(broken_line(x, y - LINE * len(group.lines), x, y))
        for line in group.lines:
            y -= LINE
            label = shortened(line.label, labels - 10)
            add_label(drawing, 8 if group.title else 0, y + 2.4, label)
            clamped = _clamped(scale, chart.ends)
            _add(line, drawing, y + LINE / 2, clamped)
            if isinstance(line, Scores):
                for (score, _), told in zip(line.scores, line.told, strict=True):
                    drawing.tell((clamped(score) - MARK, y, 2 * MARK, LINE), line.label, told)
            else:
                area = (labels, y, TEXT_WIDTH - labels, LINE)
                drawing.tell(area, line.label, line.told)
            add_label(drawing, TEXT_WIDTH, y + 2.4, _text(line), anchor="end")
    add_label(drawing, 0, drawing.height - 9, chart.unit, colour=MUTED)
    if chart.reference:
        start = TEXT_WIDTH - text_width(chart.reference, SANS_BOLD, FONT_SIZE)
        y = drawing.height - 9
        add_label(drawing, TEXT_WIDTH, y, chart.reference, anchor="end")
        drawing.add(broken_line(start - 16, y + 2.4, start - 2, y + 2.4))
    return drawing


def _text(line: RowMark) -> str:
    return line.text if isinstance(line, Mark) else ""


def _ends(line: RowMark) -> tuple[float, ...]:
    """Return values that the axis must reach."""
    match line:
        case Mark():
            return line.low, line.high
        case Span():
            return line.ends
        case Bracket():
            return line.outer
        case Scores():
            return tuple(score for score, _ in line.scores)


def _clamped(scale: Scale, ends: tuple[float, float] | None) -> Scale:
    if ends is None:
        return scale
    low, high = ends
    return lambda value: scale(min(max(value, low), high))


@singledispatch
def _add(line: RowMark, _drawing: Drawing, _y: float, _scale: Scale) -> None:
    """Add what a line shows."""
    raise TypeError(f"no chart is known of {type(line).__name__}")


@_add.register
def _(line: Mark, drawing: Drawing, y: float, scale: Scale) -> None:
    if line.high > line.low:
        whiskers(drawing, (scale(line.low), scale(line.high)), y)
    drawing.add(_dot(scale(line.value), y, MARK, is_solid=line.is_solid))


@_add.register
def _(line: Scores, drawing: Drawing, y: float, scale: Scale) -> None:
    for score, is_solid in line.scores:
        drawing.add(_dot(scale(score), y, MARK, is_solid=is_solid))


@_add.register
def _(line: Span, drawing: Drawing, y: float, scale: Scale) -> None:
    whiskers(drawing, (scale(line.ends[0]), scale(line.ends[1])), y, 0.8)
    first, middle, third = map(scale, line.box)
    width = max(third - first, 0.8)
    drawing.add(Rect(first, y - 3.1, width, 6.2, fill=PAPER, stroke=ACCENT, stroke_width=0.8))
    drawing.add(Line(middle, y - 3.1, middle, y + 3.1, stroke=ACCENT, stroke_width=1.8))
    drawing.add(Circle(scale(line.mean), y, 1.3, fill=INK))


@_add.register
def _(line: Bracket, drawing: Drawing, y: float, scale: Scale) -> None:
    whiskers(drawing, (scale(line.outer[0]), scale(line.outer[1])), y, 0.9)
    first, last = map(scale, line.inner)
    # A narrow band is still seen.
    drawing.add(Rect(first, y - 2.5, max(last - first, 1.2), 5.0, fill=ACCENT))


def _dot(x: float, y: float, radius: float, *, is_solid: bool) -> Circle:
    fill = ACCENT if is_solid else PAPER
    return Circle(x, y, radius, fill=fill, stroke=ACCENT, stroke_width=0.9)
