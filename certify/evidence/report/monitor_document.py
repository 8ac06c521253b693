"""The report of a monitor as a PDF or an HTML page: the same results make the same bytes."""

from __future__ import annotations

import hashlib

from certify.errors import ReportError
from certify.evidence.report.identity import RESULTS_NAME
from certify.evidence.report.monitor_sections import TITLE, write_monitor
from certify.present.document import Composer, Element, Imprint
from certify.present.html.page import html_page
from certify.present.pdf.attachments import Attachment
from certify.present.pdf.fonts import missing_glyphs, register, text_width
from certify.present.pdf.publication import publish
from certify.studies.monitoring.result import MonitorResult

NO_DAY = "2000-01-01"
"""Date of a report on no data at all."""


def monitor_bytes(result: MonitorResult) -> bytes:
    """Return the results file of a monitor: write exactly this beside the PDF.

    The result: their JSON with a final line break, in UTF-8.
    """
    return (result.to_json() + "\n").encode()


def build_monitor_pdf(result: MonitorResult, *, compress: bool = True) -> bytes:
    """Return the report of a monitor, with its results attached.

    `result`: everything that is printed. The document's date is the last day of the data.
    `compress`: whether streams are compressed; False makes a file that can be compared as text.
    Raises `ReportError` if a text of the data has a letter that the fonts lack.
    """
    register()
    missing = missing_glyphs(result.to_json())
    if missing:
        raise ReportError(
            f"The report cannot print {missing!r}: its fonts lack these characters. "
            "Write them otherwise in the names of tables, columns and files."
        )
    elements, imprint = _document(result)
    attached = Attachment(
        RESULTS_NAME,
        "The results that this report prints, at full precision",
        "application/json",
        "Data",
        monitor_bytes(result),
    )
    return publish(elements, imprint, [attached], compress=compress)


def build_monitor_html(result: MonitorResult) -> bytes:
    """Return the report of a monitor as one HTML page, which needs no file beside it."""
    register()
    return html_page(*_document(result), text_width)


def _document(result: MonitorResult) -> tuple[list[Element], Imprint]:
    """Return the report as data, and what it says of itself."""
    digest = hashlib.sha256(monitor_bytes(result)).hexdigest()
    number = f"LR-{digest[:4]}-{digest[4:8]}-{digest[8:12]}".upper()
    game = f"{result.title} {result.version}"
    imprint = Imprint(
        title=f"{TITLE} {number}: {game}",
        subject=f"Live results of the game {game} against its certified figures",
        author=f"certify {result.engine_version}",
        keywords=(
            result.game,
            result.version,
            number,
            f"spec sha256 {result.spec_sha256}",
            f"paytable sha256 {result.paytable_sha256}",
        ),
        head=(result.title, f"version {result.version}", f"{TITLE} {number}"),
        foot=f"Data to {result.last_day or 'no day'}. Results relate only to the data listed.",
        issued=result.last_day or NO_DAY,
        seed=digest,
    )

    composer = Composer()
    write_monitor(composer, result, digest)
    return composer.elements, imprint
