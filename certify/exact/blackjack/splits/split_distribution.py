"""The distribution of a round in which a pair is split, to four hands, jointly with the dealer."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError
from certify.exact.blackjack.multisets.split_shoe import SplitShoe
from certify.exact.blackjack.split import (
    MOST_HANDS,
    SplitPattern,
    most_hands_of,
    split_patterns,
)
from certify.exact.blackjack.splits.split_hands import SplitHands
from certify.exact.blackjack.splits.split_joint import CodedHands, Table, joint_tables
from certify.numerics.jit import inline, kernel

FloatArray = npt.NDArray[np.float64]

MOST_NET = 2 * MOST_HANDS
NETS = 2 * MOST_NET + 1
ROUND_SHAPE = (NETS, MOST_HANDS + 1, MOST_HANDS + 1, MOST_HANDS + 1)
"""Net result, hands, hands won, hands lost."""

DOUBTFUL = 1e-13
"""Probability below which it is asked whether a result is possible at all."""

ROUNDING = 1e-12
"""Part of the sizes of all its terms, below which a probability is what rounding has left of 0.

Of random rules and shoes of 16 to 40 cards possible results have a part of 1e-6 and more, and
impossible ones of 1e-15 and less.
"""


@dataclass(frozen=True)
class SplitDistribution:
    """The distribution of a round in which a pair is split, given the pair and the upcard.

    Attributes
    ----------
    probability : ndarray of float64, shape (17, 5, 5, 5)
        By net result, -8 to 8, and the numbers of hands, of hands won and of hands lost.
    error_bound : float
        Bound on the probability that is in a wrong place, summed over all places.
    """

    probability: FloatArray
    error_bound: float


def split_distribution(shoe: SplitShoe, hands: SplitHands) -> SplitDistribution:
    """Return the distribution of a round in which a pair is split.

    Parameters
    ----------
    shoe : SplitShoe
        The cards, the pair and the upcard.
    hands : SplitHands
        What one hand can become.

    Returns
    -------
    SplitDistribution
        The distribution.

    Raises
    ------
    EngineError
        If the rules allow more than four hands.

    Notes
    -----
    Conditioning: on the pair and the upcard; joint with no dealer blackjack, unless a blackjack
    takes every wager.
    Method: sums over multisets of the hands' cards; inclusion and exclusion over one class of
    hands and over pair cards.
    Error: `error_bound`, 0 but where the multisets are very many; rounding below 1e-13. What is
    dropped changes no mean, since it concerns two hands or more at once. A result of which only
    rounding is left is none.
    Source: derived here, reports/METHOD.md section 7.
    """
    (probability,), misplaced = split_probabilities([shoe], hands)
    return SplitDistribution(probability, error_bound=misplaced)


def split_probabilities(
    shoes: Sequence[SplitShoe], hands: SplitHands
) -> tuple[list[FloatArray], float]:
    """Return the distributions of a round in which a pair is split, from each of several shoes.

    Parameters
    ----------
    shoes : sequence of SplitShoe
        One shoe or more, of the same rules, pair and upcard.
    hands : SplitHands
        What one hand can become.

    Returns
    -------
    list of ndarray of float64, shape (17, 5, 5, 5)
        The probabilities, as `SplitDistribution` has them.
    float
        Bound on the probability that is in a wrong place, from the first shoe.

    Raises
    ------
    EngineError
        If the rules allow more than four hands.

    Notes
    -----
    Conditioning: as `split_distribution`.
    Method: as there; the same multisets are left out for all shoes.
    Error: as there, of the first shoe; from one with few cards less it is hardly another.
    Source: derived here, reports/METHOD.md section 7.
    """
    most = most_hands_of(shoes[0].rules, shoes[0].pair)
    if most > MOST_HANDS:
        raise EngineError(
            f"the distribution of a round is computed for at most {MOST_HANDS} hands after splits, "
            f"but the rules allow {most}"
        )
    patterns = split_patterns(most)
    tables, misplaced = joint_tables(shoes, hands, patterns)
    found = []
    for of_shoe in tables:
        distribution = _added(of_shoe, patterns)
        if ((distribution != 0.0) & (distribution < DOUBTFUL)).any():
            terms = _added(of_shoe, patterns, as_sizes=True)
            distribution[np.abs(distribution) <= ROUNDING * terms] = 0.0
        found.append(distribution)
    return found, misplaced


def _added(
    tables: Sequence[tuple[CodedHands, Table]],
    patterns: Sequence[SplitPattern],
    *,
    as_sizes: bool = False,
) -> FloatArray:
    """Return the sum of all patterns; `as_sizes`: of the sizes of their terms."""
    distribution = np.zeros(ROUND_SHAPE)
    for coded, table in tables:
        for pattern in patterns:
            _add_pattern(table, pattern, coded, distribution, as_sizes=as_sizes)
    return distribution


def _add_pattern(
    joint: Table,
    pattern: SplitPattern,
    coded: CodedHands,
    distribution: FloatArray,
    *,
    as_sizes: bool,
) -> None:
    """Add a pattern: some hands specified, the others of the result left out."""
    for restricted in range(pattern.restricted + 1):
        unspecified = pattern.restricted - restricted
        for free in range(pattern.free + 1):
            table = sum(
                (1 if as_sizes else (-1) ** extra)
                * comb(unspecified, extra)
                * joint[restricted + free, restricted, pattern.pairs + extra]
                for extra in range(unspecified + 1)
            )
            ways = comb(pattern.restricted, restricted) * comb(pattern.free, free)
            _add_specified(
                np.asarray(table).ravel(),
                float(pattern.ways * ways),
                restricted + free,
                pattern.restricted + pattern.free,
                coded.results,
                coded.left_out,
                as_sizes,
                distribution,
            )


@inline
def fill_codes(index, codes, specified, chosen):
    """Fill the codes of the hands that are given, by the place in a table of all codes."""
    for place in range(specified - 1, -1, -1):
        chosen[place] = index % codes
        index //= codes


@inline
def round_of_codes(chosen, swapped, specified, number, results, left_out):
    """Return net result, hands won and lost, and sign; `swapped` hands have the result left out."""
    net, won, lost, sign = 0, 0, 0, 1.0
    for place in range(number):
        result = left_out
        if place < specified:
            if swapped >> place & 1:
                sign = -sign
            else:
                result = results[chosen[place]]
        net += result
        won += result > 0
        lost += result < 0
    return net, won, lost, sign


@kernel
def _add_specified(table, ways, specified, number, results, left_out, as_sizes, distribution):
    chosen = np.zeros(max(specified, 1), dtype=np.int64)
    for index in range(table.size):
        fill_codes(index, results.size, specified, chosen)
        for swapped in range(1 << specified):
            net, won, lost, sign = round_of_codes(
                chosen, swapped, specified, number, results, left_out
            )
            if as_sizes:
                sign = 1.0
            distribution[net + MOST_NET, number, won, lost] += sign * ways * table[index]
