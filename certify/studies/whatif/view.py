"""How a what-if is shown: before and after, sweeps, a setting solved for, rulings, payouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from certify.present.document import Band, Column, Element, Row, Table, Text, number, numbers
from certify.present.markup import plain
from certify.present.quantity import EXPECTATION, NONE, Number, Quantity
from certify.studies.whatif.result import (
    FigureChange,
    FigureName,
    SensitivityResult,
    SettingChange,
    SolvedSetting,
    Suggestion,
    SweepResult,
    WhatIfResult,
)
from certify.studies.whatif.suggestions import ODDS, PERCENT

MOST_ROWS = 40
"""Points of a sweep that a table shows; JSON and CSV have all."""
PLAIN = Quantity(9)
"""A figure that is no rate."""
POINTS = Quantity(6, 100, signed=True)
"""A difference of rates, in percentage points."""
GIVEN = Quantity(2)
"""What a suggested value gives."""

SIGN_NOTE = (
    "The expectation is the player's, net of the Burnout payment where one is made; the house edge "
    "is the same with the other sign."
)
MISSING_NOTE = (
    "A dash stands for a figure that there is not under these rules: of insurance that is not "
    "offered, or of splits to more than four hands, for which no distribution is worked out."
)
SUGGESTED = {
    ODDS: "Odds as casinos pay them: whole, half up to 10 to 1, fifths (6:5) up to 2 to 1.",
    PERCENT: "In chips: a twentieth of the wager or a multiple of it.",
}
PAYOUTS_NOTE = "Play stays the same, and the figures are linear in what is paid."

Numbered = tuple[int, FigureName]


def value(figure: float | None, *, is_rate: bool, signed: bool = False) -> str:
    """Return a figure with nine decimals, rates in percent."""
    return (EXPECTATION if is_rate else PLAIN)(figure, signed=signed)


def change(figure: float | None, *, is_rate: bool) -> str:
    """Return a difference with six decimals and its sign, rates in percentage points."""
    if figure == 0.0:
        return Number.of(0.0, "0")
    return POINTS(figure) if is_rate else replace(POINTS, scale=1.0)(figure)


def unit_text(name: FigureName) -> str:
    """Return what a figure is printed in."""
    return f"% of {name.unit}" if name.is_rate else name.unit


def whatif_tables(result: WhatIfResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what is shown of a change, but what identifies it.

    Parameters
    ----------
    result : WhatIfResult
        The figures before and after.
    everything : bool
        Whether the figures that do not change are shown too.
    """
    yield _settings(result.settings) if result.settings else Text("Nothing is changed.")
    for name in result.without_effect:
        yield Text(plain(f"No figure of the exact analysis depends on {name}."))
    if result.solved is not None:
        yield _solved(result.solved)
    if result.paytable:
        yield _paytable(result.paytable)
    same = [each for each in result.figures if _is_same(each, result.error_bound)]
    shown = [each for each in result.figures if everything or each not in same]
    if shown:
        yield _changes(shown)
    if same and not everything:
        told = f"{len(same)} figures are" if len(same) > 1 else "1 figure is"
        yield Text(f"{told} unchanged; --all shows {'them' if len(same) > 1 else 'it'} too.")
    yield from _accuracy(result.error_bound, result.method)


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


def _changes(figures: Sequence[FigureChange]) -> Table:
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
    return Table(columns, rows, "Before and after", SIGN_NOTE)


def _solved(solved: SolvedSetting) -> Table:
    figure = solved.figure
    text = (
        f"Figure: {figure.wager}, {figure.figure}, {unit_text(figure)}. The target is missed by"
        f" {abs(solved.deviation):.1e}; the value is {solved.method}."
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
            (f"{solved.name} = {solved.value}", "exact", solved.achieved),
            *(
                (f"{solved.name} = {near.value}", _form(near), near.figure)
                for near in solved.suggested
            ),
        ],
        text,
    )


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
        f"With the exact odds every wager misses the target by {missed:.0e} at most. Beside"
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
    """Yield what is shown of a sweep, a table for each wager, but what identifies it.

    Parameters
    ----------
    result : SweepResult
        The figures.
    everything : bool
        Whether the figures that do not change are shown too.
    """
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
        for part in _in_parts(list(group), 4 - len(result.axes)):
            yield _sweep(result, shown, part, f"{wager}, {unit}")
    if hidden:
        yield Text(f"{hidden} more points between these are in --csv and --json.")
    changing = {place for place, _ in numbered}
    same = [name.path for place, name in enumerate(result.figures) if place not in changing]
    if same:
        yield Text(plain(f"As before at every point: {', '.join(same)}."))
    if any(figure is None for point in result.points for figure in point.figures):
        yield Text(MISSING_NOTE)
    yield Text(SIGN_NOTE)
    yield from _accuracy(result.error_bound, result.method)


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


