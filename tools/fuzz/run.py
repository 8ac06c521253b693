"""Fuzzes the entrances: the kept inputs first, then changed ones, by the number asked for.

Run as ``python -m tools.fuzz.run [TARGET ..] --inputs 100000``, each target in a process of its
own. With atheris the changes are guided by the code that they reach (libFuzzer); without, or with
``--plain``, they are a series that follows from the seed. A finding is whatever is neither success
nor an error of `certify.errors`: it is written to ``out/fuzz/TARGET``, with the traceback, and the
run goes on. One line of JSON tells of each target; the exit code is 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import atexit
import json
import logging
import shutil
import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tools.fuzz.guard import Guard

OUT = Path("out/fuzz")
MOST_OF_A_KIND = 3
"""Findings with the same place in the code that are written down."""

COVERED = ("certify", "pypdf", "yaml", "json")
"""Packages whose branches guide the changes; pyarrow and the parser of YAML are C."""

GROWING = 2_000
"""Inputs that are kept to be changed further, where no coverage guides."""

WALL_SECONDS = 120
"""After so long libFuzzer ends the process: C that does not come back."""


class Session:
    """Runs inputs of one target and takes down what they do."""

    def __init__(self, name: str) -> None:
        from tools.fuzz.guard import memory_used
        from tools.fuzz.mutation import changed
        from tools.fuzz.targets import TARGETS, seeds

        self.name, self.run, self.changed = name, TARGETS[name], changed
        self.seeds = seeds(name)
        self.guard, self.memory_used = _guard(), memory_used
        self.scratch = Path(self.guard.scratch)
        self.kinds: Counter[str] = Counter()
        self.inputs = self.refused = 0
        self.slowest = 0.0
        logging.disable(logging.CRITICAL)
        warnings.simplefilter("error")

    def warm(self) -> None:
        """Run the kept inputs once, so that everything is imported and worked out."""
        for data in dict.fromkeys(self.seeds):
            self._told(data)

    def one(self, data: bytes) -> bool:
        """Run an input; return whether it was taken and not refused."""
        self.inputs += 1
        memory, started = self.memory_used(), time.process_time()
        found, trace = "", ""
        try:
            with self.guard.armed():
                found = self._told(data)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            trace = traceback.format_exc()
            last = traceback.extract_tb(error.__traceback__)[-1]
            self._finding(f"{type(error).__name__} {last.filename}:{last.lineno}", data, trace)
        else:
            if self.guard.broken:
                self._finding(f"did {self.guard.broken[0]}", data, "")
        self.slowest = max(self.slowest, time.process_time() - started)
        from tools.fuzz.guard import MOST_GROWTH

        if self.memory_used() - memory > MOST_GROWTH:
            self._finding("memory", data, f"{self.memory_used() - memory:,} bytes more")
        return not found and not trace

    def _told(self, data: bytes) -> str:
        """Return the error that explains an input, or nothing."""
        from certify.errors import CertifyError

        try:
            self.run(data, self.scratch)
        except CertifyError as error:
            self.refused += 1
            return str(error) or "no words"
        return ""

    def _finding(self, kind: str, data: bytes, trace: str) -> None:
        self.kinds[kind] += 1
        if self.kinds[kind] > MOST_OF_A_KIND:
            return
        folder = OUT / self.name
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{len(self.kinds)}-{self.kinds[kind]}"
        path.write_bytes(data)
        path.with_suffix(".txt").write_text(f"{kind}\n{trace}", encoding="utf-8")
        print(f"{self.name}: {kind}: {path}", file=sys.stderr, flush=True)

    def report(self, seconds: float, **more: Any) -> dict[str, Any]:
        """Return what the run came to."""
        return {
            "target": self.name,
            "inputs": self.inputs,
            "refused": self.refused,
            "seconds": round(seconds, 1),
            "slowest": round(self.slowest, 3),
            "memory": self.memory_used(),
            "findings": dict(self.kinds),
            **more,
        }


@cache
def _guard() -> Guard:
    """Return the guard of the process; what hears of everything can never be taken away."""
    from tools.fuzz.guard import Guard, scratch_folder

    folder = scratch_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Guard(folder)


def plain(name: str, inputs: int, seed: int) -> dict[str, Any]:
    """Run the kept inputs, and changed ones that follow from the seed."""
    from tools.fuzz.guard import limit_memory

    session, chance, started = Session(name), Random(f"{name} {seed}"), time.monotonic()
    session.warm()
    limit_memory()
    for data in dict.fromkeys(session.seeds):
        session.one(data)
    pool = list(session.seeds)
    for _ in range(inputs):
        data = session.changed(chance.choice(pool), name, chance, session.seeds)
        # What is right though it was changed is a start for more.
        if session.one(data) and len(pool) < GROWING:
            pool.append(data)
    return session.report(time.monotonic() - started, guided=False)


def guided(name: str, inputs: int, seed: int) -> None:
    """Run the kept inputs, and changed ones that reach new code; libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=list(COVERED), enable_loader_override=False):
        session = Session(name)
    from tools.fuzz.guard import limit_memory

    session.warm()
    limit_memory()
    started = time.monotonic()
    folder = OUT / f"{name}-corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(session.seeds):
        (folder / f"kept-{number}").write_bytes(data)

    def change(data: bytes, most: int, chance_seed: int) -> bytes:
        chance = Random(chance_seed)
        if chance.random() < 0.2:
            return bytes(atheris.Mutate(data, most))
        return session.changed(data, name, chance, session.seeds)[:most]

    def run(data: bytes) -> None:
        session.one(data)
        if session.inputs == inputs:
            line = session.report(time.monotonic() - started, guided=True)
            print(json.dumps(line), flush=True)

    given = [
        sys.argv[0], f"-runs={inputs}", f"-seed={seed}", f"-timeout={WALL_SECONDS}",
        "-rss_limit_mb=4000", f"-max_len={1 << 20}", "-print_final_stats=1", "-len_control=0",
        "-report_slow_units=60", "-reload=0", f"-artifact_prefix={OUT}/{name}-", str(folder),
    ]  # fmt: skip
    atheris.Setup(given, run, custom_mutator=change)
    atheris.Fuzz()


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz.run", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without atheris")
    parser.add_argument("--here", action="store_true", help="in this process")
    asked = parser.parse_args()
    if asked.here and not asked.plain:
        (name,) = asked.targets
        guided(name, asked.inputs, asked.seed)
    from tools.fuzz.targets import TARGETS

    if asked.here:
        has_findings = False
        for name in asked.targets or TARGETS:
            found = plain(name, asked.inputs, asked.seed)
            has_findings |= bool(found["findings"])
            print(json.dumps(found), flush=True)
        return int(has_findings)
    given = ["--inputs", str(asked.inputs), "--seed", str(asked.seed), "--here"]
    given += ["--plain"] if asked.plain else []
    codes = []
    for name in asked.targets or TARGETS:
        command = [sys.executable, "-m", "tools.fuzz.run", name, *given]
        ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        print(ended.stdout, end="", flush=True)
        lines = [json.loads(line) for line in ended.stdout.splitlines() if line[:1] == "{"]
        codes.append(ended.returncode or not lines or bool(lines[-1]["findings"]))
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
