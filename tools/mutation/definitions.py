"""What every definition of `certify` refers to, read from the sources without importing them.

A mutant of a helper changes the machine code of each kernel that calls it, and of no other. Which
these are follows from the names: each definition on the top of a module refers to other such
names, and those to others. Too many are named rather than too few, since a local variable may
have the name of a definition.
"""

from __future__ import annotations

import ast
from collections import deque
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNEL_MAKERS = {"kernel", "inline", "inline_making_arrays", "inlined", "shared", "intrinsic"}

Definition = tuple[str, str]
"""A module and a name on its top."""

WHOLE = ""
"""Stands for a module as a whole, where that is imported and not a name of it."""


@dataclass
class Source:
    """A module as it is written."""

    names: dict[str, set[str]] = field(default_factory=dict)
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    imports: dict[str, Definition] = field(default_factory=dict)
    kernels: set[str] = field(default_factory=set)

    def definition_at(self, line: int) -> str:
        """Return the name on the top of the module that a line belongs to."""
        return next((name for first, last, name in self.spans if first <= line <= last), WHOLE)


def path_of(module: str) -> Path:
    """Return the file of a module."""
    base = ROOT.joinpath(*module.split("."))
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")


def module_of(path: Path) -> str:
    """Return the module of a file, which is told from the root of the project."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def modules() -> dict[str, Source]:
    """Return every module of the package and of the tests' oracles."""
    found = {}
    for folder in ("certify", "tests/oracle", "tests/support"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[module_of(path.relative_to(ROOT))] = _read(path)
    return found


def _read(path: Path) -> Source:
    found = Source()
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        first = min(
            [statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))]
        )
        used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        for name in _named(statement):
            found.names.setdefault(name, set()).update(used - {name})
            found.spans.append((first, statement.end_lineno or first, name))
        if isinstance(statement, ast.FunctionDef):
            makers = {_decorator(decorator) for decorator in statement.decorator_list}
            if makers & KERNEL_MAKERS:
                found.kernels.add(statement.name)
        for node in ast.walk(statement):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    found.imports[alias.asname or alias.name] = (node.module, alias.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    found.imports[alias.asname or alias.name.split(".")[0]] = (alias.name, WHOLE)
    return found


def _decorator(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        return _decorator(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _named(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return [
            node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
        ]
    return []


def _resolved(module: str, name: str) -> Definition | None:
    known = modules()
    source = known[module]
    if name in source.names:
        return module, name
    if name not in source.imports:
        return None
    origin, original = source.imports[name]
    if origin not in known:
        return None
    if original != WHOLE and f"{origin}.{original}" in known:
        return f"{origin}.{original}", WHOLE
    if original in known[origin].imports and original not in known[origin].names:
        return _resolved(origin, original)
    return origin, original


@cache
def users() -> dict[Definition, set[Definition]]:
    """Return for every definition those that refer to it directly."""
    found: dict[Definition, set[Definition]] = {}
    for module, source in modules().items():
        for name, used in source.names.items():
            for other in used:
                if origin := _resolved(module, other):
                    found.setdefault(origin, set()).add((module, name))
    return found


def reached_from(definition: Definition) -> set[Definition]:
    """Return a definition and all that refer to it, directly or through others."""
    found, waiting = {definition}, deque([definition])
    while waiting:
        current = waiting.popleft()
        wholes = users().get((current[0], WHOLE), set())
        for user in (users().get(current, set()) | wholes) - found:
            found.add(user)
            waiting.append(user)
    return found


def stale_kernels(definition: Definition) -> set[Definition]:
    """Return the kernels whose machine code depends on a definition."""
    if definition[1] == WHOLE:
        return {(module, name) for module, source in modules().items() for name in source.kernels}
    return {user for user in reached_from(definition) if user[1] in modules()[user[0]].kernels}


@cache
def dependents(module: str) -> frozenset[str]:
    """Return a module and all modules that import it, directly or through others."""
    imported_by: dict[str, set[str]] = {}
    for user, source in modules().items():
        # With a module its package is imported, and what that imports.
        package = user.rpartition(".")[0]
        imported_by.setdefault(package, set()).add(user)
        for origin, original in source.imports.values():
            for name in (origin, f"{origin}.{original}"):
                imported_by.setdefault(name, set()).add(user)
    found, waiting = {module}, deque([module])
    while waiting:
        for user in imported_by.get(waiting.popleft(), set()) - found:
            found.add(user)
            waiting.append(user)
    return frozenset(found)
