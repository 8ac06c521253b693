"""Charts of starting hands: the best play of two cards by their ranks, and whether suits are alike.

Where the seat decides on two cards of a pack in which suits are exchanged freely, the 1,326 hands
of 52 cards are 169: a square of ranks, hands of one suit above its diagonal, pairs on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from certify.exact.banked.frames import Answered
from certify.exact.banked.solution import Solution
from certify.play.interpreter.deck import alike_label
from certify.play.interpreter.program import Program
from certify.studies.banked.result import BankedChart

CARDS = 2
NOTHING = "."
"""A hand with which nothing is decided."""


def starting_hands(program: Program, found: Solution) -> Iterator[BankedChart]:
    """Yield the charts of all decisions on two cards."""
    kinds = found.kinds
    if kinds.values < CARDS or not (kinds.copies == 1).all():
        return
    for summary in found.decided.values():
        for answered in summary.kept:
            groups = answered.known.groups
            are_two = [(group.number, group.ordered) for group in groups] == [(CARDS, False)]
            if are_two and answered.weights.any():
                yield _chart(program, found, answered)


def _chart(program: Program, found: Solution, answered: Answered) -> BankedChart:
    kinds = found.kinds
    pack = program.play.spec.packs[kinds.pack]
    number = len(kinds.cards) // kinds.values
    ranks = [
        alike_label(
            program.deck,
            pack,
            kinds.pack,
            kinds.cards[place * kinds.values : (place + 1) * kinds.values],
        )
        for place in range(number)
    ]
    codes = codes_of(answered.options)
    cells = [[NOTHING] * number for _ in range(number)]
    came = np.flatnonzero(answered.weights != 0)
    for (low, high), choice in zip(
        answered.known.cards[came].tolist(), answered.choice[came].tolist(), strict=True
    ):
        # The last rank of the pack comes first; of one suit the higher rank is the row.
        places = sorted(number - 1 - card // kinds.values for card in (low, high))
        is_suited = low % kinds.values == high % kinds.values
        row, column = places if is_suited else reversed(places)
        cells[row][column] = codes[answered.options[choice]]
    (group,) = answered.known.groups
    return BankedChart(
        decision=answered.decision,
        before=answered.before,
        zone=program.layout.zones[group.zone][0],
        ranks=tuple(reversed(ranks)),
        codes={code: option for option, code in codes.items()},
        rows=tuple(tuple(row) for row in cells),
    )


def codes_of(options: Sequence[str]) -> Mapping[str, str]:
    """Return for each option what stands for it in a cell: a number that is picked, or letters."""
    found: dict[str, str] = {}
    for place, option in enumerate(options, start=1):
        move, _, picked = option.partition(" ")
        tried = [picked] if picked else [move[:length].upper() for length in (1, 2)]
        code = next((code for code in tried if code and code not in found.values()), str(place))
        found[option] = code
    return found
