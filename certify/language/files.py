"""Opens the files that a user names: of bounded size, and where a spec refers to one, beside it.

Nothing that a file says becomes a path, but for the id of a paytable, which is letters, digits and
hyphens.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from certify.errors import SpecError
from certify.language.document import LARGEST_FILE

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
