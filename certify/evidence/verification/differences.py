"""Names what differs between two PDFs: pages, words on them, everything else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice, zip_longest
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    IndirectObject,
    NullObject,
    StreamObject,
)

from certify.evidence.verification.reader import Drawn, explained

LONGEST_WORDS = 80
"""Characters of a passage that are shown."""

MOST_PASSAGES = 5
"""Passages of a page that are named."""

MOST_WORDS = 20_000
"""Words of a page that are compared; with more, no passages are named."""

LARGEST_PAGE = 2_000_000
"""Bytes of what is drawn on a page of which the words are read."""

MOST_OBJECTS = 2_000_000
ADDED_BY_SIGNING = {"/AcroForm", "/Perms", "/DSS", "/Extensions", "/Version"}
"""What a signature adds to a document; none of it is seen on a page."""

ENCODING = {"/Length", "/Filter", "/DecodeParms"}
"""How a stream is written down, which says nothing of its content."""

LISTS = (ArrayObject, NullObject, type(None))
"""What can be a list; one that is not there is an empty one."""

HEADER_OF_FILE = {"/Size", "/Prev", "/XRefStm", "/W", "/Index", "/Type", *ENCODING}


def differences(found: PdfReader, expected: PdfReader, *, signed: bool, most: int) -> list[str]:
    """Return what differs in two documents: in their pages, or if nothing does in any object.

    Raises `VerificationError` if the document cannot be read to its end, or is too large.
    """
    with explained("the file"):
        drawn = Drawn()
        told = list(islice(page_differences(found, expected, drawn), most))
        return told or list(islice(object_differences(found, expected, drawn, signed=signed), most))


def page_differences(found: PdfReader, expected: PdfReader, drawn: Drawn) -> Iterator[str]:
    """Yield what differs in the pages of two documents.

    The result: a sentence for each page that is missing, added, moved or changed; none if the
    contents of all pages are equal.
    """
    pages, wanted = list(found.pages), list(expected.pages)
    prints, wanted_prints = _prints(pages, drawn), _prints(wanted, Drawn())
    total = len(wanted)
    matcher = SequenceMatcher(None, prints, wanted_prints, autojunk=False)
    for change, first, last, wanted_first, wanted_last in matcher.get_opcodes():
        if change == "equal":
            continue
        changed = min(last - first, wanted_last - wanted_first)
        for number in range(changed):
            yield from _page_changes(
                pages[first + number], wanted[wanted_first + number], wanted_first + number + 1
            )
        for number in range(wanted_first + changed, wanted_last):
            yield _elsewhere(wanted_prints[number], prints, number + 1, total)
        for number in range(first + changed, last):
            if prints[number] not in wanted_prints:
                yield f"page {number + 1} of the file does not belong to the report"


def _elsewhere(wanted: str, prints: Sequence[str], number: int, total: int) -> str:
    """Return what became of a page that is not where it must be."""
    if wanted in prints:
        return f"page {number} of {total} stands at place {prints.index(wanted) + 1} of the file"
    return f"page {number} of {total} is missing"


def _prints(pages: Sequence[PageObject], drawn: Drawn) -> list[str]:
    return [hashlib.sha256(drawn.add(_content(page))).hexdigest() for page in pages]


def _content(page: PageObject) -> bytes:
    content = page.get_contents()
    return content.get_data() if content is not None else b""


def _page_changes(found: PageObject, expected: PageObject, number: int) -> list[str]:
    """Return what differs on a page, in words where there are any."""
    size = len(_content(found))
    if size > LARGEST_PAGE:
        return [f"page {number}: {size:,} bytes are drawn; at most {LARGEST_PAGE:,} are read"]
    words, wanted = found.extract_text().split(), expected.extract_text().split()
    if len(words) > MOST_WORDS:
        return [f"page {number}: it has {len(words):,} words; at most {MOST_WORDS:,} are compared"]
    passages = []
    matcher = SequenceMatcher(None, words, wanted, autojunk=False)
    for change, first, last, wanted_first, wanted_last in matcher.get_opcodes():
        if change == "equal":
            continue
        there, due = " ".join(words[first:last]), " ".join(wanted[wanted_first:wanted_last])
        if not there:
            passages.append(f"page {number}: {_quoted(due)} is missing")
        elif not due:
            passages.append(f"page {number}: {_quoted(there)} is added")
        else:
            passages.append(f"page {number}: {_quoted(there)} stands in place of {_quoted(due)}")
    if not passages:
        return [f"page {number}: the same words are drawn otherwise"]
    left = len(passages) - MOST_PASSAGES
    return passages[:MOST_PASSAGES] + (
        [f"page {number}: {left} more passages differ"] if left > 0 else []
    )


def _quoted(words: str) -> str:
    short = words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1] + "…"
    return f"“{short}”"


def object_differences(
    found: PdfReader, expected: PdfReader, drawn: Drawn, *, signed: bool = False
) -> Iterator[str]:
    """Yield what differs in two documents, object by object, as they are drawn and read.

    `signed`: whether what a signature adds may be there: its dictionary, and a field that is not
    drawn. The result: path of an object, and what of it differs. How streams are compressed does
    not matter.
    """
    pairs: list[tuple[str, Any, Any]] = [
        (key.removeprefix("/"), found.trailer.get(key), expected.trailer.get(key))
        for key in sorted({*found.trailer, *expected.trailer} - HEADER_OF_FILE - {"/ID"})
    ]
    seen: set[tuple[int, int]] = set()
    visited = 0
    while pairs:
        path, one, other = pairs.pop()
        if isinstance(one, IndirectObject) and isinstance(other, IndirectObject):
            if (one.idnum, other.idnum) in seen:
                continue
            seen.add((one.idnum, other.idnum))
        visited += 1
        if visited > MOST_OBJECTS:
            yield f"{path}: the document has more than {MOST_OBJECTS:,} objects"
            return
        one, other = _resolved(one), _resolved(other)
        if isinstance(one, StreamObject) != isinstance(other, StreamObject):
            yield f"{path}: it is another kind of object"
        elif isinstance(one, DictionaryObject) and isinstance(other, DictionaryObject):
            left_out = ENCODING if isinstance(one, StreamObject) else set()
            if (
                isinstance(one, StreamObject)
                and isinstance(other, StreamObject)
                and drawn.add(one.get_data()) != other.get_data()
            ):
                yield f"{path}: its content differs"
            keys = sorted({*one, *other} - left_out)
            for key in keys:
                if signed and key in ADDED_BY_SIGNING and key not in other and path == "Root":
                    continue
                pairs.append((f"{path}.{key.removeprefix('/')}", one.get(key), other.get(key)))
        elif isinstance(one, LISTS) and isinstance(other, LISTS):
            items, wanted = _items(one), _items(other)
            if signed and path.endswith(".Annots"):
                items = [item for item in items if not _is_unseen_signature(item)]
            if len(items) != len(wanted):
                yield f"{path}: {len(items)} entries in place of {len(wanted)}"
            for number, (item, due) in enumerate(zip_longest(items, wanted)):
                pairs.append((f"{path}[{number}]", item, due))
        elif one != other:
            yield f"{path}: {_shown(one)} in place of {_shown(other)}"


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, ArrayObject) else []


def _resolved(value: Any) -> Any:
    return value.get_object() if isinstance(value, IndirectObject) else value


def _is_unseen_signature(item: Any) -> bool:
    """Return whether an annotation is the field of a signature that is not drawn."""
    field = _resolved(item)
    return (
        isinstance(field, DictionaryObject)
        and field.get("/FT") == "/Sig"
        and not any(float(edge) for edge in _resolved(field.get("/Rect", ArrayObject())))
    )


def _shown(value: Any) -> str:
    if value is None or isinstance(value, NullObject):
        return "nothing"
    return _quoted(" ".join(str(value).split()))
