"""The place for a signature, and the seal that ties a document to its figures."""

from __future__ import annotations

from certify.evidence.report.identity import report_number, results_sha256
from certify.present.composer import Composer
from certify.present.document import Column, Figure, Table
from certify.present.markup import plain
from certify.present.pdf.qr import qr_drawing
from certify.studies.item.laboratory_and_client import About
from certify.studies.item.result import CertifiedItem

SIGNATURE_ROOM = 165.0
"""Points of a page for signature and seal together."""
SPACE = "<br/>".join(3 * ["\N{NO-BREAK SPACE}"])
"""A cell that somebody writes into."""


def write_signature(composer: Composer, certification: CertifiedItem) -> None:
    """Write the place for a signature, and the seal of the report."""
    composer.room(SIGNATURE_ROOM)
    composer.unnumbered("Signature and seal")
    write_seal(
        composer,
        certification.about,
        ("Report", report_number(certification)),
        ("SHA-256 of the results", results_sha256(certification)),
    )


def write_seal(
    composer: Composer, about: About | None, document: tuple[str, str], figures: tuple[str, str]
) -> None:
    """Write who signs, and what is sealed: name and number of document and of its figures."""
    person = about.authorised_by if about else None
    composer.elements.append(
        Table(
            [Column("", 27, "bold"), Column("", 52), Column("", 40, "bold"), Column("", 53)],
            [
                (
                    "Authorised by",
                    plain(f"{person.name}, {person.function}") if person else SPACE,
                    "Place, date, signature",
                    SPACE,
                )
            ],
            has_header=False,
        )
    )
    drawing = qr_drawing(f"{document[1]} sha256:{figures[1]}", [document, figures])
    composer.elements.append(
        Figure.of(
            "Seal: what ties these pages to their figures",
            drawing,
            alternative=f"QR code: {document[0].lower()} {document[1]}, {figures[0]} {figures[1]}",
        )
    )
