"""``certify games``: what can be certified."""

from __future__ import annotations

import json

import click

from certify.cli.main import COMMANDS
from certify.cli.options import complete_game, examples, json_option
from certify.cli.output import print_json, show
from certify.cli.study import context_for
from certify.errors import SpecError
from certify.language.catalogue import SPECS, game_ids, load_game
from certify.studies.kinds import commands_for
from certify.studies.specs.listing import ListedGame, listed, listed_games
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
    errors: list[SpecError] = []
    if game is not None:
        loaded = load_game(game)
        games: tuple[ListedGame, ...] = (listed(loaded),)
        asked = commands_for(loaded)
        shown = game_view(loaded, {f"certify {each} {game}": COMMANDS[each] for each in asked})
    else:
        found, errors = listed_games(context_for(lambda *_: None, no_cache=False))
        games, shelf = found.games, set(game_ids(SPECS[1]))
        shown = games_view(
            [each for each in games if each.id not in shelf],
            [each for each in games if each.id in shelf],
        )
    if as_json:
        told = [each.model_dump() for each in games]
        print_json(json.dumps(told, indent=2, ensure_ascii=False))
    elif games:
        show(*shown)
    if errors:
        raise SpecError("\n".join(str(error) for error in errors))
