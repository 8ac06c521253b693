"""``certify simulate``: a game played many times."""

from __future__ import annotations

from dataclasses import replace
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certify.cli.durations import Reference, of_command, of_parts
from certify.cli.lasting import LONG, duration_of, lasting
from certify.cli.options import (
    NumberOf,
    examples,
    game_argument,
    json_option,
    players_option,
    procedure_option,
    scheduler_option,
    seed_option,
    set_option,
    wagers_option,
    workers_option,
)
from certify.cli.output import print_json, show
from certify.cli.progress import Report, working
from certify.cli.study import context_for, loaded_game, record
from certify.play.logs.log import LARGEST_SEED
from certify.present.paragraphs import paragraphs
from certify.studies.simulation.view import simulation_view

if TYPE_CHECKING:
    from certify.play.simulate.job import Job
    from certify.play.simulate.runner import RunProgress

MOST_GAMES = 10**15
MOST_LISTED = 40
"""Values of a quantity that are printed one by one."""

STEPS = 1000
"""Steps of the bar."""


@click.command(
    "simulate",
    epilog=examples(
        "certify simulate blackjack-burnout --rounds 1e4 --seed 1",
        "certify simulate blackjack-burnout --rounds 1e6 --procedure single_round",
        "certify simulate my_game.yaml --rounds 1e9 --seed 7 --resume run-7",
        "certify simulate my_game.yaml --until-sem 1e-3 --policy 1=cautious",
    ),
)
@game_argument
@click.option(
    "--rounds",
    type=NumberOf("games", 1, MOST_GAMES),
    help="Number of games, such as 1000000 or 1e6. A game is one run of the --procedure: a round,"
    " or a session of many wagers; what is printed says which.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="End after so many seconds of this run.",
)
@click.option(
    "--until-sem",
    type=click.FloatRange(min=0, min_open=True),
    metavar="X",
    help="End when the standard error of the mean of a quantity is at most X. It is looked at after"
    " 1000, 2000, .. games, later whenever there are three percent more.",
)
@click.option(
    "--of",
    metavar="NAME",
    help="The quantity that is watched, and of which the values are printed. By default the score"
    " of the first seat.",
)
@seed_option("Seed of the series of games.", LARGEST_SEED)
@players_option
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="[SEAT=]NAME",
    help="How the seats are played: random, a policy of the spec, or for Blackjack Burnout a"
    " strategy of the exact engine, optimal, basic or a file, and what is wagered besides, such as"
    " optimal+burnout+bonus.5; for all, or for one seat. May be given several times. By default"
    " basic strategy against a house, and random between players.",
)
@procedure_option
@set_option
@wagers_option
@click.option(
    "--scale",
    "scales",
    multiple=True,
    metavar="NAME=N",
    help="Record a quantity that need be no integer in units of 1/N; needed only if certify says"
    " so.",
)
@workers_option
@scheduler_option
@click.option(
    "--resume",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep what was played in a folder; whatever happens, the same command goes on from there.",
)
@click.option(
    "--engine",
    metavar="NAME",
    help="Who plays: compiled, or interpreter, which is the reference. By default the fastest that"
    " there is.",
)
@json_option
def command(
    game: str,
    rounds: int | None,
    seconds: float | None,
    until_sem: float | None,
    of: str | None,
    seed: int,
    players: int | None,
    policies: tuple[str, ...],
    procedure: str,
    assignments: tuple[str, ...],
    wagers: str | None,
    scales: tuple[str, ...],
    workers: int | None,
    scheduler: str | None,
    folder: Path | None,
    engine: str | None,
    as_json: bool,
) -> None:
    """Play a game many times, and count.

    Number i of the series with a seed is always the same game, so the result follows from the seed
    and the number of games alone: not from workers, order or interruptions. `certify play --seed S
    --game I` shows one of them.

    Of a game against a house the return is told with its interval, beside the exact figure of the
    same play.

    A run ends by --rounds, --time or --until-sem, whichever comes first; one must be given. Only a
    run that ends by --time may have another result when it is made again.
    """
    if rounds is None and seconds is None and until_sem is None:
        raise click.UsageError("When does the run end? Give --rounds, --time or --until-sem.")
    if workers is not None and scheduler is not None:
        raise click.UsageError("--workers is for this machine; a scheduler has its own workers.")
    loaded = loaded_game(game, assignments, wagers)
    # The engine loads slowly; a spec that is wrong is told of at once.
    from certify.studies.simulation.simulated_return import return_pairs
    from certify.studies.simulation.study import Means, job_for, simulate

    job = job_for(
        loaded,
        seed=seed,
        players=players,
        policies=policies,
        procedure=procedure,
        pairs=return_pairs(loaded, players),
        scales=_scales(scales),
        engine=engine,
    )
    played, whole = _references(job, rounds, workers)
    duration = duration_of(
        f"simulate {(rounds, until_sem, of, players, policies, procedure, engine, workers)}",
        loaded,
        whole,
    )
    # Who gives --time knows how long it takes.
    with (
        lasting(duration, said=seconds is not None) as run,
        working("Simulating", letters=62, bar=8) as report,
    ):
        if played is None or played.seconds >= LONG:
            run.works()
        means = Means(
            workers=workers,
            scheduler=scheduler,
            folder=folder,
            notice=lambda sentence: click.echo(paragraphs(sentence), err=True),
            progress=lambda estimate: _tell(estimate, report),
        )
        try:
            found = simulate(
                job,
                rounds=rounds,
                seconds=seconds,
                until_sem=until_sem,
                of=of,
                means=means,
                context=context_for(lambda done, total, doing: None, no_cache=False, run=run),
            )
        except KeyboardInterrupt:
            if folder is not None:
                kept = f"\nWhat was played is kept in {folder}; the same command goes on."
                click.echo(paragraphs(kept), err=True)
            raise
    # By time, another number of games would be played next time.
    ends = {"--rounds": str(found.games), "--time": None, "--until-sem": None}
    record(
        found,
        loaded,
        inputs=[file for name in policies for file in _files_of(name)],
        fixed=ends if found.stop.ended_by == "time" else None,
    )
    if as_json:
        print_json(found.to_json())
    else:
        show(*simulation_view(found))


