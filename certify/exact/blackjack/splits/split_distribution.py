"""The distribution of a round in which a pair is split, to four hands, jointly with the dealer."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError
from certify.exact.blackjack.multisets.split_hands import split_hands
from certify.exact.blackjack.multisets.split_shoe import SplitShoe
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.split import SplitPattern, most_hands_of, split_patterns
from certify.exact.blackjack.splits.split_joint import CodedHands, Table, joint_tables
from certify.exact.blackjack.splits.split_wagered import split_wagered
from certify.numerics.jit import kernel

IntVector = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

MOST_HANDS = 4
MOST_NET = 2 * MOST_HANDS
NETS = 2 * MOST_NET + 1
ROUND_SHAPE = (NETS, MOST_HANDS + 1, MOST_HANDS + 1, MOST_HANDS + 1)
"""Net result, hands, hands won, hands lost."""


@dataclass(frozen=True)
class SplitDistribution:
    """The distribution of a round in which a pair is split, given the pair and the upcard.

    Attributes
    ----------
    probability : ndarray of float64, shape (17, 5, 5, 5)
        By net result, -8 to 8, and the numbers of hands, of hands won and of hands lost.
    error_bound : float
        Bound on the probability that is in a wrong place, summed over all places.
    wagered : ndarray of float64, shape (3,)
        E[T], E[T^2] and E[W T] of everything wagered T and the net result W, of the same rounds.
    """

    probability: FloatArray
    error_bound: float
    wagered: FloatArray


def split_distribution(
    counts: IntVector,
    rules: TwentyOneRules,
    pair: int,
    upcard: int,
    hits: BoolArray,
    doubles: BoolArray,
) -> SplitDistribution:
    """Return the distribution of a round in which a pair is split.

    Parameters
    ----------
    counts : ndarray of int64, shape (10,)
        The shoe, both pair cards and the upcard still in it.
    rules : TwentyOneRules
        The rules.
    pair, upcard : int
        Ranks.
    hits, doubles : ndarray of bool, shape (hands,)
        The zero-memory strategy against the upcard.

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
    dropped changes no mean, since it concerns two hands or more at once, and nothing of `wagered`,
    whose sums drop nothing.
    Source: derived here, reports/METHOD.md section 7.
    """
    most = most_hands_of(rules, pair)
    if most > MOST_HANDS:
        raise EngineError(
            f"the distribution of a round is computed for at most {MOST_HANDS} hands after splits, "
            f"but the rules allow {most}"
        )
    patterns = split_patterns(most)
    hands = split_hands(rules, pair, hits, doubles)
    tables, misplaced = joint_tables(counts, rules, pair, upcard, hands, patterns)
    distribution = np.zeros(ROUND_SHAPE)
    for coded, table in tables:
        for pattern in patterns:
            _add_pattern(table, pattern, coded, distribution)
    wagered = split_wagered(SplitShoe(counts, rules, pair, upcard), hands, patterns)
    return SplitDistribution(distribution, error_bound=misplaced, wagered=wagered)


def _add_pattern(
    joint: Table, pattern: SplitPattern, coded: CodedHands, distribution: FloatArray
) -> None:
    """Add a pattern: some hands specified, the others of the result left out."""
    for restricted in range(pattern.restricted + 1):
        unspecified = pattern.restricted - restricted
        for free in range(pattern.free + 1):
            table = sum(
                (-1) ** extra
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
                distribution,
            )


@kernel
def _add_specified(table, ways, specified, number, results, left_out, distribution):
    chosen = np.zeros(max(specified, 1), dtype=np.int64)
    for index in range(table.size):
        rest = index
        for place in range(specified - 1, -1, -1):
            chosen[place] = rest % results.size
            rest //= results.size
        for swapped in range(1 << specified):
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
            distribution[net + MOST_NET, number, won, lost] += sign * ways * table[index]
