"""How a study of fairness is shown: findings, players, then topic by topic all its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.document import Bullets, Column, Table, Text
from certify.present.facts import identification
from certify.present.markup import capitalised, plain
from certify.studies.fairness.assumed_view import assumed
from certify.studies.fairness.figures_view import Part, PlayerKey, lead, players_text
from certify.studies.fairness.length_view import length_parts, match_parts
from certify.studies.fairness.results.fairness import (
    FairnessResult,
    Finding,
    PlayerText,
    TableResult,
)
from certify.studies.fairness.seats_view import seat_parts
from certify.studies.fairness.settings_view import settings_parts
from certify.studies.fairness.skill_view import skill_parts, strength_parts
from certify.studies.fairness.solved_view import solved_parts
from certify.studies.fairness.use_view import KINDS, use_parts

WEIGHTS = (("matter", "What matters"), ("note", "Worth knowing"))
USE_HINT = "How often every element of the rules is used is shown with --use."
PLAYERS_NOTE = "From the weakest, as it was expected before anything was played."


def fairness_view(result: FairnessResult, *, all_uses: bool = False) -> Iterator[Part]:
    """Yield what identifies a study, what it rests on, and what is shown of it."""
    numbers = [found.players for found in result.tables]
    yield from identification(
        result,
        *([("Seats", players_text(*numbers))] if numbers else []),
        ("Players", ", ".join(player.id for player in result.ladder)),
        ("Seed", str(result.seed)),
        ("Intervals", f"{100 * result.confidence:g} percent, together; ± is the larger side"),
    )
    yield from assumed(result.assumptions, "This study")
    yield from fairness_parts(result, all_uses=all_uses)


def fairness_parts(result: FairnessResult, *, all_uses: bool = False) -> Iterator[Part]:
    """Yield what is shown of a study, but what identifies it."""
    for findings, numbers in told_findings(result.tables):
        for weight, title in WEIGHTS:
            some = [finding for finding in findings if finding.weight == weight]
            if some:
                yield lead(f"{title}, {players_text(*numbers)}")
                yield Bullets(tuple(map(_sentence, some)))
    yield players_table(result)
    yield from seat_parts(result)
    yield from strength_parts(result)
    yield from skill_parts(result)
    yield from length_parts(result)
    yield from use_parts(result, KINDS if all_uses else ())
    if not all_uses and any(table.use.elements for table in result.tables):
        yield Text(USE_HINT)
    yield from settings_parts(result)
    yield from match_parts(result)
    yield from _intervals(result)
    yield from solved_parts(result.solved)


def told_findings(
    tables: Sequence[TableResult],
) -> list[tuple[tuple[Finding, ...], list[int]]]:
    """Return the findings, those of several numbers of players once if they are the same."""
    told: dict[tuple[Finding, ...], list[int]] = {}
    for table in tables:
        if table.findings:
            told.setdefault(table.findings, []).append(table.players)
    return list(told.items())


def _sentence(finding: Finding) -> str:
    resting = f" ({', '.join(finding.assumptions)})" if finding.assumptions else ""
    return plain(f"{capitalised(finding.about)}{resting}: {finding.text}")


def players_table(result: FairnessResult) -> Table:
    """Return who plays, from the weakest as it was expected."""
    key = PlayerKey(result)

    def does(player: PlayerText) -> str:
        only = " It is a measure, and no opponent for a table." if player.sees_all else ""
        return f"{capitalised(player.title)}. {player.does}{only}"

    return Table.of(
        "Players",
        [
            Column("", 7, "bold", lambda player: key.letter(player.id)),
            Column("Name", 35, "mono", lambda player: player.id),
            Column("How it plays", 126, value=does),
        ],
        result.ladder,
        PLAYERS_NOTE,
    )


def _intervals(result: FairnessResult) -> Iterator[Text]:
    """Yield how intervals are made, once for all numbers of players."""
    families = [(table.players, table.family) for table in result.tables if table.family.figures]
    numbers = "; ".join(
        f"{family.figures} of {players_text(number)}" for number, family in families
    )
    for method in dict.fromkeys(family.method for _, family in families):
        yield Text(plain(f"Intervals that hold together: {numbers}. {method.rstrip('.')}."))
