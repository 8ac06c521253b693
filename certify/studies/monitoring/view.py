"""How live results are shown: findings, returns and their limits, what they can show, errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby

from certify.present.document import Band, Bullets, Column, Row, Table, Text, number, numbers
from certify.present.facts import identification
from certify.present.markup import plain
from certify.present.quantity import COUNT, NONE, Number, Quantity
from certify.studies.monitoring.data_result import DataFile, ExclusionEffect
from certify.studies.monitoring.reasons import power, shown_p
from certify.studies.monitoring.result import (
    FLAGS,
    Grouping,
    MonitorLine,
    MonitorResult,
    PowerResult,
    Tolerance,
)
from certify.studies.monitoring.spread_view import outcome_tables

Part = Table | Text | Bullets

MOST_FINDINGS = 20
MOST_FILES = 8
"""Files of which the screen tells how they were read."""

RETURN = Quantity(3, 100)
"""A return, in percent."""
LIMIT = Quantity(2, 100)
"""A limit of a return, in percent."""
LARGE_LIMIT = Quantity(0, 100)
MILLIONS = Quantity(0, 1e-6, thousands=True)

RETURNS: dict[Grouping, tuple[str, str]] = {
    "wager": ("Wager", "Return on initial amounts, by wager, %"),
    "table": ("Table", "Return on initial amounts, by table, all wagers, %"),
    "table_wager": ("Table", "Return on initial amounts, by wager and table, %"),
    "level": ("Stakes", "Return on initial amounts, by wager and level of stakes, %"),
}
"""First column and caption, by what the lines are of."""
FLAG_TEXTS = {"ok": "ok", "look": "<b>look</b>", "alert": "<b>alert</b>", "alarm": "<b>ALARM</b>"}
HOW = {
    "own": "its own name",
    "mapped": "mapped",
    "guessed": "recognised by its name",
    "constant": "given",
}

NO_DATA = "There is nothing to be held against the certified figures."
NOTHING_LEFT = "Nothing could be compared: no row is without errors."
ALL_OK = "Nothing: every line is ok, and the data have no errors."
RETURNS_NOTE = (
    "Effective: wagers of equal stakes, each with its own dealer hand, that tell as much. p: of a"
    " single look, both sides, by Holm for all lines of the kind. Top e: the largest e-value after"
    " any day; {threshold} is an alarm, whenever it is reached."
)
TABLES_NOTE = (
    " The p of a table is the smallest of its wagers times their number, its e-value the mean of"
    " theirs."
)
LIMITS_NOTE = (
    "Limits at a single look: as if every wager had a dealer hand of its own, and with the seats"
    " that shared one. They are crossed by chance sooner or later by whoever looks often; those of"
    " any time are not."
)
ACTION_NOTE = (
    "Turnover is random: doubles, splits and payments are in it, and the limits are those of the"
    " ratio. Seats that share a dealer are allowed for."
)
POWER_NOTE = (
    "Wagers of these stakes and seats that show a shift of so many points with a probability of"
    " {power:g} percent, at a single look at {confidence:g} percent confidence; sees is what the"
    " present number shows."
)


def monitor_view(result: MonitorResult, *, everything: bool = False) -> Iterator[Part]:
    """Yield what identifies live results, and what the screen shows of them."""
    yield from identification(result, *_facts(result))
    yield from monitor_parts(result, everything=everything)


def _facts(result: MonitorResult) -> Iterator[tuple[str, str]]:
    """Yield the data, the certified lines and the levels, each under its label."""
    files = ", ".join(file.name for file in result.files)
    rows = f"{COUNT(result.rows)} rows, {COUNT(result.rows_excluded)} of them with errors"
    yield "Data", f"{files}; {result.layout}; {rows}"
    yield "Period", period(result)
    for first in result.references[:1]:
        upper, lower = first.upper.play, first.lower.play
        is_one = upper == lower
        yield "Lines", f"{upper}, above and below" if is_one else f"above {upper}; below {lower}"
    yield (
        "Levels",
        f"look {100 * result.look:g} %, alert {100 * result.alert:g} % at a single look, by Holm;"
        f" alarm {100 * result.alpha:g} % ever",
    )


def monitor_parts(result: MonitorResult, *, everything: bool = False) -> Iterator[Part]:
    """Yield what the screen shows of live results, but what identifies them.

    With `everything` the certified lines and every wager at every table are shown too.
    """
    yield Text("Findings", "lead")
    yield Bullets(tuple(findings(result)))
    yield from reading(result, MOST_FILES)
    yield from wager_tables(result, with_lines=everything)
    yield from power_parts(result)
    yield from table_tables(result, everything=everything)
    yield from level_tables(result)
    yield from error_tables(result)
    yield Bullets(tuple(assumptions(result)))


def findings(result: MonitorResult) -> Iterator[str]:
    """Yield what is to be looked at as markup: the gravest first, then the data errors."""
    found = sorted(
        (line for line in result.lines if line.flag != "ok"),
        key=lambda line: FLAGS.index(line.flag),
    )
    for line in found[:MOST_FINDINGS]:
        yield f"<b>{line.flag.upper()}</b> {plain(f'{_name(line)}: {line.reason}')}"
    if len(found) > MOST_FINDINGS:
        yield f"{len(found) - MOST_FINDINGS} more are flagged in the tables."
    for errors in result.errors:
        yield f"<b>DATA</b> {plain(errors.title)}: {COUNT(errors.count)}"
    if not result.lines:
        yield NOTHING_LEFT if result.errors else NO_DATA
    elif not found and not result.errors:
        yield ALL_OK


def _name(line: MonitorLine) -> str:
    """Return what a line is of, in a few words."""
    parts = (
        line.table and f"table {line.table}",
        line.wager,
        line.level and f"stakes {line.level}",
    )
    return ", ".join(part for part in parts if part)


def period(result: MonitorResult) -> str:
    """Return the days and tables that the data are of."""
    days = "no day" if result.first_day is None else f"{result.first_day} to {result.last_day}"
    return f"{days}; days with data {COUNT(result.days)}, tables {COUNT(result.tables)}"


# Returns


def _lines(result: MonitorResult, grouping: Grouping) -> list[MonitorLine]:
    return [line for line in result.lines if line.grouping == grouping]


def wager_tables(result: MonitorResult, *, with_lines: bool = True) -> Iterator[Table]:
    """Yield the returns of every wager at all tables together, and their limits."""
    lines = _lines(result, "wager")
    if lines:
        yield _returns(lines)
        if with_lines:
            yield _certified(result)
        yield _limits(lines, result)
        yield _on_action(lines, result)
        yield from outcome_tables(lines)


def table_tables(result: MonitorResult, *, everything: bool = True) -> Iterator[Table]:
    """Yield the returns of every table, and of its wagers: of all, or of those with a flag."""
    if tables := _lines(result, "table"):
        yield _returns(tables, TABLES_NOTE)
    apart = _lines(result, "table_wager")
    shown = [line for line in apart if everything or line.flag != "ok"]
    if shown:
        hidden = len(apart) - len(shown)
        yield _returns(shown, f" {hidden} more, which are ok, with --all." if hidden else "")


def level_tables(result: MonitorResult) -> Iterator[Table]:
    """Yield the returns by level of stakes, if there are levels."""
    if levels := _lines(result, "level"):
        yield _returns(levels)


def _returns(lines: Sequence[MonitorLine], note: str = "") -> Table:
    grouping = lines[0].grouping
    first, caption = RETURNS[grouping]
    columns = [
        Column(first, 26, value=lambda line: line.table or line.level or line.wager),
        number("Wagers", lambda line: line.wagers, COUNT, 20),
        number("Effective", lambda line: line.effective, COUNT, 20),
        number("Actual", lambda line: line.actual, RETURN, 16),
        Column("Certified", 28, "number", lambda line: _span(line.lower, line.upper)),
        Column("p", 14, "number", _p),
        Column("Top e", 19, "number", lambda line: _e_value(line.largest_log10_e)),
    ]
    rows: list[Row] = []
    for wager, group in groupby(lines, lambda line: line.wager):
        if grouping in ("table_wager", "level"):
            rows.append(Band(plain(str(wager))))
        for line in group:
            rows.append((*(column.cell(line) for column in columns), FLAG_TEXTS[line.flag]))
    told = RETURNS_NOTE.format(threshold=power(lines[0].log10_threshold)) + note
    return Table([*columns, Column("Flag", 14, "centre")], rows, caption, plain(told))


def _p(line: MonitorLine) -> str:
    p = line.p_adjusted
    return NONE if p is None else Number.of(p, shown_p(p))


def _e_value(log10: float) -> str:
    return Number.of(10.0**log10, power(log10)) if log10 < 300.0 else power(log10)


def _certified(result: MonitorResult) -> Table:
    return Table.of(
        "The certified lines",
        [
            Column("Wager", 24, value=lambda known: known.wager),
            number("Upper, %", lambda known: known.upper.rtp, RETURN, 18),
            Column("above it", 38, value=lambda known: known.upper.play),
            number("Lower, %", lambda known: known.lower.rtp, RETURN, 18),
            Column("below it", 38, value=lambda known: known.lower.play),
        ],
        result.references,
    )


def _confidences(result: MonitorResult) -> tuple[Column, ...]:
    return numbers(*(f"{100 * each:g} %" for each in (result.look, result.alert)))


def _limits(lines: Sequence[MonitorLine], result: MonitorResult) -> Table:
    rows: list[Row] = []
    for line in lines:
        alone = (_span(each.low_alone, each.high_alone) for each in line.tolerances)
        rows.append((plain(str(line.wager)), "of its own", *alone, ""))
        shared = map(_tolerance, line.tolerances)
        rows.append(("", "shared", *shared, _span(line.band_low, line.band_high)))
    return Table(
        [Column("Wager"), Column("Dealer hand"), *_confidences(result), *numbers("Any time")],
        rows,
        "Limits of the return on initial amounts, %",
        LIMITS_NOTE,
    )


def _on_action(lines: Sequence[MonitorLine], result: MonitorResult) -> Table:
    limits = [
        Column(column.title, 26, "number", _tolerance_on_action(at))
        for at, column in enumerate(_confidences(result))
    ]
    return Table.of(
        "Return on turnover, %",
        [
            Column("Wager", 24, value=lambda line: line.wager),
            number("Turnover", lambda line: line.wagered, COUNT, 26),
            number("Actual", lambda line: line.actual_on_action, RETURN, 18),
            Column(
                "Certified",
                24,
                "number",
                lambda line: _span(line.lower_on_action, line.upper_on_action),
            ),
            *limits,
        ],
        lines,
        ACTION_NOTE,
    )


def _tolerance_on_action(at: int) -> Callable[[MonitorLine], str]:
    return lambda line: _tolerance(line.tolerances_on_action[at])


def _tolerance(tolerance: Tolerance) -> str:
    return _span(tolerance.low, tolerance.high)


def _span(low: float | None, high: float | None) -> str:
    """Return a span of returns in percent; one number where its ends are the same."""
    if low is None or high is None:
        return NONE
    return "\N{EN DASH}".join(dict.fromkeys(map(_end, (low, high))))


def _end(value: float) -> str:
    # A return is not below nothing.
    return (LIMIT if value < 10.0 else LARGE_LIMIT)(max(0.0, value))


# What the data can show


def power_parts(result: MonitorResult) -> Iterator[Part]:
    """Yield what a number of wagers can show, and what it takes to narrow wide tolerances."""
    if not result.powers:
        return
    shifts = [
        Column(f"{100 * each.shift:g} points", 24, "number", partial(_needed, at=at))
        for at, each in enumerate(result.powers[0].shifts)
    ]
    yield Table.of(
        "What a number of wagers can show",
        [
            Column("Wager", 24, value=lambda found: found.wager),
            number("Wagers", lambda found: found.wagers, COUNT, 22),
            number("Sees", lambda found: found.detectable, RETURN, 20),
            *shifts,
        ],
        result.powers,
        POWER_NOTE.format(power=100 * result.power, confidence=100 * result.alert),
    )
    told = tuple(plain(found.told) for found in result.powers if found.told)
    if told:
        yield Text("What it takes to see more", "lead")
        yield Bullets(told)


def _needed(found: PowerResult, at: int) -> str:
    wagers = found.shifts[at].wagers
    return COUNT(wagers) if wagers < 1e7 else Number.of(wagers, f"{MILLIONS(wagers)} M")


# The data


def error_tables(result: MonitorResult) -> Iterator[Table]:
    """Yield the data errors by kind, and what leaving such rows out changes."""
    for errors in result.errors:
        first = f", the first {len(errors.first)}" if errors.count > len(errors.first) else ""
        yield Table.of(
            f"{errors.title}: {COUNT(errors.count)}{first}",
            [
                Column("Where", 40, "mono", lambda each: each.place),
                Column("What", 92, value=lambda each: each.message),
            ],
            errors.first,
        )
    if result.effects:
        yield Table.of(
            "What leaving rows out changes, return on initial amounts, %",
            [
                Column("Wager", 30, value=lambda effect: effect.wager),
                number("Rows that can be counted", lambda effect: effect.rows, COUNT, 30),
                Column("Without them", 30, "number", _without),
                number("With them", lambda effect: effect.actual_with, RETURN, 30),
            ],
            result.effects,
        )


def _without(effect: ExclusionEffect) -> str:
    return "none is left" if effect.actual is None else RETURN(effect.actual)


def reading(result: MonitorResult, most: int | None = None) -> Iterator[Part]:
    """Yield how the files were read, if they are not as the layouts have them; `most` of them."""
    files = [file for file in result.files if file.told or file.columns]
    yield from chain.from_iterable(map(_read, files[:most]))
    if most is not None and len(files) > most:
        yield Text(f"{len(files) - most} more files were read in such a way; --json tells of each.")


def _read(file: DataFile) -> Iterator[Part]:
    caption = f"How {file.name} was read"
    if file.columns:
        yield Table.of(
            caption,
            [
                Column("Read as", 34, value=lambda each: each.column),
                Column("In the file", 60, value=lambda each: each.head or f"{each.value}, always"),
                Column("How", 38, value=lambda each: HOW[each.how]),
            ],
            file.columns,
            "; ".join(f"{name} {value}" for name, value in file.form.items()),
        )
    else:
        yield Text(plain(caption), "lead")
    if file.told:
        yield Bullets(tuple(map(plain, file.told)))


def assumptions(result: MonitorResult) -> Iterator[str]:
    """Yield what was assumed and not read, and by which method, as markup."""
    for text in result.assumptions:
        yield f"<b>Assumed:</b> {plain(text)}"
    if result.ignored_columns:
        yield f"<b>Columns that were not read:</b> {plain(', '.join(result.ignored_columns))}."
    yield f"<b>Method:</b> {plain(result.method)}."
