"""Rows of rounds: checked for possible amounts, and reduced to totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from certify.studies.monitoring.cells import Cells, cell_of
from certify.studies.monitoring.columns import (
    AMOUNTS,
    EXACT,
    NO_NAME,
    Names,
    amounts_of,
    days_of,
    house_win,
    wholes_of,
)
from certify.studies.monitoring.faults import Faults, Sieve
from certify.studies.monitoring.hands import DealerHands
from certify.studies.monitoring.layouts import NET, WON
from certify.studies.monitoring.reading import Batch
from certify.studies.monitoring.references import BONUS, Reference
from certify.studies.monitoring.seen import (
    MOST_ROUND,
    Groups,
    Runs,
    SeenRounds,
    firsts,
    place,
)

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

MOST_SEATS = 63
"""Seats of a table that are told apart in counting them; more count as one."""

SEAT_BITS = 32
LEAST_STAKE = 1e-4


@dataclass(frozen=True)
class Outcomes:
    """Possible results of a wager, with payouts rounded to a unit of currency (0 for none)."""

    reference: Reference
    rounding: float

    @cached_property
    def values(self) -> FloatArray:
        """Net results by the stake, before any payment."""
        return np.array(self.reference.outcomes)

    @cached_property
    def possible(self) -> BoolArray:
        """Whether a net result can follow from so many stakes wagered; row k is for k of them."""
        wagered = np.arange(self.reference.most_wagered + 1)[:, None]
        within = (np.abs(self.values) <= wagered) & (self.values == np.rint(self.values))
        # Half a stake comes back of a hand that is given up, and a blackjack is neither.
        single = (self.values >= -1.0) & (
            (self.values <= 1.0) | (self.values == self.reference.blackjack_pays)
        )
        found: BoolArray = np.where(wagered == 1, single, within)
        return found

    def matched(
        self, stake: FloatArray, wagered: FloatArray, returned: FloatArray
    ) -> tuple[BoolArray, BoolArray, FloatArray, IntArray]:
        """Return whether amounts are possible, and what rounding has added.

        Four arrays: whether so much can be wagered; whether so much can be returned then; what
        rounding has added to the net result; how many stakes were wagered.
        """
        tolerance = max(self.rounding, 0.0) * (1.0 - 1e-9) + EXACT
        payment = self.reference.payment
        most = self.reference.most_wagered
        multiple = np.floor((wagered - tolerance) / stake - payment) + 1.0
        stakes = np.clip(multiple, 1.0, most).astype(np.int64)
        paid = tolerance if payment else EXACT
        can_wager = np.abs(wagered - (stakes + payment) * stake) <= paid
        net = returned - stakes * stake
        middles = (self.values[1:] + self.values[:-1]) / 2.0
        nearest = np.searchsorted(middles, net / stake)
        exact = self.values[nearest] * stake
        can_return = (np.abs(net - exact) <= tolerance) & self.possible[stakes, nearest]
        added = (returned - wagered) - (exact - payment * stake)
        return can_wager, can_return, added, stakes


class RoundReader:
    """Reduces rows of rounds to totals; new tables are added to `tables`, errors to `faults`.

    `rounding` is the unit of currency to which payouts and payments are rounded, `levels` the upper
    ends of the stake levels but the last; none for no levels.
    """

    def __init__(
        self,
        references: dict[str, Reference],
        tables: Names,
        faults: Faults,
        *,
        rounding: float,
        levels: Sequence[float] = (),
    ) -> None:
        self._names = tuple(references)
        self._outcomes = [Outcomes(reference, rounding) for reference in references.values()]
        self._rounding = rounding
        self._wagers = Names(self._names)
        self._tables = tables
        self._seats = Names()
        self._faults = faults
        self._seen = SeenRounds()
        self._groups, self._shared, self._level_shared = Groups(), Groups(), Groups()
        self._runs = Runs()
        self._bounds = np.array(levels, dtype=np.float64)
        self.cells = Cells()
        self.level_cells = Cells()
        self._hands = DealerHands(self.cells)
        self._level_hands = DealerHands(self.level_cells)
        self._shares = np.array([not name.startswith(BONUS) for name in self._names])

    def add(self, file: int, batch: Batch) -> None:
        """Check and add the rows of a batch."""
        columns, faults = batch.columns, self._faults
        faults.rows += batch.lines.size
        sieve = Sieve(faults, file, batch)
        amounts = amounts_of(columns, (*AMOUNTS, WON, NET))
        stake, wagered = amounts["stake"], amounts["wagered"]
        returned = amounts["returned"] if "returned" in amounts else wagered - house_win(amounts)
        rounds, no_round = wholes_of(columns["round"])
        tables = self._tables.numbers(columns["table"])
        seats = self._seats.numbers(columns["seat"])
        days = days_of(columns["date"])
        wagers = self._wagers.numbers(columns["wager"], closed=True)
        sieve.leave_out_sums(days, wagers, {"table": tables, "seat": seats}, self._tables.sums())
        for name, values in amounts.items():
            sieve.reject(
                "number",
                np.isnan(values),
                batch.expecting(name, "a number"),
            )
        sieve.reject(
            "round",
            no_round | (rounds > MOST_ROUND),
            batch.expecting("round", f"a whole number from 0 to {MOST_ROUND:,}"),
        )
        placed = np.flatnonzero(
            sieve.counted & (tables != NO_NAME) & ~no_round & (rounds <= MOST_ROUND)
        )
        self._runs.add(place(tables[placed], rounds[placed]), file, batch.lines[placed])
        sieve.reject_unnamed({"table": tables, "seat": seats}, days, wagers, self._names)
        sieve.reject(
            "negative",
            (stake < LEAST_STAKE) | (wagered < 0.0) | (returned < 0.0),
            lambda row: (
                f"expected a stake above zero and no amount below it; found stake"
                f" {stake[row]:g}, wagered {wagered[row]:g}, returned {returned[row]:g}"
            ),
        )
        sieve.reject(
            "below_stake",
            wagered < stake - EXACT,
            lambda row: f"wagered {wagered[row]:g}, less than the stake of {stake[row]:g}",
        )
        rounded = self._possible(sieve, wagers, stake, wagered, returned)
        good = np.flatnonzero(sieve.good)
        group = (tables[good] << SEAT_BITS | seats[good]) * len(self._names) + wagers[good]
        twice = np.zeros(sieve.good.size, dtype=np.bool_)
        twice[good] = self._seen.add(place(self._groups.numbers(group), rounds[good]))
        sieve.reject(
            "duplicate",
            twice,
            lambda row: (
                f"round {rounds[row]} of table {batch.raw('table', row)}, seat"
                f" {batch.raw('seat', row)}, {self._names[wagers[row]]} is there already"
            ),
        )
        out = ~sieve.good & sieve.counted & (wagers != NO_NAME)
        if out.any():
            for number in np.unique(wagers[out]).tolist():
                rows = out & (wagers == number)
                faults.exclude(self._names[number], stake[rows], wagered[rows], returned[rows])
        kept = np.flatnonzero(sieve.good)
        self._reduce(
            days[kept],
            tables[kept],
            rounds[kept],
            seats[kept],
            wagers[kept],
            stake[kept],
            wagered[kept],
            returned[kept],
            rounded[kept],
        )

    def _possible(
        self,
        sieve: Sieve,
        wagers: IntArray,
        stake: FloatArray,
        wagered: FloatArray,
        returned: FloatArray,
    ) -> FloatArray:
        """Sort out impossible amounts, and return what rounding has added."""
        rounded = np.zeros(stake.size)
        wrong_wagered = np.zeros(stake.size, dtype=np.bool_)
        wrong_returned = np.zeros(stake.size, dtype=np.bool_)
        count = np.zeros(stake.size, dtype=np.int64)
        for number, outcomes in enumerate(self._outcomes):
            rows = np.flatnonzero(sieve.good & (wagers == number))
            if rows.size:
                can_wager, can_return, added, stakes = outcomes.matched(
                    stake[rows], wagered[rows], returned[rows]
                )
                wrong_wagered[rows], wrong_returned[rows] = ~can_wager, ~can_return
                count[rows] = stakes
                if self._rounding:
                    rounded[rows] = added
        sieve.reject(
            "wagered",
            wrong_wagered,
            lambda row: (
                f"{self._names[wagers[row]]}: wagered {wagered[row]:g} for a stake of"
                f" {stake[row]:g}; expected {self._expected_wagered(int(wagers[row]), stake[row])}"
            ),
        )
        sieve.reject(
            "returned",
            wrong_returned,
            lambda row: (
                f"{self._names[wagers[row]]}: returned {returned[row]:g} for a stake of"
                f" {stake[row]:g} with {wagered[row]:g} wagered; possible are "
                f"{self._expected(int(wagers[row]), int(count[row]), float(stake[row]))}"
            ),
        )
        return rounded

    def _expected_wagered(self, number: int, stake: float) -> str:
        reference = self._outcomes[number].reference
        if reference.most_wagered == 1:
            return f"{stake:g}"
        several = f"{stake:g}, {2 * stake:g}, .. {reference.most_wagered * stake:g}"
        paid = reference.payment * stake
        return f"{several}, and the payment of {paid:g} besides" if paid else several

    def _expected(self, number: int, stakes: int, stake: float) -> str:
        outcomes = self._outcomes[number]
        values = (outcomes.values[outcomes.possible[stakes]] + stakes) * stake
        shown = [f"{value:g}" for value in values.tolist()]
        return ", ".join(shown)

    def _reduce(
        self,
        days: IntArray,
        tables: IntArray,
        rounds: IntArray,
        seats: IntArray,
        wagers: IntArray,
        stake: FloatArray,
        wagered: FloatArray,
        returned: FloatArray,
        rounded: FloatArray,
    ) -> None:
        """Add rows without errors to the totals."""
        amounts = {
            "stake": stake,
            "stake_squared": stake * stake,
            "wagered": wagered,
            "returned": returned,
        }
        if self._rounding:
            amounts["rounded"] = rounded
        sharing = slice(None) if self._shares.all() else np.flatnonzero(self._shares[wagers])
        kinds = len(self._names)
        table_wager = tables * kinds + wagers
        rows = _summed(self.cells, cell_of(days, tables, wagers), amounts, seats)
        shared = self._shared.numbers(table_wager[sharing])
        self._hands.add(place(shared, rounds[sharing]), stake[sharing], rows[sharing])
        if self._bounds.size:
            levels = np.searchsorted(self._bounds, stake)
            rows = _summed(self.level_cells, cell_of(days, levels, wagers), amounts, seats)
            groups = table_wager * (self._bounds.size + 1) + levels
            shared = self._level_shared.numbers(groups[sharing])
            self._level_hands.add(place(shared, rounds[sharing]), stake[sharing], rows[sharing])

    def finish(self) -> None:
        """Close open hands, and record the gaps."""
        self._hands.finish()
        self._level_hands.finish()
        for table, first, last, file, line in self._runs.gaps():
            missing = f"round {first} is" if first == last else f"rounds {first} to {last} are"
            self._faults.note(
                "gap",
                file,
                line,
                f"table {self._tables.labels[table]!r}: {missing} missing before round {last + 1}",
                count=last - first + 1,
            )


def _summed(
    cells: Cells, keys: IntArray, amounts: dict[str, FloatArray], seats: IntArray
) -> IntArray:
    """Add rows to their cells, and return the entry of each row."""
    if not keys.size:
        return keys
    order = np.argsort(keys)
    ordered = keys[order]
    first = firsts(ordered)
    starts = np.flatnonzero(first)
    entries = cells.rows(ordered[starts])
    cells.add(
        entries,
        wagers=np.diff(np.append(starts, ordered.size)).astype(np.float64),
        largest=np.maximum.reduceat(amounts["stake"][order], starts),
        **{name: np.add.reduceat(values[order], starts) for name, values in amounts.items()},
    )
    masks = np.left_shift(np.uint64(1), np.minimum(seats, MOST_SEATS)[order].astype(np.uint64))
    cells.seated(entries, np.bitwise_or.reduceat(masks, starts))
    found = np.empty(keys.size, dtype=np.int64)
    found[order] = entries[np.cumsum(first) - 1]
    return found
