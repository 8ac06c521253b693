"""What `certify monitor` finds, as comma-separated values at full precision."""

from __future__ import annotations

import csv
import io

from certify.studies.monitoring.result import MonitorLine, MonitorResult

FIELDS = (
    "grouping",
    "wager",
    "table",
    "level",
    "flag",
    "wagers",
    "effective",
    "seat_factor",
    "stake",
    "initial",
    "wagered",
    "returned",
    "actual",
    "lower",
    "upper",
    "actual_on_action",
    "lower_on_action",
    "upper_on_action",
    "test",
    "p",
    "p_adjusted",
    "log10_e",
    "largest_log10_e",
    "largest_on",
    "log10_threshold",
    "alarm_on",
    "band_low",
    "band_high",
)
OF_OUTCOMES = ("statistic", "freedom", "p", "p_adjusted")
LIMITS = ("low", "high", "low_alone", "high_alone")


def monitor_csv(result: MonitorResult) -> str:
    """Return a line for each line of the monitor, with every limit; fractions, not percent."""
    heads = list(FIELDS)
    for confidence in (result.look, result.alert):
        for basis in ("", "_on_action"):
            heads += [f"{limit}{basis}_{confidence:g}" for limit in LIMITS]
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([*heads, "reason", *(f"outcomes_{name}" for name in OF_OUTCOMES)])
    for line in result.lines:
        spread = (getattr(line.spread, name, None) for name in OF_OUTCOMES)
        fields = (getattr(line, name) for name in FIELDS)
        writer.writerow([*fields, *_limits(line), line.reason, *spread])
    return written.getvalue()


def _limits(line: MonitorLine) -> list[float]:
    both = zip(line.tolerances, line.tolerances_on_action, strict=True)
    return [getattr(tolerance, limit) for pair in both for tolerance in pair for limit in LIMITS]
