"""``certify rtp``: the exact figures of every wager."""

from __future__ import annotations

from dataclasses import replace

import click

from certify.cli.display import show
from certify.cli.durations import of_command
from certify.cli.lasting import duration_of, lasting
from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    set_option,
    shoe_option,
    strategy_option,
)
from certify.cli.output import print_json
from certify.cli.progress import working
from certify.cli.recording import record
from certify.cli.rtp_headline import rtp_headline
from certify.cli.rtp_tables import rtp_tables
from certify.cli.selection import selected_game
from certify.cli.strategy_file import selected_strategy, strategy_files
from certify.cli.study_context import context_for
from certify.studies.returns.study import rtp_study


@click.command(
    "rtp",
    epilog=examples(
        "certify rtp blackjack-burnout",
        "certify rtp blackjack-burnout --all",
        "certify rtp blackjack-burnout --set decks=2 --strategy basic --json",
        "certify rtp blackjack-burnout --no-distribution --exact",
    ),
)
@game_argument
@set_option
@shoe_option
@strategy_option()
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
    " the optimal strategy only, about 60 seconds in all.",
)
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="Print everything that was worked out, at full digits, not only the headline.",
)
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    shoe: str | None,
    strategy: str,
    exact: bool,
    no_distribution: bool,
    thorough: bool,
    show_all: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the exact figures of every wager: edge, return, outcomes, Bonus wagers.

    Six lines that people quote; --all prints every figure, and --json all of them at full
    precision. The distribution of a round takes about 20 seconds; it is kept on disk, and looked up
    when the same is asked again.
    """
    selected = selected_game(game, assignments, shoe)
    play = selected_strategy(strategy, selected)
    reference = of_command("rtp --thorough" if thorough else "rtp", selected.loaded)
    duration = duration_of(
        f"rtp {(shoe, strategy, exact, no_distribution, thorough)}",
        selected.loaded,
        None if no_distribution else reference,
        no_cache=no_cache,
    )
    with lasting(duration) as run, working("computing the exact figures") as progress:
        result = rtp_study(
            selected,
            play,
            exact=exact,
            distribution=not no_distribution,
            context=replace(context_for(progress, no_cache=no_cache, run=run), thorough=thorough),
        )
    record(result, selected.loaded, inputs=strategy_files(strategy))
    if as_json:
        print_json(result.to_json())
    else:
        show(*(rtp_tables(result) if show_all else rtp_headline(result, game)))
