"""How seats are shown: what each wins if all play equally well, and what going first is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.charts import RowChart, RowGroup, mark
from certify.present.document import Column, Figure, Table, Text, number
from certify.present.markup import plain
from certify.present.quantity import COUNT, NONE, p_value
from certify.studies.fairness.figures_view import (
    DIFFERENCE,
    PERCENT,
    PERCENT_POINTS,
    PERCENT_SHARE,
    Part,
    banded,
    basis,
    group_title,
    lead,
    played_by,
    players_text,
    statistic_text,
)
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import FairnessResult, TableResult

EQUAL_TEXT = (
    "All seats are played by the same player, so that no difference comes from strength. A seat "
    "wins a game if it is among the winners and not all are level; a game that ends level for all "
    "is a draw. The test asks whether the shares of wins are equal: a small p says that they are "
    "not. Intervals are simultaneous: with a probability of at least {confidence:g} % all of one "
    "number of players hold together; ± is both sides where they "
    "are alike, else both ends stand in brackets."
)
TEST_NOTE = (
    "Wald’s test of equal shares of wins, which takes into account that the wins of the seats of a "
    "game depend on each other; p is that of each case alone."
)
ZERO_SUM = {
    True: " The scores of every game add up to nothing.",
    False: " The scores of a game do not add up to nothing.",
}
WINS_NOTE = "Opens: share of games in which the seat is the first to decide alone."
NOBODY_FIRST = "Nobody ever decides alone before all others, so that nobody goes first."
FIRST_TEXT = (
    "Going first is to be the first to decide alone, not asked together with others. The advantage "
    "is the share of games won by whoever goes first, less that of any other seat. "
)
FIRST_NOTE = (
    "Advantage in percentage points. p is that of no advantage, two-sided, of each case alone; the "
    "intervals hold all together and are wider for it."
)
NO_ADVANTAGE = "No interval of the advantage leaves out zero."


def seat_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield what seats win at equal strength, and what going first is worth."""
    if any(table.equal for table in result.tables):
        yield lead("Seats")
        yield from equality_parts(result)
        yield lead("Going first")
        yield from first_parts(result.tables)


def equality_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield the tests of equal seats, and what every seat wins."""
    tables = [table for table in result.tables if table.equal]
    yield Text(EQUAL_TEXT.format(confidence=100.0 * result.confidence))
    yield _tests(tables)
    yield banded(
        "What each seat wins and scores at equal strength",
        [
            Column("All seats played by", 46, value=lambda each: each[0].player),
            Column("Seat", 26, value=lambda each: each[1].role),
            number("Wins, %", lambda each: each[1].win, PERCENT_SHARE, 36),
            number("Mean score", lambda each: each[1].score, DIFFERENCE, 36),
            number("Opens, %", lambda each: each[1].opens, PERCENT, 24),
        ],
        tables,
        lambda table: [(equal, seat) for equal in table.equal for seat in equal.seats],
        WINS_NOTE,
    )


def _tests(tables: Sequence[TableResult]) -> Table:
    def tested(text: str, equal: EqualPlay) -> str:
        return text if equal.seats_freedom else NONE

    sums = {equal.is_zero_sum for table in tables for equal in table.equal}
    return banded(
        "Tests of equal seats, and draws",
        [
            played_by("All seats played by", 46),
            number("Games", lambda equal: equal.games, COUNT, 26),
            number("Draws, %", lambda equal: equal.draw, PERCENT_SHARE, 34),
            Column(
                "Chi-square",
                24,
                "number",
                lambda equal: tested(statistic_text(equal.seats_statistic), equal),
            ),
            number("Degrees of\nfreedom", lambda equal: equal.seats_freedom, COUNT, 22),
            Column("p", 22, "number", lambda equal: tested(p_value(equal.seats_p), equal)),
        ],
        tables,
        lambda table: table.equal,
        TEST_NOTE + (ZERO_SUM[sums.pop()] if len(sums) == 1 else ""),
    )


def with_first(tables: Sequence[TableResult]) -> list[TableResult]:
    """Return the numbers of players with which somebody goes first."""
    return [
        table for table in tables if any(equal.first_advantage is not None for equal in table.equal)
    ]


def first_parts(tables: Sequence[TableResult]) -> Iterator[Part]:
    """Yield what going first is worth."""
    some = with_first(tables)
    if not some:
        yield Text(NOBODY_FIRST)
        return
    never = [table.players for table in tables if table.equal and table not in some]
    text = FIRST_TEXT + _largest(some)
    if never:
        text += f" With {players_text(*never)} nobody ever decides alone before all others."
    yield Text(plain(text))
    yield banded(
        "Advantage of going first at equal strength",
        [
            played_by("All seats played by", 46),
            number("First wins, %", lambda equal: equal.first_win, PERCENT_SHARE, 34),
            number("Others win, %", lambda equal: equal.others_win, PERCENT_SHARE, 34),
            number("Advantage", lambda equal: equal.first_advantage, PERCENT_POINTS, 34),
            Column(
                "p",
                22,
                "number",
                lambda equal: NONE if equal.first_advantage is None else p_value(equal.first_p),
            ),
        ],
        some,
        lambda table: table.equal,
        FIRST_NOTE,
    )


def _largest(tables: Sequence[TableResult]) -> str:
    """Return the largest advantage or disadvantage that is found."""
    found = [
        (abs(equal.first_advantage.value), table.players, equal)
        for table in tables
        for equal in table.equal
        if equal.first_advantage is not None and not equal.first_advantage.holds(0.0)
    ]
    if not found:
        return NO_ADVANTAGE
    _, players, equal = max(found, key=lambda each: each[0])
    return (
        f"Its interval leaves out zero in {len(found)} of the cases below; the largest is "
        f"{PERCENT_POINTS(equal.first_advantage)} percentage points, with {players_text(players)} "
        f"and {equal.player} in all seats."
    )


# Charts


def win_charts(tables: Sequence[TableResult]) -> Iterator[Figure]:
    """Yield the chart of what every seat wins, for each number of players."""
    for table in tables:
        groups = []
        for equal in table.equal:
            # What each seat would win if all won the same.
            level = sum(seat.win.value for seat in equal.seats) / len(equal.seats)
            lines = [mark(seat.role, seat.win, PERCENT_SHARE, level) for seat in equal.seats]
            groups.append(RowGroup(equal.player, lines, 100.0 * level))
        yield Figure.of(
            f"Wins of each seat at equal strength, {players_text(table.players)}",
            RowChart(
                groups,
                "% of games, with simultaneous intervals",
                reference="equal shares of all games that are won",
            ),
            note="A solid mark: the interval leaves out the equal share.",
        )


def first_chart(tables: Sequence[TableResult]) -> Figure:
    """Return the chart of the advantage of going first, for numbers of players that have one."""
    groups = [
        RowGroup(
            group_title(table, tables),
            [
                mark(equal.player, equal.first_advantage, PERCENT_POINTS, 0.0)
                for equal in table.equal
                if equal.first_advantage is not None
            ],
            0.0,
        )
        for table in tables
    ]
    return Figure.of(
        f"Advantage of going first{basis(tables)}",
        RowChart(
            groups,
            "percentage points, with simultaneous intervals",
            reference="no advantage",
        ),
        note="A solid mark: the interval leaves out zero.",
    )
