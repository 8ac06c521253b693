"""A document on the screen: at most 80 columns, tables in plain lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import unescape

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.table import Column as ScreenColumn
from rich.table import Table as ScreenTable
from rich.text import Text as ScreenText

from certify.present.document import Band, Bullets, Element, Figure, Row, Table, Text
from certify.present.grids import Grid, GridCell
from certify.present.markup import spoken
from certify.present.paragraphs import WIDTH, paragraphs

BREAK = "<br/>"
MARK = "\N{SECTION SIGN}"
"""Stands in a table where the name of a group of rows will."""
LEAST_NAME = 6
"""Columns of the screen into which a name can be folded."""
MOST_HELD = 50
"""Columns of the screen up to which what has a fixed width, such as a path, is not folded."""


class _Screen(Console):
    """Standard output, plain text taken as it is; a closed pipe is left to the caller."""

    def __init__(self) -> None:
        super().__init__(markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Let the error pass, so that the command line ends as it ends everywhere."""
        raise BrokenPipeError


def print_elements(elements: Iterable[Element]) -> None:
    """Print elements to standard output, an empty line between them but under a short heading.

    Figures that need a page, as charts do, are left out.
    """
    screen = _Screen()
    before: Element | None = None
    for element in elements:
        if isinstance(element, Figure) and not _grids_of(element):
            continue
        if before is not None and not (isinstance(before, Text) and before.kind == "lead"):
            screen.print()
        drawn = on_screen(element)
        # Text is wrapped already; once more would break a hash or a path.
        screen.print(drawn, soft_wrap=isinstance(drawn, ScreenText))
        before = element


def on_screen(element: Element) -> RenderableType:
    """Return an element of a document as the terminal shows it.

    `element`: a text, a list, a table, or a figure of grids; what needs a page is not shown in a
    terminal. Raises `TypeError` if it is something else.
    """
    if isinstance(element, Table):
        return _table(element)
    if isinstance(element, Figure):
        return _under(element.caption, element.note, *map(_grid, _grids_of(element)))
    if isinstance(element, Text):
        if element.kind == "code":
            return ScreenText(unescape(element.markup))
        is_bold = element.kind == "lead" or element.markup.startswith("<b>")
        style = "bold" if is_bold else ""
        return ScreenText(paragraphs(spoken(element.markup)), style=style)
    if isinstance(element, Bullets):
        return ScreenText("\n".join(paragraphs(spoken(item), hanging=2) for item in element.items))
    raise TypeError(
        f"expected a text, a list or a table for the terminal; found {type(element).__name__}"
    )


def _grids_of(figure: Figure) -> list[Grid]:
    """Return what the terminal can show of a figure."""
    return [each for each in figure.body if isinstance(each, Grid)]


def empty_table() -> ScreenTable:
    """Return a table without columns, as all tables of the terminal look."""
    return ScreenTable(
        header_style="", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0)
    )


def _table(table: Table) -> RenderableType:
    """Return a table under its caption and over its note, both as wide as they need to be."""
    if not table.has_header:
        return _facts(table)
    drawn = empty_table()
    for column in table.columns:
        aligned = {"number": "right", "centre": "center"}.get(column.kind, "left")
        drawn.add_column(_title(column.title), justify=aligned, overflow="fold")  # type: ignore[arg-type]
    bands: list[str] = []
    for row in table.rows:
        _add(drawn, row, bands)
    for column, drawn_column in zip(table.columns, drawn.columns, strict=True):
        drawn_column.no_wrap = column.kind == "mono" and _width(drawn_column) <= MOST_HELD
    gap = "  " if sum(_widths(drawn)) + len("  ") * (len(drawn.columns) - 1) <= WIDTH else " "
    if gap == " ":
        drawn.padding = 0
        _hold_numbers(drawn)
    groups = _group_line(table, _folded(drawn, gap), gap)
    body = _with_bands(drawn, bands) if bands else drawn
    return _under(table.caption, table.note, *([groups] if groups else []), body)


def _facts(table: Table) -> ScreenText:
    """Return labels with their texts, which hang beside them, or stand below where room is short.

    Text is wrapped as paragraphs are, so that hashes and paths stay whole.
    """
    cells = [[cell.split(BREAK) for cell in row] for row in table.rows if not isinstance(row, Band)]
    labels = [[spoken(lines[0]) for lines in row[:-1]] for row in cells]
    widths = [max(map(len, column)) + len("  ") for column in zip(*labels, strict=True)]
    longest = max(len(word) for row in cells for line in row[-1] for word in line.split())
    margin = "  " if table.caption else ""
    room = WIDTH - len(margin) - sum(widths)
    below = table.columns[-1].kind == "mono" and longest > room
    indent = margin + "  " * (below or len(cells) < len(table.rows))
    shown: list[ScreenText] = []
    if table.caption:
        shown.append(ScreenText(paragraphs(spoken(table.caption)), style="bold"))
    for row in table.rows:
        if isinstance(row, Band):
            told = paragraphs(spoken(row.text), label=margin, hanging=len(indent))
            shown.append(ScreenText(told))
            continue
        *names, text = row
        padded = zip(map(spoken, names), widths, strict=True)
        label = "".join(f"{name:{width}}" for name, width in padded)
        style = "bold" if "<b>" in names[0] else ""
        if below:
            shown.append(ScreenText((margin + label).rstrip(), style=style))
            label = ""
        blank = indent + " " * len(label)
        for place, line in enumerate(text.split(BREAK)):
            before = blank if place else indent + label
            told = paragraphs(spoken(line), label=before, hanging=len(blank))
            shown.append(ScreenText(told or before.rstrip()))
            shown[-1].stylize(style, 0, len(before))
    if table.note:
        shown.append(ScreenText(paragraphs(spoken(table.note))))
    return ScreenText("\n").join(shown)


