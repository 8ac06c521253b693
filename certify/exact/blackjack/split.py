"""Splits to any number of hands, exactly, from the value of a single hand.

Hands after a split are played by a fixed strategy, so they are exchangeable, and the
expectation of a split round is a sum of single-hand expectations. What a hand must know of the
others is only how many pair cards they took (j), and that m of their second cards were not pair
cards. The second condition is removed by inclusion and exclusion over which of the m cards are
pair cards after all, which leaves single-hand values with j, j + 1, .. pair cards gone: no
division, so no loss of digits however small the shoe. Where the play depends on the pair cards
gone, the same sum has single hands by several strategies; `split_terms` says which.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, fsum
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, RANK_KEYS, hand_table
from certify.cards.ranks import ACE, RANKS
from certify.cards.split_play import SplitPlay
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
)
from certify.exact.blackjack.decisions import Decisions
from certify.exact.blackjack.multisets.dealer_outcomes import DealerOutcomes
from certify.exact.blackjack.player import (
    NONE_BURNED,
    draw_net_and_amount,
    fill_chances,
    fill_stays,
    unseen,
)
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.values import ShoeValues
from certify.numerics.jit import kernel

IntVector = npt.NDArray[np.int64]
FloatTensor = npt.NDArray[np.float64]
BoolTensor = npt.NDArray[np.bool_]

Each = TypeVar("Each")

MOST_HANDS = 4
"""Of a split round: for more no distribution is worked out."""

NET = 0
AMOUNT = 1
ALL_SECOND_CARDS = 0
PAIR_SECOND_CARD = 1


@dataclass(frozen=True)
class SplitPattern:
    """A way in which second cards lead to the final number of hands.

    Attributes
    ----------
    ways : int
        Sequences of second cards with this pattern.
    pairs : int
        Pair cards drawn and split (hands are two more).
    restricted : int
        Hands whose second card is known not to be the pair card.
    free : int
        Hands whose second card may be any, the limit of hands being reached.
    """

    ways: int
    pairs: int
    restricted: int
    free: int


@cache
def split_patterns(most_hands: int, waiting: int = 2, hands: int = 2) -> tuple[SplitPattern, ...]:
    """Return every pattern of second cards for splitting to at most `most_hands` hands.

    `waiting` of the `hands` that there are have no second card yet.
    """
    found: Counter[tuple[int, int, int]] = Counter()

    def deal(waiting: int, hands: int, pairs: int, restricted: int) -> None:
        if waiting == 0 or hands == most_hands:
            found[pairs, restricted, waiting] += 1
            return
        deal(waiting + 1, hands + 1, pairs + 1, restricted)
        deal(waiting - 1, hands, pairs, restricted + 1)

    deal(waiting, hands, pairs=0, restricted=0)
    return tuple(
        SplitPattern(ways, pairs, restricted, free)
        for (pairs, restricted, free), ways in sorted(found.items())
    )


def most_hands_of(rules: TwentyOneRules, pair: int) -> int:
    """Return to how many hands a pair of this rank can be split at most."""
    if pair == ACE and not rules.resplit_aces:
        return min(rules.max_split_hands, 2)
    return rules.max_split_hands


@dataclass(frozen=True)
class SplitTerm:
    """What single hands count in a split round, to be weighed by the chance of the pair cards gone.

    Attributes
    ----------
    level : int
        Which of the strategies plays the hand.
    gone : int
        Further pair cards gone.
    any_card, pair_card : int
        How often the hand counts with any second card, and with a pair card beside that. Negative
        numbers take back hands of rounds in which other hands' second cards are pair cards.
    """

    level: int
    gone: int
    any_card: int
    pair_card: int


@cache
def split_terms(most_hands: int, play: SplitPlay) -> tuple[SplitTerm, ...]:
    """Return the terms of a split round, by how hands after the split are played.

    Parameters
    ----------
    most_hands : int
        To how many hands the pair can be split.
    play : SplitPlay
        One strategy for all hands (level 0); or, of `CDP`, of each single hand the one that is
        best for the pair cards gone in its term; or, of `PAIRS_SEEN`, the one that is best for
        the pair cards that were split when the hand is played, hand after hand.

    Returns
    -------
    tuple of SplitTerm
        The terms.

    Notes
    -----
    Conditioning: none.
    Method: inclusion and exclusion over the second cards that are known not to be pair cards.
    Error: none; the numbers are whole.
    Source: derived here, docs/split-play.md.
    """
    if play is not SplitPlay.PAIRS_SEEN:
        return terms_of(split_patterns(most_hands), by_gone=play is SplitPlay.CDP)
    found: Counted = {}

    def deal(waiting: int, hands: int, pairs: int, others: int) -> None:
        if waiting == 0:
            return
        if hands == most_hands:
            _add_hands(found, waiting, pairs, others, level=pairs, no_pair=False)
            return
        _add_hands(found, 1, pairs, others, level=pairs, no_pair=True)
        deal(waiting + 1, hands + 1, pairs + 1, others)
        deal(waiting - 1, hands, pairs, others + 1)

    deal(waiting=2, hands=2, pairs=0, others=0)
    return _as_terms(found)


@cache
def terms_of(patterns: tuple[SplitPattern, ...], *, by_gone: bool = False) -> tuple[SplitTerm, ...]:
    """Return the terms of patterns of second cards; `by_gone`: each has the level of its own."""
    found: Counted = {}
    for pattern in patterns:
        ways, apart = pattern.ways, pattern.restricted
        level = None if by_gone else 0
        _add_hands(found, ways * apart, pattern.pairs, apart - 1, level=level, no_pair=True)
        _add_hands(found, ways * pattern.free, pattern.pairs, apart, level=level, no_pair=False)
    return _as_terms(found)


Counted = dict[tuple[int, int], list[int]]
"""By level and pair cards gone, how often hands count: with any second card, with a pair card."""


def _add_hands(
    found: Counted, hands: int, pairs: int, others: int, *, level: int | None, no_pair: bool
) -> None:
    """Add hands, where so many others' second cards are no pair cards; no level: by cards gone."""
    for also in range(others + 1 if hands else 0):
        gone = pairs + also
        weight = (-1) ** also * comb(others, also) * hands
        term = found.setdefault((gone if level is None else level, gone), [0, 0])
        term[0] += weight
        term[1] -= weight if no_pair else 0


