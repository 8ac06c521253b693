"""What every other reading of a ruling, and every payout, does to every wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from certify.evidence.report.charts.panel_charts import Panel, longest_whole, panel_chart
from certify.present.document import Band, Column, Composer, Row
from certify.present.figures import NONE, RATE_DIGITS, bound, percent
from certify.present.markup import capitalised, plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import Certification
from certify.studies.whatif.result import (
    AlternativeSensitivity,
    FigureName,
    SensitivityResult,
)
from certify.studies.whatif.sensitivity_view import payouts_table, unchanged_table

FIGURE_LINES = 36
"""Readings in one figure; more would not fit on a page."""
MOST_COLUMNS = 8
"""Figures beside each other in a table."""
CHANGE_DIGITS = RATE_DIGITS
"""Decimals of a change in percentage points."""
SMALLEST = 0.5 * 10.0 ** -(CHANGE_DIGITS + 2)
"""Changes below are printed as zero."""

BONUS = "wagers.bonus."
CHARTED = {"without_burnout": "without Burnout", "with_burnout": "with Burnout"}
"""Plays of a Bonus wager that are charted; both are the strategy of the main wager."""


@dataclass(frozen=True)
class _Reading:
    """A reading that changes a figure."""

    ruling: str
    alternative: AlternativeSensitivity

    @property
    def label(self) -> str:
        """Return what it sets, for a chart."""
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
        return any(
            self.difference(figure) is None or abs(self.change(figure)) >= SMALLEST
            for figure in figures
        )


def write_sensitivity(composer: Composer, certification: Certification) -> None:
    """Write what other readings and payouts do to every wager, if it was worked out."""
    result = certification.sensitivity
    if result is None:
        return
    composer.section("Sensitivity")
    known = _known(result)
    every = [
        _Reading(ruling.id, alternative)
        for ruling in result.rulings
        for alternative in ruling.alternatives
    ]
    readings = [reading for reading in every if reading.moves(known)]
    composer.text(_finding(result, readings))
    if readings:
        composer.subsection("Other readings of the rulings", in_contents=False)
        _write_spread(composer, result, readings)
        _write_bonus_chart(composer, result, readings)
        _write_changes(composer, result, readings)
    _write_unchanged(composer, [reading for reading in every if not reading.moves(known)])
    if result.payouts:
        composer.subsection("Payouts and payments", in_contents=False)
        _write_payouts(composer, result)


def _finding(result: SensitivityResult, readings: Sequence[_Reading]) -> str:
    """Return what is found, and on what basis."""
    found = []
    for figure, base in zip(result.figures, result.base, strict=True):
        if base is None or not readings or figure.path.startswith(BONUS):
            continue
        most = max(readings, key=lambda reading: abs(reading.change(figure)))
        if abs(most.change(figure)) >= SMALLEST:
            points = percent(most.change(figure), CHANGE_DIGITS, signed=True)
            found.append(f"{points} to {_wager_text(figure)} (ruling {plain(most.ruling)})")
    returns = [figure for figure in result.figures if figure.path.startswith(BONUS)]
    pairs = [(reading, figure) for reading in readings for figure in returns]
    if pairs:
        reading, figure = max(pairs, key=lambda pair: abs(pair[0].change(pair[1])))
        if abs(reading.change(figure)) >= SMALLEST:
            points = percent(reading.change(figure), CHANGE_DIGITS, signed=True)
            found.append(
                f"{points} to the return of a Bonus wager ({_wager_text(figure)}, "
                f"{plain(_play(figure))}; ruling {plain(reading.ruling)})"
            )
    start = "No other reading of a ruling changes a figure of this section. "
    if found:
        start = (
            "Of all other readings of the rulings, taken one at a time, the largest changes, in "
            f"percentage points, are {_listed(found)}. "
        )
    return (
        f"{start}Every other reading of every ruling was computed by itself, all else as ruled, "
        f"with {_strategy(result)}. Expectations and returns are the player’s, in percent of the "
        "wager that is named, with Burnout net of the payment; changes are in percentage points "
        "against the figures as ruled."
    )


def _strategy(result: SensitivityResult) -> str:
    """Return how the player plays."""
    if result.strategy in ("optimal", "basic"):
        return f"the {result.strategy} strategy made anew for each reading"
    return f"the strategy {plain(result.strategy)} throughout"


def _listed(items: Sequence[str]) -> str:
    """Return items as they stand in a sentence."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _wager_text(figure: FigureName) -> str:
    """Return the name of a wager within a sentence."""
    name = figure.wager.replace(",", "")
    if not name.startswith("Bonus"):
        name = f"{name[:1].lower()}{name[1:]}"
    return plain(name if "wager" not in name else f"the {name}")


