"""Charts of a distribution: probabilities on a logarithmic axis, and their sums as steps."""

from __future__ import annotations

import math
from collections.abc import Sequence

from certify.present.figures import fixed
from certify.present.palette import ACCENT, INK
from certify.present.pdf.drawing import (
    Bars,
    Frame,
    add_columns,
    add_key,
    add_label,
)
from certify.present.pdf.fonts import SANS, SANS_BOLD, text_width
from certify.present.shapes import FONT_SIZE, Drawing, Line, Point, PolyLine

LINE_STYLES: tuple[tuple[float, tuple[float, ...]], ...] = ((1.0, (2.2, 1.8)), (1.4, ()))
"""Width and dashes of the lines: the first dashed, the second whole."""


def logarithmic_chart(
    categories: Sequence[str], series: Sequence[Bars], *, unit: str, height: float = 190
) -> Drawing:
    """Return a chart of upright bars on a logarithmic axis, whole powers of ten at its ends.

    `series`: one or two series; values above zero, None draws nothing.
    """
    frame = Frame(height, unit, left=52.0)
    known = [math.log10(value) for bars in series for value in bars.values if value]
    low, high = math.floor(min(known)), max(math.ceil(max(known)), math.floor(min(known)) + 1)
    y = frame.upward(low, high)
    for power in range(low, high + 1):
        frame.level(y(power), fixed(10.0**power, max(0, -power)), axis=power == low)
    bar = min((frame.right - frame.left) / len(categories) * 0.38, 12.0)
    add_columns(
        frame.drawing,
        (frame.left, frame.right, bar),
        categories,
        series,
        lambda value: (frame.bottom, y(math.log10(value)) - frame.bottom),
    )
    add_key(frame.drawing, frame.right, height - 9, series)
    return frame.drawing


def step_chart(
    places: Sequence[float], series: Sequence[Bars], *, unit: str, height: float = 176
) -> Drawing:
    """Return a chart of sums that rise in steps, from 0 to 100.

    `series`: one or two series of sums in percent, each the height right of its place.
    """
    frame = Frame(height, unit)
    drawing, bottom = frame.drawing, frame.bottom
    low, high = math.floor(places[0]) - 0.5, math.ceil(places[-1]) + 0.5
    x, y = frame.across(low, high), frame.upward(0.0, 100.0)
    for tick in range(0, 101, 20):
        frame.level(y(tick), f"{tick}", axis=tick == 0)
    for whole in range(math.ceil(low), math.floor(high) + 1):
        drawing.add(Line(x(whole), bottom, x(whole), bottom - 2, stroke=INK, stroke_width=0.5))
        text = fixed(float(whole), 0, signed=True)
        add_label(drawing, x(whole), 5, text, anchor="middle", font=SANS_BOLD)
    for number, bars in enumerate(series):
        points, level = [(frame.left, y(0))], 0.0
        for place, value in zip(places, bars.values, strict=True):
            points.append((x(place), y(level)))
            level = level if value is None else value
            points.append((x(place), y(level)))
        points.append((frame.right, y(level)))
        drawing.add(_curve(points, number))
    _line_key(drawing, frame.right, height - 9, series)
    return drawing


def _curve(points: Sequence[Point], number: int) -> PolyLine:
    width, dashes = LINE_STYLES[number]
    return PolyLine(points, stroke=ACCENT, stroke_width=width, dashes=dashes)


def _line_key(drawing: Drawing, right: float, y: float, series: Sequence[Bars]) -> None:
    """Add the key of lines, ending at `right`."""
    x = right
    for number in reversed(range(len(series))):
        x -= text_width(series[number].name, SANS, FONT_SIZE)
        add_label(drawing, x, y, series[number].name)
        x -= 24
        drawing.add(_curve([(x, y + 2.4), (x + 20, y + 2.4)], number))
        x -= 12
