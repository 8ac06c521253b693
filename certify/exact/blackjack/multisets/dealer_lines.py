"""The dealer against many multisets of cards that differ in aces and twos alone.

What the other eight ranks come to in a final hand of the dealer is the same for all multisets on a
line; it is worked out once, by the hand's aces, twos and number of cards, and its outcome.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from certify.cards.hands import KEY_BASE
from certify.cards.ranks import ACE, RANKS
from certify.exact.blackjack.dealer import (
    ALL_UPCARDS,
    OUTCOME_BUST,
    OUTCOMES,
    final_hands,
    final_outcome,
)
from certify.exact.blackjack.multisets.kernels import LINE_RANKS
from certify.exact.blackjack.multisets.sums import Multisets
from certify.numerics.jit import inline, kernel
from certify.numerics.lanes import LANES, lanes_at, put, rows_of_lanes, zeros

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatVector = npt.NDArray[np.float64]
FloatMatrix = npt.NDArray[np.float64]
FloatTensor = npt.NDArray[np.float64]

TWO = 1
EIGHTS = 4
LINES_AT_ONCE = EIGHTS * LANES
"""Lines worked side by side."""


class DealerTerms(NamedTuple):
    """The dealer's final hands that are not bust, with each upcard, in terms alike on a line.

    Kernels take them whole.

    Attributes
    ----------
    steps : ndarray of int64, shape (steps, 2)
        Ranks but aces and twos, and how many of them there are in final hands.
    rest_before, rest_step : ndarray of int64, shape (rests,)
        The cards but aces and twos that final hands have: those of an earlier row and of a row of
        `steps`. The first has none.
    minors : ndarray of int64, shape (minors, 3)
        Aces, twos and number of all cards that final hands have.
    term_start : ndarray of int64, shape (7 * upcards + 1,)
        With n = 7 u + outcome for the u-th upcard, the terms of an outcome are
        ``term_start[n]:term_start[n + 1]``.
    term_minor : ndarray of int64, shape (terms,)
        Row of `minors`.
    hand_start : ndarray of int64, shape (terms + 1,)
        The final hands of a term are ``hand_start[term]:hand_start[term + 1]``.
    hand_rest : ndarray of int64, shape (hands,)
        Row of the cards but aces and twos.
    hand_orders : ndarray of float64, shape (hands,)
        Number of orders that begin with the upcard and end there by the dealer's rule.
    """

    steps: IntMatrix
    rest_before: IntVector
    rest_step: IntVector
    minors: IntMatrix
    term_start: IntVector
    term_minor: IntVector
    hand_start: IntVector
    hand_rest: IntVector
    hand_orders: FloatVector


@cache
def dealer_terms(
    *,
    hits_soft_17: bool,
    upcards: tuple[int, ...] = ALL_UPCARDS,
    with_upcard_alone: bool = False,
) -> DealerTerms:
    """Return the terms of some upcards; they depend on the rule, not on the shoe.

    The upcard alone, whatever comes after it, may be a term too: it stands in the place of a bust.
    """
    finals = [
        (upcards.index(upcard) * OUTCOMES + outcome, hand, number)
        for hand, orders in final_hands(hits_soft_17=hits_soft_17).items()
        if (outcome := final_outcome(hand)) != OUTCOME_BUST
        for upcard, number in orders.items()
        if upcard in upcards
    ]
    if with_upcard_alone:
        for at, upcard in enumerate(upcards):
            alone = tuple(int(rank == upcard) for rank in range(RANKS))
            finals.append((at * OUTCOMES + OUTCOME_BUST, alone, 1))
    found = sorted(
        (part, (hand[ACE], hand[TWO], sum(hand)), hand[LINE_RANKS:], number)
        for part, hand, number in finals
    )
    steps = {rest: _steps(rest) for _, _, rest, _ in found}
    every_step = sorted({step for path in steps.values() for step in path})
    rests = sorted({path[:end] for path in steps.values() for end in range(len(path) + 1)})
    minors = sorted({minor for _, minor, _, _ in found})
    terms = sorted({(part, minor) for part, minor, _, _ in found})
    place = {term: number for number, term in enumerate(terms)}
    row = {path: number for number, path in enumerate(rests)}
    term_of = [place[part, minor] for part, minor, _, _ in found]
    return DealerTerms(
        steps=np.array(every_step, dtype=np.int64).reshape(-1, 2),
        rest_before=np.array([row[path[:-1]] for path in rests], dtype=np.int64),
        rest_step=np.array(
            [every_step.index(path[-1]) if path else 0 for path in rests], dtype=np.int64
        ),
        minors=np.array(minors, dtype=np.int64),
        term_start=_starts([part for part, _ in terms], OUTCOMES * len(upcards)),
        term_minor=np.array([minors.index(minor) for _, minor in terms], dtype=np.int64),
        hand_start=_starts(term_of, len(terms)),
        hand_rest=np.array([row[steps[rest]] for _, _, rest, _ in found], dtype=np.int64),
        hand_orders=np.array([orders for _, _, _, orders in found], dtype=np.float64),
    )


def _steps(rest: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return ranks and how many there are of each, of cards but aces and twos."""
    return tuple((rank, count) for rank, count in enumerate(rest, start=LINE_RANKS) if count)


