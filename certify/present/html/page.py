"""A document as an HTML page: headings, tables with captions and scopes, charts as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import singledispatchmethod
from html import escape

from certify.present.alternatives import alternative_of
from certify.present.document import (
    Band,
    Bullets,
    Column,
    Contents,
    Element,
    Figure,
    Heading,
    Imprint,
    NewPage,
    Room,
    Table,
    Text,
    Together,
)
from certify.present.grids import Grid, GridCell, GridPart
from certify.present.html.style import SCOPE, scoped_style, style_sheet
from certify.present.html.words import html_of
from certify.present.markup import spoken
from certify.present.shapes import Drawing
from certify.present.svg import Measure, svg_of

LANGUAGE = "en-GB"
BREAK = "<br/>"
LONG_TEXT = 40
"""Letters of a cell from which on it keeps some width on a small screen."""
TEXTS = {"body": "", "note": "note", "subtitle": "subtitle", "lead": "lead", "end": "end"}


def html_page(
    elements: Sequence[Element], imprint: Imprint, measure: Measure | None = None
) -> bytes:
    """Return a document as a page that needs nothing else: no script, no file beside it.

    `measure`: how wide a text of a drawing is, as `svg_of` takes it. The result: HTML in UTF-8:
    equal for equal arguments.
    """
    page = _Page(elements, measure)
    for element in elements:
        page.write(element)
    name, beside, number = map(escape, imprint.head)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{LANGUAGE}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(imprint.title)}</title>",
        f'<meta name="description" content="{escape(imprint.subject)}">',
        f'<meta name="author" content="{escape(imprint.author)}">',
        f'<meta name="keywords" content="{escape(", ".join(imprint.keywords))}">',
        f"<style>\n{style_sheet()}</style>",
        "</head>",
        "<body>",
        f'<header class="head"><span><b>{name}</b> {beside}</span><span>{number}</span></header>',
        "<main>",
        *page.ended(),
        "</main>",
        f'<footer class="foot"><span>{escape(imprint.foot)}</span></footer>',
        "</body>",
        "</html>",
    ]
    return ("\n".join(lines) + "\n").encode()


def html_fragment(
    elements: Sequence[Element], measure: Measure | None = None, *, prefix: str = "picture"
) -> str:
    """Return a document as part of a page that is somebody else's, such as a notebook.

    `measure`: how wide a text of a drawing is, as `svg_of` takes it. The result: HTML without head
    or script. Its style holds within it alone, light or dark as the reader's system, a notebook or
    a site of documents has it.
    """
    body = html_body(elements, measure, prefix=prefix)
    return "\n".join([f'<div class="{SCOPE}">', scoped_style(), body, "</div>"])


def html_body(
    elements: Sequence[Element], measure: Measure | None = None, *, prefix: str = "picture"
) -> str:
    """Return a document as part of a page that has `style_sheet`: no style stands in it."""
    page = _Page(elements, measure, prefix)
    for element in elements:
        page.write(element)
    return "\n".join(page.ended())


class _Page:
    """The lines of a page, and the sections that are open."""

    def __init__(
        self, elements: Sequence[Element], measure: Measure | None, prefix: str = "picture"
    ) -> None:
        self._measure, self._prefix = measure, prefix
        self._headings = [element for element in elements if isinstance(element, Heading)]
        self._lines: list[str] = []
        self._open = 0
        self._pictures = 0
        self._named: Counter[str] = Counter()

    def ended(self) -> list[str]:
        """Return all lines, every section closed."""
        self._close(0)
        return self._lines

    def _close(self, depth: int) -> None:
        """Close sections down to so many."""
        while self._open > depth:
            self._lines.append("</section>")
            self._open -= 1

    @singledispatchmethod
    def write(self, element: Element) -> None:
        """Write an element."""
        raise TypeError(f"no HTML is known for {type(element).__name__}")

    @write.register
    def _(self, heading: Heading) -> None:
        if heading.kind == "title":
            self._lines.append(f'<h1 id="{escape(heading.key)}">{html_of(heading.markup)}</h1>')
            return
        self._close(heading.level)
        self._lines.append(f'<section aria-labelledby="{escape(heading.key)}">')
        self._open += 1
        tag = f"h{2 + heading.level}"
        self._lines.append(f'<{tag} id="{escape(heading.key)}">{html_of(heading.markup)}</{tag}>')

    @write.register
    def _(self, text: Text) -> None:
        if text.kind == "code":
            self._lines.append(f"<pre>{html_of(text.markup)}</pre>")
            return
        name = TEXTS[text.kind]
        self._lines.append(f"<p{_class(name)}>{html_of(text.markup)}</p>")

    @write.register
    def _(self, bullets: Bullets) -> None:
        self._lines.append("<ul>")
        self._lines += [f"<li>{html_of(item)}</li>" for item in bullets.items]
        self._lines.append("</ul>")

    @write.register
    def _(self, together: Together) -> None:
        for part in together.parts:
            self.write(part)

    @write.register
    def _(self, table: Table) -> None:
        self._lines.append(self._region(spoken(table.caption) or "Table"))
        self._lines += _table_lines(table)
        self._lines.append("</div>")
        self._note(table.note)

    @write.register
    def _(self, figure: Figure) -> None:
        if any(not isinstance(each, Drawing | Grid) for each in figure.body):
            from certify.present.pdf.charts import drawn

            figure = drawn(figure)
        self._lines.append("<figure>")
        self._lines.append(f"<figcaption>{html_of(figure.caption)}</figcaption>")
        said = alternative_of(figure)
        for picture in figure.body:
            if isinstance(picture, Grid):
                self._lines += self._grid_lines(picture, spoken(figure.title))
            elif isinstance(picture, Drawing):
                self._pictures += 1
                self._lines.append(
                    svg_of(
                        picture,
                        title=spoken(figure.title),
                        description=said,
                        prefix=f"{self._prefix}-{self._pictures}",
                        measure=self._measure,
                    )
                )
        self._note(figure.note)
        self._lines.append("</figure>")

    @write.register
    def _(self, contents: Contents) -> None:
        name = f"Contents of the {contents.part.lower()}" if contents.part else "Contents"
        self._lines.append(f'<nav aria-label="{escape(name)}">')
        self._lines.append("<ol>")
        for heading in self._headings:
            if heading.is_listed(contents.part):
                sub = _class("sub" if heading.depth else "")
                link = f'<a href="#{escape(heading.key)}">{escape(heading.title)}</a>'
                self._lines.append(f"<li{sub}>{link}</li>")
        self._lines += ["</ol>", "</nav>"]

    @write.register
    def _(self, _page: NewPage) -> None:
        """Write nothing: a page on a screen has no end."""

    @write.register
    def _(self, _room: Room) -> None:
        """Write nothing: a page on a screen has no end."""

    def _region(self, label: str) -> str:
        """Return the beginning of what scrolls by itself; its name on the page is its own."""
        self._named[label] += 1
        number = self._named[label]
        name = escape(label if number == 1 else f"{label} ({number})")
        return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">'

    def _grid_lines(self, grid: Grid, title: str) -> Iterator[str]:
        """Yield the tables of a grid, and its key."""
        yield '<div class="grids">'
        for parts in grid.columns:
            yield self._region(title)
            for part in parts:
                yield from _part_lines(part)
            yield "</div>"
        yield "</div>"
        if grid.key:
            yield '<ul class="key">'
            for entry in grid.key:
                cell = f'<span class="filled fill-{entry.fill.name}">{escape(entry.text)}</span>'
                yield f"<li>{cell} {escape(entry.meaning)}</li>"
            yield "</ul>"

    def _note(self, note: str) -> None:
        if note:
            self._lines.append(f'<p class="note">{html_of(note)}</p>')


def _class(*names: str) -> str:
    """Return the attribute of classes, or nothing."""
    found = " ".join(name for name in names if name)
    return f' class="{found}"' if found else ""


def _table_lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table."""
    yield "<table>"
    if table.caption:
        yield f"<caption><span>{html_of(table.caption)}</span></caption>"
    if table.has_header:
        yield "<thead>"
        if table.groups:
            yield _row(
                f'<th scope="colgroup"{_span(span)}>{html_of(title)}</th>'
                if title
                else f"<td{_span(span)}></td>"
                for title, span in table.groups
            )
        yield _row(
            f'<th scope="col"{_class(column.kind if column.kind in ("number", "centre") else "")}>'
            f"{html_of(column.title)}</th>"
            if column.title
            else "<td></td>"
            for column in table.columns
        )
        yield "</thead>"
    yield "<tbody>"
    last = len(table.rows) - 1
    for number, row in enumerate(table.rows):
        is_total = table.total and number == last
        if isinstance(row, Band):
            yield _band(row, len(table.columns))
        else:
            for line in _lines_of(row):
                yield _cells(line, table.columns, is_total=is_total)
    yield "</tbody>"
    yield "</table>"


