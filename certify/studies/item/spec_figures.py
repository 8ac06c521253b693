"""Figures that the texts of a spec refer to."""

from __future__ import annotations

from certify.results import Assignment, Estimate, Result


class FigureValue(Result):
    """A figure for one number of players.

    Attributes
    ----------
    estimate
        The figure, with its own 95 % interval; an exact one, or the least or the greatest value
        seen, is its own interval.
    shown
        With the digits that its interval leaves, and without the unit.
    """

    players: int | None
    games: int | None
    estimate: Estimate
    shown: str


class SpecFigure(Result):
    """A figure that texts of the spec refer to by its name.

    Attributes
    ----------
    source
        The measure of games played, or the path of an exact figure.
    kind
        ``mean`` of the games, ``share`` of those in which the measure is not 0, ``least`` or
        ``most``; ``exact`` of an exact figure.
    shown
        As it stands in the texts, with its unit.
    """

    name: str
    text: str
    source: str
    kind: str
    policy: str | None
    settings: tuple[Assignment, ...]
    seed: int | None
    is_percent: bool
    values: tuple[FigureValue, ...]
    shown: str


class SpecFigures(Result):
    """All figures of a spec."""

    figures: tuple[SpecFigure, ...]
