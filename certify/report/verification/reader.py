"""Reads a PDF that may be anybody's: pages, attachments, nothing that it says is run."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from certify.errors import VerificationError

LARGEST_FILE = 200_000_000
"""Bytes of a report that are read at most."""

MOST_ATTACHMENTS = 100
MOST_PAGES = 5_000


@dataclass(frozen=True)
class Sealed:
    """A PDF with what it carries.

    Attributes
    ----------
    reader : PdfReader
        Its newest revision.
    attachments : tuple of (str, bytes or str)
        Name and content of every attached file, in the file's order; in place of a content that
        cannot be read, the reason.
    """

    reader: PdfReader
    attachments: tuple[tuple[str, bytes | str], ...]


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Make every failure to read a PDF an error that says what could not be read."""
    try:
        yield
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise VerificationError(f"{what} cannot be read as a PDF: {_reason(error)}") from None
    except (RecursionError, MemoryError, OverflowError, AssertionError, OSError) as error:
        raise VerificationError(f"{what} cannot be read as a PDF: {_reason(error)}") from None


def read_sealed(content: bytes, name: str) -> Sealed:
    """Return a PDF with what it carries.

    Parameters
    ----------
    content : bytes
        The file.
    name : str
        What it is called, for messages.

    Returns
    -------
    Sealed
        Pages and attachments.

    Raises
    ------
    VerificationError
        If it is no PDF, or too large.
    """
    if len(content) > LARGEST_FILE:
        raise VerificationError(
            f"{name} has {len(content):,} bytes; a report has at most {LARGEST_FILE:,}"
        )
    if not content.startswith(b"%PDF-"):
        raise VerificationError(f"{name} is no PDF: it does not begin with %PDF-")
    # What the library thinks of a file is said by the checks, each once.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    with explained(name):
        reader = PdfReader(BytesIO(content), strict=False)
        if reader.is_encrypted:
            raise VerificationError(f"{name} is encrypted; a report never is")
        pages = len(reader.pages)
        if pages > MOST_PAGES:
            raise VerificationError(f"{name} has {pages:,} pages; at most {MOST_PAGES:,} are read")
        return Sealed(reader, tuple(_attachments(reader, name)))


def _attachments(reader: PdfReader, file: str) -> Iterator[tuple[str, bytes | str]]:
    for number, attachment in enumerate(reader.attachment_list):
        if number == MOST_ATTACHMENTS:
            raise VerificationError(
                f"{file} has more than {MOST_ATTACHMENTS} attachments; a report has a few"
            )
        try:
            with explained("the attachment"):
                content: bytes | str = bytes(attachment.content)
        except VerificationError as error:
            content = str(error)
        yield attachment.name, content


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
