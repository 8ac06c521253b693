"""Boards that rules cannot tell apart, and hands beside them: one stands for all of them.

Of a suit that can make no flush any more, cards are as good as those of another such suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from certify.exact.banked.holdings import (
    Group,
    distinct,
    first_slots,
    make_canonical,
    sort_groups,
)
from certify.language import typed
from certify.language.typed import Node
from certify.numerics.jit import inline, inline_making_arrays, kernel
from certify.play.interpreter.program import Program

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]


class Beside(NamedTuple):
    """Hands that the groups beside a board can be.

    Attributes
    ----------
    cards : ndarray of uint8, shape (hands, slots)
        Those that need a card of the board are left out as boards are gone through.
    firsts, sizes, strides : ndarray of int64
        By slot where its group begins; by group its cards, and the weight of its number.
    choices : ndarray of int64
        Binomial coefficients.
    numbers : int
        How many hands have a number, those that are not here too.
    exchanges : ndarray of int64, shape (exchanges, suits)
        Every way to exchange suits.
    moved : ndarray of int32, shape (exchanges, hands)
        Which hand each becomes by it.
    shared : ndarray of int64
        How many groups of each hand, from the first on, are those of the hand before it.
    """

    cards: Cards
    firsts: Integers
    sizes: Integers
    strides: Integers
    choices: Integers
    numbers: int
    exchanges: Integers
    moved: Numbers
    shared: Integers


def groups_shared(cards: Cards, sizes: Integers) -> Integers:
    """Return how many groups of each hand, from the first on, are those of the hand before it."""
    alike = np.zeros(cards.shape, dtype=bool)
    alike[1:] = cards[1:] == cards[:-1]
    slots = np.logical_and.accumulate(alike, axis=1).sum(axis=1)
    found: Integers = np.searchsorted(np.cumsum(sizes), slots, side="right").astype(np.int64)
    return found


def exchanges_of(values: int) -> Integers:
    """Return every way to exchange suits; by the first all stay as they are."""
    return np.array([*permutations(range(values))], dtype=np.int64)


def hands_like(cards: Cards, kinds: int, values: int, groups: Sequence[Group]) -> Cards:
    """Return all hands that have the ranks of one among some rows, whatever their suits.

    So with every hand there is what it becomes as suits are exchanged, and what can stand for it.
    """
    ranks = cards // values
    found = ranks[distinct(ranks, kinds)[0]] * np.uint8(values)
    for slot in range(found.shape[1]):
        suits = np.tile(np.arange(values, dtype=np.uint8), len(found))
        found = np.repeat(found, values, axis=0)
        found[:, slot] += suits
        found = found[(found[:, :slot] != found[:, slot : slot + 1]).all(axis=1)]
    # Of one value alone nothing is exchanged: groups are put in order.
    make_canonical(found, 1, first_slots(groups))
    return found[distinct(found, kinds)[0]]


def least_read(
    program: Program, nodes: Iterable[Node], attribute: str, zone: int, number: int
) -> int:
    """Return of how many cards of a suit on a board rules can tell that it is one.

    A hand of five that must be of one suit, with two cards beside a board, needs three of it there.
    0 if a rule reads suits in another way than by such hands.
    """
    least = number + 1
    for node in nodes:
        for part in node.walk():
            if isinstance(part, typed.Attribute) and part.name == attribute:
                return 0
            if isinstance(part, typed.Ranked) and attribute in part.attributes:
                least = min(least, _least_of(program, part, zone))
    return max(0, least)


def _least_of(program: Program, node: typed.Ranked, zone: int) -> int:
    ranking = program.play.spec.rankings[node.ranking]
    parts = [*node.cards.walk()]
    if ranking.wild is not None or not all(
        isinstance(part, typed.ZoneAt | typed.Join) for part in parts
    ):
        return 0
    limits = {rule.name: rule.limit for rule in program.zones}
    beside, is_read = 0, False
    for part in parts:
        if not isinstance(part, typed.ZoneAt):
            continue
        base, size, _ = program.layout.places[part.name]
        if size == 1 and base == zone and not is_read:
            is_read = True
            continue
        limit = limits.get(part.name)
        if limit is None:
            return 0
        beside += limit
    return ranking.cards - beside if is_read else 0


@inline
def number_of_hand(hand: Cards, sizes: Integers, strides: Integers, choices: Integers) -> np.int64:
    """Return the number of a hand whose groups ascend."""
    found = np.int64(0)
    slot = 0
    for group in range(len(sizes)):
        own = np.int64(0)
        for place in range(sizes[group]):
            own += choices[hand[slot], place + 1]
            slot += 1
        found += own * strides[group]
    return found


@kernel
def move_hands(hands: Beside, values: int) -> None:
    """Write the number of what each hand becomes as suits are exchanged."""
    slots = hands.cards.shape[1]
    hand = np.empty(slots, dtype=np.uint8)
    for exchange in range(len(hands.exchanges)):
        for row in range(len(hands.cards)):
            for slot in range(slots):
                card = hands.cards[row, slot]
                hand[slot] = card - card % values + hands.exchanges[exchange, card % values]
            sort_groups(hand, hands.firsts)
            hands.moved[exchange, row] = number_of_hand(
                hand, hands.sizes, hands.strides, hands.choices
            )


@inline_making_arrays
def read_board(board: Cards, values: int, kinds: int, least: int) -> tuple[Integers, int, Integers]:
    """Return the numbers of the suits that can be read, how many, and what stands for each card.

    -1 for a suit that cannot be read, and for a card of the board. What stands for cards of dead
    suits is the first of their rank that the board has not: of two such cards in a hand, the other
    is the next.
    """
    names = np.zeros(values, dtype=np.int64)
    for card in board:
        names[card % values] += 1
    live = 0
    for value in range(values):
        if names[value] >= least:
            names[value] = live
            live += 1
        else:
            names[value] = -1
    used = np.zeros(kinds, dtype=np.int64)
    for card in board:
        if names[card % values] < 0:
            used[card // values] += 1
    stands = np.empty(kinds, dtype=np.int64)
    for card in range(kinds):
        rank, name = card // values, names[card % values]
        stands[card] = rank * values + (name if name >= 0 else live + used[rank])
    for card in board:
        stands[card] = -1
    return names, live, stands


@kernel
def code_boards(boards: Cards, values: int, kinds: int, least: int, codes: Cards) -> None:
    """Write what tells boards apart: cards of suits that can be read, and ranks of others."""
    slots = boards.shape[1]
    used = np.empty(kinds, dtype=np.int64)
    firsts = np.zeros(slots, dtype=np.int64)
    for row in range(len(boards)):
        names, live, _ = read_board(boards[row], values, kinds, least)
        codes[row, slots] = live
        used[:] = 0
        for slot in range(slots):
            card = boards[row, slot]
            rank, name = card // values, names[card % values]
            if name < 0:
                name = live + used[rank]
                used[rank] += 1
            codes[row, slot] = rank * values + name
        sort_groups(codes[row, :slots], firsts)


@inline
def find_numbers(
    cards: Cards, shared: Integers, stands: Integers, sizes: Integers, strides: Integers,
    choices: Integers, hand: Cards, of_groups: Integers, numbers: Integers,
) -> None:  # fmt: skip
    """Write the number of the hand that stands for each and those as good; -1 if it is not free.

    `hand` and `of_groups` have room for a hand, and for its number up to each group: what a hand
    shares with the one before it is not looked at again.
    """
    groups = len(sizes)
    for row in range(len(cards)):
        slot = 0
        for group in range(shared[row]):
            slot += sizes[group]
        found = of_groups[shared[row] - 1] if shared[row] > 0 else np.int64(0)
        for group in range(shared[row], groups):
            first = slot
            last = first + sizes[group]
            while found >= 0 and slot < last:
                card = cards[row, slot]
                stand = stands[card]
                if stand < 0:
                    found = np.int64(-1)
                    break
                for before in range(slot):
                    if stands[cards[row, before]] == stands[card]:
                        stand += 1
                place = slot
                while place > first and hand[place - 1] > stand:
                    hand[place] = hand[place - 1]
                    place -= 1
                hand[place] = stand
                slot += 1
            if found >= 0:
                own = np.int64(0)
                for place in range(first, last):
                    own += choices[hand[place], place - first + 1]
                found += own * strides[group]
            of_groups[group] = found
        numbers[row] = found


@kernel
def write_rows(
    boards: Cards, values: int, kinds: int, least: int, hands: Beside, write: bool, first: int,
    last: int, starts: Integers, cards: Cards, numbers: Numbers,
) -> None:  # fmt: skip
    """Write boards with the hands that are told apart, or count those of each in `starts`."""
    each, _, sizes, strides, choices, _, _, _, shared = hands
    of_groups = np.empty(len(sizes), dtype=np.int64)
    stand_numbers = np.empty(len(each), dtype=np.int64)
    seen = np.full(hands.numbers, -1, dtype=np.int64)
    hand = np.empty(each.shape[1], dtype=np.uint8)
    slots = boards.shape[1]
    for board in range(first, last):
        row = starts[board] if write else np.int64(0)
        _, _, stands = read_board(boards[board], values, kinds, least)
        find_numbers(each, shared, stands, sizes, strides, choices, hand, of_groups, stand_numbers)
        for place in range(len(each)):
            number = stand_numbers[place]
            if number < 0 or seen[number] == board:
                continue
            seen[number] = board
            if write:
                for slot in range(slots):
                    cards[row, slot] = boards[board, slot]
                for slot in range(len(hand)):
                    cards[row, slots + slot] = each[place, slot]
                numbers[row] = number
            row += 1
        if not write:
            starts[board + 1] = row
