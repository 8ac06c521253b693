"""Games with open cards played to a limited depth: brute force that checks other methods."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from certify.exact.multiplayer.open_cards import CHANCE, END, OpenGraph

MOST_MOVES = 10_000


@dataclass(frozen=True)
class LimitedDepth:
    """Values of positions if play stops after some moves, drawn if it has not ended.

    Attributes
    ----------
    values : ndarray
        What the first seat scores from each position.
    moves : int
        After how many moves; one more changes nothing.
    """

    values: NDArray[np.float64]
    moves: int


def play_to_depth(graph: OpenGraph) -> LimitedDepth:
    """Return what positions are worth if play may last so long that more would change nothing.

    Parameters
    ----------
    graph : OpenGraph
        The game.

    Returns
    -------
    LimitedDepth
        Values.

    Notes
    -----
    Conditioning: both see all cards, and play that never ends is drawn.
    Method: minimax to depth 0, 1, 2 and so on, of all positions at once, until nothing changes.
    Error: none where scores are small integers and chance has no hand; otherwise rounding.
    Source: Shapley, Stochastic games, 1953 (value iteration).
    """
    size = len(graph.owners)
    owners = np.array(graph.owners)
    values = np.zeros(size)
    for position, score in graph.scores.items():
        values[position] = float(score)
    playing = np.flatnonzero(owners != END)
    numbers = np.array([len(graph.following[position]) for position in playing])
    targets = np.array([there for position in playing for there in graph.following[position]])
    starts = np.concatenate([[0], np.cumsum(numbers)[:-1]])
    nothing: list[Fraction] = []
    shares = np.zeros(len(targets))
    for first, node in zip(starts, playing, strict=True):
        for place, share in enumerate(graph.weights.get(int(node), nothing)):
            shares[first + place] = float(share)
    seats = owners[playing]
    for moves in range(MOST_MOVES):
        after = values[targets]
        best = np.where(
            seats == CHANCE,
            np.add.reduceat(after * shares, starts),
            np.where(
                seats == 0,
                np.maximum.reduceat(after, starts),
                np.minimum.reduceat(after, starts),
            ),
        )
        if np.array_equal(best, values[playing]):
            return LimitedDepth(values, moves)
        values[playing] = best
    return LimitedDepth(values, MOST_MOVES)
