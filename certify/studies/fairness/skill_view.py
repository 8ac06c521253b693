"""How strength and skill are shown: meetings, ratings, variance, relative skill, tests in law."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from certify.present.charts import Mark, RowChart, RowGroup, StackChart, mark
from certify.present.document import Band, Column, Figure, Row, Table, Text, number
from certify.present.markup import MINUS, plain
from certify.present.quantity import COUNT, NONE, Quantity, p_value
from certify.results import Estimate
from certify.studies.fairness.figures_view import (
    MEAN,
    PERCENT,
    PERCENT_SHARE,
    POINTS,
    SHARE,
    Part,
    PlayerKey,
    abreast,
    banded,
    basis,
    captioned,
    count_text,
    group_title,
    lead,
    listed_numbers,
    played_by,
    players_text,
)
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.skill import LegalTest, RelativeSkill, VarianceShares
from certify.studies.fairness.results.strength import Meeting, Rating

ABREAST = 6
"""Opponents beside each other in a table."""
UP, DOWN = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}"
LEVEL = 0.5
"""Points of a game between equals."""
ELO = Quantity(1)
SHARE_NAMES = ("the deal", "who sits where", "both together", "the rest")

MEETINGS_TEXT = (
    "A player sits alone, in every seat in turn on the same deals, against others who are all of "
    "another kind. Points are the mean over the opponents of 1 for each who is behind, ½ for each "
    "who is level, 0 for each who is ahead: ½ is equal strength. p is that of equal strength, "
    "two-sided, adjusted by Holm’s method over all meetings of one number of players. A deal is a "
    "game in every seat."
)
MATRIX_NOTE = (
    f"{UP} better, {DOWN} worse than equal strength, p below {{risk:.2f}}; no arrow: no difference "
    "is found."
)
LISTED_NOTE = "75 % and 95 %: after so many deals the better player is ahead with that probability."
RATINGS_TEXT = (
    "Bradley-Terry strengths on Elo’s scale: a difference of 400 stands for odds of 10 to 1. The "
    "first player has 0 by definition. A rating tells a meeting well only where strength is a "
    "single line; the table of meetings shows what the ratings make of each."
)
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


# Strength -----------------------------------------------------------------------------------------


def strength_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield strength against strength, and ratings."""
    rated = [table for table in result.tables if table.ratings]
    if rated or any(table.meetings for table in result.tables):
        yield lead("Strength against strength")
        yield from meeting_parts(result)
    if rated:
        yield lead("Ratings")
        yield Text(RATINGS_TEXT)
        yield banded(
            "Ratings",
            [played_by("Player", 60), number("Elo", lambda rating: rating.elo, MEAN, 60)],
            rated,
            lambda table: table.ratings,
        )


