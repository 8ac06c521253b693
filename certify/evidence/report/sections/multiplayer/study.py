"""Seats, strength, skill, length, use of the rules, other settings, cut-down games."""

from __future__ import annotations

from certify.evidence.report.sections.rulings import mark_of
from certify.present.composer import Composer, prose_table
from certify.studies.fairness.length_view import (
    decision_parts,
    length_chart,
    limit_parts,
    match_parts,
    measure_tables,
)
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.seats_view import (
    equality_parts,
    first_chart,
    first_parts,
    win_charts,
    with_first,
)
from certify.studies.fairness.settings_view import (
    SETTINGS_TEXT,
    change_parts,
    changes_chart,
    found_changes,
)
from certify.studies.fairness.skill_view import (
    SHARES_TEXT,
    law_parts,
    shares_chart,
    shares_table,
    skill_groups,
)
from certify.studies.fairness.solved_view import (
    SOLVED_TEXT,
    play_tables,
    summary_table,
    trace_chart,
)
from certify.studies.fairness.strength_view import RATINGS_TEXT, meeting_parts, ratings_chart
from certify.studies.fairness.use_view import use_charts, use_parts

LISTED = ("procedure", "decision")
"""Kinds of elements of which all are listed."""


def seats_section(composer: Composer, result: FairnessResult) -> None:
    """Write what seats win at equal strength, and what going first is worth."""
    tables = [table for table in result.tables if table.equal]
    if not tables:
        return
    composer.new_page()
    composer.section("Seats")
    composer.write(equality_parts(result))
    for figure in win_charts(tables):
        composer.put(figure)
    composer.subsection("Going first")
    composer.write(first_parts(tables))
    if some := with_first(tables):
        composer.put(first_chart(some))


def strength_section(composer: Composer, result: FairnessResult) -> None:
    """Write strength against strength, and ratings."""
    tables = [table for table in result.tables if table.ratings]
    if not tables and not any(table.meetings for table in result.tables):
        return
    composer.new_page()
    composer.section("Strength against strength")
    composer.write(meeting_parts(result))
    if tables:
        composer.subsection("Ratings")
        composer.text(RATINGS_TEXT)
        composer.put(ratings_chart(tables))


def skill_section(composer: Composer, result: FairnessResult) -> None:
    """Write where results come from, and relative skill."""
    shared = [table for table in result.tables if table.shares]
    groups = list(skill_groups(result))
    if not shared and not groups:
        return
    composer.new_page()
    composer.section("Skill and chance")
    if shared:
        composer.subsection("Where results come from")
        composer.text(f"{SHARES_TEXT} An annex has them with their intervals.")
        composer.put(shares_chart(shared))
    for title, parts in groups:
        composer.subsection(title)
        composer.write(parts)


def shares_section(composer: Composer, result: FairnessResult) -> None:
    """Write the shares of the variance with their intervals."""
    if any(table.shares for table in result.tables):
        composer.section("Shares of the variance")
        composer.write([shares_table(result)])


def law_section(composer: Composer, result: FairnessResult) -> None:
    """Write the tests used in law."""
    if parts := law_parts(result):
        composer.section("Tests used in law")
        composer.write(parts)


def length_section(composer: Composer, result: FairnessResult) -> None:
    """Write how long games last, and whether they end."""
    tables = [table for table in result.tables if table.lengths]
    if not tables:
        return
    composer.new_page()
    composer.section("Length of play")
    composer.write(decision_parts(tables))
    if chart := length_chart(tables):
        composer.put(chart)
    composer.subsection("Games stopped by a limit")
    composer.write(limit_parts(tables))


def measures_section(composer: Composer, result: FairnessResult) -> None:
    """Write the means of what the rules record of a game, if they record anything."""
    if measures := list(measure_tables(result)):
        composer.section("What the rules record of a game")
        composer.write(measures)


def use_section(composer: Composer, result: FairnessResult) -> None:
    """Write what of the rules is used in play."""
    tables = [table for table in result.tables if table.use.elements]
    if not tables:
        return
    composer.new_page()
    composer.section("Use of the rules")
    composer.write(use_parts(result, LISTED))
    for figure in use_charts(tables):
        composer.put(figure)


def settings_section(composer: Composer, result: FairnessResult) -> None:
    """Write what other settings and readings change, and what matches take."""
    changed = [table for table in result.tables if table.sensitivity]
    if changed:
        composer.new_page()
        composer.section("Other settings and readings")
        composer.text(SETTINGS_TEXT)
    for table in changed:
        composer.write(change_parts(result, table))
        if found := found_changes(result, table):
            composer.put(changes_chart(table, found))
    if matches := list(match_parts(result)):
        with composer.marked(mark_of(result.assumptions, "matches")):
            composer.section("Matches")
            composer.write(matches)


def solved_section(composer: Composer, result: FairnessResult) -> None:
    """Write every cut-down version that was solved."""
    if not result.solved:
        return
    composer.new_page()
    composer.section("Cut-down games solved")
    composer.text(SOLVED_TEXT)
    for version in result.solved:
        composer.subsection(version.title)
        composer.add(prose_table(summary_table(version)))
        if chart := trace_chart(version):
            composer.put(chart)
        composer.write(play_tables(version))
