"""Play of who sees the next card of the shoe before each decision.

The dealer's second card was dealt before: on standing, the card seen is the first that the dealer
draws, if he draws. Once a pair is split no further card is seen: the card seen then is the second
one of the first hand, and all hands are played as optimal play without seeing plays them after a
split. With the option to burn, who decides whether to burn the card just drawn sees the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import fsum

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, BUST_ABOVE, SOFT_BONUS
from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.exact.blackjack.dealer import (
    DEALER_STANDS_ON,
    OUTCOME_BLACKJACK,
    OUTCOME_BUST,
    OUTCOMES,
    dealer_outcomes,
)
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Decisions
from certify.exact.blackjack.first import SURRENDER_LOSS
from certify.exact.blackjack.multisets.dealer_outcomes import DealerOutcomes
from certify.exact.blackjack.player import NONE_BURNED, play_without_option, stand_values
from certify.exact.blackjack.split import (
    NET,
    SplitHandPlay,
    may_double_after_split,
    most_gone_of,
    most_hands_of,
    single_hands,
    split_patterns,
    split_sums,
    terms_of,
)
from certify.exact.blackjack.values import IntArray, ShoeValues, hand_multisets, shoe_values

FloatArray = npt.NDArray[np.float64]

LOST = -1.0


@dataclass(frozen=True)
class NextCard:
    """What a round comes to for who sees the next card, the payment for burning not subtracted.

    Attributes
    ----------
    ev : float
        Expectation in main wagers.
    chances : ndarray of float64, shape (10,)
        Probability of each card as the next one at the first decision.
    by_card : ndarray of float64, shape (10,)
        Expectation given that card.
    actions : ndarray of float64, shape (10, 5)
        Probability that this is the next card and the first decision is answered so.
    """

    ev: float
    chances: FloatArray
    by_card: FloatArray
    actions: FloatArray


class SeenNext:
    """Values of all hands of a shoe for who sees the next card.

    Notes
    -----
    Conditioning: joint with no dealer blackjack where the dealer peeks, as all values of a shoe.
    Method: standing by the dealer's outcomes for each second card, with his first draw given; then
        backward over hands, with the next card as part of what is known.
    Error: as `certify.exact.blackjack.dealer.dealer_outcomes`; all sums are of positive weights.
    Source: derived here. That the mean over the next card is what standing and splitting are worth
        without seeing it is tested.
    """

    def __init__(
        self,
        shoe: ShoeValues,
        decisions: Decisions,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> None:
        self.shoe, self.decisions = shoe, decisions
        self.states = shoe.stand.shape[1]
        unit = np.eye(RANKS, dtype=np.int64)
        burned = np.vstack([np.zeros((1, RANKS), dtype=np.int64), unit])[: self.states]
        self.left = (
            shoe.counts
            - shoe.table.counts[None, None]
            - unit[:, None, None]
            - burned[None, :, None]
        ).astype(np.float64)
        """Cards left, by upcard, burned card, hand and value."""
        self.left[(self.left < 0.0).any(axis=-1)] = 0.0
        total = self.left.sum(axis=-1, keepdims=True)
        self.chance = np.divide(self.left, total, out=np.zeros_like(self.left), where=total > 0.0)
        self.at_all = self._no_blackjack()
        self.stays = np.ones_like(self.at_all) if shoe.rules.blackjack_takes_all else self.at_all
        self.stand = self._stand(progress)
        self.split = np.zeros((RANKS, RANKS, RANKS))
        """Value of splitting, by pair, upcard and next card."""
        self.dealers = {
            drawn: DealerOutcomes(
                shoe.counts - unit[drawn],
                hits_soft_17=shoe.rules.dealer_hits_soft_17,
                hole=shoe.hole,
            )
            for drawn in np.flatnonzero(shoe.counts)
        }
        """The dealers of hands that follow a split, by the next card."""
        for pair in range(RANKS):
            if most_hands_of(shoe.rules, pair) >= 2 and shoe.counts[pair] >= 2:
                self._split(pair)

    def _no_blackjack(self) -> FloatArray:
        """Return P(no dealer blackjack) with the next card known too."""
        found = np.ones_like(self.left)
        others = self.left.sum(axis=-1) - 1.0
        for upcard, makes in ((ACE, TEN), (TEN, ACE)):
            left = self.left[upcard, ..., makes, None] - (np.arange(RANKS) == makes)
            cards = others[upcard, ..., None]
            share = np.divide(left, cards, out=np.zeros_like(left), where=cards > 0.0)
            found[upcard] = 1.0 - share
        return found

    def _stand(self, progress: Callable[[int, int], None]) -> FloatArray:
        """Return the value of standing, by upcard, burned card, hand and next card."""
        shoe = self.shoe
        removed, multiset = hand_multisets(shoe.with_burnout)
        finish = cache(lambda first, second, third: self._finish(removed, first, second, third))
        found = np.zeros_like(self.left)
        for drawn in range(RANKS):
            progress(drawn, RANKS)
            outcomes = np.zeros((len(removed), RANKS, OUTCOMES))
            for upcard in range(RANKS):
                cards = shoe.counts.sum() - 2.0 - removed.sum(axis=1)
                for hole in range(RANKS):
                    left = shoe.counts[hole] - (upcard == hole) - (drawn == hole)
                    share = np.maximum(left - removed[:, hole], 0.0)
                    share = np.divide(share, cards, out=np.zeros_like(cards), where=cards > 0.0)
                    outcome = self._stops((upcard, hole))
                    if {upcard, hole} == {ACE, TEN}:
                        outcome = OUTCOME_BLACKJACK
                    if outcome is None:
                        outcome = self._stops((upcard, hole, drawn))
                        if outcome is None:
                            drawing = finish(*sorted((upcard, hole, drawn)))
                            outcomes[:, upcard] += share[:, None] * drawing
                            continue
                    outcomes[:, upcard, outcome] += share
            stand = np.zeros_like(shoe.stand)
            takes_all = shoe.rules.blackjack_takes_all
            stand_values(outcomes, multiset, shoe.table.total, takes_all, stand)
            found[..., drawn] = stand
        return found

    def _stops(self, ranks: tuple[int, ...]) -> int | None:
        """Return the outcome of a dealer who draws no more; None if he draws."""
        hard, total = _totals(ranks)
        if hard > BUST_ABOVE:
            return OUTCOME_BUST
        is_drawn_to = total == DEALER_STANDS_ON and total > hard
        if total < DEALER_STANDS_ON or (is_drawn_to and self.shoe.rules.dealer_hits_soft_17):
            return None
        return total - DEALER_STANDS_ON

    def _finish(self, removed: IntArray, *ranks: int) -> FloatArray:
        """Return the outcomes of a dealer who has three cards and draws on.

        Two cards of the same total stand for the three, which are out of the shoe.
        """
        hard, total = _totals(ranks)
        low = ACE if total > hard else max(total - (TEN + 1), 2) - 1
        high = (total - SOFT_BONUS if total > hard else total) - low - 2
        counts = self.shoe.counts - np.bincount(ranks, minlength=RANKS)
        if (counts < 0).any():
            return np.zeros((len(removed), OUTCOMES))
        counts[low] += 1
        hits_soft_17 = self.shoe.rules.dealer_hits_soft_17
        found = dealer_outcomes(
            counts, removed, hits_soft_17=hits_soft_17, upcards=(low,), hole=high
        )
        return found[:, 0]

    def _split(self, pair: int) -> None:
        """Fill in what splitting a pair is worth: the next card is the first hand's second one."""
        shoe, rules, table = self.shoe, self.shoe.rules, self.shoe.table
        most = most_hands_of(rules, pair)
        hits, doubles = self.decisions.one_play_after_splitting(pair)
        alone = self._first_hand(pair, hits, doubles)
        start = table.index_of((pair,))
        for drawn in np.flatnonzero(shoe.counts):
            again = drawn == pair and most > 2
            counts = self.dealers[drawn].shoe
            # Hands that wait for their second card: the other one; all of them if split again.
            terms = terms_of(split_patterns(most, *((3, 3) if again else (1, 2))))
            play = SplitHandPlay(pair, most_gone_of(most), hits, doubles)
            (single,) = single_hands(self.dealers[drawn], rules, [play])
            pairs_left = counts[pair] - 2 - (np.arange(RANKS) == pair)
            there = (pairs_left >= 0) & (counts >= 1)
            cards = int(counts.sum()) - 3
            (others,) = split_sums(terms, [single[NET : NET + 1, there]], pairs_left[there], cards)
            own = 0.0 if again else alone[there, table.successor[start, drawn]]
            self.split[pair, there, drawn] = own + others

    def _first_hand(
        self, pair: int, hits: npt.NDArray[np.bool_], doubles: npt.NDArray[np.bool_]
    ) -> FloatArray:
        """Return the value of a hand after a split by its cards, the other pair card gone."""
        shoe, rules = self.shoe, self.shoe.rules
        left = shoe.counts.copy()
        left[pair] -= 1
        fewer = Shoe(tuple(int(count) for count in left))
        values = shoe_values(rules, fewer, with_burnout=False, hole=shoe.hole)
        if pair == ACE and not rules.hit_split_aces:
            return values.stand[:, NONE_BURNED]
        two, later = may_double_after_split(rules, pair)
        hands = len(shoe.table.size)
        hit, double, value = (np.zeros_like(values.stand) for _ in range(3))
        play_without_option(
            values.counts,
            values.table,
            values.may_double & two,
            later,
            False,
            rules.blackjack_takes_all,
            LOST,
            values.stand,
            np.arange(hands - 1, -1, -1, dtype=np.int64),
            np.arange(hands + 1, dtype=np.int64),
            np.ones_like(values.stand),
            np.arange(2, dtype=np.int64),
            False,
            hit,
            double,
            value,
            np.asfortranarray(hits[:, None]),
            np.asfortranarray(doubles[:, None] & (values.may_double & two)),
        )
        return value[:, NONE_BURNED]

    def _plain(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the value of hands without an option, and of taking a card and of doubling."""
        shoe, table = self.shoe, self.shoe.table
        value, hit = self.stand.copy(), np.full_like(self.stand, -np.inf)
        double = hit.copy()
        mean = np.zeros(self.stand.shape[:-1])
        for hand in range(len(table.size) - 1, -1, -1):
            if table.size[hand] < 2:
                continue
            for drawn, child in enumerate(table.successor[hand]):
                lost = -self.stays[..., hand, drawn]
                hit[..., hand, drawn] = lost if child == BUST else mean[..., child]
                if self._may_double(hand):
                    stands = lost if child == BUST else shoe.stand[..., child]
                    double[..., hand, drawn] = 2.0 * stands
            best = np.maximum(hit[..., hand, :], double[..., hand, :])
            if shoe.rules.burnout_ends_hand:
                best[:, NONE_BURNED + 1 :] = -np.inf
            value[..., hand, :] = np.maximum(value[..., hand, :], best)
            mean[..., hand] = (self.chance[..., hand, :] * value[..., hand, :]).sum(axis=-1)
        self.mean = mean
        return value[:, NONE_BURNED], hit[:, NONE_BURNED], double[:, NONE_BURNED]

    def _may_double(self, hand: int) -> bool:
        shoe = self.shoe
        may_now = shoe.table.size[hand] == 2 or shoe.rules.double_after_hit
        return bool(shoe.may_double[hand] and may_now)

    def _with_option(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the same while a card may still be burned."""
        shoe, rules, table = self.shoe, self.shoe.rules, self.shoe.table
        value = self.stand[:, NONE_BURNED].copy()
        hit = np.full_like(value, -np.inf)
        double = hit.copy()
        for hand in range(len(table.size) - 1, -1, -1):
            if table.size[hand] < 2:
                continue
            children = table.successor[hand]
            busts = children == BUST
            for drawn, child in enumerate(children):
                chance = self.chance[:, 1 + drawn, hand]
                lost = -self.stays[:, 1 + drawn, hand]
                keep = lost if child == BUST else value[:, child]
                burn = np.where(busts, lost, self.mean[:, 1 + drawn, children])
                may_burn = child != BUST or rules.burnout_on_bust
                best = np.maximum(keep, burn) if may_burn else keep
                hit[:, hand, drawn] = (chance * best).sum(axis=-1)
                if self._may_double(hand):
                    keep = lost if child == BUST else self.stand[:, NONE_BURNED, child]
                    burn = np.where(busts, lost, shoe.stand[:, 1 + drawn, children])
                    may_burn = may_burn and rules.burnout_on_double
                    best = np.maximum(keep, burn) if may_burn else keep
                    double[:, hand, drawn] = 2.0 * (chance * best).sum(axis=-1)
            best = np.maximum(hit[:, hand], double[:, hand])
            value[:, hand] = np.maximum(value[:, hand], best)
        return value, hit, double

    def rounds(self) -> tuple[NextCard, NextCard | None]:
        """Return what rounds come to, without the option to burn and with it."""
        plain = self._round(*self._plain())
        option = self._round(*self._with_option()) if self.shoe.with_burnout else None
        return plain, option

    def _round(self, value: FloatArray, hit: FloatArray, double: FloatArray) -> NextCard:
        shoe = self.shoe
        at_all, stays = self.at_all[:, NONE_BURNED], self.stays[:, NONE_BURNED]
        worth = np.full((5, *value.shape), -np.inf)
        worth[STAND] = self.stand[:, NONE_BURNED]
        worth[HIT], worth[DOUBLE] = hit, double
        if shoe.rules.surrender == "late":
            worth[SURRENDER] = -SURRENDER_LOSS * at_all - (stays - at_all)
        for pair, hand in enumerate(shoe.pairs):
            if most_hands_of(shoe.rules, pair) >= 2:
                worth[SPLIT, :, hand] = self.split[pair]
        best, action = worth.max(axis=0), worth.argmax(axis=0)
        net = best - (1.0 - stays)
        pays = float(shoe.rules.blackjack_pays)
        net[:, shoe.natural] = pays * at_all[:, shoe.natural]
        upcards = shoe.counts / shoe.counts.sum()
        met = upcards[:, None, None] * shoe.deal[..., None] * self.chance[:, NONE_BURNED]
        chances = met.sum(axis=(0, 1))
        with np.errstate(invalid="ignore"):
            by_card = (met * net).sum(axis=(0, 1)) / chances
        met[:, shoe.natural] = 0.0
        decided = met * stays
        actions = np.stack([(decided * (action == each)).sum(axis=(0, 1)) for each in range(5)])
        ev = fsum((chances * np.nan_to_num(by_card)).tolist())
        return NextCard(ev, chances, by_card, actions.T)


def _totals(ranks: tuple[int, ...]) -> tuple[int, int]:
    """Return the hard total of cards, and their best one."""
    hard = sum(ranks) + len(ranks)
    return hard, hard + SOFT_BONUS * (ACE in ranks and hard + SOFT_BONUS <= BUST_ABOVE)
