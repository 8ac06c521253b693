"""The text of a changed spec: values are replaced where they stand, all else stays as written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from certify.errors import SpecError
from certify.language.base import Scalar
from certify.language.catalogue import PAYTABLES, SPECS, file_of, packaged_files
from certify.language.document import Place, is_file, read_document, read_text, scalar_of
from certify.language.game import LoadedGame
from certify.language.loader import load_paytable, validated
from certify.language.models import GameSpec
from certify.language.parameters import written
from certify.runtime.canonical import sha256_of

Texts = dict[str, str]
"""Files by name."""

Facts = tuple[tuple[int, int], ...]
"""Facts of a worked example, each by the number of its step and its own, from 0."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class ExampleEdit:
    """What is changed in a worked example, so that it holds in a new version.

    Attributes
    ----------
    states : dict
        Settings that it states for itself.
    without : tuple
        Facts that hold no more and are taken out.
    """

    states: Mapping[str, Scalar]
    without: Facts = ()


def version_numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version such as ``1.2.0``.

    Raises `SpecError` if the text is no version.
    """
    parts = version.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise SpecError(f"{version!r} is no version: expected three numbers such as 1.2.0")
    return tuple(int(part) for part in parts)


def spec_text(game: LoadedGame) -> str:
    """Return the text of a game's spec file."""
    return _text_of(game.path, "rules", game.spec_sha256, game)


def paytable_text(game: LoadedGame, alias: str) -> str:
    """Return the text of the file of one of a game's paytables."""
    name = file_of(game.issued_paytables[alias].paytable.id)
    folder = Path(game.path).parent
    digest = sha256_of(game.issued_paytables[alias])
    places = [folder / name, folder / "paytables" / name, folder.parent / "paytables" / name]
    for place in places:
        if is_file(place):
            text = read_text(place, str(place))
            if sha256_of(load_paytable(text, str(place))) == digest:
                return text
    return _text_of(name, "paytables", digest, game)


def is_packaged(game: LoadedGame, alias: str) -> bool:
    """Return whether a paytable as issued is part of this package."""
    name = file_of(game.issued_paytables[alias].paytable.id)
    packaged = packaged_files(PAYTABLES).get(name)
    if packaged is None:
        return False
    issued = load_paytable(read_text(packaged[0], name), name)
    return sha256_of(issued) == sha256_of(game.issued_paytables[alias])


def _text_of(path: str, kind: str, digest: str, game: LoadedGame) -> str:
    """Return the text of a spec or packaged file, made sure of by its hash."""
    candidates: list[tuple[object, str]] = []
    if kind == "rules" and is_file(Path(path)):
        candidates.append((Path(path), path))
    packaged = packaged_files(SPECS if kind == "rules" else PAYTABLES).get(Path(path).name)
    if packaged is not None:
        candidates.append((packaged[0], path))
    for file, shown in candidates:
        text = read_text(file, shown)  # type: ignore[arg-type]
        if kind == "paytables":
            found = sha256_of(load_paytable(text, shown))
        else:
            found = sha256_of(validated(read_document(text, shown), GameSpec))
        if found == digest:
            return text
    raise SpecError(f"the file of {game.path} has changed since it was read; begin again")


