"""The games that can be certified: found by id in the package, or by the path of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path

from certify.errors import UnknownGameError, UnknownPaytableError
from certify.language.base import Scalar
from certify.language.document import (
    Document,
    Place,
    is_file,
    read_document,
    read_text,
    require_inside,
)
from certify.language.examples import example_problems
from certify.language.loader import load_paytable, raise_problems, validated
from certify.language.models import Basis, GameSpec, Paytable, PaytableReference, PaytableRow
from certify.language.parameters import PayoutParameter, written
from certify.language.play import Play, resolve_play
from certify.language.references import dotted, spec_problems
from certify.language.structure import leaks, structure_problems, unused_problems
from certify.resources import Kind, data_files
from certify.runtime.canonical import sha256_of, without

SUFFIX = ".yaml"
SPECS: tuple[Kind, ...] = ("rules", "rules/shelf")
PAYTABLES: tuple[Kind, ...] = ("paytables", "rules/shelf/paytables")
"""Folders of the package: of the games that it certifies, and of well-known ones on its shelf."""

NOT_PLAYED = frozenset(
    (
        *("game", "source", "clauses", "rulings", "assumptions", "invariants", "examples"),
        *("lengths", "figures", "wagers", "published", "title", "text", "choices", "cites"),
    )
)
"""Fields of a spec, and of its elements, on which the course of a game does not depend."""

NamedText = tuple[str, str]
"""The text of a file and its name, for messages."""

Finder = Callable[[str], NamedText | None]


@dataclass(frozen=True)
class NamedRow:
    """A row of a paytable with its key."""

    key: str
    outcome: str
    pays: str
    basis: Basis


@dataclass(frozen=True)
class LoadedGame:
    """A spec with its paytables, and what was changed in them.

    Attributes
    ----------
    path : str
        File of the spec.
    paytables, issued_paytables : dict
        By the name that the spec gives them: with every change, and as in their files.
    spec_sha256, paytable_sha256 : str
        SHA-256 of the canonical form of the files: of the spec, and of all the paytables by name.
        What was changed afterwards is in `changed`.
    made : tuple of str or None
        The wagers that are made; None for those that the spec does not call optional.
    play : Play or None
        What the spec says of play, resolved; None if it says nothing.
    settings : dict
        Values of parameters that differ from the spec's defaults.
    changed : tuple
        Name and new value of every setting and payout that was changed, as written in YAML.
    texts : dict
        The files as read, by their names without folders: the spec first, then its paytables.
    """

    spec: GameSpec
    path: str
    paytables: dict[str, Paytable]
    issued_paytables: dict[str, Paytable]
    spec_sha256: str
    paytable_sha256: str
    settings: dict[str, Scalar]
    changed: tuple[tuple[str, str], ...] = ()
    play: Play | None = None
    made: tuple[str, ...] | None = None
    document: Document | None = None
    texts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def play_sha256(self) -> str:
        """SHA-256 of what the rules mean in play: no title, clause, ruling or example is in it."""
        return sha256_of(without(self.spec, NOT_PLAYED))

    def located(self, place: Place) -> str:
        """Return where an element stands, as ``file:line: element``."""
        line = self.document.locate(place)[1] if self.document is not None else None
        where = self.path if line is None else f"{self.path}:{line}"
        return f"{where}: {dotted(place)}" if place else where

    def row(self, path: str) -> PaytableRow:
        """Return the row of a paytable by a path such as ``main.insurance``."""
        alias, _, key = path.partition(".")
        known = [f"{name}.{row}" for name, table in self.paytables.items() for row in table.rows]
        if path not in known:
            raise UnknownPaytableError(path, known)
        return self.paytables[alias].rows[key]

    def pays(self, path: str) -> Fraction:
        """Return what a row pays to one, by a path such as ``main.insurance``."""
        return self.row(path).to_one

    def paytable_rows(self, alias: str) -> tuple[NamedRow, ...]:
        """Return the rows of a paytable in the file's order; none if there is no such table."""
        table = self.paytables.get(alias)
        rows = table.rows.items() if table else ()
        return tuple(NamedRow(key, row.outcome, row.pays, row.basis) for key, row in rows)

    def parameters_as_written(self) -> dict[str, Scalar]:
        """Return every parameter in force, as written in YAML."""
        values: dict[str, Scalar] = {}
        for name, parameter in self.spec.parameters.items():
            if isinstance(parameter, PayoutParameter):
                values[name] = self.row(f"{parameter.paytable}.{parameter.row}").pays
            else:
                values[name] = self.settings.get(name, parameter.default)
        return values


def load_game(name: str) -> LoadedGame:
    """Return a game with its paytables.

    `name`: an id, that of a file in ``rules/``, or the path of a spec file. The paytables of a file
    are looked for beside it, in ``paytables`` beside it or beside its folder, then in the package.
    Raises `UnknownGameError` if it is neither an id nor a file. Raises `SpecSyntaxError` or
    `SpecInvalidError` if the spec or a paytable is wrong. Raises `UnknownPaytableError` if a
    paytable is not found.
    """
    if _file_of(name) in _packaged(SPECS):
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
    found = _packaged(SPECS).get(_file_of(identity))
    if found is None:
        raise _unknown(identity)
    return game_of(read_text(*found), found[1])


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


def default_of(game: LoadedGame, name: str) -> str:
    """Return the default of a parameter as written; of a payout, what the file pays."""
    parameter = game.spec.parameters[name]
    if isinstance(parameter, PayoutParameter):
        return game.issued_paytables[parameter.paytable].rows[parameter.row].pays
    return written(parameter.default)


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith((SUFFIX, ".yml")) or is_file(Path(name))


def _unknown(name: str, hint: str = "") -> UnknownGameError:
    return UnknownGameError(name, game_ids(), hint=hint)


def game_ids(*kinds: Kind) -> list[str]:
    """Return the ids of the games of some folders of the package, by default of all."""
    return [_id_of(file) for kind in kinds or SPECS for file in data_files(kind, SUFFIX)]


def _packaged(kinds: tuple[Kind, ...]) -> dict[str, tuple[Traversable, str]]:
    """Return files of the package by name: where they lie, and how that is shown."""
    return {
        name: (file, f"{kind}/{name}")
        for kind in kinds
        for name, file in data_files(kind, SUFFIX).items()
    }


def _file_of(identity: str) -> str:
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
    file = _file_of(reference.id)
    found_text = find(file)
    packaged = _packaged(PAYTABLES)
    if found_text is None and file in packaged:
        found_text = read_text(*packaged[file]), packaged[file][1]
    if found_text is None:
        _, line = document.locate(("paytables", alias, "id"))
        raise UnknownPaytableError(
            reference.id,
            [_id_of(name) for name in packaged],
            hint=f"{document.path}:{line} refers to it; a file {file} was looked for",
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
