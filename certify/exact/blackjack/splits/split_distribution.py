"""The distribution of a round in which a pair is split, to four hands, jointly with the dealer."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, fsum

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError
from certify.exact.blackjack.dealer import OUTCOME_BLACKJACK, OUTCOMES
from certify.exact.blackjack.multisets.hand_pairs import CardsLeft, HandPairs
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

FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]

Often = dict[int, float]
"""How often hands or pairs of hands count, by the number of further pair cards gone."""


def split_wagered(
    shoe: SplitShoe, hands: SplitHands, patterns: tuple[SplitPattern, ...]
) -> FloatVector:
    """Return what is wagered in a split round, its square, and its product with the net result.

    Parameters
    ----------
    shoe : SplitShoe
        The cards, the pair and the upcard.
    hands : SplitHands
        What one hand can become.
    patterns : tuple of SplitPattern
        How pairs can be split.

    Returns
    -------
    ndarray of float64, shape (3,)
        E[T], E[T^2] and E[W T] of everything wagered T and the net result W, in main wagers.

    Notes
    -----
    Conditioning: on the pair and the upcard; joint with no dealer blackjack, unless a blackjack
    takes every wager.
    Method: T and W are sums over the hands, so T^2 and W T are sums over hands and pairs of hands;
    that others' second cards are no pair cards is removed by inclusion and exclusion.
    Error: rounding alone, below 1e-12; nothing is left out.
    Source: derived here, reports/METHOD.md section 7.
    """
    results = np.stack([hands.results(outcome) for outcome in range(OUTCOMES)], axis=1)
    amounts = np.repeat(hands.amount[:, None], OUTCOMES, axis=1)
    if not shoe.rules.blackjack_takes_all:
        results[:, OUTCOME_BLACKJACK] = 0
        amounts[:, OUTCOME_BLACKJACK] = 0
    keys, place = np.unique(hands.key, return_inverse=True)

    def both(worth: npt.NDArray[np.int64]) -> tuple[FloatMatrix, FloatMatrix]:
        """Return the weights of hands with any second card, and of those with no pair card."""
        weights = hands.orders[:, None] * worth
        found = np.zeros((2, len(keys), OUTCOMES))
        np.add.at(found[0], place, weights)
        np.add.at(found[1], place[~hands.is_pair], weights[~hands.is_pair])
        return found[0], found[1]

    amount, result = both(amounts), both(results)
    of_one = [amount, both(amounts**2), both(results * amounts)]
    pairs = HandPairs.of(keys, np.bincount(place, hands.orders).astype(np.float64))
    any_card, no_pair = _single(patterns)
    none_pair, one_pair, any_cards = _pairs(patterns)
    found = np.zeros(3)
    for gone in sorted({*any_card, *no_pair, *none_pair, *one_pair, *any_cards}):
        chance = shoe.chance(gone)
        if chance == 0.0:
            continue
        left = CardsLeft(shoe.left(gone), shoe.upcard, shoe.rules.dealer_hits_soft_17)
        single = any_card.get(gone, 0.0), no_pair.get(gone, 0.0)
        found += chance * np.array(
            [
                pairs.expectation(single[0] * every + single[1] * apart, left)
                for every, apart in of_one
            ]
        )
        if not (gone in none_pair or gone in one_pair or gone in any_cards):
            continue
        mixed = one_pair.get(gone, 0.0)
        against_any = any_cards.get(gone, 0.0) * amount[0] + mixed * amount[1]
        against_apart = mixed * amount[0] + none_pair.get(gone, 0.0) * amount[1]
        products = pairs.products(
            [
                (worth[kind], others)
                for worth in (amount, result)
                for kind, others in enumerate((against_any, against_apart))
                if others.any()
            ],
            left,
        )
        found[1] += chance * fsum(products[: len(products) // 2])
        found[2] += chance * fsum(products[len(products) // 2 :])
    return found


def _single(patterns: tuple[SplitPattern, ...]) -> tuple[Often, Often]:
    """Return how often a hand counts, with any second card and with no pair card."""
    any_card: Often = {}
    no_pair: Often = {}
    for pattern in patterns:
        _count(any_card, pattern, pattern.free, pattern.restricted)
        _count(no_pair, pattern, pattern.restricted, pattern.restricted - 1)
    return any_card, no_pair


def _pairs(patterns: tuple[SplitPattern, ...]) -> tuple[Often, Often, Often]:
    """Return how often two hands count: with no pair card as a second one, one such, any cards.

    Hands are given in order, so that any two count twice.
    """
    none_pair: Often = {}
    one_pair: Often = {}
    any_cards: Often = {}
    for pattern in patterns:
        apart, free = pattern.restricted, pattern.free
        _count(none_pair, pattern, apart * (apart - 1), apart - 2)
        _count(one_pair, pattern, apart * free, apart - 1)
        _count(any_cards, pattern, free * (free - 1), apart)
    return none_pair, one_pair, any_cards


def _count(often: Often, pattern: SplitPattern, ways: int, others: int) -> None:
    """Add the ways of a pattern in which so many others' second cards are known to be no pair."""
    if not ways:
        return
    for also in range(others + 1):
        gone = pattern.pairs + also
        sign = (-1) ** also
        often[gone] = often.get(gone, 0.0) + float(pattern.ways * ways * sign * comb(others, also))


FloatArray = npt.NDArray[np.float64]

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
    dropped changes no mean, since it concerns two hands or more at once, and nothing of `wagered`,
    whose sums drop nothing.
    Source: derived here, reports/METHOD.md section 7.
    """
    (probability,), misplaced = split_probabilities([shoe], hands)
    wagered = split_wagered(shoe, hands, split_patterns(most_hands_of(shoe.rules, shoe.pair)))
    return SplitDistribution(probability, error_bound=misplaced, wagered=wagered)


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
        distribution = np.zeros(ROUND_SHAPE)
        for coded, table in of_shoe:
            for pattern in patterns:
                _add_pattern(table, pattern, coded, distribution)
        found.append(distribution)
    return found, misplaced


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
def _add_specified(table, ways, specified, number, results, left_out, distribution):
    chosen = np.zeros(max(specified, 1), dtype=np.int64)
    for index in range(table.size):
        fill_codes(index, results.size, specified, chosen)
        for swapped in range(1 << specified):
            net, won, lost, sign = round_of_codes(
                chosen, swapped, specified, number, results, left_out
            )
            distribution[net + MOST_NET, number, won, lost] += sign * ways * table[index]
