"""Whether a ledger, or an export of it, is as it was written: entries, links and contents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from certify.errors import LedgerError
from certify.evidence.ledger.result import (
    NOTHING_BEFORE,
    FaultKind,
    LedgerEntry,
    LedgerFault,
    LedgerVerification,
)
from certify.evidence.ledger.store import Ledger, Row, entry_bytes

SQLITE = b"SQLite format 3\0"
LONGEST_LINE = 16 * 2**20
"""Bytes of an entry of an export."""


@dataclass
class _Chain:
    """What is known of the chain so far.

    Attributes
    ----------
    number : int
        The last entry that was looked at.
    recorded, found : str
        Its hash as recorded, and as its content has it.
    hashes : set of str
        Of all entries so far, as their contents have them.
    referred : dict
        By the hash of something that is to be kept, the first entry that says so.
    """

    number: int = 0
    recorded: str = NOTHING_BEFORE
    found: str = NOTHING_BEFORE
    hashes: set[str] = field(default_factory=set)
    referred: dict[str, int] = field(default_factory=dict)


def verify_ledger(path: Path, expected: str | None = None) -> LedgerVerification:
    """Return whether a ledger is as it was written.

    `path`: a ledger, or an export of one, which has the entries without contents. `expected`: the
    SHA-256 of an entry, as noted somewhere else: the only thing that shows that the end of a ledger
    was cut off, or that all of it was written anew. Raises `LedgerError` if it is neither.

    Method: each entry is the SHA-256 of its canonical JSON and names that of the entry before. So
    an entry that was changed no longer fits its own hash, or, if that was changed too, the entry
    after it; one that is gone leaves a number out; one that was moved does not say the number under
    which it stands. The last entry is noted apart from the entries. Contents are hashed again.
    """
    is_database = _is_database(path)
    chain = _Chain()
    faults: list[LedgerFault] = []
    contents = 0
    if is_database:
        ledger = Ledger(path)
        faults += [_fault(None, "file", text) for text in ledger.file_faults()]
        faults += list(_entry_faults(ledger.rows(), chain))
        faults += list(_head_faults(ledger, chain))
        there = set()
        for digest, content in ledger.content_rows():
            contents += 1
            there.add(digest)
            faults += list(_content_faults(digest, content, chain))
        for digest in sorted(chain.referred.keys() - there):
            text = f"what it keeps under {digest} is missing"
            faults.append(_fault(chain.referred[digest], "content", text))
    else:
        faults += list(_entry_faults(_exported(path), chain))
    if expected is not None and expected not in chain.hashes:
        faults.append(
            _fault(
                None,
                "missing",
                f"no entry has the SHA-256 {expected} that was expected: entries at the end"
                " are missing, or all were written anew",
            )
        )
    return LedgerVerification(
        path=str(path),
        entries=len(chain.hashes),
        head_sha256=chain.found,
        contents=contents,
        expected=expected,
        faults=tuple(faults),
    )


def _entry_faults(rows: Iterable[Row], chain: _Chain) -> Iterator[LedgerFault]:
    """Yield what is wrong with entries, in their order; the chain is told of each."""
    for row in rows:
        yield from _gap(chain.number, row.number)
        is_next = row.number == chain.number + 1
        try:
            entry = row.entry()
        except LedgerError:
            yield _fault(row.number, "changed", "it cannot be read as an entry any more")
            found, previous = hashlib.sha256(row.text.encode()).hexdigest(), None
        else:
            found = hashlib.sha256(row.text.encode()).hexdigest()
            previous = entry.previous_sha256
            yield from _own_faults(row, entry, found)
            _refer(chain, entry)
        # Of an entry that no longer fits its own recorded hash has been told already.
        if is_next and previous not in (None, chain.found, chain.recorded):
            yield _fault(
                row.number,
                "changed",
                f"it follows an entry with the SHA-256 {previous}, but the one before it,"
                f" {chain.number}, has {chain.found}: one of the two was changed or exchanged",
            )
        chain.hashes.add(found)
        if row.number > chain.number:
            chain.number, chain.recorded, chain.found = row.number, row.sha256, found


def _gap(last: int, number: int) -> Iterator[LedgerFault]:
    """Yield which entries are not where they belong before a number, a run of them at once."""
    if number <= last:
        yield _fault(number, "moved", f"it stands after entry {last}")
    elif number > last + 2:
        yield _fault(
            last + 1, "missing", f"entries {last + 1} to {number - 1} are not where they belong"
        )
    elif number == last + 2:
        yield _fault(last + 1, "missing", "it is not where it belongs")


def _own_faults(row: Row, entry: LedgerEntry, found: str) -> Iterator[LedgerFault]:
    """Yield what is wrong with an entry by itself."""
    if entry.number != row.number:
        yield _fault(row.number, "moved", f"what stands there says that it is entry {entry.number}")
    if found != row.sha256 or entry_bytes(entry) != row.text.encode():
        yield _fault(
            row.number,
            "changed",
            f"its content has the SHA-256 {found}; recorded was {row.sha256}",
        )


def _refer(chain: _Chain, entry: LedgerEntry) -> None:
    """Note what an entry says the ledger keeps."""
    for file in (*entry.inputs, *entry.outputs):
        if file.kept:
            chain.referred.setdefault(file.sha256, entry.number)
    chain.referred.setdefault(entry.result_sha256, entry.number)


def _head_faults(ledger: Ledger, chain: _Chain) -> Iterator[LedgerFault]:
    """Yield what is wrong with the end of a ledger."""
    try:
        number, digest = ledger.head()
    except LedgerError as error:
        yield _fault(None, "file", str(error))
        return
    if number > chain.number:
        gone = (
            f"entries {chain.number + 1} to {number} are" if number > chain.number + 1 else "it is"
        )
        yield _fault(chain.number + 1, "missing", f"{gone} missing at the end")
    elif number < chain.number:
        yield _fault(
            number + 1, "added", f"the last entry that the ledger itself wrote is {number}"
        )
    elif digest != chain.found and digest == chain.recorded:
        pass  # The last entry was told of: it no longer fits its own hash.
    elif digest != chain.found:
        yield _fault(
            number or None,
            "changed",
            f"the ledger noted {digest} as the SHA-256 of its last entry, which has {chain.found}",
        )


def _content_faults(digest: str, content: bytes | None, chain: _Chain) -> Iterator[LedgerFault]:
    """Yield what is wrong with something that is kept."""
    number = chain.referred.get(digest)
    if number is None:
        yield _fault(None, "content", f"no entry knows of what is kept under {digest}")
    if content is None:
        yield _fault(number, "content", f"what is kept under {digest} cannot be unpacked")
    elif (found := hashlib.sha256(content).hexdigest()) != digest:
        text = f"what is kept under {digest} was changed: it has the SHA-256 {found}"
        yield _fault(number, "content", text)


def _fault(number: int | None, kind: FaultKind, text: str) -> LedgerFault:
    return LedgerFault(number=number, kind=kind, text=text)


# Exports


def exported_line(row: Row) -> str:
    """Return an entry as a line of an export: its JSON as it is hashed, and the hash."""
    return f'{{"entry":{row.text},"sha256":"{row.sha256}"}}\n'


def _is_database(path: Path) -> bool:
    """Return whether a file is a database; an export is text."""
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except OSError as error:
        raise LedgerError(f"{path} cannot be read: {error.strerror or error}") from None


def _exported(path: Path) -> Iterator[Row]:
    """Yield the entries of an export."""
    number = 0
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE):
            number += 1
            try:
                told = json.loads(line)
                digest, inner = told["sha256"], told["entry"]["number"]
                text = line.decode().rstrip("\n")
                text = text[len('{"entry":') : text.rindex(',"sha256":')]
            except (ValueError, KeyError, TypeError, RecursionError):
                raise LedgerError(
                    f"{path}:{number}: neither a ledger nor a line of an export; expected"
                    ' {"entry":{..},"sha256":".."}'
                ) from None
            if not isinstance(inner, int) or not isinstance(digest, str):
                raise LedgerError(f"{path}:{number}: number or SHA-256 of the entry is none")
            yield Row(inner, text, digest)
    if not number:
        raise LedgerError(f"{path} is empty: neither a ledger nor an export of one")
