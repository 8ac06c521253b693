"""The rows of a paytable that are designed: which, and what each may pay."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import numpy as np

from certify.errors import EngineError, SpecError
from certify.exact.banked.odds import Odds
from certify.studies.paytable.asked import PaytableQuestion, RowRange
from certify.studies.paytable.figures import TOP, Figures
from certify.studies.paytable.tables import Box

MOST_PAYOUTS = 100_000
"""Payouts that a row may have."""
PARTS = 8
"""Halvings of ranges after which they are given up."""


@dataclass(frozen=True)
class Designed:
    """A row of the paytable as it is designed."""

    path: str
    probability: Fraction
    values: tuple[Fraction, ...]
    step: Fraction


def designed_rows(question: PaytableQuestion, odds: Odds) -> list[Designed]:
    """Return the rows that are paid, the rarest first; of equal ones in the table's order."""
    game = question.game
    prefix = f"{question.table}."
    paths = tuple(
        f"{prefix}{row.key}"
        for row in game.paytable_rows(question.table)
        if f"{prefix}{row.key}" in odds.rows
    )
    otherwise = [row for row in odds.fixed if row.startswith(prefix)]
    if otherwise:
        raise EngineError(
            f"{otherwise[0]} enters the game otherwise than as what a wager brings, so that"
            " this paytable is not gone through; certify whatif --sweep answers for it"
        )
    box = Box(paths, tuple(np.zeros(1, dtype=np.int64) for _ in paths), 1)
    figures = Figures(odds, game, question.own, box)
    paid = {path: figures.paid(row) for row, path in enumerate(paths)}
    for row in question.ranges:
        if not paid.get(f"{prefix}{row}"):
            raise SpecError(
                f"the row {row} of {question.table} is never paid by the wager"
                f" {question.wager}, so that its payout changes nothing"
            )
    # What pays nothing gives the wager back, and is no line of the table to be designed.
    designed = [
        path
        for path in paths
        if paid[path] and (game.pays(path) or path.removeprefix(prefix) in question.ranges)
    ]
    if not designed:
        raise SpecError(
            f"no row of {question.table} pays the wager {question.wager} anything; give what it"
            " may pay with --row ROW=LOW:HIGH"
        )
    order = sorted(designed, key=lambda path: paid[path])
    return [
        _designed(question, path, paid[path], is_rarest=not place)
        for place, path in enumerate(order)
    ]


def box_of(question: PaytableQuestion, rows: Sequence[Designed]) -> Box:
    """Return all tables of rows, in integers."""
    base = lcm(*(value.denominator for row in rows for value in row.values))
    return Box(
        tuple(row.path for row in rows),
        tuple(
            np.array([int(value * base) for value in row.values], dtype=np.int64) for row in rows
        ),
        base,
        question.is_monotone,
    )


def narrowed(
    question: PaytableQuestion, rows: Sequence[Designed], suits: Callable[[Box], bool]
) -> list[Designed]:
    """Return rows of which those that were not asked for are narrowed until their tables suit.

    All first, by the same part of their ranges about what they pay; then each is widened again as
    far as it can be, the rarest first. `suits` holds of fewer tables if it holds of more. If it
    does not even hold where they pay what they pay, they do.
    """
    low, high = question.bounds.get(TOP, (None, None))
    is_top_asked = question.is_monotone and (low is not None or high is not None)
    free = [
        place
        for place, row in enumerate(rows)
        if row.path.rpartition(".")[2] not in question.ranges and (place or not is_top_asked)
    ]
    own = [_nearest(row.values, question.game.pays(row.path)) for row in rows]
    ends = [(0, len(row.values) - 1) for row in rows]

    def taken(ends: Sequence[tuple[int, int]]) -> list[Designed]:
        return [
            replace(row, values=row.values[first : last + 1])
            for row, (first, last) in zip(rows, ends, strict=True)
        ]

    def holds(place: int, end: tuple[int, int]) -> bool:
        tried = [*ends[:place], end, *ends[place + 1 :]]
        return suits(box_of(question, taken(tried)))

    widest = list(ends)
    for part in (*(1 << power for power in range(1, PARTS)), None):
        for place in free:
            first, last = widest[place]
            if part is None:
                ends[place] = own[place], own[place]
            else:
                ends[place] = (
                    own[place] - (own[place] - first) // part,
                    own[place] + (last - own[place]) // part,
                )
        if suits(box_of(question, taken(ends))):
            break
    else:
        return taken(ends)
    for place in free:
        first, last = ends[place]
        up = range(last, widest[place][1] + 1)
        last += bisect_left(up, True, key=lambda end: not holds(place, (first, end))) - 1
        down = range(first, widest[place][0] - 1, -1)
        first -= bisect_left(down, True, key=lambda end: not holds(place, (end, last))) - 1
        ends[place] = first, last
    return taken(ends)


def _nearest(values: Sequence[Fraction], pays: Fraction) -> int:
    return min(range(len(values)), key=lambda place: abs(values[place] - pays))


def _designed(
    question: PaytableQuestion, path: str, paid: Fraction, *, is_rarest: bool
) -> Designed:
    grid = question.grid
    key = path.rpartition(".")[2]
    low, high = question.bounds.get(TOP, (None, None))
    if key in question.ranges:
        own = question.ranges[key]
    else:
        pays = question.game.pays(path)
        own = RowRange(max(pays / 2 // grid * grid, min(pays, grid)), max(2 * pays, grid))
        if is_rarest and question.is_monotone:
            # What is asked of the top award is asked of this row.
            own = RowRange(low or own.low, high or max(own.high, low or own.high))
    step = own.step or grid
    first = -(-own.low // grid) * grid if own.step is None else own.low
    if own.step is not None and (own.low % grid or own.step % grid):
        raise SpecError(
            f"the row {key}: payouts from {own.low} in steps of {own.step} cannot all be paid;"
            f" expected multiples of {grid}"
        )
    number = int((own.high - first) / step) + 1 if own.high >= first else 0
    if number > MOST_PAYOUTS:
        raise SpecError(
            f"the row {key} has {number:,} payouts, and at most {MOST_PAYOUTS:,} are gone"
            f" through: narrow it, or take steps with --row {key}=LOW:HIGH:STEP"
        )
    values = [first + step * place for place in range(number)]
    if high is not None:
        values = [value for value in values if value <= high]
    if not values:
        raise SpecError(
            f"the row {key} has no payout from {own.low} to"
            f" {own.high if high is None else min(high, own.high)} that is a multiple of"
            f" {step}"
        )
    return Designed(path, paid, tuple(values), step)
