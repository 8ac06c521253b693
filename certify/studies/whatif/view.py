"""How a what-if is shown: before and after, sweeps, a setting that was solved for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from certify.present.document import Band, Column, Element, Row, Table, Text, number, numbers
from certify.present.facts import identification, shoe_text
from certify.present.markup import plain
from certify.present.quantity import EXPECTATION, NONE, Quantity, small
from certify.studies.whatif.analysed_result import (
    AnalysedSensitivityResult,
    AnalysedSweepResult,
    AnalysedWhatIfResult,
)
from certify.studies.whatif.result import (
    FigureChange,
    SensitivityResult,
    SettingChange,
    SolvedSetting,
    Suggestion,
    SweepResult,
    WhatIfResult,
)
from certify.studies.whatif.sensitivity_view import (
    PLAIN,
    SIGN_NOTE,
    Numbered,
    accuracy,
    in_parts,
    sensitivity_tables,
    unit_text,
    value,
)
from certify.studies.whatif.settings import as_written, decimal
from certify.studies.whatif.suggestions import ODDS, PERCENT

LARGEST_UNIT = 20
"""The second number of odds up to which they are read as a ratio, such as 21:20."""
MOST_ROWS = 40
"""Points of a sweep that a table shows; JSON and CSV have all."""
GIVEN = Quantity(2)
"""What a suggested value gives."""

MISSING_NOTE = (
    "A dash stands for a figure that there is not under these rules: of insurance that is not "
    "offered, or of splits to more than four hands, or played by the pair cards gone, for which no "
    "distribution is worked out."
)
SUGGESTED = {
    ODDS: "Odds as casinos pay them: whole, half up to 10 to 1, fifths (6:5) up to 2 to 1.",
    PERCENT: "In chips: a twentieth of the wager or a multiple of it.",
}


def whatif_view(
    found: WhatIfResult | SweepResult | SensitivityResult, *, everything: bool = False
) -> Iterator[Element]:
    """Yield what identifies a what-if, a sweep or other readings, and what is shown of it."""
    if isinstance(found, AnalysedWhatIfResult | AnalysedSweepResult | AnalysedSensitivityResult):
        left = [f"{name}:{count}" for name, count in found.shoe.items()]
        cards = [("Shoe", " ".join(left))] if left else []
        # Where nothing is decided there is no strategy to tell.
        play = [("Strategy", found.strategy)] if found.is_decided else []
        yield from identification(found, *cards, *play)
        if isinstance(found, AnalysedSweepResult):
            yield from analysed_sweep_tables(found, everything=everything)
        elif isinstance(found, AnalysedSensitivityResult):
            yield from sensitivity_tables(found)
        else:
            yield from analysed_tables(found, everything=everything)
        return
    shoe = shoe_text(found.shoe)
    if isinstance(found, WhatIfResult) and found.changed_shoe != found.shoe:
        shoe += f"; changed: {shoe_text(found.changed_shoe)}"
    yield from identification(
        found,
        ("Shoe", shoe),
        ("Strategy", found.strategy),
        *found.split_play.facts,
        strategy_sha256=found.strategy_sha256,
    )
    if isinstance(found, WhatIfResult):
        yield from whatif_tables(found, everything=everything)
    elif isinstance(found, SweepResult):
        yield from sweep_tables(found, everything=everything)
    else:
        yield from sensitivity_tables(found)


def whatif_tables(result: WhatIfResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what is shown of a change, but what identifies it."""
    solved = {each.name for each in (result.solved, *result.paytable) if each is not None}
    settings = [
        each.model_copy(update={"after": _readable(each.after)}) if each.name in solved else each
        for each in result.settings
    ]
    yield _settings(settings) if settings else Text("Nothing is changed.")
    for name in result.without_effect:
        yield Text(plain(f"No figure of the exact analysis depends on {name}."))
    if result.solved is not None:
        yield _solved(result.solved)
    if result.paytable:
        yield _paytable(result.paytable)
    same = [each for each in result.figures if _is_same(each, result.error_bound)]
    shown = [each for each in result.figures if everything or each not in same]
    if shown:
        is_analysed = isinstance(result, AnalysedWhatIfResult)
        yield _changes(shown, "" if is_analysed else SIGN_NOTE)
    if same and not everything:
        told = f"{len(same)} figures are" if len(same) > 1 else "1 figure is"
        yield Text(f"{told} unchanged; --all shows {'them' if len(same) > 1 else 'it'} too.")
    yield from accuracy(result.error_bound, result.method)


