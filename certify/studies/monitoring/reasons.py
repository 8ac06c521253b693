"""Why a line has its flag, in one sentence."""

from __future__ import annotations

from certify.studies.monitoring.result import MonitorLine, Tolerance


def reason_of(line: MonitorLine, family: int, worst: MonitorLine | None = None) -> str:
    """Return the reason for the flag of a line, in one sentence.

    `family` is the number of lines of the grouping; `worst`, of a table, the wager that is farthest
    off.
    """
    position = _position(line) if worst is None else f"its {worst.wager} {_position(worst)}"
    if line.flag == "alarm":
        return (
            f"{position}: on {line.alarm_on} the e-value reached {power(line.log10_threshold)},"
            " which by chance it hardly ever does, however often one looks (largest"
            f" {power(line.largest_log10_e)}, on {line.largest_on})."
        )
    confidence = line.tolerances[line.flag == "alert"].confidence
    spread = line.spread
    if (
        spread is not None
        and spread.p_adjusted is not None
        and spread.p_adjusted < 1.0 - confidence
    ):
        return (
            f"{position}, and its outcomes are not as certified: chi-squared"
            f" {spread.statistic:.1f} with {spread.freedom}"
            f" degree{'s' if spread.freedom > 1 else ''} of freedom, p"
            f" {shown_p(spread.p)} at a single look, beyond {100 * confidence:g} % confidence."
        )
    if line.p is None or line.p_adjusted is None:
        few = f"{line.effective:,.0f} effective wagers"
        return f"{position}; {few} are too few for a tolerance."
    p = f"p {shown_p(line.p)} at a single look"
    if family > 1:
        counted = " and their outcomes" if spread is not None else ""
        p += f", {shown_p(line.p_adjusted)} among {family} lines{counted}"
    if line.flag in ("alert", "look"):
        return f"{position}: {p}, beyond {100 * confidence:g} % confidence."
    return f"{position}: {p}."


def power(log10: float) -> str:
    """Return a number from its logarithm, such as 4,800 or 1.2e+09."""
    if log10 > 300.0:
        return f"10^{log10:.0f}"
    value = 10.0**log10
    return f"{value:,.0f}" if 10.0 <= value < 1e6 else f"{value:.2g}"


def shown_p(value: float) -> str:
    """Return a p-value with two digits."""
    if value >= 0.995:
        return "1"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"


def outlook(
    wager: str, wagers: float, limits: Tolerance, shift: float, needed: float, days: int
) -> str:
    """Return how wide the limits of a wager are, and what it takes to narrow them.

    `needed` wagers show a `shift` of the return; `days` is the time in which the present ones were
    made.
    """
    low, high = (100 * max(0.0, end) for end in (limits.low, limits.high))
    points = f"{100 * shift:g} point{'s' if shift != 0.01 else ''}"
    return (
        f"{wager}: the {100 * limits.confidence:g} % tolerance is {low:.1f} to {high:.1f} % at"
        f" {wagers:,.0f} wagers; to see a shift of {points} takes {rounded(needed)} wagers, some"
        f" {_duration(needed / wagers * days)} at this rate."
    )


def rounded(value: float) -> str:
    """Return a number with three digits, such as 141,000 or 12.3 million."""
    if value >= 1e6:
        return f"{value / 1e6:,.3g} million" if value < 1e9 else f"{value / 1e6:,.0f} million"
    return f"{float(f'{value:.3g}'):,.0f}"


def _duration(days: float) -> str:
    """Return a time in a suitable unit."""
    for unit, length, most in (("day", 1.0, 90.0), ("month", 30.44, 36.0), ("year", 365.25, 1e9)):
        number = max(1, round(days / length))
        if number < most:
            return f"{number:,} {unit}{'s' if number > 1 else ''}"
    return "many millions of years"


def _position(line: MonitorLine) -> str:
    """Return where the return lies."""
    actual = f"returned {100 * line.actual:.2f} %"
    if line.actual > line.upper:
        return (
            f"{actual}, {_points(line.actual - line.upper)} above the certified {_line(line.upper)}"
        )
    if line.actual < line.lower:
        return (
            f"{actual}, {_points(line.lower - line.actual)} below the certified {_line(line.lower)}"
        )
    return f"{actual}, between the certified {_line(line.lower)} and {_line(line.upper)}"


def _points(value: float) -> str:
    return f"{100 * value:.2f} points"


def _line(value: float) -> str:
    return f"{100 * value:.2f} %"
