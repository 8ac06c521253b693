"""Strength against strength: who beats whom, and by how much; ratings and how well they fit."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_charts import Figure, Figures, interval_chart
from certify.evidence.report.charts.fairness_figures import (
    PERCENT,
    PlayerKey,
    basis,
    both_cells,
    chance_text,
    deals_text,
    group_title,
    inline,
    players_text,
)
from certify.present.document import Column, Composer, Row
from certify.present.figures import NONE, count, fixed
from certify.present.markup import plain
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.strength import Meeting

POINTS_DIGITS = 4
UP, DOWN = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}"
LEVEL = 0.5


def strength_section(composer: Composer, result: FairnessResult) -> None:
    """Write strength against strength, and ratings.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : FairnessResult
        The study.
    """
    tables = [table for table in result.tables if table.meetings or table.ratings]
    if not tables:
        return
    key = PlayerKey(result)
    risk = 1.0 - result.confidence
    composer.new_page()
    composer.section("Strength against strength")
    if any(table.meetings for table in tables):
        composer.text(
            "A player sits alone, in every seat in turn on the same deals, against others who are "
            "all of another kind. Points are the mean over the opponents of 1 for each who is "
            "behind, ½ for each who is level, 0 for each who is ahead: ½ is equal strength. p is "
            "that of equal strength, two-sided, adjusted by Holm’s method over all meetings of "
            "one number of players. A deal is a game in every seat."
        )
        for table in tables:
            if table.meetings:
                composer.text(_finding(table, risk, many=len(tables) > 1))
    for table in tables:
        if table.meetings:
            _write_matrix(composer, table, key, risk)
    for table in tables:
        if table.meetings:
            _write_meetings(composer, table, key)
    _write_ratings(composer, [table for table in tables if table.ratings])


def _finding(table: TableResult, risk: float, *, many: bool) -> str:
    """Return how many meetings have a better player, and the widest gap."""
    found = [meeting for meeting in table.meetings if meeting.p < risk]
    widest = max(table.meetings, key=lambda meeting: abs(meeting.points.value - LEVEL))
    where = f"With {players_text(table.players)}, a" if many else "A"
    return (
        f"{where} difference of strength is found in {len(found)} of {len(table.meetings)} "
        f"meetings (p below {fixed(risk, 2)}). The widest gap: {plain(widest.player)} has "
        f"{inline(widest.points, most=POINTS_DIGITS)} points against {plain(widest.opponent)} in "
        f"{count(widest.games)} games."
    )


def _write_matrix(composer: Composer, table: TableResult, key: PlayerKey, risk: float) -> None:
    """Write the points of everybody against everybody."""
    cells: dict[tuple[str, str], str] = {}
    for meeting in table.meetings:
        cells[meeting.player, meeting.opponent] = _marked(meeting, risk)
        if table.players == 2:
            # Of two players one has what the other lacks.
            cells[meeting.opponent, meeting.player] = _marked(meeting, risk, turned=True)
    listed = [player for player in key.players if any(player == pair[0] for pair in cells)]
    against = [player for player in key.players if any(player == pair[1] for pair in cells)]
    rows: list[Row] = [
        (
            plain(key.lettered(player)),
            *(cells.get((player, opponent), NONE) for opponent in against),
        )
        for player in listed
    ]
    composer.table(
        f"Points of each player against each other, {players_text(table.players)}",
        [
            Column("Points of", 42),
            *(Column(f"against {key.letter(player)}", 22, "number") for player in against),
        ],
        rows,
        note=(
            f"{UP} better, {DOWN} worse than equal strength, p below {fixed(risk, 2)}; no arrow: "
            f"no difference is found. {key.note({*listed, *against})}"
        ),
    )


def _marked(meeting: Meeting, risk: float, *, turned: bool = False) -> str:
    """Return points with a mark of significance."""
    points = 1.0 - meeting.points.value if turned else meeting.points.value
    text = fixed(points, POINTS_DIGITS)
    if meeting.p >= risk:
        return text
    return f"{UP if points > LEVEL else DOWN}\N{NO-BREAK SPACE}{text}"


def _write_meetings(composer: Composer, table: TableResult, key: PlayerKey) -> None:
    """Write every meeting with its basis, and what the ratings tell of it."""
    rated = {(check.player, check.opponent): check.rated for check in table.rating_checks}
    columns = [
        Column("Meeting", 15),
        Column("Deals", 16, "number"),
        Column("Points", 16, "number"),
        Column("interval", 31, "number"),
        Column("Wins, %", 16, "number"),
        Column("interval", 28, "number"),
        Column("p", 20, "number"),
        Column("Deals for<br/>75 %", 19, "number"),
        Column("95 %", 16, "number"),
    ]
    if rated:
        columns.append(Column("Points by<br/>ratings", 17, "number"))
    rows: list[Row] = []
    for meeting in table.meetings:
        pair = (meeting.player, meeting.opponent)
        row = (
            f"{plain(key.letter(meeting.player))} v {plain(key.letter(meeting.opponent))}",
            count(meeting.deals),
            *both_cells(meeting.points, most=POINTS_DIGITS),
            *both_cells(meeting.win, PERCENT, most=2),
            chance_text(meeting.p),
            deals_text(meeting.deals_for_75),
            deals_text(meeting.deals_for_95),
        )
        rows.append((*row, fixed(rated.get(pair), POINTS_DIGITS)) if rated else row)
    names = [player for meeting in table.meetings for player in (meeting.player, meeting.opponent)]
    composer.table(
        f"Every meeting, {players_text(table.players)}",
        columns,
        rows,
        note=(
            "Deals for 75 % and 95 %: after so many the better player is ahead with that "
            f"probability.{_fit(table)} {key.note(names)}"
        ),
        breakable=len(rows) > 12,
    )


def _fit(table: TableResult) -> str:
    """Return a sentence about the meeting that the ratings tell worst."""
    if not table.rating_checks:
        return ""
    worst = max(table.rating_checks, key=lambda check: abs(check.found - check.rated))
    return (
        f" The ratings are farthest from the {fixed(worst.found, POINTS_DIGITS)} points of "
        f"{plain(worst.player)} against {plain(worst.opponent)}, of which they make "
        f"{fixed(worst.rated, POINTS_DIGITS)}."
    )


def _write_ratings(composer: Composer, tables: Sequence[TableResult]) -> None:
    """Write the chart of the ratings."""
    if not tables:
        return
    composer.subsection("Ratings")
    composer.text(
        "Bradley-Terry strengths on Elo’s scale: a difference of 400 stands for odds of 10 to 1. "
        "The first player has 0 by definition. A rating tells a meeting well only where strength "
        "is a single line; the table of meetings shows what the ratings make of each."
    )
    groups = [
        Figures(
            group_title(table, tables),
            tuple(
                Figure(
                    rating.player,
                    rating.elo.value,
                    rating.elo.low,
                    rating.elo.high,
                    inline(rating.elo, most=1) if rating.elo.high > rating.elo.low else "0",
                    is_solid=True,
                )
                for rating in table.ratings
            ),
        )
        for table in tables
    ]
    composer.figure(
        f"Ratings{basis([table.players for table in tables])}",
        interval_chart(groups, unit="Elo, with intervals", shown=[0.0]),
    )
