"""Reads the files that a user gives to be verified."""

from __future__ import annotations

from pathlib import Path

from certify.errors import VerificationError

LARGEST_FILE = 200_000_000
"""Bytes of a report that are read at most."""


def read_file(path: Path) -> bytes:
    """Return the content of a file of the user's, if it is no larger than a report can be."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise VerificationError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(content) > LARGEST_FILE:
        raise VerificationError(f"{path} has more than {LARGEST_FILE:,} bytes, the most to be read")
    return content
