"""The dealer against many multisets of cards, from a shoe with one card less.

Cards c, drawn from N cards of which n_r are of rank r, come in one given order with probability P.
From the same cards without one of rank r they do with probability

    P N / (N - |c|) (n_r - c_r) / n_r.

So what weights of the multisets and dealer outcomes come to, from each of the ten shoes, follows
from the weighted sums of P / (N - |c|) and of its products with the number of cards of each rank.
"""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.exact.blackjack.dealer import OUTCOME_BUST, OUTCOMES
from certify.exact.blackjack.multisets.dealer_lines import (
    LINES_AT_ONCE,
    add_terms,
    dealer_terms,
    end_of_group,
    fill_counts,
    fill_factors,
    fill_minors,
    fill_rests,
    inverse_falling,
    mark_places,
    room_for_lines,
    ways_to_draw,
)
from certify.exact.blackjack.multisets.kernels import LINE_RANKS
from certify.exact.blackjack.multisets.sums import Multisets
from certify.numerics.jit import inline, kernel

IntVector = npt.NDArray[np.int64]
FloatMatrix = npt.NDArray[np.float64]
FloatTensor = npt.NDArray[np.float64]

SETS = 2
"""Sets of weights. A column is a line and one of the sets: all lines, then all of them again."""

COLUMNS = SETS * LINES_AT_ONCE
PLACES_AT_ONCE = 4


def sums_with_card_less(
    among: Multisets,
    weights: FloatTensor,
    in_order: FloatMatrix,
    dealers: IntVector,
    upcard: int,
    outcomes: IntVector,
    *,
    hits_soft_17: bool,
) -> FloatMatrix:
    """Return what weighted sums of `joint_with_dealer` with one card less follow from.

    Parameters
    ----------
    among, in_order, dealers, upcard, outcomes, hits_soft_17
        As `certify.exact.blackjack.multisets.dealer_lines.joint_with_dealer` has them.
    weights : ndarray of float64, shape (2, multisets + 1, 8)
        Two sets of weights of what that returns.

    Returns
    -------
    ndarray of float64, shape (2, 11)
        Of the probabilities divided by the number of cards left thereafter (0 where none are): the
        sums in the last column, before it those times the cards of each rank that are gone
        thereafter, of the multiset and of what the dealer draws.

    Notes
    -----
    Conditioning: as `joint_with_dealer`.
    Method: sums over the dealer's final hands as there. The cards of the multisets are counted at
    each place; those of the dealer with what a final hand counts on all places of a line.
    Error: some roundings of each of the terms, 1e-14 of the sum of their sizes.
    Source: derived here, reports/METHOD.md section 12.
    """
    terms = dealer_terms(hits_soft_17=hits_soft_17, upcards=(upcard,), with_upcard_alone=True)
    inverse = inverse_falling(terms, int(dealers.sum()), in_order.shape[1], further=1)
    sums = np.zeros((SETS, RANKS + 1))
    _sums_on_lines(
        among.lines,
        in_order,
        dealers,
        ways_to_draw(terms, dealers),
        # Of so many cards and one more.
        inverse[:, 1:].copy(),
        upcard,
        outcomes,
        weights,
        terms,
        room_for_lines(terms),
        sums,
    )
    # The upcard is no card that is drawn.
    sums[:, upcard] -= sums[:, RANKS]
    return sums


