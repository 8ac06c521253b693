"""How an export is read, as the user states it: columns, constants, form of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args
from zoneinfo import TZPATH, ZoneInfo

from pydantic import Field, StringConstraints, model_validator

from certify.errors import ActualsError, nearest_name
from certify.language.base import Part
from certify.language.document import Place, is_there, read_document, read_text
from certify.language.loader import raise_problems, validated
from certify.studies.monitoring.data_result import MappingUsed
from certify.studies.monitoring.layouts import COLUMNS, CONSTANT, refused_for

MOST_MAPPED = 200
"""Columns, constants or wagers that a mapping names."""

Head = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
ZONE_PATTERN = r"^[A-Za-z0-9+_-]{1,40}(/[A-Za-z0-9+_-]{1,40}){0,2}$"
Zone = Annotated[str, StringConstraints(pattern=ZONE_PATTERN)]

Separator = Literal["comma", "semicolon", "tab", "bar"]
Decimal = Literal["point", "comma"]
DateOrder = Literal["day-first", "month-first", "year-first"]
Encoding = Literal["utf-8", "utf-16", "latin-1", "windows-1252"]


class MappingFile(Part):
    """The whole file; everything in it but the version may be left out."""

    certify: Literal[1]
    columns: dict[Head, Head] = Field(default_factory=dict, max_length=MOST_MAPPED)
    constants: dict[Head, Head | int | float] = Field(default_factory=dict, max_length=MOST_MAPPED)
    wagers: dict[Head, Head] = Field(default_factory=dict, max_length=MOST_MAPPED)
    separator: Separator | None = None
    decimal: Decimal | None = None
    dates: DateOrder | None = None
    zone: Zone | None = None
    encoding: Encoding | None = None
    sheet: Head | None = None
    heads: Annotated[int, Field(ge=1, le=1000)] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.model_fields_set - {"certify"}):
            raise ValueError(
                "the file says nothing; expected one of columns, constants, wagers, separator, "
                "decimal, dates, zone, encoding, sheet, heads"
            )
        return self


OPTION = "--map"
SUFFIXES = (".yaml", ".yml", ".json")
LONGEST_TEXT = 10_000
"""Characters of a mapping on the command line."""

SETTINGS: dict[str, tuple[str, ...]] = {
    "separator": get_args(Separator),
    "decimal": get_args(Decimal),
    "dates": get_args(DateOrder),
    "encoding": get_args(Encoding),
    "zone": (),
    "sheet": (),
    "heads": (),
}
"""Settings of the form of a file, and the words allowed; none where any is."""


@dataclass(frozen=True)
class MappingAsked:
    """The form of an export as the user states it; the rest is detected and reported.

    `columns` has those of the layout by the head in the export, `constants` the values of columns
    that it lacks, `wagers` the game's by their names in the export; `heads` is the line or row of
    the heads. `usual` are the wagers of which rows of totals are that do not tell, if it is one
    alone.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, str] = field(default_factory=dict)
    wagers: Mapping[str, str] = field(default_factory=dict)
    separator: str | None = None
    decimal: str | None = None
    dates: str | None = None
    zone: str | None = None
    encoding: str | None = None
    sheet: str | None = None
    heads: int | None = None
    usual: tuple[str, ...] = field(default=("main",), compare=False)

    @property
    def says_nothing(self) -> bool:
        """Whether nothing is stated."""
        return self == MappingAsked()

    def used(self) -> MappingUsed | None:
        """Return it as results keep it."""
        if self.says_nothing:
            return None
        return MappingUsed(
            **{each: _plain(getattr(self, each)) for each in MappingUsed.model_fields}
        )

    @classmethod
    def of(cls, text: str | None) -> MappingAsked:
        """Return the mapping of an option: a YAML or JSON file, or ``Handle=stake,wager:main``.

        Raises SpecError for a file, ActualsError for a text, that is no mapping.
        """
        if text is None:
            return cls()
        if text.lower().endswith(SUFFIXES) and "=" not in text:
            return _from_file(text)
        return _from_text(text)


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _from_file(path: str) -> MappingAsked:
    if not is_there(Path(path)):
        raise ActualsError(path, "there is no such file; expected one that maps columns")
    document = read_document(read_text(Path(path), path), path)
    file = validated(document, MappingFile)
    raise_problems(document, list(_problems(file)))
    said = file.model_dump(exclude={"certify", "constants"})
    constants = {name: str(value) for name, value in file.constants.items()}
    return MappingAsked(**said, constants=constants)


