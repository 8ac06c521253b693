"""Exact numbers of many rows: integers over one denominator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt


class NotLinear(Exception):  # noqa: N818  (no error: payouts are then taken as they are)
    """A payout that is kept apart enters in another way than times a number, and added."""


LARGEST = 2**62
"""Integers stay in machine words as long as no intermediate result can come near their end."""


@dataclass(frozen=True, eq=False)
class Amount:
    """A number for each row: `units` over `base`, no unit beyond `bound` in size.

    `units` are Python integers where a machine word may not hold them. Where payouts are kept
    apart they have a column for what rests on none of them, and one for what each payout is taken
    times; such amounts are added to others and taken times others, never times each other.
    """

    units: npt.NDArray[Any]
    base: int
    bound: int

    def __len__(self) -> int:
        return len(self.units)

    def over(self, base: int) -> Amount:
        """Return the same numbers over a multiple of the base."""
        factor = base // self.base
        if factor == 1:
            return self
        if self.bound == 0:
            # The factor may be more than a machine word holds; nothing is the same over any base.
            return Amount(self.units, base, 0)
        bound = self.bound * factor
        return Amount(fitting(self.units, bound) * factor, base, bound)

    def take(self, rows: npt.NDArray[Any]) -> Amount:
        """Return the numbers of some rows."""
        return Amount(self.units[rows], self.base, self.bound)

    def __add__(self, other: Amount) -> Amount:
        one, two = alike(self, other)
        bound = one.bound + two.bound
        return Amount(fitting(one.units, bound) + fitting(two.units, bound), one.base, bound)

    def __neg__(self) -> Amount:
        return Amount(-self.units, self.base, self.bound)

    def __sub__(self, other: Amount) -> Amount:
        return self + -other

    def __mul__(self, other: Amount) -> Amount:
        if self.units.ndim > 1 and other.units.ndim > 1:
            raise NotLinear
        bound = self.bound * other.bound
        one, two = beside(fitting(self.units, bound), fitting(other.units, bound))
        return Amount(one * two, self.base * other.base, bound)

    def times(self, number: npt.NDArray[Any], most: int) -> Amount:
        """Return the numbers times integers that are at most so large."""
        bound = self.bound * most
        units, factor = beside(fitting(self.units, bound), fitting(number, bound))
        return Amount(units * factor, self.base, bound)

    def plain(self) -> Amount:
        """Return the same numbers if no payouts are kept apart in them; `NotLinear` otherwise."""
        if self.units.ndim > 1:
            raise NotLinear
        return self

    def apart(self, columns: int) -> Amount:
        """Return the same numbers with columns for payouts, on which they do not rest."""
        if self.units.ndim > 1:
            return self
        units = np.zeros((len(self.units), columns), dtype=self.units.dtype)
        units[:, 0] = self.units
        return Amount(units, self.base, self.bound)


def fitting(units: npt.NDArray[Any], bound: int) -> npt.NDArray[Any]:
    """Return integers as Python's where results up to a bound may not fit a machine word."""
    return units.astype(object) if bound >= LARGEST and units.dtype != object else units


def beside(*arrays: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    """Return numbers by row so that they fit columns of others."""
    most = max(each.ndim for each in arrays)
    return [each.reshape(each.shape + (1,) * (most - each.ndim)) for each in arrays]


def alike(*amounts: Amount) -> list[Amount]:
    """Return amounts over one base, and with the same columns."""
    base = lcm(*(amount.base for amount in amounts))
    columns = max(amount.units.shape[1] if amount.units.ndim > 1 else 0 for amount in amounts)
    if columns:
        amounts = tuple(amount.apart(columns) for amount in amounts)
    return [amount.over(base) for amount in amounts]


def one_after_another(amounts: Sequence[Amount]) -> Amount:
    """Return the numbers of some rows, then those of others."""
    if len(amounts) == 1:
        return amounts[0]
    parts = alike(*amounts)
    units = np.concatenate([part.units for part in parts])
    return Amount(units, parts[0].base, max(part.bound for part in parts))


def together(rows: Sequence[npt.NDArray[Any]], amounts: Sequence[Amount]) -> Amount:
    """Return the numbers of all rows, given those of the rows of each part."""
    own = alike(*amounts)
    bound = max(each.bound for each in own)
    shape = (sum(map(len, own)), *own[0].units.shape[1:])
    units = fitting(np.zeros(shape, dtype=np.int64), bound)
    if any(each.units.dtype == object for each in own):
        units = units.astype(object)
    for place, each in zip(rows, own, strict=True):
        units[place] = each.units
    return Amount(units, own[0].base, bound)


def amount_of(value: Any, rows: int) -> Amount:
    """Return a number, integers of rows or an amount as an amount of so many rows."""
    if isinstance(value, Amount):
        return value
    if isinstance(value, np.ndarray):
        bound = int(np.abs(value).max(initial=0))
        return Amount(value if bound >= LARGEST else value.astype(np.int64), 1, bound)
    number = Fraction(value)
    units = fitting(np.empty(rows, dtype=np.int64), abs(number.numerator))
    units[:] = number.numerator
    return Amount(units, number.denominator, abs(number.numerator))


def chosen(condition: npt.NDArray[np.bool_], then: Amount, otherwise: Amount) -> Amount:
    """Return the one or the other number, row by row."""
    one, two = alike(then, otherwise)
    bound = max(one.bound, two.bound)
    units = np.where(*beside(condition, fitting(one.units, bound), fitting(two.units, bound)))
    return Amount(units, one.base, bound)
