"""The chart of live results: a return over volume, inside its funnel and its anytime band."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from certify.evidence.report.charts.scales import fitted_axis
from certify.present.palette import ACCENT, INK, MUTED
from certify.present.pdf.drawing import (
    add_label,
    blank_drawing,
    straight_line,
    tick_text,
    ticks_of,
)
from certify.present.pdf.fonts import SANS, text_width
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Circle, Drawing, Point, PolyLine
from certify.studies.monitoring.result import SeriesPoint, SeriesResult

HEIGHT = 205.0
LEFT, FOOT, HEAD = 46.0, 26.0, 34.0
MOST_TICKS, MOST_STEPS = 8, 7
FEWEST = 10
"""Wagers that the axis reaches at least."""

SHOWN_FROM = 0.15
"""Share of the volume from which on everything is to be seen; before it the funnel is wider."""


@dataclass(frozen=True)
class Style:
    """How a line is drawn: its name in the key, width and dashes, and whether it is muted."""

    name: str
    width: float
    dashes: tuple[float, ...] = ()
    muted: bool = False


def funnel_chart(series: SeriesResult, *, look: float, alert: float) -> Drawing:
    """Return the chart of a wager.

    The result: the chart, as wide as the text; lines differ in width and dashes, not in colour
    alone.
    """
    drawing = blank_drawing(HEIGHT)
    right, top = TEXT_WIDTH - 16.0, HEIGHT - HEAD
    points = series.points
    last = points[-1].wagers
    low, high, step = _heights(series)
    _, end, stride = fitted_axis([0.0, float(max(last, FEWEST))], MOST_STEPS)

    def place(volume: float, value: float) -> Point:
        return (
            LEFT + volume / end * (right - LEFT),
            FOOT + (value - low) / (high - low) * (top - FOOT),
        )

    for tick in ticks_of(low, high, step):
        _, y = place(0.0, tick)
        drawing.add(straight_line(LEFT, y, right, y))
        add_label(drawing, LEFT - 5, y - 2.6, tick_text(tick, step), anchor="end")
    for tick in ticks_of(0.0, end, stride):
        x, _ = place(tick, low)
        drawing.add(straight_line(x, FOOT, x, FOOT - 2.5, axis=True))
        shown = f"{tick:,.0f}".replace(",", "\N{NO-BREAK SPACE}")
        add_label(drawing, x, FOOT - 11, shown, anchor="middle")
    drawing.add(straight_line(LEFT, FOOT, right, FOOT, axis=True))
    add_label(drawing, right, 3, "wagers", anchor="end", colour=MUTED)
    add_label(drawing, 0, HEIGHT - 9, "return on initial amounts, %", colour=MUTED)
    styles: list[tuple[Style, Sequence[Callable[[SeriesPoint], float]]]] = [
        (Style("actual", 1.7), [lambda point: point.actual]),
        (
            Style("certified", 0.8),
            [lambda point: series.upper]
            + ([lambda point: series.lower] if series.lower != series.upper else []),
        ),
        (
            Style(f"{100 * look:g} %", 0.8, (1.2, 1.6)),
            [lambda point: point.look_low, lambda point: point.look_high],
        ),
        (
            Style(f"{100 * alert:g} %", 0.9, (4.0, 2.0)),
            [lambda point: point.alert_low, lambda point: point.alert_high],
        ),
        (
            Style("any time", 1.5, (9.0, 2.4, 1.6, 2.4), muted=True),
            [lambda point: point.band_low, lambda point: point.band_high],
        ),
    ]
    for style, curves in reversed(styles):
        for curve in curves:
            path = [(float(point.wagers), 100 * curve(point)) for point in points]
            for part in clipped(path, low, high):
                drawing.add(_line([place(*each) for each in part], style))
    if low <= 100 * points[-1].actual <= high:
        x, y = place(float(last), 100 * points[-1].actual)
        drawing.add(Circle(x, y, 2.3, fill=INK))
    _key(drawing, right, HEIGHT - 22, [style for style, _ in styles])
    return drawing


def clipped(path: Sequence[Point], low: float, high: float) -> list[list[Point]]:
    """Return the parts of a path that lie between two heights.

    The result: each part of two points at least, cut where the path leaves.
    """
    parts: list[list[Point]] = []
    part: list[Point] = []
    for before, after in pairwise(path):
        cut = _cut(before, after, low, high)
        if cut is None:
            continue
        start, end = cut
        if not part or part[-1] != start:
            part = [start]
            parts.append(part)
        part.append(end)
    return parts


def _cut(before: Point, after: Point, low: float, high: float) -> tuple[Point, Point] | None:
    """Return the piece of a straight line between two heights, or None if there is none."""
    rise = after[1] - before[1]
    first, last = 0.0, 1.0
    if rise:
        ends = sorted(((low - before[1]) / rise, (high - before[1]) / rise))
        first, last = max(first, ends[0]), min(last, ends[1])
        if first >= last:
            return None
    elif not low <= before[1] <= high:
        return None

    def at(share: float) -> Point:
        return before[0] + share * (after[0] - before[0]), before[1] + share * rise

    return (before if first == 0.0 else at(first)), (after if last == 1.0 else at(last))


def _heights(series: SeriesResult) -> tuple[float, float, float]:
    """Return the ends and the step of the vertical axis: what matters of the later volume."""
    last = series.points[-1].wagers
    shown = [point for point in series.points if point.wagers >= SHOWN_FROM * last]
    values = [series.upper, series.lower]
    for point in shown:
        values += [max(0.0, point.alert_low), point.alert_high, point.actual]
    values += [max(0.0, series.points[-1].band_low), series.points[-1].band_high]
    return fitted_axis([100 * value for value in values], MOST_TICKS)


def _line(places: Sequence[Point], style: Style) -> PolyLine:
    return PolyLine(
        places,
        stroke=MUTED if style.muted else ACCENT,
        stroke_width=style.width,
        dashes=style.dashes,
        has_round_joins=True,
    )


def _key(drawing: Drawing, right: float, y: float, styles: Sequence[Style]) -> None:
    """Add the key, ending at `right`."""
    x = right
    for style in reversed(styles):
        x -= text_width(style.name, SANS, FONT_SIZE)
        add_label(drawing, x, y, style.name)
        x -= 31
        drawing.add(_line([(x, y + 2.4), (x + 27, y + 2.4)], style))
        x -= 12
