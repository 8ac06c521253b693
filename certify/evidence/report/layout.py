"""The layout of the report on a game with a house: its sections in reading order."""

from __future__ import annotations

from collections.abc import Callable

from certify.evidence.report.sections.answers import write_in_short
from certify.evidence.report.sections.assumptions import mark_of
from certify.evidence.report.sections.attachments import write_attachments, write_end
from certify.evidence.report.sections.bonus import write_bonus
from certify.evidence.report.sections.comparison import write_comparison
from certify.evidence.report.sections.composition import write_composition
from certify.evidence.report.sections.crosscheck import write_crosscheck
from certify.evidence.report.sections.definitions import write_definitions
from certify.evidence.report.sections.distribution import write_distribution
from certify.evidence.report.sections.front import write_contents, write_front, write_scope
from certify.evidence.report.sections.matrix import write_matrix
from certify.evidence.report.sections.method import write_method
from certify.evidence.report.sections.monitoring import write_monitoring
from certify.evidence.report.sections.odds import write_odds
from certify.evidence.report.sections.parties import write_conformity, write_parties
from certify.evidence.report.sections.paytables import write_paytables
from certify.evidence.report.sections.proof import write_proof
from certify.evidence.report.sections.reproduction import write_reproduction
from certify.evidence.report.sections.results import write_results
from certify.evidence.report.sections.rules import write_parameters, write_rules
from certify.evidence.report.sections.rulings import write_rulings
from certify.evidence.report.sections.sensitivity import write_sensitivity
from certify.evidence.report.sections.sheet import write_sheet
from certify.evidence.report.sections.spec_figures import write_spec_figures
from certify.evidence.report.sections.strategy import write_strategy
from certify.evidence.report.sections.strategy_cost import write_strategy_cost
from certify.evidence.report.sections.supplied import write_supplied
from certify.present.document import Composer
from certify.studies.certification.result import Certification

Section = Callable[[Composer, Certification], None]


def figures_of(write: Section) -> Section:
    """Return a section of figures whose headings and captions say what they rest on.

    It writes it with the mark of the assumptions that wagers rest on.
    """

    def section(composer: Composer, certification: Certification) -> None:
        with composer.marked(mark_of(certification.assumptions, "wagers")):
            write(composer, certification)

    return section


SECTIONS: tuple[Section, ...] = (
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
