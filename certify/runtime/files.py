"""Files that appear whole or not at all."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from certify.errors import OutputError

DIGEST_BYTES = 64


def sealed(payload: bytes) -> bytes:
    """Return what is kept of a result: its SHA-256, and itself."""
    return hashlib.sha256(payload).hexdigest().encode() + payload


def unsealed(content: bytes) -> bytes:
    """Return what was sealed; a `ValueError` if it is not what was written."""
    digest, payload = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    if hashlib.sha256(payload).hexdigest().encode() != digest:
        raise ValueError("its SHA-256 is wrong")
    return payload


def put(path: Path, content: bytes, *, prefix: str, durable: bool = False) -> None:
    """Write a file so that it is there whole or not at all; on the disk if that is `durable`.

    `prefix` begins the name of the part that is written beside it first. Raises `OSError`.
    """
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=prefix)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(part, path)
        if durable:
            _keep_names(path.parent)
    except BaseException:
        with suppress(OSError):
            Path(part).unlink(missing_ok=True)
        raise


def _keep_names(folder: Path) -> None:
    """Have the system write the names in a folder to the disk, where it has such a call."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
