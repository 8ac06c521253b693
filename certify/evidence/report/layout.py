"""The layouts of reports: their sections in reading order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from certify.evidence.report.sections.analysed import figures as analysed
from certify.evidence.report.sections.analysed import front as analysed_front
from certify.evidence.report.sections.analysed import method as analysed_method
from certify.evidence.report.sections.analysed import rules as analysed_rules
from certify.evidence.report.sections.analysed import strategy as analysed_strategy
from certify.evidence.report.sections.attachments import write_attachments, write_end, write_matrix
from certify.evidence.report.sections.comparison import write_comparison, write_crosscheck
from certify.evidence.report.sections.composition import write_composition
from certify.evidence.report.sections.definitions import write_definitions
from certify.evidence.report.sections.front import (
    write_contents,
    write_front,
    write_in_short,
    write_scope,
)
from certify.evidence.report.sections.method import write_method, write_reproduction
from certify.evidence.report.sections.monitoring import write_monitoring
from certify.evidence.report.sections.multiplayer import front as multiplayer
from certify.evidence.report.sections.multiplayer import method, sheet
from certify.evidence.report.sections.multiplayer.study import (
    length_section,
    seats_section,
    settings_section,
    skill_section,
    solved_section,
    strength_section,
    use_section,
)
from certify.evidence.report.sections.parties import write_conformity, write_parties
from certify.evidence.report.sections.proof import write_proof
from certify.evidence.report.sections.results import (
    write_bonus,
    write_distribution,
    write_odds,
    write_results,
)
from certify.evidence.report.sections.rules import (
    write_parameters,
    write_paytables,
    write_rules,
    write_spec_figures,
)
from certify.evidence.report.sections.rulings import (
    mark_of,
    write_readings,
    write_rulings,
    write_supplied,
)
from certify.evidence.report.sections.sensitivity import write_sensitivity
from certify.evidence.report.sections.sheet import write_sheet
from certify.evidence.report.sections.strategy import write_strategy, write_strategy_cost
from certify.present.composer import Composer
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.fairness.results.assumed import Part
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.item.result import CertifiedItem

Written = TypeVar("Written", bound=CertifiedItem)


def figures_of(write: Callable[[Composer, Written], None]) -> Callable[[Composer, Written], None]:
    """Return a section of figures whose headings and captions say what they rest on.

    It writes it with the mark of the assumptions that wagers rest on.
    """

    def section(composer: Composer, certification: Written) -> None:
        with composer.marked(mark_of(certification.assumptions, "wagers")):
            write(composer, certification)

    return section


SECTIONS: tuple[Callable[[Composer, Certification], None], ...] = (
    write_front,
    figures_of(write_in_short),
    write_contents,
    write_scope,
    write_parties,
    write_conformity,
    figures_of(write_results),
    figures_of(write_odds),
    figures_of(write_distribution),
    figures_of(write_bonus),
    figures_of(write_composition),
    write_comparison,
    figures_of(write_crosscheck),
    write_rules,
    write_parameters,
    write_supplied,
    write_rulings,
    write_spec_figures,
    figures_of(write_sensitivity),
    write_paytables,
    figures_of(write_strategy),
    figures_of(write_strategy_cost),
    write_method,
    write_proof,
    write_definitions,
    figures_of(write_monitoring),
    figures_of(write_sheet),
    write_reproduction,
    write_attachments,
    write_matrix,
    write_end,
)


SECTIONS_ANALYSED: tuple[Callable[[Composer, BankedCertification], None], ...] = (
    analysed_front.write_front,
    figures_of(analysed_front.write_in_short),
    write_contents,
    analysed_front.write_scope,
    write_parties,
    write_conformity,
    figures_of(analysed.write_results),
    figures_of(analysed.write_odds),
    figures_of(analysed.write_distribution),
    figures_of(analysed_strategy.write_strategy),
    figures_of(analysed_strategy.write_strategy_cost),
    figures_of(write_composition),
    figures_of(analysed.write_exposure),
    write_rules,
    write_parameters,
    analysed_rules.write_supplied,
    analysed_rules.write_rulings,
    write_spec_figures,
    figures_of(analysed_rules.write_sensitivity),
    write_paytables,
    figures_of(write_crosscheck),
    analysed_method.write_method,
    analysed_method.write_proof,
    analysed_method.write_definitions,
    figures_of(analysed.write_monitoring),
    figures_of(analysed.write_sheet),
    analysed_method.write_reproduction,
    write_attachments,
    write_matrix,
    write_end,
)


# Games between players


Section = Callable[[Composer, FairnessCertification], None]


def _of_study(write: Callable[[Composer, FairnessResult], None], part: Part = "play") -> Section:
    """Return a section of the report from one that prints figures of the study alone."""

    def section(composer: Composer, certification: FairnessCertification) -> None:
        with composer.marked(mark_of(certification.assumptions, part)):
            write(composer, certification.fairness)

    return section


SECTIONS_MULTIPLAYER: tuple[Section, ...] = (
    multiplayer.write_front,
    write_contents,
    multiplayer.write_findings,
    multiplayer.write_scope,
    write_parties,
    write_conformity,
    write_rules,
    write_parameters,
    write_supplied,
    write_readings,
    write_spec_figures,
    multiplayer.write_players,
    _of_study(seats_section),
    _of_study(strength_section),
    _of_study(skill_section),
    _of_study(length_section),
    _of_study(use_section),
    _of_study(settings_section),
    _of_study(solved_section),
    method.write_method,
    sheet.write_sheet,
    method.write_reproduction,
    write_attachments,
    write_matrix,
    write_end,
)


LAYOUTS: dict[str, tuple[Callable[[Composer, Any], None], ...]] = {
    Certification.engine: SECTIONS,
    BankedCertification.engine: SECTIONS_ANALYSED,
    FairnessCertification.engine: SECTIONS_MULTIPLAYER,
}
"""Sections by what works out a report."""
