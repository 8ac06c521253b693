"""``certify games``: what can be certified."""

from __future__ import annotations

import json

import click

from certify.cli.main import COMMANDS
from certify.cli.options import complete_game, examples, json_option
from certify.cli.output import print_json, show
from certify.errors import SpecError
from certify.language.catalogue import SPECS, game_ids, load_game
from certify.language.game import LoadedGame
from certify.studies.kinds import commands_for
from certify.studies.specs.view import game_view, games_view


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
    elif game is not None:
        asked = commands_for(games[0])
        told = {f"certify {command} {game}": COMMANDS[command] for command in asked}
        show(*game_view(games[0], told))
    elif games:
        shelf = set(game_ids(SPECS[1]))
        show(
            *games_view(
                [each for each in games if each.spec.game.id not in shelf],
                [each for each in games if each.spec.game.id in shelf],
            )
        )
    if errors:
        raise SpecError("\n".join(str(error) for error in errors))


def _games() -> tuple[list[LoadedGame], list[SpecError]]:
    games: list[LoadedGame] = []
    errors: list[SpecError] = []
    for name in game_ids():
        try:
            games.append(load_game(name))
        except SpecError as error:
            errors.append(error)
    return games, errors


def _as_json(game: LoadedGame) -> dict[str, str]:
    identity = game.spec.game
    return {
        "id": identity.id,
        "title": identity.title,
        "version": identity.version,
        "kind": identity.kind,
        "spec_sha256": game.spec_sha256,
    }
