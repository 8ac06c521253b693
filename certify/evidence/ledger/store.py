"""The file of a ledger: a SQLite database to which entries are added, and nothing else is done."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path
from pydantic import ValidationError

from certify.errors import LedgerError
from certify.evidence.ledger.result import NOTHING_BEFORE, LedgerEntry
from certify.runtime.canonical import canonical_bytes

VARIABLE, NONE = "CERTIFY_LEDGER", "none"
"""The variable of the environment that names the ledger, and what it says for none."""

FILE_NAME = "ledger.sqlite"
APPLICATION = 0x63657274
"""By which a ledger is known from other databases: `cert` in ASCII."""

FORMAT = 1
PATIENCE = 120.0
"""Seconds that a process waits while others write."""

LARGEST_CONTENT = 256 * 2**20
"""Bytes that a kept content has at most when it is unpacked."""

LONGEST_NUMBER = 16
FEWEST_DIGITS = 6
"""Of an entry's number, and of its hash, when an entry is asked for."""

SCHEMA = """
CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT;
CREATE TABLE contents (sha256 TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT;
CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER, sha256 TEXT) STRICT;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never changed'); END;
CREATE TRIGGER entries_remain BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never deleted'); END;
CREATE TRIGGER contents_stay BEFORE UPDATE ON contents
    BEGIN SELECT RAISE(ABORT, 'what the ledger keeps is never changed'); END;
CREATE TRIGGER contents_remain BEFORE DELETE ON contents
    BEGIN SELECT RAISE(ABORT, 'what the ledger keeps is never deleted'); END;
INSERT INTO head VALUES (1, 0, '{nothing}');
PRAGMA application_id = {application};
PRAGMA user_version = {format};
"""


def entry_bytes(entry: LedgerEntry) -> bytes:
    """Return the canonical JSON of an entry, of which its hash is taken."""
    return canonical_bytes(entry.model_dump(mode="json"))


def entry_sha256(entry: LedgerEntry) -> str:
    """Return the SHA-256 of an entry."""
    return hashlib.sha256(entry_bytes(entry)).hexdigest()


@dataclass(frozen=True)
class Row:
    """An entry as the file has it: nothing about it is checked.

    Attributes
    ----------
    number : int
        Under which it stands.
    text, sha256 : str
        Its JSON, and what is recorded as its hash.
    """

    number: int
    text: str
    sha256: str

    def entry(self) -> LedgerEntry:
        """Return the entry.

        Raises `LedgerError` if the text is none.
        """
        try:
            return LedgerEntry.from_json(self.text)
        except ValidationError as error:
            raise LedgerError(
                f"entry {self.number} of the ledger cannot be read ({error.error_count()} faults);"
                " certify ledger verify tells what happened to it"
            ) from None


