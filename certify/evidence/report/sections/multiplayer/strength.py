"""Strength against strength: who beats whom, and by how much; ratings and how well they fit."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_charts import Figure, Figures, interval_chart
from certify.evidence.report.charts.fairness_figures import inline
from certify.evidence.report.sections.multiplayer.prose import write
from certify.present.document import Composer
from certify.studies.fairness.figures_view import basis, group_title
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.skill_view import RATINGS_TEXT, meeting_parts


def strength_section(composer: Composer, result: FairnessResult) -> None:
    """Write strength against strength, and ratings."""
    tables = [table for table in result.tables if table.ratings]
    if not tables and not any(table.meetings for table in result.tables):
        return
    composer.new_page()
    composer.section("Strength against strength")
    write(composer, meeting_parts(result))
    if not tables:
        return
    composer.subsection("Ratings")
    composer.text(RATINGS_TEXT)
    groups = [
        Figures(
            group_title(table, tables),
            tuple(
                Figure(
                    rating.player,
                    rating.elo.value,
                    rating.elo.low,
                    rating.elo.high,
                    inline(rating.elo) if rating.elo.high > rating.elo.low else "0",
                    is_solid=True,
                )
                for rating in table.ratings
            ),
        )
        for table in tables
    ]
    composer.figure(
        f"Ratings{basis(tables)}",
        interval_chart(groups, unit="Elo, with intervals", shown=[0.0]),
    )
