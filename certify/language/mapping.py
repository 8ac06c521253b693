"""The file that says how an export of live results is to be read."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from certify.language.base import Part

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
