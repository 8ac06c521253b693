"""What became of mutants, and the score with its interval."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml
from scipy.stats import binomtest

EXPLAINED = Path(__file__).parent / "survivors.yaml"
NOTICED = ("killed", "timed out", "crashed")
LEFT = ("survived", "no test")


@dataclass(frozen=True)
class Result:
    """What became of one mutant of the sample."""

    key: str
    module: str
    operator: str
    occurrence: int
    line: int
    text: str
    change: str
    outcome: str
    told: str
    seconds: float
    of: int


def results_of(session: Path) -> dict[str, Result]:
    """Return the last result of every mutant."""
    if not session.exists():
        return {}
    lines = session.read_text().splitlines()
    return {result.key: result for result in (Result(**json.loads(line)) for line in lines)}


@dataclass(frozen=True)
class Explained:
    """Mutants of a line that no test can see or need see: what the line becomes, and why."""

    module: str
    line: str
    changes: tuple[str, ...]
    why: str


def explanations() -> list[Explained]:
    """Return the survivors that are explained."""
    found = yaml.safe_load(EXPLAINED.read_text(encoding="utf-8")) or []
    return [Explained(**one | {"changes": tuple(one["changes"])}) for one in found]


def is_explained(result: Result, known: Iterable[Explained]) -> bool:
    """Return whether a survivor is one of those explained."""
    return any(
        (result.module, result.text) == (one.module, one.line) and result.change in one.changes
        for one in known
    )


def interval(noticed: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval of a share, with a confidence of 95 %."""
    found = binomtest(noticed, of).proportion_ci(0.95, "wilson")
    return float(found.low), float(found.high)


def table(results: Iterable[Result]) -> str:
    """Return a table of the scores, module by module."""
    known = explanations()
    by_module: dict[str, list[Result]] = {}
    for result in results:
        by_module.setdefault(result.module, []).append(result)
    rows = [
        "| module | mutants | sample | noticed | explained | left | score | 95 % |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    total: Counter[str] = Counter()
    for module, found in sorted(by_module.items()):
        sums = _sums(found, known)
        total.update(sums)
        rows.append(_row(module, sums))
    rows.append(_row("all", total))
    return "\n".join(rows)


def _sums(found: list[Result], known: list[Explained]) -> Counter[str]:
    survivors = [result for result in found if result.outcome in LEFT]
    explained = sum(is_explained(result, known) for result in survivors)
    noticed = sum(result.outcome in NOTICED for result in found)
    return Counter(
        mutants=found[0].of,
        sample=noticed + len(survivors),
        noticed=noticed,
        explained=explained,
        left=len(survivors) - explained,
    )


def _row(name: str, sums: Counter[str]) -> str:
    judged = sums["noticed"] + sums["left"]
    score = "" if not judged else f"{sums['noticed'] / judged:.0%}"
    low, high = interval(sums["noticed"], judged) if judged else (0.0, 1.0)
    cells = [sums[key] for key in ("mutants", "sample", "noticed", "explained", "left")]
    return f"| {name} | {' | '.join(map(str, cells))} | {score} | {low:.0%} to {high:.0%} |"
