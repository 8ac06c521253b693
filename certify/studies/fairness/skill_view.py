"""How strength and skill are shown: meetings, ratings, variance, relative skill, tests in law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from certify.present.charts import StackChart
from certify.present.document import Band, Column, Figure, Row, Table, Text, number
from certify.present.markup import counted, plain
from certify.present.quantity import Quantity
from certify.results import Estimate
from certify.studies.fairness.figures_view import (
    MEAN,
    PERCENT,
    PERCENT_SHARE,
    POINTS,
    SHARE,
    Part,
    basis,
    captioned,
    group_title,
    lead,
    listed_numbers,
)
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.skill import LegalTest, RelativeSkill, VarianceShares

ELO = Quantity(1)
SHARE_NAMES = ("the deal", "who sits where", "both together", "the rest")

SHARES_TEXT = (
    "Duplicate deals: the same shuffle is played several times in each seating. The variance of a "
    "seat’s points in a single game then falls into four parts, which add up to all of it: the "
    "deal; who sits where, which is the difference of strength, or of seats if all play alike; "
    "both together, as a deal may suit one player more than another; and the rest, which is what "
    "players do by chance and what is drawn later."
)
RELATIVE_TEXT = (
    "Relative skill by Dreef, Borm and van der Genugten: the learning effect is what the strongest "
    "player gains over a beginner, the random effect what a fictive player who sees all cards "
    "gains over the strongest, all in points against the strongest player on the same deals. "
    "Relative skill is the learning effect over the sum of both: 0 is chance alone, 1 is skill "
    "alone."
)
UNKNOWN_NOTE = (
    "Unknown: an interval of 0 to 1 is all that relative skill can be; nothing can be said of it, "
    "and it counts for neither skill nor chance in the tests used in law."
)
COIN_NOTE = (
    "The coin’s share: as many points as if a coin decided so many of the results and the better "
    "player won all others. The spread is the standard deviation of the ratings of all players of "
    "the ladder, in Elo."
)
TESTS_TEXT = (
    "What courts, statutes and scholars ask, answered by the figures of this study as far as "
    "figures can. An answer is what the figures say, not a conclusion in law: “skill” or “chance” "
    "where they say so, “mixed” where they show both, “open” where they do not decide, or are not "
    "what is asked for."
)


# Skill and chance ---------------------------------------------------------------------------------


def skill_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield where results come from, relative skill, and the tests used in law."""
    if any(table.shares for table in result.tables):
        yield lead("Where results come from")
        yield Text(SHARES_TEXT)
        yield shares_table(result)
    for title, parts in skill_groups(result):
        yield lead(title)
        yield from parts
    if law := law_parts(result):
        yield lead("Tests used in law")
        yield from law


def skill_groups(result: FairnessResult) -> Iterator[tuple[str, list[Part]]]:
    """Yield relative skill and what the strongest gain, each under its title."""
    relative = [table for table in result.tables if table.skill and table.skill.relative]
    skilled = [table for table in result.tables if table.skill]
    if relative:
        yield "Relative skill", [Text(RELATIVE_TEXT), _relative(relative)]
    if skilled:
        yield "The strongest against the weakest", [_coin(skilled)]


def law_parts(result: FairnessResult) -> list[Part]:
    """Return the tests used in law; nothing where none was answered."""
    tested = [table for table in result.tables if table.skill and table.skill.tests]
    return [Text(TESTS_TEXT), *_tests(tested)] if tested else []


def who(shares: VarianceShares) -> str:
    """Return who plays whom."""
    if shares.player == shares.opponent:
        return f"{shares.player} in all seats"
    return f"{shares.player} against {shares.opponent}"


def shares_table(result: FairnessResult) -> Table:
    """Return the shares of the variance of a seat's points in a game."""
    tables = [table for table in result.tables if table.shares]
    ways = sorted(
        {(each.deals, each.seatings, each.repeats) for table in tables for each in table.shares}
    )
    played = "; ".join(
        f"{counted(deals, 'deal')}, {counted(seatings, 'seating')} of each, each played "
        f"{counted(repeats, 'time')}"
        for deals, seatings, repeats in ways
    )

    def seated(share: VarianceShares, part: Estimate) -> Estimate | None:
        # A single seating tells nothing of who sits where: that is not a share of zero.
        return part if share.seatings > 1 else None

    return _under_names(
        "Shares of the variance of a seat’s points, %",
        [
            number("The deal", lambda each: each.deal, PERCENT_SHARE, 31),
            number("Who sits\nwhere", lambda each: seated(each, each.seating), PERCENT_SHARE, 31),
            number(
                "Both\ntogether", lambda each: seated(each, each.interaction), PERCENT_SHARE, 31
            ),
            number("The rest", lambda each: each.rest, PERCENT_SHARE, 31),
            number("Variance", lambda each: each.variance, POINTS, 18),
        ],
        [(table, who(each), each) for table in tables for each in table.shares],
        f"Played: {played}.",
    )


