"""Lines of a sweep in panels, told apart by dashes and markers; also as a file of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence

from certify.present.alternatives import labels_of
from certify.present.charts import SweepAxis, SweepChart, SweepPanel
from certify.present.palette import ACCENT, INK, MUTED, PAPER
from certify.present.pdf.drawing import (
    add_label,
    blank_drawing,
    fitted_axis,
    known,
    scale_of,
    straight_line,
    tick_text,
    ticks_of,
)
from certify.present.pdf.fonts import SANS, SANS_BOLD, register, text_width
from certify.present.pdf.pictures import pdf_of
from certify.present.pdf.styles import TEXT_WIDTH
from certify.present.shapes import FONT_SIZE, Circle, Drawing, Point, Polygon, PolyLine, Rect, Shape
from certify.present.svg import svg_file

PANEL = 176.0
HEAD = 34.0
LINE = 11.0
LEFT, RIGHT = 52.0, TEXT_WIDTH - 12.0
INNER = 14.0
"""Points between the ends of the level axis and the first and last value."""
NEAR = 3.5
"""Points around a marker within which it is pointed at."""
MOST_MARKERS = 25
MOST_TICKS = 12
MOST_STEPS = 7
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2.5), (1.5, 2), (8, 2, 1.5, 2), (3, 1.5))
MARKERS = ("disc", "square", "triangle", "ring", "diamond", "box")


def sweep_chart(chart: SweepChart) -> Drawing:
    """Return the panels of a sweep below each other."""
    heights = [PANEL + len(_key_rows(panel)) * LINE for panel in chart.panels]
    drawing = blank_drawing(HEAD + sum(heights))
    top = drawing.height
    add_label(drawing, 0, top - 10, chart.title, font=SANS_BOLD, size=9.5)
    add_label(drawing, 0, top - 22, chart.subtitle, colour=MUTED)
    top -= HEAD
    for panel, height in zip(chart.panels, heights, strict=True):
        _add_panel(drawing, panel, chart.axis, top, top - height)
        top -= height
    return drawing


def sweep_file(chart: SweepChart, suffix: str) -> bytes:
    """Return the chart of a sweep as a file, ``.svg`` or ``.pdf``, the same bytes every time."""
    register()
    drawing = sweep_chart(chart)
    if suffix == ".svg":
        labels = f"Chart. Labels: {labels_of(drawing)}."
        text = svg_file(drawing, title=chart.title, description=labels, measure=text_width)
        return text.encode()
    return pdf_of(drawing)


def _key_rows(panel: SweepPanel) -> list[list[int]]:
    """Return the numbers of the lines that stand in each line of the key."""
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


def _add_panel(
    drawing: Drawing, panel: SweepPanel, axis: SweepAxis, top: float, bottom: float
) -> None:
    add_label(drawing, 0, top - 10, panel.title, font=SANS_BOLD)
    add_label(drawing, 0, top - 20, panel.unit, colour=MUTED)
    key = _key_rows(panel)
    for row, numbers in enumerate(key):
        x, y = LEFT, top - 20 - LINE * (row + 1)
        for number in numbers:
            _add_line(drawing, [(x, y + 2.4), (x + 24, y + 2.4)], number, [(x + 12, y + 2.4)])
            name = panel.series[number].name
            add_label(drawing, x + 28, y, name)
            x += text_width(name, SANS, FONT_SIZE) + 44
    values = known(value for series in panel.series for value in series.values)
    low, high, step = fitted_axis(values, MOST_STEPS)
    foot = bottom + 34
    level = scale_of(low, high, foot, top - 28 - LINE * len(key))
    for tick in ticks_of(low, high, step):
        drawing.add(straight_line(LEFT, level(tick), RIGHT, level(tick)))
        add_label(drawing, LEFT - 5, level(tick) - 2.6, tick_text(tick, step), anchor="end")
    drawing.add(straight_line(LEFT, foot, RIGHT, foot, axis=True))
    places = _add_places(drawing, axis, foot)
    unit = f", {axis.unit}" if axis.unit else ""
    add_label(drawing, (LEFT + RIGHT) / 2, foot - 24, f"{axis.name}{unit}", anchor="middle")
    every = max(1, math.ceil(len(places) / MOST_MARKERS))
    for number, series in enumerate(panel.series):
        points = [
            (x, level(value))
            for x, value in zip(places, series.values, strict=True)
            if value is not None
        ]
        _add_line(drawing, points, number, points[::every])
        for x, value, text, at in zip(
            places, series.values, series.texts, axis.values, strict=True
        ):
            if value is not None:
                area = (x - NEAR, level(value) - NEAR, 2 * NEAR, 2 * NEAR)
                drawing.tell(area, f"{axis.name} = {at}", panel.title, series.name, text)


def _add_places(drawing: Drawing, axis: SweepAxis, y: float) -> list[float]:
    """Add ticks and labels of the level axis; return the place of each value."""
    if axis.numbers is not None and len(axis.numbers) > 1:
        whole = not axis.unit and all(number == int(number) for number in axis.numbers)
        low, high, step = fitted_axis(axis.numbers, MOST_STEPS, least=1.0 if whole else 0.0)
        if min(axis.numbers) == max(axis.numbers):
            ends = low, high
        else:
            # Ticks stay whole steps; the values' own ends lie at the ends of the paper.
            ends = min(axis.numbers), max(axis.numbers)
        at = scale_of(*ends, LEFT + INNER, RIGHT - INNER)
        ticks = [(at(tick), tick_text(tick, step)) for tick in ticks_of(low, high, step)]
        shown = [(x, text) for x, text in ticks if LEFT <= x <= RIGHT]
        places = [at(number) for number in axis.numbers]
    else:
        width = (RIGHT - LEFT) / len(axis.values)
        places = [LEFT + (number + 0.5) * width for number in range(len(axis.values))]
        every = max(1, math.ceil(len(places) / MOST_TICKS))
        shown = list(zip(places, axis.values, strict=True))[::every]
    for x, text in shown:
        drawing.add(straight_line(x, y, x, y - 3, axis=True))
        add_label(drawing, x, y - 12, text, anchor="middle")
    return places


def _add_line(
    drawing: Drawing, points: Sequence[Point], number: int, marked: Sequence[Point]
) -> None:
    """Add a line with its dashes and markers, different for each number."""
    if len(points) > 1:
        dashes = DASHES[number % len(DASHES)]
        drawing.add(PolyLine(points, stroke=ACCENT, stroke_width=1.1, dashes=dashes))
    for x, y in marked:
        drawing.add(_marker(MARKERS[number % len(MARKERS)], x, y))


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
