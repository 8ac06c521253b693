"""What the report of a monitor tells, from its results alone."""

from __future__ import annotations

from collections.abc import Iterable

from certify.evidence.report.charts.monitor_charts import funnel_chart
from certify.evidence.report.sections.front import IDENTIFICATION
from certify.present.document import Composer, Row, Table
from certify.present.figures import count, percent
from certify.present.markup import plain
from certify.studies.monitoring.result import MonitorResult, SeriesResult
from certify.studies.monitoring.view import (
    Part,
    assumptions,
    error_tables,
    findings,
    level_tables,
    period,
    power_parts,
    reading,
    table_tables,
    wager_tables,
)

TITLE = "Live Results Report"


def write_monitor(composer: Composer, result: MonitorResult, digest: str) -> None:
    """Write the report; `digest` is the SHA-256 of the file of its results."""
    _write_front(composer, result, digest)
    _write_part(composer, "By wager", wager_tables(result))
    if result.lines:
        _write_courses(composer, result)
    _write_part(composer, "By table", table_tables(result))
    _write_part(composer, "By level of stakes", level_tables(result))
    _write_part(composer, "What the data can show", power_parts(result))
    _write_errors(composer, result)
    _write_part(composer, "How the data were read", reading(result))
    _write_method(composer, result)


def _write_part(composer: Composer, title: str, parts: Iterable[Part]) -> None:
    """Write a section, if there is anything in it."""
    for number, part in enumerate(parts):
        if not number:
            composer.section(title)
        if isinstance(part, Table):
            composer.put(part)
        else:
            composer.elements.append(part)


def _write_front(composer: Composer, result: MonitorResult, digest: str) -> None:
    composer.title(TITLE)
    composer.subtitle(
        f"{plain(result.title)}, version {plain(result.version)}: live results against the "
        "certified figures"
    )
    composer.add(Table(IDENTIFICATION, _identification(result, digest), has_header=False))
    composer.unnumbered("Findings")
    composer.bullets([*findings(result)])


def _identification(result: MonitorResult, digest: str) -> list[Row]:
    def mono(text: str) -> str:
        return f'<font name="IBMPlexMono" size="7.2">{plain(text)}</font>'

    changed = ", ".join(f"{name} = {value}" for name, value in result.changed)
    rows: list[Row] = [
        ("Game", f"{plain(result.game)} {plain(result.version)}, certify {result.engine_version}")
    ]
    if changed:
        rows.append(("Changed", plain(changed)))
    if result.first_day is not None:
        rows.append(("Period", period(result)))
    for file in result.files:
        rows.append(
            (
                "Data",
                f"{plain(file.name)}, {plain(result.layout)}, {count(file.rows)} rows, "
                f"{count(file.size)} bytes<br/>{mono(file.sha256)}",
            )
        )
    rows += [
        ("Rows with errors", count(result.rows_excluded)),
        ("Spec", mono(result.spec_sha256)),
        ("Paytables", mono(result.paytable_sha256)),
        ("Results", mono(digest)),
    ]
    return rows


def _write_courses(composer: Composer, result: MonitorResult) -> None:
    """Draw the return of every wager over its volume."""
    courses = [series for series in result.series if len(series.points) > 1]
    if not courses:
        composer.note("A single day makes no course.")
        return
    for series in courses:
        composer.figure(
            f"Return of {plain(series.wager)} over volume",
            funnel_chart(series, look=result.look, alert=result.alert),
            alternative=_told(series),
        )
    composer.note(
        "Before a seventh of the volume the funnel is wider than is shown. The dot is the last day."
    )


def _told(series: SeriesResult) -> str:
    last = series.points[-1]
    return (
        f"Chart of the return of {series.wager}: after {last.wagers:,} wagers"
        f" {100 * last.actual:.2f} percent, certified {100 * series.lower:.2f} to"
        f" {100 * series.upper:.2f}, limits of the last look {100 * last.alert_low:.2f} to"
        f" {100 * last.alert_high:.2f}, of any time {100 * last.band_low:.2f} to"
        f" {100 * last.band_high:.2f}."
    )


def _write_errors(composer: Composer, result: MonitorResult) -> None:
    if not result.errors:
        composer.section("Data errors")
        composer.text("None were found.")
        return
    _write_part(composer, "Data errors", error_tables(result))
    composer.note(
        f"Of {count(result.rows)} rows {count(result.rows_excluded)} have errors. They are left "
        "out of every figure. Of each kind the first are listed, by file and line; in a Parquet "
        "file the line is the row."
    )


def _write_method(composer: Composer, result: MonitorResult) -> None:
    composer.section("Method and assumptions")
    composer.bullets(
        [
            "<b>Certified lines.</b> The return significantly above the upper line, or below the "
            "lower one, is flagged. People play worse than the best play; between the lines all "
            "is well.",
            "<b>Tolerances</b> are of a single look: normal, from the exact variance of a wager, "
            "with unequal stakes and with seats that share a dealer hand; binomial where a wager "
            "is paid or lost and fewer than 500 paid ones are expected.",
            f"<b>Flags.</b> Look and alert: the p-value after Holm's correction is beyond "
            f"{percent(result.look, 0)} % and {percent(result.alert, 0)} %. Alarm: the e-value "
            "reached its threshold after some day. If the certified figures hold, the probability "
            f"of any alarm, ever, is at most {percent(result.alpha, 2)} %.",
            *assumptions(result),
        ]
    )
    composer.end("End of report")