def _as_terms(found: Counted) -> tuple[SplitTerm, ...]:
    return tuple(SplitTerm(*place, *weights) for place, weights in sorted(found.items()))


def most_gone_of(most_hands: int) -> int:
    """Return how many further pair cards a term of a split round has gone at most."""
    return max(pattern.pairs + pattern.restricted for pattern in split_patterns(most_hands))


def split_values(
    shoe: ShoeValues, decisions: Decisions, *, pairs: Iterable[int] = range(RANKS)
) -> FloatTensor:
    """Return the expectation of splitting each pair against each upcard.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe, both pair cards and the upcard still in it.
    decisions : Decisions
        How hands after a split are played, by upcard and hand.
    pairs : iterable of int
        Ranks of the pairs that are wanted, all by default.

    Returns
    -------
    ndarray of float64, shape (2, 10, 10)
        Net result and amount wagered, by pair and upcard, in main wagers, joint with no dealer
        blackjack (where the dealer peeks). 0 where the pair is not wanted, or it and the upcard
        cannot be dealt.

    Notes
    -----
    Conditioning: on the pair and the upcard; joint with no dealer blackjack.
    Method: linearity over exchangeable hands, inclusion and exclusion over pair cards.
    Error: at most 1e-13 absolute; checked against brute force in tests/oracle.
    Source: derived here, reports/METHOD.md section 4.
    """
    values = np.zeros((2, RANKS, RANKS))
    counts, rules = shoe.counts, shoe.rules
    most = {pair: most_hands_of(rules, pair) for pair in pairs if counts[pair] >= 2}
    plays = [
        SplitHandPlay(pair, most_gone_of(most[pair]), hits, doubles)
        for pair in most
        if most[pair] >= 2
        for hits, doubles in decisions.after_splitting(pair)
    ]
    by_pair: dict[int, list[FloatTensor]] = {}
    for play, single in zip(plays, single_hands(shoe.dealer, rules, plays), strict=True):
        by_pair.setdefault(play.pair, []).append(single)
    upcards = np.arange(RANKS)
    for pair, singles in by_pair.items():
        terms = split_terms(most[pair], decisions.split_play)
        pairs_left = counts[pair] - 2 - (upcards == pair)
        there = (pairs_left >= 0) & (counts >= 1)
        of_there = [of_level[:, there] for of_level in singles]
        cards = int(counts.sum()) - 3
        values[:, pair, there] = split_sums(terms, of_there, pairs_left[there], cards)
    return values


