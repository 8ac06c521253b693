"""How strength against strength is shown: who beats whom, ratings, and how well they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from certify.present.charts import Mark, RowChart, RowGroup, mark
from certify.present.document import Column, Figure, Table, Text, number
from certify.present.markup import MINUS, plain
from certify.present.quantity import COUNT, NONE, p_value
from certify.studies.fairness.figures_view import (
    MEAN,
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
    played_by,
    players_text,
)
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.strength import Meeting, Rating

ABREAST = 6
"""Opponents beside each other in a table."""
UP, DOWN = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}"
LEVEL = 0.5
"""Points of a game between equals."""
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
    return replace(found, text=text, told=text)
