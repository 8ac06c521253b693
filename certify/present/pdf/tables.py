"""Tables of a report: aligned figures, headers that repeat on every page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from xml.sax.saxutils import escape

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Table, TableStyle

from certify.present.document import Band, Column, Row
from certify.present.markup import HELD
from certify.present.pdf.fonts import SANS, text_width
from certify.present.pdf.styles import ACCENT, BAND, HAIRLINE, RULE, TEXT_WIDTH, Styles
from certify.present.pdf.tagging import Lines

ALLOWANCE = 0.5
"""Points of rounding."""

_MARKUP = re.compile(r"<[^>]*>")
_NAME = re.compile(r'name="([^"]*)"')
_SIZE = re.compile(r'size="([^"]*)"')
_WORD = re.compile(r"[^ ]+")
_JOINT = re.compile(rf"(?<!\d){HELD}|{HELD}(?!\d)")
"""Where a number with its interval may be broken: nowhere within a number."""
_PIECE = re.compile(r"[^-:_./,=+@|]*[-:_./,=+@|]+|[^-:_./,=+@|]+")


def breakable(markup: str, font: str, size: float, width: float) -> str:
    """Return markup in which words that are too wide for a line have blanks after signs."""
    if len(unescape(_MARKUP.sub("", markup))) * size < width:
        # No letter is wider than its size.
        return markup
    found, place, fonts = [], 0, [(font, size)]
    for tag in _MARKUP.finditer(markup):
        found.append(_broken(markup[place : tag.start()], *fonts[-1], width))
        found.append(tag[0])
        place = tag.end()
        if tag[0] == "</font>":
            fonts.pop()
        elif tag[0].startswith("<font"):
            name, given = _NAME.search(tag[0]), _SIZE.search(tag[0])
            last = fonts[-1]
            fonts.append((name[1] if name else last[0], float(given[1]) if given else last[1]))
    found.append(_broken(markup[place:], *fonts[-1], width))
    return "".join(found)


def _broken(text: str, font: str, size: float, width: float) -> str:
    """Return text without markup, its wide words in parts that have room."""

    def parts(word: re.Match[str]) -> str:
        plain = unescape(word[0])
        if text_width(plain, font, size) <= width - ALLOWANCE:
            return word[0]
        if len(joined := _JOINT.split(plain)) > 1:
            return " ".join(_broken(escape(part), font, size, width) for part in joined)
        lines = [""]
        for piece in _PIECE.findall(plain):
            longer = lines[-1] + piece
            if lines[-1] and text_width(longer, font, size) > width - ALLOWANCE:
                lines.append(piece)
            else:
                lines[-1] = longer
        return escape(" ".join(lines))

    return _WORD.sub(parts, text)


CELL_PADDING = 4.0
"""Points on either side of a cell's text."""


FEW_COLUMNS = 5
"""Columns up to which a table is only as wide as they need."""
NARROW = 0.75
"""Share of the page that such a table takes at most; a wider one takes all of it."""
LEAST_LEFT = 0.7
"""Share of its width that a column keeps where numbers of others need more."""
LONGEST_WORD = 40
"""Letters of a word that a column is made wider for; a hash is broken."""
GAP = 12.0
"""Points between columns of such a table, beside the padding of their cells."""


class DraftableTable(Table):  # type: ignore[misc]
    """A table that is not drawn where nobody will see it."""

    def draw(self) -> None:
        """Draw the table."""
        if not self.canv.is_draft:
            super().draw()


def make_table(
    styles: Styles,
    columns: Sequence[Column],
    rows: Sequence[Row],
    *,
    groups: Sequence[tuple[str, int]] = (),
    width: float = TEXT_WIDTH,
    header: bool = True,
    total: bool = False,
) -> DraftableTable:
    """Return a table.

    `rows`: cells as markup, one for each column, or a band across all of them. `groups`: a first
    header line: title and how many columns it spans. `total`: whether the last row sums up the
    others and is set apart.
    """
    commands: list[tuple[object, ...]] = [
        # Even an empty cell names a font in the file, and the library's own would not be embedded.
        ("FONTNAME", (0, 0), (-1, -1), SANS),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2.2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3.2),
        ("LEFTPADDING", (0, 0), (-1, -1), CELL_PADDING),
        ("RIGHTPADDING", (0, 0), (-1, -1), CELL_PADDING),
        ("LINEBELOW", (0, 0), (-1, -1), 0.35, HAIRLINE),
        ("LINEBELOW", (0, -1), (-1, -1), 0.7, RULE),
    ]
    widths = _widths(styles, columns, rows, width) if header else None
    if widths is None or groups:
        shares = sum(column.share for column in columns)
        widths = _with_room(
            styles, columns, rows, [width * column.share / shares for column in columns]
        )
    rooms = [each - 2 * CELL_PADDING for each in widths]
    lines: list[list[object]] = []
    if groups:
        lines.append(_group_line(styles, groups, commands))
    if header:
        lines.append([Lines(column.title, _head_style(styles, column)) for column in columns])
    head = len(lines)
    if head:
        commands += [
            ("VALIGN", (0, 0), (-1, head - 1), "BOTTOM"),
            ("LINEBELOW", (0, head - 1), (-1, head - 1), 0.9, ACCENT),
        ]
    commands.append(("LINEABOVE", (0, 0), (-1, 0), 0.9 if head else 0.7, ACCENT if head else RULE))
    for number, row in enumerate(rows, start=head):
        if isinstance(row, Band):
            lines.append([Lines(row.text, styles.cell_bold)] + [""] * (len(columns) - 1))
            commands += [
                ("SPAN", (0, number), (-1, number)),
                ("BACKGROUND", (0, number), (-1, number), BAND),
                # A group's name alone at the foot of a page would name nothing.
                ("NOSPLIT", (0, number), (0, min(number + 1, head + len(rows) - 1))),
            ]
        else:
            cells = zip(row, columns, rooms, strict=True)
            lines.append(
                [_cell(text, _cell_style(styles, column), room) for text, column, room in cells]
            )
    if total:
        commands.append(("LINEABOVE", (0, -1), (-1, -1), 0.7, RULE))
    return DraftableTable(
        lines,
        colWidths=widths,
        repeatRows=head,
        style=TableStyle(commands),
        hAlign="LEFT",
        spaceAfter=7,
    )


