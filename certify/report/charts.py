"""Bar charts as vector graphics that read in black and white: solid against outlined bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import (
    Drawing,
    Line,
    Rect,
    String,
)

from certify.report.figures import MINUS, fixed
from certify.report.fonts import SANS, SANS_BOLD, text_width
from certify.report.styles import ACCENT, HAIRLINE, INK, MUTED, PAPER, TEXT_WIDTH

FONT_SIZE = 7.4


@dataclass(frozen=True)
class Bars:
    """A series of bars.

    Attributes
    ----------
    name : str
        What the key calls it.
    values : tuple of float or None
        One for each category; None draws nothing.
    """

    name: str
    values: tuple[float | None, ...]


def column_chart(
    categories: Sequence[str], series: Sequence[Bars], *, unit: str, height: float = 176
) -> Drawing:
    """Return a chart of upright bars, one group for each category.

    Parameters
    ----------
    categories : sequence of str
        Labels along the horizontal axis.
    series : sequence of Bars
        One or two series.
    unit : str
        What the vertical axis measures.
    height : float
        Height in points.

    Returns
    -------
    Drawing
        The chart, as wide as the text.
    """
    drawing = _drawing(height)
    left, bottom, top = 40.0, 18.0, height - 24.0
    right = TEXT_WIDTH - 4
    low, high, step = _scale([value for bars in series for value in bars.values])

    def y(value: float) -> float:
        return bottom + (value - low) / (high - low) * (top - bottom)

    for tick in _ticks(low, high, step):
        drawing.add(_line(left, y(tick), right, y(tick)))
        _label(drawing, left - 5, y(tick) - 2.6, _tick_text(tick, step), anchor="end")
    group = (right - left) / len(categories)
    bar = min(group * 0.34, 16.0)
    for position, category in enumerate(categories):
        centre = left + (position + 0.5) * group
        _label(drawing, centre, 5, category, anchor="middle", font=SANS_BOLD)
        start = centre - bar * len(series) / 2
        for number, bars in enumerate(series):
            value = bars.values[position]
            if value is not None:
                drawing.add(
                    _bar(start + number * bar, y(min(value, 0)), bar, y(abs(value)) - y(0), number)
                )
    drawing.add(_line(left, y(0), right, y(0), axis=True))
    _label(drawing, 0, height - 9, unit, colour=MUTED)
    _key(drawing, right, height - 9, series)
    return drawing


def bar_chart(
    categories: Sequence[str],
    series: Sequence[Bars],
    *,
    unit: str,
    shown: Sequence[float | None] = (),
    label_width: float = 215,
) -> Drawing:
    """Return a chart of level bars, one line for each category, with each value beside its bar.

    Parameters
    ----------
    categories : sequence of str
        Labels of the lines, shortened where they are too long.
    series : sequence of Bars
        One or two series.
    unit : str
        What the horizontal axis measures.
    shown : sequence of float or None, optional
        Values that the axis must reach too, so that several charts have one scale.
    label_width : float
        Room for the labels in points.

    Returns
    -------
    Drawing
        The chart, as wide as the text.
    """
    thickness = 6.6
    line = thickness * len(series) + 6.4
    bottom, head = 16.0, 20.0
    height = bottom + head + line * len(categories)
    drawing = _drawing(height)
    top = height - head
    room = 40.0  # for the value of the longest bar on either side
    left, right = label_width + room, TEXT_WIDTH - room
    low, high, step = _scale([*shown, *(value for bars in series for value in bars.values)])

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    for tick in _ticks(low, high, step):
        drawing.add(_line(x(tick), bottom, x(tick), top))
        _label(drawing, x(tick), 5, _tick_text(tick, step), anchor="middle")
    for position, category in enumerate(categories):
        y = top - (position + 0.5) * line
        _label(drawing, 0, y - 2.6, _shorten(category, label_width - 4), anchor="start")
        for number, bars in enumerate(series):
            value = bars.values[position]
            if value is None:
                continue
            base = y + thickness * (len(series) / 2 - 1 - number)
            start = x(min(value, 0))
            drawing.add(_bar(start, base, x(abs(value)) - x(0), thickness, number))
            outside = x(value) + (3 if value >= 0 else -3)
            anchor = "start" if value >= 0 else "end"
            text = fixed(value, 4, signed=True)
            _label(drawing, outside, base + 0.9, text, anchor=anchor, size=6.2)
    drawing.add(_line(x(0), bottom, x(0), top, axis=True))
    _label(drawing, 0, height - 9, unit, colour=MUTED)
    _key(drawing, TEXT_WIDTH, height - 9, series)
    return drawing


def _drawing(height: float) -> Drawing:
    """Return an empty drawing that never mentions a font which is not embedded."""
    drawing = Drawing(TEXT_WIDTH, height)
    drawing.initialFontName = SANS
    drawing.initialFontSize = FONT_SIZE
    return drawing


def _bar(x: float, y: float, width: float, height: float, number: int) -> Rect:
    """Return a bar: solid in the second series, outlined in the first."""
    return Rect(
        x,
        y,
        width,
        height,
        fillColor=ACCENT if number else PAPER,
        strokeColor=ACCENT,
        strokeWidth=0.7,
    )


def _line(x1: float, y1: float, x2: float, y2: float, *, axis: bool = False) -> Line:
    """Return a straight line of the grid or of the axis at zero."""
    colour, width = (INK, 0.8) if axis else (HAIRLINE, 0.4)
    return Line(x1, y1, x2, y2, strokeColor=colour, strokeWidth=width)


def _label(
    drawing: Drawing,
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "start",
    font: str = SANS,
    size: float = FONT_SIZE,
    colour: object = INK,
) -> None:
    """Add a line of text."""
    # The library's own anchors measure with the default font's metrics: place it ourselves.
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * text_width(text, font, size)
    drawing.add(String(x - shift, y, text, fontName=font, fontSize=size, fillColor=colour))


def _key(drawing: Drawing, right: float, y: float, series: Sequence[Bars]) -> None:
    """Add the key, ending at `right`."""
    x = right
    for number in reversed(range(len(series))):
        x -= text_width(series[number].name, SANS, FONT_SIZE)
        _label(drawing, x, y, series[number].name)
        x -= 14
        drawing.add(_bar(x, y - 0.6, 10, 6, number))
        x -= 12


def _shorten(text: str, width: float) -> str:
    """Return the text, cut with an ellipsis where it is wider than `width`."""
    if text_width(text, SANS, FONT_SIZE) <= width:
        return text
    while text and text_width(text + "…", SANS, FONT_SIZE) > width:
        text = text[:-1]
    return text.rstrip(" ,;:") + "…"


def _scale(values: Sequence[float | None]) -> tuple[float, float, float]:
    """Return the ends of an axis that shows zero and all values, and the step of its ticks."""
    known = [value for value in values if value is not None]
    low, high = min([0.0, *known]), max([0.0, *known])
    span = (high - low) or 1.0
    raw = span / 6
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * (1 - 1e-9))
    return math.floor(low / step) * step, max(math.ceil(high / step), 1) * step, step


def _ticks(low: float, high: float, step: float) -> list[float]:
    """Return the places of the ticks."""
    return [number * step for number in range(round(low / step), round(high / step) + 1)]


def _tick_text(tick: float, step: float) -> str:
    """Return a tick's label with as many decimals as the step needs."""
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return fixed(tick, digits).replace("-", MINUS)
