"""A round under given decisions, modulo one prime after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import ACE, RANKS, TEN
from certify.exact.blackjack.dealer import OUTCOMES, DealerTree, dealer_tree
from certify.exact.blackjack.decisions import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    CodeArray,
    Decisions,
    HandPlay,
)
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.residues.arithmetic import Field, dealer_residues
from certify.exact.blackjack.residues.play import (
    option_residues,
    play_residues,
    single_hand_residues,
    stand_residues,
)
from certify.exact.blackjack.split import (
    ALL_SECOND_CARDS,
    PAIR_SECOND_CARD,
    may_double_after_split,
    most_gone_of,
    most_hands_of,
    of_level,
    split_terms,
)
from certify.exact.blackjack.values import NOT_NEEDED, ShoeValues, hand_multisets

IntArray = npt.NDArray[np.int64]

SURRENDER_LOSS = Fraction(1, 2)
GOING_ON = (STAND, HIT, DOUBLE)
"""First decisions whose values are found by hand; their codes are rows of residues."""


@dataclass(frozen=True)
class _Form:
    """The expectation given an upcard as a linear form in values that residues stand for.

    Attributes
    ----------
    constant : Fraction
        What needs no recursion: naturals, surrender, and wagers lost to a dealer blackjack.
    first : list of (int, int, Fraction)
        Code of a first decision, hand, and weight.
    split : list of (int, int, int, int, Fraction)
        Pair, level of its play, second card (any, or a pair card), further pair cards gone, and
        weight.
    """

    constant: Fraction
    first: list[tuple[int, int, Fraction]]
    split: list[tuple[int, int, int, int, Fraction]]


@dataclass(frozen=True)
class _DealerTable:
    """The multisets for which the dealer's outcomes are wanted, and his final hands.

    Attributes
    ----------
    removed : ndarray of int64, shape (multisets, 10)
        Cards known to be gone beside the upcard.
    row : ndarray of int64
        Row of a hand (of any shape of index) among the multisets, or `NOT_NEEDED`.
    """

    removed: IntArray
    row: IntArray
    tree: DealerTree
    has_enough: bool

    @classmethod
    def of(cls, values: ShoeValues, removed: IntArray, row: IntArray) -> _DealerTable:
        """Return a table of the multisets that the shoe holds."""
        there = (removed <= values.counts).all(axis=1)
        number = np.where(there, np.cumsum(there) - 1, NOT_NEEDED)
        removed = np.ascontiguousarray(removed[there])
        row = np.where(row == NOT_NEEDED, NOT_NEEDED, number[row])
        # Where the dealer cannot run out of cards, he busts when nothing else happens.
        soft = values.rules.dealer_hits_soft_17
        tree = dealer_tree(hits_soft_17=soft, with_busts=False)
        left = values.counts.sum() - removed.sum(axis=1).max(initial=0)
        has_enough = bool(left >= tree.most_cards)
        if not has_enough:
            tree = dealer_tree(hits_soft_17=soft, with_busts=True)
        return cls(removed, row, tree, has_enough)

    def outcomes(self, counts: IntArray, field: Field) -> IntArray:
        """Return the residues of the outcomes' probabilities, shape (multisets, upcards, 7)."""
        outcomes = np.zeros((len(self.removed), RANKS, OUTCOMES), dtype=np.int64)
        tree = self.tree
        dealer_residues(
            counts,
            self.removed,
            tree._replace(entry_orders=tree.entry_orders.astype(np.int64)),
            self.has_enough,
            field.packed,
            outcomes,
        )
        return outcomes


@dataclass(frozen=True)
class _PairTable:
    """What the single hands of a split need; rows of the dealer's table by pair cards gone."""

    dealer: _DealerTable
    members: IntArray
    upcards: IntArray


