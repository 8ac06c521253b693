"""Lines of a monitor: each group of wagers with its tolerances, its e-value and its flag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from certify.studies.monitoring.groups import Book, Group, Levels
from certify.studies.monitoring.reasons import reason_of
from certify.studies.monitoring.result import (
    Flag,
    Grouping,
    MonitorLine,
    Tolerance,
)
from certify.studies.monitoring.sequential import Stream, band, log_e
from certify.studies.monitoring.spreads import spread_of
from certify.studies.monitoring.tolerance import (
    deviations,
    holm,
    p_value,
    test_of,
    tolerance,
    tolerance_on_action,
)

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class _Draft:
    """A line before its family is known."""

    line: MonitorLine
    course: FloatArray
    group: Group | None
    parts: tuple[_Draft, ...] = ()


def lines_of(
    book: Book, grouping: Grouping, groups: Sequence[Group], levels: Levels, families: int
) -> tuple[MonitorLine, ...]:
    """Return the flagged lines of a grouping: one for each group, or for each table.

    `groups` are those of the grouping; for tables, those of all wagers. Each of the `families`
    groupings has the same share of `levels.alpha`.
    """
    if grouping == "table":
        names = list(dict.fromkeys(group.name for group in groups))
        drafts = [
            _table_draft(book, [each for each in groups if each.name == name], levels)
            for name in names
        ]
    else:
        drafts = [_draft(book, group, grouping, levels) for group in groups]
    spreads = (draft.line.spread for draft in drafts)
    adjusted = holm(
        [
            *(draft.line.p for draft in drafts),
            *(None if spread is None else spread.p for spread in spreads),
        ]
    )
    pairs = zip(adjusted[: len(drafts)], adjusted[len(drafts) :], strict=True)
    threshold = log(families * len(drafts) / levels.alpha)
    return tuple(
        _flagged(book, draft, pair, threshold, len(drafts), levels)
        for draft, pair in zip(drafts, pairs, strict=True)
    )


def _draft(book: Book, group: Group, grouping: Grouping, levels: Levels) -> _Draft:
    counted = None if grouping == "level" else book.counts.get((group.wager, group.name))
    volume, reference = group.volume(), group.reference
    initial = volume.stake * reference.initial_amount
    upper, lower = (
        (1.0 + line.mean / reference.initial_amount, 1.0 + line.mean / line.average_wagered)
        for line in (reference.upper, reference.lower)
    )
    line = MonitorLine(
        grouping=grouping,
        wager=group.wager,
        table=group.name if grouping == "table_wager" else None,
        level=group.name if grouping == "level" else None,
        wagers=round(volume.wagers),
        effective=volume.effective,
        seat_factor=volume.seat_factor,
        stake=volume.stake,
        initial=initial,
        wagered=volume.wagered,
        returned=volume.returned,
        actual=1.0 + (volume.returned - volume.wagered) / initial,
        actual_on_action=volume.returned / volume.wagered,
        upper=upper[0],
        lower=lower[0],
        upper_on_action=upper[1],
        lower_on_action=lower[1],
        tolerances=tuple(tolerance(volume, reference, each) for each in levels.confidences),
        tolerances_on_action=tuple(
            tolerance_on_action(volume, reference, each) for each in levels.confidences
        ),
        test=test_of(volume, reference),
        p=p_value(volume, reference),
        spread=spread_of(counted, reference),
        **_UNKNOWN,
    )
    return _Draft(line, log_e(group.stream, reference), group)


_UNKNOWN: dict[str, Any] = {
    "p_adjusted": None,
    "log10_e": 0.0,
    "largest_log10_e": 0.0,
    "largest_on": None,
    "log10_threshold": 0.0,
    "alarm_on": None,
    "band_low": None,
    "band_high": None,
    "flag": "ok",
    "reason": "",
}


def _table_draft(book: Book, groups: Sequence[Group], levels: Levels) -> _Draft:
    """Return the line of a table: its wagers together, as one.

    Wagers at a table depend on the same hands. However they depend on each other, the smallest
    p-value times their number is a p-value, the mean of their e-values is an e-value, and the
    deviation of a sum is at most the sum of the deviations.
    """
    parts = tuple(_draft(book, group, "table_wager", levels) for group in groups)
    known = [part.line.p for part in parts if part.line.p is not None]
    volumes = [group.volume() for group in groups]
    references = [group.reference for group in groups]
    pairs = list(zip(volumes, references, strict=True))
    stake = sum(volume.stake for volume in volumes)
    initial = sum(volume.stake * each.initial_amount for volume, each in pairs)
    wagered = sum(volume.wagered for volume in volumes)
    returned = sum(volume.returned for volume in volumes)
    high = sum(volume.stake * each.upper.mean for volume, each in pairs)
    low = sum(volume.stake * each.lower.mean for volume, each in pairs)
    upper_spread, lower_spread, alone = (
        sum(sqrt(square) for square in squares)
        for squares in (
            [each.upper.distribution.variance * volume.shared for volume, each in pairs],
            [each.lower.distribution.variance * volume.shared for volume, each in pairs],
            [each.upper.distribution.variance * volume.stake_squared for volume, each in pairs],
        )
    )

    def limits(base: float) -> tuple[Tolerance, ...]:
        found = []
        for confidence in levels.confidences:
            factor = deviations(confidence)
            found.append(
                Tolerance(
                    confidence=confidence,
                    low=1.0 + (low - factor * lower_spread) / base,
                    high=1.0 + (high + factor * upper_spread) / base,
                    low_alone=1.0 + (low - factor * alone) / base,
                    high_alone=1.0 + (high + factor * alone) / base,
                )
            )
        return tuple(found)

    line = MonitorLine(
        grouping="table",
        wager=None,
        table=groups[0].name,
        level=None,
        wagers=round(sum(volume.wagers for volume in volumes)),
        effective=stake**2 / sum(volume.shared for volume in volumes),
        seat_factor=(upper_spread / alone) ** 2,
        stake=stake,
        initial=initial,
        wagered=wagered,
        returned=returned,
        actual=1.0 + (returned - wagered) / initial,
        actual_on_action=returned / wagered,
        upper=1.0 + high / initial,
        lower=1.0 + low / initial,
        upper_on_action=1.0 + high / wagered,
        lower_on_action=1.0 + low / wagered,
        tolerances=limits(initial),
        tolerances_on_action=limits(wagered),
        test=min(parts, key=_likelihood).line.test,
        p=min(1.0, len(known) * min(known)) if known else None,
        **_UNKNOWN,
    )
    course = scipy.special.logsumexp([part.course for part in parts], axis=0) - log(len(parts))
    return _Draft(line, course, None, parts)


def _likelihood(draft: _Draft) -> float:
    """Return how likely a line is; the least likely is the worst."""
    return 2.0 if draft.line.p is None else draft.line.p


def _flagged(
    book: Book,
    draft: _Draft,
    adjusted: tuple[float | None, float | None],
    threshold: float,
    family: int,
    levels: Levels,
) -> MonitorLine:
    """Return a line with its flag, given its family.

    `adjusted` are the p-values of its return and of its outcomes after Holm's correction.
    """
    p, of_spread = adjusted
    least = min((each for each in adjusted if each is not None), default=1.0)
    line, course = draft.line, draft.course
    largest = int(course.argmax())
    crossed = np.flatnonzero(course >= threshold)
    band_low = band_high = None
    if draft.group is not None:
        low, high = band(_last(draft.group.stream), draft.group.reference, threshold)
        band_low, band_high = (
            1.0 + float(low[0]) / line.initial,
            1.0 + float(high[0]) / line.initial,
        )
    flag: Flag = "ok"
    if crossed.size:
        flag = "alarm"
    elif least < 1.0 - levels.alert:
        flag = "alert"
    elif least < 1.0 - levels.look:
        flag = "look"
    known = line.model_copy(
        update={
            "p_adjusted": p,
            "spread": line.spread and line.spread.model_copy(update={"p_adjusted": of_spread}),
            "log10_e": float(course[-1]) / log(10.0),
            "largest_log10_e": float(course[largest]) / log(10.0),
            "largest_on": book.date(largest),
            "log10_threshold": threshold / log(10.0),
            "alarm_on": book.date(int(crossed[0])) if crossed.size else None,
            "band_low": band_low,
            "band_high": band_high,
            "flag": flag,
        }
    )
    worst = None
    if draft.parts and flag == "alarm":
        worst = max(draft.parts, key=lambda part: float(part.course.max())).line
    elif draft.parts and flag != "ok":
        worst = min(draft.parts, key=_likelihood).line
    return known.model_copy(update={"reason": reason_of(known, family, worst)})


def _last(stream: Stream) -> Stream:
    return Stream(stream.net[-1:], stream.stake[-1:], stream.upward[-1:], stream.downward[-1:])
