"""The rules as modelled, the parameters, the paytables, the figures in the texts."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.present.document import Column
from certify.present.markup import plain
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.result import Certification
from certify.studies.item.result import CertifiedItem
from certify.studies.item.view import paytable_table, spec_figures_table

SHORT_VALUE = 11
"""Letters of a value that fit in a column of the usual width."""
VALUE_WIDTH, WIDE_VALUE_WIDTH = 20, 29


def write_rules(composer: Composer, certification: CertifiedItem) -> None:
    """Write the clauses of the source and what implements each."""
    source = certification.source
    composer.section("Rules as modelled")
    composer.text(
        f"The source is {plain(source.title)}, {plain(source.reference.rstrip('.'))}. Each clause "
        f"is given in the words of this report, with the lines of {plain(source.file)} that it "
        "comes from and the elements of the spec that implement it. Where the source is silent a "
        "ruling was made; rulings have a section of their own."
    )
    composer.table(
        "Clauses",
        [
            Column("Clause", 14),
            Column("Lines", 16),
            Column("Rule", 72),
            Column("Implemented by", 66, "mono"),
        ],
        [
            (
                plain(clause.number),
                plain(clause.lines),
                plain(clause.text),
                _grouped(clause.elements),
            )
            for clause in certification.clauses
        ],
        breakable=True,
    )


def _grouped(elements: tuple[str, ...]) -> str:
    """Return elements by their section, each section on a line of its own."""
    sections: dict[str, list[str]] = {}
    for element in elements:
        section, _, name = element.partition(".")
        sections.setdefault(section, []).append(name.replace(".moves.", "/"))
    if not sections:
        return "states no rule"
    return "<br/>".join(
        plain(f"{section}: {', '.join(names)}" if any(names) else section)
        for section, names in sections.items()
    )


def write_parameters(composer: Composer, certification: CertifiedItem) -> None:
    """Write the parameters of the game."""
    composer.section("Parameters")
    if not certification.parameters:
        composer.text("The spec has no parameter: every rule is as it stands.")
        return
    longest = max((len(each.value) for each in certification.parameters), default=0)
    width = VALUE_WIDTH if longest <= SHORT_VALUE else WIDE_VALUE_WIDTH
    composer.text(
        "Every choice that changes a figure is a named parameter. A value in bold differs from the "
        "default of the spec."
    )
    composer.table(
        "Parameters in force",
        [
            Column("Name", 46, "mono"),
            Column("Value", width),
            Column("Default", width),
            Column("Basis", 26),
            Column("Meaning", 70),
        ],
        [
            (
                plain(parameter.name),
                plain(parameter.value)
                if parameter.value == parameter.default
                else f"<b>{plain(parameter.value)}</b>",
                plain(parameter.default),
                plain(parameter.basis),
                _meaning(parameter.title, parameter.text),
            )
            for parameter in certification.parameters
        ],
        breakable=True,
    )


def _meaning(title: str, text: str) -> str:
    """Return a parameter's title and explanation, once where the two are the same."""
    if not text or text == title:
        return plain(title)
    return f"{plain(title)}. {plain(text)}"


def write_paytables(composer: Composer, certification: Certification | BankedCertification) -> None:
    """Write every paytable with the basis of its payouts."""
    if not certification.paytables:
        return
    composer.section("Paytables")
    composer.text(
        "A payout of 2 <i>to</i> 1 is paid on top of the wager, which is returned; one of 2 "
        "<i>for</i> 1 includes the wager."
    )
    for paytable in certification.paytables:
        composer.put(paytable_table(paytable))


def write_spec_figures(composer: Composer, certification: CertifiedItem) -> None:
    """Write the figures that texts of the spec refer to; nothing where there are none."""
    if not certification.spec_figures:
        return
    composer.subsection("Figures in the rulings")
    composer.text(
        "Figures that stand in the texts of the rules were worked out for this report, and none is "
        "typed. They are of the game as its spec stands; what was set beside it is told. Each "
        "interval holds with 95 % by itself."
    )
    composer.put(spec_figures_table(certification.spec_figures))
