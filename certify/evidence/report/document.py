"""The compliance report as a PDF or an HTML page: the same results make the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from certify.errors import ReportError
from certify.evidence.report.identity import (
    RESULTS_NAME,
    report_number,
    results_bytes,
    results_sha256,
)
from certify.evidence.report.layout import LAYOUTS
from certify.evidence.report.sections.rulings import foot_of
from certify.present.composer import Composer
from certify.present.csv import csv_text
from certify.present.document import Element, Imprint
from certify.present.html.page import html_page
from certify.present.pdf.attachments import Attachment
from certify.present.pdf.fonts import missing_glyphs, register, text_width
from certify.present.pdf.publication import Foreseen, publish
from certify.studies.item.enclosures import Enclosure
from certify.studies.item.result import CertifiedItem

TITLE = "Test Report"


def build_pdf(
    certification: CertifiedItem,
    enclosed: Mapping[str, bytes] = {},
    *,
    compress: bool = True,
    foreseen: Foreseen | None = None,
) -> bytes:
    """Return the compliance report as a tagged PDF/A-3, equal for equal arguments."""
    register()
    missing = missing_glyphs(certification.to_json())
    if missing:
        raise ReportError(
            f"The report cannot print {missing!r}: its fonts lack these characters. "
            "Write them otherwise in the spec, the paytables or the rulings."
        )
    attachments = [
        Attachment(
            RESULTS_NAME,
            "The results that this report prints, at full precision",
            "application/json",
            "Data",
            results_bytes(certification),
        ),
        *(
            enclosed_as(enclosure, enclosed.get(enclosure.name))
            for enclosure in certification.enclosures
        ),
    ]

    return publish(
        elements_of(certification),
        imprint_of(certification),
        attachments,
        compress=compress,
        foreseen=foreseen,
    )


def build_html(certification: CertifiedItem) -> bytes:
    """Return the compliance report as one HTML page: the same content, under the same number."""
    return html_page(elements_of(certification), imprint_of(certification), text_width)


def build_csv(certification: CertifiedItem) -> bytes:
    """Return the tables of the report for a spreadsheet, numbers at full precision."""
    return csv_text(elements_of(certification)).encode()


def elements_of(certification: CertifiedItem) -> list[Element]:
    """Return the report as data, in reading order."""
    # Charts are laid out by the widths of their letters.
    register()
    composer = Composer()
    LAYOUTS[certification.engine].write(composer, certification)
    return composer.elements


def imprint_of(certification: CertifiedItem) -> Imprint:
    """Return what a report says of itself."""
    number = report_number(certification)
    game = f"{certification.title} {certification.version}"
    return Imprint(
        title=f"{TITLE} {number}: {game}",
        subject=f"{certification.subject} of the game {game}",
        author=f"certify {certification.engine_version}",
        keywords=(
            certification.game,
            certification.version,
            number,
            f"spec sha256 {certification.spec_sha256}",
            f"paytable sha256 {certification.paytable_sha256}",
        ),
        head=(certification.title, f"version {certification.version}", f"{TITLE} {number}"),
        foot=" ".join(
            [
                f"Issued {certification.issued}. Results relate only to the item tested.",
                foot_of(certification.assumptions),
            ]
        ).rstrip(),
        issued=certification.issued,
        seed=results_sha256(certification),
    )


def enclosed_as(enclosure: Enclosure, content: bytes | None) -> Attachment:
    """Return what a manifest announces; a `ReportError` if the file is missing or is another."""
    if content is None:
        raise ReportError(
            f"The report is to carry {enclosure.name}, which was not given to it; "
            f"give the file whose SHA-256 is {enclosure.sha256}."
        )
    found = hashlib.sha256(content).hexdigest()
    if found != enclosure.sha256:
        raise ReportError(
            f"The file given as {enclosure.name} has the SHA-256 {found}, but the results name "
            f"{enclosure.sha256}; give the file that belongs to these results."
        )
    return Attachment(
        enclosure.name, enclosure.title, enclosure.media_type, enclosure.relationship, content
    )
