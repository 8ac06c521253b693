"""The rulings where the source is silent, with their other readings."""

from __future__ import annotations

from certify.evidence.report.sections.rulings import decision_texts, settings_tables
from certify.present.document import Composer
from certify.studies.certification.fairness_result import FairnessCertification, RulingReadings


def write_readings(composer: Composer, certification: FairnessCertification) -> None:
    """Write every ruling with its alternatives."""
    if not certification.rulings:
        return
    composer.section("Rulings")
    text = (
        "The source leaves these questions to the players or to interpretation. Each was decided "
        "as stated. An alternative with settings can be played with them."
    )
    if any(table.sensitivity for table in certification.fairness.tables):
        text += " What it changes is told in the section on other settings and readings."
    composer.text(text)
    for ruling in certification.rulings:
        _write_ruling(composer, ruling)


def _write_ruling(composer: Composer, ruling: RulingReadings) -> None:
    """Write one ruling as a block that stays on one page."""
    composer.labelled(ruling.id, ruling.question)
    composer.add(
        *decision_texts(ruling, ruling.alternatives), *settings_tables(ruling.alternatives)
    )
