"""Exact numbers of many rows: integers over one denominator."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

LARGEST = 2**62
"""Integers stay in machine words as long as no intermediate result can come near their end."""


@dataclass(frozen=True, eq=False)
class Amount:
    """A number for each row: `units` over `base`, no unit beyond `bound` in size.

    `units` are Python integers where a machine word may not hold them.
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
        bound = self.bound * other.bound
        units = fitting(self.units, bound) * fitting(other.units, bound)
        return Amount(units, self.base * other.base, bound)

    def times(self, number: npt.NDArray[Any], most: int) -> Amount:
        """Return the numbers times integers that are at most so large."""
        bound = self.bound * most
        return Amount(fitting(self.units, bound) * fitting(number, bound), self.base, bound)


def fitting(units: npt.NDArray[Any], bound: int) -> npt.NDArray[Any]:
    """Return integers as Python's where results up to a bound may not fit a machine word."""
    return units.astype(object) if bound >= LARGEST and units.dtype != object else units


def alike(*amounts: Amount) -> list[Amount]:
    """Return amounts over one base."""
    base = lcm(*(amount.base for amount in amounts))
    return [amount.over(base) for amount in amounts]


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
    units = np.where(condition, fitting(one.units, bound), fitting(two.units, bound))
    return Amount(units, one.base, bound)
