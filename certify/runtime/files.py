"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from certify.errors import OutputError


def check_destination(path: Path) -> None:
    """Check that a file can be written, before anything is computed for it.

    Parameters
    ----------
    path : Path
        The file; an existing one may be replaced.

    Raises
    ------
    OutputError
        If its folder is not there or cannot be written to, or something that is no file has
        its name.
    """
    folder = path.parent
    try:
        if path.is_dir():
            raise OutputError(str(path), "it is a folder; give the name of a file")
        if path.exists() and not path.is_file():
            raise OutputError(str(path), "it is no ordinary file")
        if not folder.is_dir():
            why = "is not a folder" if folder.exists() else "does not exist; create it first"
            raise OutputError(str(path), f"the folder {folder} {why}")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(
            str(path), f"the folder {folder} cannot be written to: {_why(error)}"
        ) from error


def write_files(contents: Mapping[Path, bytes]) -> None:
    """Write files, all of them or none.

    Parameters
    ----------
    contents : mapping
        Bytes by path. Every file is first written in full beside its destination.

    Raises
    ------
    OutputError
        If one cannot be written; then every destination is as it was before.
    """
    backups: list[Path] = []
    path = Path()
    try:
        with ExitStack() as undo:
            staged: dict[Path, Path] = {}
            for path, content in contents.items():
                # A link keeps pointing to the file that is replaced.
                target = path.resolve()
                staged[target] = _beside(target)
                undo.callback(staged[target].unlink, missing_ok=True)
                _write(staged[target], content)
            for target, part in staged.items():
                path = target
                if target.exists():
                    backup = _beside(target)
                    undo.callback(backup.unlink, missing_ok=True)
                    shutil.copy2(target, backup)
                    shutil.copymode(target, part)
                    undo.callback(shutil.move, backup, target)
                    backups.append(backup)
                else:
                    undo.callback(target.unlink, missing_ok=True)
                os.replace(part, target)
            undo.pop_all()
    except OSError as error:
        raise OutputError(str(path), _why(error)) from error
    for backup in backups:
        with suppress(OSError):
            backup.unlink()


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.part")


def _write(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _why(error: OSError) -> str:
    return error.strerror or str(error)
