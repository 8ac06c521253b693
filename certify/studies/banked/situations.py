"""Every situation in which something is decided: what answers are worth, and what errors cost."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.amounts import Amount
from certify.exact.banked.composition import Composition
from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import SEAT, Answered
from certify.exact.banked.holdings import Group
from certify.exact.banked.listing import listed
from certify.exact.banked.situations import (
    as_written,
    differing,
    each_of,
    picks_from,
    variable_names,
)
from certify.exact.banked.solution import BEST, Solution
from certify.exact.banked.walking import HOUR
from certify.language.game import LoadedGame, wagers_made
from certify.play.events import Visibility
from certify.play.interpreter.program import Program
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import BankedSituation, BankedStrategyResult
from certify.studies.banked.shoes import ShoeGiven, composition_for, counts_of, with_shoe
from certify.studies.banked.starting_hands import starting_hands
from certify.studies.banked.study import decisions_of, solved_within, telling

if TYPE_CHECKING:
    import pyarrow

CLOSEST = 12
"""Situations that are told with the result: those in which an error costs least."""

FREQUENCY = "frequency"
"""The column of the table that says how often a situation comes about."""

PICKED = "picked"
"""The column of the table that says which cards the best answer picks."""

COST = "cost of second best"
"""The column of the table that says what the second best answer costs."""

Rows = npt.NDArray[Any]
Integers = npt.NDArray[np.int64]


def banked_strategy_study(
    game: LoadedGame,
    context: Context | None = None,
    *,
    shoe: ShoeGiven = None,
    workers: Workers | None = None,
) -> tuple[BankedStrategyResult, pyarrow.Table]:
    """Return the best play of a game against the house, and its situations in a table.

    As `every_situation`, but for decisions that are taken beside whole boards, which the table
    does not have. `workers`: as of `banked_study`.
    """
    left = composition_for(game, shoe)
    solution = solved_within(context or Context(), game, left=left, workers=workers)
    return _told(game, left, solution, [])


def every_situation(
    game: LoadedGame, context: Context | None = None, *, shoe: ShoeGiven = None
) -> tuple[BankedStrategyResult, pyarrow.Table]:
    """Return the best play of a game against the house, and every situation in a table.

    A row of the table is a situation up to suits that are exchanged: its cards zone by zone, how
    often it comes about, what each answer is worth in units from there on, the best, and what the
    second best costs. `shoe`: the cards that are left; by default all.
    """
    context, left = context or Context(), composition_for(game, shoe)
    patience = inf if context.is_patient else HOUR
    solution, on_boards = listed(
        game, context.progress, patience=patience, left=left, tell=telling(context)
    )
    return _told(game, left, solution, on_boards)


def _told(
    game: LoadedGame,
    left: Composition | None,
    solution: Solution,
    on_boards: Sequence[Answered],
) -> tuple[BankedStrategyResult, pyarrow.Table]:
    """Return what is told of a solution, and its situations with those beside whole boards."""
    import pyarrow

    program = Program(game)
    tables = []
    for summary in solution.decided.values():
        tables += _tables(program, solution, summary.kept)
    result = BankedStrategyResult(
        **with_shoe(game, left).provenance(),
        policy=BEST,
        wagers_made=wagers_made(game),
        decisions=tuple(decisions_of(game, solution)),
        closest=tuple(_closest(tables)),
        situations=solution.situations,
        shoe=counts_of(left),
        charts=tuple(starting_hands(program, solution)),
    )
    told = _told_apart(program, on_boards)
    tables += [_table(program, solution, answered, told) for answered in on_boards]
    whole = pyarrow.concat_tables(tables, promote_options="default") if tables else None
    none = {name: pyarrow.array([], pyarrow.string()) for name in ("decision", "before", "best")}
    return result, whole if whole is not None else pyarrow.table(none)


def _tables(program: Program, solution: Solution, came: Sequence[Answered]) -> list[pyarrow.Table]:
    """Return the situations of a decision in tables; those that look alike, and are, are one."""
    import pyarrow

    told = _told_apart(program, came)
    tables = [_table(program, solution, answered, told) for answered in came]
    if not came or (len(came) == 1 and not any(map(_is_by_row, came[0].values.values()))):
        return tables
    whole = pyarrow.concat_tables(tables, promote_options="default")
    others = [name for name in whole.column_names if name != FREQUENCY]
    merged = whole.group_by(others, use_threads=False).aggregate([(FREQUENCY, "sum")])
    if len(merged) == len(whole):
        return tables
    return [merged.rename_columns([*others, FREQUENCY]).select(whole.column_names)]


def _told_apart(program: Program, came: Sequence[Answered]) -> set[int]:
    """Return which variables in sight tell situations apart; some follow from the cards."""
    visibility, names = Visibility(program), variable_names(program)
    seen = {place for place in names if visibility.sees_value(names[place], 0, SEAT)}
    by_row = {
        place for answered in came for place in seen if _is_by_row(answered.values.get(place))
    }
    found = seen & set(differing([answered.values for answered in came]))
    return found | by_row if by_row and _look_alike(came) else found


def _is_by_row(value: Any) -> bool:
    """Return whether a value may differ by row; one with payouts kept apart is not told."""
    return value.units.ndim == 1 if isinstance(value, Amount) else isinstance(value, np.ndarray)


def _look_alike(came: Sequence[Answered]) -> bool:
    """Return whether some situations have the same cards."""
    by_sight: dict[tuple[Group, ...], list[Rows]] = {}
    for answered in came:
        rows = answered.known.cards[answered.weights != 0]
        by_sight.setdefault(tuple(answered.known.groups), []).append(rows)
    sights = [np.concatenate(rows) for rows in by_sight.values()]
    return any(len(np.unique(cards, axis=0)) < len(cards) for cards in sights)


def _table(
    program: Program, solution: Solution, answered: Answered, told: Collection[int]
) -> pyarrow.Table:
    """Return the situations of a decision that came about; `told`: variables that are columns."""
    import pyarrow

    came = np.flatnonzero(answered.weights != 0)
    labels = np.array([program.deck.labels[card] for card in solution.kinds.cards])
    columns: dict[str, Any] = {
        "decision": pyarrow.array([answered.decision] * len(came)),
        "before": pyarrow.array(["; ".join(answered.before)] * len(came)),
    }
    for group in answered.known.groups:
        name, _ = program.layout.zones[group.zone]
        cards = answered.known.columns(group.zone)
        written = labels[cards[0][came]]
        for card in cards[1:]:
            written = np.char.add(np.char.add(written, " "), labels[card[came]])
        columns[name] = pyarrow.array(written)
    evaluator = Evaluator(program, solution.kinds)
    for place, name in variable_names(program).items():
        if place not in told:
            continue
        own = each_of(answered.values[place], came)
        columns[name] = pyarrow.array([as_written(evaluator, name, each) for each in own])
    worths = answered.worths
    ways = answered.weights if answered.ways is None else answered.ways
    columns[FREQUENCY] = _quotients(ways[came], answered.total)
    columns["best"] = pyarrow.array(np.array(answered.options)[answered.choice[came]])
    picked = _picked(program, answered, came, labels)
    if picked is not None:
        columns[PICKED] = pyarrow.array(picked)
    if worths is None:
        return pyarrow.table(columns)
    units = worths.units[came]
    base = (
        worths.base if answered.ways is None else worths.base * answered.ways[came].astype(object)
    )
    best = units[np.arange(len(came)), answered.choice[came]]
    second = np.full(len(came), np.inf)
    for place, option in enumerate(answered.options):
        allowed = answered.legal[came, place]
        worth = _quotients(units[:, place], base)
        columns[f"worth of {option}"] = pyarrow.array(worth, mask=~allowed)
        other = allowed & (answered.choice[came] != place)
        cost = _quotients(best - units[:, place], base)
        second[other] = np.minimum(second[other], cost[other])
    columns[COST] = pyarrow.array(second, mask=np.isinf(second))
    return pyarrow.table(columns)


def _picked(
    program: Program, answered: Answered, came: Integers, labels: npt.NDArray[np.str_]
) -> list[str] | None:
    """Return the cards that the best answer picks in each row; None if no answer picks any."""
    picks = [picks_from(program, answered.decision, option) for option in answered.options]
    if not any(picks):
        return None
    found = [""] * len(came)
    for row, (at, choice) in enumerate(zip(came, answered.choice[came], strict=True)):
        if picked := picks[choice]:
            zone, places = picked
            cards = answered.known.columns(zone)
            found[row] = " ".join(labels[cards[place][at]] for place in places)
    return found


def _quotients(units: Rows, base: int | Rows) -> npt.NDArray[np.float64]:
    """Return integers over a base, or over one each, each rounded once."""
    if isinstance(base, np.ndarray):
        return np.array([int(u) / int(b) for u, b in zip(units, base, strict=True)])
    if units.dtype == object:
        return np.array([int(unit) / base for unit in units], dtype=np.float64)
    return units / float(base) if base < 2**53 else np.array([int(u) / base for u in units])


def _closest(tables: Sequence[pyarrow.Table]) -> Iterator[BankedSituation]:
    """Yield the situations in which the best answer is better than the next by the least."""
    rows: list[tuple[float, dict[str, Any]]] = []
    for table in tables:
        if COST not in table.column_names:
            continue
        ordered = table.sort_by(COST)
        cost = ordered[COST].to_numpy(zero_copy_only=False)
        first = int(np.searchsorted(cost, 0.0, side="right"))
        closest = ordered.slice(first, CLOSEST).to_pylist()
        # With one answer there is no next.
        rows += [(row[COST], row) for row in closest if row[COST] is not None]
    for _, row in sorted(rows, key=lambda found: found[0])[:CLOSEST]:
        yield told(row)


def told(row: Mapping[str, Any]) -> BankedSituation:
    """Return a row of the table of all situations as a situation in which there is a choice."""
    return BankedSituation(
        decision=row["decision"],
        before=row["before"],
        cards={
            name: value
            for name, value in row.items()
            if isinstance(value, str) and name not in ("decision", "before", "best", PICKED)
        },
        frequency=row["frequency"],
        worths={
            name.removeprefix("worth of "): value
            for name, value in row.items()
            if name.startswith("worth of ") and value is not None
        },
        best=row["best"],
        picked=row.get(PICKED) or "",
        cost=row[COST],
    )
