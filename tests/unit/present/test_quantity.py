"""Numbers as they are shown, and as a report prints them."""

from __future__ import annotations

import pytest

from certify.present.composer import printed
from certify.present.quantity import (
    COUNT,
    EXPECTATION,
    NONE,
    RATE,
    UNITS,
    Number,
    Quantity,
    small,
)


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (1.0, 2, "1.00"),
        (-0.5, 1, "−0.5"),
        (-0.001, 2, "0.00"),
        (0.0, 0, "0"),
        (-0.0, 3, "0.000"),
        (2.5, 0, "2"),  # half to even
        (2 / 3, 4, "0.6667"),
        (-1.5, 0, "−2"),
        (1e-9, 4, "0.0000"),
        (None, 4, "–"),
    ],
)
def test_decimals(value: float | None, digits: int, expected: str) -> None:
    assert printed(Quantity(digits)(value)) == expected


def test_signed_numbers_show_a_plus_but_zero_has_no_sign() -> None:
    change = Quantity(2, signed=True)
    assert printed(change(0.25)) == "+0.25"
    assert printed(change(-0.25)) == "−0.25"
    assert change(0.0) == change(0.001) == change(-0.001) == "0.00"
    assert Quantity(2)(0.25, signed=True) == "+0.25"


def test_each_kind_of_figure_has_its_decimals() -> None:
    assert printed(EXPECTATION(-0.0061538912345)) == "−0.615389123"
    assert RATE(1 / 13) == "7.692308"
    assert printed(UNITS(-0.0061538912345)) == "−0.00615389123"
    assert EXPECTATION(None) == RATE(None) == UNITS(None) == NONE


def test_a_number_knows_itself() -> None:
    shown = RATE(1 / 13)
    assert isinstance(shown, Number)
    assert shown.value == 100 / 13
    assert printed(shown) == shown


@pytest.mark.parametrize(
    ("value", "digit", "power"),
    [(2.3e-14, "3", "−14"), (1e-13, "1", "−13"), (9.7e-12, "1", "−11")],
)
def test_a_bound_is_rounded_up(value: float, digit: str, power: str) -> None:
    shown = printed(small(value))
    assert shown.startswith(f"{digit}\N{NO-BREAK SPACE}×")
    assert f">{power}</super>" in shown


def test_no_error_has_a_bound_of_zero() -> None:
    assert small(0.0) == "0"


def test_count_sets_thousands_apart() -> None:
    assert COUNT(1234567) == "1,234,567"
    assert printed(COUNT(1234567)) == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567"
