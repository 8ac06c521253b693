"""The result of `certify check`."""

from __future__ import annotations

from certify.results import Provenance, Result
from certify.studies.item.result import AssumptionText
from certify.studies.item.spec_figures import SpecFigure


class Criterion(Result):
    """A property that must hold of a spec, what was counted, and the failures with their places."""

    name: str
    passed: bool
    found: str
    failures: tuple[str, ...] = ()


class PlayedGames(Result):
    """Random games of one number of players under one setting.

    Attributes
    ----------
    setting
        What was set; empty for the spec as it stands.
    longest
        Decisions of the longest game.
    """

    setting: str
    players: int
    games: int
    decisions: int
    longest: int


class CheckResult(Provenance):
    """Everything that was checked of a spec."""

    seed: int
    criteria: tuple[Criterion, ...]
    played: tuple[PlayedGames, ...]
    assumptions: tuple[AssumptionText, ...] = ()
    spec_figures: tuple[SpecFigure, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything holds."""
        return all(criterion.passed for criterion in self.criteria)
