"""A module of `certify` with other source than its file has, for one process."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import CodeType
from typing import Any

from tools.mutation.definitions import modules, path_of, stale_kernels


class Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds one module, and gives it other source.

    Parameters
    ----------
    module : str
        The module, which is not imported yet.
    source : str
        The source.
    """

    def __init__(self, module: str, source: str) -> None:
        self.module, self.source = module, source

    def find_spec(
        self, fullname: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return how the module is loaded; nothing for any other."""
        if fullname != self.module:
            return None
        place = path_of(self.module)
        return importlib.util.spec_from_file_location(fullname, place, loader=self)

    def get_source(self, fullname: str) -> str:
        """Return the source."""
        return self.source

    def get_code(self, fullname: str) -> CodeType:
        """Return the source, compiled."""
        return compile(self.source, str(path_of(self.module)), "exec")


def change(module: str, source: str, line: int, folder: Path) -> None:
    """Have a module imported with other source, and no machine code taken that knows the old one.

    Parameters
    ----------
    module : str
        The module; neither it nor what imports it may have been imported.
    source : str
        Its source.
    line : int
        The line of the file in which the source differs.
    folder : Path
        Where machine code of played games is kept, if that changes.
    """
    if module in sys.modules:
        raise ValueError(f"{module} has been imported already")
    sys.meta_path.insert(0, Changed(module, source))
    from certify.numerics import jit

    stale = stale_kernels((module, modules()[module].definition_at(line)))
    plain, place = jit.kernel, jit.code_folder

    def kernel(function: Any) -> Any:
        if (function.__module__, function.__name__) in stale:
            import numba

            return numba.njit(nogil=True, error_model="numpy")(function)
        return plain(function)

    def code_folder(stem: str, parts: tuple[str, ...]) -> Path:
        # Every played game holds the helpers of the compiler.
        games = stem.startswith("games") and any(one[0].startswith("certify.play") for one in stale)
        return folder / stem if games else place(stem, parts)

    jit.kernel = kernel
    jit.code_folder = code_folder
