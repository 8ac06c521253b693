"""The policy for compiled kernels: how they are compiled, where they are kept, and who is told.

The compiler takes most of a second to load, and many commands call no kernel, since what they show
is kept: it is loaded when the first kernel is called.

Kernels are compiled by numba without fast-math, so that compensated sums keep their meaning,
and kept on disk, so that only the first run on a machine waits for the compiler. Numba itself looks
at the file of a kernel alone, and would take one back whose helpers in other files have changed;
so the kernels of every state of the sources have a folder of their own.
"""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from typing import Any, ParamSpec, TypeVar, cast

from platformdirs import user_cache_path

from certify.numerics.fingerprint import KERNEL_PARTS, code_hash

FOLDER = "kernels-"
MOST_FOLDERS = 4

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")

_SETTING = RLock()
"""Held while numba's setting is lent or looked at: threads compile, and it is one for all."""

_waiting: list[Callable[[], None]] = []
"""Who is told when something is compiled, each once."""


@cache
def compiler() -> Any:
    """Return numba, which knows of kernels from then on."""
    import numba
    import numba.extending
    from numba.core import event
    from numba.extending import typeof_impl

    @typeof_impl.register(Kernel)
    def _type_of(kernel: Kernel, context: Any) -> Any:
        return typeof_impl(kernel.compiled, context)

    @typeof_impl.register(Instruction)
    def _type_of_instruction(made: Instruction, _context: Any) -> Any:
        typing = numba.core.registry.cpu_target.typing_context
        known = made.compiled
        typing.refresh()
        return typing.resolve_value_type(known)

    class Compiling(event.Listener):
        """Tells those who wait, and has the garbage collector rest, which saves a tenth.

        The compiler makes many objects that live until it is done. One thread compiles at a time;
        what a function calls is compiled within it, so that starts and ends are nested.
        """

        depth = 0
        rests = False

        def on_start(self, _event: Any) -> None:
            if not self.depth:
                self.rests = gc.isenabled()
                gc.disable()
            self.depth += 1
            while _waiting:
                _waiting.pop()()

        def on_end(self, _event: Any) -> None:
            self.depth -= 1
            if not self.depth and self.rests:
                gc.enable()

    cast(Any, event).register("numba:compile", Compiling())
    return numba


class Kernel:
    """A function that is compiled when it is called first, or when another kernel calls it."""

    def __init__(self, function: Callable[..., Any], *, is_kept: bool, **settings: Any) -> None:
        update_wrapper(self, function)
        self._function, self._is_kept, self._settings = function, is_kept, settings
        self._compiled: Any = None

    @property
    def compiled(self) -> Any:
        """What numba makes of it; the function itself where it is told to compile nothing."""
        with _SETTING:
            if self._compiled is None:
                numba = compiler()
                made = numba.njit(error_model="numpy", **self._settings)(self._function)
                if self._is_kept and made is not self._function:
                    with code_kept_in(code_folder(FOLDER, KERNEL_PARTS)):
                        made.enable_caching()
                self._compiled = made
            return self._compiled

    def __call__(self, *given: Any) -> Any:
        """Call it."""
        return (self._compiled or self.compiled)(*given)

    def __reduce__(self) -> str:
        return self._function.__qualname__


class Instruction:
    """What kernels call and is written as instructions; numba learns of it when one is compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function = function

    @cached_property
    def compiled(self) -> Any:
        """What numba makes of it."""
        return compiler().extending.intrinsic(self._function)

    def __call__(self, *given: Any) -> Any:
        """Refuse: a kernel alone can call it."""
        return self.compiled(*given)


def instruction(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make of a function that writes instructions one that kernels can call.

    Parameters
    ----------
    function : callable
        As `numba.extending.intrinsic` has it.

    Returns
    -------
    callable
        What kernels call; nobody else can.
    """
    return cast(Callable[..., Any], Instruction(function))


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
    return cast(Callable[Parameters, Returned], Kernel(function, is_kept=True, nogil=True))


@contextmanager
def code_kept_in(folder: Path) -> Iterator[None]:
    """Have numba keep the code of what is decorated within the block in a folder.

    The setting holds for all code of the process; it is lent for the block only.
    """
    settings = compiler().config
    with _SETTING:
        given = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            settings.CACHE_DIR = given


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
    with _SETTING:
        return _code_folder(stem, parts, compiler().config.CACHE_DIR)


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
    """Compile a helper of kernels; it is part of each kernel that calls it.

    It makes no arrays and returns none: those it is given are held by the kernel, and no references
    to them are counted, which would take a quarter of the time of an analysis.
    """
    return _helper(function, _nrt=False)


def inline_making_arrays(
    function: Callable[Parameters, Returned],
) -> Callable[Parameters, Returned]:
    """Compile a helper of kernels that makes arrays."""
    return _helper(function)


def _helper(
    function: Callable[Parameters, Returned], **settings: bool
) -> Callable[Parameters, Returned]:
    made = Kernel(function, is_kept=False, inline="never", **settings)
    return cast(Callable[Parameters, Returned], made)


@inline
def copy_into(target: Any, source: Any) -> None:
    """Copy an array of one dimension into another, number by number.

    For ``target[:] = source`` numba compiles the text of an error too: two seconds of a first run.
    """
    for place in range(len(target)):
        target[place] = source[place]


@contextmanager
def when_compiling(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` once, before the first kernel that is compiled within the block."""
    _waiting.append(tell)
    try:
        yield
    finally:
        if tell in _waiting:
            _waiting.remove(tell)
