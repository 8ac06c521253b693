"""Rounds of the plain dealer, dealt on from one shoe to a cut card, with Bonus wagers on streaks.

The cards of a round are drawn and played by `plain_dealer`; here one round follows another.
"""

# Compiled functions are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def,untyped-decorator"

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from tests.crosscheck.plain_dealer import (
    BUSTED,
    CARDS_OF_RANK,
    LOST,
    MOST_HANDS,
    PUSHED,
    SPLITS,
    WON,
    House,
    Strategy,
    _dealer_total,
    _draw,
    _is_natural,
    _play_single,
    _play_split,
)

FEWEST_WINS = 2
MOST_WINS = 5
BONUS_PAYS = (2, 4, 8, 15)
"""What the Bonus wagers on two to five wins in a row pay to one."""

NO_ROUND_YET = -1
NO_LIMIT = 2**62

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


class Procedure(NamedTuple):
    """When the dealer shuffles.

    Attributes
    ----------
    cut_card : int
        A round begins only if fewer cards have been dealt since the cards were shuffled; else they
        are all shuffled again. The cards behind the cut card must be enough for a round. With 1,
        every round has its own shuffle.
    most_rounds : int
        The cards are shuffled after that many rounds even if the cut card has not come.
    push_ends_streak : bool
        A mistake, for tests: a push takes the streak back to no wins, and its wagers with it.
    """

    cut_card: int = 260
    most_rounds: int = NO_LIMIT
    push_ends_streak: bool = False


class Tallies(NamedTuple):
    """What was counted, in batches of whole shoes.

    A wager counts where it is resolved. The streak runs on over a shuffle and from batch to batch.

    Attributes
    ----------
    results : ndarray of int64, shape (batches, 3)
        Rounds lost, pushed and won, by hands won against hands lost.
    half_units : ndarray of int64, shape (batches,)
        Net result of the main wagers.
    cards : ndarray of int64, shape (batches,)
        Cards dealt.
    pairs : ndarray of int64, shape (batches, 2, 2, 2)
        Rounds and the next: by whether a shuffle lies between, the first is won, the next is won.
    resolved, paid : ndarray of int64, shape (batches, 4)
        Bonus wagers on two to five wins that came to an end, and those of them that were paid.
    most_dealt : ndarray of int64, shape (batches,)
        Most cards dealt between two shuffles.
    """

    results: Integers
    half_units: Integers
    cards: Integers
    pairs: Integers
    resolved: Integers
    paid: Integers
    most_dealt: Integers

    @property
    def rounds(self) -> int:
        """How many rounds were dealt."""
        return int(self.results.sum())


def deal_shoes(
    strategy: Strategy,
    house: House,
    procedure: Procedure,
    *,
    paid: bool,
    batches: int,
    shoes: int,
    seed: int,
    cards_of_rank: Sequence[int] = CARDS_OF_RANK,
) -> Tallies:
    """Deal shoe after shoe to one player, and count results of rounds and of Bonus wagers.

    A wager on each of two to five wins is placed at the beginning of every streak: before the first
    round, after a loss and after five wins. A push leaves it. The player always plays for the main
    wager alone. Unlike in `plain_dealer.deal`, the dealer draws no card if no hand of the player
    is left.

    Parameters
    ----------
    strategy, house, procedure : Strategy, House, Procedure
        How the player and the dealer play, and when the dealer shuffles.
    paid : bool
        Whether the Burnout payment is made; it is no part of the result.
    batches, shoes, seed : int
        How many batches, how many shoes in each, and the seed of PCG64.
    cards_of_rank : sequence of int
        What a full shoe holds.
    """
    generator = np.random.Generator(np.random.PCG64(seed))
    shoe = np.repeat(np.arange(len(cards_of_rank), dtype=np.int64), cards_of_rank)
    wagers = MOST_WINS - FEWEST_WINS + 1
    shapes = ((3,), (), (), (2, 2, 2), (wagers,), (wagers,), ())
    tallies = Tallies(*(np.zeros((batches, *shape), dtype=np.int64) for shape in shapes))
    _deal_batches(strategy, house, procedure, paid, batches, shoes, shoe, generator, tallies)
    return tallies


# Not cached on disk: numba would not see a change of the functions of `plain_dealer`.
@numba.njit(inline="always")
def _deal_round(strategy, house, paid, shoe, dealt, generator, totals, wagers):
    """Deal one round; return what it counts for the streak, and its net result in half units."""
    first_card = _draw(shoe, dealt, generator)
    upcard = _draw(shoe, dealt, generator)
    second_card = _draw(shoe, dealt, generator)
    hole = _draw(shoe, dealt, generator)

    player_natural = _is_natural(first_card, second_card)
    if _is_natural(upcard, hole):
        return (PUSHED, 0) if player_natural else (LOST, -2)
    if player_natural:
        return WON, house.natural_half_units

    hand = strategy.next_hand[strategy.next_hand[0, first_card], second_card]
    action = strategy.paid_first[upcard, hand] if paid else strategy.first[upcard, hand]
    if action == SPLITS:
        hands = _play_split(
            strategy, house.most_hands, upcard, first_card, shoe, dealt, generator, totals, wagers
        )
    else:
        hands = 1
        totals[0], wagers[0] = _play_single(
            strategy, paid, upcard, first_card, second_card, shoe, dealt, generator
        )

    dealer_total = BUSTED
    for played in range(hands):
        if totals[played] != BUSTED:
            dealer_total = _dealer_total(house.hits_soft_17, upcard, hole, shoe, dealt, generator)
            break

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
    return (WON if won > lost else (LOST if lost > won else PUSHED)), half_units


