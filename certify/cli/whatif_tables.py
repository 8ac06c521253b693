"""The tables of `certify whatif`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table

from certify.cli.display import identification, shoe_text, table, titled
from certify.present.quantity import EXPECTATION, NONE
from certify.results import Provenance
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

SIGN_NOTE = (
    "The expectation is the player's, net of the Burnout payment where one is made; the house edge "
    "is the same with the other sign."
)


MISSING_NOTE = (
    "A dash stands for a figure that there is not under these rules: of insurance that is not "
    "offered, or of splits to more than four hands, for which no distribution is worked out."
)


def value(figure: float | None, *, is_rate: bool, signed: bool = False) -> str:
    """Return a figure with nine decimals, rates in percent."""
    if figure is None or is_rate:
        return EXPECTATION(figure, signed=signed)
    return f"{figure:+z.9f}" if signed else f"{figure:z.9f}"


def change(figure: float | None, *, is_rate: bool) -> str:
    """Return a difference with six decimals and its sign, rates in percentage points."""
    if figure == 0.0:
        return "0"
    return NONE if figure is None else f"{figure * (100 if is_rate else 1):+z.6f}"


def unit_text(name: FigureName) -> str:
    """Return what a figure is printed in."""
    return f"% of {name.unit}" if name.is_rate else name.unit


def whatif_tables(result: WhatIfResult, *, show_all: bool = False) -> Iterator[RenderableType]:
    """Yield what a what-if prints: the change, and the figures before and after.

    Parameters
    ----------
    result : WhatIfResult
        The figures.
    show_all : bool
        Whether the figures that do not change are shown too.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    shoe = shoe_text(result.shoe)
    if result.changed_shoe != result.shoe:
        shoe += f"; changed: {shoe_text(result.changed_shoe)}"
    yield _head(result, shoe, result.strategy, result.strategy_sha256)
    yield _settings(result.settings) if result.settings else "Nothing is changed."
    for name in result.without_effect:
        yield f"No figure of the exact analysis depends on {name}."
    if result.solved is not None:
        yield _solved(result.solved)
    if result.paytable:
        yield _paytable(result.paytable)
    same = [each for each in result.figures if _is_same(each, result.error_bound)]
    shown = [each for each in result.figures if show_all or each not in same]
    if shown:
        yield titled("Before and after", _changes(shown), SIGN_NOTE)
    if same and not show_all:
        number = f"{len(same)} figures are" if len(same) > 1 else "1 figure is"
        yield f"{number} unchanged; --all shows {'them' if len(same) > 1 else 'it'} too."
    yield _accuracy(result.error_bound, result.method)


def _is_same(change: FigureChange, error_bound: float) -> bool:
    """Return whether a figure is the same before and after, but for rounding."""
    if change.difference is None:
        return change.before is change.after
    return abs(change.difference) <= error_bound


def _head(
    result: Provenance, shoe: str, strategy: str, strategy_sha256: str | None
) -> RenderableType:
    return identification(
        result, ("Shoe", shoe), ("Strategy", strategy), strategy_sha256=strategy_sha256
    )


def _settings(settings: Sequence[SettingChange]) -> RenderableType:
    listed = table("Setting", "Before", "After")
    for setting in settings:
        listed.add_row(setting.name, setting.before, setting.after)
    return titled("What is changed", listed)


def _changes(figures: Sequence[FigureChange]) -> Table:
    listed = table("Figure", "Before", "After", "Difference")
    for wager, group in groupby(figures, key=lambda each: each.wager):
        listed.add_row(wager)
        for figure in group:
            listed.add_row(
                f"  {figure.figure}, {unit_text(figure)}",
                value(figure.before, is_rate=figure.is_rate),
                value(figure.after, is_rate=figure.is_rate),
                value(figure.difference, is_rate=figure.is_rate, signed=True),
            )
    return listed


def _group(name: FigureName) -> tuple[str, str]:
    return name.wager, unit_text(name)


