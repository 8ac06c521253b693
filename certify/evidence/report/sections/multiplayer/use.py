"""Use of the rules: what is never used, what rarely is, and how often moves and cards are."""

from __future__ import annotations

from collections.abc import Sequence

from certify.evidence.report.charts.fairness_bars import amount_chart
from certify.evidence.report.charts.fairness_figures import (
    PERCENT,
    PlayerKey,
    bands,
    cites_text,
    listed_numbers,
    numbers_text,
    players_text,
    share_text,
    times_text,
)
from certify.present.document import Column, Composer, Row
from certify.present.figures import count, fixed
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.use_of_rules import Use, UseOfRules

RARE = 0.01
"""Share of games up to which an element counts as rarely used."""
MOST_RARE = 20
"""Rarely used elements that are printed for each number of players."""
MOST_LINES = 32
"""Bars in one figure; the results file holds them all."""
ABREAST = 3
"""Players beside each other in a table."""
PLURALS = {
    "procedure": "procedures",
    "branch": "branches",
    "decision": "decisions",
    "move": "moves",
    "card": "cards",
}


def use_section(composer: Composer, result: FairnessResult) -> None:
    """Write what of the rules is used in play.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    result : FairnessResult
        The study.
    """
    tables = [table for table in result.tables if table.use.elements]
    if not tables:
        return
    key = PlayerKey(result)
    composer.new_page()
    composer.section("Use of the rules")
    composer.text(
        "How often every element of the rules is used in play: procedures, branches of "
        "conditions, decisions, moves and cards. A rule that is never used may be without effect, "
        "or be for a case that players of this kind do not bring about. "
        f"{_basis(tables)}"
    )
    _write_never(composer, tables)
    _write_rare(composer, tables, key)
    for kind in ("procedure", "decision"):
        _write_kind(composer, tables, kind, key)
    for kind in ("move", "card"):
        for table in tables:
            _write_bars(composer, table, kind)


def _basis(tables: Sequence[TableResult]) -> str:
    """Return how many games of whom were looked at."""
    told: dict[str, list[int]] = {}
    for table in tables:
        played = ", ".join(
            f"{count(games)} games of {plain(player)}"
            for player, games in zip(table.use.players, table.use.games, strict=True)
        )
        told.setdefault(played, []).append(table.players)
    return (
        "; ".join(f"{played} with {numbers_text(numbers)}" for played, numbers in told.items())
        + " were looked at."
    )


def _write_never(composer: Composer, tables: Sequence[TableResult]) -> None:
    """Write what no game used: these are findings."""
    never: dict[str, list[int]] = {}
    elements: dict[str, Use] = {}
    for table in tables:
        for each in table.use.elements:
            elements.setdefault(each.name, each)
        for name in table.use.never:
            never.setdefault(name, []).append(table.players)
    many = len(tables) > 1
    if not never:
        composer.text(f"All {count(len(elements))} elements are used.")
        return
    columns = [
        Column("Never used", 54, "bold"),
        Column("Kind", 20),
        Column("Clauses and rulings", 46),
        Column("With players", 28) if many else Column("Path in the rules", 66, "mono"),
    ]
    rows: list[Row] = []
    for name, numbers in never.items():
        found = elements.get(name)
        rows.append(
            (
                plain(name),
                found.kind if found else "",
                cites_text(found.cites if found else ()),
                listed_numbers(numbers) if many else plain(found.element if found else ""),
            )
        )
    composer.table(
        f"What of the rules no game used: {len(never)} of {count(len(elements))} elements",
        columns,
        rows,
        note="Each is a finding.",
        breakable=len(rows) > 12,
    )


def _columns(use: UseOfRules, shown: Sequence[int], key: PlayerKey) -> list[Column]:
    """Return the columns of the figures of some players."""
    return [
        column
        for place in shown
        for column in (
            Column(f"{plain(key.letter(use.players[place]))}:<br/>times", 18, "number"),
            Column("games,<br/>%", 17, "number"),
        )
    ]


def _cells(each: Use, shown: Sequence[int]) -> list[str]:
    """Return the figures of some players."""
    return [
        text
        for place in shown
        for text in (times_text(each.times[place]), share_text(each.games[place]))
    ]


def _shown(use: UseOfRules) -> list[int]:
    """Return the places of the players that are printed: the first ones and the last."""
    places = list(range(len(use.players)))
    return places if len(places) <= ABREAST else [*places[: ABREAST - 1], places[-1]]


