"""An early answer of `certify fairness`, for a person who watches: short, and marked as early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from certify.present.paragraphs import paragraphs
from certify.studies.fairness.figures_view import PERCENT_SHARE, players_text
from certify.studies.fairness.results.assumed import numbered, resting_on, supplied
from certify.studies.fairness.results.fairness import FairnessResult, TableResult

if TYPE_CHECKING:
    from certify.studies.fairness.stages import Stage

OF_PLAY = ("seats", "going first", "draws", "length", "skill")
"""What findings are about that few games tell something of."""

MOST_FINDINGS = 4

MIND = (
    "Preliminary: the intervals are wide, and each holds for games whose number is fixed before;"
    " who stops where a figure pleases loses that. The whole study follows."
)


def early_answer(found: FairnessResult, stage: Stage, number: int, stages: int) -> str:
    """Return an early answer."""
    searched = any(":" in equal.player for table in found.tables for equal in table.equal)
    games = f"{stage.question.games:,} games of every policy"
    if searched:
        games += f", about {stage.question.search_games:,} of players that search"
    lines = [paragraphs(f"Early answer {number} of {stages}, from {games}. {MIND}")]
    resting = resting_on(found.assumptions)
    given = f", with {supplied(resting)} ({numbered(resting)})" if resting else ""
    for table in found.tables:
        lines.append(paragraphs(f"{players_text(table.players)}{given}:"))
        lines += _wins(table)
        told = [finding for finding in table.findings if finding.about in OF_PLAY]
        told.sort(key=lambda finding: finding.weight != "matter")
        lines += [
            paragraphs(finding.text, label="  - ", hanging=4) for finding in told[:MOST_FINDINGS]
        ]
    return "\n".join(lines)


def _wins(table: TableResult) -> list[str]:
    """Return what the seats win where all are played by the strongest."""
    if not table.equal:
        return []
    equal = table.equal[-1]
    seats = ", ".join(f"{seat.role} {PERCENT_SHARE(seat.win)}" for seat in equal.seats)
    text = f"wins in percent, all seats by {equal.player} ({equal.games:,} games): {seats}"
    return [paragraphs(text, label="  - ", hanging=4)]
