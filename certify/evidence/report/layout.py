"""The layouts of reports: certificate, report and annexes, each with its sections in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

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
    law_section,
    length_section,
    measures_section,
    seats_section,
    settings_section,
    shares_section,
    skill_section,
    solved_section,
    strength_section,
    use_section,
)
from certify.evidence.report.sections.par import write_par
from certify.evidence.report.sections.parties import write_conformity, write_parties
from certify.evidence.report.sections.proof import write_proof
from certify.evidence.report.sections.results import (
    write_bonus,
    write_distribution,
    write_in_full,
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
    write_decided,
    write_readings,
    write_rulings,
    write_rulings_in_short,
    write_supplied,
)
from certify.evidence.report.sections.sensitivity import write_sensitivity
from certify.evidence.report.sections.sheet import write_sheet
from certify.evidence.report.sections.signature import write_signature
from certify.evidence.report.sections.strategy import (
    write_other_strategies,
    write_strategy,
    write_strategy_cost,
)
from certify.present.composer import Composer
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.fairness.results.assumed import Part
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.item.result import CertifiedItem

Written = TypeVar("Written", bound=CertifiedItem)
Section: TypeAlias = Callable[[Composer, Written], None]


def figures_of(write: Section[Written]) -> Section[Written]:
    """Return a section of figures whose headings and captions say what they rest on.

    It writes it with the mark of the assumptions that wagers rest on.
    """

    def section(composer: Composer, certification: Written) -> None:
        with composer.marked(mark_of(certification.assumptions, "wagers")):
            write(composer, certification)

    return section


@dataclass(frozen=True)
class Layout:
    """The three depths of a report, each a part of the document with its sections in order.

    Attributes
    ----------
    certificate : tuple of callable
        Two pages that stand alone: item, figures, how surely, verdict, signature, seal.
    report : tuple of callable
        What a regulator reads.
    annexes : tuple of callable
        What is looked up: everything in full, checks, reproduction.
    """

    certificate: tuple[Section[Any], ...]
    report: tuple[Section[Any], ...]
    annexes: tuple[Section[Any], ...]

    def write(self, composer: Composer, certification: CertifiedItem) -> None:
        """Write all of it."""
        for write_section in (*self.certificate, write_signature):
            write_section(composer, certification)
        composer.part("Report")
        for write_section in (write_contents, *self.report):
            write_section(composer, certification)
        composer.part("Annexes", is_annex=True)
        for write_section in (write_contents, *self.annexes):
            write_section(composer, certification)
        write_end(composer, certification)


SHOES = Layout(
    certificate=(write_front, figures_of(write_in_short)),
    report=(
        write_scope,
        write_parties,
        write_conformity,
        figures_of(write_results),
        figures_of(write_odds),
        figures_of(write_distribution),
        figures_of(write_bonus),
        write_paytables,
        write_parameters,
        write_supplied,
        write_rulings_in_short,
        figures_of(write_strategy),
        write_method,
    ),
    annexes=(
        figures_of(write_par),
        figures_of(write_in_full),
        figures_of(write_other_strategies),
        figures_of(write_strategy_cost),
        figures_of(write_composition),
        write_rules,
        write_rulings,
        write_spec_figures,
        figures_of(write_sensitivity),
        write_comparison,
        figures_of(write_crosscheck),
        write_proof,
        write_definitions,
        figures_of(write_monitoring),
        figures_of(write_sheet),
        write_reproduction,
        write_attachments,
        write_matrix,
    ),
)
"""Blackjack Burnout and its kin."""

ANALYSED = Layout(
    certificate=(analysed_front.write_front, figures_of(analysed_front.write_in_short)),
    report=(
        analysed_front.write_scope,
        write_parties,
        write_conformity,
        figures_of(analysed.write_results),
        figures_of(analysed.write_odds),
        figures_of(analysed.write_distribution),
        write_paytables,
        write_parameters,
        analysed_rules.write_supplied,
        analysed_rules.write_rulings_in_short,
        figures_of(analysed_rules.write_sensitivity),
        figures_of(analysed_strategy.write_strategy),
        figures_of(analysed_strategy.write_strategy_cost),
        analysed_method.write_method,
    ),
    annexes=(
        figures_of(write_par),
        figures_of(write_composition),
        figures_of(analysed.write_pack),
        figures_of(analysed.write_exposure),
        write_rules,
        analysed_rules.write_rulings,
        write_spec_figures,
        figures_of(write_crosscheck),
        analysed_method.write_proof,
        analysed_method.write_definitions,
        figures_of(analysed.write_monitoring),
        figures_of(analysed.write_sheet),
        analysed_method.write_reproduction,
        write_attachments,
        write_matrix,
    ),
)
"""Any banked game that is analysed from its spec."""


def _of_study(
    write: Callable[[Composer, FairnessResult], None], part: Part = "play"
) -> Section[FairnessCertification]:
    """Return a section of the report from one that prints figures of the study alone."""

    def section(composer: Composer, certification: FairnessCertification) -> None:
        with composer.marked(mark_of(certification.assumptions, part)):
            write(composer, certification.fairness)

    return section


def _decided(composer: Composer, certification: FairnessCertification) -> None:
    """Write what was decided in a game between players, a line for each ruling."""
    if certification.rulings:
        write_decided(composer, certification.rulings)


MULTIPLAYER = Layout(
    certificate=(multiplayer.write_front, multiplayer.write_in_short),
    report=(
        multiplayer.write_findings,
        multiplayer.write_scope,
        write_parties,
        write_conformity,
        write_parameters,
        write_supplied,
        _decided,
        multiplayer.write_players,
        _of_study(seats_section),
        _of_study(skill_section),
        _of_study(length_section),
    ),
    annexes=(
        multiplayer.write_further_findings,
        _of_study(strength_section),
        _of_study(shares_section),
        _of_study(law_section),
        _of_study(measures_section),
        write_rules,
        write_readings,
        write_spec_figures,
        _of_study(use_section),
        _of_study(settings_section),
        _of_study(solved_section),
        method.write_method,
        sheet.write_sheet,
        method.write_reproduction,
        write_attachments,
        write_matrix,
    ),
)
"""Games between players."""

LAYOUTS: dict[str, Layout] = {
    Certification.engine: SHOES,
    BankedCertification.engine: ANALYSED,
    FairnessCertification.engine: MULTIPLAYER,
}
"""By what works out a report."""
