"""A page that sets a source and its spec side by side, sentence by sentence, as Markdown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from certify.language.game import LoadedGame
from certify.language.models import Alternative, Clause, GameSpec, Settled
from certify.language.parameters import written
from certify.language.references import REFERENCE, cited_with, trace

NOT_COMPUTED = "text only"
NO_RULE = {"flavour": "states no rule", "example": "an example"}

INTRODUCTION = """\
# {title} {version}: the source, sentence by sentence

What each sentence of the source became in the spec `{file}`, in the project's own words.
`certify trace {game} --markdown` writes this page from the spec, and a test compares the two;
`certify trace {game} --source FILE` holds the spec against the source itself.

| | |
| --- | --- |
| Source | {source}, `{source_file}` |
| SHA-256 | `{sha256}` |
| Where from | {reference} |
| Clauses | {clauses} |
| Rulings, assumptions | {rulings}, {assumptions} |

A ruling stands beside each sentence that an element cites together with it. An alternative is
another reading of the sentence: what to set for it, by which reports compute its effect, or
`text only` where no parameter carries it; then the second table says why.
"""


def source_page(game: LoadedGame) -> str:
    """Return the page of a game.

    The result: markdown: what the source is, a line for every clause in the order of the source,
    and a line for every ruling and assumption.
    """
    spec = game.spec
    return "\n".join(
        [
            INTRODUCTION.format(
                title=spec.game.title,
                version=spec.game.version,
                game=spec.game.id,
                file=game.path.rpartition("/")[2],
                source=_cell(spec.source.title),
                source_file=spec.source.file,
                sha256=spec.source.sha256,
                reference=_cell(spec.source.reference),
                clauses=len(spec.clauses),
                rulings=len(spec.rulings),
                assumptions=len(spec.assumptions),
            ),
            "## Sentences",
            "",
            *_table(
                ("Lines", "Clause", "What it says", "Rulings", "Elements", "Alternatives"),
                _sentences(game),
            ),
            "",
            "## Rulings and assumptions",
            "",
            *_table(
                ("", "Question", "Decided", "Clauses", "Elements", "Alternatives"),
                _decisions(game),
            ),
            "",
        ]
    )


def _sentences(game: LoadedGame) -> Iterator[tuple[str, ...]]:
    spec = game.spec
    elements = trace(spec, game.paytables)
    beside: dict[str, list[str]] = {number: [] for number in spec.clauses}
    for number, clauses in cited_with(spec, game.paytables).items():
        for each in clauses:
            beside[each].append(number)
    for number in sorted(spec.clauses, key=lambda number: _in_the_source(number, spec.clauses)):
        clause = spec.clauses[number]
        rulings = [each for each in spec.settled if each in beside[number]]
        yield (
            clause.lines,
            number,
            _cell(clause.text),
            ", ".join(rulings),
            _names(elements[number]) or NO_RULE.get(clause.kind, ""),
            "; ".join(
                f"{each}: {', '.join(map(_set, spec.settled[each].alternatives))}"
                for each in rulings
                if spec.settled[each].alternatives
            ),
        )


def _in_the_source(number: str, clauses: Mapping[str, Clause]) -> tuple[int, int, int]:
    """Return where a clause begins and ends in the source, and its number."""
    first, _, last = clauses[number].lines.partition("-")
    return int(first), int(last or first), int(number[1:])


def _decisions(game: LoadedGame) -> Iterator[tuple[str, ...]]:
    spec = game.spec
    elements, beside = trace(spec, game.paytables), cited_with(spec, game.paytables)
    for number, settled in spec.settled.items():
        yield (
            number,
            _cell(settled.question),
            _cell(settled.decided),
            ", ".join(clause for clause in spec.clauses if clause in beside.get(number, ())),
            _names(elements[number]),
            _alternatives(settled),
        )


def _alternatives(settled: Settled) -> str:
    return "<br>".join(f"{_cell(each.text)} ({_set(each)})" for each in settled.alternatives)


def _set(alternative: Alternative) -> str:
    """Return what is set for another reading."""
    if not alternative.set:
        return NOT_COMPUTED
    return ", ".join(f"`{name}={written(value)}`" for name, value in alternative.set.items())


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _cell(text: str) -> str:
    """Return a text of the spec as the cell of a table; a figure is told by its name."""
    shown = REFERENCE.sub(lambda found: f"(figure `{found[1]}`)", " ".join(text.split()))
    for sign in ("\\", "|", "*", "_", "<", "["):
        shown = shown.replace(sign, f"\\{sign}")
    return shown


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _ in head)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"


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