@dataclass
class Edited:
    """A YAML text with replacements.

    Attributes
    ----------
    text : str
        The text as it was.
    """

    text: str
    _edits: list[tuple[int, int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        root = yaml.compose(self.text, Loader=_LOADER)
        assert isinstance(root, yaml.MappingNode)  # noqa: S101  (the file was read before)
        self._root = root

    def has(self, place: Place) -> bool:
        """Return whether there is an element."""
        return self._find(place) is not None

    def set(self, place: Place, value: Scalar, *, quoted: bool = False) -> None:
        """Replace the value of a scalar."""
        found = self._find(place)
        assert found is not None  # noqa: S101  (asked for what the file was found to have)
        node = found[1]
        self._edit(node.start_mark.index, node.end_mark.index, _scalar(value, quoted=quoted))

    def remove(self, place: Place) -> None:
        """Take an element of a block mapping out, with the comment right above it."""
        found = self._find(place)
        if found is None:
            return
        key, node = found
        lines = self.text.splitlines(keepends=True)
        first, last = key.start_mark.line, node.end_mark.line
        if not isinstance(node, yaml.CollectionNode) or node.flow_style:
            last += 1
        # Behind a block the mark stands where the next element begins: leave what belongs to that.
        while last > first + 1 and not lines[last - 1].split("#")[0].strip():
            last -= 1
        while first > 0 and lines[first - 1].lstrip().startswith("#"):
            first -= 1
        begin = sum(map(len, lines[:first]))
        self._edit(begin, begin + sum(map(len, lines[first:last])), "")

    def add(self, place: Place, name: str, values: Mapping[str, Scalar]) -> None:
        """Add entries to a mapping of scalars within an element; it is made if there is none."""
        found = self._find((*place, name))
        entries = [f"{key}: {_scalar(value)}" for key, value in values.items()]
        if found is None:
            element = self._find(place)
            assert element is not None  # noqa: S101  (asked for what the file was found to have)
            first = element[1].value[0][0]
            begin, indent = first.start_mark.index, " " * first.start_mark.column
            self._edit(begin, begin, f"{name}: {{{', '.join(entries)}}}\n{indent}")
            return
        node = found[1]
        assert isinstance(node, yaml.MappingNode)  # noqa: S101  (the file was read before)
        if node.flow_style:
            end = node.end_mark.index - 1
            self._edit(end, end, ", ".join([""] * bool(node.value) + entries))
            return
        first = node.value[0][0]
        begin, indent = first.start_mark.index, "\n" + " " * first.start_mark.column
        self._edit(begin, begin, indent.join([*entries, ""]))

    def keep_items(self, place: Place, kept: Iterable[int]) -> None:
        """Leave only some items of a list of scalars."""
        found = self._find(place)
        assert found is not None  # noqa: S101  (asked for what the file was found to have)
        node = found[1]
        assert isinstance(node, yaml.SequenceNode)  # noqa: S101  (the file was read before)
        items = [node.value[number] for number in kept]
        begin, end = node.start_mark.index, node.end_mark.index
        if node.flow_style:
            texts = [self.text[item.start_mark.index : item.end_mark.index] for item in items]
        else:
            # What stands in a line of its own may hold brackets.
            texts = [json.dumps(item.value, ensure_ascii=False) for item in items]
            end = node.value[-1].end_mark.index
        self._edit(begin, end, f"[{', '.join(texts)}]")

    def result(self) -> str:
        """Return the text with all replacements."""
        text = self.text
        for begin, end, new in sorted(self._edits, reverse=True):
            text = text[:begin] + new + text[end:]
        return text

    def _edit(self, begin: int, end: int, new: str) -> None:
        self._edits.append((begin, end, new))

    def _find(self, place: Place) -> tuple[yaml.Node, yaml.Node] | None:
        found: tuple[yaml.Node, yaml.Node] | None = None
        node: yaml.Node = self._root
        for wanted in place:
            if isinstance(node, yaml.SequenceNode) and isinstance(wanted, int):
                found, node = (node, node.value[wanted]), node.value[wanted]
                continue
            if not isinstance(node, yaml.MappingNode):
                return None
            for key, value in node.value:
                if key.value == str(wanted):
                    found, node = (key, value), value
                    break
            else:
                return None
        return found


def _scalar(value: Scalar, *, quoted: bool = False) -> str:
    """Return a scalar as it is written in YAML, in quotes where it would be read otherwise."""
    text = written(value)
    if quoted or (isinstance(value, str) and (scalar_of(text) != value or ":" in text)):
        return f'"{text}"'
    return text


def reissued(
    game: LoadedGame,
    version: str,
    *,
    examples: Mapping[str, ExampleEdit | None] | None = None,
) -> tuple[str, Texts]:
    """Return the text of a changed game's spec as a new version, and of its changed paytables.

    `version` is that of the new spec; changed paytables get the next minor version of their own,
    and are returned by the names of their files. `examples` are changes of worked examples by name;
    None leaves one out.

    In the new spec defaults of parameters are the values in force, and what others published for
    the former version is left out; everything else is as it was written.
    """
    spec = Edited(spec_text(game))
    spec.set(("game", "version"), version)
    for name, value in game.settings.items():
        spec.set(("parameters", name, "default"), value)
    spec.remove(("published",))
    for name, edit in (examples or {}).items():
        if edit is None:
            spec.remove(("examples", name))
            continue
        if edit.states:
            spec.add(("examples", name), "parameters", edit.states)
        for step in dict.fromkeys(step for step, _ in edit.without):
            facts = game.spec.examples[name].steps[step].expect.facts  # type: ignore[union-attr]
            kept = [each for each in range(len(facts)) if (step, each) not in edit.without]
            spec.keep_items(("examples", name, "steps", step, "expect", "facts"), kept)
    paytables: Texts = {}
    for alias, table in game.paytables.items():
        issued = game.issued_paytables[alias]
        if table == issued:
            continue
        edited = Edited(paytable_text(game, alias))
        major, minor, _ = version_numbers(issued.paytable.version)
        next_version = f"{major}.{minor + 1}.0"
        edited.set(("paytable", "version"), next_version)
        for key, row in table.rows.items():
            if row != issued.rows[key]:
                edited.set(("rows", key, "pays"), row.pays, quoted=True)
        file = file_of(issued.paytable.id)
        paytables[file] = edited.result()
        spec.set(("paytables", alias, "version"), next_version)
        if spec.has(("paytables", alias, "sha256")):
            digest = sha256_of(load_paytable(paytables[file], file))
            spec.set(("paytables", alias, "sha256"), digest)
    return spec.result(), paytables
