"""A plain dealer of Ultimate Texas hold'em: shuffles real cards, deals, and counts what comes.

Written from `rules/shelf/ultimate_texas_holdem.txt`; it shares no code with the engines or with
compiled play. Card ``c`` has the rank ``c // 4``, from the two on, and the suit ``c % 4``. The
first two decisions are looked up in tables that the caller fills; at the last one all hands that
the dealer may have are gone through.
"""

# Compiled functions are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def,untyped-decorator"

from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from math import comb
from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from certify.runtime.cores import cores
from tests.crosscheck.plain_dealer import _draw

CARDS = 52
HANDS = comb(CARDS, 2)
FLOPS = comb(CARDS, 3)
CHUNK = 1_000_000
"""Rounds that share a stream of random numbers, and are dealt by one thread."""

NEVER_ASKED = -1
"""Stands in a table where a decision cannot come up."""

HIGH, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL = range(10)
CATEGORY = 26
"""A hand is worth its category above this bit; below, two sets of ranks decide between equals."""

BLIND = np.array([0, 0, 0, 0, 2, 3, 6, 20, 100, 1000])
"""What the blind pays, in half antes: 500, 50, 10, 3, 3 to 2 and 1 to 1."""

TRIPS = np.array([-1, -1, -1, 3, 4, 7, 9, 30, 40, 50])
"""What trips brings, in antes."""

MOST_LOST = 12
"""Half antes: ante, blind, and four antes."""
NETS = MOST_LOST + 2 * 5 + 1000 + 1

SETS = np.arange(1 << 13)
NUMBER = np.array([ranks.bit_count() for ranks in range(1 << 13)])
"""Ranks of a set."""


def _highest() -> npt.NDArray[np.int64]:
    """Return the highest ranks of each set, as a set, by how many are wanted at most."""
    found = np.zeros((6, len(SETS)), dtype=np.int64)
    for wanted in range(1, 6):
        for rank in range(12, -1, -1):
            takes = (SETS >> rank & 1 == 1) & (NUMBER[found[wanted]] < wanted)
            found[wanted, takes] |= 1 << rank
    return found


def _straights() -> npt.NDArray[np.int64]:
    """Return the highest rank of a straight of each set, as a set; the ace may be the lowest."""
    found = np.zeros(len(SETS), dtype=np.int64)
    wheel = 1 << 12 | 0b1111
    for run, top in [(wheel, 3), *((0b11111 << top - 4, top) for top in range(4, 13))]:
        found[SETS & run == run] = 1 << top
    return found


HIGHEST = _highest()
STRAIGHTS = _straights()


class House(NamedTuple):
    """The rule that a house may change: whether the ante is returned if the dealer has no pair."""

    needs_pair: bool = True


class Policy(NamedTuple):
    """What the player wagers, in antes, or 0 to check.

    Attributes
    ----------
    first : ndarray of int8, shape (1326,)
        Before the flop, by `hand_number`.
    second : ndarray of int8, shape (1326, 22100)
        After it, by `hand_number` and `flop_number`.
    """

    first: npt.NDArray[np.int8]
    second: npt.NDArray[np.int8]


class Dealt(NamedTuple):
    """What came of rounds.

    Attributes
    ----------
    counts : ndarray of int64, shape (5, 1023)
        Rounds by the antes of the play wager, and by the net of ante, blind and play in half antes,
        from -12.
    categories : ndarray of int64, shape (10,)
        Rounds by the category of the player's best hand.
    """

    counts: npt.NDArray[np.int64]
    categories: npt.NDArray[np.int64]


@numba.njit(cache=True)
def hand_number(low, high):
    """Return the number of two cards in order; also of arrays of them."""
    return high * (high - 1) // 2 + low


