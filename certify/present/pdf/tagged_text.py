"""A text object that knows which of its words are links, so that they can be marked as such."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from reportlab.pdfgen.textobject import PDFTextObject

from certify.present.pdf.structure import Node

Annotate = Callable[[Node, str], None]
"""Puts an annotation on the page, given its element and its words."""


@dataclass
class LinkRange:
    """A link on one line: the pieces of code that show its words."""

    node: Node
    start: int
    end: int | None = None
    annotate: Annotate | None = None


@dataclass
class Links:
    """The links of a text.

    Attributes
    ----------
    ranges : list of LinkRange
        In the order in which they are drawn, one for each line that a link is on.
    nodes : dict
        The element of each link of the markup.
    whole : list of Annotate
        The annotations of a text that is one link from end to end, a line each.
    """

    ranges: list[LinkRange] = field(default_factory=list)
    nodes: dict[Any, Node] = field(default_factory=dict)
    whole: list[Annotate] = field(default_factory=list)


class TaggedText(PDFTextObject):  # type: ignore[misc]
    """A text of the canvas.

    The library calls `_linkRecord` after the first words of a link and before the first words
    behind it, and asks the canvas for the link's rectangle at the end of each line.
    """

    def __init__(self, canvas: Any, parent: Node | None, *arguments: Any, **settings: Any) -> None:
        super().__init__(canvas, *arguments, **settings)
        self.links = Links()
        self._parent = parent
        self._words: dict[int, str] = {}

    def _textOut(self, text: str, TStar: int = 0) -> None:  # noqa: N802, N803 (the library's names)
        """Add words."""
        self._words[len(self._code)] = text
        super()._textOut(text, TStar)

    def _linkRecord(self, link: Any, event: str) -> None:  # noqa: N802 (the library's name)
        """Take down where a link begins or ends."""
        links = self.links
        if event == "start":
            node = links.nodes.get(link)
            if node is None:
                node = links.nodes[link] = self.new_link()
            links.ranges.append(LinkRange(node, len(self._code) - 1))
        else:
            self._end_ranges()

    def add_annotation(self, annotate: Annotate) -> None:
        """Take down the rectangle of a link."""
        self._end_ranges()
        waiting = [part for part in self.links.ranges if part.annotate is None]
        if waiting:
            waiting[0].annotate = annotate
        else:
            self.links.whole.append(annotate)

    def _end_ranges(self) -> None:
        """End the links of the present line: what follows is none of them."""
        for part in self.links.ranges:
            if part.end is None:
                part.end = len(self._code)

    def new_link(self) -> Node:
        """Return a new link where the text is."""
        assert self._parent is not None  # noqa: S101 (texts with markup belong to something)
        return self._parent.child("Link")

    def words(self, start: int = 0, end: int | None = None) -> str:
        """Return the words of some pieces of code."""
        last = len(self._code) if end is None else end
        return " ".join("".join(self._words.get(n, "") for n in range(start, last)).split())

    def pieces(self) -> list[tuple[LinkRange | None, int, int]]:
        """Return the links and what stands between them, as ranges of the code.

        The result: a link or none, and the pieces of code; what shows nothing is with what stands
        before.
        """
        cuts: list[tuple[LinkRange | None, int]] = []
        place = 1  # after BT
        for part in self.links.ranges:
            if any(self._words.get(number) for number in range(place, part.start)):
                cuts.append((None, place))
                place = part.start
            cuts.append((part, place))
            place = part.end or len(self._code)
        if any(self._words.get(number) for number in range(place, len(self._code))):
            cuts.append((None, place))
        ends = [start for _, start in cuts[1:]] + [len(self._code)]
        return [(part, start, end) for (part, start), end in zip(cuts, ends, strict=True)]
