"""Collects what a report shows, in reading order, numbers it, and typesets it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from certify.present.document import (
    Band,
    Bullets,
    Column,
    Contents,
    Element,
    Figure,
    Heading,
    HeadingKind,
    NewPage,
    Picture,
    Room,
    Row,
    Table,
    Text,
    Together,
)
from certify.present.markup import HELD, MINUS, plain, typeset
from certify.present.quantity import NONE, Number

TITLE_KEY = "title"
EN_SPACE = "\N{EN SPACE}"
EN_DASH = "\N{EN DASH}"


def printed(cell: str) -> str:
    """Return a cell as a report prints it: numbers typeset on one line, a dash where none is."""
    if isinstance(cell, Number):
        text = typeset(cell.replace(" ", HELD)).replace("-", MINUS)
        return Number.of(cell.value, text)
    return EN_DASH if cell == NONE else cell


def printed_table(table: Table) -> Table:
    """Return a table as a report prints it: its numbers, and those in words about it, typeset."""
    rows = [
        Band(typeset(row.text)) if isinstance(row, Band) else tuple(map(printed, row))
        for row in table.rows
    ]
    return replace(
        table,
        caption=typeset(table.caption),
        columns=[replace(column, title=typeset(column.title)) for column in table.columns],
        rows=rows,
        note=typeset(table.note),
    )


def prose_table(table: Table) -> Table:
    """Return a table whose cells hold sentences of a study, their numbers as print has them."""
    rows: list[Row] = [
        row
        if isinstance(row, Band)
        else [cell if isinstance(cell, Number) or cell == NONE else typeset(cell) for cell in row]
        for row in table.rows
    ]
    return replace(table, rows=rows)


class Composer:
    """Collects what a document shows, in reading order, and numbers it."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self._part = ""
        self._is_annex = False
        self._section = 0
        self._subsection = 0
        self._table = 0
        self._figure = 0
        self._mark = ""

    @property
    def headings(self) -> list[Heading]:
        """All headings so far, in reading order."""
        return [element for element in self.elements if isinstance(element, Heading)]

    @contextmanager
    def marked(self, mark: str) -> Iterator[None]:
        """Put a mark at every heading and caption that is written meanwhile."""
        before, self._mark = self._mark, mark
        try:
            yield
        finally:
            self._mark = before

    def add(self, *parts: Text | Table) -> None:
        """Add parts that stay together with the heading above them."""
        self.elements.append(
            Together(
                tuple(
                    printed_table(part)
                    if isinstance(part, Table)
                    else replace(part, markup=typeset(part.markup))
                    for part in parts
                )
            )
        )

    def write(self, parts: Iterable[Text | Bullets | Table], where: str = "") -> None:
        """Add what a view describes, its sentences as print has them; the headings are others."""
        for part in parts:
            if isinstance(part, Table):
                self.put(prose_table(part), where)
            elif isinstance(part, Bullets):
                self.bullets(part.items)
            elif part.kind != "lead":
                self.text(part.markup)

    def contents(self) -> None:
        """Add the table of contents of the part."""
        self.elements.append(Contents(self._part))

    def new_page(self) -> None:
        """Go to a new page before the next heading, unless much of the present one is left."""
        self.elements.append(NewPage())

    def room(self, height: float) -> None:
        """Go to a new page if less room than so many points is left."""
        self.elements.append(Room(height))

    def title(self, text: str) -> None:
        """Add the title of the document, the first bookmark."""
        self._head(TITLE_KEY, text, "title", plain(text), in_contents=False)

    def subtitle(self, markup: str) -> None:
        """Add a line below the title."""
        self.elements.append(Text(markup, "subtitle"))

    def part(self, text: str, *, is_annex: bool = False) -> None:
        """Begin a part of the document; the sections of an annex have letters for numbers."""
        self._part, self._is_annex = text, is_annex
        self._section = 0
        self.new_page()
        self._head(f"part-{text}", text, "part", plain(text), opens=True)

    def section(self, text: str) -> None:
        """Begin a numbered section."""
        self._section += 1
        self._subsection = 0
        self._numbered(self._section_number, text, "section")

    @property
    def _section_number(self) -> str:
        """The number of the section: in an annex a letter."""
        return ascii_uppercase[self._section - 1] if self._is_annex else f"{self._section}"

    def subsection(self, text: str, *, in_contents: bool = True) -> None:
        """Begin a numbered subsection, with or without a line in the contents."""
        self._subsection += 1
        number = f"{self._section_number}.{self._subsection}"
        self._numbered(number, text, "subsection", in_contents=in_contents)

    def labelled(self, label: str, text: str) -> None:
        """Begin a subsection with a label in place of a number, and no line in the contents."""
        self._numbered(label, text, "subsection", in_contents=False)

    def unnumbered(self, text: str) -> None:
        """Begin a section that has no number and is not listed in the contents."""
        self._head(f"section-{text}", text, "section", plain(text), in_contents=False, opens=True)

    def _numbered(
        self, number: str, text: str, kind: HeadingKind, *, in_contents: bool = True
    ) -> None:
        markup = f"{plain(number)}{EN_SPACE}{plain(text)}"
        title = f"{number}{EN_SPACE}{text}"
        self._head(f"section-{number}", title, kind, markup, in_contents=in_contents)

    def _head(
        self,
        key: str,
        title: str,
        kind: HeadingKind,
        markup: str,
        *,
        in_contents: bool = True,
        opens: bool = False,
    ) -> None:
        marked = f"{markup}{self._mark}"
        self.elements.append(Heading(key, title, kind, marked, in_contents, opens, self._part))

    def text(self, markup: str) -> None:
        """Add a paragraph, its numbers as print has them."""
        self.elements.append(Text(typeset(markup)))

    def lead(self, text: str) -> None:
        """Add a short heading without a number, which stands in no contents."""
        self.elements.append(Text(plain(text), "lead"))

    def note(self, markup: str) -> None:
        """Add a note in small print."""
        self.elements.append(Text(typeset(markup), "note"))

    def code(self, text: str) -> None:
        """Add a line of code."""
        self.elements.append(Text(plain(text), "code"))

    def end(self, text: str) -> None:
        """Add the end mark."""
        self.elements.append(Text(plain(text), "end"))

    def bullets(self, items: Sequence[str]) -> None:
        """Add a list, its items as markup."""
        self.elements.append(Bullets(tuple(map(typeset, items))))

    def table(
        self,
        caption: str,
        columns: Sequence[Column],
        rows: Sequence[Row],
        *,
        note: str = "",
        **looks: Any,
    ) -> None:
        """Add a table with a numbered caption, as `Table` has them; caption and note are markup."""
        self.put(Table(columns, rows, caption, note, **looks))

    def put(self, shown: Table | Figure, where: str = "") -> None:
        """Add a table or figure of a view, its caption numbered, its numbers as print has them."""
        caption = f"{shown.caption}, {plain(where)}" if where else shown.caption
        if isinstance(shown, Figure):
            self.figure(caption, *shown.body, note=shown.note, alternative=shown.alternative)
        else:
            self._put(printed_table(replace(shown, caption=caption)))

    def _put(self, table: Table) -> None:
        caption = table.caption
        if caption:
            self._table += 1
            caption = f"Table {self._table}. {caption}{self._mark}"
        self.elements.append(replace(table, caption=caption, is_numbered=True))

    def figure(self, caption: str, *body: Picture, note: str = "", alternative: str = "") -> None:
        """Add a figure with a numbered caption, as `Figure` has it."""
        self._figure += 1
        caption = typeset(caption)
        numbered = f"Figure {self._figure}. {caption}{self._mark}"
        self.elements.append(Figure(numbered, caption, body, typeset(note), alternative))