def _starts(sorted_labels: list[int], labels: int) -> IntVector:
    return np.searchsorted(sorted_labels, np.arange(labels + 1)).astype(np.int64)


def joint_with_dealer(
    among: Multisets,
    in_order: FloatMatrix,
    dealers: IntVector,
    upcard: int,
    outcomes: IntVector,
    *,
    hits_soft_17: bool,
) -> FloatMatrix:
    """Return P(each multiset's cards in one given order, dealer outcome).

    Parameters
    ----------
    among : Multisets
        The multisets.
    in_order : ndarray of float64, shape (11, 101)
        Factors of the probability of cards in one given order: of the number of each rank, and in
        the last row of the number of all cards.
    dealers : ndarray of int64, shape (10,)
        The cards left for the dealer before those of the multiset are gone, his upcard among them.
    upcard : int
        The dealer's upcard.
    outcomes : ndarray of int64, shape (lanes,)
        The dealer outcomes that are wanted.
    hits_soft_17 : bool
        Whether the dealer draws to a soft 17.

    Returns
    -------
    ndarray of float64, shape (multisets + 1, 8)
        The probabilities in the first lanes, else zeros; as `rows_of_lanes` makes it.

    Notes
    -----
    Conditioning: on the upcard and on the cards that are gone already.
    Method: sums over the dealer's final hands as `dealer.dealer_outcomes`, the ranks
    but aces and twos once for each line; a bust is what is left of 1.
    Error: relative 2e-13 of each outcome at worst, some 1000 positive terms; a bust by as much.
    Source: derived here, reports/METHOD.md sections 2 and 7.
    """
    values = rows_of_lanes(among.number + 1)
    _fill_values(among, in_order, dealers, (upcard,), outcomes, hits_soft_17, values)
    return values


def outcomes_on_lines(
    shoe: IntVector, keys: IntVector, *, hits_soft_17: bool, into: FloatTensor
) -> None:
    """Fill in the probability of each dealer outcome for each upcard, given cards removed.

    Parameters
    ----------
    shoe : ndarray of int64, shape (10,)
        Counts by value, the removed cards and the upcard still in it.
    keys : ndarray of int64, shape (multisets,)
        The multisets of removed cards, ascending: a digit in base 64 a rank, aces the lowest.
    hits_soft_17 : bool
        Whether the dealer draws to a soft 17.
    into : ndarray of float64, shape (multisets, 10, 7)
        What is filled in, as `certify.exact.blackjack.dealer.dealer_outcomes` returns it.

    Notes
    -----
    Conditioning: on the upcard; none on blackjack. The shoe has cards for any hand of the dealer.
    Method: as `joint_with_dealer`, for all upcards.
    Error: relative 2e-14 of each outcome at worst, an absolute 2e-14 of a bust (reports/METHOD.md
    section 6).
    Source: derived here, reports/METHOD.md section 2.
    """
    among = Multisets.of(keys, np.ones(len(keys)))
    # Whether so many cards of a rank are there at all.
    there = np.ones((RANKS + 1, KEY_BASE))
    there[:RANKS] = shoe[:, None] >= np.arange(KEY_BASE)
    _fill_values(among, there, shoe, ALL_UPCARDS, np.arange(OUTCOMES), hits_soft_17, into)


