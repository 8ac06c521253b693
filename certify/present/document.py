"""A document as data: headings, texts, tables and figures in reading order.

A `Composer` collects them. How they look is left to what renders them: `certify.present.pdf` as a
PDF, `certify.present.html` as a page. Texts are markup (`certify.present.markup`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

from certify.present.figures import MINUS, typeset
from certify.present.figures import NONE as NO_FIGURE
from certify.present.grids import Grid
from certify.present.markup import plain
from certify.present.quantity import NONE, Number, Quantity
from certify.present.shapes import Drawing

TITLE_KEY = "title"
EN_SPACE = "\N{EN SPACE}"
THOUSANDS = "\N{NO-BREAK SPACE}"

ColumnKind = Literal["text", "bold", "number", "centre", "mono"]
TextKind = Literal["body", "lead", "note", "code", "subtitle", "end"]
HeadingKind = Literal["title", "section", "subsection"]


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    title : str
        Header, with the unit where the cells are figures.
    share : float
        Width in relation to the other columns, where the page is laid out in advance.
    kind : str
        How cells are set. Figures stand flush right: with one number of decimals a column and
        digits of one width that puts the decimal points under each other.
    value : callable, optional
        What of an item stands in the column, where `Table.of` makes the rows.
    quantity : Quantity, optional
        How that is written, if it is a number.
    """

    title: str
    share: float = 1.0
    kind: ColumnKind = "text"
    value: Callable[[Any], Any] = str
    quantity: Quantity | None = None

    def cell(self, item: Any) -> str:
        """Return what stands in the column for an item."""
        found = self.value(item)
        if self.quantity is not None:
            return self.quantity(found)
        return found if isinstance(found, Number) else plain(str(found))


def number(
    title: str, value: Callable[[Any], Any], quantity: Quantity, share: float = 1.0
) -> Column:
    """Return a column of numbers of one quantity."""
    return Column(title, share, "number", value, quantity)


def numbers(*titles: str) -> tuple[Column, ...]:
    """Return columns of figures that are written already."""
    return tuple(Column(title, 1.0, "number") for title in titles)


@dataclass(frozen=True)
class Band:
    """A row that names the group of the rows below it; without a name, a line above them."""

    text: str = ""


Row = Sequence[str] | Band


@dataclass(frozen=True)
class Heading:
    """A heading, with its place in bookmarks and contents.

    Attributes
    ----------
    key : str
        What links lead to, unique in the document.
    title : str
        As plain text, with its number or label.
    kind : str
        Of the document, of a section or of a subsection.
    markup : str
        What is printed, with the mark behind it.
    in_contents : bool
        Whether it has a line in the contents.
    opens : bool
        Whether it goes to a new page if one was asked for.
    """

    key: str
    title: str
    kind: HeadingKind
    markup: str
    in_contents: bool = True
    opens: bool = False

    @property
    def level(self) -> int:
        """Depth in the bookmarks: 0 of the document and of sections, 1 of subsections."""
        return int(self.kind == "subsection")


@dataclass(frozen=True)
class Text:
    """A paragraph, and what it is."""

    markup: str
    kind: TextKind = "body"


