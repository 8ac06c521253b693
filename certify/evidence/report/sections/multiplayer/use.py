"""Use of the rules: what is never used, what rarely is, and how often moves and cards are."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_bars import amount_chart
from certify.evidence.report.sections.multiplayer.prose import write
from certify.present.document import Composer
from certify.present.figures import fixed
from certify.present.pdf.drawing import Bars
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.use_view import ends_of, use_parts

MOST_LINES = 32
"""Bars in one figure; the results file holds them all."""
LISTED = ("procedure", "decision")
"""Kinds of which all elements are listed."""
DRAWN = {"move": "moves are made", "card": "cards are played"}
"""Kinds of which there are so many that they are drawn."""


def use_section(composer: Composer, result: FairnessResult) -> None:
    """Write what of the rules is used in play."""
    tables = [table for table in result.tables if table.use.elements]
    if not tables:
        return
    composer.new_page()
    composer.section("Use of the rules")
    write(composer, use_parts(result, LISTED))
    for kind in DRAWN:
        for table in tables:
            _write_bars(composer, table, kind)


def _write_bars(composer: Composer, table: TableResult, kind: str) -> None:
    """Write bars of every move or card."""
    some = [each for each in table.use.elements if each.kind == kind]
    if not some:
        return
    often = sorted(some, key=lambda each: -max(each.times))[:MOST_LINES]
    shown = [each for each in some if each in often]
    places = ends_of(table.use)
    more = len(some) - len(shown)
    composer.figure(
        f"How often {DRAWN[kind]}, {players_text(table.players)}",
        amount_chart(
            [each.name for each in shown],
            [
                Bars(table.use.players[place], tuple(each.times[place] for each in shown))
                for place in places
            ],
            [[_bar_text(each.times[place]) for each in shown] for place in places],
            unit="times a game",
        ),
        note=f"The {more} least used are in the results (JSON)." if more else "",
    )


def _bar_text(times: float) -> str:
    """Return a value beside a bar, which takes no markup."""
    if times == 0.0:
        return "never"
    return fixed(times, 3) if times >= 0.0005 else "less than 0.001"
