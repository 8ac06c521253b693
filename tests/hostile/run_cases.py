"""Plays spec files in processes with limits; prints one JSON line for each.

Run as ``python -m tests.hostile.run_cases FOLDER PART PARTS``. A case is loaded, made a program,
played once at random, written as code by the compiler, and asked for exact figures as far as they
take no time; what may be no text or no YAML is given to the command line too.
"""

import contextlib
import gc
import io
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from certify.cli import hash as _hash  # noqa: F401  (imported once, not by every case)
from certify.cli.main import certify
from certify.errors import CertifyError
from certify.exact.banked.solution import solve
from certify.language.catalogue import game_of, load_game
from certify.play.chance import Stream
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.interpreter import outcome, play_randomly, start
from certify.play.interpreter.program import Program
from certify.studies.kinds import ANALYSED, engine_for
from tests.support.banked_spec import BANKED, by_name

MOST_SECONDS = 2.0
"""Of the processor time of a machine that loads Burned in `USUAL` seconds."""

USUAL = 0.12

MOST_MEMORY = 500 * 1024 * 1024
LIGHT = ("wrong_types", "injections", "names", "nestings_nested", "mutations", "keywords")
"""Cases of which many run in one process; one that ends it is run again by itself."""

TOGETHER = 50


PATIENCE = 0.2
"""Seconds that a look at cards may take where exact figures are asked for."""


def play(path: Path) -> str:
    """Load a file and use it; return the errors that explain what is wrong, or nothing."""
    try:
        game = load_game(str(path))
        program = None if game.play is None else Program(game)
    except CertifyError as error:
        return f"{type(error).__name__}: {error}"
    if program is None:
        return ""
    told = []
    for use in (_at_random, CompiledGame, _analysed):
        try:
            use(program)
        except CertifyError as error:
            told.append(f"{type(error).__name__}: {error}")
    return "\n".join(told)


def _at_random(program: Program) -> None:
    state = start(program, 1)
    play_randomly(state, Stream(1, 1))
    outcome(state)


def _analysed(program: Program) -> None:
    if engine_for(program.game) == ANALYSED:
        solve(program.game, patience=PATIENCE)


def run_command(path: Path) -> int:
    """Return how `certify hash FILE` ends; what it prints must be no fault of its own."""
    printed, code = io.StringIO(), 0
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            certify.main(["hash", str(path)], prog_name="certify", standalone_mode=True)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
    if "fault of its own" in printed.getvalue():
        raise RuntimeError(printed.getvalue())
    return code


def pace() -> float:
    """Return how many times as long as usual this machine needs just now, at least 1."""
    times = []
    for _ in range(3):
        started = time.process_time()
        load_game("burned")
        times.append(time.process_time() - started)
    return max(1.0, min(times) / USUAL)


def run_case(path: Path) -> dict[str, Any]:
    """Return what a case came to."""
    started = time.process_time()
    found: dict[str, Any] = {"error": "", "fault": ""}
    try:
        found["error"] = play(path)
        found["seconds"] = time.process_time() - started
        if path.stem.startswith("bombs"):
            found["code"] = run_command(path)
    except BaseException:  # noqa: BLE001  (whatever it is, the parent is told)
        found["fault"] = traceback.format_exc()[-1500:]
    found.setdefault("seconds", time.process_time() - started)
    if found["seconds"] > MOST_SECONDS / 2:
        found["seconds"] /= pace()
    found["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return found


def in_child(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """Run cases in a child of this process, which is ready: nothing has to be imported again."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, 2 * MOST_SECONDS + 1)
        virtual = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        limit = virtual + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        with os.fdopen(writing, "w") as pipe:
            json.dump([{"name": path.stem} | run_case(path) for path in paths], pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if told:
        found: list[dict[str, Any]] = json.loads(told)
        return found
    if len(paths) > 1:
        return [result for path in paths for result in in_child([path])]
    return [{"name": paths[0].stem, "fault": f"ended by signal {status}", "error": ""}]


def run_folder(folder: Path, part: int, parts: int) -> None:
    """Print what every file of a part of a folder came to."""
    paths = sorted(folder.glob("*.yaml"))[part::parts]
    light = [path for path in paths if path.stem.startswith(LIGHT)]
    heavy = [[path] for path in paths if not path.stem.startswith(LIGHT)]
    batches = [light[place : place + TOGETHER] for place in range(0, len(light), TOGETHER)]
    # What is loaded or compiled at first use is no case's doing.
    _analysed(Program(game_of(json.dumps(BANKED), "banked.yaml", by_name)))
    gc.freeze()
    for batch in [*batches, *heavy]:
        for found in in_child(batch):
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    run_folder(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
