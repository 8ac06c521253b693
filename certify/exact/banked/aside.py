"""What wagers bring without one card of each class, the play of the whole pack held.

One walk tells it of all classes: a round of the whole pack is one without a certain card as often
as that is not among the cards it rests on. Of hidden hands that are counted by their rank, the
cards of each class in them are counted too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError, StateSpaceError
from certify.exact.banked.amounts import LARGEST, Amount, amount_of, fitting
from certify.exact.banked.composition import Composition
from certify.exact.banked.course import Solver
from certify.exact.banked.ending import distinct, in_blocks
from certify.exact.banked.expressions import CardsNeeded, Known
from certify.exact.banked.frames import Frame
from certify.exact.banked.keeping import Steps
from certify.exact.banked.pieces import ClassCounting, Pieces
from certify.exact.banked.planning import Plan, have_planned
from certify.exact.banked.settling import Parts, parts_by_rank
from certify.exact.banked.solution import question
from certify.exact.banked.steps import Todo
from certify.exact.banked.walking import HOUR, Progress, Stakes
from certify.language import acts
from certify.language.game import LoadedGame
from certify.language.typed import Node
from certify.numerics.jit import copy_into, kernel

Rows = npt.NDArray[Any]
Integers = npt.NDArray[np.int64]

Numbers = dict[tuple[Fraction, ...], int]
"""What wagers bring together, each with a number."""


def nets_without(
    game: LoadedGame,
    left: Composition | None = None,
    progress: Progress = lambda done, total, doing: None,
    *,
    steps: Steps | None = None,
    pieces: Pieces | None = None,
    patience: float = HOUR,
    tell: Callable[[Plan], None] | None = None,
) -> dict[str, list[Fraction]]:
    """Return by wager what it brings without one card of each class, under the play of the pack.

    In the order of `certify.exact.banked.removal.classes_of`. `left`: the pack, if it is not whole.
    Other parameters and errors as `certify.exact.banked.solution.solve`; pieces are those of a
    `certify.exact.banked.walks.Walk` with a card aside.

    Notes
    -----
    Conditioning: a card of the class lies aside, unseen.
    Method: forward as `solution.solve`. In a pack of N cards, n of them of the class, of which k
        and d are dealt when a wager is settled, the card aside is one of the class in
        (n - d) / (N - k) of the cases, which was n / N before; d of hidden hands is counted by rank
        as they are (`certify.exact.banked.counting_classes`).
    Error: none; all are ratios of integers.
    Source: derived here.
    """
    asked = question(game, left=left)
    walk = asked.solver(OneAside, progress)
    walk.steps, walk.pieces, walk.patience = steps, pieces, patience
    if tell is not None:
        have_planned(walk, tell)
    walk.best_play()
    walk.tally()
    return walk.nets()


class OneAside(Solver):
    """Walks forward, and adds up what wagers bring by the class of a card that is not dealt.

    What is added up stands for outcomes: by the place of a wager among those of its first wager,
    and the class.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.copies = self.kinds.copies.reshape(-1, self.kinds.values).sum(axis=1)

    def nets(self) -> dict[str, list[Fraction]]:
        """Return by wager what it brings without a card of each class."""
        cards, copies = self.kinds.total, self.copies.tolist()
        return {
            wager: [
                self.outcomes[name].get((place, number), Fraction(0)) * cards / own
                for number, own in enumerate(copies)
            ]
            for name, stakes in self.asked.items()
            if name
            for place, wager in enumerate(stakes.names)
        }

    def _deal(self, frame: Frame, act: acts.DealAct, after: Todo) -> Frame:
        dealt = super()._deal(frame, act, after)
        if not dealt.size(dealt.pool):
            raise self._beyond("every card is dealt, so that none can lie aside", act)
        return dealt

    def _add(self, frame: Frame, name: str, stakes: Stakes) -> Amount:
        """Add what each wager brings; of all that are made together, each is of its first wager."""
        if not name:
            return amount_of(0, len(frame))
        return self._add_each(frame, name, stakes.nets, range(len(stakes.nets)))

    def _add_each(
        self, frame: Frame, name: str, nets: Sequence[Node], places: Iterable[int]
    ) -> Amount:
        """Add what some wagers bring; for those that need further cards these are looked at."""
        settled: list[int] = []
        waiting: list[int] = []
        zone = 0
        for place in places:
            try:
                self._amounts(frame, [nets[place]], {})
            except CardsNeeded as needed:
                zone = zone if waiting else needed.zone
                waiting.append(place)
            else:
                settled.append(place)
        if settled:
            self._add_settled(frame, name, nets, settled)
        if waiting:
            nodes = [nets[place] for place in waiting]
            parts = parts_by_rank(self.evaluator, frame, nodes, self.counter(frame))
            if parts is None:
                zone = self._first_to_look(frame, zone, nodes)
                going = partial(self._add_each, name=name, nets=nets, places=tuple(waiting))
                return self._look(frame, zone, going, is_last=True)
            self._add_parts(frame, name, nets, waiting, parts)
        return amount_of(0, len(frame))

    def _add_settled(
        self, frame: Frame, name: str, nets: Sequence[Node], places: Sequence[int]
    ) -> None:
        """Add what wagers bring that need no further cards."""
        numbers: Numbers = {}
        labels = np.zeros(len(frame), dtype=np.int64)
        for own, rows in in_blocks(frame):
            amounts = self._amounts(own, [nets[place] for place in places], {})
            labels[rows] = numbered(amounts, numbers)
        cases = self._cases(frame, frame.weights, labels, len(numbers))
        self._note(name, places, numbers, cases, frame.total, frame.known.left())

    def _add_parts(
        self, frame: Frame, name: str, nets: Sequence[Node], places: Sequence[int], parts: Parts
    ) -> None:
        """Add what wagers bring that need a hidden hand, part by part of its ranks."""
        closed, numbers = parts.closed, Numbers()
        labels = np.zeros((len(frame), closed.bounds.shape[1] + 1), dtype=np.int32)
        for own, rows in in_blocks(frame):
            for part in parts.of(rows).parts:
                amounts = self._amounts(own, [nets[place] for place in places], part.known)
                labels[rows, part.place] = numbered(amounts, numbers)
        total = frame.total * parts.total
        weights = fitting(frame.weights, total)
        cases = np.zeros((len(numbers), len(self.copies)), dtype=object)
        hands = np.zeros(len(numbers), dtype=object)
        for part in parts.parts:
            number, ways = labels[:, part.place], weights * part.ways
            cases = cases + self._cases(frame, ways, number, len(numbers))
            hands = hands + added_up(partial(add_labels, number, len(numbers)), ways, 1)
        order, opened, others = closed.laid_out()

        def held(by: Integers) -> Integers:
            return self._classes_held(
                ClassCounting(
                    closed.ranking, opened, others, closed.number, closed.bounds[order], by,
                    labels[order], len(numbers),
                )
            )  # fmt: skip

        dealt = added_up(held, frame.weights[order], parts.total * closed.number)
        if (dealt.sum(axis=1) != hands * closed.number).any():
            raise EngineError("hidden hands do not hold as many cards as they have")
        left = frame.known.left() - closed.number
        self._note(name, places, numbers, cases - dealt, total, left)

    def _amounts(self, frame: Frame, nodes: Sequence[Node], known: Known) -> list[Amount]:
        return [self._amount(self.evaluator, node, frame, known) for node in nodes]

    def _cases(self, frame: Frame, ways: Rows, labels: Rows, number: int) -> Rows:
        """Return by label and class in how many cases a card of the class is not known."""
        cards, labels = frame.known.cards, labels.astype(np.int64)

        def free(by: Integers) -> Integers:
            found = np.zeros((number, len(self.copies)), dtype=np.int64)
            add_free(cards, self.kinds.values, self.copies, by, labels, found)
            return found

        return added_up(free, ways, int(self.copies.max()))

    def _note(
        self,
        name: str,
        places: Sequence[int],
        numbers: Numbers,
        cases: Rows,
        total: int,
        left: int,
    ) -> None:
        """Note what wagers bring in so many cases of each of what they bring together."""
        base = lcm(*(unit.denominator for units in numbers for unit in units))
        brought = np.array([[int(unit * base) for unit in units] for units in numbers], object)
        sums = brought.T @ cases.astype(object)
        outcomes = self.outcomes[name]
        for place, row in zip(places, sums, strict=True):
            for number, cases_of in enumerate(row):
                key = (place, number)
                part = Fraction(cases_of, base * total * left)
                outcomes[key] = outcomes.get(key, Fraction(0)) + part


