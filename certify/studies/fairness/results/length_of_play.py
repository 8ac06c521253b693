"""How long games and matches last, and whether they end."""

from __future__ import annotations

from certify.results import Assignment, Estimate, Result

QUANTILES = (0.01, 0.25, 0.5, 0.75, 0.99)


class MeasureFigures(Result):
    """What the spec records of a game, over many games.

    `quantiles` are those of `QUANTILES`.
    """

    name: str
    mean: Estimate
    least: float
    most: float
    quantiles: tuple[float, ...] | None


class LengthOfPlay(Result):
    """How long games last, and whether they end.

    Attributes
    ----------
    player : str
        Who plays all seats.
    games : int
        How many.
    decisions : MeasureFigures
        Decisions of a game.
    measures : tuple of MeasureFigures
        What else the spec records.
    caps : tuple of MeasureFigures
        Of these, the ones that count games or rounds stopped by a limit.
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
    measure : str
        The measure that counts how often it does so, as in `LengthOfPlay.caps`.
    settings : tuple of Assignment
        The parameters that set it, as they were played.
    text : str
        What the parameters mean, in sentences; empty if no parameter sets it.
    rulings : tuple of str
        The rulings that are about these parameters.
    """

    measure: str
    settings: tuple[Assignment, ...]
    text: str
    rulings: tuple[str, ...]


class MatchLength(Result):
    """How long a match is.

    Attributes
    ----------
    name, text : str
        The match, as the spec names it.
    settings : tuple of Assignment
        What makes it one.
    cites : tuple of str
        Clauses.
    player : str
        Who plays.
    games : int
        Matches played.
    measures : tuple of MeasureFigures
        Decisions, and hands, rounds or turns as the spec counts them.
    minutes : tuple of float or None
        What the source says it takes, from and to.
    seconds_a_decision : tuple of float or None
        What that says of a decision, from and to.
    win_first_seat, draw : Estimate
        Fairness of the match.
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
