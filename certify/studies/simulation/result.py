"""What `certify simulate` found."""

from __future__ import annotations

from typing import Literal

from certify.results import Provenance, Result


class SimulatedQuantity(Result):
    """What was recorded of a quantity over all games.

    Attributes
    ----------
    mean : float
        The mean of a game.
    mean_exact : str
        The same without rounding, as a fraction in lowest terms.
    sd, sem : float or None
        Sample standard deviation, and standard error of the mean; None of one game.
    interval : tuple of float or None
        The mean within 1.96 standard errors: 95 percent. Of what was 0 in some games and 1 in all
        others, Wilson's interval, which goes neither below 0 nor above 1.
    least, most : float
        Extreme values.
    values : dict or None
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
    """How a seat was played; tables have a SHA-256 of what they say."""

    seat: int
    policy: str
    sha256: str | None


class Stop(Result):
    """When the run was to end, and what ended it.

    Attributes
    ----------
    rounds : int or None
        Number of games.
    time : float or None
        Seconds.
    until_sem : float or None
        Standard error of the mean of the quantity `of`.
    ended_by : str
        Which of them came first.
    """

    rounds: int | None
    time: float | None
    until_sem: float | None
    of: str
    ended_by: Literal["rounds", "time", "precision"]


class SimulatedReturn(Result):
    """The return of a banked game as it was played, beside the exact figure of that play.

    Attributes
    ----------
    wager : str
        ``main``, or ``main_burnout`` where the option was paid for.
    wagers : int
        How many main wagers were made in all games.
    wagers_a_game : float
        And in a game, on average.
    rtp : float
        Of what was paid before the deal, the part that came back.
    sem : float or None
        Its standard error; None of one game.
    interval : tuple of float or None
        The return within 1.96 standard errors: 95 percent.
    exact : float or None
        The exact return of that play, a round dealt from a full shoe; None if it is not known.
    exact_strategy : str or None
        Which play that is, as ``certify rtp --strategy`` names it.
    from_full_shoe : bool
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


class SimulationResult(Provenance):
    """The result of `certify simulate`; it follows from the job and the number of games alone.

    Attributes
    ----------
    procedure : str
        What was played as a game.
    players, seed, games : int
        How many played, seed of the series, number of games.
    engine : str
        Who played: interpreter or compiled.
    policies : tuple of SeatPolicy
        How each seat was played.
    quantities : dict
        What was recorded, by name.
    procedure_text : str or None
        What a game is, as the spec tells of the procedure.
    returned : SimulatedReturn or None
        The return; None of games between players, and where it cannot be told.
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
