"""Sentences of rules, each with a mark in the margin: the clause, ruling or element it is from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from certify.errors import ReportError, unknown_name
from certify.language.game import LoadedGame
from certify.present.composer import Composer
from certify.present.document import Column, Element, Heading, Table
from certify.present.markup import plain, spoken, typeset

NUMBER, TEXT, MARK = "No.", "Rule", "From"
MARKS_ARE = "At the right: the clause (C), ruling (R) or element of the spec behind each line."
_NUMBER = re.compile(r"[ACR][1-9]\d*")


@dataclass(frozen=True)
class Sentence:
    """A sentence with what it is from; there is none without.

    Attributes
    ----------
    text : str
        As plain text.
    marks : tuple of str
        Numbers of clauses, rulings and assumptions, and dotted names of elements.
    """

    text: str
    marks: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise ReportError("a sentence of the rules says nothing")
        if not self.marks:
            raise ReportError(f"a sentence of the rules is from nowhere: {self.text!r}")

    @property
    def margin(self) -> str:
        """What stands in the margin: numbers, or the element where it cites none."""
        numbers = [mark for mark in self.marks if _NUMBER.fullmatch(mark)]
        return ", ".join(numbers or self.marks)


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rules: its title, and its sentences in order."""

    title: str
    sentences: tuple[Sentence, ...]


def known_marks(game: LoadedGame) -> frozenset[str]:
    """Return everything that a sentence can be from."""
    spec = game.spec
    found = {*spec.clauses, *spec.settled, "game.summary", "game.title", "source"}
    for section in ("packs", "zones", "decisions", "procedures", "wagers", "examples"):
        found |= {f"{section}.{name}" for name in getattr(spec, section)}
    found |= {f"parameters.{name}" for name in spec.parameters}
    found |= {f"paytables.{alias}" for alias in spec.paytables}
    return frozenset(found | {"clauses", "rulings"})


def check_marks(chapters: Iterable[Chapter], game: LoadedGame) -> None:
    """Raise a `ReportError` for a sentence that is from something the spec does not have."""
    known = known_marks(game)
    for chapter in chapters:
        for sentence in chapter.sentences:
            for mark in sentence.marks:
                if mark not in known:
                    raise ReportError(
                        f"{chapter.title}: {sentence.text!r} is from {mark}, and"
                        f" {unknown_name(mark, 'element of the spec', known)}"
                    )


def write_chapters(composer: Composer, chapters: Sequence[Chapter]) -> None:
    """Write chapters, their sentences numbered, each with its mark in the margin."""
    for number, chapter in enumerate(chapters, start=1):
        composer.section(chapter.title)
        composer.elements.append(
            Table(
                [Column(NUMBER, 13), Column(TEXT, 117), Column(MARK, 42, "mono")],
                [
                    (f"{number}.{place}", typeset(plain(each.text)), plain(each.margin))
                    for place, each in enumerate(chapter.sentences, start=1)
                ],
                has_header=False,
                breakable=True,
                is_numbered=True,
            )
        )


def untraced(elements: Sequence[Element]) -> Iterator[str]:
    """Yield every sentence of a rulebook that stands outside a row with a mark."""
    for element in elements:
        if isinstance(element, Heading):
            continue
        if not isinstance(element, Table) or [each.title for each in element.columns] != [
            NUMBER,
            TEXT,
            MARK,
        ]:
            yield spoken(getattr(element, "markup", "") or type(element).__name__)
            continue
        for row in element.rows:
            cells = list(row) if isinstance(row, Sequence) else ["", ""]
            if len(cells) != 3 or not cells[2].strip():
                yield spoken(cells[1])


def require_traced(elements: Sequence[Element]) -> None:
    """Raise a `ReportError` if a rulebook has a sentence that is from nowhere."""
    for sentence in untraced(elements):
        raise ReportError(f"a sentence of the rulebook is from nowhere: {sentence!r}")
