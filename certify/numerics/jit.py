"""The policy for compiled kernels: how they are compiled, and whether they still have to be.

Kernels are compiled by numba without fast-math, so that compensated sums keep their meaning,
and cached on disk, so that only the first run on a machine waits for the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")

_registered: list[Any] = []


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
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    _registered.append(compiled)
    return cast(Callable[Parameters, Returned], compiled)


def inline(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Compile a helper of kernels; it is part of each kernel that calls it."""
    return cast(
        Callable[Parameters, Returned],
        numba.njit(inline="never", error_model="numpy")(function),
    )


def must_compile() -> bool:
    """Return whether a kernel has neither been compiled in this process nor cached on disk."""
    return any(not compiled.signatures and not _is_cached(compiled) for compiled in _registered)


def _is_cached(compiled: Any) -> bool:
    folder = Path(compiled.stats.cache_path)
    name = compiled.py_func.__qualname__
    module = compiled.py_func.__module__.rpartition(".")[2]
    return any(folder.glob(f"{module}.{name}-*.nbi"))
