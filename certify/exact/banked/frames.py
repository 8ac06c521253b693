"""Frames: many situations in which a game has come to the same place, in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.holdings import Holdings


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
        Values by position, and locals by slot: plain, or by row.
    pool : int
        The zone that cards are dealt from.
    weights : ndarray
        In how many ways each row comes about; on the way backward, whatever is decided.
    total : int
        Ways in all.
    is_secret : bool
        Whether cards are known that the seat has not seen.
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

    def __len__(self) -> int:
        return len(self.known)

    def size(self, zone: int) -> int:
        """Return how many cards a zone has."""
        if zone == self.pool:
            return self.known.left() - sum(self.hidden.values())
        held = next((g.number for g in self.known.groups if g.zone == zone), 0)
        return held + self.hidden.get(zone, 0)

    def subset(self, rows: npt.NDArray[np.bool_] | slice) -> Frame:
        """Return some of the rows."""

        def of(values: Mapping[int, Any]) -> dict[int, Any]:
            return {
                place: value[rows] if isinstance(value, np.ndarray) else value
                for place, value in values.items()
            }

        return replace(
            self,
            known=self.known.subset(rows),
            values=of(self.values),
            locals=of(self.locals),
            weights=self.weights[rows],
        )

    def beside(self) -> list[npt.NDArray[Any]]:
        """Return the values that are not the same in all rows."""
        both = (*self.values.values(), *self.locals.values())
        return [value for value in both if isinstance(value, np.ndarray)]

    def taking(self, rows: npt.NDArray[np.int64]) -> tuple[dict[int, Any], dict[int, Any]]:
        """Return values and locals for other rows, given from which row each comes."""

        def of(values: Mapping[int, Any]) -> dict[int, Any]:
            return {
                place: value[rows] if isinstance(value, np.ndarray) else value
                for place, value in values.items()
            }

        return of(self.values), of(self.locals)
