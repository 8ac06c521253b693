"""The writer of a report's story: headings with numbers, text, tables, figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    PageBreak,
    Paragraph,
    Spacer,
)

from certify.report.styles import Styles
from certify.report.tables import Column, Row, make_table

LONG_TABLE = 26
"""Rows from which a table may break across pages."""
SECTION_ROOM = 190.0
"""Points below which a section rather begins on the next page."""
SUBSECTION_ROOM = 110.0
"""Points below which a subsection rather begins on the next page."""


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


class Composer:
    """Collects the flowables of a report in reading order.

    Headings and captions wait for what they announce, so that no page ends with them.

    Parameters
    ----------
    styles : Styles
        The paragraph styles.
    """

    def __init__(self, styles: Styles) -> None:
        self.styles = styles
        self._story: list[Flowable] = []
        self._waiting: list[Flowable] = []
        self._section = 0
        self._subsection = 0
        self._table = 0
        self._figure = 0

    def story(self) -> list[Flowable]:
        """Return everything written so far.

        Returns
        -------
        list of Flowable
            In reading order.
        """
        self._story += self._waiting
        self._waiting = []
        return self._story

    def add(self, *flowables: Flowable) -> None:
        """Add flowables that stay together with the heading above them.

        Parameters
        ----------
        *flowables : Flowable
            One block.
        """
        block = [*self._waiting, *flowables]
        self._waiting = []
        self._story.append(KeepTogether(block) if len(block) > 1 else block[0])

    def add_alone(self, flowable: Flowable) -> None:
        """Add a flowable that may break across pages and must not be wrapped in a block.

        Parameters
        ----------
        flowable : Flowable
            The flowable.
        """
        self._story += [*self._waiting, flowable]
        self._waiting = []

    def new_page(self) -> None:
        """Go to a new page unless the present one is empty."""
        self._story += [*self._waiting, PageBreak()]
        self._waiting = []

    def room(self, height: float) -> None:
        """Go to a new page if less room is left.

        Parameters
        ----------
        height : float
            Needed height in points.
        """
        self._story.append(CondPageBreak(height))

    def title(self, text: str) -> None:
        """Add the title of the document, the first bookmark.

        Parameters
        ----------
        text : str
            The title.
        """
        heading = Paragraph(plain(text), self.styles.title)
        heading.outline = OutlineEntry("title", text, 0, in_contents=False)
        self._waiting.append(heading)

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
        heading = Paragraph(plain(text), self.styles.section)
        heading.outline = OutlineEntry(f"section-{text}", text, 0, in_contents=False)
        self._waiting.append(heading)

    def _heading(self, number: str, text: str, level: int, *, in_contents: bool = True) -> None:
        """Put a heading before whatever comes next."""
        style = self.styles.subsection if level else self.styles.section
        if not self._waiting:
            self.room(SUBSECTION_ROOM if level else SECTION_ROOM)
        heading = Paragraph(f"{plain(number)}\N{EN SPACE}{plain(text)}", style)
        heading.outline = OutlineEntry(
            f"section-{number}", f"{number}\N{EN SPACE}{text}", level, in_contents=in_contents
        )
        self._waiting.append(heading)

    def text(self, markup: str) -> None:
        """Add a paragraph.

        Parameters
        ----------
        markup : str
            Its text, already escaped.
        """
        self.add(Paragraph(markup, self.styles.body))

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
        for item in items:
            self.add(Paragraph(item, self.styles.bullet, bulletText="\N{BULLET}"))
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
        heading = []
        if caption:
            self._table += 1
            heading = [Paragraph(f"Table {self._table}. {caption}", self.styles.caption)]
        body = make_table(self.styles, columns, rows, groups=groups, total=total)
        foot = [Paragraph(note, self.styles.note)] if note else []
        if len(rows) < LONG_TABLE and not breakable:
            self.add(*heading, body, *foot)
            return
        self.room(170)
        self._story += [*self._waiting, *heading, body, *foot]
        self._waiting = []

    def figure(self, caption: str, *body: Flowable, note: str = "") -> None:
        """Add a figure with a numbered caption above it.

        Parameters
        ----------
        caption : str
            What it shows, as markup.
        *body : Flowable
            The figure.
        note : str
            A note below it, as markup.
        """
        self._figure += 1
        heading = Paragraph(f"Figure {self._figure}. {caption}", self.styles.caption)
        foot = [Paragraph(note, self.styles.note)] if note else []
        self.add(heading, *body, *foot)
