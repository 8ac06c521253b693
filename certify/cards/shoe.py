"""The shoe: undealt cards as ten counts, never as an order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
import numpy.typing as npt

from certify.cards.counts import read_counts
from certify.cards.ranks import RANK_LABELS, RANKS, TEN
from certify.errors import InfeasibleShoeError

IntVector = npt.NDArray[np.int64]

CARDS_PER_RANK = 4
MOST_CARDS_OF_A_RANK = 1000
"""A count above this is taken for a slip of the keyboard; 62 decks hold fewer tens."""


class Shoe:
    """A composition: how many cards of each value are undealt.

    `counts`: counts by value in the order A, 2, .., 9, T. Raises `InfeasibleShoeError` if there are
    not ten counts, one is negative or beyond reason, or the shoe is empty.
    """

    __slots__ = ("counts",)

    def __init__(self, counts: Sequence[int]) -> None:
        order = "A,2,3,4,5,6,7,8,9,T"
        if len(counts) != RANKS:
            raise InfeasibleShoeError(
                f"a shoe needs ten counts in the order {order}, not {len(counts)}"
            )
        for label, count in zip(RANK_LABELS, counts, strict=True):
            if count < 0:
                raise InfeasibleShoeError(
                    f"the shoe has {count} cards of value {label}; a count cannot be negative"
                )
            if count > MOST_CARDS_OF_A_RANK:
                raise InfeasibleShoeError(
                    f"the shoe has {count} cards of value {label}; "
                    f"at most {MOST_CARDS_OF_A_RANK} are accepted"
                )
        self.counts: tuple[int, ...] = tuple(int(count) for count in counts)
        if self.size == 0:
            raise InfeasibleShoeError("the shoe is empty")

    @classmethod
    def of_decks(cls, decks: int) -> Self:
        """Return a full shoe of `decks` standard packs of 52."""
        counts = [CARDS_PER_RANK * decks] * RANKS
        counts[TEN] *= CARDS_PER_RANK
        return cls(counts)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the shoe written as ten counts with commas between them, or by name.

        `text`: for instance ``24,24,24,24,24,24,24,24,24,96``, or ``A=24,2=24,..``.
        """
        return cls(read_counts(text, RANK_LABELS))

    @property
    def size(self) -> int:
        """Number of undealt cards."""
        return sum(self.counts)

    def array(self) -> IntVector:
        """Return the counts as an array of int64, shape (10,)."""
        return np.array(self.counts, dtype=np.int64)

    def by_label(self) -> dict[str, int]:
        """Return the counts by label, A to T."""
        return dict(zip(RANK_LABELS, self.counts, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shoe) and other.counts == self.counts

    def __hash__(self) -> int:
        return hash(self.counts)

    def __repr__(self) -> str:
        return f"Shoe({list(self.counts)})"
