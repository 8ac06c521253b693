"""Length: decisions of a game, what stops it, and what the rules record of it."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_charts import Span, span_chart
from certify.evidence.report.sections.multiplayer.prose import write
from certify.present.document import Composer
from certify.studies.fairness.figures_view import basis, group_title
from certify.studies.fairness.length_view import decision_parts, limit_parts, measure_tables
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.length_of_play import LengthOfPlay


def length_section(composer: Composer, result: FairnessResult) -> None:
    """Write how long games last, and whether they end."""
    tables = [table for table in result.tables if table.lengths]
    if not tables:
        return
    composer.new_page()
    composer.section("Length of play")
    write(composer, decision_parts(tables))
    _write_chart(composer, tables)
    composer.subsection("Games stopped by a limit")
    write(composer, limit_parts(tables))
    if measures := list(measure_tables(result)):
        composer.subsection("What the rules record of a game")
        write(composer, measures)


def _write_chart(composer: Composer, tables: Sequence[TableResult]) -> None:
    """Write the chart of the quantiles."""
    lengths = [length for table in tables for length in table.lengths]
    left_out = any(length.decisions.quantiles is None for length in lengths)
    groups = [
        (group_title(table, tables), [span for each in table.lengths if (span := _span(each))])
        for table in tables
    ]
    if not any(spans for _, spans in groups):
        return
    composer.figure(
        f"Decisions of a game{basis(tables)}",
        span_chart([group for group in groups if group[1]], unit="decisions"),
        note=(
            "The box holds the middle half of the games, the stroke in it is the median, the "
            "dot the mean; the line goes from the 1 % to the 99 % quantile."
            + (" Players without quantiles are left out." if left_out else "")
        ),
    )


def _span(length: LengthOfPlay) -> Span | None:
    """Return the quantiles of a player's games as a line of the chart."""
    if length.decisions.quantiles is None:
        return None
    least, first, middle, third, most = length.decisions.quantiles
    mean = length.decisions.mean.value
    return Span(length.player, (least, most), (first, middle, third), mean)
