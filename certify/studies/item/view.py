"""How requirements, figures in the texts of a spec, and paytables are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from certify.present.document import Column, Table, number
from certify.present.markup import plain
from certify.present.quantity import COUNT, NONE, RATE, Number, Quantity, small
from certify.studies.item.conformity import Requirement
from certify.studies.item.result import Decision, PaytableText
from certify.studies.item.spec_figures import FigureValue, SpecFigure
from certify.studies.returns.odds import odds_text

COMPARISONS = {"at_least": "at least", "at_most": "at most"}
PLAIN = Quantity(RATE.digits)
"""A required figure that is no rate."""
END = Quantity(3)
"""An end of an interval of a figure in a text."""
PERCENT_END = Quantity(3, 100)
FEW = 12
"""Requirements up to which the table stays on one page."""


def requirements_table(requirements: Sequence[Requirement]) -> Table:
    """Return every required limit, what was found, and the verdict."""
    return Table(
        [
            Column("Figure", 76),
            Column("Asked by", 28),
            Column("Limit", 30),
            Column("Found", 24, "number"),
            Column("Certain within", 24, "number"),
            Column("Verdict", 18, "bold"),
        ],
        [
            (
                f"{plain(each.title)}<br/>"
                f'<font name="IBMPlexMono" size="7">{plain(each.figure)}</font>',
                plain(each.clause),
                f"{COMPARISONS[each.comparison]} {limit_text(each)} {plain(_unit(each))}",
                found_text(each.found, each),
                _certain(each),
                each.verdict,
            )
            for each in requirements
        ],
        "Requirements",
        breakable=len(requirements) > FEW,
        is_numbered=True,
    )


def found_text(value: float, requirement: Requirement) -> str:
    """Return a figure of a requirement, a rate in percent."""
    return (RATE if requirement.is_rate else PLAIN)(value)


def limit_text(requirement: Requirement) -> str:
    """Return the limit with the digits that were given."""
    limit = 100 * requirement.limit if requirement.is_rate else requirement.limit
    return Number.of(limit, f"{limit:.10g}")


def _unit(requirement: Requirement) -> str:
    return f"% of {requirement.unit}" if requirement.is_rate else requirement.unit


def _certain(requirement: Requirement) -> str:
    """Return within what the true figure lies."""
    low, high = requirement.low, requirement.high
    if requirement.basis != "exact":
        ends = (found_text(low, requirement), found_text(high, requirement))
        return Number.of(requirement.found, " to ".join(ends))
    half = max(high - requirement.found, requirement.found - low)
    half *= 100 if requirement.is_rate else 1
    return Number.of(half, f"± {small(half)}")


class _Line(NamedTuple):
    """A figure in the texts for one number of players; it is named once."""

    figure: SpecFigure
    value: FigureValue
    is_first: bool

    @property
    def text(self) -> str:
        """What the figure is, and what was set beside the spec."""
        settings = ", ".join(f"{name} = {setting}" for name, setting in self.figure.settings)
        return f"{self.figure.text} {settings}".strip() if self.is_first else ""

    @property
    def shown(self) -> str:
        """The figure as it stands in the texts."""
        return f"{self.value.shown}{' %' if self.figure.is_percent else ''}"

    def end(self, value: float) -> str:
        """Return an end of the interval; a dash where there is none."""
        if self.value.estimate.low == self.value.estimate.high:
            return NONE
        return (PERCENT_END if self.figure.is_percent else END)(value)


def spec_figures_table(figures: Sequence[SpecFigure]) -> Table:
    """Return the figures in the texts of the rules, each with its interval."""
    return Table.of(
        "Figures in the texts of the rules",
        [
            Column("Figure", 84, value=lambda line: line.text),
            number("Players", lambda line: line.value.players, COUNT, 15),
            Column("In the texts", 27, "number", lambda line: line.shown),
            Column("From", 19, "number", lambda line: line.end(line.value.estimate.low)),
            Column("To", 19, "number", lambda line: line.end(line.value.estimate.high)),
            number("Games", lambda line: line.value.games, COUNT, 20),
        ],
        [
            _Line(figure, value, place == 0)
            for figure in figures
            for place, value in enumerate(figure.values)
        ],
    )


def paytable_table(paytable: PaytableText) -> Table:
    """Return a paytable with the basis of its payouts."""
    digest = f'<font name="IBMPlexMono" size="7">{plain(paytable.sha256)}</font>'
    return Table(
        [
            Column("Key", 40, "mono"),
            Column("Outcome", 76),
            Column("Pays", 36, "number"),
        ],
        [
            (plain(row.key), plain(row.outcome), plain(odds_text(row.pays, row.basis)))
            for row in paytable.rows
        ],
        f"{plain(paytable.title)} ({plain(paytable.id)}), version {plain(paytable.version)}",
        f"SHA-256 {digest}",
        is_numbered=True,
    )


def rulings_table(rulings: Sequence[Decision], change: Callable[[Any], str] | None) -> Table:
    """Return what was decided, a line for each ruling, with the most that another reading changes.

    `change`: tells that of a ruling; None where it is not known.
    """
    columns = [
        Column("", 9, "bold", lambda each: each.id),
        Column("Question", 62, value=lambda each: each.question),
        Column("Decided", 75 if change else 105, value=lambda each: each.decided),
    ]
    if change:
        columns.append(Column("Largest change", 30, value=change))
    return Table.of("What was decided", columns, rulings, breakable=True)
