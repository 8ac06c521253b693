"""How the use of the rules is shown: what is never used, what rarely is, how often all else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from certify.present.charts import BarChart, Bars
from certify.present.document import Column, Figure, Row, Table, Text
from certify.present.markup import plain, typeset
from certify.studies.fairness.figures_view import (
    Part,
    PlayerKey,
    banded,
    captioned,
    cites_text,
    lead,
    listed_numbers,
    players_text,
    share_text,
    times_text,
)
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.use_of_rules import Use, UseOfRules

RARE = 0.01
"""Share of games up to which an element counts as rarely used."""
MOST_RARE = 20
"""Rarely used elements that are shown for each number of players."""
KINDS = ("procedure", "branch", "decision", "move", "card")

USE_TEXT = (
    "How often every element of the rules is used in play: procedures, branches of conditions, "
    "decisions, moves and cards. A rule that is never used may be without effect, or be for a case "
    "that players of this kind do not bring about. "
)
USE_NOTE = "Times a game, and the share of games in which it is used."
ALL_NOTE = " Of players between these the results (JSON) tell."
MOST_LINES = 32
"""Bars in one figure; the results file holds them all."""
DRAWN = {"move": "moves are made", "card": "cards are played"}
"""Kinds of which there are so many that they are drawn."""


def use_parts(result: FairnessResult, kinds: Sequence[str] = ()) -> Iterator[Part]:
    """Yield what of the rules is used: what never is, what rarely is, and all of some kinds."""
    tables = [table for table in result.tables if table.use.elements]
    if tables:
        yield lead("Use of the rules")
        yield Text(plain(USE_TEXT + _played(tables)))
        yield from use_tables(result, kinds)


def _played(tables: Sequence[TableResult]) -> str:
    """Return how many games of whom were looked at."""
    told: dict[str, list[int]] = {}
    for table in tables:
        played = ", ".join(
            f"{games:,} games of {player}"
            for player, games in zip(table.use.players, table.use.games, strict=True)
        )
        told.setdefault(played, []).append(table.players)
    listed = "; ".join(
        f"{played} with {players_text(*numbers)}" for played, numbers in told.items()
    )
    return f"{listed} were looked at."


def use_tables(result: FairnessResult, kinds: Sequence[str]) -> Iterator[Part]:
    """Yield what no game used, what few used, and how often all elements of some kinds are."""
    tables = [table for table in result.tables if table.use.elements]
    key = PlayerKey(result)
    yield _never(tables)
    groups: dict[tuple[str, ...], list[TableResult]] = {}
    for table in tables:
        groups.setdefault(table.use.players, []).append(table)
    for group in groups.values():
        more = sum(max(0, len(_rare(table)) - MOST_RARE) for table in group)
        yield from _elements(
            f"What is used in no more than {100 * RARE:g} % of games",
            group,
            lambda table: _rare(table)[:MOST_RARE],
            key,
            f" {more} more are in the results (JSON)." if more else "",
            with_kind=True,
        )
    for kind in kinds:
        for group in groups.values():
            yield from _elements(
                f"How often each {kind} is used", group, partial(_of_kind, kind=kind), key
            )


def _never(tables: Sequence[TableResult]) -> Part:
    """Return what no game used: these are findings."""
    never: dict[str, list[int]] = {}
    elements: dict[str, Use] = {}
    for table in tables:
        for each in table.use.elements:
            elements.setdefault(each.name, each)
        for name in table.use.never:
            never.setdefault(name, []).append(table.players)
    if not never:
        return Text(f"All {len(elements):,} elements are used.")
    rows: list[Row] = []
    for name, numbers in never.items():
        found = elements.get(name)
        kind, cites, path = (found.kind, found.cites, found.element) if found else ("", (), "")
        last = listed_numbers(numbers) if len(tables) > 1 else path
        rows.append(tuple(map(plain, (name, kind, cites_text(cites), last))))
    return captioned(
        f"What of the rules no game used: {len(never)} of {len(elements):,} elements",
        [
            Column("Never used", 54, "bold"),
            Column("Kind", 20),
            Column("Clauses and rulings", 46),
            Column("With players", 28)
            if len(tables) > 1
            else Column("Path in the rules", 66, "mono"),
        ],
        rows,
        "Each is a finding.",
    )


def _rare(table: TableResult) -> list[Use]:
    rare = [each for each in table.use.elements if 0.0 < max(each.games, default=0.0) <= RARE]
    return sorted(rare, key=lambda each: max(each.games))


def _of_kind(table: TableResult, kind: str) -> list[Use]:
    return [
        each
        for each in table.use.elements
        if each.kind == kind and max(each.games, default=0.0) > 0.0
    ]


def ends_of(use: UseOfRules) -> list[int]:
    """Return the places of the players that are shown: the first and the last."""
    return sorted({0, len(use.players) - 1})


def _elements(
    caption: str,
    tables: Sequence[TableResult],
    elements: Callable[[TableResult], Sequence[Use]],
    key: PlayerKey,
    more: str = "",
    *,
    with_kind: bool = False,
) -> Iterator[Table]:
    """Yield the use of elements by the first and the last player, if there are any."""
    if not any(map(elements, tables)):
        return
    use = tables[0].use
    shown = ends_of(use)
    columns = [
        Column("Element", 56, value=lambda each: each.name),
        *([Column("Kind", 19, value=lambda each: each.kind)] if with_kind else []),
        Column("Clauses and rulings", 34, value=lambda each: cites_text(each.cites)),
    ]
    for place in shown:
        columns += _columns(key.letter(use.players[place]), place)
    note = f"{USE_NOTE} {key.note(use.players[place] for place in shown)}{more}"
    if len(shown) < len(use.players):
        note += ALL_NOTE
    yield banded(caption, columns, tables, elements, note)


def _columns(letter: str, place: int) -> list[Column]:
    return [
        Column(f"{letter}: times", 20, "number", lambda each: times_text(each.times[place])),
        Column("games, %", 20, "number", lambda each: share_text(each.games[place])),
    ]


def use_charts(tables: Sequence[TableResult]) -> Iterator[Figure]:
    """Yield bars of every move and card, of which there are so many that they are drawn."""
    for kind, told in DRAWN.items():
        for table in tables:
            some = _of_kind(table, kind)
            if some:
                yield _use_chart(table, some, told)


def _use_chart(table: TableResult, some: Sequence[Use], told: str) -> Figure:
    often = sorted(some, key=lambda each: -max(each.times))[:MOST_LINES]
    shown = [each for each in some if each in often]
    places = ends_of(table.use)
    more = len(some) - len(shown)
    chart = BarChart(
        [each.name for each in shown],
        [
            Bars(
                table.use.players[place],
                tuple(each.times[place] for each in shown),
                tuple(times_text(each.times[place]) for each in shown),
            )
            for place in places
        ],
        "times a game",
        texts=[[_beside(each.times[place]) for each in shown] for place in places],
    )
    return Figure.of(
        f"How often {told}, {players_text(table.players)}",
        chart,
        note=f"The {more} least used are in the results (JSON)." if more else "",
    )


def _beside(times: float) -> str:
    """Return what stands beside a bar, which takes no markup."""
    if times == 0.0:
        return "never"
    return typeset(f"{times:,.3f}") if times >= 0.0005 else "less than 0.001"
