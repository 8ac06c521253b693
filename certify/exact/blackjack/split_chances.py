"""How a split round counts for a streak, from many shoes that differ in few cards.

The chances are sums over multisets of cards: of what a multiset counts, which no shoe changes,
times its probability from the shoe. What it counts is worked out once for all shoes, by going
through the hands in the other direction than `split_joint` does. The first shoe takes one pass over
the dealer then, and so does any other, but all that have one card less than the first share one.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import comb

import numpy as np
import numpy.typing as npt

from certify.exact.blackjack.multisets.kernels import NO_SINK
from certify.exact.blackjack.multisets.split_shoe import SplitShoe
from certify.exact.blackjack.multisets.sums import Additions, Multisets, spread_back
from certify.exact.blackjack.split import SplitPattern, most_hands_of, split_patterns
from certify.exact.blackjack.splits.split_distribution import (
    ROUND_SHAPE,
    fill_codes,
    round_of_codes,
)
from certify.exact.blackjack.splits.split_hands import SplitHands
from certify.exact.blackjack.splits.split_joint import (
    CodedHands,
    Given,
    Joint,
    extended,
    first_kinds,
    levels_of,
    longer_by,
    needed,
    uses,
)
from certify.exact.blackjack.streak_rules import LOSS, WIN, StreakRule, counts_as
from certify.numerics.jit import kernel
from certify.numerics.lanes import LANES, rows_of_lanes

FloatArray = npt.NDArray[np.float64]
IntMatrix = npt.NDArray[np.int64]

COUNTED = 2
"""Won and lost."""

Rows = dict[Given, FloatArray]
"""By codes of hands, weights of P(won) and P(lost): shape (2, multisets)."""


def split_chances(
    shoes: Sequence[SplitShoe], hands: SplitHands, streak_rule: StreakRule
) -> FloatArray:
    """Return P(won) and P(lost) of a split round, from each of several shoes.

    Parameters
    ----------
    shoes : sequence of SplitShoe
        One shoe or more, of the same rules, pair and upcard.
    hands : SplitHands
        What one hand can become.
    streak_rule : str
        What a round with split hands counts as.

    Returns
    -------
    ndarray of float64, shape (shoes, 2)
        The probabilities.

    Notes
    -----
    Conditioning: as `certify.exact.blackjack.splits.split_distribution.split_distribution`.
    Method: as there, summed the other way round: what each multiset of cards counts, times its
    probability from each shoe; from shoes with one card less than the first,
    `certify.exact.blackjack.multisets.removal_lines.sums_with_card_less`. The same multisets are
    left out for all shoes.
    Error: as there, of the first shoe; from one with few cards less it is hardly another.
    Source: derived here, reports/METHOD.md section 12.
    """
    patterns = split_patterns(most_hands_of(shoes[0].rules, shoes[0].pair))
    joint = Joint.of(hands, shoes[0])
    worths = _worths(streak_rule)
    often = uses(patterns)
    less = [_card_less(shoes[0], shoe) for shoe in shoes]
    found = np.zeros((len(shoes), COUNTED))
    for number, (levels, additions, _) in enumerate(levels_of(joint, hands, shoes[0], often)):
        if number >= len(levels):
            break
        for gone, restricted in needed(often, number):
            rows = [
                _all_codes(part, patterns, worths, number, restricted, gone) for part in joint.coded
            ]
            weights = _weights(rows, joint, levels, additions, number, restricted)
            for place, shoe in enumerate(shoes):
                if less[place] is None:
                    values = shoe.values(levels[number], joint.outcomes, gone)
                    found[place] += weights.reshape(COUNTED, -1) @ values.ravel()
            if any(rank is not None for rank in less):
                fewer = shoes[0].values_with_card_less(
                    levels[number], weights, joint.outcomes, gone
                )
                for place, rank in enumerate(less):
                    if rank is not None:
                        found[place] += fewer[rank]
    return found


def _card_less(shoe: SplitShoe, other: SplitShoe) -> int | None:
    """Return of which rank another shoe has one card less, if it is the same but for that."""
    less = shoe.counts - other.counts
    return int(less.argmax()) if less.sum() == np.abs(less).sum() == 1 else None


def _worths(streak_rule: StreakRule) -> FloatArray:
    """Return whether a round counts as won, and as lost, by numbers of hands: (5, 5, 5, 2)."""
    worths = np.zeros((*ROUND_SHAPE[1:], COUNTED))
    for number, won, lost in np.ndindex(*ROUND_SHAPE[1:]):
        counts = counts_as(number, won, lost, streak_rule)
        worths[number, won, lost] = counts == WIN, counts == LOSS
    return worths


def _all_codes(
    coded: CodedHands,
    patterns: tuple[SplitPattern, ...],
    worths: FloatArray,
    number: int,
    restricted: set[int],
    gone: int,
) -> Rows:
    """Return what hands of given codes count in all patterns, once for all their orders."""
    codes = len(coded.results)
    rows: Rows = {}
    for apart in sorted(restricted):
        found = np.zeros((codes**number, COUNTED))
        for pattern in patterns:
            free, unspecified = number - apart, pattern.restricted - apart
            extra = gone - pattern.pairs
            if not (0 <= free <= pattern.free and 0 <= extra <= unspecified):
                continue
            ways = pattern.ways * comb(pattern.restricted, apart) * comb(pattern.free, free)
            _add_worths(
                float((-1) ** extra * comb(unspecified, extra) * ways),
                number,
                pattern.restricted + pattern.free,
                coded.results,
                coded.left_out,
                worths,
                found,
            )
        table = found.reshape(*(codes,) * number, COUNTED)
        for chosen in np.ndindex(*(codes,) * number):
            kept, others = chosen[:apart], chosen[apart:]
            if all(list(part) == sorted(part, reverse=True) for part in (kept, others)):
                orders = len(set(permutations(kept))) * len(set(permutations(others)))
                rows[others, kept] = orders * table[chosen][:, None]
    return rows


@kernel
def _add_worths(ways, specified, number, results, left_out, worths, found):
    """Add what a pattern counts, by the codes of the hands of which they are given."""
    chosen = np.zeros(max(specified, 1), dtype=np.int64)
    for index in range(found.shape[0]):
        fill_codes(index, results.size, specified, chosen)
        for swapped in range(1 << specified):
            _, won, lost, sign = round_of_codes(
                chosen, swapped, specified, number, results, left_out
            )
            for counts in range(found.shape[1]):
                found[index, counts] += sign * ways * worths[number, won, lost, counts]


def _weights(
    rows: list[Rows],
    joint: Joint,
    levels: list[Multisets],
    additions: list[Additions],
    number: int,
    restricted: set[int],
) -> FloatArray:
    """Return what each multiset of so many hands counts, by outcome.

    The shape is (2, multisets + 1, 8), in each set that of the shoe's `values`.
    """
    places = joint.places
    rows_each = levels[number].number + 1
    found = rows_of_lanes(COUNTED * rows_each).reshape(COUNTED, rows_each, -1)
    if not number:
        for at, part in enumerate(rows):
            found[:, 0, at] = part[(), ()][:, 0]
        return found
    kinds = first_kinds(number, restricted)
    given = {apart: np.zeros((COUNTED, places[-1], levels[number - 1].number)) for apart in kinds}
    for at, part in enumerate(rows):
        codes = len(joint.coded[at].results)
        first: Rows = {
            longer_by(((), ()), code, apart=apart): given[apart][:, places[at] + code]
            for apart in kinds
            for code in range(codes)
        }
        _add_first_hands(part, first, joint, at, levels, additions, number, restricted)
    for apart in kinds:
        within = joint.hands[apart].within(levels[1])
        sink_of = joint.sinks(apart)
        for weights, sinks in zip(found, given.pop(apart), strict=True):
            spread_back(levels[number - 1], additions[number - 1], sinks, within, sink_of, weights)
    return found


def _add_first_hands(
    rows: Rows,
    first: Rows,
    joint: Joint,
    at: int,
    levels: list[Multisets],
    additions: list[Additions],
    number: int,
    restricted: set[int],
) -> None:
    """Add what the first of so many hands and the cards of the others count, by its code."""
    if number == 1:
        for each, weights in rows.items():
            first[each] += weights
        return
    codes = len(joint.coded[at].results)
    steps: list[list[Given]] = [list(first)]
    for level in range(number - 1, 1, -1):
        steps.append(
            [
                longer_by(given, code, apart=apart)
                for apart in (False, True)
                for given, wanted in extended(
                    steps[-1], level, restricted, codes, apart=apart
                ).items()
                for code in range(wanted)
            ]
        )
    for level in range(1, number):
        shape = COUNTED, levels[level].number
        shorter = (
            first
            if level == number - 1
            else {each: np.zeros(shape) for each in steps[number - 1 - level]}
        )
        _add_shorter(rows, shorter, joint, at, levels, additions, level, restricted)
        rows = shorter


def _in_lanes(chosen: dict[Given, int]) -> Iterator[dict[Given, int]]:
    """Yield parts of what is chosen, of which each takes a lane for every count."""
    items, most = list(chosen.items()), LANES // COUNTED
    for first in range(0, len(items), most):
        yield dict(items[first : first + most])


def _add_shorter(
    rows: Rows,
    shorter: Rows,
    joint: Joint,
    at: int,
    levels: list[Multisets],
    additions: list[Additions],
    level: int,
    restricted: set[int],
) -> None:
    """Add the weights with one hand less given, whose cards are among the multisets' instead."""
    number, codes = levels[level - 1].number, len(joint.coded[at].results)
    for apart in (False, True):
        for chosen in _in_lanes(extended(shorter, level, restricted, codes, apart=apart)):
            labelled = joint.hands[apart]
            weights = np.zeros((COUNTED, len(chosen), codes, number))
            for row, (each, wanted) in enumerate(chosen.items()):
                for code in range(wanted):
                    weights[:, row, code] = rows[longer_by(each, code, apart=apart)]
            lanes = len(chosen)
            places = [codes * lane for lane in range(lanes)]
            won = labelled.sinks([at] * lanes, list(chosen.values()), places)
            lost = np.where(won == NO_SINK, NO_SINK, won + lanes * codes)
            found = rows_of_lanes(levels[level].number + 1)
            spread_back(
                levels[level - 1],
                additions[level - 1],
                weights.reshape(-1, number),
                labelled.within(levels[1]),
                np.concatenate([won, lost], axis=1),
                found,
            )
            for row, each in enumerate(chosen):
                shorter[each] += found[:-1, row : COUNTED * lanes : lanes].T
