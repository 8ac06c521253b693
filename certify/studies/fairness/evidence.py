"""Figures from which the tests of skill and chance are answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from certify.results import Estimate
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.skill import RelativeSkill, VarianceShares
from certify.studies.fairness.results.strength import Meeting, Rating
from certify.studies.fairness.skill import ends_of, points_between


@dataclass(frozen=True)
class Evidence:
    """Figures from which the tests of skill and chance are answered.

    The players of `ladder` know only what the rules show them, from the expected weakest on. All
    intervals hold together with `confidence`.
    """

    ladder: Sequence[str]
    meetings: Sequence[Meeting]
    ratings: Sequence[Rating]
    shares: Sequence[VarianceShares]
    equal: Sequence[EqualPlay]
    relative: Sequence[RelativeSkill]
    confidence: float

    @cached_property
    def ends(self) -> tuple[str, str] | None:
        """The players with the lowest and the highest rating; None without two ratings."""
        return ends_of(self.ratings) if len(self.ratings) > 1 else None

    @cached_property
    def top(self) -> tuple[Estimate, Meeting] | None:
        """Points of the strongest against the weakest player, and their meeting; None without."""
        return points_between(self.ends[1], self.ends[0], self.meetings) if self.ends else None

    @cached_property
    def unequal(self) -> VarianceShares | None:
        """Variance shares of the strongest against the weakest player, if these were played."""
        wanted = set(self.ends or ())
        found = [each for each in self.shares if each.player != each.opponent]
        right = [each for each in found if {each.player, each.opponent} == wanted]
        return next(iter(right or found), None)
