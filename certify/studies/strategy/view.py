"""How a strategy is shown: charts, what they cost, hands that optimal play treats otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from certify.present.document import Column, Element, Figure, Table, Text, number
from certify.present.facts import identification, shoe_text
from certify.present.markup import plain
from certify.present.quantity import EXPECTATION, small
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.cost_view import cost_tables
from certify.studies.strategy.grids import action_grid, card_grid, chart_cells
from certify.studies.strategy.result import Chart, CompositionException, StrategyResult

SHOWN_EXCEPTIONS = 20
MARKS = "Marked is what differs from play without Burnout for a hand of the row."


def strategy_view(
    result: StrategyResult | StrategyCostResult, error_bound: float, *, everything: bool
) -> Iterator[Element]:
    """Yield what identifies a strategy, and what is shown of it or of what it costs."""
    yield from identification(
        result,
        ("Shoe", shoe_text(result.shoe)),
        ("Strategy", f"{result.strategy}, total-dependent"),
        *result.split_play.facts,
        strategy_sha256=result.strategy_sha256,
    )
    if isinstance(result, StrategyCostResult):
        yield from cost_tables(result, everything=everything)
    else:
        yield from strategy_tables(result, error_bound, everything=everything)


def strategy_tables(
    result: StrategyResult, error_bound: float, *, everything: bool
) -> Iterator[Figure | Table | Text]:
    """Yield what is shown of a strategy, but what identifies it.

    `error_bound`: bound on the numerical error of an expectation, which the result does not have.
    """
    figures = list(chart_figures(result.charts))
    letters = {
        entry.text: entry.meaning
        for figure in figures
        for grid in figure.body
        for entry in getattr(grid, "key", ())
    }
    yield Text(f"Letters: {'; '.join(f'{code} {letters[code]}' for code in letters)}.")
    yield from figures
    yield cost_table(result, f"Numerical error: at most {small(error_bound)} main wagers.")
    dearest = sorted(result.exceptions, key=lambda exception: -exception.gain)
    if not dearest:
        yield Text("No two-card hand is played otherwise by optimal play.")
        return
    shown = dearest if everything else dearest[:SHOWN_EXCEPTIONS]
    yield exceptions_table(sorted(shown, key=lambda exception: exception.with_burnout))
    if len(shown) < len(dearest):
        yield Text(f"{len(dearest) - len(shown)} more, each worth less, with --all.")


def strategy_charts(result: StrategyResult) -> Iterator[Figure]:
    """Return every chart of a strategy."""
    return chart_figures(result.charts)


def chart_figures(charts: Iterable[Chart]) -> Iterator[Figure]:
    """Yield every chart as a grid under its title."""
    without = None
    for chart in charts:
        title, note = plain(chart.title), plain(chart.note)
        if chart.cells == "cards":
            grid = card_grid(chart)
        elif chart.id == "with_burnout" and without is not None:
            grid, note = action_grid(chart, chart_cells(without)), f"{note} {MARKS}"
        else:
            grid = action_grid(chart)
        if chart.id == "without_burnout":
            without = chart
        yield Figure(title, title, (grid,), note)


def cost_table(result: StrategyResult, note: str = "") -> Table:
    """Return what the charts cost against optimal play."""
    return Table.of(
        "What the charts cost against optimal play, % of main wager",
        [
            Column("Wager", 60, value=lambda line: line[0]),
            number("Expectation", lambda line: line[1], EXPECTATION, 50),
            number("Cost", lambda line: line[2], EXPECTATION, 50),
        ],
        [
            (_without(result), result.ev_main, result.cost_main),
            *(
                [
                    (
                        "With Burnout, net of the payment",
                        result.ev_main_burnout,
                        result.cost_main_burnout,
                    )
                ]
                if result.ev_main_burnout is not None
                else []
            ),
        ],
        note,
    )


def _without(result: StrategyResult) -> str:
    """Return what the main wager alone is called, which needs no name where there is no option."""
    return "Main wager" if result.ev_main_burnout is None else "Without Burnout"


def exceptions_table(exceptions: Sequence[CompositionException], note: str = "") -> Table:
    """Return two-card hands that optimal play treats unlike the charts, in the order given."""
    return Table.of(
        "Two-card hands that optimal play treats unlike the charts",
        [
            *(
                [Column("Burnout", value=lambda found: "with" if found.with_burnout else "without")]
                if any(found.with_burnout for found in exceptions)
                else []
            ),
            Column("Hand", value=lambda found: found.cards),
            Column("Upcard", value=lambda found: found.upcard),
            Column("Chart", value=lambda found: found.chart),
            Column("Optimal", value=lambda found: found.optimal),
            number("Gain, % of main wager", lambda found: found.gain, EXPECTATION, 2),
        ],
        exceptions,
        note,
    )
