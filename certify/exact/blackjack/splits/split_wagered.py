"""What is wagered in a round in which a pair is split: its moments, also with the net result."""

from __future__ import annotations

from math import comb, fsum

import numpy as np
import numpy.typing as npt

from certify.exact.blackjack.dealer import OUTCOME_BLACKJACK, OUTCOMES
from certify.exact.blackjack.multisets.hand_pairs import CardsLeft, HandPairs
from certify.exact.blackjack.multisets.split_shoe import SplitShoe
from certify.exact.blackjack.split import SplitPattern, most_hands_of, split_patterns
from certify.exact.blackjack.splits.split_hands import SplitHands

FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]

Often = dict[int, float]
"""How often hands or pairs of hands count, by the number of further pair cards gone."""


def split_wagered(shoe: SplitShoe, hands: SplitHands) -> FloatVector:
    """Return what is wagered in a split round, its square, and its product with the net result.

    Parameters
    ----------
    shoe : SplitShoe
        The cards, the pair and the upcard.
    hands : SplitHands
        What one hand can become.

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
    if not shoe.rules.takes_all_against(shoe.upcard):
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
    patterns = split_patterns(most_hands_of(shoe.rules, shoe.pair))
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
                left.expectation(pairs.hands, single[0] * every + single[1] * apart)
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
