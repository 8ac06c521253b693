"""What every model of a file shares, and the kinds of text in it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
Identifier = Annotated[
    str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=64)
]
"""Small letters, digits and single hyphens: the file is named after it, with underscores."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)]
RowKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_]*$", max_length=64)]
Version = Annotated[str, StringConstraints(pattern=r"^\d+\.\d+\.\d+$")]
Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Date = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]
ClauseNumber = Annotated[str, StringConstraints(pattern=r"^C[1-9]\d*$")]
RulingNumber = Annotated[str, StringConstraints(pattern=r"^R[1-9]\d*$")]
AssumptionNumber = Annotated[str, StringConstraints(pattern=r"^A[1-9]\d*$")]
Lines = Annotated[str, StringConstraints(pattern=r"^[1-9]\d*(-[1-9]\d*)?$")]
"""Lines of the source, ``"7"`` or ``"14-15"``."""
Decimal = Annotated[str, StringConstraints(pattern=r"^-?\d{1,12}(\.\d{1,15})?$")]
"""A decimal number in quotes, so that its last digit is kept."""

Scalar = bool | int | float | str
Cites = Annotated[
    tuple[Annotated[str, StringConstraints(pattern=r"^[ACR][1-9]\d*$")], ...],
    Field(min_length=1, description="Clauses, rulings and assumptions that it implements."),
]


def one_of(*keys: str) -> dict[str, JsonValue]:
    """Return what the JSON Schema of a part says that has exactly one of some keys."""
    return {"oneOf": [{"required": [key]} for key in keys]}


class Part(BaseModel):
    """Part of a file: frozen, no unknown keys, no silent conversion."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, serialize_by_alias=True)