def _lines_of(row: Sequence[str]) -> Sequence[Sequence[str]]:
    """Return the rows of one whose cells have as many lines each, which belong together."""
    lines = [cell.split(BREAK) for cell in row]
    if len({len(each) for each in lines}) > 1 or len(lines[0]) == 1:
        return [row]
    return list(zip(*lines, strict=True))


def _span(columns: int) -> str:
    return f' colspan="{columns}"' if columns > 1 else ""


def _row(cells: Iterator[str], name: str = "") -> str:
    return f"<tr{_class(name)}>{''.join(cells)}</tr>"


def _band(band: Band, columns: int) -> str:
    if not band.text:
        return f'<tr class="band"><td colspan="{columns}"></td></tr>'
    head = f'<th scope="rowgroup" colspan="{columns}">{html_of(band.text)}</th>'
    return f'<tr class="band">{head}</tr>'


def _cells(row: Sequence[str], columns: Sequence[Column], *, is_total: bool) -> str:
    """Return a row; its first cell heads it, unless it goes on with what stands above."""
    cells = []
    for number, (text, column) in enumerate(zip(row, columns, strict=True)):
        kind = _class(column.kind if column.kind != "text" else "")
        if number == 0 and text:
            cells.append(f'<th scope="row"{kind}>{html_of(text)}</th>')
        else:
            is_long = column.kind == "text" and len(text) > LONG_TEXT
            cells.append(f"<td{_class('long') if is_long else kind}>{html_of(text)}</td>")
    return _row(iter(cells), "total" if is_total else "")


def _part_lines(part: GridPart) -> Iterator[str]:
    yield '<table class="grid">'
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in part.heads)
    yield f'<thead><tr><th scope="col">{escape(part.title)}</th>{heads}</tr></thead>'
    yield "<tbody>"
    for hand, cells in part.rows:
        yield (
            f'<tr><th scope="row">{escape(hand)}</th>{"".join(_grid_cell(each) for each in cells)}'
            "</tr>"
        )
    yield "</tbody></table>"


def _grid_cell(cell: GridCell) -> str:
    names = _class(
        f"filled fill-{cell.fill.name}" if cell.fill else "",
        "strong" if cell.is_strong else "",
        "framed" if cell.is_framed else "",
    )
    figure = f"<br>{escape(cell.figure)}" if cell.figure else ""
    text = cell.text.replace("-", "\N{EN DASH}")
    told = f' title="{escape(cell.told)}"' if cell.told else ""
    return f"<td{names}{told}>{escape(text)}{figure}</td>"
