"""Frames: many situations in which a game has come to the same place, in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.amounts import Amount
from certify.exact.banked.holdings import Holdings
from certify.exact.banked.items import Picked

Rows = npt.NDArray[Any]

SEAT = 0
"""The seat that decides."""

TOLD = -2
"""The first position, downward, of what the seat was told; the one above it is nobody's."""


class TooMuchAtOnce(StateSpaceError):  # noqa: N818  (a part is not too much)
    """More steps before a decision, or boards, than are held at once: fewer rows need fewer."""

    steps: int = 0

    @classmethod
    def of(cls, message: str, steps: int) -> TooMuchAtOnce:
        """Return the error of so many steps."""
        found = cls(message)
        found.steps = steps
        return found


@dataclass(frozen=True, eq=False)
class Frame:
    """Situations in rows; what is the same in all of them is kept once.

    Attributes
    ----------
    known : Holdings
        The cards that are known.
    hidden : dict
        By number of a zone, how many of its cards nobody has looked at: any cards of the pack that
        are not known are as likely there as others.
    values, locals : dict
        Values by position, and locals by slot: plain, or by row. Below all positions: what the seat
        was told of hidden cards, and can no longer see.
    pool : int
        The zone that cards are dealt from.
    weights : ndarray
        In how many ways each row comes about; on the way backward, whatever is decided.
    total : int
        Ways in all.
    is_secret : bool
        Whether cards are known that the seat has not seen.
    is_shuffled : bool
        Whether the cards of the pool lie in no order.
    keeps_suits : bool
        Whether interchangeable suits are exchanged no more: a variable or a local is a card, by its
        kind, or hidden cards were read, and which suits they share with others is not to be told
        by how these are written.
    """

    known: Holdings
    hidden: Mapping[int, int]
    values: Mapping[int, Any]
    locals: Mapping[int, Any]
    pool: int
    weights: npt.NDArray[Any]
    seat: int = 0
    total: int = 1
    is_secret: bool = False
    is_shuffled: bool = False
    keeps_suits: bool = False

    def __len__(self) -> int:
        return len(self.known)

    def size(self, zone: int) -> int:
        """Return how many cards a zone has."""
        if zone == self.pool:
            return self.known.left() - sum(self.hidden.values())
        return self.known.held(zone) + self.hidden.get(zone, 0)

    def subset(self, rows: npt.NDArray[Any] | slice) -> Frame:
        """Return some of the rows."""
        return replace(
            self,
            known=self.known.subset(rows),
            values=_settled(_rows_of(self.values, rows)),
            locals=_rows_of(self.locals, rows),
            weights=self.weights[rows],
        )

    def beside(self) -> list[npt.NDArray[Any]]:
        """Return the values that are not the same in all rows."""
        both = (*self.values.values(), *self.locals.values())
        parts = (value.units if isinstance(value, Amount) else value for value in both)
        return [value for value in parts if isinstance(value, np.ndarray)]

    def telling(self, value: Any) -> dict[int, Any]:
        """Return the values, with one that the seat is told and is not to forget."""
        if not isinstance(value, np.ndarray | Amount):
            return dict(self.values)
        return {**self.values, min(TOLD, min(self.values, default=0) - 1): value}

    def moved_on(self) -> dict[int, Any]:
        """Return locals after cards have moved: picked ones are gone from where they were."""
        return {
            slot: replace(value, are_gone=True) if isinstance(value, Picked) else value
            for slot, value in self.locals.items()
        }

    def taking(self, rows: npt.NDArray[np.int64]) -> tuple[dict[int, Any], dict[int, Any]]:
        """Return values and locals for other rows, given from which row each comes."""
        return _rows_of(self.values, rows), _rows_of(self.moved_on(), rows)


@dataclass(eq=False)
class Answered:
    """All situations in which a decision came up in the same way.

    Attributes
    ----------
    before : tuple of str
        Decisions and options that led to it.
    worths : Amount or None
        What each option is worth, shape (rows, options); None if a policy decides.
    legal : ndarray of bool, shape (rows, options)
    choice : ndarray of int64
        The option taken, by row.
    weights : ndarray
        In how many of `total` ways each situation comes about.
    ways : ndarray or None
        The same of situations in which the seat does not see what rules have read: their worths are
        then those of all the ways together, and each has the weight 1.
    """

    decision: str
    options: tuple[str, ...]
    before: tuple[str, ...]
    known: Holdings
    values: Mapping[int, Any]
    worths: Amount | None
    legal: npt.NDArray[np.bool_]
    choice: npt.NDArray[np.int64]
    weights: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    total: int = 1
    ways: Rows | None = None

    def take(self, rows: Rows) -> Answered:
        """Return some of the situations."""
        return replace(
            self,
            known=Holdings(self.known.kinds, self.known.cards[rows], self.known.groups),
            values=_rows_of(self.values, rows),
            worths=None if self.worths is None else self.worths.take(rows),
            legal=self.legal[rows],
            choice=self.choice[rows],
            weights=self.weights[rows],
            ways=None if self.ways is None else self.ways[rows],
        )


def columns_of(value: Any) -> list[npt.NDArray[Any]]:
    """Return a value in columns that can be sorted; none if it is the same in all rows."""
    if isinstance(value, Amount):
        columns = [*value.units.T] if value.units.ndim > 1 else [value.units]
        return [np.unique(column, return_inverse=True)[1] for column in columns]
    return [value] if isinstance(value, np.ndarray) else []


def _settled(values: dict[int, Any]) -> dict[int, Any]:
    """Return values, plain where they are true, or not, in all rows."""
    return {
        place: bool(value[0])
        if isinstance(value, np.ndarray)
        and value.dtype == bool
        and len(value)
        and (value[0] == value).all()
        else value
        for place, value in values.items()
    }


def _rows_of(values: Mapping[int, Any], rows: Any) -> dict[int, Any]:
    """Return values for some rows, or for others that come from them."""
    return {
        place: value.take(rows)
        if isinstance(value, Amount)
        else value[rows]
        if isinstance(value, np.ndarray)
        else value
        for place, value in values.items()
    }