def split_sums(
    terms: tuple[SplitTerm, ...],
    single: Sequence[FloatTensor],
    pairs_left: IntVector,
    cards: int,
) -> FloatTensor:
    """Return what the terms of a split round add up to.

    Parameters
    ----------
    terms : tuple of SplitTerm
        What single hands count.
    single : sequence of array, shape (kinds, upcards, 2, most_gone + 1)
        By level the value of a hand, in main wagers: of each kind against each of some upcards,
        (any second card, a pair card), by the number of pair cards gone.
    pairs_left : array of int, shape (upcards,)
        Pair cards that are left.
    cards : int
        All cards that are left.

    Returns
    -------
    array, shape (kinds, upcards)
        In main wagers.

    Notes
    -----
    Conditioning: as that of the values.
    Method: inclusion and exclusion over the other hands' second cards.
    Error: rounding alone, some units in the last place a term.
    Source: Griffin, The Theory of Blackjack, on pair splitting; METHOD.md, section 4.
    """
    parts = []
    for term in terms:
        hand = of_level(single, term.level)[..., term.gone]
        counted = (
            term.any_card * hand[..., ALL_SECOND_CARDS]
            + term.pair_card * hand[..., PAIR_SECOND_CARD]
        )
        parts.append(_chance_of_pairs(term.gone, pairs_left, cards) * counted)
    every = np.reshape(parts, (len(parts), -1))
    return np.array([fsum(each) for each in every.T]).reshape(parts[0].shape)


def of_level(by_level: Sequence[Each], level: int) -> Each:
    """Return what belongs to a level; the last serves all further ones, which play alike."""
    return by_level[min(level, len(by_level) - 1)]


def _chance_of_pairs(gone: int, pairs_left: IntVector, cards: int) -> FloatTensor:
    """Return P(so many given cards are pair cards), by upcard."""
    chance = np.ones(len(pairs_left))
    for card in range(gone):
        chance *= np.maximum(pairs_left - card, 0) / max(cards - card, 1)
    return chance


class SplitHandPlay(NamedTuple):
    """How one hand after a split is played.

    Attributes
    ----------
    pair, most_gone : int
        The rank that is split, and the most pair cards that may be gone besides.
    hits, doubles : array of bool, shape (10, hands)
        The play, by upcard and hand.
    """

    pair: int
    most_gone: int
    hits: BoolTensor
    doubles: BoolTensor


def single_hands(
    dealer: DealerOutcomes, rules: TwentyOneRules, plays: Sequence[SplitHandPlay]
) -> list[FloatTensor]:
    """Return the values of one hand after a split, by each of some plays.

    Parameters
    ----------
    dealer : DealerOutcomes
        The dealer; the cards of his shoe have the pair cards and the upcard among them.
    rules : TwentyOneRules
        The rules in force.
    plays : sequence of SplitHandPlay
        The plays.

    Returns
    -------
    list of array, shape (2, 10, 2, most_gone + 1)
        In main wagers: net or amount, upcard, (any second card, a pair card), further pair cards
        gone.

    Notes
    -----
    Conditioning: the dealer has no blackjack, where one is looked for.
    Method: the recursion of a hand that is not split, with pair cards taken out.
    Error: rounding alone; bounded with the round's.
    Source: METHOD.md, sections 3 and 4.
    """
    table = hand_table()
    ways = [_after_splitting(rules, play.pair) for play in plays]
    standing, met = [], []
    keys = table.counts @ RANK_KEYS
    removed = [np.zeros(0, dtype=np.int64)]
    for play, (one_card, may_double) in zip(plays, ways, strict=True):
        is_met = np.zeros((RANKS, len(table.size)), dtype=np.bool_)
        ends = np.zeros(len(table.size), dtype=np.bool_)
        _hands_met(
            table.successor,
            table.size,
            play.pair,
            one_card,
            may_double,
            play.hits,
            play.doubles,
            is_met,
            ends,
        )
        (stands,) = np.nonzero(ends)
        gone = np.arange(1, play.most_gone + 2) * RANK_KEYS[play.pair]
        standing.append(stands)
        met.append(is_met)
        removed.append((keys[stands] + gone[:, None]).ravel())
    rows = dealer.rows_of(np.concatenate(removed))
    found = []
    for play, (one_card, may_double), stands, is_met in zip(
        plays, ways, standing, met, strict=True
    ):
        levels = play.most_gone + 1
        own, rows = rows[: levels * len(stands)], rows[levels * len(stands) :]
        row = np.full((levels, len(table.size)), -1, dtype=np.int64)
        row[:, stands] = own.reshape(levels, -1)
        (members,) = np.nonzero(is_met.any(axis=0))
        single = np.zeros((2, RANKS, 2, levels))
        _single_hands_kernel(
            dealer.shoe,
            table,
            members[::-1].copy(),
            is_met,
            play.pair,
            one_card,
            may_double,
            rules.blackjack_takes_all,
            play.hits,
            play.doubles,
            dealer.outcomes,
            row,
            single,
        )
        found.append(single)
    return found


def _after_splitting(rules: TwentyOneRules, pair: int) -> tuple[bool, tuple[bool, bool]]:
    """Return whether a hand gets one card alone, and `may_double_after_split`."""
    return pair == ACE and not rules.hit_split_aces, may_double_after_split(rules, pair)


