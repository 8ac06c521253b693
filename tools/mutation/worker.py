"""Runs mutants: each in a process of its own that starts warm, with no file changed.

A module's server imports everything that does not depend on the module, and works out what the
oracles say of the tiny shoes. For each mutant it forks; the child gets the changed module from
memory and runs the tests. Kernels whose machine code the mutant changes are compiled anew and
not kept; all others are taken from the cache.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from tools.mutation.changed_source import change
from tools.mutation.covering import Selection
from tools.mutation.definitions import ROOT, dependents, modules, path_of
from tools.mutation.mutants import Mutant

WARM = (
    "hypothesis",
    "numba",
    "numpy",
    "pydantic",
    "pytest",
    "scipy.optimize",
    "scipy.stats",
)
ORACLES = "tests.oracle.tiny_shoes"

ALLOWANCE = 45.0
"""Seconds of processor time for starting and compiling, beside those of the tests."""

TIMES = 5.0
"""A mutant has this many times the time of the tests; what takes longer does not end."""

BUSY = 20
"""What waits rather than works is ended after as many times that by the clock."""

MEMORY = 8 << 30
NOT_IMPORTED = 77

KILLED, SURVIVED, TIMED_OUT, CRASHED, INVALID, UNTESTED = (
    "killed",
    "survived",
    "timed out",
    "crashed",
    "not imported",
    "no test",
)
NOTICED = (KILLED, TIMED_OUT, CRASHED)


class Server:
    """A process that is warm for the mutants of one module."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.changed = dependents(module)
        self.pace = 1.0
        self.told = ""
        for name in sorted(modules()):
            if name.startswith("certify.") and name not in self.changed and _is_plain(name):
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)

    def is_sound(self, mutant: Mutant, selection: Selection) -> bool:
        """Return whether the tests pass on the module as it stands, run as those of a mutant."""
        if not selection.tests:
            return True
        text = path_of(self.module).read_text(encoding="utf-8")
        outcome, told, used = self._outcome(mutant, text, selection, 10.0)
        # The tests were timed on a machine that may have been busy, or slower than this one.
        self.pace = used / selection.seconds if selection.seconds else 1.0
        self.told = told
        return outcome == SURVIVED

    def run(self, mutant: Mutant, selection: Selection) -> tuple[str, str, float]:
        """Return what became of a mutant, the end of the tests' output, and processor seconds."""
        if not selection.tests:
            return UNTESTED, "", 0.0
        return self._outcome(mutant, mutant.source(), selection)

    def _outcome(
        self, mutant: Mutant, source: str, selection: Selection, patience: float = 1.0
    ) -> tuple[str, str, float]:
        limit = patience * (ALLOWANCE + TIMES * self.pace * selection.seconds)
        with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
            output = Path(folder) / "output"
            child = os.fork()
            if not child:
                _child(mutant, source, selection, Path(folder), limit)
            status, used = _waited(child, BUSY * limit)
            said = output.read_text(errors="replace") if output.exists() else ""
        return _outcome(status), _told(said), used


def warm_up(*, with_oracles: bool, named: str = "") -> None:
    """Import what every mutant needs, and work out what the oracles say of the tiny shoes.

    Where the tests are named, those shoes alone whose tests are.
    """
    for name in WARM:
        importlib.import_module(name)
    settle_hypothesis()
    if with_oracles:
        known = importlib.import_module(ORACLES)
        for case in known.CASES:
            if f"[{case.id}]" in named if named else not case.slow:
                known.analysed(case)


def wants_oracles(module: str) -> bool:
    """Return whether a module is tested against the oracles, and they do without it."""
    return module.startswith("certify.exact.blackjack.") and ORACLES not in dependents(module)


def _is_plain(name: str) -> bool:
    return not name.startswith("certify.cli") and name != "certify.exact.multiplayer.openspiel"


def _waited(child: int, seconds: float) -> tuple[int, float]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found, status, usage = os.wait4(child, os.WNOHANG)
        if found:
            return status, usage.ru_utime + usage.ru_stime
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    return status, usage.ru_utime + usage.ru_stime


def _outcome(status: int) -> str:
    if os.WIFSIGNALED(status):
        timed_out = os.WTERMSIG(status) in {signal.SIGKILL, signal.SIGXCPU}
        return TIMED_OUT if timed_out else CRASHED
    code = os.WEXITSTATUS(status)
    return {0: SURVIVED, NOT_IMPORTED: INVALID, 5: UNTESTED}.get(code, KILLED)


def _told(output: str) -> str:
    """Return the line of pytest's summary that says which test failed."""
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or output.splitlines()[-1:] or [""])[0][:300]


def _child(mutant: Mutant, source: str, selection: Selection, folder: Path, limit: float) -> None:
    """Run the tests on the changed module, and end the process."""
    os.setsid()
    handle = os.open(folder / "output", os.O_WRONLY | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(handle, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    code: Any = 1
    try:
        change(mutant.module, source, mutant.line, folder)
        try:
            importlib.import_module(mutant.module)
        except Exception:  # noqa: BLE001  (whatever it is, nothing is to be seen)
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(NOT_IMPORTED)
        import pytest

        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line"]
        # Hypothesis is imported already, and its own assertions are told well enough.
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        places = [f"--basetemp={folder / 'tests'}", f"--rootdir={ROOT}"]
        code = pytest.main([*options, *places, *selection.tests])
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(code))


def settle_hypothesis() -> None:
    """Have examples drawn the same in every run, and none fail of a busy machine."""
    from hypothesis import settings

    settings.register_profile("mutants", deadline=None, derandomize=True, database=None)
    settings.load_profile("mutants")


def settle_numba(folder: Path, *, of_compiler: bool) -> None:
    """Have machine code compiled quickly, and that of changed compilers kept out of the way.

    What a test finds does not depend on the speed of a kernel, and compiling is most of the time.
    All else is taken from the user's cache, as in any other run.
    """
    os.environ["NUMBA_OPT"] = "1"
    os.environ |= {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}
    if of_compiler:
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