def _solved(solved: SolvedSetting) -> RenderableType:
    figure = solved.figure
    rate = figure.is_rate
    listed = table("", "", figure.unit if not rate else "Figure", numbers_from=2)
    listed.add_row("Target", "", value(solved.target, is_rate=rate))
    listed.add_row(f"{solved.name} = {solved.value}", "exact", value(solved.achieved, is_rate=rate))
    for near in solved.suggested:
        name = f"{solved.name} = {near.value}"
        listed.add_row(name, _form(near), value(near.figure, is_rate=rate))
    text = (
        f"Figure: {figure.wager}, {figure.figure}, {unit_text(figure)}. The target is missed by"
        f" {abs(solved.deviation):.1e}; the value is {solved.method}."
    )
    if solved.suggested:
        text += " " + SUGGESTED[solved.suggested[0].form]
    return titled(f"{solved.name} for {figure.path}", listed, text)


SUGGESTED = {
    ODDS: "Odds as casinos pay them: whole, half up to 10 to 1, fifths (6:5) up to 2 to 1.",
    PERCENT: "In chips: a twentieth of the wager or a multiple of it.",
}


def _form(near: Suggestion) -> str:
    side = "above" if near.is_above else "at or below"
    if near.form == ODDS:
        return side
    part = Fraction(near.value)
    told = f"{float(100 * part):g} %" if near.form == PERCENT else f"{part} in {near.form}"
    return f"{side}, {told}"


def _paytable(rows: Sequence[SolvedSetting]) -> RenderableType:
    first = rows[0].figure
    gives = "%" if first.is_rate else "Gives"
    listed = table("", "Exact", "At or below", gives, "Above", gives, numbers_from=1)
    for row in rows:
        listed.add_row(row.name, row.value, *_nearest(row, above=False), *_nearest(row, above=True))
    scale = 100 if first.is_rate else 1
    return titled(
        f"Paytable for {first.figure}, {unit_text(first)}: {scale * rows[0].target:.9g}",
        listed,
        f"With the exact odds every wager misses the target by {_missed(rows):.0e} at most. Beside"
        f" them the nearest that can be printed, with what they give. {SUGGESTED[ODDS]}",
    )


def _missed(rows: Sequence[SolvedSetting]) -> float:
    return max(abs(row.deviation) for row in rows)


def _nearest(row: SolvedSetting, *, above: bool) -> tuple[str, str]:
    """Return the suggestion on one side of the target, and the figure that it gives."""
    for near in row.suggested:
        if near.is_above == above:
            scale = 100 if row.figure.is_rate else 1
            return near.value, f"{scale * near.figure:.2f}"
    return NONE, NONE


