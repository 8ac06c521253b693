"""The result of `certify simulate`."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result


class SimulatedQuantity(Result):
    """A quantity recorded over all games.

    Attributes
    ----------
    sd, sem
        Sample standard deviation, and standard error of the mean; None of one game.
    interval
        The mean within 1.96 standard errors: 95 percent. Of what was 0 in some games and 1 in all
        others, Wilson's interval, which goes neither below 0 nor above 1.
    values
        How often each value was seen, in ascending order; None if some lie too far out to be
        counted one by one.
    """

    mean: float
    mean_exact: str
    sd: float | None
    sem: float | None
    interval: tuple[float, float] | None
    least: float
    most: float
    values: dict[str, int] | None


class SeatPolicy(Result):
    """The policy of a seat; tables have a SHA-256 of their content."""

    seat: int
    policy: str
    sha256: str | None


class Stop(Result):
    """When the run was to end, and what ended it.

    Attributes
    ----------
    time
        Seconds.
    until_sem
        Standard error of the mean of the quantity `of`.
    """

    rounds: int | None
    time: float | None
    until_sem: float | None
    of: str
    ended_by: Literal["rounds", "time", "precision"]


class SimulatedReturn(Result):
    """Simulated return of a banked game, beside the exact return of that play.

    Attributes
    ----------
    rtp
        Share of what was paid before the deal that came back.
    interval
        The return within 1.96 standard errors: 95 percent.
    exact
        The exact return of that play, a round dealt from a full shoe; None if it is not known.
    exact_strategy
        That play, as ``certify rtp --strategy`` names it.
    from_full_shoe
        Whether every round was dealt from a full shoe, as the exact return means it.
    """

    wager: str
    wagers: int
    wagers_a_game: float
    rtp: float
    sem: float | None
    interval: tuple[float, float] | None
    exact: float | None
    exact_strategy: str | None
    from_full_shoe: bool


class SimulatedLine(Result):
    """A row of a wager's paytable, as it was played.

    Attributes
    ----------
    pays
        To one.
    frequency
        Share of the games; `one_in` is how many games there are for each.
    contribution
        What it brings for each unit wagered; None where the stake changes from game to game.
    """

    row: str
    outcome: str
    pays: str
    games: int
    frequency: float
    interval: tuple[float, float]
    one_in: float | None
    contribution: float | None


class SimulatedPart(Result):
    """What one of several wagers that are made together brings, in units of the first."""

    wager: str
    title: str
    average_wagered: float
    ev: float


class SimulatedWager(Result):
    """A first wager with those that follow it, as they were played.

    Attributes
    ----------
    made
        Whether the score has it.
    average_wagered
        Everything that is put on it and on those that follow, in units of the first wager.
    ev
        Net expectation in units of the first wager; `house_edge` is its negative.
    interval
        Of `ev`: 95 percent.
    element_of_risk
        House edge over everything wagered; None where nothing is.
    hit_frequency
        Share of the games in which something is won in all.
    """

    title: str
    made: bool
    average_wagered: float
    ev: float
    sem: float | None
    interval: tuple[float, float] | None
    house_edge: float
    rtp: float
    sd: float | None
    element_of_risk: float | None
    element_of_risk_interval: tuple[float, float] | None
    hit_frequency: float | None
    parts: tuple[SimulatedPart, ...]
    lines: dict[str, tuple[SimulatedLine, ...]]


class SimulationResult(Provenance):
    """The result of `certify simulate`; it follows from the job and the number of games alone.

    `returned` is None of games between players, and where it cannot be computed; `wagers` is None
    where no wager of the spec carries money.
    """

    procedure: str
    players: int
    seed: int
    games: int
    engine: str
    stop: Stop
    policies: tuple[SeatPolicy, ...]
    quantities: dict[str, SimulatedQuantity]
    procedure_text: str | None = None
    returned: SimulatedReturn | None = None
    wagers: dict[str, SimulatedWager] | None = None