def may_double_after_split(rules: TwentyOneRules, pair: int) -> tuple[bool, bool]:
    """Return whether a hand of two cards after a split, and one of more, may be doubled."""
    allowed = rules.double_after_split
    if pair == ACE:
        allowed = allowed and rules.hit_split_aces and rules.double_split_aces
    return allowed, allowed and rules.double_after_hit


@kernel
def _hands_met(successor, size, pair, one_card, may_double, hits, doubles, met, ends):
    """Fill by upcard which hands a hand after a split can be, and which of all it can end as."""
    start = successor[0, pair]
    for upcard in range(RANKS):
        plays_on = np.zeros(size.size, dtype=np.bool_)
        for rank in range(RANKS):
            plays_on[successor[start, rank]] = True
        for hand in range(size.size):
            if not plays_on[hand]:
                continue
            met[upcard, hand] = True
            doubled = doubles[upcard, hand] and may_double[0 if size[hand] == 2 else 1]
            if one_card or not (doubled or hits[upcard, hand]):
                ends[hand] = True
                continue
            for rank in range(RANKS):
                child = successor[hand, rank]
                if child == BUST:
                    continue
                if doubled:
                    met[upcard, child] = True
                    ends[child] = True
                else:
                    plays_on[child] = True


@kernel
def _single_hands_kernel(
    shoe,
    hands,
    members,
    met,
    pair,
    one_card,
    may_double,
    takes_all,
    hits,
    doubles,
    outcomes,
    row,
    single,
):
    """Fill `single`: the fixed strategy's value of one post-split hand by pair cards gone."""
    counts, successor, size, total = hands.counts, hands.successor, hands.size, hands.total
    start = successor[0, pair]
    # Every hand that can be drawn to is written before it is read, so one allocation serves all.
    stand = np.zeros((2, size.size, RANKS))
    value = np.zeros((2, size.size, RANKS))
    drawn = np.zeros((2, RANKS))
    left = np.zeros(RANKS)
    fewer = np.zeros(RANKS)
    stays = np.ones(RANKS)
    chances = np.zeros((RANKS, RANKS))
    for gone in range(row.shape[0]):
        for rank in range(RANKS):
            fewer[rank] = shoe[rank]
        fewer[pair] -= gone + 1
        if fewer[pair] < 1:
            continue
        for hand in members:
            cards = unseen(fewer, counts, hand, NONE_BURNED, left) - 1.0
            if cards < 0.0:
                continue
            source = row[gone, hand]
            if source >= 0:
                fill_stays(left, cards, takes_all, stays)
                for upcard in range(RANKS):
                    net = outcomes[source, upcard, OUTCOME_BUST]
                    for result in range(5):
                        if total[hand] > result + DEALER_STANDS_ON:
                            net += outcomes[source, upcard, result]
                        elif total[hand] < result + DEALER_STANDS_ON:
                            net -= outcomes[source, upcard, result]
                    if takes_all:
                        net -= outcomes[source, upcard, OUTCOME_BLACKJACK]
                    stand[0, hand, upcard] = net
                    stand[1, hand, upcard] = stays[upcard]
            can_double = may_double[0 if size[hand] == 2 else 1]
            plays_on, doubled = False, False
            for upcard in range(RANKS):
                value[0, hand, upcard] = stand[0, hand, upcard]
                value[1, hand, upcard] = stand[1, hand, upcard]
                if met[upcard, hand] and not one_card:
                    doubled = doubled or (can_double and doubles[upcard, hand])
                    plays_on = plays_on or hits[upcard, hand]
            if cards <= 0.0 or not (doubled or plays_on):
                continue
            fill_chances(left, cards, chances)
            if plays_on:
                draw_net_and_amount(
                    value, successor, hand, chances, left, cards, takes_all, stays, drawn
                )
                for upcard in range(RANKS):
                    if hits[upcard, hand]:
                        value[0, hand, upcard] = drawn[0, upcard]
                        value[1, hand, upcard] = drawn[1, upcard]
            if doubled:
                draw_net_and_amount(
                    stand, successor, hand, chances, left, cards, takes_all, stays, drawn
                )
                for upcard in range(RANKS):
                    if doubles[upcard, hand]:
                        value[0, hand, upcard] = 2.0 * drawn[0, upcard]
                        value[1, hand, upcard] = 2.0 * drawn[1, upcard]
        cards = unseen(fewer, counts, start, NONE_BURNED, left) - 1.0
        if cards <= 0.0:
            continue
        fill_chances(left, cards, chances)
        for kind in range(2):
            for rank in range(RANKS):
                for upcard in range(RANKS):
                    if left[upcard] <= 0.0:
                        continue
                    part = chances[rank, upcard] * value[kind, successor[start, rank], upcard]
                    single[kind, upcard, 0, gone] += part
                    if rank == pair:
                        single[kind, upcard, 1, gone] = part
