"""Strategy charts: coloured grids with a letter in every cell, so that they read without colour."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Table, TableStyle

from certify.report.blocks import following
from certify.report.fonts import SANS, SANS_BOLD, text_width
from certify.report.styles import (
    ACCENT,
    ACTION_FILLS,
    BAND,
    BURN_FILL,
    INK,
    PAPER,
    RULE,
    TEXT_WIDTH,
)
from certify.results.strategy import ACTION_MEANINGS, UPCARDS, Chart, ChartSection

GAP = 14.0
ROW_HEIGHT = 12.8
CELL_SIZE = 7.4
SMALLEST_CELL_SIZE = 7.0
"""Nobody reads less."""
NOTHING = ("-", ".")
"""Cells of a card chart in which nothing is burned, or no card drawn."""

KIND_TITLES = {"hard": "Hard", "soft": "Soft", "pairs": "Pair"}

Reference = Mapping[tuple[str, str], Sequence[str]]
Commands = list[tuple[object, ...]]


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


def action_grid(chart: Chart, reference: Reference | None = None) -> list[Flowable]:
    """Return a chart of actions, hard hands at the left of soft hands and pairs.

    Parameters
    ----------
    chart : Chart
        Its cells are actions.
    reference : mapping, optional
        Cells of another chart: where the two differ the cell has a frame.

    Returns
    -------
    list of Flowable
        The chart and its key.
    """
    label = 32.0
    cell = ((TEXT_WIDTH - GAP) / 2 - label) / len(UPCARDS)
    widths = [label] + [cell] * len(UPCARDS)
    hard = [_grid(s, widths, reference) for s in chart.sections if s.kind == "hard"]
    others = [_grid(s, widths, reference) for s in chart.sections if s.kind != "hard"]
    return [side_by_side(hard, others, 5.0), following(_key(chart))]


def card_grid(chart: Chart) -> list[Flowable]:
    """Return a chart of cards to burn.

    Parameters
    ----------
    chart : Chart
        Its cells are lists of cards.

    Returns
    -------
    list of Flowable
        A grid for each kind of hand, across the whole width.
    """
    label = 36.0
    cell = (TEXT_WIDTH - label) / len(UPCARDS)
    widths = [label] + [cell] * len(UPCARDS)
    return [_grid(section, widths, None) for section in chart.sections]


def grid_frame(size: float, padding: float) -> Commands:
    """Return the frame of a grid: heads over the upcards and before the hands, and rules.

    Parameters
    ----------
    size : float
        Font size of the heads.
    padding : float
        Points on either side of a cell's text.

    Returns
    -------
    list of tuple
        Commands of a table's style.
    """
    return [
        ("FONT", (0, 0), (-1, -1), SANS_BOLD, size, size + 1),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("TEXTCOLOR", (0, 0), (-1, 0), ACCENT),
        ("BACKGROUND", (0, 0), (-1, 0), BAND),
        ("BACKGROUND", (0, 1), (0, -1), BAND),
        ("ALIGN", (0, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), padding),
        ("RIGHTPADDING", (0, 0), (-1, -1), padding),
        ("TOPPADDING", (0, 0), (-1, -1), 0.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ("INNERGRID", (0, 0), (-1, -1), 0.35, RULE),
        ("BOX", (0, 0), (-1, -1), 0.8, ACCENT),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, ACCENT),
    ]


def side_by_side(left: Sequence[Flowable], right: Sequence[Flowable], space: float) -> Table:
    """Return two stacks of grids beside each other.

    Parameters
    ----------
    left, right : sequence of Flowable
        The grids, each half as wide as the text.
    space : float
        Points below them.

    Returns
    -------
    Table
        As wide as the text.
    """
    half = (TEXT_WIDTH - GAP) / 2
    return Table(
        # An empty cell must be a string.
        [[list(left) or "", "", list(right) or ""]],
        colWidths=[half, GAP, half],
        style=TableStyle(
            [
                ("FONTNAME", (0, 0), (-1, -1), SANS),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
            ]
        ),
        hAlign="LEFT",
        spaceAfter=space,
    )


def _grid(section: ChartSection, widths: Sequence[float], reference: Reference | None) -> Table:
    """Return the grid of one kind of hand."""
    lines: list[list[str]] = [[KIND_TITLES[section.kind], *UPCARDS]]
    heights = [ROW_HEIGHT]
    commands = grid_frame(CELL_SIZE, 1.0)
    frames: Commands = []
    for y, row in enumerate(section.rows, start=1):
        line = [row.hand]
        others = [
            reference[section.kind, hand]
            for hand in _hands(row.hand)
            if reference is not None and (section.kind, hand) in reference
        ]
        for x, text in enumerate(row.cells, start=1):
            fitted, size = _fit(text, widths[x] - 3)
            line.append(fitted)
            if size != CELL_SIZE:
                commands.append(("FONT", (x, y), (x, y), SANS_BOLD, size, size + 1))
            if text in NOTHING:
                commands.append(("FONT", (x, y), (x, y), SANS, CELL_SIZE, CELL_SIZE + 1))
            commands.append(("BACKGROUND", (x, y), (x, y), _fill(text)))
            if any(other[x - 1] != text for other in others):
                frames.append(("BOX", (x, y), (x, y), 1.5, INK))
        lines.append(line)
        heights.append(ROW_HEIGHT + 8 * max(text.count("\n") for text in line))
    return Table(
        lines,
        colWidths=list(widths),
        rowHeights=heights,
        repeatRows=1,
        style=TableStyle(commands + frames),
        hAlign="LEFT",
        spaceAfter=7,
    )


def _fill(text: str) -> object:
    """Return the colour of a cell."""
    if text in ACTION_MEANINGS:
        return ACTION_FILLS[text[0]]
    return PAPER if text in NOTHING else BURN_FILL


def _fit(text: str, width: float) -> tuple[str, float]:
    """Return a cell's text, in several lines if it must, and the font size at which it fits."""
    shown = "–" if text == "-" else text.replace("-", "–")
    for size in (CELL_SIZE, SMALLEST_CELL_SIZE):
        if text_width(shown, SANS_BOLD, size) <= width:
            return shown, size
    lines = [""]
    for part in re.findall(r"[^,]+,?", shown):
        fits = text_width(lines[-1] + part, SANS_BOLD, SMALLEST_CELL_SIZE) <= width
        if fits or not lines[-1]:
            lines[-1] += part
        else:
            lines.append(part)
    return "\n".join(lines), SMALLEST_CELL_SIZE


