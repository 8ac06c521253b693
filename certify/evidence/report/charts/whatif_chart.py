"""Charts of a sweep, as PDF or SVG: lines that read in black and white by dashes and markers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from certify.errors import ReportError
from certify.present.alternatives import labels_of
from certify.present.palette import ACCENT, INK, MUTED, PAPER
from certify.present.pdf.drawing import (
    add_label,
    blank_drawing,
    straight_line,
    tick_text,
    ticks_of,
)
from certify.present.pdf.fonts import SANS, SANS_BOLD, register, text_width
from certify.present.pdf.pictures import pdf_of
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Circle, Drawing, Point, Polygon, PolyLine, Rect, Shape
from certify.present.svg import svg_file
from certify.studies.whatif.result import FigureName, SweepAxis, SweepResult

SUFFIXES = (".pdf", ".svg")
PANEL = 176.0
HEAD = 34.0
LINE = 11.0
LEFT, RIGHT = 52.0, TEXT_WIDTH - 12.0
MOST_MARKERS = 25
MOST_TICKS = 12
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2.5), (1.5, 2), (8, 2, 1.5, 2), (3, 1.5))
MARKERS = ("disc", "square", "triangle", "ring", "diamond", "box")
MOST_LINES = len(DASHES) * len(MARKERS)


@dataclass(frozen=True)
class _Series:
    """A line of a panel; None is a figure that does not exist."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class _Panel:
    """The lines that share their axes."""

    title: str
    unit: str
    series: tuple[_Series, ...]


@dataclass(frozen=True)
class _Scale:
    """An axis: its ends, the step of its ticks, and where it lies on the paper."""

    low: float
    high: float
    step: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def sweep_chart(result: SweepResult) -> Drawing:
    """Return the chart of a sweep.

    `result`: the sweep. Of one setting each wager has a panel with a line for each figure; of two
    each figure has one, with a line for each value of the second. Figures that are the same at
    every point are left out. Raises `ReportError` if nothing changes, or there are more lines than
    can be told apart.
    """
    register()
    panels = _panels(result)
    if not panels:
        raise ReportError("no figure changes over the sweep, so there is nothing to draw")
    most = max(len(panel.series) for panel in panels)
    if most > MOST_LINES:
        raise ReportError(
            f"the chart would have {most} lines, one for each value of {result.axes[1].name};"
            f" expected at most {MOST_LINES}"
        )
    axis = result.axes[0]
    heights = [PANEL + _key_lines(panel) * LINE for panel in panels]
    drawing = blank_drawing(HEAD + sum(heights))
    top = drawing.height
    add_label(drawing, 0, top - 10, _title(result), font=SANS_BOLD, size=9.5)
    subtitle = f"{result.strategy} strategy, certify {result.engine_version}"
    add_label(drawing, 0, top - 22, subtitle, colour=MUTED)
    top -= HEAD
    for panel, height in zip(panels, heights, strict=True):
        _add_panel(drawing, panel, axis, top, top - height)
        top -= height
    return drawing


def chart_bytes(result: SweepResult, suffix: str) -> bytes:
    """Return the chart of a sweep as a file, the same bytes every time.

    Raises `ReportError` if nothing changes, or there are more lines than can be told apart.
    """
    drawing = sweep_chart(result)
    if suffix == ".svg":
        labels = f"Chart. Labels: {labels_of(drawing)}."
        text = svg_file(drawing, title=_title(result), description=labels, measure=text_width)
        return text.encode()
    return pdf_of(drawing)


def _title(result: SweepResult) -> str:
    """Return the game with its version and what is changed at every point."""
    changed = ", ".join(f"{each.name} = {each.after}" for each in result.settings)
    return f"{result.title} {result.version}" + (f", {changed}" if changed else "")


def _panels(result: SweepResult) -> list[_Panel]:
    numbered = [
        (place, name)
        for place, name in enumerate(result.figures)
        if len({point.figures[place] for point in result.points}) > 1
    ]
    first, *others = (len(axis.values) for axis in result.axes)
    if not others:
        return [
            _Panel(
                wager,
                unit,
                tuple(
                    _Series(name.figure, _column(result, place, name, 0, 1, first))
                    for place, name in group
                ),
            )
            for (wager, unit), group in groupby(
                numbered, key=lambda each: (each[1].wager, _unit(each[1]))
            )
        ]
    second = result.axes[1]
    return [
        _Panel(
            f"{name.wager}, {name.figure}",
            _unit(name),
            tuple(
                _Series(
                    f"{second.name} = {text}",
                    _column(result, place, name, row, others[0], first),
                )
                for row, text in enumerate(second.values)
            ),
        )
        for place, name in numbered
    ]


def _column(
    result: SweepResult, place: int, name: FigureName, begin: int, stride: int, number: int
) -> tuple[float | None, ...]:
    """Return a figure along the first axis, in percent where it is a rate."""
    points = result.points[begin : begin + stride * number : stride]
    figures = (point.figures[place] for point in points)
    scale = 100.0 if name.is_rate else 1.0
    return tuple(None if figure is None else scale * figure for figure in figures)


def _unit(name: FigureName) -> str:
    return f"% of {name.unit}" if name.is_rate else name.unit


def _key_lines(panel: _Panel) -> int:
    return len(_key_rows(panel))


