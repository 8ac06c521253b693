"""Curves: sums in steps, quantiles as a fan, lines by place, a trace, a funnel."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from certify.present.charts import (
    Course,
    FanChart,
    FunnelChart,
    LineChart,
    PointChart,
    StepChart,
    TraceChart,
)
from certify.present.markup import MINUS
from certify.present.palette import ACCENT, FAN_FILLS, INK, MUTED, PAPER, RULE
from certify.present.pdf.drawing import (
    MOST_TICKS,
    Frame,
    add_label,
    add_line_key,
    fitted_axis,
    known,
    power_axis,
    straight_line,
    tick_text,
    ticks_of,
    value_text,
)
from certify.present.pdf.fonts import SANS, SANS_BOLD, text_width
from certify.present.quantity import COUNT
from certify.present.shapes import (
    FONT_SIZE,
    Circle,
    Drawing,
    Line,
    Point,
    Polygon,
    PolyLine,
    Rect,
)

BOTTOM = 28.0
"""Room below a chart whose level axis has a name."""
TALL_HEAD = 37.0
"""Room above a chart whose key has a line of its own."""
PLACE_STEP = 10
"""Percent between two ticks of a level axis."""

NEAR = 3.5
"""Points around a marker within which it is pointed at."""

STEP_STYLES: tuple[tuple[float, tuple[float, ...]], ...] = ((1.0, (2.2, 1.8)), (1.4, ()))
"""Width and dashes of the lines: the first dashed, the second whole."""
MEAN_DASHES = (2.4, 2.0)
LINE_DASHES: tuple[tuple[float, ...], ...] = ((), (5.0, 2.0), (1.4, 1.8), (6.0, 2.0, 1.2, 2.0))
FILLED_MARKERS = (True, False, True, False)
"""Dashes and markers of the lines of a chart, so that they are told apart without colour."""

Place = Callable[[float], float]


def _points(
    places: Sequence[float], values: Sequence[float | None], x: Place, y: Place
) -> list[Point]:
    """Return the points of a curve, where it has values."""
    pairs = zip(places, values, strict=True)
    return [(x(place), y(value)) for place, value in pairs if value is not None]


def _tell_along(
    frame: Frame, x: Place, places: Sequence[float], told: Sequence[str], *of: str
) -> None:
    """Tell the figures of every place of a level axis, each half way to its neighbours."""
    at = [x(place) for place in places]
    edges = [frame.left, *((one + other) / 2 for one, other in pairwise(at)), frame.right]
    for (left, right), text in zip(pairwise(edges), told, strict=True):
        area = (left, frame.bottom, max(right - left, 0.0), frame.top - frame.bottom)
        frame.drawing.tell(area, *of, text)


def _tell_points(drawing: Drawing, points: Sequence[Point], told: Sequence[str], *of: str) -> None:
    """Tell the figure of every point."""
    for (x, y), text in zip(points, told, strict=True):
        drawing.tell((x - NEAR, y - NEAR, 2 * NEAR, 2 * NEAR), *of, text)


def step_chart(chart: StepChart) -> Drawing:
    """Return sums that rise in steps, from 0 to 100."""
    frame = Frame(176.0, chart.unit)
    drawing, bottom = frame.drawing, frame.bottom
    low, high = math.floor(chart.places[0]) - 0.5, math.ceil(chart.places[-1]) + 0.5
    x, y = frame.across(low, high), frame.upward(0.0, 100.0)
    for tick in range(0, 101, 20):
        frame.level(y(tick), f"{tick}", axis=tick == 0)
    for whole in range(math.ceil(low), math.floor(high) + 1):
        drawing.add(Line(x(whole), bottom, x(whole), bottom - 2, stroke=INK, stroke_width=0.5))
        text = value_text(float(whole), 0, signed=True)
        add_label(drawing, x(whole), 5, text, anchor="middle", font=SANS_BOLD)

    def draw(number: int, points: Sequence[Point]) -> None:
        width, dashes = STEP_STYLES[number]
        drawing.add(PolyLine(points, stroke=ACCENT, stroke_width=width, dashes=dashes))

    for number, bars in enumerate(chart.series):
        points, level = [(frame.left, y(0))], 0.0
        for place, value in zip(chart.places, bars.values, strict=True):
            points.append((x(place), y(level)))
            level = level if value is None else value
            points.append((x(place), y(level)))
        points.append((frame.right, y(level)))
        draw(number, points)
    names = [bars.name for bars in chart.series]
    add_line_key(drawing, frame.right, drawing.height - 9, names, draw)
    told = [
        f"{place:g}: " + "; ".join(f"{bars.name} {bars.texts[n]}" for bars in chart.series)
        for n, place in enumerate(chart.places)
    ]
    _tell_along(frame, x, chart.places, told)
    return drawing


# By place


def fan_chart(chart: FanChart) -> Drawing:
    """Return quantiles by place, as bands within each other."""
    frame = Frame(196.0, chart.unit, bottom=BOTTOM)
    drawing = frame.drawing
    edges = [edge for band in chart.bands for side in (band.low, band.high) for edge in side]
    values = [0.0, *edges, *chart.mean, *chart.shown]
    x = frame.across(0.0, max(chart.places))
    y = frame.upward(*fitted_axis(values, MOST_TICKS)[:2])
    for band, fill in zip(chart.bands, FAN_FILLS, strict=False):
        above = _points(chart.places, band.high, x, y)
        drawing.add(Polygon([*_points(chart.places, band.low, x, y), *reversed(above)], fill=fill))
    # The grid stands on the bands, or the widest would hide it.
    _add_grid(frame, values, x, chart.places, chart.across)

    def draw(number: int, points: Sequence[Point]) -> None:
        colour, width, dashes = ((ACCENT, 1.3, ()), (INK, 0.9, MEAN_DASHES))[number]
        drawing.add(PolyLine(points, stroke=colour, stroke_width=width, dashes=dashes))

    for number, line in enumerate((chart.median, chart.mean)):
        draw(number, _points(chart.places, line, x, y))
    _tell_along(frame, x, chart.places, chart.told)
    names = ("median", "mean")
    top = drawing.height - 9
    right = add_line_key(drawing, frame.right, top, names, draw, 18)
    for band, fill in reversed(list(zip(chart.bands, FAN_FILLS, strict=False))):
        right -= text_width(band.name, SANS, FONT_SIZE)
        add_label(drawing, right, top, band.name)
        right -= 14
        drawing.add(Rect(right, top - 0.6, 10, 6, fill=fill, stroke=RULE, stroke_width=0.4))
        right -= 10
    return drawing


def line_chart(chart: LineChart) -> Drawing:
    """Return lines by place, told apart by dashes and markers."""
    frame = Frame(190.0, chart.unit, bottom=BOTTOM, head=TALL_HEAD)
    drawing = frame.drawing
    x = frame.across(0.0, max(chart.places))
    values = known(value for line in chart.series for value in line.values)
    y = _add_grid(frame, values, x, chart.places, chart.across)

    def draw(number: int, points: Sequence[Point], marked: Sequence[Point]) -> None:
        if len(points) > 1:
            dashes = LINE_DASHES[number]
            drawing.add(PolyLine(points, stroke=ACCENT, stroke_width=1.0, dashes=dashes))
        fill = ACCENT if FILLED_MARKERS[number] else PAPER
        for point in marked:
            drawing.add(Circle(*point, 1.7, fill=fill, stroke=ACCENT, stroke_width=0.7))

    def draw_key(number: int, ends: Sequence[Point]) -> None:
        (first, y), (last, _) = ends
        draw(number, ends, [((first + last) / 2, y)])

    for number, line in enumerate(chart.series):
        points = _points(chart.places, line.values, x, y)
        draw(number, points, points)
        told = [
            f"{place:.1f}: {text}"
            for place, text, value in zip(chart.places, line.texts, line.values, strict=True)
            if value is not None
        ]
        _tell_points(drawing, points, told, line.name)
    names = [line.name for line in chart.series]
    add_line_key(drawing, frame.right, drawing.height - 23, names, draw_key)
    return drawing


def point_chart(chart: PointChart) -> Drawing:
    """Return points by two figures: rings, squares and dots, the last in front."""
    frame = Frame(220.0, chart.unit, bottom=BOTTOM, head=TALL_HEAD, right=14.0)
    drawing = frame.drawing
    every = [place for series in chart.series for place in series.places]
    first, last, stride = fitted_axis([across for across, _ in every], MOST_TICKS)
    low, high, step = fitted_axis([up for _, up in every], MOST_TICKS)
    x, y = frame.across(first, last), frame.upward(low, high)
    for tick in ticks_of(low, high, step):
        frame.level(y(tick), tick_text(tick, step))
    _add_ticks(
        frame, x, [(tick, tick_text(tick, stride)) for tick in ticks_of(first, last, stride)]
    )
    frame.level(frame.bottom, axis=True)
    add_label(drawing, frame.right, 2, chart.across, anchor="end", colour=MUTED)

    def draw(number: int, points: Sequence[Point]) -> None:
        for across, up in points:
            if number == 0:
                drawing.add(Circle(across, up, 1.5, fill=PAPER, stroke=ACCENT, stroke_width=0.6))
            elif number == 1:
                drawing.add(Rect(across - 2, up - 2, 4, 4, fill=ACCENT))
            else:
                drawing.add(Circle(across, up, 2.6, fill=INK))

    for number, series in enumerate(chart.series):
        points = [(x(across), y(up)) for across, up in series.places]
        draw(number, points)
        _tell_points(drawing, points, series.told, series.name)
    add_line_key(
        drawing,
        frame.right,
        drawing.height - 23,
        [series.name for series in chart.series],
        lambda number, ends: draw(number, [((ends[0][0] + ends[1][0]) / 2, ends[0][1])]),
        8,
    )
    return drawing


def _add_grid(
    frame: Frame, values: Sequence[float], x: Place, places: Sequence[float], across: str
) -> Place:
    """Draw the axes of values and places; return where values stand."""
    y = frame.levels(values)
    _add_ticks(
        frame, x, [(place, f"{place}") for place in range(0, int(max(places)) + 1, PLACE_STEP)]
    )
    frame.level(y(0), axis=True)
    add_label(frame.drawing, frame.right, 2, across, anchor="end", colour=MUTED)
    return y


def _add_ticks(frame: Frame, x: Place, ticks: Sequence[tuple[float, str]]) -> None:
    """Add the ticks below a level axis with their labels."""
    foot = frame.bottom
    for place, text in ticks:
        frame.drawing.add(straight_line(x(place), foot, x(place), foot - 2.5, axis=True))
        add_label(frame.drawing, x(place), foot - 11, text, anchor="middle")


# Work


def trace_chart(chart: TraceChart) -> Drawing:
    """Return a figure that falls as work goes on, both in powers of ten."""
    frame = Frame(168.0, chart.unit, left=34.0, bottom=BOTTOM, head=22.0, right=14.0)
    drawing = frame.drawing
    first, last = power_axis([work for work, _ in chart.points])
    low, high = power_axis([figure for _, figure in chart.points])
    x, y = frame.across(first, last), frame.upward(low, high)
    for power in range(first, last + 1):
        drawing.add(straight_line(x(power), frame.bottom, x(power), frame.top))
        _add_power(drawing, x(power) - 7, frame.bottom - 11, power)
    for power in range(low, high + 1, max(1, (high - low + 7) // 8)):
        frame.level(y(power))
        _add_power(drawing, frame.left - 22, y(power) - 2.6, power)
    frame.level(frame.bottom, axis=True)
    drawing.add(straight_line(frame.left, frame.bottom, frame.left, frame.top, axis=True))
    places = [(x(math.log10(work)), y(math.log10(figure))) for work, figure in chart.points]
    drawing.add(PolyLine(places, stroke=ACCENT, stroke_width=1.1))
    for point in places:
        drawing.add(Circle(*point, 1.7, fill=PAPER, stroke=ACCENT, stroke_width=0.8))
    add_label(drawing, frame.right, 4, chart.across, anchor="end", colour=MUTED)
    _tell_points(drawing, places, chart.told)
    return drawing


def _add_power(drawing: Drawing, x: float, y: float, power: int) -> None:
    """Add a power of ten as a label."""
    add_label(drawing, x, y, "10")
    raised = str(power).replace("-", MINUS)
    add_label(drawing, x + text_width("10", SANS, FONT_SIZE) + 0.5, y + 3, raised, size=7.0)


# Volume


def funnel_chart(chart: FunnelChart) -> Drawing:
    """Return a figure over volume; lines differ in width and dashes, not in colour alone."""
    frame = Frame(205.0, chart.unit, left=46.0, bottom=26.0, head=34.0, right=16.0)
    drawing = frame.drawing
    low, high, step = fitted_axis(chart.shown, MOST_TICKS + 1)
    _, end, stride = fitted_axis([0.0, max(chart.places[-1], 10.0)], MOST_TICKS)
    x, y = frame.across(0.0, end), frame.upward(low, high)
    for tick in ticks_of(low, high, step):
        frame.level(y(tick), tick_text(tick, step))
    ticks = ticks_of(0.0, end, stride)
    _add_ticks(frame, x, [(tick, COUNT(tick).replace(",", "\N{NO-BREAK SPACE}")) for tick in ticks])
    frame.level(frame.bottom, axis=True)
    add_label(drawing, frame.right, 3, chart.across, anchor="end", colour=MUTED)

    def draw(course: Course, points: Sequence[Point]) -> None:
        drawing.add(
            PolyLine(
                points,
                stroke=MUTED if course.is_muted else ACCENT,
                stroke_width=course.width,
                dashes=course.dashes,
                has_round_joins=True,
            )
        )

    for course in reversed(chart.courses):
        for curve in course.curves:
            for part in clipped(list(zip(chart.places, curve, strict=True)), low, high):
                draw(course, [(x(place), y(value)) for place, value in part])
    actual = chart.courses[0].curves[0][-1]
    if low <= actual <= high:
        drawing.add(Circle(x(chart.places[-1]), y(actual), 2.3, fill=INK))
    add_line_key(
        drawing,
        frame.right,
        drawing.height - 22,
        [course.name for course in chart.courses],
        lambda number, points: draw(chart.courses[number], points),
        27,
    )
    _tell_along(frame, x, chart.places, chart.told)
    return drawing


def clipped(path: Sequence[Point], low: float, high: float) -> list[list[Point]]:
    """Return the parts of a path that lie between two heights, each of two points at least."""
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
