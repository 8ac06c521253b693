"""How outcomes that were counted are shown beside the numbers that were to be expected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.document import Band, Column, Row, Table, number
from certify.present.markup import plain
from certify.present.quantity import COUNT, Quantity
from certify.studies.monitoring.reasons import shown_p
from certify.studies.monitoring.result import MonitorLine

EXPECTED = Quantity(1, thousands=True)

NOTE = (
    "Chi-squared is divided by the factor of seats that share a round; outcomes of which fewer than"
    " 5 are expected count together. p by Holm, with the returns."
)


def outcome_tables(lines: Sequence[MonitorLine]) -> Iterator[Table]:
    """Yield outcomes that were counted, beside the numbers that were to be expected."""
    columns = [
        Column("Net result", 30, value=lambda each: f"{each.net:g}"),
        number("Wagers", lambda each: each.wagers, COUNT, 26),
        number("Expected", lambda each: each.expected, EXPECTED, 26),
    ]
    rows: list[Row] = []
    for line in lines:
        spread = line.spread
        if spread is None:
            continue
        p = shown_p(spread.p if spread.p_adjusted is None else spread.p_adjusted)
        rows.append(
            Band(
                plain(
                    f"{line.wager}: chi-squared {spread.statistic:.1f}, degrees of freedom"
                    f" {spread.freedom}, p {p}"
                )
            )
        )
        rows += [tuple(column.cell(each) for column in columns) for each in spread.outcomes]
    if rows:
        yield Table(columns, rows, "Outcomes, by net result for a stake of 1", NOTE)