def _references(
    job: Job, games: int | None, workers: int | None
) -> tuple[Reference | None, Reference | None]:
    """Return how long so many games take, and these with the exact figures beside them.

    There is none where it was not measured: the interpreter, and procedures other than a game.
    """
    from certify.play.interpreted import PLAY
    from certify.play.simulate.job import ENGINES

    if games is None or job.engine != ENGINES[0] or job.procedure != PLAY:
        return None, None
    from certify.studies.simulation.simulated_return import is_counted

    played = of_parts("simulate", job.game, games, workers)
    exact = of_command("rtp", job.game)
    if played is None or exact is None or not is_counted(job.game, job.players):
        return played, played
    return played, replace(played, seconds=played.seconds + exact.seconds)


def _files_of(policy: str) -> tuple[Path, ...]:
    """Return the strategy file that a policy is, if it is one: [SEAT=]FILE[+WAGER..]."""
    path = Path(policy.rpartition("=")[2].partition("+")[0])
    return (path,) if path.is_file() else ()


def _scales(texts: tuple[str, ...]) -> dict[str, int]:
    found = {}
    for text in texts:
        name, _, scale = text.partition("=")
        if not scale.isdecimal() or not 1 <= int(scale) <= 10**9:
            raise click.BadParameter(
                f"expected a quantity and a whole number, such as score.1=1000; found {text!r}",
                param_hint="'--scale'",
            )
        found[name] = int(scale)
    return found


# Progress


def _tell(estimate: RunProgress, report: Report) -> None:
    parts = [f"{_large(estimate.games)} games", f"{_large(estimate.rate)}/s"]
    if estimate.mean is not None and estimate.half_width is not None:
        parts.append(_with_error(estimate.mean, estimate.half_width))
    if estimate.left is not None:
        parts.append(f"{_clock(estimate.left)} left")
    share = estimate.games / estimate.goal if estimate.goal else 0.0
    report(min(STEPS, int(share * STEPS)), STEPS, ", ".join(parts))


def _with_error(mean: float, half_width: float) -> str:
    """Return an estimate with the digits that its error leaves."""
    decimals = max(0, 1 - floor(log10(half_width))) if half_width else 4
    return f"{mean:z.{decimals}f} ± {half_width:.{decimals}f}"


def _large(number: float) -> str:
    """Return a number in few letters, such as 12.3M."""
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if number >= unit:
            return f"{number / (1e3 if letter == 'k' else unit):.4g}{letter}"
    return f"{number:.4g}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
