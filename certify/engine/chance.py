"""Where chance comes from: a seeded stream, or a script of outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

BLOCK = 1024
WORD = 1 << 64


class Chance(Protocol):
    """Decides what is random in play.

    Both methods return a position in what they are given; every position is equally likely.
    """

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return which of the first `number` cards of a shuffled zone is its top card."""

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return which element of a list the variable of that name is set to."""


class Stream:
    """A stream of random integers, the same for the same seed on every machine.

    Words of 64 bits come from Philox 4x64 with ten rounds, key (seed, stream), counter from 0, as
    numpy gives them.

    Parameters
    ----------
    seed : int
        Seed, from 0 to 2**64 - 1.
    stream : int
        Number of the stream: of a game in a series.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        key = np.array([seed, stream], dtype=np.uint64)
        self._bits = np.random.Philox(key=key)
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1, each equally likely (Lemire's method).

        Parameters
        ----------
        n : int
            At least 1. Beyond 2**64 several words make one number, which is drawn again until it
            is below n.

        Returns
        -------
        int
            With n of 1 always 0, and no word of the stream is used.
        """
        if n <= 1:
            return 0
        if n > WORD:
            return self._below_many(n)
        if not self._words:
            self._words = self._bits.random_raw(BLOCK).tolist()[::-1]
        product = self._words.pop() * n
        low = product & (WORD - 1)
        if low < n:
            least = (WORD - n) % n
            while low < least:
                if not self._words:
                    self._words = self._bits.random_raw(BLOCK).tolist()[::-1]
                product = self._words.pop() * n
                low = product & (WORD - 1)
        return product >> 64

    def _below_many(self, n: int) -> int:
        bits = (n - 1).bit_length()
        words = -(-bits // 64)
        while True:
            found = 0
            for _ in range(words):
                found = found << 64 | self.below(WORD)
            found >>= 64 * words - bits
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
