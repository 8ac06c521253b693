"""The layout of the report on a game between players: its sections in reading order.

A section of figures is a function ``NAME_section(composer, result)`` of a `Composer` and a
`FairnessResult`, which writes itself as every section does, and nothing where nothing was found.
"""

from __future__ import annotations

from collections.abc import Callable

from certify.evidence.report.sections.assumptions import mark_of
from certify.evidence.report.sections.attachments import write_attachments, write_end
from certify.evidence.report.sections.front import write_contents
from certify.evidence.report.sections.matrix import write_matrix
from certify.evidence.report.sections.multiplayer.assumptions import write_supplied
from certify.evidence.report.sections.multiplayer.front import (
    write_findings,
    write_front,
    write_scope,
)
from certify.evidence.report.sections.multiplayer.length import length_section
from certify.evidence.report.sections.multiplayer.method import write_method, write_reproduction
from certify.evidence.report.sections.multiplayer.players import write_players
from certify.evidence.report.sections.multiplayer.readings import write_readings
from certify.evidence.report.sections.multiplayer.seats import seats_section
from certify.evidence.report.sections.multiplayer.settings import settings_section
from certify.evidence.report.sections.multiplayer.sheet import write_sheet
from certify.evidence.report.sections.multiplayer.skill import skill_section
from certify.evidence.report.sections.multiplayer.solved import solved_section
from certify.evidence.report.sections.multiplayer.strength import strength_section
from certify.evidence.report.sections.multiplayer.use import use_section
from certify.evidence.report.sections.parties import write_conformity, write_parties
from certify.evidence.report.sections.rules import write_parameters, write_rules
from certify.evidence.report.sections.spec_figures import write_spec_figures
from certify.present.document import Composer
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.fairness.results.assumed import Part
from certify.studies.fairness.results.fairness import FairnessResult

Section = Callable[[Composer, FairnessCertification], None]


def _of_study(write: Callable[[Composer, FairnessResult], None], part: Part = "play") -> Section:
    """Return a section of the report from one that prints figures of the study alone."""

    def section(composer: Composer, certification: FairnessCertification) -> None:
        with composer.marked(mark_of(certification.assumptions, part)):
            write(composer, certification.fairness)

    return section


SECTIONS_MULTIPLAYER: tuple[Section, ...] = (
    write_front,
    write_contents,
    write_findings,
    write_scope,
    write_parties,
    write_conformity,
    write_rules,
    write_parameters,
    write_supplied,
    write_readings,
    write_spec_figures,
    write_players,
    _of_study(seats_section),
    _of_study(strength_section),
    _of_study(skill_section),
    _of_study(length_section),
    _of_study(use_section),
    _of_study(settings_section),
    _of_study(solved_section),
    write_method,
    write_sheet,
    write_reproduction,
    write_attachments,
    write_matrix,
    write_end,
)
