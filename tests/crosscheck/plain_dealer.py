"""A plain dealer of Blackjack Burnout: shuffles real cards, deals, and counts what happens.

It shares no code with the exact engine. Cards are ranks 0 to 9: the ace, 2 to 9, and the ten.
Strategies name hands by numbers that the caller chooses; the dealer adds up the cards itself.
"""

# Compiled functions are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def,untyped-decorator"

from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

ACE_RANK = 0
TEN_RANK = 9
CARDS_OF_RANK = (24, 24, 24, 24, 24, 24, 24, 24, 24, 96)
"""Six packs; kings, queens and jacks are tens."""

STANDS, HITS, DOUBLES, SPLITS = 0, 1, 2, 3
"""What a strategy may say of the first two cards."""

LOST, PUSHED, WON = 0, 1, 2
MOST_HALF_UNITS = 16
"""Four hands, all doubled."""

MOST_HANDS = 4
BUSTED = 0
"""Total of a hand above 21; the dealer's is no better than any hand that stands."""


class House(NamedTuple):
    """The rules that a house may change."""

    most_hands: int = 4
    hits_soft_17: bool = True
    natural_half_units: int = 3


class Strategy(NamedTuple):
    """What the player does.

    Attributes
    ----------
    next_hand : ndarray, shape (hands, 10)
        Number of the hand with one more card; hand 0 has no cards.
    first, paid_first : ndarray, shape (10, hands)
        What is done with the first two cards by upcard, without and with the Burnout payment.
    hits : ndarray of bool, shape (10, 11, hands)
        Whether to hit if no card may be burned (any more), by upcard and by burned rank + 1, or 0.
    doubles : ndarray of bool, shape (10, hands)
        Whether to double a hand of two cards after a split.
    paid_hits : ndarray of bool, shape (10, hands)
        Whether to hit while a card may still be burned.
    burns_hit, burns_double : ndarray of bool, shape (10, hands, 10)
        Whether to burn the card just drawn to a hand.
    """

    next_hand: npt.NDArray[np.int64]
    first: npt.NDArray[np.int8]
    paid_first: npt.NDArray[np.int8]
    hits: npt.NDArray[np.bool_]
    doubles: npt.NDArray[np.bool_]
    paid_hits: npt.NDArray[np.bool_]
    burns_hit: npt.NDArray[np.bool_]
    burns_double: npt.NDArray[np.bool_]


def deal(
    strategy: Strategy, house: House, *, paid: bool, rounds: int, seed: int
) -> npt.NDArray[np.int64]:
    """Deal rounds from a freshly shuffled shoe each, and count their results.

    Parameters
    ----------
    strategy, house : Strategy, House
        How the player and the dealer play.
    paid : bool
        Whether the Burnout payment is made; it is no part of the result.
    rounds, seed : int
        How many rounds, and the seed of PCG64.

    Returns
    -------
    ndarray of int64, shape (33, 3, 3, 3)
        Rounds by net result in half units from -16, and by what they count for the streak (lost,
        pushed, won): by hands won against hands lost, by the majority of all hands, and if any
        lost hand loses the round.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    shoe = np.repeat(np.arange(len(CARDS_OF_RANK), dtype=np.int64), CARDS_OF_RANK)
    counts = np.zeros((2 * MOST_HALF_UNITS + 1, 3, 3, 3), dtype=np.int64)
    _deal_rounds(strategy, house, paid, rounds, shoe, generator, counts)
    return counts


@numba.njit(cache=True)
def _draw(shoe, dealt, generator):
    """Deal a random card of those not yet dealt: one step of a Fisher-Yates shuffle."""
    place = dealt[0]
    chosen = place + int(generator.random() * (shoe.size - place))
    card = shoe[chosen]
    shoe[chosen] = shoe[place]
    shoe[place] = card
    dealt[0] = place + 1
    return card


@numba.njit(cache=True)
def _best_total(points, has_ace):
    """Return the total of cards whose aces count one in `points`."""
    if has_ace and points + 10 <= 21:
        return points + 10
    return points if points <= 21 else BUSTED


@numba.njit(cache=True)
def _play_out(strategy, upcard, burned, hand, points, has_ace, shoe, dealt, generator):
    """Hit as the strategy says, with no card left to burn; return the final total."""
    while strategy.hits[upcard, burned, hand]:
        card = _draw(shoe, dealt, generator)
        points += card + 1
        has_ace = has_ace or card == ACE_RANK
        if points > 21:
            return BUSTED
        hand = strategy.next_hand[hand, card]
    return _best_total(points, has_ace)


@numba.njit(cache=True)
def _play_single(strategy, paid, upcard, first_card, second_card, shoe, dealt, generator):
    """Play a hand that is not split; return its total and its wager."""
    hand = strategy.next_hand[strategy.next_hand[0, first_card], second_card]
    points = first_card + second_card + 2
    has_ace = ACE_RANK in (first_card, second_card)
    action = strategy.paid_first[upcard, hand] if paid else strategy.first[upcard, hand]
    if action == STANDS:
        return _best_total(points, has_ace), 1
    if action == DOUBLES:
        card = _draw(shoe, dealt, generator)
        if paid and strategy.burns_double[upcard, hand, card]:
            card = _draw(shoe, dealt, generator)
        return _best_total(points + card + 1, has_ace or card == ACE_RANK), 2
    may_burn = paid
    burned = 0
    while True:
        card = _draw(shoe, dealt, generator)
        if may_burn and strategy.burns_hit[upcard, hand, card]:
            may_burn = False
            burned = card + 1
            card = _draw(shoe, dealt, generator)
        points += card + 1
        has_ace = has_ace or card == ACE_RANK
        if points > 21:
            return BUSTED, 1
        hand = strategy.next_hand[hand, card]
        if not may_burn:
            total = _play_out(
                strategy, upcard, burned, hand, points, has_ace, shoe, dealt, generator
            )
            return total, 1
        if not strategy.paid_hits[upcard, hand]:
            return _best_total(points, has_ace), 1


@numba.njit(cache=True)
def _play_split(strategy, most_hands, upcard, rank, shoe, dealt, generator, totals, wagers):
    """Split a pair and play every hand, from the first to the last; return their number."""
    one_card = strategy.next_hand[0, rank]
    hands = 2
    played = 0
    while played < hands:
        card = _draw(shoe, dealt, generator)
        if card == rank and rank != ACE_RANK and hands < most_hands:
            # The card becomes the first of a hand that waits; this hand needs another second card.
            hands += 1
            continue
        hand = strategy.next_hand[one_card, card]
        points = rank + card + 2
        has_ace = ACE_RANK in (rank, card)
        wagers[played] = 1
        if rank == ACE_RANK:
            totals[played] = _best_total(points, has_ace)
        elif strategy.doubles[upcard, hand]:
            card = _draw(shoe, dealt, generator)
            totals[played] = _best_total(points + card + 1, has_ace or card == ACE_RANK)
            wagers[played] = 2
        else:
            totals[played] = _play_out(
                strategy, upcard, 0, hand, points, has_ace, shoe, dealt, generator
            )
        played += 1
    return hands


@numba.njit(cache=True)
def _dealer_total(hits_soft_17, upcard, hole, shoe, dealt, generator):
    """Draw the dealer's hand; return its total."""
    points = upcard + hole + 2
    has_ace = ACE_RANK in (upcard, hole)
    while True:
        if points > 21:
            return BUSTED
        total = _best_total(points, has_ace)
        is_soft = total != points
        if total > 17 or (total == 17 and not (is_soft and hits_soft_17)):
            return total
        card = _draw(shoe, dealt, generator)
        points += card + 1
        has_ace = has_ace or card == ACE_RANK


