"""The list of games of the package: what each is called, and the hash of its spec."""

from __future__ import annotations

import hashlib

from certify.errors import SpecError
from certify.language.catalogue import PAYTABLES, SPECS, game_ids, load_game, packaged_files
from certify.language.game import LoadedGame
from certify.results import Result
from certify.runtime.context import Context

KIND = "games"


class ListedGame(Result):
    """A game in a list.

    Attributes
    ----------
    id, title, version, kind : str
        As its spec says.
    spec_sha256 : str
        Hash of the spec.
    """

    id: str
    title: str
    version: str
    kind: str
    spec_sha256: str


class ListedGames(Result):
    """The games of the package, in the order of their files."""

    games: tuple[ListedGame, ...]


def listed(game: LoadedGame) -> ListedGame:
    """Return what a list says of a game."""
    identity = game.spec.game
    return ListedGame(
        id=identity.id,
        title=identity.title,
        version=identity.version,
        kind=identity.kind,
        spec_sha256=game.spec_sha256,
    )


def listed_games(context: Context) -> tuple[ListedGames, list[SpecError]]:
    """Return the games of the package, and what is wrong with specs of it that are wrong.

    Every spec is read and checked, unless all files are as they were when all were right.
    """
    files = {
        shown: hashlib.sha256(file.read_bytes()).hexdigest()
        for kinds in (SPECS, PAYTABLES)
        for file, shown in packaged_files(kinds).values()
    }
    found = context.found(KIND, files, ListedGames)
    if found is not None:
        return found, []
    games: list[ListedGame] = []
    errors: list[SpecError] = []
    for name in game_ids():
        try:
            games.append(listed(load_game(name)))
        except SpecError as error:
            errors.append(error)
    found = ListedGames(games=tuple(games))
    return (found if errors else context.kept(KIND, files, ListedGames, lambda: found)), errors
