"""What flowables are to the reader: paragraphs, pictures and tables that tell the canvas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from reportlab.platypus import Flowable, Paragraph, Table
from reportlab.platypus.tables import TableRenderCB

from certify.present.alternatives import labels_of
from certify.present.pdf.pictures import picture_of
from certify.present.pdf.structure import Node
from certify.present.shapes import Drawing

KINDS = {
    # Name of a paragraph's style, and what such a paragraph is.
    "caption": "Caption",
    "note": "Note",
}
HEADS_COLUMN = {"Table": {"Scope": "/Column"}}
HEADS_ROW = {"Table": {"Scope": "/Row"}}


class Lines(Paragraph):  # type: ignore[misc]
    """A paragraph that remembers how it was broken into lines.

    Blocks, frames and tables ask a paragraph for its size again and again, in each pass.
    """

    _broken_at: float | None = None
    _size = 0.0, 0.0

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        if self._broken_at != available_width or not hasattr(self, "blPara"):
            self._size = super().wrap(available_width, available_height)
            self._broken_at = available_width
        return self._size


class Text(Lines):
    """A paragraph that is an element, also where it is broken across pages."""

    node: Node
    label: Node | None = None

    @classmethod
    def of(cls, paragraph: Paragraph, node: Node, label: Node | None = None) -> Self:
        """Return a paragraph as an element."""
        text = cls.__new__(cls)
        text.__dict__.update(paragraph.__dict__)
        text.node = node
        text.label = label
        return text

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return the parts of the paragraph, which are one element."""
        parts: list[Flowable] = super().split(available_width, available_height)
        for part in parts:
            part.node, part.label = self.node, self.label
        return parts

    def draw(self) -> None:
        """Draw the paragraph."""
        if self.canv.is_draft:
            return
        # The part of a paragraph after a break has no bullet.
        self.canv.enter(self.node, self.label if self.bulletText else None)
        super().draw()
        self.canv.leave()


