"""Functions for two operands, written out operator by operator.

A call of a function of the operator module would cost as much again as the operation itself, and
these are most of what play consists of.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from certify.errors import PlayError
from certify.language.type_rules import MOST_POWER
from certify.play.interpreter.series import LARGEST

Evaluate = Callable[[list[Any], list[list[int]]], Any]


def multiply(left: Any, right: Any) -> Any:
    """Return a product that is not absurdly large."""
    product = left * right
    if not -LARGEST <= product <= LARGEST:
        raise PlayError(f"a product is beyond {LARGEST}")
    return product


def divide(left: Any, right: Any) -> Any:
    """Return an exact quotient."""
    if right == 0:
        raise PlayError("a division by zero")
    quotient = Fraction(left) / right
    if quotient.denominator > LARGEST or abs(quotient.numerator) > LARGEST:
        raise PlayError(f"a fraction with parts beyond {LARGEST}")
    return quotient.numerator if quotient.denominator == 1 else quotient


def add(left: Any, right: Any) -> Any:
    """Return a sum of numbers that is not absurdly fine."""
    found = left + right
    if found.denominator > LARGEST:
        raise PlayError(f"a fraction with parts beyond {LARGEST}")
    return found


def subtract(left: Any, right: Any) -> Any:
    """Return a difference of numbers that is not absurdly fine."""
    return add(left, -right)


def power(base: int, exponent: int) -> int:
    """Return a power that is not absurdly large."""
    if not 0 <= exponent <= MOST_POWER:
        raise PlayError(f"an exponent lies between 0 and {MOST_POWER}; found {exponent}")
    found: int = base**exponent
    if not -LARGEST <= found <= LARGEST:
        raise PlayError(f"a power is beyond {LARGEST}")
    return found


VALUES: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "*": multiply,
    "/": divide,
    "**": power,
}
"""Each operator on two values."""

WITH_FIXED: dict[str, Callable[[Evaluate, Any], Evaluate]] = {
    "+": lambda f, c: lambda v, z: f(v, z) + c,
    "-": lambda f, c: lambda v, z: f(v, z) - c,
    "//": lambda f, c: lambda v, z: f(v, z) // c,
    "%": lambda f, c: lambda v, z: f(v, z) % c,
    "==": lambda f, c: lambda v, z: f(v, z) == c,
    "!=": lambda f, c: lambda v, z: f(v, z) != c,
    "<": lambda f, c: lambda v, z: f(v, z) < c,
    "<=": lambda f, c: lambda v, z: f(v, z) <= c,
    ">": lambda f, c: lambda v, z: f(v, z) > c,
    ">=": lambda f, c: lambda v, z: f(v, z) >= c,
}
"""Each operator with a right side that never changes."""

OF_TWO: dict[str, Callable[[Evaluate, Evaluate], Evaluate]] = {
    "+": lambda f, g: lambda v, z: f(v, z) + g(v, z),
    "-": lambda f, g: lambda v, z: f(v, z) - g(v, z),
    "//": lambda f, g: lambda v, z: f(v, z) // g(v, z),
    "%": lambda f, g: lambda v, z: f(v, z) % g(v, z),
    "==": lambda f, g: lambda v, z: f(v, z) == g(v, z),
    "!=": lambda f, g: lambda v, z: f(v, z) != g(v, z),
    "<": lambda f, g: lambda v, z: f(v, z) < g(v, z),
    "<=": lambda f, g: lambda v, z: f(v, z) <= g(v, z),
    ">": lambda f, g: lambda v, z: f(v, z) > g(v, z),
    ">=": lambda f, g: lambda v, z: f(v, z) >= g(v, z),
    "*": lambda f, g: lambda v, z: multiply(f(v, z), g(v, z)),
    "/": lambda f, g: lambda v, z: divide(f(v, z), g(v, z)),
    "**": lambda f, g: lambda v, z: power(f(v, z), g(v, z)),
}
"""Each operator on two functions."""

FEW_PARTS = 6
"""Parts of a condition that are nested; more are looped over."""


def each_of(parts: list[Evaluate]) -> Evaluate:
    """Return a function that is true if all parts are; true or false, of whatever type."""
    if len(parts) == 1:
        return parts[0]
    if len(parts) > FEW_PARTS:
        return lambda v, z: all(part(v, z) for part in parts)
    first, *others = parts
    rest = each_of(others)
    return lambda v, z: first(v, z) and rest(v, z)


def one_of(parts: list[Evaluate]) -> Evaluate:
    """Return a function that is true if one part is; true or false, of whatever type."""
    if len(parts) == 1:
        return parts[0]
    if len(parts) > FEW_PARTS:
        return lambda v, z: any(part(v, z) for part in parts)
    first, *others = parts
    rest = one_of(others)
    return lambda v, z: first(v, z) or rest(v, z)
