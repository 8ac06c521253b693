"""What a document's parts are to its reader: the structure tree of a tagged PDF.

The tree is built while pages are drawn. Flowables carry a `Node`, which says what they are; each
pass over the document makes elements of the nodes in the order in which they are first drawn, so
that the reading order is that of the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject, PDFObjectReference

ROLES = {"Title": "P"}
"""Kinds of PDF 2.0 that are used here and what a reader of PDF 1.7 takes them for."""
UTF_16_MARK = "\ufeff"


@dataclass(eq=False)
class Node:
    """What a piece of content is: the same object for all pieces of one element.

    Attributes
    ----------
    kind : str
        Its structure type, such as ``P`` or ``TD``.
    parent : Node or None
        What it is part of; None for the document alone.
    alternative : str
        What is said in place of a figure to people who do not see it.
    attributes : dict
        Owner of the attributes, then name and value as PDF: ``{"Table": {"Scope": "/Row"}}``.
    has_id : bool
        Whether the element has an identifier of its own, as notes must.
    """

    kind: str
    parent: Node | None = None
    alternative: str = ""
    attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    has_id: bool = False

    def child(self, kind: str) -> Node:
        """Return a new node inside this one."""
        return Node(kind, self)


@dataclass(frozen=True)
class Mark:
    """A marked piece of a page's content: which page, counted from 0, and its number there."""

    page: int
    number: int


@dataclass(frozen=True)
class Link:
    """An annotation that is part of an element: its page, counted from 0, and its reference."""

    page: int
    annotation: PDFObjectReference


@dataclass(eq=False)
class Element:
    """What was made of a node in one pass: its parts and its content, in reading order."""

    node: Node
    parent: Element | None
    kids: list[Element | Mark | Link] = field(default_factory=list)
    box: tuple[float, float, float, float] | None = None
    reference: str = ""


class RawObject(PDFObject):  # type: ignore[misc]
    """An object of the file whose bytes are made when it is written."""

    __RefOnly__ = 1

    def __init__(self, make: Callable[[PDFDocument], str]) -> None:
        self.make = make

    def format(self, document: PDFDocument) -> bytes:
        """Return the bytes of the object."""
        return self.make(document).encode("latin-1")


def constant(content: str) -> RawObject:
    """Return an object whose bytes are known."""
    return RawObject(lambda _: content)


def text_string(text: str) -> str:
    """Return a text as a string of PDF.

    The result: in parentheses where the letters are plain, else as hexadecimal UTF-16.
    """
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"({escaped})"
    return f"<{(UTF_16_MARK + text).encode('utf-16-be').hex()}>"