@numba.njit
def settle(result, wins, push_ends_streak, is_open, resolved, paid):
    """Settle the Bonus wagers after a round, and place those of the next streak if it begins.

    Returns
    -------
    int
        The number of wins in a row before the next round.
    """
    if result == PUSHED and not push_ends_streak:
        return wins
    if result == WON:
        wins += 1
        if wins >= FEWEST_WINS and is_open[wins - FEWEST_WINS]:
            is_open[wins - FEWEST_WINS] = False
            resolved[wins - FEWEST_WINS] += 1
            paid[wins - FEWEST_WINS] += 1
        if wins < MOST_WINS:
            return wins
    else:
        for wager in range(is_open.size):
            if is_open[wager]:
                resolved[wager] += 1
    is_open[:] = True
    return 0


@numba.njit
def _deal_batches(strategy, house, procedure, paid, batches, shoes, shoe, generator, tallies):
    """Deal all the shoes and add them to `tallies`."""
    dealt = np.zeros(1, dtype=np.int64)
    totals = np.zeros(MOST_HANDS, dtype=np.int64)
    wagers = np.zeros(MOST_HANDS, dtype=np.int64)
    is_open = np.ones(MOST_WINS - FEWEST_WINS + 1, dtype=np.bool_)
    wins = 0
    previous = NO_ROUND_YET
    for batch in range(batches):
        results, pairs = tallies.results[batch], tallies.pairs[batch]
        wagers_resolved, wagers_paid = tallies.resolved[batch], tallies.paid[batch]
        for _ in range(shoes):
            dealt[0] = 0
            rounds = 0
            while dealt[0] < procedure.cut_card and rounds < procedure.most_rounds:
                result, half_units = _deal_round(
                    strategy, house, paid, shoe, dealt, generator, totals, wagers
                )
                results[result] += 1
                tallies.half_units[batch] += half_units
                wins = settle(
                    result, wins, procedure.push_ends_streak, is_open, wagers_resolved, wagers_paid
                )
                if previous != NO_ROUND_YET:
                    pairs[int(rounds == 0), int(previous == WON), int(result == WON)] += 1
                previous = result
                rounds += 1
            tallies.cards[batch] += dealt[0]
            tallies.most_dealt[batch] = max(tallies.most_dealt[batch], dealt[0])


class Estimate(NamedTuple):
    """A measured figure and its standard error."""

    value: float
    error: float


Figure = Callable[[Tallies], Numbers]


def measured(figure: Figure, tallies: Tallies) -> Estimate:
    """Return a figure of all batches together; its error by leaving each batch out in turn.

    Rounds of one shoe depend on each other, and so may their wagers; batches of very many shoes
    have next to nothing in common.
    """
    totals = Tallies(*(counts.sum(axis=0, keepdims=True) for counts in tallies))
    without = figure(
        Tallies(*(total - counts for total, counts in zip(totals, tallies, strict=True)))
    )
    batches = len(without)
    spread = float(((without - without.mean()) ** 2).sum())
    return Estimate(float(figure(totals)[0]), float(np.sqrt(spread * (batches - 1) / batches)))


def share_of(result: int) -> Figure:
    """Return the share of rounds lost, pushed or won."""
    return lambda tallies: tallies.results[:, result] / tallies.results.sum(axis=1)


def mean_units(tallies: Tallies) -> Numbers:
    """Return the net result of a round in units of the main wager."""
    mean: Numbers = tallies.half_units / 2.0 / tallies.results.sum(axis=1)
    return mean


def decided_won(tallies: Tallies) -> Numbers:
    """Return the share of rounds won among those won or lost."""
    share: Numbers = tallies.results[:, WON] / (tallies.results[:, WON] + tallies.results[:, LOST])
    return share


def share_paid(wins: int) -> Figure:
    """Return the share of the resolved Bonus wagers on that many wins that was paid."""
    wager = wins - FEWEST_WINS

    def figure(tallies: Tallies) -> Numbers:
        share: Numbers = tallies.paid[:, wager] / tallies.resolved[:, wager]
        return share

    return figure


def excess_paid(wins: int) -> Figure:
    """Return what that share has above the one of independent rounds won as often as these."""
    return lambda tallies: share_paid(wins)(tallies) - decided_won(tallies) ** wins


def correlation(*, shuffled: bool) -> Figure:
    """Return the correlation of winning a round and the next, with or without a shuffle between."""

    def figure(tallies: Tallies) -> Numbers:
        pairs = tallies.pairs[:, int(shuffled)]
        shares = pairs / pairs.sum(axis=(1, 2), keepdims=True)
        first, following = shares[:, 1].sum(axis=1), shares[:, :, 1].sum(axis=1)
        variances = first * (1.0 - first) * following * (1.0 - following)
        found: Numbers = (shares[:, 1, 1] - first * following) / np.sqrt(variances)
        return found

    return figure
