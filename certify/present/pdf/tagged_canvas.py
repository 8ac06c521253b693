"""Canvas and text: all that is drawn belongs to an element or is an artifact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFPage, PDFStream, PDFZCompress
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from certify.present.pdf.structure import Node, RawObject, StructureTree, text_string

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


END = "EMC"
Target = Callable[[PDFDocument], str]
"""Writes where a link leads, as an entry of its annotation."""
PRINTED = 4
"""Flag of an annotation that is printed with its page."""


class TaggedCanvas(Canvas):  # type: ignore[misc]
    """A canvas that marks its content.

    Text belongs to the node that was entered last, lines and fills to none, unless they are drawn
    inside `figure`. Texts of one node that follow each other directly are one piece.

    Attributes
    ----------
    tree : StructureTree
        What was drawn so far.
    is_draft : bool
        Whether nobody will see the pages, which serve to find what stands where: then texts,
        pictures and tables need not be drawn.
    """

    is_draft = False

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.tree = StructureTree()
        self._nodes: list[Node] = []
        self._labels: list[Node | None] = []
        self._is_marked = False
        self._text: TaggedText | None = None
        self._last: tuple[Node, list[str], int] | None = None

    def enter(self, node: Node, label: Node | None = None) -> None:
        """Let what is drawn from now on belong to a node.

        `node`: the node; it has an element from now on, even if nothing is drawn. `label`: to which
        the first text belongs in its place: the bullet of a list's item.
        """
        if label is not None:
            self.tree.element(label)
        self.tree.element(node)
        self._nodes.append(node)
        self._labels.append(label)

    def leave(self) -> None:
        """End what `enter` began."""
        self._nodes.pop()
        self._labels.pop()

    def begin_artifact(self, properties: str = "") -> None:
        """Let everything up to `end_artifact` be no part of the content.

        `properties`: what kind of artifact it is, as entries of a dictionary of PDF.
        """
        self._begin(f"/Artifact << {properties} >> BDC" if properties else "/Artifact BMC")

    def end_artifact(self) -> None:
        """End what `begin_artifact` began."""
        self._end()

    @contextmanager
    def figure(self, node: Node, box: tuple[float, float, float, float]) -> Iterator[None]:
        """Let everything that is drawn meanwhile be one figure."""
        left, bottom = self.absolutePosition(*box[:2])
        right, top = self.absolutePosition(*box[2:])
        element = self.tree.element(node)
        if element.box is None:
            element.box = (left, bottom, right, top)
        self._begin(self._opening(node))
        yield
        self._end()

    def add_link(self, node: Node, key: str, box: Any, text: str) -> None:
        """Add a link to a bookmark."""
        self._annotate(node, self._bookmark(key), self._absRect(box, 1), text)

    def linkRect(  # noqa: N802 (the library's names)
        self,
        contents: str,
        destinationname: str,
        Rect: Any = None,  # noqa: N803
        **settings: Any,
    ) -> None:
        """Take down a link of a paragraph's markup to a bookmark."""
        box = self._absRect(Rect, settings.get("relative", 1))
        self._add_to_text(self._bookmark(destinationname), box)

    def linkURL(  # noqa: N802 (the library's name)
        self, url: str, rect: Any, relative: int = 0, **_settings: Any
    ) -> None:
        """Take down a link of a paragraph's markup to an address, or to a bookmark."""
        if ":" not in url:
            # The library takes a destination without a number sign for an address.
            self.linkRect("", url, rect, relative=relative)
            return
        target = f"/A << /Type /Action /S /URI /URI {text_string(url)} >>"
        self._add_to_text(lambda _: target, self._absRect(rect, relative))

    def _bookmark(self, key: str) -> Target:
        """Return what leads to a bookmark."""
        destination = self._bookmarkReference(key)
        return lambda document: f"/Dest {destination.format(document).decode('latin-1')}"

    def _add_to_text(self, target: Target, box: Any) -> None:
        """Let a link's rectangle wait for the text that it belongs to."""
        assert self._text is not None  # noqa: S101 (links come with the text of a paragraph)
        self._text.add_annotation(lambda node, words: self._annotate(node, target, box, words))

    def _annotate(self, node: Node, target: Target, box: Any, text: str) -> None:
        """Put a link on the page and into the tree."""
        rectangle = " ".join(f"{value:.2f}" for value in box)

        def make(document: PDFDocument) -> str:
            return (
                f"<< /Type /Annot /Subtype /Link /Rect [{rectangle}] /Border [0 0 0] /F {PRINTED} "
                f"/Contents {text_string(text)} /StructParent "
                f"{self.tree.link_key(document, number)} {target(document)} >>"
            )

        self._addAnnotation(RawObject(make))
        number = self.tree.link(node, self._page(), self._annotationrefs[-1])

    def beginText(self, x: float = 0, y: float = 0, direction: Any = None) -> TaggedText:  # noqa: N802
        """Return a text object."""
        self._text = TaggedText(
            self, self._nodes[-1] if self._nodes else None, x, y, direction=direction
        )
        return self._text

    def drawString(self, x: float, y: float, text: str, **settings: Any) -> None:  # noqa: N802
        """Draw a text that is not empty."""
        if text:
            super().drawString(x, y, text, **settings)

    def drawCentredString(  # noqa: N802 (the library's name)
        self, x: float, y: float, text: str, **settings: Any
    ) -> None:
        """Draw a text that is not empty."""
        if text:
            super().drawCentredString(x, y, text, **settings)

    def drawRightString(  # noqa: N802 (the library's name)
        self, x: float, y: float, text: str, **settings: Any
    ) -> None:
        """Draw a text that is not empty."""
        if text:
            super().drawRightString(x, y, text, **settings)

    def drawText(self, aTextObject: Any) -> None:  # noqa: N802, N803 (the library's names)
        """Draw a text as a part of the node entered last."""
        if self._is_marked:
            super().drawText(aTextObject)
            return
        if not self._nodes:
            self.begin_artifact()
            super().drawText(aTextObject)
            self.end_artifact()
            return
        label, self._labels[-1] = self._labels[-1], None
        links = getattr(aTextObject, "links", None)
        if links and links.ranges:
            self._draw_linked(aTextObject)
        elif links and links.whole:
            node = aTextObject.new_link()
            self._draw_marked(aTextObject, node)
            for annotate in links.whole:
                annotate(node, aTextObject.words())
        else:
            self._draw_marked(aTextObject, label or self._nodes[-1])

    def _draw_marked(self, text: Any, node: Node) -> None:
        """Draw a text as a piece of a node, or on in the piece that was drawn just before."""
        code = self._code
        if self._last == (node, code, len(code)) and code[-1] == END:
            code.pop()
            self._is_marked = True
        else:
            self._begin(self._opening(node))
        super().drawText(text)
        self._end()
        self._last = (node, code, len(code))

    def _draw_linked(self, text: TaggedText) -> None:
        """Draw a text of which some words are links: its pieces are marked inside it."""
        code = text._code
        marked = code[:1]
        for link, start, end in text.pieces():
            node = link.node if link else self._nodes[-1]
            marked += [self._opening(node), *code[start:end], END]
            if link and link.annotate:
                link.annotate(link.node, text.words(link.start, link.end))
        text._code = marked
        super().drawText(text)

    def rect(self, *arguments: Any, **settings: Any) -> None:
        """Draw a rectangle, an artifact outside figures."""
        self._drawn(super().rect, *arguments, **settings)

    def roundRect(self, *arguments: Any, **settings: Any) -> None:  # noqa: N802
        """Draw a rectangle with round corners, an artifact outside figures."""
        self._drawn(super().roundRect, *arguments, **settings)

    def line(self, *arguments: Any, **settings: Any) -> None:
        """Draw a line, an artifact outside figures."""
        self._drawn(super().line, *arguments, **settings)

    def lines(self, *arguments: Any, **settings: Any) -> None:
        """Draw lines, an artifact outside figures."""
        self._drawn(super().lines, *arguments, **settings)

    def _drawn(self, draw: Any, *arguments: Any, **settings: Any) -> None:
        """Draw something that is no text."""
        if self._is_marked:
            draw(*arguments, **settings)
            return
        self.begin_artifact()
        draw(*arguments, **settings)
        self.end_artifact()

    def showPage(self) -> None:  # noqa: N802 (the library's name)
        """End the page, and say how its content finds the tree."""
        super().showPage()
        page = self._doc.Pages.pages[-1]
        # The library has no names for these, and writes an empty transition, which PDF/A forbids.
        page.__NoDefault__ = [*PDFPage.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents = len(self._doc.Pages.pages) - 1
        page.Tabs = "/S"
        page.Trans = None
        # The library would write compressed content as text, a quarter longer.
        page.Contents = PDFStream(
            content=page.stream, filters=[PDFZCompress] if page.compression else []
        )

    def write_structure(self) -> Any:
        """Put the tree into the file."""
        pages = self._doc.Pages.pages
        return self.tree.write(self._doc, [page.__InternalName__ for page in pages])

    def _page(self) -> int:
        """Return the number of the present page, counted from 0."""
        return len(self._doc.Pages.pages)

    def _opening(self, node: Node) -> str:
        """Return what opens a piece of a node's content."""
        kind = self.tree.element(node).node.kind
        return f"/{kind} << /MCID {self.tree.mark(node, self._page())} >> BDC"

    def _begin(self, opening: str) -> None:
        """Open a piece of marked content; pieces never lie inside each other."""
        assert not self._is_marked  # noqa: S101
        self._is_marked = True
        self._code.append(opening)

    def _end(self) -> None:
        """Close the piece of marked content."""
        self._code.append(END)
        self._is_marked = False
