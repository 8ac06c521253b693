"""Any document of the project as a PDF: pages, heads and feet, bookmarks, metadata, archive form.

A report of a game and anything else that is to look like one are made by the same function.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from reportlab.lib.utils import TimeStamp
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    IndexingFlowable,
    PageTemplate,
)

from certify.errors import ReportError
from certify.present.document import Element, Heading, Imprint
from certify.present.pdf.archive import ArchiveDocument, make_archival
from certify.present.pdf.attachments import Attachment
from certify.present.pdf.contents import NOTICE, Contents, Entry
from certify.present.pdf.fonts import SANS, SANS_BOLD, register, text_width
from certify.present.pdf.story import story_of
from certify.present.pdf.styles import (
    HAIRLINE,
    MARGIN_BOTTOM,
    MARGIN_SIDE,
    MUTED,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    TEXT_HEIGHT,
    TEXT_WIDTH,
    make_styles,
)
from certify.present.pdf.tagged_canvas import TaggedCanvas
from certify.results import Result

FURNITURE_SIZE = 7.6
BODY_SIZE = 9
LANGUAGE = "en-GB"
MOST_PAGES = 5_000
"""Pages of a document; results of a stranger's making could go on for ever."""

HEADER = "/Type /Pagination /Subtype /Header"
FOOTER = "/Type /Pagination /Subtype /Footer"
CLOSED = ("title", "section")
"""Bookmarks that hide what is below them until a reader opens them."""
HEADING_ROOM = 8.0
"""Points above a heading that are shown when a link leads to it."""


class Foreseen(Result):
    """Where everything will stand, if it stands where it did: it spares a pass over the document.

    What is foreseen wrongly costs a pass and changes nothing.

    Attributes
    ----------
    pages : int
        How many pages there are.
    headings : tuple of int
        The page of each heading, from 1, in reading order.
    """

    pages: int
    headings: tuple[int, ...]


def publish(
    elements: Sequence[Element],
    imprint: Imprint,
    attachments: Sequence[Attachment] = (),
    *,
    compress: bool = True,
    foreseen: Foreseen | None = None,
) -> bytes:
    """Return a document as a PDF: tagged, in the form of PDF/A-3.

    `compress`: whether streams are compressed; False makes a file that can be compared as text.
    Raises `ReportError` if the date is none, or two attachments have one name.
    """
    register()
    stamp = _stamp(imprint.issued)
    headings = [element for element in elements if isinstance(element, Heading)]
    story, pages = story_of(elements, make_styles()), _PageCount()
    if foreseen is None or len(foreseen.headings) != len(headings):
        # Contents that name any pages take the room of those that name the right ones.
        foreseen = Foreseen(pages=0, headings=(1,) * len(headings))
    pages.counted = foreseen.pages
    entries = [
        Entry(heading, page) for heading, page in zip(headings, foreseen.headings, strict=True)
    ]
    for flowable in story:
        if isinstance(flowable, Contents):
            flowable.foresee(entries)
    buffer = BytesIO()
    template = _Template(buffer, imprint, stamp, attachments, pages, compress=compress)
    template.multiBuild([*story, pages], canvasmaker=template.make_canvas)
    return buffer.getvalue()


class _PageCount(IndexingFlowable):  # type: ignore[misc]
    """The last thing in the story: it demands another pass until the printed count is right."""

    def __init__(self) -> None:
        super().__init__()
        self.printed = 0
        self.counted = 0

    def beforeBuild(self) -> None:  # noqa: N802 (the library's name)
        """Print what the last pass counted."""
        self.printed = self.counted

    def isSatisfied(self) -> bool:  # noqa: N802 (the library's name)
        """Return whether the count that was printed is right."""
        return self.printed == self.counted

    def frameAction(self, _frame: object) -> None:  # noqa: N802 (the library's name)
        """Take down the number of the last page, without taking room, which may be none."""
        self.counted = int(self.canv.getPageNumber())


