"""What `certify monitor` prints: findings first, then tables, data errors and assumptions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from certify.cli.display import identification, table, titled
from certify.present.paragraphs import paragraphs
from certify.present.quantity import NONE
from certify.studies.monitoring.data_result import DataErrors, ExclusionEffect
from certify.studies.monitoring.layouts import IN_PLACE, ROUNDS, TOTALS, Column
from certify.studies.monitoring.reasons import power, shown_p
from certify.studies.monitoring.result import (
    FLAGS,
    MonitorLine,
    MonitorResult,
    PowerResult,
    Tolerance,
)

BULLET = "! "
MAPPED = "mapped"
MOST_FINDINGS = 12
MOST_TOLD = 8
"""Files of which it is told how they were read."""

NO_DATA = "There is nothing to be held against the certified figures."
NOTHING = f"{BULLET}Nothing could be compared: no row is without errors."
LIMITS_NOTE = (
    "Limits of the return on initial amounts at a single look: as if every wager had a dealer hand"
    " of its own, and with the seats that shared one. Any time: limits that hold however often one"
    " looks."
)
ACTION_NOTE = (
    "Turnover is random: doubles, splits and payments are in it, and the limits are those of the"
    " ratio. Seats that share a dealer are allowed for."
)
POWER_NOTE = (
    "Wagers of these stakes and seats that show a shift of so many points with a probability of"
    " {power:g} percent at {confidence:g} percent confidence; sees is what the present number"
    " shows."
)
TABLES_NOTE = (
    "All wagers of a table together: its p is the smallest of its wagers times their number, its"
    " e-value the mean of theirs."
)


def monitor_tables(result: MonitorResult, *, everything: bool = False) -> Iterator[RenderableType]:
    """Yield what `certify monitor` prints.

    Parameters
    ----------
    result : MonitorResult
        The figures.
    everything : bool
        Whether to print every wager at every table.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    yield _heading(result)
    yield _findings(result)
    yield from _reading(result)
    by_wager = [line for line in result.lines if line.grouping == "wager"]
    if by_wager:
        yield _returns(by_wager, "Return on initial amounts, by wager, %")
        yield _limits(by_wager, result)
        yield _on_action(by_wager, result)
        yield _powers(result.powers, result)
        yield from _outlook(result.powers)
    by_table = [line for line in result.lines if line.grouping == "table"]
    if by_table:
        yield _returns(by_table, "By table, all wagers, %", note=TABLES_NOTE)
    apart = [line for line in result.lines if line.grouping == "table_wager"]
    shown = [line for line in apart if everything or line.flag != "ok"]
    if shown:
        told = "" if everything else f"{len(apart) - len(shown)} more, which are ok, with --all."
        yield _returns(shown, "By table and wager, %", note=told)
    levels = [line for line in result.lines if line.grouping == "level"]
    if levels:
        yield _returns(levels, "By level of stakes, %")
    yield from _errors(result)
    yield _ending(result)


def _heading(result: MonitorResult) -> Text:
    files = ", ".join(file.name for file in result.files)
    period = "no day" if result.first_day is None else f"{result.first_day} to {result.last_day}"
    rows = f"{result.rows:,} rows, {result.rows_excluded:,} of them with errors"
    plays = [
        (reference.upper.play, reference.lower.play)
        for reference in result.references
        if reference.wager.startswith("main")
    ]
    lines = [
        ("Data", f"{files}; {result.layout}; {rows}"),
        ("Period", f"{period}; days with data {result.days}, tables {result.tables}"),
    ]
    if plays:
        upper, lower = plays[0]
        is_one = upper == lower
        lines.append(
            ("Lines", f"{upper}, above and below" if is_one else f"above {upper}; below {lower}")
        )
    look, alert = 100 * result.look, 100 * result.alert
    lines.append(
        (
            "Levels",
            f"look {look:g} %, alert {alert:g} % at a single look, by Holm; alarm"
            f" {100 * result.alpha:g} % ever",
        )
    )
    return identification(result, *lines)


