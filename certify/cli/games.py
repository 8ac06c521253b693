"""``certify games``: what can be certified."""

from __future__ import annotations

import json

import click
from rich.console import RenderableType

from certify.cli.display import hashes, show, table, titled
from certify.cli.main import COMMANDS
from certify.cli.options import complete_game, examples, json_option
from certify.cli.output import print_json
from certify.errors import SpecError
from certify.language.catalogue import SUFFIX, load_game
from certify.language.game import LoadedGame
from certify.resources import data_files

ASKED = {
    True: ("parameters", "rtp", "whatif", "strategy", "play", "report"),
    False: ("parameters", "fairness", "play", "report"),
}
"""What is asked of a game, by whether it has a house."""


@click.command(
    "games",
    epilog=examples("certify games", "certify games blackjack-burnout", "certify games --json"),
)
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_game)
@json_option
def command(game: str | None, as_json: bool) -> None:
    """List what can be certified: id, title, version, kind, SHA-256 of the spec.

    With GAME, that game alone, with what can be asked of it. A spec that is wrong is named on
    standard error, and the exit code is 1.
    """
    games, errors = _games() if game is None else ([load_game(game)], [])
    if as_json:
        print_json(json.dumps([_as_json(game) for game in games], indent=2, ensure_ascii=False))
    elif games:
        listed = table("Id", "Title", "Version", "Kind", numbers_from=4)
        for identity in (game.spec.game for game in games):
            listed.add_row(
                identity.id, identity.title, identity.version, identity.kind.replace("_", " ")
            )
        show(
            listed,
            hashes((game.spec.game.id, game.spec_sha256) for game in games),
            *([] if game is None else [games[0].spec.game.summary, _asked(games[0], game)]),
        )
    if errors:
        raise SpecError("\n".join(str(error) for error in errors))


def _games() -> tuple[list[LoadedGame], list[SpecError]]:
    games: list[LoadedGame] = []
    errors: list[SpecError] = []
    for name in data_files("rules", SUFFIX):
        try:
            games.append(load_game(name.removesuffix(SUFFIX).replace("_", "-")))
        except SpecError as error:
            errors.append(error)
    return games, errors


def _asked(loaded: LoadedGame, name: str) -> RenderableType:
    """Return what can be asked of a game, and how."""
    listed = table("Command", "Tells", numbers_from=2)
    for command in ASKED[loaded.spec.game.kind == "banked"]:
        listed.add_row(f"certify {command} {name}", COMMANDS[command])
    rows = sum(len(paytable.rows) for paytable in loaded.paytables.values())
    payouts = f" and {rows} payouts" if rows else ""
    return titled(f"{len(loaded.spec.parameters)} parameters{payouts} can be set", listed)


def _as_json(game: LoadedGame) -> dict[str, str]:
    identity = game.spec.game
    return {
        "id": identity.id,
        "title": identity.title,
        "version": identity.version,
        "kind": identity.kind,
        "spec_sha256": game.spec_sha256,
    }
