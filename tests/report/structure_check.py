"""A reader of tagged files that finds what a person with a screen reader would stumble over.

It shares no code with the writer. What it checks is what PDF/UA-1 and PDF/A-3a ask of a structure
tree, as far as a program can tell; it is no validator, and no claim is founded on it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from pikepdf import Array, Dictionary, Object, Page, Pdf, parse_content_stream

PAINTING = {"Tj", "TJ", "'", '"', "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "EI"}
GROUPS = {"Document", "Part", "Sect", "Div"}
BLOCKS = {"P", "H1", "H2", "H3", "L", "Table", "Figure", "Caption", "Note", "TOC"}
PARTS = {
    "Document": GROUPS | BLOCKS,
    "Part": GROUPS | BLOCKS,
    "Sect": GROUPS | BLOCKS,
    "Div": GROUPS | BLOCKS,
    "P": {"Code", "Link"},
    "L": {"LI"},
    "LI": {"Lbl", "LBody"},
    "LBody": {"Link"},
    "Table": {"Caption", "TR"},
    "TR": {"TH", "TD"},
    "TH": {"Link"},
    "TD": {"Link"},
    "Note": {"Link"},
    "TOC": {"TOCI", "TOC"},
    "TOCI": {"Reference"},
    "Reference": {"Link"},
}
"""What may stand directly in what; nothing may in what is not named."""


@dataclass
class Piece:
    """An element of the tree, as read."""

    kind: str
    source: Any
    parent: Piece | None
    kids: list[Piece | tuple[int, int] | Object] = field(default_factory=list)

    @property
    def parts(self) -> list[Piece]:
        """The elements inside it."""
        return [kid for kid in self.kids if isinstance(kid, Piece)]

    def all(self) -> Iterator[Piece]:
        """Yield the element and everything inside it, in reading order."""
        yield self
        for part in self.parts:
            yield from part.all()


@dataclass
class Content:
    """What a page shows: its marked pieces in order, its artifacts, and what is neither."""

    marks: dict[int, str] = field(default_factory=dict)
    kinds: dict[int, str] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    artifacts: str = ""
    findings: list[str] = field(default_factory=list)


class TaggedFile:
    """A tagged file, read."""

    def __init__(self, data: bytes) -> None:
        self.pdf = Pdf.open(BytesIO(data))
        self.numbers: dict[Any, int] = {
            page.objgen: number for number, page in enumerate(self.pdf.pages)
        }
        self.contents = [_content(page) for page in self.pdf.pages]
        self.tree: Any = self.pdf.Root.StructTreeRoot
        numbers = self.tree.ParentTree.Nums
        keys = [int(key) for key in numbers[::2]]
        self._parents: dict[int, Any] = dict(zip(keys, numbers[1::2], strict=True))
        self.roles = {str(k)[1:]: str(v)[1:] for k, v in self.tree.get("/RoleMap", {}).items()}
        self.root = self._read(self.tree.K, None)

    def _read(self, source: Any, parent: Piece | None) -> Piece:
        """Return an element with everything inside it."""
        name = str(source.S)[1:]
        piece = Piece(self.roles.get(name, name), source, parent)
        kids = source.get("/K")
        for kid in [] if kids is None else kids if isinstance(kids, Array) else [kids]:
            if not isinstance(kid, Dictionary):
                piece.kids.append((self.numbers[source.Pg.objgen], int(kid)))
            elif "/S" in kid:
                piece.kids.append(self._read(kid, piece))
            elif str(kid.Type) == "/MCR":
                page = kid.get("/Pg", source.get("/Pg"))
                piece.kids.append((self.numbers[page.objgen], int(kid.MCID)))
            else:
                piece.kids.append(kid.Obj)
        return piece

    def pieces(self) -> Iterator[tuple[Piece, tuple[int, int]]]:
        """Yield the marked pieces of the pages in the order of the tree."""

        def of(piece: Piece) -> Iterator[tuple[Piece, tuple[int, int]]]:
            for kid in piece.kids:
                if isinstance(kid, Piece):
                    yield from of(kid)
                elif isinstance(kid, tuple):
                    yield piece, kid

        yield from of(self.root)

    def text(self) -> str:
        """Return what the tree says, without blanks."""
        said = (self.contents[page].marks[number] for _, (page, number) in self.pieces())
        return "".join("".join(said).split())

    def letters(self) -> Counter[str]:
        """Return how often each letter stands in the tree and in the artifacts."""
        artifacts = "".join(content.artifacts for content in self.contents)
        return Counter(self.text() + "".join(artifacts.split()))

    def parent_entry(self, key: int) -> Any:
        """Return what the parent tree has under a key."""
        return self._parents[key]


def _glyphs(page: Page) -> dict[str, dict[int, str]]:
    """Return the letters of the fonts of a page by their codes."""
    fonts = {}
    for name, font in page.Resources.Font.items():
        table = font.ToUnicode.read_bytes().decode("latin-1")
        letters: dict[int, str] = {}
        for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.S):
            for code, letter in re.findall(r"<(\w+)>\s*<(\w+)>", block):
                letters[int(code, 16)] = bytes.fromhex(letter).decode("utf-16-be")
        for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.S):
            for first, last, listed in re.findall(r"<(\w+)>\s*<(\w+)>\s*\[(.*?)\]", block, re.S):
                for code, letter in zip(
                    range(int(first, 16), int(last, 16) + 1),
                    re.findall(r"<(\w+)>", listed),
                    strict=True,
                ):
                    letters[code] = bytes.fromhex(letter).decode("utf-16-be")
            for first, last, start in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
                for code in range(int(first, 16), int(last, 16) + 1):
                    letters[code] = chr(int(start, 16) + code - int(first, 16))
        fonts[str(name)] = letters
    return fonts


def _content(page: Page) -> Content:
    """Return the content of a page."""
    content, fonts, font = Content(), _glyphs(page), {}
    current: int | None = None
    is_open, is_text, began_in_text = False, False, False
    for instruction in parse_content_stream(page):
        operands: Any = instruction.operands
        name = str(instruction.operator)
        if name in ("BT", "ET"):
            is_text = name == "BT"
        elif name in ("BDC", "BMC"):
            if is_open:
                content.findings.append("marked content lies inside other content")
            is_open, began_in_text, current = True, is_text, None
            if str(operands[0]) != "/Artifact":
                current = int(operands[1].MCID)
                content.order.append(current)
                content.marks[current] = ""
                content.kinds[current] = str(operands[0])[1:]
        elif name == "EMC":
            if is_text != began_in_text:
                content.findings.append("marked content and text overlap")
            is_open = False
        elif name == "Tf":
            font = fonts[str(operands[0])]
        elif name in PAINTING:
            if not is_open:
                content.findings.append(f"{name} paints outside of marked content")
            if name == "Tj":
                text = "".join(font[code] for code in bytes(operands[0]))
                if current is None:
                    content.artifacts += text
                else:
                    content.marks[current] += text
            elif name in ("TJ", "'", '"'):
                content.findings.append(f"{name} is not read")
    if content.order != sorted(set(content.order)):
        content.findings.append("pieces are not numbered in their order")
    return content


def findings(file: TaggedFile) -> list[str]:
    """Return everything that is wrong with the structure of a file.

    Parameters
    ----------
    file : TaggedFile
        The file.

    Returns
    -------
    list of str
        A sentence for each finding.
    """
    return [
        *_of_document(file),
        *(f"page {n}: {found}" for n, c in enumerate(file.contents, 1) for found in c.findings),
        *_of_pieces(file),
        *_of_kinds(file),
        *_of_headings(file),
        *_of_tables(file),
        *_of_figures(file),
        *_of_links(file),
        *_of_notes(file),
    ]


def _of_document(file: TaggedFile) -> Iterator[str]:
    """Look at what the document says of itself."""
    root: Any = file.pdf.Root
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "the document does not say that it is tagged"
    if not str(root.get("/Lang", "")):
        yield "the document has no language"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "the window does not show the title"
    for number, page in enumerate(file.pdf.pages, start=1):
        if str(page.get("/Tabs", "")) != "/S":
            yield f"page {number}: the order of tabs is not that of the structure"


def _of_pieces(file: TaggedFile) -> Iterator[str]:
    """Look whether every piece is in the tree once, in order, and is found from its page."""
    places = [place for _, place in file.pieces()]
    if places != sorted(places):
        yield "the order of reading is not the order of the pages"
    counts = Counter(places)
    for number, content in enumerate(file.contents):
        for mark in content.order:
            if counts[number, mark] != 1:
                yield f"page {number + 1}: piece {mark} is {counts[number, mark]} times in the tree"
            elif not content.marks[mark] and content.kinds[mark] != "Figure":
                yield f"page {number + 1}: piece {mark} says nothing"
    for piece, (page, mark) in file.pieces():
        owner = file.parent_entry(int(file.pdf.pages[page].StructParents))[mark]
        if owner.objgen != piece.source.objgen:
            yield f"page {page + 1}: piece {mark} names another element than the tree"


def _of_kinds(file: TaggedFile) -> Iterator[str]:
    """Look whether every element stands where its kind may stand, and knows its parent."""
    for piece in file.root.all():
        for part in piece.parts:
            if part.kind not in PARTS.get(piece.kind, ()):
                yield f"{part.kind} stands in {piece.kind}"
        parent = piece.parent.source if piece.parent else file.tree
        if piece.source.P.objgen != parent.objgen:
            yield f"{piece.kind} names another parent"
        if not piece.kids and piece.kind not in ("TD", "TH"):
            yield f"{piece.kind} is empty"


def _of_headings(file: TaggedFile) -> Iterator[str]:
    """Look whether headings leave out a level."""
    level = 0
    for piece in file.root.all():
        if re.fullmatch(r"H\d", piece.kind):
            new = int(piece.kind[1])
            if new > level + 1:
                yield f"a heading of level {new} follows one of level {level}"
            level = new


def _attribute(piece: Piece, name: str, default: Any) -> Any:
    """Return an attribute of an element."""
    owned = piece.source.get("/A")
    for attributes in [] if owned is None else owned if isinstance(owned, Array) else [owned]:
        if name in attributes:
            return attributes[name]
    return default


def _of_tables(file: TaggedFile) -> Iterator[str]:
    """Look at rows and heads of tables."""
    for table in file.root.all():
        if table.kind != "Table":
            continue
        lines = [part for part in table.parts if part.kind == "TR"]
        widths = {
            sum(int(_attribute(cell, "/ColSpan", 1)) for cell in line.parts) for line in lines
        }
        if len(widths) != 1:
            yield f"the lines of a table have {sorted(widths)} cells"
        heads = [cell for line in lines for cell in line.parts if cell.kind == "TH"]
        if not heads:
            yield "a table has no heads"
        if any(_attribute(head, "/Scope", None) is None for head in heads):
            yield "the head of a table does not say what it heads"
        if "Caption" in [part.kind for part in table.parts[1:]]:
            yield "the caption of a table does not come first"


def _of_figures(file: TaggedFile) -> Iterator[str]:
    """Look whether figures say something and where they are."""
    for piece in file.root.all():
        if piece.kind == "Figure":
            if len(str(piece.source.get("/Alt", ""))) < 20:
                yield "a figure has no alternative text"
            if _attribute(piece, "/BBox", None) is None:
                yield "a figure has no place"


def _of_links(file: TaggedFile) -> Iterator[str]:
    """Look whether every link is in the tree and says where it leads."""
    known = {
        kid.objgen: piece
        for piece in file.root.all()
        for kid in piece.kids
        if isinstance(kid, Object)
    }
    for number, page in enumerate(file.pdf.pages, start=1):
        for annotation in page.get("/Annots", []):
            piece = known.pop(annotation.objgen, None)
            if piece is None or piece.kind != "Link":
                yield f"page {number}: an annotation is in no link"
            elif file.parent_entry(int(annotation.StructParent)).objgen != piece.source.objgen:
                yield f"page {number}: a link names another element than the tree"
            if not str(annotation.get("/Contents", "")):
                yield f"page {number}: a link does not say where it leads"
            if not int(annotation.get("/F", 0)) & 4:
                yield f"page {number}: a link is not printed"
    if known:
        yield "the tree has links that are on no page"


def _of_notes(file: TaggedFile) -> Iterator[str]:
    """Look whether notes have identifiers of their own."""
    notes = [piece for piece in file.root.all() if piece.kind == "Note"]
    names = [str(note.source.get("/ID", "")) for note in notes]
    listed: dict[str, Object] = {}
    for kid in file.tree.get("/IDTree", {}).get("/Kids", []):
        listed |= {
            str(name): place for name, place in zip(kid.Names[::2], kid.Names[1::2], strict=True)
        }
    if len(set(names)) != len(names) or "" in names:
        yield "notes have no identifiers of their own"
    if any(
        listed[name].objgen != note.source.objgen for name, note in zip(names, notes, strict=True)
    ):
        yield "the identifiers of notes lead elsewhere"
