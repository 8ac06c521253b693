"""Bars of amounts that are never below zero, each with its value beside it."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.scales import fitted_axis
from certify.present.palette import MUTED
from certify.present.pdf.drawing import (
    Bars,
    add_key,
    add_label,
    bar_shape,
    blank_drawing,
    shortened,
    straight_line,
    tick_text,
    ticks_of,
)
from certify.present.pdf.fonts import SANS, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Drawing

THICKNESS = 7.4
BETWEEN = 4.4
FOOT = 16.0
HEAD = 20.0
VALUE_SIZE = 7.0
MOST_TICKS = 8
WIDEST_LABEL = 200.0


def amount_chart(
    lines: Sequence[str],
    series: Sequence[Bars],
    texts: Sequence[Sequence[str]],
    *,
    unit: str,
) -> Drawing:
    """Return a chart of level bars from zero."""
    line = THICKNESS * len(series) + BETWEEN
    drawing = blank_drawing(FOOT + HEAD + line * len(lines))
    top = drawing.height - HEAD
    labels = min(max(text_width(label, SANS, FONT_SIZE) for label in lines) + 10, WIDEST_LABEL)
    room = max(text_width(text, SANS, VALUE_SIZE) for some in texts for text in some) + 6
    left, right = labels, TEXT_WIDTH - room
    values = [value for bars in series for value in bars.values if value is not None]
    low, high, step = fitted_axis([0.0, *values], MOST_TICKS)

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    for tick in ticks_of(low, high, step):
        drawing.add(straight_line(x(tick), FOOT, x(tick), top))
        add_label(drawing, x(tick), 5, tick_text(tick, step), anchor="middle")
    for position, label in enumerate(lines):
        y = top - (position + 0.5) * line
        add_label(drawing, 0, y - 2.6, shortened(label, labels - 6))
        for number, bars in enumerate(series):
            value = bars.values[position]
            if value is None:
                continue
            base = y + THICKNESS * (len(series) / 2 - 1 - number)
            if value > 0:
                drawing.add(bar_shape(x(0), base, x(value) - x(0), THICKNESS, number))
            text = texts[number][position]
            add_label(drawing, x(value) + 3, base + 1.2, text, size=VALUE_SIZE)
    drawing.add(straight_line(x(0), FOOT, x(0), top, axis=True))
    add_label(drawing, 0, drawing.height - 9, unit, colour=MUTED)
    if len(series) > 1:
        add_key(drawing, TEXT_WIDTH, drawing.height - 9, series)
    return drawing