def _play(figure: FigureName) -> str:
    """Return how a Bonus wager is played, which its figure says after the first comma."""
    return figure.figure.partition(", ")[2]


def _known(result: SensitivityResult) -> list[FigureName]:
    """Return the figures that exist as ruled."""
    pairs = zip(result.figures, result.base, strict=True)
    return [figure for figure, base in pairs if base is not None]


def _write_spread(
    composer: Composer, result: SensitivityResult, readings: Sequence[_Reading]
) -> None:
    """Write between what every figure lies over all readings."""
    rows = []
    for figure, base in zip(result.figures, result.base, strict=True):
        if base is None:
            continue
        ordered = sorted(readings, key=lambda reading: reading.change(figure))
        rows.append(
            (
                plain(figure.wager),
                plain(figure.figure),
                percent(base),
                *_end(figure, base, ordered[0], lowest=True),
                *_end(figure, base, ordered[-1], lowest=False),
            )
        )
    composer.table(
        "Every figure as ruled, and the lowest and the highest that one other reading makes of it",
        [
            Column("Wager", 40),
            Column("Figure", 42),
            Column("As ruled, %", 24, "number"),
            Column("Lowest, %", 24, "number"),
            Column("Ruling", 15, "centre"),
            Column("Highest, %", 24, "number"),
            Column("Ruling", 15, "centre"),
        ],
        rows,
        note=(
            "Expectations are in percent of the main wager, that of insurance in percent of the "
            "insurance wager, taken whenever it is offered; returns in percent of the Bonus wager, "
            "the wager included. A dash: no other reading makes it lower, or higher. "
            f"Numerical error of an expectation: at most {bound(result.error_bound)} main wagers."
        ),
    )


def _end(figure: FigureName, base: float, reading: _Reading, *, lowest: bool) -> tuple[str, str]:
    """Return the figure under the reading at one end, and its ruling."""
    change = reading.change(figure)
    if abs(change) < SMALLEST or (change < 0) is not lowest:
        return NONE, NONE
    return percent(base + change), plain(reading.ruling)


def _bonus_wagers(result: SensitivityResult) -> dict[str, dict[str, FigureName]]:
    """Return the charted figures of each Bonus wager by play, in the order of the result."""
    found: dict[str, dict[str, FigureName]] = {}
    for figure in result.figures:
        if figure.path.startswith(BONUS):
            wins, play = figure.path.removeprefix(BONUS).split(".")[:2]
            if play in CHARTED:
                found.setdefault(wins, {})[play] = figure
    return found


def _write_bonus_chart(
    composer: Composer, result: SensitivityResult, readings: Sequence[_Reading]
) -> None:
    """Write the chart of the Bonus wagers, in as many figures as it needs."""
    wagers = _bonus_wagers(result)
    charted = [figure for plays in wagers.values() for figure in plays.values()]
    lines = [reading for reading in readings if reading.moves(charted)]

    def bars(part: Sequence[_Reading], plays: dict[str, FigureName], play: str) -> Bars:
        figure = plays.get(play)
        return Bars(
            CHARTED[play],
            tuple(_points(reading.difference(figure)) if figure else None for reading in part),
        )

    def panels(part: Sequence[_Reading]) -> list[Panel]:
        return [
            Panel(f"{wins} wins", tuple(bars(part, plays, play) for play in CHARTED))
            for wins, plays in wagers.items()
        ]

    if not lines:
        return
    limit = longest_whole(panels(lines))
    for start in range(0, len(lines), FIGURE_LINES):
        part = lines[start : start + FIGURE_LINES]
        composer.figure(
            "Change of the return of each Bonus wager under each other reading",
            panel_chart(
                [reading.label for reading in part],
                panels(part),
                unit="percentage points of the Bonus wager",
                limit=limit,
            ),
            note=(
                f"The main wager is played by {_strategy(result)}. The same bars for the main "
                "wager are in the section on rulings. Readings that change no Bonus wager are left "
                "out. A broken bar is longer than it is drawn; its value stands beside it."
            ),
        )


