"""How live results are read: rounding, stake levels, assumptions, the mapping of columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from certify.studies.monitoring.day_totals import Assumed
from certify.studies.monitoring.mapping import MappingAsked


@dataclass(frozen=True)
class StakeLevels:
    """Levels of stakes: upper ends of all but the last, or a number of levels of equal size."""

    bounds: tuple[float, ...] = ()
    quantiles: int = 0

    @property
    def is_asked(self) -> bool:
        """Whether there are levels."""
        return bool(self.quantiles or self.bounds)

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of each level."""
        if not self.bounds:
            return ()
        ends = [f"{bound:g}" for bound in self.bounds]
        between = [f">{low} to {high}" for low, high in pairwise(ends)]
        return (f"up to {ends[0]}", *between, f">{ends[-1]}")


@dataclass(frozen=True)
class Asked:
    """How live results are read.

    `rounding` is the unit of currency to which payouts and payments are rounded, 0 if they are not;
    `levels` are for the layout of rounds only.
    """

    rounding: float = 0.0
    levels: StakeLevels = field(default_factory=StakeLevels)
    assumed: Assumed = field(default_factory=Assumed)
    mapping: MappingAsked = field(default_factory=MappingAsked)
