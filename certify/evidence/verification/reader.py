"""Reads a PDF that may be anybody's: pages, attachments, nothing that it says is run."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pypdf import Configuration, PdfReader, apply_configuration
from pypdf.errors import LimitReachedError

from certify.errors import CertifyError, VerificationError
from certify.evidence.verification.files import LARGEST_FILE
from certify.present.pdf.publication import MOST_PAGES, Foreseen

MOST_BOOKMARKS = 5_000
MOST_ATTACHMENTS = 100
LARGEST_ATTACHED = 200_000_000
"""Bytes of all attachments together, after they are decompressed."""

LARGEST_STREAM = 100_000_000
"""Bytes of one stream after it is decompressed; a report's largest has four million."""

MOST_DRAWN = 300_000_000
"""Bytes of all streams that are compared, after they are decompressed, each as often as used."""

MOST_PARSED = 500_000
"""Operators and operands of a page that are read."""

LIMITS = Configuration(
    maximum_declared_stream_length=LARGEST_STREAM,
    array_based_stream_maximum_output_length=LARGEST_STREAM,
    lzw_maximum_output_length=LARGEST_STREAM,
    run_length_maximum_output_length=LARGEST_STREAM,
    zlib_maximum_output_length=LARGEST_STREAM,
    brotli_maximum_output_length=LARGEST_STREAM,
    stream_decoding_work_maximum_length=3 * LARGEST_STREAM,
    stream_parsing_work_maximum_count=MOST_PARSED,
    page_tree_maximum_entries=2 * MOST_PAGES,
    # A filter for images that the library leaves to a program of that name on the path.
    jbig2dec_binary=None,
    # The constants that came before the configuration are never changed here.
    disable_legacy_handling=True,
)
"""What the library that reads the file refuses, whoever asks it for what."""


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


class Drawn:
    """Counts the bytes of streams that are compared; the same stream may be used many times."""

    def __init__(self) -> None:
        self._bytes = 0

    def add(self, content: bytes) -> bytes:
        """Return a content that counts; a `VerificationError` if it is too much in all."""
        self._bytes += len(content)
        if self._bytes > MOST_DRAWN:
            raise VerificationError(
                f"the pages have more than {MOST_DRAWN:,} bytes after they are decompressed, the "
                "most that are compared"
            )
        return content


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Make every failure to read a PDF an error that says what could not be read."""
    try:
        with apply_configuration(LIMITS):
            yield
    except CertifyError:
        raise
    except LimitReachedError as error:
        raise VerificationError(
            f"{what} cannot be read as a PDF: {_reason(error)} A stream has at most "
            f"{LARGEST_STREAM:,} bytes after it is decompressed, a page {MOST_PARSED:,} operators"
        ) from None
    except Exception as error:  # noqa: BLE001
        # A file that was tampered with can fail in any way in the library that reads it.
        raise VerificationError(f"{what} cannot be read as a PDF: {_reason(error)}") from None


def read_sealed(content: bytes, name: str) -> Sealed:
    """Return a PDF with what it carries.

    Raises `VerificationError` if it is no PDF, or too large.
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


def pages_of(content: bytes) -> int:
    """Return how many pages a report has."""
    return len(read_sealed(content, "the report").reader.pages)


def _attachments(reader: PdfReader, file: str) -> Iterator[tuple[str, bytes | str]]:
    total = 0
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
        total += len(content)
        if total > LARGEST_ATTACHED:
            raise VerificationError(
                f"{file} has attachments of more than {LARGEST_ATTACHED:,} bytes together, the most"
                " that are read"
            )
        yield attachment.name, content


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def where_headings_stand(sealed: Sealed) -> Foreseen | None:
    """Return the pages that the bookmarks of a PDF name.

    They are believed only as far as to begin with them: if they are wrong, the document is built
    as if nothing had been foreseen.

    The result: none if the bookmarks are not such as a report has.
    """
    try:
        with apply_configuration(LIMITS):
            pages: list[Any] = [page.indirect_reference for page in sealed.reader.pages]
            number_of = {page.idnum: number for number, page in enumerate(pages, start=1)}
            found = tuple(number_of[number] for number in _bookmarked(sealed.reader))
    except Exception:  # noqa: BLE001
        # A file that was tampered with can fail in any way in the library that reads it.
        return None
    return Foreseen(pages=len(pages), headings=found)


def _bookmarked(reader: PdfReader) -> Iterator[int]:
    """Yield the object number of the page of each bookmark, in reading order."""
    root: Any = reader.root_object
    waiting = [root["/Outlines"]["/First"]]
    for _ in range(MOST_BOOKMARKS):
        if not waiting:
            return
        bookmark = waiting.pop()
        yield bookmark["/Dest"][0].idnum
        waiting += [bookmark[kin] for kin in ("/Next", "/First") if kin in bookmark]
