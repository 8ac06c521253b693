"""Strategy charts on the screen: letters that decide, colours that repeat them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.text import Text

from certify.cards.charts import ACTION_MEANINGS, UPCARDS
from certify.cli.display import table, titled
from certify.present.quantity import EXPECTATION
from certify.studies.strategy.result import Chart, CompositionException

COLOURS = {
    "S": "black on bright_red",
    "H": "black on bright_green",
    "D": "black on bright_cyan",
    "P": "black on bright_yellow",
    "R": "black on white",
}
"""By the first letter of an action; black, since terminals differ in what bright means."""

BURN_COLOUR = "black on bright_green"
NOTHING = ("-", ".")


def chart_table(chart: Chart) -> Group:
    """Return a chart.

    Parameters
    ----------
    chart : Chart
        The chart.

    Returns
    -------
    Group
        A row for each line of the chart, a rule between kinds of hands.
    """
    drawn = table("Hand", *UPCARDS)
    drawn.columns[0].no_wrap = True
    if chart.cells == "cards":
        # Sets of cards are long: the rule between columns has to do as the gap.
        drawn.padding = 0
    for column in drawn.columns[1:]:
        column.justify = "center"
    for section in chart.sections:
        for row in section.rows:
            hand = row.hand if section.kind == "pairs" else f"{section.kind} {row.hand}"
            drawn.add_row(hand, *(_cell(chart, cell) for cell in row.cells))
        drawn.add_section()
    return titled(chart.title, drawn, chart.note)


def legend(charts: Iterable[Chart]) -> str:
    """Return the meaning of every letter that the charts use.

    Parameters
    ----------
    charts : iterable of Chart
        The charts.

    Returns
    -------
    str
        One sentence.
    """
    used = {
        cell
        for chart in charts
        if chart.cells == "actions"
        for section in chart.sections
        for row in section.rows
        for cell in row.cells
    }
    meanings = [f"{code} {ACTION_MEANINGS[code]}" for code in ACTION_MEANINGS if code in used]
    return f"Letters: {'; '.join(meanings)}."


def exceptions_table(exceptions: Iterable[CompositionException]) -> Group:
    """Return the hands that optimal play treats unlike the charts.

    Parameters
    ----------
    exceptions : iterable of CompositionException
        The hands, in the order to be printed.

    Returns
    -------
    Group
        A line for each.
    """
    listed = table(
        "Burnout",
        "Hand",
        "Upcard",
        "Chart",
        "Optimal",
        "Gain, % of main wager",
        numbers_from=5,
    )
    for exception in exceptions:
        listed.add_row(
            "with" if exception.with_burnout else "without",
            exception.cards,
            exception.upcard,
            exception.chart,
            exception.optimal,
            EXPECTATION(exception.gain),
        )
    return titled("Two-card hands that optimal play treats unlike the charts", listed)


def _cell(chart: Chart, cell: str) -> Text:
    if chart.cells == "actions":
        return Text(f"{cell:^4}", style=COLOURS[cell[0]])
    return Text(cell, style="" if cell in NOTHING else BURN_COLOUR)
