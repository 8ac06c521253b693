"""Writes lines of source, with names that are used once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

INDENT = "    "

STOPPING = (
    "stopped(",
    "present(",
    "in_range(",
    "card_at(",
    "position(",
    "_checked(",
    "place_of_nth(",
    "rank_of_",
    "not_zero(",
    "only(",
    "exact_quotient(",
)


@dataclass
class Lines:
    """Lines with their depths, taken out of a writer."""

    depth: int
    lines: list[tuple[int, str]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.lines)

    @property
    def may_stop(self) -> bool:
        """Whether what the lines work out may stop the game."""
        return any(may_stop(text) for _, text in self.lines)


class Writer:
    """Collects lines of Python; `depth` is the indentation of the next one."""

    def __init__(self) -> None:
        self.depth = 1
        self._lines: list[tuple[int, str]] = []
        self._functions: list[str] = []
        self._used: dict[str, int] = {}

    def line(self, text: str) -> None:
        """Write a line."""
        self._lines.append((self.depth, text))

    @contextmanager
    def under(self, head: str) -> Iterator[None]:
        """Write a head and, deeper, what the block writes; `pass` if that is nothing."""
        self.line(head)
        self.depth += 1
        before = len(self._lines)
        yield
        if len(self._lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def apart(self) -> Iterator[Lines]:
        """Take the lines that the block writes out of this writer."""
        kept, self._lines = self._lines, []
        found = Lines(self.depth)
        yield found
        found.lines, self._lines = self._lines, kept

    def paste(self, lines: Lines) -> None:
        """Write lines that were taken out, at the depth of now."""
        deeper = self.depth - lines.depth
        self._lines += [(depth + deeper, text) for depth, text in lines.lines]

    def function(self, head: str, lines: Lines) -> None:
        """Keep a function of its own, of lines that were taken out at depth 1."""
        body = [INDENT * depth + text for depth, text in lines.lines]
        self._functions.append("\n".join([head, *body, ""]))

    def fresh(self, stem: str) -> str:
        """Return a name that nothing else has."""
        number = self._used.get(stem, 0) + 1
        self._used[stem] = number
        return f"{stem}_{number}"

    def keep(self, text: str, stem: str) -> str:
        """Return a name, or a plain value, for what is used more than once."""
        if is_plain(text):
            return text
        name = self.fresh(stem)
        self.line(f"{name} = {text}")
        return name

    def either(
        self, condition: str, then: tuple[Lines, str], otherwise: tuple[Lines, str], stem: str
    ) -> str:
        """Return the text of one of two values, of which only the chosen one is worked out.

        Each comes with the lines it needs, not yet written; `stem` begins the name of a value that
        needs lines.
        """
        (then_lines, first), (else_lines, second) = then, otherwise
        if not then_lines and not else_lines:
            return f"({first} if {condition} else {second})"
        name = self.fresh(stem)
        with self.under(f"if {condition}:"):
            self.paste(then_lines)
            self.line(f"{name} = {first}")
        with self.under("else:"):
            self.paste(else_lines)
            self.line(f"{name} = {second}")
        return name

    def source(self) -> str:
        """Return what has been written."""
        lines = [INDENT * depth + text for depth, text in self._lines]
        return "\n".join([*lines, *self._functions])

    def shift(self, depth: int) -> None:
        """Go to a depth."""
        self.depth = depth


def is_plain(text: str) -> bool:
    """Return whether a text is a name or a number, and so as cheap as can be."""
    return text.isidentifier() or text.lstrip("-").isdigit()


def may_stop(text: str) -> bool:
    """Return whether what a text works out may stop the game."""
    return any(name in text for name in STOPPING)