def _under_names(
    caption: str,
    columns: Sequence[Column],
    items: Sequence[tuple[TableResult, str, Any]],
    note: str,
) -> Table:
    """Return a table in which names too long for a column stand above their figures."""
    tables = list({table.players: table for table, _, _ in items}.values())
    rows: list[Row] = []
    for table, name, item in items:
        where = group_title(table, tables)
        rows.append(Band(plain(f"{where}: {name}" if where else name)))
        rows.append(tuple(column.cell(item) for column in columns))
    return captioned(f"{caption}{basis(tables)}", columns, rows, note)


def _relative(tables: Sequence[TableResult]) -> Table:
    unknown = any(
        each.relative_skill.says_nothing
        for table in tables
        if table.skill
        for each in table.skill.relative
    )
    return _under_names(
        "Relative skill",
        [
            number("Points", lambda row: row.points, SHARE, 32),
            number(
                "Learning\neffect", lambda row: row.gains and row.gains.learning_effect, MEAN, 32
            ),
            number("Random\neffect", lambda row: row.gains and row.gains.random_effect, MEAN, 32),
            number(
                "Relative\nskill", lambda row: row.gains and row.gains.relative_skill, SHARE, 32
            ),
        ],
        [(table, row.player, row) for table in tables for row in _relative_rows(table)],
        UNKNOWN_NOTE if unknown else "",
    )


class _RelativeRow(NamedTuple):
    """A player's points against the strongest, and of a beginner what follows from them."""

    player: str
    points: Estimate
    gains: RelativeSkill | None = None


def _relative_rows(table: TableResult) -> Iterator[_RelativeRow]:
    """Yield the beginners, then the strongest and the fictive player whom they are held against."""
    by_rivals: dict[tuple[str, str], list[RelativeSkill]] = {}
    for each in table.skill.relative if table.skill else ():
        by_rivals.setdefault((each.strongest, each.fictive), []).append(each)
    for (strongest, fictive), some in by_rivals.items():
        for each in some:
            yield _RelativeRow(each.beginner, each.beginner_points, each)
        yield _RelativeRow(f"{strongest}, strongest", some[0].strongest_points)
        yield _RelativeRow(f"{fictive}, fictive", some[0].fictive_points)


def _coin(tables: Sequence[TableResult]) -> Table:
    return Table.of(
        f"The strongest against the weakest player{basis(tables)}",
        [
            Column("Players", 16, "centre", lambda each: each[0]),
            Column("Strongest", 44, value=lambda each: each[1].strongest),
            Column("Weakest", 34, value=lambda each: each[1].weakest),
            number("Points", lambda each: each[1].strongest_points, POINTS, 22),
            number("Coin’s share\nof results, %", lambda each: each[1].coin_share, PERCENT, 30),
            number("Spread of\nratings", lambda each: each[1].elo_spread, ELO, 26),
        ],
        [(table.players, table.skill) for table in tables],
        COIN_NOTE,
    )


def _tests(tables: Sequence[TableResult]) -> Iterator[Table]:
    """Yield what the tests ask and who asks it, and what the figures say."""
    tests: dict[str, LegalTest] = {}
    said: dict[str, dict[tuple[str, str], list[int]]] = {}
    for table in tables:
        for test in table.skill.tests if table.skill else ():
            tests.setdefault(test.id, test)
            found = said.setdefault(test.id, {})
            found.setdefault((test.finding, test.answer), []).append(table.players)
    yield captioned(
        "What each test asks, and where",
        [Column("Test", 34, "bold"), Column("Definition", 62), Column("Source", 72)],
        [tuple(map(plain, (test.title, test.definition, test.source))) for test in tests.values()],
    )
    many = len(tables) > 1
    first = Column("Players", 16) if many else Column("Test", 34)
    rows: list[Row] = []
    for id, test in tests.items():
        if many:
            rows.append(Band(plain(test.title)))
        for (finding, answer), numbers in said[id].items():
            told = listed_numbers(numbers) if many else plain(test.title)
            rows.append((told, plain(finding), answer))
    yield captioned(
        f"What the figures say{basis(tables)}",
        [first, Column("Finding", 138), Column("Answer", 18, "bold")],
        rows,
    )


# Charts -------------------------------------------------------------------------------------------


def shares_chart(tables: Sequence[TableResult]) -> Figure:
    """Return the chart of the shares of the variance."""
    groups = [
        (
            group_title(table, tables),
            [
                (
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
    return Figure.of(
        f"Shares of the variance of a seat’s points{basis(tables)}",
        StackChart(groups, SHARE_NAMES, "% of the variance"),
    )
