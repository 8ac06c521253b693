"""How live results are to be read: rounding, levels of stakes, what is assumed, the mapping."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from certify.studies.monitoring.day_totals import Assumed
from certify.studies.monitoring.mapping import MappingAsked


@dataclass(frozen=True)
class StakeLevels:
    """Levels of stakes, by bounds or by how many there are to be.

    Parameters
    ----------
    bounds : tuple of float
        Upper ends of all levels but the last, ascending.
    quantiles : int
        Levels with about as many wagers each; 0 if bounds are given, or there are to be none.
    """

    bounds: tuple[float, ...] = ()
    quantiles: int = 0

    @property
    def is_asked(self) -> bool:
        """Whether there are to be levels."""
        return bool(self.quantiles or self.bounds)

    @property
    def labels(self) -> tuple[str, ...]:
        """What each level is called."""
        if not self.bounds:
            return ()
        ends = [f"{bound:g}" for bound in self.bounds]
        between = [f">{low} to {high}" for low, high in pairwise(ends)]
        return (f"up to {ends[0]}", *between, f">{ends[-1]}")


@dataclass(frozen=True)
class Asked:
    """How live results are read.

    Parameters
    ----------
    rounding : float
        Unit of currency to which payouts and payments are rounded; 0 if they are not.
    levels : StakeLevels
        StakeLevels of stakes, for rounds alone.
    assumed : Assumed
        What is assumed where totals do not tell.
    mapping : MappingAsked
        What the user says of the form of the files.
    """

    rounding: float = 0.0
    levels: StakeLevels = field(default_factory=StakeLevels)
    assumed: Assumed = field(default_factory=Assumed)
    mapping: MappingAsked = field(default_factory=MappingAsked)
