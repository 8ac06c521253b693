"""What code computes: a hash of sources, so that nothing older code left behind is taken."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from certify import __version__

KERNEL_PARTS = ("cards", "exact", "numerics")
"""Packages whose sources are compiled into kernels."""

LIBRARIES = ("numpy", "numba")


@cache
def fingerprint(parts: tuple[str, ...]) -> str:
    """Return a SHA-256 of the sources of some packages of certify and of all versions.

    A part is a package, or a module by its file's name.
    """
    versions = (__version__, *(version(library) for library in LIBRARIES))
    digest = hashlib.sha256("\0".join(versions).encode())
    for part in parts:
        for name, source in _sources(files("certify") / part, part):
            digest.update(f"\0{name}\0".encode() + source.read_bytes())
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """Yield a source, or those of a package and of the packages within it, each by its path."""
    if not folder.is_dir():
        yield path, folder
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, name)
        elif entry.name.endswith(".py"):
            yield name, entry
