"""The result of `certify check`."""

from __future__ import annotations

from certify.results import Provenance, Result
from certify.studies.item.result import AssumptionText
from certify.studies.item.spec_figures import SpecFigure


class Criterion(Result):
    """A property that must hold of a spec.

    Attributes
    ----------
    name
        What is checked.
    found
        What was counted, in words.
    failures
        What does not hold, each with its place.
    """

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
    games, decisions
        Number of games, and of decisions in all.
    longest
        Decisions of the longest game.
    """

    setting: str
    players: int
    games: int
    decisions: int
    longest: int


class CheckResult(Provenance):
    """Everything that was checked of a spec.

    Attributes
    ----------
    seed
        Seed of the random games.
    criteria
        What was checked.
    played
        The random games.
    assumptions
        Data that the source has lost and the spec supplies.
    spec_figures
        Figures that texts of the spec refer to, if they were computed.
    """

    seed: int
    criteria: tuple[Criterion, ...]
    played: tuple[PlayedGames, ...]
    assumptions: tuple[AssumptionText, ...] = ()
    spec_figures: tuple[SpecFigure, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything holds."""
        return all(criterion.passed for criterion in self.criteria)
