"""A document as data: headings, texts, tables and figures in reading order.

How they look is left to what renders them: `certify.present.terminal` on a screen,
`certify.present.pdf` as a PDF, `certify.present.html` as a page. Texts are markup
(`certify.present.markup`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from certify.present.charts import Chart
from certify.present.grids import Grid
from certify.present.markup import plain
from certify.present.quantity import Interval, Number, Quantity
from certify.present.shapes import Drawing

ColumnKind = Literal["text", "bold", "number", "centre", "mono"]
TextKind = Literal["body", "lead", "note", "code", "subtitle", "end"]
HeadingKind = Literal["title", "part", "section", "subsection"]


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
    is_markup : bool
        Whether what stands in the column is markup, and not text.
    """

    title: str
    share: float = 1.0
    kind: ColumnKind = "text"
    value: Callable[[Any], Any] = str
    quantity: Quantity | Interval | None = None
    is_markup: bool = False

    def cell(self, item: Any) -> str:
        """Return what stands in the column for an item."""
        found = self.value(item)
        if self.quantity is not None:
            return self.quantity(found)
        return found if isinstance(found, Number) or self.is_markup else plain(str(found))


def number(
    title: str, value: Callable[[Any], Any], quantity: Quantity | Interval, share: float = 1.0
) -> Column:
    """Return a column of numbers of one quantity, or of estimates with their intervals."""
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
        Of the document, of a part of it, of a section or of a subsection.
    markup : str
        What is printed, with the mark behind it.
    in_contents : bool
        Whether it has a line in the contents.
    opens : bool
        Whether it goes to a new page if one was asked for.
    part : str
        The part of the document that it heads or stands in; empty where it has none.
    """

    key: str
    title: str
    kind: HeadingKind
    markup: str
    in_contents: bool = True
    opens: bool = False
    part: str = ""

    @property
    def level(self) -> int:
        """Depth in the bookmarks: 0 of the document and its parts, then sections, subsections."""
        below = ("section", "subsection")
        return below.index(self.kind) + bool(self.part) if self.kind in below else 0

    @property
    def depth(self) -> int:
        """Depth in the contents of its part."""
        return int(self.kind == "subsection")

    def is_listed(self, part: str) -> bool:
        """Return whether it has a line in the contents of a part, which name the other parts."""
        return self.in_contents and (self.part == part) != (self.kind == "part")


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
            columns,
            rows,
            caption=plain(caption),
            note=plain(note),
            is_numbered=bool(caption),
            **looks,
        )

    def group_of(self) -> list[str]:
        """Return the title of the group of each column; empty for one that has none."""
        named = [title for title, span in self.groups for _ in range(span)]
        return named or [""] * len(self.columns)


Picture = Drawing | Grid | Chart


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

    @classmethod
    def of(cls, caption: str, *body: Picture, note: str = "", alternative: str = "") -> Figure:
        """Return a figure, its caption and its note as plain text."""
        return cls(plain(caption), plain(caption), body, plain(note), alternative)


@dataclass(frozen=True)
class Together:
    """Parts that stay with each other and with the heading above them."""

    parts: tuple[Text | Table, ...]


@dataclass(frozen=True)
class Contents:
    """The table of contents, of one part if the document has parts."""

    part: str = ""


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
