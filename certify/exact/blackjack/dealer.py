"""The dealer: every final hand once, and its probability for many player hands side by side."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST_ABOVE, SOFT_BONUS
from certify.cards.ranks import ACE, RANKS, TEN
from certify.numerics.jit import inline, kernel
from certify.numerics.sums import two_sum

DEALER_STANDS_ON = 17
OUTCOME_LABELS = ("17", "18", "19", "20", "21", "bust", "blackjack")
OUTCOMES = len(OUTCOME_LABELS)
OUTCOME_BUST = 5
OUTCOME_BLACKJACK = 6
LANES = 96
"""Player hands worked side by side; fewer leave the compiler loops too short to vectorise."""
TERMS_A_PART = 1024
"""Terms added plainly, some twenty to a sum, before the part is added with compensation."""

IntVector = npt.NDArray[np.int64]
IntMatrix = npt.NDArray[np.int64]
FloatTensor = npt.NDArray[np.float64]


class DealerTree(NamedTuple):
    """The dealer's final hands as a prefix tree over the ranks, in preorder.

    A node adds `node_count` cards of rank `node_rank` to the node at depth `node_depth` that came
    last before it. A node that is a final hand has entries ``entry_start[n]:entry_start[n + 1]``:
    the upcards with which its cards can have come, and in how many orders.

    Attributes
    ----------
    node_depth, node_rank, node_count, node_size, node_outcome : ndarray of int64, shape (nodes,)
        Depth of the parent, rank and number of the cards added, cards in all, and the outcome
        (-1 if the node is no final hand).
    entry_start : ndarray of int64, shape (nodes + 1,)
        Where the entries of a node begin.
    entry_upcard : ndarray of int64, shape (entries,)
        Place of the upcard among those of the tree.
    entry_orders : ndarray of float64, shape (entries,)
        Number of orders that begin with the upcard and end there by the dealer's rule.
    most_of_rank, most_cards : int
        Largest number of one rank, and of cards, in any final hand.
    """

    node_depth: IntVector
    node_rank: IntVector
    node_count: IntVector
    node_size: IntVector
    node_outcome: IntVector
    entry_start: IntVector
    entry_upcard: IntVector
    entry_orders: npt.NDArray[np.float64]
    most_of_rank: int
    most_cards: int


def _must_draw(counts: tuple[int, ...], *, hits_soft_17: bool) -> bool:
    hard_total = sum((rank + 1) * count for rank, count in enumerate(counts))
    if counts[ACE] and hard_total + SOFT_BONUS <= BUST_ABOVE:
        total = hard_total + SOFT_BONUS
        return total < DEALER_STANDS_ON or (hits_soft_17 and total == DEALER_STANDS_ON)
    return hard_total < DEALER_STANDS_ON


def final_outcome(counts: tuple[int, ...]) -> int:
    """Return the dealer outcome of a final hand."""
    hard_total = sum((rank + 1) * count for rank, count in enumerate(counts))
    if sum(counts) == 2 and counts[ACE] == 1 and counts[TEN] == 1:
        return OUTCOME_BLACKJACK
    if hard_total > BUST_ABOVE:
        return OUTCOME_BUST
    soft = counts[ACE] and hard_total + SOFT_BONUS <= BUST_ABOVE
    return hard_total + SOFT_BONUS * bool(soft) - DEALER_STANDS_ON


@cache
def final_hands(
    *, hits_soft_17: bool, hole: int | None = None
) -> dict[tuple[int, ...], dict[int, int]]:
    """Return final hand -> upcard -> number of orders, merging equal hands at each length.

    `hole`: the second card, if it is known; other orders are left out.
    """
    final: dict[tuple[int, ...], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    live: dict[tuple[int, ...], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for upcard in range(RANKS):
        begun = tuple(int(rank == upcard) + int(rank == hole) for rank in range(RANKS))
        draws = hole is None or _must_draw(begun, hits_soft_17=hits_soft_17)
        (live if draws else final)[begun][upcard] = 1
    while live:
        longer: dict[tuple[int, ...], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for counts, orders in live.items():
            for rank in range(RANKS):
                drawn = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
                draws = _must_draw(drawn, hits_soft_17=hits_soft_17)
                into = (longer if draws else final)[drawn]
                for upcard, number in orders.items():
                    into[upcard] += number
        live = longer
    return final


ALL_UPCARDS = tuple(range(RANKS))


@cache
def dealer_tree(
    *,
    hits_soft_17: bool,
    with_busts: bool,
    upcards: tuple[int, ...] = ALL_UPCARDS,
    hole: int | None = None,
) -> DealerTree:
    """Return the dealer's final hands; the table depends on the rule, not on the shoe.

    Parameters
    ----------
    hits_soft_17 : bool
        Whether the dealer draws to a soft 17.
    with_busts : bool
        Whether the hands that bust, half of all, are in the tree; `most_cards` counts them always.
    upcards : tuple of int
        The upcards of which the hands are in the tree; entries count their places in it.
    hole : int, optional
        The second card; orders with another are not in the tree.

    Returns
    -------
    DealerTree
        The tree.
    """
    every_hand = final_hands(hits_soft_17=hits_soft_17, hole=hole)
    place = {upcard: index for index, upcard in enumerate(upcards)}
    final = {
        hand: kept
        for hand, orders in every_hand.items()
        if (kept := {place[upcard]: ways for upcard, ways in orders.items() if upcard in place})
        and (with_busts or final_outcome(hand) != OUTCOME_BUST)
    }
    nodes: list[tuple[int, int, int, int, int]] = []
    entry_start = [0]
    entries: list[int] = []
    orders: list[int] = []
    path: tuple[tuple[int, int], ...] = ()
    for counts in sorted(final, key=lambda hand: [(r, c) for r, c in enumerate(hand) if c]):
        steps = tuple((rank, count) for rank, count in enumerate(counts) if count)
        shared = 0
        while shared < min(len(path), len(steps)) and path[shared] == steps[shared]:
            shared += 1
        for depth in range(shared, len(steps)):
            rank, count = steps[depth]
            size = sum(number for _, number in steps[: depth + 1])
            is_final = depth == len(steps) - 1
            nodes.append((depth, rank, count, size, final_outcome(counts) if is_final else -1))
            if is_final:
                entries.extend(final[counts])
                orders.extend(final[counts].values())
            entry_start.append(len(entries))
        path = steps
    depth_of, rank_of, count_of, size_of, outcome_of = np.array(nodes, dtype=np.int64).T.copy()
    return DealerTree(
        node_depth=depth_of,
        node_rank=rank_of,
        node_count=count_of,
        node_size=size_of,
        node_outcome=outcome_of,
        entry_start=np.array(entry_start, dtype=np.int64),
        entry_upcard=np.array(entries, dtype=np.int64),
        entry_orders=np.array(orders, dtype=np.float64),
        most_of_rank=max((max(counts) for counts in final), default=0),
        most_cards=max(sum(counts) for counts in every_hand),
    )


def dealer_outcomes(
    shoe: IntVector,
    removed: IntMatrix,
    *,
    hits_soft_17: bool,
    upcards: tuple[int, ...] = ALL_UPCARDS,
    hole: int | None = None,
    into: FloatTensor | None = None,
) -> FloatTensor:
    """Return the probability of each dealer outcome for each upcard, given cards removed.

    Parameters
    ----------
    shoe : ndarray of int64, shape (10,)
        Counts by value, the removed cards and the upcard still in it.
    removed : ndarray of int64, shape (multisets, 10)
        Cards known to be gone beside the upcard.
    hits_soft_17 : bool
        Whether the dealer draws to a soft 17.
    upcards : tuple of int
        The upcards, all ten by default.
    hole : int, optional
        The dealer's second card, if it is known; it is in the shoe no longer.
    into : ndarray of float64, shape (multisets, upcards, 7), optional
        Zeros that are filled and returned; by default they are made.

    Returns
    -------
    ndarray of float64, shape (multisets, upcards, 7)
        By upcard (A, 2, .., T, or those given) and outcome (17, .., 21, bust, blackjack).
        Unit: probability. A row sums to less than 1 where the dealer can run out of cards, and
        is 0 where the upcard or the removed cards are not there.

    Notes
    -----
    Conditioning: on the upcard, and on the second card if it is known; none on blackjack.
    Method: sum over final hands k that contain the upcard of orders(k, upcard) times
    prod_r falling(n_r, k_r) / falling(N, k), over n_upcard / N; compensated.
    Error: relative 1.2e-13 at worst (reports/METHOD.md section 6); below 2e-15 where measured
    against rational arithmetic, tests/unit/exact.
    Source: derived here, reports/METHOD.md section 2.
    """
    if hole is not None:
        found = _outcomes_with(shoe, removed, hole, hits_soft_17=hits_soft_17, upcards=upcards)
        if into is None:
            return found
        into[:] = found
        return into
    # Where the dealer cannot run out of cards, he busts when nothing else happens.
    has_enough = always_enough(shoe, removed, hits_soft_17=hits_soft_17)
    tree = dealer_tree(hits_soft_17=hits_soft_17, with_busts=not has_enough, upcards=upcards)
    outcomes = np.zeros((len(removed), len(upcards), OUTCOMES)) if into is None else into
    _outcomes_kernel(
        shoe,
        removed,
        np.array(upcards, dtype=np.int64),
        tree,
        has_enough,
        outcomes,
    )
    return outcomes


def always_enough(shoe: IntVector, removed: IntMatrix, *, hits_soft_17: bool) -> bool:
    """Return whether the dealer cannot run out of cards, whichever of some multisets is gone."""
    tree = dealer_tree(hits_soft_17=hits_soft_17, with_busts=True)
    return bool(shoe.sum() - removed.sum(axis=1).max(initial=0) >= tree.most_cards)


def _outcomes_with(
    shoe: IntVector,
    removed: IntMatrix,
    hole: int,
    *,
    hits_soft_17: bool,
    upcards: tuple[int, ...],
) -> FloatTensor:
    """Return `dealer_outcomes` with the second card known.

    They are the chances of what begins with both cards, over the chance of the second one.
    """
    whole = shoe.copy()
    whole[hole] += 1
    tree = dealer_tree(hits_soft_17=hits_soft_17, with_busts=True, upcards=upcards, hole=hole)
    joint = np.zeros((len(removed), len(upcards), OUTCOMES))
    _outcomes_kernel(whole, removed, np.array(upcards, dtype=np.int64), tree, False, joint)
    holes = (whole[hole] - removed[:, hole])[:, None] - (np.array(upcards) == hole)
    cards = (whole.sum() - 1 - removed.sum(axis=1))[:, None]
    there = (holes > 0) & (cards > 0)
    chance = np.divide(holes, cards, out=np.ones(holes.shape), where=there)
    found: FloatTensor = np.where(there[..., None], joint / chance[..., None], 0.0)
    return found


@inline
def _fold(part, total, error):
    """Add `part` to the compensated sums and clear it."""
    for upcard in range(part.shape[0]):
        for outcome in range(OUTCOMES):
            for lane in range(LANES):
                total[upcard, outcome, lane], rounding = two_sum(
                    total[upcard, outcome, lane], part[upcard, outcome, lane]
                )
                error[upcard, outcome, lane] += rounding
                part[upcard, outcome, lane] = 0.0


@kernel
def _outcomes_kernel(shoe, removed, upcards, tree, busts_otherwise, outcomes):
    """Fill `outcomes`: LANES multisets side by side walk the prefix tree together."""
    node_depth, node_rank, node_count, node_size, node_outcome = tree[:5]
    entry_start, entry_upcard, entry_orders, most_of_rank, most_cards = tree[5:]
    falling = np.zeros((RANKS, most_of_rank + 1, LANES))
    inverse = np.zeros((most_cards + 1, LANES))
    product = np.ones((RANKS + 1, LANES))
    total = np.zeros((upcards.size, OUTCOMES, LANES))
    error = np.zeros((upcards.size, OUTCOMES, LANES))
    part = np.zeros((upcards.size, OUTCOMES, LANES))
    left = np.zeros((RANKS, LANES))
    cards = np.zeros(LANES)
    probability = np.zeros(LANES)
    for start in range(0, removed.shape[0], LANES):
        lanes = min(LANES, removed.shape[0] - start)
        cards[:] = 0.0
        for rank in range(RANKS):
            for lane in range(LANES):
                source = start + min(lane, lanes - 1)
                left[rank, lane] = shoe[rank] - removed[source, rank]
                cards[lane] += left[rank, lane]
            falling[rank, 0, :] = 1.0
            for count in range(1, most_of_rank + 1):
                for lane in range(LANES):
                    factor = left[rank, lane] - (count - 1)
                    falling[rank, count, lane] = falling[rank, count - 1, lane] * max(factor, 0.0)
        inverse[0, :] = 1.0
        for count in range(1, most_cards + 1):
            for lane in range(LANES):
                factor = cards[lane] - (count - 1)
                inverse[count, lane] = inverse[count - 1, lane] / factor if factor > 0 else 0.0
        total[:] = 0.0
        error[:] = 0.0
        next_fold = TERMS_A_PART
        for node in range(node_depth.size):
            depth = node_depth[node]
            rank = node_rank[node]
            count = node_count[node]
            for lane in range(LANES):
                product[depth + 1, lane] = product[depth, lane] * falling[rank, count, lane]
            outcome = node_outcome[node]
            if outcome < 0:
                continue
            size = node_size[node]
            for lane in range(LANES):
                probability[lane] = product[depth + 1, lane] * inverse[size, lane]
            for entry in range(entry_start[node], entry_start[node + 1]):
                upcard = entry_upcard[entry]
                orders = entry_orders[entry]
                for lane in range(LANES):
                    part[upcard, outcome, lane] += orders * probability[lane]
            if entry_start[node + 1] >= next_fold or node == node_depth.size - 1:
                next_fold += TERMS_A_PART
                _fold(part, total, error)
        for lane in range(lanes):
            is_there = True
            for rank in range(RANKS):
                is_there = is_there and left[rank, lane] >= 0.0
            if not is_there:
                continue
            for upcard in range(upcards.size):
                if left[upcards[upcard], lane] <= 0.0:
                    continue
                scale = cards[lane] / left[upcards[upcard], lane]
                others = 0.0
                for outcome in range(OUTCOMES):
                    value = scale * (total[upcard, outcome, lane] + error[upcard, outcome, lane])
                    outcomes[start + lane, upcard, outcome] = value
                    others += value
                if busts_otherwise:
                    outcomes[start + lane, upcard, OUTCOME_BUST] = 1.0 - others
