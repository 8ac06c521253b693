"""How it is shown what rulings and payouts mean, and how figures of a what-if are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from certify.present.charts import Panel, PanelChart, bars, longest_whole
from certify.present.document import Band, Column, Element, Figure, Row, Table, Text
from certify.present.markup import capitalised, plain
from certify.present.quantity import EXPECTATION, NONE, POINTS, Number, Quantity, small
from certify.studies.whatif.analysed_result import AnalysedSensitivityResult
from certify.studies.whatif.result import (
    NOT_WORKED_OUT,
    AlternativeSensitivity,
    FigureName,
    SensitivityResult,
)

PLAIN = Quantity(9)
"""A figure that is no rate."""

SIGN_NOTE = (
    "The expectation is the player's, net of the Burnout payment where one is made; the house edge "
    "is the same with the other sign."
)
BONUS = "wagers.bonus."
CHARTED = {"without_burnout": "without Burnout", "with_burnout": "with Burnout"}
"""Plays of a Bonus wager that are charted; both are the strategy of the main wager."""
FIGURE_LINES = 36
"""Readings in one figure; more would not fit on a page."""
ABREAST = 3
"""Figures beside each other on a screen."""
SMALLEST = 0.5e-8
"""Changes below are printed as zero."""
SAME = "Computed; every figure stays as it is."
EXACT_NOTE = "A dash: no other reading makes it lower, or higher."
NO_READINGS = "The spec has no ruling with another reading that could be worked out."
SPREAD_NOTE = (
    "Expectations are in percent of the main wager, that of insurance in percent of the insurance "
    "wager, taken whenever it is offered; returns in percent of the Bonus wager, the wager "
    "included. A dash: no other reading makes it lower, or higher. Numerical error of an "
    "expectation: at most {bound} main wagers."
)
CHANGES_NOTE = (
    "Each reading by itself; those that change none of these figures are left out. A dash: there "
    "is no such figure then. The JSON holds every figure before and after at full precision."
)
BONUS_NOTE = (
    "The same bars for the main wager are in the section on rulings. Readings that change no Bonus "
    "wager are left out. A broken bar is longer than it is drawn; its value stands beside it."
)
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


def in_parts(names: Sequence[Numbered], most: int) -> Iterator[Sequence[Numbered]]:
    """Yield figures in parts of so many at most."""
    for begin in range(0, len(names), most):
        yield names[begin : begin + most]


@dataclass(frozen=True)
class Reading:
    """Another reading of a ruling, and what it changes."""

    ruling: str
    alternative: AlternativeSensitivity

    @property
    def label(self) -> str:
        """What it sets, for a chart."""
        settings = ", ".join(f"{name} = {value}" for name, value in self.alternative.settings)
        return f"{self.ruling}: {settings}"

    def difference(self, figure: FigureName) -> float | None:
        """Return its change of a figure; None where it leaves no such figure."""
        return self.alternative.difference(figure.path)

    def change(self, figure: FigureName) -> float:
        """Return its change of a figure, zero where it leaves no such figure."""
        return self.difference(figure) or 0.0

    def moves(self, figures: Sequence[FigureName]) -> bool:
        """Return whether it changes one of the figures by what is printed, or takes it away."""
        return self.alternative.changes is not None and any(
            self.difference(figure) is None or abs(self.change(figure)) >= SMALLEST
            for figure in figures
        )


def readings_of(result: SensitivityResult) -> tuple[list[Reading], list[Reading]]:
    """Return the readings that change a figure, and those that change none."""
    every = [
        Reading(ruling.id, alternative)
        for ruling in result.rulings
        for alternative in ruling.alternatives
    ]
    known = known_figures(result)
    moving = [reading for reading in every if reading.moves(known)]
    return moving, [reading for reading in every if reading not in moving]


def known_figures(result: SensitivityResult) -> list[FigureName]:
    """Return the figures that exist as ruled."""
    pairs = zip(result.figures, result.base, strict=True)
    return [figure for figure, base in pairs if base is not None]


def sensitivity_tables(result: SensitivityResult) -> Iterator[Element]:
    """Yield changes by ruling for every wager, and what payouts are worth."""
    moving, still = readings_of(result)
    if not moving and not still:
        yield Text(NO_READINGS)
    if moving:
        yield spread_table(result, moving)
        yield from change_tables(result, moving, ABREAST)
    if still:
        yield unchanged_table(still)
    if result.payouts:
        yield payouts_table(result)
    if not isinstance(result, AnalysedSensitivityResult):
        yield Text(SIGN_NOTE)
    elif result.payouts_missing is not None:
        yield Text(plain(result.payouts_missing))
    yield from accuracy(result.error_bound, result.method)


def spread_table(result: SensitivityResult, readings: Sequence[Reading]) -> Table:
    """Return between what every figure lies over all readings."""

    def end(figure: FigureName, base: float, reading: Reading, *, lowest: bool) -> tuple[str, str]:
        change = reading.change(figure)
        if abs(change) < SMALLEST or (change < 0) is not lowest:
            return NONE, NONE
        return value(base + change, is_rate=figure.is_rate), plain(reading.ruling)

    rows: list[Row] = []
    for figure, base in zip(result.figures, result.base, strict=True):
        if base is not None:
            ordered = sorted(readings, key=lambda reading: reading.change(figure))
            rows.append(
                (
                    plain(figure.wager),
                    plain(figure.figure),
                    value(base, is_rate=figure.is_rate),
                    *end(figure, base, ordered[0], lowest=True),
                    *end(figure, base, ordered[-1], lowest=False),
                )
            )
    return Table(
        [
            Column("Wager", 36),
            Column("Figure", 38),
            Column("As ruled, %", 28, "number"),
            Column("Lowest, %", 28, "number"),
            Column("Ruling", 14, "centre"),
            Column("Highest, %", 28, "number"),
            Column("Ruling", 14, "centre"),
        ],
        rows,
        "Every figure as ruled, and the lowest and the highest that one other reading makes of it",
        SPREAD_NOTE.format(bound=small(result.error_bound)) if result.error_bound else EXACT_NOTE,
        is_numbered=True,
    )


def change_tables(
    result: SensitivityResult, readings: Sequence[Reading], most: int
) -> Iterator[Table]:
    """Yield the change of every figure by every reading, at most so many figures to a table."""
    questions = {ruling.id: ruling.question for ruling in result.rulings}
    of_wagers = isinstance(result, AnalysedSensitivityResult)
    head_of = _name if of_wagers else _group
    tables = []
    for groups in _abreast(known_figures(result), most, head_of):
        figures = [figure for _, group in groups for figure in group]
        moving = [reading for reading in readings if reading.moves(figures)]
        if moving:
            tables.append((groups, figures, moving))
    for groups, figures, moving in tables:
        rows: list[Row] = []
        for name, alternatives in groupby(moving, key=lambda reading: reading.ruling):
            rows.append(Band(f"{plain(name)}\N{EN SPACE}{plain(questions[name])}"))
            rows += [
                (
                    plain(reading.alternative.text),
                    *(
                        change(reading.difference(figure), is_rate=figure.is_rate)
                        for figure in figures
                    ),
                )
                for reading in alternatives
            ]
        heads = [head for head, _ in groups]
        yield Table(
            [
                Column("Reading", 112),
                *(
                    Column(plain(figure.wager if of_wagers else _column(figure)), 44, "number")
                    for figure in figures
                ),
            ],
            rows,
            f"Change of every figure under each other reading, in percentage points: "
            f"{plain(listed(heads))}",
            CHANGES_NOTE if groups is tables[-1][0] else "",
            groups=[("", 1), *((plain(capitalised(head)), len(group)) for head, group in groups)]
            if len(groups) > 1
            else (),
            breakable=True,
            is_numbered=True,
        )


def _abreast(
    figures: Sequence[FigureName], most: int, head_of: Callable[[FigureName], str]
) -> Iterator[list[tuple[str, list[FigureName]]]]:
    """Yield the groups of figures of each table."""
    groups: dict[str, list[FigureName]] = {}
    for figure in figures:
        groups.setdefault(head_of(figure), []).append(figure)
    table: list[tuple[str, list[FigureName]]] = []
    for head, group in groups.items():
        for begin in range(0, len(group), most):
            part = group[begin : begin + most]
            if table and sum(len(others) for _, others in table) + len(part) > most:
                yield table
                table = []
            table.append((head, part))
    if table:
        yield table


def _name(figure: FigureName) -> str:
    """Return the name of a figure, under which those of all wagers stand."""
    return figure.figure


def _group(figure: FigureName) -> str:
    """Return the head under which a figure stands."""
    if figure.path.startswith(BONUS):
        return f"Bonus wagers, {play_of(figure)}"
    return "main wager and insurance"


def play_of(figure: FigureName) -> str:
    """Return how a Bonus wager is played, which its figure says after the first comma."""
    return figure.figure.partition(", ")[2]


def _column(figure: FigureName) -> str:
    """Return the title of the column of a figure."""
    if figure.path.startswith(BONUS):
        return f"{figure.path.removeprefix(BONUS).partition('.')[0]} wins"
    return {
        "wagers.main.ev": "without Burnout",
        "wagers.main_burnout.ev": "with Burnout",
    }.get(figure.path, figure.wager)


def listed(items: Sequence[str]) -> str:
    """Return items as they stand in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def bonus_charts(result: SensitivityResult, readings: Sequence[Reading]) -> Iterator[Figure]:
    """Yield the chart of the Bonus wagers, in as many figures as it needs."""
    wagers: dict[str, dict[str, FigureName]] = {}
    for figure in result.figures:
        if figure.path.startswith(BONUS):
            wins, play = figure.path.removeprefix(BONUS).split(".")[:2]
            if play in CHARTED:
                wagers.setdefault(wins, {})[play] = figure
    charted = [figure for plays in wagers.values() for figure in plays.values()]
    lines = [reading for reading in readings if reading.moves(charted)]
    if not lines:
        return

    def panel(wins: str, part: Sequence[Reading]) -> Panel:
        return Panel(
            f"{wins} wins",
            tuple(
                bars(
                    name,
                    [None if figure is None else reading.difference(figure) for reading in part],
                    POINTS,
                )
                for play, name in CHARTED.items()
                for figure in (wagers[wins].get(play),)
            ),
        )

    limit = longest_whole([panel(wins, lines) for wins in wagers])
    for start in range(0, len(lines), FIGURE_LINES):
        part = lines[start : start + FIGURE_LINES]
        yield Figure.of(
            "Change of the return of each Bonus wager under each other reading",
            PanelChart(
                [reading.label for reading in part],
                [panel(wins, part) for wins in wagers],
                "percentage points of the Bonus wager",
                limit,
            ),
            note=f"The main wager is played by {strategy_text(result)}. {BONUS_NOTE}",
        )