@numba.njit(cache=True)
def flop_number(low, middle, high):
    """Return the number of three cards in order; also of arrays of them."""
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@numba.njit(cache=True)
def _worth_of_ranks(one, two, three, four):
    """Return what ranks that are held at least once, twice, three and four times are worth."""
    if four:
        return FOUR << CATEGORY | four << 13 | HIGHEST[1, one & ~four]
    best_three = HIGHEST[1, three]
    pair = HIGHEST[1, two & ~best_three]
    if best_three and pair:
        return FULL << CATEGORY | best_three << 13 | pair
    if STRAIGHTS[one]:
        return STRAIGHT << CATEGORY | STRAIGHTS[one]
    if best_three:
        return THREE << CATEGORY | best_three << 13 | HIGHEST[2, one & ~best_three]
    pairs = HIGHEST[2, two]
    if NUMBER[pairs] == 2:
        return TWO_PAIRS << CATEGORY | pairs << 13 | HIGHEST[1, one & ~pairs]
    if pairs:
        return PAIR << CATEGORY | pairs << 13 | HIGHEST[3, one & ~pairs]
    return HIGHEST[5, one]


@numba.njit(cache=True)
def _worth_of_suit(ranks):
    """Return what the ranks of a suit are worth: nothing if there are fewer than five."""
    if NUMBER[ranks] < 5:
        return 0
    top = STRAIGHTS[ranks]
    if top:
        return (ROYAL if top == 1 << 12 else STRAIGHT_FLUSH) << CATEGORY | top
    return FLUSH << CATEGORY | HIGHEST[5, ranks]


@numba.njit(cache=True)
def _with_rank(held, rank):
    """Return the ranks held at least once, twice, three and four times, with one card more."""
    one, two, three, four = held
    new = 1 << rank
    return one | new, two | one & new, three | two & new, four | three & new