def _key(chart: Chart) -> Flowable:
    """Return the key of the actions that a chart uses."""
    used = {text for section in chart.sections for row in section.rows for text in row.cells}
    return fill_key(
        [(code, meaning, _fill(code)) for code, meaning in ACTION_MEANINGS.items() if code in used],
        font=SANS_BOLD,
        size=7.6,
        widths=(20, 12),
    )


def fill_key(
    entries: Sequence[tuple[str, str, Color]],
    *,
    font: str,
    size: float,
    widths: tuple[float, float],
) -> Flowable:
    """Return the key of a grid, in one line.

    Parameters
    ----------
    entries : sequence of (str, str, Color)
        What stands in a cell, what it means, and the fill of the cell.
    font : str
        Of what stands in the cells.
    size : float
        Of all text, in points.
    widths : tuple of float
        Of a cell, and of the space beside each meaning, in points.

    Returns
    -------
    Flowable
        The key.
    """
    cell_width, space = widths
    cells: list[str] = []
    columns: list[float] = []
    commands: Commands = [
        ("FONT", (0, 0), (-1, -1), SANS, size, 9),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 0.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
    ]
    for text, meaning, fill in entries:
        x = len(cells)
        cells += [text, meaning]
        columns += [cell_width, text_width(meaning, SANS, size) + space]
        commands += [
            ("BACKGROUND", (x, 0), (x, 0), fill),
            ("BOX", (x, 0), (x, 0), 0.5, RULE),
            ("FONT", (x, 0), (x, 0), font, size, 9),
            ("ALIGN", (x, 0), (x, 0), "CENTER"),
        ]
    return Table(
        [cells],
        colWidths=columns,
        rowHeights=[ROW_HEIGHT],
        style=TableStyle(commands),
        hAlign="LEFT",
        spaceAfter=6,
    )
