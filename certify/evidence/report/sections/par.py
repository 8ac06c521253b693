"""The PAR sheet: every wager with what it pays, on one page."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.result import Certification
from certify.studies.submission.view import par_table, volatility_table
from certify.studies.submission.wagers import wagers_of_report

PAGE = 640.0
"""Points: the sheet begins a page, and what follows it another."""


def write_par(composer: Composer, certification: Certification | BankedCertification) -> None:
    """Write the PAR sheet, as a submission has it, on a page for itself."""
    if isinstance(certification, Certification) and not certification.paytables:
        return
    wagers = wagers_of_report(certification)
    composer.room(PAGE)
    composer.section("PAR sheet")
    composer.put(par_table(wagers))
    composer.put(volatility_table(wagers))
    composer.room(PAGE)
