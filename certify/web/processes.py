"""Processes that work for the server, and end with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

ASKED, ANSWER, SHOWN, END = "asked.json", "answer.json", "shown.html", "end.json"
"""Files of a job: the question, its answer as JSON and as it is shown, and how it ended."""

UPLOADS = "uploads"
PART = "part-"

MOST_MEMORY, MOST_OF_STRANGERS = 12 * 2**30, 3 * 2**30
"""Bytes that a process may have for a job, and for one with a file or a spec that was sent."""

SHARE = 0.75
"""Of the memory of the machine that one process may have."""


def bound_memory(*, of_strangers: bool) -> int:
    """Bound what this process may have, and return it in bytes; beyond it `MemoryError` is raised.

    The processes that it starts have the same bound each. Systems without such bounds have none.
    """
    most = MOST_OF_STRANGERS if of_strangers else MOST_MEMORY
    if sys.platform == "win32":
        return most
    import resource

    most = min(most, int(SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")))
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    return most


class Worker:
    """A process that answers; `game` is what it worked on last, which is in its memory."""

    game = ""

    def __init__(self, shelf: Path | None) -> None:
        # In a session of its own, so that it can be ended with the processes that it starts.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "certify.web.worker", *([str(shelf)] if shelf else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def said(self, line: str) -> Iterator[dict[str, Any]]:
        """Tell it a line, and yield what it says until it has ended."""
        assert self.process.stdin is not None  # noqa: S101  (both are pipes)
        assert self.process.stdout is not None  # noqa: S101
        try:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
            yield from map(json.loads, self.process.stdout)
        except (OSError, ValueError):
            return  # it was ended meanwhile

    def asked(self, line: str) -> dict[str, Any] | None:
        """Return what it says to a line; None if it ended before."""
        return next(self.said(line), None)

    def kill(self) -> None:
        """End it, and what it has started, while it is read."""
        try:
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        except ProcessLookupError:
            pass

    def end(self) -> None:
        """End it, and what it has started."""
        self.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                # What it was not told before it ended is still to be written, and cannot be.
                with suppress(OSError):
                    stream.close()
