"""How many games the figures of a study rest on."""

from __future__ import annotations

from collections.abc import Sequence

from certify.present.document import Column, Composer, Row
from certify.present.figures import NONE, count
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.results.fairness import FairnessResult, TableResult


def write_games(composer: Composer, result: FairnessResult) -> None:
    """Write how many games the figures of each number of players rest on, if there are any."""
    rows: list[Row] = []
    for name, numbers in (
        ("All seats played by the same player", [_equal(table) for table in result.tables]),
        ("Meetings, one player against others", [_meetings(table) for table in result.tables]),
        ("Duplicate deals, for shares of variance", [_shares(table) for table in result.tables]),
        ("Use of the rules", [sum(table.use.games) for table in result.tables]),
        ("Other settings and readings", [_settings(table) for table in result.tables]),
        ("Matches", [sum(match.games for match in table.matches) for table in result.tables]),
    ):
        if any(numbers):
            rows.append((name, *_counts(numbers)))
    if not rows:
        return
    composer.table(
        "Games that the figures rest on",
        [
            Column("", 68),
            *(Column(players_text(table.players), 25, "number") for table in result.tables),
        ],
        rows,
        note="Some are counted in more than one line: the same games serve several figures.",
    )


def _counts(numbers: Sequence[int]) -> list[str]:
    return [count(number) if number else NONE for number in numbers]


def _equal(table: TableResult) -> int:
    return sum(play.games for play in table.equal)


def _meetings(table: TableResult) -> int:
    return sum(meeting.games for meeting in table.meetings)


def _shares(table: TableResult) -> int:
    return sum(share.deals * share.seatings * share.repeats for share in table.shares)


def _settings(table: TableResult) -> int:
    return sum(effect.games for effect in table.sensitivity)
