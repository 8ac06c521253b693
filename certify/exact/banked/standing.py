"""Boards that rules cannot tell apart, and hands beside them: one stands for all of them.

Of a suit that can make no flush any more, cards are as good as those of another such suit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from certify.language import typed
from certify.language.typed import Node
from certify.numerics.jit import inline, kernel
from certify.play.interpreter.program import Program

Cards = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Beside:
    """All hands that the groups beside a board can be, by number.

    Attributes
    ----------
    cards : ndarray of uint8, shape (hands, slots)
        Some need a card twice: they are left out as boards are gone through.
    moved : ndarray of int32, shape (exchanges, hands)
        Which hand each becomes as suits are exchanged.
    """

    cards: Cards
    firsts: Integers
    sizes: Integers
    strides: Integers
    choices: Integers
    exchanges: Integers
    moved: Numbers


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
def sort_groups(hand: Cards, firsts: Integers) -> None:
    """Let the cards of each group ascend."""
    for slot in range(len(hand)):
        place = slot
        card = hand[slot]
        while place > firsts[slot] and hand[place - 1] > card:
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card


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
def move_hands(
    cards: Cards, values: int, exchanges: Integers, firsts: Integers, sizes: Integers,
    strides: Integers, choices: Integers, moved: Numbers,
) -> None:  # fmt: skip
    """Write the number of each hand as suits are exchanged."""
    slots = cards.shape[1]
    hand = np.empty(slots, dtype=np.uint8)
    for exchange in range(len(exchanges)):
        for row in range(len(cards)):
            for slot in range(slots):
                card = cards[row, slot]
                hand[slot] = card - card % values + exchanges[exchange, card % values]
            sort_groups(hand, firsts)
            moved[exchange, row] = number_of_hand(hand, sizes, strides, choices)


@inline
def read_board(
    board: Cards, values: int, least: int, names: Integers, used: Integers, stands: Integers
) -> int:
    """Write which card stands for each beside a board, and number the suits that can be read.

    -1 for a card of the board. A card that stands for those of dead suits is the first of its rank
    that the board has not: of two such cards in a hand, the other is the next.
    """
    names[:] = 0
    for card in board:
        names[card % values] += 1
    live = 0
    for value in range(values):
        if names[value] >= least:
            names[value] = live
            live += 1
        else:
            names[value] = -1
    used[:] = 0
    for card in board:
        if names[card % values] < 0:
            used[card // values] += 1
    for card in range(len(stands)):
        rank, name = card // values, names[card % values]
        stands[card] = rank * values + (name if name >= 0 else live + used[rank])
    for card in board:
        stands[card] = -1
    return live


@kernel
def code_boards(boards: Cards, values: int, kinds: int, least: int, codes: Cards) -> None:
    """Write what tells boards apart: cards of suits that can be read, and ranks of others."""
    names = np.zeros(values, dtype=np.int64)
    used = np.zeros(kinds, dtype=np.int64)
    stands = np.zeros(kinds, dtype=np.int64)
    for row in range(len(boards)):
        live = read_board(boards[row], values, least, names, used, stands)
        slots = boards.shape[1]
        codes[row, slots] = live
        used[:] = 0
        for slot in range(slots):
            card = boards[row, slot]
            rank, name = card // values, names[card % values]
            if name < 0:
                name = live + used[rank]
                used[rank] += 1
            codes[row, slot] = rank * values + name
        codes[row, :slots].sort()


@inline
def stands_for(
    cards: Cards, stands: Integers, firsts: Integers, sizes: Integers, strides: Integers,
    choices: Integers, hand: Cards,
) -> np.int64:  # fmt: skip
    """Return the number of the hand that stands for those as good; -1 if cards are not free."""
    for slot in range(len(cards)):
        card = cards[slot]
        stand = stands[card]
        if stand < 0:
            return np.int64(-1)
        for before in range(slot):
            other = cards[before]
            if other == card:
                return np.int64(-1)
            if stands[other] == stands[card]:
                stand += 1
        hand[slot] = stand
    sort_groups(hand, firsts)
    return number_of_hand(hand, sizes, strides, choices)


@kernel
def write_rows(
    boards: Cards, values: int, kinds: int, least: int, hands: Cards, firsts: Integers,
    sizes: Integers, strides: Integers, choices: Integers, write: bool, starts: Integers,
    cards: Cards, numbers: Numbers,
) -> None:  # fmt: skip
    """Write each board with the hands that are told apart, or count them."""
    names = np.zeros(values, dtype=np.int64)
    used = np.zeros(kinds, dtype=np.int64)
    stands = np.zeros(kinds, dtype=np.int64)
    seen = np.full(len(hands), -1, dtype=np.int64)
    hand = np.empty(hands.shape[1], dtype=np.uint8)
    slots = boards.shape[1]
    row = 0
    for board in range(len(boards)):
        read_board(boards[board], values, least, names, used, stands)
        for place in range(len(hands)):
            number = stands_for(
                hands[place], stands, firsts, sizes, strides, choices, hand
            )  # fmt: skip
            if number < 0 or seen[number] == board:
                continue
            seen[number] = board
            if write:
                for slot in range(slots):
                    cards[row, slot] = boards[board, slot]
                for slot in range(hands.shape[1]):
                    cards[row, slots + slot] = hands[place, slot]
                numbers[row] = number
            row += 1
        starts[board + 1] = row