def _reading(result: MonitorResult) -> Iterator[RenderableType]:
    """Yield how the files were read, if they are not as the layouts have them."""
    told = [file for file in result.files if file.told or file.columns]
    for file in told[:MOST_TOLD]:
        lines = [Text(f"How {file.name} was read", style="bold")]
        mapped = [f"{each.head!r} as {each.column}" for each in file.columns if each.how == MAPPED]
        given = [f"{each.column} {each.value}" for each in file.columns if each.how == "constant"]
        form = [f"{name} {value}" for name, value in file.form.items()]
        for label, parts in (("Mapped: ", mapped), ("Given: ", given), ("Form: ", form)):
            if parts:
                lines.append(Text(paragraphs(", ".join(parts), label=label, hanging=2)))
        lines += [Text(paragraphs(each, hanging=2)) for each in file.told]
        yield Text("\n").join(lines)
    if len(told) > MOST_TOLD:
        yield f"{len(told) - MOST_TOLD} more files were read in such a way; --json tells of each."


def _findings(result: MonitorResult) -> Text:
    """Return what is to be looked at, the gravest first, and the data errors."""
    found = sorted(
        (line for line in result.lines if line.flag != "ok"),
        key=lambda line: FLAGS.index(line.flag),
    )
    lines = [
        Text(
            paragraphs(
                f"{name_of(line)}: {line.reason}",
                label=f"{BULLET}{line.flag.upper()} ",
                hanging=len(BULLET),
            )
        )
        for line in found[:MOST_FINDINGS]
    ]
    if len(found) > MOST_FINDINGS:
        lines.append(Text(f"{BULLET}{len(found) - MOST_FINDINGS} more, in the tables below"))
    for errors in result.errors:
        text = f"{errors.title}: {errors.count:,}"
        lines.append(Text(paragraphs(text, label=f"{BULLET}DATA ", hanging=len(BULLET))))
    if not result.lines:
        lines.append(Text(paragraphs(NOTHING if result.errors else NO_DATA, hanging=len(BULLET))))
    elif not lines:
        lines.append(Text("Nothing: every line is ok, and the data have no errors."))
    return Text("\n").join([Text("Findings", style="bold"), *lines])


def name_of(line: MonitorLine) -> str:
    """Return what a line is of, in a few words."""
    parts = []
    if line.table is not None:
        parts.append(f"table {line.table}")
    if line.wager is not None:
        parts.append(line.wager)
    if line.level is not None:
        parts.append(f"stakes {line.level}")
    return ", ".join(parts)


def _returns(lines: Sequence[MonitorLine], title: str, note: str = "") -> RenderableType:
    wide = any(line.grouping in ("table_wager", "level") for line in lines)
    first = {"wager": "Wager", "level": "Stakes"}.get(lines[0].grouping, "Table")
    names = [first, "Wager"] if wide else [first]
    listed = table(
        *names, "Wagers", "Actual", "Certified", "p", "Top e", "Flag", numbers_from=len(names)
    )
    for line in lines:
        name = line.table or line.level or line.wager or ""
        listed.add_row(
            *([name, line.wager] if wide else [name]),
            f"{line.wagers:,}",
            _percent(line.actual),
            _span(line.lower, line.upper),
            NONE if line.p_adjusted is None else shown_p(line.p_adjusted),
            power(line.largest_log10_e),
            line.flag,
        )
    told = (
        "p: of a single look, by Holm for all lines of the kind. Top e: the largest e-value after"
        f" any day; {power(lines[0].log10_threshold)} is an alarm, whenever it is reached."
    )
    return titled(title, listed, f"{told} {note}".strip())


def _limits(lines: Sequence[MonitorLine], result: MonitorResult) -> RenderableType:
    look, alert = (f"{100 * each:g} %" for each in (result.look, result.alert))
    listed = table("Wager", "Dealer hand", look, alert, "Any time", numbers_from=2)
    for line in lines:
        alone = [_span(each.low_alone, each.high_alone) for each in line.tolerances]
        listed.add_row(line.wager, "of its own", *alone, "")
        spans = [_limits_of(each) for each in line.tolerances]
        listed.add_row("", "shared", *spans, _span(line.band_low, line.band_high))
    return titled("Limits of the return, %", listed, LIMITS_NOTE)


def _on_action(lines: Sequence[MonitorLine], result: MonitorResult) -> RenderableType:
    look, alert = (f"{100 * each:g} %" for each in (result.look, result.alert))
    listed = table("Wager", "Turnover", "Actual", "Certified", look, alert)
    for line in lines:
        listed.add_row(
            line.wager,
            f"{line.wagered:,.0f}",
            _percent(line.actual_on_action),
            _span(line.lower_on_action, line.upper_on_action),
            *(_limits_of(each) for each in line.tolerances_on_action),
        )
    return titled("Return on turnover, %", listed, ACTION_NOTE)


