"""The PAR sheet: every wager with what it pays, on one page."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.result import Certification
from certify.studies.submission.view import par_table, volatility_table
from certify.studies.submission.wagers import wagers_of_report

PAGE = 640.0
"""Points: what follows begins another page."""


def write_par(composer: Composer, certification: Certification | BankedCertification) -> None:
    """Write the PAR sheet, as a submission has it, on the first page of the annexes."""
    if isinstance(certification, Certification) and not certification.paytables:
        return
    wagers = wagers_of_report(certification)
    composer.section("PAR sheet")
    composer.put(par_table(wagers))
    composer.put(volatility_table(wagers))
    composer.room(PAGE)