def _group_line(table: Table, widths: Sequence[int], gap: str) -> ScreenText | None:
    """Return the titles of groups, each over its columns and cut there; None if there are none."""
    if not table.groups:
        return None
    line, first = [], 0
    for title, span in table.groups:
        room = sum(widths[first : first + span]) + len(gap) * (span - 1)
        told = spoken(title)
        line.append((told if len(told) <= room else f"{told[: room - 1]}…").center(room))
        first += span
    return ScreenText(gap.join(line).rstrip())


def _folded(drawn: ScreenTable, gap: str) -> list[int]:
    """Return how wide columns are where the widest of the names is folded to make room."""
    widths = _widths(drawn)
    too_much = sum(widths) + len(gap) * (len(widths) - 1) - WIDTH
    names = [place for place, column in enumerate(drawn.columns) if column.justify != "right"]
    if too_much > 0 and names:
        widest = max(names, key=lambda place: widths[place])
        widths[widest] = max(LEAST_NAME, widths[widest] - too_much)
    return widths


def _with_bands(drawn: ScreenTable, bands: Sequence[str]) -> ScreenText:
    """Return a table in which the names of groups of rows go over all columns."""
    console = Console(width=WIDTH, force_terminal=True, color_system="standard", highlight=False)
    with console.capture() as captured:
        console.print(drawn)
    lines = ScreenText.from_ansi(captured.get().rstrip("\n")).split("\n")
    names = iter(bands)
    shown = [
        ScreenText(paragraphs(next(names))) if line.plain.lstrip().startswith(MARK) else line
        for line in lines
    ]
    for line in shown:
        line.rstrip()
    return ScreenText("\n").join(shown)


def _hold_numbers(drawn: ScreenTable) -> None:
    """Let names be folded in place of numbers, where that is enough."""
    columns = drawn.columns
    held = [column for column in columns if column.justify == "right"]
    least = (
        len(columns)
        - 1
        + sum(
            _width(column) if column in held else min(LEAST_NAME, _width(column))
            for column in columns
        )
    )
    for column in held:
        column.no_wrap = least <= WIDTH


def _under(caption: str, note: str, *drawn: RenderableType) -> Group:
    """Return what is drawn under its caption and over its note."""
    parts = list(drawn)
    if caption:
        parts.insert(0, ScreenText(paragraphs(spoken(caption)), style="bold"))
    if note:
        parts.append(ScreenText(paragraphs(spoken(note))))
    return Group(*parts)


def _grid(grid: Grid) -> ScreenTable:
    """Return a grid, its parts below each other."""
    drawn = empty_table()
    if grid.kind == "cards":
        # Sets of cards are long: the rule between columns has to do as the gap.
        drawn.padding = 0
    drawn.add_column("Hand", no_wrap=True)
    for head in grid.heads:
        drawn.add_column(head, justify="center", overflow="fold")
    kind = ""
    for hand, cells in grid.named_rows():
        if kind not in ("", hand.split()[0]):
            drawn.add_section()
        kind = hand.split()[0]
        drawn.add_row(hand, *(_cell(cell, grid) for cell in cells))
    return drawn


def _cell(cell: GridCell, grid: Grid) -> ScreenText:
    """Return a cell in its colour; a star stands for a frame."""
    text = f"{cell.text}{'*' if cell.is_framed else ''}"
    style = "" if cell.is_faint or cell.fill is None else f"black on {cell.fill.light}"
    return ScreenText(f"{text:^4}" if grid.kind == "actions" else text, style=style)


def _widths(drawn: ScreenTable) -> list[int]:
    """Return how many columns of the screen each column needs."""
    return list(map(_width, drawn.columns))


def _width(column: ScreenColumn) -> int:
    return max(
        cell_len(line) for cell in (column.header, *column.cells) for line in str(cell).split("\n")
    )


def _title(markup: str) -> str:
    """Return the title of a column; its own line breaks keep it narrow."""
    return "\n".join(spoken(line) for line in re.split("\n|<br/>", markup))


def _add(drawn: ScreenTable, row: Row, bands: list[str]) -> None:
    if not isinstance(row, Band):
        drawn.add_row(*map(_words, row))
        return
    if drawn.row_count:
        drawn.add_section()
    if row.text:
        bands.append(spoken(row.text))
        drawn.add_row(MARK)


def _words(cell: str) -> str | ScreenText:
    """Return what stands in a cell, in its lines; what is emphasised is bold as a whole."""
    if "<" not in cell:
        return unescape(cell) if "&" in cell else cell
    lines = (spoken(line) for line in cell.split(BREAK))
    return ScreenText("\n".join(lines), style="bold" if "<b>" in cell else "")
