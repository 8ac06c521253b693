"""Other settings and readings of the rules, and matches: what they change, how long they take."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_figures import PERCENT
from certify.evidence.report.charts.panel_charts import Panel, panel_chart
from certify.evidence.report.sections.assumptions import mark_of
from certify.evidence.report.sections.multiplayer.prose import write
from certify.present.document import Composer
from certify.present.pdf.drawing import Bars
from certify.studies.fairness.figures_view import players_text, settings_text
from certify.studies.fairness.length_view import match_parts
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.settings_view import (
    SETTINGS_TEXT,
    by_setting,
    change_parts,
    found_changes,
)

MOST_LINES = 24
"""Settings in one figure: those that change most."""
PANELS = ("First seat wins", "Draws", "Advantage of going first")


def settings_section(composer: Composer, result: FairnessResult) -> None:
    """Write what other settings and readings change, and what matches take."""
    changed = [table for table in result.tables if table.sensitivity]
    if changed:
        composer.new_page()
        composer.section("Other settings and readings")
        composer.text(SETTINGS_TEXT)
    for table in changed:
        write(composer, change_parts(result, table))
        if found := found_changes(result, table):
            _write_changes(composer, table, found)
    if matches := list(match_parts(result)):
        with composer.marked(mark_of(result.assumptions, "matches")):
            composer.section("Matches")
            write(composer, matches)


def _write_changes(
    composer: Composer, table: TableResult, effects: Sequence[SettingEffect]
) -> None:
    """Write the chart of the changes, the players beside each other."""
    players = list(dict.fromkeys(effect.player for effect in effects))
    players = list(dict.fromkeys((players[0], players[-1])))
    grouped = by_setting(effects)
    shown = [
        settings for settings, some in grouped.items() if any(name in some for name in players)
    ][:MOST_LINES]
    panels = [
        Panel(
            title,
            tuple(
                Bars(player, tuple(_change(grouped[one].get(player), place) for one in shown))
                for player in players
            ),
        )
        for place, title in enumerate(PANELS)
    ]
    note = ""
    if len(players) > 1:
        note = "A player of whom no change was found with a setting has no bars there."
    if len(grouped) > len(shown):
        note += f" The {len(shown)} settings that change most."
    composer.figure(
        f"Changes by other settings, {players_text(table.players)}",
        panel_chart([settings_text(each) for each in shown], panels, unit="percentage points"),
        note=note.strip(),
    )


def _change(effect: SettingEffect | None, place: int) -> float | None:
    return None if effect is None else PERCENT * effect.changes[place]