@numba.njit(cache=True)
def _is_natural(one, other):
    return (one == ACE_RANK and other == TEN_RANK) or (one == TEN_RANK and other == ACE_RANK)


@numba.njit(cache=True)
def _count_same(half_units, result, counts):
    """Count a round of one hand; all readings of the streak agree."""
    counts[MOST_HALF_UNITS + half_units, result, result, result] += 1


@numba.njit(cache=True)
def _deal_rounds(strategy, house, paid, rounds, shoe, generator, counts):
    """Deal the rounds and add them to `counts`."""
    dealt = np.zeros(1, dtype=np.int64)
    totals = np.zeros(MOST_HANDS, dtype=np.int64)
    wagers = np.zeros(MOST_HANDS, dtype=np.int64)
    for _ in range(rounds):
        dealt[0] = 0
        first_card = _draw(shoe, dealt, generator)
        upcard = _draw(shoe, dealt, generator)
        second_card = _draw(shoe, dealt, generator)
        hole = _draw(shoe, dealt, generator)

        player_natural = _is_natural(first_card, second_card)
        if _is_natural(upcard, hole):
            if player_natural:
                _count_same(0, PUSHED, counts)
            else:
                _count_same(-2, LOST, counts)
            continue
        if player_natural:
            _count_same(house.natural_half_units, WON, counts)
            continue

        hand = strategy.next_hand[strategy.next_hand[0, first_card], second_card]
        action = strategy.paid_first[upcard, hand] if paid else strategy.first[upcard, hand]
        if action == SPLITS:
            hands = _play_split(
                strategy,
                house.most_hands,
                upcard,
                first_card,
                shoe,
                dealt,
                generator,
                totals,
                wagers,
            )
        else:
            hands = 1
            totals[0], wagers[0] = _play_single(
                strategy, paid, upcard, first_card, second_card, shoe, dealt, generator
            )

        dealer_total = _dealer_total(house.hits_soft_17, upcard, hole, shoe, dealt, generator)
        half_units = 0
        won = 0
        lost = 0
        for played in range(hands):
            if totals[played] == BUSTED or totals[played] < dealer_total:
                half_units -= 2 * wagers[played]
                lost += 1
            elif totals[played] > dealer_total:
                half_units += 2 * wagers[played]
                won += 1

        by_net = WON if won > lost else (LOST if lost > won else PUSHED)
        by_majority = WON if 2 * won > hands else (LOST if 2 * lost > hands else PUSHED)
        by_any_loss = LOST if lost > 0 else by_net
        counts[MOST_HALF_UNITS + half_units, by_net, by_majority, by_any_loss] += 1
