"""Card counts: tags, how well they predict an expectation, and their triggers.

A tag is added to the running count when a card is seen. It has the sign of the effect of removal,
so that a high count favours the player. The true count is the running count by decks undealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import floor, gcd, sqrt

import numpy as np
import numpy.typing as npt

from certify.cards.shoe import IntVector
from certify.studies.shoe.result import Direction

FloatArray = npt.NDArray[np.float64]

CARDS_OF_A_DECK = 52
USUAL_SPREAD = sqrt(10 / 13)
"""Standard deviation of the tags of Hi-Lo over a deck, to which real tags are scaled."""

MOST_TRIGGER = 30
"""True counts of Hi-Lo beyond this are practically never seen; of other tags, by their spread."""

NOTHING = 1e-12
"""Relative difference of two equal correlations by rounding, and correlation that counts as none:
the direction of a count must not depend on the order in which a machine adds."""

MOST_CELLS = 1_000_000
"""Pairs of balance and sum of squares among which the best whole tags are sought."""


@dataclass(frozen=True)
class System:
    """A published count; tags by value in the order A, 2, .., 9, T."""

    name: str
    title: str
    tags: tuple[float, ...]

    @property
    def balanced(self) -> bool:
        """Whether the tags of a deck add up to zero."""
        return sum(self.tags) + 3 * self.tags[-1] == 0

    @property
    def level(self) -> int | None:
        """The largest tag, if all are whole."""
        whole = all(float(tag).is_integer() for tag in self.tags)
        return int(max(abs(tag) for tag in self.tags)) if whole else None


HI_LO = System("hi_lo", "Hi-Lo", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1))

SYSTEMS = (
    HI_LO,
    System("ko", "Knock-Out", (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1)),
    System("hi_opt_1", "Hi-Opt I", (0, 0, 1, 1, 1, 1, 0, 0, 0, -1)),
    System("hi_opt_2", "Hi-Opt II", (0, 1, 1, 2, 2, 1, 1, 0, 0, -2)),
    System("omega_2", "Omega II", (0, 1, 1, 2, 2, 2, 1, 0, -1, -2)),
    System("zen", "Zen", (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2)),
    System("halves", "Wong Halves", (-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1)),
    System("uston_apc", "Uston APC", (0, 1, 2, 2, 3, 2, 2, 1, -1, -3)),
    System("ace_five", "Ace-Five", (-1, 0, 0, 0, 1, 0, 0, 0, 0, 0)),
    System("tens", "Tens", (4, 4, 4, 4, 4, 4, 4, 4, 4, -9)),
)
"""Counts in use; the tags are those of their authors."""


@dataclass(frozen=True)
class Line:
    """An expectation as a linear function of the true count."""

    at_zero: float
    slope: float

    def at(self, count: FloatArray) -> FloatArray:
        """Return the expectation at true counts."""
        return self.at_zero + self.slope * count


@dataclass(frozen=True)
class Trigger:
    """A whole true count at which, and on one side of it, a wager is made; None for never."""

    count: int | None
    direction: Direction

    def met(self, counts: FloatArray) -> npt.NDArray[np.bool_]:
        """Return at which true counts the wager is called for."""
        if self.count is None:
            return np.zeros(counts.shape, dtype=np.bool_)
        return counts >= self.count if self.direction == "at_least" else counts <= self.count


def centred(tags: FloatArray, weights: IntVector) -> FloatArray:
    """Return tags less their mean in a shoe; zero for values that the shoe lacks."""
    there = weights > 0
    known = np.where(there, tags, 0.0)
    return np.where(there, known - known @ weights / weights.sum(), 0.0)


def correlation(effects: FloatArray, tags: FloatArray, weights: IntVector) -> float | None:
    """Return the correlation of tags and effects over the cards of a shoe.

    None where either does not vary; their means do not matter.
    """
    first, second = centred(effects, weights), centred(tags, weights)
    spread = sqrt(float(first**2 @ weights) * float(second**2 @ weights))
    if spread == 0.0:
        return None
    found = float((first * second) @ weights) / spread
    return 0.0 if abs(found) < NOTHING else max(-1.0, min(1.0, found))


def optimal_tags(effects: FloatArray, weights: IntVector) -> FloatArray | None:
    """Return the real tags that predict an expectation best: its effects, centred and scaled.

    They have the standard deviation of Hi-Lo, so that true counts can be compared; None if no card
    has an effect.
    """
    tags = centred(effects, weights)
    spread = sqrt(float(tags**2 @ weights) / float(weights.sum()))
    return None if spread == 0.0 else tags * (USUAL_SPREAD / spread)


def best_whole_tags(effects: FloatArray, weights: IntVector, level: int) -> tuple[int, ...] | None:
    """Return the whole balanced tags, `level` at most, with the highest correlation.

    None if the shoe has no balanced tags but zeros, if none predicts anything, or if the numbers of
    its cards have so few common factors that the search would be too large.

    Notes
    -----
    Method: dynamic programming over all tags. For a given sum of squares the correlation rises with
        the sum of effects times tags, so the largest such sum is kept for every balance and sum of
        squares of the tags of the last values, value by value. Of the best tags those with the
        smallest sum of squares are taken, then those with the smallest tags of the first values,
        positive before negative.
    Error: correlations with a relative difference of 1e-12 count as equal.
    Source: derived here.
    """
    common = reduce(gcd, (int(weight) for weight in weights))
    shares = [int(weight) // common for weight in weights]
    reach, most = level * sum(shares) // 2, level**2 * sum(shares)
    if (2 * reach + 1) * (most + 1) > MOST_CELLS:
        return None
    tags = sorted(range(-level, level + 1), key=lambda tag: (abs(tag), -tag))
    gains = centred(effects, weights)
    kinds = len(shares)
    best = np.full((kinds + 1, 2 * reach + 1, most + 1), -np.inf)
    best[kinds, reach, 0] = 0.0
    for rank in reversed(range(kinds)):
        behind = sum(shares[rank + 1 :])
        for tag in tags if shares[rank] else [0]:
            _take(best[rank], best[rank + 1], shares[rank] * tag, tag, level * behind, gains[rank])
    squares = np.arange(1, most + 1)
    told = best[0, reach, 1:] / np.sqrt(squares)
    highest = float(told.max(initial=-np.inf))
    if not highest > 0.0:
        return None
    square = int(squares[np.flatnonzero(told >= highest * (1.0 - NOTHING))[0]])
    return _traced(best, shares, tags, gains, square)


def _take(
    into: FloatArray, rest: FloatArray, balance: int, tag: int, behind: int, gain: float
) -> None:
    """Let one value have one tag: `into` gets its gain added to the best of the values behind it.

    Their balance is at most `behind`, either way; nothing farther off is looked at.
    """
    middle = rest.shape[0] // 2
    square = balance * tag
    first = max(-middle, -behind, -middle - balance)
    last = min(middle, behind, middle - balance)
    if first > last:
        return
    of, to = (slice(middle + first + by, middle + last + by + 1) for by in (0, balance))
    better = rest[of, : rest.shape[1] - square] + gain * balance
    np.maximum(into[to, square:], better, out=into[to, square:])


def _traced(
    best: FloatArray, shares: Sequence[int], tags: Sequence[int], gains: FloatArray, square: int
) -> tuple[int, ...]:
    balance, found = best.shape[1] // 2, []
    margin = NOTHING * float(best[0, balance, square])
    for rank in range(len(shares)):
        goal = best[rank, balance, square]
        for tag in tags if shares[rank] else [0]:
            rest = (balance - shares[rank] * tag, square - shares[rank] * tag**2)
            if not 0 <= rest[0] < best.shape[1] or rest[1] < 0:
                continue
            if best[(rank + 1, *rest)] + gains[rank] * shares[rank] * tag >= goal - margin:
                found.append(tag)
                balance, square = rest
                break
    return tuple(found)


def line_of(
    effects: FloatArray,
    tags: FloatArray,
    weights: IntVector,
    *,
    value: float,
    cards: int,
    count_at_value: float = 0.0,
) -> Line:
    """Return an expectation by true count, by the effects of removal alone.

    `value` is the expectation of the shoe of the effects, with `cards` cards; `count_at_value` is
    the true count there, if cards have been seen already. Unbalanced tags are corrected by their
    mean.

    Notes
    -----
    Method: with E the effects, n the shoe, N its cards and c the undealt cards, the expectation is
        close to ``value - (N - 1) sum E c / |c|``, and the true count is ``-52 sum t c / |c|``.
        Both are linear in the shares of the undealt cards, and their regression slope is ``(N - 1)
        / 52 sum n E t / sum n t^2`` whatever the number of undealt cards.
    Error: that of the linear approximation, which the sample shows.
    Source: P. Griffin, The Theory of Blackjack, chapter 4, on effects of removal; derived here.
    """
    balanced = centred(tags, weights)
    spread = float(balanced**2 @ weights)
    if spread == 0.0 or not correlation(effects, tags, weights):
        return Line(value, 0.0)
    shared = float((centred(effects, weights) * balanced) @ weights)
    slope = (cards - 1) / CARDS_OF_A_DECK * shared / spread
    return Line(value - slope * count_at_value, slope)


def reach_of(tags: FloatArray, weights: IntVector) -> float:
    """Return the true count of some tags that is as rare as `MOST_TRIGGER` is of Hi-Lo."""
    spread = sqrt(float(centred(tags, weights) ** 2 @ weights) / float(weights.sum()))
    return MOST_TRIGGER * spread / USUAL_SPREAD


def trigger_of(line: Line, reach: float = MOST_TRIGGER) -> Trigger:
    """Return the whole true count from which an expectation is above zero.

    For a falling line, the count at which and below which it is. True counts beyond `reach` are
    practically never seen.
    """
    direction: Direction = "at_most" if line.slope < 0.0 else "at_least"
    if line.slope == 0.0:
        return Trigger(-floor(reach) if line.at_zero > 0.0 else None, direction)
    steps = floor(-line.at_zero / abs(line.slope) + NOTHING) + 1
    if steps > reach:
        return Trigger(None, direction)
    return Trigger(steps if direction == "at_least" else -steps, direction)


def true_counts(undealt: IntVector, start: IntVector, tags: FloatArray) -> FloatArray:
    """Return true counts: running counts by decks undealt, not rounded.

    `undealt` has the shape (.., kinds); the tags are balanced for the shoe at the start.
    """
    left = np.maximum(undealt.sum(axis=-1), 1)
    counts: FloatArray = -CARDS_OF_A_DECK * (undealt @ centred(tags, start)) / left
    return counts
