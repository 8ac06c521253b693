"""What is kept of very many tables: those that no other beats, the nearest to what is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from certify.numerics.fronts import front_of
from certify.studies.paytable.asked import HIGH
from certify.studies.paytable.figures import SD, Measured, together
from certify.studies.paytable.tables import Box, Numbers, Places

MOST_NEAREST = 10
"""Tables near to what is wanted that are told."""

NEAR = 1e-9
"""Of distances that differ by less the order is worked out with fractions."""


@dataclass(frozen=True, eq=False)
class Tables:
    """Tables of a box with their figures, and the number of the play that is best for each."""

    places: Places
    figures: Mapping[str, Measured]
    play: Numbers

    def __len__(self) -> int:
        return len(self.places)

    def take(self, places: Any) -> Tables:
        """Return some of them."""
        return Tables(
            self.places[places],
            {name: own.take(places) for name, own in self.figures.items()},
            self.play[places],
        )

    @classmethod
    def joined(cls, parts: Sequence[Tables]) -> Tables:
        """Return the tables of several parts."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.places for part in parts]),
            {name: together([part.figures[name] for part in parts]) for name in parts[0].figures},
            np.concatenate([part.play for part in parts]),
        )


@dataclass(eq=False)
class Front:
    """Those that no other beats, of the tables so far."""

    best: tuple[tuple[str, str], ...]
    found: Tables | None = None

    def add(self, tables: Tables) -> None:
        """Look at more tables."""
        every = Tables.joined([self.found, tables] if self.found is not None else [tables])
        self.found = every.take(front_of(self.objectives(every)))

    def objectives(self, tables: Tables) -> list[Numbers]:
        """Return integers of which less is better."""
        return [
            -tables.figures[name].units if side == HIGH else tables.figures[name].units
            for name, side in self.best
        ]

    def in_order(self) -> Tables | None:
        """Return them, the best in the first figure first, of equal ones the highest payouts."""
        if self.found is None:
            return None
        ranks: list[Numbers] = [
            np.unique(each, return_inverse=True)[1].reshape(-1)
            for each in self.objectives(self.found)
        ]
        pays: list[Numbers] = [
            -self.found.places[:, row] for row in range(self.found.places.shape[1])
        ]
        return self.found.take(np.lexsort((*pays[::-1], *ranks[::-1])))


@dataclass(eq=False)
class Nearest:
    """The nearest to what is wanted, of the tables so far.

    The distance is the root of the sum of squares of how far each figure is from what is wanted, as
    a part of that if it is not 0; of the standard deviation the square is taken.
    """

    wanted: Mapping[str, Fraction]
    box: Box
    found: Tables | None = None
    close: Numbers = field(default_factory=lambda: np.zeros(0))

    def add(self, tables: Tables) -> None:
        """Look at more tables."""
        close = self._close(tables)
        every = Tables.joined([self.found, tables] if self.found is not None else [tables])
        close = np.concatenate([self.close, close])
        cut = (
            np.partition(close, MOST_NEAREST - 1)[MOST_NEAREST - 1]
            if (len(close) > MOST_NEAREST)
            else close.max(initial=0.0)
        )
        kept = np.flatnonzero(close <= cut * (1 + NEAR) + NEAR**2)
        self.found, self.close = every.take(kept), close[kept]

    def in_order(self) -> list[tuple[Tables, Fraction]]:
        """Return each with the square of its distance, the nearest first."""
        if self.found is None:
            return []
        exact = [self._exact(self.found, place) for place in range(len(self.found))]
        order = sorted(range(len(exact)), key=lambda place: (exact[place], place))
        return [(self.found.take([place]), exact[place]) for place in order[:MOST_NEAREST]]

    def _aims(self) -> list[tuple[str, Fraction]]:
        return [(name, value**2 if name == SD else value) for name, value in self.wanted.items()]

    def _measured(self, tables: Tables, name: str) -> Measured:
        if name in tables.figures:
            return tables.figures[name]
        row = [each.rpartition(".")[2] for each in self.box.rows].index(name)
        return Measured(self.box.values[row][tables.places[:, row]], Fraction(1, self.box.base))

    def _close(self, tables: Tables) -> Numbers:
        total = np.zeros(len(tables))
        for name, aim in self._aims():
            own = self._measured(tables, name)
            apart = own.units.astype(np.float64) * float(own.scale) - float(aim)
            total += (apart / (float(aim) or 1.0)) ** 2
        return total

    def _exact(self, tables: Tables, place: int) -> Fraction:
        apart = [
            (self._measured(tables, name).at(place) - aim) / (aim or 1)
            for name, aim in self._aims()
        ]
        return sum((each**2 for each in apart), Fraction(0))


def numbered(tables: Tables, play: int) -> Tables:
    """Return tables for which one play is best."""
    return replace(tables, play=np.full(len(tables), play, dtype=np.int32))
