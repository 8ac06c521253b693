"""Does the work of an entry again, in a folder of its own, and compares."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Any

from certify.errors import LedgerError, SpecError
from certify.evidence.comparison import compare
from certify.evidence.ledger.recording import system, versions
from certify.evidence.ledger.result import (
    ChangedVersion,
    LedgerEntry,
    OutputComparison,
    RecordedFile,
    ReproductionResult,
)
from certify.evidence.ledger.store import VARIABLE, Ledger, entry_sha256
from certify.evidence.recompute import NOT_COMPUTED
from certify.language.catalogue import SUFFIX, load_game
from certify.numerics.fingerprint import fingerprint
from certify.runtime.cache import FIGURES

PROGRAM = (sys.executable, "-m", "certify.cli")
GAME, INPUTS, OUTPUTS, OWN_LEDGER = "game", "inputs", "outputs", "ledger.sqlite"
NOT_NEEDED: dict[str, str | None] = {"--resume": None, "--scheduler": None}
"""Options of a folder and of a cluster, which change no result and may be gone."""

ENGINE, SYSTEM = "engine sources", "system"
CRITERION_NOT_MET = 3

NO_FIGURES = NOT_COMPUTED | {"stop"}
"""Fields at the top of a result that say who made it, and by which option a run was ended."""

PARTS_OF_A_WORD = re.compile(r"([=+,])")
"""What stands between a path and the rest of an argument: --strategy=FILE, 1=FILE+burnout."""


def reproduce(
    ledger: Ledger,
    entry: LedgerEntry,
    *,
    options: Sequence[str] = (),
    given: Mapping[str, Path] | None = None,
) -> ReproductionResult:
    """Return what comes out when the work of an entry is done again.

    The command is run by another process, in an empty folder, on the inputs that the ledger keeps,
    and writes there: no file of the user's is touched. It records what it does in a ledger of its
    own, and the two entries are compared.

    `options`: options that are added to the command, such as that nothing is looked up in the
    cache. `given`: where inputs are now that were too large to be kept, by the path that was
    recorded. Raises `LedgerError` if it cannot be done again: an input is not to be had, or the
    command fails now.

    Conditioning: none.
    Method: results are compared byte for byte by their SHA-256, and where those differ figure by
    figure.
    Error: that of `certify.evidence.comparison`.
    """
    with tempfile.TemporaryDirectory(prefix="certify-reproduce-") as name:
        folder = Path(name)
        places = _places(ledger, entry, folder, given or {})
        words = (*words_again(entry, places), *options)
        found, content = _run(words, folder)
        outputs = tuple(_outputs(entry, found))
    comparison = None
    if found.result_sha256 != entry.result_sha256:
        before = ledger.required_content(entry.result_sha256, f"the result of entry {entry.number}")
        comparison = compare(_data(before, entry), _data(content, entry), NO_FIGURES)
    return ReproductionResult(
        number=entry.number,
        entry_sha256=entry_sha256(entry),
        words=words,
        result_sha256=entry.result_sha256,
        found_sha256=found.result_sha256,
        comparison=comparison,
        outputs=outputs,
        versions=tuple(changed_versions(entry)),
    )


def _data(content: bytes, entry: LedgerEntry) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(content)
    except (ValueError, RecursionError):
        raise LedgerError(f"what is kept as the result of entry {entry.number} is none") from None
    return found


def changed_versions(entry: LedgerEntry) -> Iterator[ChangedVersion]:
    """Yield what is not as it was when an entry was made: libraries, sources, system."""
    then = {**entry.versions, ENGINE: entry.engine_sha256, SYSTEM: entry.system}
    now = {**versions(), ENGINE: fingerprint((FIGURES,)), SYSTEM: system()}
    for name in dict.fromkeys([*then, *now]):
        if then.get(name) != now.get(name):
            yield ChangedVersion(name=name, recorded=then.get(name), now=now.get(name))


# The folder


def _places(
    ledger: Ledger, entry: LedgerEntry, folder: Path, given: Mapping[str, Path]
) -> dict[PurePath, str]:
    """Lay out the inputs, and return by which path each given one is known in the folder."""
    places: dict[PurePath, str] = {}
    spec = next((file for file in entry.inputs if file.role == "spec"), None)
    if spec is not None and not _is_same_game(spec.path, entry):
        # A spec and its paytables are found side by side.
        name = PurePath(spec.path).name
        place = f"{GAME}/{name if PurePath(name).suffix else name.replace('-', '_') + SUFFIX}"
        places[PurePath(spec.path)] = place
        _write(folder / place, _kept(ledger, spec))
        for paytable in entry.inputs:
            if paytable.role == "paytable":
                _write(folder / GAME / PurePath(paytable.path).name, _kept(ledger, paytable))
    for number, file in enumerate(entry.inputs):
        if file.role == "input":
            place = f"{INPUTS}/{number}/{PurePath(file.path).name}"
            places[PurePath(file.path)] = place
            if file.kept:
                _write(folder / place, _kept(ledger, file))
            else:
                (folder / place).parent.mkdir(parents=True)
                _lay(_still_there(file, given), folder / place)
    for path in _written(entry):
        places[path] = f"{OUTPUTS}/{path.name}"
    (folder / OUTPUTS).mkdir()
    return places


def _is_same_game(name: str, entry: LedgerEntry) -> bool:
    """Return whether the package has a game of this id, and still in the same words."""
    if PurePath(name).suffix or "/" in name or "\\" in name:
        return False
    try:
        game = load_game(name)
    except SpecError:
        return False
    found = (game.spec_sha256, game.paytable_sha256)
    return found == (entry.spec_sha256, entry.paytable_sha256)


def _kept(ledger: Ledger, file: RecordedFile) -> bytes:
    content = ledger.content(file.sha256)
    if content is None or hashlib.sha256(content).hexdigest() != file.sha256:
        raise LedgerError(
            f"the ledger no longer has {file.path} as it was; certify ledger verify tells what"
            " happened to it"
        )
    return content


def _still_there(file: RecordedFile, given: Mapping[str, Path]) -> Path:
    """Return where an input is that was too large to be kept, if it is still the same."""
    path = given.get(file.path, Path(file.path))
    try:
        with path.open("rb") as opened:
            found = hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise LedgerError(
            f"{path} cannot be read ({error.strerror or error}); it was too large for the ledger,"
            f" which knows it by its SHA-256 {file.sha256}; --input {file.path}=PATH says where it"
            " is now"
        ) from None
    if found != file.sha256:
        raise LedgerError(f"{path} has the SHA-256 {found}; {file.sha256} was recorded")
    return path


def _lay(path: Path, place: Path) -> None:
    """Make a file known under another path too; what is written there leaves the file as it is."""
    try:
        os.link(path.resolve(), place)
    except OSError:
        shutil.copyfile(path, place)


def _written(entry: LedgerEntry) -> list[PurePath]:
    return [PurePath(file.path) for file in entry.outputs]


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


# The command


def words_again(entry: LedgerEntry, places: Mapping[PurePath, str]) -> Iterator[str]:
    """Yield the words of the command that does the work again, in the folder.

    `places`: where in the folder its inputs and outputs are, by the paths that were recorded.
    Raises `LedgerError` if one of them leads out of the folder.
    """
    # A ledger may be anybody's: whatever it says, nothing outside of the folder is reached.
    for word in words_with_fixed_options(entry):
        again = _relocated(word, places)
        for part in (again, *PARTS_OF_A_WORD.split(again), again.removeprefix("-o")):
            if _leads_out(part):
                raise LedgerError(
                    f"entry {entry.number} cannot be done again: {word!r} leads out of the folder"
                    " in which it would be done, and is none of its inputs and outputs"
                )
        yield again


def words_with_fixed_options(entry: LedgerEntry) -> list[str]:
    """Return the words as given, but for options that must have other values or go."""
    words: list[str] = []
    skip = False
    fixed = {**NOT_NEEDED, **entry.fixed}
    for word in entry.words:
        name, equals, _ = word.partition("=")
        if skip:
            skip = False
        elif name in fixed:
            skip = not equals
        else:
            words.append(word)
    for name, value in fixed.items():
        if value is not None:
            words += [name, value] if value else [name]
    return words


def _leads_out(part: str) -> bool:
    """Return whether a path is anything but one downwards from the folder in which it is used."""
    return (
        part.startswith("~")
        or PurePosixPath(part).is_absolute()
        or PureWindowsPath(part).drive != ""
        or ".." in PurePosixPath(part).parts + PureWindowsPath(part).parts
    )


def _relocated(word: str, places: Mapping[PurePath, str]) -> str:
    """Return a word with the paths in it as they are in the folder."""
    if PurePath(word) in places:
        return places[PurePath(word)]
    if word.startswith("-o") and PurePath(word[2:]) in places:
        return f"-o{places[PurePath(word[2:])]}"
    head, equals, tail = word.partition("=")
    if equals and PurePath(tail) in places:
        return f"{head}={places[PurePath(tail)]}"
    return "".join(
        places.get(PurePath(part), part) if part else part for part in PARTS_OF_A_WORD.split(word)
    )


def _run(words: Sequence[str], folder: Path) -> tuple[LedgerEntry, bytes]:
    """Run a command, and return the entry that it makes with its result."""
    own = Ledger(folder / OWN_LEDGER)
    # What it tells of its progress, and of errors, stays where the user sees it.
    ended = subprocess.run(
        [*PROGRAM, *words],
        cwd=folder,
        env={**os.environ, VARIABLE: str(own.path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if ended.returncode not in (0, CRITERION_NOT_MET):
        raise LedgerError(
            f"certify {' '.join(words)} failed with exit code {ended.returncode} when it was run"
            " again; why stands above"
        )
    (row,) = own.rows(last=1)
    entry = row.entry()
    content = own.content(entry.result_sha256)
    assert content is not None  # noqa: S101  (it was written with the entry)
    return entry, content


def _outputs(entry: LedgerEntry, found: LedgerEntry) -> Iterator[OutputComparison]:
    """Yield the files that were written, beside those that were written now."""
    now = {PurePath(file.path).name: file.sha256 for file in found.outputs}
    for file in entry.outputs:
        name = PurePath(file.path).name
        yield OutputComparison(path=file.path, recorded=file.sha256, found=now.get(name))
