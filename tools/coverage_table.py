"""`python -m tools.coverage_table FILE.json`: the coverage of every package, as a table."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

HEAD = """\
| package | statements | covered | branches | covered |
| --- | ---: | ---: | ---: | ---: |"""


def package_of(file: str) -> str:
    """Return the package that a file is counted to: two levels, three within the engine."""
    parts = Path(file).parts[:-1]
    return "/".join(parts[: 3 if parts[:2] == ("certify", "engine") else 2])


def table(measured: dict[str, dict[str, dict[str, int]]]) -> str:
    """Return the table of what `coverage json` has written."""
    sums: dict[str, Counter[str]] = {}
    for file, found in measured.items():
        for name in (package_of(file), "all"):
            sums.setdefault(name, Counter()).update(found["summary"])
    rows = [HEAD]
    for name, total in sorted(sums.items(), key=lambda item: (item[0] == "all", item[0])):
        statements, branches = total["num_statements"], total["num_branches"]
        shares = (
            total["covered_lines"] / statements if statements else 1.0,
            total["covered_branches"] / branches if branches else 1.0,
        )
        rows.append(
            f"| {name} | {statements:,} | {shares[0]:.1%} | {branches:,} | {shares[1]:.1%} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    print(table(json.loads(Path(sys.argv[1]).read_text())["files"]))
