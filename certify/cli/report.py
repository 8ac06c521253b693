"""``certify report``: the compliance report as PDF or HTML page, and its results as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certify.cli.durations import of_report
from certify.cli.lasting import Duration, duration_of, lasting
from certify.cli.options import (
    NumberOf,
    examples,
    game_argument,
    issued_at_option,
    no_cache_option,
    only_json_option,
    set_option,
)
from certify.cli.output import end_unless, print_json, require_suffix, show
from certify.cli.progress import showing
from certify.cli.study import context_for, played_instead, record
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.runtime.files import check_destination, write_files
from certify.studies.fairness.question import LEAST_GAMES, LEAST_SEARCH_GAMES, MOST_GAMES

if TYPE_CHECKING:
    from certify.studies.certification.kinds import ReportKind


@click.command(
    "report",
    epilog=examples(
        "certify report blackjack-burnout -o blackjack-burnout.pdf",
        "certify report blackjack-burnout -o two-decks.pdf --set decks=2",
        "certify report three-card-poker -o three-card-poker.pdf",
        "certify report my_game.yaml -o my_game.pdf --brief",
        "certify report my_game.yaml -o my_game.html",
    ),
)
@game_argument
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE.pdf",
    type=click.Path(path_type=Path),
    help="The report, or FILE.html for a page that a browser shows, or FILE.csv for its tables; its"
    " results are written to FILE.json beside it.",
)
@set_option
@issued_at_option
@click.option(
    "--about",
    type=click.Path(path_type=Path),
    metavar="FILE.yaml",
    help="Laboratory, client, jurisdiction, who authorises the report, and requirements that "
    "figures must meet (docs/verification.md); exit code 3 if one is not met.",
)
@click.option(
    "--brief",
    is_flag=True,
    help="Leave out what takes minutes: what every ruling and payout means for every wager, the"
    " composition of the shoe, what hidden cards are worth to who sees them, other values of"
    " parameters and payouts, and the same game played. Of a game between players: 100,000 games of"
    " each play, 1,000 with search, and no other settings and readings.",
)
@click.option(
    "--games",
    type=NumberOf("games", LEAST_GAMES, MOST_GAMES),
    help="Of a game between players: games with the same player in all seats, for each player that"
    " does not search; by default a million.",
)
@click.option(
    "--search-games",
    type=NumberOf("games", LEAST_SEARCH_GAMES, MOST_GAMES),
    help="Of a game between players: about so many games in which a player searches; by default"
    " 10,000.",
)
@no_cache_option
@only_json_option
def command(
    game: str,
    output: Path,
    assignments: tuple[str, ...],
    issued_at: datetime | None,
    about: Path | None,
    brief: bool,
    games: int | None,
    search_games: int | None,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Write the compliance report of a game, and its results as JSON beside it.

    The same command makes the same bytes on any machine with the same versions. The first time
    takes about 2 minutes on two cores, with --brief 60 seconds; at a terminal the edges are told
    within seconds. Results are kept on disk, and looked up when the same is asked again. Any other
    game against the house whose wagers say in the spec what they bring has a report of their exact
    figures; how long that takes depends on the game. A game between players has a report on seats,
    skill, length and use of the rules, which takes about 7 minutes for Burnout, with --brief 2
    minutes.
    """
    from certify.evidence.issued_view import issued_view
    from certify.evidence.issuing import SUFFIXES, ReportAsked, issue
    from certify.studies.certification.about import read_about
    from certify.studies.certification.kinds import kind_for

    require_suffix(output, *SUFFIXES)
    for path in (output, output.with_suffix(".json")):
        check_destination(path)
    loaded = apply_overrides(load_game(game), assignments)
    kind = kind_for(loaded)
    numbers = _numbers(loaded, kind, games, search_games)
    asked = ReportAsked(
        named=game,
        output=output,
        issued=None if issued_at is None else issued_at.date().isoformat(),
        about=about,
        brief=brief,
        numbers=numbers,
        given=None if about is None else read_about(str(about), kind.content),
    )
    duration = report_duration(loaded, brief=brief, numbers=numbers, no_cache=no_cache)
    with lasting(duration) as run, showing("certifying") as (progress, early):
        context = context_for(progress, no_cache=no_cache, run=run)
        if early is not None and (first := kind.first_figures(loaded, context)) is not None:
            early(first)
        with played_instead():
            made = issue(loaded, asked, context)
    certification, files = made.certification, made.files
    met = certification.all_met if certification.requirements else None
    record(certification, loaded, inputs=(about,), outputs=files, met=met)
    write_files(files)
    if as_json:
        print_json(made.in_short().to_json())
    else:
        show(*issued_view(made))
    end_unless(certification.all_met)


def report_duration(
    loaded: LoadedGame, *, brief: bool, numbers: Mapping[str, int], no_cache: bool
) -> Duration:
    """Return how long a report takes, or to compute it again.

    `numbers`: numbers of games that are not the usual ones, by the names of the study.
    """
    reference = of_report(loaded, brief=brief, numbers=numbers)
    what = " ".join(["report", *["--brief"] * brief, *map(str, sorted(numbers.items()))])
    return duration_of(what, loaded, reference, no_cache=no_cache)


def _numbers(
    loaded: LoadedGame, kind: ReportKind, games: int | None, search_games: int | None
) -> dict[str, int]:
    """Return the numbers of games that were asked for, by the names of the study."""
    given = {"games": games, "search_games": search_games}
    asked = {name: number for name, number in given.items() if number is not None}
    if asked and not kind.is_played:
        option = f"--{next(iter(asked)).replace('_', '-')}"
        raise click.UsageError(
            f"{option} is for games between players; the figures of {loaded.spec.game.id} are"
            " worked out without playing it"
        )
    return asked
