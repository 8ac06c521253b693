"""The table of contents: a line for each heading, with its page and a link to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, IndexingFlowable

from certify.present.document import Heading
from certify.present.pdf.drawing import shortened_to
from certify.present.pdf.fonts import text_width
from certify.present.pdf.structure import Node

DOTS = " . "
PAGE_ROOM = 30.0
"""Points at the right that no title reaches into."""
LINE_SPACE = 6.0
"""Points between two lines."""
NOTICE = "TOCEntry"
"""What the document calls out for each heading."""


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    heading: Heading
    page: int

    @property
    def level(self) -> int:
        """Whether it is of a section or of a subsection, as a number from 0."""
        return self.heading.depth

    @property
    def title(self) -> str:
        """What is printed."""
        return self.heading.title


class _Lines(Flowable):  # type: ignore[misc]
    """Lines of the contents that stand on one page."""

    def __init__(
        self, styles: Sequence[ParagraphStyle], lines: Sequence[tuple[Entry, Node]]
    ) -> None:
        super().__init__()
        self.styles = list(styles)
        self.lines = list(lines)

    def wrap(self, available_width: float, _available_height: float) -> tuple[float, float]:
        """Return the size."""
        self.width = available_width
        self.height = sum(self._height(entry) for entry, _ in self.lines)
        return self.width, self.height

    def split(self, _available_width: float, available_height: float) -> list[Flowable]:
        """Return the lines for this page and for the next."""
        fitting, height = 0, 0.0
        for entry, _ in self.lines:
            height += self._height(entry)
            if height > available_height:
                break
            fitting += 1
        if not fitting:
            return []
        parts = self.lines[:fitting], self.lines[fitting:]
        return [_Lines(self.styles, part) for part in parts if part]

    def draw(self) -> None:
        """Draw the lines from the top."""
        y = self.height
        for entry, node in self.lines:
            y -= self._height(entry)
            self._draw_entry(entry, node, y + LINE_SPACE)

    def _height(self, entry: Entry) -> float:
        """Return the height of a line."""
        return float(self.styles[entry.level].leading) + LINE_SPACE

    def _draw_entry(self, entry: Entry, node: Node, y: float) -> None:
        """Draw a line: its title and its page are a link, the dots between are nothing."""
        canvas, style = self.canv, self.styles[entry.level]
        page = str(entry.page)
        left, right = (
            style.leftIndent,
            self.width - text_width(page, style.fontName, style.fontSize),
        )
        room = self.width - PAGE_ROOM - left
        title = shortened_to(entry.title, room, style.fontName, style.fontSize)
        end = left + text_width(title, style.fontName, style.fontSize)
        dot = text_width(DOTS, style.fontName, style.fontSize)
        dots = int((right - end) / dot)
        link = node.child("Reference").child("Link")
        canvas.saveState()
        canvas.setFont(style.fontName, style.fontSize)
        canvas.setFillColor(style.textColor)
        canvas.begin_artifact()
        canvas.drawString(right - dots * dot, y, DOTS * dots)
        canvas.end_artifact()
        canvas.enter(link)
        canvas.drawString(left, y, title)
        canvas.drawString(right, y, page)
        canvas.leave()
        box = (left, y - 3, self.width, y + style.fontSize)
        canvas.add_link(link, entry.heading.key, box, f"{entry.title}, page {page}")
        canvas.restoreState()


class Contents(IndexingFlowable, _Lines):  # type: ignore[misc]
    """The contents of a document, noted in one pass and printed in the next."""

    def __init__(self, styles: Sequence[ParagraphStyle], node: Node, part: str) -> None:
        super().__init__(styles, [])
        self.node = node
        self.part = part
        self._entries: list[Entry] = []

    def isIndexing(self) -> bool:  # noqa: N802 (the library's names, down to notify)
        """Return that it wants to hear of headings."""
        return True

    def foresee(self, entries: Sequence[Entry]) -> None:
        """Print lines in the first pass already; if they prove right it is the last."""
        self._entries = [entry for entry in entries if entry.heading.is_listed(self.part)]

    def beforeBuild(self) -> None:  # noqa: N802
        """Print what the last pass took down."""
        self.lines, chapter = [], self.node
        for entry in self._entries:
            if entry.level == 0:
                part, chapter = self.node, self.node.child("TOC")
            else:
                part = chapter
            self.lines.append((entry, part.child("TOCI")))
        self._entries = []

    def isSatisfied(self) -> bool:  # noqa: N802
        """Return whether what was printed is right."""
        return [entry for entry, _ in self.lines] == self._entries

    def notify(self, kind: str, entry: Entry) -> None:
        """Take down a heading."""
        if kind == NOTICE and entry.heading.is_listed(self.part):
            self._entries.append(entry)
