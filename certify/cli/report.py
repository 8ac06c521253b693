"""``certify report``: the compliance report as PDF or HTML page, and its results as JSON."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from rich.console import RenderableType
from rich.text import Text

from certify.cli.assumed import assumed_lines
from certify.cli.display import hashes, identification, show
from certify.cli.durations import of_report
from certify.cli.exits import end_unless
from certify.cli.fairness_asked import LEAST_GAMES, MOST_GAMES
from certify.cli.fairness_figures import seats_text, wrapped
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
from certify.errors import SpecError
from certify.evidence.enclosures import enclose
from certify.evidence.report.document import build_html, build_pdf
from certify.evidence.report.identity import report_number, results_bytes, results_sha256
from certify.language.catalogue import LoadedGame, load_game
from certify.language.overrides import apply_overrides
from certify.present.document import Element
from certify.present.pdf.publication import Foreseen
from certify.runtime.context import Context
from certify.studies.certification.about import read_about
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.certification.study import certify_game
from certify.studies.fairness.asked import LEAST_SEARCH_GAMES
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.item.result import CertifiedItem
from certify.studies.returns.bonus_view import bonus_edges
from certify.studies.returns.view import key_figures, key_note

DATE = "%Y-%m-%d"
BETWEEN_PLAYERS = "between_players"
BULLET = "! "
HEADINGS = "headings"


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
    require_suffix(output, ".pdf", ".html")
    results = output.with_suffix(".json")
    for path in (output, results):
        check_destination(path)
    loaded = _playable(apply_overrides(load_game(game), assignments))
    between = loaded.spec.game.kind == BETWEEN_PLAYERS
    numbers = _numbers(loaded, games, search_games)
    given = None if about is None else read_about(str(about), between_players=between)
    issued = None if issued_at is None else issued_at.date().isoformat()
    duration = report_duration(loaded, brief=brief, numbers=numbers, no_cache=no_cache)
    with lasting(duration) as run, working("certifying") as progress:
        context = context_for(progress, no_cache=no_cache, run=run)
        certification = _certifier(loaded)(
            loaded,
            issued=issued,
            command=reproduction(
                loaded, game, output, issued, about=about, brief=brief, numbers=numbers
            ),
            context=context,
            brief=brief,
            given=given,
            **numbers,
        )
        certification, contents = enclose(certification, loaded, given)
        is_page = output.suffix.lower() == ".html"
        made = build_html(certification) if is_page else _built(certification, contents, context)
    files = {output: made, results: results_bytes(certification)}
    met = certification.all_met if certification.requirements else None
    record(certification, loaded, inputs=(about,), outputs=files, met=met)
    write_files(files)
    if as_json:
        print_json(_as_json(certification, files))
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
            "Wrote\n" + hashes((str(path), _sha256(content)) for path, content in files.items()),
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


def _built(
    certification: Certification | FairnessCertification,
    contents: Mapping[str, bytes],
    context: Context,
) -> bytes:
    """Return the document; where its headings stand is kept, which spares a pass the next time."""
    if context.cache is None:
        return build_pdf(certification, contents)
    key = results_sha256(certification)
    foreseen = context.cache.load_as(HEADINGS, key, Foreseen.from_json)
    pdf = build_pdf(certification, contents, foreseen=foreseen)
    if foreseen is None:
        # What reads PDF files takes a while to load, and is needed the first time alone.
        from certify.evidence.verification.reader import read_sealed, where_headings_stand

        found = where_headings_stand(read_sealed(pdf, "the report"))
        if found is not None:
            context.cache.store(HEADINGS, key, found.to_json(indent=None).encode())
    return pdf


def _playable(loaded: LoadedGame) -> LoadedGame:
    """Return a game of which there is a report."""
    identity = loaded.spec.game
    if identity.kind == BETWEEN_PLAYERS and loaded.play is None:
        raise SpecError(
            f"{identity.id} cannot be played, and the report of a game between players rests on "
            "games played: its spec says only what is certified"
        )
    return loaded


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


def _certifier(loaded: LoadedGame) -> Callable[..., Certification | FairnessCertification]:
    """Return what works out the report of a game of this kind."""
    if loaded.spec.game.kind != BETWEEN_PLAYERS:
        return certify_game
    # Its statistics load slowly, and the report of a game with a house needs none of them.
    from certify.studies.certification import fairness as certification

    return certification.certify_multiplayer


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


def reproduction(
    loaded: LoadedGame,
    game: str,
    output: Path,
    issued: str | None,
    *,
    about: Path | None = None,
    brief: bool = False,
    numbers: Mapping[str, int] | None = None,
) -> str:
    """Return the command that makes a report again, the same on every machine.

    Parameters
    ----------
    loaded : LoadedGame
        The game, with every change.
    game : str
        What the user gave for it; of a path the file's name is kept.
    output : Path
        The report; its name is kept.
    issued : str or None
        Date of issue, if it was given.
    about : Path or None
        What was given with the report; its name is kept.
    brief : bool
        Whether what takes minutes is left out.
    numbers : mapping, optional
        Numbers of games that were asked for, by the names of the study.

    Returns
    -------
    str
        A line for a shell.
    """
    words = ["certify", "report", game if game == loaded.spec.game.id else Path(game).name]
    for name, value in loaded.changed:
        words += ["--set", f"{name}={value}"]
    if issued is not None:
        words += ["--issued-at", issued]
    if about is not None:
        words += ["--about", about.name]
    if brief:
        words.append("--brief")
    for name, number in (numbers or {}).items():
        words += [f"--{name.replace('_', '-')}", str(number)]
    # The same results have one number, whatever they are rendered as.
    is_page = output.suffix.lower() == ".html"
    named = output.with_suffix(".pdf") if is_page else output
    return shlex.join([*words, "-o", named.name])


def _findings(table: TableResult) -> Text:
    """Return what matters of a number of players."""
    found = [finding for finding in table.findings if finding.weight == "matter"]
    lines = [Text(f"What matters, {seats_text([table.players])}", style="bold")]
    lines += [Text(wrapped(finding.text, label=BULLET, hanging=len(BULLET))) for finding in found]
    return Text("\n").join(lines if found else [*lines, Text("Nothing is found that matters.")])


def _requirements(certification: CertifiedItem) -> Iterator[Text]:
    """Yield whether the figures meet what is required of them, a line each."""
    if not certification.requirements:
        return
    lines = [Text("Requirements", style="bold")]
    for one in certification.requirements:
        limit = f"{one.comparison.replace('_', ' ')} {one.limit:g}"
        line = f"{one.verdict}: {one.title}, {one.found:.10g}, {limit} ({one.clause})"
        lines.append(Text(wrapped(line), style="" if one.verdict == "met" else "bold"))
    yield Text("\n").join(lines)


def _as_json(certification: Certification | FairnessCertification, files: dict[Path, bytes]) -> str:
    return json.dumps(
        {
            **certification.model_dump(
                mode="json",
                include={
                    "game",
                    "version",
                    "spec_sha256",
                    "paytable_sha256",
                    "changed",
                    "engine_version",
                    "issued",
                    "command",
                    "about",
                    "assumptions",
                    "requirements",
                },
            ),
            "report_number": report_number(certification),
            **_figures_as_json(certification),
            "files": [
                {"path": str(path), "bytes": len(content), "sha256": _sha256(content)}
                for path, content in files.items()
            ],
        },
        indent=2,
        ensure_ascii=False,
    )


def _figures_as_json(certification: Certification | FairnessCertification) -> dict[str, Any]:
    """Return the figures that ``--json`` prints; the results file has all of them."""
    if isinstance(certification, FairnessCertification):
        return {
            "extent": certification.extent.model_dump(mode="json"),
            "tables": [
                {
                    "players": table.players,
                    "findings": [finding.model_dump(mode="json") for finding in table.findings],
                }
                for table in certification.fairness.tables
            ],
        }
    return {
        "shoes": [
            {
                "label": shoe.label,
                "shoe": shoe.optimal.shoe,
                "optimal": shoe.optimal.wagers.model_dump(mode="json"),
                "basic": shoe.basic.wagers.model_dump(mode="json"),
            }
            for shoe in certification.shoes
        ]
    }


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
