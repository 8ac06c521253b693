"""What is known of the dealer against multisets of cards: worked out once, and looked up."""

from __future__ import annotations

from threading import Lock

import numpy as np
import numpy.typing as npt

from certify.cards.hands import cards_of
from certify.cards.ranks import RANKS
from certify.exact.blackjack.dealer import OUTCOMES, always_enough, dealer_outcomes
from certify.exact.blackjack.multisets.dealer_lines import outcomes_on_lines
from certify.exact.blackjack.multisets.kernels import LINE_BASE

IntVector = npt.NDArray[np.int64]
FloatTensor = npt.NDArray[np.float64]

ENOUGH_ON_A_LINE = 10
"""Multisets to a line from which on whole lines are faster: measured slower at 7, faster at 16."""

_FILLING = Lock()
"""One thread at a time adds to what is known of a dealer."""


class DealerOutcomes:
    """The dealer's outcomes from one shoe; those of each multiset of cards gone worked out once.

    Parameters
    ----------
    shoe : ndarray of int64, shape (10,)
        Counts by value, as for `dealer_outcomes`.
    hits_soft_17 : bool
        Whether the dealer draws to a soft 17.
    hole : int, optional
        The dealer's second card, if it is known; it is in the shoe no longer.

    Attributes
    ----------
    outcomes : ndarray of float64, shape (multisets or more, 10, 7)
        What is known, as `dealer_outcomes` gives it; `rows_of` tells the rows. Those of further
        multisets may be in another array, which has the same rows.
    """

    def __init__(self, shoe: IntVector, *, hits_soft_17: bool, hole: int | None = None) -> None:
        self.shoe = shoe
        self.hole = hole
        self.outcomes: FloatTensor = np.zeros((0, RANKS, OUTCOMES))
        self._hits_soft_17 = hits_soft_17
        self._keys: IntVector = np.zeros(0, dtype=np.int64)
        self._row_of_key: IntVector = np.zeros(0, dtype=np.int64)

    def rows_of(self, removed: IntVector) -> IntVector:
        """Return the rows of multisets of cards gone, by their numbers; they are known now."""
        keys, inverse = np.unique(removed, return_inverse=True)
        with _FILLING:
            unknown = np.setdiff1d(keys, self._keys, assume_unique=True)
            if len(unknown):
                self._add(unknown)
            rows: IntVector = self._row_of_key[np.searchsorted(self._keys, keys)][inverse]
        return rows

    def _add(self, keys: IntVector) -> None:
        """Work out what is not known yet."""
        begins, ends = len(self._keys), len(self._keys) + len(keys)
        if ends > len(self.outcomes):
            # Twice the room that is needed, which costs nothing until it is used.
            more = np.zeros((2 * ends, RANKS, OUTCOMES))
            more[:begins] = self.outcomes[:begins]
            self.outcomes = more
        into = self.outcomes[begins:ends]
        soft = self._hits_soft_17
        removed = cards_of(keys)
        lines = 1 + np.count_nonzero(np.diff(keys // LINE_BASE))
        if (
            len(keys) >= ENOUGH_ON_A_LINE * lines
            and self.hole is None
            and always_enough(self.shoe, removed, hits_soft_17=soft)
        ):
            outcomes_on_lines(self.shoe, keys, hits_soft_17=soft, into=into)
        else:
            dealer_outcomes(self.shoe, removed, hits_soft_17=soft, hole=self.hole, into=into)
        order = np.argsort(merged := np.concatenate([self._keys, keys]), kind="stable")
        self._row_of_key = np.concatenate([self._row_of_key, np.arange(begins, ends)])[order]
        self._keys = merged[order]
