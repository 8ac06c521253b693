"""What every result shares: frozen, typed, and the same JSON both ways."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict

Assignment = tuple[str, str]
"""A setting changed from the spec: its name and its new value, both as written in YAML."""


class Result(BaseModel):
    """A frozen result: no unknown keys, no change after it was made.

    Notes
    -----
    ``from_json(result.to_json()) == result``: floats are printed by their shortest form that
    reads back to the same bits.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, ser_json_inf_nan="null")

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the result as JSON text at full precision.

        Parameters
        ----------
        indent : int or None
            Spaces a level, or None for a single line.

        Returns
        -------
        str
            JSON without a final line break.
        """
        return self.model_dump_json(indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Return the result that `to_json` wrote.

        Parameters
        ----------
        text : str or bytes
            What `to_json` returned.

        Returns
        -------
        Self
            An equal result.
        """
        return cls.model_validate_json(text)


class Provenance(Result):
    """Where a number comes from: game, version, hashes and the engine that computed it."""

    game: str
    title: str
    version: str
    spec_sha256: str
    paytable_sha256: str
    changed: tuple[Assignment, ...] = ()
    engine_version: str
