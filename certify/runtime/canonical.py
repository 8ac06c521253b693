"""The canonical form of data, RFC 8785, and its SHA-256."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import rfc8785
from pydantic import BaseModel


def canonical_bytes(data: Any) -> bytes:
    """Return the canonical JSON of plain data or of a model.

    `data`: plain data, or a model: then what equals its default is left out, so that a field added
    to the language later changes no hash. The result: RFC 8785 JSON in UTF-8: keys sorted, no
    spaces, numbers in one form.
    """
    if isinstance(data, BaseModel):
        data = data.model_dump(mode="json", exclude_defaults=True)
    return rfc8785.dumps(data)


def without(model: BaseModel, words: frozenset[str]) -> dict[str, Any]:
    """Return a model as plain data, without the fields of some names, on any level.

    `words`: names of fields, not keys of mappings, which are a user's.
    """
    return {
        name: _plain(getattr(model, name), words)
        for name, field in type(model).model_fields.items()
        if name not in words and getattr(model, name) != field.default
    }


def _plain(value: Any, words: frozenset[str]) -> Any:
    if isinstance(value, BaseModel):
        return without(value, words)
    if isinstance(value, Mapping):
        return {str(key): _plain(inner, words) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner, words) for inner in value]
    return value


def sha256_of(data: Any) -> str:
    """Return the SHA-256 of the canonical JSON in hexadecimal digits."""
    return hashlib.sha256(canonical_bytes(data)).hexdigest()