@kernel
def _sums_on_lines(
    lines,
    in_order,
    dealers,
    drawn,
    inverse,
    upcard,
    outcomes,
    weights,
    terms,
    room,
    sums,
):
    """Add to the sums, of ``RANKS + 1`` columns, the upcard among the cards, lines side by side."""
    stride, start, place, by_cards = lines.stride, lines.start, lines.place, lines.by_cards
    rests, factors, values = room.rests, room.factors, room.sums
    minors, term_start, term_minor = terms.minors, terms.term_start, terms.term_minor
    most_places = 0
    for row in range(place.size):
        most_places = max(most_places, place[row] + 1)
    # All of them is written before it is read.
    minor_values = np.empty((most_places, minors.shape[0]))
    weighed = np.empty((OUTCOMES, most_places + PLACES_AT_ONCE, COLUMNS))
    on_place = np.empty((most_places + 1, COLUMNS))
    of_terms = np.empty((term_minor.size, COLUMNS))
    of_rests = np.empty((terms.rest_before.size, COLUMNS))
    by_rank = np.empty((RANKS + 1, COLUMNS))
    in_use = np.empty(most_places + PLACES_AT_ONCE, dtype=np.int64)
    marked = np.full(most_places, -1, dtype=np.int64)
    number_of = np.empty(most_places, dtype=np.int64)
    counts = np.empty((RANKS, LINES_AT_ONCE), dtype=np.int64)
    own = np.empty(LINES_AT_ONCE)
    filled = np.full(most_places, -1, dtype=np.int64)
    begin = 0
    while begin < by_cards.size:
        cards = lines.cards[by_cards[begin]]
        end = end_of_group(lines, begin)
        group = by_cards[begin:end]
        places = mark_places(group, start, place, begin, marked, in_use)
        begin = end
        for number in range(places):
            number_of[in_use[number]] = number
        for minor in in_use[:places]:
            if filled[minor] != cards:
                fill_minors(minors, minor, stride, cards, drawn, inverse, minor_values)
                filled[minor] = cards
        for lane in range(LINES_AT_ONCE):
            # Those beyond the last line have no weights.
            key = lines.line[group[min(lane, group.size - 1)]]
            own[lane] = fill_counts(key, lane, in_order, counts)
        fill_rests(counts, drawn, terms, room)
        fill_factors(0, term_minor.size, terms, rests, factors)
        # Some places are gone through together, so there are some without weights at the end.
        in_use[places : places + PLACES_AT_ONCE] = in_use[places - 1]
        weighed[:, : places + PLACES_AT_ONCE] = 0.0
        _weigh(
            group,
            stride,
            start,
            place,
            cards,
            own,
            counts,
            in_order,
            dealers,
            upcard,
            number_of,
            outcomes,
            weights,
            weighed,
        )
        on_place[: places + 1] = 0.0
        of_terms[:] = 0.0
        by_rank[:] = 0.0
        for outcome in range(OUTCOMES):
            first_term, last_term = term_start[outcome], term_start[outcome + 1]
            if outcome != OUTCOME_BUST:
                # A bust is what is left of 1.
                for used in range(places):
                    for column in range(COLUMNS):
                        weighed[outcome, used, column] -= weighed[OUTCOME_BUST, used, column]
            for first in range(0, places, 2):
                add_terms(
                    first_term,
                    last_term,
                    0,
                    term_minor,
                    minor_values,
                    in_use[first],
                    in_use[first + 1],
                    factors,
                    values,
                    outcome,
                )
                for at in range(2):
                    _add_products(
                        weighed[outcome, first + at], values[at, outcome], on_place[first + at]
                    )
            for first in range(0, places, PLACES_AT_ONCE):
                _add_to_terms(
                    first_term,
                    last_term,
                    term_minor,
                    minor_values,
                    in_use[first : first + PLACES_AT_ONCE],
                    weighed[outcome, first : first + PLACES_AT_ONCE],
                    of_terms,
                )
        for used in range(places):
            aces, twos = in_use[used] % stride, in_use[used] // stride
            for column in range(COLUMNS):
                by_rank[0, column] += aces * on_place[used, column]
                by_rank[1, column] += twos * on_place[used, column]
                by_rank[RANKS, column] += on_place[used, column]
        for each in range(SETS):
            for rank in range(LINE_RANKS, RANKS):
                for lane in range(LINES_AT_ONCE):
                    column = each * LINES_AT_ONCE + lane
                    by_rank[rank, column] = counts[rank, lane] * by_rank[RANKS, column]
        _add_dealers(of_terms, factors, terms, rests, of_rests, by_rank)
        for each in range(SETS):
            for rank in range(RANKS + 1):
                for lane in range(LINES_AT_ONCE):
                    sums[each, rank] += by_rank[rank, each * LINES_AT_ONCE + lane]