def _same_players(tables: Sequence[TableResult]) -> list[list[TableResult]]:
    """Return the tables in groups that can be printed as one, their players being the same."""
    groups: dict[tuple[str, ...], list[TableResult]] = {}
    for table in tables:
        groups.setdefault(table.use.players, []).append(table)
    return list(groups.values())


def _write_rare(composer: Composer, tables: Sequence[TableResult], key: PlayerKey) -> None:
    """Write what is used in few games."""
    for group in _same_players(tables):
        rows: list[Row] = []
        more = 0
        for table in group:
            rare = [each for each in table.use.elements if 0.0 < max(each.games) <= RARE]
            rare.sort(key=lambda each: max(each.games))
            more += max(0, len(rare) - MOST_RARE)
            if rare:
                rows += bands(table, group)
            shown = _shown(table.use)
            rows += [_row(each, shown, is_kind_told=True) for each in rare[:MOST_RARE]]
        if not rows:
            continue
        use = group[0].use
        composer.table(
            f"What is used in no more than {fixed(PERCENT * RARE, 0)} % of games"
            + _basis_of(group, tables),
            [
                Column("Element", 56),
                Column("Kind", 19),
                Column("Clauses and rulings", 34),
                *_columns(use, _shown(use), key),
            ],
            rows,
            note=_note(use, key)
            + (f" {count(more)} more are in the results file." if more else ""),
            breakable=len(rows) > 14,
        )


def _basis_of(group: Sequence[TableResult], tables: Sequence[TableResult]) -> str:
    """Return the number of players for a caption, if the table has a single one."""
    if len(group) > 1:
        return "" if len(group) == len(tables) else f", {_numbers_of(group)}"
    return f", {players_text(group[0].players)}"


def _numbers_of(group: Sequence[TableResult]) -> str:
    return numbers_text([table.players for table in group])


def _row(each: Use, shown: Sequence[int], *, is_kind_told: bool = False) -> Row:
    """Return the line of an element."""
    kind = [each.kind] if is_kind_told else []
    return (plain(each.name), *kind, cites_text(each.cites), *_cells(each, shown))


def _note(use: UseOfRules, key: PlayerKey) -> str:
    """Return what the columns are."""
    players = [use.players[place] for place in _shown(use)]
    return f"Times a game, and the share of games in which it is used. {key.note(players)}"


def _write_kind(
    composer: Composer, tables: Sequence[TableResult], kind: str, key: PlayerKey
) -> None:
    """Write every element of a kind that is used."""
    for group in _same_players(tables):
        rows: list[Row] = []
        for table in group:
            some = [
                each
                for each in table.use.elements
                if each.kind == kind and max(each.games, default=0.0) > 0.0
            ]
            if some:
                rows += bands(table, group)
            rows += [_row(each, _shown(table.use)) for each in some]
        if not rows:
            continue
        use = group[0].use
        composer.table(
            f"How often each {kind} is used{_basis_of(group, tables)}",
            [
                Column(kind.capitalize(), 58),
                Column("Clauses and rulings", 52),
                *_columns(use, _shown(use), key),
            ],
            rows,
            note=_note(use, key),
            breakable=len(rows) > 14,
        )


def _write_bars(composer: Composer, table: TableResult, kind: str) -> None:
    """Write bars of every move or card."""
    some = [each for each in table.use.elements if each.kind == kind]
    if not some:
        return
    shown = some
    if len(some) > MOST_LINES:
        often = sorted(some, key=lambda each: -max(each.times))[:MOST_LINES]
        shown = [each for each in some if each in often]
    places = sorted({0, len(table.use.players) - 1})
    more = len(some) - len(shown)
    done = "made" if kind == "move" else "played"
    composer.figure(
        f"How often {PLURALS[kind]} are {done}, {players_text(table.players)}",
        amount_chart(
            [each.name for each in shown],
            [
                Bars(table.use.players[place], tuple(each.times[place] for each in shown))
                for place in places
            ],
            [[_bar_text(each.times[place]) for each in shown] for place in places],
            unit="times a game",
        ),
        note=f"The {count(more)} least used are in the results file." if more else "",
    )


def _bar_text(times: float) -> str:
    """Return a value beside a bar, which takes no markup."""
    if times == 0.0:
        return "never"
    return fixed(times, 3) if times >= 0.0005 else "less than 0.001"
