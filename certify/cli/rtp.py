"""``certify rtp``: the exact figures of every wager."""

from __future__ import annotations

from dataclasses import replace

import click

from certify.cli.durations import of_command
from certify.cli.lasting import duration_of, lasting
from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    scheduler_option,
    set_option,
    shoe_option,
    split_play_option,
    strategy_option,
    wagers_option,
    workers_option,
    yes_option,
)
from certify.cli.output import print_json, show
from certify.cli.progress import showing
from certify.cli.study import (
    asked_game,
    context_for,
    played_instead,
    record,
    workers_for,
)
from certify.library.shown import page_of
from certify.studies.house.asked import ReturnsAsked


@click.command(
    "rtp",
    epilog=examples(
        "certify rtp blackjack-burnout",
        "certify rtp blackjack-burnout --all",
        "certify rtp blackjack-burnout --set decks=2 --strategy basic --json",
        "certify rtp blackjack-burnout --no-distribution --exact",
        "certify rtp blackjack-burnout --no-distribution --split-play CDP1",
        "certify rtp my_game.yaml --wagers ante,pair_plus --exact",
        "certify rtp three-card-poker --shoe Qh=0,Kd=0",
        "certify rtp three-card-poker --strategy situations.csv",
    ),
)
@game_argument
@set_option
@wagers_option
@shoe_option
@strategy_option(
    "How the player plays: the best there is; in the twenty-one family also by the total-dependent"
    " charts; or as a policy of the spec or a strategy file says.",
)
@split_play_option
@click.option(
    "--exact",
    is_flag=True,
    help="Give the expectations as fractions in lowest terms too, without any rounding.",
)
@click.option(
    "--no-distribution",
    is_flag=True,
    help="Give expectations only, in some seconds: no outcomes, no Bonus wagers.",
)
@click.option(
    "--thorough",
    is_flag=True,
    help="Work out too the best play for the Bonus wagers of a player who never buys Burnout; with"
    " the optimal strategy only, about 20 seconds in all.",
)
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="Print everything that was worked out, at full digits, not only the headline.",
)
@workers_option
@scheduler_option
@yes_option
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    wagers: str | None,
    shoe: str | None,
    strategy: str,
    split_play: str,
    exact: bool,
    no_distribution: bool,
    thorough: bool,
    show_all: bool,
    workers: int | None,
    scheduler: str | None,
    yes: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the exact figures of every wager: edge, return, outcomes, Bonus wagers.

    Six lines that people quote; --all prints every figure, and --json all of them at full
    precision. The distribution of a round takes about 10 seconds; at a terminal the edges are told
    before. It is kept on disk, and looked up when the same is asked again.

    Of any other game against the house, whose wagers say in the spec what they bring: edge, return
    and element of risk of each, true odds of its pay lines, and all outcomes of a round, for the
    best play or a policy of the spec. Of these games what takes long is worked out in pieces, by
    --workers processes or on a Dask cluster; it is kept piece by piece, so that a run that was
    stopped goes on when the same is asked again.
    """
    asked = asked_game(game, assignments, shoe, wagers)
    house, staff = asked.house, workers_for(asked, workers, scheduler)
    question = ReturnsAsked(
        strategy=strategy,
        exact=exact,
        distribution=not no_distribution,
        thorough=thorough,
        split_play=split_play,
    )
    house.check(question)
    question = replace(question, strategy=house.play(strategy))
    duration = duration_of(
        f"rtp {(shoe, strategy, split_play, exact, no_distribution, thorough)}",
        asked.loaded,
        None
        if no_distribution
        else of_command("rtp --thorough" if thorough else "rtp", asked.loaded),
        no_cache=no_cache,
    )
    with lasting(duration) as run, showing("computing the exact figures") as (progress, early):
        context = context_for(progress, no_cache=no_cache, run=run, is_patient=yes)
        if early is not None and (first := house.first_figures(question, context)) is not None:
            early(first)
        with played_instead():
            result = house.returns(question, context, staff)
    record(result, asked.loaded, inputs=house.files(strategy))
    if as_json:
        print_json(result.to_json())
    else:
        show(*page_of(result, game=game, everything=show_all))