def meeting_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield who beats whom, and by how much."""
    tables = [table for table in result.tables if table.meetings]
    if not tables:
        return
    key, risk = PlayerKey(result), 1.0 - result.confidence
    yield Text(MEETINGS_TEXT)
    yield from (Text(plain(_widest(table, risk, many=len(tables) > 1))) for table in tables)
    for table in tables:
        yield from _matrix(table, key, risk)
    yield from (_listed(table, key) for table in tables)


def _widest(table: TableResult, risk: float, *, many: bool) -> str:
    """Return how many meetings have a better player, and the widest gap."""
    found = [meeting for meeting in table.meetings if meeting.p < risk]
    widest = max(table.meetings, key=lambda meeting: abs(meeting.points.value - LEVEL))
    where = f"With {players_text(table.players)}, a" if many else "A"
    return (
        f"{where} difference of strength is found in {len(found)} of {len(table.meetings)} "
        f"meetings (p below {risk:.2f}). The widest gap: {widest.player} has "
        f"{SHARE(widest.points)} points against {widest.opponent} in {widest.games:,} games."
    )


def _matrix(table: TableResult, key: PlayerKey, risk: float) -> Iterator[Table]:
    """Yield the points of everybody against everybody."""
    cells: dict[tuple[str, str], str] = {}
    for meeting in table.meetings:
        cells[meeting.player, meeting.opponent] = _marked(meeting, risk)
        if table.players == 2:
            # Of two players one has what the other lacks.
            cells[meeting.opponent, meeting.player] = _marked(meeting, risk, turned=True)
    players = [player for player in key.players if any(player == pair[0] for pair in cells)]
    against = [player for player in key.players if any(player == pair[1] for pair in cells)]
    for some in abreast(against, ABREAST):
        yield captioned(
            f"Points of each player against each other, {players_text(table.players)}",
            [Column("Points of", 42), *(Column(key.letter(each), 22, "number") for each in some)],
            [
                (plain(key.lettered(player)), *(cells.get((player, each), NONE) for each in some))
                for player in players
            ],
            f"{MATRIX_NOTE.format(risk=risk)} {key.note({*players, *some})}",
        )


def _marked(meeting: Meeting, risk: float, *, turned: bool = False) -> str:
    """Return points with a mark of significance."""
    points = 1.0 - meeting.points.value if turned else meeting.points.value
    text = POINTS(points)
    return f"{UP if points > LEVEL else DOWN} {text}" if meeting.p < risk else text


def _listed(table: TableResult, key: PlayerKey) -> Table:
    """Return every meeting, and what the ratings tell of it."""
    rated = {(check.player, check.opponent): check.rated for check in table.rating_checks}
    columns = [
        Column("Pair", 14, value=lambda each: key.pair(each.player, each.opponent)),
        number("Deals", lambda each: each.deals, COUNT, 18),
        number("Points", lambda each: each.points, SHARE, 38),
        number("Wins, %", lambda each: each.win, PERCENT_SHARE, 40),
        Column("p", 19, "number", lambda each: p_value(each.p)),
        Column("75 %", 14, "number", lambda each: count_text(each.deals_for_75)),
        Column("95 %", 14, "number", lambda each: count_text(each.deals_for_95)),
    ]
    note = LISTED_NOTE
    if rated:
        columns.append(
            number(
                "Rated",
                lambda each: rated.get((each.player, each.opponent)),
                POINTS,
                18,
            )
        )
        worst = max(table.rating_checks, key=lambda check: abs(check.found - check.rated))
        note += (
            " Rated: the points that the ratings make of it, farthest from"
            f" the {POINTS(worst.found)} points of {worst.player} "
            f"against {worst.opponent}, of which they make {POINTS(worst.rated)}."
        )
    names = [player for each in table.meetings for player in (each.player, each.opponent)]
    return banded(
        "Every meeting", columns, [table], lambda each: each.meetings, f"{note} {key.note(names)}"
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


def skill_groups(result: FairnessResult) -> Iterator[tuple[str, list[Part]]]:
    """Yield relative skill and the tests used in law, each under its title."""
    relative = [table for table in result.tables if table.skill and table.skill.relative]
    skilled = [table for table in result.tables if table.skill]
    if relative:
        yield "Relative skill", [Text(RELATIVE_TEXT), _relative(relative)]
    if skilled:
        yield "The strongest against the weakest", [_coin(skilled)]
    if any(table.skill.tests for table in skilled if table.skill):
        yield "Tests used in law", [Text(TESTS_TEXT), *_tests(skilled)]


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
        f"{deals:,} deals, {seatings} seating{'s' if seatings > 1 else ''} of each, each played "
        f"{repeats} times"
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


def ratings_chart(tables: Sequence[TableResult]) -> Figure:
    """Return the chart of the ratings; the first player's is zero by definition."""
    groups = [
        RowGroup(
            group_title(table, tables),
            [replace(_rated(rating), is_solid=True) for rating in table.ratings],
        )
        for table in tables
    ]
    chart = RowChart(groups, "Elo, with intervals", shown=[0.0])
    return Figure.of(f"Ratings{basis(tables)}", chart)


def _rated(rating: Rating) -> Mark:
    found = mark(rating.player, rating.elo, MEAN)
    is_known = rating.elo.high > rating.elo.low
    text = MEAN.with_ends(rating.elo).replace("-", MINUS) if is_known else "0"
    return replace(found, text=text)


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