def _fill_values(
    among: Multisets,
    in_order: FloatMatrix,
    dealers: IntVector,
    upcards: tuple[int, ...],
    outcomes: IntVector,
    hits_soft_17: bool,
    values: FloatMatrix | FloatTensor,
) -> None:
    """Fill in what the kernel works out."""
    terms = dealer_terms(hits_soft_17=hits_soft_17, upcards=upcards)
    _joint_on_lines(
        among.lines,
        in_order,
        dealers,
        ways_to_draw(terms, dealers),
        inverse_falling(terms, int(dealers.sum()), in_order.shape[1]),
        np.array(upcards, dtype=np.int64),
        outcomes,
        terms,
        room_for_lines(terms),
        values.reshape(len(values), len(upcards), -1),
    )


def ways_to_draw(terms: DealerTerms, dealers: IntVector) -> FloatTensor:
    """Return in how many ways cards can be drawn, by rank, cards of it gone, and cards drawn.

    Notes
    -----
    Conditioning: on the upcard, which is among the cards; what is not there is drawn in 0 ways.
    Method: falling(n_r - gone, drawn).
    Error: none; whole numbers below 2^53, or else one rounding a card.
    Source: reports/METHOD.md section 2.
    """
    most_drawn = int(max(terms.steps[:, 1].max(initial=0), terms.minors.max(initial=0)))
    left = dealers[:, None] - np.arange(KEY_BASE)
    # Probabilities of cards that are not there are 0, and the dealer may run out of cards.
    drawn = np.ones((RANKS, KEY_BASE, most_drawn + 1))
    for number in range(most_drawn):
        drawn[:, :, number + 1] = drawn[:, :, number] * np.maximum(left - number, 0)
    return drawn


def inverse_falling(terms: DealerTerms, number: int, rows: int, *, further: int = 0) -> FloatMatrix:
    """Return 1 / falling(n, k) of what is left of a number, by cards gone and cards drawn.

    0 where so many are not there; `further` is how many more than a final hand has may be drawn.

    Notes
    -----
    Conditioning: on the cards that are gone.
    Method: one division a card.
    Error: relative, one rounding a card.
    Source: reports/METHOD.md section 2.
    """
    cards = float(number) - np.arange(rows)
    inverse = np.ones((rows, int(terms.minors[:, 2].max(initial=0)) + further + 1))
    for drawn in range(inverse.shape[1] - 1):
        enough = cards > drawn
        inverse[:, drawn + 1] = np.where(
            enough, inverse[:, drawn] / np.where(enough, cards - drawn, 1.0), 0.0
        )
    return inverse


class RoomForLines(NamedTuple):
    """What is worked out of lines side by side, in eights that begin with a line of memory.

    Attributes
    ----------
    steps : ndarray of float64, shape (steps, 32)
        In how many ways the cards of each step can be drawn.
    rests : ndarray of float64, shape (rests, 32)
        What the cards but aces and twos of final hands come to.
    factors : ndarray of float64, shape (terms, 32)
        The factor of each term.
    sums : ndarray of float64, shape (2, 7, 32)
        The sums of an outcome's terms at two places.
    """

    steps: FloatMatrix
    rests: FloatMatrix
    factors: FloatMatrix
    sums: FloatTensor


def room_for_lines(terms: DealerTerms) -> RoomForLines:
    """Return room for some lines and the terms of any upcard."""
    most = int(np.diff(terms.term_start[::OUTCOMES]).max())
    ends = np.cumsum([len(terms.steps), len(terms.rest_before), most, 2 * OUTCOMES])
    rows = rows_of_lanes(int(ends[-1]) * EIGHTS).reshape(-1, LINES_AT_ONCE)
    steps, rests, factors, sums = np.split(rows, ends[:-1])
    return RoomForLines(steps, rests, factors, sums.reshape(2, OUTCOMES, LINES_AT_ONCE))


@inline
def fill_minors(minors, place, stride, cards, drawn, inverse, minor_values):
    """Fill what aces, twos and number of cards come to, at a place of a line of so many cards."""
    aces, twos = place % stride, place // stride
    for minor in range(minors.shape[0]):
        drawn_aces, drawn_twos, size = minors[minor]
        minor_values[place, minor] = (
            drawn[0, aces, drawn_aces]
            * drawn[1, twos, drawn_twos]
            * inverse[cards + aces + twos, size]
        )


