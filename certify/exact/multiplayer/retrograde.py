"""Best play of a game with open cards, from its ends backwards; play that never ends is drawn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import scipy

from certify.errors import StateSpaceError
from certify.exact.multiplayer.open_cards import CHANCE, END, OpenGraph

DRAWN = Fraction(0)
"""What both score if play goes on for ever."""


@dataclass(frozen=True)
class OpenSolution:
    """Values of all positions.

    Attributes
    ----------
    values : list of Fraction
        What the first seat scores from each position if both play best.
    ends : list of bool
        Whether best play comes to an end from there, whichever way chance goes.
    """

    values: list[Fraction]
    ends: list[bool]


def solve_open(graph: OpenGraph) -> OpenSolution:
    """Return what every position is worth.

    Parameters
    ----------
    graph : OpenGraph
        The game.

    Returns
    -------
    OpenSolution
        Values, exact.

    Raises
    ------
    StateSpaceError
        If chance has a hand in play that can go on for ever.

    Notes
    -----
    Conditioning: both see all cards, and play that never ends is drawn.
    Method: parts of the graph in which every position can be reached from every other are taken
    one by one, those first that others lead to. In each, from the highest score on, the positions
    from which the first seat can force at least so much are found backwards; then likewise, from
    the lowest score on, those of the second; all others are drawn.
    Error: none; fractions throughout.
    Source: Thompson, Retrograde analysis of certain endgames, 1986; Tarjan, Depth-first search and
    linear graph algorithms, 1972 (the parts).
    """
    return _Retrograde(graph).solve()


class _Retrograde:
    def __init__(self, graph: OpenGraph) -> None:
        self.graph = graph
        size = len(graph.owners)
        self.known: list[Fraction | None] = [None] * size
        self.ends = [False] * size
        self.before: list[list[int]] = [[] for _ in range(size)]
        for position, following in enumerate(graph.following):
            for there in following:
                self.before[there].append(position)

    def solve(self) -> OpenSolution:
        for part in self._parts():
            if len(part) == 1 and part[0] not in self.graph.following[part[0]]:
                self._single(part[0])
            else:
                self._several(part)
        values = [DRAWN if value is None else value for value in self.known]
        return OpenSolution(values, self.ends)

    def _parts(self) -> Iterable[list[int]]:
        """Yield the parts of the graph, each after those that it leads to."""
        graph = self.graph
        size = len(graph.owners)
        rows = np.repeat(np.arange(size), [len(following) for following in graph.following])
        columns = np.array([there for following in graph.following for there in following])
        edges = scipy.sparse.csr_array(
            (np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(size, size)
        )
        number, labels = scipy.sparse.csgraph.connected_components(
            edges, directed=True, connection="strong"
        )
        members: list[list[int]] = [[] for _ in range(number)]
        for position, label in enumerate(labels):
            members[label].append(position)
        leads = np.unique(np.stack([labels[rows], labels[columns]], axis=1), axis=0)
        leads = leads[leads[:, 0] != leads[:, 1]]
        waiting = np.bincount(leads[:, 0], minlength=number)
        led_from: list[list[int]] = [[] for _ in range(number)]
        for source, target in leads:
            led_from[target].append(int(source))
        ready = deque(int(label) for label in np.flatnonzero(waiting == 0))
        while ready:
            label = ready.popleft()
            yield members[label]
            for source in led_from[label]:
                waiting[source] -= 1
                if not waiting[source]:
                    ready.append(source)

    def _single(self, position: int) -> None:
        """Work out a position that play never comes back to."""
        graph = self.graph
        owner, following = graph.owners[position], graph.following[position]
        if owner == END:
            self.known[position], self.ends[position] = graph.scores[position], True
            return
        values = [self._value(there) for there in following]
        if owner == CHANCE:
            self.known[position] = sum(
                (
                    share * value
                    for share, value in zip(graph.weights[position], values, strict=True)
                ),
                Fraction(0),
            )
            self.ends[position] = all(self.ends[there] for there in following)
            return
        best = max(values) if owner == 0 else min(values)
        self.known[position] = best
        self.ends[position] = any(
            self.ends[there]
            for there, value in zip(following, values, strict=True)
            if value == best
        )

    def _value(self, position: int) -> Fraction:
        value = self.known[position]
        return DRAWN if value is None else value

    def _several(self, part: list[int]) -> None:
        """Work out positions that play can come back to."""
        if any(self.graph.owners[position] == CHANCE for position in part):
            raise StateSpaceError("chance has a hand in play that can go on for ever")
        inside = set(part)
        exits = {
            there
            for position in part
            for there in self.graph.following[position]
            if there not in inside
        }
        values = {there: self._value(there) for there in exits}
        won = sorted({value for value in values.values() if value > DRAWN}, reverse=True)
        lost = sorted(value for value in set(values.values()) if value < DRAWN)
        self._force(0, won, values, inside)
        self._force(1, lost, values, inside)

    def _force(
        self, seat: int, scores: list[Fraction], values: dict[int, Fraction], inside: set[int]
    ) -> None:
        """Find from where a seat forces scores, given from the best for it to the worst."""
        left = {
            position: len(self.graph.following[position])
            for position in inside
            if self.graph.owners[position] != seat
        }
        for score in scores:
            todo = [there for there, value in values.items() if value == score]
            while todo:
                there = todo.pop()
                for position in self.before[there]:
                    if position not in inside or self.known[position] is not None:
                        continue
                    if self.graph.owners[position] != seat:
                        left[position] -= 1
                        if left[position]:
                            continue
                    self.known[position], self.ends[position] = score, True
                    todo.append(position)
