"""Payouts kept apart: what situations are worth as sums over payouts, for all payouts at once.

A share that is taken of what a wager brings, such as a commission, is kept apart like a payout.

Where nothing but what a wager brings rests on a payout, every worth is a number and, for each
payout, how often it is paid. One walk then answers for all paytables under which the same play is
best. That play is best if no single other answer is worth more, in any situation, when it is
followed from there on (policy improvement); each such comparison is a linear inequality in the
payouts. They are kept as far as they can fail within some limits: `Bounds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.amounts import LARGEST, Amount, alike
from certify.exact.banked.course import Solver
from certify.exact.banked.frames import Answered, Frame
from certify.exact.banked.walking import Option
from certify.language import acts, typed
from certify.language.parameters import PayoutParameter, ShareParameter
from certify.language.typed import Node

Rows = npt.NDArray[Any]

LEAST_LIMIT = Fraction(100)
TIMES = 5
"""Payouts up to so many times those in force, and up to `LEAST_LIMIT`, are within the limits."""

LEAST_PAYOUT = Fraction(-1)
"""Nothing comes back of the wager."""

MOST_BYTES = 100_000_000
"""Of decisions with more than so many bytes of worths only those for the payouts in force stay."""

AT_ONCE = 500_000
"""Situations that are compared at once."""

NEAR = 1e-9
"""Part of the size of its terms below which the sign of a sum is worked out with integers."""


def weighed(units: Rows, weights: Sequence[int], bound: int) -> Rows:
    """Return sums of the last columns times integers; no unit is beyond the bound."""
    by = np.array(weights, dtype=object)
    if bound * sum(map(abs, weights)) < LARGEST and units.dtype != object:
        found: Rows = units @ by.astype(np.int64)
        return found
    total: Rows = units.astype(object) @ by
    return total


def over_one(pays: Sequence[Fraction]) -> list[int]:
    """Return 1 and payouts as integers over one denominator, which comes first."""
    base = lcm(*(each.denominator for each in pays))
    return [base, *(int(each * base) for each in pays)]


def at_prices(amount: Amount, pays: Sequence[Fraction]) -> Amount:
    """Return numbers with payouts put in; they are in the last columns."""
    weights = over_one(pays)
    bound = amount.bound * sum(map(abs, weights))
    return Amount(weighed(amount.units, weights, amount.bound), amount.base * weights[0], bound)


@dataclass(frozen=True, eq=False)
class Bounds:
    """Where a play stays best: inequalities in the payouts.

    Attributes
    ----------
    rows : ndarray, shape (inequalities, 1 + payouts)
        A number and factors of the payouts, of which the sum is at least 0.
    strict : ndarray of bool
        Whether the sum must be more than 0: of answers worth the same, the first is given.
    limits : tuple of Fraction
        Up to which payouts the inequalities are all; from `LEAST_PAYOUT`.
    """

    rows: Rows
    strict: npt.NDArray[np.bool_]
    limits: tuple[Fraction, ...]

    def hold(self, pays: Sequence[Fraction]) -> bool:
        """Return whether the play is best at these payouts, the first of those that are."""
        if not self.are_known(pays):
            return False
        signs = self.signs(pays)
        return bool(np.where(self.strict, signs > 0, signs >= 0).all())

    def are_known(self, pays: Sequence[Fraction]) -> bool:
        """Return whether payouts are within the limits."""
        return all(
            LEAST_PAYOUT <= each <= limit for each, limit in zip(pays, self.limits, strict=True)
        )

    def signs(self, pays: Sequence[Fraction]) -> Rows:
        """Return the sign of each sum, exactly."""
        rows, weights = self.rows, over_one(pays)
        close = rows.astype(np.float64)
        by = np.array(weights, dtype=np.float64)
        sums, sizes = close @ by, np.abs(close) @ np.abs(by)
        found = np.sign(sums).astype(np.int64)
        for row in np.flatnonzero(np.abs(sums) <= NEAR * sizes):
            total = sum(int(a) * b for a, b in zip(rows[row], weights, strict=True))
            found[row] = (total > 0) - (total < 0)
        return found

    def between(self, pays: Sequence[Fraction], place: int) -> tuple[Fraction, Fraction]:
        """Return from where to where a payout may go, the others as they are; the play is best.

        At the ends another answer is worth as much, or they are the limits.
        """
        low, high = LEAST_PAYOUT, self.limits[place]
        there = [each if at != place else Fraction(0) for at, each in enumerate(pays)]
        weights = over_one(there)
        slopes = self.rows[:, place + 1]
        close = self.rows.astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            ends = -(close @ np.array(weights, dtype=np.float64)) / (
                close[:, place + 1] * weights[0]
            )
        for is_low in (True, False):
            rows = np.flatnonzero(slopes > 0 if is_low else slopes < 0)
            if not len(rows):
                continue
            own = ends[rows]
            tightest = own.max() if is_low else own.min()
            near = np.abs(own - tightest) <= 1e-6 * (1 + abs(tightest))
            for row in rows[near]:
                total = sum(int(a) * b for a, b in zip(self.rows[row], weights, strict=True))
                end = Fraction(-total, int(slopes[row]) * weights[0])
                low, high = (max(low, end), high) if is_low else (low, min(high, end))
        return low, high


def bounds_of(rows: Iterable[Rows], limits: tuple[Fraction, ...]) -> Bounds:
    """Return inequalities without those that follow from others; each row ends with strictness."""
    found = [*rows]
    width = len(limits) + 2
    every = np.concatenate(found) if found else np.zeros((0, width), dtype=np.int64)
    every = _without_slack(_different(every), limits)
    return Bounds(every[:, :-1], every[:, -1].astype(bool), limits)


def reduced(rows: Rows, limits: tuple[Fraction, ...]) -> Rows:
    """Return inequalities without common factors, and without those that hold within the limits."""
    low = np.zeros(len(rows))
    close = rows[:, :-1].astype(np.float64)
    sizes = np.abs(close[:, 0])
    low += close[:, 0]
    for place, limit in enumerate(limits, start=1):
        ends = close[:, place] * float(LEAST_PAYOUT), close[:, place] * float(limit)
        low += np.minimum(*ends)
        sizes += np.abs(close[:, place]) * float(limit)
    always_equal = (rows[:, :-1] == 0).all(axis=1)
    rows = rows[(low <= NEAR * sizes) & ~always_equal]
    if not len(rows):
        return rows
    common = np.gcd.reduce(rows[:, :-1], axis=1)
    rows = rows.copy()
    rows[:, :-1] //= common[:, None]
    return _different(rows)


def _different(rows: Rows) -> Rows:
    if rows.dtype == object:
        if len(rows) and max(abs(int(v)) for v in rows.flat) < LARGEST:
            return _different(rows.astype(np.int64))
        kept = sorted(set(map(tuple, rows.tolist())))
        return np.array(kept, dtype=object).reshape(len(kept), rows.shape[1])
    _, first, _ = numbered_rows(rows)
    found: Rows = rows[np.sort(first)]
    return found


def _without_slack(rows: Rows, limits: tuple[Fraction, ...]) -> Rows:
    """Return inequalities without those in a single payout that a closer one implies."""
    others = rows[:, 1:-1] != 0
    single = others.sum(axis=1) == 1
    kept = [rows[~single]]
    for place in range(len(limits)):
        for sign in (1, -1):
            own = rows[single & others[:, place]]
            own = own[own[:, place + 1] > 0 if sign > 0 else own[:, place + 1] < 0]
            if len(own):
                kept.append(_closest(own, place + 1, sign))
    return np.concatenate(kept)


def _closest(rows: Rows, column: int, sign: int) -> Rows:
    ends = -rows[:, 0].astype(np.float64) / rows[:, column].astype(np.float64) * sign
    near = rows[ends >= ends.max() - 1e-6 * (1 + abs(ends.max()))]
    exact = [sign * Fraction(-int(row[0]), int(row[column])) for row in near]
    most = max(exact)
    own = near[[end == most for end in exact]]
    strict = own[own[:, -1] == 1]
    found: Rows = (strict if len(strict) else own)[:1]
    return found


def numbered_rows(rows: Rows) -> tuple[Rows, Rows, Rows]:
    """Return different rows of machine integers, where each comes first, and the number by row."""
    factors = np.random.default_rng(1).integers(1, 2**62, rows.shape[1], dtype=np.int64) | 1
    with np.errstate(over="ignore"):
        code = (rows * factors).sum(axis=1)
    _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
    if not np.array_equal(rows[first][inverse], rows):
        # Different rows of one code: never seen, and then the slow way.
        _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return rows[first], first, inverse.reshape(-1)


class Pricing(Solver):
    """Walks through a game with payouts kept apart, by the play that is best for those in force."""

    def price(self, rows: Sequence[str], pays: Sequence[Fraction], decisive: int) -> None:
        """Keep payouts apart, which are what is given now; only the first matter to the play."""
        every = {row: place for place, row in enumerate(rows, start=1)}
        self.settlers = []
        for number in (decisive, len(rows)):
            settler = copy(self.evaluator)
            settler.columns = dict([*every.items()][:number])
            self.settlers.append(settler)
        self.pays = tuple(pays)[:decisive]
        self.limits = tuple(max(LEAST_LIMIT, TIMES * each) for each in self.pays)

    @property
    def payouts(self) -> int:
        """How many payouts that matter to the play are kept apart."""
        return len(self.pays)

    def set_out(self, *, forward: bool) -> None:
        """Set out on the way backward or forward."""
        super().set_out(forward=forward)
        self.settler = self.settlers[forward]

    def _best(
        self,
        decision: acts.ResolvedDecision,
        options: Sequence[Option],
        legal: npt.NDArray[np.bool_],
        frame: Frame,
        worths: Sequence[Amount],
    ) -> tuple[Answered, Amount]:
        own = [worth.apart(len(self.pays) + 1) for worth in alike(*worths)]
        prices = [at_prices(worth, self.pays) for worth in own]
        answered, _ = super()._best(decision, options, legal, frame, prices)
        del prices
        bound = max(worth.bound for worth in own)
        every = [worth.units for worth in own]
        if self.pays:
            self._keep_bounds(frame, every, legal, answered.choice)
        taken = every[0].copy()
        for place, units in enumerate(every):
            rows = answered.choice == place
            taken[rows] = units[rows]
        if sum(units.nbytes for units in every) <= MOST_BYTES:
            answered.worths = Amount(np.stack(every, axis=1), own[0].base, bound)
        return answered, Amount(taken, own[0].base, bound)

    def _keep_bounds(
        self, frame: Frame, every: list[Rows], legal: npt.NDArray[np.bool_], choice: Rows
    ) -> None:
        """Keep where no other answer is worth more than the one that is given."""
        if frame.is_secret:
            order, new, _ = self._looking_alike(frame)
            starts = np.flatnonzero(new)
            weights = frame.weights[:, None].astype(object)
            every = [np.add.reduceat((weights * units)[order], starts) for units in every]
            legal, choice = legal[order][starts], choice[order][starts]
        for start in range(0, len(choice), AT_ONCE):
            piece = slice(start, start + AT_ONCE)
            self._keep_piece([units[piece] for units in every], legal[piece], choice[piece])

    def _keep_piece(self, every: list[Rows], legal: npt.NDArray[np.bool_], choice: Rows) -> None:
        for best in range(len(every)):
            for place in range(len(every)):
                rows = legal[:, place] & (choice == best)
                if place == best or not rows.any():
                    continue
                apart = every[best][rows] - every[place][rows]
                strict = np.full((len(apart), 1), best > place, dtype=apart.dtype)
                found = reduced(np.hstack([apart, strict]), self.limits)
                if len(found):
                    self.bounds.append(found)

    def _different(self, amount: Amount) -> tuple[list[Any], Rows]:
        if amount.units.ndim == 1:
            return super()._different(amount)
        units = amount.units
        if units.dtype == object:
            numbers: dict[tuple[int, ...], int] = {}
            inverse = np.array([numbers.setdefault(tuple(row), len(numbers)) for row in units])
            different: Any = [*numbers]
        else:
            different, _, inverse = numbered_rows(units)
        return [
            tuple(Fraction(int(unit), amount.base) for unit in row) for row in different
        ], inverse


def payouts_read(nodes: Iterable[Node]) -> list[str]:
    """Return the payouts that expressions read as such, by path."""
    parts = (part for node in nodes for part in node.walk())
    names = (
        part.name for part in parts if isinstance(part, typed.Named) and part.function == "pays"
    )
    return [*dict.fromkeys(names)]


def payouts_as_parameters(play: acts.Play, nodes: Iterable[Node]) -> list[str]:
    """Return the payouts that expressions read by the name of a parameter, by path."""
    found = []
    for node in nodes:
        for part in node.walk():
            parameter = None
            if isinstance(part, typed.ParameterValue):
                parameter = play.spec.parameters.get(part.name)
            if isinstance(parameter, PayoutParameter):
                found.append(f"{parameter.paytable}.{parameter.row}")
    return [*dict.fromkeys(found)]


def shares_read(play: acts.Play, nodes: Iterable[Node]) -> list[str]:
    """Return the shares of wagers that expressions read, by the name of the parameter."""
    parts = (part for node in nodes for part in node.walk())
    names = (part.name for part in parts if isinstance(part, typed.ParameterValue))
    every = shares_of(play)
    return [name for name in dict.fromkeys(names) if name in every]


def shares_of(play: acts.Play) -> set[str]:
    """Return the parameters that are shares of wagers."""
    parameters = play.spec.parameters.items()
    return {name for name, each in parameters if isinstance(each, ShareParameter)}


def prices_read(play: acts.Play, nodes: Sequence[Node]) -> list[str]:
    """Return the payouts that expressions read as such, by path, and the shares, by name."""
    return [*payouts_read(nodes), *shares_read(play, nodes)]


def is_linear(play: acts.Play, node: Node) -> bool:
    """Return whether payouts and shares are only added in an expression, and taken times others."""

    def rests(part: Node) -> bool:
        return bool(prices_read(play, [part]))

    match node:
        case _ if not rests(node):
            return True
        case typed.ParameterValue() | typed.Named():
            return True
        case typed.Negative(operand=operand):
            return is_linear(play, operand)
        case typed.Arithmetic(operator="+" | "-", left=left, right=right):
            return is_linear(play, left) and is_linear(play, right)
        case typed.Arithmetic(operator="*", left=left, right=right):
            one, other = (right, left) if rests(right) else (left, right)
            return is_linear(play, one) and not rests(other)
        case typed.Arithmetic(operator="/", left=left, right=right):
            return is_linear(play, left) and not rests(right)
        case typed.Conditional(condition=condition, then=then, otherwise=otherwise):
            own = not rests(condition) and is_linear(play, then)
            return own and is_linear(play, otherwise)
        case typed.Let(value=value, body=body):
            return not rests(value) and is_linear(play, body)
    return False


def constants(play: acts.Play) -> Iterator[Node]:
    """Yield expressions that are worked out before play."""
    yield from play.zone_limits.values()
    for ends in play.ends.values():
        yield from ends
    for variable in play.variables.values():
        yield from filter(None, (variable.least, variable.most, variable.start))
    for tokens in play.tokens.values():
        yield from filter(None, (tokens.supply, tokens.most))