def sweep_tables(result: SweepResult, *, show_all: bool = False) -> Iterator[RenderableType]:
    """Yield what a sweep prints, a table for each wager.

    Parameters
    ----------
    result : SweepResult
        The figures.
    show_all : bool
        Whether the figures that do not change are shown too.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    yield _head(result, shoe_text(result.shoe), result.strategy, result.strategy_sha256)
    if result.settings:
        yield _settings(result.settings)
    names = [axis.name for axis in result.axes]
    points = range(len(result.points))
    shown = [*points]
    if len(points) > MOST_ROWS:
        shown = [*points[: MOST_ROWS // 2], *points[-(MOST_ROWS // 2) :]]
    numbered = [
        (place, name)
        for place, name in enumerate(result.figures)
        if show_all or any(point.differences[place] != 0.0 for point in result.points)
    ]
    for (wager, unit), group in groupby(numbered, key=lambda each: _group(each[1])):
        for part in _in_parts(list(group), 4 - len(names)):
            listed = table(*names, *(name.figure for _, name in part), numbers_from=len(names))
            listed.add_row(
                *["as it is", ""][: len(names)],
                *(value(result.before[place], is_rate=name.is_rate) for place, name in part),
            )
            listed.add_section()
            for row, number in enumerate(shown):
                if row and number != shown[row - 1] + 1:
                    listed.add_row("..")
                point = result.points[number]
                listed.add_row(
                    *point.values,
                    *(value(point.figures[place], is_rate=name.is_rate) for place, name in part),
                )
            yield titled(f"{wager}, {unit}", listed)
    hidden = len(points) - len(shown)
    if hidden:
        yield f"{hidden} more points between these are in --csv and --json."
    changing = {place for place, _ in numbered}
    same = [name.path for place, name in enumerate(result.figures) if place not in changing]
    if same:
        yield f"As before at every point: {', '.join(same)}."
    if any(figure is None for point in result.points for figure in point.figures):
        yield MISSING_NOTE
    yield SIGN_NOTE + "\n" + _accuracy(result.error_bound, result.method)


def _in_parts(
    names: Sequence[tuple[int, FigureName]], most: int
) -> Iterator[Sequence[tuple[int, FigureName]]]:
    for begin in range(0, len(names), most):
        yield names[begin : begin + most]


def sensitivity_tables(result: SensitivityResult) -> Iterator[RenderableType]:
    """Yield what `--rulings` prints: changes by ruling for every wager, and what payouts are worth.

    Parameters
    ----------
    result : SensitivityResult
        The figures.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    yield _head(result, shoe_text(result.shoe), result.strategy, result.strategy_sha256)
    numbered = list(enumerate(result.figures))
    main = [each for each in numbered if not each[1].wager.startswith("Bonus")]
    others = [each for each in numbered if each not in main]
    groups = [("Main wager and insurance", main)] if main else []
    groups += [(wager, list(part)) for wager, part in groupby(others, key=lambda e: e[1].wager)]
    for title, group in groups:
        for part in _in_parts(group, 3):
            yield titled(f"{title}: change by ruling, {_units(part)}", _rulings(result, part))
    unchanged = [
        f"- {ruling.id}: {alternative.text}. {alternative.reason}"
        for ruling in result.rulings
        for alternative in ruling.alternatives
        if alternative.reason is not None
    ]
    if unchanged:
        yield "\n".join(["Alternatives that change no figure here", *unchanged])
    yield titled(
        "Change for one more unit of a payout or payment, % of what the figure is of",
        _payouts(result),
        "Play stays the same, and the figures are linear in what is paid.",
    )
    yield SIGN_NOTE + "\n" + _accuracy(result.error_bound, result.method)


def _units(part: Sequence[tuple[int, FigureName]]) -> str:
    units = dict.fromkeys(unit_text(name) for _, name in part)
    return next(iter(units)) if len(units) == 1 else "% of its wager"


def _rulings(result: SensitivityResult, part: Sequence[tuple[int, FigureName]]) -> Table:
    listed = table(
        "Ruling", "Alternative", *(_column_head(name) for _, name in part), numbers_from=2
    )
    listed.add_row(
        "",
        "as ruled",
        *(value(result.base[place], is_rate=name.is_rate) for place, name in part),
    )
    listed.add_section()
    for ruling in result.rulings:
        for alternative in ruling.alternatives:
            changes = alternative.changes
            if changes is not None:
                listed.add_row(
                    ruling.id,
                    alternative.text,
                    *(
                        change(changes[place].difference, is_rate=name.is_rate)
                        for place, name in part
                    ),
                )
    return listed


def _column_head(name: FigureName) -> str:
    """Return a short head: which wager or play it is, and the figure if it is no usual one."""
    where = name.wager.rpartition(", ")[2]
    usual = ("expectation", "return")
    figure, _, play = name.figure.partition(", ")
    text = play if figure in usual and play else where
    if figure not in usual:
        text = f"{where}, {name.figure}"
    return text[0].upper() + text[1:]


def _payouts(result: SensitivityResult) -> Table:
    listed = table("Payout", "Now", "Figure", "Change", numbers_from=3)
    last = ""
    for payout in result.payouts:
        if last and payout.name != last:
            listed.add_section()
        listed.add_row(
            payout.name if payout.name != last else "",
            payout.pays if payout.name != last else "",
            f"{payout.wager}, {payout.figure}",
            change(payout.derivative, is_rate=payout.is_rate),
        )
        last = payout.name
    return listed


def _accuracy(error_bound: float, method: str) -> str:
    return (
        f"Numerical error of every expectation: at most {error_bound:.0e} units.\nMethod: {method}."
    )
