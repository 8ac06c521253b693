"""Charts of a game between players: figures with intervals, and spans; they read in grey."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from certify.evidence.report.charts.scales import fitted_axis
from certify.present.palette import ACCENT, BAND, INK, MUTED, PAPER
from certify.present.pdf.drawing import (
    add_label,
    blank_drawing,
    shortened,
    straight_line,
    tick_text,
    ticks_of,
)
from certify.present.pdf.fonts import SANS_BOLD, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Circle, Drawing, Line, Rect

LINE = 10.4
"""Points from one line to the next."""
FOOT = 16.0
HEAD = 20.0
MARK = 2.3
"""Radius of the mark of a figure."""
MOST_TICKS = 9


@dataclass(frozen=True)
class Figure:
    """A figure with an interval.

    Attributes
    ----------
    label : str
        What stands before it.
    value, low, high : float
        The figure and the ends of its interval.
    text : str
        What stands after it.
    is_solid : bool
        Whether its mark is solid: it is what the chart is about.
    """

    label: str
    value: float
    low: float
    high: float
    text: str = ""
    is_solid: bool = False


@dataclass(frozen=True)
class Figures:
    """Figures that belong together.

    Attributes
    ----------
    title : str
        What stands above them; empty for no line.
    lines : tuple of Figure
        The figures.
    reference : float or None
        A value that they are compared with, drawn as a broken line.
    """

    title: str
    lines: tuple[Figure, ...]
    reference: float | None = None


@dataclass(frozen=True)
class Span:
    """Quantiles of something: least, a low one, the middle three, a high one, most.

    Attributes
    ----------
    label : str
        What stands before it.
    ends : tuple of float
        Ends of the line.
    box : tuple of float
        Lower quartile, median, upper quartile.
    mean : float
        Drawn as a mark.
    """

    label: str
    ends: tuple[float, float]
    box: tuple[float, float, float]
    mean: float


def interval_chart(
    groups: Sequence[Figures],
    *,
    unit: str,
    reference: str = "",
    shown: Sequence[float] = (),
) -> Drawing:
    """Return a chart of figures as marks with lines for their intervals."""
    rows = sum(len(group.lines) + bool(group.title) for group in groups)
    drawing = blank_drawing(FOOT + HEAD + LINE * rows)
    lines = [line for group in groups for line in group.lines]
    labels = min(max(text_width(line.label, SANS_BOLD, FONT_SIZE) for line in lines) + 16, 190.0)
    texts = max(text_width(line.text, SANS_BOLD, FONT_SIZE) for line in lines)
    place = (labels, TEXT_WIDTH - texts - (10 if texts else 4))
    references = [group.reference for group in groups if group.reference is not None]
    values = [*shown, *references, *(end for line in lines for end in (line.low, line.high))]
    scale = _add_axis(drawing, values, place, unit)
    y = drawing.height - HEAD
    for group in groups:
        if group.title:
            y -= LINE
            drawing.add(Rect(0, y, TEXT_WIDTH, LINE - 1, fill=BAND))
            # Bold letters are wider than those that are measured.
            title = shortened(group.title, 0.9 * TEXT_WIDTH)
            add_label(drawing, 3, y + 2.2, title, font=SANS_BOLD)
        if group.reference is not None:
            foot, x = y - LINE * len(group.lines), scale(group.reference)
            drawing.add(_broken_line(x, foot, x, y))
        for line in group.lines:
            y -= LINE
            add_label(drawing, 8 if group.title else 0, y + 2.4, shortened(line.label, labels - 10))
            _add_figure(drawing, line, y + LINE / 2, scale)
            add_label(drawing, TEXT_WIDTH, y + 2.4, line.text, anchor="end")
    if reference:
        _add_reference_key(drawing, reference)
    return drawing


def span_chart(groups: Sequence[tuple[str, Sequence[Span]]], *, unit: str) -> Drawing:
    """Return a chart of quantiles: a box from quartile to quartile, a line from end to end."""
    rows = sum(len(spans) + bool(title) for title, spans in groups)
    drawing = blank_drawing(FOOT + HEAD + LINE * rows)
    every = [span for _, spans in groups for span in spans]
    labels = min(max(text_width(span.label, SANS_BOLD, FONT_SIZE) for span in every) + 16, 190.0)
    values = [0.0, *(end for span in every for end in span.ends)]
    scale = _add_axis(drawing, values, (labels, TEXT_WIDTH - 8), unit)
    y = drawing.height - HEAD
    for title, spans in groups:
        if title:
            y -= LINE
            drawing.add(Rect(0, y, TEXT_WIDTH, LINE - 1, fill=BAND))
            add_label(drawing, 3, y + 2.2, title, font=SANS_BOLD)
        for span in spans:
            y -= LINE
            add_label(drawing, 8 if title else 0, y + 2.4, shortened(span.label, labels - 10))
            _add_span(drawing, span, y + LINE / 2, scale)
    return drawing


def _add_axis(
    drawing: Drawing, values: Sequence[float], place: tuple[float, float], unit: str
) -> Callable[[float], float]:
    """Add the grid, its labels and the unit; return where a value stands."""
    left, right = place
    low, high, step = fitted_axis(values, MOST_TICKS)
    top = drawing.height - HEAD

    def scale(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    for tick in ticks_of(low, high, step):
        is_zero = abs(tick) < step / 2
        drawing.add(straight_line(scale(tick), FOOT, scale(tick), top, axis=is_zero and low < 0))
        add_label(drawing, scale(tick), 5, tick_text(tick, step), anchor="middle")
    add_label(drawing, 0, drawing.height - 9, unit, colour=MUTED)
    return scale


def _broken_line(x1: float, y1: float, x2: float, y2: float) -> Line:
    return Line(x1, y1, x2, y2, stroke=INK, stroke_width=0.8, dashes=(2.4, 1.8))


def _add_figure(drawing: Drawing, line: Figure, y: float, scale: Callable[[float], float]) -> None:
    """Add the interval with its ends, and the mark."""
    low, high = scale(line.low), scale(line.high)
    if high > low:
        drawing.add(Line(low, y, high, y, stroke=ACCENT, stroke_width=1.0))
        for end in (low, high):
            drawing.add(Line(end, y - 2, end, y + 2, stroke=ACCENT, stroke_width=1.0))
    mark = ACCENT if line.is_solid else PAPER
    drawing.add(Circle(scale(line.value), y, MARK, fill=mark, stroke=ACCENT, stroke_width=0.9))


def _add_span(drawing: Drawing, span: Span, y: float, scale: Callable[[float], float]) -> None:
    """Add the line, the box, the median as a stroke and the mean as a mark."""
    low, high = (scale(end) for end in span.ends)
    drawing.add(Line(low, y, high, y, stroke=ACCENT, stroke_width=0.8))
    for end in (low, high):
        drawing.add(Line(end, y - 2, end, y + 2, stroke=ACCENT, stroke_width=0.8))
    first, middle, third = (scale(quartile) for quartile in span.box)
    drawing.add(
        Rect(
            first,
            y - 3.1,
            max(third - first, 0.8),
            6.2,
            fill=PAPER,
            stroke=ACCENT,
            stroke_width=0.8,
        )
    )
    drawing.add(Line(middle, y - 3.1, middle, y + 3.1, stroke=ACCENT, stroke_width=1.8))
    drawing.add(Circle(scale(span.mean), y, 1.3, fill=INK))


def _add_reference_key(drawing: Drawing, text: str) -> None:
    """Add the key of the broken lines at the upper right."""
    start = TEXT_WIDTH - text_width(text, SANS_BOLD, FONT_SIZE)
    y = drawing.height - 9
    add_label(drawing, TEXT_WIDTH, y, text, anchor="end")
    drawing.add(_broken_line(start - 16, y + 2.4, start - 2, y + 2.4))
