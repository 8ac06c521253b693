"""The joint probability of given results of hands after a split, and of the dealer's outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, permutations, product
from math import comb

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.blackjack.dealer import OUTCOME_BLACKJACK, OUTCOMES
from certify.exact.blackjack.multisets.kernels import NO_SINK
from certify.exact.blackjack.multisets.split_shoe import SplitShoe
from certify.exact.blackjack.multisets.sums import (
    Additions,
    LabelledHands,
    Multisets,
    Sums,
    spread,
    sums_of,
)
from certify.exact.blackjack.split import MOST_HANDS, SplitPattern
from certify.exact.blackjack.splits.split_hands import SplitHands
from certify.numerics.lanes import LANES, rows_of_lanes

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]
FloatTensor = npt.NDArray[np.float64]
BoolVector = npt.NDArray[np.bool_]

MAY_BE_WRONG = 2e-8
"""Probability, given the pair and the upcard, that thinning may put in a wrong place, a level."""

MOST_POINTS = MOST_HANDS * 31 + 26
"""More points, aces as one, no round takes: to a 21 or the dealer's 16 comes a ten at most."""

LOST = -1
"""The result of a hand that is not doubled, and lost."""

NO_CODE = -1
CODE_BASE = 8
"""More than the codes of an outcome, the one for none among them."""

Need = tuple[int, int, int]
"""Hands of which the results are given, hands among them whose second card is no pair card, and
further pair cards gone."""

Table = dict[Need, FloatArray]
"""Joint probabilities, an axis a hand; those whose second card is no pair card come first."""

Given = tuple[tuple[int, ...], tuple[int, ...]]
"""Codes of hands with any second card, and of hands whose second card is no pair card."""

Known = tuple[int, Given]
"""A dealer outcome, by its place among those of which there are results, and codes of hands."""


@dataclass(frozen=True)
class CodedHands:
    """The results of hands but one, against one dealer outcome, the rarest first.

    `left_out` is the result with the most hands, whose probability is one less the others'; or
    that of a lost hand, whatever the outcome.
    """

    outcome: int
    left_out: int
    results: IntVector

    @classmethod
    def of(cls, hands: SplitHands, outcome: int, *, lost: bool) -> CodedHands:
        """Return the results against a dealer outcome; `lost` is whether that one is left out."""
        values, counted = np.unique(hands.results(outcome), return_counts=True)
        left_out = LOST if lost else int(values[np.argmax(counted)])
        kept = values != left_out
        rarest = np.argsort(counted[kept], kind="stable")
        return cls(
            outcome=outcome,
            left_out=left_out,
            results=np.ascontiguousarray(values[kept][rarest]),
        )

    def codes(self, hands: SplitHands) -> IntVector:
        """Return the place of each hand's result, `NO_CODE` if that is the one left out."""
        results = hands.results(self.outcome)
        codes = np.full(len(results), NO_CODE, dtype=np.int64)
        for code, result in enumerate(self.results):
            codes[results == result] = code
        return codes


@dataclass(frozen=True)
class ClassedHands:
    """Hands of the same cards that do the same against several dealer outcomes are one.

    Attributes
    ----------
    key : ndarray of int64, shape (hands,)
        Cards beyond the first one.
    label : ndarray of int64, shape (hands,)
        What the hand does, a row of `codes`.
    orders : ndarray of float64, shape (hands,)
        In how many orders the cards can come.
    codes : ndarray of int64, shape (labels, outcomes)
        Code of the result against each outcome, or `NO_CODE`.
    """

    key: IntVector
    label: IntVector
    orders: FloatArray
    codes: IntMatrix
    _placed: list[tuple[Multisets, LabelledHands]] = field(default_factory=list, repr=False)

    @classmethod
    def of(cls, hands: SplitHands, coded: list[CodedHands], chosen: BoolVector) -> ClassedHands:
        """Return the chosen hands but those whose results are left out against every outcome."""
        codes = np.stack([part.codes(hands) for part in coded], axis=1)
        there = chosen & (codes != NO_CODE).any(axis=1)
        # Codes of all outcomes as one number, then cards and label: sorted faster than rows.
        numbers = (codes[there] + 1) @ CODE_BASE ** np.arange(len(coded))[::-1]
        _, first, label = np.unique(numbers, return_index=True, return_inverse=True)
        keys, place = np.unique(hands.key[there], return_inverse=True)
        merged, inverse = np.unique(place * len(first) + label, return_inverse=True)
        place, label = np.divmod(merged, len(first))
        return cls(
            key=keys[place],
            label=label,
            orders=np.bincount(inverse, hands.orders[there], len(merged)).astype(np.float64),
            codes=np.ascontiguousarray(codes[there][first]),
        )

    def sinks(
        self, outcomes: Sequence[int], wanted: Sequence[int], first: Sequence[int]
    ) -> IntMatrix:
        """Return where each label adds in each lane.

        Of each lane there are an outcome and so many codes that are wanted, from a place on.
        """
        code = self.codes[:, outcomes]
        is_wanted = (code != NO_CODE) & (code < wanted)
        return np.where(is_wanted, code + np.array(first), NO_SINK)

    def within(self, hands: Multisets) -> LabelledHands:
        """Return the hands among some multisets; those asked for last are kept."""
        if not (self._placed and self._placed[0][0] is hands):
            placed = LabelledHands.of(hands, self.key, self.label, self.orders, len(self.codes))
            self._placed[:] = [(hands, placed)]
        return self._placed[0][1]


