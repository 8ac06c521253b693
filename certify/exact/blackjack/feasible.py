"""Whether a shoe has the cards for every round that can be played from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from certify.cards.hands import BUST, RANK_KEYS
from certify.cards.ranks import ACE, RANK_LABELS, RANKS
from certify.errors import InfeasibleShoeError
from certify.exact.blackjack.dealer import DEALER_STANDS_ON, dealer_tree
from certify.exact.blackjack.decisions import BoolArray, HandPlay
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.split import may_double_after_split, most_hands_of
from certify.exact.blackjack.values import NOT_NEEDED, ShoeValues

MASS_TOLERANCE = 1e-9
"""A dealer who runs out of cards in any order loses more probability than this in tiny shoes."""

FEWEST_CARDS = 4
MOST_LINES = 200_000
"""Lines of split play followed one by one, in shoes too small for the bound by points."""

Multiset = tuple[int, ...]


def check_unsplit(shoe: ShoeValues) -> None:
    """Raise an error unless every unsplit hand can be played out.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.

    Raises
    ------
    InfeasibleShoeError
        If the dealer, or the player drawing while the hole card lies unseen, can run out.

    Notes
    -----
    Conditioning: none.
    Method: the dealer's outcomes sum to one, and two cards are left wherever one is drawn.
    Error: none.
    Source: derived here.
    """
    cards = int(shoe.counts.sum())
    if cards < FEWEST_CARDS:
        raise InfeasibleShoeError(_too_small(cards, "deal two cards to each side"))
    table = shoe.table
    tree = dealer_tree(hits_soft_17=shoe.rules.dealer_hits_soft_17, with_busts=True)
    if cards >= tree.most_cards + int(table.size.max()) + 3:
        return
    draws = table.hard_total < table.hard_total.max()
    dealer_mass = shoe.outcomes.sum(axis=2)
    for burned in range(shoe.stand.shape[1]):
        fewest = 2 if burned == NONE_BURNED else 3
        for upcard in np.flatnonzero(shoe.counts):
            left = shoe.counts - table.counts
            left[:, upcard] -= 1
            if burned != NONE_BURNED:
                left[:, burned - 1] -= 1
            there = (left >= 0).all(axis=1) & (table.size >= fewest)
            there &= shoe.multiset[burned] != NOT_NEEDED
            mass = dealer_mass[shoe.multiset[burned], upcard]
            stuck = there & (mass < 1.0 - MASS_TOLERANCE)
            stuck[shoe.natural] = False
            # A burn takes the drawn card and the next, with the hole card still to come.
            spare = 3 if shoe.with_burnout and burned == NONE_BURNED else 2
            stuck |= there & draws & (left.sum(axis=1) < spare)
            if stuck.any():
                hand = int(np.flatnonzero(stuck)[0])
                raise InfeasibleShoeError(
                    _too_small(
                        cards,
                        f"play out {_named(table.counts[hand])} against {RANK_LABELS[upcard]}"
                        + (f" with {RANK_LABELS[burned - 1]} burned" if burned else ""),
                    )
                )


def check_split(shoe: ShoeValues, after_splitting: Callable[[int], Sequence[HandPlay]]) -> None:
    """Raise an error unless every split can be played out by a strategy.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    after_splitting : callable
        How hands after splitting a pair may be played; any hand by any of several ways.

    Raises
    ------
    InfeasibleShoeError
        If a line of play can run out of cards.

    Notes
    -----
    Conditioning: none.
    Method: all cards but each hand's last have few points, which bounds their number; where the
    bound does not suffice, every line of play is followed.
    Error: none.
    Source: derived here.
    """
    table = shoe.table
    cards = int(shoe.counts.sum())
    smallest = np.repeat(np.arange(1, RANKS + 1), shoe.counts)
    points = np.cumsum(smallest)
    for pair in range(RANKS):
        hands = most_hands_of(shoe.rules, pair)
        if hands < 2 or shoe.counts[pair] < 2:
            continue
        plays = after_splitting(pair)
        drawn = np.any([(hits | doubles).any(axis=0) for hits, doubles in plays], axis=0)
        drawn_to = int((table.hard_total * drawn).max())
        bound = hands * drawn_to + DEALER_STANDS_ON - 1
        if cards >= hands + 1 + int(np.searchsorted(points, bound, side="right")):
            continue
        for upcard in np.flatnonzero(shoe.counts):
            if shoe.counts[pair] >= 2 + (upcard == pair):
                against = [(hits[upcard], doubles[upcard]) for hits, doubles in plays]
                _follow_split(shoe, pair, int(upcard), against)


def _follow_split(
    shoe: ShoeValues, pair: int, upcard: int, plays: list[tuple[BoolArray, BoolArray]]
) -> None:
    """Follow every line of splitting a pair, as sets of cards gone, and check its end."""
    lines = _SplitLines(shoe, pair, upcard, plays)
    ends = lines.all_ends()
    if not ends:
        return
    removed = np.array(sorted(ends), dtype=np.int64)
    removed[:, upcard] -= 1
    rows = shoe.dealer.rows_of(removed @ RANK_KEYS)
    mass = shoe.outcomes[rows, upcard].sum(axis=1)
    if (mass < 1.0 - MASS_TOLERANCE).any():
        lines.fail()


class _SplitLines:
    """The lines of play after a split, without their probabilities."""

    def __init__(
        self, shoe: ShoeValues, pair: int, upcard: int, plays: list[tuple[BoolArray, BoolArray]]
    ) -> None:
        self.shoe, self.pair, self.upcard = shoe, pair, upcard
        self.plays = plays
        self.counts: Multiset = tuple(int(count) for count in shoe.counts)
        self.most_hands = most_hands_of(shoe.rules, pair)
        self.one_card = pair == ACE and not shoe.rules.hit_split_aces
        self.may_double = may_double_after_split(shoe.rules, pair)
        self.start = int(shoe.table.successor[0, pair])

    def fail(self) -> None:
        pair, upcard = RANK_LABELS[self.pair], RANK_LABELS[self.upcard]
        need = f"play out a split of {pair},{pair} against {upcard}"
        raise InfeasibleShoeError(_too_small(sum(self.counts), need))

    def all_ends(self) -> set[Multiset]:
        """Return the cards gone at every end at which the dealer must play."""
        gone = [0] * RANKS
        gone[self.pair] += 2
        gone[self.upcard] += 1
        live = {(tuple(gone), 2, 2, False)}
        seen = set(live)
        ends: set[Multiset] = set()
        while live:
            state = live.pop()
            if state[1] == 0:
                if state[3]:
                    ends.add(state[0])
                continue
            for following in self._next_states(*state):
                if following not in seen:
                    seen.add(following)
                    live.add(following)
            if len(seen) > MOST_LINES:
                self.fail()
        return ends

    def _next_states(
        self, gone: Multiset, waiting: int, hands: int, alive: bool
    ) -> Iterator[tuple[Multiset, int, int, bool]]:
        """Deal the second card to the next hand and play it out, or split it again."""
        for rank, after in self._draws(gone):
            if rank == self.pair and hands < self.most_hands:
                yield after, waiting + 1, hands + 1, alive
                continue
            hand = int(self.shoe.table.successor[self.start, rank])
            for hits, doubles in self.plays:
                for end, stands in self._play(after, hand, hits, doubles):
                    yield end, waiting - 1, hands, alive or stands

    def _play(
        self, gone: Multiset, hand: int, hits: BoolArray, doubles: BoolArray
    ) -> Iterator[tuple[Multiset, bool]]:
        two = self.shoe.table.size[hand] == 2
        doubled = bool(doubles[hand]) and self.may_double[0 if two else 1]
        if self.one_card or not (doubled or hits[hand]):
            yield gone, True
            return
        for rank, after in self._draws(gone):
            child = int(self.shoe.table.successor[hand, rank])
            if child == BUST or doubled:
                yield after, child != BUST
            else:
                yield from self._play(after, child, hits, doubles)

    def _draws(self, gone: Multiset) -> Iterator[tuple[int, Multiset]]:
        if sum(self.counts) - sum(gone) < 2:
            self.fail()
        for rank in range(RANKS):
            if gone[rank] < self.counts[rank]:
                yield rank, (*gone[:rank], gone[rank] + 1, *gone[rank + 1 :])


def _named(counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> str:
    return ",".join(RANK_LABELS[rank] for rank in range(RANKS) for _ in range(int(counts[rank])))


def _too_small(cards: int, need: str) -> str:
    return f"the shoe of {cards} cards is too small for a round: it may not suffice to {need}"
