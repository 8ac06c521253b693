"""The paytables as certified."""

from __future__ import annotations

from certify.present.document import Column, Composer
from certify.present.markup import plain
from certify.studies.certification.result import Certification
from certify.studies.returns.odds import odds_text


def write_paytables(composer: Composer, certification: Certification) -> None:
    """Write every paytable with the basis of its payouts."""
    composer.section("Paytables")
    composer.text(
        "A payout of 2 <i>to</i> 1 is paid on top of the wager, which is returned; one of 2 "
        "<i>for</i> 1 includes the wager."
    )
    for paytable in certification.paytables:
        composer.table(
            f"{plain(paytable.title)} ({plain(paytable.id)}), version {plain(paytable.version)}",
            [
                Column("Key", 40, "mono"),
                Column("Outcome", 76),
                Column("Pays", 36, "number"),
            ],
            [
                (
                    plain(row.key),
                    plain(row.outcome),
                    plain(odds_text(row.pays, row.basis)),
                )
                for row in paytable.rows
            ],
            note=f'SHA-256 <font name="IBMPlexMono" size="7">{plain(paytable.sha256)}</font>',
        )
