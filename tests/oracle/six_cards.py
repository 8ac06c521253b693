"""What the best five of six cards make, counted over all hands of a pack of 52 one by one.

Nothing is shared with the package: a hand is a mask of ranks for each suit, and every category is
looked for in the masks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

CATEGORIES = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "",
)

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(function: Kernel) -> Kernel:
    """Return a function as machine code, of the same type."""
    return cast(Kernel, numba.njit(function))


ROYAL = 0b1111100000000


@compiled
def has_run(ranks: int) -> bool:
    """Whether a mask (bit 0 the two, bit 12 the ace) has five ranks in a row, an ace also low."""
    with_low_ace = ranks << 1 | ranks >> 12
    for low in range(10):  # noqa: SIM110 - numba compiles no any()
        if with_low_ace >> low & 31 == 31:
            return True
    return False


@compiled
def ones(mask: int) -> int:
    """How many bits are set."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


@compiled
def category(a: int, b: int, c: int, d: int) -> int:
    """Place in `CATEGORIES` of a hand, given the ranks of each suit."""
    found = 7
    for suit in (a, b, c, d):
        if suit & ROYAL == ROYAL:
            return 0
        if has_run(suit):
            found = min(found, 1)
        elif ones(suit) >= 5:
            found = min(found, 4)
    pairs = threes = 0
    for rank in range(13):
        held = (a >> rank & 1) + (b >> rank & 1) + (c >> rank & 1) + (d >> rank & 1)
        if held == 4:
            found = min(found, 2)
        threes += held == 3
        pairs += held == 2
    if threes == 2 or (threes and pairs):
        found = min(found, 3)
    if has_run(a | b | c | d):
        found = min(found, 5)
    if threes:
        found = min(found, 6)
    return found


@compiled
def count_all() -> NDArray[np.int64]:
    """Count every six of 52 cards once."""
    found = np.zeros(8, np.int64)
    suits = np.zeros(4, np.int64)
    held = np.zeros(6, np.int64)
    depth = 0
    card = 0
    while True:
        if depth == 6:
            found[category(suits[0], suits[1], suits[2], suits[3])] += 1
        if depth < 6 and card < 52:
            held[depth] = card
            suits[card & 3] |= 1 << (card >> 2)
            depth += 1
            card += 1
            continue
        if depth == 0:
            return found
        depth -= 1
        last = held[depth]
        suits[last & 3] ^= 1 << (last >> 2)
        card = last + 1


@cache
def counts() -> dict[str, int]:
    """Return how many of the 20,358,520 hands are of each category; the rest as an empty word."""
    return dict(zip(CATEGORIES, count_all().tolist(), strict=True))