class RoundResidues:
    """A round under given decisions: prepared once, then evaluated modulo one prime after another.

    Attributes
    ----------
    upcards : list of int
        The upcards that can be dealt.
    most_gone : int
        Pair cards that the other hands of a split may hold, in the splits that are played.
    """

    def __init__(self, values: ShoeValues, decisions: Decisions) -> None:
        self.values, self.decisions = values, decisions
        self.upcards = [int(upcard) for upcard in np.flatnonzero(values.counts)]
        modes = [decisions.first]
        if values.with_burnout:
            modes.append(decisions.option_first)
        self.forms = [[self._form(upcard, first) for upcard in self.upcards] for first in modes]
        self.dealer = _DealerTable.of(values, *hand_multisets(values.with_burnout))
        split = {
            (pair, upcard)
            for forms in self.forms
            for upcard, form in zip(self.upcards, forms, strict=True)
            for pair, *_ in form.split
        }
        self.pairs = {
            pair: self._pair_table(pair, sorted(upcard for p, upcard in split if p == pair))
            for pair in sorted({pair for pair, _ in split})
        }
        self.most_gone = max(
            (len(table.dealer.row) - 1 for table in self.pairs.values()), default=0
        )

    def _form(self, upcard: int, first: CodeArray) -> _Form:
        """Return the expectation given the upcard, by what is done with the first two cards."""
        values, rules = self.values, self.values.rules
        cards = int(values.counts.sum()) - 1
        constant = Fraction(0)
        by_hand: list[tuple[int, int, Fraction]] = []
        by_pair: list[tuple[int, int, int, int, Fraction]] = []
        for hand in map(int, values.two_cards):
            left = [int(count) for count in values.counts]
            left[upcard] -= 1
            low, high = np.repeat(np.arange(RANKS), values.table.counts[hand]).tolist()
            ways = left[low] * (left[high] - (low == high)) * (1 if low == high else 2)
            if ways <= 0:
                continue
            dealt = Fraction(ways, cards * (cards - 1))
            left[low] -= 1
            left[high] -= 1
            hole_cards = {ACE: left[TEN], TEN: left[ACE]}.get(upcard, 0)
            no_blackjack_at_all = 1 - Fraction(hole_cards, cards - 2)
            no_blackjack = 1 if rules.blackjack_takes_all else no_blackjack_at_all
            if hand == values.natural:
                constant += dealt * rules.blackjack_pays * no_blackjack_at_all
                continue
            constant -= dealt * (1 - no_blackjack)
            action = int(first[upcard, hand])
            if action == SURRENDER:
                found_later = no_blackjack - no_blackjack_at_all
                constant -= dealt * (SURRENDER_LOSS * no_blackjack_at_all + found_later)
            elif action == SPLIT and low == high:
                by_pair.extend(
                    (low, level, second, gone, dealt * weight)
                    for level, second, gone, weight in self._split_weights(
                        low, left[low], cards - 2
                    )
                )
            elif action in GOING_ON:
                by_hand.append((action, hand, dealt))
        return _Form(constant, by_hand, by_pair)

    def _split_weights(
        self, pair: int, pairs_left: int, cards: int
    ) -> Iterator[tuple[int, int, int, Fraction]]:
        """Yield what single hands count in a split: level, second card, pair cards gone, weight."""
        most_hands = most_hands_of(self.values.rules, pair)
        if most_hands < 2:
            return
        for term in split_terms(most_hands, self.decisions.split_play):
            chance = Fraction(perm(pairs_left, term.gone), perm(cards, term.gone))
            for second, ways in (
                (ALL_SECOND_CARDS, term.any_card),
                (PAIR_SECOND_CARD, term.pair_card),
            ):
                if chance * ways:
                    yield term.level, second, term.gone, chance * ways

    def _pair_table(self, pair: int, upcards: list[int]) -> _PairTable:
        table, rules = self.values.table, self.values.rules
        one_card = pair == ACE and not rules.hit_split_aces
        is_member = (table.counts[:, pair] > 0) & (table.size >= 2)
        if one_card:
            is_member &= table.size == 2
        (members,) = np.nonzero(is_member)
        states = most_gone_of(most_hands_of(rules, pair)) + 1
        removed = np.repeat(table.counts[members][None], states, axis=0)
        removed[:, :, pair] += np.arange(1, states + 1)[:, None]
        flat, inverse = np.unique(removed.reshape(-1, RANKS), axis=0, return_inverse=True)
        row = np.full((states, len(table.size)), NOT_NEEDED, dtype=np.int64)
        row[:, members] = inverse.reshape(states, -1)
        dealer = _DealerTable.of(self.values, flat, row)
        return _PairTable(dealer, members[::-1].copy(), np.array(upcards, dtype=np.int64))

    def modulo(self, prime: int) -> list[int]:
        """Return the expectations given each upcard, without Burnout and then with it."""
        field = Field.modulo(prime, int(self.values.counts.sum()))
        split = {pair: self._single_hands(pair, field) for pair in self.pairs}
        found = []
        for forms, first in zip(self.forms, self._first_values(field), strict=True):
            for upcard, form in zip(self.upcards, forms, strict=True):
                value = field.residue(form.constant)
                for action, hand, weight in form.first:
                    value += field.residue(weight) * int(first[action, upcard, hand])
                for pair, level, second, gone, weight in form.split:
                    single = of_level(split[pair], level)
                    value += field.residue(weight) * int(single[upcard, second, gone])
                found.append(value % prime)
        return found

    def _first_values(self, field: Field) -> list[IntArray]:
        """Return values by first decision, upcard and hand, without Burnout and with it."""
        values, decisions, table = self.values, self.decisions, self.values.table
        rules = values.rules
        outcomes = self.dealer.outcomes(values.counts, field)
        stand = np.zeros(values.stand.shape, dtype=np.int64)
        takes_all = rules.blackjack_takes_all
        stand_residues(outcomes, self.dealer.row, table.total, takes_all, field.packed, stand)
        rows = np.zeros((len(self.forms), len(GOING_ON), RANKS, len(table.size)), dtype=np.int64)
        rows[:, STAND] = stand[:, NONE_BURNED]
        value = np.zeros_like(stand)
        play_residues(
            values.counts,
            table,
            rules.double_after_hit,
            takes_all,
            stand,
            decisions.hits,
            decisions.doubles,
            field.packed,
            rows[0, HIT],
            rows[0, DOUBLE],
            value,
        )
        if values.with_burnout:
            option_residues(
                values.counts,
                table,
                rules.double_after_hit,
                takes_all,
                stand,
                value,
                decisions.option_hits,
                decisions.option_doubles,
                decisions.burns_hit,
                decisions.burns_double,
                field.packed,
                rows[1, HIT],
                rows[1, DOUBLE],
                np.zeros_like(stand[:, NONE_BURNED]),
            )
        return list(rows)

    def _single_hands(self, pair: int, field: Field) -> list[IntArray]:
        """Return one post-split hand's values by upcard, second card and pair cards gone.

        By the levels of its play.
        """
        pairs = self.pairs[pair]
        outcomes = pairs.dealer.outcomes(self.values.counts, field)
        return [
            self._single_hands_by(play, pair, outcomes, field)
            for play in self.decisions.after_splitting(pair)
        ]

    def _single_hands_by(
        self, play: HandPlay, pair: int, outcomes: IntArray, field: Field
    ) -> IntArray:
        values, pairs = self.values, self.pairs[pair]
        single = np.zeros((RANKS, 2, len(pairs.dealer.row)), dtype=np.int64)
        single_hand_residues(
            values.counts,
            values.table,
            pairs.members,
            pair,
            pair == ACE and not values.rules.hit_split_aces,
            may_double_after_split(values.rules, pair),
            values.rules.blackjack_takes_all,
            pairs.upcards,
            *play,
            outcomes,
            pairs.dealer.row,
            field.packed,
            single,
        )
        return single