def _in_parts(names: Sequence[Numbered], most: int) -> Iterator[Sequence[Numbered]]:
    for begin in range(0, len(names), most):
        yield names[begin : begin + most]


def sensitivity_tables(result: SensitivityResult) -> Iterator[Element]:
    """Yield changes by ruling for every wager, and what payouts are worth.

    Parameters
    ----------
    result : SensitivityResult
        The figures.
    """
    numbered = list(enumerate(result.figures))
    main = [each for each in numbered if not each[1].wager.startswith("Bonus")]
    others = [each for each in numbered if each not in main]
    groups = [("Main wager and insurance", main)] if main else []
    groups += [(wager, list(part)) for wager, part in groupby(others, key=lambda e: e[1].wager)]
    for title, group in groups:
        for part in _in_parts(group, 3):
            yield _rulings(result, part, f"{title}: change by ruling, {_units(part)}")
    unchanged = [
        (ruling.id, alternative.text, alternative.reason)
        for ruling in result.rulings
        for alternative in ruling.alternatives
        if alternative.reason is not None
    ]
    if unchanged:
        yield unchanged_table(unchanged)
    yield payouts_table(result)
    yield Text(SIGN_NOTE)
    yield from _accuracy(result.error_bound, result.method)


def unchanged_table(alternatives: Sequence[tuple[str, str, str]]) -> Table:
    """Return alternatives that change no figure: ruling, what it would be, and why not."""
    return Table.of(
        "Alternatives that change no figure here",
        [
            Column("Ruling", 12, "bold", lambda line: line[0]),
            Column("Alternative", 96, value=lambda line: line[1]),
            Column("Why", 64, value=lambda line: line[2]),
        ],
        alternatives,
    )


def _units(part: Sequence[Numbered]) -> str:
    units = dict.fromkeys(unit_text(name) for _, name in part)
    return next(iter(units)) if len(units) == 1 else "% of its wager"


def _rulings(result: SensitivityResult, part: Sequence[Numbered], caption: str) -> Table:
    base = (value(result.base[place], is_rate=name.is_rate) for place, name in part)
    rows: list[Row] = [("", "as ruled", *base), Band()]
    for ruling in result.rulings:
        for alternative in ruling.alternatives:
            if alternative.changes is not None:
                found = [alternative.changes[place].difference for place, _ in part]
                told = (
                    change(each, is_rate=name.is_rate)
                    for each, (_, name) in zip(found, part, strict=True)
                )
                rows.append((plain(ruling.id), plain(alternative.text), *told))
    heads = numbers(*(plain(_column_head(name)) for _, name in part))
    return Table([Column("Ruling"), Column("Alternative"), *heads], rows, plain(caption))


def _column_head(name: FigureName) -> str:
    """Return a short head: which wager or play it is, and the figure if it is no usual one."""
    where = name.wager.rpartition(", ")[2]
    usual = ("expectation", "return")
    figure, _, play = name.figure.partition(", ")
    text = play if figure in usual and play else where
    if figure not in usual:
        text = f"{where}, {name.figure}"
    return text[0].upper() + text[1:]


def payouts_table(result: SensitivityResult) -> Table:
    """Return what one more unit of every payout and payment changes."""
    rows: list[Row] = []
    for name, payouts in groupby(result.payouts, key=lambda payout: payout.name):
        for place, payout in enumerate(payouts):
            if not place:
                rows.append(Band(plain(f"{name}: {payout.pays}")))
            rows.append(
                (
                    plain(f"{payout.wager}, {payout.figure}"),
                    change(payout.derivative, is_rate=payout.is_rate),
                )
            )
    return Table(
        [Column("Figure", 82), Column("Change", 36, "number")],
        rows,
        "Change for one more unit of a payout or payment, % of what the figure is of",
        PAYOUTS_NOTE,
        breakable=True,
    )


def _accuracy(error_bound: float, method: str) -> Iterator[Text]:
    yield Text(f"Numerical error of every expectation: at most {error_bound:.0e} units.")
    yield Text(plain(f"Method: {method}."))