def numbered(amounts: Sequence[Amount], numbers: Numbers) -> Rows:
    """Return by row the number of what wagers bring together; new ones are numbered on."""
    together: list[tuple[Fraction, ...]] = [()]
    label = np.zeros(len(amounts[0]), dtype=np.int64)
    for amount in amounts:
        units, own = distinct(amount.units)
        different, label = distinct(label * len(units) + own)
        parts = [divmod(int(each), len(units)) for each in different]
        together = [
            (*together[before], Fraction(int(units[at]), amount.base)) for before, at in parts
        ]
    own = np.array([numbers.setdefault(each, len(numbers)) for each in together], dtype=np.int64)
    return own[label]


def added_up(work: Callable[[Integers], Integers], weights: Rows, most: int) -> Rows:
    """Return what is added up by weights, exactly; each counts up to `most` times.

    Where a machine word may not hold the sums, the lower digits of the weights count for
    themselves.
    """
    if not len(weights):
        return work(weights.astype(np.int64))
    if int(weights.max()) * len(weights) * most < LARGEST:
        return work(weights.astype(np.int64))
    digits = (LARGEST // (len(weights) * most)).bit_length() - 1
    if digits < 1:
        raise StateSpaceError("the cards of hidden hands are too many to be added up")
    low = work((weights & (2**digits - 1)).astype(np.int64))
    high = added_up(work, weights >> digits, most).astype(object)
    found: Rows = low.astype(object) + high * 2**digits
    return found


@kernel
def add_free(
    cards: Rows, values: int, copies: Integers, ways: Integers, labels: Rows, found: Integers
) -> None:
    """Add by label and class the ways of rows times the cards of the class that are not known."""
    left = np.empty(len(copies), dtype=np.int64)
    for row in range(len(cards)):
        copy_into(left, copies)
        for slot in range(cards.shape[1]):
            left[cards[row, slot] // values] -= 1
        for place in range(len(copies)):
            found[labels[row], place] += ways[row] * left[place]


def add_labels(labels: Rows, number: int, weights: Integers) -> Integers:
    """Return sums of weights by label."""
    found = np.zeros(number, dtype=np.int64)
    np.add.at(found, labels, weights)
    return found
