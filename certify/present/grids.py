"""Grids of a strategy: a cell for each hand and upcard, filled by what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from certify.present.palette import Colour


@dataclass(frozen=True)
class GridCell:
    """A cell.

    Attributes
    ----------
    text : str
        What it says.
    figure : str
        What stands behind it, or below it where there is no room.
    fill : Colour or None
        Its colour; None for that of the paper.
    is_strong : bool
        Whether the fill is so strong that letters have the colour of the paper.
    is_faint : bool
        Whether it says that nothing is to be done.
    is_framed : bool
        Whether it has a heavy frame.
    told : str
        What a page tells of it in words, where it is pointed at.
    """

    text: str
    figure: str = ""
    fill: Colour | None = None
    is_strong: bool = False
    is_faint: bool = False
    is_framed: bool = False
    told: str = ""


@dataclass(frozen=True)
class GridPart:
    """The cells of one kind of hand: its name, heads of columns, and rows with theirs."""

    title: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[GridCell]]]


@dataclass(frozen=True)
class KeyEntry:
    """A line of a key: what stands in a cell, what it means, and the cell's fill."""

    text: str
    meaning: str
    fill: Colour


@dataclass(frozen=True)
class Grid:
    """A grid with its key.

    Attributes
    ----------
    columns : tuple of tuple of GridPart
        Parts below each other, in one column or in two.
    key : tuple of KeyEntry
        What fills mean.
    kind : str
        Whether cells name an action, cards to burn, or a cost.
    """

    columns: tuple[tuple[GridPart, ...], ...]
    key: tuple[KeyEntry, ...] = ()
    kind: Literal["actions", "cards", "costs"] = "actions"

    @property
    def heads(self) -> Sequence[str]:
        """Heads of the columns, which all parts share."""
        return next((part.heads for column in self.columns for part in column), ())

    def named_rows(self) -> Iterator[tuple[str, Sequence[GridCell]]]:
        """Yield every row under the full name of its hand, such as ``hard 12``."""
        for column in self.columns:
            for part in column:
                for hand, cells in part.rows:
                    yield f"{part.title.lower()} {hand}", cells
