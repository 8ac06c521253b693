"""Numbers in print."""

from __future__ import annotations

import pytest

from certify.present.figures import bound, count, fixed, percent, rate, units


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
def test_fixed(value: float | None, digits: int, expected: str) -> None:
    assert fixed(value, digits) == expected


def test_signed_numbers_show_a_plus_but_zero_has_no_sign() -> None:
    assert fixed(0.25, 2, signed=True) == "+0.25"
    assert fixed(-0.25, 2, signed=True) == "−0.25"
    assert fixed(0.0, 2, signed=True) == "0.00"


def test_each_kind_of_figure_has_its_decimals() -> None:
    assert percent(-0.00615389123) == "−0.615389"
    assert rate(1 / 13) == "7.6923"
    assert units(-0.00615389123) == "−0.00615389"
    assert percent(None) == rate(None) == units(None) == "–"


@pytest.mark.parametrize(
    ("value", "digit", "power"),
    [(2.3e-14, "3", "−14"), (1e-13, "2", "−13"), (9.7e-12, "1", "−11")],
)
def test_bound_is_rounded_up(value: float, digit: str, power: str) -> None:
    shown = bound(value)
    assert shown.startswith(f"{digit}\N{NO-BREAK SPACE}×")
    assert f">{power}</super>" in shown


def test_no_error_has_a_bound_of_zero() -> None:
    assert bound(0.0) == "0"


def test_count_sets_thousands_apart() -> None:
    assert count(1234567) == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567"
