"""Strategy charts: coloured grids with a letter in every cell, so that they read without colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from certify.cards.charts import ACTION_MEANINGS, UPCARDS, RowKind
from certify.present.grids import Grid, GridCell, GridPart, KeyEntry
from certify.present.markup import MINUS
from certify.present.palette import ACTION_FILLS, BURN_FILL, PAPER, Colour
from certify.present.palette import SHADES as FILLS
from certify.present.quantity import Quantity
from certify.studies.strategy.cost_result import CostCell, CostChart, CostSection
from certify.studies.strategy.result import Chart, ChartSection

NOTHING = ("-", ".")
"""Cells of a card chart in which nothing is burned, or no card drawn."""

KIND_TITLES = {"hard": "Hard", "soft": "Soft", "pairs": "Pair"}

Reference = Mapping[tuple[str, str], Sequence[str]]


def chart_cells(chart: Chart) -> dict[tuple[str, str], Sequence[str]]:
    """Return the cells of a chart by kind of hand and hand, to compare it with another."""
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
    """Return a chart of actions, framed where another chart has another one."""
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
    """Return a chart of cards to burn, a part for each kind of hand."""
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
                told=f"{_where(section.kind, row.hand, upcard)}: {_meaning(text)}",
            )
            for place, (upcard, text) in enumerate(zip(UPCARDS, row.cells, strict=True))
        ]
        rows.append((row.hand, cells))
    return GridPart(KIND_TITLES[section.kind], UPCARDS, rows)


def _where(kind: RowKind, hand: str, upcard: str) -> str:
    return f"{KIND_TITLES[kind]} {hand} against {upcard}"


def _meaning(text: str) -> str:
    """Return what a cell, or the decision next to it, says in words."""
    words = ACTION_MEANINGS | dict(zip(NOTHING, ("burn no card", "no card is drawn"), strict=True))
    is_said = text in words or text.startswith(("keep", "burn"))
    return words.get(text, text) if is_said else f"burn {text}"


def _fill(text: str) -> Colour:
    """Return the colour of a cell."""
    if text in ACTION_MEANINGS:
        return ACTION_FILLS[text[0]]
    return PAPER if text in NOTHING else BURN_FILL


# What wrong decisions cost: the dearer, the darker, with the figure in every cell


SHADES: tuple[tuple[float, Colour], ...] = (
    # Percent of the main wager below which a cell has the fill: lightness alone tells them apart.
    *zip((1.0, 5.0, 20.0, 50.0, float("inf")), (PAPER, *FILLS), strict=True),
)
DARK = 4
"""Place in `SHADES` from which the figure is set in white."""

EACH = Quantity(4, 100)
"""A cost each time, and how often in 100 rounds."""

NEVER = "·"
"""A cell that never comes up to be played otherwise."""
NEVER_MEANING = "does not come up"


def cost_grid(chart: CostChart) -> Grid:
    """Return a chart of the cost of the second-best decision."""
    of_cards = chart.id in ("burn_on_hit", "burn_on_double")
    return Grid(
        (tuple(_cost_part(section, of_cards=of_cards) for section in chart.sections),),
        _cost_key(),
        kind="costs",
    )


def cost_text(cost: float) -> str:
    """Return a cost in percent in four characters or fewer.

    Two decimals below 10 %, one below 100 %.
    """
    points = 100 * cost
    digits = next((d for d, limit in ((2, 9.995), (1, 99.95)) if abs(points) < limit), 0)
    return Quantity(digits)(points).replace("-", MINUS)


def _cost_part(section: CostSection, *, of_cards: bool) -> GridPart:
    """Return the cells of one kind of hand."""
    return GridPart(
        KIND_TITLES[section.kind],
        UPCARDS,
        [
            (
                row.hand,
                [
                    replace(
                        _cost_cell(cell, of_cards=of_cards),
                        told=f"{_where(section.kind, row.hand, upcard)}: {_cost_told(cell)}",
                    )
                    for upcard, cell in zip(UPCARDS, row.cells, strict=True)
                ],
            )
            for row in section.rows
        ],
    )


def _cost_cell(cell: CostCell, *, of_cards: bool) -> GridCell:
    """Return a cell: what is next best, and what it costs."""
    if cell.cost_each is None:
        return GridCell(NEVER)
    shade = _shade(cell.cost_each)
    fill, is_strong = SHADES[shade][1], shade >= DARK
    if cell.instead is None:
        return GridCell(NEVER, fill=fill, is_strong=is_strong)
    what = cell.instead if of_cards else f"{cell.plays}→{cell.instead}"
    return GridCell(what, cost_text(cell.cost_each), fill=fill, is_strong=is_strong)


def _cost_told(cell: CostCell) -> str:
    """Return what a cell tells in words: what is played, the next best, and what that costs."""
    if cell.cost_each is None or cell.instead is None or cell.met is None:
        return NEVER_MEANING
    return (
        f"{_meaning(cell.plays)}; next best: {_meaning(cell.instead)}, which costs"
        f" {EACH(cell.cost_each)} % of the main wager each time, {EACH(cell.met)} times in 100"
        " rounds"
    )


def _shade(cost: float) -> int:
    """Return the place of the fill of a cost."""
    return next(place for place, (limit, _) in enumerate(SHADES) if 100 * cost < limit)


def _cost_key() -> tuple[KeyEntry, ...]:
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
