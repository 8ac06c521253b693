"""Strategy charts: coloured grids with a letter in every cell, so that they read without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from certify.cards.charts import ACTION_MEANINGS, UPCARDS
from certify.present.grids import Grid, GridCell, GridPart, KeyEntry
from certify.present.palette import ACTION_FILLS, BURN_FILL, PAPER, Colour
from certify.studies.strategy.result import Chart, ChartSection

NOTHING = ("-", ".")
"""Cells of a card chart in which nothing is burned, or no card drawn."""

KIND_TITLES = {"hard": "Hard", "soft": "Soft", "pairs": "Pair"}

Reference = Mapping[tuple[str, str], Sequence[str]]


def chart_cells(chart: Chart) -> dict[tuple[str, str], Sequence[str]]:
    """Return the cells of a chart by kind of hand and hand.

    Parameters
    ----------
    chart : Chart
        A strategy chart.

    Returns
    -------
    dict
        For the comparison of one chart with another; a row of several hands is there for each.
    """
    return {
        (section.kind, hand): row.cells
        for section in chart.sections
        for row in section.rows
        for hand in _hands(row.hand)
    }


def _hands(label: str) -> list[str]:
    """Return the hands of a row such as ``4-8``."""
    first, dash, last = label.partition("-")
    return [str(total) for total in range(int(first), int(last) + 1)] if dash else [label]


def action_grid(chart: Chart, reference: Reference | None = None) -> Grid:
    """Return a chart of actions, hard hands at the left of soft hands and pairs.

    Parameters
    ----------
    chart : Chart
        Its cells are actions.
    reference : mapping, optional
        Cells of another chart: where the two differ the cell has a frame.

    Returns
    -------
    Grid
        The chart and its key.
    """
    used = {text for section in chart.sections for row in section.rows for text in row.cells}
    return Grid(
        (
            tuple(_part(each, reference) for each in chart.sections if each.kind == "hard"),
            tuple(_part(each, reference) for each in chart.sections if each.kind != "hard"),
        ),
        tuple(
            KeyEntry(code, meaning, _fill(code))
            for code, meaning in ACTION_MEANINGS.items()
            if code in used
        ),
    )


def card_grid(chart: Chart) -> Grid:
    """Return a chart of cards to burn.

    Parameters
    ----------
    chart : Chart
        Its cells are lists of cards.

    Returns
    -------
    Grid
        A part for each kind of hand.
    """
    return Grid((tuple(_part(section, None) for section in chart.sections),), kind="cards")


def _part(section: ChartSection, reference: Reference | None) -> GridPart:
    """Return the cells of one kind of hand."""
    rows = []
    for row in section.rows:
        others = [
            reference[section.kind, hand]
            for hand in _hands(row.hand)
            if reference is not None and (section.kind, hand) in reference
        ]
        cells = [
            GridCell(
                text,
                fill=_fill(text),
                is_faint=text in NOTHING,
                is_framed=any(other[place] != text for other in others),
            )
            for place, text in enumerate(row.cells)
        ]
        rows.append((row.hand, cells))
    return GridPart(KIND_TITLES[section.kind], UPCARDS, rows)


def _fill(text: str) -> Colour:
    """Return the colour of a cell."""
    if text in ACTION_MEANINGS:
        return ACTION_FILLS[text[0]]
    return PAPER if text in NOTHING else BURN_FILL
