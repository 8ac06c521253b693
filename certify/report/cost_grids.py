"""Charts of what wrong decisions cost: the dearer, the darker, with the figure in every cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from reportlab.lib.colors import Color, HexColor
from reportlab.platypus import Flowable, Table, TableStyle

from certify.report.blocks import following
from certify.report.figures import fixed
from certify.report.fonts import SANS, text_width
from certify.report.grids import (
    GAP,
    KIND_TITLES,
    ROW_HEIGHT,
    fill_key,
    grid_frame,
    side_by_side,
)
from certify.report.styles import PAPER, TEXT_WIDTH
from certify.results.strategy import UPCARDS
from certify.results.strategy_cost import CostCell, CostChart, CostSection

SHADES: tuple[tuple[float, Color], ...] = (
    # Percent of the main wager below which a cell has the fill: lightness alone tells them apart.
    (1.0, PAPER),
    (5.0, HexColor("#e6ecf2")),
    (20.0, HexColor("#c3d0dd")),
    (50.0, HexColor("#94abc2")),
    (float("inf"), HexColor("#4c6c8c")),
)
DARK = 4
"""Place in `SHADES` from which the figure is set in white."""

NEVER = "·"
"""A cell that never comes up to be played otherwise."""
NEVER_MEANING = "does not come up"

SIZE = 6.4
SMALL = 5.5
SMALLEST = 4.4
TALL_ROW = 13.2
"""Height of a row whose cells have two lines."""


def cost_grid(chart: CostChart) -> list[Flowable]:
    """Return a chart of the cost of the second-best decision.

    Parameters
    ----------
    chart : CostChart
        Its cells are costs.

    Returns
    -------
    list of Flowable
        The chart and its key. Charts of actions stand beside each other, hard hands at the left;
        charts of cards to burn take the whole width.
    """
    if chart.id in ("burn_on_hit", "burn_on_double"):
        widths = _widths(36.0, TEXT_WIDTH)
        return [*(_grid(section, widths, lines=1) for section in chart.sections), following(_key())]
    widths = _widths(26.0, (TEXT_WIDTH - GAP) / 2)
    hard = [_grid(s, widths, lines=2) for s in chart.sections if s.kind == "hard"]
    others = [_grid(s, widths, lines=2) for s in chart.sections if s.kind != "hard"]
    return [side_by_side(hard, others, 4.0), following(_key())]


def cost_text(cost: float) -> str:
    """Return a cost in percent in four characters or fewer.

    Parameters
    ----------
    cost : float
        A fraction of the main wager.

    Returns
    -------
    str
        Two decimals below 10 %, one below 100 %.
    """
    points = 100 * cost
    digits = next((d for d, limit in ((2, 9.995), (1, 99.95)) if abs(points) < limit), 0)
    return fixed(points, digits)


def _widths(label: float, whole: float) -> list[float]:
    """Return the widths of the columns of a grid."""
    return [label] + [(whole - label) / len(UPCARDS)] * len(UPCARDS)


def _grid(section: CostSection, widths: Sequence[float], *, lines: int) -> Table:
    """Return the grid of one kind of hand."""
    table: list[list[str]] = [[KIND_TITLES[section.kind], *UPCARDS]]
    commands = [
        *grid_frame(SIZE + 0.8, 0.5),
        # Two lines of figures fill their cell.
        ("TOPPADDING", (1, 1), (-1, -1), 0.2),
        ("BOTTOMPADDING", (1, 1), (-1, -1), 0.9),
    ]
    for y, row in enumerate(section.rows, start=1):
        table.append([row.hand])
        for x, cell in enumerate(row.cells, start=1):
            text, size = _cell(cell, widths[x] - 2, lines)
            table[-1].append(text)
            commands.append(("FONT", (x, y), (x, y), SANS, size, size + 0.5))
            if cell.cost_each is None:
                continue
            shade = _shade(cell.cost_each)
            commands.append(("BACKGROUND", (x, y), (x, y), SHADES[shade][1]))
            if shade >= DARK:
                commands.append(("TEXTCOLOR", (x, y), (x, y), PAPER))
    return Table(
        table,
        colWidths=list(widths),
        rowHeights=[ROW_HEIGHT] + [TALL_ROW if lines > 1 else ROW_HEIGHT] * len(section.rows),
        repeatRows=1,
        style=TableStyle(commands),
        hAlign="LEFT",
        spaceAfter=6,
    )


def _cell(cell: CostCell, width: float, lines: int) -> tuple[str, float]:
    """Return the text of a cell and the font size at which it fits."""
    if cell.instead is None or cell.cost_each is None:
        return NEVER, SIZE
    cost = cost_text(cell.cost_each)
    if lines > 1:
        text, size = f"{cell.plays}→{cell.instead}\n{cost}", SMALL
    else:
        text, size = f"{cell.instead}  {cost}", SIZE
    while size > SMALLEST and max(text_width(t, SANS, size) for t in text.split("\n")) > width:
        size -= 0.2
    return text, size


def _shade(cost: float) -> int:
    """Return the place of the fill of a cost."""
    return next(place for place, (limit, _) in enumerate(SHADES) if 100 * cost < limit)


def _key() -> Flowable:
    """Return the key of the fills."""
    limits = [limit for limit, _ in SHADES]
    meanings = [
        f"below {limits[0]:g} %",
        *(f"{low:g} to {high:g} %" for low, high in pairwise(limits[:-1])),
        f"{limits[-2]:g} % or more",
    ]
    shades = [("", meaning, fill) for meaning, (_, fill) in zip(meanings, SHADES, strict=True)]
    return fill_key([*shades, (NEVER, NEVER_MEANING, PAPER)], font=SANS, size=7.4, widths=(18, 11))