class _Template(BaseDocTemplate):  # type: ignore[misc]
    """A document with running heads, bookmarks and a table of contents."""

    def __init__(
        self,
        buffer: BytesIO,
        imprint: Imprint,
        stamp: TimeStamp,
        attachments: Sequence[Attachment],
        pages: _PageCount,
        *,
        compress: bool,
    ) -> None:
        self.imprint = imprint
        self.stamp = stamp
        self.attachments = attachments
        self.pages = pages
        self.compress = compress
        super().__init__(
            buffer,
            pagesize=(PAGE_WIDTH, PAGE_HEIGHT),
            title=imprint.title,
            author=imprint.author,
            subject=imprint.subject,
            creator=imprint.author,
            keywords=list(imprint.keywords),
            invariant=1,
            pageCompression=1 if compress else 0,
            lang=LANGUAGE,
            displayDocTitle=True,
            initialFontName=SANS,
            initialFontSize=BODY_SIZE,
        )
        frame = Frame(
            MARGIN_SIDE,
            MARGIN_BOTTOM,
            TEXT_WIDTH,
            TEXT_HEIGHT,
            leftPadding=0,
            rightPadding=0,
            topPadding=0,
            bottomPadding=0,
        )
        self.addPageTemplates([PageTemplate("page", [frame], onPage=self._furniture)])

    def make_canvas(self, *arguments: Any, **settings: Any) -> TaggedCanvas:
        """Return a canvas whose dates and file identifier come from the imprint alone."""
        canvas = _ArchiveCanvas(*arguments, **settings)
        canvas.template = self
        # A pass that does not know how many pages there are cannot be the last.
        canvas.is_draft = not self.pages.printed
        # Left alone the library dates the file from the clock or the environment.
        canvas._doc._timeStamp = self.stamp
        canvas._doc.signature = hashlib.md5(self.imprint.seed.encode(), usedforsecurity=False)
        canvas.showOutline()
        return canvas

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (the library's name)
        """Make headings into bookmarks and lines of the contents."""
        entry = getattr(flowable, "outline", None)
        if not isinstance(entry, Heading):
            return
        top = self.frame._y + flowable.height + HEADING_ROOM
        self.canv.bookmarkPage(entry.key, fit="XYZ", left=0, top=round(top, 2))
        self.canv.addOutlineEntry(entry.title, entry.key, entry.level, closed=entry.kind in CLOSED)
        self.notify(NOTICE, Entry(entry, self.page))

    def _furniture(self, canvas: TaggedCanvas, _template: BaseDocTemplate) -> None:
        """Draw the running head and the foot of a page."""
        if canvas.getPageNumber() > MOST_PAGES:
            raise ReportError(f"The document has more than {MOST_PAGES:,} pages.")
        imprint = self.imprint
        canvas.saveState()
        canvas.setFillColor(MUTED)
        canvas.setStrokeColor(HAIRLINE)
        canvas.setLineWidth(0.5)
        right = PAGE_WIDTH - MARGIN_SIDE
        top, foot = PAGE_HEIGHT - 43, 37
        name, beside, number = imprint.head
        canvas.begin_artifact(HEADER)
        canvas.line(MARGIN_SIDE, top - 6, right, top - 6)
        canvas.setFont(SANS_BOLD, FURNITURE_SIZE)
        canvas.drawString(MARGIN_SIDE, top, name)
        canvas.setFont(SANS, FURNITURE_SIZE)
        start = MARGIN_SIDE + text_width(name, SANS_BOLD, FURNITURE_SIZE) + 5
        canvas.drawString(start, top, beside)
        canvas.drawRightString(right, top, number)
        canvas.end_artifact()
        canvas.begin_artifact(FOOTER)
        canvas.line(MARGIN_SIDE, foot + 12, right, foot + 12)
        canvas.drawString(MARGIN_SIDE, foot, imprint.foot)
        page = f"Page {canvas.getPageNumber()} of {self.pages.printed}"
        canvas.drawRightString(right, foot, page)
        canvas.end_artifact()
        canvas.restoreState()


class _ArchiveCanvas(TaggedCanvas):
    """A tagged canvas whose file is one for the archive."""

    template: _Template

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # Nothing was put into the library's own document yet: its fonts come with the first text.
        self._doc = ArchiveDocument(
            compression=self._pageCompression, invariant=1, lang=settings.get("lang")
        )

    def save(self) -> None:
        """End the document and write it."""
        if self._code:
            self.showPage()
        template = self.template
        make_archival(
            self._doc,
            self.write_structure(),
            template.attachments,
            template.imprint.issued,
            compress=template.compress,
        )
        super().save()


def _stamp(issued: str) -> TimeStamp:
    """Return the start of the day of issue, UTC, as the library's time stamp."""
    try:
        day = datetime.strptime(issued, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError as error:
        raise ReportError(f"{issued!r} is no date; write it as YYYY-MM-DD.") from error
    stamp = TimeStamp(invariant=1)
    stamp.t = day.timestamp()
    stamp.lt = day.timetuple()
    stamp.YMDhms = (day.year, day.month, day.day, 0, 0, 0)
    return stamp
