"""Time series of a wager over the days, with its tolerances and its anytime-valid band."""

from __future__ import annotations

import numpy as np

from certify.studies.monitoring.groups import Book, Group, Levels
from certify.studies.monitoring.result import SeriesPoint, SeriesResult
from certify.studies.monitoring.sequential import Stream, band
from certify.studies.monitoring.tolerance import tolerance

MOST_POINTS = 240
"""Days of a time series that are kept."""


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
