"""A real Dask cluster on this machine, for tests: a scheduler, and workers that are processes."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeVar

SECONDS = 120.0
QUIET = ("--no-dashboard",)
MISSING = "needs the library distributed: pip install 'certify[dask]'"

Found = TypeVar("Found")


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of Dask until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, *QUIET],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduler_in(folder: Path) -> Iterator[str]:
    """Run a scheduler without workers, and give its address."""
    path = folder / "scheduler.json"
    place = ("--host", "127.0.0.1", "--port", "0", "--no-show", "--scheduler-file", str(path))
    with started("scheduler", *place):
        address = wait_for(lambda: path.exists() and json.loads(path.read_text())["address"])
        yield str(address)


def worker(address: str, folder: Path) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Run a worker of one thread."""
    place = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    return started("worker", address, *place)


def wait_for(found: Callable[[], Found]) -> Found:
    """Return what a function returns as soon as it is true."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            value = found()
        except ValueError:
            # A file that is being written.
            value = None
        if value:
            return value
        time.sleep(0.05)
    raise TimeoutError
