"""The cells of a strategy card one by one: read, and written anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

import numpy as np

from certify.cards.charts import UPCARDS, ChartId, RowKind
from certify.cards.hands import hand_table
from certify.exact.blackjack.card import (
    NEVER_DRAWS,
    UPCARD_ORDER,
    StrategyCard,
    decisions_of,
    format_ranks,
    hands_by_total,
)
from certify.exact.blackjack.decisions import DOUBLE, HIT, Decisions
from certify.exact.blackjack.rules import TwentyOneRules

ACTION_CHARTS: tuple[ChartId, ...] = ("without_burnout", "with_burnout", "after_burn")
BURN_CHARTS: tuple[ChartId, ...] = ("burn_on_hit", "burn_on_double")
CHARTS: tuple[ChartId, ...] = ("without_burnout", "with_burnout", *BURN_CHARTS, "after_burn")


class Cell(NamedTuple):
    """The place of a cell; `hand` is the key of its row, a total or the label of a pair."""

    chart: ChartId
    kind: RowKind
    hand: str
    upcard: str


def cells_of(card: StrategyCard) -> dict[Cell, str]:
    """Return what every cell says, chart by chart and row by row."""
    return {
        Cell(chart, kind, hand, upcard): code
        for chart in CHARTS
        for kind, rows in getattr(card, chart)
        for hand, row in rows.items()
        for upcard, code in zip(UPCARDS, row.split(), strict=True)
    }


def card_with(card: StrategyCard, cells: Mapping[Cell, str]) -> StrategyCard:
    """Return a card of which some cells say something else.

    Parameters
    ----------
    card : StrategyCard
        The card.
    cells : mapping
        What the cells are to say; those that are not named stay.

    Returns
    -------
    StrategyCard
        The card with these cells, checked like any other.
    """
    content = card.model_dump()
    for cell, code in cells.items():
        rows = content[cell.chart][cell.kind]
        row = rows[cell.hand].split()
        row[UPCARDS.index(cell.upcard)] = code
        rows[cell.hand] = " ".join(row)
    return StrategyCard.model_validate(content)


def with_burns_told(card: StrategyCard, rules: TwentyOneRules, told: Decisions) -> StrategyCard:
    """Return a card that tells what to burn even where it never draws.

    A player who draws there by mistake burns something or nothing, and the card does not say what.

    Parameters
    ----------
    card : StrategyCard
        The card.
    rules : TwentyOneRules
        The rules.
    told : Decisions
        Total-dependent decisions that fill the cells with `NEVER_DRAWS` of hands to which the card
        does not draw.

    Returns
    -------
    StrategyCard
        A card that plays as the one given.
    """
    followed = decisions_of(card, rules)
    size = hand_table().size
    doubles = (size == 2) & (followed.option_first == DOUBLE)
    doubles |= (size > 2) & rules.double_after_hit & followed.option_doubles
    hits = (size == 2) & (followed.option_first == HIT)
    hits |= (size > 2) & followed.option_hits & ~doubles
    cells: dict[Cell, str] = {}
    for chart, draws, burns in (
        ("burn_on_hit", hits, told.burns_hit),
        ("burn_on_double", doubles, told.burns_double),
    ):
        for kind in ("hard", "soft"):
            for total, hands in hands_by_total(kind):
                row = getattr(getattr(card, chart), kind)[str(total)].split()
                for upcard, label, code in zip(UPCARD_ORDER, UPCARDS, row, strict=True):
                    if code == NEVER_DRAWS and not draws[upcard, hands].any():
                        ranks = np.flatnonzero(burns[upcard, hands[0]])
                        cell = Cell(cast(ChartId, chart), kind, str(total), label)
                        cells[cell] = format_ranks(int(rank) for rank in ranks)
    return card_with(card, cells)
