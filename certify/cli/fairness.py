"""``certify fairness``: seats, skill, length and use of the rules of games between players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType

from certify.cli.assumed import assumed_lines
from certify.cli.display import identification, show
from certify.cli.durations import of_fairness
from certify.cli.fairness_asked import (
    SECTIONS,
    game_between_players,
    ladder_of,
    numbers_of_games,
    numbers_of_players,
    sections_of,
)
from certify.cli.lasting import ask_if_very_long, duration_of, lasting
from certify.cli.options import (
    csv_option,
    examples,
    game_argument,
    no_cache_option,
    page_option,
    scheduler_option,
    seed_option,
    set_option,
    workers_option,
    yes_option,
)
from certify.cli.output import check_destination, print_json, write_files
from certify.cli.progress import showing
from certify.cli.recording import record
from certify.cli.study_context import context_for
from certify.play.logs.log import LARGEST_SEED
from certify.present.document import Element
from certify.studies.fairness.csv import fairness_csv
from certify.studies.fairness.early_view import early_answer
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.view import fairness_parts

STANDARD_OUTPUT = "-"


@click.command(
    "fairness",
    epilog=examples(
        "certify fairness my_game.yaml",
        "certify fairness my_game.yaml --players 2 --only seats --games 1e7",
        "certify fairness my_game.yaml --ladder random,search:50,search:500",
        "certify fairness my_game.yaml --without sensitivity --csv figures.csv",
    ),
)
@game_argument
@click.option(
    "--players",
    "numbers",
    multiple=True,
    metavar="N",
    help="How many play; may be given several times, or with commas. By default every number that"
    " the rules allow.",
)
@click.option(
    "--ladder",
    metavar="ID,ID,..",
    help="Who plays, the weakest first: random, a policy of the spec, search:N for a search of N"
    " games a decision, search:N:POLICY if these are played on by a policy, open:N or open:N:POLICY"
    " for a search that sees all cards.",
)
@click.option(
    "--games",
    default="1e6",
    show_default=True,
    metavar="N",
    help="Games played with the same player in all seats, for each player that does not search.",
)
@click.option(
    "--search-games",
    metavar="N",
    help="Games in which a player searches, about so many in all, shared equally among the numbers"
    " of players. By default one for every hundred of --games, from 100 to 1e4.",
)
@seed_option("Seed of the games.", LARGEST_SEED)
@click.option(
    "--confidence",
    type=click.FloatRange(0.5, 1.0, max_open=True),
    default=0.95,
    show_default=True,
    metavar="X",
    help="Probability with which all intervals of a family hold together; a family is those for one"
    " number of players, but matches and other settings have families of their own.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="SECTION",
    help=f"Play for this section alone: {', '.join(SECTIONS)}. May be given several times, or with"
    " commas.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="SECTION",
    help="Leave this section out; may be given several times, or with commas.",
)
@set_option
@click.option(
    "--use", "all_uses", is_flag=True, help="Print how often every element of the rules is used."
)
@csv_option
@yes_option
@workers_option
@scheduler_option
@no_cache_option
@page_option
def command(
    game: str,
    numbers: tuple[str, ...],
    ladder: str | None,
    games: str,
    search_games: str | None,
    seed: int,
    confidence: float,
    only: tuple[str, ...],
    without: tuple[str, ...],
    assignments: tuple[str, ...],
    all_uses: bool,
    csv_file: str | None,
    yes: bool,
    workers: int | None,
    scheduler: str | None,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print whether seats are equal, what skill decides, how long games last, what rules are used.

    Games between players have no house, and so no return. They are played by players of graded
    strength, and whatever follows from play has an interval. The result follows from the question
    and the seed alone. What is worked out is kept on disk: an interrupted run goes on where it was.

    At a terminal a first answer from few games is shown after some seconds, and narrows until the
    whole study is printed, which is the same without it.
    """
    if workers is not None and scheduler is not None:
        raise click.UsageError("--workers is for this machine; a scheduler has its own workers.")
    if as_json and csv_file == STANDARD_OUTPUT:
        raise click.UsageError("--json and --csv - exclude each other: each prints nothing else")
    sections = sections_of(only, without)
    if all_uses and "use" not in sections:
        raise click.UsageError("--use prints the section use, which is left out")
    numbers_given = numbers_of_games(games, search_games)
    destination = None if csv_file in (None, STANDARD_OUTPUT) else Path(str(csv_file))
    if destination is not None:
        check_destination(destination)
    selected = game_between_players(game, assignments)
    players, who = numbers_of_players(numbers, selected), ladder_of(ladder, selected)
    # The engine loads slowly; what is wrong is told of at once.
    from certify.runtime.workers import Workers
    from certify.studies.fairness.question import FairnessQuestion
    from certify.studies.fairness.stages import fairness_in_stages
    from certify.studies.fairness.study import fairness_of

    question = FairnessQuestion(
        game=selected,
        players=players,
        ladder=who,
        seed=seed,
        confidence=confidence,
        sections=sections,
        **numbers_given,
    )
    staff = Workers(processes=workers, scheduler=scheduler)
    asked = (players, who, question.games, question.search_games, sorted(sections), workers)
    duration = duration_of(
        f"fairness {asked}", selected, of_fairness(question, workers), no_cache=no_cache
    )
    # How long a cluster takes is not known.
    said = scheduler is None and ask_if_very_long(
        duration, hint="; fewer games, players or sections take less", yes=yes
    )
    with lasting(duration, said=said) as run, showing("playing") as (progress, early):
        context = context_for(progress, no_cache=no_cache, run=run)
        if early is None:
            result = fairness_of(question, context, staff)
        else:
            result = fairness_in_stages(
                question, context, staff, lambda *told: early(early_answer(*told))
            )
    written = {} if destination is None else {destination: fairness_csv(result).encode()}
    record(result, selected, outputs=written)
    write_files(written)
    if csv_file == STANDARD_OUTPUT:
        click.echo(fairness_csv(result).encode(), nl=False)
    elif as_json:
        print_json(result.to_json())
    else:
        show(*screen(result, all_uses=all_uses))
        if destination is not None:
            show(f"\nWrote {destination}")


def screen(result: FairnessResult, *, all_uses: bool = False) -> Iterator[RenderableType | Element]:
    """Yield what the terminal shows of a study."""
    numbers = [found.players for found in result.tables]
    yield identification(
        result,
        *([("Seats", players_text(*numbers))] if numbers else []),
        ("Players", ", ".join(player.id for player in result.ladder)),
        ("Seed", str(result.seed)),
        ("Intervals", f"{100 * result.confidence:g} percent, together; ± is the larger side"),
    )
    yield from assumed_lines(result.assumptions, "This study")
    yield from fairness_parts(result, all_uses=all_uses)
