"""Grids of a strategy as tables of the PDF library: sizes of letters, fills, frames, keys."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable, Table, TableStyle

from certify.present.grids import Grid, GridCell, GridPart, KeyEntry
from certify.present.pdf.blocks import following
from certify.present.pdf.fonts import SANS, SANS_BOLD, text_width
from certify.present.pdf.styles import ACCENT, BAND, INK, PAPER, RULE, TEXT_WIDTH

GAP = 14.0
ROW_HEIGHT = 12.8
CELL_SIZE = 7.4
SMALLEST_CELL_SIZE = 7.0
"""Nobody reads less."""
COST_SIZE, COST_LINE = 7.0, 7.6
"""Size of the figures of costs, and points by which a second line makes a row taller."""

Commands = list[tuple[object, ...]]


def grid_flowables(grid: Grid) -> list[Flowable]:
    """Return a grid and its key.

    `grid`: in one column across the whole width, or in two beside each other.
    """
    if grid.kind == "actions":
        label = 32.0
        heads = max(len(part.heads) for parts in grid.columns for part in parts)
        is_wide = len(grid.columns) == 1
        width = TEXT_WIDTH if is_wide else (TEXT_WIDTH - GAP) / 2
        cell = (width - label) / heads
        first, *second = ([_grid(part, label, cell) for part in parts] for parts in grid.columns)
        drawn = first if is_wide else [side_by_side(first, second[0], 5.0)]
        return [*drawn, *_key(grid.key, SANS_BOLD, 7.6, (20, 12))]
    label = 36.0
    (parts,) = grid.columns
    cells = [(TEXT_WIDTH - label) / len(part.heads) for part in parts]
    if grid.kind == "cards":
        return [_grid(part, label, cell) for part, cell in zip(parts, cells, strict=True)]
    return [
        *(_cost_grid(part, label, cell) for part, cell in zip(parts, cells, strict=True)),
        *_key(grid.key, SANS, 7.4, (18, 11)),
    ]


def _frame(size: float, padding: float) -> Commands:
    """Return the frame of a grid: heads over the upcards and before the hands, and rules."""
    return [
        ("FONT", (0, 0), (-1, -1), SANS_BOLD, size, size + 1),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("TEXTCOLOR", (0, 0), (-1, 0), ACCENT),
        ("BACKGROUND", (0, 0), (-1, 0), BAND),
        ("BACKGROUND", (0, 1), (0, -1), BAND),
        ("ALIGN", (0, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), padding),
        ("RIGHTPADDING", (0, 0), (-1, -1), padding),
        ("TOPPADDING", (0, 0), (-1, -1), 0.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ("INNERGRID", (0, 0), (-1, -1), 0.35, RULE),
        ("BOX", (0, 0), (-1, -1), 0.8, ACCENT),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, ACCENT),
    ]


def side_by_side(left: Sequence[Flowable], right: Sequence[Flowable], space: float) -> Table:
    """Return two stacks of grids beside each other."""
    half = (TEXT_WIDTH - GAP) / 2
    return Table(
        # An empty cell must be a string.
        [[list(left) or "", "", list(right) or ""]],
        colWidths=[half, GAP, half],
        style=TableStyle(
            [
                ("FONTNAME", (0, 0), (-1, -1), SANS),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
            ]
        ),
        hAlign="LEFT",
        spaceAfter=space,
    )


def _grid(part: GridPart, label: float, cell: float) -> Table:
    """Return the grid of one kind of hand, with actions or cards."""
    lines: list[list[str]] = [[part.title, *part.heads]]
    heights = [ROW_HEIGHT]
    commands = _frame(CELL_SIZE, 1.0)
    frames: Commands = []
    for y, (hand, cells) in enumerate(part.rows, start=1):
        line = [hand]
        for x, each in enumerate(cells, start=1):
            fitted, size = _fit(each.text, cell - 3)
            line.append(fitted)
            if size != CELL_SIZE:
                commands.append(("FONT", (x, y), (x, y), SANS_BOLD, size, size + 1))
            if each.is_faint:
                commands.append(("FONT", (x, y), (x, y), SANS, CELL_SIZE, CELL_SIZE + 1))
            if each.fill:
                commands.append(("BACKGROUND", (x, y), (x, y), HexColor(each.fill.light)))
            if each.is_framed:
                frames.append(("BOX", (x, y), (x, y), 1.5, INK))
        lines.append(line)
        heights.append(ROW_HEIGHT + 8 * max(text.count("\n") for text in line))
    return _table(lines, [label] + [cell] * len(part.heads), heights, commands + frames, 7)


def _cost_grid(part: GridPart, label: float, cell: float) -> Table:
    """Return the grid of one kind of hand, with costs."""
    lines: list[list[str]] = [[part.title, *part.heads]]
    heights = [ROW_HEIGHT]
    commands = [
        *_frame(COST_SIZE + 0.4, 0.5),
        ("FONT", (1, 1), (-1, -1), SANS, COST_SIZE, COST_LINE),
    ]
    for y, (hand, cells) in enumerate(part.rows, start=1):
        lines.append([hand, *(_in_lines(each, cell - 2) for each in cells)])
        for x, each in enumerate(cells, start=1):
            if each.fill:
                commands.append(("BACKGROUND", (x, y), (x, y), HexColor(each.fill.light)))
            if each.is_strong:
                commands.append(("TEXTCOLOR", (x, y), (x, y), PAPER))
        heights.append(ROW_HEIGHT + COST_LINE * max(text.count("\n") for text in lines[-1]))
    return _table(lines, [label] + [cell] * len(part.heads), heights, commands, 6)


def _table(
    lines: Sequence[Sequence[str]],
    widths: Sequence[float],
    heights: Sequence[float],
    commands: Commands,
    space: float,
) -> Table:
    return Table(
        lines,
        colWidths=list(widths),
        rowHeights=list(heights),
        repeatRows=1,
        style=TableStyle(commands),
        hAlign="LEFT",
        spaceAfter=space,
    )


def _in_lines(cell: GridCell, width: float) -> str:
    """Return what a cell says and its figure, in two lines if it must."""
    if not cell.figure:
        return cell.text
    text = f"{cell.text}  {cell.figure}"
    if text_width(text, SANS, COST_SIZE) <= width:
        return text
    return f"{cell.text}\n{cell.figure}"


def _fit(text: str, width: float) -> tuple[str, float]:
    """Return a cell's text, in several lines if it must, and the font size at which it fits."""
    shown = "–" if text == "-" else text.replace("-", "–")
    for size in (CELL_SIZE, SMALLEST_CELL_SIZE):
        if text_width(shown, SANS_BOLD, size) <= width:
            return shown, size
    lines = [""]
    for part in re.findall(r"[^,]+,?", shown):
        fits = text_width(lines[-1] + part, SANS_BOLD, SMALLEST_CELL_SIZE) <= width
        if fits or not lines[-1]:
            lines[-1] += part
        else:
            lines.append(part)
    return "\n".join(lines), SMALLEST_CELL_SIZE


def _key(
    entries: Sequence[KeyEntry], font: str, size: float, widths: tuple[float, float]
) -> list[Flowable]:
    """Return the key of a grid, in one line: widths of a cell, and of the space beside words."""
    if not entries:
        return []
    cell_width, space = widths
    cells: list[str] = []
    columns: list[float] = []
    commands: Commands = [
        ("FONT", (0, 0), (-1, -1), SANS, size, 9),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 0.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
    ]
    for entry in entries:
        x = len(cells)
        cells += [entry.text, entry.meaning]
        columns += [cell_width, text_width(entry.meaning, SANS, size) + space]
        commands += [
            ("BACKGROUND", (x, 0), (x, 0), HexColor(entry.fill.light)),
            ("BOX", (x, 0), (x, 0), 0.5, RULE),
            ("FONT", (x, 0), (x, 0), font, size, 9),
            ("ALIGN", (x, 0), (x, 0), "CENTER"),
        ]
    return [
        following(
            Table(
                [cells],
                colWidths=columns,
                rowHeights=[ROW_HEIGHT],
                style=TableStyle(commands),
                hAlign="LEFT",
                spaceAfter=6,
            )
        )
    ]
