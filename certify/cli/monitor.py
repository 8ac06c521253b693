"""``certify monitor``: live results against the certified figures."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import click

from certify.cli.options import (
    examples,
    game_argument,
    no_cache_option,
    page_option,
    set_option,
    strategy_option,
    wagers_option,
)
from certify.cli.output import end_unless, print_json, require_suffix, show, tell_written
from certify.cli.progress import working
from certify.cli.study import asked_game, context_for, played_instead, record
from certify.runtime.files import check_destination, write_files
from certify.studies.monitoring.asked import Asked, StakeLevels
from certify.studies.monitoring.csv import monitor_csv
from certify.studies.monitoring.day_totals import Assumed
from certify.studies.monitoring.groups import Levels
from certify.studies.monitoring.layout_view import layout_parts
from certify.studies.monitoring.mapping import SUFFIXES, MappingAsked
from certify.studies.monitoring.references import BONUS_PLAYS, Play
from certify.studies.monitoring.result import MonitorResult
from certify.studies.monitoring.view import monitor_view

MOST_LEVELS = 20
MOST_POINTS = 50.0


def _print_layout(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        show(*layout_parts())
        context.exit()


def _confidences(
    _context: click.Context, _parameter: click.Parameter, text: str
) -> tuple[float, float]:
    """Return the two confidences of ``LOOK,ALERT``."""
    try:
        look, alert = (float(part) for part in text.split(","))
    except ValueError:
        look = alert = 0.0
    if not 0.5 <= look < alert < 1.0:
        raise click.BadParameter(
            f"expected two confidences from 0.5 to 1, the second higher, such as 0.95,0.99;"
            f" found {text!r}"
        )
    return look, alert


def _stake_levels(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> StakeLevels:
    """Return levels of stakes: a number of them, or their upper ends."""
    if text is None:
        return StakeLevels()
    try:
        parts = [float(part) for part in text.split(",")]
    except ValueError:
        parts = [0.0]
    if "," not in text and parts[0] in range(2, MOST_LEVELS + 1):
        return StakeLevels(quantiles=int(parts[0]))
    rising = all(low < high for low, high in pairwise(parts))
    if "," not in text or parts[0] <= 0.0 or not rising or len(parts) >= MOST_LEVELS:
        raise click.BadParameter(
            f"expected a number of levels from 2 to {MOST_LEVELS}, or the upper ends of levels"
            f" such as 10,25,100; found {text!r}"
        )
    return StakeLevels(bounds=tuple(parts))


@click.command(
    "monitor",
    epilog=examples(
        "certify monitor blackjack-burnout rounds.csv",
        "certify monitor blackjack-burnout january.csv february.csv --play weak \\\n"
        "    -o monitor.pdf",
        "certify monitor blackjack-burnout totals.parquet --seats 6 --rounding 0.5",
        "certify monitor blackjack-burnout export.xlsx \\\n"
        "    --map 'Gaming Date=date,Table ID=table,Handle=stake,Win=won'",
        "certify monitor punto-banco totals.csv --alpha 0.001",
        "certify monitor --layout",
    ),
)
@game_argument
@click.argument(
    "actuals", metavar="ACTUALS...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--layout",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_layout,
    help="Print which columns a file of live results has, and nothing else.",
)
@click.option(
    "--map",
    "mapping",
    metavar="MAP",
    help="How an export names its columns: HEAD=COLUMN with commas between, such as"
    " 'Handle=stake,Win=won', with NAME:VALUE for what it does not tell, such as table:BJ1,"
    " dates:day-first or decimal:comma; or a file of that, as .yaml.",
)
@set_option
@wagers_option
@strategy_option("Whose return is the upper line: significantly above it is an alarm.")
@click.option(
    "--play",
    metavar="ID",
    help="Whose return is the lower line: a player of `certify strategy --cost`, such as basic or"
    " weak, or a policy of the spec. By default the same as the upper.",
)
@click.option(
    "--allow",
    type=click.FloatRange(0.0, MOST_POINTS),
    metavar="POINTS",
    help="Draw the lower line by so many points of the initial amount below the upper.",
)
@click.option(
    "--bonus-play",
    type=click.Choice(BONUS_PLAYS),
    default=BONUS_PLAYS[0],
    show_default=True,
    help="Whether players with a Bonus wager buy Burnout: not known, never, or in every round.",
)
@click.option(
    "--confidence",
    default="0.95,0.99",
    show_default=True,
    metavar="LOOK,ALERT",
    callback=_confidences,
    help="Confidences of a single look beyond which a line is to be looked into, and is an alert.",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0.0, 0.5, min_open=True),
    default=0.01,
    show_default=True,
    help="Probability of any alarm at all, ever, if the certified figures hold.",
)
@click.option(
    "--rounding",
    type=click.FloatRange(0.0),
    default=0.0,
    metavar="UNIT",
    help="Unit of currency to which payouts and payments are rounded; by default they are exact.",
)
@click.option(
    "--stake-levels",
    "stake_levels",
    metavar="N|A,B,..",
    callback=_stake_levels,
    help="Compare by size of stake too: N levels with as many wagers each, or levels that end at A,"
    " B and so on. Needs files of rounds.",
)
@click.option(
    "--seats",
    type=click.FloatRange(1.0, 20.0),
    default=Assumed.seats,
    show_default=True,
    help="Seats that share a dealer hand, where totals do not tell.",
)
@click.option(
    "--spread",
    type=click.FloatRange(0.0, 100.0),
    default=Assumed.spread,
    show_default=True,
    help="Standard deviation of the stakes divided by their mean, where totals do not tell.",
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every line with its limits at full precision, as .csv.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE.pdf",
    help="Write a report, or FILE.html for a page that a browser shows; its results are written to"
    " FILE.json beside it.",
)
@click.option("--all", "everything", is_flag=True, help="Print every wager at every table too.")
@no_cache_option
@page_option
def command(
    game: str,
    actuals: tuple[Path, ...],
    mapping: str | None,
    assignments: tuple[str, ...],
    wagers: str | None,
    strategy: str,
    play: str | None,
    allow: float | None,
    bonus_play: str,
    confidence: tuple[float, float],
    alpha: float,
    rounding: float,
    stake_levels: StakeLevels,
    seats: float,
    spread: float,
    csv_file: Path | None,
    output: Path | None,
    everything: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Hold live results against the certified figures.

    ACTUALS are files of rounds or of totals by day, table and wager, as text (.csv, .tsv, .txt),
    Excel workbook (.xlsx) or Parquet. Columns with common names, such as Handle or Gaming Date, are
    recognised, and --map names others; how each file was read is told. Tolerances follow from the
    exact variance, with random turnover, seats that share a dealer, and uneven stakes. Alarms hold
    however often one looks. Data errors are told by line.

    Exit code 3 if there are data errors, or an alarm.
    """
    if play is not None and allow is not None:
        raise click.UsageError("--play and --allow both draw the lower line; give one of them.")
    files = [path for path in (csv_file, output) if path is not None]
    if csv_file is not None:
        require_suffix(csv_file, ".csv", option="--csv")
    if output is not None:
        require_suffix(output, ".pdf", ".html")
        files.append(output.with_suffix(".json"))
    for path in files:
        check_destination(path)
    asked = MappingAsked.of(mapping)
    game_asked = asked_game(game, assignments, None, wagers)
    from certify.studies.monitoring.study import MonitorOrder, monitor_study

    order = MonitorOrder(
        play=Play(player=play, allowed=(allow or 0.0) / 100.0, bonus=bonus_play),
        levels=Levels(*confidence, alpha=alpha),
        asked=Asked(
            rounding=rounding,
            levels=stake_levels,
            assumed=Assumed(seats=seats, spread=spread),
            mapping=asked,
        ),
    )
    lines = game_asked.house.lines(strategy, order.play)
    with working("working out the certified figures") as progress:
        context = context_for(progress, no_cache=no_cache)
        with played_instead():
            result = monitor_study(lines, actuals, order, context=context)
    written = _files(result, csv_file, output)
    record(
        result,
        game_asked.loaded,
        inputs=(*actuals, *_mapping_file(mapping), *game_asked.house.files(strategy)),
        outputs=written,
        met=result.sound,
    )
    write_files(written)
    if as_json:
        print_json(result.to_json())
    else:
        show(*monitor_view(result, everything=everything))
        tell_written(written)
    end_unless(result.sound)


def _mapping_file(mapping: str | None) -> tuple[Path, ...]:
    """Return the file of a mapping, if it is one."""
    is_there = mapping is not None and mapping.lower().endswith(SUFFIXES) and "=" not in mapping
    return (Path(str(mapping)),) if is_there else ()


def _files(result: MonitorResult, csv_file: Path | None, output: Path | None) -> dict[Path, bytes]:
    """Return the files that were asked for."""
    written: dict[Path, bytes] = {}
    if csv_file is not None:
        written[csv_file] = monitor_csv(result).encode()
    if output is not None:
        from certify.evidence.report import monitor_document as document

        is_page = output.suffix.lower() == ".html"
        build = document.build_monitor_html if is_page else document.build_monitor_pdf
        written[output] = build(result)
        written[output.with_suffix(".json")] = document.monitor_bytes(result)
    return written
