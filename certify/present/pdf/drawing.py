"""What every chart of a report is drawn with: axes, labels, bars, keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from certify.present.figures import MINUS, fixed
from certify.present.palette import ACCENT, HAIRLINE, INK, MUTED, PAPER, Colour
from certify.present.pdf.fonts import SANS, SANS_BOLD, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Anchor, Drawing, Line, Rect, String


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


def blank_drawing(height: float) -> Drawing:
    """Return an empty drawing as wide as the text."""
    return Drawing(TEXT_WIDTH, height)


class Frame:
    """The area of a chart: between its axes, under its unit.

    `left`, `bottom` and `head` are the rooms for labels beside, below and above it.
    """

    def __init__(
        self,
        height: float,
        unit: str,
        *,
        left: float = 40.0,
        bottom: float = 18.0,
        head: float = 24.0,
        right: float = 4.0,
    ) -> None:
        self.drawing = blank_drawing(height)
        self.left, self.right = left, TEXT_WIDTH - right
        self.bottom, self.top = bottom, height - head
        add_label(self.drawing, 0, height - 9, unit, colour=MUTED)

    def across(self, low: float, high: float) -> Callable[[float], float]:
        """Return what tells where a value stands between the left and the right end."""
        width = self.right - self.left
        return lambda value: self.left + (value - low) / (high - low) * width

    def upward(self, low: float, high: float) -> Callable[[float], float]:
        """Return what tells where a value stands between the bottom and the top."""
        height = self.top - self.bottom
        return lambda value: self.bottom + (value - low) / (high - low) * height

    def level(self, y: float, text: str = "", *, axis: bool = False) -> None:
        """Draw a level line of the grid with its label, or an axis."""
        self.drawing.add(straight_line(self.left, y, self.right, y, axis=axis))
        if text:
            add_label(self.drawing, self.left - 5, y - 2.6, text, anchor="end")

    def levels(self, values: Sequence[float | None]) -> Callable[[float], float]:
        """Draw the grid of an axis that shows zero and all values; return where values stand."""
        low, high, step = axis_of(values)
        y = self.upward(low, high)
        for tick in ticks_of(low, high, step):
            self.level(y(tick), tick_text(tick, step))
        return y


def bar_shape(x: float, y: float, width: float, height: float, number: int) -> Rect:
    """Return a bar: solid in the second series, outlined in the first."""
    return Rect(
        x, y, width, height, fill=ACCENT if number else PAPER, stroke=ACCENT, stroke_width=0.7
    )


def add_columns(
    drawing: Drawing,
    place: tuple[float, float, float],
    categories: Sequence[str],
    series: Sequence[Bars],
    extent: Callable[[float], tuple[float, float]],
) -> None:
    """Add upright bars, one group for each category, and the categories' labels.

    `place` is the left and right end of all groups and the width of a bar; `extent` gives the foot
    and the height of the bar of a value.
    """
    left, right, bar = place
    group = (right - left) / len(categories)
    for position, category in enumerate(categories):
        centre = left + (position + 0.5) * group
        add_label(drawing, centre, 5, category, anchor="middle", font=SANS_BOLD)
        start = centre - bar * len(series) / 2
        for number, bars in enumerate(series):
            value = bars.values[position]
            if value is not None:
                foot, tall = extent(value)
                drawing.add(bar_shape(start + number * bar, foot, bar, tall, number))


def straight_line(x1: float, y1: float, x2: float, y2: float, *, axis: bool = False) -> Line:
    """Return a straight line of the grid or of the axis at zero."""
    colour, width = (INK, 0.8) if axis else (HAIRLINE, 0.4)
    return Line(x1, y1, x2, y2, stroke=colour, stroke_width=width)


def add_label(
    drawing: Drawing,
    x: float,
    y: float,
    text: str,
    *,
    anchor: Anchor = "start",
    font: str = SANS,
    size: float = FONT_SIZE,
    colour: Colour = INK,
) -> None:
    """Add a line of text."""
    drawing.add(String(x, y, text, font=font, size=size, anchor=anchor, fill=colour))


def add_key(drawing: Drawing, right: float, y: float, series: Sequence[Bars]) -> None:
    """Add the key, ending at `right`."""
    x = right
    for number in reversed(range(len(series))):
        x -= text_width(series[number].name, SANS, FONT_SIZE)
        add_label(drawing, x, y, series[number].name)
        x -= 14
        drawing.add(bar_shape(x, y - 0.6, 10, 6, number))
        x -= 12


def shortened(text: str, width: float) -> str:
    """Return the text, cut with an ellipsis where it is wider than `width`."""
    return shortened_to(text, width, SANS, FONT_SIZE)


def shortened_to(text: str, width: float, font: str, size: float) -> str:
    """Return the text, cut with an ellipsis where it is wider than `width` in a font."""
    if text_width(text, font, size) <= width:
        return text
    while text and text_width(text + "…", font, size) > width:
        text = text[:-1]
    return text.rstrip(" ,;:") + "…"


def axis_of(values: Sequence[float | None]) -> tuple[float, float, float]:
    """Return the ends of an axis that shows zero and all values, and the step of its ticks."""
    known = [value for value in values if value is not None]
    low, high = min([0.0, *known]), max([0.0, *known])
    span = (high - low) or 1.0
    raw = span / 6
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * (1 - 1e-9))
    return math.floor(low / step) * step, max(math.ceil(high / step), 1) * step, step


def ticks_of(low: float, high: float, step: float) -> list[float]:
    """Return the places of the ticks."""
    return [number * step for number in range(round(low / step), round(high / step) + 1)]


def tick_text(tick: float, step: float) -> str:
    """Return a tick's label with as many decimals as the step needs."""
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return fixed(tick, digits).replace("-", MINUS)
