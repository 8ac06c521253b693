"""Length of games and matches, and whether they end."""

from __future__ import annotations

from certify.results import Assignment, Estimate, Result

QUANTILES = (0.01, 0.25, 0.5, 0.75, 0.99)


class MeasureFigures(Result):
    """A quantity that the spec records of a game, over many games.

    `quantiles` are at the levels of `QUANTILES`.
    """

    name: str
    mean: Estimate
    least: float
    most: float
    quantiles: tuple[float, ...] | None


class LengthOfPlay(Result):
    """Length of games, and whether they end, with one player in all seats.

    Attributes
    ----------
    measures
        The measures that the spec records.
    caps
        Those of them that count games or rounds stopped by a limit.
    """

    player: str
    games: int
    decisions: MeasureFigures
    measures: tuple[MeasureFigures, ...]
    caps: tuple[MeasureFigures, ...]


class PlayLimit(Result):
    """A limit of the rules as modelled that stops play.

    Attributes
    ----------
    measure
        The measure that counts how often it does so, as in `LengthOfPlay.caps`.
    text
        Meaning of the parameters, in sentences; empty if no parameter sets it.
    """

    measure: str
    settings: tuple[Assignment, ...]
    text: str
    rulings: tuple[str, ...]


class MatchLength(Result):
    """Length of a match.

    Attributes
    ----------
    measures
        Decisions, and hands, rounds or turns as the spec counts them.
    minutes
        What the source says it takes, from and to.
    seconds_a_decision
        Seconds per decision that follow from `minutes`, from and to.
    """

    name: str
    text: str
    settings: tuple[Assignment, ...]
    cites: tuple[str, ...]
    player: str
    games: int
    measures: tuple[MeasureFigures, ...]
    minutes: tuple[float, float] | None
    seconds_a_decision: tuple[float, float] | None
    win_first_seat: Estimate
    draw: Estimate
