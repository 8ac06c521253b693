"""The joint law of up to four split hands with the dealer, exactly.

The hands after a split are exchangeable, and so are the cards. What is needed is the joint
probability that k given hands end as given classes, that g other given cards are pair cards, and
that the dealer ends as d, for k up to 4. Everything else follows by inclusion and exclusion: a
class left out is one less the others, and a second card that is no pair card is any card less a
pair card. So the hands of the largest class, mostly the busts, are never enumerated.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.errors import EngineError
from certify.exact.dealer import OUTCOME_BLACKJACK, OUTCOME_BUST, OUTCOMES, dealer_outcomes
from certify.exact.multisets import LabelledHands, Multisets, spread, sums_of
from certify.exact.rules import TwentyOneRules
from certify.exact.split import SplitPattern, most_hands_of, split_patterns
from certify.exact.split_hands import KEY_BASE, SplitHands, split_hands
from certify.numerics.jit import kernel

IntVector = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

MOST_HANDS = 4
MOST_NET = 2 * MOST_HANDS
NETS = 2 * MOST_NET + 1
LOSS, PUSH, WIN = range(3)
FEW_MULTISETS = 50_000
"""So many multisets of three hands are not thinned out."""

MAY_BE_WRONG = 1e-7
"""Probability, given the pair and the upcard, that thinning may put in a wrong place."""

DEALT_AT_ONCE = 200_000
"""Multisets of which the dealer is worked out in one call, to bound the memory."""

Table = dict[tuple[int, int], FloatArray]
"""Joint probability by (hands specified, further pair cards gone)."""


@dataclass(frozen=True)
class SplitLaw:
    """The law of a round in which a pair is split, given the pair and the upcard.

    Attributes
    ----------
    probability : ndarray of float64, shape (17, 3, 3)
        By net result, -8 to 8, and by what the round counts for the streak (loss, push, win), by
        hands won less hands lost, and by the majority of all hands.
    error_bound : float
        Bound on the probability that is in a wrong place, summed over all places.
    """

    probability: FloatArray
    error_bound: float


def split_law(
    counts: IntVector,
    rules: TwentyOneRules,
    pair: int,
    upcard: int,
    hits: BoolArray,
    doubles: BoolArray,
) -> SplitLaw:
    """Return the law of a round in which a pair is split.

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
    SplitLaw
        The law.

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
    dropped changes no mean, since it concerns four hands at once.
    Source: derived here, reports/METHOD.md section 7.
    """
    most = most_hands_of(rules, pair)
    if most > MOST_HANDS:
        raise EngineError(
            f"the distribution of a round is computed for at most {MOST_HANDS} hands after splits, "
            f"but the rules allow {most}"
        )
    hands = split_hands(rules, pair, hits, doubles)
    played = [
        _coded(hands, outcome)
        for outcome in range(OUTCOMES)
        if outcome != OUTCOME_BLACKJACK or rules.blackjack_takes_all
    ]
    keys = np.unique(np.concatenate([coded.key for coded in played]))
    nothing = Multisets.of(np.zeros(1, dtype=np.int64), np.ones(1))
    sets = [nothing]
    if len(keys):
        kept = np.isin(hands.key, keys)
        places = np.searchsorted(keys, hands.key[kept])
        sets.append(Multisets.of(keys, np.bincount(places, hands.orders[kept]).astype(np.float64)))
    joint: list[Table] = [{} for _ in played]
    dropped = 0.0
    for number in range(most + 1):
        if 2 <= number <= len(sets):
            if number == MOST_HANDS:
                share = _may_drop(counts, pair, upcard, most)
                sets, lost = _without_unlikely(sets, counts, pair, upcard, share)
                dropped = lost * _effect_of_dropping(counts, pair, upcard, most)
            sets.append(sums_of(sets[-1], sets[1]))
        for gone in sorted(gone for of, gone in _needed(most) if of == number):
            values = None
            if number < len(sets):
                values = _values(counts, rules, pair, upcard, gone, sets[number].key)
            for coded, table in zip(played, joint, strict=True):
                table[number, gone] = _specified(values, coded, sets, number)
    law = np.zeros((NETS, MOST_HANDS + 1, MOST_HANDS + 1, MOST_HANDS + 1))
    for coded, table in zip(played, joint, strict=True):
        for pattern in split_patterns(most):
            _add_pattern(table, pattern, coded, law)
    return SplitLaw(_by_streak(law), error_bound=dropped)


@dataclass(frozen=True)
class _CodedHands:
    """The hands of all results but one, against one dealer outcome.

    A code is a second card (pair or not) and a result; `left_out` is the result with the most
    hands, whose probability is one less the others'.
    """

    outcome: int
    left_out: int
    results: IntVector
    is_pair: BoolArray
    key: IntVector
    code: IntVector
    orders: FloatArray

    def within(self, multisets: Multisets) -> LabelledHands:
        """Return the hands by their place among multisets; those of others are left out."""
        there = np.isin(self.key, multisets.key)
        start = np.searchsorted(self.key[there], np.append(multisets.key, np.iinfo(np.int64).max))
        return LabelledHands(
            start=start.astype(np.int64),
            label=self.code[there],
            orders=self.orders[there],
            labels=len(self.results),
        )


def _coded(hands: SplitHands, outcome: int) -> _CodedHands:
    result = hands.results(outcome)
    values, counted = np.unique(result, return_counts=True)
    left_out = int(values[np.argmax(counted)])
    kept = result != left_out
    pairs = np.stack([hands.is_pair[kept].astype(np.int64), result[kept]], axis=1)
    codes, code = np.unique(pairs, axis=0, return_inverse=True)
    # Hands of the same cards and code are one.
    places = np.stack([hands.key[kept], code.ravel()], axis=1)
    merged, inverse = np.unique(places, axis=0, return_inverse=True)
    orders = np.bincount(inverse.ravel(), hands.orders[kept], minlength=len(merged))
    return _CodedHands(
        outcome=outcome,
        left_out=left_out,
        results=np.ascontiguousarray(codes[:, 1]),
        is_pair=codes[:, 0] == 1,
        key=np.ascontiguousarray(merged[:, 0]),
        code=np.ascontiguousarray(merged[:, 1]),
        orders=orders.astype(np.float64),
    )


def _needed(most: int) -> set[tuple[int, int]]:
    """Return which joint probabilities the patterns need."""
    return {
        (restricted + free, pattern.pairs + extra)
        for pattern in split_patterns(most)
        for restricted in range(pattern.restricted + 1)
        for free in range(pattern.free + 1)
        for extra in range(pattern.restricted - restricted + 1)
    }


def _specified(
    values: FloatArray | None, coded: _CodedHands, sets: list[Multisets], number: int
) -> FloatArray:
    """Return the joint probability that given hands have given codes, shape (codes,) * hands."""
    codes = len(coded.results)
    if values is None or (number and not codes):
        return np.zeros((codes,) * number)
    rows = np.ascontiguousarray(values[:, coded.outcome, None])
    if number:
        hands = coded.within(sets[1])
        for level in range(number, max(number - 2, 0), -1):
            rows = spread(sets[level - 1], sets[1], sets[level], rows, hands)
    if number > 2:
        rows = _contract(rows, sets[number - 2], coded, number - 2)
    return rows.reshape((codes,) * number)


def _contract(rows: FloatArray, sets: Multisets, coded: _CodedHands, number: int) -> FloatArray:
    """Return the sum over one or two more hands, of which `sets` are the multisets."""
    codes = len(coded.results)
    result = np.zeros((codes**number, rows.shape[1]))
    if number == 1:
        row_of = np.searchsorted(sets.key, coded.key)
        np.add.at(result, coded.code, coded.orders[:, None] * rows[row_of])
    else:
        _contract_two(rows, sets.key, coded.key, coded.code, coded.orders, codes, result)
    return result


@kernel
def _contract_two(rows, sums, keys, label, orders, codes, result):
    for first in range(label.size):
        for second in range(label.size):
            row = np.searchsorted(sums, keys[first] + keys[second])
            ways = orders[first] * orders[second]
            place = label[first] * codes + label[second]
            for column in range(result.shape[1]):
                result[place, column] += ways * rows[row, column]


def _effect_of_dropping(counts: IntVector, pair: int, upcard: int, most: int) -> float:
    """Return what probability is misplaced at most for each unit dropped of four given hands.

    Each pattern of four hands takes the joint probability once, and replacing each of the four
    hands by one of the result left out or not makes sixteen terms.
    """
    ways = sum(
        pattern.ways
        for pattern in split_patterns(most)
        if pattern.restricted + pattern.free == MOST_HANDS
    )
    left = int(counts[pair]) - 2 - (upcard == pair)
    cards = int(counts.sum()) - 3
    chance = max(left, 0) * max(left - 1, 0) / (cards * (cards - 1))
    return float(2**MOST_HANDS * ways * chance)


def _may_drop(counts: IntVector, pair: int, upcard: int, most: int) -> float:
    """Return what probability of three hands, and of one, may be dropped."""
    effect = _effect_of_dropping(counts, pair, upcard, most)
    return MAY_BE_WRONG / effect / 2 if effect else 0.0


def _without_unlikely(
    sets: list[Multisets], counts: IntVector, pair: int, upcard: int, share: float
) -> tuple[list[Multisets], float]:
    """Return the sets without the least likely of three hands and of one, and what was dropped."""
    if len(sets[-1].key) <= FEW_MULTISETS:
        return sets, 0.0
    left = counts.copy()
    left[upcard] -= 1
    left[pair] -= MOST_HANDS
    thinned, lost = list(sets), 0.0
    for place in (1, len(sets) - 1):
        multisets = sets[place]
        removed = np.empty((len(multisets.key), RANKS), dtype=np.int64)
        in_order = np.empty(len(multisets.key))
        _draw(multisets.key, left, np.zeros_like(left), removed, in_order)
        probability = multisets.orders * in_order
        order = np.argsort(probability)
        below = np.cumsum(probability[order])
        unlikely = order[: np.searchsorted(below, share)]
        kept = np.ones(len(order), dtype=np.bool_)
        kept[unlikely] = False
        lost += float(probability[unlikely].sum())
        thinned[place] = multisets.only(kept)
    return thinned, lost


def _values(
    counts: IntVector,
    rules: TwentyOneRules,
    pair: int,
    upcard: int,
    gone: int,
    keys: IntVector,
) -> FloatArray:
    """Return P(further pair cards, cards in one given order, outcome), shape (multisets, 7)."""
    left = counts.copy()
    left[upcard] -= 1
    left[pair] -= 2
    cards = int(left.sum())
    chance = 1.0
    for card in range(gone):
        chance *= max(int(left[pair]) - card, 0) / (cards - card)
    values = np.zeros((len(keys), OUTCOMES))
    if chance == 0.0:
        return values
    left[pair] -= gone
    known = counts - left
    known[upcard] -= 1
    for begin in range(0, len(keys), DEALT_AT_ONCE):
        part = keys[begin : begin + DEALT_AT_ONCE]
        removed = np.empty((len(part), RANKS), dtype=np.int64)
        in_order = np.empty(len(part))
        _draw(part, left, known, removed, in_order)
        dealt = dealer_outcomes(
            counts,
            removed,
            hits_soft_17=rules.dealer_hits_soft_17,
            upcards=(upcard,),
        )[:, 0]
        # The dealer need not have the cards to play where every hand of the round is bust.
        dealt[:, OUTCOME_BUST] = 0.0
        dealt[:, OUTCOME_BUST] = 1.0 - dealt.sum(axis=1)
        values[begin : begin + len(part)] = (chance * in_order)[:, None] * dealt
    return values


@kernel
def _draw(keys, left, known, removed, in_order):
    """Fill the cards gone, and the probability of drawing the cards in one given order."""
    unseen = left.sum()
    for number in range(keys.size):
        key = keys[number]
        probability = 1.0
        cards = unseen
        for rank in range(RANKS):
            count = key % KEY_BASE
            key //= KEY_BASE
            removed[number, rank] = known[rank] + count
            for card in range(count):
                probability *= max(left[rank] - card, 0) / max(cards, 1)
                cards -= 1
        in_order[number] = probability


def _add_pattern(joint: Table, pattern: SplitPattern, coded: _CodedHands, law: FloatArray) -> None:
    """Add a pattern: some hands specified, the others of the result left out."""
    for restricted in range(pattern.restricted + 1):
        unspecified = pattern.restricted - restricted
        for free in range(pattern.free + 1):
            table = sum(
                (-1) ** extra
                * comb(unspecified, extra)
                * joint[restricted + free, pattern.pairs + extra]
                for extra in range(unspecified + 1)
            )
            ways = comb(pattern.restricted, restricted) * comb(pattern.free, free)
            _add_specified(
                np.asarray(table).ravel(),
                float(pattern.ways * ways),
                restricted,
                restricted + free,
                pattern.restricted + pattern.free,
                coded.results,
                coded.left_out,
                coded.is_pair,
                law,
            )


@kernel
def _add_specified(table, ways, restricted, specified, number, results, left_out, is_pair, law):
    chosen = np.zeros(max(specified, 1), dtype=np.int64)
    for index in range(table.size):
        rest = index
        allowed = True
        for place in range(specified - 1, -1, -1):
            chosen[place] = rest % results.size
            rest //= results.size
            # A hand of the first ones has a second card that is no pair card.
            if place < restricted and is_pair[chosen[place]]:
                allowed = False
        if not allowed:
            continue
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
            law[net + MOST_NET, number, won, lost] += sign * ways * table[index]


def _by_streak(law: FloatArray) -> FloatArray:
    """Return the law by net result and by the two readings of what a round counts as."""
    result = np.zeros((NETS, 3, 3))
    for number in range(MOST_HANDS + 1):
        for won in range(MOST_HANDS + 1):
            for lost in range(MOST_HANDS + 1):
                by_net = PUSH + (won > lost) - (won < lost)
                by_majority = PUSH + (2 * won > number) - (2 * lost > number)
                result[:, by_net, by_majority] += law[:, number, won, lost]
    return result