@inline
def _weigh(
    group,
    stride,
    start,
    place,
    cards,
    own,
    counts,
    in_order,
    dealers,
    upcard,
    number_of,
    outcomes,
    weights,
    weighed,
):
    """Fill the weights times the probability of the cards on each place, by outcome."""
    all_dealers = dealers.sum()
    for lane in range(group.size):
        line = group[lane]
        for at in range(start[line], start[line + 1]):
            minor = place[at]
            aces, twos = minor % stride, minor // stride
            counts[0, lane], counts[1, lane] = aces, twos
            gone = cards + aces + twos
            chance = own[lane] * in_order[0, aces] * in_order[1, twos] * in_order[RANKS, gone]
            # The upcard was drawn first. Where it is not there the probability is 0.
            chance *= (all_dealers - gone) / max(dealers[upcard] - counts[upcard, lane], 1)
            for wanted in range(outcomes.size):
                row = weighed[outcomes[wanted], number_of[minor]]
                row[lane] = chance * weights[0, at, wanted]
                row[LINES_AT_ONCE + lane] = chance * weights[1, at, wanted]


@inline
def _add_products(weighed, values, found):
    """Add weights times values, which are the same for both sets of weights."""
    for each in range(SETS):
        for lane in range(LINES_AT_ONCE):
            column = each * LINES_AT_ONCE + lane
            found[column] += weighed[column] * values[lane]


@inline
def _add_to_terms(first, last, term_minor, minor_values, places, weighed, of_terms):
    """Add to each term of an outcome what its factor is multiplied by on some places."""
    for term in range(first, last):
        minor = term_minor[term]
        one, two = minor_values[places[0], minor], minor_values[places[1], minor]
        three, four = minor_values[places[2], minor], minor_values[places[3], minor]
        for column in range(COLUMNS):
            of_terms[term, column] += (
                one * weighed[0, column]
                + two * weighed[1, column]
                + three * weighed[2, column]
                + four * weighed[3, column]
            )


@inline
def _add_dealers(of_terms, factors, terms, rests, of_rests, by_rank):
    """Add what the dealer's final hands count times their cards, by rank; `of_rests` is room."""
    minors, term_minor, hand_start = terms.minors, terms.term_minor, terms.hand_start
    hand_rest, hand_orders = terms.hand_rest, terms.hand_orders
    rest_before, rest_step, steps = terms.rest_before, terms.rest_step, terms.steps
    of_rests[:] = 0.0
    for term in range(term_minor.size):
        aces, twos = minors[term_minor[term], 0], minors[term_minor[term], 1]
        for each in range(SETS):
            for lane in range(LINES_AT_ONCE):
                column = each * LINES_AT_ONCE + lane
                value = of_terms[term, column] * factors[term, lane]
                by_rank[0, column] += aces * value
                by_rank[1, column] += twos * value
        for hand in range(hand_start[term], hand_start[term + 1]):
            rest, orders = hand_rest[hand], hand_orders[hand]
            for column in range(COLUMNS):
                of_rests[rest, column] += orders * of_terms[term, column]
    for rest in range(rest_before.size):
        for each in range(SETS):
            for lane in range(LINES_AT_ONCE):
                of_rests[rest, each * LINES_AT_ONCE + lane] *= rests[rest, lane]
    # The cards of a row are in every row that has more.
    for rest in range(rest_before.size - 1, 0, -1):
        before, (rank, count) = rest_before[rest], steps[rest_step[rest]]
        for column in range(COLUMNS):
            of_rests[before, column] += of_rests[rest, column]
        for column in range(COLUMNS):
            by_rank[rank, column] += count * of_rests[rest, column]
