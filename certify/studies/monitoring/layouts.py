"""The two layouts of live results: their columns, and how a file tells which it has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from certify.errors import ActualsError, listed, nearest_name
from certify.results.monitoring import Layout


@dataclass(frozen=True)
class Column:
    """A column of a layout.

    Attributes
    ----------
    name : str
        Its head.
    meaning : str
        What it holds.
    required : bool
        Whether a file must have it.
    """

    name: str
    meaning: str
    required: bool = True


ROUNDS = (
    Column("date", "day of the round, YYYY-MM-DD; a time may follow"),
    Column("table", "name or number of the table"),
    Column("round", "number of the round, which counts up at the table without gaps"),
    Column("seat", "name or number of the seat"),
    Column("wager", "main, main_burnout, insurance, bonus.2, bonus.3, .."),
    Column("stake", "initial wager, without the Burnout payment"),
    Column("wagered", "everything staked in it: doubles, splits, payment"),
    Column("returned", "everything given back to the player, stakes included"),
)
"""One row for each wager of a round; of Bonus wagers, for each that was won or lost."""

TOTALS = (
    Column("date", "day, YYYY-MM-DD"),
    Column("table", "name or number of the table"),
    Column("wager", "main, main_burnout, insurance, bonus.2, bonus.3, .."),
    Column("rounds", "number of wagers made; of Bonus wagers, of those won or lost"),
    Column("stake", "sum of the initial wagers, without Burnout payments"),
    Column("wagered", "sum of everything staked"),
    Column("returned", "sum of everything given back, stakes included"),
    Column("stake_squared", "sum of the squares of the initial wagers", required=False),
    Column("largest_stake", "largest initial wager", required=False),
    Column(
        "table_stake_squared",
        "sum over rounds of the square of what all seats staked",
        required=False,
    ),
    Column("seats", "mean number of seats with this wager in a round", required=False),
)
"""One row for each day, table and wager; a day without play is a row of zeros."""

LAYOUTS: dict[Layout, tuple[Column, ...]] = {"rounds": ROUNDS, "totals": TOTALS}
TELLING: dict[str, Layout] = {"round": "rounds", "seat": "rounds", "rounds": "totals"}
"""Columns that only one layout has."""


def normal(head: str) -> str:
    """Return the head of a column without blanks around it, in small letters."""
    return head.strip().lower()


def layout_of(path: str, heads: Sequence[str]) -> Layout:
    """Return the layout that the columns of a file tell.

    Parameters
    ----------
    path : str
        The file, as the user named it.
    heads : sequence of str
        Its columns, as written.

    Returns
    -------
    str
        The layout.

    Raises
    ------
    ActualsError
        If a column is missing, or is there twice.
    """
    found = [normal(head) for head in heads]
    twice = sorted({head for head in found if found.count(head) > 1})
    if twice:
        raise ActualsError(path, f"column {twice[0]!r} is there twice")
    layout = next((TELLING[head] for head in found if head in TELLING), None)
    if layout is None:
        hint = ""
        if len(found) == 1 and any(mark in found[0] for mark in ";\t|"):
            hint = "; columns are to be parted by commas"
        raise ActualsError(
            path,
            f"expected the columns of a layout ({names(ROUNDS)}; or {names(TOTALS)});"
            f" found {listed(found)}{hint}",
        )
    missing = [
        column.name for column in LAYOUTS[layout] if column.required and column.name not in found
    ]
    if missing:
        others = [head for head in found if head not in {each.name for each in LAYOUTS[layout]}]
        nearest = nearest_name(missing[0], others)
        meant = f"; is {nearest!r} meant?" if nearest else ""
        raise ActualsError(
            path,
            f"layout {layout} needs the column{'s' if len(missing) > 1 else ''}"
            f" {', '.join(missing)}; found {listed(found)}{meant}",
        )
    return layout


def ignored(layout: Layout, heads: Iterable[str]) -> list[str]:
    """Return the columns that a layout does not have."""
    known = {column.name for column in LAYOUTS[layout]}
    return [head.strip() for head in heads if normal(head) not in known]


def names(columns: Iterable[Column]) -> str:
    """Return the names of the columns that a file must have."""
    return ", ".join(column.name for column in columns if column.required)
