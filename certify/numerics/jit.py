"""The policy for compiled kernels: how they are compiled, where they are kept, and who is told.

Kernels are compiled by numba without fast-math, so that compensated sums keep their meaning,
and kept on disk, so that only the first run on a machine waits for the compiler. Numba itself looks
at the file of a kernel alone, and would take one back whose helpers in other files have changed;
so the kernels of every state of the sources have a folder of their own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core.event import Listener, install_listener
from platformdirs import user_cache_path

from certify.numerics.fingerprint import KERNEL_PARTS, code_hash

FOLDER = "kernels-"
MOST_FOLDERS = 4

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")

_settings: Any = numba.config


def kernel(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Compile `function` at its first call, and remember it in the cache on disk.

    Parameters
    ----------
    function : callable
        Array code that numba can compile without the interpreter.

    Returns
    -------
    callable
        The same function, compiled.
    """
    if _settings.DISABLE_JIT:
        # Numba then hands back the function itself, which has no code to keep.
        return function
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    with code_kept_in(code_folder(FOLDER, KERNEL_PARTS)):
        compiled.enable_caching()
    return cast(Callable[Parameters, Returned], compiled)


@contextmanager
def code_kept_in(folder: Path) -> Iterator[None]:
    """Have numba keep the code of what is decorated within the block in a folder.

    The setting holds for all code of the process; it is lent for the block only.
    """
    given = _settings.CACHE_DIR
    _settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _settings.CACHE_DIR = given


def code_folder(stem: str, parts: tuple[str, ...]) -> Path:
    """Return the folder for code of the present sources; those of the oldest are deleted.

    Parameters
    ----------
    stem : str
        How the names of such folders begin.
    parts : tuple of str
        Packages whose sources the code follows from.

    Returns
    -------
    Path
        In the user's cache, or where numba is told to keep its own; it need not be there yet.
    """
    return _code_folder(stem, parts, _settings.CACHE_DIR)


@cache
def _code_folder(stem: str, parts: tuple[str, ...], given: str) -> Path:
    base = Path(given) if given else user_cache_path("certify")
    folder = base / f"{stem}{code_hash(parts)[:16]}"
    # Other processes may be doing the same.
    with suppress(OSError):
        if not folder.exists():
            others = sorted(base.glob(f"{stem}*"), key=lambda other: other.stat().st_mtime)
            for old in others[: -MOST_FOLDERS + 1]:
                shutil.rmtree(old, ignore_errors=True)
    return folder


def inline(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Compile a helper of kernels; it is part of each kernel that calls it."""
    return cast(
        Callable[Parameters, Returned],
        numba.njit(inline="never", error_model="numpy")(function),
    )


@contextmanager
def when_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` once, before the first kernel that is compiled within the block."""
    with install_listener("numba:compile", _Once(tell)):
        yield


class _Once(Listener):
    """Passes on the first event."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell: Callable[[], None] | None = tell

    def on_start(self, _event: Any) -> None:
        """Tell, unless that was done."""
        tell, self.tell = self.tell, None
        if tell:
            tell()

    def on_end(self, _event: Any) -> None:
        """Do nothing."""
