"""Which tests run a line: from a measurement of the coverage test by test."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.mutation.definitions import ROOT, Definition, modules, path_of, users
from tools.mutation.mutants import Mutant

SHORTEST = 0.005
"""Pytest prints no time below it, in seconds."""


@dataclass(frozen=True)
class Selection:
    """The tests for a mutant, the nearest first, and their time in seconds without mutation."""

    tests: tuple[str, ...]
    seconds: float


class Covering:
    """Tests by line of the source, with the time of each.

    Kernels are machine code, of which no line is seen: for a line of a kernel, or of a
    constant, the tests of the nearest callers that are seen are taken.
    """

    def __init__(self, data: Iterable[Path], times: Iterable[Path]) -> None:
        from coverage import CoverageData

        self.lines: dict[str, dict[int, set[str]]] = {}
        for path in data:
            kept = CoverageData(str(path))
            kept.read()
            for file in kept.measured_files():
                known = self.lines.setdefault(str(ROOT / file), {})
                for line, contexts in kept.contexts_by_lineno(file).items():
                    named = {context.rsplit("|", 1)[0] for context in contexts if context}
                    known.setdefault(line, set()).update(named)
        self.seconds: dict[str, float] = {}
        for path in times:
            pattern = r"^\s*([\d.]+)s (?:setup|call|teardown)\s+(.+?)\s*$"
            for seconds, test in re.findall(pattern, path.read_text(), re.MULTILINE):
                self.seconds[test] = self.seconds.get(test, 0.0) + float(seconds)
        every = {
            test for known in self.lines.values() for tests in known.values() for test in tests
        }
        self.by_file: dict[str, set[str]] = {}
        for test in every:
            self.by_file.setdefault(test.split("::")[0], set()).add(test)

    def tests_of(self, mutant: Mutant) -> set[str]:
        """Return the tests that run the line, or that run the nearest callers."""
        found = self.lines.get(str(path_of(mutant.module)), {}).get(mutant.line, set())
        if found:
            return found
        source = modules()[mutant.module]
        definition = source.definition_at(mutant.line)
        seen: set[Definition] = {(mutant.module, definition)}
        waiting = deque(seen)
        while waiting:
            level = list(waiting)
            waiting.clear()
            found = set().union(*(self._body(*each) for each in level))
            if found:
                return found
            for each in level:
                for user in users().get(each, set()) - seen:
                    seen.add(user)
                    waiting.append(user)
        return set()

    def _body(self, module: str, name: str) -> set[str]:
        known = self.lines.get(str(path_of(module)), {})
        spans = [span for span in modules()[module].spans if span[2] == name]
        return {
            test
            for first, last, _ in spans
            for line in range(first, last + 1)
            for test in known.get(line, ())
        }

    def selection(self, mutant: Mutant, budget: float) -> Selection:
        """Return tests for a mutant that take no longer than a budget, the quick ones first.

        A figure that a test has worked out and kept is looked at by others, which run no line of
        the source; so tests of the same file and the same parameters are taken as well, and
        after them the rest of the file.
        """
        covering = self.tests_of(mutant)
        files = {test.split("::")[0] for test in covering}
        parameters = {_parameters(test) for test in covering}
        siblings = {
            test
            for file in files
            for test in self.by_file[file]
            if _parameters(test) in parameters and "[" in test
        }
        rest = {test for file in files for test in self.by_file[file]}
        near = covering | siblings
        ordered = self._quick(near) + self._quick(rest - near)
        chosen: list[str] = []
        spent = 0.0
        for test in ordered:
            cost = self.seconds.get(test, SHORTEST)
            if spent + cost <= budget or not chosen:
                chosen.append(test)
                spent += cost
        return Selection(tuple(chosen), spent)

    def _quick(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds.get(test, SHORTEST), test))


def _parameters(test: str) -> str:
    return test.partition("[")[2]


def relative(path: Path) -> str:
    """Return a path as it is told."""
    return str(path.relative_to(ROOT))
