"""Charts of what wrong decisions cost: the dearer, the darker, with the figure in every cell."""

from __future__ import annotations

from itertools import pairwise

from certify.cards.charts import UPCARDS
from certify.present.figures import fixed
from certify.present.grids import Grid, GridCell, GridPart, KeyEntry
from certify.present.palette import PAPER, Colour
from certify.present.palette import SHADES as FILLS
from certify.studies.strategy.cost_result import CostCell, CostChart, CostSection
from certify.studies.strategy.grids import KIND_TITLES

SHADES: tuple[tuple[float, Colour], ...] = (
    # Percent of the main wager below which a cell has the fill: lightness alone tells them apart.
    *zip((1.0, 5.0, 20.0, 50.0, float("inf")), (PAPER, *FILLS), strict=True),
)
DARK = 4
"""Place in `SHADES` from which the figure is set in white."""

NEVER = "·"
"""A cell that never comes up to be played otherwise."""
NEVER_MEANING = "does not come up"


def cost_grid(chart: CostChart) -> Grid:
    """Return a chart of the cost of the second-best decision."""
    of_cards = chart.id in ("burn_on_hit", "burn_on_double")
    return Grid(
        (tuple(_part(section, of_cards=of_cards) for section in chart.sections),),
        _key(),
        kind="costs",
    )


def cost_text(cost: float) -> str:
    """Return a cost in percent in four characters or fewer.

    The result: two decimals below 10 %, one below 100 %.
    """
    points = 100 * cost
    digits = next((d for d, limit in ((2, 9.995), (1, 99.95)) if abs(points) < limit), 0)
    return fixed(points, digits)


def _part(section: CostSection, *, of_cards: bool) -> GridPart:
    """Return the cells of one kind of hand."""
    return GridPart(
        KIND_TITLES[section.kind],
        UPCARDS,
        [
            (row.hand, [_cell(cell, of_cards=of_cards) for cell in row.cells])
            for row in section.rows
        ],
    )


def _cell(cell: CostCell, *, of_cards: bool) -> GridCell:
    """Return a cell: what is next best, and what it costs."""
    if cell.cost_each is None:
        return GridCell(NEVER)
    shade = _shade(cell.cost_each)
    fill, is_strong = SHADES[shade][1], shade >= DARK
    if cell.instead is None:
        return GridCell(NEVER, fill=fill, is_strong=is_strong)
    what = cell.instead if of_cards else f"{cell.plays}→{cell.instead}"
    return GridCell(what, cost_text(cell.cost_each), fill=fill, is_strong=is_strong)


def _shade(cost: float) -> int:
    """Return the place of the fill of a cost."""
    return next(place for place, (limit, _) in enumerate(SHADES) if 100 * cost < limit)


def _key() -> tuple[KeyEntry, ...]:
    """Return the key of the fills."""
    limits = [limit for limit, _ in SHADES]
    meanings = [
        f"below {limits[0]:g} %",
        *(f"{low:g} to {high:g} %" for low, high in pairwise(limits[:-1])),
        f"{limits[-2]:g} % or more",
    ]
    return (
        *(KeyEntry("", meaning, fill) for meaning, (_, fill) in zip(meanings, SHADES, strict=True)),
        KeyEntry(NEVER, NEVER_MEANING, PAPER),
    )
