"""The layout of the report on a game between players: its sections in reading order.

A section of figures is a function ``NAME_section(composer, result)`` of a `Composer` and a
`FairnessResult`, which writes itself as every section does, and nothing where nothing was found.
"""

from __future__ import annotations

from collections.abc import Callable

from certify.present.document import Composer
from certify.report.sections.assumptions import mark_of
from certify.report.sections.attachments import write_attachments, write_end
from certify.report.sections.between.assumptions import write_supplied
from certify.report.sections.between.front import write_findings, write_front, write_scope
from certify.report.sections.between.length import length_section
from certify.report.sections.between.method import write_method, write_reproduction
from certify.report.sections.between.players import write_players
from certify.report.sections.between.readings import write_readings
from certify.report.sections.between.seats import seats_section
from certify.report.sections.between.settings import settings_section
from certify.report.sections.between.sheet import write_sheet
from certify.report.sections.between.skill import skill_section
from certify.report.sections.between.solved import solved_section
from certify.report.sections.between.strength import strength_section
from certify.report.sections.between.use import use_section
from certify.report.sections.front import write_contents
from certify.report.sections.matrix import write_matrix
from certify.report.sections.parties import write_conformity, write_parties
from certify.report.sections.rules import write_parameters, write_rules
from certify.report.sections.spec_figures import write_spec_figures
from certify.results.assumed import Part
from certify.results.fairness import FairnessResult
from certify.results.fairness_certification import FairnessCertification

Section = Callable[[Composer, FairnessCertification], None]


def _of_study(write: Callable[[Composer, FairnessResult], None], part: Part = "play") -> Section:
    """Return a section of the report from one that prints figures of the study alone."""

    def section(composer: Composer, certification: FairnessCertification) -> None:
        with composer.marked(mark_of(certification.assumptions, part)):
            write(composer, certification.fairness)

    return section


SECTIONS_BETWEEN: tuple[Section, ...] = (
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
