"""Eight numbers at once, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from certify.numerics.jit import kernel
from certify.numerics.lanes import (
    LANES,
    everywhere,
    lanes_at,
    put,
    rows_of_lanes,
    where_larger,
    zeros,
)


@kernel
def work(rows, others, factor, places, into):
    """Add up eights by a factor and by one another, places of which come in any whole type."""
    total = zeros()
    for place in places:
        total += factor * lanes_at(rows, place)
    put(total, into, 0)
    put(total + lanes_at(rows, places[0]) * lanes_at(others, places[1]), into, 1)
    put(2 * (everywhere(factor) - total * 0.5 + 1), into, 2)


@kernel
def choose(one, other, limit, into):
    """Choose between eights, and between eights and numbers, one by one."""
    first, second = lanes_at(one, 0), lanes_at(other, 0)
    put(where_larger(first, second, first, second), into, 0)
    put(where_larger(first, limit, 7, second), into, 1)


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint32])
def test_eights_are_added_as_numbers_one_by_one(kind):
    given = np.random.default_rng(20261128).random((2, 5, LANES))
    # No alignment is needed.
    rows, others = np.zeros(41)[1:], rows_of_lanes(5)
    rows[:], others[:] = given[0].ravel(), given[1]
    into = rows_of_lanes(3)
    work(rows, others, 0.7, np.array([3, 1, 4], dtype=kind), into)
    total = ((0.7 * given[0, 3]) + 0.7 * given[0, 1]) + 0.7 * given[0, 4]
    np.testing.assert_array_equal(into[0], total)
    np.testing.assert_array_equal(into[1], total + given[0, 3] * given[1, 1])
    np.testing.assert_array_equal(into[2], 2 * (0.7 - total * 0.5 + 1))


def test_eights_are_chosen_as_numbers_one_by_one():
    one, other = np.random.default_rng(20261129).random((2, 1, LANES))
    other[0, 0] = one[0, 0]
    into = rows_of_lanes(2)
    choose(one, other, 0.5, into)
    np.testing.assert_array_equal(into[0], np.maximum(one[0], other[0]))
    np.testing.assert_array_equal(into[1], np.where(one[0] > 0.5, 7.0, other[0]))


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