def _key_rows(panel: _Panel) -> list[list[int]]:
    """Return the numbers of the series that stand in each line of the key."""
    rows: list[list[int]] = [[]]
    used = 0.0
    for number, series in enumerate(panel.series):
        width = text_width(series.name, SANS, FONT_SIZE) + 44
        if rows[-1] and used + width > RIGHT - LEFT:
            rows.append([])
            used = 0.0
        rows[-1].append(number)
        used += width
    return rows


def _add_panel(drawing: Drawing, panel: _Panel, axis: SweepAxis, top: float, bottom: float) -> None:
    add_label(drawing, 0, top - 10, panel.title, font=SANS_BOLD)
    add_label(drawing, 0, top - 20, panel.unit, colour=MUTED)
    for row, numbers in enumerate(_key_rows(panel)):
        x, y = LEFT, top - 20 - LINE * (row + 1)
        for number in numbers:
            _add_line(drawing, [(x, y + 2.4), (x + 24, y + 2.4)], number, [(x + 12, y + 2.4)])
            name = panel.series[number].name
            add_label(drawing, x + 28, y, name)
            x += text_width(name, SANS, FONT_SIZE) + 44
    known = [value for series in panel.series for value in series.values if value is not None]
    y_axis = _scale(known, bottom + 34, top - 28 - LINE * _key_lines(panel))
    for tick in ticks_of(y_axis.low, y_axis.high, y_axis.step):
        drawing.add(straight_line(LEFT, y_axis.at(tick), RIGHT, y_axis.at(tick)))
        text = tick_text(tick, y_axis.step)
        add_label(drawing, LEFT - 5, y_axis.at(tick) - 2.6, text, anchor="end")
    drawing.add(straight_line(LEFT, y_axis.start, RIGHT, y_axis.start, axis=True))
    places = _add_places(drawing, axis, y_axis.start)
    unit = f", {axis.unit}" if axis.unit else ""
    middle = (LEFT + RIGHT) / 2
    add_label(drawing, middle, y_axis.start - 24, f"{axis.name}{unit}", anchor="middle")
    every = max(1, math.ceil(len(places) / MOST_MARKERS))
    for number, series in enumerate(panel.series):
        points = [
            (x, y_axis.at(value))
            for x, value in zip(places, series.values, strict=True)
            if value is not None
        ]
        _add_line(drawing, points, number, points[::every])


def _add_places(drawing: Drawing, axis: SweepAxis, y: float) -> list[float]:
    """Add ticks and labels of the level axis; return the place of each value."""
    if axis.numbers is not None and len(axis.numbers) > 1:
        inner = 14.0
        whole = not axis.unit and all(number == int(number) for number in axis.numbers)
        least = 1.0 if whole else 0.0
        scale = _scale(axis.numbers, LEFT + inner, RIGHT - inner, tight=True, least=least)
        ticks = ticks_of(scale.low, scale.high, scale.step)
        shown = [
            (scale.at(tick), tick_text(tick, scale.step))
            for tick in ticks
            if LEFT <= scale.at(tick) <= RIGHT
        ]
        places = [scale.at(number) for number in axis.numbers]
    else:
        width = (RIGHT - LEFT) / len(axis.values)
        places = [LEFT + (number + 0.5) * width for number in range(len(axis.values))]
        every = max(1, math.ceil(len(places) / MOST_TICKS))
        shown = list(zip(places, axis.values, strict=True))[::every]
    for x, text in shown:
        drawing.add(straight_line(x, y, x, y - 3, axis=True))
        add_label(drawing, x, y - 12, text, anchor="middle")
    return places


def _scale(
    values: Sequence[float], start: float, end: float, *, tight: bool = False, least: float = 0.0
) -> _Scale:
    """Return the axis for values: its ends are ticks, or if `tight` the values' own ends.

    Its step is one of `least`, at least.
    """
    low, high = min(values), max(values)
    raw = max((high - low or abs(high) or 1.0) / 6, least)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    if first == last:
        last += step
    scale = _Scale(first, last, step, start, end)
    if tight and high > low:
        # Ticks stay whole steps; the values' own ends lie at the ends of the paper.
        wide = (end - start) / (high - low)
        start, end = start - (low - first) * wide, end + (last - high) * wide
        scale = _Scale(first, last, step, start, end)
    return scale


def _add_line(
    drawing: Drawing,
    points: Sequence[Point],
    number: int,
    marked: Sequence[Point],
) -> None:
    """Add a line with its dashes and markers, different for each number."""
    dashes = DASHES[number % len(DASHES)]
    marker = MARKERS[number % len(MARKERS)]
    if len(points) > 1:
        drawing.add(PolyLine(points, stroke=ACCENT, stroke_width=1.1, dashes=dashes))
    for x, y in marked:
        drawing.add(_marker(marker, x, y))


def _marker(kind: str, x: float, y: float, size: float = 2.2) -> Shape:
    fill, stroke = (PAPER, ACCENT) if kind in {"ring", "box"} else (ACCENT, INK)
    if kind in {"disc", "ring"}:
        return Circle(x, y, size, fill=fill, stroke=stroke, stroke_width=0.6)
    if kind in {"square", "box"}:
        side = 2 * size
        return Rect(x - size, y - size, side, side, fill=fill, stroke=stroke, stroke_width=0.6)
    if kind == "triangle":
        corners = [(x - size * 1.2, y - size), (x + size * 1.2, y - size), (x, y + size * 1.3)]
    else:
        far = size * 1.4
        corners = [(x, y - far), (x + far, y), (x, y + far), (x - far, y)]
    return Polygon(corners, fill=fill, stroke=stroke, stroke_width=0.6)
