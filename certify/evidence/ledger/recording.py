"""Makes an entry of the ledger from a piece of work."""

from __future__ import annotations

import getpass
import hashlib
import platform
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from certify.errors import LedgerError
from certify.evidence.ledger.result import LedgerEntry, RecordedFile
from certify.evidence.ledger.store import Ledger
from certify.evidence.libraries import ITSELF, needed_versions
from certify.language.game import LoadedGame
from certify.numerics.fingerprint import fingerprint
from certify.results import Result
from certify.runtime.cache import FIGURES
from certify.version import __version__

LARGEST_KEPT = 16 * 2**20
"""Bytes up to which an input is kept; of larger ones the ledger has the hash alone."""


@dataclass(frozen=True)
class Work:
    """A piece of work that is done, before its result is told to anybody.

    Attributes
    ----------
    words : sequence of str
        The command and its arguments.
    result : Result
        What came out.
    game : LoadedGame or None
        The game, with its settings.
    named : str
        What was given for the game.
    inputs : tuple of Path
        Other files that it began from.
    outputs : mapping
        Files that it writes, with their bytes.
    seed : int or None
        The seed, if chance had a part.
    met : bool or None
        Whether the criteria were met, if there were any.
    fixed : mapping
        Options that are given otherwise when it is done again: see `LedgerEntry`.
    """

    words: tuple[str, ...]
    result: Result
    game: LoadedGame | None = None
    named: str = ""
    inputs: tuple[Path, ...] = ()
    outputs: Mapping[Path, bytes] = field(default_factory=dict)
    seed: int | None = None
    met: bool | None = None
    fixed: Mapping[str, str | None] = field(default_factory=dict)


def record(ledger: Ledger, work: Work) -> LedgerEntry:
    """Record a piece of work.

    Raises `LedgerError` if it cannot be written, or an input cannot be read any more.
    """
    contents: dict[str, bytes] = {}
    result = work.result.to_json(indent=None).encode()
    contents[_sha256(result)] = result
    inputs = (*_of_game(work, contents), *_of_files(work.inputs, contents))
    outputs = tuple(
        RecordedFile(
            role="result", path=str(path), size=len(content), sha256=_sha256(content), kept=False
        )
        for path, content in work.outputs.items()
    )
    game = work.game
    identity = None if game is None else game.spec.game

    def made(number: int, previous: str) -> LedgerEntry:
        return LedgerEntry(
            number=number,
            time=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            user=_user(),
            host=platform.node(),
            words=work.words,
            fixed=dict(work.fixed),
            game=None if identity is None else identity.id,
            version=None if identity is None else identity.version,
            spec_sha256=None if game is None else game.spec_sha256,
            paytable_sha256=None if game is None else game.paytable_sha256,
            changed=() if game is None else game.changed,
            seed=work.seed,
            inputs=inputs,
            outputs=outputs,
            versions=versions(),
            engine_sha256=fingerprint((FIGURES,)),
            system=system(),
            result=type(work.result).__name__,
            result_sha256=_sha256(result),
            met=work.met,
            previous_sha256=previous,
        )

    return ledger.append(made, contents)


def versions() -> dict[str, str]:
    """Return the versions of certify, of Python and of every library that certify needs."""
    return {ITSELF: __version__, "Python": platform.python_version(), **needed_versions()}


def system() -> str:
    """Return the operating system and the processor's kind."""
    return f"{platform.system()} {platform.release()} {platform.machine()}"


def _of_game(work: Work, contents: dict[str, bytes]) -> Iterator[RecordedFile]:
    """Yield the spec and its paytables, and add them to what is kept."""
    if work.game is None:
        return
    for number, (name, text) in enumerate(work.game.texts.items()):
        content = text.encode()
        contents[_sha256(content)] = content
        yield RecordedFile(
            role="paytable" if number else "spec",
            path=name if number else work.named,
            size=len(content),
            sha256=_sha256(content),
            kept=True,
        )


def _of_files(paths: Iterable[Path], contents: dict[str, bytes]) -> Iterator[RecordedFile]:
    """Yield other inputs, and add those that are not too large to what is kept."""
    for path in paths:
        try:
            size = path.stat().st_size
            if size <= LARGEST_KEPT:
                content = path.read_bytes()
                digest = _sha256(content)
                contents[digest] = content
            else:
                with path.open("rb") as file:
                    digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise LedgerError(
                f"the work is not recorded, since {path} cannot be read again:"
                f" {error.strerror or error}"
            ) from None
        yield RecordedFile(
            role="input", path=str(path), size=size, sha256=digest, kept=size <= LARGEST_KEPT
        )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
