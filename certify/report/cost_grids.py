"""Charts of what wrong decisions cost: the dearer, the darker, with the figure in every cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Table, TableStyle

from certify.present import palette
from certify.report.blocks import following
from certify.report.figures import fixed
from certify.report.fonts import SANS, text_width
from certify.report.grids import (
    KIND_TITLES,
    ROW_HEIGHT,
    fill_key,
    grid_frame,
)
from certify.report.styles import PAPER, TEXT_WIDTH, colour_of
from certify.results.strategy import UPCARDS
from certify.results.strategy_cost import CostCell, CostChart, CostSection

SHADES: tuple[tuple[float, Color], ...] = (
    # Percent of the main wager below which a cell has the fill: lightness alone tells them apart.
    (1.0, PAPER),
    *zip((5.0, 20.0, 50.0, float("inf")), map(colour_of, palette.SHADES), strict=True),
)
DARK = 4
"""Place in `SHADES` from which the figure is set in white."""

NEVER = "·"
"""A cell that never comes up to be played otherwise."""
NEVER_MEANING = "does not come up"

SIZE = 7.0
"""Size of all text in the cells: nobody reads less."""
LABEL_WIDTH = 36.0
LINE = 7.6
"""Points by which a second line makes a row taller."""


def cost_grid(chart: CostChart) -> list[Flowable]:
    """Return a chart of the cost of the second-best decision.

    Parameters
    ----------
    chart : CostChart
        Its cells are costs.

    Returns
    -------
    list of Flowable
        A grid for each kind of hand, across the whole width, and the key.
    """
    widths = [LABEL_WIDTH] + [(TEXT_WIDTH - LABEL_WIDTH) / len(UPCARDS)] * len(UPCARDS)
    of_cards = chart.id in ("burn_on_hit", "burn_on_double")
    grids = [_grid(section, widths, of_cards=of_cards) for section in chart.sections]
    return [*grids, following(_key())]


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


def _grid(section: CostSection, widths: Sequence[float], *, of_cards: bool) -> Table:
    """Return the grid of one kind of hand."""
    table: list[list[str]] = [[KIND_TITLES[section.kind], *UPCARDS]]
    commands = [
        *grid_frame(SIZE + 0.4, 0.5),
        ("FONT", (1, 1), (-1, -1), SANS, SIZE, LINE),
    ]
    heights = [ROW_HEIGHT]
    for y, row in enumerate(section.rows, start=1):
        table.append([row.hand])
        for x, cell in enumerate(row.cells, start=1):
            table[-1].append(_cell(cell, widths[x] - 2, of_cards=of_cards))
            if cell.cost_each is None:
                continue
            shade = _shade(cell.cost_each)
            commands.append(("BACKGROUND", (x, y), (x, y), SHADES[shade][1]))
            if shade >= DARK:
                commands.append(("TEXTCOLOR", (x, y), (x, y), PAPER))
        heights.append(ROW_HEIGHT + LINE * max(text.count("\n") for text in table[-1]))
    return Table(
        table,
        colWidths=list(widths),
        rowHeights=heights,
        repeatRows=1,
        style=TableStyle(commands),
        hAlign="LEFT",
        spaceAfter=6,
    )


def _cell(cell: CostCell, width: float, *, of_cards: bool) -> str:
    """Return the text of a cell: what is next best, and what it costs; in two lines if it must."""
    if cell.instead is None or cell.cost_each is None:
        return NEVER
    cost = cost_text(cell.cost_each)
    what = cell.instead if of_cards else f"{cell.plays}→{cell.instead}"
    text = f"{what}  {cost}"
    return text if text_width(text, SANS, SIZE) <= width else f"{what}\n{cost}"


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
