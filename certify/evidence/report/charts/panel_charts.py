"""Bars of several wagers beside each other: one line for each change, one panel for each wager."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, copysign

from certify.present.figures import fixed
from certify.present.palette import MUTED, PAPER
from certify.present.pdf.drawing import (
    Bars,
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
from certify.present.pdf.fonts import SANS_BOLD
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import Anchor, Drawing, Polygon

LABEL_WIDTH = 168.0
GAP = 12.0
"""Points between two panels."""
THICKNESS = 6.6
INSET = 7.0
"""Points for the half of the last label that stands out of a panel."""
BETWEEN = 4.8
"""Points between the bars of two lines."""
FOOT = 16.0
HEAD = 34.0
TICK_SIZE = 7.0
MOST_TICKS = 4
"""Labels of ticks that a panel has room for."""
OUTLYING = 4.0
"""Times the next longest bars from which those of a line are broken, so that others are seen."""
ROOM = 0.75
"""Share of the longest whole bar that the value of a broken one takes."""
VALUE_SIZE = 7.0
VALUE_DIGITS = 2


@dataclass(frozen=True)
class Panel:
    """The bars of one wager.

    Attributes
    ----------
    title : str
        What stands above them.
    series : tuple of Bars
        One or two series, of the same names in every panel, each with a value for every line.
    """

    title: str
    series: tuple[Bars, ...]


def panel_chart(
    lines: Sequence[str],
    panels: Sequence[Panel],
    *,
    unit: str,
    limit: float | None = None,
) -> Drawing:
    """Return a chart of level bars in panels that share their lines and their scale.

    A bar that is longer than the limit is broken, and its value stands beside it.

    `limit`: the longest bar that is drawn whole, as `longest_whole` tells it of several charts.
    """
    series = panels[0].series
    line = THICKNESS * len(series) + BETWEEN
    drawing = blank_drawing(FOOT + HEAD + line * len(lines))
    top = drawing.height - HEAD
    for position, label in enumerate(lines):
        y = top - (position + 0.5) * line
        add_label(drawing, 0, y - 2.6, shortened(label, LABEL_WIDTH - 8), anchor="start")
    ends = longest_whole(panels) if limit is None else limit
    values = [value for panel in panels for bars in panel.series for value in bars.values if value]
    # The value of a broken bar needs room on the other side of zero.
    room = [-copysign(ROOM * ends, value) for value in values if abs(value) > ends]
    axis = axis_of([*room, *(min(max(value, -ends), ends) for value in values)])
    width = (TEXT_WIDTH - LABEL_WIDTH - GAP * (len(panels) - 1)) / len(panels)
    for number, panel in enumerate(panels):
        left = LABEL_WIDTH + number * (width + GAP)
        _add_panel(drawing, panel, axis, (left, left + width - INSET, top, line))
    add_label(drawing, 0, drawing.height - 9, unit, colour=MUTED)
    add_key(drawing, TEXT_WIDTH, drawing.height - 9, series)
    return drawing


def longest_whole(panels: Sequence[Panel]) -> float:
    """Return the longest bar that is drawn whole.

    The result: the longest, or the longest but for the one line that outlies all others.
    """
    longest = sorted(
        max((abs(value) for panel in panels for value in _at(panel, line) if value), default=0.0)
        for line in range(len(panels[0].series[0].values))
    )
    if len(longest) > 1 and longest[-1] > OUTLYING * longest[-2] > 0.0:
        return longest[-2]
    return longest[-1]


def _at(panel: Panel, line: int) -> list[float | None]:
    """Return the values of a line."""
    return [bars.values[line] for bars in panel.series]


def _add_panel(
    drawing: Drawing,
    panel: Panel,
    axis: tuple[float, float, float],
    place: tuple[float, float, float, float],
) -> None:
    """Add one panel; `place` is its left, right and top, and the height of a line."""
    low, high, step = axis
    left, right, top, line = place

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    ticks = ticks_of(low, high, step)
    apart = ceil(len(ticks) / MOST_TICKS)
    for tick in ticks:
        if round(tick / step) % apart:
            continue
        drawing.add(straight_line(x(tick), FOOT, x(tick), top))
        add_label(drawing, x(tick), 5, tick_text(tick, step), anchor="middle", size=TICK_SIZE)
    for number, bars in enumerate(panel.series):
        for position, value in enumerate(bars.values):
            if not value:
                continue
            middle = top - (position + 0.5) * line
            base = middle + THICKNESS * (len(panel.series) / 2 - 1 - number)
            start, end = sorted((x(0), x(min(max(value, low), high))))
            drawing.add(bar_shape(start, base, end - start, THICKNESS, number))
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
    text = fixed(value, VALUE_DIGITS, signed=True)
    add_label(drawing, zero + side, base + 0.8, text, anchor=anchor, size=VALUE_SIZE)
