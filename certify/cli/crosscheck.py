"""``certify crosscheck``: the exact figures against the same game, played."""

from __future__ import annotations

import click
from rich.console import RenderableType

from certify.cli.display import NONE, identification, show, table, titled
from certify.cli.durations import of_command, of_crosscheck
from certify.cli.exits import end_unless
from certify.cli.lasting import duration_of, lasting
from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    seed_option,
    set_option,
    strategy_option,
    workers_option,
)
from certify.cli.output import print_json
from certify.cli.progress import working
from certify.cli.recording import record
from certify.cli.selection import selected_game
from certify.cli.strategy_file import selected_strategy, strategy_files
from certify.cli.study_context import context_for
from certify.runtime.canonical import canonical_bytes
from certify.studies.crosscheck.result import CrosscheckResult, CrosscheckRun, CrosscheckTest

DECIMALS = 6


@click.command(
    "crosscheck",
    epilog=examples(
        "certify crosscheck blackjack-burnout",
        "certify crosscheck blackjack-burnout --strategy basic --detect 1e-4",
        "certify crosscheck blackjack-burnout --set cut_card=50 --set other_players=4",
    ),
)
@game_argument
@set_option
@strategy_option()
@click.option(
    "--detect",
    type=click.FloatRange(1e-6, 1.0),
    default=1e-3,
    show_default=True,
    metavar="ERROR",
    help="The error of a mean, in wagers, that must be seen; so many rounds are played that it is"
    " seen with a chance of 99 percent.",
)
@click.option(
    "--rounds",
    type=click.IntRange(2, 10**12),
    help="Play so many rounds, or streaks of a Bonus wager, for each part, instead of as many as"
    " --detect needs.",
)
@click.option(
    "--shoes",
    type=click.IntRange(2, 10**12),
    help="Shoes that are dealt to the cut card; by default as many as make the interval of its"
    " effect a twentieth of --detect.",
)
@seed_option("Seed from which the seeds of all parts follow.", 2**62)
@workers_option
@click.option(
    "--engine",
    type=click.Choice(["compiled", "interpreter"]),
    help="Who plays; by default the fastest that there is.",
)
@click.option(
    "--plan",
    is_flag=True,
    help="Print the plan as JSON, every test with its exact figures, and play nothing for it.",
)
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    strategy: str,
    detect: float,
    rounds: int | None,
    shoes: int | None,
    seed: int,
    workers: int | None,
    engine: str | None,
    plan: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Play the game, and compare every exact figure with what is seen.

    The exact engine and the played game share nothing but the spec. Every test, its exact figure
    and its number of rounds are fixed before anything is played, and the tests are corrected for
    their number. What dealing on to the cut card changes is estimated too; it is no test.

    Exit code 3 if a figure does not agree.
    """
    selected = selected_game(game, assignments, None)
    play = selected_strategy(strategy, selected)
    from certify.studies.crosscheck.study import Order, crosscheck, prepare

    order = Order(rounds=rounds, shoes=shoes, detect=detect, seed=seed, engine=engine)
    duration = duration_of(
        f"crosscheck {(strategy, detect, rounds, shoes, seed, engine, plan, workers)}",
        selected.loaded,
        of_command("rtp", selected.loaded)
        if plan
        else of_crosscheck(selected.loaded, detect=detect, rounds=rounds, workers=workers),
        no_cache=no_cache,
    )
    with lasting(duration) as run, working("computing the exact figures") as progress:
        context = context_for(progress, no_cache=no_cache, run=run)
        if plan:
            print_json(canonical_bytes(prepare(selected, play, order, context).plan).decode())
            return
        # Whatever is kept of the exact figures, the game is played anew.
        run.works()
        found = crosscheck(selected, play, order, context=context, workers=workers)
    record(found, selected.loaded, inputs=strategy_files(strategy), met=found.passed)
    if as_json:
        print_json(found.to_json())
    else:
        show(*_tables(found))
    end_unless(found.passed)


def _tables(found: CrosscheckResult) -> list[RenderableType]:
    plan = (
        f"{len(found.tests)} tests in {len(found.runs)} parts, fixed before play;"
        f" {found.correction} correction at {found.level:g}"
    )
    parts: list[RenderableType] = [
        identification(
            found,
            ("strategy", found.strategy),
            ("played by", f"{found.engine}, seed {found.seed}"),
            ("plan", plan),
            ("plan SHA", found.plan_sha256),
        )
    ]
    parts += [_run_table(found, run) for run in found.runs]
    parts += [_cut_card(found), LEGEND, _verdict(found)]
    return parts


LEGEND = (
    "Figures are in wagers a round, or chances. +- is the 95 percent interval of the difference."
    " z is the difference in standard errors, or of a distribution chi-square over its degrees of"
    " freedom. A test holds if its p, adjusted for the number of tests, is not below the level."
    " Sees is the smallest error that is seen with a chance of 99 percent: of a mean, or of the"
    " chance of one outcome. What was paid must be equal; any error is seen."
)


def _run_table(found: CrosscheckResult, run: CrosscheckRun) -> RenderableType:
    rows = table("Test", "Exact", "Simulated", "Differs", "+-", "z", "Sees", "Holds")
    for test in found.tests:
        if test.run == run.name:
            rows.add_row(
                _label(test),
                _figure(test.exact),
                _figure(None if test.kind == "paid" else test.simulated),
                _figure(test.difference, signed=True),
                _figure(test.half_width if test.kind in ("mean", "share") else None),
                _statistic(test),
                "any" if test.kind == "paid" else _figure(test.detectable),
                "yes" if test.passed else "NO",
            )
    what = "streaks" if run.procedure == "single_streak" else "rounds"
    return titled(f"{run.name}: {run.games:,} {what}", rows)


def _label(test: CrosscheckTest) -> str:
    own = test.id.removeprefix(f"{test.wager}.").removeprefix("without_burnout.")
    return own.removeprefix("with_burnout.")


def _figure(value: float | None, *, signed: bool = False) -> str:
    if value is None:
        return NONE
    return f"{value:+z.{DECIMALS}f}" if signed else f"{value:z.{DECIMALS}f}"


def _statistic(test: CrosscheckTest) -> str:
    if test.kind == "paid":
        return NONE
    if test.statistic is None:
        return "inf"
    if test.freedom is None:
        return f"{test.statistic:+.2f}"
    return f"{test.statistic:.0f}/{test.freedom}"


def _cut_card(found: CrosscheckResult) -> RenderableType:
    rows = table("Wager", "Fresh shoe", "Cut card", "Effect", "+-", "Rounds", "Shoes")
    for effect in found.cut_card:
        rows.add_row(
            effect.wager,
            _figure(effect.exact),
            _figure(effect.mean),
            _figure(effect.effect, signed=True),
            _figure(effect.half_width),
            f"{effect.rounds:.2f}",
            f"{effect.shoes:,}",
        )
    first = found.cut_card[0]
    others = f", {first.other_players} other players" if first.other_players else ""
    return titled(
        f"What the cut card changes: {first.cut_card} % of the shoe behind it{others}",
        rows,
        "The mean over all rounds of a shoe against the exact figure, which is that of a round from"
        " a fresh shoe; a shoe in which the cut card comes late has more rounds.",
    )


def _verdict(found: CrosscheckResult) -> str:
    failed = [f"{test.id} (p {test.p_adjusted:.1g})" for test in found.tests if not test.passed]
    if not failed:
        return f"All {len(found.tests)} tests agree."
    return f"{len(failed)} of {len(found.tests)} tests do NOT agree: {', '.join(failed)}."
