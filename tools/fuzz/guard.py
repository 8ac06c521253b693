"""What an input of a stranger may make the program do: nothing but compute, within bounds.

An audit hook of Python sees every file that is opened, every program, connection and import, and
all code that is run. It cannot be taken away again, so it is only installed in processes of their
own. Files that pyarrow opens it does not see: those are opened by C++, by the path that the user
gave, and no format that is read names another file.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import sysconfig
import tempfile
import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

from certify.resources import data_root

MOST_SECONDS = 5.0
"""Of processor time for one input, so that a busy machine fails nothing."""

MOST_MEMORY = 1_000_000_000
"""Bytes of address space beyond what the process has before the first input."""

MOST_GROWTH = 300_000_000
"""Bytes by which one input may raise the most memory that was ever used."""

FORBIDDEN = (
    "ctypes.", "ensurepip.", "ftplib.", "http.", "imaplib.", "nntplib.", "os.", "pickle.",
    "poplib.", "pty.", "shutil.", "smtplib.", "socket.", "sqlite3.", "subprocess.", "telnetlib.",
    "urllib.", "webbrowser.", "winreg.",
)  # fmt: skip
"""Beginnings of the names of events that are never to happen, but for those below."""

IN_SCRATCH = ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate", "os.utime")
LOOKING = ("os.listdir", "os.scandir")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC

LIBRARY = tuple(
    {
        os.path.realpath(str(path))
        for path in (
            *sysconfig.get_paths().values(),
            sys.base_prefix,
            Path(__file__).parents[2] / "certify",
            Path(__file__).parents[2] / "tests",
            Path(__file__).parents[2] / "tools",
        )
    }
)
"""Where code is imported from."""

DATA = (
    *(os.path.realpath(str(data_root(kind))) for kind in ("rules", "paytables")),
    *(os.path.realpath(folder) for folder in zoneinfo.TZPATH),
)
CODE = (".py", ".pyc", ".so", ".pyd")


class Broken(BaseException):
    """An input made the program do what it must not; not to be caught by any `except Exception`."""


class Guard:
    """Watches what is done while an input is worked on.

    Parameters
    ----------
    scratch : Path
        The folder that is the user's.

    Attributes
    ----------
    broken : list of str
        What was done that must not be, since the guard was last armed.
    """

    def __init__(self, scratch: Path) -> None:
        self.scratch = os.path.realpath(scratch)
        self.broken: list[str] = []
        self._is_armed = False
        sys.addaudithook(self._hear)

    @contextmanager
    def armed(self) -> Iterator[None]:
        """Watch, and end what takes too long."""
        self.broken = []
        signal.signal(signal.SIGPROF, self._too_long)
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        self._is_armed = True
        try:
            yield
        finally:
            self._is_armed = False
            signal.setitimer(signal.ITIMER_PROF, 0.0)

    def _too_long(self, *_: object) -> None:
        self._is_armed = False
        self.broken.append(f"more than {MOST_SECONDS:g} s")
        raise Broken(self.broken[-1])

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_armed:
            return
        if not self._is_allowed(event, arguments):
            self._is_armed = False
            self.broken.append(f"{event}{arguments!r}"[:300])
            raise Broken(self.broken[-1])

    def _is_allowed(self, event: str, arguments: tuple[Any, ...]) -> bool:
        if event == "open":
            return self._may_open(*arguments[:3])
        if event == "exec":
            return _is_in(arguments[0].co_filename, LIBRARY)
        if event == "compile":
            # `ast.parse` alone compiles text without the name of a file, and runs nothing.
            return arguments[1] in ("<unknown>", b"<unknown>") or _is_in(arguments[1], LIBRARY)
        if event == "ctypes.dlopen":
            return arguments[0] is None
        if event == "ctypes.dlsym":
            # Freed memory is given back after a game is solved.
            return bool(arguments[1] == "malloc_trim")
        if event == "import":
            return arguments[0].partition(".")[0] in KNOWN
        if event.startswith("sqlite3.connect"):
            # Then a handle, which has no name; extensions, by which code is run, are other events.
            return event == "sqlite3.connect/handle" or self.scratch in str(arguments[0])
        if event in LOOKING:
            return _is_in(arguments[0], (*LIBRARY, *DATA, self.scratch))
        if event in IN_SCRATCH:
            return all(_is_in(one, (self.scratch,)) for one in arguments if isinstance(one, str))
        if event == "tempfile.mkstemp":
            return _is_in(arguments[0], (self.scratch,))
        return not event.startswith(FORBIDDEN)

    def _may_open(self, path: Any, mode: str | None, flags: int) -> bool:
        if isinstance(path, int):
            return True
        if _is_in(path, (self.scratch,)):
            return True
        if flags & WRITING:
            return False
        return _is_in(path, DATA) or (_is_in(path, LIBRARY) and os.fsdecode(path).endswith(CODE))


ASKED_FOR = ("dateutil", "pandas", "pytz")
"""Packages that pyarrow uses where they are installed."""

KNOWN = frozenset({*sys.stdlib_module_names, *packages_distributions(), *ASKED_FOR})
"""Packages that are installed, of which a part may be imported late."""


def _is_in(path: Any, folders: tuple[str, ...]) -> bool:
    if path is None or isinstance(path, int):
        return False
    found = os.path.realpath(os.fsdecode(path))
    return any(found == folder or found.startswith(folder + os.sep) for folder in folders)


def limit_memory() -> None:
    """Let the process have no more than `MOST_MEMORY` bytes beyond what it has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MOST_MEMORY
    # The soft limit alone, so that the next target of the process has its own.
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def memory_used() -> int:
    """Return the most bytes of memory that the process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def scratch_folder() -> Path:
    """Return a new folder, in memory where the system has one there."""
    shared = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="certify-fuzz-", dir=shared if shared.is_dir() else None))
