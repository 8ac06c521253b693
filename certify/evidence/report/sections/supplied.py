"""The assumptions of a game with a house, and what other data change."""

from __future__ import annotations

from certify.evidence.report.sections.assumptions import NOT_WORKED_OUT, write_assumptions
from certify.present.document import Composer
from certify.present.figures import percent
from certify.studies.certification.result import Certification
from certify.studies.item.result import AlternativeText

MAIN = "wagers.main.ev"
"""The figure of which the section tells; the section on sensitivity has those of all wagers."""


def write_supplied(composer: Composer, certification: Certification) -> None:
    """Write the section on assumptions, if there are any."""

    def changes(alternative: AlternativeText) -> str:
        return _changes(certification, alternative)

    write_assumptions(composer, certification, changes)


def _changes(certification: Certification, alternative: AlternativeText) -> str:
    """Return what an alternative changes of the main wager."""
    known = certification.sensitivity.rulings if certification.sensitivity else ()
    for settled in known:
        for found in settled.alternatives:
            if found.settings == alternative.settings:
                change = percent(found.difference(MAIN), signed=True)
                return f"expectation of the main wager {change} points"
    return NOT_WORKED_OUT
