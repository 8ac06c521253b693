"""The writer of a report's story: headings with numbers, text, tables, figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from xml.sax.saxutils import escape

from reportlab.platypus import CondPageBreak, Flowable, PageBreak, Paragraph, Spacer, Table

from certify.present.shapes import Drawing
from certify.report.blocks import Block
from certify.report.contents import Contents
from certify.report.structure import Node
from certify.report.styles import Styles
from certify.report.tables import Column, Row, make_table
from certify.report.tagging import labels_of, new_list, spoken, tag_cells, tagged

LONG_TABLE = 26
"""Rows from which a table breaks across pages wherever a page ends."""
SECTION_ROOM = 150.0
"""Points below which a section rather begins on the next page."""
SUBSECTION_ROOM = 90.0
"""Points below which a subsection rather begins on the next page."""
LONG_TABLE_GAP = 30.0
"""Points at the foot of a page that may stay empty before a long table."""
FRESH_PAGE_ROOM = 290.0
"""Points that must be left of a page for a section that wants a new one to begin on it."""


@dataclass(frozen=True)
class OutlineEntry:
    """Where a heading stands in the bookmarks and in the contents."""

    key: str
    title: str
    level: int
    in_contents: bool = True


def plain(text: str) -> str:
    """Return text from the results as markup: what it contains is never markup.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        The same with ``<``, ``>`` and ``&`` escaped.
    """
    return escape(" ".join(text.split()))


def capitalised(text: str) -> str:
    """Return text with its first letter upper case and all others as they are."""
    return text[:1].upper() + text[1:]


class Composer:
    """Collects the flowables of a report in reading order.

    Headings and captions wait for what they announce, so that no page ends with them.

    Parameters
    ----------
    styles : Styles
        The paragraph styles.

    Attributes
    ----------
    headings : list of OutlineEntry
        Those written so far, in reading order.
    """

    def __init__(self, styles: Styles) -> None:
        self.styles = styles
        self.headings: list[OutlineEntry] = []
        self._story: list[Flowable] = []
        self._waiting: list[Flowable] = []
        self._section = 0
        self._subsection = 0
        self._table = 0
        self._figure = 0
        self._document = Node("Document")
        self._chapter = self._document
        self._place = self._document
        self._wants_page = False
        self._had_contents = False
        self._mark = ""

    @contextmanager
    def marked(self, mark: str) -> Iterator[None]:
        """Put a mark at every heading and caption that is written meanwhile.

        Parameters
        ----------
        mark : str
            Markup, read out with the words that it stands behind; it is in no bookmark and not in
            the contents.
        """
        before, self._mark = self._mark, mark
        try:
            yield
        finally:
            self._mark = before

    def story(self) -> list[Flowable]:
        """Return everything written so far.

        Returns
        -------
        list of Flowable
            In reading order.
        """
        self._end_waiting()
        return self._story

    def add(self, *flowables: Flowable) -> None:
        """Add flowables that stay together with the heading above them.

        Parameters
        ----------
        *flowables : Flowable
            One block.
        """
        self._add([tagged(flowable, self._place) for flowable in flowables])

    def _add(self, flowables: Sequence[Flowable], **settings: float) -> None:
        """Add flowables that know what they are, as one block with the headings above them."""
        block = [*self._waiting, *flowables]
        self._waiting = []
        is_block = len(block) > 1 or any(isinstance(part, Table) for part in block)
        self._story += [Block(block, **settings)] if is_block else block

    def contents(self) -> None:
        """Add the table of contents, which has its page for itself."""
        self._end_waiting()
        # The contents must stand in the story itself for the builder to find and fill them.
        self._story.append(Contents(self.styles.contents, self._place.child("TOC")))
        self._had_contents = True

    def new_page(self) -> None:
        """Go to a new page before the next heading, unless much of the present one is left.

        The page of the contents has nothing else on it.
        """
        self._end_waiting()
        self._wants_page = True

    def room(self, height: float) -> None:
        """Go to a new page if less room is left.

        Parameters
        ----------
        height : float
            Needed height in points.
        """
        self._story.append(CondPageBreak(height))

    def _end_waiting(self) -> None:
        """Add the headings that wait for a block which does not come."""
        self._story += self._waiting
        self._waiting = []

    def _go_to_page(self, room: float, *, always: bool) -> None:
        """Go to a new page if it was asked for, or if less room is left than a heading needs."""
        wants, self._wants_page = self._wants_page, False
        after_contents, self._had_contents = self._had_contents, False
        if after_contents or (wants and always):
            self._story.append(PageBreak())
        elif not self._waiting:
            self.room(max(room, FRESH_PAGE_ROOM) if wants else room)

    def title(self, text: str) -> None:
        """Add the title of the document, the first bookmark.

        Parameters
        ----------
        text : str
            The title.
        """
        self._wait(plain(text), OutlineEntry("title", text, 0, in_contents=False), is_title=True)

    def section(self, text: str) -> None:
        """Begin a numbered section.

        Parameters
        ----------
        text : str
            Its heading.
        """
        self._section += 1
        self._subsection = 0
        self._heading(f"{self._section}", text, 0)

    def subsection(self, text: str, *, in_contents: bool = True) -> None:
        """Begin a numbered subsection.

        Parameters
        ----------
        text : str
            Its heading.
        in_contents : bool
            Whether it has a line in the contents, which are one page; it has a bookmark anyway.
        """
        self._subsection += 1
        self._heading(f"{self._section}.{self._subsection}", text, 1, in_contents=in_contents)

    def labelled(self, label: str, text: str) -> None:
        """Begin a subsection that has a label of its own in place of a number.

        It has a bookmark but no line in the contents, since there may be many.

        Parameters
        ----------
        label : str
            The label, unique in the report.
        text : str
            Its heading.
        """
        self._heading(label, text, 1, in_contents=False)

    def unnumbered(self, text: str) -> None:
        """Begin a section that has no number and is not listed in the contents.

        Parameters
        ----------
        text : str
            Its heading.
        """
        self._go_to_page(0.0, always=True)
        self._wait(plain(text), OutlineEntry(f"section-{text}", text, 0, in_contents=False))

    def _heading(self, number: str, text: str, level: int, *, in_contents: bool = True) -> None:
        """Put a heading before whatever comes next."""
        self._go_to_page(SUBSECTION_ROOM if level else SECTION_ROOM, always=False)
        entry = OutlineEntry(
            f"section-{number}", f"{number}\N{EN SPACE}{text}", level, in_contents=in_contents
        )
        self._wait(f"{plain(number)}\N{EN SPACE}{plain(text)}", entry)

    def _wait(self, markup: str, entry: OutlineEntry, *, is_title: bool = False) -> None:
        """Let a heading wait for what it announces; what follows is part of its section."""
        style = self.styles.subsection if entry.level else self.styles.section
        if is_title:
            self._place = self._document
        elif entry.level:
            self._place = self._chapter.child("Sect")
        else:
            self._place = self._chapter = self._document.child("Sect")
        markup = f"{markup}{self._mark}"
        heading = Paragraph(markup, self.styles.title if is_title else style)
        heading.outline = entry
        self.headings.append(entry)
        self._waiting.append(tagged(heading, self._place))

    def text(self, markup: str) -> None:
        """Add a paragraph.

        Parameters
        ----------
        markup : str
            Its text, already escaped.
        """
        self.add(Paragraph(markup, self.styles.body))

    def lead(self, text: str) -> None:
        """Add a short heading without a number, in bold, over what comes next.

        Parameters
        ----------
        text : str
            The heading; it stands in no contents, and never ends a page.
        """
        heading = Paragraph(f"<b>{plain(text)}</b>", self.styles.lead)
        self._waiting.append(tagged(heading, self._place))

    def note(self, markup: str) -> None:
        """Add a note in small print.

        Parameters
        ----------
        markup : str
            Its text, already escaped.
        """
        self.add(Paragraph(markup, self.styles.note))

    def code(self, text: str) -> None:
        """Add a line of code.

        Parameters
        ----------
        text : str
            The code.
        """
        self.add(Paragraph(plain(text), self.styles.code))

    def bullets(self, items: Sequence[str]) -> None:
        """Add a list.

        Parameters
        ----------
        items : sequence of str
            Its items as markup.
        """
        items_node = new_list(self._place)
        for item in items:
            paragraph = Paragraph(item, self.styles.bullet, bulletText="\N{BULLET}")
            self._add([tagged(paragraph, items_node)])
        self._story.append(Spacer(0, 3))

    def table(
        self,
        caption: str,
        columns: Sequence[Column],
        rows: Sequence[Row],
        *,
        note: str = "",
        groups: Sequence[tuple[str, int]] = (),
        total: bool = False,
        breakable: bool = False,
    ) -> None:
        """Add a table with a numbered caption above it.

        Parameters
        ----------
        caption : str
            What it shows, as markup; empty for a table that the text introduces.
        columns : sequence of Column
            The columns.
        rows : sequence of Row
            The rows.
        note : str
            A note below it, as markup.
        groups : sequence of (str, int), optional
            A first header line.
        total : bool
            Whether the last row sums up the others.
        breakable : bool
            Whether even a short table may continue on the next page.
        """
        node = self._place.child("Table")
        heading = []
        if caption:
            self._table += 1
            title = Paragraph(f"Table {self._table}. {caption}{self._mark}", self.styles.caption)
            heading = [tagged(title, node)]
        body = make_table(self.styles, columns, rows, groups=groups, total=total)
        tag_cells(body, node)
        foot = [tagged(Paragraph(note, self.styles.note), self._place)] if note else []
        is_long = len(rows) >= LONG_TABLE or breakable
        self._add([*heading, body, *foot], **({"gap": LONG_TABLE_GAP} if is_long else {}))

    def figure(
        self, caption: str, *body: Flowable | Drawing, note: str = "", alternative: str = ""
    ) -> None:
        """Add a figure with a numbered caption above it.

        Parameters
        ----------
        caption : str
            What it shows, as markup.
        *body : Flowable or Drawing
            The figure: drawings, or tables, whose cells are read as such.
        note : str
            A note below it, as markup.
        alternative : str
            What is said in its place to people who do not see it, as plain text; by default the
            caption, the words in the drawing and the note.
        """
        self._figure += 1
        group = self._place.child("Div")
        title = f"Figure {self._figure}. {caption}"
        picture = group.child("Figure")
        picture.alternative = alternative or _alternative(caption, body, note)
        self._add(
            [
                tagged(Paragraph(f"{title}{self._mark}", self.styles.caption), group),
                *(tagged(part, group, picture) for part in body),
                *([tagged(Paragraph(note, self.styles.note), group)] if note else []),
            ]
        )


def _alternative(caption: str, body: Sequence[Flowable | Drawing], note: str) -> str:
    """Return what is said of a figure for which the section has no words."""
    labels = "; ".join(labels_of(part) for part in body if isinstance(part, Drawing))
    parts = [f"Chart. {spoken(caption)}", f"Labels: {labels}" if labels else "", spoken(note)]
    return ". ".join(part.rstrip(".") for part in parts if part) + "."
