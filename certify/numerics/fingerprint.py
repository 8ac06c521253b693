"""What code computes: a hash of sources, so that nothing older code left behind is taken."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from importlib.resources import files

from certify import __version__

KERNEL_PARTS = ("cards", "exact", "numerics")
"""Packages whose sources are compiled into kernels."""

LIBRARIES = ("numpy", "numba")


@cache
def fingerprint(parts: tuple[str, ...]) -> str:
    """Return a SHA-256 of the sources of some packages of certify and of all versions."""
    versions = (__version__, *(version(library) for library in LIBRARIES))
    digest = hashlib.sha256("\0".join(versions).encode())
    for part in parts:
        sources = (entry for entry in (files("certify") / part).iterdir())
        for source in sorted(sources, key=lambda entry: entry.name):
            if source.name.endswith(".py"):
                digest.update(f"\0{part}/{source.name}\0".encode() + source.read_bytes())
    return digest.hexdigest()
