"""Bytes that one process of a run of tests makes for all, kept by what they follow from."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from filelock import FileLock

from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.files import write_files


class Shared:
    """The folder of a run, which `tests/conftest.py` names."""

    folder = Path()


def kept() -> Context:
    """Return a context in which what one test works out is kept for all others of the run."""
    return Context(Cache.of_user(print))


def once(key: tuple[str, ...], make: Callable[[], bytes]) -> bytes:
    """Return what the first process that asks for a key makes."""
    path = Shared.folder / hashlib.sha256("\0".join(key).encode()).hexdigest()
    return _read(path) if path.exists() else _made(path, make)


def _made(path: Path, make: Callable[[], bytes]) -> bytes:
    with FileLock(f"{path}.lock"):
        if not path.exists():
            write_files({path: make()})
    return _read(path)


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