def _points(value: float | None) -> float | None:
    """Return a change in percentage points."""
    return None if value is None else value * 100


def _write_changes(
    composer: Composer, result: SensitivityResult, readings: Sequence[_Reading]
) -> None:
    """Write the change of every figure by every reading, a table for each group of figures."""
    for groups in _tables(_known(result)):
        figures = [figure for _, group in groups for figure in group]
        rows: list[Row] = []
        moving = [reading for reading in readings if reading.moves(figures)]
        for name, alternatives in groupby(moving, key=lambda reading: reading.ruling):
            question = next(ruling.question for ruling in result.rulings if ruling.id == name)
            rows.append(Band(f"{plain(name)}\N{EN SPACE}{plain(question)}"))
            rows += [
                (
                    plain(reading.alternative.text),
                    *(
                        percent(reading.difference(figure), CHANGE_DIGITS, signed=True)
                        for figure in figures
                    ),
                )
                for reading in alternatives
            ]
        heads = [head for head, _ in groups]
        composer.table(
            "Change of every figure under each other reading, in percentage points: "
            f"{_listed([plain(head) for head in heads])}",
            [
                Column("Reading", 128 if len(figures) < MOST_COLUMNS else 112),
                *(Column(plain(_column(figure)), 44, "number") for figure in figures),
            ],
            rows,
            groups=[("", 1), *((plain(capitalised(head)), len(g)) for head, g in groups)],
            note=(
                "Each reading by itself; those that change none of these figures are left out. A "
                "dash: there is no such figure then. The results file holds every figure before "
                "and after at full precision."
            ),
            breakable=True,
        )


def _tables(
    figures: Sequence[FigureName],
) -> Iterator[list[tuple[str, list[FigureName]]]]:
    """Yield the groups of figures of each table."""
    groups: dict[str, list[FigureName]] = {}
    for figure in figures:
        groups.setdefault(_group(figure), []).append(figure)
    table: list[tuple[str, list[FigureName]]] = []
    for head, group in groups.items():
        if table and sum(len(others) for _, others in table) + len(group) > MOST_COLUMNS:
            yield table
            table = []
        table.append((head, group))
    if table:
        yield table


def _group(figure: FigureName) -> str:
    """Return the head under which a figure stands."""
    if figure.path.startswith(BONUS):
        return f"Bonus wagers, {_play(figure)}"
    return "main wager and insurance"


def _column(figure: FigureName) -> str:
    """Return the title of the column of a figure."""
    if figure.path.startswith(BONUS):
        return f"{figure.path.removeprefix(BONUS).partition('.')[0]} wins"
    return {
        "wagers.main.ev": "without Burnout",
        "wagers.main_burnout.ev": "with Burnout",
    }.get(figure.path, figure.wager)


def _write_unchanged(composer: Composer, readings: Sequence[_Reading]) -> None:
    """Write the readings that change no figure, and why."""
    if not readings:
        return
    unchanged = [
        (
            reading.ruling,
            reading.alternative.text,
            reading.alternative.reason or "Computed; every figure stays as it is.",
        )
        for reading in readings
    ]
    composer.put(replace(unchanged_table(unchanged), breakable=True))


def _write_payouts(composer: Composer, result: SensitivityResult) -> None:
    """Write what one more unit of each payout is worth."""
    composer.text(
        "Each figure here is a linear function of the payout or payment beside it as long as play "
        "stays the same, so one number says everything: the change of the figure for one more "
        "unit. A payout that is smaller by a tenth of a unit changes the figure by a tenth of it, "
        "the other way."
    )
    composer.put(payouts_table(result))
