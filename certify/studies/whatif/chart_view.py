"""How a sweep is drawn: figures along a setting, a line for each value of a second one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from certify.errors import ReportError
from certify.present.charts import Bars, SweepChart, SweepPanel
from certify.present.charts import SweepAxis as ChartAxis
from certify.present.document import Figure
from certify.studies.whatif.result import FigureName, SweepResult
from certify.studies.whatif.sensitivity_view import unit_text, value

MOST_LINES = 30
"""Lines that can be told apart."""


def sweep_chart(result: SweepResult) -> SweepChart:
    """Return the chart of a sweep, without figures that are the same at every point.

    Raises `ReportError` if nothing changes, or there are more lines than can be told apart.
    """
    panels = _panels(result)
    if not panels:
        raise ReportError("no figure changes over the sweep, so there is nothing to draw")
    most = max(len(panel.series) for panel in panels)
    if most > MOST_LINES:
        raise ReportError(
            f"the chart would have {most} lines, one for each value of {result.axes[1].name};"
            f" expected at most {MOST_LINES}"
        )
    changed = "".join(f", {each.name} = {each.after}" for each in result.settings)
    axis = result.axes[0]
    return SweepChart(
        f"{result.title} {result.version}{changed}",
        f"{result.strategy} strategy, certify {result.engine_version}",
        ChartAxis(axis.name, axis.unit, axis.values, axis.numbers),
        panels,
    )


def sweep_figure(result: SweepResult) -> Figure:
    """Return the chart of a sweep as a figure."""
    return Figure.of("Figures over the sweep", sweep_chart(result))


def chart_bytes(result: SweepResult, suffix: str) -> bytes:
    """Return the chart of a sweep as a file, ``.svg`` or ``.pdf``, the same bytes every time."""
    from certify.present.pdf.charts.sweep import sweep_file

    return sweep_file(sweep_chart(result), suffix)


def _panels(result: SweepResult) -> list[SweepPanel]:
    """Return the panels: of one setting one for each wager, of two one for each figure."""
    numbered = [
        (place, name)
        for place, name in enumerate(result.figures)
        if len({point.figures[place] for point in result.points}) > 1
    ]
    first, *others = (len(axis.values) for axis in result.axes)
    if not others:
        return [
            SweepPanel(
                wager,
                unit,
                tuple(
                    _bars(name.figure, name, _column(result, place, 0, 1, first))
                    for place, name in group
                ),
            )
            for (wager, unit), group in groupby(
                numbered, key=lambda each: (each[1].wager, unit_text(each[1]))
            )
        ]
    second = result.axes[1]
    return [
        SweepPanel(
            f"{name.wager}, {name.figure}",
            unit_text(name),
            tuple(
                _bars(
                    f"{second.name} = {text}", name, _column(result, place, row, others[0], first)
                )
                for row, text in enumerate(second.values)
            ),
        )
        for place, name in numbered
    ]


def _column(
    result: SweepResult, place: int, begin: int, stride: int, number: int
) -> list[float | None]:
    """Return a figure along the first axis."""
    points = result.points[begin : begin + stride * number : stride]
    return [point.figures[place] for point in points]


def _bars(title: str, name: FigureName, figures: Sequence[float | None]) -> Bars:
    """Return figures in percent where they are rates, written as in the table of the sweep."""
    scale = 100.0 if name.is_rate else 1.0
    values = tuple(None if figure is None else scale * figure for figure in figures)
    return Bars(title, values, tuple(value(each, is_rate=name.is_rate) for each in figures))
