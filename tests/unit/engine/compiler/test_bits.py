"""Bits found without a loop, against the loop."""

from __future__ import annotations

from random import Random

from certify.engine.compiler import ways
from tests.support.plain_back_end import bit_at


def test_the_bit_at_a_place():
    random = Random(1)
    words = [random.getrandbits(63) for _ in range(200)] + [1 << bit for bit in range(63)]
    words += [(1 << 63) - 1, 0xFF, 0xFF << 55]
    for word in words:
        for place in range(word.bit_count()):
            assert ways.bit_at(word, place) == bit_at(word, place)
