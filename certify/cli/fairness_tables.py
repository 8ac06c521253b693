"""What `certify fairness` prints: findings first, then the tables of each number of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from certify.cli.assumed import assumed_lines
from certify.cli.display import identification, table, titled
from certify.cli.fairness_figures import (
    Letters,
    chance_text,
    interval,
    percent_interval,
    seats_text,
    sheet,
    statistic_text,
    wrapped,
)
from certify.cli.fairness_length_tables import length_tables, match_tables
from certify.cli.fairness_skill_tables import (
    definitions_of_tests,
    meeting_tables,
    share_tables,
    skill_tables,
)
from certify.cli.fairness_solved_tables import solved_tables
from certify.cli.fairness_use_tables import sensitivity_tables, use_tables
from certify.present.quantity import NONE
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import FairnessResult, Finding, TableResult

SEATS_NOTE = (
    "Wins are the share of games in which the seat is among the winners and not all are level."
    " Opens is the share in which it is the first to decide alone."
)
EQUAL_NOTE = (
    "Draws are games that end level for all. The test is Wald's of equal shares of wins, chi-square"
    " with DF degrees of freedom: a small p says that the seats are not equal, each player alone."
    " Where who goes first changes from game to game it says nothing of going first: see below."
)
ZERO_SUM = {
    True: " The scores of every game add up to nothing.",
    False: " The scores of a game do not add up to nothing.",
}
FIRST_NOTE = (
    "First is the share of games won by whoever is the first to decide alone, others that of any"
    " other seat, advantage the difference; p is that of no difference."
)
NOBODY_FIRST = "Nobody ever decides alone at the start, so that nobody goes first."
BULLETS = {"matter": "! ", "note": "- "}


def fairness_tables(result: FairnessResult, *, all_uses: bool = False) -> Iterator[RenderableType]:
    """Yield what `certify fairness` prints.

    Parameters
    ----------
    result : FairnessResult
        The figures.
    all_uses : bool
        Whether to print how often every element of the rules is used.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    letters = Letters(result)
    yield _heading(result)
    yield from assumed_lines(result.assumptions, "This study")
    yield from _findings(result.tables)
    yield _players(result, letters)
    for found in result.tables:
        yield from _table(found, letters, all_uses=all_uses)
    yield from definitions_of_tests(result.tables)
    yield from _intervals(result)
    yield from solved_tables(result.solved)


def _heading(result: FairnessResult) -> Text:
    numbers = [found.players for found in result.tables]
    lines = [("Seats", seats_text(numbers))] if numbers else []
    lines.append(("Players", ", ".join(player.id for player in result.ladder)))
    lines.append(("Seed", str(result.seed)))
    kept = f"{100 * result.confidence:g} percent, together; ± is the larger side"
    lines.append(("Intervals", kept))
    return identification(result, *lines)


def _findings(tables: Sequence[TableResult]) -> Iterator[RenderableType]:
    """Yield what matters, then what is worth a note, each once for all numbers of players."""
    told: dict[tuple[Finding, ...], list[int]] = {}
    for found in tables:
        if found.findings:
            told.setdefault(found.findings, []).append(found.players)
    for findings, numbers in told.items():
        lines = [Text(f"Findings, {seats_text(numbers)}", style="bold")]
        for weight, bullet in BULLETS.items():
            lines += [
                Text(wrapped(_sentence(finding), label=bullet, hanging=len(bullet)))
                for finding in findings
                if finding.weight == weight
            ]
        yield Text("\n").join(lines)
    if told:
        yield "! is what matters, - what is worth knowing."


def _sentence(finding: Finding) -> str:
    resting = f" ({', '.join(finding.assumptions)})" if finding.assumptions else ""
    return f"{finding.about[:1].upper()}{finding.about[1:]}{resting}: {finding.text}"


def _players(result: FairnessResult, letters: Letters) -> RenderableType:
    listed = table("Player", "How it plays", numbers_from=2)
    for player in result.ladder:
        only = " A measure, not an opponent." if player.sees_all else ""
        listed.add_row(letters.lettered(player.id), player.does + only)
    return titled("Players, from the weakest as it was expected", listed)


def _intervals(result: FairnessResult) -> Iterator[RenderableType]:
    """Yield how intervals are made, once for all numbers of players."""
    families = [(found.players, found.family) for found in result.tables if found.family.figures]
    numbers = "; ".join(
        f"{family.figures} of {seats_text([players])}" for players, family in families
    )
    for method in dict.fromkeys(family.method for _, family in families):
        yield f"Intervals that hold together: {numbers}. {method.rstrip('.')}."


def _table(found: TableResult, letters: Letters, *, all_uses: bool) -> Iterator[RenderableType]:
    seats = seats_text([found.players])
    if found.equal:
        yield _seats(found, seats)
        yield _equality(found.equal, seats)
        yield _first(found.equal, seats)
    yield from meeting_tables(found, seats, letters)
    yield from skill_tables(found, seats)
    yield from share_tables(found, seats, letters)
    yield from length_tables(found, seats, letters)
    yield from use_tables(found.use, seats, letters, everything=all_uses)
    yield from sensitivity_tables(found.sensitivity, seats)
    yield from match_tables(found.matches, seats)


def _seats(found: TableResult, seats: str) -> RenderableType:
    listed = sheet("All seats played by", "Seat", "Wins, %", "Score", "Opens, %", names=2)
    for equal in found.equal:
        for number, seat in enumerate(equal.seats):
            listed.add_row(
                "" if number else equal.player,
                seat.role,
                percent_interval(seat.win, most=3),
                interval(seat.score, most=4),
                f"{100 * seat.opens:.2f}",
            )
        listed.add_section()
    return titled(f"{seats}: what a seat wins at equal strength", listed, SEATS_NOTE)


def _equality(equal: Sequence[EqualPlay], seats: str) -> RenderableType:
    listed = sheet("All seats played by", "Games", "Draws, %", "Chi-square", "DF", "p")
    for play in equal:
        listed.add_row(
            play.player,
            f"{play.games:,}",
            percent_interval(play.draw),
            statistic_text(play.seats_statistic),
            str(play.seats_freedom),
            chance_text(play.seats_p),
        )
    sums = {play.is_zero_sum for play in equal}
    note = EQUAL_NOTE + (ZERO_SUM[sums.pop()] if len(sums) == 1 else "")
    return titled(f"{seats}: whether the seats are equal", listed, note)


def _first(equal: Sequence[EqualPlay], seats: str) -> RenderableType:
    title = f"{seats}: going first"
    if all(play.first_advantage is None for play in equal):
        return f"{title}. {NOBODY_FIRST}"
    listed = sheet("All seats played by", "First, %", "Others, %", "Advantage", "p", narrow=True)
    for play in equal:
        listed.add_row(
            play.player,
            percent_interval(play.first_win, most=3),
            percent_interval(play.others_win, most=3),
            percent_interval(play.first_advantage, signed=True, most=3),
            chance_text(play.first_p) if play.first_advantage else NONE,
        )
    return titled(title, listed, FIRST_NOTE)
