"""Groups of wagers whose live results are shown separately, and their totals day by day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from numpy.typing import NDArray

from certify.studies.monitoring.cells import Totals
from certify.studies.monitoring.references import Reference
from certify.studies.monitoring.sequential import DayCells, Stream, stream_of
from certify.studies.monitoring.spreads import Counts
from certify.studies.monitoring.tolerance import Volume

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Levels:
    """Confidences of looks and alerts, and `alpha`, the probability of any false alarm ever."""

    look: float = 0.95
    alert: float = 0.99
    alpha: float = 0.01

    @property
    def confidences(self) -> tuple[float, float]:
        """Both confidences."""
        return self.look, self.alert


@dataclass(frozen=True)
class Group:
    """Wagers of one kind: all of them, those at a table, or those at a stake level.

    `daily`, shape (7, days), has wagers, stake, squares of stakes, the same with seats, net result,
    everything wagered and returned, up to the end of each day.
    """

    wager: str
    name: str | None
    reference: Reference
    cells: DayCells
    stream: Stream
    daily: FloatArray

    def volume(self, day: int = -1) -> Volume:
        """Return the group's totals at the end of a day."""
        return Volume(*self.daily[:, day].tolist())


@dataclass(frozen=True)
class Book:
    """Totals by wager, with the days numbered (ordinals, ascending)."""

    days: NDArray[np.int64]
    references: dict[str, Reference]
    counts: Counts = field(default_factory=dict)

    def groups(self, totals: Totals, names: Sequence[str], *, apart: bool) -> Iterator[Group]:
        """Yield the groups of totals that have wagers.

        `names` are the names of the groups; if `apart`, each is a group by itself, otherwise all
        are taken together.
        """
        day = np.searchsorted(self.days, totals.days)
        for number, (wager, reference) in enumerate(self.references.items()):
            of_wager = totals.wagers_kind == number
            for place, name in enumerate(names) if apart else ((None, None),):
                chosen = of_wager if place is None else of_wager & (totals.groups == place)
                if chosen.any():
                    yield self._group(wager, name, reference, totals, chosen, day)

    def _group(
        self,
        wager: str,
        name: str | None,
        reference: Reference,
        totals: Totals,
        chosen: BoolArray,
        day: NDArray[np.int64],
    ) -> Group:
        squared = totals.stake_squared[chosen]
        # Squares may be rounded in the data; sharing seats never lower a variance.
        joined = np.maximum(totals.table_squared[chosen], squared)
        shared = squared + reference.seat_correlation * (joined - squared)
        cells = DayCells(
            day=day[chosen],
            net=totals.net[chosen],
            stake=totals.stake[chosen],
            squared=shared,
            largest=totals.largest_table[chosen],
        )
        columns = (
            totals.wagers[chosen],
            totals.stake[chosen],
            squared,
            shared,
            totals.net[chosen],
            totals.wagered[chosen],
            totals.returned[chosen],
        )
        daily = np.array(
            [np.bincount(cells.day, weights=each, minlength=self.days.size) for each in columns]
        )
        return Group(
            wager=wager,
            name=name,
            reference=reference,
            cells=cells,
            stream=stream_of(cells, reference, self.days.size),
            daily=np.cumsum(daily, axis=1),
        )

    def date(self, day: int) -> str:
        """Return a day by its number."""
        return date.fromordinal(int(self.days[day])).isoformat()
