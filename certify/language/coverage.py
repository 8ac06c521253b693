"""Whether the clauses of a spec cover its source, line by line."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from certify.language.models import GameSpec


@dataclass(frozen=True)
class SourceCoverage:
    """A source text compared with the clauses.

    Attributes
    ----------
    sha256 : str
        Of the text.
    is_the_source : bool
        Whether it is the text that the spec names.
    lines : int
        Lines that are not empty.
    uncovered : tuple of int
        Those of them that are in no clause.
    """

    sha256: str
    is_the_source: bool
    lines: int
    uncovered: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        """Whether it is the source, and every line is in a clause."""
        return self.is_the_source and not self.uncovered


def source_coverage(spec: GameSpec, content: bytes) -> SourceCoverage:
    """Return whether the clauses cover every line of a source that says something."""
    covered: set[int] = set()
    for clause in spec.clauses.values():
        first, _, last = clause.lines.partition("-")
        covered |= set(range(int(first), int(last or first) + 1))
    digest = hashlib.sha256(content).hexdigest()
    # Lines end where editors end them: a form feed is a mark on a page, not a line.
    lines = content.decode("utf-8", errors="replace").split("\n")
    full = [number for number, line in enumerate(lines, 1) if line.strip()]
    return SourceCoverage(
        digest,
        digest == spec.source.sha256,
        len(full),
        tuple(number for number in full if number not in covered),
    )
