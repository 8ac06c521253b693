"""Bar charts as vector graphics that read in black and white: solid against outlined bars."""

from __future__ import annotations

from collections.abc import Sequence

from certify.present.figures import fixed
from certify.present.palette import MUTED
from certify.present.pdf.drawing import (
    Bars,
    Frame,
    add_columns,
    add_key,
    add_label,
    axis_of,
    bar_shape,
    blank_drawing,
    shortened,
    straight_line,
    tick_text,
    ticks_of,
)
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import Anchor, Drawing


def column_chart(
    categories: Sequence[str], series: Sequence[Bars], *, unit: str, height: float = 176
) -> Drawing:
    """Return a chart of upright bars, one group for each category."""
    frame = Frame(height, unit)
    y = frame.levels([value for bars in series for value in bars.values])
    bar = min((frame.right - frame.left) / len(categories) * 0.34, 16.0)
    add_columns(
        frame.drawing,
        (frame.left, frame.right, bar),
        categories,
        series,
        lambda value: (y(min(value, 0)), y(abs(value)) - y(0)),
    )
    frame.level(y(0), axis=True)
    add_key(frame.drawing, frame.right, height - 9, series)
    return frame.drawing


def bar_chart(
    categories: Sequence[str],
    series: Sequence[Bars],
    *,
    unit: str,
    shown: Sequence[float | None] = (),
    label_width: float = 215,
) -> Drawing:
    """Return a chart of level bars, one line for each category, with each value beside its bar.

    `shown`: values that the axis must reach too, so that several charts have one scale.
    """
    thickness, apart = 6.4, 1.8
    line = (thickness + apart) * len(series) + 5.0
    bottom, head = 16.0, 20.0
    height = bottom + head + line * len(categories)
    drawing = blank_drawing(height)
    top = height - head
    room = 44.0  # for the value of the longest bar on either side
    left, right = label_width + room, TEXT_WIDTH - room
    low, high, step = axis_of([*shown, *(value for bars in series for value in bars.values)])

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    for tick in ticks_of(low, high, step):
        drawing.add(straight_line(x(tick), bottom, x(tick), top))
        add_label(drawing, x(tick), 5, tick_text(tick, step), anchor="middle")
    for position, category in enumerate(categories):
        y = top - (position + 0.5) * line
        add_label(drawing, 0, y - 2.6, shortened(category, label_width - 4), anchor="start")
        for number, bars in enumerate(series):
            value = bars.values[position]
            if value is None:
                continue
            base = y + (thickness + apart) * (len(series) / 2 - 1 - number) + apart / 2
            start = x(min(value, 0))
            drawing.add(bar_shape(start, base, x(abs(value)) - x(0), thickness, number))
            outside = x(value) + (3 if value >= 0 else -3)
            anchor: Anchor = "start" if value >= 0 else "end"
            text = fixed(value, 4, signed=True)
            add_label(drawing, outside, base + 0.7, text, anchor=anchor, size=7.0)
    drawing.add(straight_line(x(0), bottom, x(0), top, axis=True))
    add_label(drawing, 0, height - 9, unit, colour=MUTED)
    add_key(drawing, TEXT_WIDTH, height - 9, series)
    return drawing
