"""``certify strategy``: charts, what they cost, and strategy files."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
import yaml

from certify.cards.charts import ACTION_MEANINGS, UPCARDS
from certify.cards.split_play import SplitPlay
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
from certify.errors import StateSpaceError
from certify.exact.blackjack.card import OPTION_PARTS, StrategyCard
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.present.paragraphs import paragraphs
from certify.runtime.files import check_destination, write_files
from certify.studies.banked.view import banked_strategy_view
from certify.studies.kinds import has_option, is_analysed, is_plain
from certify.studies.strategy.cost_result import StrategyCostResult
from certify.studies.strategy.result import StrategyResult
from certify.studies.strategy.strategy_file import selected_strategy, strategy_files
from certify.studies.strategy.view import strategy_view
from certify.studies.twenty_one import BASIC, OPTIMAL

if TYPE_CHECKING:
    import pyarrow

    from certify.library import Game
    from certify.studies.banked.result import BankedStrategyResult

HEADER = f"""\
A strategy file of certify: `certify rtp GAME --strategy FILE` computes what it returns.
Rows are hands; cells are for the dealer's upcards {" ".join(UPCARDS)}.
Actions: {"; ".join(f"{letter} {meaning}" for letter, meaning in ACTION_MEANINGS.items())}.
"""
BURN_HEADER = """\
In the burn tables rows are hands before the card was drawn, and cells list the drawn cards to \
burn: 7-T every card from 7 to T, - none, . no card is drawn.
"""
"""What a strategy file says of itself, as comments."""


class _Quoted(str):
    """Text that is written in quotes, so that no reader takes it for a number or a list."""


class _Dumper(yaml.SafeDumper):
    """Writes `_Quoted` in quotes."""


_Dumper.add_representer(
    _Quoted,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="'"),
)


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
    loaded = asked.loaded
    if is_analysed(loaded):
        given = {
            "--cost": cost,
            "--all": everything,
            "--split-play": split_play != SplitPlay.UNSPLIT,
        }
        refused = [name for name, value in given.items() if value]
        refused += [] if strategy == BASIC else ["--strategy"]
        _of_any_game(asked, refused, output, shoe, as_json, no_cache=no_cache, is_patient=yes)
        return
    if is_plain(loaded):
        given = {"--cost": cost, "--wagers": wagers is not None}
        refused = [name for name, value in given.items() if value]
        if refused:
            raise click.UsageError(
                f"{' and '.join(refused)}: only for games with the option to burn a card; of"
                f" {loaded.spec.game.id} the charts are told."
            )
    if output is not None:
        require_suffix(output, ".yaml", ".yml", ".json")
        check_destination(output)
    play = selected_strategy(strategy, asked.blackjack)
    with working("deriving the charts") as progress:
        asked = asked.within(context_for(progress, no_cache=no_cache))
        answer = (
            asked.strategy_cost(play, split_play=split_play)
            if cost
            else asked.strategy(play, split_play=split_play)
        )
        result = cast(StrategyCostResult | StrategyResult, answer.result)
        written = {}
        if output is not None:
            card = play if isinstance(play, StrategyCard) else asked.blackjack.basic_card
            written[output] = strategy_bytes(card, output, with_option=has_option(loaded))
    record(result, asked.loaded, inputs=strategy_files(strategy, play), outputs=written)
    write_files(written)
    if as_json:
        print_json(result.to_json())
        return
    show(*strategy_view(result, ERROR_BOUND, everything=everything))
    tell_written(written)


def _of_any_game(
    asked: Game,
    refused: list[str],
    output: Path | None,
    shoe: str | None,
    as_json: bool,
    *,
    no_cache: bool,
    is_patient: bool,
) -> None:
    """Print the best play of a game that is analysed from its spec."""
    game = asked.loaded
    if refused:
        raise click.UsageError(
            f"{' and '.join(refused)}: only for games of the family twenty_one; the best play of"
            f" {game.spec.game.id} follows from its spec."
            + (" What errors cost there is told without --cost." if "--cost" in refused else "")
        )
    if output is not None:
        require_suffix(output, ".csv", ".parquet")
        check_destination(output)
    with working("deriving the best play") as progress:
        context = context_for(progress, no_cache=no_cache, is_patient=is_patient)
        written = {}
        try:
            if output is None:
                result = cast("BankedStrategyResult", asked.within(context).strategy().result)
            else:
                from certify.studies.banked.situations import every_situation

                result, situations = every_situation(game, context, shoe=shoe)
                written = {output: _table_bytes(situations, output)}
        except StateSpaceError as error:
            raise played_instead(error) from None
    record(result, game, outputs=written)
    write_files(written)
    if as_json:
        print_json(result.to_json())
        return
    show(*banked_strategy_view(result))
    tell_written(written)


def _table_bytes(table: pyarrow.Table, path: Path) -> bytes:
    """Return a table as a file of the kind that its name says."""
    import pyarrow
    from pyarrow import csv, parquet

    sink = pyarrow.BufferOutputStream()
    if path.suffix.lower() == ".csv":
        csv.write_csv(table, sink)
    else:
        parquet.write_table(table, sink)
    return bytes(sink.getvalue())


def strategy_bytes(card: StrategyCard, path: Path, *, with_option: bool = True) -> bytes:
    """Return a strategy file, JSON if its name ends so, that `read_strategy` reads as the card."""
    left_out = set() if with_option else set(OPTION_PARTS)
    if path.suffix.lower() == ".json":
        return (card.model_dump_json(indent=2, exclude=left_out) + "\n").encode()
    text = yaml.dump(
        _written(card.model_dump(mode="json", exclude=left_out)),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
    )
    comments = textwrap.indent(paragraphs(HEADER + BURN_HEADER * with_option), "# ")
    return f"{comments}\n{text}".encode()


def _written(data: Any) -> Any:
    """Return plain data with texts quoted, and the rows of each table in columns."""
    if isinstance(data, dict):
        rows = [value.split() for value in data.values() if isinstance(value, str)]
        if len(rows) == len(data) and all(len(row) == len(UPCARDS) for row in rows):
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            return {
                key: _Quoted(
                    " ".join(
                        cell.ljust(width) for cell, width in zip(row, widths, strict=True)
                    ).rstrip()
                )
                for key, row in zip(data, rows, strict=True)
            }
        return {key: _written(value) for key, value in data.items()}
    return _Quoted(data) if isinstance(data, str) else data
