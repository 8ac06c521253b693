"""Seats: what each wins if all play equally well, and what going first is worth."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_charts import Figure, Figures, interval_chart
from certify.evidence.report.charts.fairness_figures import PERCENT, value_text
from certify.evidence.report.sections.multiplayer.prose import write
from certify.present.document import Composer
from certify.results import Estimate
from certify.studies.fairness.figures_view import basis, group_title, players_text
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.seats_view import equality_parts, first_parts, with_first


def seats_section(composer: Composer, result: FairnessResult) -> None:
    """Write what seats win at equal strength, and what going first is worth."""
    tables = [table for table in result.tables if table.equal]
    if not tables:
        return
    composer.new_page()
    composer.section("Seats")
    write(composer, equality_parts(result))
    for table in tables:
        _write_wins(composer, table)
    composer.subsection("Going first")
    write(composer, first_parts(tables))
    if some := with_first(tables):
        _write_first(composer, some)


def _write_wins(composer: Composer, table: TableResult) -> None:
    """Write the chart of wins."""
    groups = []
    for equal in table.equal:
        # What each seat would win if all won the same.
        level = sum(seat.win.value for seat in equal.seats) / len(equal.seats)
        lines = tuple(_figure(seat.role, seat.win, level) for seat in equal.seats)
        groups.append(Figures(equal.player, lines, PERCENT * level))
    composer.figure(
        f"Wins of each seat at equal strength, {players_text(table.players)}",
        interval_chart(
            groups,
            unit="% of games, with simultaneous intervals",
            reference="equal shares of all games that are won",
        ),
        note="A solid mark: the interval leaves out the equal share.",
    )


def _figure(label: str, estimate: Estimate, level: float, *, is_signed: bool = False) -> Figure:
    """Return a share as a line of a chart, in percent."""
    return Figure(
        label,
        PERCENT * estimate.value,
        PERCENT * estimate.low,
        PERCENT * estimate.high,
        value_text(estimate, PERCENT, signed=is_signed),
        is_solid=not estimate.holds(level),
    )


def _write_first(composer: Composer, tables: Sequence[TableResult]) -> None:
    """Write the chart of the advantage of going first."""
    groups = [
        Figures(
            group_title(table, tables),
            tuple(
                _figure(equal.player, equal.first_advantage, 0.0, is_signed=True)
                for equal in table.equal
                if equal.first_advantage is not None
            ),
            0.0,
        )
        for table in tables
    ]
    composer.figure(
        f"Advantage of going first{basis(tables)}",
        interval_chart(
            groups,
            unit="percentage points, with simultaneous intervals",
            reference="no advantage",
        ),
        note="A solid mark: the interval leaves out zero.",
    )