class Picture(Flowable):  # type: ignore[misc]
    """A drawing that is a figure."""

    def __init__(self, drawing: Drawing, node: Node) -> None:
        super().__init__()
        self.drawing = picture_of(drawing)
        self.node = node
        self.hAlign = self.drawing.hAlign
        self.spaceBefore = self.drawing.getSpaceBefore()
        self.spaceAfter = self.drawing.getSpaceAfter()

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size of the drawing."""
        self.width, self.height = self.drawing.wrap(available_width, available_height)
        return self.width, self.height

    def draw(self) -> None:
        """Draw the drawing."""
        if self.canv.is_draft:
            return
        with self.canv.figure(self.node, (0.0, 0.0, self.width, self.height)):
            self.drawing.drawOn(self.canv, 0, 0)


class TableTags(TableRenderCB):  # type: ignore[misc]
    """Tells the canvas which cell of a table is drawn; its fills and lines are artifacts.

    The parts of a table that was broken share these tags. Their rows are known by the lists that
    hold the cells, which the library moves to the parts as they are.

    `node`: what it is. Without `cells` all text belongs to it, or to nothing if it is None.
    `heads`: lines at the top that head columns, repeated after a break.
    """

    def __init__(self, table: Table, node: Node | None, *, heads: int = 0, cells: bool) -> None:
        self.node = node
        self._rows = list(table._cellvalues)
        self._places = {id(row): place for place, row in enumerate(self._rows)}
        self._heads = heads
        self._has_cells = cells
        self._lines: list[Node] = []
        self._cells: dict[tuple[int, int], Node] = {}
        self._is_repeated = False
        if cells and node is not None:
            self._lines = [node.child("TR") for _ in self._rows]

    def startTable(self, _table: Table) -> None:  # noqa: N802 (the library's names, down to the end)
        """Begin a table or its part."""

    def endTable(self, _table: Table) -> None:  # noqa: N802
        """End a table or its part."""

    def startBG(self, table: Table) -> None:  # noqa: N802
        """Begin the fills."""
        if table._bkgrndcmds:
            table.canv.begin_artifact()

    def endBG(self, table: Table) -> None:  # noqa: N802
        """End the fills."""
        if table._bkgrndcmds:
            table.canv.end_artifact()

    def startLines(self, table: Table) -> None:  # noqa: N802
        """Begin the lines."""
        if table._linecmds:
            table.canv.begin_artifact()

    def endLines(self, table: Table) -> None:  # noqa: N802
        """End the lines."""
        if table._linecmds:
            table.canv.end_artifact()

    def startRow(self, table: Table, row: int) -> None:  # noqa: N802
        """Begin a row, which is an artifact where it only repeats what stood before."""
        if not self._has_cells:
            return
        node = self._lines[self._place(table, row)]
        self._is_repeated = table.canv.tree.has(node)
        if self._is_repeated:
            table.canv.begin_artifact()
        else:
            table.canv.tree.element(node)

    def endRow(self, table: Table) -> None:  # noqa: N802
        """End a row."""
        if self._is_repeated:
            table.canv.end_artifact()
            self._is_repeated = False

    def startCell(self, table: Table, row: int, column: int, *_size: Any) -> None:  # noqa: N802
        """Begin a cell."""
        if self._has_cells and not self._is_repeated:
            table.canv.enter(self._cell(table, row, column))
        elif self.node is not None and not self._is_repeated:
            table.canv.enter(self.node)

    def endCell(self, table: Table) -> None:  # noqa: N802
        """End a cell."""
        if self.node is not None and not self._is_repeated:
            table.canv.leave()

    def _place(self, table: Table, row: int) -> int:
        """Return the place in the whole table of a row of a part."""
        return self._places[id(table._cellvalues[row])]

    def _cell(self, table: Table, row: int, column: int) -> Node:
        """Return what a cell is."""
        place = self._place(table, row)
        found = self._cells.get((place, column))
        if found is None:
            span = 1
            if table._spanCmds:
                first, _, last, _ = table._spanRanges[column, row]
                span = last - first + 1
            found = self._cells[place, column] = self._new_cell(place, column, span)
        return found

    def _new_cell(self, place: int, column: int, span: int) -> Node:
        """Return a new cell: a head of columns, of a row, of the rows below it, or a figure."""
        is_band = span == len(self._rows[place]) and span > 1
        if place < self._heads or is_band:
            node, scope = self._lines[place].child("TH"), HEADS_COLUMN
        elif column == 0 and not is_empty(self._rows[place][0]):
            node, scope = self._lines[place].child("TH"), HEADS_ROW
        else:
            node, scope = self._lines[place].child("TD"), {}
        table = dict(scope.get("Table", {}))
        if span > 1:
            table["ColSpan"] = str(span)
        if table:
            node.attributes["Table"] = table
        return node


def is_empty(cell: object) -> bool:
    """Return whether a cell of a table shows nothing.

    The result: true also for a paragraph without text. The row of an empty first cell goes on with
    what the first cell above it says.
    """
    if isinstance(cell, list | tuple):
        return all(is_empty(part) for part in cell)
    if isinstance(cell, Paragraph):
        return not cell.text
    return cell == ""


def tagged(
    flowable: Flowable | Drawing, parent: Node, figure: Node | None = None, *, kind: str = ""
) -> Flowable:
    """Return a flowable that tells the canvas what it is.

    `flowable`: a paragraph, a drawing, a table, or anything that needs no element. `figure`: what
    drawings are; by default each is a figure of its own. `kind`: what a paragraph is; by default
    what its style says.
    """
    if isinstance(flowable, Text | Picture):
        return flowable
    if isinstance(flowable, Paragraph):
        return _tagged_paragraph(flowable, parent, kind)
    if isinstance(flowable, Drawing):
        if figure is None:
            figure = parent.child("Figure")
            figure.alternative = f"Drawing. Labels: {labels_of(flowable) or 'none'}."
        return Picture(flowable, figure)
    if isinstance(flowable, Table) and flowable._renderCB is None:
        _tag_table(flowable, parent, figure)
    return flowable


def _tagged_paragraph(paragraph: Paragraph, parent: Node, kind: str) -> Text:
    """Return a paragraph as what its style says that it is."""
    style = paragraph.style.name
    if style == "code":
        return Text.of(paragraph, parent.child("P").child("Code"))
    if paragraph.bulletText:
        items = parent if parent.kind == "L" else new_list(parent)
        item = items.child("LI")
        return Text.of(paragraph, item.child("LBody"), item.child("Lbl"))
    node = parent.child(kind or KINDS.get(style, "P"))
    node.has_id = node.kind == "Note"
    return Text.of(paragraph, node)


def new_list(parent: Node) -> Node:
    """Return a list with bullets."""
    node = parent.child("L")
    node.attributes["List"] = {"ListNumbering": "/Disc"}
    return node


def _tag_table(table: Table, parent: Node, figure: Node | None) -> None:
    """Tag a table that is no element yet: of figures, of other flowables, or a key in one line."""
    if _holds_tables(table._cellvalues):
        for row in table._cellvalues:
            for column, cell in enumerate(row):
                if isinstance(cell, list | tuple):
                    row[column] = [tagged(part, parent, figure) for part in cell]
        table._renderCB = TableTags(table, None, cells=False)
    elif len(table._cellvalues) == 1:
        table._renderCB = TableTags(table, parent.child("P"), cells=False)
    else:
        tag_cells(table, parent.child("Table"))


def tag_cells(table: Table, node: Node) -> None:
    """Let the lines and cells of a table be elements.

    `table`: the table; the lines that it repeats head its columns, its first column heads its
    lines.
    """
    table._renderCB = TableTags(table, node, heads=int(table.repeatRows or 0), cells=True)


def _holds_tables(rows: Sequence[Sequence[object]]) -> bool:
    """Return whether a table serves to put tables beside each other."""
    return any(
        isinstance(part, Table | Drawing)
        for row in rows
        for cell in row
        if isinstance(cell, list | tuple)
        for part in cell
    )