@inline
def fill_counts(key, lane, in_order, counts):
    """Fill the cards of a line, and return the factor of their probability in one given order."""
    own = 1.0
    for rank in range(LINE_RANKS, RANKS):
        counts[rank, lane] = key % KEY_BASE
        own *= in_order[rank, counts[rank, lane]]
        key //= KEY_BASE
    return own


@inline
def fill_rests(counts, drawn, terms, room):
    """Fill what the cards but aces and twos come to on each of the lines, given their cards."""
    steps, rests = room.steps, room.rests
    for step in range(steps.shape[0]):
        rank, count = terms.steps[step]
        for lane in range(LINES_AT_ONCE):
            steps[step, lane] = drawn[rank, counts[rank, lane], count]
    rests[0] = 1.0
    for rest in range(1, rests.shape[0]):
        before, step = EIGHTS * terms.rest_before[rest], EIGHTS * terms.rest_step[rest]
        for eight in range(EIGHTS):
            found = lanes_at(rests, before + eight) * lanes_at(steps, step + eight)
            put(found, rests, EIGHTS * rest + eight)


@inline
def fill_factors(first, last, terms, rests, factors):
    """Fill the factor of each of some terms on each of the lines."""
    hand_start, hand_rest, hand_orders = terms.hand_start, terms.hand_rest, terms.hand_orders
    for term in range(first, last):
        one, two, three, four = zeros(), zeros(), zeros(), zeros()
        for hand in range(hand_start[term], hand_start[term + 1]):
            at, orders = EIGHTS * hand_rest[hand], hand_orders[hand]
            one += orders * lanes_at(rests, at)
            two += orders * lanes_at(rests, at + 1)
            three += orders * lanes_at(rests, at + 2)
            four += orders * lanes_at(rests, at + 3)
        into = EIGHTS * (term - first)
        put(one, factors, into)
        put(two, factors, into + 1)
        put(three, factors, into + 2)
        put(four, factors, into + 3)


@inline
def add_terms(first, last, begin, term_minor, minor_values, here, there, factors, sums, outcome):
    """Fill the sums of terms of an outcome on each of the lines, at two places.

    `factors` are those of terms from `begin` on.
    """
    for eight in range(0, EIGHTS, 2):
        # Half of the lines, so that the sums are in registers on any processor.
        here_one, here_two, there_one, there_two = zeros(), zeros(), zeros(), zeros()
        for term in range(first, last):
            at, minor = EIGHTS * (term - begin) + eight, term_minor[term]
            on_here, on_there = minor_values[here, minor], minor_values[there, minor]
            here_one += on_here * lanes_at(factors, at)
            here_two += on_here * lanes_at(factors, at + 1)
            there_one += on_there * lanes_at(factors, at)
            there_two += on_there * lanes_at(factors, at + 1)
        into = EIGHTS * outcome + eight
        put(here_one, sums, into)
        put(here_two, sums, into + 1)
        put(there_one, sums, EIGHTS * OUTCOMES + into)
        put(there_two, sums, EIGHTS * OUTCOMES + into + 1)


@inline
def end_of_group(lines, begin):
    """Return where the lines of as many cards end that are worked side by side, from one on."""
    end = begin
    cards, by_cards = lines.cards, lines.by_cards
    while end < min(by_cards.size, begin + LINES_AT_ONCE):
        if cards[by_cards[end]] != cards[by_cards[begin]]:
            break
        end += 1
    return end


@inline
def _fill_upcards(upcard, own, dealers, counts, chances, inverse_left):
    """Fill the chance of each line's cards, 0 if no upcard is left, and 1 / (upcards left)."""
    for lane in range(LINES_AT_ONCE):
        left = float(max(dealers[upcard] - counts[upcard, lane], 0))
        chances[lane] = own[lane] * min(left, 1.0)
        inverse_left[lane] = 1.0 / max(left, 1.0)


@inline
def _finish(scale, inverse_left, chance, chances, sums, at):
    """Make of sums of terms at a place the probabilities of the outcomes with the lines' cards."""
    for eight in range(EIGHTS):
        first = at * OUTCOMES * EIGHTS + eight
        whole, own = scale * lanes_at(inverse_left, eight), chance * lanes_at(chances, eight)
        others = zeros()
        for outcome in range(OUTCOMES):
            into = first + outcome * EIGHTS
            found = whole * lanes_at(sums, into)
            others += found
            put(own * found, sums, into)
        # The dealer need not have the cards to play where every hand is bust.
        put(own * (1.0 - others), sums, first + OUTCOME_BUST * EIGHTS)


