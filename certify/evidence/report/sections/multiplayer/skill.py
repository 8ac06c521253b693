"""Skill and chance: where results come from, relative skill, the tests used in law."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_patterns import StackedBar, stacked_chart
from certify.evidence.report.sections.multiplayer.prose import write
from certify.present.document import Composer
from certify.studies.fairness.figures_view import basis, group_title
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.skill_view import SHARES_TEXT, shares_table, skill_groups, who

PARTS = ("the deal", "who sits where", "both together", "the rest")


def skill_section(composer: Composer, result: FairnessResult) -> None:
    """Write where results come from, relative skill, and the tests used in law."""
    is_shared = any(table.shares for table in result.tables)
    groups = list(skill_groups(result))
    if not is_shared and not groups:
        return
    composer.new_page()
    composer.section("Skill and chance")
    if is_shared:
        _write_shares(composer, result)
    for title, parts in groups:
        composer.subsection(title)
        write(composer, parts)


def _write_shares(composer: Composer, result: FairnessResult) -> None:
    """Write where the variance of a result comes from."""
    composer.subsection("Where results come from")
    composer.text(SHARES_TEXT)
    tables = [table for table in result.tables if table.shares]
    bars = [
        (
            group_title(table, tables),
            [
                StackedBar(
                    who(each),
                    tuple(
                        part.value
                        for part in (each.deal, each.seating, each.interaction, each.rest)
                    ),
                )
                for each in table.shares
            ],
        )
        for table in tables
    ]
    composer.figure(
        f"Shares of the variance of a seat’s points{basis(tables)}",
        stacked_chart(bars, PARTS, unit="% of the variance"),
    )
    write(composer, [shares_table(result)])
