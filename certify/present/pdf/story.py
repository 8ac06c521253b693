"""A document as flowables of the PDF library: what stands together, what goes to a new page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatchmethod

from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    PageBreak,
    Paragraph,
    Spacer,
)
from reportlab.platypus import Table as PdfTable

from certify.present.alternatives import alternative_of
from certify.present.document import (
    Bullets,
    Contents,
    Element,
    Figure,
    Heading,
    NewPage,
    Picture,
    Room,
    Table,
    Text,
    Together,
)
from certify.present.grids import Grid
from certify.present.pdf.blocks import Block
from certify.present.pdf.charts import drawn
from certify.present.pdf.contents import Contents as ContentsLines
from certify.present.pdf.grid_tables import grid_flowables
from certify.present.pdf.structure import Node
from certify.present.pdf.styles import Styles
from certify.present.pdf.tables import make_table
from certify.present.pdf.tagging import new_list, tag_cells, tagged

LONG_TABLE = 26
"""Rows from which a table breaks across pages wherever a page ends."""
SECTION_ROOM = 200.0
"""Points below which a section rather begins on the next page."""
SUBSECTION_ROOM = 90.0
"""Points below which a subsection rather begins on the next page."""
LONG_TABLE_GAP = 30.0
"""Points at the foot of a page that may stay empty before a long table."""
FRESH_PAGE_ROOM = 290.0
"""Points that must be left of a page for a section that wants a new one to begin on it."""

LIST_GAP = 3.0
"""Points below a list."""


def story_of(elements: Sequence[Element], styles: Styles) -> list[Flowable]:
    """Return a document as flowables."""
    story = _Story(styles)
    for element in elements:
        story.write(element)
    return story.ended()


class _Story:
    """Flowables in reading order; headings and captions wait for what they announce."""

    def __init__(self, styles: Styles) -> None:
        self.styles = styles
        self._story: list[Flowable] = []
        self._waiting: list[Flowable] = []
        self._document = Node("Document")
        self._part = self._chapter = self._document
        self._place = self._document
        self._wants_page = False

    def ended(self) -> list[Flowable]:
        """Return all flowables."""
        self._end_waiting()
        return self._story

    @singledispatchmethod
    def write(self, element: Element) -> None:
        """Write an element."""
        raise TypeError(f"no flowable is known for {type(element).__name__}")

    @write.register
    def _(self, heading: Heading) -> None:
        """Let a heading wait for what it announces; what follows is part of its section."""
        if heading.kind == "title":
            style, self._place = self.styles.title, self._document
        elif heading.kind == "part":
            self._go_to_page(0.0, always=True)
            style = self.styles.part
            self._place = self._chapter = self._part = self._document.child("Part")
        elif heading.kind == "section":
            self._go_to_page(0.0 if heading.opens else SECTION_ROOM, always=heading.opens)
            style = self.styles.opening if heading.opens else self.styles.section
            self._place = self._chapter = self._part.child("Sect")
        else:
            self._go_to_page(SUBSECTION_ROOM, always=False)
            style, self._place = self.styles.subsection, self._chapter.child("Sect")
        paragraph = Paragraph(heading.markup, style)
        paragraph.outline = heading
        kind = "Title" if heading.kind == "title" else f"H{heading.level + 1}"
        self._waiting.append(tagged(paragraph, self._place, kind=kind))

    @write.register
    def _(self, text: Text) -> None:
        if text.kind == "lead":
            self._waiting.append(tagged(self._paragraph(text), self._place))
        else:
            self._add([tagged(self._paragraph(text), self._place)])

    @write.register
    def _(self, together: Together) -> None:
        parts = [
            self._paragraph(part) if isinstance(part, Text) else self._body(part)
            for part in together.parts
        ]
        self._add([tagged(part, self._place) for part in parts])

    @write.register
    def _(self, bullets: Bullets) -> None:
        node = new_list(self._place)
        for item in bullets.items:
            paragraph = Paragraph(item, self.styles.bullet, bulletText="\N{BULLET}")
            self._add([tagged(paragraph, node)])
        self._story.append(_Gap(LIST_GAP))

    @write.register
    def _(self, table: Table) -> None:
        if not table.is_numbered:
            self._add([tagged(self._body(table), self._place)])
            return
        node = self._place.child("Table")
        heading = []
        if table.caption:
            heading = [tagged(Paragraph(table.caption, self.styles.caption), node)]
        body = self._body(table)
        tag_cells(body, node)
        is_long = len(table.rows) >= LONG_TABLE or table.breakable
        self._add(
            [*heading, body, *self._foot(table.note, self._place)],
            **({"gap": LONG_TABLE_GAP} if is_long else {}),
        )

    @write.register
    def _(self, figure: Figure) -> None:
        figure = drawn(figure)
        group = self._place.child("Div")
        picture = group.child("Figure")
        body = [part for each in figure.body for part in _drawn(each)]
        picture.alternative = alternative_of(figure)
        self._add(
            [
                tagged(Paragraph(figure.caption, self.styles.caption), group),
                *(tagged(part, group, picture) for part in body),
                *self._foot(figure.note, group),
            ]
        )

    @write.register
    def _(self, contents: Contents) -> None:
        self._end_waiting()
        # The contents must stand in the story itself for the builder to find and fill them.
        self._story.append(
            ContentsLines(self.styles.contents, self._place.child("TOC"), contents.part)
        )

    @write.register
    def _(self, _page: NewPage) -> None:
        self._end_waiting()
        self._wants_page = True

    @write.register
    def _(self, room: Room) -> None:
        self._story.append(CondPageBreak(room.height))

    def _paragraph(self, text: Text) -> Paragraph:
        markup = f"<b>{text.markup}</b>" if text.kind == "lead" else text.markup
        return Paragraph(markup, getattr(self.styles, text.kind))

    def _body(self, table: Table) -> PdfTable:
        return make_table(
            self.styles,
            table.columns,
            table.rows,
            groups=table.groups,
            header=table.has_header,
            total=table.total,
        )

    def _foot(self, note: str, place: Node) -> list[Flowable]:
        """Return the note below a table or a figure, if there is one."""
        return [tagged(Paragraph(note, self.styles.note), place)] if note else []

    def _add(self, flowables: Sequence[Flowable], **settings: float) -> None:
        """Add flowables that know what they are, as one block with the headings above them."""
        block = [*self._waiting, *flowables]
        self._waiting = []
        is_block = len(block) > 1 or any(isinstance(part, PdfTable) for part in block)
        self._story += [Block(block, **settings)] if is_block else block

    def _end_waiting(self) -> None:
        """Add the headings that wait for a block which does not come."""
        self._story += self._waiting
        self._waiting = []

    def _go_to_page(self, room: float, *, always: bool) -> None:
        """Go to a new page if it was asked for, or if less room is left than a heading needs."""
        wants, self._wants_page = self._wants_page, False
        if wants and always:
            self._story.append(PageBreak())
        elif not self._waiting:
            height = max(room, FRESH_PAGE_ROOM) if wants else room
            self._story.append(CondPageBreak(height))


class _Gap(Spacer):  # type: ignore[misc]
    """Space below something, of which nothing is left at the end of a page.

    A spacer that had no room any more would be all there is on the next page.
    """

    _ZEROSIZE = True

    def __init__(self, height: float) -> None:
        super().__init__(0, height)

    def wrap(self, _available_width: float, available_height: float) -> tuple[float, float]:
        """Return as much height as there is."""
        return 0.0, max(0.0, min(self.height, available_height))


def _drawn(picture: Picture) -> list[Flowable]:
    """Return a picture as the PDF library draws it."""
    return grid_flowables(picture) if isinstance(picture, Grid) else [picture]
