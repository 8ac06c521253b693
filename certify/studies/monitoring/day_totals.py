"""Rows of totals: checked for possible values, completed by stated assumptions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.studies.monitoring.cells import Cells, cell_of
from certify.studies.monitoring.columns import (
    AMOUNTS,
    EXACT,
    NO_DAY,
    NO_NAME,
    Names,
    amounts_of,
    days_of,
    house_win,
    wholes_of,
)
from certify.studies.monitoring.faults import Faults, Sieve
from certify.studies.monitoring.layouts import LINES, MEAN_STAKE, NET, WON
from certify.studies.monitoring.reading import Batch
from certify.studies.monitoring.references import Reference
from certify.studies.monitoring.seen import Runs, SeenRounds, place
from certify.studies.monitoring.spreads import Counts, OutcomeCounts

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

OPTIONAL = ("stake_squared", "largest_stake", "table_stake_squared", "seats")
SLACK = 1.0 + 1e-9
COUNTED = {
    "rounds": ("rounds", "a whole number"),
    MEAN_STAKE: (MEAN_STAKE, "a mean stake above zero, and not many millions of wagers"),
}
LARGEST_MEAN, LARGEST_COUNT = 1e12, 1e12
LARGEST = 20.0
"""Largest stake by the mean stake, assumed where the data do not say."""


def _always(told: str) -> Callable[[int], str]:
    return lambda row: told


@dataclass(frozen=True)
class Assumed:
    """Mean seats with a wager against a dealer hand, and spread of stakes by their mean."""

    seats: float = 5.0
    spread: float = 0.0


class TotalsReader:
    """Adds rows of totals to the totals; new tables are added to `tables`, errors to `faults`.

    `rounding` is the unit of currency to which payouts and payments are rounded.
    """

    def __init__(
        self,
        references: dict[str, Reference],
        tables: Names,
        faults: Faults,
        *,
        rounding: float,
        assumed: Assumed,
    ) -> None:
        self._names = tuple(references)
        self._wagers = Names(self._names)
        self._tables = tables
        self._faults = faults
        self._rounding = rounding
        self._assumed = assumed
        self._seen = SeenRounds()
        self._runs = Runs()
        self.cells = Cells()
        self.kept = 0
        self.lacking: set[str] = set()
        listed = references.values()
        self._counted = OutcomeCounts(listed)
        self._average = np.array([each.upper.average_wagered for each in listed])
        self._payment = np.array([each.payment for each in listed])
        self._most = np.array([float(each.most_wagered) for each in listed])
        self._lowest = np.array([each.outcomes[0] for each in listed])
        self._highest = np.array([each.outcomes[-1] for each in listed])
        self._bonus = np.array([each.is_streak for each in listed])

    def add(self, file: int, batch: Batch) -> None:
        """Check and add the rows of a batch."""
        columns, faults = batch.columns, self._faults
        faults.rows += batch.lines.size
        sieve = Sieve(faults, file, batch)
        given = amounts_of(columns, (*AMOUNTS, *OPTIONAL, WON, NET, MEAN_STAKE))
        tables = self._tables.numbers(columns["table"])
        days = days_of(columns["date"])
        wagers = self._wagers.numbers(columns["wager"], closed=True)
        sieve.leave_out_sums(days, wagers, {"table": tables}, self._tables.sums())
        values = self._completed(given, wagers)
        counts, no_count = self._counts(columns, values["stake"], given)
        for name, numbers in given.items():
            sieve.reject(
                "number",
                # Where an optional column has nothing, it is as if it were not there.
                np.isnan(numbers) & ~self._empty(batch, name),
                batch.expecting(name, "a number"),
            )
        sieve.reject(
            "count",
            no_count,
            batch.expecting(*COUNTED["rounds" if "rounds" in columns else MEAN_STAKE]),
        )
        dated = np.flatnonzero(sieve.counted & (tables != NO_NAME) & (days != NO_DAY))
        self._runs.add(place(tables[dated], days[dated]), file, batch.lines[dated])
        sieve.reject_unnamed({"table": tables}, days, wagers, self._names)
        self._check_amounts(sieve, wagers, counts, values)
        count = counts.astype(np.float64)
        self._check_optional(sieve, count, values)
        outcomes = self._outcomes(sieve, batch, wagers, counts)
        good = np.flatnonzero(sieve.good)
        twice = np.zeros(sieve.good.size, dtype=np.bool_)
        group = tables[good] * len(self._names) + wagers[good]
        twice[good] = self._seen.add(place(group, days[good]))
        sieve.reject(
            "duplicate",
            twice,
            lambda row: (
                f"{date.fromordinal(int(days[row]))}, table {batch.raw('table', row)},"
                f" {self._names[wagers[row]]} is there already"
            ),
        )
        for number, name in enumerate(self._names):
            out = ~sieve.good & sieve.counted & (wagers == number)
            if out.any():
                faults.exclude(name, *(values[each][out] for each in AMOUNTS))
        self.kept += int(sieve.good.sum())
        kept = np.flatnonzero(sieve.good & (counts > 0))
        self._take(
            cell_of(days[kept], tables[kept], wagers[kept]),
            count[kept],
            {name: numbers[kept] for name, numbers in values.items()},
            self._bonus[wagers[kept]],
        )
        seats = values.get("seats", np.full(wagers.size, np.nan))
        seats = np.where(np.isnan(seats), self._assumed.seats, seats)
        for row in kept.tolist():
            if row in outcomes:
                shared = float(count[row] * seats[row])
                self._counted.put(int(tables[row]), int(wagers[row]), outcomes[row], shared)

    def _outcomes(
        self, sieve: Sieve, batch: Batch, wagers: IntArray, counts: IntArray
    ) -> dict[int, FloatArray]:
        """Return the outcomes that are counted, by row; sort out those that cannot be."""
        found: dict[int, FloatArray] = {}
        if LINES not in batch.columns:
            return found
        wrong = np.zeros(wagers.size, dtype=np.bool_)
        for row, written in enumerate(batch.columns[LINES].to_pylist()):
            wager = int(wagers[row])
            if not written or wager == NO_NAME or not self._counted.of_cards[wager]:
                continue
            read = self._counted.read(wager, str(written))
            wrong[row] = read is None or read.sum() != counts[row]
            if read is not None:
                found[row] = read
        sieve.reject(
            LINES,
            wrong,
            lambda row: (
                f"{LINES}: expected the {counts[row]:,} wagers by net result for a stake of 1, as"
                f" {self._counted.written(int(wagers[row]))}; found"
                f" {batch.raw(LINES, row)}"
            ),
        )
        return found

    def counts(self) -> Counts:
        """Return the counted outcomes, all rows having been read."""
        return self._counted.found(self._tables.labels)

    def _completed(self, given: dict[str, FloatArray], wagers: IntArray) -> dict[str, FloatArray]:
        """Return the amounts, those that the file lacks computed from the others."""
        values = {name: each for name, each in given.items() if name in (*AMOUNTS, *OPTIONAL)}
        average = self._average[wagers]
        if "stake" not in values:
            self.lacking.add("stake")
            values["stake"] = values["wagered"] / average
        if "wagered" not in values:
            self.lacking.add("wagered")
            values["wagered"] = values["stake"] * average
        if "returned" not in values:
            values["returned"] = values["wagered"] - house_win(given)
        return values

    def _counts(
        self, columns: dict[str, Any], stake: FloatArray, given: dict[str, FloatArray]
    ) -> tuple[IntArray, NDArray[np.bool_]]:
        """Return the number of wagers of each row, and where there is none."""
        if "rounds" in columns:
            return wholes_of(columns["rounds"])
        self.lacking.add("rounds")
        mean = given[MEAN_STAKE]
        none = ~((mean > 0.0) & (mean < LARGEST_MEAN)) & (stake > 0.0)
        number = np.where(
            stake > 0.0, np.maximum(1.0, np.rint(stake / np.where(none, 1.0, mean))), 0
        )
        wrong = none | ~(number < LARGEST_COUNT)
        return np.where(wrong, 0, number).astype(np.int64), wrong

    @staticmethod
    def _empty(batch: Batch, name: str) -> NDArray[np.bool_]:
        """Return where an optional column is empty."""
        found = np.zeros(batch.lines.size, dtype=np.bool_)
        if name in OPTIONAL:
            column = batch.columns[name]
            found = np.array([value in (None, "") for value in column.to_pylist()], dtype=np.bool_)
        return found

    def _check_amounts(
        self, sieve: Sieve, wagers: IntArray, counts: IntArray, values: dict[str, FloatArray]
    ) -> None:
        stake, wagered, returned = (values[name] for name in AMOUNTS)
        slack = EXACT * np.maximum(counts, 1) + self._rounding * counts
        payment, most = self._payment[wagers], self._most[wagers]
        net = returned - (wagered - payment * stake)
        sieve.reject(
            "negative",
            (stake < 0.0) | (wagered < 0.0) | (returned < 0.0) | ((counts > 0) != (stake > 0.0)),
            lambda row: (
                "expected amounts not below zero, and a stake where there are rounds; found"
                f" {counts[row]} rounds, stake {stake[row]:g}, wagered {wagered[row]:g},"
                f" returned {returned[row]:g}"
            ),
        )
        sieve.reject(
            "below_stake",
            wagered < stake - EXACT * np.maximum(counts, 1),
            lambda row: f"wagered {wagered[row]:g}, less than the stakes of {stake[row]:g}",
        )
        least = (1.0 + payment) * stake
        largest = (most + payment) * stake
        sieve.reject(
            "wagered",
            (wagered < least - slack) | (wagered > largest + slack),
            lambda row: (
                f"{self._names[wagers[row]]}: wagered {wagered[row]:g} for stakes of"
                f" {stake[row]:g}; expected at least {least[row]:g} and at most {largest[row]:g}"
            ),
        )
        low, high = self._lowest[wagers] * stake, self._highest[wagers] * stake
        sieve.reject(
            "returned",
            (net < low - slack) | (net > high + slack),
            lambda row: (
                f"{self._names[wagers[row]]}: returned {returned[row]:g} for stakes of"
                f" {stake[row]:g} with {wagered[row]:g} wagered; the least and the largest outcome"
                f" would be {max(0.0, wagered[row] - payment[row] * stake[row] + low[row]):g} and"
                f" {wagered[row] - payment[row] * stake[row] + high[row]:g}"
            ),
        )

    def _check_optional(
        self, sieve: Sieve, count: FloatArray, values: dict[str, FloatArray]
    ) -> None:
        stake = values["stake"]
        nothing = np.full(stake.size, np.nan)
        squared, largest, table, seats = (values.get(name, nothing) for name in OPTIONAL)
        mean = stake / np.maximum(count, 1.0)
        for wrong, told in (
            (squared * SLACK < stake * mean, "stake_squared is less than equal stakes give"),
            (largest * SLACK < mean, "largest_stake is less than the mean stake"),
            (largest**2 > squared * SLACK, "the square of largest_stake is above stake_squared"),
            (squared > largest * stake * SLACK, "stake_squared is above largest_stake times stake"),
            (table * SLACK < squared, "table_stake_squared is less than stake_squared"),
            ((seats < 1.0) & (count > 0), "seats is less than 1"),
        ):
            sieve.reject("squares", wrong, _always(told))

    def _take(
        self,
        keys: IntArray,
        count: FloatArray,
        values: dict[str, FloatArray],
        bonus: NDArray[np.bool_],
    ) -> None:
        """Add rows without errors to the totals, with assumptions for what they lack."""
        stake = values["stake"]
        nothing = np.full(stake.size, np.nan)
        squared, largest, table, seats = (values.get(name, nothing) for name in OPTIONAL)
        equal = stake**2 / count * (1.0 + self._assumed.spread**2)
        squared = self._or("stake_squared", squared, equal)
        largest = self._or("largest_stake", largest, LARGEST * stake / count)
        needed = np.isnan(table) | bonus
        if (needed & np.isnan(seats)).any():
            self.lacking.add("seats")
        seats = np.where(np.isnan(seats), self._assumed.seats, seats)
        table = np.where(np.isnan(table), squared * seats, table)
        self.cells.add(
            self.cells.rows(keys),
            wagers=count,
            stake=stake,
            stake_squared=squared,
            table_squared=table,
            wagered=values["wagered"],
            returned=values["returned"],
            seats=seats,
            largest=largest,
            largest_table=largest * np.maximum(seats, 1.0),
        )

    def _or(self, name: str, given: FloatArray, assumed: FloatArray) -> FloatArray:
        """Return the given values; where they are missing, assumed ones, which are recorded."""
        lacks = np.isnan(given)
        if lacks.any():
            self.lacking.add(name)
        return np.where(lacks, assumed, given)

    def finish(self) -> None:
        """Record the days that are missing."""
        for table, first, last, file, line in self._runs.gaps():
            start, end = date.fromordinal(first), date.fromordinal(last)
            missing = f"{start} is" if first == last else f"{start} to {end} are"
            self._faults.note(
                "day",
                file,
                line,
                f"table {self._tables.labels[table]!r}: {missing} missing before"
                f" {date.fromordinal(last + 1)}; a day without play is a row of zeros",
                count=last - first + 1,
            )
