"""How to make the report again."""

from __future__ import annotations

from reportlab.platypus import Paragraph

from certify.report.composer import Composer, plain
from certify.report.identity import report_number, results_sha256
from certify.report.tables import Column, Row
from certify.results.certification import Certification

SECTION_HEIGHT = 345.0
"""Points that the section takes: a last page with the hashes alone would look torn off."""


def write_reproduction(composer: Composer, certification: Certification) -> None:
    """Write the command, the hashes to compare, and the end mark.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    composer.room(SECTION_HEIGHT)
    composer.section("How to reproduce")
    composer.text(
        "With the engine and software versions of the first page this command makes the same "
        "report, byte for byte. The date is that of the "
        "spec unless the command gives one; the clock is never read."
    )
    composer.code(certification.command)
    composer.text(
        "The SHA-256 of the results is that of the results file in JSON, which holds every figure "
        "at full precision; the report number is taken from it. The SHA-256 of the spec and of the "
        "paytables is that of their canonical JSON (RFC 8785), so comments and layout of the files "
        "do not matter."
    )
    rows: list[Row] = [
        ("Results", results_sha256(certification)),
        ("Spec", plain(certification.spec_sha256)),
        ("Paytables, together", plain(certification.paytable_sha256)),
        *((f"Paytable {plain(p.id)}", plain(p.sha256)) for p in certification.paytables),
        ("Source text", plain(certification.source.sha256)),
        *(
            (f"Charts, {plain(shoe.label).lower()}", plain(shoe.strategy.strategy_sha256))
            for shoe in certification.shoes
        ),
    ]
    composer.table("Hashes", [Column("Of", 50), Column("SHA-256", 122, "mono")], rows)
    composer.add(Paragraph(f"End of report {report_number(certification)}", composer.styles.end))
