"""The games that are served, each by its id: those of the package, and the specs of one folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from certify.errors import CertifyError, OutputError, UnknownGameError
from certify.language.catalogue import (
    SPECS,
    SUFFIX,
    file_of,
    game_ids,
    load_game,
    packaged_files,
    packaged_game,
)
from certify.language.document import read_document, read_text
from certify.language.loader import validated
from certify.language.models import Game
from certify.resources import Kind
from certify.runtime.files import write_files

if TYPE_CHECKING:
    from certify.language.game import LoadedGame

MOST_SPECS = 200
"""Specs of the folder that are looked at."""

IDENTITY = re.compile(r"^game:\n(( .*\n|\n)+)", re.MULTILINE)
"""What a spec says of the game itself, which is read alone where many games are listed."""

Stamp = tuple[int, int]
"""When a file was changed, and its size."""


@dataclass
class Shelf:
    """The games of the package, and of a folder; a request names an id and never a path.

    Attributes
    ----------
    folder : Path or None
        The folder; new versions are saved in folders of their own in it.
    faults : dict
        By the file, why a spec of the folder cannot be served.
    """

    folder: Path | None = None
    faults: dict[str, str] = field(default_factory=dict)
    _read: dict[Path, tuple[Stamp, LoadedGame]] = field(default_factory=dict, repr=False)
    _packaged: dict[str, LoadedGame] = field(default_factory=dict, repr=False)

    def own(self) -> dict[str, LoadedGame]:
        """Return the games of the folder by id, as they are now; of equal ids the last version."""
        found: dict[str, LoadedGame] = {}
        self.faults = {}
        if self.folder is None:
            return found
        files = [*self.folder.glob(f"*{SUFFIX}"), *self.folder.glob(f"*/*{SUFFIX}")]
        for path in sorted(files)[:MOST_SPECS]:
            try:
                if "\nclauses:" not in path.read_text(encoding="utf-8"):
                    continue  # a paytable, or something else
                game = self._of_file(path)
            except (CertifyError, OSError, UnicodeDecodeError) as error:
                self.faults[path.name] = str(error)
                continue
            name = game.spec.game.id
            if path.parent != self.folder or name in found or name in game_ids():
                name = f"{name}-{game.spec.game.version.replace('.', '-')}"
            found[name] = game
        return found

    def _of_file(self, path: Path) -> LoadedGame:
        # A paytable beside it may change while it does not.
        beside = [path, *path.parent.glob(f"*{SUFFIX}"), *path.parent.glob(f"paytables/*{SUFFIX}")]
        stats = [each.stat() for each in beside]
        stamp = max(each.st_mtime_ns for each in stats), sum(each.st_size for each in stats)
        kept = self._read.get(path)
        if kept is None or kept[0] != stamp:
            self._read[path] = kept = stamp, load_game(str(path))
        return kept[1]

    def game(self, name: str) -> LoadedGame:
        """Return a game by its id; `UnknownGameError` if there is none."""
        if name in game_ids():
            if name not in self._packaged:
                self._packaged[name] = packaged_game(name)
            return self._packaged[name]
        own = self.own()
        if name not in own:
            raise UnknownGameError(name, [*game_ids(), *own])
        return own[name]

    def named(self, name: str) -> str:
        """Return what a command is given for a game: its id, or the file of one of the folder."""
        own = {} if name in game_ids() else self.own()
        return own[name].path if name in own else name

    def groups(self) -> dict[str, dict[str, Game]]:
        """Return what all games say of themselves by id, in groups with a heading."""
        return {
            "Your own": {name: game.spec.game for name, game in self.own().items()},
            "Certified games": packaged_identities(SPECS[0]),
            "Well-known games": packaged_identities(SPECS[1]),
        }

    def save(self, name: str, make: Callable[[Path], dict[Path, bytes]]) -> Path:
        """Write the files of a new version into a folder of its own, which must not be there.

        `make`: given the path of the new spec, its files. Raises `OutputError`.
        """
        if self.folder is None:
            raise OutputError(name, "no folder is served; begin with certify serve FOLDER")
        place = self.folder / name
        try:
            place.mkdir()
        except FileExistsError:
            raise OutputError(name, "this version is there already; give a higher one") from None
        except OSError as error:
            raise OutputError(str(place), str(error.strerror)) from None
        try:
            write_files(make(place / f"{name}{SUFFIX}"))
        except BaseException:
            place.rmdir()
            raise
        return place


@cache
def packaged_identities(kind: Kind) -> dict[str, Game]:
    """Return what the games of a folder of the package say of themselves, by their ids."""
    files = packaged_files((kind,))
    found = {}
    for name in game_ids(kind):
        file, shown = files[file_of(name)]
        part = IDENTITY.search(read_text(file, shown))
        found[name] = (
            packaged_game(name).spec.game
            if part is None
            else validated(read_document(dedent(part[1]), shown), Game)
        )
    return found
