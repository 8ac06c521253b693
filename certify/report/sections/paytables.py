"""The paytables as certified."""

from __future__ import annotations

from certify.report.composer import Composer, plain
from certify.report.tables import Column
from certify.results.certification import Certification

BASIS_TEXTS = {"to_one": "to one", "for_one": "for one"}


def write_paytables(composer: Composer, certification: Certification) -> None:
    """Write every paytable with the basis of its payouts.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : Certification
        The results.
    """
    composer.section("Paytables")
    composer.text(
        "A payout <i>to one</i> is paid on top of the wager, which is returned; a payout <i>for "
        "one</i> includes the wager."
    )
    for paytable in certification.paytables:
        composer.table(
            f"{plain(paytable.title)} ({plain(paytable.id)}), version {plain(paytable.version)}",
            [
                Column("Key", 40, "mono"),
                Column("Outcome", 76),
                Column("Pays", 24, "number"),
                Column("Basis", 28),
            ],
            [
                (
                    plain(row.key),
                    plain(row.outcome),
                    plain(row.pays),
                    plain(BASIS_TEXTS.get(row.basis, row.basis)),
                )
                for row in paytable.rows
            ],
            note=f'SHA-256 <font name="IBMPlexMono" size="7">{plain(paytable.sha256)}</font>',
        )
