"""Simulation of any game: from names to a job, and from exact statistics to a result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from pathlib import Path

from certify.errors import SpecError, nearest_name
from certify.language.catalogue import LoadedGame
from certify.play.interpreted import PLAY, require_procedure
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM, policy_names, policy_of
from certify.play.quantities import exact_scale, quantities_of
from certify.play.simulate.checkpoint import Checkpoint
from certify.play.simulate.job import ENGINES, Job, require_engine, table_sha256
from certify.play.simulate.runner import INTERVAL, Ending, Estimate, Progress, StopRule, run_games
from certify.play.simulate.shards import Shard
from certify.play.tables import TablePolicy
from certify.play.tallies import Pair, Tallies, Tally, require_quantity
from certify.runtime.cluster import DaskCluster
from certify.runtime.context import Context
from certify.runtime.cores import cores
from certify.runtime.executors import Executor
from certify.runtime.processes import LocalMachine
from certify.studies.provenance import provenance_of
from certify.studies.simulation.result import SeatPolicy, SimulatedQuantity, SimulationResult, Stop
from certify.studies.simulation.simulated_return import simulated_return
from certify.studies.simulation.table_policies import family_policy
from certify.studies.twenty_one import BASIC, FAMILY

BANKED = "banked"


def _silent(_: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Means:
    """By what means a run is made; they change no result.

    Attributes
    ----------
    workers : int or None
        Processes of this machine; None for one on each core.
    scheduler : str or None
        Address of a Dask scheduler, which has its own workers.
    folder : Path or None
        Where finished shards are kept, and taken up again.
    notice : callable
        Told in a sentence of what does not go as it should.
    progress : callable
        Told after every shard how far the run has come.
    """

    workers: int | None = None
    scheduler: str | None = None
    folder: Path | None = None
    notice: Callable[[str], None] = _silent
    progress: Progress = _silent


def means_of(progress: Callable[[int, int, str], None], workers: int | None, doing: str) -> Means:
    """Return means of this machine that tell how far they are in games, and doing what.

    Parameters
    ----------
    progress : callable
        Told how many games are done, of how many, and what is being done.
    workers : int or None
        Processes; None for one on each core.
    doing : str
        What is being done.

    Returns
    -------
    Means
        The means.
    """

    def told(estimate: Estimate) -> None:
        progress(estimate.games, int(estimate.goal or estimate.games), doing)

    return Means(workers=workers, progress=told)


def job_for(
    game: LoadedGame,
    *,
    seed: int,
    players: int | None = None,
    policies: Sequence[str | TablePolicy] = (),
    procedure: str = PLAY,
    pairs: Iterable[Pair] = (),
    scales: Mapping[str, int] | None = None,
    engine: str | None = None,
) -> Job:
    """Return a job, everything in it checked.

    Parameters
    ----------
    game : LoadedGame
        The game, with its settings.
    seed : int
        Seed of the series.
    players : int, optional
        How many play; left out, the fewest.
    policies : sequence of str or TablePolicy
        How the seats are played: each an own policy, a name for all seats, or ``SEAT=NAME``. A seat
        of which nothing is said is played by `usual_policy`.
    procedure : str
        What is played as a game.
    pairs : iterable of tuple of str
        Quantities of which the products are summed too.
    scales : mapping, optional
        Scales of quantities that need be no integers; by default the least that holds every
        amount that the rules name.
    engine : str, optional
        Who plays; by default the fastest that there is.

    Returns
    -------
    Job
        The job.

    Raises
    ------
    SpecError
        If something is named that the game has not.
    """
    program = Program(game, players)
    require_procedure(program, procedure)
    chosen = engine or ENGINES[0]
    require_engine(chosen)
    by_seat = policies_by_seat(game, program, policies, otherwise=usual_policy(game))
    for policy in dict.fromkeys(by_seat):
        policy_of(program, policy)
    quantities = quantities_of(program, scales)
    quantities.require_pairs(pairs)
    fine = {
        name for name, scale in zip(quantities.names, quantities.scales, strict=True) if scale != 1
    }
    scale = exact_scale(program)
    return Job(
        game=game,
        players=program.players,
        policies=by_seat,
        seed=seed,
        procedure=procedure,
        pairs=tuple(pairs),
        scales=tuple(sorted((dict.fromkeys(fine, scale) | dict(scales or {})).items())),
        engine=chosen,
    )


def policies_by_seat(
    game: LoadedGame,
    program: Program,
    given: Sequence[str | TablePolicy],
    *,
    otherwise: str = RANDOM,
) -> tuple[str | TablePolicy, ...]:
    """Return the policy of each seat.

    Parameters
    ----------
    game : LoadedGame
        The game.
    program : Program
        The same, with its players.
    given : sequence of str or TablePolicy
        A policy for all seats, or for one as ``SEAT=NAME``, the seat by its number or its role.
        What is said later counts.
    otherwise : str
        The policy of seats of which nothing is said.

    Returns
    -------
    tuple
        One for each seat.
    """
    found: list[str | TablePolicy | None] = [None] * program.players
    seats = {str(seat + 1): seat for seat in range(program.players)}
    seats |= {program.seat_name(seat): seat for seat in range(program.players)}
    for policy in given:
        if isinstance(policy, TablePolicy):
            found = [policy] * program.players
            continue
        before, sign, after = policy.partition("=")
        if not sign:
            found = [policy_named(game, program, policy)] * program.players
        elif before in seats:
            found[seats[before]] = policy_named(game, program, after)
        else:
            nearest = nearest_name(before, seats)
            meant = f"; did you mean {nearest}?" if nearest else ""
            known = ", ".join(dict.fromkeys(program.seat_name(n) for n in range(program.players)))
            raise SpecError(f"there is no seat {before!r}{meant}; known: {known}")
    # Only if it is needed: to solve a game takes seconds.
    rest = policy_named(game, program, otherwise) if None in found else RANDOM
    return tuple(rest if policy is None else policy for policy in found)


def usual_policy(game: LoadedGame) -> str:
    """Return how a seat is played of which nothing is said.

    Parameters
    ----------
    game : LoadedGame
        The game.

    Returns
    -------
    str
        Of a game against a house basic strategy if the exact engine derives it, otherwise the first
        policy of the spec; random play where there is none, and between players.
    """
    identity = game.spec.game
    if identity.kind != BANKED:
        return RANDOM
    return BASIC if identity.family == FAMILY else next(iter(game.spec.policies), RANDOM)


def policy_named(game: LoadedGame, program: Program, name: str) -> str | TablePolicy:
    """Return the policy that a name means.

    Parameters
    ----------
    game : LoadedGame
        The game.
    program : Program
        The same, with its players.
    name : str
        ``random``, or a policy of the spec; of games of the twenty-one family also a strategy of
        the exact engine, see `certify.studies.simulation.table_policies.family_policy`.

    Returns
    -------
    str or TablePolicy
        A name that the engine knows, or tables.

    Raises
    ------
    SpecError
        If there is no such policy; it tells the nearest name.
    """
    if name not in policy_names(program):
        tables = family_policy(game, program, name)
        if tables is not None:
            return tables
    policy_of(program, name)
    return name


def play_games(job: Job, rule: StopRule, means: Means | None = None) -> tuple[Tallies, Ending]:
    """Return the exact statistics of a run.

    Parameters
    ----------
    job : Job
        What is played.
    rule : StopRule
        When the run ends.
    means : Means, optional
        By what means.

    Returns
    -------
    tallies : Tallies
        The statistics of the games from the first on.
    ending : str
        What ended the run.
    """
    means = means or Means()
    quantities = quantities_of(Program(job.game, job.players), dict(job.scales))
    require_quantity(rule.of, quantities.names)
    empty = Tallies.empty(quantities.names, quantities.scales, job.pairs)
    with ExitStack() as stack:
        store = None
        if means.folder is not None:
            store = Checkpoint(means.folder, job, means.notice)
            stack.callback(store.close)
        executor: Executor[Shard, Tallies]
        if means.scheduler is not None:
            executor = DaskCluster(job, means.scheduler)
        else:
            executor = LocalMachine(job, means.workers or cores())
        stack.callback(executor.close)
        return run_games(empty, rule, executor, store, means.progress)


def simulate(
    job: Job,
    *,
    rounds: int | None = None,
    seconds: float | None = None,
    until_sem: float | None = None,
    of: str | None = None,
    means: Means | None = None,
    context: Context | None = None,
) -> SimulationResult:
    """Return what a simulation finds.

    Parameters
    ----------
    job : Job
        What is played.
    rounds : int, optional
        Number of games.
    seconds : float, optional
        Time of the run.
    until_sem : float, optional
        Standard error of the mean of a quantity at which the run ends.
    of : str, optional
        That quantity; left out, the score of the first seat.
    means : Means, optional
        By what means the run is made.
    context : Context, optional
        Where the exact figure of a banked game is looked up.

    Returns
    -------
    SimulationResult
        The result. But for a run that ends by the clock it depends on the means in nothing.
    """
    program = Program(job.game, job.players)
    watched = of or quantities_of(program).names[0]
    tallies, ending = play_games(job, StopRule(rounds, seconds, until_sem, watched), means)
    return SimulationResult(
        **provenance_of(job.game),
        procedure=job.procedure,
        players=job.players,
        seed=job.seed,
        games=tallies.games,
        engine=job.engine,
        stop=Stop(rounds=rounds, time=seconds, until_sem=until_sem, of=watched, ended_by=ending),
        policies=tuple(
            _seat_policy(seat, policy) for seat, policy in enumerate(job.policies, start=1)
        ),
        quantities={name: quantity(tallies, name) for name in tallies.names},
        procedure_text=" ".join(job.game.spec.procedures[job.procedure].text.split()),
        returned=simulated_return(job, tallies, context or Context()),
    )


def _seat_policy(seat: int, policy: str | TablePolicy) -> SeatPolicy:
    if isinstance(policy, str):
        return SeatPolicy(seat=seat, policy=policy, sha256=None)
    return SeatPolicy(seat=seat, policy=policy.name, sha256=table_sha256(policy))


def share_interval(share: float, games: int) -> tuple[float, float]:
    """Return the interval of 95 percent of a share of games.

    Parameters
    ----------
    share : float
        The share found.
    games : int
        All games, at least one.

    Returns
    -------
    tuple of float
        Its ends, never below 0 or above 1.

    Notes
    -----
    Method: the shares that a test by the normal distribution, with the variance of the share
    tested, does
        not refute.
    Error: holds about as often as it says, also where the share is rare.
    Source: Wilson, Journal of the American Statistical Association 22 (1927) 209-212,
        doi:10.1080/01621459.1927.10502953.

    Examples
    --------
    >>> [round(end, 3) for end in share_interval(0.01, 100)]
    [0.002, 0.054]
    """
    square = INTERVAL**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def quantity(tallies: Tallies, name: str) -> SimulatedQuantity:
    """Return what the statistics of games say of a quantity.

    Parameters
    ----------
    tallies : Tallies
        The statistics, of one game at least.
    name : str
        The quantity.

    Returns
    -------
    SimulatedQuantity
        Its figures; every one is rounded once, from exact sums.
    """
    tally, scale = tallies.tally(name), tallies.scale(name)
    exact = tallies.mean(name)
    mean = float(exact)
    spread = sem = interval = None
    if tallies.games > 1:
        spread, sem = sqrt(tallies.variance(name)), tallies.sem(name)
        interval = (mean - INTERVAL * sem, mean + INTERVAL * sem)
        tally, one = tallies.tally(name), tallies.scale(name)
        if set(tally.counts) == {0, one} and not tally.beyond.number:
            interval = share_interval(mean, tallies.games)
    return SimulatedQuantity(
        mean=mean,
        mean_exact=str(exact),
        sd=spread,
        sem=sem,
        interval=interval,
        least=(tally.least or 0) / scale,
        most=(tally.most or 0) / scale,
        values=_values(tally, scale),
    )


def _values(tally: Tally, scale: int) -> dict[str, int] | None:
    if tally.beyond.number:
        return None
    return {_written(Fraction(value, scale)): tally.counts[value] for value in sorted(tally.counts)}


def _written(value: Fraction) -> str:
    """Return a value as a decimal where that ends, such as 1.5, otherwise as a fraction."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    if rest != 1:
        return str(value)
    return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
