"""Where chance comes from: a seeded stream, or a script of outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import DTypeLike, NDArray

BLOCK = 128
"""Words of 64 bits that are drawn from the generator at once: a short game needs no more."""

HALF_BITS = 32
HALF = 1 << HALF_BITS
MOST_OF_A_HALF = 1 << 31
"""Half words are what numbers are made of; up to here one of them makes a number."""


class Chance(Protocol):
    """Decides what is random in play.

    Both methods return a position in what they are given; every position is equally likely.
    """

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return which of the first `number` cards of a shuffled zone is its top card."""

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return which element of a list the variable of that name is set to."""


class _Key(ISeedSequence):
    """A key of Philox as it is: `Philox(key=...)` asks the system for entropy first, unused.

    `words`: the seed and the number of the stream.
    """

    def __init__(self, *words: int) -> None:
        self._words = words

    def generate_state(self, n_words: int, dtype: DTypeLike = np.uint32) -> NDArray[np.uint64]:
        """Return the key, where a state of so many words is asked for."""
        return np.array(self._words[:n_words], dtype=dtype)


class Stream:
    """A stream of random integers, the same for the same seed on every machine.

    Words of 64 bits come from Philox 4x64 with ten rounds, key (seed, stream), counter from 0, as
    numpy gives them; each makes two half words, the low one first. Compiled play draws the same.

    `seed`: seed, from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        # Generators take any seed sequence, which numpy's types do not know.
        self._bits = np.random.Philox(_Key(seed, stream))  # type: ignore[arg-type]
        self._halves: list[int] = []

    def _half(self) -> int:
        """Return the next half word."""
        if not self._halves:
            words = self._bits.random_raw(BLOCK).astype("<u8")
            self._halves = words.view("<u4").tolist()[::-1]
        return self._halves.pop()

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1, each equally likely.

        `n`: at least 1. Up to 2**31 a half word makes the number by Lemire's method; beyond, the
        leading bits of several, drawn again until the number is below n. The result: with n of 1
        always 0, and nothing of the stream is used.
        """
        if n <= 1:
            return 0
        if n > MOST_OF_A_HALF:
            return self._below_many(n)
        product = self._half() * n
        low = product & (HALF - 1)
        if low < n:
            least = (HALF - n) % n
            while low < least:
                product = self._half() * n
                low = product & (HALF - 1)
        return product >> HALF_BITS

    def _below_many(self, n: int) -> int:
        bits = (n - 1).bit_length()
        halves = -(-bits // HALF_BITS)
        while True:
            found = 0
            for _ in range(halves):
                found = found << HALF_BITS | self._half()
            found >>= HALF_BITS * halves - bits
            if found < n:
                return found

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return which of the first `number` cards of a shuffled zone is its top card."""
        del cards
        return self.below(number)

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return which element of a list the variable of that name is set to."""
        del name
        return self.below(len(elements))
