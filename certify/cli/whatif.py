"""``certify whatif``: what a change of rules or payouts does to every wager."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from certify.cli.durations import Reference, of_changes, of_rulings, of_search, of_sweep
from certify.cli.lasting import ask_to_begin, duration_of, lasting
from certify.cli.main import QUESTIONS, answers
from certify.cli.options import (
    csv_option,
    game_argument,
    no_cache_option,
    page_option,
    scheduler_option,
    set_option,
    shoe_option,
    split_play_option,
    strategy_option,
    wagers_option,
    workers_option,
    yes_option,
)
from certify.cli.output import print_json, require_suffix, show, tell_written
from certify.cli.progress import working
from certify.cli.study import (
    asked_game,
    context_for,
    played_instead,
    record,
)
from certify.language.game import LoadedGame
from certify.runtime.cores import cores
from certify.runtime.files import check_destination, write_files
from certify.runtime.workers import Workers
from certify.studies.house.asked import ChangesAsked
from certify.studies.returns.bonus import PAYTABLE
from certify.studies.whatif.asked import Change, Found, Rulings
from certify.studies.whatif.csv import sensitivity_csv, sweep_csv, whatif_csv
from certify.studies.whatif.result import SweepResult, WhatIfResult
from certify.studies.whatif.search import Search, is_every_row
from certify.studies.whatif.sweep import Sweep
from certify.studies.whatif.view import whatif_view

STANDARD_OUTPUT = "-"


@dataclass(frozen=True)
class _Asked:
    """What was asked for, as it was given."""

    assignments: tuple[str, ...]
    sweeps: tuple[str, ...]
    solve: str | None
    target: str | None
    within: str | None
    rulings: bool
    save_spec: Path | None
    as_version: str | None
    plot: Path | None


@dataclass(frozen=True)
class _Destinations:
    """Where what is found goes, and how much of it is shown."""

    as_json: bool
    csv_file: str | None
    csv: Path | None
    plot: Path | None
    everything: bool


@dataclass(frozen=True)
class _Length:
    """How long something takes that is not begun.

    Attributes
    ----------
    reference : Reference or None
        How long it took when this version was made.
    is_large : bool
        Whether to ask before it begins.
    told : str
        How large it is, if it is.
    """

    reference: Reference | None = None
    is_large: bool = False
    told: str = ""


@click.command(
    "whatif",
    epilog=answers(
        *QUESTIONS,
        (
            "Which odds on two wins return 95 %?",
            "certify whatif blackjack-burnout --solve bonus.2.pays --target rtp=95%",
        ),
        (
            "What does the edge come to with one deck to eight?",
            "certify whatif blackjack-burnout --sweep decks=all --figure edge",
        ),
        (
            "What would every other reading of the rules change?",
            "certify whatif blackjack-burnout --rulings --csv rulings.csv",
        ),
        (
            "Which names are there to set, and which figures to aim at?",
            "certify parameters blackjack-burnout",
        ),
    ),
)
@game_argument
@set_option
@click.option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar="NAME=VALUES",
    help="Go through values of a parameter or payout: a list a,b,c, a range low:high:step or"
    " low:high/count, or all. Given twice, every combination.",
)
@click.option(
    "--solve",
    metavar="NAME",
    help="Find the value of a payout, share or whole number at which the figure of --target is"
    " met; bonus.*.pays, in quotes, is the whole paytable of Bonus wagers, each row for its own.",
)
@click.option(
    "--target",
    metavar="FIGURE=VALUE",
    help="The figure that --solve meets, such as edge=2.5%, burnout.rtp=0.98 or"
    " bonus.2.rtp=94%; `certify parameters GAME` lists the figures.",
)
@click.option("--within", metavar="LOW:HIGH", help="The values among which --solve looks.")
@click.option(
    "--rulings",
    is_flag=True,
    help="Tell what every other reading of a ruling, and one more unit of every payout and share,"
    " changes.",
)
@click.option(
    "--figure",
    "figures",
    multiple=True,
    metavar="PATH",
    help="A figure by its name, such as edge, burnout.sd or bonus.2.rtp, or by its place in"
    " `certify rtp --json`; may be given several times. By default the headline of every wager.",
)
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="Show the figures that do not change too; by default only how many there are.",
)
@wagers_option
@shoe_option
@strategy_option(
    "How the player plays, before and after: optimally or by the total-dependent charts, both"
    " worked out for the rules in force, or as a policy of the spec or a strategy file says."
)
@split_play_option
@page_option
@csv_option
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Draw the sweep too: .pdf or .svg.",
)
@click.option(
    "--save-spec",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the changed game as a new spec, with the paytables that changed beside it.",
)
@click.option("--as-version", metavar="X.Y.Z", help="The version of the spec that is written.")
@workers_option
@scheduler_option
@no_cache_option
@yes_option
def command(
    game: str,
    assignments: tuple[str, ...],
    sweeps: tuple[str, ...],
    solve: str | None,
    target: str | None,
    within: str | None,
    rulings: bool,
    figures: tuple[str, ...],
    show_all: bool,
    wagers: str | None,
    shoe: str | None,
    strategy: str,
    split_play: str,
    as_json: bool,
    csv_file: str | None,
    plot: Path | None,
    save_spec: Path | None,
    as_version: str | None,
    workers: int | None,
    scheduler: str | None,
    no_cache: bool,
    yes: bool,
) -> None:
    """Print what a change of rules or payouts does to every wager.

    Every figure before and after the change, over a sweep of one or two settings, or for the value
    of a setting at which a figure meets a target. What does not change is not worked out again, and
    sweeps go on from where they were interrupted.
    """
    asked = _Asked(assignments, sweeps, solve, target, within, rulings, save_spec, as_version, plot)
    _check_usage(asked, as_json=as_json, csv_file=csv_file)
    destination = None if csv_file in (None, STANDARD_OUTPUT) else Path(str(csv_file))
    for path in (destination, plot, save_spec):
        if path is not None:
            check_destination(path)
    destinations = _Destinations(as_json, csv_file, destination, plot, show_all)
    game_asked = asked_game(game, (), shoe, wagers)
    house, loaded = game_asked.house, game_asked.loaded
    _check_version(loaded, asked)
    question = ChangesAsked(
        assignments,
        sweeps=sweeps,
        solve=solve,
        target=target,
        within=within,
        rulings=rulings,
        figures=figures,
        strategy=strategy,
        split_play=split_play,
    )
    plan = house.changes(question)
    length = _length(plan, assignments, workers)
    duration = duration_of(
        f"whatif {(asked, figures, workers, strategy, split_play, shoe)}",
        loaded,
        length.reference,
        no_cache=no_cache,
    )
    said = length.is_large and ask_to_begin(f"{length.told}; it {duration.told()}", yes=yes)
    with lasting(duration, said=said) as run, working("working out the figures") as progress:
        context = context_for(progress, no_cache=no_cache, run=run, is_patient=yes)
        with played_instead():
            staff = Workers(processes=workers, scheduler=scheduler)
            found = house.changed(plan, context, staff)
    _tell(found, loaded, destinations, *_saved(game, loaded, found, asked), house.files(strategy))


def _tell(
    found: Found,
    game: LoadedGame,
    to: _Destinations,
    files: dict[Path, bytes],
    told: list[str],
    inputs: tuple[Path, ...],
) -> None:
    """Record what was found, write it and tell it."""
    written: dict[Path, bytes] = {}
    if to.csv is not None:
        written[to.csv] = _csv(found).encode()
    if to.plot is not None and isinstance(found, SweepResult):
        from certify.studies.whatif.chart_view import chart_bytes

        written[to.plot] = chart_bytes(found, to.plot.suffix.lower())
    written |= files
    record(found, game, inputs=inputs, outputs=written)
    write_files(written)
    if to.csv_file == STANDARD_OUTPUT:
        click.echo(_csv(found).encode(), nl=False)
    elif to.as_json:
        print_json(found.to_json())
    else:
        show(*whatif_view(found, everything=to.everything), *told)
        tell_written(written)


def _check_usage(asked: _Asked, *, as_json: bool, csv_file: str | None) -> None:
    ways = {
        "--sweep": bool(asked.sweeps),
        "--solve": asked.solve is not None,
        "--rulings": asked.rulings,
    }
    given = [name for name, is_given in ways.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")
    if not given and not asked.assignments:
        raise click.UsageError("nothing to change; expected --set, --sweep, --solve or --rulings")
    if (asked.solve is None) != (asked.target is None):
        raise click.UsageError("--solve and --target need each other")
    if asked.within is not None and asked.solve is None:
        raise click.UsageError("--within needs --solve")
    if asked.plot is not None:
        if not asked.sweeps:
            raise click.UsageError("--plot needs --sweep")
        require_suffix(asked.plot, ".pdf", ".svg", option="--plot")
    if (asked.save_spec is None) != (asked.as_version is None):
        raise click.UsageError("--save-spec and --as-version need each other")
    if asked.save_spec is not None:
        if asked.sweeps or asked.rulings:
            raise click.UsageError("--save-spec writes what --set and --solve give, no sweep")
        require_suffix(asked.save_spec, ".yaml", ".yml", option="--save-spec")
    if as_json and csv_file == STANDARD_OUTPUT:
        raise click.UsageError("--json and --csv - exclude each other")


def _length(plan: Any, assignments: tuple[str, ...], workers: int | None) -> _Length:
    """Return how long a plan takes, if it is known."""
    match plan:
        case Sweep():
            number = workers or cores()
            return _Length(of_sweep(plan, number), plan.is_large(number), plan.told())
        case Search():
            return _Length(of_search(plan))
        case tuple():
            return _Length(of_search(*plan))
        case Rulings():
            return _Length(of_rulings(plan.game, plan.question, workers))
        case Change():
            return _Length(of_changes(plan.base, assignments, plan.question))
    return _Length()


def _check_version(game: LoadedGame, asked: _Asked) -> None:
    """Check that a new version that is asked for can be written, before anything is worked out."""
    if asked.save_spec is None:
        return
    from certify.studies.whatif.reissue import check_new_version

    names = [assignment.partition("=")[0].strip() for assignment in asked.assignments]
    if asked.solve is not None and is_every_row(asked.solve, game):
        names += [f"{PAYTABLE}.{row.key}.pays" for row in game.paytable_rows(PAYTABLE)]
    elif asked.solve is not None:
        names.append(asked.solve.strip())
    check_new_version(game, asked.save_spec, str(asked.as_version), names)


def _saved(
    game: str, base: LoadedGame, found: Found, asked: _Asked
) -> tuple[dict[Path, bytes], list[str]]:
    """Return the files of a new version that is asked for, and what there is to say of it."""
    path = asked.save_spec
    if path is None or not isinstance(found, WhatIfResult):
        return {}, []
    from certify.studies.whatif.reissue import new_version

    settings = [f"{setting.name}={setting.after}" for setting in found.settings]
    saved = new_version(base, settings, str(asked.as_version), path)
    told = [
        f"The new version is dated {base.spec.game.date}, as the present one; its texts are"
        f" those of the present one too. `certify diff {game} {path}` explains it."
    ]
    for names, what in (
        (saved.stating, "state former settings"),
        (saved.shortened, "have lost facts that hold no more; their texts are to be read again"),
        (saved.left_out, "hold no more and are left out"),
    ):
        if names:
            told.append(f"Worked examples that {what}: {', '.join(names)}.")
    return saved.files, told


def _csv(found: Found) -> str:
    if isinstance(found, WhatIfResult):
        return whatif_csv(found)
    return sweep_csv(found) if isinstance(found, SweepResult) else sensitivity_csv(found)