def strategy_text(result: SensitivityResult) -> str:
    """Return how the player plays."""
    if result.strategy in ("optimal", "basic"):
        return f"the {result.strategy} strategy made anew for each reading"
    return f"the strategy {result.strategy} throughout"


def unchanged_table(readings: Sequence[Reading]) -> Table:
    """Return the readings that change no figure, and why not."""
    unknown = any((each.alternative.reason or "").startswith(NOT_WORKED_OUT) for each in readings)
    return Table.of(
        f"Alternatives that change no figure here{', or were not worked out' if unknown else ''}",
        [
            Column("Ruling", 12, "bold", lambda reading: reading.ruling),
            Column("Alternative", 96, value=lambda reading: reading.alternative.text),
            Column("Why", 64, value=lambda reading: reading.alternative.reason or SAME),
        ],
        readings,
        breakable=True,
    )


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
                    plain(payout.meaning),
                )
            )
    return Table(
        [Column("Figure", 70), Column("Change", 30, "number"), Column("What it is", 54)],
        rows,
        "Change for one more unit of a payout or payment, % of what the figure is of",
        PAYOUTS_NOTE,
        breakable=True,
    )


def accuracy(error_bound: float, method: str) -> Iterator[Text]:
    """Yield how exact figures are, and how they were worked out."""
    if error_bound:
        yield Text(f"Numerical error of every expectation: at most {small(error_bound)} units.")
    else:
        yield Text("Every figure follows from integers; only what is printed is rounded.")
    yield Text(plain(f"Method: {method}."))