@dataclass(frozen=True)
class Spread:
    """Sums over hands, by the cards of those that are left.

    Attributes
    ----------
    known : list of Known
        What is known of the hands in each lane, one eight after another.
    sums : ndarray of float64, shape (eights, multisets + 1, 8)
        The sums, then zeros.
    """

    known: list[Known]
    sums: FloatTensor

    @classmethod
    def over(cls, known: list[Known], left: Multisets) -> Spread:
        """Return sums that are 0 as yet."""
        eights = -(-len(known) // LANES)
        rows = rows_of_lanes(eights * (left.number + 1))
        return cls(known, rows.reshape(eights, left.number + 1, LANES))


@dataclass(frozen=True)
class Joint:
    """What does not depend on the number of hands: results by outcome, and hands.

    Of the pair of `ClassedHands` the first are hands with any second card, the others those
    whose second card is no pair card.
    """

    coded: list[CodedHands]
    hands: tuple[ClassedHands, ClassedHands]

    @property
    def outcomes(self) -> IntVector:
        """The dealer outcomes of which there are results."""
        return np.array([part.outcome for part in self.coded], dtype=np.int64)

    @property
    def places(self) -> list[int]:
        """The place of each outcome's first result among those of all; at last how many."""
        return [*accumulate((len(part.results) for part in self.coded), initial=0)]

    def sinks(self, apart: bool, first: int = 0) -> IntMatrix:
        """Return where each label adds against each outcome: by result, from a place on."""
        places = self.places[:-1]
        codes = [len(part.results) for part in self.coded]
        return self.hands[apart].sinks(range(len(codes)), codes, [first + at for at in places])

    @classmethod
    def of(cls, hands: SplitHands, shoe: SplitShoe) -> Joint:
        """Return what hands can come to, by the outcomes that are no blackjack by itself."""
        takes_all = shoe.rules.takes_all_against(shoe.upcard)
        # Where all hands are bust the dealer may have no card left. What he would come to then
        # has no meaning, so that such hands must be left out against every outcome or none.
        lost = int(shoe.counts @ np.arange(1, RANKS + 1)) <= MOST_POINTS
        coded = [
            CodedHands.of(hands, outcome, lost=lost)
            for outcome in range(OUTCOMES)
            if outcome != OUTCOME_BLACKJACK or takes_all
        ]

        every = np.ones(len(hands.key), dtype=np.bool_)
        any_card = ClassedHands.of(hands, coded, every)
        return cls(coded=coded, hands=(any_card, ClassedHands.of(hands, coded, ~hands.is_pair)))


def uses(patterns: tuple[SplitPattern, ...]) -> dict[Need, float]:
    """Return which joint probabilities the patterns need, and how often they count at most.

    Notes
    -----
    Conditioning: none.
    Method: each given hand may be of the result left out or not, which makes two terms of each.
    Error: none; the numbers are whole.
    Source: derived here, reports/METHOD.md section 7.
    """
    often: dict[Need, float] = {}
    for pattern in patterns:
        for restricted in range(pattern.restricted + 1):
            unspecified = pattern.restricted - restricted
            for free in range(pattern.free + 1):
                number = restricted + free
                ways = comb(pattern.restricted, restricted) * comb(pattern.free, free)
                for extra in range(unspecified + 1):
                    need = number, restricted, pattern.pairs + extra
                    terms = 2**number * pattern.ways * ways * comb(unspecified, extra)
                    often[need] = often.get(need, 0.0) + terms
    return often


def joint_tables(
    shoes: Sequence[SplitShoe], hands: SplitHands, patterns: tuple[SplitPattern, ...]
) -> tuple[list[list[tuple[CodedHands, Table]]], float]:
    """Return the joint probabilities that the patterns of a split need.

    Parameters
    ----------
    shoes : sequence of SplitShoe
        One shoe or more, of the same rules, pair and upcard.
    hands : SplitHands
        What one hand can become.
    patterns : tuple of SplitPattern
        How pairs can be split.

    Returns
    -------
    list of list of tuple
        For each shoe, for each dealer outcome the coded hands and the tables.
    float
        Bound on the probability that is missing or in a wrong place of the distribution of the
        round from the first shoe, which tells what is left out for all.

    Notes
    -----
    Conditioning: on the pair and the upcard; none on what the table gives.
    Method: sums over the multisets of all the hands' cards; the least likely ones of two hands
    and more are left out where they are very many.
    Error: as returned; rounding below 1e-13.
    Source: derived here, reports/METHOD.md section 7.
    """
    joint = Joint.of(hands, shoes[0])
    outcomes = joint.outcomes
    often = uses(patterns)
    coded = joint.coded
    tables: list[list[tuple[CodedHands, Table]]] = [[(part, {}) for part in coded] for _ in shoes]
    misplaced = 0.0
    for number, (levels, additions, wrong) in enumerate(levels_of(joint, hands, shoes[0], often)):
        misplaced += wrong
        for gone, restricted in needed(often, number):
            for shoe, of_shoe in zip(shoes, tables, strict=True):
                values = None
                if number < len(levels):
                    values = shoe.values(levels[number], outcomes, gone)
                parts = _tables(values, joint, levels, additions, number, restricted)
                for apart, found in parts.items():
                    for (_, table), part in zip(of_shoe, found, strict=True):
                        table[number, apart, gone] = part
    return tables, misplaced


def needed(often: dict[Need, float], number: int) -> list[tuple[int, set[int]]]:
    """Return the pair cards gone of needs for so many hands, and the hands known to be no pair."""
    return [
        (gone, {apart for of, apart, more in often if (of, more) == (number, gone)})
        for gone in sorted({gone for of, _, gone in often if of == number})
    ]


def levels_of(
    joint: Joint, hands: SplitHands, shoe: SplitShoe, often: dict[Need, float]
) -> Iterator[tuple[list[Multisets], list[Additions], float]]:
    """Yield the multisets of no hand, one hand, .., up to the most that are needed.

    With them which of them a further hand makes of each, and what probability thinning them out
    misplaces at most. Where no hand has a result that is not left out there are those of no hand.

    Notes
    -----
    Conditioning: none.
    Method: sums of the multisets of one hand; the least likely ones of two hands and more are left
    out where they are very many.
    Error: the bound yielded, for the distribution of the round from the shoe.
    Source: derived here, reports/METHOD.md section 7.
    """
    keys = np.unique(joint.hands[0].key)
    levels = [Multisets.of(np.zeros(1, dtype=np.int64), np.ones(1))]
    additions: list[Additions] = []
    kept = np.isin(hands.key, keys)
    orders = np.bincount(np.searchsorted(keys, hands.key[kept]), hands.orders[kept])
    one = Multisets.of(keys, orders.astype(np.float64))
    for number in range(1 + max(number for number, _, _ in often)):
        wrong = 0.0
        if number and one.number:
            sums = sums_of(levels[-1], one)
            if number > 1:
                wrong = _thin_out(sums, number, shoe, often)
            multisets, more = sums.in_rows()
            levels = [*levels, one if number == 1 else multisets]
            additions = [*additions, more]
        yield levels, additions, wrong


def _tables(
    values: FloatMatrix | None,
    joint: Joint,
    levels: list[Multisets],
    additions: list[Additions],
    number: int,
    restricted: set[int],
) -> dict[int, list[FloatArray]]:
    """Return the probability that given hands have given codes, by outcome, (codes,) * hands.

    By the number of hands whose second card is no pair card, which come first.
    """
    codes = [len(part.results) for part in joint.coded]
    found = {apart: [np.zeros((each,) * number) for each in codes] for apart in restricted}
    if values is None:
        return found
    if not number:
        return {0: [np.array(value) for value in values[0, : len(codes)]]}
    spread_out = _first_hand(values, joint, levels, additions, number, restricted)
    for level in range(number - 1, 0, -1):
        spread_out = _next_hand(spread_out, joint, levels, additions, level, restricted)
    values_of = dict(zip(spread_out.known, spread_out.sums[:, 0].ravel(), strict=False))
    for (at, (free, apart)), value in values_of.items():
        table = found[len(apart)][at]
        for first, others in product(set(permutations(apart)), set(permutations(free))):
            table[first + others] = value
    return found


def _first_hand(
    values: FloatMatrix,
    joint: Joint,
    levels: list[Multisets],
    additions: list[Additions],
    number: int,
    restricted: set[int],
) -> Spread:
    """Return the sums over one hand by outcome and code, all outcomes side by side."""
    kinds = first_kinds(number, restricted)
    known = [
        (at, longer_by(((), ()), code, apart=apart))
        for apart in kinds
        for at, part in enumerate(joint.coded)
        for code in range(len(part.results))
    ]
    found = Spread.over(known, levels[number - 1])
    for place, apart in enumerate(kinds):
        spread(
            levels[number - 1],
            additions[number - 1],
            values,
            joint.hands[apart].within(levels[1]),
            joint.sinks(apart, place * joint.places[-1]),
            found.sums,
        )
    return found


def _next_hand(
    before: Spread,
    joint: Joint,
    levels: list[Multisets],
    additions: list[Additions],
    level: int,
    restricted: set[int],
) -> Spread:
    """Return the sums over one hand more, of so many that are left.

    Hands of one kind are exchangeable, so their codes are given in descending order alone; those
    with any second card come first.
    """
    kinds = False, True
    wanted = {apart: _wanted(before, joint, level, restricted, apart=apart) for apart in kinds}
    known: list[Known] = []
    first = {}
    for apart in kinds:
        first[apart] = [*accumulate(wanted[apart], initial=len(known))]
        for (at, given), codes in zip(before.known, wanted[apart], strict=True):
            known += [(at, longer_by(given, code, apart=apart)) for code in range(codes)]
    found = Spread.over(known, levels[level - 1])
    outcomes = [at for at, _ in before.known]
    for apart in kinds:
        hands = joint.hands[apart]
        for eight, values in enumerate(before.sums):
            lanes = slice(eight * LANES, min((eight + 1) * LANES, len(outcomes)))
            if any(wanted[apart][lanes]):
                spread(
                    levels[level - 1],
                    additions[level - 1],
                    values,
                    hands.within(levels[1]),
                    hands.sinks(outcomes[lanes], wanted[apart][lanes], first[apart][lanes]),
                    found.sums,
                )
    return found


def _wanted(
    before: Spread, joint: Joint, level: int, restricted: set[int], *, apart: bool
) -> list[int]:
    """Return how many codes a further hand may have, by lane; 0 where none is added."""
    chosen = {
        (at, given): codes
        for at, part in enumerate(joint.coded)
        for given, codes in extended(
            [given for outcome, given in before.known if outcome == at],
            level,
            restricted,
            len(part.results),
            apart=apart,
        ).items()
    }
    return [chosen.get(each, 0) for each in before.known]


def first_kinds(number: int, restricted: set[int]) -> list[bool]:
    """Return whether the first of so many hands may be known to be no pair, by `restricted`."""
    any_card = min(restricted) < number
    return [apart for apart in (False, True) if (number in restricted if apart else any_card)]


def extended(
    given: Iterable[Given], level: int, restricted: set[int], codes: int, *, apart: bool
) -> dict[Given, int]:
    """Return to which codes a further hand is added, and how many codes it may have.

    So many hands are left as `level` says; `apart` tells whether it is known to be no pair.
    """
    return {
        each: each[apart][-1] + 1 if each[apart] else codes
        for each in given
        if (each[1] or level in restricted if apart else not each[1])
        and (apart or min(restricted) < level)
    }


def longer_by(given: Given, code: int, *, apart: bool) -> Given:
    """Return codes with that of a further hand."""
    free, kept = given
    return (free, (*kept, code)) if apart else ((*free, code), kept)


def _thin_out(sums: Sums, level: int, shoe: SplitShoe, often: dict[Need, float]) -> float:
    """Leave the likelier sums of so many hands, and return what probability that misplaces."""
    ways: dict[int, float] = {}
    for (number, _, gone), times in often.items():
        if number >= level:
            # Any `level` of the hands of a table may be those left out.
            more = times * comb(number, level) * shoe.chance(gone)
            ways[gone] = ways.get(gone, 0.0) + more
    in_order = np.array([shoe.in_order(gone) for gone in ways])
    return sums.thin_out(np.array(list(ways.values())), in_order, MAY_BE_WRONG)
