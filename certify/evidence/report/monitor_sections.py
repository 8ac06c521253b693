"""What the report of a monitor tells, from its results alone."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.monitor_charts import funnel_chart
from certify.evidence.report.sections.front import IDENTIFICATION
from certify.present.document import Band, Column, Composer, Row, Table
from certify.present.figures import NONE, count, percent
from certify.present.markup import plain
from certify.studies.monitoring.result import (
    FLAGS,
    MonitorLine,
    MonitorResult,
    SeriesResult,
    Tolerance,
)

TITLE = "Live Results Report"
DIGITS = 3
FLAG_TEXTS = {"ok": "ok", "look": "<b>look</b>", "alert": "<b>alert</b>", "alarm": "<b>ALARM</b>"}
MOST_FINDINGS = 20
NOT_COMPARED = "none is left"
DASH = "\N{EN DASH}"
HOW = {
    "own": "its own name",
    "mapped": "mapped",
    "guessed": "recognised by its name",
    "constant": "given",
}


def write_monitor(composer: Composer, result: MonitorResult, digest: str) -> None:
    """Write the report.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : MonitorResult
        The results.
    digest : str
        SHA-256 of their file.
    """
    _write_front(composer, result, digest)
    if result.lines:
        _write_wagers(composer, result)
        _write_tables(composer, result)
        _write_levels(composer, result)
        _write_power(composer, result)
    _write_errors(composer, result)
    _write_reading(composer, result)
    _write_method(composer, result)


def _write_front(composer: Composer, result: MonitorResult, digest: str) -> None:
    composer.title(TITLE)
    composer.subtitle(
        f"{plain(result.title)}, version {plain(result.version)}: live results against the "
        "certified figures"
    )
    composer.add(Table(IDENTIFICATION, _identification(result, digest), has_header=False))
    composer.unnumbered("Findings")
    composer.bullets(_findings(result))


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
        period = f"{result.first_day} to {result.last_day}"
        rows.append(
            (
                "Period",
                f"{period}; days with data {count(result.days)}, tables {count(result.tables)}",
            )
        )
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


def _findings(result: MonitorResult) -> list[str]:
    found = sorted(
        (line for line in result.lines if line.flag != "ok"),
        key=lambda line: FLAGS.index(line.flag),
    )
    told = [
        f"<b>{line.flag.upper()}</b>, {plain(_name(line))}: {plain(line.reason)}"
        for line in found[:MOST_FINDINGS]
    ]
    if len(found) > MOST_FINDINGS:
        told.append(f"{len(found) - MOST_FINDINGS} more are flagged in the tables.")
    told += [
        f"<b>DATA</b>, {plain(errors.title).lower()}: {count(errors.count)}"
        for errors in result.errors
    ]
    if not result.lines and result.errors:
        told.append("Nothing could be compared: no row is without errors.")
    elif not result.lines:
        told.append("There is nothing to be held against the certified figures.")
    elif not told:
        told.append("Nothing: every line is ok, and the data have no errors.")
    return told


def _name(line: MonitorLine) -> str:
    parts = [f"table {line.table}" if line.table else "", line.wager or ""]
    parts.append(f"stakes {line.level}" if line.level else "")
    return ", ".join(part for part in parts if part)


def _write_wagers(composer: Composer, result: MonitorResult) -> None:
    composer.section("By wager")
    lines = [line for line in result.lines if line.grouping == "wager"]
    plays = {reference.wager: reference for reference in result.references}
    _write_returns(composer, lines, "Return on initial amounts, all tables together")
    composer.table(
        "The certified lines",
        [Column("Wager", 24), Column("Upper: above it", 52), Column("Lower: below it", 52)],
        [
            (
                plain(wager),
                f"{percent(reference.upper.rtp, DIGITS)} %, {plain(reference.upper.play)}",
                f"{percent(reference.lower.rtp, DIGITS)} %, {plain(reference.lower.play)}",
            )
            for wager, reference in plays.items()
        ],
    )
    look, alert = (f"{percent(each, 0)} %" for each in (result.look, result.alert))
    composer.table(
        "Limits of the return on initial amounts, %",
        [
            Column("Wager", 24),
            *(Column(title, 22, "number") for title in ("hand of<br/>its own", "shared") * 2),
            Column("shared", 22, "number"),
        ],
        [
            (
                plain(str(line.wager)),
                *(
                    span
                    for each in line.tolerances
                    for span in (_span(each.low_alone, each.high_alone), _limits(each))
                ),
                _span(line.band_low, line.band_high),
            )
            for line in lines
        ],
        groups=[("", 1), (f"{look} at a look", 2), (f"{alert} at a look", 2), ("Any time", 1)],
        note=(
            "As if every wager had a dealer hand of its own, and with the seats that shared one. "
            "The limits of a single look are crossed by chance sooner or later by whoever looks "
            "often; those of any time are not."
        ),
    )
    composer.table(
        "Return on turnover, %",
        [
            Column("Wager", 24),
            Column("Turnover", 26, "number"),
            Column("Actual", 18, "number"),
            Column("Certified", 24, "number"),
            Column(look, 26, "number"),
            Column(alert, 26, "number"),
        ],
        [
            (
                plain(str(line.wager)),
                count(round(line.wagered)),
                percent(line.actual_on_action, DIGITS),
                _span(line.lower_on_action, line.upper_on_action),
                *(_limits(each) for each in line.tolerances_on_action),
            )
            for line in lines
        ],
        note="Doubles, splits and payments are in the turnover; the limits are those of a ratio.",
    )
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


def _write_returns(
    composer: Composer, lines: Sequence[MonitorLine], caption: str, note: str = ""
) -> None:
    rows: list[Row] = []
    named = ""
    wide = lines[0].grouping in ("table_wager", "level")
    for line in lines:
        if wide and line.wager != named:
            named = str(line.wager)
            rows.append(Band(plain(named)))
        rows.append(
            (
                plain(line.table or line.level or str(line.wager)),
                count(line.wagers),
                count(round(line.effective)),
                percent(line.actual, DIGITS),
                _span(line.lower, line.upper),
                NONE if line.p_adjusted is None else f"{line.p_adjusted:.2g}",
                _e(line.largest_log10_e),
                FLAG_TEXTS[line.flag],
            )
        )
    first = {"wager": "Wager", "level": "Stakes"}.get(lines[0].grouping, "Table")
    composer.table(
        f"{caption}, %",
        [
            Column(first, 26),
            Column("Wagers", 20, "number"),
            Column("Effective", 20, "number"),
            Column("Actual", 16, "number"),
            Column("Certified", 28, "number"),
            Column("p", 14, "number"),
            Column("Highest e", 19, "number"),
            Column("Flag", 14, "centre"),
        ],
        rows,
        note=(
            "Effective: wagers of equal stakes, each with its own dealer hand, that tell as much. "
            "p: of a single look, both sides, after Holm. Highest e: the largest e-value after any "
            f"day; {_e(lines[0].log10_threshold)} is an alarm. {note}"
        ).strip(),
    )


def _write_tables(composer: Composer, result: MonitorResult) -> None:
    tables = [line for line in result.lines if line.grouping == "table"]
    if not tables:
        return
    composer.section("By table")
    _write_returns(
        composer,
        tables,
        "Return on initial amounts, all wagers of a table",
        "The p of a table is the smallest of its wagers times their number, its e-value the mean "
        "of theirs.",
    )
    apart = [line for line in result.lines if line.grouping == "table_wager"]
    _write_returns(composer, apart, "Every wager at every table")


def _write_levels(composer: Composer, result: MonitorResult) -> None:
    levels = [line for line in result.lines if line.grouping == "level"]
    if levels:
        composer.section("By level of stakes")
        _write_returns(composer, levels, "Return on initial amounts by stake")


def _write_power(composer: Composer, result: MonitorResult) -> None:
    composer.section("What the data can show")
    composer.table(
        "Wagers that show a shift of the return",
        [
            Column("Wager", 24),
            Column("Wagers", 22, "number"),
            Column("Shift seen,<br/>points", 20, "number"),
            *(
                Column(f"{percent(each.shift, 2)}<br/>points", 24, "number")
                for each in result.powers[0].shifts
            ),
        ],
        [
            (
                plain(power.wager),
                count(power.wagers),
                percent(power.detectable, DIGITS),
                *(count(round(each.wagers)) for each in power.shifts),
            )
            for power in result.powers
        ],
        note=(
            f"With a probability of {percent(result.power, 0)} %, at a single look at "
            f"{percent(result.alert, 0)} % confidence, with the stakes and seats of the data."
        ),
    )
    told = [plain(power.told) for power in result.powers if power.told]
    if told:
        composer.bullets(told)


def _write_errors(composer: Composer, result: MonitorResult) -> None:
    composer.section("Data errors")
    if not result.errors:
        composer.text("None were found.")
        return
    composer.text(
        f"Of {count(result.rows)} rows {count(result.rows_excluded)} have errors. They are left "
        "out of every figure. Of each kind the first are listed, by file and line; in a Parquet "
        "file the line is the row."
    )
    rows: list[Row] = []
    for errors in result.errors:
        rows.append(Band(f"{plain(errors.title)}: {count(errors.count)}"))
        rows += [(plain(each.place), plain(each.message)) for each in errors.first]
    composer.table("Errors by kind", [Column("Where", 40, "mono"), Column("What", 92)], rows)
    if result.effects:
        composer.table(
            "What leaving rows out changes, return on initial amounts, %",
            [
                Column("Wager", 30),
                Column("Rows that can be counted", 30, "number"),
                Column("Return without them", 30, "number"),
                Column("Return with them", 30, "number"),
            ],
            [
                (
                    plain(effect.wager),
                    count(effect.rows),
                    NOT_COMPARED if effect.actual is None else percent(effect.actual, DIGITS),
                    percent(effect.actual_with, DIGITS),
                )
                for effect in result.effects
            ],
        )


def _write_reading(composer: Composer, result: MonitorResult) -> None:
    """Write how the files were read, if they are not as the layouts have them."""
    files = [file for file in result.files if file.told or file.columns]
    if not files:
        return
    composer.section("How the data were read")
    for file in files:
        rows: list[Row] = [
            (
                plain(each.column),
                plain(each.head) if each.head is not None else f"{plain(str(each.value))}, always",
                HOW[each.how],
            )
            for each in file.columns
        ]
        if rows:
            composer.table(
                f"Columns of {plain(file.name)}",
                [Column("Read as", 34), Column("In the file", 60), Column("How", 38)],
                rows,
                note="; ".join(plain(f"{name} {value}") for name, value in file.form.items()),
            )
        composer.bullets([plain(each) for each in file.told])


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
            f"<b>Method.</b> {plain(result.method)}.",
            *(f"<b>Assumed.</b> {plain(text)}" for text in result.assumptions),
        ]
    )
    if result.ignored_columns:
        composer.text(f"Columns that were not read: {plain(', '.join(result.ignored_columns))}.")
    composer.end("End of report")


def _span(low: float | None, high: float | None) -> str:
    """Return a span of returns in percent; one number where its ends are the same."""
    if low is None or high is None:
        return NONE
    ends = [percent(max(0.0, end), 2) for end in (low, high)]
    return ends[0] if ends[0] == ends[1] else DASH.join(ends)


def _limits(tolerance: Tolerance) -> str:
    return _span(tolerance.low, tolerance.high)


def _e(log10: float) -> str:
    """Return an e-value by its logarithm."""
    if log10 < 4.0:
        return count(round(10.0**log10)) if log10 >= 1.0 else f"{10.0**log10:.2g}"
    return f'10<super size="7" rise="2.6">{log10:.1f}</super>'
