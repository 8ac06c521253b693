"""The canonical form of data, RFC 8785, and its SHA-256."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785
from pydantic import BaseModel


def canonical_bytes(data: Any) -> bytes:
    """Return the canonical JSON of plain data or of a model.

    Parameters
    ----------
    data : object
        Plain data, or a model: then what equals its default is left out, so that a field added
        to the language later changes no hash.

    Returns
    -------
    bytes
        RFC 8785 JSON in UTF-8: keys sorted, no spaces, numbers in one form.
    """
    if isinstance(data, BaseModel):
        data = data.model_dump(mode="json", exclude_defaults=True)
    return rfc8785.dumps(data)


def sha256_of(data: Any) -> str:
    """Return the SHA-256 of the canonical JSON in hexadecimal digits."""
    return hashlib.sha256(canonical_bytes(data)).hexdigest()
