"""The libraries that certify needs, as they are installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ITSELF = "certify"


def needed_libraries() -> dict[str, Distribution]:
    """Return every library that certify needs on this system, directly or through another.

    The result: by name, in alphabetical order. Extras are not counted: no figure rests on them.
    """
    return dict(sorted(_needed()))


def requirements_of(name: str) -> list[str]:
    """Return what a package needs on this system without extras."""
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
