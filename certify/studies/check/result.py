"""What `certify check` found."""

from __future__ import annotations

from certify.results import Provenance, Result
from certify.studies.item.result import AssumptionText
from certify.studies.item.spec_figures import SpecFigure


class Criterion(Result):
    """Something that must hold of a spec.

    Attributes
    ----------
    name : str
        What is checked.
    passed : bool
        Whether it holds.
    found : str
        What was counted, in words.
    failures : tuple of str
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
    setting : str
        What was set; empty for the spec as it stands.
    games, decisions : int
        How many games, and decisions in all.
    longest : int
        Decisions of the longest game.
    compiled, replayed : int
        How many of the games compiled play played, watching the invariants at every decision, and
        how many of these the interpreter replayed; all others are the interpreter's own.
    """

    setting: str
    players: int
    games: int
    decisions: int
    longest: int
    compiled: int = 0
    replayed: int = 0


class CheckResult(Provenance):
    """Everything that was checked of a spec.

    Attributes
    ----------
    seed : int
        Seed of the random games.
    criteria : tuple of Criterion
        What was checked.
    played : tuple of PlayedGames
        The random games.
    assumptions : tuple of AssumptionText
        What the source has lost and the spec supplies.
    spec_figures : tuple of SpecFigure
        Figures that texts of the spec refer to, if they were worked out.
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
