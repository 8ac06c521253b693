"""``certify strategy``: charts, what they cost, and strategy files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    set_option,
    shoe_option,
    split_play_option,
    wagers_option,
    yes_option,
)
from certify.cli.output import print_json, require_suffix, show, tell_written
from certify.cli.progress import working
from certify.cli.study import asked_game, context_for, played_instead, record
from certify.library.shown import page_of
from certify.runtime.files import check_destination, write_files
from certify.studies.house.asked import BASIC, OPTIMAL, StrategyAsked


@click.command(
    "strategy",
    epilog=examples(
        "certify strategy blackjack-burnout",
        "certify strategy blackjack-burnout --set decks=2 -o two-decks.yaml",
        "certify rtp blackjack-burnout --strategy two-decks.yaml",
        "certify strategy blackjack-burnout --cost",
        "certify strategy three-card-poker -o situations.csv",
    ),
)
@game_argument
@set_option
@wagers_option
@shoe_option
@click.option(
    "--strategy",
    default=BASIC,
    show_default=True,
    metavar="basic|FILE",
    help="The charts: those that the tool derives, or a strategy file.",
)
@split_play_option
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the charts as a strategy file too, .yaml or .json; of a game that is analysed from"
    " its spec every situation, .csv or .parquet.",
)
@click.option(
    "--cost",
    is_flag=True,
    help="Print instead what typical players lose, and what each wrong decision costs; only for"
    " games with the option to burn a card.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print every exception; with --cost, every wrong decision and what the players do.",
)
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
    output: Path | None,
    cost: bool,
    everything: bool,
    yes: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the strategy charts, what following them costs, and the exceptions to them.

    With --cost: what players lose who depart from the charts in typical ways, and what it costs to
    play a single cell of them wrong. It takes some seconds, and is kept on disk.

    Of any other game against a house: the best play in words, with what following them costs.
    """
    if strategy == OPTIMAL:
        raise click.BadParameter(
            "optimal play depends on every card and has no charts; expected basic or a file",
            param_hint="'--strategy'",
        )
    asked = asked_game(game, assignments, shoe, wagers)
    house = asked.house
    question = StrategyAsked(strategy, split_play, cost=cost, everything=everything)
    house.check(question)
    if output is not None:
        require_suffix(output, *house.strategy_suffixes)
        check_destination(output)
    question = replace(question, strategy=house.play(strategy))
    written = {}
    with working("deriving the strategy") as progress, played_instead():
        context = context_for(progress, no_cache=no_cache, is_patient=yes)
        if output is None:
            result = house.strategy(question, context)
        else:
            result, written[output] = house.strategy_file(question, output, context)
    record(result, asked.loaded, inputs=house.files(strategy), outputs=written)
    write_files(written)
    if as_json:
        print_json(result.to_json())
        return
    show(*page_of(result, everything=everything))
    tell_written(written)
