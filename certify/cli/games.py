"""``certify games``: what can be certified."""

from __future__ import annotations

import json

import click

from certify.cli.display import hashes, show, table
from certify.cli.options import examples, json_option
from certify.cli.output import print_json
from certify.errors import SpecError
from certify.resources import data_files
from certify.spec.catalogue import SUFFIX, LoadedGame, load_game


@click.command("games", epilog=examples("certify games", "certify games --json"))
@json_option
def command(as_json: bool) -> None:
    """List what can be certified: id, title, version, kind, SHA-256 of the spec.

    A spec that is wrong is named on standard error, and the exit code is 1.
    """
    games, errors = _games()
    if as_json:
        print_json(json.dumps([_as_json(game) for game in games], indent=2, ensure_ascii=False))
    elif games:
        listed = table("Id", "Title", "Version", "Kind", numbers_from=4)
        for identity in (game.spec.game for game in games):
            listed.add_row(
                identity.id, identity.title, identity.version, identity.kind.replace("_", " ")
            )
        show(listed, hashes((game.spec.game.id, game.spec_sha256) for game in games))
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


def _as_json(game: LoadedGame) -> dict[str, str]:
    identity = game.spec.game
    return {
        "id": identity.id,
        "title": identity.title,
        "version": identity.version,
        "kind": identity.kind,
        "spec_sha256": game.spec_sha256,
    }
