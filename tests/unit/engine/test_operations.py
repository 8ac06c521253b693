"""Every operator in every form does what Python's own does."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from certify.play.interpreter.operations import (
    FEW_PARTS,
    OF_TWO,
    VALUES,
    WITH_FIXED,
    each_of,
    one_of,
)

MEANT: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "//": operator.floordiv,
    "%": operator.mod,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "*": operator.mul,
    "/": Fraction,
    "**": operator.pow,
}
NUMBERS = range(-3, 4)


def the(number):
    return lambda v, z: number


@pytest.mark.parametrize("sign", MEANT)
def test_an_operator_is_that_of_the_numbers(sign):
    assert set(MEANT) == set(VALUES) == set(OF_TWO)
    assert set(WITH_FIXED) == set(MEANT) - {"*", "/", "**"}
    for left, right in product(NUMBERS, NUMBERS):
        if (right == 0 and sign in ("//", "%", "/")) or (right < 0 and sign == "**"):
            continue
        expected = MEANT[sign](left, right)
        assert VALUES[sign](left, right) == expected
        assert OF_TWO[sign](the(left), the(right))([], []) == expected
        if sign in WITH_FIXED:
            assert WITH_FIXED[sign](the(left), right)([], []) == expected


@pytest.mark.parametrize("number", range(1, FEW_PARTS + 3))
def test_all_parts_or_one(number):
    for values in {(True,) * number, (False,) * number} | {
        tuple((place == other) == same for place in range(number))
        for other in range(number)
        for same in (False, True)
    }:
        parts = [the(value) for value in values]
        assert bool(each_of(parts)([], [])) == all(values)
        assert bool(one_of(parts)([], [])) == any(values)


@pytest.mark.parametrize("number", range(2, FEW_PARTS + 3))
def test_what_is_decided_is_not_asked_on(number):
    def never(v, z):
        raise AssertionError

    others = [never] * (number - 1)
    assert not each_of([the(False), *others])([], [])
    assert one_of([the(True), *others])([], [])
