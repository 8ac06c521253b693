"""The libraries that certify needs, as they are installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from certify.results import Result
from certify.runtime.cache import Cache
from certify.runtime.context import Context

ITSELF = "certify"
KIND = "libraries"


def needed_libraries() -> dict[str, Distribution]:
    """Return every library that certify needs on this system, directly or through another.

    The result: by name, in alphabetical order. Extras are not counted: no figure rests on them.
    """
    return dict(sorted(_needed()))


class Installed(Result):
    """The version of every library that certify needs."""

    versions: dict[str, str]


@cache
def needed_versions() -> dict[str, str]:
    """Return the version of every library that certify needs, as `needed_libraries` finds them.

    They are kept until something is installed or removed: to read what each library needs takes
    longer than most answers.
    """

    def read() -> Installed:
        found = needed_libraries()
        return Installed(versions={name: found[name].version for name in found})

    # Whatever is wrong with the cache, the command itself has told.
    context = Context(cache=Cache.of_user(lambda _: None))
    return context.kept(KIND, _state(), Installed, read).versions


def _state() -> list[str]:
    """Return what the file system tells of the folders that libraries are found in."""
    told = [sys.version, sys.platform]
    for place in sys.path:
        with suppress(OSError):
            found = Path(place).stat()
            told.append(f"{place} {found.st_ino} {found.st_mtime_ns} {found.st_ctime_ns}")
    return told


def requirements_of(name: str) -> list[str]:
    """Return what a package needs on this system without extras."""
    # Not loaded where the versions are kept.
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found = set()
    for text in distribution(name).requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            found.add(canonicalize_name(requirement.name))
    return sorted(found)


def _needed() -> Iterator[tuple[str, Distribution]]:
    waiting, seen = list(requirements_of(ITSELF)), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        yield name, found
        waiting += requirements_of(name)
