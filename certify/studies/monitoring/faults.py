"""Data errors: counted, the first of each kind kept, none dropped silently."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import compute

from certify.errors import nearest_name
from certify.studies.monitoring.columns import NO_DAY, NO_NAME, SUM
from certify.studies.monitoring.data_result import DataErrors, ErrorExample, ExclusionEffect
from certify.studies.monitoring.reading import Batch
from certify.studies.monitoring.references import Reference

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

SHOWN = 20
"""Errors of each kind that are kept with their place."""

TITLES = {
    "columns": "Rows with too many or too few values",
    "number": "Amounts that are no numbers",
    "round": "Round numbers that are none",
    "count": "Counts that are none",
    "missing": "Rows without table or seat",
    "date": "Dates that are none",
    "wager": "Wagers that the game does not have",
    "negative": "Amounts below zero, or nothing staked",
    "below_stake": "Less wagered than staked",
    "wagered": "Amounts wagered that the rules do not allow",
    "returned": "Returns that no outcome gives",
    "squares": "Squares, largest stakes or seats that contradict the totals",
    "lines": "Counts of outcomes that contradict the totals",
    "duplicate": "Rows that are there already",
    "gap": "Rounds that are missing",
    "day": "Days that are missing",
}
"""Kinds of errors, in the order in which they are listed."""


@dataclass
class _Kind:
    count: int = 0
    first: list[ErrorExample] = field(default_factory=list)


@dataclass
class _Excluded:
    rows: int = 0
    stake: float = 0.0
    net: float = 0.0
    returned: float = 0.0


@dataclass
class Faults:
    """The data errors found so far.

    `rows` are those read, without rows of sums; `sums` has by the number of a file its number of
    rows of sums and the line of the first.
    """

    files: Sequence[str]
    sheets: Sequence[str | None] = ()
    rows: int = 0
    sums: dict[int, list[int]] = field(default_factory=dict)
    _kinds: dict[str, _Kind] = field(default_factory=dict)
    _excluded: dict[str, _Excluded] = field(default_factory=dict)

    def note(self, kind: str, file: int, line: int, message: str, *, count: int = 1) -> None:
        """Record an error of a kind of `TITLES`, for `count` rounds or days."""
        known = self._kinds.setdefault(kind, _Kind())
        known.count += count
        if len(known.first) < SHOWN:
            sheet = self.sheets[file] if self.sheets else None
            known.first.append(
                ErrorExample(file=self.files[file], line=line, message=message, sheet=sheet)
            )

    def more(self, kind: str, count: int) -> None:
        """Count errors of a kind of which enough are recorded."""
        self._kinds[kind].count += count

    def sum_rows(self, file: int, lines: IntArray) -> None:
        """Record rows that are sums of others, which are reported and not counted."""
        if lines.size:
            count, first = self.sums.setdefault(file, [0, int(lines[0])])
            self.sums[file] = [count + int(lines.size), first]
            self.rows -= int(lines.size)

    def damaged(self, file: int, line: int, message: str) -> None:
        """Record a row with too many or too few columns."""
        self.rows += 1
        self.note("columns", file, line, message)

    def exclude(
        self, wager: str, stake: FloatArray, wagered: FloatArray, returned: FloatArray
    ) -> None:
        """Record what rows with errors would add, as far as they can be counted."""
        counted = (stake > 0.0) & (wagered >= 0.0) & (returned >= 0.0)
        known = self._excluded.setdefault(wager, _Excluded())
        known.rows += int(counted.sum())
        known.stake += float(stake[counted].sum())
        known.net += float((returned - wagered)[counted].sum())
        known.returned += float(returned[counted].sum())

    def found(self) -> tuple[DataErrors, ...]:
        """Return the errors by kind."""
        return tuple(
            DataErrors(
                kind=kind,
                title=title,
                count=self._kinds[kind].count,
                first=tuple(self._kinds[kind].first),
            )
            for kind, title in TITLES.items()
            if kind in self._kinds
        )

    def effects(
        self, references: dict[str, Reference], kept: dict[str, tuple[float, float]]
    ) -> tuple[ExclusionEffect, ...]:
        """Return what the rows with errors would change.

        `kept` has stake and net result of the rows without errors, by wager.
        """
        found = []
        for wager, reference in references.items():
            out = self._excluded.get(wager)
            if out is None or not out.rows:
                continue
            stake, net = kept.get(wager, (0.0, 0.0))
            with_stake, with_net = stake + out.stake, net + out.net
            both = 1.0 + with_net / (with_stake * reference.initial_amount)
            found.append(
                ExclusionEffect(
                    wager=wager,
                    rows=out.rows,
                    stake=out.stake,
                    returned=out.returned,
                    actual=1.0 + net / (stake * reference.initial_amount) if stake else None,
                    actual_with=both,
                )
            )
        return tuple(found)


class Sieve:
    """Sorts out the rows of a batch that have errors; each is reported once, by its first error."""

    def __init__(self, faults: Faults, file: int, batch: Batch) -> None:
        self.good: BoolArray = np.ones(batch.lines.size, dtype=np.bool_)
        self.counted: BoolArray = self.good.copy()
        self._faults = faults
        self._file = file
        self._batch = batch

    def leave_out_sums(
        self, days: IntArray, wagers: IntArray, named: Mapping[str, IntArray], totals: IntArray
    ) -> None:
        """Leave out rows that are sums of others, such as a last row that begins with Total.

        `totals` are the numbers of tables with such names; the others are as in `reject_unnamed`.
        """
        wrong = (days == NO_DAY) | (wagers == NO_NAME)
        for numbers in named.values():
            wrong |= numbers == NO_NAME
        rows = np.flatnonzero(wrong)
        sums = np.isin(named["table"], totals)
        if rows.size:
            sums[rows] |= self._are_sums(rows)
        self.good &= ~sums
        self.counted = ~sums
        self._faults.sum_rows(self._file, self._batch.lines[sums])

    def _are_sums(self, rows: IntArray) -> BoolArray:
        found = np.zeros(rows.size, dtype=np.bool_)
        places = pa.array(rows)
        for column in ("date", "table", "wager", "seat", "round"):
            cells = self._batch.written.get(column, self._batch.columns.get(column))
            if cells is not None and pa.types.is_string(cells.type):
                matches = compute.match_substring_regex(cells.take(places), SUM)
                found |= np.asarray(matches.fill_null(False))
        return found

    def reject(self, kind: str, wrong: BoolArray, message: Callable[[int], str]) -> None:
        """Sort out the rows where `wrong`; `message` says what is wrong, given a row's number."""
        rows = np.flatnonzero(wrong & self.good)
        if not rows.size:
            return
        self.good[rows] = False
        shown = rows[:SHOWN].tolist()
        for row in shown:
            self._faults.note(kind, self._file, int(self._batch.lines[row]), message(row))
        self._faults.more(kind, int(rows.size) - len(shown))

    def reject_unnamed(
        self,
        names: Mapping[str, IntArray],
        days: IntArray,
        wagers: IntArray,
        known: Sequence[str],
    ) -> None:
        """Sort out rows that do not say where, when or on what was wagered.

        `names` has by column the numbers of tables or seats; `NO_NAME` and `NO_DAY` stand where
        there is none, or for a wager that the game does not have.
        """
        expecting = self._batch.expecting
        for column, numbers in names.items():
            self.reject("missing", numbers == NO_NAME, expecting(column, "a name or number"))
        self.reject("date", days == NO_DAY, expecting("date", "YYYY-MM-DD"))
        self.reject("wager", wagers == NO_NAME, lambda row: self._unknown_wager(row, known))

    def _unknown_wager(self, row: int, known: Sequence[str]) -> str:
        """Return what is wrong with the name of a wager."""
        found = self._batch.columns["wager"][row].as_py()
        nearest = nearest_name(str(found), known) if found else None
        meant = f"; is {nearest} meant?" if nearest else ""
        name = self._batch.name("wager")
        return f"{name}: expected {', '.join(known)}; found {self._batch.raw('wager', row)}{meant}"
