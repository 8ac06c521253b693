"""Seats: what each wins if all play equally well, and what going first is worth."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_charts import Figure, Figures, interval_chart
from certify.evidence.report.charts.fairness_figures import (
    PERCENT,
    bands,
    basis,
    both_cells,
    chance_text,
    differs,
    group_title,
    inline,
    number_text,
    numbers_text,
    players_text,
)
from certify.present.document import Column, Composer, Row
from certify.present.figures import NONE, count, fixed
from certify.present.markup import plain
from certify.results import Estimate
from certify.studies.fairness.results.equal_play import EqualPlay, SeatFigures
from certify.studies.fairness.results.fairness import FairnessResult, TableResult

SHOWN = 3
"""Decimals of a share in percent at most."""
STATISTIC_DIGITS = 2
LONG = 10
"""Rows from which a table may continue on the next page."""


def seats_section(composer: Composer, result: FairnessResult) -> None:
    """Write what seats win at equal strength, and what going first is worth.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : FairnessResult
        The study.
    """
    tables = [table for table in result.tables if table.equal]
    if not tables:
        return
    composer.new_page()
    composer.section("Seats")
    composer.text(
        "All seats are played by the same player, so that no difference comes from strength. A "
        "seat wins a game if it is among the winners and not all are level; a game that ends level "
        "for all is a draw. The test asks whether the shares of wins "
        "are equal: a small p says that they are not. "
        f"{_intervals(result)}"
    )
    _write_equality(composer, tables)
    _write_wins(composer, tables)
    _write_chart(composer, tables)
    _write_first(composer, tables)


def _intervals(result: FairnessResult) -> str:
    """Return what the intervals of this section and the next ones are."""
    return (
        f"Intervals are simultaneous: with a probability of at least "
        f"{fixed(PERCENT * result.confidence, 0)} % all of one number of players hold together."
    )


def _write_equality(composer: Composer, tables: list[TableResult]) -> None:
    """Write the tests of equal seats, and the draws."""
    rows: list[Row] = []
    for table in tables:
        rows += bands(table, tables)
        rows += [
            (
                plain(equal.player),
                count(equal.games),
                *both_cells(equal.draw, PERCENT, most=SHOWN),
                fixed(equal.seats_statistic, STATISTIC_DIGITS) if equal.seats_freedom else NONE,
                str(equal.seats_freedom),
                chance_text(equal.seats_p) if equal.seats_freedom else NONE,
            )
            for equal in table.equal
        ]
    kinds = {equal.is_zero_sum for table in tables for equal in table.equal}
    sums = ""
    if len(kinds) == 1:
        adds = "add" if kinds.pop() else "do not add"
        sums = f" The scores of {'every' if adds == 'add' else 'a'} game {adds} up to nothing."
    composer.table(
        f"Tests of equal seats, and draws{basis([table.players for table in tables])}",
        [
            Column("All seats played by", 46),
            Column("Games", 24, "number"),
            Column("Draws, %", 20, "number"),
            Column("interval", 32, "number"),
            Column("Chi-square", 22, "number"),
            Column("Degrees of<br/>freedom", 22, "number"),
            Column("p", 22, "number"),
        ],
        rows,
        note=(
            "Wald’s test of equal shares of wins, which takes into account that the wins of the "
            f"seats of a game depend on each other; p is that of each case alone.{sums}"
        ),
        breakable=len(rows) > LONG,
    )


def _write_wins(composer: Composer, tables: list[TableResult]) -> None:
    """Write what every seat wins."""
    rows: list[Row] = []
    for table in tables:
        rows += bands(table, tables)
        for equal in table.equal:
            rows += [_seat_row(plain(equal.player), seat) for seat in equal.seats]
    composer.table(
        "What each seat wins and scores at equal strength"
        + basis([table.players for table in tables]),
        [
            Column("All seats played by", 43),
            Column("Seat", 24),
            Column("Wins, % of<br/>games", 22, "number"),
            Column("interval", 32, "number"),
            Column("Mean score", 22, "number"),
            Column("interval", 34, "number"),
            Column("Opens, %", 19, "number"),
        ],
        rows,
        note="Opens: share of games in which the seat is the first to decide alone.",
        breakable=len(rows) > LONG,
    )


def _seat_row(player: str, seat: SeatFigures) -> Row:
    """Return the line of a seat."""
    return (
        player,
        plain(seat.role),
        *both_cells(seat.win, PERCENT, most=SHOWN),
        *both_cells(seat.score, most=SHOWN, signed=True),
        fixed(PERCENT * seat.opens, 2),
    )


def equal_share(equal: EqualPlay) -> float:
    """Return the share of games that each seat would win if all won the same."""
    return sum(seat.win.value for seat in equal.seats) / len(equal.seats)


def _write_chart(composer: Composer, tables: list[TableResult]) -> None:
    """Write the chart of wins, one for each number of players."""
    for table in tables:
        groups = []
        for equal in table.equal:
            level = equal_share(equal)
            lines = tuple(
                _figure(seat.role, seat.win, level, is_signed=False) for seat in equal.seats
            )
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


def _figure(label: str, estimate: Estimate, level: float, *, is_signed: bool) -> Figure:
    """Return a share as a line of a chart, in percent."""
    value = both_cells(estimate, PERCENT, most=SHOWN, signed=is_signed)[0]
    return Figure(
        label,
        PERCENT * estimate.value,
        PERCENT * estimate.low,
        PERCENT * estimate.high,
        value,
        is_solid=differs(estimate, level),
    )


def _write_first(composer: Composer, tables: list[TableResult]) -> None:
    """Write what going first is worth."""
    composer.subsection("Going first")
    some = [
        table for table in tables if any(equal.first_advantage is not None for equal in table.equal)
    ]
    if not some:
        composer.text("Nobody ever decides alone before all others, so that nobody goes first.")
        return
    never = [table.players for table in tables if table not in some]
    text = _first_finding(some)
    if never:
        text += f" With {numbers_text(never)} nobody ever decides alone before all others."
    composer.text(
        "Going first is to be the first to decide alone, not asked together with others. The "
        "advantage is the share of games won by whoever goes first, less that of any other seat. "
        + text
    )
    rows: list[Row] = []
    for table in some:
        rows += bands(table, some)
        rows += [_first_row(equal) for equal in table.equal]
    composer.table(
        f"Advantage of going first at equal strength{basis([table.players for table in some])}",
        [
            Column("All seats played by", 38),
            Column("First<br/>wins, %", 18, "number"),
            Column("interval", 30, "number"),
            Column("Others<br/>win, %", 18, "number"),
            Column("interval", 30, "number"),
            Column("Advantage,<br/>points", 25, "number"),
            Column("interval", 33, "number"),
            Column("p", 20, "number"),
        ],
        rows,
        note=(
            "Points: percentage points. p is that of no advantage, two-sided, of each case alone; "
            "the intervals hold all together and are wider for it."
        ),
        breakable=len(rows) > LONG,
    )
    groups = [
        Figures(
            group_title(table, some),
            tuple(
                _figure(equal.player, equal.first_advantage, 0.0, is_signed=True)
                for equal in table.equal
                if equal.first_advantage is not None
            ),
            0.0,
        )
        for table in some
    ]
    composer.figure(
        f"Advantage of going first{basis([table.players for table in some])}",
        interval_chart(
            groups,
            unit="percentage points, with simultaneous intervals",
            reference="no advantage",
        ),
        note="A solid mark: the interval leaves out zero.",
    )


def _first_row(equal: EqualPlay) -> Row:
    """Return the line of a player."""
    return (
        plain(equal.player),
        *both_cells(equal.first_win, PERCENT, most=SHOWN),
        *both_cells(equal.others_win, PERCENT, most=SHOWN),
        *both_cells(equal.first_advantage, PERCENT, most=SHOWN, signed=True),
        chance_text(equal.first_p) if equal.first_advantage is not None else NONE,
    )


def _first_finding(tables: list[TableResult]) -> str:
    """Return the largest advantage or disadvantage that is found."""
    found = [
        (abs(equal.first_advantage.value), table.players, equal.player, equal.first_advantage)
        for table in tables
        for equal in table.equal
        if equal.first_advantage is not None and differs(equal.first_advantage, 0.0)
    ]
    if not found:
        return "No interval of the advantage leaves out zero."
    _, players, player, advantage = max(found, key=lambda each: each[0])
    told = inline(advantage, PERCENT, most=SHOWN)
    return (
        f"Its interval leaves out zero in {number_text(len(found))} of the cases below; the "
        f"largest is {told} percentage points, with {players_text(players)} and "
        f"{plain(player)} in all seats."
    )
