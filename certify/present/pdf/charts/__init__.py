"""Charts as drawings: vector graphics that read in black and white."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from certify.present import charts
from certify.present.document import Figure
from certify.present.grids import Grid
from certify.present.pdf.charts.bars import bar_chart, column_chart, panel_chart, stack_chart
from certify.present.pdf.charts.curves import (
    fan_chart,
    funnel_chart,
    line_chart,
    point_chart,
    step_chart,
    trace_chart,
)
from certify.present.pdf.charts.rows import row_chart
from certify.present.pdf.charts.sweep import sweep_chart
from certify.present.pdf.fonts import register
from certify.present.shapes import Drawing

DRAWN: dict[type, Callable[[Any], Drawing]] = {
    charts.ColumnChart: column_chart,
    charts.StepChart: step_chart,
    charts.BarChart: bar_chart,
    charts.PanelChart: panel_chart,
    charts.StackChart: stack_chart,
    charts.RowChart: row_chart,
    charts.TraceChart: trace_chart,
    charts.FanChart: fan_chart,
    charts.LineChart: line_chart,
    charts.PointChart: point_chart,
    charts.FunnelChart: funnel_chart,
    charts.SweepChart: sweep_chart,
}
"""By kind of chart, what draws it."""


def drawing_of(chart: charts.Chart) -> Drawing:
    """Return a chart as a drawing."""
    # Charts are laid out by the widths of their letters.
    register()
    return DRAWN[type(chart)](chart)


def drawn(figure: Figure) -> Figure:
    """Return a figure, its charts as drawings."""
    body = (each if isinstance(each, Drawing | Grid) else drawing_of(each) for each in figure.body)
    return replace(figure, body=tuple(body))
