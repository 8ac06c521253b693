"""Charts of a game between players: bars made of parts, told apart by pattern, and traces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10

from certify.evidence.report.charts.scales import power_axis
from certify.present.figures import MINUS, fixed
from certify.present.palette import ACCENT, BAND, MUTED, PAPER
from certify.present.pdf.drawing import (
    add_label,
    blank_drawing,
    shortened,
    straight_line,
)
from certify.present.pdf.fonts import SANS, SANS_BOLD, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Circle, Drawing, Line, PolyLine, Rect

THICK = 11.0
"""Height of a bar."""
BETWEEN = 5.0
HATCH = 3.4
"""Points between two lines of a pattern."""
ROOM_FOR_VALUE = 22.0
"""Width from which a part has its value in it."""
POWER_SIZE = 7.0


@dataclass(frozen=True)
class StackedBar:
    """A bar made of parts that add up to one.

    Attributes
    ----------
    label : str
        What stands before it.
    parts : tuple of float
        The parts; what is below zero has no room in a bar.
    """

    label: str
    parts: tuple[float, ...]


def stacked_chart(
    groups: Sequence[tuple[str, Sequence[StackedBar]]], parts: Sequence[str], *, unit: str
) -> Drawing:
    """Return a chart of level bars made of parts, at most four, each with a pattern of its own."""
    line = THICK + BETWEEN
    rows = sum(len(bars) + bool(title) for title, bars in groups)
    drawing = blank_drawing(18 + 36 + line * rows)
    every = [bar for _, bars in groups for bar in bars]
    labels = min(max(text_width(bar.label, SANS_BOLD, FONT_SIZE) for bar in every) + 14, 210.0)
    left, right, top = labels, TEXT_WIDTH - 8, drawing.height - 36
    for tick in range(0, 101, 10):
        x = left + tick / 100 * (right - left)
        drawing.add(straight_line(x, 16, x, top))
        add_label(drawing, x, 5, str(tick), anchor="middle")
    y = top
    for title, bars in groups:
        if title:
            y -= line
            drawing.add(Rect(0, y + 2, TEXT_WIDTH, line - 5, fill=BAND))
            add_label(drawing, 3, y + 4.6, title, font=SANS_BOLD)
        for bar in bars:
            y -= line
            add_label(drawing, 8 if title else 0, y + 5, shortened(bar.label, labels - 10))
            x = left
            whole = sum(max(part, 0.0) for part in bar.parts) or 1.0
            for number, part in enumerate(bar.parts):
                width = max(part, 0.0) / whole * (right - left)
                if width > 0:
                    _add_part(drawing, (x, y + 2, width, THICK), number, fixed(100 * part, 1))
                x += width
    add_label(drawing, 0, drawing.height - 9, unit, colour=MUTED)
    _add_key(drawing, drawing.height - 24, parts)
    return drawing


def _add_part(
    drawing: Drawing, place: tuple[float, float, float, float], number: int, text: str = ""
) -> None:
    """Add a part with its pattern, and its value where there is room."""
    x, y, width, height = place
    fill = ACCENT if number == 0 else PAPER
    drawing.add(Rect(x, y, width, height, fill=fill, stroke=ACCENT, stroke_width=0.7))
    for line in _pattern(place, number):
        drawing.add(Line(*line, stroke=ACCENT, stroke_width=0.6))
    if not text or width < ROOM_FOR_VALUE:
        return
    size = 7.0
    room = text_width(text, SANS_BOLD, size)
    middle = x + width / 2
    if number in (1, 2):
        # A value on a pattern is read only on a ground of its own.
        drawing.add(Rect(middle - room / 2 - 2, y + 1.6, room + 4, height - 3.2, fill=PAPER))
    colour = PAPER if number == 0 else ACCENT
    add_label(
        drawing, middle, y + 3.2, text, anchor="middle", font=SANS_BOLD, size=size, colour=colour
    )


def _pattern(
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


def _add_key(drawing: Drawing, y: float, parts: Sequence[str]) -> None:
    """Add the key, in the order of the parts."""
    x = 0.0
    for number, name in enumerate(parts):
        _add_part(drawing, (x, y - 1.4, 14, 8), number)
        add_label(drawing, x + 18, y, name)
        x += 18 + text_width(name, SANS, FONT_SIZE) + 14


def trace_chart(
    points: Sequence[tuple[int, float]], *, across: str, unit: str, height: float = 168
) -> Drawing:
    """Return a chart of a figure that falls as work goes on, both in powers of ten."""
    drawing = blank_drawing(height)
    left, right, foot, top = 34.0, TEXT_WIDTH - 14, 28.0, height - 22.0
    first, last = power_axis([work for work, _ in points])
    low, high = power_axis([figure for _, figure in points])

    def x(work: float) -> float:
        return left + (log10(work) - first) / (last - first) * (right - left)

    def y(figure: float) -> float:
        return foot + (log10(figure) - low) / (high - low) * (top - foot)

    for power in range(first, last + 1):
        place = x(10.0**power)
        drawing.add(straight_line(place, foot, place, top))
        _add_power(drawing, place - 7, foot - 11, power)
    for power in range(low, high + 1, max(1, (high - low + 7) // 8)):
        place = y(10.0**power)
        drawing.add(straight_line(left, place, right, place))
        _add_power(drawing, left - 22, place - 2.6, power)
    drawing.add(straight_line(left, foot, right, foot, axis=True))
    drawing.add(straight_line(left, foot, left, top, axis=True))
    places = [(x(work), y(figure)) for work, figure in points]
    drawing.add(PolyLine(places, stroke=ACCENT, stroke_width=1.1))
    for point in places:
        drawing.add(Circle(*point, 1.7, fill=PAPER, stroke=ACCENT, stroke_width=0.8))
    add_label(drawing, 0, height - 9, unit, colour=MUTED)
    add_label(drawing, right, 4, across, anchor="end", colour=MUTED)
    return drawing


def _add_power(drawing: Drawing, x: float, y: float, power: int) -> None:
    """Add a power of ten as a label."""
    add_label(drawing, x, y, "10")
    raised = str(power).replace("-", MINUS)
    add_label(drawing, x + text_width("10", SANS, FONT_SIZE) + 0.5, y + 3, raised, size=POWER_SIZE)