def analysed_tables(result: AnalysedWhatIfResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what is shown of a change of a game that is analysed from its spec."""
    yield from whatif_tables(result, everything=everything)
    if result.same_play is not None:
        told = "is the best after it too" if result.same_play else "is not the best after it"
        yield Text(f"The play that is best before the change {told}.")
    if result.ranges:
        yield Table.of(
            "Where the play after the change stays best, one payout at a time",
            [
                Column("Payout", value=lambda each: each.row),
                Column("Pays", kind="number", value=lambda each: each.pays),
                Column("From", kind="number", value=lambda each: _end(each.low, each.is_low_known)),
                Column("To", kind="number", value=lambda each: _end(each.high, each.is_high_known)),
            ],
            result.ranges,
            "To one. At an end another answer is worth as much in some situation; a dash stands for"
            " none as far as it was looked.",
        )


def _end(value: str, is_known: bool) -> str:
    return f"{float(Fraction(value)):.6g}" if is_known else NONE


def analysed_sweep_tables(
    result: AnalysedSweepResult, *, everything: bool = False
) -> Iterator[Element]:
    """Yield what is shown of a sweep of a game that is analysed from its spec."""
    yield from sweep_tables(result, everything=everything)
    changes = [
        place
        for place in range(1, len(result.plays))
        if None not in result.plays[place - 1 : place + 1]
        and result.plays[place] != result.plays[place - 1]
    ]
    if changes and len(result.axes) == 1:
        told = ", ".join(
            f"{result.points[place - 1].values[0]} and {result.points[place].values[0]}"
            for place in changes[:MOST_ROWS]
        )
        yield Text(plain(f"The best play changes between {told}."))
    elif None not in result.plays and len(set(result.plays)) == 1:
        yield Text("One play is best at every point.")


def _is_same(change: FigureChange, error_bound: float) -> bool:
    """Return whether a figure is the same before and after, but for rounding."""
    if change.difference is None:
        return change.before is change.after
    return abs(change.difference) <= error_bound


def _settings(settings: Sequence[SettingChange]) -> Table:
    return Table.of(
        "What is changed",
        [
            Column("Setting", value=lambda setting: setting.name),
            Column("Before", kind="number", value=lambda setting: setting.before),
            Column("After", kind="number", value=lambda setting: setting.after),
        ],
        settings,
    )


def _changes(figures: Sequence[FigureChange], note: str) -> Table:
    rows: list[Row] = []
    for wager, group in groupby(figures, key=lambda each: each.wager):
        rows.append(Band(plain(wager)))
        rows += [
            (
                plain(f"{figure.figure}, {unit_text(figure)}"),
                value(figure.before, is_rate=figure.is_rate),
                value(figure.after, is_rate=figure.is_rate),
                value(figure.difference, is_rate=figure.is_rate, signed=True),
            )
            for figure in group
        ]
    columns = [Column("Figure"), *numbers("Before", "After", "Difference")]
    return Table(columns, rows, "Before and after", note)


def _solved(solved: SolvedSetting) -> Table:
    figure = solved.figure
    missed = f"missed by {abs(solved.deviation):.1e}" if solved.deviation else "met exactly"
    text = (
        f"Figure: {figure.wager}, {figure.figure}, {unit_text(figure)}. The target is {missed}; the"
        f" value is {solved.method}."
    )
    if solved.suggested:
        text += " " + SUGGESTED[solved.suggested[0].form]
    return Table.of(
        f"{solved.name} for {figure.path}",
        [
            Column("", value=lambda line: line[0]),
            Column("", value=lambda line: line[1]),
            number(
                "Figure" if figure.is_rate else plain(figure.unit),
                lambda line: line[2],
                EXPECTATION if figure.is_rate else PLAIN,
            ),
        ],
        [
            ("Target", "", solved.target),
            (f"{solved.name} = {_readable(solved.value)}", _exactly(solved.value), solved.achieved),
            *(
                (f"{solved.name} = {near.value}", _form(near), near.figure)
                for near in solved.suggested
            ),
        ],
        text,
    )


def _readable(value: str) -> str:
    """Return odds as a decimal to one, unless the ratio is of small numbers."""
    number, colon, unit = value.partition(":")
    if not (colon and number.isdecimal() and unit.isdecimal()) or int(unit) <= LARGEST_UNIT:
        return value
    return f"{decimal(as_written(Fraction(int(number), int(unit))))}:1"


def _exactly(value: str) -> str:
    return "exact" if _readable(value) == value else f"exactly {value}"


def _form(near: Suggestion) -> str:
    side = "above" if near.is_above else "at or below"
    if near.form == ODDS:
        return side
    part = Fraction(near.value)
    told = f"{float(100 * part):g} %" if near.form == PERCENT else f"{part} in {near.form}"
    return f"{side}, {told}"


def _paytable(settings: Sequence[SolvedSetting]) -> Table:
    first = settings[0].figure
    gives = "%" if first.is_rate else "Gives"
    missed = max(abs(setting.deviation) for setting in settings)
    target = (100 if first.is_rate else 1) * settings[0].target
    return Table(
        [Column(""), *numbers("Exact", "At or below", gives, "Above", gives)],
        [
            (
                plain(setting.name),
                plain(setting.value),
                *_nearest(setting, above=False),
                *_nearest(setting, above=True),
            )
            for setting in settings
        ],
        plain(f"Paytable for {first.figure}, {unit_text(first)}: {target:.9g}"),
        f"With the exact odds every wager misses the target by {small(missed)} at most. Beside"
        f" them the nearest that can be printed, with what they give. {SUGGESTED[ODDS]}",
    )


def _nearest(setting: SolvedSetting, *, above: bool) -> tuple[str, str]:
    """Return the suggestion on one side of the target, and the figure that it gives."""
    given = replace(GIVEN, scale=100.0) if setting.figure.is_rate else GIVEN
    for near in setting.suggested:
        if near.is_above == above:
            return plain(near.value), given(near.figure)
    return NONE, NONE


def sweep_tables(result: SweepResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what is shown of a sweep, a table for each wager, but what identifies it."""
    if result.settings:
        yield _settings(result.settings)
    shown = [*range(len(result.points))]
    hidden = max(len(shown) - MOST_ROWS, 0)
    if hidden:
        shown = [*shown[: MOST_ROWS // 2], *shown[-(MOST_ROWS // 2) :]]
    numbered = [
        (place, name)
        for place, name in enumerate(result.figures)
        if everything or any(point.differences[place] != 0.0 for point in result.points)
    ]
    for (wager, unit), group in groupby(
        numbered, key=lambda each: (each[1].wager, unit_text(each[1]))
    ):
        for part in in_parts(list(group), 4 - len(result.axes)):
            yield _sweep(result, shown, part, f"{wager}, {unit}")
    if hidden:
        yield Text(f"{hidden} more points between these are in --csv and --json.")
    changing = {place for place, _ in numbered}
    same = [name.path for place, name in enumerate(result.figures) if place not in changing]
    if same:
        yield Text(plain(f"As before at every point: {', '.join(same)}."))
    if any(figure is None for point in result.points for figure in point.figures):
        yield Text(MISSING_NOTE)
    if not isinstance(result, AnalysedSweepResult):
        yield Text(SIGN_NOTE)
    yield from accuracy(result.error_bound, result.method)


def _sweep(
    result: SweepResult, shown: Sequence[int], part: Sequence[Numbered], caption: str
) -> Table:
    def line(first: Sequence[str], figures: Sequence[float | None]) -> Row:
        told = (value(figures[place], is_rate=name.is_rate) for place, name in part)
        return (*map(plain, first), *told)

    names = [axis.name for axis in result.axes]
    rows: list[Row] = [line(["as it is", ""][: len(names)], result.before), Band()]
    for row, place in enumerate(shown):
        if row and place != shown[row - 1] + 1:
            rows.append(("..", *[""] * (len(names) + len(part) - 1)))
        rows.append(line(result.points[place].values, result.points[place].figures))
    heads = numbers(*(plain(name.figure) for _, name in part))
    return Table([*(Column(plain(name)) for name in names), *heads], rows, plain(caption))