def _powers(powers: Sequence[PowerResult], result: MonitorResult) -> RenderableType:
    heads = [f"{100 * each.shift:g} points" for each in powers[0].shifts]
    listed = table("Wager", "Wagers", "Sees", *heads)
    for found in powers:
        listed.add_row(
            found.wager,
            f"{found.wagers:,}",
            f"{100 * found.detectable:.2f}",
            *(_count(each.wagers) for each in found.shifts),
        )
    note = POWER_NOTE.format(power=100 * result.power, confidence=100 * result.alert)
    return titled("What a number of wagers can show", listed, note)


def _outlook(powers: Sequence[PowerResult]) -> Iterator[RenderableType]:
    """Yield what it takes to narrow tolerances that are wide."""
    told = [Text(paragraphs(each.told, hanging=2)) for each in powers if each.told]
    if told:
        yield Text("\n").join([Text("What it takes to see more", style="bold"), *told])


def _errors(result: MonitorResult) -> Iterator[RenderableType]:
    for errors in result.errors:
        yield _error_lines(errors)
    if result.effects:
        lines = [Text(paragraphs(_effect(each), hanging=2)) for each in result.effects]
        yield Text("\n").join([Text("What leaving them out changes", style="bold"), *lines])


def _effect(effect: ExclusionEffect) -> str:
    """Return what leaving rows with errors out changes for a wager."""
    if effect.actual is None:
        rows = "the only row of it has" if effect.rows == 1 else "all its rows have"
        return f"{effect.wager}: nothing could be compared, since {rows} errors"
    return (
        f"{effect.wager}: {100 * effect.actual:.2f} % without rows with errors,"
        f" {100 * effect.actual_with:.2f} % with those that can be counted, {effect.rows:,}"
    )


def _error_lines(errors: DataErrors) -> Text:
    shown = [Text(paragraphs(f"{each.place}: {each.message}", hanging=2)) for each in errors.first]
    counted = f"{errors.title}: {errors.count:,}"
    if errors.count > len(errors.first):
        counted += f", the first {len(errors.first)}"
    return Text("\n").join([Text(counted, style="bold"), *shown])


def _ending(result: MonitorResult) -> str:
    told = [f"Assumed: {text}" for text in result.assumptions]
    if result.ignored_columns:
        told.append(f"Columns that were not read: {', '.join(result.ignored_columns)}.")
    told.append(f"Method: {result.method}.")
    return "\n".join(told)


def layout_tables() -> Iterator[RenderableType]:
    """Yield what `certify monitor --layout` prints."""
    yield (
        "A file of live results is CSV (UTF-8, commas, the first line heads) or Parquet, in one of"
        " two layouts, which its columns tell. Columns may stand in any order; others are not read."
        " Exports with other heads, in other forms and as workbooks (.xlsx) are read too: common"
        " names are recognised, and --map says the rest."
    )
    yield titled(
        "rounds: one row for each wager of a round",
        _columns(ROUNDS),
        "Of Bonus wagers there is one row for each that was won or lost, in the round that decided"
        " it; pushes leave it open. A wager that was surrendered, doubled or split is one row.",
    )
    yield titled(
        "totals: one row for each day, table and wager",
        _columns(TOTALS),
        "What is optional is assumed where it is missing, and the assumption printed.",
    )
    yield titled(
        "in exports, in place of columns above",
        _columns(IN_PLACE),
        "Named by --map HEAD=COLUMN, or recognised.",
    )
    yield (
        "Amounts are in any one currency. docs/monitor.md has examples, and tells what is checked."
    )


def _columns(columns: Sequence[Column]) -> Table:
    listed = table("Column", "What it holds", numbers_from=2)
    for column in columns:
        optional = "" if column.required else " (optional)"
        listed.add_row(column.name, column.meaning + optional)
    return listed


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"


def _span(low: float | None, high: float | None) -> str:
    """Return a span of returns in percent; one number where its ends are the same."""
    if low is None or high is None:
        return NONE
    ends = [_end(low), _end(high)]
    return ends[0] if ends[0] == ends[1] else f"{ends[0]}-{ends[1]}"


def _end(value: float) -> str:
    # A return is not below nothing.
    shown = max(0.0, 100 * value)
    return f"{shown:.2f}" if shown < 1000.0 else f"{shown:.0f}"


def _limits_of(tolerance: Tolerance) -> str:
    return _span(tolerance.low, tolerance.high)


def _count(value: float) -> str:
    return f"{value:,.0f}" if value < 1e7 else f"{value / 1e6:,.0f} M"