class StructureTree:
    """The elements of one pass over a document, and what of each page belongs to which.

    Attributes
    ----------
    root : Element or None
        The document, once anything was drawn.
    """

    def __init__(self) -> None:
        self.root: Element | None = None
        self._elements: dict[Node, Element] = {}
        self._owners: list[list[Element]] = []
        self._links: list[Element] = []

    def has(self, node: Node) -> bool:
        """Return whether anything of a node was drawn in this pass."""
        return node in self._elements

    def element(self, node: Node) -> Element:
        """Return the element of a node, made with those that it is part of if need be."""
        found = self._elements.get(node)
        if found is None:
            parent = None if node.parent is None else self.element(node.parent)
            found = self._elements[node] = Element(node, parent)
            if parent is None:
                self.root = found
            else:
                parent.kids.append(found)
        return found

    def mark(self, node: Node, page: int) -> int:
        """Take down that the next piece of a page belongs to a node.

        `page`: the page, counted from 0.
        """
        while len(self._owners) <= page:
            self._owners.append([])
        element = self.element(node)
        owners = self._owners[page]
        owners.append(element)
        element.kids.append(Mark(page, len(owners) - 1))
        return len(owners) - 1

    def link(self, node: Node, page: int, annotation: PDFObjectReference) -> int:
        """Take down that an annotation belongs to a node.

        `page`: the page of the annotation, counted from 0.
        """
        element = self.element(node)
        element.kids.append(Link(page, annotation))
        self._links.append(element)
        return len(self._links) - 1

    def link_key(self, document: PDFDocument, number: int) -> int:
        """Return the key under which an annotation finds its place in the tree."""
        return len(document.Pages.pages) + number

    def write(self, document: PDFDocument, page_names: list[str]) -> PDFObjectReference:
        """Put the tree into a file."""
        number_of = document.idToObjectNumberAndVersion
        pages = [f"{number_of[name][0]} 0 R" for name in page_names]
        root = RawObject(lambda _: self._root(document, tree, ids))
        reference = document.Reference(root, "StructureTree")
        top = f"{number_of['StructureTree'][0]} 0 R"
        ids: list[tuple[str, str]] = []
        for count, element in enumerate(self._all(), start=1):
            name = f"Structure{count}"
            identifier = f"{element.node.kind.lower()}-{len(ids) + 1:05d}"
            document.Reference(RawObject(_written(element, pages, top, identifier)), name)
            element.reference = f"{number_of[name][0]} 0 R"
            if element.node.has_id:
                ids.append((identifier, element.reference))
        arrays = []
        for page, owners in enumerate(self._owners):
            content = f"[{' '.join(owner.reference for owner in owners)}]"
            name = f"StructureOfPage{page}"
            document.Reference(constant(content), name)
            arrays.append(f"{page} {number_of[name][0]} 0 R")
        arrays += [
            f"{self.link_key(document, number)} {element.reference}"
            for number, element in enumerate(self._links)
        ]
        tree = " ".join(arrays)
        return reference

    def _root(self, document: PDFDocument, tree: str, ids: list[tuple[str, str]]) -> str:
        """Return the root's dictionary."""
        assert self.root is not None  # noqa: S101 (a document without pages is never written)
        roles = " ".join(f"/{name} /{role}" for name, role in ROLES.items())
        entries = [
            "/Type /StructTreeRoot",
            f"/K {self.root.reference}",
            f"/ParentTree << /Nums [{tree}] >>",
            f"/ParentTreeNextKey {self.link_key(document, len(self._links))}",
            f"/RoleMap << {roles} >>",
        ]
        if ids:
            names = " ".join(f"({identifier}) {reference}" for identifier, reference in ids)
            limits = f"/Limits [({ids[0][0]}) ({ids[-1][0]})]"
            entries.append(f"/IDTree << /Kids [<< {limits} /Names [{names}] >>] >>")
        return f"<< {' '.join(entries)} >>"

    def _all(self) -> Iterator[Element]:
        """Yield all elements, each before its parts."""
        waiting = [self.root] if self.root else []
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [kid for kid in reversed(element.kids) if isinstance(kid, Element)]


def _written(
    element: Element, pages: list[str], top: str, identifier: str
) -> Callable[[PDFDocument], str]:
    """Return what writes an element."""

    def make(document: PDFDocument) -> str:
        node = element.node
        parent = element.parent.reference if element.parent else top
        entries = [f"/S /{node.kind}", f"/P {parent}"]
        marks = [kid for kid in element.kids if not isinstance(kid, Element)]
        home = marks[0].page if marks else None
        if home is not None:
            entries.append(f"/Pg {pages[home]}")
        kids = [_kid(kid, home, pages, document) for kid in element.kids]
        if len(kids) == 1:
            entries.append(f"/K {kids[0]}")
        elif kids:
            entries.append(f"/K [{' '.join(kids)}]")
        if node.alternative:
            entries.append(f"/Alt {text_string(node.alternative)}")
        if node.has_id:
            entries.append(f"/ID ({identifier})")
        attributes = dict(node.attributes)
        if element.box is not None:
            box = " ".join(f"{value:.2f}" for value in element.box)
            attributes["Layout"] = {"BBox": f"[{box}]", "Placement": "/Block"}
        owned = [
            f"<< /O /{owner} {' '.join(f'/{name} {value}' for name, value in values.items())} >>"
            for owner, values in attributes.items()
        ]
        if owned:
            entries.append(f"/A {owned[0]}" if len(owned) == 1 else f"/A [{' '.join(owned)}]")
        return f"<< {' '.join(entries)} >>"

    return make


def _kid(
    kid: Element | Mark | Link, home: int | None, pages: list[str], document: PDFDocument
) -> str:
    """Return a part of an element as its list of parts names it."""
    if isinstance(kid, Element):
        return kid.reference
    page = "" if kid.page == home else f"/Pg {pages[kid.page]} "
    if isinstance(kid, Mark):
        return f"<< /Type /MCR {page}/MCID {kid.number} >>" if page else str(kid.number)
    number, _ = document.idToObjectNumberAndVersion[kid.annotation.name]
    return f"<< /Type /OBJR {page}/Obj {number} 0 R >>"
