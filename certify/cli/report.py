"""``certify report``: the compliance report as PDF or HTML page, and its results as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from certify.cli.assumed import assumed_lines
from certify.cli.display import hashes, identification, show
from certify.cli.durations import of_report
from certify.cli.exits import end_unless
from certify.cli.fairness_asked import LEAST_GAMES, MOST_GAMES
from certify.cli.lasting import Duration, duration_of, lasting
from certify.cli.options import (
    examples,
    game_argument,
    no_cache_option,
    number_of_games,
    only_json_option,
    set_option,
)
from certify.cli.output import check_destination, print_json, require_suffix, write_files
from certify.cli.progress import working
from certify.cli.recording import record
from certify.cli.study_context import context_for
from certify.evidence.issuing import (
    BETWEEN_PLAYERS,
    SUFFIXES,
    ReportAsked,
    issue,
    reportable,
)
from certify.evidence.report.identity import report_number
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides
from certify.present.document import Element
from certify.present.paragraphs import paragraphs
from certify.studies.certification.about import read_about
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.fairness.asked import LEAST_SEARCH_GAMES
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.item.result import CertifiedItem
from certify.studies.returns.bonus_view import bonus_edges
from certify.studies.returns.view import key_figures, key_note

DATE = "%Y-%m-%d"
BULLET = "! "


@click.command(
    "report",
    epilog=examples(
        "certify report blackjack-burnout -o blackjack-burnout.pdf",
        "certify report blackjack-burnout -o two-decks.pdf --set decks=2",
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
    help="The report, or FILE.html for a page that a browser shows; its results are written to"
    " FILE.json beside it.",
)
@set_option
@click.option(
    "--issued-at",
    type=click.DateTime([DATE]),
    metavar="YYYY-MM-DD",
    help="Date of issue. By default the date of the spec, so that the clock changes no report.",
)
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
    " composition of the shoe, and the same game played. Of a game between players: 100,000 games"
    " of each play, 1,000 with search, and no other settings and readings.",
)
@click.option(
    "--games",
    metavar="N",
    help="Of a game between players: games with the same player in all seats, for each player that"
    " does not search; by default a million.",
)
@click.option(
    "--search-games",
    metavar="N",
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
    games: str | None,
    search_games: str | None,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Write the compliance report of a game, and its results as JSON beside it.

    The same command makes the same bytes on any machine with the same versions. The first time
    takes about 20 minutes on two cores, with --brief 2 minutes; results are kept on disk, and
    looked up when the same is asked again. A game between players has a report on seats, skill,
    length and use of the rules, which takes about 7 minutes for Burnout, with --brief 2 minutes.
    """
    require_suffix(output, *SUFFIXES)
    for path in (output, output.with_suffix(".json")):
        check_destination(path)
    loaded = reportable(apply_overrides(load_game(game), assignments))
    between = loaded.spec.game.kind == BETWEEN_PLAYERS
    numbers = _numbers(loaded, games, search_games)
    asked = ReportAsked(
        named=game,
        output=output,
        issued=None if issued_at is None else issued_at.date().isoformat(),
        about=about,
        brief=brief,
        numbers=numbers,
        given=None if about is None else read_about(str(about), between_players=between),
    )
    duration = report_duration(loaded, brief=brief, numbers=numbers, no_cache=no_cache)
    with lasting(duration) as run, working("certifying") as progress:
        made = issue(loaded, asked, context_for(progress, no_cache=no_cache, run=run))
    certification, files = made.certification, made.files
    met = certification.all_met if certification.requirements else None
    record(certification, loaded, inputs=(about,), outputs=files, met=met)
    write_files(files)
    if as_json:
        print_json(made.in_short().to_json())
    else:
        show(
            identification(
                certification,
                ("Report", report_number(certification)),
                ("Issued", certification.issued),
            ),
            *assumed_lines(certification.assumptions, "This report"),
            *_figures(certification),
            *_requirements(certification),
            "Wrote\n" + hashes((file.path, file.sha256) for file in made.in_short().files),
        )
    end_unless(certification.all_met)


def report_duration(
    loaded: LoadedGame, *, brief: bool, numbers: Mapping[str, int], no_cache: bool
) -> Duration:
    """Return how long a report takes, or to compute it again.

    Parameters
    ----------
    loaded : LoadedGame
        The game.
    brief : bool
        Whether it is a brief one.
    numbers : mapping
        Numbers of games that are not the usual ones, by the names of the study.
    no_cache : bool
        Whether nothing may be looked up.

    Returns
    -------
    Duration
        The same for both.
    """
    reference = of_report(loaded, brief=brief, numbers=numbers)
    what = " ".join(["report", *["--brief"] * brief, *map(str, sorted(numbers.items()))])
    return duration_of(what, loaded, reference, no_cache=no_cache)


def _numbers(loaded: LoadedGame, games: str | None, search_games: str | None) -> dict[str, int]:
    """Return the numbers of games that were asked for, by the names of the study."""
    given = {"--games": games, "--search-games": search_games}
    asked = {option: text for option, text in given.items() if text is not None}
    if asked and loaded.spec.game.kind != BETWEEN_PLAYERS:
        raise click.UsageError(
            f"{next(iter(asked))} is for games between players; the figures of"
            f" {loaded.spec.game.id} are worked out without playing it"
        )
    least = {"--games": LEAST_GAMES, "--search-games": LEAST_SEARCH_GAMES}
    return {
        option.removeprefix("--").replace("-", "_"): number_of_games(
            text, option, least=least[option], most=MOST_GAMES
        )
        for option, text in asked.items()
    }


def _figures(
    certification: Certification | FairnessCertification,
) -> Iterator[RenderableType | Element]:
    """Yield what the screen shows of a report."""
    if isinstance(certification, FairnessCertification):
        for table in certification.fairness.tables:
            yield _findings(table)
        return
    for shoe in certification.shoes:
        yield key_figures(shoe.label, shoe.optimal, shoe.basic)
    for shoe in certification.shoes:
        if shoe.optimal.streak:
            yield bonus_edges(shoe.label, shoe.optimal)
    yield key_note(certification.shoes[0].optimal)


def _findings(table: TableResult) -> Text:
    """Return what matters of a number of players."""
    found = [finding for finding in table.findings if finding.weight == "matter"]
    lines = [Text(f"What matters, {players_text(table.players)}", style="bold")]
    lines += [
        Text(paragraphs(finding.text, label=BULLET, hanging=len(BULLET))) for finding in found
    ]
    return Text("\n").join(lines if found else [*lines, Text("Nothing is found that matters.")])


def _requirements(certification: CertifiedItem) -> Iterator[Text]:
    """Yield whether the figures meet what is required of them, a line each."""
    if not certification.requirements:
        return
    lines = [Text("Requirements", style="bold")]
    for one in certification.requirements:
        limit = f"{one.comparison.replace('_', ' ')} {one.limit:g}"
        line = f"{one.verdict}: {one.title}, {one.found:.10g}, {limit} ({one.clause})"
        lines.append(Text(paragraphs(line), style="" if one.verdict == "met" else "bold"))
    yield Text("\n").join(lines)
