"""How other settings and other readings of the rules are shown: what they change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.charts import Panel, PanelChart, bars
from certify.present.document import Column, Figure, Row, Table, Text
from certify.present.markup import plain
from certify.present.quantity import Quantity, p_value
from certify.results import Assignment
from certify.studies.fairness.figures_view import (
    CHANGE,
    Part,
    PlayerKey,
    captioned,
    cites_text,
    lead,
    players_text,
    settings_text,
)
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.setting_effects import SettingEffect

DECISIONS = Quantity(2, signed=True, thousands=True)

SETTINGS_TEXT = (
    "Other values of settings, other readings of rulings and other data than those assumed, played "
    "by the same player in all seats. Changes are differences from the rules as certified: of the "
    "share of games that the first seat wins, of draws, and of the advantage of going first, in "
    "percentage points; of the decisions of a game in number. p is the smallest of the four tests "
    "of no change, adjusted for their number by Bonferroni. The largest change of a share stands "
    "first."
)
MOST_LINES = 24
"""Settings in one figure: those that change most."""
PANELS = ("First seat wins", "Draws", "Advantage of going first")


def settings_parts(result: FairnessResult) -> Iterator[Part]:
    """Yield what other settings and readings change, the largest change first."""
    tables = [table for table in result.tables if table.sensitivity]
    if tables:
        yield lead("Other settings and readings")
        yield Text(SETTINGS_TEXT)
        for table in tables:
            yield from change_parts(result, table)


def found_changes(result: FairnessResult, table: TableResult) -> list[SettingEffect]:
    """Return the settings that change something."""
    return [effect for effect in table.sensitivity if effect.p < 1.0 - result.confidence]


def change_parts(result: FairnessResult, table: TableResult) -> Iterator[Part]:
    """Yield what changes with a number of players, and of which settings no change is found."""
    found = found_changes(result, table)
    if found:
        yield _changes(table, found, PlayerKey(result))
    unfound = [effect for effect in table.sensitivity if effect not in found]
    if unfound:
        many = sum(bool(each.sensitivity) for each in result.tables) > 1
        where = f" with {players_text(table.players)}" if many else ""
        yield Text(plain(_unfound(unfound, where, 1.0 - result.confidence)))


def by_setting(
    effects: Sequence[SettingEffect],
) -> dict[tuple[Assignment, ...], dict[str, SettingEffect]]:
    """Return the effects of each setting by player, the largest change of a share first."""
    grouped: dict[tuple[Assignment, ...], dict[str, SettingEffect]] = {}
    for effect in sorted(effects, key=_size, reverse=True):
        grouped.setdefault(effect.settings, {})[effect.player] = effect
    return grouped


def _size(effect: SettingEffect) -> float:
    """Return the largest change of a share."""
    return max(abs(change) for change in effect.changes[:3])


def _changes(table: TableResult, effects: Sequence[SettingEffect], key: PlayerKey) -> Table:
    rows: list[Row] = []
    for settings, by_player in by_setting(effects).items():
        for number, player in enumerate(sorted(by_player, key=key.letter)):
            effect = by_player[player]
            *shares, decisions = effect.changes
            title = f"<b>{plain(settings_text(settings))}</b>"
            rows.append(
                (
                    title if number else f"{title}<br/>{plain(effect.text + _compared(effect))}",
                    "" if number else plain(cites_text(effect.rulings)),
                    plain(key.letter(player)),
                    *map(CHANGE, shares),
                    DECISIONS(decisions),
                    p_value(effect.p),
                )
            )
    games = " or ".join(f"{number:,}" for number in sorted({each.games for each in effects}))
    heads = (
        ("First\nseat", 19),
        ("Draws", 17),
        ("Going\nfirst", 20),
        ("Decisions", 18),
        ("p", 20),
    )
    return captioned(
        f"Settings that change something, {players_text(table.players)}",
        [
            Column("Setting", 58),
            Column("Rulings", 17),
            Column("Player", 12, "centre"),
            *(Column(title, share, "number") for title, share in heads),
        ],
        rows,
        f"{games} games of each. {key.note(effect.player for effect in effects)}",
    )


def _compared(effect: SettingEffect) -> str:
    """Return what a setting is compared with, if it is not the game."""
    return f" (compared with the match {effect.within})" if effect.within else ""


def _unfound(effects: Sequence[SettingEffect], where: str, risk: float) -> str:
    """Return the settings of which no change is found."""
    players: dict[str, list[str]] = {}
    for player in dict.fromkeys(effect.player for effect in effects):
        some = [effect.settings for effect in effects if effect.player == player]
        players.setdefault("; ".join(map(settings_text, some)), []).append(player)
    listed = " ".join(f"All seats {' or '.join(who)}: {told}." for told, who in players.items())
    return (
        f"No change is found{where} (p {risk:.2f} or more) of these; the largest difference of a "
        f"share among them is {100 * max(map(_size, effects)):.2f} percentage points. {listed}"
    )


def changes_chart(table: TableResult, effects: Sequence[SettingEffect]) -> Figure:
    """Return the chart of the changes, the first and the last player beside each other."""
    every = list(dict.fromkeys(effect.player for effect in effects))
    players = list(dict.fromkeys((every[0], every[-1])))
    grouped = by_setting(effects)
    shown = [
        settings for settings, some in grouped.items() if any(name in some for name in players)
    ][:MOST_LINES]

    def changed(player: str, place: int) -> list[float | None]:
        found = (grouped[each].get(player) for each in shown)
        return [None if effect is None else effect.changes[place] for effect in found]

    panels = [
        Panel(title, tuple(bars(player, changed(player, place), CHANGE) for player in players))
        for place, title in enumerate(PANELS)
    ]
    note = ""
    if len(players) > 1:
        note = "A player of whom no change was found with a setting has no bars there."
    if len(grouped) > len(shown):
        note += f" The {len(shown)} settings that change most."
    return Figure.of(
        f"Changes by other settings, {players_text(table.players)}",
        PanelChart([settings_text(each) for each in shown], panels, "percentage points"),
        note=note.strip(),
    )


def alternative_text(result: FairnessResult, settings: Sequence[tuple[str, str]]) -> str:
    """Return as markup what settings change between the strongest who played them; or nothing."""
    told = []
    for table in result.tables:
        effects = [each for each in table.sensitivity if set(each.settings) == set(settings)]
        if effects:
            where = f"{players_text(table.players)}: " if len(result.tables) > 1 else ""
            told.append(f"{where}{_told(effects[-1])}")
    return "<br/>".join(told)


def _told(effect: SettingEffect) -> str:
    win, draw, _, decisions = effect.changes
    return (
        f"first seat wins {CHANGE(win)}, draws {CHANGE(draw)} points; decisions {decisions:+z.2f}; "
        f"p {p_value(effect.p)}, all seats {plain(effect.player)}"
    )
