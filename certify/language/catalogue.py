"""The games that can be certified: found by id in the package, or by the path of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources.abc import Traversable
from pathlib import Path

from certify.errors import UnknownGameError, UnknownPaytableError
from certify.language.document import (
    Document,
    Place,
    is_file,
    read_document,
    read_text,
    require_inside,
)
from certify.language.examples import example_problems
from certify.language.game import LoadedGame
from certify.language.loader import load_paytable, raise_problems, validated
from certify.language.models import GameSpec, Paytable, PaytableReference
from certify.language.play import resolve_play
from certify.language.references import spec_problems
from certify.language.structure import leaks, structure_problems, unused_problems
from certify.resources import Kind, data_files
from certify.runtime.canonical import sha256_of

SUFFIX = ".yaml"
SPECS: tuple[Kind, ...] = ("rules", "rules/shelf")
PAYTABLES: tuple[Kind, ...] = ("paytables", "rules/shelf/paytables")
"""Folders of the package: of the games that it certifies, and of well-known ones on its shelf."""

NamedText = tuple[str, str]
"""The text of a file and its name, for messages."""

Finder = Callable[[str], NamedText | None]


def load_game(name: str) -> LoadedGame:
    """Return a game with its paytables.

    `name`: an id, that of a file in ``rules/``, or the path of a spec file. The paytables of a file
    are looked for beside it, in ``paytables`` beside it or beside its folder, then in the package.
    Raises `UnknownGameError` if it is neither an id nor a file. Raises `SpecSyntaxError` or
    `SpecInvalidError` if the spec or a paytable is wrong. Raises `UnknownPaytableError` if a
    paytable is not found.
    """
    if file_of(name) in packaged_files(SPECS):
        return packaged_game(name)
    if not _is_path(name):
        raise _unknown(name, hint="the path of a spec file is taken too")
    folder = Path(name).parent
    folders = (folder, folder / "paytables", folder.parent / "paytables")

    def find(file: str) -> NamedText | None:
        for place in folders:
            if is_file(place / file):
                require_inside(place / file, place)
                shown = str(place / file)
                return read_text(place / file, shown), shown
        return None

    return game_of(read_text(Path(name), name), name, find)


def packaged_game(identity: str) -> LoadedGame:
    """Return a game of the package by its id, which is never taken for a path.

    Raises `UnknownGameError` if there is none of that id.
    """
    found = packaged_files(SPECS).get(file_of(identity))
    if found is None:
        raise _unknown(identity)
    return replace(game_of(read_text(*found), found[1]), is_packaged=True)


def game_of(text: str, shown: str, find: Finder = lambda file: None) -> LoadedGame:
    """Return the game that a spec tells, of which the text is at hand.

    `find`: returns text and name of a paytable by the name of its file, or None if there is none;
    then it is looked for in the package.
    """
    texts = {Path(shown).name: text}
    document = read_document(text, shown)
    spec = validated(document, GameSpec)
    problems: list[tuple[Place, str]] = []
    paytables: dict[str, Paytable] = {}
    for alias, reference in spec.paytables.items():
        paytable, found = _paytable(alias, reference, find, document, texts)
        paytables[alias] = paytable
        problems += found
    problems += spec_problems(spec, paytables)
    play = None
    if spec.is_playable:
        play = resolve_play(spec, paytables)
        problems += [*play.problems, *example_problems(play)] or [
            *unused_problems(play),
            *structure_problems(play),
            *leaks(play),
        ]
    raise_problems(document, problems)
    return LoadedGame(
        spec=spec,
        path=shown,
        paytables=paytables,
        issued_paytables=paytables,
        spec_sha256=sha256_of(spec),
        paytable_sha256=sha256_of(
            {alias: table.model_dump(mode="json") for alias, table in paytables.items()}
        ),
        settings={},
        play=play,
        document=document,
        texts=texts,
    )


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith((SUFFIX, ".yml")) or is_file(Path(name))


def _unknown(name: str, hint: str = "") -> UnknownGameError:
    return UnknownGameError(name, game_ids(), hint=hint)


def game_ids(*kinds: Kind) -> list[str]:
    """Return the ids of the games of some folders of the package, by default of all."""
    return [_id_of(file) for kind in kinds or SPECS for file in data_files(kind, SUFFIX)]


def packaged_files(kinds: tuple[Kind, ...]) -> dict[str, tuple[Traversable, str]]:
    """Return files of the package by name: where they lie, and how that is shown."""
    return {
        name: (file, f"{kind}/{name}")
        for kind in kinds
        for name, file in data_files(kind, SUFFIX).items()
    }


def file_of(identity: str) -> str:
    """Return the name of the file of a game or paytable by its id."""
    return identity.replace("-", "_") + SUFFIX


def _id_of(file: str) -> str:
    return file.removesuffix(SUFFIX).replace("_", "-")


def _paytable(
    alias: str,
    reference: PaytableReference,
    find: Finder,
    document: Document,
    texts: dict[str, str],
) -> tuple[Paytable, list[tuple[Place, str]]]:
    """Return a paytable that a spec refers to, and what is wrong with the reference.

    Its file is added to `texts`.
    """
    file = file_of(reference.id)
    found_text = find(file)
    packaged = packaged_files(PAYTABLES)
    if found_text is None and file in packaged:
        found_text = read_text(*packaged[file]), packaged[file][1]
    if found_text is None:
        _, line = document.locate(("paytables", alias, "id"))
        raise UnknownPaytableError(
            reference.id,
            [_id_of(name) for name in packaged],
            hint=f"{document.path}:{line} refers to it; a file {file}"
            " was looked for beside it and in folders paytables",
        )
    texts[file], shown = found_text
    paytable = load_paytable(texts[file], shown)
    identity, found = paytable.paytable, []
    place: Place = ("paytables", alias)
    if identity.id != reference.id:
        found.append(((*place, "id"), f"the file {shown} holds the paytable {identity.id}"))
    if identity.version != reference.version:
        found.append(((*place, "version"), f"{shown} is version {identity.version}"))
    digest = sha256_of(paytable)
    if reference.sha256 not in (None, digest):
        found.append(((*place, "sha256"), f"the SHA-256 of {shown} is {digest}"))
    return paytable, found