@inline
def mark_places(group, start, place, number, marked, in_use):
    """Return how many places some lines have in use, and fill them; they get a mark of a number."""
    least, most = marked.size, -1
    for line in group:
        for row in range(start[line], start[line + 1]):
            marked[place[row]] = number
        least = min(least, place[start[line]])
        most = max(most, place[start[line + 1] - 1])
    places = 0
    for minor in range(least, most + 1):
        if marked[minor] == number:
            in_use[places] = minor
            places += 1
    return places


@kernel
def _joint_on_lines(
    lines,
    in_order,
    dealers,
    drawn,
    inverse,
    upcards,
    outcomes,
    terms,
    room,
    values,
):
    """Fill ``values[row, upcard, lane]``, for lines of equally many cards side by side."""
    stride, start, place, by_cards = lines.stride, lines.start, lines.place, lines.by_cards
    rests, factors, sums = room.rests, room.factors, room.sums
    minors, term_start, term_minor = terms.minors, terms.term_start, terms.term_minor
    most_places = 0
    for row in range(place.size):
        most_places = max(most_places, place[row] + 1)
    # All of them is written before it is read.
    minor_values = np.empty((most_places, minors.shape[0]))
    in_use = np.empty(most_places, dtype=np.int64)
    marked = np.full(most_places, -1, dtype=np.int64)
    filled = np.full(most_places, -1, dtype=np.int64)
    counts = np.empty((RANKS, LINES_AT_ONCE), dtype=np.int64)
    own = np.empty(LINES_AT_ONCE)
    chances = np.empty(LINES_AT_ONCE)
    inverse_left = np.empty(LINES_AT_ONCE)
    # The next row of each line.
    row_of = np.empty(LINES_AT_ONCE, dtype=np.int64)
    all_dealers = dealers.sum()
    begin = 0
    while begin < by_cards.size:
        cards = lines.cards[by_cards[begin]]
        end = end_of_group(lines, begin)
        group = by_cards[begin:end]
        minors_in_use = mark_places(group, start, place, begin, marked, in_use)
        for lane in range(LINES_AT_ONCE):
            # Those beyond the last line have no rows.
            line = group[min(lane, group.size - 1)]
            own[lane] = fill_counts(lines.line[line], lane, in_order, counts)
        begin = end
        fill_rests(counts, drawn, terms, room)
        for minor in in_use[:minors_in_use]:
            if filled[minor] != cards:
                fill_minors(minors, minor, stride, cards, drawn, inverse, minor_values)
                filled[minor] = cards
        for shown in range(upcards.size):
            upcard = upcards[shown]
            parts = shown * OUTCOMES
            first_term = term_start[parts]
            fill_factors(first_term, term_start[parts + OUTCOMES], terms, rests, factors)
            if upcard >= LINE_RANKS:
                _fill_upcards(upcard, own, dealers, counts, chances, inverse_left)
            for lane in range(group.size):
                row_of[lane] = start[group[lane]]
            for first in range(0, minors_in_use, 2):
                second = min(first + 1, minors_in_use - 1)
                for outcome in range(OUTCOMES):
                    add_terms(
                        term_start[parts + outcome],
                        term_start[parts + outcome + 1],
                        first_term,
                        term_minor,
                        minor_values,
                        in_use[first],
                        in_use[second],
                        factors,
                        sums,
                        outcome,
                    )
                for at in range(second - first + 1):
                    minor = in_use[first + at]
                    aces, twos = minor % stride, minor // stride
                    gone = cards + aces + twos
                    if upcard < LINE_RANKS:
                        for lane in range(LINES_AT_ONCE):
                            counts[upcard, lane] = twos if upcard == TWO else aces
                        _fill_upcards(upcard, own, dealers, counts, chances, inverse_left)
                    chance = in_order[0, aces] * in_order[1, twos] * in_order[RANKS, gone]
                    _finish(float(all_dealers - gone), inverse_left, chance, chances, sums, at)
                    for lane in range(group.size):
                        row = row_of[lane]
                        if row < start[group[lane] + 1] and place[row] == minor:
                            row_of[lane] += 1
                            for wanted in range(outcomes.size):
                                values[row, shown, wanted] = sums[at, outcomes[wanted], lane]
