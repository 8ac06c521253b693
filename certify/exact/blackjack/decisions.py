"""A strategy in full: what is done with every hand, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import numpy.typing as npt

from certify.cards.hands import hand_table
from certify.cards.ranks import RANKS
from certify.cards.split_play import SplitPlay
from certify.errors import EngineError
from certify.exact.blackjack.player import BURNED_STATES, NONE_BURNED

BoolArray = npt.NDArray[np.bool_]
CodeArray = npt.NDArray[np.int8]

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
ACTION_NAMES = ("stand", "hit", "double", "split", "surrender")
ACTION_LETTERS = ("S", "H", "D", "P", "R")


AFTER_SPLIT = "after_split"

HandPlay = tuple[BoolArray, BoolArray]
"""Whether to hit rather than stand, and whether to double: arrays of shape (10, hands)."""


@dataclass(frozen=True)
class AfterSplit:
    """How hands after a split are played, where that is not as unsplit hands are.

    Attributes
    ----------
    play : SplitPlay
        What is meant.
    by_pair : tuple of tuple of HandPlay
        By rank of the pair, and by the further pair cards gone where the play depends on them; the
        last serves whatever more are gone.
    """

    play: SplitPlay
    by_pair: tuple[tuple[HandPlay, ...], ...]


@dataclass(frozen=True)
class Decisions:
    """What a strategy does, by upcard and hand.

    Attributes
    ----------
    hits, doubles : ndarray of bool, shape (10, 11, hands)
        Without the option to burn, by burned card (0 for none): whether to hit rather than stand,
        and whether doubling is better than both where it is allowed.
    first : ndarray of int8, shape (10, hands)
        Action with the first two cards, without the Burnout payment.
    option_hits, option_doubles : ndarray of bool, shape (10, hands)
        The same while a card may still be burned.
    option_first : ndarray of int8, shape (10, hands)
        Action with the first two cards, with the Burnout payment.
    burns_hit, burns_double : ndarray of bool, shape (10, hands, 10)
        Whether the card just drawn to a hand is burned, after a hit and after a double.
    after_split : AfterSplit or None
        Hands after a split; without, they are played as the same cards unsplit.
    """

    hits: BoolArray
    doubles: BoolArray
    first: CodeArray
    option_hits: BoolArray
    option_doubles: BoolArray
    option_first: CodeArray
    burns_hit: BoolArray
    burns_double: BoolArray
    after_split: AfterSplit | None = None

    @property
    def split_play(self) -> SplitPlay:
        """How hands after a split are played."""
        return SplitPlay.UNSPLIT if self.after_split is None else self.after_split.play

    def after_splitting(self, pair: int) -> tuple[HandPlay, ...]:
        """Return how the hands of a split pair are played, by what `split_terms` calls levels."""
        if self.after_split is not None:
            return self.after_split.by_pair[pair]
        return (
            (
                np.ascontiguousarray(self.hits[:, NONE_BURNED]),
                np.ascontiguousarray(self.doubles[:, NONE_BURNED]),
            ),
        )

    def one_play_after_splitting(self, pair: int) -> HandPlay:
        """Return the one strategy that plays all hands of a split pair.

        An EngineError if several do.
        """
        if self.split_play.is_counted:
            raise EngineError(
                "the distribution of a round needs one strategy for all the hands of a split; found"
                f" the split play {self.split_play}, which goes by the pair cards gone"
            )
        return self.after_splitting(pair)[0]

    def arrays(self) -> Iterator[npt.NDArray[np.generic]]:
        """Yield all arrays, in the same order for every strategy."""
        for field in fields(self):
            if field.name != AFTER_SPLIT:
                yield getattr(self, field.name)
        if self.after_split is not None:
            for plays in self.after_split.by_pair:
                for play in plays:
                    yield from play

    @classmethod
    def blank(cls) -> Self:
        """Return decisions that always stand, to be filled in."""
        hands = len(hand_table().size)
        by_burned = (RANKS, BURNED_STATES, hands)
        by_hand = (RANKS, hands)
        by_card = (RANKS, hands, RANKS)
        return cls(
            hits=np.zeros(by_burned, dtype=np.bool_, order="F"),
            doubles=np.zeros(by_burned, dtype=np.bool_, order="F"),
            first=np.zeros(by_hand, dtype=np.int8, order="F"),
            option_hits=np.zeros(by_hand, dtype=np.bool_, order="F"),
            option_doubles=np.zeros(by_hand, dtype=np.bool_, order="F"),
            option_first=np.zeros(by_hand, dtype=np.int8, order="F"),
            burns_hit=np.zeros(by_card, dtype=np.bool_, order="F"),
            burns_double=np.zeros(by_card, dtype=np.bool_, order="F"),
        )

    def same_as(self, other: Self) -> bool:
        """Return whether every decision is the same."""
        both = list(self.arrays()), list(other.arrays())
        return len(both[0]) == len(both[1]) and all(map(np.array_equal, *both))


@dataclass(frozen=True)
class CellOrder:
    """The hands, cell by cell; hands of a cell are played alike.

    Attributes
    ----------
    order : ndarray of int64, shape (hands,)
        Hand indices; a cell comes after every cell that its hands can become.
    start : ndarray of int64, shape (cells + 1,)
        Where each cell begins in `order`.
    burned_start : ndarray of int64
        Groups of burned cards (0 for none) that share their decisions.
    """

    order: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    burned_start: npt.NDArray[np.int64]


def composition_cells(*, with_burned: bool) -> CellOrder:
    """Return the finest cells: every hand, and every burned card, for itself."""
    hands = len(hand_table().size)
    return CellOrder(
        order=np.arange(hands - 1, -1, -1, dtype=np.int64),
        start=np.arange(hands + 1, dtype=np.int64),
        burned_start=np.arange((BURNED_STATES if with_burned else 1) + 1, dtype=np.int64),
    )


def total_cells(*, with_burned: bool) -> CellOrder:
    """Return the cells of total-dependent play: hard and soft totals, whatever was burned.

    Hard totals from 11 come first, then soft totals, then lower hard totals: an ace drawn to a
    hard total of ten or less makes it soft, and a soft total can only become a hard one from 12.
    """
    table = hand_table()
    stage = np.where(table.is_soft, 1, np.where(table.hard_total >= 11, 0, 2))
    order = np.lexsort((np.arange(len(table.size)), -table.total, stage))
    key = np.stack([stage[order], table.total[order]], axis=1)
    changes = np.flatnonzero(np.any(key[1:] != key[:-1], axis=1)) + 1
    return CellOrder(
        order=order.astype(np.int64),
        start=np.concatenate([[0], changes, [len(order)]]).astype(np.int64),
        burned_start=np.array([0, 1, BURNED_STATES] if with_burned else [0, 1], dtype=np.int64),
    )
