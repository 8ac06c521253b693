"""The joint probability of given results of hands after a split, and of the dealer's outcome."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import comb

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.dealer import (
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
    OUTCOMES,
    dealer_outcomes,
)
from certify.exact.multisets import LabelledHands, Multisets, spread, sums_of, targets_of
from certify.exact.rules import TwentyOneRules
from certify.exact.split import SplitPattern
from certify.exact.split_hands import KEY_BASE, SplitHands
from certify.numerics.jit import kernel

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

FEW_MULTISETS = 100_000
"""So many multisets are not thinned out."""

MAY_BE_WRONG = 3e-8
"""Probability, given the pair and the upcard, that thinning may put in a wrong place, a level."""

MOST_CARDS = 100
"""More than all hands after a split can have."""

FINENESS = 8
"""Classes of likeness to each halving of the probability."""

DEALT_AT_ONCE = 200_000
"""Multisets of which the dealer is worked out in one call, to bound the memory."""

Need = tuple[int, int]
"""Hands of which the results are given, and further pair cards gone."""

Table = dict[Need, FloatArray]
"""Joint probabilities, an axis a hand."""


@dataclass(frozen=True)
class CodedHands:
    """The hands of all results but one, against one dealer outcome.

    A code is a second card (pair or not) and a result, the rarest code first; `left_out` is the
    result with the most hands, whose probability is one less the others'.
    """

    outcome: int
    left_out: int
    results: IntVector
    is_pair: npt.NDArray[np.bool_]
    key: IntVector
    code: IntVector
    orders: FloatArray

    def within(self, hands: Multisets) -> LabelledHands:
        """Return the hands among some multisets, by code."""
        return LabelledHands.of(hands, self.key, self.code, self.orders, len(self.results))


def coded_hands(hands: SplitHands, outcome: int) -> CodedHands:
    """Return the hands by what they win against a dealer outcome."""
    result = hands.results(outcome)
    values, counted = np.unique(result, return_counts=True)
    left_out = int(values[np.argmax(counted)])
    kept = result != left_out
    pairs = np.stack([hands.is_pair[kept].astype(np.int64), result[kept]], axis=1)
    codes, code, often = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
    rarest = np.argsort(often, kind="stable")
    codes, code = codes[rarest], np.argsort(rarest)[code.ravel()]
    # Hands of the same cards and code are one.
    places = np.stack([hands.key[kept], code], axis=1)
    merged, inverse = np.unique(places, axis=0, return_inverse=True)
    orders = np.bincount(inverse.ravel(), hands.orders[kept], minlength=len(merged))
    return CodedHands(
        outcome=outcome,
        left_out=left_out,
        results=np.ascontiguousarray(codes[:, 1]),
        is_pair=codes[:, 0] == 1,
        key=np.ascontiguousarray(merged[:, 0]),
        code=np.ascontiguousarray(merged[:, 1]),
        orders=orders.astype(np.float64),
    )


def uses(patterns: tuple[SplitPattern, ...]) -> dict[Need, float]:
    """Return which joint probabilities the patterns need, and how often they count at most.

    Notes
    -----
    Conditioning: none.
    Method: each given hand may be of the result left out or not, which makes two terms of each.
    Error: none; the numbers are whole.
    Source: derived here, reports/METHOD.md section 7.
    """
    often: dict[Need, float] = {}
    for pattern in patterns:
        for restricted in range(pattern.restricted + 1):
            unspecified = pattern.restricted - restricted
            for free in range(pattern.free + 1):
                number = restricted + free
                ways = comb(pattern.restricted, restricted) * comb(pattern.free, free)
                for extra in range(unspecified + 1):
                    need = number, pattern.pairs + extra
                    terms = 2**number * pattern.ways * ways * comb(unspecified, extra)
                    often[need] = often.get(need, 0.0) + terms
    return often


def joint_tables(
    counts: IntVector,
    rules: TwentyOneRules,
    pair: int,
    upcard: int,
    hands: SplitHands,
    patterns: tuple[SplitPattern, ...],
) -> tuple[list[tuple[CodedHands, Table]], float]:
    """Return the joint probabilities that the patterns of a split need.

    Parameters
    ----------
    counts : ndarray of int64, shape (10,)
        The shoe, both pair cards and the upcard still in it.
    rules : TwentyOneRules
        The rules.
    pair, upcard : int
        Ranks.
    hands : SplitHands
        What one hand can become.
    patterns : tuple of SplitPattern
        How pairs can be split.

    Returns
    -------
    list of tuple
        For each dealer outcome the coded hands and the tables.
    float
        Bound on the probability that is missing or in a wrong place of the law of the round.

    Notes
    -----
    Conditioning: on the pair and the upcard; none on what the table gives.
    Method: sums over the multisets of all the hands' cards; the least likely ones of two hands
    and more are left out where they are very many.
    Error: as returned; rounding below 1e-13.
    Source: derived here, reports/METHOD.md section 7.
    """
    coded = [
        coded_hands(hands, outcome)
        for outcome in range(OUTCOMES)
        if outcome != OUTCOME_BLACKJACK or rules.blackjack_takes_all
    ]
    often = uses(patterns)
    most = max(number for number, _ in often)
    shoe = _Shoe(counts, rules, pair, upcard)
    tables: list[tuple[CodedHands, Table]] = [(part, {}) for part in coded]
    levels = [Multisets.of(np.zeros(1, dtype=np.int64), np.ones(1), 1)]
    keys = np.unique(np.concatenate([part.key for part in coded]))
    if len(keys):
        kept = np.isin(hands.key, keys)
        orders = np.bincount(np.searchsorted(keys, hands.key[kept]), hands.orders[kept])
        stride = 1 + int((keys % KEY_BASE).max())
        levels.append(Multisets.of(keys, orders.astype(np.float64), stride))
    misplaced = 0.0
    for number in range(most + 1):
        if 2 <= number <= len(levels):
            # Thinning may have taken all sums of so many aces, and so of those that lead to them.
            most_aces = levels[-1].most_aces()
            stride = 1 + most_aces + min(levels[1].most_aces(), most_aces)
            levels = [level.with_places(stride, most_aces) for level in levels]
            sums, wrong = _thinned_out(sums_of(levels[-1], levels[1]), number, shoe, often)
            levels.append(sums)
            misplaced += wrong
        targets = [targets_of(base, levels[1], sums) for base, sums in pairwise(levels)]
        for gone in sorted(gone for of, gone in often if of == number):
            values = None
            if number < len(levels):
                values = shoe.values(levels[number].keys, gone)
            for part, table in tables:
                table[number, gone] = _table(values, part, levels, targets, number)
    return tables, misplaced


def _table(
    values: FloatArray | None,
    part: CodedHands,
    levels: list[Multisets],
    targets: list[IntMatrix],
    number: int,
) -> FloatArray:
    """Return the probability that given hands have given codes, shape (codes,) * hands.

    Hands are exchangeable, so codes are given in descending order alone.
    """
    codes = len(part.results)
    table = np.zeros((codes,) * number)
    if values is None or (number and not codes):
        return table
    dense = np.zeros(len(levels[number].orders))
    dense[levels[number].present] = values[:, part.outcome]
    rows: dict[tuple[int, ...], FloatArray] = {(): dense}
    if not number:
        return np.array(dense[0])
    hands = part.within(levels[1])
    for level in range(number, 0, -1):
        longer: dict[tuple[int, ...], FloatArray] = {}
        for given, row in rows.items():
            labels = given[-1] + 1 if given else codes
            found = spread(levels[level - 1], levels[level], targets[level - 1], row, hands, labels)
            longer |= {(*given, code): found[code] for code in range(labels)}
        rows = longer
    found_at = {tuple(sorted(given)): row[0] for given, row in rows.items()}
    for place in product(range(codes), repeat=number):
        table[place] = found_at[tuple(sorted(place))]
    return table


def _thinned_out(
    sums: Multisets, level: int, shoe: _Shoe, often: dict[Need, float]
) -> tuple[Multisets, float]:
    """Return the likelier sums of so many hands, and what probability that misplaces at most."""
    if len(sums.keys) <= FEW_MULTISETS:
        return sums, 0.0
    ways: dict[int, float] = {}
    for (number, gone), times in often.items():
        if number >= level:
            # Any `level` of the hands of a table may be those left out.
            more = times * comb(number, level) * shoe.chance(gone)
            ways[gone] = ways.get(gone, 0.0) + more
    wrong = sums.orders[sums.present]
    wrong *= sum(often * shoe.in_order(sums.keys, gone) for gone, often in ways.items() if often)
    # Sums of like probability stand and fall together, which spares sorting them.
    likeness = (FINENESS * np.log2(np.maximum(wrong, np.finfo(np.float64).tiny))).astype(np.int64)
    likeness -= likeness.min()
    below = np.cumsum(np.bincount(likeness, wrong))
    dropped = int(np.searchsorted(below, MAY_BE_WRONG))
    orders = sums.orders.copy()
    orders[sums.present[likeness < dropped]] = 0.0
    return replace(sums, orders=orders), float(below[dropped - 1]) if dropped else 0.0


@dataclass(frozen=True)
class _Shoe:
    """The cards from which a split round is dealt."""

    counts: IntVector
    rules: TwentyOneRules
    pair: int
    upcard: int

    def left(self, gone: int) -> IntVector:
        """Return the cards left when so many further pair cards are gone; may be negative."""
        left = self.counts.copy()
        left[self.upcard] -= 1
        left[self.pair] -= 2 + gone
        return left

    def chance(self, gone: int) -> float:
        """Return the probability of drawing so many further pair cards first."""
        left = self.left(0)
        cards = int(left.sum())
        chance = 1.0
        for card in range(gone):
            chance *= max(int(left[self.pair]) - card, 0) / (cards - card)
        return chance

    def in_order(self, keys: IntVector, gone: int) -> FloatArray:
        """Return P(the cards of each multiset in one given order)."""
        probability = np.empty(len(keys))
        left = np.maximum(self.left(gone), 0)
        # One card more than any multiset has would do; no shoe has more than it holds.
        falling = np.ones((RANKS, KEY_BASE))
        falling[:, 1:] = np.cumprod(
            np.maximum(left[:, None] - np.arange(KEY_BASE - 1), 0), axis=1, dtype=np.float64
        )
        unseen = int(left.sum())
        inverse = np.ones(MOST_CARDS + 1)
        inverse[1:] = np.cumprod(1.0 / np.maximum(unseen - np.arange(MOST_CARDS), 1))
        _draw(keys, falling, inverse, probability)
        return probability

    def values(self, keys: IntVector, gone: int) -> FloatArray:
        """Return P(further pair cards, cards in one given order, outcome), (multisets, 7)."""
        chance = self.chance(gone)
        values = np.zeros((len(keys), OUTCOMES))
        if chance == 0.0:
            return values
        known = self.counts - self.left(gone)
        known[self.upcard] -= 1
        for begin in range(0, len(keys), DEALT_AT_ONCE):
            part = keys[begin : begin + DEALT_AT_ONCE]
            removed = np.empty((len(part), RANKS), dtype=np.int64)
            _cards_gone(part, known, removed)
            dealt = dealer_outcomes(
                self.counts,
                removed,
                hits_soft_17=self.rules.dealer_hits_soft_17,
                upcards=(self.upcard,),
            )[:, 0]
            # The dealer need not have the cards to play where every hand of the round is bust.
            dealt[:, OUTCOME_BUST] = 0.0
            dealt[:, OUTCOME_BUST] = 1.0 - dealt.sum(axis=1)
            values[begin : begin + len(part)] = (chance * self.in_order(part, gone))[
                :, None
            ] * dealt
        return values


@kernel
def _cards_gone(keys, known, removed):
    for number in range(keys.size):
        key = keys[number]
        for rank in range(RANKS):
            removed[number, rank] = known[rank] + key % KEY_BASE
            key //= KEY_BASE


@kernel
def _draw(keys, falling, inverse, in_order):
    """Fill the probability of drawing the cards of each multiset in one given order."""
    for number in range(keys.size):
        key = keys[number]
        product = 1.0
        cards = 0
        for rank in range(RANKS):
            count = key % KEY_BASE
            product *= falling[rank, count]
            cards += count
            key //= KEY_BASE
        in_order[number] = product * inverse[cards]
