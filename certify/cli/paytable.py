"""``certify paytable``: all paytables within bounds, and those that no other of them beats."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from certify.cli.main import answers
from certify.cli.options import (
    Function,
    csv_option,
    game_argument,
    no_cache_option,
    page_option,
    set_option,
    wagers_option,
    yes_option,
)
from certify.cli.output import print_json, show, tell_written
from certify.cli.progress import working
from certify.cli.study import context_for, loaded_game, played_instead, record
from certify.runtime.files import check_destination, write_files
from certify.studies.paytable.asked import PaytableQuestion
from certify.studies.paytable.csv import paytable_csv
from certify.studies.paytable.study import paytable_study
from certify.studies.paytable.view import paytable_view

STANDARD_OUTPUT = "-"


def _bound(name: str, told: str) -> Callable[[Function], Function]:
    """Return the option for the ends of a figure."""
    return click.option(f"--{name}", metavar="LOW:HIGH", help=told)


@click.command(
    "paytable",
    epilog=answers(
        (
            "Which tables of pair plus leave the house 2 to 3 %, and which are best?",
            "certify paytable three-card-poker --wager pair_plus \\\n      --edge 0.02:0.03",
        ),
        (
            "Which of them can be paid in chips of 5 on stakes of 10, at most 50 to 1?",
            "certify paytable three-card-poker --wager pair_plus \\\n"
            "      --edge 0.02:0.03 --chips 10:5 --top :50",
        ),
        (
            "Which table is nearest to an edge of 2.5 % and a deviation of 3?",
            "certify paytable three-card-poker --wager pair_plus \\\n"
            "      --fit edge=0.025 --fit sd=3",
        ),
    ),
)
@game_argument
@click.option(
    "--wager",
    metavar="NAME",
    help="The wager whose paytable is designed; needed if several have one.",
)
@_bound("edge", "The house edge, such as 0.02:0.03; an end may be left out.")
@_bound("hit", "How often the wager gains, such as 0.2:0.3.")
@_bound("sd", "The standard deviation of a round, such as 2:4.")
@_bound("top", "The highest payout to one, such as 40:100.")
@click.option(
    "--row",
    "rows",
    multiple=True,
    metavar="ROW=LOW:HIGH[:STEP]",
    help="What a row may pay, to one. By default from half of what it pays to twice that.",
)
@click.option(
    "--chips",
    multiple=True,
    metavar="STAKE:CHIP",
    help="Stakes are multiples of STAKE, and what they win is paid in chips of CHIP: 10:5 allows"
    " halves. By default payouts are whole.",
)
@click.option(
    "--best",
    multiple=True,
    metavar="FIGURE=high|low",
    help="What a table beats others by; all that are given count. By default hit=high, sd=low and"
    " top=high.",
)
@click.option(
    "--fit",
    multiple=True,
    metavar="NAME=VALUE",
    help="What is wanted of a figure or a row; the ten nearest tables are shown.",
)
@click.option("--any-order", is_flag=True, help="Also tables in which a rarer row pays less.")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="List all tables within the bounds, not the best only.",
)
@set_option
@wagers_option
@page_option
@csv_option
@yes_option
@no_cache_option
def command(
    game: str,
    wager: str | None,
    edge: str | None,
    hit: str | None,
    sd: str | None,
    top: str | None,
    rows: tuple[str, ...],
    chips: tuple[str, ...],
    best: tuple[str, ...],
    fit: tuple[str, ...],
    any_order: bool,
    everything: bool,
    assignments: tuple[str, ...],
    wagers: str | None,
    as_json: bool,
    csv_file: str | None,
    yes: bool,
    no_cache: bool,
) -> None:
    """Print all paytables within bounds, and those that no other of them beats.

    Every table of the ranges, exactly, with the play that is best for it: how many lie within the
    bounds, the complete front of those that no other beats in every figure, and the nearest to what
    is wanted.
    """
    if as_json and csv_file == STANDARD_OUTPUT:
        raise click.UsageError("--json and --csv - exclude each other")
    destination = None if csv_file in (None, STANDARD_OUTPUT) else Path(str(csv_file))
    if destination is not None:
        check_destination(destination)
    loaded = loaded_game(game, assignments, wagers)
    question = PaytableQuestion.of(
        loaded,
        wager,
        bounds={"edge": edge, "hit": hit, "sd": sd, "top": top},
        rows=_named(rows, "--row", "ROW=LOW:HIGH"),
        chips=chips,
        best=_named(best, "--best", "FIGURE=high or FIGURE=low"),
        fit=_named(fit, "--fit", "NAME=VALUE"),
        is_monotone=not any_order,
        everything=everything,
    )
    with working("going through paytables") as progress:
        context = context_for(progress, no_cache=no_cache, is_patient=yes)
        with played_instead():
            found = paytable_study(question, context)
    written = {} if destination is None else {destination: paytable_csv(found).encode()}
    record(found, loaded, outputs=written)
    write_files(written)
    if csv_file == STANDARD_OUTPUT:
        click.echo(paytable_csv(found).encode(), nl=False)
    elif as_json:
        print_json(found.to_json())
    else:
        show(*paytable_view(found, everything=everything))
        tell_written(written)


def _named(given: tuple[str, ...], option: str, expected: str) -> dict[str, str]:
    """Return by name what an option gave, each once."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not name or not sign or not value:
            raise click.BadParameter(
                f"found {text!r}; expected {expected}", param_hint=f"'{option}'"
            )
        if name in found:
            raise click.BadParameter(f"{name} is given twice", param_hint=f"'{option}'")
        found[name] = value
    return found
