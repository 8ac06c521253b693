"""``certify strategy``: charts, what they cost, and strategy files."""

from __future__ import annotations

from pathlib import Path

import click

from certify.cli.display import identification, shoe_text, show
from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    set_option,
    shoe_option,
)
from certify.cli.output import check_destination, print_json, require_suffix, write_files
from certify.cli.progress import working
from certify.cli.recording import record
from certify.cli.selection import asked_game
from certify.cli.strategy_file import strategy_bytes
from certify.cli.study_context import context_for
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.cost_view import cost_tables
from certify.studies.strategy.result import StrategyResult
from certify.studies.strategy.strategy_file import selected_strategy, strategy_files
from certify.studies.strategy.view import strategy_tables
from certify.studies.twenty_one import BASIC, OPTIMAL


@click.command(
    "strategy",
    epilog=examples(
        "certify strategy blackjack-burnout",
        "certify strategy blackjack-burnout --set decks=2 -o two-decks.yaml",
        "certify rtp blackjack-burnout --strategy two-decks.yaml",
        "certify strategy blackjack-burnout --cost",
    ),
)
@game_argument
@set_option
@shoe_option
@click.option(
    "--strategy",
    default=BASIC,
    show_default=True,
    metavar="basic|FILE",
    help="The charts: those that the tool derives, or a strategy file.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the charts as a strategy file too: .yaml, or .json.",
)
@click.option(
    "--cost",
    is_flag=True,
    help="Print instead what typical players lose, and what each wrong decision costs.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print every exception; with --cost, every wrong decision and what the players do.",
)
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    shoe: str | None,
    strategy: str,
    output: Path | None,
    cost: bool,
    everything: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the strategy charts, what following them costs, and the exceptions to them.

    With --cost: what players lose who depart from the charts in typical ways, and what it costs to
    play a single cell of them wrong. It takes some seconds, and is kept on disk.
    """
    if strategy == OPTIMAL:
        raise click.BadParameter(
            "optimal play depends on every card and has no charts; expected basic or a file",
            param_hint="'--strategy'",
        )
    if output is not None:
        require_suffix(output, ".yaml", ".yml", ".json")
        check_destination(output)
    asked = asked_game(game, assignments, shoe)
    play = selected_strategy(strategy, asked.analysed)
    with working("deriving the charts") as progress:
        asked = asked.within(context_for(progress, no_cache=no_cache))
        result: StrategyCostResult | StrategyResult
        result = (asked.strategy_cost(play) if cost else asked.strategy(play)).result
        written = {}
        if output is not None:
            card = play if isinstance(play, StrategyCard) else asked.analysed.basic_card
            written[output] = strategy_bytes(card, output)
    record(result, asked.loaded, inputs=strategy_files(strategy), outputs=written)
    write_files(written)
    if as_json:
        print_json(result.to_json())
        return
    identified = identification(
        result,
        ("Shoe", shoe_text(result.shoe)),
        ("Strategy", f"{result.strategy}, total-dependent"),
        strategy_sha256=result.strategy_sha256,
    )
    if isinstance(result, StrategyCostResult):
        show(identified, *cost_tables(result, everything=everything))
    else:
        show(identified, *strategy_tables(result, ERROR_BOUND, everything=everything))
    if output is not None:
        show(f"\nWrote {output}")
