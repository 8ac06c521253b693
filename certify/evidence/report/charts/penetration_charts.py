"""Charts by penetration: quantiles as a fan, and shares of the rounds as lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from certify.present.palette import ACCENT, FAN_FILLS, INK, MUTED, PAPER, RULE
from certify.present.pdf.drawing import (
    Bars,
    Frame,
    add_label,
    axis_of,
    straight_line,
)
from certify.present.pdf.fonts import SANS, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Circle, Drawing, Point, Polygon, PolyLine, Rect

LEFT = 40.0
BOTTOM = 28.0
HEAD = 24.0
TALL_HEAD = 37.0
"""Room above a chart whose key has a line of its own."""
DEPTH_STEP = 10
"""Percent of the shoe between two ticks."""
DEPTH_UNIT = "% of the shoe dealt when the round begins"

MEAN_DASHES = (2.4, 2.0)
LINE_DASHES: tuple[tuple[float, ...], ...] = ((), (5.0, 2.0), (1.4, 1.8), (6.0, 2.0, 1.2, 2.0))
FILLED_MARKERS = (True, False, True, False)
"""Dashes and markers of the lines of a chart, so that they are told apart without colour."""
MARKER_RADIUS = 1.7

Place = Callable[[float], float]


@dataclass(frozen=True)
class FanBand:
    """The band between two quantiles.

    Attributes
    ----------
    name : str
        What the key calls it.
    low, high : tuple of float
        Its edges at every place.
    """

    name: str
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class Fan:
    """A distribution at several places.

    Attributes
    ----------
    bands : tuple of FanBand
        At most three, the widest first.
    median, mean : tuple of float
        At every place.
    """

    bands: tuple[FanBand, ...]
    median: tuple[float, ...]
    mean: tuple[float, ...]


def fan_chart(
    places: Sequence[float],
    fan: Fan,
    *,
    unit: str,
    shown: Sequence[float | None] = (),
    height: float = 196,
) -> Drawing:
    """Return a chart of quantiles by penetration.

    `shown`: values that the axis must reach too, so that several charts have one scale.
    """
    frame = Frame(height, unit, left=LEFT, bottom=BOTTOM)
    drawing = frame.drawing
    ends = [edge for band in fan.bands for side in (band.low, band.high) for edge in side]
    values = [*ends, *fan.mean, *shown]
    x, y = frame.across(0.0, max(places)), frame.upward(*axis_of(values)[:2])
    for band, fill in zip(fan.bands, FAN_FILLS, strict=False):
        points = [*_points(places, band.low, x, y), *_backwards(places, band.high, x, y)]
        drawing.add(Polygon(points, fill=fill))
    # The grid stands on the bands, or the widest would hide it.
    _add_grid(frame, values, x, max(places))
    for line, width, dashes in ((fan.median, 1.3, ()), (fan.mean, 0.9, MEAN_DASHES)):
        drawing.add(
            PolyLine(
                _points(places, line, x, y),
                stroke=INK if dashes else ACCENT,
                stroke_width=width,
                dashes=dashes,
            )
        )
    _add_fan_key(drawing, height - 9, fan)
    return drawing


def share_chart(
    places: Sequence[float], series: Sequence[Bars], *, unit: str, height: float = 190
) -> Drawing:
    """Return a chart of lines by penetration.

    `series`: at most four, each with a value for every place; a line leaves out what is None.
    """
    frame = Frame(height, unit, left=LEFT, bottom=BOTTOM, head=TALL_HEAD)
    drawing = frame.drawing
    x = frame.across(0.0, max(places))
    values = [value for line in series for value in line.values]
    y = _add_grid(frame, values, x, max(places))
    for number, line in enumerate(series):
        points = [
            (x(place), y(value))
            for place, value in zip(places, line.values, strict=True)
            if value is not None
        ]
        _add_line(drawing, points, number)
        for point in points:
            _add_marker(drawing, point, number)
    right = TEXT_WIDTH - 4
    for number in reversed(range(len(series))):
        right -= text_width(series[number].name, SANS, FONT_SIZE)
        add_label(drawing, right, height - 23, series[number].name)
        right -= 26
        _add_line(drawing, [(right, height - 20.6), (right + 22, height - 20.6)], number)
        _add_marker(drawing, (right + 11, height - 20.6), number)
        right -= 12
    return drawing


def _add_grid(frame: Frame, values: Sequence[float | None], x: Place, end: float) -> Place:
    """Draw the axes of values and depths; return where values stand."""
    y = frame.levels(values)
    for depth in range(0, int(end) + 1, DEPTH_STEP):
        tick = straight_line(x(depth), frame.bottom, x(depth), frame.bottom - 2.5, axis=True)
        frame.drawing.add(tick)
        add_label(frame.drawing, x(depth), frame.bottom - 11, f"{depth}", anchor="middle")
    frame.level(y(0), axis=True)
    add_label(frame.drawing, frame.right, 2, DEPTH_UNIT, anchor="end", colour=MUTED)
    return y


def _points(places: Sequence[float], values: Sequence[float], x: Place, y: Place) -> list[Point]:
    """Return the points of a curve."""
    return [(x(place), y(value)) for place, value in zip(places, values, strict=True)]


def _backwards(places: Sequence[float], values: Sequence[float], x: Place, y: Place) -> list[Point]:
    """Return the points of a curve from its last to its first."""
    return _points(list(reversed(places)), list(reversed(values)), x, y)


def _add_line(drawing: Drawing, points: Sequence[Point], number: int) -> None:
    """Add a line with its dashes."""
    if len(points) > 1:
        drawing.add(PolyLine(points, stroke=ACCENT, stroke_width=1.0, dashes=LINE_DASHES[number]))


def _add_marker(drawing: Drawing, point: Point, number: int) -> None:
    """Add a marker of a line."""
    drawing.add(
        Circle(
            *point,
            MARKER_RADIUS,
            fill=ACCENT if FILLED_MARKERS[number] else PAPER,
            stroke=ACCENT,
            stroke_width=0.7,
        )
    )


def _add_fan_key(drawing: Drawing, y: float, fan: Fan) -> None:
    """Add the key of a fan at the right."""
    right = TEXT_WIDTH - 4
    for name, dashes in (("mean", MEAN_DASHES), ("median", ())):
        right -= text_width(name, SANS, FONT_SIZE)
        add_label(drawing, right, y, name)
        right -= 22
        drawing.add(
            PolyLine(
                [(right, y + 2.4), (right + 18, y + 2.4)],
                stroke=INK if dashes else ACCENT,
                stroke_width=0.9 if dashes else 1.3,
                dashes=dashes,
            )
        )
        right -= 10
    for band, fill in reversed(list(zip(fan.bands, FAN_FILLS, strict=False))):
        right -= text_width(band.name, SANS, FONT_SIZE)
        add_label(drawing, right, y, band.name)
        right -= 14
        drawing.add(Rect(right, y - 0.6, 10, 6, fill=fill, stroke=RULE, stroke_width=0.4))
        right -= 10
