"""A game in sequence form: what each seat does as a vector of weights, what it brings as a matrix.

A *sequence* is what one seat has done on the way to somewhere; a *plan* gives each sequence the
product of the probabilities of its actions (its realization weight). With perfect recall expected
scores are linear in the plan of each seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from certify.errors import StateSpaceError
from certify.exact.multiplayer.game_tree import CHANCE, GameTree

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Level:
    """Information sets of a seat that follow on equally many others of its own.

    Attributes
    ----------
    sets : slice
        The information sets.
    sequences : slice
        Their sequences.
    starts : ndarray
        First sequence of each information set, counted within the level.
    owners : ndarray
        Information set of each sequence, counted within the level.
    parents : ndarray
        The sequence that each information set follows on.
    """

    sets: slice
    sequences: slice
    starts: Integers
    owners: Integers
    parents: Integers


@dataclass(frozen=True)
class Plans:
    """All plans of a seat.

    Attributes
    ----------
    sequences : int
        How many sequences there are; number 0 is to have done nothing yet.
    sets : ndarray
        Number in the tree of each information set, level after level.
    parents, firsts, numbers : ndarray
        Of each information set the sequence that it follows on, the first of its own, and how many
        those are.
    owners : ndarray
        Of each sequence but number 0 the place of its information set.
    levels : tuple of Level
        From the first decisions on.
    """

    sequences: int
    sets: Integers
    parents: Integers
    firsts: Integers
    numbers: Integers
    owners: Integers
    levels: tuple[Level, ...]

    def chances(self, weights: Floats) -> Floats:
        """Return the probability of each action, in proportion to weights; equal ones if all are 0.

        The sequence of nothing done counts as an action that is always chosen.
        """
        chances = np.ones(self.sequences)
        if self.levels:
            given = weights[1:]
            sums = np.add.reduceat(given, self.firsts - 1)[self.owners]
            equal = 1.0 / self.numbers[self.owners]
            chances[1:] = np.where(sums > 0, given / np.where(sums > 0, sums, 1.0), equal)
        return chances

    def plan(self, weights: Floats) -> Floats:
        """Return the plan of actions in proportion to weights; equal ones where all are 0."""
        plan = self.chances(weights)
        for level in self.levels:
            plan[level.sequences] *= plan[level.parents][level.owners]
        return plan

    def plan_of(self, chances: Mapping[int, Sequence[float]]) -> Floats:
        """Return the plan by the probabilities of actions at information sets of the tree."""
        weights = np.ones(self.sequences)
        for number, first in zip(self.sets, self.firsts, strict=True):
            given = chances[int(number)]
            weights[first : first + len(given)] = given
        return self.plan(weights)

    def best(self, gains: Floats) -> tuple[float, Floats]:
        """Return the most that any plan brings, and what each sequence brings if all goes on so.

        Parameters
        ----------
        gains : ndarray
            What is gained where each sequence ends, times the probability that all others lead
            there.

        Returns
        -------
        float
            The most.
        ndarray
            For each sequence its own gains and the most of all that can follow on it.
        """
        found = gains.copy()
        for level in reversed(self.levels):
            values = np.maximum.reduceat(found[level.sequences], level.starts)
            np.add.at(found, level.parents, values)
        return float(found[0]), found

    def best_plan(self, gains: Floats) -> Floats:
        """Return a plan that brings the most, of pure actions."""
        found = self.best(gains)[1]
        chosen = np.zeros(self.sequences)
        for level in self.levels:
            values = found[level.sequences]
            most = np.maximum.reduceat(values, level.starts)
            is_best = values == most[level.owners]
            # The first of several that are equally good.
            earlier = np.cumsum(is_best) - is_best
            chosen[level.sequences] = is_best & (earlier == earlier[level.starts][level.owners])
        return self.plan(chosen)

    def constraints(self) -> scipy.sparse.csr_array:
        """Return the matrix of what a plan must meet: first that nothing done has weight 1.

        Each further row says that the weights of the sequences of an information set add up to the
        weight of the sequence that it follows on.
        """
        rows, columns, values = [0], [0], [1.0]
        for number in range(len(self.sets)):
            first, actions = int(self.firsts[number]), int(self.numbers[number])
            rows += [number + 1] * (actions + 1)
            columns += [int(self.parents[number]), *range(first, first + actions)]
            values += [-1.0, *([1.0] * actions)]
        shape = (len(self.sets) + 1, self.sequences)
        return scipy.sparse.csr_array((values, (rows, columns)), shape=shape)


@dataclass(frozen=True)
class SequenceForm:
    """A game in sequence form.

    Attributes
    ----------
    tree : GameTree
        The game.
    plans : tuple of Plans
        Of each seat.
    ends : ndarray
        For every combination of sequences that can meet at the end of the game, the sequence of
        each seat; shape (combinations, seats).
    chances, scores : ndarray
        Probability that chance leads there, and expected score of each seat times this probability.
    """

    tree: GameTree
    plans: tuple[Plans, ...]
    ends: Integers
    chances: Floats
    scores: Floats

    def gains(self, seat: int, plans: Sequence[Floats]) -> Floats:
        """Return what a seat gains where each of its sequences ends, the others playing plans."""
        return self._collected(seat, self.scores[:, seat], plans)

    def reached(self, seat: int, plans: Sequence[Floats]) -> Floats:
        """Return how likely each sequence of a seat ends the game, if the seat plays for it."""
        return self._collected(seat, self.chances, plans)

    def _collected(self, seat: int, amounts: Floats, plans: Sequence[Floats]) -> Floats:
        for other, plan in enumerate(plans):
            if other != seat:
                amounts = amounts * plan[self.ends[:, other]]
        found = np.bincount(
            self.ends[:, seat], weights=amounts, minlength=self.plans[seat].sequences
        )
        return np.asarray(found, dtype=np.float64)

    def worth(self, seat: int, plans: Sequence[Floats]) -> tuple[Floats, Floats]:
        """Return how likely each sequence of a seat is possible, and what it is then worth.

        Parameters
        ----------
        seat : int
            Whose sequences.
        plans : sequence of ndarray
            Of all seats; that of the seat itself is not looked at.

        Returns
        -------
        likely : ndarray
            Probability that chance and the others lead to where a sequence can be played, if the
            seat plays for it; of sequence 0 it is 1.
        values : ndarray
            What the seat expects from there if it plays best afterwards; 0 where nothing leads.

        Notes
        -----
        Conditioning: the plans of the others are known, and the seat has come to the sequence.
        Method: best responses from the last decisions back, over the probability of being there.
        Error: rounding, relative to that probability.
        Source: Zinkevich et al., Regret minimization in games with incomplete information, 2007
        (counterfactual values).
        """
        mine = self.plans[seat]
        likely = self.reached(seat, plans)
        for level in reversed(mine.levels):
            np.add.at(likely, level.parents, likely[mine.firsts[level.sets]])
        values = mine.best(self.gains(seat, plans))[1]
        possible = likely > 0
        return likely, np.where(possible, values, 0.0) / np.where(possible, likely, 1.0)

    def value(self, seat: int, plans: Sequence[Floats]) -> float:
        """Return the expected score of a seat if all play plans."""
        return float(self.gains(seat, plans) @ plans[seat])

    def best_response(self, seat: int, plans: Sequence[Floats]) -> float:
        """Return the most that a seat can expect against the plans of the others.

        Notes
        -----
        Conditioning: the plans of the others are known.
        Method: from the last decisions back, the best action at each information set, given what
        the others' plans and chance make likely there.
        Error: rounding of sums of products, below 1e-12 for scores of order 1.
        Source: Johanson et al., Accelerating best response calculation in large extensive games,
        2011; the definition itself.
        """
        return self.plans[seat].best(self.gains(seat, plans))[0]

    def matrix(self) -> scipy.sparse.csr_array:
        """Return the expected scores of the first of two seats, by sequences of both."""
        shape = (self.plans[0].sequences, self.plans[1].sequences)
        return scipy.sparse.csr_array(
            (self.scores[:, 0], (self.ends[:, 0], self.ends[:, 1])), shape=shape
        )


def sequence_form(tree: GameTree) -> SequenceForm:
    """Return a game in sequence form.

    Parameters
    ----------
    tree : GameTree
        The game.

    Returns
    -------
    SequenceForm
        Sequences of each seat and what they bring; ends at which the same sequences meet are one.
    """
    plans, numbers = zip(*(_plans(tree, seat) for seat in range(tree.players)), strict=True)
    sequences: list[tuple[int, ...]] = []
    weights: list[float] = []
    totals: dict[tuple[int, ...], list[float]] = {}
    for node, parent in enumerate(tree.parents):
        if parent < 0:
            here, weight = (0,) * tree.players, 1.0
        else:
            here, weight = sequences[parent], weights[parent]
            seat = tree.kinds[parent]
            if seat == CHANCE:
                weight *= float(tree.weights[node])
            else:
                following = numbers[seat][tree.sets[parent]] + tree.branches[node]
                here = (*here[:seat], following, *here[seat + 1 :])
        sequences.append(here)
        weights.append(weight)
        if node in tree.scores:
            known = totals.setdefault(here, [0.0] * (tree.players + 1))
            known[0] += weight
            for seat, score in enumerate(tree.scores[node]):
                known[seat + 1] += weight * float(score)
    sums = np.array(list(totals.values()))
    return SequenceForm(
        tree, plans, np.array(list(totals), dtype=np.int64), sums[:, 0], sums[:, 1:]
    )


def check_zero_sum(form: SequenceForm) -> None:
    """Raise `StateSpaceError` unless two play, and whatever one gains the other loses."""
    if form.tree.players != 2:
        raise StateSpaceError(
            f"an equilibrium is worked out for two players; the game has {form.tree.players}"
        )
    for scores in form.tree.scores.values():
        if abs(float(sum(scores))) > 1e-9:
            raise StateSpaceError(
                "an equilibrium is worked out for games in which one player gains what the other"
                f" loses; here scores of {float(scores[0]):g} and {float(scores[1]):g} occur"
            )


def _plans(tree: GameTree, seat: int) -> tuple[Plans, dict[int, int]]:
    """Return the plans of a seat, and the first sequence of each of its information sets."""
    depths: dict[int, int] = {}
    for number, known in enumerate(tree.information_sets):
        if known.seat == seat:
            depths[number] = 0 if known.before is None else depths[known.before[0]] + 1
    sets = sorted(depths, key=lambda number: (depths[number], number))
    firsts: dict[int, int] = {}
    following = 1
    for number in sets:
        firsts[number] = following
        following += len(tree.information_sets[number].actions)
    parents = []
    for number in sets:
        before = tree.information_sets[number].before
        parents.append(0 if before is None else firsts[before[0]] + before[1])
    first = np.array([firsts[number] for number in sets], dtype=np.int64)
    actions = np.array(
        [len(tree.information_sets[number].actions) for number in sets], dtype=np.int64
    )
    ends = np.append(first, following)
    parent = np.array(parents, dtype=np.int64)
    depth = np.array([depths[number] for number in sets], dtype=np.int64)
    levels = []
    for number in range(int(depth.max(initial=-1)) + 1):
        begin, end = (int(place) for place in np.searchsorted(depth, [number, number + 1]))
        levels.append(
            Level(
                slice(begin, end),
                slice(int(ends[begin]), int(ends[end])),
                first[begin:end] - ends[begin],
                np.repeat(np.arange(end - begin), actions[begin:end]),
                parent[begin:end],
            )
        )
    owners = np.repeat(np.arange(len(sets)), actions)
    plans = Plans(
        following, np.array(sets, dtype=np.int64), parent, first, actions, owners, tuple(levels)
    )
    return plans, firsts
