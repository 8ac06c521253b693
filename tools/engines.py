"""Records by which sources a version issues reports: ``python -m tools.engines FILE``.

A line of the file is never changed: other sources of figures are another version.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from certify import __version__
from certify.numerics.fingerprint import REPORTS, engine_of

HEAD = ("version", "reports_on", "engine_sha256")


def record(path: Path, version: str, engines: dict[str, str]) -> str | None:
    """Add the engines of a version to the file; return what is wrong if it has others."""
    rows: list[tuple[str, ...]] = [HEAD]
    if path.exists():
        rows = [tuple(row) for row in csv.reader(path.read_text().splitlines())]
    known = {kind: digest for other, kind, digest in rows[1:] if other == version}
    changed = [kind for kind, digest in known.items() if engines.get(kind) != digest]
    if changed:
        return (
            f"certify {version} has issued reports on {' and '.join(changed)} games by other "
            "sources: raise __version__ in certify/version.py"
        )
    rows += [(version, kind, digest) for kind, digest in engines.items() if kind not in known]
    path.write_text("".join(",".join(row) + "\n" for row in rows))
    return None


if __name__ == "__main__":
    problem = record(Path(sys.argv[1]), __version__, {kind: engine_of(kind) for kind in REPORTS})
    sys.exit(problem)
