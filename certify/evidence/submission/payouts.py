"""What every wager pays, always to one: for the rack card and the layout."""

from __future__ import annotations

import re
from collections.abc import Iterator

from certify.errors import ReportError
from certify.evidence.submission.course import rows_of
from certify.language.game import LoadedGame
from certify.studies.submission.result import SubmissionFigures
from certify.studies.submission.wagers import to_one_text

Payouts = tuple[tuple[str, str], ...]
"""Outcomes, each with what it pays."""

FOR = re.compile(r"\b\d+ for (?:\d+|one|1)\b|\bfor one\b", re.IGNORECASE)
"""Odds that take the wager itself into the payout."""


def payouts_of(game: LoadedGame, figures: SubmissionFigures) -> Iterator[tuple[str, str, Payouts]]:
    """Yield title, conditions and payouts of every wager; of one without a table, what it wins.

    Raises `ReportError` if an outcome is worded as odds "for" one.
    """
    lines = {wager.wager: wager.lines for wager in figures.wagers}
    for name, wager in game.spec.wagers.items():
        found: Payouts = tuple(
            (row.outcome, to_one_text(amount))
            for row in rows_of(game, name)
            if (amount := game.pays(f"{wager.paytable}.{row.key}")) > 0
        )
        if not found:
            # Of wagers that follow another the lines stand with those of the first.
            prefix = f"{wager.title}: " if name not in lines else ""
            found = tuple(
                (line.outcome.removeprefix(prefix), line.pays)
                for line in lines.get(name, lines.get(wager.of or "", ()))
                if line.pays and line.outcome.startswith(prefix)
                if prefix or ": " not in line.outcome
            )
        for outcome, _ in found:
            if FOR.search(outcome):
                raise ReportError(
                    f"{wager.title}: the outcome {outcome!r} is worded as odds for one; odds are"
                    " printed to one, so word it otherwise in the paytable"
                )
        yield wager.title, wager.text or "", found


def together(game: LoadedGame, figures: SubmissionFigures) -> list[tuple[str, Payouts]]:
    """Return titles with payouts; wagers that pay the same stand together."""
    found: dict[Payouts, list[str]] = {}
    for title, _, rows in payouts_of(game, figures):
        if rows:
            found.setdefault(rows, []).append(title)
    return [(" / ".join(titles), rows) for rows, titles in found.items()]
