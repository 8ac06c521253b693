"""Writes into documents what their examples print now.

Read what changed before you commit it. Slow examples are run too with ``--slow``::

    .venv/bin/python -m tests.documents.write docs/tutorials/regulator.md
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.documents.pages import blocks
from tests.documents.running import Reading, agrees


def write(document: Path, *, slow: bool) -> int:
    """Write what is printed where the document says otherwise; return how often."""
    lines = document.read_text(encoding="utf-8").splitlines()
    changes: list[tuple[int, int, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        reading = Reading(Path(folder))
        for block in blocks(document):
            if block.is_slow and not slow:
                continue
            if block.name:
                reading.write(block)
            elif block.kind == "pycon":
                sys.stdout.write(reading.interpret(block))
            elif block.kind == "console":
                for command, printed in reading.run(block):
                    if not agrees(command.printed, printed):
                        changes.append((command.first, command.last, printed))
    for first, last, printed in reversed(changes):
        lines[first:last] = printed.splitlines()
    document.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(changes)


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    named = [argument for argument in sys.argv[1:] if argument != "--slow"]
    for name in named:
        print(name, write(Path(name).resolve(), slow="--slow" in sys.argv))
