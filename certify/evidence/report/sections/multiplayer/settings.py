"""Other settings and readings of the rules, and matches: what they change, how long they take."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_figures import (
    PERCENT,
    PlayerKey,
    bands,
    basis,
    chance_text,
    cites_text,
    mean_cells,
    number_text,
    players_text,
    quantile_cells,
    stacked_cell,
)
from certify.evidence.report.charts.panel_charts import Panel, panel_chart
from certify.evidence.report.sections.assumptions import mark_of
from certify.present.document import Column, Composer, Row
from certify.present.figures import NONE, count, fixed
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.results import Assignment
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.length_of_play import QUANTILES, MatchLength
from certify.studies.fairness.results.setting_effects import SettingEffect

CHANGE_DIGITS = 2
MEAN_DIGITS = 2
SHARE_DIGITS = 2
MOST_LINES = 24
"""Settings in one figure: those that change most."""
PANELS = ("First seat wins", "Draws", "Advantage of going first")
MOST_MEASURES = 3
"""Measures of a match that are printed: decisions, and the first that the rules record."""
MIDDLE = (1, 2, 3)
"""Which of `QUANTILES` are printed of a match."""


def settings_section(composer: Composer, result: FairnessResult) -> None:
    """Write what other settings and readings change, and what matches take.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : FairnessResult
        The study.
    """
    changed = [table for table in result.tables if table.sensitivity]
    if changed:
        _write_sensitivity(composer, changed, result)
    played = [table for table in result.tables if table.matches]
    if played:
        with composer.marked(mark_of(result.assumptions, "matches")):
            _write_matches(composer, played)


def _settings_text(settings: Sequence[Assignment]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in settings)


def _size(effect: SettingEffect) -> float:
    """Return the largest change of a share."""
    return max(abs(change) for change in effect.changes[:3])


def _write_sensitivity(
    composer: Composer, tables: Sequence[TableResult], result: FairnessResult
) -> None:
    """Write what other settings change, the largest change first."""
    risk = 1.0 - result.confidence
    key = PlayerKey(result)
    composer.new_page()
    composer.section("Other settings and readings")
    composer.text(
        "Other values of settings, other readings of rulings and other data than those assumed, "
        "played by the same player in all seats. Changes are differences from the rules as "
        "certified: of the share of games that the first seat wins, of draws, and of the advantage "
        "of going first, in "
        "percentage points; of the decisions of a game in number. p is the smallest of the four "
        "tests of no change, adjusted for their number by Bonferroni. The largest change of a "
        "share stands first."
    )
    for table in tables:
        found = [effect for effect in table.sensitivity if effect.p < risk]
        unfound = [effect for effect in table.sensitivity if effect.p >= risk]
        if found:
            _write_effects(composer, table, found, key)
            _write_changes(composer, table, found)
        _write_unfound(composer, table, unfound, risk, many=len(tables) > 1)


def _write_effects(
    composer: Composer,
    table: TableResult,
    effects: Sequence[SettingEffect],
    key: PlayerKey,
) -> None:
    """Write the settings that change something."""
    games = sorted({effect.games for effect in effects})
    played = " or ".join(count(number) for number in games)
    composer.table(
        f"Settings that change something, {players_text(table.players)}",
        [
            Column("Setting", 58),
            Column("Rulings", 17),
            Column("Player", 12, "centre"),
            Column("First seat,<br/>points", 19, "number"),
            Column("Draws,<br/>points", 17, "number"),
            Column("Going first,<br/>points", 20, "number"),
            Column("Decisions", 18, "number"),
            Column("p", 20, "number"),
        ],
        _effect_rows(effects, key),
        note=(f"{played} games of each. {key.note(effect.player for effect in effects)}"),
        breakable=len(effects) > 8,
    )


def _by_setting(
    effects: Sequence[SettingEffect],
) -> dict[tuple[Assignment, ...], dict[str, SettingEffect]]:
    """Return the effects of each setting by player, the largest change of a share first."""
    grouped: dict[tuple[Assignment, ...], dict[str, SettingEffect]] = {}
    for effect in sorted(effects, key=_size, reverse=True):
        grouped.setdefault(effect.settings, {})[effect.player] = effect
    return grouped


def _effect_rows(effects: Sequence[SettingEffect], key: PlayerKey) -> list[Row]:
    """Return the lines of the settings, one for each player."""
    rows: list[Row] = []
    for settings, by_player in _by_setting(effects).items():
        for player in sorted(by_player, key=key.letter):
            effect = by_player[player]
            *shares, decisions = effect.changes
            title = f"<b>{plain(_settings_text(settings))}</b>"
            is_first = effect is by_player[min(by_player, key=key.letter)]
            rows.append(
                (
                    f"{title}<br/>{plain(effect.text)}{_compared(effect)}" if is_first else title,
                    cites_text(effect.rulings) if is_first else "",
                    plain(key.letter(player)),
                    *(fixed(PERCENT * change, CHANGE_DIGITS, signed=True) for change in shares),
                    fixed(decisions, CHANGE_DIGITS, signed=True),
                    chance_text(effect.p),
                )
            )
    return rows


def _compared(effect: SettingEffect) -> str:
    """Return what a setting is compared with, if it is not the game."""
    return f" (compared with the match {plain(effect.within)})" if effect.within else ""


def _write_changes(
    composer: Composer,
    table: TableResult,
    effects: Sequence[SettingEffect],
) -> None:
    """Write the chart of the changes, the players beside each other."""
    players = list(dict.fromkeys(effect.player for effect in effects))
    players = players if len(players) <= 2 else [players[0], players[-1]]
    by_setting = _by_setting(effects)
    shown = [
        settings for settings, some in by_setting.items() if any(name in some for name in players)
    ][:MOST_LINES]
    panels = [
        Panel(
            title,
            tuple(
                Bars(player, tuple(_change(by_setting[one].get(player), place) for one in shown))
                for player in players
            ),
        )
        for place, title in enumerate(PANELS)
    ]
    note = ""
    if len(players) > 1:
        note = "A player of whom no change was found with a setting has no bars there."
    if len(by_setting) > len(shown):
        note += f" The {len(shown)} settings that change most."
    composer.figure(
        f"Changes by other settings, {players_text(table.players)}",
        panel_chart(
            [_settings_text(settings) for settings in shown], panels, unit="percentage points"
        ),
        note=note.strip(),
    )


def _change(effect: SettingEffect | None, place: int) -> float | None:
    return None if effect is None else PERCENT * effect.changes[place]


def _write_unfound(
    composer: Composer,
    table: TableResult,
    effects: Sequence[SettingEffect],
    risk: float,
    *,
    many: bool,
) -> None:
    """Write the settings of which no change is found."""
    if not effects:
        return
    where = f" with {players_text(table.players)}" if many else ""
    players: dict[str, list[str]] = {}
    for player in dict.fromkeys(effect.player for effect in effects):
        some = [effect.settings for effect in effects if effect.player == player]
        told = "; ".join(plain(_settings_text(settings)) for settings in some)
        players.setdefault(told, []).append(plain(player))
    listed = " ".join(f"All seats {' or '.join(who)}: {told}." for told, who in players.items())
    largest = fixed(PERCENT * max(map(_size, effects)), CHANGE_DIGITS)
    composer.text(
        f"No change is found{where} (p {fixed(risk, 2)} or more) of these; the largest difference "
        f"of a share among them is {largest} percentage points. {listed}"
    )


def _write_matches(composer: Composer, tables: Sequence[TableResult]) -> None:
    """Write how long matches are, against what the source says, and whether they are fair."""
    composer.section("Matches")
    composer.text(
        "Games played on to a score or for a number of hands, as the rules tell matches. The "
        "seconds that the source leaves for a decision are its own estimate of the time, by the "
        "mean number of decisions."
    )
    where = basis([table.players for table in tables])
    rows: list[Row] = []
    lengths: list[Row] = []
    for table in tables:
        rows += bands(table, tables)
        lengths += bands(table, tables)
        for place, match in enumerate(table.matches):
            before = table.matches[place - 1] if place else None
            is_new = before is None or before.name != match.name
            rows.append(_match_row(match, is_new=is_new))
            lengths += _length_rows(match)
    composer.table(
        f"Matches, and what the source says they take{where}",
        [
            Column("Match", 46),
            Column("Played by", 32),
            Column("Matches", 20, "number"),
            Column("First seat<br/>wins, %", 27, "number"),
            Column("Draws, %", 24, "number"),
            Column("Source:<br/>minutes", 20, "number"),
            Column("Seconds a<br/>decision", 23, "number"),
        ],
        rows,
        note="Below each share its interval.",
        breakable=len(rows) > 10,
    )
    composer.table(
        f"Length of matches{where}",
        [
            Column("Match", 40),
            Column("Played by", 34),
            Column("Measure", 32),
            Column("Mean", 22, "number"),
            Column("interval", 34, "number"),
            *(
                Column(f"{fixed(PERCENT * QUANTILES[place], 0)} %", 16, "number")
                for place in MIDDLE
            ),
            Column("Most", 16, "number"),
        ],
        lengths,
        note=(
            "Quantiles are exact ones of the matches played; a dash where matches are too long "
            "for them to be counted. More is in the results file."
        ),
        breakable=len(lengths) > 14,
    )


def _match_row(match: MatchLength, *, is_new: bool) -> Row:
    """Return the line of a match played by somebody."""
    title = f"<b>{plain(match.name)}</b>"
    if is_new:
        cited = f" ({cites_text(match.cites)})" if match.cites else ""
        title += f"<br/>{plain(match.text)}{cited}"
    return (
        title,
        plain(match.player),
        count(match.games),
        stacked_cell(match.win_first_seat, PERCENT, most=SHARE_DIGITS),
        stacked_cell(match.draw, PERCENT, most=SHARE_DIGITS),
        _range(match.minutes),
        _range(match.seconds_a_decision, 1),
    )


def _range(ends: tuple[float, float] | None, digits: int | None = None) -> str:
    """Return from where to where."""
    if ends is None:
        return NONE
    low, high = (number_text(end) if digits is None else fixed(end, digits) for end in ends)
    return low if low == high else f"{low}\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}{high}"


def _length_rows(match: MatchLength) -> list[Row]:
    """Return the lines of what is measured of a match."""
    return [
        (
            plain(match.name),
            plain(match.player),
            plain(figures.name),
            *mean_cells(figures.mean, most=MEAN_DIGITS),
            *(quantile_cells(figures)[place] for place in MIDDLE),
            number_text(figures.most),
        )
        for figures in match.measures[:MOST_MEASURES]
    ]
