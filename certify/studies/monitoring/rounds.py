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
from certify.studies.monitoring.references import Reference
from certify.studies.monitoring.seen import (
    MOST_ROUND,
    Groups,
    Runs,
    SeenRounds,
    firsts,
    place,
)
from certify.studies.monitoring.spreads import Counts, OutcomeCounts

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

MOST_SEATS = 63
"""Seats of a table that are counted separately; more count as one."""

SEAT_BITS = 32
LEAST_STAKE = 1e-4
MOST_SHOWN = 3
"""Possible amounts that are listed; of more the first and the last."""


@dataclass(frozen=True)
class Outcomes:
    """Possible results of a wager, with payouts rounded to a unit of currency (0 for none)."""

    reference: Reference
    rounding: float

    @cached_property
    def wagered(self) -> FloatArray:
        """What can be wagered by the stake, before any payment, ascending."""
        return np.array([wagered for wagered, _ in self.reference.possible])

    @cached_property
    def nets(self) -> FloatArray:
        """Net results by the stake, those of all amounts wagered one after the other."""
        return np.concatenate([nets for _, nets in self.reference.possible])

    @cached_property
    def _keys(self) -> tuple[float, float, FloatArray]:
        """The least result, how far amounts wagered are apart, and keys between the results."""
        least, reach = self.nets.min(), 2.0 * np.ptp(self.nets) + 4.0
        sizes = [len(nets) for _, nets in self.reference.possible]
        keys = self.nets - least + reach * np.repeat(np.arange(len(sizes)), sizes)
        return float(least), float(reach), (keys[1:] + keys[:-1]) / 2.0

    @cached_property
    def values(self) -> FloatArray:
        """Different net results by the stake, ascending."""
        return np.array(self.reference.outcomes)

    def matched(
        self, stake: FloatArray, wagered: FloatArray, returned: FloatArray
    ) -> tuple[BoolArray, BoolArray, FloatArray, IntArray, FloatArray]:
        """Return whether amounts are possible, and what rounding has added.

        Five arrays: whether so much can be wagered; whether so much can be returned then; what
        rounding has added to the net result; which amount was wagered, by its number; the exact net
        result by the stake.
        """
        tolerance = max(self.rounding, 0.0) * (1.0 - 1e-9) + EXACT
        payment = self.reference.payment
        least = (wagered - tolerance) / stake - payment
        number = np.minimum(
            np.searchsorted(self.wagered, least, side="right"), self.wagered.size - 1
        )
        stakes = self.wagered[number]
        # An amount that is no whole number of stakes is rounded as a payment is.
        paid = np.where((payment != 0.0) | (stakes % 1.0 != 0.0), tolerance, EXACT)
        can_wager = np.abs(wagered - (stakes + payment) * stake) <= paid
        net = returned - stakes * stake
        lowest, reach, middles = self._keys
        place = np.clip(net / stake - lowest, -1.0, reach / 2.0 - 1.0) + reach * number
        exact = self.nets[np.searchsorted(middles, place)]
        can_return = np.abs(net - exact * stake) <= tolerance
        added = (returned - wagered) - (exact * stake - payment * stake)
        if self.reference.is_open:
            known = can_wager & can_return
            added = np.where(known, added, 0.0)
            can_wager = wagered >= self.reference.least_wagered * stake - paid
            can_return = known | (returned <= self.reference.most_returned * wagered + tolerance)
        return can_wager, can_return, added, number, exact


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
        self._counts = OutcomeCounts(references.values())
        self._count_cells = Cells()
        self._count_hands = DealerHands(self._count_cells)
        self._shared_counts = Groups()
        self._shares = np.array([not each.is_streak for each in references.values()])

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
        rounded, nets = self._possible(sieve, wagers, stake, wagered, returned)
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
        self._count(tables[kept], rounds[kept], seats[kept], wagers[kept], nets[kept])

    def _count(
        self,
        tables: IntArray,
        rounds: IntArray,
        seats: IntArray,
        wagers: IntArray,
        nets: FloatArray,
    ) -> None:
        """Count the outcomes of wagers that rest on the cards alone."""
        chosen = np.flatnonzero(self._counts.of_cards[wagers])
        if not chosen.size:
            return
        tables, wagers = tables[chosen], wagers[chosen]
        self._counts.add(tables, wagers, nets[chosen])
        ones = np.ones(chosen.size)
        amounts = {"stake": ones, "stake_squared": ones}
        anyday = np.zeros_like(tables)
        rows = _summed(self._count_cells, cell_of(anyday, tables, wagers), amounts, seats[chosen])
        shared = self._shared_counts.numbers(tables * len(self._names) + wagers)
        self._count_hands.add(place(shared, rounds[chosen]), ones, rows)

    def counts(self) -> Counts:
        """Return the counted outcomes, all rows having been read."""
        totals, late = self._count_cells.totals()
        joined = np.where(late, totals.seats * totals.stake, totals.table_squared)
        for table, wager, shared in zip(
            totals.groups.tolist(), totals.wagers_kind.tolist(), joined.tolist(), strict=True
        ):
            self._counts.share(table, wager, shared)
        return self._counts.found(self._tables.labels)

    def _possible(
        self,
        sieve: Sieve,
        wagers: IntArray,
        stake: FloatArray,
        wagered: FloatArray,
        returned: FloatArray,
    ) -> tuple[FloatArray, FloatArray]:
        """Sort out impossible amounts; return what rounding has added, and exact net results."""
        rounded = np.zeros(stake.size)
        wrong_wagered = np.zeros(stake.size, dtype=np.bool_)
        wrong_returned = np.zeros(stake.size, dtype=np.bool_)
        count = np.zeros(stake.size, dtype=np.int64)
        nets = np.zeros(stake.size)
        for number, outcomes in enumerate(self._outcomes):
            rows = np.flatnonzero(sieve.good & (wagers == number))
            if rows.size:
                can_wager, can_return, added, amount, exact = outcomes.matched(
                    stake[rows], wagered[rows], returned[rows]
                )
                wrong_wagered[rows], wrong_returned[rows] = ~can_wager, ~can_return
                count[rows], nets[rows] = amount, exact
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

        def possible(row: int) -> str:
            amounts = float(stake[row]), float(wagered[row])
            return self._expected(int(wagers[row]), int(count[row]), *amounts)

        sieve.reject(
            "returned",
            wrong_returned,
            lambda row: (
                f"{self._names[wagers[row]]}: returned {returned[row]:g} for a stake of"
                f" {stake[row]:g} with {wagered[row]:g} wagered; possible are {possible(row)}"
            ),
        )
        return rounded, nets

    def _expected_wagered(self, number: int, stake: float) -> str:
        outcomes = self._outcomes[number]
        if outcomes.reference.is_open:
            return f"at least {outcomes.reference.least_wagered * stake:g}"
        amounts = [f"{each * stake:g}" for each in outcomes.wagered.tolist()]
        several = ", ".join(
            amounts if len(amounts) <= MOST_SHOWN else [*amounts[:2], f".. {amounts[-1]}"]
        )
        paid = outcomes.reference.payment * stake
        return f"{several}, and the payment of {paid:g} besides" if paid else several

    def _expected(self, number: int, amount: int, stake: float, put: float) -> str:
        reference = self._outcomes[number].reference
        if reference.is_open:
            return f"0 to {reference.most_returned * put:g}"
        wagered, nets = reference.possible[amount]
        shown = [f"{(net + wagered) * stake:g}" for net in nets]
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
        self._count_hands.finish()
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
