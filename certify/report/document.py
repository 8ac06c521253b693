"""The compliance report as a PDF: the same results make the same bytes."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from reportlab.lib.utils import TimeStamp
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    IndexingFlowable,
    PageTemplate,
)

from certify.errors import ReportError
from certify.report.composer import Composer, OutlineEntry
from certify.report.fonts import SANS, SANS_BOLD, missing_glyphs, register, text_width
from certify.report.identity import report_number, results_sha256
from certify.report.sections import SECTIONS
from certify.report.sections.between import SECTIONS_BETWEEN
from certify.report.styles import (
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
from certify.results.certification import Certification, CertifiedItem
from certify.results.fairness_certification import FairnessCertification

TITLE = "Test Report"
FURNITURE_SIZE = 7.6


def build_pdf(
    certification: Certification | FairnessCertification, *, compress: bool = True
) -> bytes:
    """Return the compliance report.

    Parameters
    ----------
    certification : Certification or FairnessCertification
        Everything that is printed. The document's dates are its `issued`, never the clock's.
    compress : bool
        Whether page contents are compressed; False makes a file that can be compared as text.

    Returns
    -------
    bytes
        The PDF file: equal for equal arguments, in any process.

    Raises
    ------
    ReportError
        If `issued` is no date of the form YYYY-MM-DD, or a text has a letter that the fonts lack.
    """
    register()
    missing = missing_glyphs(certification.to_json())
    if missing:
        raise ReportError(
            f"The report cannot print {missing!r}: its fonts lack these characters. "
            "Write them otherwise in the spec, the paytables or the rulings."
        )
    composer = Composer(make_styles())
    if isinstance(certification, Certification):
        for write in SECTIONS:
            write(composer, certification)
    else:
        for write_between in SECTIONS_BETWEEN:
            write_between(composer, certification)
    pages = _PageCount()
    buffer = BytesIO()
    report = _Report(buffer, certification, compress=compress, pages=pages)
    report.multiBuild([*composer.story(), pages], canvasmaker=report.make_canvas)
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

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return no size, so that nothing moves."""
        return 0.0, 0.0

    def draw(self) -> None:
        """Take down the number of the last page."""
        self.counted = int(self.canv.getPageNumber())


class _Report(BaseDocTemplate):  # type: ignore[misc]
    """A document with running heads, bookmarks and a table of contents."""

    def __init__(
        self,
        buffer: BytesIO,
        certification: Certification | FairnessCertification,
        *,
        compress: bool,
        pages: _PageCount,
    ) -> None:
        self.certification = certification
        self.number = report_number(certification)
        self.pages = pages
        game = f"{certification.title} {certification.version}"
        super().__init__(
            buffer,
            pagesize=(PAGE_WIDTH, PAGE_HEIGHT),
            title=f"{TITLE} {self.number}: {game}",
            author=f"certify {certification.engine_version}",
            subject=f"{_subject(certification)} of the game {game}",
            creator=f"certify {certification.engine_version}",
            keywords=[
                certification.game,
                certification.version,
                self.number,
                f"spec sha256 {certification.spec_sha256}",
                f"paytable sha256 {certification.paytable_sha256}",
            ],
            invariant=1,
            pageCompression=1 if compress else 0,
            lang="en-GB",
            displayDocTitle=True,
            initialFontName=SANS,
            initialFontSize=9,
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

    def make_canvas(self, *arguments: Any, **settings: Any) -> Canvas:
        """Return a canvas whose dates and file identifier come from the results alone."""
        canvas = Canvas(*arguments, **settings)
        # Left alone the library dates the file from the clock or the environment.
        canvas._doc._timeStamp = _issued_stamp(self.certification.issued)
        canvas._doc.signature = hashlib.md5(
            results_sha256(self.certification).encode(), usedforsecurity=False
        )
        canvas.showOutline()
        return canvas

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 (the library's name)
        """Make headings into bookmarks and lines of the contents."""
        entry = getattr(flowable, "outline", None)
        if not isinstance(entry, OutlineEntry):
            return
        self.canv.bookmarkPage(entry.key)
        self.canv.addOutlineEntry(entry.title, entry.key, entry.level, closed=entry.level == 0)
        if entry.in_contents:
            self.notify("TOCEntry", (entry.level, flowable.text, self.page, entry.key))

    def _furniture(self, canvas: Canvas, _template: BaseDocTemplate) -> None:
        """Draw the running head and the foot of a page."""
        canvas.saveState()
        canvas.setFillColor(MUTED)
        canvas.setStrokeColor(HAIRLINE)
        canvas.setLineWidth(0.5)
        right = PAGE_WIDTH - MARGIN_SIDE
        top, foot = PAGE_HEIGHT - 43, 37
        canvas.line(MARGIN_SIDE, top - 6, right, top - 6)
        canvas.line(MARGIN_SIDE, foot + 12, right, foot + 12)
        certification = self.certification
        canvas.setFont(SANS_BOLD, FURNITURE_SIZE)
        canvas.drawString(MARGIN_SIDE, top, certification.title)
        game = text_width(certification.title, SANS_BOLD, FURNITURE_SIZE)
        canvas.setFont(SANS, FURNITURE_SIZE)
        canvas.drawString(MARGIN_SIDE + game + 5, top, f"version {certification.version}")
        canvas.drawRightString(right, top, f"{TITLE} {self.number}")
        canvas.drawString(
            MARGIN_SIDE,
            foot,
            f"Issued {certification.issued}. Results relate only to the item tested.",
        )
        canvas.drawRightString(
            right, foot, f"Page {canvas.getPageNumber()} of {self.pages.printed}"
        )
        canvas.restoreState()


def _subject(certification: CertifiedItem) -> str:
    """Return what the report is, in two or three words."""
    if isinstance(certification, Certification):
        return "Exact mathematical analysis"
    return "Statistical analysis"


def _issued_stamp(issued: str) -> TimeStamp:
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
