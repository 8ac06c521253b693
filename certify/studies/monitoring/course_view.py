"""How the course of a return over volume is drawn, inside its funnel and its anytime band."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from certify.present.charts import Course, FunnelChart
from certify.present.document import Figure
from certify.present.quantity import COUNT
from certify.studies.monitoring.result import MonitorResult, SeriesPoint, SeriesResult
from certify.studies.monitoring.view import LIMIT

SHOWN_FROM = 0.15
"""Share of the volume from which on everything is to be seen; before it the funnel is wider."""


def course_figures(result: MonitorResult) -> Iterator[Figure]:
    """Yield the return of every wager over its volume; none of a single day."""
    for series in result.series:
        if len(series.points) > 1:
            yield Figure.of(
                f"Return of {series.wager} over volume",
                _funnel(series, result),
                alternative=_told(series),
            )


def _funnel(series: SeriesResult, result: MonitorResult) -> FunnelChart:
    def along(*of: Callable[[SeriesPoint], float]) -> list[list[float]]:
        return [[100 * value(point) for point in series.points] for value in of]

    certified = along(lambda point: series.upper)
    if series.lower != series.upper:
        certified += along(lambda point: series.lower)
    return FunnelChart(
        [float(point.wagers) for point in series.points],
        [
            Course("actual", 1.7, along(lambda point: point.actual)),
            Course("certified", 0.8, certified),
            Course(
                f"{100 * result.look:g} %",
                0.8,
                along(lambda point: point.look_low, lambda point: point.look_high),
                (1.2, 1.6),
            ),
            Course(
                f"{100 * result.alert:g} %",
                0.9,
                along(lambda point: point.alert_low, lambda point: point.alert_high),
                (4.0, 2.0),
            ),
            Course(
                "any time",
                1.5,
                along(lambda point: point.band_low, lambda point: point.band_high),
                (9.0, 2.4, 1.6, 2.4),
                is_muted=True,
            ),
        ],
        _heights(series),
        "return on initial amounts, %",
        "wagers",
        [f"{COUNT(point.wagers)} wagers: {_limits(series, point)}" for point in series.points],
    )


def _heights(series: SeriesResult) -> list[float]:
    """Return what the upright axis must show: what matters of the later volume."""
    last = series.points[-1]
    values = [series.upper, series.lower, max(0.0, last.band_low), last.band_high]
    for point in series.points:
        if point.wagers >= SHOWN_FROM * last.wagers:
            values += [max(0.0, point.alert_low), point.alert_high, point.actual]
    return [100 * value for value in values]


def _told(series: SeriesResult) -> str:
    """Return what the chart shows, for people who do not see it."""
    last = series.points[-1]
    return (
        f"Chart of the return of {series.wager}: after {COUNT(last.wagers)} wagers"
        f" {_limits(series, last)}."
    )


def _limits(series: SeriesResult, point: SeriesPoint) -> str:
    """Return a return in percent among its limits."""
    return (
        f"{LIMIT(point.actual)} percent, certified {LIMIT(series.lower)} to"
        f" {LIMIT(series.upper)}, limits of the last look {LIMIT(point.alert_low)} to"
        f" {LIMIT(point.alert_high)}, of any time {LIMIT(point.band_low)} to"
        f" {LIMIT(point.band_high)}"
    )
