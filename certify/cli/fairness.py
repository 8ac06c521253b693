"""``certify fairness``: seats, skill, length and use of the rules of games between players."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from certify.cli.durations import of_fairness
from certify.cli.lasting import ask_if_very_long, duration_of, lasting
from certify.cli.options import (
    NumberOf,
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
from certify.cli.output import print_json, show, tell_written
from certify.cli.progress import showing
from certify.cli.study import context_for, record
from certify.errors import SpecError, nearest_name
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.play.logs.log import LARGEST_SEED
from certify.runtime.files import check_destination, write_files
from certify.studies.fairness.asked import (
    allowed_players,
    checked_ladder,
    searched_of,
)
from certify.studies.fairness.csv import fairness_csv
from certify.studies.fairness.early_view import early_answer
from certify.studies.fairness.question import LEAST_GAMES, LEAST_SEARCH_GAMES, MOST_GAMES, SECTIONS
from certify.studies.fairness.view import fairness_view
from certify.studies.kinds import who_answers

STANDARD_OUTPUT = "-"

BANKED = "banked"


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
    type=NumberOf("games", LEAST_GAMES, MOST_GAMES),
    default="1e6",
    show_default=True,
    help="Games played with the same player in all seats, for each player that does not search.",
)
@click.option(
    "--search-games",
    type=NumberOf("games", LEAST_SEARCH_GAMES, MOST_GAMES),
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
    games: int,
    search_games: int | None,
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
        show(*fairness_view(result, all_uses=all_uses))
        tell_written(written)


def numbers_of_games(games: int, search_games: int | None) -> dict[str, int]:
    """Return how many games were asked for, and in how many of them a player searches."""
    searched = searched_of(games) if search_games is None else search_games
    return {"games": games, "search_games": searched}


def game_between_players(name: str, assignments: tuple[str, ...]) -> LoadedGame:
    """Return the game that GAME and ``--set`` select."""
    game = load_game(name)
    identity = game.spec.game
    if identity.kind == BANKED:
        raise SpecError(
            f"{identity.id} is played against a house, and fairness is asked of games between"
            f" players; {who_answers(game)}"
        )
    if game.play is None:
        raise SpecError(f"{identity.id} cannot be played: its spec says only what is certified")
    return apply_overrides(game, assignments)


def numbers_of_players(texts: Iterable[str], game: LoadedGame) -> tuple[int, ...] | None:
    """Return the numbers of players of texts, each one or several with commas between."""
    return allowed_players(_parts(texts), game)


def ladder_of(text: str | None, game: LoadedGame) -> tuple[str, ...] | None:
    """Return the players of a ladder with commas between, or None for the usual ones."""
    return None if text is None else checked_ladder(_parts([text]), game, "--ladder")


def sections_of(only: Iterable[str], without: Iterable[str]) -> frozenset[str]:
    """Return the sections that were asked for."""
    wanted, unwanted = _sections(only, "--only"), _sections(without, "--without")
    if wanted and unwanted:
        raise click.UsageError("--only and --without exclude each other")
    found = (wanted or frozenset(SECTIONS)) - unwanted
    if not found:
        raise click.UsageError("--without leaves no section; leave one of them in")
    return found


def _sections(texts: Iterable[str], option: str) -> frozenset[str]:
    found = set()
    for name in _parts(texts):
        if name not in SECTIONS:
            nearest = nearest_name(name, SECTIONS)
            meant = f"; did you mean {nearest}?" if nearest else ""
            raise click.BadParameter(
                f"there is no section {name!r}{meant}; known: {', '.join(SECTIONS)}",
                param_hint=f"'{option}'",
            )
        found.add(name)
    return frozenset(found)


def _parts(texts: Iterable[str]) -> list[str]:
    """Return names that are given one by one, or several with commas between."""
    return [part.strip() for text in texts for part in text.split(",")]
