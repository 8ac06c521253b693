"""A table of two seats against the plain dealer: moments of what is won and of what is wagered.

Cards are dealt in the order of a table, the seats are played one after another, and both meet the
same hand of the dealer. It shares no code with the exact engine.
"""

# Compiled functions are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def,untyped-decorator"

from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from tests.crosscheck.plain_dealer import (
    BUSTED,
    CARDS_OF_RANK,
    MOST_HANDS,
    SPLITS,
    House,
    Strategy,
    _dealer_total,
    _draw,
    _is_natural,
    _play_single,
    _play_split,
)

SUMS = 7
NET, NETS, NET_SQUARED, WAGERED, WAGERED_SQUARED, NET_WAGERED, OTHER_NET = range(SUMS)


class Table(NamedTuple):
    """Means of batches of rounds, shape (batches,): of the first seat, and of both nets.

    Attributes
    ----------
    net, other_net : ndarray
        Net results of the first seat and of the second, in main wagers.
    nets : ndarray
        Their product.
    net_squared, wagered, wagered_squared, net_wagered : ndarray
        Of the first seat.
    """

    net: npt.NDArray[np.float64]
    nets: npt.NDArray[np.float64]
    net_squared: npt.NDArray[np.float64]
    wagered: npt.NDArray[np.float64]
    wagered_squared: npt.NDArray[np.float64]
    net_wagered: npt.NDArray[np.float64]
    other_net: npt.NDArray[np.float64]


def deal_table(
    strategy: Strategy,
    house: House,
    *,
    paid: bool,
    decks: int,
    batches: int,
    rounds: int,
    seed: int,
) -> Table:
    """Deal batches of rounds to two seats, each round from a freshly shuffled shoe.

    Parameters
    ----------
    strategy, house : Strategy, House
        How both seats and the dealer play.
    paid : bool
        Whether both make the Burnout payment; it is no part of a result.
    decks : int
        Packs in the shoe.
    batches, rounds, seed : int
        How many batches, of how many rounds each, and the seed of PCG64.

    Returns
    -------
    Table
        The means of each batch.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    each = [count * decks // 6 for count in CARDS_OF_RANK]
    shoe = np.repeat(np.arange(len(each), dtype=np.int64), each)
    sums = np.zeros((batches, SUMS), dtype=np.int64)
    for batch in sums:
        _deal_rounds(strategy, house, paid, rounds, shoe, generator, batch)
    # Net results were counted in halves of a main wager.
    halves = np.array([2, 4, 4, 1, 1, 2, 2])
    return Table(*(sums / halves / rounds).T)


@numba.njit(cache=True)
def _seat(strategy, house, paid, upcard, first, second, shoe, dealt, generator, totals, wagers):
    """Play a seat out; return its number of hands, 0 for a natural."""
    if _is_natural(first, second):
        return 0
    hand = strategy.next_hand[strategy.next_hand[0, first], second]
    action = strategy.paid_first[upcard, hand] if paid else strategy.first[upcard, hand]
    if action == SPLITS:
        return _play_split(
            strategy, house.most_hands, upcard, first, shoe, dealt, generator, totals, wagers
        )
    totals[0], wagers[0] = _play_single(
        strategy, paid, upcard, first, second, shoe, dealt, generator
    )
    return 1


@numba.njit(cache=True)
def _settle(house, hands, totals, wagers, dealer_total):
    """Return the net result in half units, and what was wagered."""
    if hands == 0:
        return house.natural_half_units, 1
    half_units = 0
    wagered = 0
    for played in range(hands):
        wagered += wagers[played]
        if totals[played] == BUSTED or totals[played] < dealer_total:
            half_units -= 2 * wagers[played]
        elif totals[played] > dealer_total:
            half_units += 2 * wagers[played]
    return half_units, wagered


@numba.njit(cache=True)
def _deal_rounds(strategy, house, paid, rounds, shoe, generator, sums):
    """Deal the rounds and add their moments to `sums`."""
    dealt = np.zeros(1, dtype=np.int64)
    totals = np.zeros((2, MOST_HANDS), dtype=np.int64)
    wagers = np.zeros((2, MOST_HANDS), dtype=np.int64)
    hands = np.zeros(2, dtype=np.int64)
    cards = np.zeros((2, 2), dtype=np.int64)
    net = np.zeros(2, dtype=np.int64)
    for _ in range(rounds):
        dealt[0] = 0
        cards[0, 0] = _draw(shoe, dealt, generator)
        cards[1, 0] = _draw(shoe, dealt, generator)
        upcard = _draw(shoe, dealt, generator)
        cards[0, 1] = _draw(shoe, dealt, generator)
        cards[1, 1] = _draw(shoe, dealt, generator)
        hole = _draw(shoe, dealt, generator)
        wagered = 1
        if _is_natural(upcard, hole):
            for seat in range(2):
                net[seat] = 0 if _is_natural(cards[seat, 0], cards[seat, 1]) else -2
        else:
            for seat in range(2):
                hands[seat] = _seat(
                    strategy,
                    house,
                    paid,
                    upcard,
                    cards[seat, 0],
                    cards[seat, 1],
                    shoe,
                    dealt,
                    generator,
                    totals[seat],
                    wagers[seat],
                )
            dealer_total = _dealer_total(house.hits_soft_17, upcard, hole, shoe, dealt, generator)
            net[1], _ = _settle(house, hands[1], totals[1], wagers[1], dealer_total)
            net[0], wagered = _settle(house, hands[0], totals[0], wagers[0], dealer_total)
        sums[NET] += net[0]
        sums[NETS] += net[0] * net[1]
        sums[NET_SQUARED] += net[0] ** 2
        sums[WAGERED] += wagered
        sums[WAGERED_SQUARED] += wagered**2
        sums[NET_WAGERED] += net[0] * wagered
        sums[OTHER_NET] += net[1]
