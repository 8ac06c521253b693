"""Keeps generated modules, so that each is compiled once on a machine.

A module is a file in a folder named after the compiler's sources; numba keeps the machine code
beside it. Where no folder can be written, every process compiles the module.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from certify.errors import EngineError
from certify.numerics.jit import code_folder, code_kept_in
from certify.runtime.files import put

PARTS = ("play",)
FOLDER = "games-"
MOST_MODULES = 400

_modules: dict[str, ModuleType] = {}


@cache
def _folder() -> Path:
    """Return the folder of this compiler's modules; of too many the oldest are deleted."""
    folder = code_folder(FOLDER, PARTS)
    # Other processes may be doing the same.
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        modules = sorted(folder.glob("*.py"), key=lambda module: module.stat().st_mtime)
        for module in modules[:-MOST_MODULES]:
            module.unlink(missing_ok=True)
    return folder


@cache
def _passing_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is gone when this process ends, for where nothing can be kept."""
    return tempfile.TemporaryDirectory(prefix="certify-")


def keep_code(function: Any) -> Any:
    """Let numba keep a helper's machine code beside that of games; it is compiled once for all."""
    with code_kept_in(_folder() / "code"), suppress(OSError, RuntimeError):
        function.enable_caching()
    return function


def was_written(source: str, game: str) -> bool:
    """Return whether a module is there from before: then its machine code is too, most likely."""
    return (_folder() / f"{_name(source, game)}.py").exists()


def _name(source: str, game: str) -> str:
    return f"{game.replace('-', '_')}_{hashlib.sha256(source.encode()).hexdigest()[:24]}"


def compiled_module(source: str, game: str) -> ModuleType:
    """Return a generated module, ready to run; functions are compiled at their first call.

    `game` is the id of the game, for the name of the file.
    """
    digest = hashlib.sha256(source.encode()).hexdigest()
    if digest not in _modules:
        name = _name(source, game)
        path = _written(_folder() / f"{name}.py", source)
        _modules[digest] = _imported(path, name)
    return _modules[digest]


def _written(path: Path, source: str) -> Path:
    """Write a module if it is not there; where it cannot be kept, to a folder of this process."""
    with suppress(OSError):
        if not (path.exists() and path.read_text(encoding="utf-8") == source):
            put(path, source.encode(), prefix="part-")
        return path
    return _passing(path.name, source)


def _passing(name: str, source: str) -> Path:
    path = Path(_passing_folder().name) / name
    path.write_text(source, encoding="utf-8")
    return path


def _imported(path: Path, name: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise EngineError(f"{path} cannot be imported")
    module = importlib.util.module_from_spec(specification)
    # What numba kept is found again by the name of the module.
    sys.modules[name] = module
    # Machine code lies beside the module, wherever that is.
    with code_kept_in(path.parent / "code"):
        specification.loader.exec_module(module)
    return module
