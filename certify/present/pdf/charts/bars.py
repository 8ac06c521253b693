"""Bars: upright, level, in panels, and made of parts; solid against outlined or patterned."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from certify.present.charts import (
    BarChart,
    ColumnChart,
    Panel,
    PanelChart,
    StackChart,
    longest_whole,
)
from certify.present.palette import ACCENT, MUTED, PAPER
from certify.present.pdf.drawing import (
    Frame,
    add_band,
    add_columns,
    add_key,
    add_label,
    bar_shape,
    blank_drawing,
    fitted_axis,
    known,
    label_room,
    power_axis,
    scale_of,
    shortened,
    straight_line,
    tick_text,
    ticks_of,
    upright_grid,
    value_text,
)
from certify.present.pdf.fonts import SANS, SANS_BOLD, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Anchor, Drawing, Line, Polygon, Rect

FOOT, HEAD = 16.0, 20.0
MOST_STEPS = 8
THICKNESS = 6.6
"""Height of a level bar."""
APART = 1.2
"""Points between two bars of a line, beside which their values stand."""
BETWEEN = 4.2
"""Points between the bars of two lines."""
VALUE_SIZE = 7.0
WIDEST_LABEL = 215.0

PANEL_LABELS = 168.0
GAP = 12.0
"""Points between two panels."""
INSET = 7.0
"""Points for the half of the last label that stands out of a panel."""
PANEL_HEAD = 34.0
PANEL_TICKS = 4
"""Labels of ticks that a panel has room for."""
ROOM = 0.75
"""Share of the longest whole bar that the value of a broken one takes."""

THICK, LOOSE = 11.0, 5.0
HATCH = 3.4
"""Points between two lines of a pattern."""
ROOM_FOR_VALUE = 22.0
"""Width from which a part has its value in it."""


def column_chart(chart: ColumnChart) -> Drawing:
    """Return upright bars, one group for each category; whole powers of ten end a steep axis."""
    frame = Frame(chart.height, chart.unit, left=52.0 if chart.is_logarithmic else 40.0)
    values = known(value for bars in chart.series for value in bars.values)
    if chart.is_logarithmic:
        low, high = power_axis([value for value in values if value])
        y = frame.upward(low, high)
        for power in range(low, high + 1):
            text = value_text(10.0**power, max(0, -power))
            frame.level(y(power), text, axis=power == low)
    else:
        y = frame.levels(values)

    def extent(value: float) -> tuple[float, float]:
        if chart.is_logarithmic:
            return frame.bottom, y(math.log10(value)) - frame.bottom
        return y(min(value, 0)), y(abs(value)) - y(0)

    bar = min((frame.right - frame.left) / len(chart.categories) * 0.36, 14.0)
    place = (frame.left, frame.right, bar)
    ends = frame.bottom, frame.top
    add_columns(frame.drawing, place, chart.categories, chart.series, extent, ends)
    if not chart.is_logarithmic:
        frame.level(y(0), axis=True)
    add_key(frame.drawing, frame.right, chart.height - 9, chart.series)
    return frame.drawing


def bar_chart(chart: BarChart) -> Drawing:
    """Return level bars, one line for each category, with each value beside its bar."""
    texts = chart.texts or [
        ["" if value is None else value_text(value, 4, signed=True) for value in bars.values]
        for bars in chart.series
    ]
    step = THICKNESS + (APART if len(chart.series) > 1 else 0.0)
    line = step * len(chart.series) + BETWEEN
    drawing = blank_drawing(FOOT + HEAD + line * len(chart.categories))
    top = drawing.height - HEAD
    labels = label_room(chart.categories, WIDEST_LABEL)
    axis = fitted_axis(
        [0.0, *known([*chart.shown, *(each for bars in chart.series for each in bars.values)])],
        MOST_STEPS,
    )
    room = max(text_width(text, SANS, VALUE_SIZE) for some in texts for text in some) + 6
    left = labels + (room if axis[0] < 0 else 0.0)
    x = scale_of(*axis[:2], left, TEXT_WIDTH - room)
    upright_grid(drawing, axis, x, (FOOT, top))
    for position, category in enumerate(chart.categories):
        y = top - (position + 0.5) * line
        add_label(drawing, 0, y - 2.6, shortened(category, labels - 4))
        for number, bars in enumerate(chart.series):
            value = bars.values[position]
            if value is None:
                continue
            base = y + step * (len(chart.series) / 2 - 1 - number)
            if value:
                length = x(abs(value)) - x(0)
                drawing.add(bar_shape(x(min(value, 0)), base, length, THICKNESS, number))
            outside = x(value) + (3 if value >= 0 else -3)
            anchor: Anchor = "start" if value >= 0 else "end"
            text = texts[number][position]
            add_label(drawing, outside, base + 0.9, text, anchor=anchor, size=VALUE_SIZE)
            area = (left, base - BETWEEN / 4, TEXT_WIDTH - left, THICKNESS + BETWEEN / 2)
            drawing.tell(area, category, bars.name, bars.texts[position])
    drawing.add(straight_line(x(0), FOOT, x(0), top, axis=True))
    add_label(drawing, 0, drawing.height - 9, chart.unit, colour=MUTED)
    if len(chart.series) > 1:
        add_key(drawing, TEXT_WIDTH, drawing.height - 9, chart.series)
    return drawing


# Panels


def panel_chart(chart: PanelChart) -> Drawing:
    """Return level bars in panels; one longer than the limit is broken, its value beside it."""
    panels = chart.panels
    series = panels[0].series
    line = THICKNESS * len(series) + BETWEEN
    drawing = blank_drawing(FOOT + PANEL_HEAD + line * len(chart.lines))
    top = drawing.height - PANEL_HEAD
    for position, label in enumerate(chart.lines):
        y = top - (position + 0.5) * line
        add_label(drawing, 0, y - 2.6, shortened(label, PANEL_LABELS - 8))
    ends = longest_whole(panels) if chart.limit is None else chart.limit
    values = [value for panel in panels for bars in panel.series for value in bars.values if value]
    # The value of a broken bar needs room on the other side of zero.
    room = [-math.copysign(ROOM * ends, value) for value in values if abs(value) > ends]
    shown = [0.0, *room, *(min(max(value, -ends), ends) for value in values)]
    axis = fitted_axis(shown, MOST_STEPS)
    width = (TEXT_WIDTH - PANEL_LABELS - GAP * (len(panels) - 1)) / len(panels)
    for number, panel in enumerate(panels):
        left = PANEL_LABELS + number * (width + GAP)
        _add_panel(drawing, panel, axis, (left, left + width - INSET, top, line), chart.lines)
    add_label(drawing, 0, drawing.height - 9, chart.unit, colour=MUTED)
    add_key(drawing, TEXT_WIDTH, drawing.height - 9, series)
    return drawing


def _add_panel(
    drawing: Drawing,
    panel: Panel,
    axis: tuple[float, float, float],
    place: tuple[float, float, float, float],
    lines: Sequence[str],
) -> None:
    """Add one panel; `place` is its left, right and top, and the height of a line."""
    low, high, step = axis
    left, right, top, line = place
    x = scale_of(low, high, left, right)
    ticks = ticks_of(low, high, step)
    apart = math.ceil(len(ticks) / PANEL_TICKS)
    for tick in ticks:
        if round(tick / step) % apart:
            continue
        drawing.add(straight_line(x(tick), FOOT, x(tick), top))
        add_label(drawing, x(tick), 5, tick_text(tick, step), anchor="middle", size=VALUE_SIZE)
    for number, bars in enumerate(panel.series):
        for position, value in enumerate(bars.values):
            if not value:
                continue
            middle = top - (position + 0.5) * line
            base = middle + THICKNESS * (len(panel.series) / 2 - 1 - number)
            start, end = sorted((x(0), x(min(max(value, low), high))))
            drawing.add(bar_shape(start, base, end - start, THICKNESS, number))
            drawing.tell(
                (left, base, right - left, THICKNESS),
                lines[position],
                panel.title,
                bars.name,
                bars.texts[position],
            )
            if not low <= value <= high:
                _break(drawing, (start, end, base, x(0)), value)
    drawing.add(straight_line(x(0), FOOT, x(0), top, axis=True))
    add_label(drawing, (left + right) / 2, top + 5, panel.title, anchor="middle", font=SANS_BOLD)


def _break(drawing: Drawing, place: tuple[float, float, float, float], value: float) -> None:
    """Mark a bar as longer than it is drawn; `place` is its ends, its foot and where zero is."""
    start, end, base, zero = place
    middle = (start + end) / 2
    drawing.add(
        Polygon(
            [
                (middle - 3, base - 0.6),
                (middle + 1, base + THICKNESS + 0.6),
                (middle + 3.5, base + THICKNESS + 0.6),
                (middle - 0.5, base - 0.6),
            ],
            fill=PAPER,
        )
    )
    side = 3 if value < 0 else -3
    anchor: Anchor = "start" if value < 0 else "end"
    text = value_text(value, 2, signed=True)
    add_label(drawing, zero + side, base + 0.8, text, anchor=anchor, size=VALUE_SIZE)


# Parts


def stack_chart(chart: StackChart) -> Drawing:
    """Return level bars made of parts, each with a pattern of its own."""
    line = THICK + LOOSE
    rows = sum(len(bars) + bool(title) for title, bars in chart.groups)
    drawing = blank_drawing(FOOT + 38 + line * rows)
    labels = label_room((label for _, bars in chart.groups for label, _ in bars), 210.0)
    x, top = scale_of(0.0, 100.0, labels, TEXT_WIDTH - 8), drawing.height - 36
    upright_grid(drawing, (0.0, 100.0, 10.0), x, (FOOT, top))
    y = top
    for title, bars in chart.groups:
        if title:
            y -= line
            add_band(drawing, y + 2, line - 5, title)
        for label, parts in bars:
            y -= line
            add_label(drawing, 8 if title else 0, y + 5, shortened(label, labels - 10))
            # What is below zero has no room in a bar.
            whole = sum(max(part, 0.0) for part in parts) or 1.0
            place = 0.0
            for number, part in enumerate(parts):
                width = 100 * max(part, 0.0) / whole
                if width > 0:
                    at = (x(place), y + 2, x(width) - x(0), THICK)
                    text = value_text(100 * part, 1)
                    _add_part(drawing, at, number, text)
                    drawing.tell(at, label, chart.parts[number], f"{text} %")
                place += width
    add_label(drawing, 0, drawing.height - 9, chart.unit, colour=MUTED)
    left = 0.0
    for number, name in enumerate(chart.parts):
        _add_part(drawing, (left, drawing.height - 25.4, 14, 8), number)
        add_label(drawing, left + 18, drawing.height - 24, name)
        left += 32 + text_width(name, SANS, FONT_SIZE)
    return drawing


def _add_part(
    drawing: Drawing, place: tuple[float, float, float, float], number: int, text: str = ""
) -> None:
    """Add a part with its pattern, and its value where there is room."""
    x, y, width, height = place
    fill = ACCENT if number == 0 else PAPER
    drawing.add(Rect(x, y, width, height, fill=fill, stroke=ACCENT, stroke_width=0.7))
    for line in pattern(place, number):
        drawing.add(Line(*line, stroke=ACCENT, stroke_width=0.6))
    if not text or width < ROOM_FOR_VALUE:
        return
    room = text_width(text, SANS_BOLD, VALUE_SIZE)
    middle = x + width / 2
    if number in (1, 2):
        # A value on a pattern is read only on a ground of its own.
        drawing.add(Rect(middle - room / 2 - 2, y + 1.6, room + 4, height - 3.2, fill=PAPER))
    drawing_colour = PAPER if number == 0 else ACCENT
    add_label(
        drawing,
        middle,
        y + 3.2,
        text,
        anchor="middle",
        font=SANS_BOLD,
        size=VALUE_SIZE,
        colour=drawing_colour,
    )


def pattern(
    place: tuple[float, float, float, float], number: int
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the lines of a pattern, cut off where the part ends.

    The first part is solid, the second has slanting lines, the third upright ones, the fourth none.
    """
    left, foot, width, height = place
    if number == 2:
        steps = int(width / (HATCH * 0.7))
        for step in range(1, steps + 1):
            x = left + step * width / (steps + 1)
            yield x, foot, x, foot + height
    if number != 1:
        return
    # A line starts at the foot `start` points right of the left edge, and rises by 45 degrees.
    start = -height + HATCH
    while start < width:
        begin, end = max(start, 0.0), min(start + height, width)
        yield left + begin, foot + begin - start, left + end, foot + end - start
        start += HATCH
