"""``certify replay``: is the log of a game right."""

from __future__ import annotations

import click

from certify.cli.account import Account, printable, result_lines, wrapped
from certify.cli.display import hashes
from certify.cli.kinds_of_file import other_kind
from certify.cli.options import examples, json_option
from certify.cli.output import print_json
from certify.cli.table import heading
from certify.errors import LogError, SpecError
from certify.language.catalogue import load_game, packaged_game
from certify.language.game import LoadedGame
from certify.library.played import replayed_log
from certify.play.events import REFEREE
from certify.play.logs.replay import Replayed, replay_file
from certify.present.paragraphs import paragraphs


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
        other = other_kind(log)
        if other is None:
            raise
        raise SpecError(f"{log} is no log of a game: {other}") from error
    if as_json:
        print_json(replayed_log(found).to_json())
        return
    click.echo(_text(found))


def _text(found: Replayed) -> str:
    header = found.header
    account = Account(found.state.program, REFEREE)
    parts = [
        paragraphs(printable(heading(account, header)), hanging=2),
        hashes([("spec", header.spec_sha256), ("paytables", header.paytable_sha256)]),
        "",
        wrapped(account.events(found.recorder.history(REFEREE))),
        "",
    ]
    if found.outcome is not None:
        parts.append(wrapped(result_lines(found.outcome, account, header.seats)))
    parts.append(paragraphs(_verdict(found), hanging=2))
    return "\n".join(parts)


def _verdict(found: Replayed) -> str:
    text = f"The log is right: {_number(found.decisions, 'decision')}, "
    text += _number(found.chances, "chance event")
    if found.undone:
        text += f", {_number(found.undone, 'decision')} taken back"
    if not found.is_over:
        return f"{text}. The game is unfinished: the log stops before its end."
    if not found.has_result:
        return f"{text}. The game is over, but the log does not have the result."
    return f"{text}. The result is right."


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