@dataclass(frozen=True)
class Bullets:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes
    ----------
    columns : sequence of Column
        The columns.
    rows : sequence of Row
        Cells as markup, one for each column, or a band across all of them.
    caption : str
        What it shows, as markup; empty for a table that the text introduces.
    note : str
        What stands below it.
    groups : sequence of (str, int)
        A first header line: title and how many columns it spans.
    has_header : bool
        Whether the titles of the columns are shown.
    total : bool
        Whether the last row sums up the others.
    breakable : bool
        Whether even a short table may continue on the next page.
    is_numbered : bool
        Whether it stands by itself; one that belongs to the text around it has no number.
    """

    columns: Sequence[Column]
    rows: Sequence[Row]
    caption: str = ""
    note: str = ""
    groups: Sequence[tuple[str, int]] = ()
    has_header: bool = True
    total: bool = False
    breakable: bool = False
    is_numbered: bool = False

    @classmethod
    def of(
        cls,
        caption: str,
        columns: Sequence[Column],
        items: Iterable[Any],
        note: str = "",
        **looks: Any,
    ) -> Table:
        """Return a table with a row for each item, in the columns that tell of it.

        `items`: what the rows tell of; a band stands as it is.
        """
        rows = [
            item if isinstance(item, Band) else tuple(column.cell(item) for column in columns)
            for item in items
        ]
        return cls(
            columns, rows, caption=plain(caption), note=plain(note), is_numbered=True, **looks
        )

    def group_of(self) -> list[str]:
        """Return the title of the group of each column; empty for one that has none."""
        named = [title for title, span in self.groups for _ in range(span)]
        return named or [""] * len(self.columns)


Picture = Drawing | Grid


@dataclass(frozen=True)
class Figure:
    """A figure: charts, or grids of a strategy.

    Attributes
    ----------
    caption : str
        What it shows, as markup, with its number.
    title : str
        The same without number and mark.
    body : tuple of Picture
        What is drawn, from above.
    note : str
        What stands below it.
    alternative : str
        What is said in its place to people who do not see it; empty if caption, labels and note do.
    """

    caption: str
    title: str
    body: tuple[Picture, ...]
    note: str = ""
    alternative: str = ""


@dataclass(frozen=True)
class Together:
    """Parts that stay with each other and with the heading above them."""

    parts: tuple[Text | Table, ...]


@dataclass(frozen=True)
class Contents:
    """The table of contents."""


@dataclass(frozen=True)
class NewPage:
    """What comes next begins a page, unless much of the present one is left."""


@dataclass(frozen=True)
class Room:
    """What comes next needs so many points of a page."""

    height: float


Element = Heading | Text | Bullets | Table | Figure | Together | Contents | NewPage | Room


@dataclass(frozen=True)
class Imprint:
    """What a document says of itself on every page and in its metadata.

    Attributes
    ----------
    title : str
        Its title in the metadata.
    subject, author : str
        The same of the metadata.
    keywords : tuple of str
        The same.
    head : tuple of str
        What stands above every page: in bold at the left, beside it, and at the right.
    foot : str
        What stands below every page, beside the page's number.
    issued : str
        Date, YYYY-MM-DD: of the document and of its attachments.
    seed : str
        The hash of everything that is printed.
    """

    title: str
    subject: str
    author: str
    keywords: tuple[str, ...]
    head: tuple[str, str, str]
    foot: str
    issued: str
    seed: str


def printed(cell: str) -> str:
    """Return a cell as a report prints it: numbers typeset on one line, a dash where none is."""
    if isinstance(cell, Number):
        text = cell.replace("-", MINUS).replace(",", THOUSANDS).replace(" ", THOUSANDS)
        return Number.of(cell.value, typeset(text))
    return NO_FIGURE if cell == NONE else cell


class Composer:
    """Collects what a document shows, in reading order, and numbers it.

    Attributes
    ----------
    elements : list of Element
        Everything so far.
    """

    def __init__(self) -> None:
        self.elements: list[Element] = []
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
        """Put a mark at every heading and caption that is written meanwhile.

        `mark`: markup, read out with the words that it stands behind; it is in no bookmark and not
        in the contents.
        """
        before, self._mark = self._mark, mark
        try:
            yield
        finally:
            self._mark = before

    def add(self, *parts: Text | Table) -> None:
        """Add parts that stay together with the heading above them."""
        self.elements.append(Together(parts))

    def contents(self) -> None:
        """Add the table of contents, which has its page for itself."""
        self.elements.append(Contents())

    def new_page(self) -> None:
        """Go to a new page before the next heading, unless much of the present one is left.

        The page of the contents has nothing else on it.
        """
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

    def section(self, text: str) -> None:
        """Begin a numbered section."""
        self._section += 1
        self._subsection = 0
        self._numbered(f"{self._section}", text, "section")

    def subsection(self, text: str, *, in_contents: bool = True) -> None:
        """Begin a numbered subsection.

        `in_contents`: whether it has a line in the contents, which are one page; it has a bookmark
        anyway.
        """
        self._subsection += 1
        number = f"{self._section}.{self._subsection}"
        self._numbered(number, text, "subsection", in_contents=in_contents)

    def labelled(self, label: str, text: str) -> None:
        """Begin a subsection that has a label of its own in place of a number.

        It has a bookmark but no line in the contents, since there may be many.
        """
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
        in_contents: bool,
        opens: bool = False,
    ) -> None:
        marked = f"{markup}{self._mark}"
        self.elements.append(Heading(key, title, kind, marked, in_contents, opens))

    def text(self, markup: str) -> None:
        """Add a paragraph."""
        self.elements.append(Text(markup))

    def lead(self, text: str) -> None:
        """Add a short heading without a number, which stands in no contents."""
        self.elements.append(Text(plain(text), "lead"))

    def note(self, markup: str) -> None:
        """Add a note in small print."""
        self.elements.append(Text(markup, "note"))

    def code(self, text: str) -> None:
        """Add a line of code."""
        self.elements.append(Text(plain(text), "code"))

    def end(self, text: str) -> None:
        """Add the end mark."""
        self.elements.append(Text(plain(text), "end"))

    def bullets(self, items: Sequence[str]) -> None:
        """Add a list, its items as markup."""
        self.elements.append(Bullets(tuple(items)))

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
        """Add a table with a numbered caption, as `Table` has them.

        `caption`: what it shows, as markup; empty for a table that the text introduces.
        """
        self._put(Table(columns, rows, caption, note, groups, total=total, breakable=breakable))

    def put(self, shown: Table | Figure, where: str = "") -> None:
        """Add a table or figure of a view, its caption numbered, its numbers as print has them."""
        caption = f"{shown.caption}, {plain(where)}" if where else shown.caption
        if isinstance(shown, Figure):
            self.figure(caption, *shown.body, note=shown.note, alternative=shown.alternative)
            return
        rows = [
            Band(typeset(row.text)) if isinstance(row, Band) else [*map(printed, row)]
            for row in shown.rows
        ]
        columns = [replace(column, title=typeset(column.title)) for column in shown.columns]
        caption, note = map(typeset, (caption, shown.note))
        self._put(replace(shown, caption=caption, columns=columns, rows=rows, note=note))

    def _put(self, table: Table) -> None:
        caption = table.caption
        if caption:
            self._table += 1
            caption = f"Table {self._table}. {caption}{self._mark}"
        self.elements.append(replace(table, caption=caption, is_numbered=True))

    def figure(self, caption: str, *body: Picture, note: str = "", alternative: str = "") -> None:
        """Add a figure with a numbered caption, as `Figure` has it."""
        self._figure += 1
        numbered = f"Figure {self._figure}. {caption}{self._mark}"
        self.elements.append(Figure(numbered, caption, body, note, alternative))
