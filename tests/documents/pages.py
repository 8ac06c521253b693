"""The documents of the project, and the fenced blocks in them.

CONTRIBUTING.md says what each kind of block is, and how it is tested.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
PROMPT = "$ "
CONTINUED = "\\"
SLOW = "# slow: "


def documents() -> list[Path]:
    """Return every document that somebody reads."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("reports/*.md")]
    return sorted(found)


def name_of(document: Path) -> str:
    """Return the path of a document within the project."""
    return document.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Command:
    """A command of a console block, what it prints, and the lines on which that stands.

    Attributes
    ----------
    line : int
        Line of the document, from 1, of the prompt.
    first, last : int
        Lines of the document, from 0, which hold what is printed; last is behind them.
    """

    text: str
    printed: str
    line: int
    first: int
    last: int


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes
    ----------
    name : str
        Of the file that the block holds, or empty.
    line : int
        Line of the document, from 1, on which the fence begins.
    before : str
        The document up to the fence.
    """

    kind: str
    name: str
    content: str
    line: int
    before: str

    @property
    def is_slow(self) -> bool:
        """Whether the block says that it takes long."""
        return self.content.startswith(SLOW)

    def commands(self) -> Iterator[Command]:
        """Return the commands of a console block in order.

        Raises
        ------
        ValueError
            If something stands before the first prompt.
        """
        lines = self.content.splitlines()
        at = 1 if self.is_slow else 0
        while at < len(lines):
            begin = at
            if not lines[at].startswith(PROMPT):
                raise ValueError(f"line {self.line + 1 + at}: a prompt was expected: {lines[at]}")
            text = lines[at].removeprefix(PROMPT)
            while text.endswith(CONTINUED):
                at += 1
                text = text.removesuffix(CONTINUED).rstrip() + " " + lines[at].strip()
            at += 1
            first = at
            while at < len(lines) and not lines[at].startswith(PROMPT):
                at += 1
            printed = "\n".join(lines[first:at])
            # The fence stands on the line before the content.
            place = (self.line + 1 + begin, self.line + first, self.line + at)
            yield Command(text, printed, *place)


def blocks(document: Path) -> list[Block]:
    """Return the fenced blocks of a document, by the parser that the site uses too."""
    text = document.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    found = []
    for token in MarkdownIt().parse(text):
        if token.type == "fence":
            assert token.map is not None
            kind, _, name = token.info.strip().partition(" ")
            before = "".join(lines[: token.map[0]])
            found.append(Block(kind, name.strip(), token.content, token.map[0] + 1, before))
    return found


def words(command: str) -> list[str]:
    """Return the words of a command line; a comment at its end is none of them."""
    return shlex.split(command, comments=True)
