"""What code computes: a hash of the sources that figures rest on, and of no others.

A figure rests on the module that works it out and on all that this module imports, directly or
not. Of each source comments, docstrings and empty lines are left out, so that a sentence for
readers changes no hash. Modules that only word results, or only say where work is done, are left
out too.

What is hashed is the set of all statements of these modules, whatever module each stands in: to
move a function, or to join two modules, changes no hash. A name that more than one module defines
is taken together with the definition that is meant by it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_cache_path

PACKAGE = "certify"

KERNEL_PARTS = ("cards", "exact", "numerics")
"""Packages whose sources are compiled into kernels."""

LIBRARIES = ("numpy", "numba")

WORDS = (
    "certify.errors",
    "certify.language.examples",
    "certify.studies.certification.about",
    "certify.evidence.enclosures",
    "certify.studies.fairness.finding_rules",
    "certify.studies.fairness.finding_words",
    "certify.studies.fairness.findings",
    "certify.studies.fairness.legal_texts",
    "certify.studies.item.study",
    "certify.studies.certification.matrix",
    "certify.evidence.enclosures",
)
"""Modules that put into words what others found, or tell where it comes from."""

PLACES = (
    "certify",
    "certify.runtime.cores",
    "certify.numerics.fingerprint",
    "certify.resources",
    "certify.play.simulate.checkpoint",
    "certify.runtime.cluster",
    "certify.runtime.executors",
    "certify.runtime.processes",
    "certify.runtime.cache",
    "certify.runtime.workers",
    "certify.version",
)
"""Modules that say where work is done and where results are kept; no figure depends on it."""

REPORTS = {
    "banked": "certify.studies.certification.study",
    "analysed": "certify.studies.certification.banked",
    "between_players": "certify.studies.certification.fairness",
}
"""By kind of game, the module that works out a report."""

IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(certify[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)"
    r"|import[ \t]+(certify[\w.]*))",
    re.MULTILINE,
)
ORIGIN = re.compile(rf"\b((?:from|import)[ \t]+){PACKAGE}(?:\.\w+)+")
ANY_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))",
    re.MULTILINE,
)
DEFINED = re.compile(
    r"^(?:(?:async[ \t]+)?def|class|type)[ \t]+(\w+)"
    r"|^(\w+(?:,[ \t]*\w+)*)[ \t]*(?::[^=\n]*)?=(?!=)",
    re.MULTILINE,
)
GOES_WITH = (*")]}", "else:", "elif ", "except ", "except:", "finally:")
"""Beginnings of lines that belong to the statement before, though they stand at the margin."""
FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+[^\n]*\n|\n)*", re.MULTILINE)
QUOTES = ('"' * 3, "'" * 3)
GOES_ON = ("(", "[", "{", ",", "=", "+", "\\", "return", "%")
"""Ends of lines after which a text is no docstring but part of an expression."""


KEPT = "fingerprints.json"
MOST_STATES = 8
"""So many states of sources have their fingerprints kept: as many installations as one may use."""


@cache
def fingerprint(roots: tuple[str, ...], *, words: bool = False) -> str:
    """Return a SHA-256 of the sources that what modules work out rests on, and of two versions.

    Parameters
    ----------
    roots : tuple of str
        Full names of modules, or of packages for all modules in them.
    words : bool
        Whether wording counts too: of documents that are kept, not of figures.

    Returns
    -------
    str
        64 hexadecimal digits, the same on every machine.

    Notes
    -----
    It is kept in the user's cache for as long as no source is written, moved or replaced: to read
    them all takes longer than most answers.
    """
    state, asked = _state(), json.dumps([roots, words])
    if state is None:
        return worked_out(roots, words=words)
    kept = _kept()
    found = kept.get(state, {}).get(asked)
    if not isinstance(found, str):
        found = worked_out(roots, words=words)
        # What others kept meanwhile stays.
        kept = _kept()
        known = {**kept.pop(state, {}), asked: found}
        _keep(dict([*kept.items(), (state, known)][-MOST_STATES:]))
    return found


def _state() -> str | None:
    """Return a hash of what the file system tells of all sources; None if they are no files.

    Its times of change cannot be set back, as those of modification can.
    """
    digest = hashlib.sha256("\0".join(version(library) for library in LIBRARIES).encode())
    for name, source in _modules().items():
        if not isinstance(source, Path):
            return None
        found = source.stat()
        told = name, source, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
        digest.update(repr(told).encode())
    return digest.hexdigest()


def _kept() -> dict[str, dict[str, object]]:
    """Return the fingerprints that are kept, by the state of the sources; none if unreadable."""
    with suppress(OSError, ValueError):
        found = json.loads((user_cache_path("certify") / KEPT).read_text(encoding="utf-8"))
        if isinstance(found, dict) and all(isinstance(known, dict) for known in found.values()):
            return found
    return {}


def _keep(kept: dict[str, dict[str, object]]) -> None:
    """Write fingerprints that appear whole; where nothing can be written they are not kept."""
    folder = user_cache_path("certify")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=folder, prefix=KEPT, delete=False) as file:
            try:
                json.dump(kept, file)
                file.flush()
                os.replace(file.name, folder / KEPT)
            finally:
                Path(file.name).unlink(missing_ok=True)


def worked_out(roots: tuple[str, ...], *, words: bool = False) -> str:
    """Return `fingerprint` from the sources as they are."""
    names = sources_of(roots, words=words)
    known = {name: _definitions(name) for name in names}
    texts = defaultdict[str, set[str]](set)
    for definitions in known.values():
        for defined, text in definitions.items():
            texts[defined].add(text)
    # Two modules may define a name alike, as they do type variables: then it means one thing.
    ambiguous = frozenset(defined for defined, found in texts.items() if len(found) > 1)
    parts = {part for name in names for part in _parts(name, ambiguous, known)}
    digest = hashlib.sha256("\0".join(version(library) for library in LIBRARIES).encode())
    for part in sorted(parts):
        digest.update(f"\0{part}".encode())
    return digest.hexdigest()


def _parts(
    name: str, ambiguous: frozenset[str], known: Mapping[str, Mapping[str, str]]
) -> Iterator[str]:
    """Yield the statements of a module, each with what its ambiguous names mean there."""
    meant = {}
    for origin, defined, alias in _taken(name):
        if origin in known:
            if alias in ambiguous or alias != defined:
                meant[alias] = known[origin].get(defined, "")
        elif not origin.startswith(PACKAGE):
            yield f"{origin} {defined} {alias}"
    meant |= {defined: text for defined, text in known[name].items() if defined in ambiguous}
    names = re.compile(rf"\b(?:{'|'.join(meant)})\b")
    for statement in _statements(name):
        if statement.startswith(("import ", "from ")):
            continue
        used = sorted(set(names.findall(statement))) if meant else ()
        told = "".join(f"\0{each}\0{_hash(meant[each])}" for each in used)
        # An import within a function names the module, which may be another tomorrow.
        plain = ORIGIN.sub(rf"\1{PACKAGE}", statement) if "import " in statement else statement
        yield _hash(plain + told)


@cache
def engine_of(kind: str) -> str:
    """Return the SHA-256 of the sources that the figures of a report on a kind of game rest on.

    It stands in reports, so it is always worked out from the sources as they are.
    """
    return worked_out((REPORTS[kind],))


@cache
def sources_of(roots: tuple[str, ...], *, words: bool = False) -> tuple[str, ...]:
    """Return the modules that roots are or import, directly or not, in the order of their names.

    Raises
    ------
    LookupError
        If there is no module of such a name.
    """
    left_out = PLACES if words else (*WORDS, *PLACES)
    known, found = _modules(), set[str]()
    waiting = [name for root in roots for name in _beginnings(root)]
    while waiting:
        name = waiting.pop()
        if name in found or (name in left_out and name not in roots):
            continue
        found.add(name)
        waiting += [other for other in _imported(name) if other in known]
    return tuple(sorted(found))


@cache
def code_hash(parts: tuple[str, ...]) -> str:
    """Return a SHA-256 of all bytes of some packages of certify: what compiled code is kept by."""
    digest = hashlib.sha256("\0".join(version(library) for library in LIBRARIES).encode())
    names = tuple(f"{PACKAGE}.{part}" for part in parts)
    for name in names:
        if not any(f"{known}.".startswith(f"{name}.") for known in _modules()):
            raise LookupError(f"there is no package {name}")
    for name, source in _modules().items():
        if name.startswith(tuple(f"{part}." for part in names)) or name in names:
            digest.update(f"\0{name}\0".encode() + source.read_bytes())
    return digest.hexdigest()


def meaning(source: str) -> str:
    """Return a source without comments on lines of their own, docstrings and empty lines.

    Parameters
    ----------
    source : str
        Python, as ``ruff format`` writes it.

    Returns
    -------
    str
        What is left, line by line.

    Notes
    -----
    A text in three quotes at the beginning of a line is a docstring unless the line before leaves
    an expression open; a test compares this with Python's own parser on every source.
    """
    kept: list[str] = []
    lines = iter(source.splitlines())
    for line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        is_docstring = text.lstrip("rR").startswith(QUOTES[0]) and not (
            kept and kept[-1].endswith(GOES_ON)
        )
        whole = [line.rstrip()]
        quotes = _left_open(line, "")
        while quotes:
            whole.append(next(lines))
            quotes = _left_open(whole[-1], quotes)
        if not is_docstring:
            kept += whole
    return "\n".join(kept)


def _left_open(line: str, quotes: str) -> str:
    """Return the three quotes that are open behind a line, or nothing; `quotes` were before it."""
    if not quotes and QUOTES[0] not in line and QUOTES[1] not in line:
        return ""
    while True:
        if quotes:
            _, found, line = line.partition(quotes)
            if not found:
                return quotes
            quotes = ""
        places = {line.find(each): each for each in QUOTES if each in line}
        if not places:
            return ""
        first = min(places)
        line, quotes = line[first + len(QUOTES[0]) :], places[first]


def imports(source: str, known: frozenset[str]) -> frozenset[str]:
    """Return the modules of certify that a source imports when it runs, at any place.

    Parameters
    ----------
    source : str
        Python, as ``ruff format`` writes it.
    known : frozenset of str
        Names of all modules, to tell a module from what it defines.
    """
    found = set[str]()
    for match in IMPORT.finditer(FOR_TYPES.sub("", source)):
        origin, names, plain = match.groups()
        if plain:
            found.add(plain)
            continue
        for part in names.strip("()").split(","):
            full = f"{origin}.{part.split('#')[0].strip().partition(' as ')[0]}"
            found.add(full if full in known else origin)
    return frozenset(found)


@cache
def _statements(name: str) -> tuple[str, ...]:
    """Return the statements of a module at its margin, without those for types alone."""
    return tuple(statements(FOR_TYPES.sub("", _text(name))))


def statements(source: str) -> Iterator[str]:
    """Yield the statements of a source at its margin, each as `meaning` leaves it.

    Parameters
    ----------
    source : str
        Python, as ``ruff format`` writes it.
    """
    statement: list[str] = []
    quotes, is_decorated = "", False
    for line in meaning(source).split("\n"):
        if not (quotes or not line or line[0] == " " or line.startswith(GOES_WITH)):
            if statement and not is_decorated:
                yield "\n".join(statement)
                statement = []
            is_decorated = line.startswith("@")
        statement.append(line)
        quotes = _left_open(line, quotes)
    if statement:
        yield "\n".join(statement)


@cache
def _definitions(name: str) -> dict[str, str]:
    """Return by name the statement that defines it in a module."""
    found: dict[str, str] = {}
    for statement in _statements(name):
        match = DEFINED.search(statement)
        if match is not None:
            for defined in (match[1] or match[2]).split(","):
                found[defined.strip()] = found.get(defined.strip(), "") + statement
    return found


@cache
def _taken(name: str) -> tuple[tuple[str, str, str], ...]:
    """Return what a module imports at any place: from where, what, and its name here."""
    found = []
    importing = (statement for statement in _statements(name) if "import " in statement)
    for match in ANY_IMPORT.finditer("\n".join(importing)):
        origin, names, plain = match.groups()
        for part in (plain or names.strip("()")).split(","):
            taken, _, alias = part.split("#")[0].strip().partition(" as ")
            if taken:
                found.append((origin or taken, taken, alias or taken))
    return tuple(found)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _imported(name: str) -> frozenset[str]:
    return imports(_text(name), frozenset(_modules()))


def _beginnings(root: str) -> list[str]:
    found = [name for name in _modules() if name == root or name.startswith(f"{root}.")]
    if not found:
        raise LookupError(f"there is no module {root}")
    return found


@cache
def _text(name: str) -> str:
    return _modules()[name].read_text(encoding="utf-8")


@cache
def _modules() -> dict[str, Traversable]:
    """Return the sources of all modules by their full names."""
    return dict(_walk(files(PACKAGE), PACKAGE))


def _walk(folder: Traversable, package: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name.isidentifier():
                yield from _walk(entry, f"{package}.{entry.name}")
        elif entry.name == "__init__.py":
            yield package, entry
        elif entry.name.endswith(".py"):
            yield f"{package}.{entry.name.removesuffix('.py')}", entry
