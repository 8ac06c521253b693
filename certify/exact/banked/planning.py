"""How long a walk through a game will take, and how much memory: told before it is begun.

A few of the rows of every frame are walked through, and counted as many times as they stand for
(Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975).
Nothing is worked out for them, so that this takes no longer than it takes to lay the cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import comb
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.amounts import Amount, amount_of
from certify.exact.banked.boards import Boards, beside
from certify.exact.banked.course import Solver
from certify.exact.banked.frames import Answered, Frame, TooMuchAtOnce
from certify.exact.banked.holdings import Deal, Holdings
from certify.exact.banked.pieces import Work
from certify.exact.banked.settling import Count
from certify.exact.banked.steps import Todo
from certify.exact.banked.walking import HOUR, OTHERS, Stakes
from certify.language import acts
from certify.language.typed import Node

Rows = npt.NDArray[Any]

MOST_ROWS = 20_000
"""Rows of a frame that are walked through."""

STEPS_OF_ROW = 25
"""Steps of a look that are taken, by row that is walked through."""

SECONDS = {
    "steps": 4e-7, "settled": 2e-7, "counted": 2.3e-8, "boards": 6.4e-7, "laid": 3.5e-6,
    "completed": 2e-9,
}  # fmt: skip
"""What each takes on one core, as measured with the games of the shelf."""

OF_PAYOUT = 0.11
"""What each payout that is kept apart adds to settling a row, as a part of it."""

BYTES = {"steps": 24, "rows": 100, "situations": 60, "limits": 30, "ranked": 8, "laid": 60}
"""What each takes as long as the walk goes on, as measured with them too."""

GIGABYTE = 1e9

LIBRARIES = 400_000_000
"""Bytes of a process that has walked through a small game, and what pieces need for a while."""


@dataclass(frozen=True)
class Plan:
    """What a walk through a game will come to, about.

    Attributes
    ----------
    situations, settled : int
        Situations that are decided, and rows that are settled backward.
    seconds : float
        Of one core, if it is as fast as the one that the rates were measured on.
    memory : int
        Bytes that are held at the most.
    """

    situations: int
    settled: int
    seconds: float
    memory: int


class Planning(Solver):
    """Walks through a game with a few rows of each frame, and counts what there would be.

    Attributes
    ----------
    stands_for : float
        How many rows each of those that are walked through stands for.
    backward, ahead : dict
        What there is to do on the way backward, and on the way forward.
    """

    most_rows: ClassVar[int] = MOST_ROWS

    def plan(self, payouts: int = 0) -> Plan:
        """Return what the walk will come to, with so many payouts kept apart."""
        self.stands_for, self.parts = 1.0, 1
        self.part = Holdings(self.kinds, np.zeros((1, 0), dtype=np.uint8), ())
        self.few: dict[tuple[int, int], tuple[Holdings, Holdings]] = {}
        self.met: dict[int, Deal | Boards] = {}
        self.backward: dict[str, float] = defaultdict(float)
        self.ahead: dict[str, float] = defaultdict(float)
        # A policy says which way each row goes: then there is the way forward alone.
        self._from_start(forward=self.policy is not None)
        ways = [self.backward] if self.policy is not None else [self.backward, self.ahead]
        return Plan(
            round(self.backward["situations"]),
            round(self.backward["settled"]),
            sum(
                todo[what] * rate * (1 + OF_PAYOUT * payouts if what == "settled" else 1)
                for todo in ways
                for what, rate in SECONDS.items()
            ),
            LIBRARIES
            + round(sum(self.backward[what] * size for what, size in BYTES.items()) / self.parts),
        )

    def _spend(self, what: str, number: float) -> None:
        self.backward[what] += number
        self.ahead[what] += number

    @contextmanager
    def _times(self, backward: float, ahead: float) -> Iterator[None]:
        """Count all that is there to do meanwhile so many times."""
        before = dict(self.backward), dict(self.ahead)
        try:
            yield
        finally:
            for now, then, times in zip(
                (self.backward, self.ahead), before, (backward, ahead), strict=True
            ):
                for what in now:
                    earlier = then.get(what, 0.0)
                    now[what] = earlier + times * (now[what] - earlier)

    @contextmanager
    def _standing_for(self, times: float) -> Iterator[None]:
        before, self.stands_for = self.stands_for, self.stands_for * times
        try:
            with self._times(times, times):
                yield
        finally:
            self.stands_for = before

    def _in_parts(self, frame: Frame, work: Work, refused: TooMuchAtOnce) -> Amount:
        """Go on with one of the parts, which stands for all; only one at a time is held."""
        parts = self._parts(frame, refused)
        self.backward.clear()
        self.ahead.clear()
        self.parts, self.is_part = len(parts), True
        own = frame.subset(parts[len(parts) // 2])
        self.part = own.known
        with self._times(len(parts), len(parts)):
            work(own)
        self.is_part = False
        return amount_of(0, len(frame))

    def _by_few(self, frame: Frame, most: int, work: Work) -> Amount:
        """Go on with some rows that stand for all."""
        rows = len(frame)
        if rows <= most:
            return work(frame)
        taken = np.zeros(rows, dtype=bool)
        taken[np.random.default_rng(rows).choice(rows, most, replace=False)] = True
        few = frame.subset(taken)
        # Other courses go on with the same rows, so that they find what these came to. All rows
        # are kept too: their number in memory is nobody else's then.
        _, known = self.few.setdefault((id(frame.known), most), (frame.known, few.known))
        with self._standing_for(rows / most):
            work(replace(few, known=known))
        return amount_of(0, rows)

    def rows_of(self, frame: Frame) -> int:
        """Return how many rows those of a frame stand for."""
        return round(len(frame) * self.stands_for)

    def _look(
        self,
        frame: Frame,
        zone: int,
        work: Work,
        *,
        is_last: bool,
        todo: Todo = None,
        number: int | None = None,
    ) -> Amount:
        def look(few: Frame) -> Amount:
            return super(Planning, self)._look(
                few, zone, work, is_last=is_last, todo=todo, number=number
            )

        if number is None and self._are_boards(frame, zone):
            return look(frame)
        ordered = zone != OTHERS and self._is_ordered(zone)
        cards = number or frame.hidden.get(zone, 0)
        ways = self.ways_of(frame, cards, ordered=ordered)
        return self._by_few(frame, max(1, STEPS_OF_ROW * self.most_rows // ways), look)

    def _after(self, frame: Frame, deal: Deal, zone: int, work: Work, *, is_secret: bool) -> Amount:
        steps, rows, held = len(deal.parents), len(deal.after), frame.known.held(zone)
        times = 1.0
        if self.stands_for > 1 and deal.merged and held and rows:
            # Other rows, which are not walked through, lead to the same.
            times = min(1.0, steps / rows / comb(deal.after.held(zone), held))
        is_new = id(deal) not in self.met
        if is_new:
            self._spend("steps", steps)
        if deal.merged:
            self.met[id(deal)] = deal

        def go_on(after: Frame) -> Amount:
            with self._standing_for(times):
                if is_new and deal.merged:
                    self._spend("rows", rows)
                return self._by_few(after, self.most_rows, work)

        return super()._after(frame, deal, zone, go_on, is_secret=is_secret)

    def _decide(
        self,
        decision: acts.ResolvedDecision,
        options: Any,
        legal: npt.NDArray[np.bool_],
        frame: Frame,
        act: acts.AskAct,
        after: Todo,
    ) -> Amount:
        self.backward["situations"] += len(frame)
        # Forward each row goes on with one of its options.
        with self._times(1.0, 1 / max(1.0, float(legal.sum()) / len(frame))):
            return super()._decide(decision, options, legal, frame, act, after)

    def _boards(self, frame: Frame, zone: int, todo: Todo) -> Boards:
        if self.stands_for == 1:
            return super()._boards(frame, zone, todo)
        # Any hands can lie beside boards, not only those of a few rows.
        groups, cards = beside(self.part, zone)
        every = Holdings(self.kinds, cards, groups)
        for place, group in enumerate(g for g in frame.known.groups if g.zone != zone):
            if group not in groups:
                every = every.dealt(
                    group.zone, group.number, ordered=False, place=place, merged=True
                ).after
        hidden = {**frame.hidden, zone: frame.size(zone)}
        return super()._boards(replace(frame, known=every, hidden=hidden), zone, todo)

    def _answer(
        self,
        number: int,
        decision: acts.ResolvedDecision,
        options: Any,
        legal: npt.NDArray[np.bool_],
        frame: Frame,
    ) -> Answered:
        self.backward["situations"] += len(frame)
        return super()._answer(number, decision, options, legal, frame)

    def _add(self, frame: Frame, name: str, stakes: Stakes) -> Amount:
        self._spend("settled", len(frame))
        return super()._add(frame, name, stakes)

    def _by_boards(self, frame: Frame, boards: Boards, work: Work, *, is_last: bool) -> Amount:
        cards, _, _ = boards.rows
        known = next(iter(boards.pieces()))
        # What is remembered of the cards of a plan is not remembered for the walk.
        known = Holdings(known.kinds, known.cards, known.groups, known.is_canonical)
        after = replace(
            frame,
            known=known,
            hidden={**frame.hidden, boards.zone: 0},
            weights=np.ones(len(known), dtype=np.int64),
        )
        self.keeps = False
        sets, hands = len(boards.sets[0]), len(boards.beside.cards)
        ways = comb(boards.number, frame.known.held(boards.zone))
        self._spend("completed", sets * hands * ways / self.stands_for)
        # Whatever rows lead to them, all boards are gone through.
        with self._standing_for(len(cards) / len(known) / self.stands_for):
            self._spend("boards", len(known))
            if id(boards) not in self.met:
                self.backward["laid"] += len(known)
            self._by_few(after, self.most_rows, work)
        self.keeps = True
        self.met[id(boards)] = boards
        return amount_of(0, len(frame))

    def _worth(self, frame: Frame, nets: Sequence[Node]) -> Amount:
        before = self.settled
        found = super()._worth(frame, nets)
        self._spend("settled", self.settled - before)
        self.settled = before
        return found

    def counter(self, frame: Frame) -> Count | None:
        """Return what tells how much there is to count instead of counting it."""

        def told(ranking: str, opened: Rows, others: Rows, hidden: int, limits: Rows) -> Rows:
            # Those of boards are counted piece by piece, and kept in half the room.
            self._spend("limits" if self.keeps else "ranked", limits.size)
            self._spend("counted", limits.size * 2.0 ** others.shape[1])
            return np.zeros_like(limits)

        return told


def have_planned(solver: Solver, tell: Callable[[Plan], None]) -> None:
    """Have it told what a walk will come to, before it begins what takes long.

    Raises `StateSpaceError` then if that is beyond its patience.
    """

    def plan() -> None:
        planning = Planning(
            solver.program,
            solver.kinds,
            solver.nodes,
            solver.aims,
            solver.asked,
            solver.policy,
            progress=solver.progress,
            patience=solver.patience,
            leaks=solver.leaks,
            marks=solver.marks,
        )
        # What boards there are takes a while to find, and is the same for the walk.
        planning.boards, planning.takes_boards = solver.boards, solver.takes_boards
        found = planning.plan(solver.payouts)
        if found.seconds > solver.patience:
            raise StateSpaceError(
                f"about {found.situations:,} situations to decide and {found.settled:,} rows to"
                f" settle take {found.seconds / HOUR:,.1f} hours of one core, and"
                f" {found.memory / GIGABYTE:,.1f} GB of memory; --yes begins all the same"
            )
        tell(found)

    solver.tell_plan = plan