@dataclass(frozen=True)
class Ledger:
    """A ledger, by its file.

    Every entry is written in a transaction of its own, which takes its place in the chain, and is
    on the disk when `append` returns. A process that is killed leaves either all of its entry or
    nothing; the next one undoes what was half written.
    """

    path: Path

    @classmethod
    def of_user(cls, given: str | None = None) -> Ledger | None:
        """Return the ledger that was named, by the option or the environment; or the user's own.

        `given`: a file; or ``none``, for no ledger. The result: none if there is to be none.
        """
        named = given or os.environ.get(VARIABLE)
        if named == NONE:
            return None
        return cls(Path(named).expanduser() if named else user_data_path("certify") / FILE_NAME)

    def append(
        self, made: Callable[[int, str], LedgerEntry], contents: Mapping[str, bytes]
    ) -> LedgerEntry:
        """Add an entry.

        `made`: given the number and the hash of the entry before, the entry. `contents`: what the
        ledger is to keep, by SHA-256; what it has already is not written again. Raises
        `LedgerError` if it cannot be written.
        """
        packed = {digest: zlib.compress(content) for digest, content in contents.items()}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritable(error.strerror or str(error)) from None
        with self._opened(writing=True) as database:
            try:
                database.execute("BEGIN IMMEDIATE")
                self._prepare(database)
                number, previous = self._head(database)
                entry = made(number + 1, previous)
                digest = entry_sha256(entry)
                database.executemany(
                    "INSERT INTO contents VALUES (?, ?) ON CONFLICT DO NOTHING", packed.items()
                )
                database.execute(
                    "INSERT INTO entries VALUES (?, ?, ?)",
                    (entry.number, entry_bytes(entry).decode(), digest),
                )
                database.execute("UPDATE head SET number = ?, sha256 = ?", (entry.number, digest))
                database.execute("COMMIT")
            except sqlite3.IntegrityError:
                raise LedgerError(
                    f"{self.path} already has an entry {number + 1} that its head does not know of;"
                    f" certify ledger verify tells what happened to it"
                ) from None
        return entry

    def rows(self, *, last: int | None = None) -> Iterator[Row]:
        """Yield the entries in the order of their numbers: all, or the last so many."""
        with self._opened() as database:
            start = 0
            if last is not None:
                (start,) = database.execute(
                    "SELECT coalesce(min(number), 0) FROM"
                    " (SELECT number FROM entries ORDER BY number DESC LIMIT ?)",
                    (last,),
                ).fetchone()
            for number, text, digest in database.execute(
                "SELECT number, entry, sha256 FROM entries WHERE number >= ? ORDER BY number",
                (start,),
            ):
                yield Row(number, _text(text), _text(digest))

    def find(self, name: str) -> Row:
        """Return an entry by its number, or by the first digits of its hash.

        Raises `LedgerError` if there is none, or more than one.
        """
        with self._opened() as database:
            found = []
            if name.isdecimal() and len(name) < LONGEST_NUMBER:
                found = database.execute(
                    "SELECT number, entry, sha256 FROM entries WHERE number = ?", (int(name),)
                ).fetchall()
            # The first digits of a hash can all be decimal.
            is_hash = len(name) >= FEWEST_DIGITS and all(c in "0123456789abcdef" for c in name)
            if not found and is_hash:
                found = database.execute(
                    "SELECT number, entry, sha256 FROM entries WHERE sha256 GLOB ? LIMIT 2",
                    (f"{name}*",),
                ).fetchall()
            (number,) = database.execute("SELECT count(*) FROM entries").fetchone()
        if len(found) != 1:
            what = "more than one entry" if found else "no entry"
            raise LedgerError(
                f"{self.path} has {what} {name!r}; expected a number from 1 to {number}, or"
                f" {FEWEST_DIGITS} or more of the first digits of an entry's SHA-256"
            )
        return Row(found[0][0], _text(found[0][1]), _text(found[0][2]))

    def head(self) -> tuple[int, str]:
        """Return the number and the hash of what was written last, as the ledger notes it."""
        with self._opened() as database:
            return self._head(database)

    def content(self, digest: str) -> bytes | None:
        """Return what is kept under a hash, unpacked, or None; the hash is not checked."""
        with self._opened() as database:
            row = database.execute(
                "SELECT content FROM contents WHERE sha256 = ?", (digest,)
            ).fetchone()
        return None if row is None else unpacked(row[0])

    def required_content(self, digest: str, what: str) -> bytes:
        """Return what is kept under a hash, as `content`; `what` names it if it is gone.

        Raises `LedgerError` if nothing is kept under the hash, or it cannot be unpacked.
        """
        content = self.content(digest)
        if content is None:
            raise LedgerError(
                f"the ledger has lost {what}; certify ledger verify tells what happened to it"
            )
        return content

    def content_rows(self) -> Iterator[tuple[str, bytes | None]]:
        """Yield everything that is kept, by its hash; None for what cannot be unpacked."""
        with self._opened() as database:
            for digest, packed in database.execute("SELECT sha256, content FROM contents"):
                yield _text(digest), unpacked(packed)

    def file_faults(self) -> Iterator[str]:
        """Yield what is wrong with the file as such: its pages, what keeps entries as they are."""
        with self._opened() as database:
            for (told,) in database.execute("PRAGMA integrity_check(10)"):
                if told != "ok":
                    yield f"SQLite finds the file damaged: {told}"
            there = {text for (text,) in database.execute("SELECT sql FROM sqlite_schema")}
            for statement in _statements():
                name = statement.split()[2]
                if statement.startswith("CREATE") and statement.rstrip(";") not in there:
                    yield f"the file's own {name} is missing or was changed"

    @contextmanager
    def _opened(self, *, writing: bool = False) -> Iterator[sqlite3.Connection]:
        """Open the file, if it is a ledger; what SQLite says is told in a sentence."""
        if not writing and not self.path.is_file():
            raise LedgerError(
                f"{self.path} does not exist: nothing has been recorded there. Another ledger is"
                f" named by --ledger FILE, or by {VARIABLE}"
            )
        mode = "rwc" if writing else "rw"
        try:
            location = f"{self.path.resolve().as_uri()}?mode={mode}"
            with closing(
                sqlite3.connect(location, uri=True, timeout=PATIENCE, isolation_level=None)
            ) as database:
                database.text_factory = lambda text: text.decode("utf-8", "replace")
                # On the disk, and the folder's list of files too, before a commit returns.
                database.execute("PRAGMA synchronous = EXTRA")
                # The file may be anybody's: what its schema says calls nothing.
                database.execute("PRAGMA trusted_schema = OFF")
                if not writing:
                    database.execute("PRAGMA query_only = ON")
                    self._require_format(database)
                yield database
        # Of a damaged schema SQLite tells in words that may be no text.
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if writing:
                raise self._unwritable(str(error)) from None
            raise LedgerError(f"{self.path} cannot be read as a ledger: {error}") from None

    def _prepare(self, database: sqlite3.Connection) -> None:
        """Make the tables of a new file, in the transaction of its first entry."""
        if database.execute("SELECT count(*) FROM sqlite_schema").fetchone() != (0,):
            self._require_format(database)
            return
        for statement in _statements():
            database.execute(statement)

    def _head(self, database: sqlite3.Connection) -> tuple[int, str]:
        row = database.execute("SELECT number, sha256 FROM head").fetchone()
        if row is None or not isinstance(row[0], int) or not isinstance(row[1], str):
            raise LedgerError(
                f"{self.path} does not say which of its entries is the last; certify ledger verify"
                " tells what happened to it"
            )
        return row[0], row[1]

    def _require_format(self, database: sqlite3.Connection) -> None:
        (application,) = database.execute("PRAGMA application_id").fetchone()
        (number,) = database.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise LedgerError(f"{self.path} is a database, but no ledger of certify")
        if number != FORMAT:
            raise LedgerError(
                f"{self.path} is a ledger of format {number}; this version reads format {FORMAT}"
            )

    def _unwritable(self, why: str) -> LedgerError:
        return LedgerError(
            f"the work is not recorded, since the ledger {self.path} cannot be written: {why}."
            f" Name another by --ledger FILE or {VARIABLE}; `certify --ledger {NONE}` works without"
        )


def _statements() -> Iterator[str]:
    """Yield the statements that make an empty ledger, one by one."""
    statement = ""
    text = SCHEMA.format(nothing=NOTHING_BEFORE, application=APPLICATION, format=FORMAT)
    for line in text.strip().splitlines():
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
        else:
            statement += "\n"


def unpacked(packed: object) -> bytes | None:
    """Return a kept content unpacked, or None if it is none."""
    if not isinstance(packed, bytes):
        return None
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(packed, LARGEST_CONTENT)
    except zlib.error:
        return None
    return content if reader.eof and not reader.unused_data else None


def _text(value: object) -> str:
    """Return a column that ought to be text; damaged ones are told of by their hash."""
    return value if isinstance(value, str) else repr(value)
