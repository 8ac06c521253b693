"""The sections of a report, one file for each group, in reading order."""

from __future__ import annotations

from collections.abc import Callable

from certify.report.composer import Composer
from certify.report.sections.bonus import write_bonus
from certify.report.sections.comparison import write_comparison
from certify.report.sections.composition import write_composition
from certify.report.sections.definitions import write_definitions
from certify.report.sections.distribution import write_distribution
from certify.report.sections.front import write_contents, write_front, write_scope
from certify.report.sections.method import write_method
from certify.report.sections.paytables import write_paytables
from certify.report.sections.reproduction import write_reproduction
from certify.report.sections.results import write_results
from certify.report.sections.rules import write_parameters, write_rules
from certify.report.sections.rulings import write_rulings
from certify.report.sections.sensitivity import write_sensitivity
from certify.report.sections.strategy import write_strategy
from certify.report.sections.strategy_cost import write_strategy_cost
from certify.results.certification import Certification

SECTIONS: tuple[Callable[[Composer, Certification], None], ...] = (
    write_front,
    write_contents,
    write_scope,
    write_results,
    write_distribution,
    write_bonus,
    write_composition,
    write_comparison,
    write_rules,
    write_parameters,
    write_rulings,
    write_sensitivity,
    write_paytables,
    write_strategy,
    write_strategy_cost,
    write_method,
    write_definitions,
    write_reproduction,
)
