"""`python -m tools.mutation`: measures coverage by test, runs mutants, and tells which survive."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from tools.mutation.covering import Covering, Selection
from tools.mutation.definitions import ROOT, module_of, modules
from tools.mutation.mutants import Mutant, mutants_of, sampled
from tools.mutation.score import Result, explanations, is_explained, results_of, table
from tools.mutation.worker import SURVIVED, UNTESTED, Server, settle_numba, wants_oracles, warm_up

KEPT = ROOT / ".mutation"
SESSION = KEPT / "session.jsonl"
PARTS = {
    "exact": "tests/unit/exact tests/oracle tests/property tests/unit/cards tests/unit/numerics",
    "play": "tests/unit/engine tests/playthroughs tests/planted",
}
"""Tests that are measured, and may be run on a mutant: those of `exact` and of `play`."""

Selecting = Callable[[Mutant], Selection]

SEED = 20261122
SAMPLE = 20
BUDGET = 25.0


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("measure", help="the coverage of every test, which chooses the tests")
    running = commands.add_parser("run", help="mutants of some modules; goes on where it was ended")
    report = commands.add_parser("report", help="scores, and the survivors")
    for command in (running, report):
        command.add_argument("modules", nargs="*", help="files or packages; all, if none")
    running.add_argument("--sample", type=int, default=SAMPLE, help="most mutants of a module")
    running.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests for one")
    running.add_argument("--again", action="store_true", help="run those that survived once more")
    running.add_argument("--line", type=int, help="only mutants of this line")
    running.add_argument("--tests", default="", help="tests to run, instead of those measured")
    given = parser.parse_args()
    if given.command == "measure":
        measure()
    elif given.command == "run":
        run(chosen(given.modules), given)
    else:
        tell(chosen(given.modules))


def chosen(given: Iterable[str]) -> list[str]:
    """Return the modules that files, packages or names stand for."""
    names = [module_of(Path(name)) for name in given] or ["certify.exact.blackjack", "certify.play"]
    found = [
        module
        for name in dict.fromkeys(names)
        for module in modules()
        if module == name or module.startswith(f"{name}.")
    ]
    if not found:
        sys.exit(
            f"no module is called {', '.join(names)}; expected e.g. "
            "certify/exact/blackjack/dealer.py"
        )
    return found


def measure() -> None:
    """Run the tests once with their coverage, test by test."""
    KEPT.mkdir(exist_ok=True)
    for part, tests in PARTS.items():
        places = [place for place in tests.split() if (ROOT / place).exists()]
        with (KEPT / f"{part}.times").open("w") as output:
            options = "-q -p no:cacheprovider --durations=0 --cov=certify --cov-context=test"
            subprocess.run(
                [sys.executable, "-m", "pytest", *options.split(), "--cov-report=", *places],
                check=True,
                cwd=ROOT,
                env=os.environ | {"COVERAGE_FILE": str(KEPT / f"{part}.coverage")},
                stdout=output,
            )


def run(names: list[str], given: argparse.Namespace) -> None:
    """Run the sampled mutants of some modules that have no result yet."""
    selecting = _selecting(given)
    known = results_of(SESSION)
    waiting: dict[str, list[Mutant]] = {}
    for module in names:
        mutants = sampled(module, given.sample, SEED)
        if given.line:
            mutants = [each for each in mutants_of(module) if each.line == given.line]
        waiting[module] = [
            mutant
            for mutant in mutants
            if mutant.key not in known or (given.again and _is_open(known[mutant.key]))
        ]
    families: dict[tuple[bool, bool], list[str]] = {}
    for module in names:
        if waiting[module]:
            kind = (wants_oracles(module), module.startswith("certify.play.compiler"))
            families.setdefault(kind, []).append(module)
    for (with_oracles, of_compiler), family in families.items():
        settle = partial(settle_numba, KEPT / "code", of_compiler=of_compiler)
        warm = partial(warm_up, with_oracles=with_oracles, named=given.tests)
        once = bool(given.tests)
        _in_a_process(partial(_family, family, waiting, selecting, settle, warm, once=once))


def _is_open(result: Result) -> bool:
    """Return whether a mutant was not noticed and is not explained."""
    return result.outcome in {SURVIVED, UNTESTED} and not is_explained(result, explanations())


def _selecting(given: argparse.Namespace) -> Selecting:
    """Return how the tests of a mutant are chosen: named, in their order, or as measured."""
    if given.tests:
        named = Selection(tuple(given.tests.split()), given.budget)
        return lambda mutant: named
    covering = Covering(sorted(KEPT.glob("*.coverage")), sorted(KEPT.glob("*.times")))
    return lambda mutant: covering.selection(mutant, given.budget)


def _family(
    names: list[str],
    waiting: dict[str, list[Mutant]],
    selecting: Selecting,
    settle: Callable[[], None],
    warm: Callable[[], None],
    *,
    once: bool,
) -> None:
    settle()
    warm()
    for number, module in enumerate(names):
        # The same tests need to pass once on the code as it stands.
        checks = not (once and number)
        _in_a_process(partial(_run, module, waiting[module], selecting, checks=checks))


def _in_a_process(work: Callable[[], None]) -> None:
    sys.stdout.flush()
    child = os.fork()
    if not child:
        code = 1
        try:
            work()
            code = 0
        except SystemExit as error:
            print(error, file=sys.stderr)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    if os.waitpid(child, 0)[1]:
        print("mutants were left out, for the reason above", file=sys.stderr)


def _run(module: str, mutants: list[Mutant], selecting: Selecting, *, checks: bool) -> None:
    started = time.monotonic()
    server = Server(module)
    print(
        f"{module}: {len(mutants)} mutants, warm in {time.monotonic() - started:.0f} s", flush=True
    )
    unchanged = max((selecting(each) for each in mutants), key=lambda chosen: chosen.seconds)
    if checks and not server.is_sound(mutants[0], unchanged):
        sys.exit(f"the tests of {module} fail on the module as it stands: {server.told}")
    of = len(mutants_of(module))
    for mutant in mutants:
        outcome, told, seconds = server.run(mutant, selecting(mutant))
        result = Result(
            mutant.key,
            module,
            mutant.operator,
            mutant.occurrence,
            mutant.line,
            mutant.text,
            mutant.change(),
            outcome,
            told,
            round(seconds, 1),
            of,
        )
        with SESSION.open("a") as session:
            session.write(json.dumps(result.__dict__) + "\n")
        print(f"  {outcome:12} {seconds:5.1f} s  {mutant.line}: {result.change}", flush=True)


def tell(names: list[str]) -> None:
    """Print the scores and the survivors that are not explained."""
    results = [result for result in results_of(SESSION).values() if result.module in names]
    print(table(results))
    for result in sorted(results, key=lambda each: (each.module, each.line)):
        if result.outcome in {SURVIVED, UNTESTED}:
            print(f"{result.module}:{result.line} {result.outcome}\n    {result.text}")
            print(f" -> {result.change}   ({result.operator} {result.occurrence})")


if __name__ == "__main__":
    main()
