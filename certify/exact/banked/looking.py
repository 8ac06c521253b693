"""How hidden cards become known: in every way, or board by board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import comb, factorial, perm
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from certify.errors import StateSpaceError
from certify.exact.banked.amounts import LARGEST, Amount, NotLinear, alike, amount_of, fitting
from certify.exact.banked.boards import (
    Boards,
    boards_after,
    can_be_gone_through,
)
from certify.exact.banked.completing import Completing
from certify.exact.banked.frames import Frame, TooMuchAtOnce
from certify.exact.banked.holdings import Deal
from certify.exact.banked.keeping import Step, step_of
from certify.exact.banked.parting import Parting
from certify.exact.banked.pieces import Work
from certify.exact.banked.properties import zone_name
from certify.exact.banked.standing import least_read
from certify.exact.banked.steps import Todo, still_done, still_read
from certify.exact.banked.walking import HOUR, OTHERS
from certify.language import acts

Rows = npt.NDArray[Any]

MOST_STEPS = 250_000
"""Steps that are held at once where nothing has to be decided any more."""

MOST_KEPT = 8_000_000
"""Steps that are kept for other courses that come to the same cards."""

MOST_SINGLE = 64_000_000
"""Steps that are taken one by one; where there are more, whole boards are gone through."""

MOST_HELD = 64_000_000
"""Steps that are held at once before a decision: some two gigabytes. A fourth card on every board
of three beside two in the hand comes to 60,479,224."""

LONG_DEAL = 8
"""So many known cards come to the same in many orders: rows that do are one from here on."""

RATE = 1_000_000
"""Steps a second of one core, when it is slow."""

LONG_LOOK = 1_000_000
"""Steps from which on it is told what is to be done before it is begun."""

COLUMNS = 4
"""Numbers of each row of boards that are added up at the same time."""

LONG_STEP = 5.0
"""Seconds from which on what a step came to is kept."""

STEPS = 1000
"""Steps of progress."""


class Looking(Parting):
    """Looks at hidden cards, as late as can be.

    Attributes
    ----------
    most_single : int
        Steps that are taken one by one; where there are more, whole boards are gone through.
    takes_boards : bool
        Whether to go on where boards are gone through, or to raise `NotLinear`.
    """

    most_single: ClassVar[int] = MOST_SINGLE
    takes_boards = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.boards: dict[tuple[Any, ...], Boards] = {}

    def forget(self) -> None:
        """Forget what was found on the way."""
        super().forget()
        self.boards = {}

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
        """Look at the hidden cards of a zone, and go on.

        `is_last`: nothing is decided any more. `todo`: what is still to be done. `number`: so many
        cards, which the seat sees against the rules.
        """
        leaks, number = number is not None, number or frame.hidden.get(zone, 0)
        if zone == frame.pool or not number:
            raise StateSpaceError("a rule reads cards that are not dealt")
        # What a rule looks at before is no secret of those cards that the seat sees anyway.
        seen = leaks or self._is_seen(zone) or self._sees_all(zone, frame.size(zone))
        ordered = zone != OTHERS and self._is_ordered(zone)
        if not leaks and (seen or is_last) and self._are_boards(frame, zone):
            if not self.takes_boards:
                raise NotLinear
            self.begin_long()
            boards = self._boards(frame, zone, todo)
            by_boards = partial(self._by_boards, frame, boards, work, is_last=is_last)
            return self._once(frame, (zone, boards.least, work, is_last), by_boards)
        # What several courses come to is worked out once; so are many cards that come one by one,
        # in many orders to the same.
        rows, held = self.rows_of(frame), frame.known.cards.shape[1]
        if self.path:
            is_few = not ordered and rows * comb(frame.known.left(), number) <= MOST_KEPT
        else:
            ways = self.ways_of(frame, number, ordered=ordered)
            is_few = held >= LONG_DEAL and rows * ways <= MOST_STEPS
        merged = not is_last or is_few
        self._require_within_reach(frame, zone, number, ordered=ordered, merged=merged)
        if not merged:
            kinds = len(self.kinds.cards)
            each = kinds**number if ordered else comb(kinds + number - 1, number)
            size = max(1, MOST_STEPS // each)
            if len(frame) > size:
                going = partial(
                    self._look,
                    zone=zone,
                    work=work,
                    is_last=is_last,
                    todo=todo,
                    number=number if leaks else None,
                )
                return self._in_pieces(frame, size, going)
        if not seen and not is_last and self.policy is None and zone not in self.marks:
            frame = replace(frame, keeps_suits=True)
        groups = frame.known.groups
        place = sum(self._is_seen(group.zone) for group in groups) if seen else len(groups)
        deal = frame.known.dealt(
            zone,
            number,
            ordered=ordered,
            place=place,
            beside=frame.beside(),
            merged=merged,
            exchanged=not frame.keeps_suits,
        )
        is_secret = frame.is_secret or not seen or zone in self.marks
        return self._after(frame, deal, zone, work, is_secret=is_secret)

    def ways_of(self, frame: Frame, number: int, *, ordered: bool) -> int:
        """Return in how many ways so many cards can lie at the most; alike ones are dealt once."""
        kinds, left = len(self.kinds.cards), frame.known.left()
        return min(
            perm(left, number) if ordered else comb(left, number),
            kinds**number if ordered else comb(kinds + number - 1, number),
        )

    def rows_of(self, frame: Frame) -> int:
        """Return how many rows those of a frame stand for."""
        return len(frame)

    def _require_within_reach(
        self, frame: Frame, zone: int, number: int, *, ordered: bool, merged: bool
    ) -> None:
        """Refuse, before anything is spent on it, what needs too much room or time."""
        ways, rows = self.ways_of(frame, number, ordered=ordered), self.rows_of(frame)
        steps = rows * ways
        name = zone_name(self.program, zone)
        each = f" in each of {rows:,} situations" if rows > 1 else ""
        cards = "card" if number == 1 else "cards"
        order = ", whose order is read," if ordered else ""
        what = f"{number} {cards} of {name}{order} can lie in {ways:,} ways{each}"
        held = f"and at most {MOST_HELD:,} are held"
        if merged and steps > MOST_HELD:
            raise TooMuchAtOnce.of(f"{what}: {steps:,} steps before a decision, {held}", steps)
        if ways > MOST_HELD:
            raise StateSpaceError(f"{what}: {ways:,} steps from a single one, {held}")
        if steps * self.repeated > LONG_LOOK:
            self.begin_long()
        if self.repeated > 1:
            what += f", and so again {self.repeated:,.0f} times"
        self.require_patience(what, steps * self.repeated)

    def require_patience(self, what: str, steps: float) -> None:
        """Refuse, before anything is spent on it, what takes longer than is waited for."""
        if steps > RATE * self.patience:
            hours = steps / RATE / HOUR
            raise StateSpaceError(
                f"{what}: {round(steps):,} steps, about {hours:,.1f} hours at a million a second;"
                " --yes begins all the same"
            )

    def _once(self, frame: Frame, what: tuple[object, ...], work: Callable[[], Amount]) -> Amount:
        """Return what a step backward comes to; if it takes long, the next run finds it kept.

        `what` is done with the rows of a frame: both make the name under which a step is kept, for
        several may follow the same answers.
        """
        if self.forward or self.steps is None or not self.keeps:
            # Of a piece of boards the whole is kept.
            return work()
        number, situations, settled = self.number, self.situations, self.settled
        digest = self.written_by.digest(frame, (*what, self.path, sorted(self.shown), number))
        step = "; ".join([*self.path, str(number), digest])
        found = self.steps.find(step, lambda content: step_of(content, self.kinds))
        if found is not None:
            self.number += found.number
            self.situations += found.situations
            self.settled += found.settled
            self.answered.update(found.answered)
            self.answered_after.update((p, dict(own)) for p, own in found.after.items())
            self.bounds += found.bounds
            self.kept_steps.append(step)
            return found.worth
        before, within = set(self.answered_after), len(self.kept_steps)
        bounds = len(self.bounds)
        began = time.monotonic()
        worth = work()
        if time.monotonic() - began >= LONG_STEP:
            found = Step(
                worth,
                self.number - number,
                self.situations - situations,
                self.settled - settled,
                {n: each for n, each in self.answered.items() if number <= n < self.number},
                {p: own for p, own in self.answered_after.items() if p not in before},
                self.bounds[bounds:],
            )
            self.steps.keep(step, found.to_bytes(), self.kept_steps[within:])
            self.kept_steps[within:] = [step]
        return worth

    def _by_boards(self, frame: Frame, boards: Boards, work: Work, *, is_last: bool) -> Amount:
        """Look at the cards of a zone from the side of what they make, and go on with each."""
        rows = Completing(boards, frame.known)
        path, shown = self.path, set(self.shown)
        kept = self.answered, self.number, self.keeps
        self.keeps = False
        ways = np.zeros(len(boards.rows[0]), dtype=np.int64)
        if self.forward:
            if frame.total * rows.total >= LARGEST:
                raise StateSpaceError("the ways to all boards do not fit a machine word")
            ways = rows.forward(frame.weights)
            if int(ways.sum()) != int(frame.weights.sum()) * rows.total:
                raise StateSpaceError(
                    f"the boards of {self.program.layout.zones[boards.zone][0]} do not come to all"
                    " that can lie there, since cards of another zone were looked at as boards too"
                )

        def laid() -> Iterator[tuple[int, Frame]]:
            start = 0
            for place, known in enumerate(boards.pieces()):
                self.progress(round(start / len(ways) * STEPS), STEPS, self._where())
                own = ways[start : start + len(known)]
                start += len(known)
                after = replace(
                    frame,
                    known=known,
                    hidden={**frame.hidden, boards.zone: 0},
                    locals=frame.moved_on(),
                    weights=own,
                    total=frame.total * rows.total,
                )
                if not self.forward:
                    yield place, after
                elif own.any():
                    yield place, after.subset(own != 0) if is_last else after

        worths = []
        if self.pieces is not None and len(ways) > self.least_apart:
            asked = (
                (after, self.answered_after.get((path, kept[1], place), {}) if self.forward else {})
                for place, after in laid()
            )
            for place, step in enumerate(self._apart(work, asked)):
                worths.append(step.worth)
                self.answered_after[path, kept[1], place] = dict(step.answered)
        else:
            for place, after in laid():
                self.path, self.shown = path, set(shown)
                # Decisions from here on are answered piece by piece.
                key = (path, kept[1], place)
                self.number = 0
                if self.forward:
                    self.answered = self.answered_after.get(key, {})
                    work(after)
                    continue
                self.answered = {}
                worths.append(work(after))
                answers = {n: replace(each, worths=None) for n, each in self.answered.items()}
                self.answered_after[key] = answers
        self.answered, self.number, self.keeps = kept
        self.path, self.shown = path, shown
        if self.forward:
            return amount_of(0, len(frame))
        parts = alike(*worths)
        bound = max(part.bound for part in parts) * rows.total
        if bound * factorial(self.kinds.values) >= LARGEST:
            raise StateSpaceError("the sums over all boards do not fit a machine word")
        units = _by_columns(rows.backward, [part.units for part in parts])
        return Amount(units, parts[0].base * rows.total, bound)

    def _boards(self, frame: Frame, zone: int, todo: Todo) -> Boards:
        """Return the boards that rows come to, kept for all rows that come to the same."""
        number = frame.size(zone)
        told = (each.nodes for each in (*self.aims, *self.asked.values()))
        nodes = [*still_read(todo, self.play, self.policy), *chain.from_iterable(told)]
        least = 0
        if not self._may_get_more(zone, todo):
            least = least_read(self.program, nodes, self.kinds.attribute, zone, number)
        cores = 1 if self.pieces is None else self.pieces.cores
        boards = boards_after(frame.known, zone, frame.hidden[zone], least, cores)
        key = (zone, number, boards.groups, least, boards.hands.tobytes())
        return self.boards.setdefault(key, boards)

    def _may_get_more(self, zone: int, todo: Todo) -> bool:
        """Return whether cards may still come to a zone: then any suit may make a flush there."""
        for act in still_done(todo, self.play):
            if isinstance(act, acts.DealAct | acts.MoveAct):
                base, size, _ = self.program.layout.places[act.target.name]
                if base <= zone < base + size:
                    return True
        return False

    def _where(self) -> str:
        """Return in words which boards are gone through."""
        way = "counting outcomes" if self.forward else "finding the best play"
        return f"{way}, boards{' after ' if self.path else ''}{'; '.join(self.path)}"

    def _are_boards(self, frame: Frame, zone: int) -> bool:
        """Return whether cards of a zone are looked at from the side of what they make."""
        ways = comb(frame.known.left(), frame.hidden.get(zone, 0))
        return (
            self.rows_of(frame) * ways > self.most_single
            and not self._is_ordered(zone)
            and not frame.is_secret
            and not frame.keeps_suits
            and not frame.beside()
            and can_be_gone_through(frame.known, zone, frame.hidden.get(zone, 0))
        )

    def _after(self, frame: Frame, deal: Deal, zone: int, work: Work, *, is_secret: bool) -> Amount:
        known = deal.after.cards.shape[1] - frame.known.cards.shape[1]
        left = {} if zone == OTHERS else {zone: frame.hidden.get(zone, 0) - known}
        values, locals_ = frame.taking(deal.origin)
        after = replace(
            frame,
            known=deal.after,
            hidden={**frame.hidden, **left},
            values=values,
            locals=locals_,
            weights=deal.forward(fitting(frame.weights, frame.total * deal.total)),
            total=frame.total * deal.total,
            is_secret=is_secret,
        )
        worth = work(after)
        if self.forward:
            return worth
        bound = worth.bound * deal.total
        units = deal.backward(fitting(worth.units, bound))
        return Amount(units, worth.base * deal.total, bound)


def _by_columns(work: Callable[[Rows], Rows], parts: Sequence[Rows]) -> Rows:
    """Return what is made of numbers of all rows, some columns at a time if they have any."""
    if parts[0].ndim == 1:
        found: Rows = work(np.concatenate(parts)[None, :])[0]
        return found
    # Never all columns at once: they are many times as large as the rest.
    blocks = (slice(n, n + COLUMNS) for n in range(0, parts[0].shape[1], COLUMNS))
    made = [work(np.concatenate([part[:, own].T for part in parts], axis=1)) for own in blocks]
    return np.concatenate(made).T
