"""``certify submit``: the package that authorities ask for, as one folder with hashes."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from certify.cli.durations import of_command
from certify.cli.lasting import duration_of, lasting
from certify.cli.options import (
    examples,
    game_argument,
    issued_at_option,
    no_cache_option,
    only_json_option,
    set_option,
)
from certify.cli.output import end_unless, print_json, show, tell_written
from certify.cli.progress import working
from certify.cli.study import context_for, played_instead, record
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides, names_in
from certify.studies.submission.profile import profile_files
from certify.studies.submission.view import submission_view


@click.command(
    "submit",
    epilog=examples(
        "certify submit three-card-poker --for nj,ma,md -o package",
        "certify submit punto-banco --for gb --set commission=0.04 -o package",
        "certify submit my_game.yaml --for nv,my_laboratory.yaml -o package",
        "certify submit blackjack-burnout --for nj -o package \\\n"
        "      --report reports/blackjack-burnout.pdf",
    ),
)
@game_argument
@click.option(
    "--for",
    "jurisdictions",
    required=True,
    metavar="NAME,NAME",
    help="Whose clauses are answered: profiles of the package, or paths of files of your own."
    f" Known: {', '.join(profile_files())}.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="The folder: a new or empty one, or that of an earlier submission, which is replaced.",
)
@set_option
@issued_at_option
@click.option(
    "--about",
    type=click.Path(path_type=Path),
    metavar="FILE.yaml",
    help="Laboratory, client and who authorises the certificate (docs/verification.md).",
)
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="FILE.pdf",
    help="A report of this game that was issued: it becomes part of the package. Figures of"
    " blackjack with the option to burn are then those of the report.",
)
@click.option(
    "--jackpot",
    "jackpots",
    multiple=True,
    metavar="WAGER.ROW",
    help="An award that a linked jackpot pays, such as pair_plus.straight_flush; may be given"
    " several times. All must have the same probability.",
)
@no_cache_option
@only_json_option
def command(
    game: str,
    jurisdictions: str,
    output: Path,
    assignments: tuple[str, ...],
    issued_at: datetime | None,
    about: Path | None,
    report: Path | None,
    jackpots: tuple[str, ...],
    no_cache: bool,
    as_json: bool,
) -> None:
    """Write the package that an authority asks for, from one spec and its exact figures.

    Rulebook (plain, and in the style of rulemaking), dealing procedure, true odds with payouts and
    house advantage, rack card, layout sketch, player's guide, PAR sheet, a mathematical certificate
    of two pages, and a matrix that says for each clause which page answers it, whether a limit is
    met, and what is left to a human. Exit code 3 if a limit is not met; the package is written all
    the same, and says so.
    """
    from certify.evidence.submission.issuing import FOLDER, SubmitAsked, submit
    from certify.evidence.submission.package import check_folder, write_submission

    check_folder(output)
    loaded = apply_overrides(load_game(game), assignments)
    asked = SubmitAsked.of(
        loaded,
        named=game,
        jurisdictions=names_in(jurisdictions),
        issued=None if issued_at is None else issued_at.date().isoformat(),
        about=about,
        report=report,
        jackpots=jackpots,
    )
    reference = of_command("rtp", loaded) if report is None else None
    duration = duration_of("submit", loaded, reference, no_cache=no_cache)
    with lasting(duration) as run, working("working out") as progress, played_instead():
        made, contents = submit(asked, context_for(progress, no_cache=no_cache, run=run))
    files = {output / name: content for name, content in contents.items()}
    record(
        made,
        loaded,
        inputs=(about, report, *asked.own_profiles),
        outputs=files,
        met=made.all_met,
        # A submission that is made again goes into a folder of its own.
        fixed={"-o": FOLDER, "--output": None},
    )
    write_submission(output, contents)
    if as_json:
        print_json(made.to_json())
    else:
        show(*submission_view(made))
        tell_written([output])
    end_unless(made.all_met)
