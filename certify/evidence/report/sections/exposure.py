"""The most that can be lost and paid, by what is wagered."""

from __future__ import annotations

from certify.present.document import Composer
from certify.studies.certification.result import Certification
from certify.studies.returns.exposure_view import exposure_tables


def write_exposure(composer: Composer, certification: Certification) -> None:
    """Write what is at risk with every set of wagers, in one round and in one streak."""
    exposures = certification.shoes[0].optimal.exposure
    if not exposures:
        return
    composer.subsection("Exposure: the most that can be lost and paid")
    composer.text(
        "These amounts follow from the rules alone: no cards and no play lead beyond them, and a "
        "full shoe can reach each of them."
    )
    for table in exposure_tables(exposures):
        composer.put(table)
