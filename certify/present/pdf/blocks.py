"""Where pages end: blocks that stay together, and tables that know where they may break."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable, FrameBreak, KeepTogether, Paragraph, Spacer, Table

from certify.present.pdf.tagging import is_empty

TOLERABLE_GAP = 96.0
"""Points at the foot of a page that may stay empty for a block to remain whole."""
SHORT_BLOCK = 260.0
"""Points up to which a block is never broken."""
FEWEST_ROWS = 3
"""Rows of a table that stand before a break, and after it."""
FEWEST_LINES = 2
"""Lines of a paragraph that stand before a break, and after it."""
UNLIMITED = 1e6
"""A height in points that no page has."""
ALLOWANCE = 0.01
"""Points of rounding."""
HEADINGS = ("title", "part", "section", "subsection", "lead", "caption")
"""Styles of paragraphs that never end a page."""
FOLLOWERS = ("note",)
"""Styles of paragraphs that never begin one after what they belong to."""


class Block(KeepTogether):  # type: ignore[misc]
    """Flowables that stay on one page, if they are short or leave no great gap on the page before.

    Else they are broken as late as possible: inside a table, inside a paragraph, or between two
    flowables; never after a heading or a caption, and never before a note.

    `gap`: points at the foot of the page that may stay empty.
    """

    def __init__(self, content: Sequence[Flowable], *, gap: float = TOLERABLE_GAP) -> None:
        super().__init__(list(content))
        self.gap = gap

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return a height that no page has, so that `split` is asked."""
        self._wrapInfo = available_width, available_height
        self._tops: list[float] = []
        below, space = 0.0, None
        for part in self._content:
            height = part.wrapOn(self.canv, available_width, UNLIMITED)[1]
            if height:
                below += 0.0 if space is None else max(part.getSpaceBefore() - space, 0.0)
            self._tops.append(below)
            if height:
                space = part.getSpaceAfter()
                below += height + space
        self._H = below - (space or 0.0)
        return available_width, UNLIMITED

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Return the parts of the block for this page and the next."""
        if getattr(self, "_wrapInfo", None) != (available_width, available_height):
            self.wrap(available_width, available_height)
        if available_height + ALLOWANCE >= self._H:
            return list(self._content)
        frame = getattr(self, "_frame", None)
        is_at_top = frame is None or bool(getattr(frame, "_atTop", False))
        if is_at_top or (available_height > self.gap and self._H > SHORT_BLOCK):
            cut = self._cut(available_width, available_height)
            if cut is not None:
                before, after = cut
                return [*before, FrameBreak(), Block(after, gap=self.gap)]
        if is_at_top:
            # It cannot be broken well: let the library break it where it must.
            return list(self._content)
        return [FrameBreak(), self]

    def _cut(self, width: float, height: float) -> tuple[list[Flowable], list[Flowable]] | None:
        """Return the content before and after the last good break that the height allows."""
        content = list(self._content)
        for number in reversed(range(len(content))):
            room = height - self._tops[number]
            if room < 0:
                continue
            before, part, after = content[:number], content[number], content[number + 1 :]
            parts = _broken(part, width, room, is_followed=_is_follower(after))
            if parts:
                return [*before, parts[0]], [parts[1], *after]
            if number and not _is_heading(content[number - 1]) and not _is_follower([part, *after]):
                return before, [part, *after]
        return None


def _broken(
    part: Flowable, width: float, room: float, *, is_followed: bool
) -> list[Flowable] | None:
    """Return the two parts of a flowable, or None if it cannot be broken well."""
    if isinstance(part, Table):
        return _broken_table(part, width, room)
    if isinstance(part, Paragraph) and not _is_heading(part) and not is_followed:
        parts = part.split(width, room)
        if len(parts) == 2 and len(parts[0].blPara.lines) >= FEWEST_LINES:
            return list(parts)
    return None


def _broken_table(table: Table, width: float, room: float) -> list[Flowable] | None:
    """Return the two parts of a table, each with some rows."""
    heights = list(table._rowHeights)
    fewest = int(table.repeatRows or 0) + FEWEST_ROWS
    # The rows below the break are enough also where all rows would fit, but not their note.
    last = len(heights) - FEWEST_ROWS
    while last >= fewest and sum(heights[:last]) > room + ALLOWANCE:
        last -= 1
    if last < fewest:
        return None
    # A group of rows that only just began rather begins after the break, and a row whose first
    # cell is that of the row above rather stands with it.
    last = next((row for row in range(last, last - FEWEST_ROWS, -1) if _is_band(table, row)), last)
    last = next((row for row in range(last, fewest - 1, -1) if not _goes_on(table, row)), last)
    if last < fewest:
        return None
    parts = table.split(width, sum(heights[:last]) + ALLOWANCE)
    if len(parts) != 2 or len(parts[0]._cellvalues) < fewest:
        return None
    return list(parts)


def _is_band(table: Table, row: int) -> bool:
    """Return whether a row is one cell, which names the group of the rows below it."""
    if not table._spanCmds:
        return False
    span = table._spanRanges.get((0, row))
    return span is not None and span[0] == 0 and span[2] == table._ncols - 1


def _goes_on(table: Table, row: int) -> bool:
    """Return whether the first cell of a row is empty."""
    return is_empty(table._cellvalues[row][0])


def _is_heading(part: Flowable) -> bool:
    """Return whether a flowable announces the next one."""
    return isinstance(part, Paragraph) and part.style.name in HEADINGS


def following(part: Flowable) -> Flowable:
    """Return a flowable that never begins a page: it explains the one before."""
    part.is_follower = True
    return part


def _is_follower(parts: Sequence[Flowable]) -> bool:
    """Return whether the first flowable belongs to the one before, empty space left aside."""
    for part in parts:
        if not isinstance(part, Spacer):
            is_note = isinstance(part, Paragraph) and part.style.name in FOLLOWERS
            return is_note or getattr(part, "is_follower", False)
    return False
