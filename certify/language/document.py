"""Reads the YAML of a spec into plain data, remembering the line of every element.

The YAML is that of version 1.2 with the core schema, less what a stranger's file could misuse or
a reader could misread: no anchors, aliases, tags or merge keys, no key given twice, no `yes` for
true, and limits on size, depth and number of elements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from importlib.resources.abc import Traversable
from math import isinf
from pathlib import Path

import yaml

from certify.errors import Problem, SpecError, SpecSyntaxError
from certify.language.base import Scalar

LARGEST_FILE = 1_000_000
DEEPEST = 32
MOST_ELEMENTS = 100_000

Place = tuple[str | int, ...]
Data = dict[str, "Data"] | list["Data"] | Scalar | None

MOST_DIGITS = 15
"""Of an integer: every program that reads JSON keeps so many."""

_INTEGER = re.compile(rf"[-+]?[0-9]{{1,{MOST_DIGITS}}}")
_LONG_INTEGER = re.compile(rf"[-+]?[0-9]{{{MOST_DIGITS + 1},}}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]{1,40}|[0-9]{1,40}(\.[0-9]{0,40})?)([eE][-+]?[0-9]{1,3})?")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Document:
    """A file's content.

    Attributes
    ----------
    path : str
        The file as the user named it.
    data : dict
        Plain data.
    lines : dict
        Line of every element by its place, a tuple of keys and indices.
    """

    path: str
    data: dict[str, Data]
    lines: dict[Place, int] = field(default_factory=dict)

    def locate(self, place: Place) -> tuple[Place, int | None]:
        """Return the deepest part of `place` that the file has, and its line.

        `place`: keys and indices; elements that are no part of the file are skipped, as are the
        names of alternatives that pydantic puts among them.
        """
        found: Place = ()
        for element in place:
            if (*found, element) in self.lines:
                found = (*found, element)
        return found, self.lines.get(found)


def read_document(text: str, path: str) -> Document:
    """Return the content of a YAML file.

    Raises `SpecSyntaxError` if the text is not the YAML that is read here.
    """
    if len(text) > LARGEST_FILE:
        raise _error(path, None, f"the file is larger than {LARGEST_FILE} characters")
    lines: dict[Place, int] = {}
    try:
        data = _Reader(text, path, lines).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        why = f"{error.problem or error.context}; an expression with brackets, braces or a colon"
        why += " needs quotes"
        line = "".join(text.splitlines()[mark.line : mark.line + 1]) if mark else ""
        if mark and line[mark.column :].startswith("\t"):
            why = "found a tab; lines begin with blanks"
        raise _error(path, mark.line + 1 if mark else None, f"not YAML: {why}") from None
    except yaml.YAMLError as error:
        raise _error(path, None, f"not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(data, dict):
        raise _error(path, 1, "expected a file of keys and values, `certify: 1` first")
    return Document(path, data, lines)


def scalar_of(text: str) -> Scalar | None:
    """Return the value of a scalar written without quotes.

    `text`: such as ``true``, ``6``, ``0.2`` or ``9-11``. The result: by the core schema of YAML
    1.2, decimal only. A decimal of more digits than are kept stays a text.
    """
    if text in ("", "~", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        value = float(text)
        return value if isinf(value) or Decimal(repr(value)) == Decimal(text) else text
    return text


def _error(path: str, line: int | None, message: str) -> SpecSyntaxError:
    return SpecSyntaxError([Problem(path, line, "", message)])


def _line(event: yaml.Event) -> int:
    return (event.start_mark.line if event.start_mark else 0) + 1


class _Reader:
    """Builds data from the parser's events, so that nothing is expanded before it is checked."""

    def __init__(self, text: str, path: str, lines: dict[Place, int]) -> None:
        self.path = path
        self.lines = lines
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)

    def document(self) -> Data:
        """Return the only document of the file."""
        self._next()
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return None
        data = self._value(self._next(), ())
        self._next()
        if not isinstance(self._next(), yaml.StreamEndEvent):
            raise _error(self.path, None, "the file has several documents; expected one")
        return data

    def _next(self) -> yaml.Event:
        return next(self.events)

    def _refuse(self, event: yaml.Event, message: str) -> SpecSyntaxError:
        return _error(self.path, _line(event), message)

    def _value(self, event: yaml.Event, place: Place) -> Data:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._refuse(event, "anchors and aliases (& and *) are not read here")
        if getattr(event, "tag", None):
            raise self._refuse(event, f"tags are not read here; found {event.tag}")  # type: ignore[attr-defined]
        if len(place) > DEEPEST:
            raise self._refuse(event, f"nested deeper than {DEEPEST} levels")
        if len(self.lines) > MOST_ELEMENTS:
            raise self._refuse(event, f"more than {MOST_ELEMENTS} elements")
        self.lines.setdefault(place, _line(event))
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(place)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(place)
        assert isinstance(event, yaml.ScalarEvent)  # noqa: S101  (the parser yields no other)
        value = scalar_of(event.value) if event.implicit[0] else event.value
        is_long = isinstance(value, str) and _FLOAT.fullmatch(event.value)
        if event.implicit[0] and (is_long or _LONG_INTEGER.fullmatch(event.value)):
            raise self._refuse(
                event, f"a number has at most {MOST_DIGITS} digits; write a text in quotes"
            )
        if isinstance(value, str) and not value.isprintable() and _SURROGATE.search(value):
            raise self._refuse(event, "the text has half of a character of two halves")
        if isinstance(value, float) and isinf(value):
            raise self._refuse(event, f"{event.value} is too large a number")
        return value

    def _mapping(self, place: Place) -> dict[str, Data]:
        found: dict[str, Data] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self._refuse(event, "a key must be a word")
            key = event.value
            if key == "<<":
                raise self._refuse(event, "merge keys (<<) are not read here")
            if key in found:
                first = self.lines[*place, key]
                raise self._refuse(event, f"{key[:60]} is given twice; first in line {first}")
            if _SURROGATE.search(key):
                raise self._refuse(event, "the key has half of a character of two halves")
            self.lines[*place, key] = _line(event)
            found[key] = self._value(self._next(), (*place, key))
        return found

    def _sequence(self, place: Place) -> list[Data]:
        found: list[Data] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            found.append(self._value(event, (*place, len(found))))
        return found