@numba.njit(cache=True)
def worth(cards):
    """Return what the best five of at least five cards are worth; more is better."""
    held = (0, 0, 0, 0)
    suits = np.zeros(4, dtype=np.int64)
    for card in cards:
        held = _with_rank(held, card // 4)
        suits[card % 4] |= 1 << card // 4
    best = _worth_of_ranks(*held)
    for ranks in suits:
        best = max(best, _worth_of_suit(ranks))
    return best


@numba.njit(cache=True)
def settled(house, wagered, own, dealers):
    """Return the net of ante, blind and play in half antes, given what both hands are worth."""
    if wagered == 0:
        return -4
    if own == dealers:
        return 0
    ante = 2 if dealers >> CATEGORY >= PAIR or not house.needs_pair else 0
    if own < dealers:
        return -ante - 2 - 2 * wagered
    return ante + BLIND[own >> CATEGORY] + 2 * wagered


@numba.njit(cache=True)
def worth_of_call(house, hand, board):
    """Return what one ante wagered at the end brings, in half antes, over all the dealer's hands.

    Only five cards of a suit matter beside the ranks, and only of the suit of three of the board.
    """
    held = (0, 0, 0, 0)
    suits = np.zeros(4, dtype=np.int64)
    is_left = np.ones(CARDS, dtype=np.bool_)
    for card in board:
        held = _with_rank(held, card // 4)
        suits[card % 4] |= 1 << card // 4
        is_left[card] = False
    flush = -1
    for suit in range(4):
        if NUMBER[suits[suit]] >= 3:
            flush = suit
    on_board = _worth_of_suit(suits[flush]) if flush >= 0 else 0
    by_ranks = np.zeros((13, 13), dtype=np.int64)
    for low in range(13):
        for high in range(low, 13):
            held_by_both = _with_rank(_with_rank(held, low), high)
            by_ranks[low, high] = max(on_board, _worth_of_ranks(*held_by_both))
    own = worth(np.concatenate((hand, board)))
    for card in hand:
        is_left[card] = False
    total = 0
    for high in range(CARDS):
        if not is_left[high]:
            continue
        for low in range(high):
            if not is_left[low]:
                continue
            dealers = by_ranks[low // 4, high // 4]
            if flush >= 0 and (low % 4 == flush or high % 4 == flush):
                ranks = suits[flush]
                if low % 4 == flush:
                    ranks |= 1 << low // 4
                if high % 4 == flush:
                    ranks |= 1 << high // 4
                dealers = max(dealers, _worth_of_suit(ranks))
            total += settled(house, 1, own, dealers)
    return total


@numba.njit(cache=True, nogil=True)
def worth_with_card_seen(house, hand, seen):
    """Return what four antes before the flop bring, and a check, over all the dealer may hold.

    In half antes, of who sees one card of the dealer and plays best: sums over every board and
    other card of the dealer, and, of a check, over the orders flop, turn and river too.
    """
    left = np.array([card for card in range(CARDS) if card not in (hand[0], hand[1], seen)])
    two, checked = np.zeros(FLOPS, dtype=np.int64), np.zeros(FLOPS, dtype=np.int64)
    four = 0
    cards = np.empty(7, dtype=np.int64)
    places = np.arange(5)
    while True:
        cards[:5] = left[places]
        cards[5], cards[6] = hand
        own = worth(cards)
        cards[5] = seen
        sums = np.zeros(5, dtype=np.int64)
        for other in left:
            if other in cards[:5]:
                continue
            cards[6] = other
            dealers = worth(cards)
            for wagered in (0, 1, 2, 4):
                sums[wagered] += settled(house, wagered, own, dealers)
        four += sums[4]
        for low in range(3):
            for middle in range(low + 1, 4):
                for high in range(middle + 1, 5):
                    flop = flop_number(cards[low], cards[middle], cards[high])
                    two[flop] += sums[2]
                    checked[flop] += max(sums[0], sums[1])
        place = 4
        while place >= 0 and places[place] == len(left) - 5 + place:
            place -= 1
        if place < 0:
            return four, np.maximum(two, checked).sum()
        places[place] += 1
        for after in range(place + 1, 5):
            places[after] = places[after - 1] + 1


@numba.njit(cache=True)
def _wagered(policy, house, hand, board):
    """Return how many antes the player wagers in a round; fold is 0."""
    number = hand_number(min(hand[0], hand[1]), max(hand[0], hand[1]))
    wagered = policy.first[number]
    if wagered == 0:
        flop = np.sort(board[:3])
        wagered = policy.second[number, flop_number(flop[0], flop[1], flop[2])]
    if wagered == NEVER_ASKED:
        raise ValueError("a decision came up that the table has no answer to")
    if wagered == 0:
        # A fold loses two antes, whichever of the 990 hands the dealer has.
        wagered = 1 if worth_of_call(house, hand, board) > -4 * 990 else 0
    return wagered


@numba.njit(cache=True, nogil=True)
def _deal_rounds(policy, house, rounds, generator, counts, categories):
    """Deal the rounds and add them to `counts` and `categories`."""
    pack = np.arange(CARDS)
    dealt = np.zeros(1, dtype=np.int64)
    cards = np.zeros(9, dtype=np.int64)
    for _ in range(rounds):
        dealt[0] = 0
        for place in range(9):
            cards[place] = _draw(pack, dealt, generator)
        own, dealers = worth(cards[:7]), worth(cards[2:])
        wagered = _wagered(policy, house, cards[:2], cards[2:7])
        counts[wagered, MOST_LOST + settled(house, wagered, own, dealers)] += 1
        categories[own >> CATEGORY] += 1


def deal(policy: Policy, house: House, *, rounds: int, seed: int) -> Dealt:
    """Deal rounds from a freshly shuffled pack each, and count their results.

    Parameters
    ----------
    policy : Policy
        How the player decides before and after the flop. Both tables must answer what comes up.
    house : House
        The rules.
    rounds, seed : int
        How many rounds, and the seed of PCG64; how many threads deal them changes nothing.

    Returns
    -------
    Dealt
        Rounds by what came of them.

    Raises
    ------
    ValueError
        If a decision comes up that a table has no answer to.
    """
    sizes = [CHUNK] * (rounds // CHUNK) + [rounds % CHUNK] * (rounds % CHUNK > 0)
    streams = np.random.SeedSequence(seed).spawn(len(sizes))

    def chunk(size: int, stream: np.random.SeedSequence, policy: Policy) -> Dealt:
        found = Dealt(np.zeros((5, NETS), dtype=np.int64), np.zeros(10, dtype=np.int64))
        generator = np.random.Generator(np.random.PCG64(stream))
        _deal_rounds(policy, house, size, generator, found.counts, found.categories)
        return found

    with ThreadPoolExecutor(cores()) as threads:
        chunks = [*threads.map(chunk, sizes, streams, repeat(policy))]
    return Dealt(
        np.sum([each.counts for each in chunks], axis=0),
        np.sum([each.categories for each in chunks], axis=0),
    )
