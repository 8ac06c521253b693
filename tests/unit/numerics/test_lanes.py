"""Eight numbers at once, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from certify.numerics.jit import kernel
from certify.numerics.lanes import (
    LANES,
    lanes_at,
    plus,
    plus_product,
    put,
    rows_of_lanes,
    zeros,
)


@kernel
def work(rows, others, factor, places, into):
    """Add up eights by a factor and by one another, places of which come in any whole type."""
    total = zeros()
    for place in places:
        total = plus(total, factor, rows, place)
    put(total, into, 0)
    put(plus_product(lanes_at(into, 0), rows, places[0], others, places[1]), into, 1)


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint32])
def test_eights_are_added_as_numbers_one_by_one(kind):
    given = np.random.default_rng(20261128).random((2, 5, LANES))
    # No alignment is needed.
    rows, others = np.zeros(41)[1:], rows_of_lanes(5)
    rows[:], others[:] = given[0].ravel(), given[1]
    into = rows_of_lanes(2)
    work(rows, others, 0.7, np.array([3, 1, 4], dtype=kind), into)
    expected = ((0.7 * given[0, 3]) + 0.7 * given[0, 1]) + 0.7 * given[0, 4]
    np.testing.assert_array_equal(into[0], expected)
    np.testing.assert_array_equal(into[1], expected + given[0, 3] * given[1, 1])


@pytest.mark.parametrize("number", [1, 3, 1000])
def test_rows_are_zero_and_each_is_in_one_line_of_memory(number):
    rows = rows_of_lanes(number)
    assert rows.shape == (number, LANES)
    assert not rows.any()
    assert rows.flags.c_contiguous
    assert rows.ctypes.data % 64 == 0


def test_a_kernel_alone_calls_them():
    with pytest.raises(NotImplementedError, match="not usable in pure-python"):
        zeros()
