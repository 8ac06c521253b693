"""Figures that the texts of a spec refer to, worked out."""

from __future__ import annotations

from certify.results import Assignment, Estimate, Result


class FigureValue(Result):
    """A figure for one number of players.

    Attributes
    ----------
    players, games : int or None
        How many play, and how many games were played; None of an exact figure.
    estimate : Estimate
        The figure, with an interval that holds with 95 %; an exact one, or the least or the most
        that was seen, is its own interval.
    shown : str
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
    text : str
        What it is.
    source : str
        The measure of games played, or the path of an exact figure.
    kind : str
        ``mean`` of the games, ``share`` of those in which the measure is not 0, ``least`` or
        ``most``; ``exact`` of an exact figure.
    policy : str or None
        Who played all seats; None of an exact figure.
    settings : tuple
        What was set for it, beside the spec as it stands.
    seed : int or None
        Seed of the games; None of an exact figure.
    is_percent : bool
        Whether it is shown in percent.
    values : tuple of FigureValue
        By number of players.
    shown : str
        What stands in the texts, with its unit.
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
