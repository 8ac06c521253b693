"""How live results are read: rounding, stake levels, assumptions, the mapping of columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from certify.studies.monitoring.day_totals import Assumed
from certify.studies.monitoring.mapping import MappingAsked


@dataclass(frozen=True)
class StakeLevels:
    """Levels of stakes, by bounds or by number.

    Attributes
    ----------
    bounds
        Upper ends of all levels but the last, ascending.
    quantiles
        Number of levels with about as many wagers each; 0 if bounds are given, or for no levels.
    """

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

    Attributes
    ----------
    rounding
        Unit of currency to which payouts and payments are rounded; 0 if they are not.
    levels
        Stake levels, for the layout of rounds only.
    assumed
        What is assumed where totals lack a column.
    mapping
        The form of the files as the user states it.
    """

    rounding: float = 0.0
    levels: StakeLevels = field(default_factory=StakeLevels)
    assumed: Assumed = field(default_factory=Assumed)
    mapping: MappingAsked = field(default_factory=MappingAsked)
