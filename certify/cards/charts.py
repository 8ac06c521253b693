"""Strategy charts: their names, their rows and columns, and what a cell means."""

from __future__ import annotations

from typing import Literal

ChartId = Literal["without_burnout", "with_burnout", "burn_on_hit", "burn_on_double", "after_burn"]
RowKind = Literal["hard", "soft", "pairs"]

UPCARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
"""Columns of every chart, left to right."""

ACTION_MEANINGS = {
    "S": "stand",
    "H": "hit",
    "Dh": "double, otherwise hit",
    "Ds": "double, otherwise stand",
    "P": "split",
    "Rh": "surrender, otherwise hit",
    "Rs": "surrender, otherwise stand",
    "Rp": "surrender, otherwise split",
}