def _problems(file: MappingFile) -> Iterator[tuple[Place, str]]:
    """Yield what is wrong with a mapping file, each with its place."""
    for head, name in file.columns.items():
        problem = _column_problem(head, name)
        if problem:
            yield ("columns", head), problem
    for twice in _twice(file.columns):
        yield ("columns", twice), f"another column is {file.columns[twice]} already"
    for name in file.constants:
        problem = _constant_problem(name)
        if problem:
            yield ("constants", name), problem
        elif name in file.columns.values():
            yield ("constants", name), f"a column is mapped to {name} already"
    if file.zone is not None and not _is_zone(file.zone):
        yield ("zone",), f"there is no time zone {file.zone!r}; expected such as Europe/Vienna"


def _from_text(text: str) -> MappingAsked:
    """Return the mapping that is written on the command line."""
    if len(text) > LONGEST_TEXT:
        raise ActualsError(OPTION, f"it is longer than {LONGEST_TEXT:,} characters; use a file")
    columns: dict[str, str] = {}
    constants: dict[str, str] = {}
    settings: dict[str, Any] = {}
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > MOST_MAPPED:
        raise ActualsError(OPTION, f"it names more than {MOST_MAPPED} columns")
    for part in filter(None, parts):
        head, equals, name = (each.strip() for each in part.rpartition("="))
        if equals:
            problem = "a head stands before '='" if not head else _column_problem(head, name)
            if name in columns.values():
                problem = problem or f"another column is {name} already"
            columns[head] = name
        else:
            name, colon, value = (each.strip() for each in part.partition(":"))
            problem = _value_problem(part, name, value if colon else "")
            (settings if name in SETTINGS else constants)[name] = value
        if problem:
            raise ActualsError(OPTION, f"{part!r}: {problem}")
    taken = [name for name in constants if name in columns.values()]
    if taken:
        raise ActualsError(OPTION, f"{taken[0]} is both a column and a constant")
    if "heads" in settings:
        settings["heads"] = int(settings["heads"])
    return MappingAsked(columns=columns, constants=constants, **settings)


def _value_problem(part: str, name: str, value: str) -> str | None:
    """Return what is wrong with NAME:VALUE."""
    if not value:
        like = nearest_name(part, [*COLUMNS, *SETTINGS])
        meant = f"; is '{part}={like}' meant?" if like in COLUMNS else ""
        return (
            f"expected HEAD=COLUMN, such as Handle=stake, or NAME:VALUE, such as table:BJ1{meant}"
        )
    if name not in SETTINGS:
        return _constant_problem(name)
    words = SETTINGS[name]
    if words and value not in words:
        return f"{name} is one of {', '.join(words)}; found {value!r}{_meant(value, words)}"
    if name == "heads" and not (value.isascii() and value.isdigit() and 1 <= int(value) <= 1000):
        return f"heads is the line of the heads, from 1 to 1000; found {value!r}"
    if name == "zone" and not _is_zone(value):
        return f"there is no time zone {value!r}; expected such as Europe/Vienna"
    return None


def _column_problem(head: str, name: str) -> str | None:
    """Return what is wrong with a column that a head is mapped to."""
    refused = refused_for(head)
    if refused is not None:
        return refused
    if name in COLUMNS:
        return None
    return (
        f"there is no column {name!r}; expected one of {', '.join(COLUMNS)}{_meant(name, COLUMNS)}"
    )


def _constant_problem(name: str) -> str | None:
    if name in CONSTANT:
        return None
    known = [*CONSTANT, *SETTINGS]
    return (
        f"{name!r} cannot be given for all rows; expected one of {', '.join(known)}"
        f"{_meant(name, known)}"
    )


def _meant(name: str, known: Any) -> str:
    nearest = nearest_name(name, known)
    return f"; did you mean {nearest}?" if nearest else ""


def _twice(columns: Mapping[str, str]) -> list[str]:
    names = list(columns.values())
    return [head for place, (head, name) in enumerate(columns.items()) if name in names[:place]]


def _is_zone(name: str) -> bool:
    """Return whether there is a time zone of that name, which is never taken as a path."""
    if not re.fullmatch(ZONE_PATTERN, name):
        return False
    if TZPATH and not any((Path(folder) / name).is_file() for folder in TZPATH):
        return False
    try:
        ZoneInfo(name)
    except (OSError, ValueError, LookupError):
        return False
    return True
