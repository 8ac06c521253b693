"""Cut-down versions of the game, solved: value, how it was found, what first play is worth."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_patterns import trace_chart
from certify.evidence.report.sections.multiplayer.prose import typeset_table, write
from certify.present.document import Composer
from certify.present.figures import bound, count
from certify.present.markup import plain
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.results.solved import SolvedVersion
from certify.studies.fairness.solved_view import SOLVED_TEXT, play_tables, summary_table


def solved_section(composer: Composer, result: FairnessResult) -> None:
    """Write every cut-down version that was solved."""
    if not result.solved:
        return
    composer.new_page()
    composer.section("Cut-down games solved")
    composer.text(SOLVED_TEXT)
    for version in result.solved:
        composer.subsection(version.title)
        composer.add(typeset_table(summary_table(version)))
        _write_trace(composer, version)
        write(composer, play_tables(version))


def _write_trace(composer: Composer, version: SolvedVersion) -> None:
    """Write how exploitability falls."""
    points = [(work, figure) for work, figure in version.trace if work > 0 and figure > 0.0]
    if len(points) < 2:
        return
    composer.figure(
        f"{plain(version.title)}: exploitability as iterations go on",
        trace_chart(points, across="iterations", unit="exploitability, in scores"),
        note=(
            "Measured by best answers to both strategies; both axes are in powers of ten. After "
            f"{count(points[-1][0])} iterations: {bound(points[-1][1])}. The "
            "value above is by the method that is named there."
        ),
    )