def _widths(
    styles: Styles, columns: Sequence[Column], rows: Sequence[Row], width: float
) -> list[float] | None:
    """Return the widths that columns need, if they need little; None to share all there is."""
    if len(columns) > FEW_COLUMNS:
        return None
    needed = [0.0] * len(columns)
    most = NARROW * width - (GAP + 2 * CELL_PADDING) * len(columns)
    for place, column in enumerate(columns):
        needed[place] = _length(column.title, _head_style(styles, column))
    for row in rows:
        if isinstance(row, Band):
            if _length(row.text, styles.cell_bold) > most:
                return None
            continue
        for place, (text, column) in enumerate(zip(row, columns, strict=True)):
            needed[place] = max(needed[place], _length(text, _cell_style(styles, column)))
        if sum(needed) > most:
            return None
    bands = (_length(row.text, styles.cell_bold) for row in rows if isinstance(row, Band))
    wanted = [each + GAP + 2 * CELL_PADDING for each in needed]
    # The name of a group stands on one line.
    wider = max(1.0, max(bands, default=0.0) / sum(wanted))
    return [wider * each for each in wanted]


def _with_room(
    styles: Styles, columns: Sequence[Column], rows: Sequence[Row], widths: Sequence[float]
) -> list[float]:
    """Return widths in which every number and every word stands on one line.

    As far as the other columns have room.
    """
    needed = [0.0] * len(columns)
    looks = [(column.kind == "number", _cell_style(styles, column)) for column in columns]
    for row in rows:
        if isinstance(row, Band):
            continue
        for place, (cell, (is_number, style)) in enumerate(zip(row, looks, strict=True)):
            room = max(widths[place] - 2 * CELL_PADDING, needed[place])
            # Letters are narrower than three quarters of their size, most of them.
            most = style.fontSize * 0.75
            for part in (cell,) if is_number else _words(cell):
                if len(part) * most > room:
                    needed[place] = max(needed[place], _length(part, style))
    lacking = [
        max(0.0, need + 2 * CELL_PADDING + ALLOWANCE - width) if need else 0.0
        for need, width in zip(needed, widths, strict=True)
    ]
    spare = [
        0.0 if lack else (1.0 - LEAST_LEFT) * width
        for lack, width in zip(lacking, widths, strict=True)
    ]
    share = min(1.0, sum(spare) / sum(lacking)) if any(lacking) else 0.0
    taken = share * sum(lacking) / sum(spare) if any(spare) else 0.0
    return [
        width + share * lack - taken * left
        for width, lack, left in zip(widths, lacking, spare, strict=True)
    ]


def _words(markup: str) -> list[str]:
    """Return the parts of a cell that no line breaks."""
    return [
        word
        for part in _MARKUP.sub(" ", markup).split(" ")
        for word in _JOINT.split(part)
        if len(word) <= LONGEST_WORD
    ]


def _length(markup: str, style: ParagraphStyle) -> float:
    """Return the width of the longest line of a cell that is not broken."""
    lines = markup.replace("<br/>", "\n").split("\n")
    return max(
        text_width(unescape(_MARKUP.sub("", line)), style.fontName, style.fontSize)
        for line in lines
    )


def _group_line(
    styles: Styles, groups: Sequence[tuple[str, int]], commands: list[tuple[object, ...]]
) -> list[object]:
    """Return the cells of the first header line and add the commands that join them."""
    cells: list[object] = []
    for title, span in groups:
        start = len(cells)
        cells += [Lines(title, styles.head_centre), *[""] * (span - 1)]
        if span > 1:
            commands.append(("SPAN", (start, 0), (start + span - 1, 0)))
        if title:
            commands.append(("LINEBELOW", (start, 0), (start + span - 1, 0), 0.5, RULE))
    return cells


def _cell(text: str, style: ParagraphStyle, room: float) -> Lines:
    """Return a cell, of which a word is broken only where it is wider than the cell."""
    if style.splitLongWords:
        text = breakable(text, style.fontName, style.fontSize, room)
    return Lines(text, style)


def _cell_style(styles: Styles, column: Column) -> ParagraphStyle:
    """Return the style of the cells of a column."""
    return {
        "text": styles.cell,
        "bold": styles.cell_bold,
        "number": styles.cell_right,
        "centre": styles.cell_centre,
        "mono": styles.cell_mono,
    }[column.kind]


def _head_style(styles: Styles, column: Column) -> ParagraphStyle:
    """Return the style of the title of a column: it stands over its cells."""
    if column.kind == "number":
        return styles.head_right
    if column.kind == "centre":
        return styles.head_centre
    return styles.head