MOST_BYTES = 4 * LARGEST_FILE
"""Bytes of a file that are read at most, unless another limit is given: UTF-8 needs at most 4."""


def read_text(path: Traversable, shown: str, most: int = MOST_BYTES) -> str:
    """Return the text of a file of the user's.

    `most`: bytes that are read at most, whatever kind of file it is. Raises `SpecError` if it
    cannot be read, or is larger.
    """
    return text_of(read_bytes(path, shown, most), shown)


def read_bytes(path: Traversable, shown: str, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a file of the user's; parameters and errors as `read_text`."""
    try:
        with path.open("rb") as file:
            content: bytes = file.read(most + 1)
    except OSError as error:
        raise SpecError(f"{shown} cannot be read: {error.strerror}") from None
    except ValueError as error:
        # A name with a character that no name of a file can have.
        raise SpecError(f"{shown!r} cannot be read: {error}") from None
    if len(content) > most:
        raise SpecError(f"{shown} is larger than {most:,} bytes, the most that are read")
    return content


def text_of(content: bytes, shown: str) -> str:
    """Return the text that the bytes of a file are; parameters and errors as `read_text`."""
    try:
        # As text files are read everywhere: whatever ends a line is read as one line feed.
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise SpecError(
            f"{shown} is not text in UTF-8: byte {error.start} cannot be read"
        ) from None


def is_file(path: Path) -> bool:
    """Return whether there is such a file; a name that no file can have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Return whether there is a file or folder; a name that none can have is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def require_inside(path: Path, folder: Path) -> None:
    """Raise an error if a file that a spec refers to lies elsewhere than it seems to.

    Raises `SpecError` if it is a link out of the folder.
    """
    target = path.resolve()
    if target.parent != folder.resolve():
        raise SpecError(
            f"{path} is a link to {target}, outside the folder {folder}; put the file itself there"
        )
