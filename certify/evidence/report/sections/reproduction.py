"""How to make the report again."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.identity import results_sha256
from certify.present.document import Column, Composer, Row
from certify.present.markup import plain
from certify.studies.certification.result import Certification
from certify.studies.item.result import CertifiedItem, PaytableText


def write_reproduction(composer: Composer, certification: Certification) -> None:
    """Write the command and the hashes to compare."""
    write_command(
        composer,
        certification,
        [
            ("Source text", plain(certification.source.sha256)),
            *(
                (f"Charts, {plain(shoe.label).lower()}", plain(shoe.strategy.strategy_sha256))
                for shoe in certification.shoes
            ),
        ],
        certification.paytables,
    )


def write_command(
    composer: Composer,
    certification: CertifiedItem,
    hashes: Sequence[Row],
    paytables: Sequence[PaytableText],
) -> None:
    """Write the section on the report of any game."""
    composer.section("How to reproduce")
    composer.text(
        "With the engine and software versions of the first page this command makes the same "
        "report, byte for byte. The date is that of the "
        "spec unless the command gives one; the clock is never read."
    )
    composer.code(certification.command)
    canonical = "the spec and of the paytables" if paytables else "the spec"
    composer.text(
        "The SHA-256 of the results is that of the results file in JSON, which holds every figure "
        "at full precision; the report number is taken from it. "
        f"The SHA-256 of {canonical} is that of {'their' if paytables else 'its'} canonical JSON "
        f"(RFC 8785), so comments and layout of the file{'s' if paytables else ''} do not matter. "
        "The SHA-256 of the engine is that of the sources that these figures rest on, directly or "
        "not, without comments and wording, and of the versions of the libraries by which they are "
        "compiled; the software bill has all others."
    )
    rows: list[Row] = [
        ("Results", results_sha256(certification)),
        ("Spec", plain(certification.spec_sha256)),
        ("Engine", plain(certification.engine_sha256)),
        *([("Paytables, together", plain(certification.paytable_sha256))] if paytables else []),
        *((f"Paytable {plain(table.id)}", plain(table.sha256)) for table in paytables),
        *hashes,
    ]
    composer.table("Hashes", [Column("Of", 50), Column("SHA-256", 122, "mono")], rows)
