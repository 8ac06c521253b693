"""``certify replay``: is the log of a game right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from certify.cli.options import examples, json_option
from certify.cli.output import print_json, show
from certify.errors import LogError, SpecError
from certify.language.catalogue import load_game, packaged_game
from certify.language.document import read_bytes, text_of
from certify.language.game import LoadedGame
from certify.library.played import replayed_log
from certify.library.replayed_view import replayed_view
from certify.play.logs.log_lines import LARGEST_LOG
from certify.play.logs.replay import replay_file

TOP_KEY = re.compile(r"^(\w+):", re.MULTILINE)
"""A key of a YAML file that is indented by nothing."""

RESULT_KEYS = {"engine_version", "spec_sha256"}
LOG_KEY = "certify_log"
TABLE_ENDINGS = (".csv", ".tsv", ".xlsx", ".xls")


@click.command(
    "replay",
    epilog=examples("certify replay game.jsonl", "certify replay game.jsonl --game my_game.yaml"),
)
@click.argument("log", metavar="LOG")
@click.option(
    "--game",
    "game",
    metavar="FILE",
    help="The spec, if it is none of those that `certify games` lists.",
)
@json_option
def command(log: str, game: str | None, as_json: bool) -> None:
    """Check the log of a game, move by move.

    The game is played again as the log tells it. The first event that cannot be is refused, with
    the line of the log and the clauses that it breaks; the exit code is 1 then. Logs of games that
    were dealt by hand, with the seed null, are checked in the same way.
    """

    def load(name: str) -> LoadedGame:
        # What a log says is an id and never a path.
        return packaged_game(name) if game is None else load_game(game)

    try:
        found = replay_file(log, load)
    except (LogError, SpecError) as error:
        other = _other_kind(log)
        if other is None:
            raise
        raise SpecError(f"{log} is no log of a game: {other}") from error
    if as_json:
        print_json(replayed_log(found).to_json())
        return
    show(*replayed_view(found))


def _other_kind(file: str) -> str | None:
    """Return what a file is that is no log, and which command reads it: the end of a sentence."""
    try:
        content = read_bytes(Path(file), file, LARGEST_LOG)
    except SpecError:
        return None
    if content.startswith(b"%PDF-"):
        return f"it is a PDF; certify verify {file} tells whether a report proves itself"
    if Path(file).suffix.lower() in TABLE_ENDINGS:
        return f"it is a table; certify monitor GAME {file} reads live results"
    try:
        text = text_of(content, file)
    except SpecError:
        return "it is not text at all"
    return _other_text(file, text)


def _other_text(file: str, text: str) -> str | None:
    if LOG_KEY in text.partition("\n")[0]:
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        keys = set(TOP_KEY.findall(text))
    else:
        keys = set(data) if isinstance(data, dict) else set()
        if keys >= RESULT_KEYS:
            return (
                "it holds results as JSON; certify verify REPORT.pdf --results"
                f" {file} tells whether a report has the same"
            )
    if "certify" not in keys:
        is_json = text.lstrip()[:1] in ("{", "[")
        return None if is_json else "it is text of another kind; certify play --log FILE writes one"
    if "clauses" in keys:
        return f"it is the spec of a game; certify check {file} tells whether it is sound"
    if "paytable" in keys:
        return "it is a paytable; certify check reads it with the spec that names it"
    return f"it is a strategy file; certify rtp GAME --strategy {file} tells what it returns"
