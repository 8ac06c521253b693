"""What every chart is drawn with: axes, labels, bars, keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from certify.present.charts import Bars
from certify.present.markup import typeset
from certify.present.palette import ACCENT, BAND, HAIRLINE, INK, MUTED, PAPER, Colour
from certify.present.pdf.fonts import SANS, SANS_BOLD, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.quantity import Quantity
from certify.present.shapes import FONT_SIZE, Anchor, Drawing, Line, Point, Rect, String

MOST_TICKS = 7
"""Steps of an upright axis."""


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
        low, high, step = fitted_axis([0.0, *known(values)], MOST_TICKS)
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
    ends: tuple[float, float],
) -> None:
    """Add upright bars between two sides, each as `extent` tells foot and height, and labels.

    `ends`: the foot and the top of what a bar is pointed at by, however small it is.
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
                area = (start + number * bar, ends[0], bar, ends[1] - ends[0])
                drawing.tell(area, category, bars.name, bars.texts[position])


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


def known(values: Iterable[float | None]) -> list[float]:
    """Return the values that there are."""
    return [value for value in values if value is not None]


def fitted_axis(
    values: Sequence[float], most: int, *, least: float = 0.0
) -> tuple[float, float, float]:
    """Return the ends of an axis that shows all values and no more than it must, and its step.

    The ends are ticks, at most so many steps apart; no step is shorter than `least`.
    """
    low, high = min(values), max(values)
    span = max((high - low) or abs(high) or 1.0, least * most)
    power = 10.0 ** math.floor(math.log10(span / most))
    for factor in (1.0, 2.0, 5.0, 10.0, 20.0):
        step = factor * power
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        if last - first <= most and step >= least:
            break
    return first * step, max(last, first + 1) * step, step


def power_axis(values: Sequence[float]) -> tuple[int, int]:
    """Return the powers of ten between which all values lie, which are above zero."""
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return low, max(high, low + 1)


def ticks_of(low: float, high: float, step: float) -> list[float]:
    """Return the places of the ticks."""
    return [number * step for number in range(round(low / step), round(high / step) + 1)]


def tick_text(tick: float, step: float) -> str:
    """Return a tick's label with as many decimals as the step needs."""
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return value_text(tick, digits)


def value_text(value: float, digits: int, *, signed: bool = False) -> str:
    """Return a number as a chart prints it, which takes no markup; zero has no sign."""
    is_signed = signed and round(value, digits) != 0.0
    return typeset(Quantity(digits, signed=is_signed, thousands=True)(value))


def scale_of(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Return what tells where a value stands between two places."""
    return lambda value: start + (value - low) / (high - low) * (end - start)


def broken_line(x1: float, y1: float, x2: float, y2: float) -> Line:
    """Return a line at what others are held against."""
    return Line(x1, y1, x2, y2, stroke=INK, stroke_width=0.8, dashes=(2.4, 1.8))


def whiskers(drawing: Drawing, ends: tuple[float, float], y: float, width: float = 1.0) -> None:
    """Add a level line with a stroke at both ends."""
    drawing.add(Line(ends[0], y, ends[1], y, stroke=ACCENT, stroke_width=width))
    for end in ends:
        drawing.add(Line(end, y - 2, end, y + 2, stroke=ACCENT, stroke_width=width))


def upright_grid(
    drawing: Drawing,
    axis: tuple[float, float, float],
    x: Callable[[float], float],
    ends: tuple[float, float],
    *,
    signed: bool = False,
) -> None:
    """Add the upright lines of a level axis between two heights, each with its label."""
    low, high, step = axis
    for tick in ticks_of(low, high, step):
        is_axis = abs(tick) < step / 2 and low < 0
        drawing.add(straight_line(x(tick), ends[0], x(tick), ends[1], axis=is_axis))
        text = value_text(tick, 0, signed=True) if signed else tick_text(tick, step)
        add_label(drawing, x(tick), 5, text, anchor="middle")


def label_room(labels: Iterable[str], most: float) -> float:
    """Return the width that the labels of lines take, at most so much."""
    return min(
        max((text_width(each, SANS_BOLD, FONT_SIZE) for each in labels), default=0) + 14, most
    )


def add_band(drawing: Drawing, y: float, height: float, title: str) -> None:
    """Add the title of a group of lines, on a band as wide as the drawing."""
    drawing.add(Rect(0, y, TEXT_WIDTH, height, fill=BAND))
    # Bold letters are wider than those that are measured.
    text = shortened(title, 0.9 * TEXT_WIDTH)
    add_label(drawing, 3, y + 0.23 * height, text, font=SANS_BOLD)


def add_line_key(
    drawing: Drawing,
    right: float,
    y: float,
    names: Sequence[str],
    draw: Callable[[int, list[Point]], None],
    length: float = 22,
) -> float:
    """Add the key of lines, ending at `right`; return where it begins."""
    for number in reversed(range(len(names))):
        right -= text_width(names[number], SANS, FONT_SIZE)
        add_label(drawing, right, y, names[number])
        right -= length + 4
        draw(number, [(right, y + 2.4), (right + length, y + 2.4)])
        right -= 12
    return right
