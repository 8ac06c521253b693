"""Bits found without a loop, against the loop, and large numbers of chance."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from certify.play.chance import Stream
from certify.play.compiler import machine, ways
from certify.play.compiler.memory import STREAM_SIZE
from tests.support.plain_back_end import bit_at


def test_the_bit_at_a_place():
    random = Random(1)
    words = [random.getrandbits(63) for _ in range(200)] + [1 << bit for bit in range(63)]
    words += [(1 << 63) - 1, 0xFF, 0xFF << 55]
    for word in words:
        for place in range(word.bit_count()):
            assert ways.bit_at(word, place) == bit_at(word, place)


@pytest.mark.parametrize("n", [2**33, 2**40 + 7, 2**62 + 1])
def test_numbers_beyond_a_half_word_are_those_of_the_interpreter(n):
    block = np.zeros(STREAM_SIZE, dtype=np.int64)
    at, stream = block.ctypes.data, Stream(5, 3)
    machine.start_stream(at, 0, 5, 3)
    assert [machine.below(at, 0, n) for _ in range(100)] == [stream.below(n) for _ in range(100)]
