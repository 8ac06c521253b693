"""Smaller versions of a game: some elements of its spec replaced, and all else as certified.

Which versions of a game are solved is told by a file of its name in ``rules/cut_down``; those of a
spec of one's own, in a folder ``cut_down`` beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, JsonValue

from certify.errors import SpecError, nearest_name
from certify.language.base import Identifier, Name, Part, Scalar, Text
from certify.language.catalogue import SUFFIX
from certify.language.document import Document, read_document, read_text
from certify.language.game import LoadedGame, apply_settings
from certify.language.loader import raise_problems, validated
from certify.language.models import GameSpec
from certify.language.play import resolve_play
from certify.language.structure import call_problems, leaks
from certify.resources import data_files
from certify.runtime.canonical import sha256_of

WITHOUT = ("examples", "published")
"""Sections that tell of the game as certified, and need not hold of a smaller one."""


FOLDER = "cut_down"


class SmallVersion(Part):
    """A smaller version of a game, and how it is solved."""

    title: Text
    why: Text = Field(description="What is gained by it, and what it leaves out.")
    players: int | None = Field(None, description="How many play; left out, the fewest that can.")
    set: dict[str, Scalar] = Field({}, description="Values of parameters.")
    edits: dict[str, JsonValue] = Field(
        {}, description="New values of elements of the spec, by dotted paths."
    )
    method: Literal["equilibrium", "open_cards"] = Field(
        description=(
            "`equilibrium`: a linear program in sequence form, and regret minimisation beside it;"
            " `open_cards`: both see all cards, and play is worked out from its ends backwards."
        )
    )
    iterations: int = Field(10_000, ge=1, description="Of regret minimisation.")
    endless: tuple[Name, ...] = Field(
        (), description="With open cards: procedures whose loops are taken to have no cap."
    )

    def cut(self, game: LoadedGame) -> LoadedGame:
        """Return the game cut down to this version."""
        return apply_settings(cut_down(game, self.edits), self.set)


class SmallVersions(Part):
    """The smaller versions of a game."""

    certify: Literal[1]
    game: Identifier
    versions: dict[Name, SmallVersion]


def versions_of(game: LoadedGame) -> dict[str, SmallVersion]:
    """Return the smaller versions of a game that are solved, of its file or of the package.

    Raises `SpecError` if the file is wrong.
    """
    identity = game.spec.game.id
    if game.is_packaged:
        return small_versions(identity)
    beside = Path(game.path).parent / FOLDER / _file_of(identity)
    return _read(beside, str(beside), identity) if beside.is_file() else {}


def small_versions(game: str) -> dict[str, SmallVersion]:
    """Return the smaller versions of a game of the package; `game` is its id.

    Raises `SpecError` if the file is wrong.
    """
    name = _file_of(game)
    file = data_files("rules/cut_down", SUFFIX).get(name)
    return {} if file is None else _read(file, f"rules/cut_down/{name}", game)


def _file_of(game: str) -> str:
    return game.replace("-", "_") + SUFFIX


def _read(file: Traversable, shown: str, game: str) -> dict[str, SmallVersion]:
    found = validated(read_document(read_text(file, shown), shown), SmallVersions)
    if found.game != game:
        raise SpecError(f"{shown} tells of the game {found.game}, and not of {game}")
    return found.versions


def cut_down(game: LoadedGame, edits: Mapping[str, Any]) -> LoadedGame:
    """Return a game with elements of its spec replaced.

    `edits`: new values by dotted paths such as ``packs.cards.copies``; the number of an item of a
    list counts from 0. A path leads to an element of the spec, or to a key that an element can
    have. The result: the changed game. Worked examples and published figures are left out, and the
    spec's hash is that of the changed spec. Raises `SpecError` if a path leads nowhere; it tells
    the nearest name. Raises `SpecInvalidError` if what the spec says then is wrong.
    """
    if game.document is None or game.play is None:
        raise SpecError(f"{game.spec.game.id} cannot be cut down: its spec is not one of play")
    data: dict[str, Any] = deepcopy(game.document.data)
    for path, value in edits.items():
        _put(data, path, value)
    for section in WITHOUT:
        data.pop(section, None)
    document = Document(game.document.path, data, game.document.lines)
    spec = validated(document, GameSpec)
    play = resolve_play(spec, game.paytables)
    raise_problems(document, [*play.problems, *call_problems(play)] or list(leaks(play)))
    changed = replace(
        game,
        spec=spec,
        spec_sha256=sha256_of(spec),
        play=play,
        document=document,
        settings={},
        changed=(),
    )
    return apply_settings(changed, game.settings)


def _put(data: dict[str, Any], path: str, value: Any) -> None:
    """Put a value where a path leads."""
    *way, last = path.split(".")
    element: Any = data
    for number, key in enumerate(way):
        element = element[_key(element, key, path, number, is_last=False)]
    element[_key(element, last, path, len(way), is_last=True)] = value


def _key(element: Any, key: str, path: str, number: int, *, is_last: bool) -> str | int:
    """Return the key or the number of a part of a path, if the element has it or can have it."""
    so_far = ".".join(path.split(".")[:number]) or "the spec"
    if isinstance(element, dict):
        # What keys a model has, it tells itself; of sections of names, every name is there.
        if key in element or (is_last and number > 1):
            return key
        nearest = nearest_name(key, [str(name) for name in element])
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(f"there is no {path}: {so_far} has no {key}{meant}")
    if isinstance(element, list):
        if key.isdecimal() and int(key) < len(element):
            return int(key)
        raise SpecError(
            f"there is no {path}: {so_far} has items 0 to {len(element) - 1}, and no {key}"
        )
    raise SpecError(f"there is no {path}: {so_far} is a single value")
