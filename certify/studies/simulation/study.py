"""Simulation of any game: from names to a job, and from exact statistics to a result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm, sqrt
from pathlib import Path

from certify.errors import CompileError, SpecError, nearest_name
from certify.language.game import LoadedGame
from certify.play.interpreted import PLAY, require_procedure
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM, policy_names, policy_of
from certify.play.quantities import exact_scale, grows, quantities_of
from certify.play.simulate.checkpoint import Checkpoint
from certify.play.simulate.job import ENGINES, Job, playable, require_engine, table_sha256
from certify.play.simulate.runner import (
    INTERVAL,
    Ending,
    Progress,
    RunProgress,
    StopRule,
    run_games,
)
from certify.play.simulate.shards import Shard
from certify.play.tables import TablePolicy
from certify.play.tallies import Pair, Tallies, Tally, require_quantity
from certify.runtime.context import Context
from certify.runtime.cores import cores
from certify.runtime.executors import Executor
from certify.runtime.workers import Workers, executor_of, work_out
from certify.studies.kinds import has_charts
from certify.studies.simulation.intervals import share_interval
from certify.studies.simulation.result import SeatPolicy, SimulatedQuantity, SimulationResult, Stop
from certify.studies.simulation.simulated_return import simulated_return
from certify.studies.simulation.table_policies import family_policy
from certify.studies.simulation.wagers import simulated_wagers
from certify.studies.twenty_one import BASIC

BANKED = "banked"


def _silent(_: object) -> None:
    """Ignore a message."""


@dataclass(frozen=True)
class Means:
    """Computing resources of a simulation run; they change no result.

    `workers` is None for one process on each core, `scheduler` the address of a Dask scheduler with
    workers of its own; finished shards are kept in `folder`, and taken up again. `at_once` tells
    that games are many, and compiled: other processes play them from the first on.
    """

    workers: int | None = None
    scheduler: str | None = None
    at_once: bool = False
    folder: Path | None = None
    notice: Callable[[str], None] = _silent
    progress: Progress = _silent


def means_of(
    progress: Callable[[int, int, str], None],
    workers: int | None,
    doing: str,
    *,
    at_once: bool = False,
) -> Means:
    """Return resources of this machine that report the number of games done, and `doing` what.

    `progress` receives games done, games in all, and that text; the others are as `Means` has them.
    """

    def told(estimate: RunProgress) -> None:
        progress(estimate.games, int(estimate.goal or estimate.games), doing)

    return Means(workers=workers, at_once=at_once, progress=told)


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
    """Return a checked job; a SpecError for a name that the game does not have.

    `players` is by default the fewest. `policies` are a policy for each seat, a name for all seats,
    or ``SEAT=NAME``; other seats are played by `usual_policy`. `pairs` are quantities whose
    products are summed too. `scales` are by default the least that hold every amount in the rules
    as an integer; `engine` is by default the fastest.
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
    scale = scale_of(program)
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


def scale_of(program: Program) -> int:
    """Return the least scale that holds, as far as it is known, every amount that is recorded."""
    scale = exact_scale(program)
    if grows(program):
        # It loads slowly, and few games need it.
        from certify.play.compiler.course import recorded_scale

        with suppress(CompileError):
            # The interpreter plays it all the same, and says which scale it lacks.
            scale = lcm(scale, recorded_scale(program))
    return scale


def policies_by_seat(
    game: LoadedGame,
    program: Program,
    given: Sequence[str | TablePolicy],
    *,
    otherwise: str = RANDOM,
) -> tuple[str | TablePolicy, ...]:
    """Return the policy of each seat.

    `given` are policies for all seats, or for one as ``SEAT=NAME``, the seat by its number or its
    role; later ones override. `otherwise` is the policy of the other seats.
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
    """Return the default policy of a seat.

    Of a game against a house basic strategy if the exact engine derives it, otherwise the first
    policy of the spec; random play where there is none, and between players.
    """
    if game.spec.game.kind != BANKED:
        return RANDOM
    return BASIC if has_charts(game) else next(iter(game.spec.policies), RANDOM)


def policy_named(game: LoadedGame, program: Program, name: str) -> str | TablePolicy:
    """Return the policy that a name means; a SpecError names the nearest if there is none.

    ``random``, or a policy of the spec; of games of the twenty-one family also a strategy of the
    exact engine (`certify.studies.simulation.table_policies.family_policy`).
    """
    if name not in policy_names(program):
        tables = family_policy(game, program, name)
        if tables is not None:
            return tables
    policy_of(program, name)
    return name


def play_games(job: Job, rule: StopRule, means: Means | None = None) -> tuple[Tallies, Ending]:
    """Return the exact statistics of the games from the first on, and what ended the run."""
    means = means or Means()
    quantities = quantities_of(Program(job.game, job.players), dict(job.scales))
    require_quantity(rule.of, quantities.names)
    empty = Tallies.empty(quantities.names, quantities.scales, job.pairs)
    with ExitStack() as stack:
        store = None
        if means.folder is not None:
            store = Checkpoint(means.folder, job, means.notice)
            stack.callback(store.close)
        workers = Workers(means.workers, means.scheduler)
        executor: Executor[Shard, Tallies] = executor_of(job, workers, at_once=means.at_once)
        stack.callback(executor.close)
        return run_games(empty, rule, executor, store, means.progress)


def compile_game(job: Job) -> bytes:
    """Compile the game of a job: to play none of its games takes no more."""
    playable(job).play(job.seed, 0, 0)
    return b""


def compile_games(
    jobs: Iterable[Job], workers: int | None, progress: Callable[[int, int, str], None]
) -> None:
    """Compile the games of jobs side by side, those that were not before.

    Without it one core compiles each when it is first played. `workers` is None for one process on
    each core; `progress` receives how many are compiled, of how many, and what is done.
    """
    number, missing = workers or cores(), {}
    if number == 1:
        return
    # Only what is compiled has a source, and a module that keeps it.
    from certify.play.compiler.compiled import CompiledGame
    from certify.play.compiler.store import was_written

    for job in jobs:
        game = playable(job)
        if isinstance(game, CompiledGame) and not was_written(game.source, job.game.spec.game.id):
            missing[game.source] = job
    if len(missing) > 1:
        work_out(
            compile_game,
            list(missing.values()),
            list(missing),
            kind="",
            context=Context(progress=progress),
            workers=Workers(number),
            doing="games compiled",
            are_long=True,
        )


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
    """Return the result of a simulation run, independent of `means` unless the clock ends it.

    The run ends after `rounds` games, after `seconds`, or at the standard error `until_sem` of the
    mean of the quantity `of` (by default the score of the first seat). The exact figure of a banked
    game is looked up in the context.
    """
    program = Program(job.game, job.players)
    watched = of or quantities_of(program).names[0]
    tallies, ending = play_games(job, StopRule(rounds, seconds, until_sem, watched), means)
    return SimulationResult(
        **job.game.provenance(),
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
        wagers=simulated_wagers(job.game, tallies),
    )


def _seat_policy(seat: int, policy: str | TablePolicy) -> SeatPolicy:
    if isinstance(policy, str):
        return SeatPolicy(seat=seat, policy=policy, sha256=None)
    return SeatPolicy(seat=seat, policy=policy.name, sha256=table_sha256(policy))


def quantity(tallies: Tallies, name: str) -> SimulatedQuantity:
    """Return the figures of a quantity, each rounded once from exact sums."""
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
