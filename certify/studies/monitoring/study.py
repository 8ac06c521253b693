"""Live results against the certified figures: the study of `certify monitor`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from math import log
from pathlib import Path

import numpy as np

from certify.runtime.context import Context
from certify.studies.monitoring.actuals import Actuals, read_actuals, sources_of
from certify.studies.monitoring.asked import Asked
from certify.studies.monitoring.groups import Book, Group, Levels
from certify.studies.monitoring.lines import lines_of
from certify.studies.monitoring.references import Certified, Lines, Play
from certify.studies.monitoring.result import (
    Grouping,
    MonitorLine,
    MonitorResult,
    SeriesPoint,
    SeriesResult,
)
from certify.studies.monitoring.sequential import Stream, band
from certify.studies.monitoring.tolerance import POWER, power_of, tolerance

METHOD = (
    "exact distribution of every wager; normal tolerances from its exact variance, binomial ones "
    "for few paid wagers; e-process of exponential tilts with a bound on the exact cumulant "
    "generating function (reports/METHOD.md, section 15)"
)
STANDING = (
    "Every round is dealt from a full shoe, as certified; what a cut card changes is not in the"
    " certified figures.",
)


@dataclass(frozen=True)
class MonitorOrder:
    """What a monitor is asked."""

    play: Play = field(default_factory=Play)
    levels: Levels = field(default_factory=Levels)
    asked: Asked = field(default_factory=Asked)


def monitor_study(
    lines: Lines, paths: Sequence[Path], order: MonitorOrder, *, context: Context | None = None
) -> MonitorResult:
    """Return the comparison of live results with the certified figures.

    Raises ActualsError if a file cannot be read, or holds nothing to monitor; EngineError if
    splitting can make more hands than the distribution of a round is computed for; and
    UnknownPlayerError.
    """
    context = context or Context()
    mapping = replace(order.asked.mapping, usual=lines.usual)
    order = replace(order, asked=replace(order.asked, mapping=mapping))
    # Faults of file names, heads or a player are reported before the work.
    sources = sources_of(paths, order.asked)
    certified = lines.certified(context)
    actuals = read_actuals(paths, certified.references, order.asked, context.progress, sources)
    return monitored(certified, actuals, order)


def monitored(certified: Certified, actuals: Actuals, order: MonitorOrder) -> MonitorResult:
    """Return the comparison of totals with the certified figures."""
    references = certified.references
    totals, levels = actuals.totals, order.levels
    days = np.unique(totals.days)
    book = Book(days, references, actuals.counts)
    wagers = list(book.groups(totals, actuals.tables, apart=False))
    groupings: dict[Grouping, list[Group]] = {"wager": wagers}
    present = np.unique(totals.groups)
    if present.size > 1:
        apart = list(book.groups(totals, actuals.tables, apart=True))
        groupings |= {"table": apart, "table_wager": apart}
    if actuals.levels:
        groupings["level"] = list(book.groups(actuals.level_totals, actuals.levels, apart=True))
    lines: list[MonitorLine] = []
    for grouping, groups in groupings.items():
        if groups:
            lines += lines_of(book, grouping, groups, levels, len(groupings))
    length = int(days[-1] - days[0]) + 1 if days.size else 0
    threshold = log(len(groupings) * max(len(wagers), 1) / levels.alpha)
    return MonitorResult(
        **certified.identity,
        look=levels.look,
        alert=levels.alert,
        alpha=levels.alpha,
        power=POWER,
        rounding=order.asked.rounding,
        layout=actuals.layout,
        files=actuals.files,
        first_day=date.fromordinal(int(days[0])).isoformat() if days.size else None,
        last_day=date.fromordinal(int(days[-1])).isoformat() if days.size else None,
        days=int(days.size),
        tables=int(present.size),
        rows=actuals.rows,
        rows_excluded=actuals.rows_excluded,
        ignored_columns=actuals.ignored,
        assumptions=(*STANDING, *certified.assumptions, *actuals.assumptions),
        references=tuple(references[group.wager].result() for group in wagers),
        lines=tuple(lines),
        errors=actuals.errors,
        effects=actuals.effects,
        powers=tuple(
            power_of(group.wager, group.volume(), group.reference, levels.alert, length)
            for group in wagers
        ),
        series=tuple(series_of(book, group, levels, threshold) for group in wagers),
        method=METHOD,
        mapping=order.asked.mapping.used(),
    )


MOST_POINTS = 240
"""Days of a series that are kept."""


def series_of(book: Book, group: Group, levels: Levels, threshold: float) -> SeriesResult:
    """Return the time series of a wager, at most `MOST_POINTS` days with the last among them.

    `threshold` is the natural logarithm of the e-value that is an alarm.
    """
    first = int(np.flatnonzero(group.daily[0] > 0.0)[0])
    number = min(MOST_POINTS, book.days.size - first)
    chosen = np.unique(np.linspace(first, book.days.size - 1, number).round().astype(np.int64))
    stream = Stream(
        group.stream.net[chosen],
        group.stream.stake[chosen],
        group.stream.upward[chosen],
        group.stream.downward[chosen],
    )
    low, high = band(stream, group.reference, threshold)
    initial = stream.stake * group.reference.initial_amount
    points = []
    for place, day in enumerate(chosen.tolist()):
        volume = group.volume(day)
        look, alert = (tolerance(volume, group.reference, each) for each in levels.confidences)
        points.append(
            SeriesPoint(
                date=book.date(day),
                wagers=round(volume.wagers),
                actual=1.0 + (volume.returned - volume.wagered) / float(initial[place]),
                look_low=look.low,
                look_high=look.high,
                alert_low=alert.low,
                alert_high=alert.high,
                band_low=1.0 + float(low[place] / initial[place]),
                band_high=1.0 + float(high[place] / initial[place]),
            )
        )
    reference = group.reference.result()
    return SeriesResult(
        wager=group.wager,
        upper=reference.upper.rtp,
        lower=reference.lower.rtp,
        points=tuple(points),
    )
